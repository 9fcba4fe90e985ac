"""A language pack whose words are cut otherwise than a text, looked up under the text's own words.

Where words are written without spaces, both cuts are laid over the text. What the pack knows of a
word of the text is what it knows of the words that cover it, by the share of its letters that each
covers: a longer word of the pack serves several of the text, a longer one of the text has several
of the pack. Where compounds are written as one word, one that the pack lacks has the links of its
parts.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from diglot.flat_arrays import join_ranges
from diglot.packs.pack import Pack, PackSource, Side, make_pack, turn_round
from diglot.packs.vocabularies import find_segmenter
from diglot.text.languages import COMPOUNDING, PILING, is_spaceless
from diglot.text.tokens import UNIT, WordSegmenter, segmenters_in_use, tokenise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from diglot.words.corpus import Corpus, Vocabulary
    from diglot.words.storage.model import Model

    Languages = tuple[str | None, str | None]

CHARACTERS = "diglot"
"""Tokeniser of packs whose languages without spaces are cut into characters."""
APART = 1.2
"""Mean lengths of tokens that differ by this factor come from different ways of cutting."""
_SPACELESS = 0x0E00
"""No script without spaces has letters before this code point."""

_SHORTEST_PART = 4
_SHORTEST_COMPOUND, _LONGEST_COMPOUND = 7, 60
_LEAST_TOKENS = 3
"""Rarer words of a pack are no parts of others."""
_JOINTS = ("s", "es", "n", "en", "e", "er", "o", "a", "i")
_JOINT, _LETTER, _PART = 2.0, 2.2, 2.0
"""Costs, as negative logarithms of probabilities: of what joins two parts, of any letter outside of
parts, and of a part beyond its own rarity. Chosen on English-Hungarian and English-Danish."""
_TOKENS = 10
"""A compound counts as if it had stood so often, with a link from each of its parts."""


class _Text(NamedTuple):
    """One side of a corpus: word numbers, where sentences begin in them, the words."""

    tokens: NDArray[np.int32]
    offsets: NDArray[np.int64]
    vocabulary: Vocabulary


class _Cut(NamedTuple):
    """A cut of a string: begin and end of every word, shape (words, 2), and their numbers."""

    spans: NDArray[np.int64]
    words: NDArray[np.int64]

    def by_letter(self, letters: int) -> NDArray[np.int64]:
        """Return the number of the word that each letter is in, -1 between words."""
        found = np.full(letters, -1, np.int64)
        sizes = self.spans[:, 1] - self.spans[:, 0]
        found[join_ranges(self.spans[:, 0], sizes)] = np.repeat(self.words, sizes)
        return found


def recut_pack(pack: Pack, corpus: Corpus, tokenisers: tuple[str, str]) -> Pack:
    """Return a pack by the words of a text, where these were cut otherwise than its own.

    Args:
        pack: of the languages of the text.
        corpus: the text.
        tokenisers: who cut its sides; a side of the pack with another one is cut anew, if its
            language is written without spaces.
    """
    one, other = _texts(corpus)
    if _differs(pack.source, tokenisers[0]):
        pack = _fit_source(pack, one, tokenisers[0])
    if _differs(pack.target, tokenisers[1]):
        turned = turn_round(pack)
        fitted = _fit_source(turned, other, tokenisers[1])
        pack = pack if fitted is turned else turn_round(fitted)
    return pack


def _differs(side: Side, tokeniser: str) -> bool:
    language = side.language.partition("-")[0]
    if is_spaceless(language):
        return side.tokeniser != tokeniser
    return language in COMPOUNDING | PILING


def _fit_source(pack: Pack, text: _Text, tokeniser: str) -> Pack:
    if is_spaceless(pack.source.language.partition("-")[0]):
        return _recut_source(pack, text, tokeniser)
    return _add_compounds(pack, text.vocabulary)


def _add_compounds(pack: Pack, vocabulary: Vocabulary) -> Pack:
    """Add the words of a text that the pack lacks, with the links of the parts that it has."""
    side, totals = pack.source, pack.totals[0]
    tokens = max(1, int(side.frequency.sum()))
    costs = {
        word: _PART - math.log(count / tokens)
        for word, count in zip(side.words, side.frequency.tolist(), strict=True)
        if count >= _LEAST_TOKENS and len(word) >= _SHORTEST_PART and word.isalpha()
    }
    found = {
        word: [side.numbers[part] for part in parts]
        for word in vocabulary.words[1:]
        if word not in side.numbers and (parts := find_parts(word, costs))
    }
    if not found:
        return pack
    held = np.concatenate([*found.values()])
    of_link, places = _links_of(pack, held)
    compound = np.repeat(np.arange(len(found)), [*map(len, found.values())])[of_link]
    width = len(pack.target.words)
    keys, link = np.unique(compound * width + pack.columns[places], return_inverse=True)
    share = pack.counts[places] / totals[held][of_link]
    counts = np.bincount(link, _TOKENS * share).astype(np.float32)
    more = np.bincount(keys // width, minlength=len(found))
    frequency = np.append(side.frequency, np.full(len(found), _TOKENS))
    return replace(
        pack,
        source=replace(side, words=[*side.words, *found], frequency=frequency),
        rows=np.append(pack.rows, pack.rows[-1] + np.cumsum(more)),
        columns=np.append(pack.columns, (keys % width).astype(np.int32)),
        counts=np.append(pack.counts, counts),
    )


def _links_of(pack: Pack, words: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the links of source words: the place of the word among those given, and the link."""
    sizes = np.diff(pack.rows)[words]
    return np.repeat(np.arange(len(words)), sizes), join_ranges(pack.rows[words], sizes)


