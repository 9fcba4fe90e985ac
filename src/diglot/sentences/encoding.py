"""Encode many pairs of segmented texts once into flat arrays; everything else stays in them.

Tokens for alignment are not words for people: they are lower-cased, cut to their first letters so
that inflected forms fall together, and single characters where a script has no spaces.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache

import numpy as np
import regex
from numpy.typing import NDArray

from diglot.flat_arrays import offsets_of
from diglot.sentences.kernels.blocks import UNMARKED
from diglot.text.boundaries import (
    CLOSING_MARKS,
    COLONS,
    COMMAS,
    EXCLAMATION_MARKS,
    FULL_STOPS,
    QUESTION_MARKS,
)

PREFIX = 6
"""Letters kept of a word: a language-independent stem (sweep 4/5/6/8: .864/.863/.863/.861)."""

# Classes of surface tokens, as bits.
DIGIT, ASKING, QUOTE, LETTER, UPPER, LOWER, CLOSING, PAUSE = (1 << k for k in range(8))

LEAST_FINAL = 0.1
"""Share of sentences that end with a mark of their end at least in a text that has such marks."""

_SPACELESS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_CLUSTERED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
_TOKEN = regex.compile(
    rf"\n|[{_SPACELESS}]|[[\p{{L}}\p{{M}}]--[{_SPACELESS}]]+|\p{{Nd}}+|[^\w\s]|_", regex.VERSION1
)
# Vowel signs of Arabic and Hebrew, the Arabic lengthening stroke, and what joins or divides inside
# words without being seen: written or not at will.
_OPTIONAL_SIGNS = {
    **dict.fromkeys((*range(1425, 1480), *range(1611, 1632), 1600, 1648, 0xAD, 0x200D, 0x2060)),
    # Lower case of the Turkish capital would be two characters.
    0x130: "I",
}
_OPTIONAL_SIGN = re.compile(f"[{''.join(map(chr, _OPTIONAL_SIGNS))}]")
_OTHER_DIGIT = regex.compile(r"[\p{Nd}--[0-9]]", regex.V1)
_CLUSTERED_RUN = regex.compile(rf"[[{_CLUSTERED}]&&[\p{{L}}\p{{M}}]]+", regex.V1)
_GREEK_QUESTION = regex.compile(r";(?<=\p{Greek}[\p{M}»”\"]*;)")
_ASKING_MARKS = frozenset((*QUESTION_MARKS, *EXCLAMATION_MARKS, "՞"))
_QUOTE_MARKS = frozenset("\"'«»‹›“”„‟‘’‚‛「」『』《》")
_CLOSING_MARKS = frozenset(CLOSING_MARKS)
_PAUSE_MARKS = frozenset((*COMMAS, *COLONS, *"–—-"))
# Classes of what ends a sentence; `UNMARKED` is one more.
_NO_MARK, _LAST_FINAL, _OTHER_MARK = 0, 3, 6
_CLASS_OF_MARK: dict[str, int] = {
    mark: number
    for number, marks in enumerate((FULL_STOPS, QUESTION_MARKS, EXCLAMATION_MARKS, COLONS), 1)
    for mark in marks
} | dict.fromkeys((*COMMAS, *"–—-"), 5)

_CHUNK = 20_000


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One side of one pair: ``n`` sentences as a ragged array of token keys.

    Attributes:
        tokens: int32 (tokens,), keys into the vocabulary of the side.
        offsets: int64 (n + 1,), sentence ``i`` is ``tokens[offsets[i]:offsets[i + 1]]``.
        lengths: float64 (n,), characters of the sentence plus one.
        digits, asking, quotes: int16 (n,), numbers of such tokens.
        ends: int8 (n,), class of the last mark: 0 none, 1 full stop, 2 question, 3 exclamation,
            4 colon or semicolon, 5 comma or dash, 6 other; 7 none or other in a text whose
            sentences end without marks, as in Thai.
        starts: int8 (n,), class of the first token: 0 other, 1 upper case, 2 lower case, 3 digit,
            4 quote or dash.
        wordless: bool (n,), mostly something else than letters.
        opens: int8 (n,), 1 where a paragraph starts; all 0 when paragraphs are not known.
    """

    tokens: NDArray[np.int32]
    offsets: NDArray[np.int64]
    lengths: NDArray[np.float64]
    digits: NDArray[np.int16]
    asking: NDArray[np.int16]
    quotes: NDArray[np.int16]
    ends: NDArray[np.int8]
    starts: NDArray[np.int8]
    wordless: NDArray[np.bool_]
    opens: NDArray[np.int8]

    @property
    def size(self) -> int:
        """Number of sentences."""
        return len(self.lengths)

    def part(self, begin: int, end: int) -> Side:
        """The sentences begin <= i < end as a side of their own."""
        if (begin, end) == (0, self.size):
            return self
        rest = {each.name: getattr(self, each.name)[begin:end] for each in fields(self)[2:]}
        first, last = self.offsets[begin], self.offsets[end]
        return Side(
            tokens=self.tokens[first:last], offsets=self.offsets[begin : end + 1] - first, **rest
        )


