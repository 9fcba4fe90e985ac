"""What word links say of a whole text, and whether the two sides of a unit belong together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from diglot.consistency.matching.encoding import EncodedTexts
    from diglot.consistency.matching.word_tables import Words

LINKED = 0.4
"""Probability from which a link counts as one."""

POSSIBLE = 0.2
"""Probability from which a link may be one: of rare words some lie on either side of `LINKED` in
every run of the aligner, and a verdict on a whole text must not hang on that."""

LEAST_SHARE, LEAST_AROUND = 0.35, 0.5
"""Shares of linked source words below which a unit, or its surroundings, are not parallel."""

SHORTEST = 5
"""Words of a source that its own share says something of."""

WINDOW = 9
"""Units whose median share is looked at."""


@dataclass(frozen=True, slots=True, eq=False)
class LinkProbabilities:
    """Probable links between the tokens of unit pairs.

    Attributes:
        offsets: shape (units + 1,), int64: links of unit k are offsets[k]:offsets[k + 1].
        source: shape (links,), int32, position in the source text.
        target: shape (links,), int32, position in the translation.
        probability: shape (links,), float32.
    """

    offsets: NDArray[np.int64]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    probability: NDArray[np.float32]

    def units(self) -> NDArray[np.int64]:
        """Return the unit of every link."""
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))


NO_LINKS = LinkProbabilities(
    np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.float32)
)


@dataclass(frozen=True, slots=True, eq=False)
class LinkTable:
    """How often lemmas are linked with each other in a text.

    Attributes:
        keys: shape (pairs,), int64, ascending: source lemma key times 2^32, plus target lemma.
        counts: shape (pairs,), int64: links.
        possible: shape (pairs,), int64: links that may be, too.
        totals: shape (source lemma keys,), int64: links of each source lemma.
    """

    keys: NDArray[np.int64]
    counts: NDArray[np.int64]
    possible: NDArray[np.int64]
    totals: NDArray[np.int64]


def link_table(
    blocks: Iterable[tuple[EncodedTexts, EncodedTexts, LinkProbabilities]],
    source: Words,
    target: Words,
) -> LinkTable:
    """Count the links between lemmas, those of function words of the target left out.

    Args:
        blocks: source texts, translations and their links.
        source: words of the source language.
        target: words of the target language.
    """
    found = []
    for sources, targets, links in blocks:
        of_source, of_target = source.tables(), target.tables()
        likely = links.probability >= POSSIBLE
        unit = links.units()[likely]
        one = sources.tokens[sources.offsets[unit] + links.source[likely]]
        other = targets.tokens[targets.offsets[unit] + links.target[likely]]
        told = of_target.content[other]
        keys = of_source.lemma[one[told]].astype(np.int64) << 32
        keys += of_target.lemma[other[told]]
        sure = links.probability[likely][told] >= LINKED
        pairs, inverse, possible = np.unique(keys, return_inverse=True, return_counts=True)
        found.append((pairs, np.bincount(inverse[sure], minlength=len(pairs)), possible))
    if not found:
        none = np.zeros(0, np.int64)
        return LinkTable(none, none, none, np.zeros(1, np.int64))
    keys, inverse = np.unique(np.concatenate([each[0] for each in found]), return_inverse=True)
    counts, possible = (
        np.bincount(
            inverse, weights=np.concatenate([each[column] for each in found]), minlength=len(keys)
        ).astype(np.int64)
        for column in (1, 2)
    )
    size = int(source.tables().lemma.max(initial=-1)) + 1
    totals = np.bincount(keys >> 32, weights=counts, minlength=size).astype(np.int64)
    return LinkTable(keys, counts, possible, totals)


def linked_shares(
    sources: EncodedTexts, links: LinkProbabilities
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return for every unit the share of source tokens that have a link, and their number."""
    sure = links.probability >= LINKED
    linked = np.zeros(len(sources.tokens) + 1, np.int64)
    linked[1 + sources.offsets[links.units()[sure]] + links.source[sure]] = 1
    sums = np.cumsum(linked)
    sizes = np.diff(sources.offsets)
    return (sums[sources.offsets[1:]] - sums[sources.offsets[:-1]]) / np.maximum(sizes, 1), sizes


def not_parallel(
    shares: NDArray[np.float64], sizes: NDArray[np.int64], *, checked: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Tell which units are no translations of each other.

    A unit is doubtful if few of its own words are linked, or few of those around it: where the
    sides of a file have slipped, single units may look right by chance.

    Args:
        shares: shape (units,), share of linked source tokens.
        sizes: shape (units,), source tokens.
        checked: shape (units,), units with words on both sides; the others are never doubtful.
    """
    doubtful = (shares < LEAST_SHARE) & (sizes >= SHORTEST)
    places = np.flatnonzero(checked)
    if len(places) >= WINDOW:
        around = np.pad(shares[places], WINDOW // 2, mode="edge")
        windows = np.lib.stride_tricks.sliding_window_view(around, WINDOW)
        slipped = np.median(windows, axis=1) < LEAST_AROUND
        doubtful[places] |= slipped
    return doubtful & checked
