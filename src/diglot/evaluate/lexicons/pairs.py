"""Pairs of words as an evaluation of dictionaries sees them: which are the same, which are judged.

Reference:
    TIAD 2021, evaluation process, steps 1 to 3 (results page of the shared task).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError, InputError
from diglot.evaluate.statistics.aggregate import Floats, Ints
from diglot.model import Translation

SLACK = 1e-9
"""How far under a threshold a score may lie: sums such as 0.1 + 16 * 0.025 miss it by rounding."""

SWITCHES = {
    "pos": ("ignore", "match"),
    "case": ("fold", "keep"),
    "duplicates": ("max", "keep"),
    "filter": ("both", "one"),
}
PART_BITS = 20
"""Bits of a node that hold its part of speech."""

Nodes: TypeAlias = Ints
Lemmas: TypeAlias = "Collection[str | tuple[str, str]]"
"""Words, or words with their parts of speech."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the text of the shared task leaves open; the defaults are diglot's reading of it.

    Attributes:
        pos: ``ignore`` parts of speech, or ``match``: words with different ones are different, and
            an unknown one is one of its own.
        case: ``fold`` case, or ``keep`` it.
        duplicates: of rows with the same words only the best score counts (``max``), or all but
            those that are alike in every column (``keep``): precision is then one of rows, while
            recall still counts a gold pair once.
        filter: rows count if gold knows ``both`` of their words, or ``one``, the source word.
    """

    pos: str = "ignore"
    case: str = "fold"
    duplicates: str = "max"
    filter: str = "both"

    def __post_init__(self) -> None:
        """Refuse unknown switches."""
        for name, known in SWITCHES.items():
            if (value := getattr(self, name)) not in known:
                raise ConfigError(f"{name} is {value!r}; available: {', '.join(known)}")

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """Name and value of each switch."""
        return tuple((name, getattr(self, name)) for name in SWITCHES)


@dataclass(frozen=True, slots=True, eq=False)
class WordPairs:
    """Rows of a dictionary as columns.

    Attributes:
        source: source words as they are written.
        target: target words.
        score: shape (rows,), in [0, 1].
        source_pos: parts of speech, empty where unknown; None if none is known.
        target_pos: the same of the target words.
    """

    source: Sequence[str]
    target: Sequence[str]
    score: Floats
    source_pos: Sequence[str] | None = None
    target_pos: Sequence[str] | None = None

    def __len__(self) -> int:
        return len(self.source)

    @classmethod
    def of(cls, rows: WordPairs | Iterable[Any]) -> WordPairs:
        """Return rows as columns.

        Args:
            rows: translations, or tuples (source, target) or (source, target, score); a row without
                a score has 1.

        Raises:
            InputError: a score is no number in [0, 1], or a word is blank.
        """
        if isinstance(rows, WordPairs):
            return _checked(rows)
        source, target, score = [], [], []
        parts: tuple[list[str], list[str]] = ([], [])
        for row in rows:
            if isinstance(row, Translation):
                source.append(row.source)
                target.append(row.target)
                score.append(1.0 if row.score is None else row.score)
                parts[0].append(row.source_pos or "")
                parts[1].append(row.target_pos or "")
            else:
                source.append(row[0])
                target.append(row[1])
                score.append(1.0 if len(row) < 3 or row[2] is None else row[2])
        known = any(parts[0]) or any(parts[1])
        return _checked(
            cls(
                source,
                target,
                np.array(score, np.float64),
                parts[0] if known else None,
                parts[1] if known else None,
            )
        )

    def reverse(self) -> WordPairs:
        """Return the rows read from target to source."""
        return WordPairs(self.target, self.source, self.score, self.target_pos, self.source_pos)

    def __add__(self, other: WordPairs) -> WordPairs:
        return WordPairs(
            [*self.source, *other.source],
            [*self.target, *other.target],
            np.concatenate([self.score, other.score]),
            *(
                None
                if one is None and two is None
                else [*(one or [""] * len(self)), *(two or [""] * len(other))]
                for one, two in (
                    (self.source_pos, other.source_pos),
                    (self.target_pos, other.target_pos),
                )
            ),
        )


class Numbering:
    """Numbers of words and parts of speech, given as they are met; languages share them.

    Attributes:
        texts: the words by number, in the form that is compared.
        parts: the parts of speech by number; the first is unknown.
    """

    __slots__ = ("_by_text", "_part_numbers", "_raw", "_rules", "parts", "texts")

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._raw: dict[str, int] = {}
        self._by_text: dict[str, int] = {}
        self._part_numbers = {"": 0}
        self.texts: list[str] = []
        self.parts = [""]

    def copy(self) -> Numbering:
        """Return the same numbering, to go on with without changing this one."""
        other = Numbering(self._rules)
        other._raw, other._by_text = dict(self._raw), dict(self._by_text)
        other._part_numbers = dict(self._part_numbers)
        other.texts, other.parts = list(self.texts), list(self.parts)
        return other

    def words(self, texts: Sequence[str]) -> Nodes:
        """Return the number of each word, shape (words,).

        Raises:
            InputError: a word is blank.
        """
        known = self._raw
        for text in texts:
            if text not in known:
                known[text] = self._number(text)
        return np.fromiter(map(known.__getitem__, texts), np.int64, count=len(texts))

    def part_numbers(self, parts: Sequence[str]) -> Nodes:
        """Return the number of each part of speech, shape (parts,).

        Raises:
            InputError: there are more than a million.
        """
        known = self._part_numbers
        for part in parts:
            if part not in known:
                if len(known) >> PART_BITS:
                    raise InputError("there are more than a million parts of speech")
                known[part] = len(known)
                self.parts.append(part)
        return np.fromiter(map(known.__getitem__, parts), np.int64, count=len(parts))

    def lemmas(self, lemmas: Lemmas) -> Nodes:
        """Return nodes, ascending; a word without a part of speech has the number below zero."""
        bare = [each for each in lemmas if isinstance(each, str)]
        full = [each for each in lemmas if not isinstance(each, str)]
        words = self.words([*bare, *(each[0] for each in full)])
        parts = self.part_numbers([each[1] for each in full])
        nodes = (words[len(bare) :] << PART_BITS) | parts
        return np.unique(np.concatenate([-1 - words[: len(bare)], nodes]))

    def words_of(self, nodes: Nodes, *, pos: bool) -> Nodes:
        """Return the number of the word of each node; ``pos`` says that it has more than that."""
        return nodes >> PART_BITS if pos else nodes

    def text_of(self, nodes: Nodes, *, pos: bool) -> list[str]:
        """Return the words of nodes."""
        return [self.texts[number] for number in self.words_of(nodes, pos=pos).tolist()]

    def _number(self, text: str) -> int:
        form = " ".join(unicodedata.normalize("NFC", text).split())
        if not form:
            raise InputError("a pair has a blank word", cure="leave such rows out")
        if self._rules.case == "fold":
            form = form.casefold()
        number = self._by_text.setdefault(form, len(self._by_text))
        if number == len(self.texts):
            self.texts.append(form)
        return number


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Rows of a dictionary as numbers.

    Attributes:
        source: shape (rows,): node of each source word: its number, or that and the number of its
            part of speech.
        target: the same of the target words.
        score: shape (rows,).
        source_part: shape (rows,): number of the part of speech of each source word.
        target_part: the same of the target words.
        numbering: what the numbers mean.
    """

    source: Nodes
    target: Nodes
    score: Floats
    source_part: Nodes
    target_part: Nodes
    numbering: Numbering = field(repr=False)

    def __len__(self) -> int:
        return len(self.source)

    @classmethod
    def of(cls, pairs: WordPairs, numbering: Numbering) -> Rows:
        """Number rows, with words as nodes; the numbering is taken over and goes on."""
        source, target = numbering.words(pairs.source), numbering.words(pairs.target)
        parts = [
            np.zeros(len(pairs), np.int64) if each is None else numbering.part_numbers(each)
            for each in (pairs.source_pos, pairs.target_pos)
        ]
        return cls(
            source, target, np.asarray(pairs.score, np.float64), parts[0], parts[1], numbering
        )

    @property
    def has_parts(self) -> bool:
        """Whether any part of speech is known."""
        return bool(self.source_part.any() or self.target_part.any())

    def with_parts(self) -> Rows:
        """Return rows of words with the parts of speech as a part of the nodes."""
        return replace(
            self,
            source=(self.source << PART_BITS) | self.source_part,
            target=(self.target << PART_BITS) | self.target_part,
        )

    def subset(self, chosen: NDArray[Any]) -> Rows:
        """Return some of the rows."""
        return Rows(
            self.source[chosen],
            self.target[chosen],
            self.score[chosen],
            self.source_part[chosen],
            self.target_part[chosen],
            self.numbering,
        )


def _checked(pairs: WordPairs) -> WordPairs:
    """Refuse scores that are no probabilities."""
    lengths = {
        len(each)
        for each in (pairs.source, pairs.target, pairs.score, pairs.source_pos, pairs.target_pos)
        if each is not None
    }
    if len(lengths) > 1:
        raise InputError("the columns of the pairs differ in length")
    outside = ~((pairs.score >= 0) & (pairs.score <= 1))
    if outside.any():
        at = int(np.flatnonzero(outside)[0])
        raise InputError(
            f"the score of {pairs.source[at]!r} and {pairs.target[at]!r} is {pairs.score[at]:g}, "
            "outside 0 to 1",
            cure="divide the scores by the highest",
        )
    return pairs
