"""How alike the words of two languages are spelled, and cognates that differ by an ending."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import regex

from diglot.flat_arrays import find_sorted, join_ranges
from diglot.text.spelling import pack_letters

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph

    Ints32 = NDArray[np.int32]
    Ints = NDArray[np.int64]

_MARKS = regex.compile(r"\p{M}+")


@dataclass(frozen=True, slots=True, eq=False)
class Spellings:
    """The words of one language in plain Latin letters.

    Attributes:
        first: node of the first word.
        words: small letters without accents, other scripts transliterated.
        letters: uint8: all words one after the other.
        starts: shape (words + 1,), int64: where each word begins.
        stems: words by their stems, for each ending that was asked for, see `_stems`.
    """

    first: int
    words: tuple[str, ...]
    letters: NDArray[np.uint8]
    starts: Ints
    stems: dict[str, tuple[NDArray[np.uint64], Ints]] = field(default_factory=dict)

    @property
    def lengths(self) -> Ints:
        """Letters of each word."""
        return np.diff(self.starts)


def spellings(graph: Graph, language: str) -> Spellings:
    """Return the words of a language as they are compared.

    Raises:
        ConfigError: no dictionary has words of the language.
    """
    first, last = graph.range(language)
    words = tuple(plain_latin("\n".join(graph.lemmas(np.arange(first, last)))).split("\n"))
    return Spellings(first, words, *pack_letters(words))


def plain_latin(text: str) -> str:
    """Return a text in small Latin letters without accents.

    >>> plain_latin("Œuvre d’État")
    "oeuvre d'etat"
    """
    text = text.lower()
    if text.isascii():
        return text
    from anyascii import anyascii

    lines = text.split("\n")
    marked = [number for number, line in enumerate(lines) if not line.isascii()]
    if len(marked) < len(lines):
        # Most words have plain letters alone, and what the others need takes long.
        plain = plain_latin("\n".join([lines[number] for number in marked])).split("\n")
        for number, line in zip(marked, plain, strict=True):
            lines[number] = line
        return "\n".join(lines)
    bare = _MARKS.sub("", unicodedata.normalize("NFD", text))
    others = {sign for sign in set(bare) if not sign.isascii()}
    # A line break is no letter, and none may come of one.
    latin = {ord(sign): " ".join(anyascii(sign).split()).lower() for sign in others}
    return bare.translate(latin)


def spelling_likeness(
    source: Spellings, target: Spellings, one: Ints32, other: Ints32
) -> tuple[NDArray[np.float32], Ints32]:
    """Compare the spelling of pairs.

    Args:
        source: words of the source language.
        target: words of the target language.
        one: shape (pairs,), nodes of the source language.
        other: shape (pairs,), nodes of the target language.

    Returns:
        1 - edit distance / length of the longer word; and the number of letters both begin with.
        Of longer words the first 64 letters count.
    """
    from diglot.text.kernels.edits import LONGEST, common_beginnings, likeness_of_pairs

    rows, columns = one.astype(np.int64) - source.first, other.astype(np.int64) - target.first
    pairs = (source.letters, source.starts, target.letters, target.starts, rows, columns)
    alike = likeness_of_pairs(*pairs, True, LONGEST).astype(np.float32)
    alike[np.maximum(source.lengths[rows], target.lengths[columns]) == 0] = 1.0
    return alike, common_beginnings(*pairs, LONGEST)


# Cognates: words of two languages that differ by an ending which often stands for another.

STEM = 4
"""Letters that cognates share at least."""
LONGEST = 5
"""Letters of an ending."""
MOST = 200
"""Pairs of endings that are looked at."""
FEWEST = 5
"""Trusted pairs that show a pair of endings."""
LEAST = 0.1
"""Share of its pairs that are right, for a pair of endings to be believed."""


@dataclass(frozen=True, slots=True, eq=False)
class Cognates:
    """Pairs of nodes whose words may be cognates, ascending by source, then target.

    Attributes:
        source: shape (pairs,), int32.
        target: shape (pairs,), int32.
        trust: shape (pairs,), float32: share of the pairs with these endings that are trusted,
            among those of which a word has any trusted translation.
    """

    source: Ints32
    target: Ints32
    trust: NDArray[np.float32]


def find_cognates(source: Spellings, target: Spellings, one: Ints32, other: Ints32) -> Cognates:
    """Find cognates by the endings that trusted pairs show: ``-ly`` and ``-ement``.

    Args:
        source: words of the source language.
        target: words of the target language.
        one: shape (pairs,), nodes of the source language, of pairs that are trusted.
        other: shape (pairs,), nodes of the target language.

    Reference:
        Koehn and Knight (2002), Learning a translation lexicon from monolingual corpora, section
        2.2, for endings; the trust in each is ours.
    """
    shared = spelling_likeness(source, target, one, other)[1]
    row, column = one - source.first, other - target.first
    ends = (source.lengths[row] - shared, target.lengths[column] - shared)
    good = (shared >= STEM) & (ends[0] <= LONGEST) & (ends[1] <= LONGEST)
    shown = Counter(
        (source.words[a][begin:], target.words[b][begin:])
        for a, b, begin in zip(
            row[good].tolist(), column[good].tolist(), shared[good].tolist(), strict=True
        )
    )
    width = len(target.words)
    trusted = np.unique(row.astype(np.int64) * width + column)
    has = np.zeros(len(source.words), np.bool_)
    has[row] = True
    best: list[tuple[Ints, NDArray[np.float32]]] = []
    for (ending, its), number in shown.most_common(MOST):
        if number < FEWEST:
            break
        at, place = _meetings(_stems(source, ending), _stems(target, its))
        keys = at * width + place
        judged = keys[has[keys // width]]
        if len(judged):
            trust = float((find_sorted(judged, trusted) >= 0).mean())
            if trust >= LEAST:
                best.append((keys, np.full(len(keys), trust, np.float32)))
    if not best:
        none = np.zeros(0, np.int32)
        return Cognates(none, none, np.zeros(0, np.float32))
    keys = np.concatenate([each for each, _ in best])
    trusts = np.concatenate([each for _, each in best])
    order = np.lexsort((-trusts, keys))
    keys, trusts = keys[order], trusts[order]
    new = np.concatenate([[True], keys[1:] != keys[:-1]])
    keys, trusts = keys[new], trusts[new]
    return Cognates(
        (keys // width + source.first).astype(np.int32),
        (keys % width + target.first).astype(np.int32),
        trusts,
    )


def _stems(spellings: Spellings, ending: str) -> tuple[NDArray[np.uint64], Ints]:
    """Return the hashes of the stems of all words with an ending, ascending, and the words."""
    if ending not in spellings.stems:
        from diglot.text.kernels.edits import prefix_hashes

        words = np.flatnonzero(spellings.lengths >= STEM + len(ending))
        if ending:
            place = spellings.starts[words + 1]
            for back, sign in enumerate(reversed(ending.encode("ascii", "replace")), 1):
                same = spellings.letters[place - back] == sign
                words, place = words[same], place[same]
        hashes = prefix_hashes(spellings.letters, spellings.starts, words, len(ending))
        order = np.argsort(hashes, kind="stable")
        spellings.stems[ending] = hashes[order], words[order]
    return spellings.stems[ending]


def _meetings(
    mine: tuple[NDArray[np.uint64], Ints], theirs: tuple[NDArray[np.uint64], Ints]
) -> tuple[Ints, Ints]:
    """Return the pairs of words that have the same stem."""
    # The shorter list is looked up in the longer one: endings are rare, all words are many.
    if len(mine[0]) > len(theirs[0]):
        others, words = _meetings(theirs, mine)
        return words, others
    (few, words), (many, others) = mine, theirs
    begin = np.searchsorted(many, few, side="left")
    count = np.searchsorted(many, few, side="right") - begin
    return np.repeat(words, count), others[join_ranges(begin, count)]
