"""Which segments of two documents translate each other.

Cells: ``s<start>`` and ``t<start>`` hold the end of a segment of the source and of the target;
``b<a>-<c>`` the ends ``[b, d]`` of a bead that covers the source from ``a`` to ``b`` and the target
from ``c`` to ``d``; ``c<a>-<c>`` true for a bead that somebody confirmed; ``z<a>-<c>`` a zone
``[b, d, kind]``.

Reference: Tiedemann 2011, Bitext alignment, Morgan & Claypool, chapter 2 (contiguous, minimal,
    monotone beads).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.layers.cells import common_fault, is_range, is_whole, true_fault
from diglot.annotate.layers.rules import Breaches, Rules
from diglot.annotate.layers.sentences.beads import NUMBERED, ZONE_KINDS, beads_of
from diglot.annotate.layers.sentences.sentence_doubts import doubts
from diglot.annotate.layers.sentences.sentence_structure import structure
from diglot.annotate.layers.spans import text_of
from diglot.annotate.layers.standard import SENTENCES

if TYPE_CHECKING:
    from diglot.annotate.bodies import Body, Value
    from diglot.annotate.layers.layer import Payload
    from diglot.annotate.problems import Problem
    from diglot.annotate.schemes import Scheme

RULES: Rules = {
    "segment-overlap": "error",
    "misplaced": "error",
    "empty": "error",
    "gap": "error",
    "overlap": "error",
    "crossing": "error",
    "zone-edge": "error",
    "zone-overlap": "error",
    "confirmed-nothing": "error",
    "uncovered": "warning",
    "large": "warning",
    "not-minimal": "warning",
    "null-run": "warning",
    "length-ratio": "warning",
    "figures-differ": "warning",
    "unconfirmed": "warning",
}


class Sentences:
    """Beads of segments, confirmed one after the other, and zones without them."""

    kind = "sentences"
    rules = RULES

    def scheme(self) -> Scheme:
        """The kinds of zones."""
        return SENTENCES

    def fault(self, payload: Payload, scheme: Scheme, cell: str, value: Value) -> str | None:  # noqa: ARG002
        """Why a cell cannot be stored at all."""
        found = NUMBERED.fullmatch(cell)
        if not found or (found[3] is None) != (found[1] in "st"):
            return common_fault(cell, value)
        letter, first = found[1], int(found[2])
        if letter == "c":
            return true_fault(value)
        if letter in "st":
            length = len(text_of(payload, "source" if letter == "s" else "target"))
            fits = is_whole(value) and first < value <= length  # type: ignore[operator]
            return None if fits else f"a segment has to end after {first}, at most at {length}"
        if letter == "z":
            if not isinstance(value, list) or len(value) != 3 or value[2] not in ZONE_KINDS:
                return f"a zone has to hold two ends and one of {', '.join(ZONE_KINDS)}"
            value = value[:2]
        return _ends_fault(payload, (first, int(found[3])), value)

    def problems(self, payload: Payload, scheme: Scheme, body: Body) -> list[Problem]:
        """Segments in no bead or in two, crossing beads, and beads that are odd for the text."""
        found = Breaches(self.kind, self.rules, scheme)
        beads = beads_of(body)
        counts = structure(payload, beads, scheme, found)
        doubts(payload, beads, counts, scheme, found)
        return found.found

    def label(self, payload: Payload, body: Body) -> str:  # noqa: ARG002
        """Number of beads, and of those confirmed."""
        letters = [name[0] for name in body if NUMBERED.fullmatch(name)]
        return f"{letters.count('c')} of {letters.count('b')} confirmed"


def _ends_fault(payload: Payload, starts: tuple[int, int], ends: Value) -> str | None:
    if not is_range(ends):
        return "has to hold two whole numbers: the ends of both sides"
    for side, start, end in zip(("source", "target"), starts, ends, strict=True):  # type: ignore[arg-type]
        length = len(text_of(payload, side))
        if not start <= end <= length:  # type: ignore[operator]
            return f"{start} to {end} is no part of a {side} with {length} characters"
    return None