class Vocabulary:
    """Token keys of one language, shared by all documents of a run."""

    def __init__(self, forms: Iterable[str] = ()) -> None:
        self.keys: dict[str, int] = {form: key for key, form in enumerate(forms)}
        self._surfaces: _Surfaces = _Surfaces(self.keys)

    def __len__(self) -> int:
        return len(self.keys)

    def encode(self, sentences: Sequence[str], *also: Sequence[str] | None) -> Side:
        """Encode sentences; new words join the vocabulary.

        Args:
            sentences: texts of the side.
            also: more texts, one a sentence, such as its translation: their tokens join those of
                the sentence, but lengths and marks stay those of the sentence itself.
        """
        surface, counts = self._surfaces.encode_all(sentences)
        lengths = np.fromiter((len(text) + 1 for text in sentences), np.float64, len(sentences))
        side = self._side(surface, counts, lengths)
        for more in also:
            if more is not None:
                side = self._joined(side, more)
        return side

    def _joined(self, side: Side, more: Sequence[str]) -> Side:
        surface, added = self._surfaces.encode_all(more)
        keys = np.frombuffer(self._surfaces.key_of, np.int32)[surface]
        counts = np.diff(side.offsets)
        offsets = offsets_of(counts + added)
        owner = np.concatenate([np.repeat(np.arange(len(part)), part) for part in (counts, added)])
        tokens = np.concatenate([side.tokens, keys])[np.argsort(owner, kind="stable")]
        return replace(side, tokens=tokens, offsets=offsets)

    def known_keys(self, texts: Iterable[str]) -> list[list[int]]:
        """Keys of the letters and numbers of each text that the vocabulary holds."""
        if not (texts := list(texts)):
            return []
        found: list[list[int]] = [[]]
        for form in _TOKEN.findall(_joined_lines(texts)):
            key = self.keys.get(form.lower()[:PREFIX])
            if form == "\n":
                found.append([])
            elif key is not None and form[0].isalnum():
                found[-1].append(key)
        return found

    def _side(
        self, surface: NDArray[np.int32], counts: NDArray[np.int64], lengths: NDArray[np.float64]
    ) -> Side:
        size = len(lengths)
        offsets = offsets_of(counts)
        token_class = np.frombuffer(self._surfaces.classes, np.int16)[surface]
        marks = np.frombuffer(self._surfaces.marks, np.int8)[surface]

        def count(bit: int) -> NDArray[np.int16]:
            sums = np.zeros(len(surface) + 1, np.int32)
            np.cumsum((token_class & bit) != 0, out=sums[1:])
            return (sums[offsets[1:]] - sums[offsets[:-1]]).astype(np.int16)

        letters = count(LETTER)
        return Side(
            tokens=np.frombuffer(self._surfaces.key_of, np.int32)[surface],
            offsets=offsets,
            lengths=lengths,
            digits=count(DIGIT),
            asking=count(ASKING),
            quotes=count(QUOTE),
            ends=_last_marks(token_class, marks, offsets),
            starts=_first_classes(token_class, offsets),
            wordless=letters * 2 < counts,
            opens=np.zeros(size, np.int8),
        )