def find_parts(word: str, costs: Mapping[str, float]) -> tuple[str, ...]:
    """Return the words that a longer one is best put together of; none if it holds none.

    >>> find_parts("jeugdvoetbaltoernooien", {"toernooi": 13.0, "voet": 12.0, "voetbal": 11.0})
    ('voetbal', 'toernooi')

    Args:
        word: in small letters.
        costs: of the words that may be parts.
    """
    size = len(word)
    if not _SHORTEST_COMPOUND <= size <= _LONGEST_COMPOUND:
        return ()
    best: list[tuple[float, tuple[str, ...]]] = [(0.0, ()), *[(math.inf, ())] * size]
    for begin in range(size):
        cost, parts = best[begin]
        steps = [(begin + 1, 0.0 if word[begin] == "-" else _LETTER, parts)]
        if parts:
            steps += [
                (begin + len(joint), _JOINT, parts)
                for joint in _JOINTS
                if word.startswith(joint, begin)
            ]
        steps += [
            (end, costs[piece], (*parts, piece))
            for end in range(begin + _SHORTEST_PART, size + (begin > 0))
            if (piece := word[begin:end]) in costs
        ]
        for end, more, these in steps:
            if cost + more < best[end][0]:
                best[end] = cost + more, these
    return best[size][1]


def _recut_source(pack: Pack, text: _Text, tokeniser: str) -> Pack:
    one, known, shares = _shares(pack.source, text)
    words = text.vocabulary.words[1:]
    frequency = np.bincount(one, shares * pack.source.frequency[known], len(words))
    side = Side(pack.source.language, words, frequency.astype(np.int64), tokeniser)
    # The links of every known word, once for every word of the text that it covers.
    which, places = _links_of(pack, known)
    width = len(pack.target.words)
    keys, link = np.unique(one[which] * width + pack.columns[places], return_inverse=True)
    counts = np.bincount(link, shares[which] * pack.counts[places], len(keys))
    links = keys // width, keys % width, counts.astype(np.float32)
    made = make_pack(
        side, pack.target, links, sources=pack.sources, date=pack.date, through=pack.through
    )
    return replace(made, digest=pack.digest)


def pack_of_model(
    model: Model,
    languages: tuple[str, str],
    *,
    tokenisers: tuple[str, str],
    sources: tuple[PackSource, ...] = (),
    made: str = "",
) -> Pack:
    """Make a pack of a word model: what it counted of words and their links."""
    sides = [
        Side(language, vocabulary.words, np.asarray(frequency), tokeniser)
        for language, vocabulary, frequency, tokeniser in (
            (languages[0], model.source_vocabulary, model.source_frequency, tokenisers[0]),
            (languages[1], model.target_vocabulary, model.target_frequency, tokenisers[1]),
        )
    ]
    rows = np.repeat(np.arange(len(model.rows) - 1), np.diff(model.rows))
    counts = (model.forward + model.backward) * np.float32(0.5)
    links = rows, model.columns.astype(np.int64), counts
    return make_pack(sides[0], sides[1], links, sources=sources, date=made)


