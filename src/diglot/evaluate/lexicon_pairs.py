"""Pairs of words as an evaluation of dictionaries sees them: which are the same, which are judged.

Reference:
    TIAD 2021, evaluation process, steps 1 to 3 (results page of the shared task).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError, InputError
from diglot.model import Translation

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

SLACK = 1e-9
"""How far under a threshold a score may lie: sums such as 0.1 + 16 * 0.025 miss it by rounding."""

SWITCHES = {
    "pos": ("ignore", "match"),
    "case": ("fold", "keep"),
    "duplicates": ("max", "keep"),
    "filter": ("both", "one"),
}
# Bits of a node that hold its part of speech.
_PART_BITS = 20

Nodes: TypeAlias = NDArray[np.int64]
Lemmas: TypeAlias = "Collection[str] | Collection[tuple[str, str]]"
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
                raise ConfigError(
                    f"{name} is {value!r}; known are: {', '.join(known)}",
                )

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
    score: NDArray[np.float64]
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

    def reversed(self) -> WordPairs:
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
                if len(known) >> _PART_BITS:
                    raise InputError("there are more than a million parts of speech")
                known[part] = len(known)
                self.parts.append(part)
        return np.fromiter(map(known.__getitem__, parts), np.int64, count=len(parts))

    def lemmas(self, lemmas: Lemmas, *, pos: bool) -> Nodes:
        """Return words, or nodes with ``pos``, ascending; words alone are negative nodes."""
        bare = [each for each in lemmas if isinstance(each, str)]
        full = [each for each in lemmas if not isinstance(each, str)]
        words = self.words([*bare, *(each[0] for each in full)])
        if not pos:
            return np.unique(words)
        parts = self.part_numbers([each[1] for each in full])
        return np.unique(
            np.concatenate([-1 - words[: len(bare)], _nodes(words[len(bare) :], parts)])
        )

    def text_of(self, nodes: Nodes, *, pos: bool) -> list[str]:
        """Return the words of nodes."""
        words = nodes >> _PART_BITS if pos else nodes
        return [self.texts[number] for number in words.tolist()]

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
        source: shape (rows,): node of each source word: its number, with its part of speech if
            parts of speech count.
        target: the same of the target words.
        score: shape (rows,).
        source_part: shape (rows,): number of the part of speech of each source word.
        target_part: the same of the target words.
    """

    source: Nodes
    target: Nodes
    score: NDArray[np.float64]
    source_part: Nodes
    target_part: Nodes

    def __len__(self) -> int:
        return len(self.source)

    @classmethod
    def of(cls, pairs: WordPairs, numbering: Numbering, *, pos: bool) -> Rows:
        """Number rows; with ``pos`` a part of speech is part of a node."""
        ends, parts = [], []
        for texts, of in ((pairs.source, pairs.source_pos), (pairs.target, pairs.target_pos)):
            words = numbering.words(texts)
            part = np.zeros(len(texts), np.int64) if of is None else numbering.part_numbers(of)
            ends.append(_nodes(words, part) if pos else words)
            parts.append(part)
        return cls(ends[0], ends[1], np.asarray(pairs.score, np.float64), parts[0], parts[1])

    def subset(self, chosen: NDArray[Any]) -> Rows:
        """Return some of the rows."""
        return Rows(
            self.source[chosen],
            self.target[chosen],
            self.score[chosen],
            self.source_part[chosen],
            self.target_part[chosen],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Gold:
    """The pairs that are right, each once, ordered by their words.

    Attributes:
        rules: when words are the same.
        rows: the pairs that both lexicons know.
        entry: shape (pairs,): number of the source word of each pair among the entries.
        entries: shape (entries,): nodes of the source words.
        targets: shape (targets,): nodes of the target words, ascending.
        whole: the pairs before they were restricted; the same value if nothing restricts them.
        source_lexicon: words that the source word of a pair must be among; None for any.
        target_lexicon: the same of target words.
        numbering: of words.
    """

    rules: Rules
    rows: Rows
    entry: Nodes
    entries: Nodes
    targets: Nodes
    whole: Rows
    source_lexicon: Nodes | None
    target_lexicon: Nodes | None
    numbering: Numbering = field(repr=False)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def pos(self) -> bool:
        """Whether parts of speech count."""
        return self.rules.pos == "match"

    @property
    def restricted(self) -> str:
        """Which lexicons restrict it: ``both``, ``source``, ``target`` or ``none``."""
        sides = [self.source_lexicon is not None, self.target_lexicon is not None]
        return "both" if all(sides) else "source" if sides[0] else "target" if sides[1] else "none"

    @property
    def texts(self) -> list[tuple[str, str]]:
        """The words of the pairs, in the form that is compared."""
        return list(
            zip(
                self.numbering.text_of(self.rows.source, pos=self.pos),
                self.numbering.text_of(self.rows.target, pos=self.pos),
                strict=True,
            )
        )


def gold_of(
    rows: WordPairs | Iterable[Any],
    *,
    source_words: Lemmas | None = None,
    target_words: Lemmas | None = None,
    rules: Rules | None = None,
) -> Gold:
    """Return the gold pairs that a graph with these words could find.

    Args:
        rows: what `WordPairs.of` takes; scores do not count.
        source_words: words of the source language that the graph has, or pairs of a word and its
            part of speech; None restricts nothing.
        target_words: the same of the target language.
        rules: when words are the same.

    Raises:
        InputError: no pair is left, a word is blank, or parts of speech are to match and there are
            none.
    """
    rules = rules or Rules()
    pos = rules.pos == "match"
    pairs = WordPairs.of(rows)
    if pos and pairs.source_pos is None:
        raise InputError("gold has no parts of speech to match", cure="ignore them (--pos ignore)")
    numbering = Numbering(rules)
    whole = _ordered(Rows.of(pairs, numbering, pos=pos), numbering, pos=pos)
    if not len(whole):
        raise InputError("gold holds no pair")
    lexicons = [
        None if words is None else numbering.lemmas(words, pos=pos)
        for words in (source_words, target_words)
    ]
    kept = np.ones(len(whole), np.bool_)
    for nodes, words in zip((whole.source, whole.target), lexicons, strict=True):
        if words is not None:
            kept &= among(nodes, words, pos=pos)
    if not kept.any():
        raise InputError(
            "no gold pair has both its words in the lexicons",
            cure="check the languages and the direction of gold and lexicons (--reverse-gold)",
        )
    left = whole if kept.all() else whole.subset(kept)
    # The rows are ordered by their words, so that entries are runs of rows.
    starts = np.flatnonzero(np.diff(left.source, prepend=-1))
    entry = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(left)))
    return Gold(
        rules=rules,
        rows=left,
        entry=entry,
        entries=left.source[starts],
        targets=np.unique(left.target),
        whole=whole,
        source_lexicon=lexicons[0],
        target_lexicon=lexicons[1],
        numbering=numbering,
    )


