"""What annotators think of given links between words.

Cells: ``l<s>-<t>`` holds the label of the link from the source word that starts at character ``s``
to the target word that starts at ``t``; ``g<s>-<t>`` the name of the larger link it belongs to.

Reference: Xu and Yvon 2016, Novel annotation schemes for sentential and sub-sentential alignments
    of bi-texts, LREC, section 3.2.
"""

from diglot.annotate.bodies import Body, Problem, Value
from diglot.annotate.layers import cells
from diglot.annotate.schemes import Scheme
from diglot.text.function_words import function_words

RULES: cells.Severities = {
    "missing": "error",
    "not-asked": "error",
    "unknown-label": "error",
    "two-sure": "warning",
    "partial-alone": "warning",
    "posterior": "off",
    "function-word": "off",
}

LIKELY, UNLIKELY = 0.9, 0.2
"""Probabilities of the aligner beyond which it speaks against ``wrong`` and ``sure``."""

_LONGEST_NAME = 20


def fault(payload: cells.Payload, scheme: Scheme, cell: str, value: Value) -> str | None:
    """Why a cell cannot be stored at all."""
    if cell[:1] not in {"l", "g"} or (numbers := cells.numbers_in(cell[1:])) is None:
        return cells.common_fault(cell, value)
    for side, start in zip(cells.SIDES, numbers, strict=True):
        if start not in {token[0] for token in cells.tokens_of(payload, side)}:
            return f"{start} is not the first character of a word of the {side}"
    if cell[0] == "l":
        return cells.label_fault(value, scheme)
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST_NAME:
        return f"must be the name of a group, of at most {_LONGEST_NAME} characters"
    return None


def problems(payload: cells.Payload, scheme: Scheme, body: Body) -> list[Problem]:
    """Links without a label, labels without a candidate, labels that hardly go together."""
    found = cells.Breaches(RULES, scheme)
    labels = {(s, t): label for s, t, label in cells.doubly_numbered_cells(body, "l")}
    asked = {(each["source"], each["target"]) for each in payload.get("candidates") or ()}
    for link in sorted(asked - set(labels)):
        found.add("missing", f"the link {_shown(payload, link)} has no label", (_cell(link),))
    for link in sorted(set(labels) - asked):
        message = f"the link {_shown(payload, link)} is not one of the {len(asked)} to judge"
        found.add("not-asked", message, (_cell(link),))
    for link, label in sorted(labels.items()):
        found.label(_cell(link), label)
        if label == "partial" and f"g{link[0]}-{link[1]}" not in body:
            message = f"name the group that {_shown(payload, link)} is a part of"
            found.add("partial-alone", message, (_cell(link),))
    sure = sorted(link for link, label in labels.items() if label == "sure")
    _twice_sure(payload, sure, found)
    _unlikely(payload, labels, found)
    _function_words(payload, sure, found)
    return found.found


def label(payload: cells.Payload, body: Body) -> str:
    """How many links have which label."""
    return cells.count_names([str(label) for _, _, label in cells.doubly_numbered_cells(body, "l")])


def _twice_sure(payload: cells.Payload, sure: list[tuple[int, int]], found: cells.Breaches) -> None:
    for at, side in enumerate(cells.SIDES):
        by_word: dict[int, list[tuple[int, int]]] = {}
        for link in sure:
            by_word.setdefault(link[at], []).append(link)
        for start, links in by_word.items():
            if len(links) > 1:
                word = _word(payload, side, start)
                message = f"{word!r} of the {side} has {len(links)} sure links: can all hold?"
                found.add("two-sure", message, [_cell(link) for link in links])


def _unlikely(
    payload: cells.Payload, labels: dict[tuple[int, int], Value], found: cells.Breaches
) -> None:
    if not found.wants("posterior"):
        return
    for each in payload.get("candidates") or ():
        link, score = (each["source"], each["target"]), each.get("score")
        label = labels.get(link)
        if score is not None and (
            (label == "sure" and score < UNLIKELY) or (label == "wrong" and score > LIKELY)
        ):
            message = f"{_shown(payload, link)} is {label}, the aligner gives {score:.2f}"
            found.add("posterior", message, (_cell(link),))


def _function_words(
    payload: cells.Payload, sure: list[tuple[int, int]], found: cells.Breaches
) -> None:
    if not found.wants("function-word") or not sure:
        return
    small = [function_words((payload.get(side) or {}).get("lang") or None) for side in cells.SIDES]
    if not all(small):
        return
    for link in sure:
        words = [_word(payload, side, start) for side, start in zip(cells.SIDES, link, strict=True)]
        kinds = [word.lower() in known for word, known in zip(words, small, strict=True)]
        if kinds[0] != kinds[1]:
            message = f"{_shown(payload, link)} is sure, but only one is a function word"
            found.add("function-word", message, (_cell(link),))


def _cell(link: tuple[int, int]) -> str:
    return f"l{link[0]}-{link[1]}"


def _shown(payload: cells.Payload, link: tuple[int, int]) -> str:
    words = (_word(payload, side, start) for side, start in zip(cells.SIDES, link, strict=True))
    return " – ".join(words)


def _word(payload: cells.Payload, side: str, start: int) -> str:
    end = next((end for begin, end in cells.tokens_of(payload, side) if begin == start), start)
    return cells.text_of(payload, side)[start:end]