def tokens_alike(model: Model, corpus: Corpus, languages: Languages) -> bool:
    """Return True if the words of a model and of a text are about as long, where none has spaces.

    Whoever cuts them, words of one language are: characters taken for words are not.
    """
    for text, language, words, frequency in zip(
        _texts(corpus),
        languages,
        (model.source_vocabulary.words, model.target_vocabulary.words),
        (model.source_frequency, model.target_frequency),
        strict=True,
    ):
        if is_spaceless(language):
            counts = np.bincount(text.tokens, minlength=text.vocabulary.size)
            one, other = _mean_length(words, frequency), _mean_length(text.vocabulary.words, counts)
            if one and other and max(one, other) > APART * min(one, other):
                return False
    return True


def _mean_length(words: Sequence[str], counts: NDArray[Any]) -> float:
    """Return the letters of the mean token in a script without spaces; 0 without any."""
    there = np.array([bool(word) and ord(word[0]) >= _SPACELESS for word in words])
    sizes = np.array([len(word) for word in words])
    tokens = np.asarray(counts)[there]
    return float(sizes[there] @ tokens / tokens.sum()) if tokens.sum() else 0.0


def _texts(corpus: Corpus) -> tuple[_Text, _Text]:
    return (
        _Text(corpus.source, corpus.source_offsets, corpus.source_vocabulary),
        _Text(corpus.target, corpus.target_offsets, corpus.target_vocabulary),
    )


def _shares(
    side: Side, text: _Text
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Return the share of each word of a text that each word of a pack covers.

    A word that both have covers itself whole.

    Returns:
        Numbers of words of the text, of words of the pack, and shares; each pair once.
    """
    string, cut = _written(text)
    ours = cut.by_letter(len(string))
    theirs = _as_pack(side, string).by_letter(len(string))
    width = len(side.words)
    letters = np.bincount(ours[ours >= 0], minlength=text.vocabulary.size)
    met = (ours >= 0) & (theirs >= 0)
    keys, counts = np.unique(ours[met] * width + theirs[met], return_counts=True)
    shares = counts / letters[keys // width]
    own = np.array(
        [
            k * width + there
            for k, word in enumerate(text.vocabulary.words[1:])
            if (there := side.numbers.get(word)) is not None
        ],
        np.int64,
    )
    every = np.union1d(keys, own)
    whole = np.ones(len(every))
    among = ~np.isin(every, own)
    whole[among] = shares[np.isin(keys, every[among])]
    return every // width, every % width, whole


def _written(text: _Text) -> tuple[str, _Cut]:
    """Put the words of a text together again, with a line for every sentence."""
    words = text.vocabulary.words
    pieces: list[str] = []
    spans: list[tuple[int, int]] = []
    at = 0
    for begin, end in pairwise(text.offsets.tolist()):
        before = ""
        for number in text.tokens[begin:end].tolist():
            word = words[number]
            if before[-1:].isascii() and before and word[:1].isascii():
                pieces.append(" ")
                at += 1
            pieces.append(word)
            spans.append((at, at + len(word)))
            at += len(word)
            before = word
        pieces.append("\n")
        at += 1
    found = np.array(spans, np.int64).reshape(-1, 2)
    return "".join(pieces), _Cut(found, text.tokens.astype(np.int64) - 1)


def _as_pack(side: Side, string: str) -> _Cut:
    """Cut a string as the text of a pack was cut."""
    code = side.language
    found = find_segmenter(code)
    if found is None or found.name != side.tokeniser:
        found = _segmenter_of(side)
    with segmenters_in_use(None):
        spans = tokenise(string, code, segmenter=found)
    numbers = [side.numbers.get(string[begin:end], -1) for begin, end in spans]
    return _Cut(np.array(spans, np.int64).reshape(-1, 2), np.array(numbers, np.int64))


def _segmenter_of(side: Side) -> WordSegmenter | None:
    """Return what cuts texts by the words that a pack has links of; None if they are characters."""
    if side.tokeniser == CHARACTERS:
        return None
    costs = -np.log(np.maximum(side.frequency, 1) / max(1, side.frequency.sum())) / UNIT
    whole = np.clip(np.rint(costs), 0, 255).astype(int).tolist()
    return WordSegmenter.of(
        {word: cost for word, cost in zip(side.words, whole, strict=True) if 0 < len(word) < 256},
        name=side.tokeniser,
    )
