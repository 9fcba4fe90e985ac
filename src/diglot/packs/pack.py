"""A language pack as a value, and packs of languages that meet in a third one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.flat_arrays import offsets_of

LEAST_COUNT = 0.5
"""Word pairs linked less often are no evidence, unless one word has nothing better."""

LEAST_PROBABILITY = 0.1
"""Translations that are less probable in both directions do not speak for a pair of sentences."""

LEAST_SHARE = 0.05
"""Composed pairs with a smaller probability in both directions are left out."""


@dataclass(frozen=True, slots=True)
class PackSource:
    """Text that a pack was made of.

    Attributes:
        name: of the collection, such as ``"libreoffice-help"``.
        licence: SPDX identifier.
        version: file name of the package it came in, or the date it was taken; may be empty.
        pairs: texts with their translations that were used.
    """

    name: str
    licence: str
    version: str
    pairs: int


@dataclass(frozen=True)
class Side:
    """The words of one language.

    Attributes:
        language: code.
        words: in ascending order, lower-cased.
        frequency: shape (words,), int64, tokens of each.
        tokeniser: who cut the text into words: ``"diglot"``, or ``"none"`` for text that came cut.
    """

    language: str
    words: list[str]
    frequency: NDArray[np.int64]
    tokeniser: str

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Number of every word."""
        return {word: number for number, word in enumerate(self.words)}