class _Surfaces(dict[str, int]):
    """Surface form -> surface id, made on first sight together with its key and class."""

    def __init__(self, keys: dict[str, int]) -> None:
        super().__init__()
        self.keys_by_form = keys
        # Arrays that grow: a list would become an array anew for every document of a run.
        self.key_of = array("i")
        self.classes = array("h")
        self.marks = array("b")
        self["\n"] = -1

    def __missing__(self, form: str) -> int:
        key = form.lower()[:PREFIX]
        self.key_of.append(self.keys_by_form.setdefault(key, len(self.keys_by_form)))
        kind, mark = _kind_of(form[0])
        self.classes.append(kind)
        self.marks.append(mark)
        self[form] = number = len(self.key_of) - 1
        return number

    def encode_all(self, sentences: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Surface ids of all tokens, and the number of tokens of every sentence."""
        parts = [
            self._encode(sentences[begin : begin + _CHUNK])
            for begin in range(0, len(sentences), _CHUNK)
        ]
        if not parts:
            return np.zeros(0, np.int32), np.zeros(0, np.int64)
        ids, counts = zip(*parts, strict=True)
        return np.concatenate(ids), np.concatenate(counts)

    def _encode(self, sentences: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        forms: Iterable[str] = _TOKEN.findall(_joined_lines(sentences))
        ids = np.fromiter(map(self.__getitem__, forms), np.int32)
        breaks = np.flatnonzero(ids < 0)
        edges = np.concatenate(([-1], breaks, [len(ids)]))
        return ids[ids >= 0], np.diff(edges) - 1


def _joined_lines(texts: Iterable[str]) -> str:
    """Plain texts, one a line."""
    return _plain("\n".join(text.replace("\n", " ") for text in texts))


def _plain(text: str) -> str:
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text)
    if _OPTIONAL_SIGN.search(text):  # seldom, and faster than to look every letter up
        text = text.translate(_OPTIONAL_SIGNS)
    text = _GREEK_QUESTION.sub("?", text)
    # Digits newer than Python's own tables stay as they are.
    text = _OTHER_DIGIT.sub(lambda found: str(unicodedata.digit(found[0], found[0])), text)
    return _CLUSTERED_RUN.sub(_bigrams, text)


def _bigrams(match: regex.Match[str]) -> str:
    run = match.group()
    return " ".join(run[k : k + 2] for k in range(max(1, len(run) - 1)))


@cache
def _kind_of(first: str) -> tuple[int, int]:
    """Class of the tokens that begin with a character, and what mark they are."""
    return _class_of(first), _mark_of(first)


def _class_of(first: str) -> int:
    if first.isdigit():
        return DIGIT
    if _is_letter(first):
        return LETTER | (LOWER if first.islower() else UPPER if first.isupper() else 0)
    bits = 0
    for bit, marks in (
        (ASKING, _ASKING_MARKS),
        (QUOTE, _QUOTE_MARKS),
        (CLOSING, _CLOSING_MARKS),
        (PAUSE, _PAUSE_MARKS),
    ):
        if first in marks:
            bits |= bit
    return bits


def _is_letter(first: str) -> bool:
    """Tell letters, and signs that stand on letters: a token of two may begin with one."""
    return first.isalpha() or unicodedata.category(first)[0] == "M"


def _mark_of(first: str) -> int:
    """Class of a sentence end, comparable across scripts."""
    other = _NO_MARK if first.isdigit() or _is_letter(first) else _OTHER_MARK
    return _CLASS_OF_MARK.get(first, other)


def _last_marks(
    classes: NDArray[np.int16], marks: NDArray[np.int8], offsets: NDArray[np.int64]
) -> NDArray[np.int8]:
    """Class of each sentence's last mark, looking through closing quotes and brackets."""
    position = offsets[1:] - 1
    for _ in range(3):
        inside = position >= offsets[:-1]
        closing = (
            inside & ((classes[np.where(inside, position, 0)] & CLOSING) != 0)
            if len(classes)
            else np.zeros(len(position), bool)
        )
        position = np.where(closing, position - 1, position)
    ends = np.zeros(len(position), np.int8)
    inside = position >= offsets[:-1]
    ends[inside] = marks[position[inside]]
    final = (ends > _NO_MARK) & (ends <= _LAST_FINAL)
    if final.sum() < LEAST_FINAL * len(ends):
        ends[(ends == _NO_MARK) | (ends == _OTHER_MARK)] = UNMARKED
    return ends


def _first_classes(classes: NDArray[np.int16], offsets: NDArray[np.int64]) -> NDArray[np.int8]:
    starts = np.zeros(len(offsets) - 1, np.int8)
    filled = offsets[1:] > offsets[:-1]
    first = classes[offsets[:-1][filled]]
    starts[filled] = np.select(
        [
            (first & UPPER) != 0,
            (first & LOWER) != 0,
            (first & DIGIT) != 0,
            (first & (QUOTE | PAUSE)) != 0,
        ],
        [1, 2, 3, 4],
        0,
    )
    return starts
