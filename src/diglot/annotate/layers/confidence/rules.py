"""How well two aligned passages translate each other, and which words have no translation.

Cells: ``label``; ``s<start>`` and ``t<start>`` hold the end of an untranslated stretch of words of
the source and of the target.

Reference: Xu and Yvon 2016, Novel annotation schemes for sentential and sub-sentential alignments
    of bi-texts, LREC, section 3.1.
"""

from diglot.annotate.bodies import Body, Problem, Value
from diglot.annotate.layers.cells import (
    SIDES,
    Breaches,
    Payload,
    Severities,
    common_fault,
    label_fault,
    marked_spans,
    overlapping,
    text_of,
    token_span_fault,
    tokens_in,
    tokens_of,
)
from diglot.annotate.schemes import Scheme
from diglot.plurals import count_of

LETTERS = {"source": "s", "target": "t"}

RULES: Severities = {
    "label-missing": "error",
    "unknown-label": "error",
    "span-missing": "error",
    "span-stray": "error",
    "span-whole": "error",
    "span-overlap": "error",
    "length-ratio": "warning",
    "sure-neighbour": "warning",
    "sure-length": "off",
    "posterior": "off",
}

SURE, DOUBTFUL = 0.9, 0.5
"""Probabilities of the aligner beyond which it speaks against a label."""


def fault(payload: Payload, scheme: Scheme, cell: str, value: Value) -> str | None:
    """Why a cell cannot be stored at all."""
    if cell == "label":
        return label_fault(value, scheme)
    for side, letter in LETTERS.items():
        if cell[:1] == letter:
            return token_span_fault(payload, side, cell[1:], value)
    return common_fault(cell, value)


def problems(payload: Payload, scheme: Scheme, body: Body) -> list[Problem]:
    """Labels without the spans they need, spans without the label, labels against lengths."""
    found = Breaches(RULES, scheme)
    label = body.get("label")
    found.label("label", label)
    _spans(payload, body, found)
    ratio = length_ratio(payload, scheme)
    if ratio is not None:
        shown = f"the target is {ratio:.1f}× as long as expected"
        if label == "unperfect":
            message = f"{shown}: is a part untranslated, so that partial fits better?"
            found.add("length-ratio", message, ("label",))
        if label == "sure":
            found.add("sure-length", f"{shown}, but the label is sure", ("label",))
    _beside(payload, body, found)
    return found.found


def label(payload: Payload, body: Body) -> str:
    """The label; empty if none is given."""
    return str(body.get("label", ""))


def length_ratio(payload: Payload, scheme: Scheme) -> float | None:
    """How often longer the target is than expected, if that is odd; None if the lengths fit.

    The payload's ``ratio`` tells how many target characters its texts have for one of the source.
    """
    source, target = (len(text_of(payload, side)) for side in SIDES)
    if max(source, target) < scheme.settings.get("short", 20) or not source:
        return None
    ratio = target / (source * (payload.get("ratio") or 1.0))
    odd = scheme.settings.get("ratio", 1.8)
    return ratio if ratio > odd or ratio < 1 / odd else None


def _spans(payload: Payload, body: Body, found: Breaches) -> None:
    spans = {side: marked_spans(body, letter) for side, letter in LETTERS.items()}
    cells = [f"{LETTERS[side]}{begin}" for side in SIDES for begin, _ in spans[side]]
    label = body.get("label")
    if label == "partial" and not cells:
        found.add("span-missing", "partial needs the words that are not translated", ("label",))
    if label != "partial" and cells:
        shown = count_of(len(cells), "stretch")
        message = f"{shown} marked as untranslated, but the label is not partial"
        found.add("span-stray", message, cells)
    for side, letter in LETTERS.items():
        for begin, _ in overlapping(spans[side]):
            message = f"words of the {side} are marked twice"
            found.add("span-overlap", message, (f"{letter}{begin}",))
    tokens = {side: tokens_of(payload, side) for side in SIDES}
    if all(tokens.values()) and all(
        len(tokens_in(tokens[side], spans[side])) == len(tokens[side]) for side in SIDES
    ):
        found.add("span-whole", "all words of both sides are marked: that is erroneous", cells)


def _beside(payload: Payload, body: Body, found: Breaches) -> None:
    """Compare a label with the aligner's probabilities of this pair and of its neighbours."""
    label, score = body.get("label"), payload.get("score")
    if label == "erroneous":
        context = payload.get("context") or {}
        rows = [*(context.get("before") or ()), *(context.get("after") or ())]
        text = text_of(payload, "source")
        if any(row[0] == text and len(row) > 2 and (row[2] or 0) >= SURE for row in rows):
            message = "a neighbour with the same source is a sure translation: check both"
            found.add("sure-neighbour", message, ("label",))
    if score is not None and (
        (label == "sure" and score < DOUBTFUL) or (label == "erroneous" and score >= SURE)
    ):
        found.add("posterior", f"the aligner gives {score:.2f}, the label is {label}", ("label",))
