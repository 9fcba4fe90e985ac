"""From blocks of the search to links for the user."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.model import Link, Zone
from diglot.sentences.reasons import Reasoner
from diglot.sentences.zones import MATCH_PROBABILITY, FoundZone

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diglot.sentences.settings import Alignment

IN_ZONE = "in a stretch without parallel order"


class Linker:
    """Makes the links of one stretch of a pair.

    Args:
        source_begin, target_begin: segment numbers of its first sentences.
        source, target: all segments of the pair.
    """

    def __init__(
        self, source_begin: int, target_begin: int, source: Sequence[str], target: Sequence[str]
    ) -> None:
        self.source_begin, self.target_begin = source_begin, target_begin
        self.reasoner = Reasoner(source, target)

    def links(self, alignment: Alignment) -> Iterator[Link]:
        """Links of all sentences, in order; inside a zone by source sentence."""
        scattered = [zone for zone in alignment.zones if zone.kind == "non-monotone"]
        types, path = alignment.types, alignment.path
        blocks = zip(
            path.ends_i.tolist(),
            path.ends_j.tolist(),
            types.source[path.kinds].tolist(),
            types.target[path.kinds].tolist(),
            np.round(alignment.probability, 4).tolist(),
            strict=True,
        )
        for i, j, a, b, probability in blocks:
            while scattered and (i - a, j - b) >= (scattered[0].source[1], scattered[0].target[1]):
                yield from self._matched(scattered.pop(0))
            if scattered and _within(scattered[0], i - a, i, j - b, j):
                continue
            if a and b:
                yield self._link(range(i - a, i), range(j - b, j), probability)
            else:
                # A run of omissions is one event for the search, but single links for the user,
                # each as probable as the sentence is without counterpart in any way.
                for k in range(i - a, i):
                    yield self._link(range(k, k + 1), (), alignment.lonely_source[k])
                for k in range(j - b, j):
                    yield self._link((), range(k, k + 1), alignment.lonely_target[k])
        for zone in scattered:
            yield from self._matched(zone)

    def zones(self, alignment: Alignment) -> Iterator[Zone]:
        """Zones in segment numbers of the pair."""
        for zone in alignment.zones:
            yield Zone(
                (zone.source[0] + self.source_begin, zone.source[1] + self.source_begin),
                (zone.target[0] + self.target_begin, zone.target[1] + self.target_begin),
                zone.kind,
                zone.reason,
            )

    def _link(
        self, source: range | tuple[()], target: range | tuple[()], probability: float
    ) -> Link:
        ours = tuple(k + self.source_begin for k in source)
        theirs = tuple(k + self.target_begin for k in target)
        rounded = round(min(1.0, float(probability)), 4)
        return Link(ours, theirs, rounded, reasons=self.reasoner.reasons(ours, theirs, rounded))

    def _matched(self, zone: FoundZone) -> Iterator[Link]:
        partner = dict(zone.matches)
        taken = set(partner.values())
        for i in range(*zone.source):
            theirs = (partner[i] + self.target_begin,) if i in partner else ()
            yield Link(
                (i + self.source_begin,), theirs, MATCH_PROBABILITY, "zone", reasons=(IN_ZONE,)
            )
        for j in range(*zone.target):
            if j not in taken:
                yield Link(
                    (), (j + self.target_begin,), MATCH_PROBABILITY, "zone", reasons=(IN_ZONE,)
                )


def _within(zone: FoundZone, i0: int, i1: int, j0: int, j1: int) -> bool:
    return (
        zone.source[0] <= i0
        and i1 <= zone.source[1]
        and zone.target[0] <= j0
        and j1 <= zone.target[1]
    )