@dataclass(frozen=True)
class Pack:
    """Counts of the words of two languages and of their links.

    Attributes:
        source, target: the words of both languages.
        rows: shape (source words + 1,), int64: the pairs of source word ``e`` are
            ``rows[e]:rows[e + 1]``.
        columns: shape (pairs,), int32, target words, ascending within a row.
        counts: shape (pairs,), float32, how often the two were linked.
        sources: what it was made of.
        date: day it was made, ISO 8601.
        digest: of its content; empty until it is written.
        through: codes of the languages it was composed through.
    """

    source: Side
    target: Side
    rows: NDArray[np.int64]
    columns: NDArray[np.int32]
    counts: NDArray[np.float32]
    sources: tuple[PackSource, ...]
    date: str
    digest: str = ""
    through: tuple[str, ...] = ()

    @property
    def languages(self) -> tuple[str, str]:
        """Codes of both languages."""
        return self.source.language, self.target.language

    @property
    def name(self) -> str:
        """Both codes and the beginning of the digest: what signatures and summaries print."""
        languages = "-".join(self.languages)
        digests = "+".join(digest[:8] for digest in self.digest.split("+"))
        return f"{languages}@{digests}" if digests else languages

    @cached_property
    def row_of_pair(self) -> NDArray[np.int64]:
        """Source word of every pair, shape (pairs,)."""
        return np.repeat(np.arange(len(self.rows) - 1), np.diff(self.rows))

    @cached_property
    def totals(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Links of every word of both languages, shape (words,)."""
        source = np.bincount(self.row_of_pair, self.counts, len(self.source.words))
        target = np.bincount(self.columns, self.counts, len(self.target.words))
        return source.astype(np.float32), target.astype(np.float32)

    def links(self) -> dict[tuple[str, str], float]:
        """Return how often words were linked, by both words."""
        source, target = self.source.words, self.target.words
        found = (self.row_of_pair.tolist(), self.columns.tolist(), self.counts.tolist())
        return {(source[e], target[f]): count for e, f, count in zip(*found, strict=True)}

    def entries(self) -> list[tuple[str, str, float]]:
        """Return words that translate each other, with the greater of both probabilities.

        Pairs are left out that were linked less than once, whose probability is under a tenth, or
        that hold no letter.
        """
        one, other = self.row_of_pair, self.columns
        weight = np.maximum(self.counts / self.totals[0][one], self.counts / self.totals[1][other])
        spelled = [
            np.array([any(map(str.isalpha, word)) for word in side.words], bool)
            for side in (self.source, self.target)
        ]
        kept = (self.counts >= 1) & (weight >= LEAST_PROBABILITY)
        kept &= spelled[0][one] & spelled[1][other]
        source, target = self.source.words, self.target.words
        found = (one[kept].tolist(), other[kept].tolist(), weight[kept].tolist())
        return [(source[e], target[f], value) for e, f, value in zip(*found, strict=True)]

    def __repr__(self) -> str:
        return f"Pack({self.name}, {len(self.counts):,} word pairs)"


def make_pack(
    source: Side,
    target: Side,
    links: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]],
    *,
    sources: tuple[PackSource, ...],
    date: str,
    through: tuple[str, ...] = (),
) -> Pack:
    """Make a pack of counted links, with its words in order and without pairs of no account.

    Args:
        source: words of the source language, in any order.
        target: the same of the target language.
        links: source word, target word and count of every pair, shape (pairs,) each; unique.
        sources: what it is made of.
        date: ISO 8601.
        through: codes of the languages it was composed through.
    """
    one, other, counts = links
    best_one = np.zeros(len(source.words), np.float32)
    best_other = np.zeros(len(target.words), np.float32)
    np.maximum.at(best_one, one, counts)
    np.maximum.at(best_other, other, counts)
    kept = (counts >= LEAST_COUNT) | (counts == best_one[one]) | (counts == best_other[other])
    one, other, counts = one[kept], other[kept], counts[kept]
    source, new_one = _in_order(source, one)
    target, new_other = _in_order(target, other)
    order = np.lexsort((new_other, new_one))
    rows = offsets_of(np.bincount(new_one, minlength=len(source.words)))
    return Pack(
        source, target, rows, new_other[order].astype(np.int32), counts[order], sources, date,
        through=through,
    )  # fmt: skip


def _in_order(side: Side, used: NDArray[np.int64]) -> tuple[Side, NDArray[np.int64]]:
    """Leave out the words without a pair, put the others in order, and number them anew."""
    there = np.unique(used)
    names = [side.words[number] for number in there.tolist()]
    order = np.array(sorted(range(len(names)), key=names.__getitem__), np.int64)
    number = np.zeros(len(side.words), np.int64)
    number[there[order]] = np.arange(len(there))
    words = [names[place] for place in order.tolist()]
    return replace(side, words=words, frequency=side.frequency[there[order]]), number[used]


def turn_round(pack: Pack) -> Pack:
    """Return the pack of the other direction; its digest stays, the content being the same."""
    order = np.argsort(pack.columns, kind="stable")
    rows = offsets_of(np.bincount(pack.columns, minlength=len(pack.target.words)))
    return replace(
        pack,
        source=pack.target,
        target=pack.source,
        rows=rows,
        columns=pack.row_of_pair[order].astype(np.int32),
        counts=pack.counts[order],
    )


def merge(first: Pack, second: Pack) -> Pack:
    """Add the counts of two packs of the same languages."""
    sides = []
    numbers = []
    for one, other in ((first.source, second.source), (first.target, second.target)):
        known = dict(one.numbers)
        place = np.array([known.setdefault(word, len(known)) for word in other.words], np.int64)
        frequency = np.zeros(len(known), np.int64)
        frequency[: len(one.words)] = one.frequency
        frequency[place] += other.frequency
        sides.append(replace(one, words=list(known), frequency=frequency))
        numbers.append(place)
    width = len(sides[1].words)
    keys = np.concatenate(
        [
            first.row_of_pair * width + first.columns,
            numbers[0][second.row_of_pair] * width + numbers[1][second.columns],
        ]
    )
    unique, where = np.unique(keys, return_inverse=True)
    counts = np.bincount(where, np.concatenate([first.counts, second.counts]))
    merged = make_pack(
        sides[0],
        sides[1],
        (unique // width, unique % width, counts.astype(np.float32)),
        sources=tuple(dict.fromkeys((*first.sources, *second.sources))),
        date=max(first.date, second.date),
        through=tuple(dict.fromkeys((*first.through, *second.through))),
    )
    return replace(merged, digest=f"{first.digest}+{second.digest}")


def compose(first: Pack, second: Pack) -> Pack:
    """Make the pack of two languages from what both know of a third one.

    The probability of a target word given a source word is summed over the words of the language
    between, p(y | x) = sum over e of p(e | x) p(y | e), in both directions (Mann and Yarowsky 2001,
    with probabilities in place of edges). A pair counts as often as the rarer direction says.

    Args:
        first: into the language between.
        second: from the language between.

    Raises:
        ValueError: the packs do not meet in one language.
    """
    from diglot.packs.kernels.composition import compose_walks

    if first.target.language != second.source.language:
        raise ValueError(f"{first.name} and {second.name} do not meet in one language")
    met = np.array([second.source.numbers.get(word, -1) for word in first.target.words], np.int32)
    x, y, ahead, back = compose_walks(
        _walk(first, met), _walk(second), len(second.target.words), LEAST_SHARE
    )
    counts = np.minimum(ahead * first.totals[0][x], back * second.totals[1][y])
    return make_pack(
        first.source,
        second.target,
        (x, y, counts.astype(np.float32)),
        sources=tuple(dict.fromkeys((*first.sources, *second.sources))),
        date=max(first.date, second.date),
        through=(*first.through, first.target.language, *second.through),
    )


def _walk(pack: Pack, numbers: NDArray[np.int32] | None = None) -> tuple[NDArray[Any], ...]:
    """Return rows, columns and probabilities ahead and back, with target words numbered anew.

    Words whose new number is negative are left out.
    """
    row, columns = pack.row_of_pair, pack.columns
    ahead = pack.counts / pack.totals[0][row].astype(np.float64)
    back = pack.counts / pack.totals[1][columns].astype(np.float64)
    if numbers is None:
        return pack.rows, columns, ahead, back
    there = (columns := numbers[columns]) >= 0
    rows = offsets_of(there)[pack.rows]
    return rows, columns[there], ahead[there], back[there]


def compose_any(first: Pack, second: Pack) -> Pack:
    """Compose two packs that have a language in common, whichever way round they are.

    Raises:
        ConfigError: they have none in common, or the same two languages.
    """
    common = set(first.languages) & set(second.languages)
    if len(common) != 1:
        raise ConfigError(
            f"packs of {' and '.join(first.languages)} and of {' and '.join(second.languages)} "
            "cannot be composed: they need exactly one language in common"
        )
    bridge = common.pop()
    return compose(
        first if first.target.language == bridge else turn_round(first),
        second if second.source.language == bridge else turn_round(second),
    )
