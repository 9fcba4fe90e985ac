"""Whether a term of a termbase stands in a pair of a test set, and what translates it there.

Cells: ``label``; ``source`` and ``target``, corrected places (one span, a list of spans);
``alternative``, the marked words become an accepted translation; ``rule``, by which rule the match
was accepted without a look.

Reference: Alam et al. 2021, On the evaluation of machine translation for terminology consistency,
    section 3.
"""

from typing import Any

from diglot.annotate.bodies import Body, Problem, Value
from diglot.annotate.layers.cells import (
    SIDES,
    Breaches,
    Payload,
    Severities,
    Span,
    common_fault,
    label_fault,
    span_fault,
    spans_fault,
    text_fault,
    text_of,
    true_fault,
)
from diglot.annotate.layers.payloads import match_level
from diglot.annotate.schemes import Scheme

RULES: Severities = {
    "label-missing": "error",
    "unknown-label": "error",
    "span-outside": "error",
    "span-unfixed": "error",
    "target-missing": "error",
    "claimed-twice": "error",
    "no-alternative": "warning",
}


def fault(payload: Payload, scheme: Scheme, cell: str, value: Value) -> str | None:
    """Why a cell cannot be stored at all."""
    if cell == "label":
        return label_fault(value, scheme)
    if cell == "source":
        return span_fault(text_of(payload, "source"), value)
    if cell == "target":
        return spans_fault(text_of(payload, "target"), value)
    if cell == "alternative":
        return true_fault(value)
    if cell == "rule":
        return text_fault(value)
    return common_fault(cell, value)


def problems(payload: Payload, scheme: Scheme, body: Body) -> list[Problem]:
    """Labels without the places they need, and places that cannot be right."""
    found = Breaches(RULES, scheme)
    label = body.get("label")
    found.label("label", label)
    source, targets = places(payload, body)
    _outside(payload, source, targets, found)
    if label == "wrong span" and "source" not in body and "target" not in body:
        found.add("span-unfixed", "wrong span needs the right boundaries", ("label",))
    if label == "translated otherwise" and not body.get("target"):
        message = "mark the words that translate the term here"
        found.add("target-missing", message, ("target",))
    if label in {"valid", "wrong span"}:
        _valid(payload, source, targets, found)
    return found.found


def label(payload: Payload, body: Body) -> str:
    """The label; empty if none is given."""
    return str(body.get("label", ""))


def places(payload: Payload, body: Body) -> tuple[Span | None, list[Span]]:
    """Where the term and its translation stand, as corrected if they were."""
    source: Any = body.get("source") or payload.get("source_span")
    targets: Any = body.get("target", payload.get("target_spans") or ())
    return (
        (source[0], source[1]) if source else None,
        [(span[0], span[1]) for span in targets],
    )


def _outside(payload: Payload, source: Span | None, targets: list[Span], found: Breaches) -> None:
    spans = {"source": [] if source is None else [source], "target": targets}
    for side in SIDES:
        text = text_of(payload, side)
        for span in spans[side]:
            fault = span_fault(text, list(span))
            if fault:
                found.add("span-outside", f"in the {side}, {fault}", (side,))


def _valid(payload: Payload, source: Span | None, targets: list[Span], found: Breaches) -> None:
    taken = {
        (span[0], span[1]): each
        for each in payload.get("siblings") or ()
        for span in each["target_spans"]
    }
    for span in targets:
        other = taken.get(span)
        if other is not None and source is not None and tuple(other["source_span"]) != source:
            message = f"another match of this entry has the target {span[0]} to {span[1]} too"
            found.add("claimed-twice", message, ("target",))
    target = payload.get("target") or {}
    alternatives = [str(each) for each in (payload.get("entry") or {}).get("targets") or ()]
    marked = " ".join(text_of(payload, "target")[begin:end] for begin, end in targets)
    if alternatives and match_level(marked, alternatives, target.get("lang")) is None:
        listed = ", ".join(repr(each) for each in alternatives[:3])
        found.add("no-alternative", f"{marked!r} is not a form of {listed}", ("target",))