def among(nodes: Nodes, lexicon: Nodes, *, pos: bool) -> NDArray[np.bool_]:
    """Return which nodes a lexicon has (see `Numbering.lemmas`), shape of ``nodes``."""
    found = np.isin(nodes, lexicon)
    if pos and len(lexicon) and lexicon[0] < 0:
        found |= np.isin(-1 - (nodes >> _PART_BITS), lexicon)
    return found


def place_in(values: Nodes, known: Nodes) -> Nodes:
    """Return where each value stands among ascending ``known`` ones; -1 where it does not."""
    if not len(known):
        return np.full(len(values), -1, np.int64)
    at = np.minimum(np.searchsorted(known, values), len(known) - 1)
    return np.where(known[at] == values, at, -1)


def _ordered(rows: Rows, numbering: Numbering, *, pos: bool) -> Rows:
    """Return each pair of nodes once, by words, so that the order of the file does not matter."""
    ends = np.unique(np.concatenate([rows.source, rows.target]))
    texts = numbering.text_of(ends, pos=pos)
    parts = [numbering.parts[node & ((1 << _PART_BITS) - 1)] if pos else "" for node in ends]
    rank = np.empty(len(ends), np.int64)
    rank[sorted(range(len(ends)), key=lambda at: (texts[at], parts[at]))] = np.arange(len(ends))
    source, target = (rank[np.searchsorted(ends, each)] for each in (rows.source, rows.target))
    names = np.array(sorted(range(len(numbering.parts)), key=numbering.parts.__getitem__))
    of_part = np.empty(len(names), np.int64)
    of_part[names] = np.arange(len(names))
    # Of a pair with several parts of speech the last by name stays: a known one before unknown.
    order = np.lexsort((-of_part[rows.target_part], -of_part[rows.source_part], target, source))
    new = (np.diff(source[order], prepend=-1) != 0) | (np.diff(target[order], prepend=-1) != 0)
    return rows.subset(order[new])


def _nodes(words: Nodes, parts: Nodes) -> Nodes:
    return (words << _PART_BITS) | parts


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
