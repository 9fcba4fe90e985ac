"""Gold pairs of dictionaries, and the rows of an inferred dictionary judged by them.

Reference:
    TIAD 2021, evaluation process, steps 1 to 6 (results page of the shared task).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.errors import InputError
from diglot.evaluate.lexicons.pairs import PART_BITS, SLACK, Numbering, Rows, Rules, WordPairs
from diglot.flat_arrays import find_sorted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from diglot.evaluate.lexicons.pairs import Lemmas, Nodes
    from diglot.evaluate.statistics.aggregate import Flags, Floats, Ints

# Up to this number a table is faster than a search.
_DENSE = 1 << 24


@dataclass(frozen=True, slots=True, eq=False)
class Gold:
    """The pairs that are right, each once, ordered by their words.

    Attributes:
        rules: when words are the same.
        rows: the pairs that both lexicons know.
        entry: shape (pairs,): number of the source word of each pair among the entries.
        entries: shape (entries,): nodes of the source words.
        targets: shape (targets,): nodes of the target words, ascending.
        whole: the pairs before they were restricted.
        edges: the same, but pairs of words with parts of speech, if it has any.
        source_lexicon: what the source word of a pair must be among (see `Numbering.lemmas`); None
            for any.
        target_lexicon: the same of target words.
    """

    rules: Rules
    rows: Rows
    entry: Nodes
    entries: Nodes
    targets: Nodes
    whole: Rows
    edges: Rows
    source_lexicon: Nodes | None
    target_lexicon: Nodes | None

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def numbering(self) -> Numbering:
        """The numbers of its words, and of those of the lexicons."""
        return self.rows.numbering

    @property
    def pos(self) -> bool:
        """Whether parts of speech count."""
        return self.rules.pos == "match"

    @property
    def restriction(self) -> str:
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


def build_gold(
    pairs: WordPairs | Iterable[Any],
    *,
    source_words: Lemmas | None = None,
    target_words: Lemmas | None = None,
    rules: Rules | None = None,
) -> Gold:
    """Return the gold pairs that a graph with these words could find.

    Args:
        pairs: what `WordPairs.of` takes; scores do not count.
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
    pairs = WordPairs.of(pairs)
    if pos and pairs.source_pos is None:
        raise InputError("gold has no parts of speech to match", cure="ignore them (--pos ignore)")
    numbering = Numbering(rules)
    rows = Rows.of(pairs, numbering)
    if not len(rows):
        raise InputError("gold holds no pair")
    edges = _ordered(rows.with_parts(), pos=True) if rows.has_parts else None
    whole = edges if edges is not None and pos else _ordered(rows, pos=False)
    lexicons = [
        None if words is None else numbering.lemmas(words) for words in (source_words, target_words)
    ]
    kept = _known(whole, lexicons, pos=pos)
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
        edges=whole if edges is None else edges,
        source_lexicon=lexicons[0],
        target_lexicon=lexicons[1],
    )


def mask_known_rows(gold: Gold, pairs: WordPairs) -> Flags:
    """Return which rows both lexicons of a gold know, shape (rows,)."""
    rows = Rows.of(pairs, gold.numbering.copy())
    if gold.pos:
        rows = rows.with_parts()
    return _known(rows, (gold.source_lexicon, gold.target_lexicon), pos=gold.pos)


def _known(rows: Rows, lexicons: Sequence[Nodes | None], *, pos: bool) -> Flags:
    source, target = (
        mask_known_nodes(nodes, words, pos=pos)
        for nodes, words in zip((rows.source, rows.target), lexicons, strict=True)
    )
    return source & target


def mask_known_nodes(nodes: Nodes, lexicon: Nodes | None, *, pos: bool) -> Flags:
    """Return which nodes a lexicon has (see `Numbering.lemmas`), shape of ``nodes``.

    Args:
        nodes: words, or words with parts of speech.
        lexicon: what there is; None has all.
        pos: which of both the nodes are.
    """
    if lexicon is None:
        return np.ones(len(nodes), np.bool_)
    bare = -1 - lexicon[lexicon < 0]
    full = lexicon[lexicon >= 0]
    if pos:
        return np.isin(nodes, full) | np.isin(nodes >> PART_BITS, bare)
    return np.isin(nodes, full >> PART_BITS) | np.isin(nodes, bare)


def find_numbers(values: Nodes, known: Nodes) -> Nodes:
    """Do as `find_sorted`, by a table where the numbers are small."""
    if len(known) and known[-1] < _DENSE and known[0] >= 0:
        table = np.full(known[-1] + 2, -1, np.int64)
        table[known] = np.arange(len(known))
        # What lies outside falls on the last place, which is free.
        return table[np.where((values >= 0) & (values <= known[-1]), values, known[-1] + 1)]
    return find_sorted(values, known)


def _ordered(rows: Rows, *, pos: bool) -> Rows:
    """Return each pair of nodes once, by words, so that the order of the file does not matter."""
    numbering = rows.numbering
    ends = np.unique(np.concatenate([rows.source, rows.target]))
    texts = numbering.text_of(ends, pos=pos)
    parts = [numbering.parts[node & ((1 << PART_BITS) - 1)] if pos else "" for node in ends]
    rank = _ranks(list(zip(texts, parts, strict=True)))
    source, target = (rank[np.searchsorted(ends, each)] for each in (rows.source, rows.target))
    of_part = _ranks(numbering.parts)
    # Of a pair with several parts of speech the last by name stays: a known one before unknown.
    order = np.lexsort((-of_part[rows.target_part], -of_part[rows.source_part], target, source))
    new = (np.diff(source[order], prepend=-1) != 0) | (np.diff(target[order], prepend=-1) != 0)
    return rows.subset(order[new])


def _ranks(names: Sequence[Any]) -> Ints:
    """Return the place of each name in their order."""
    rank = np.empty(len(names), np.int64)
    rank[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
    return rank


# Rows of an inferred dictionary, judged by gold: what counts, what is right.

# Bits of a node in the number of a pair of nodes.
_HALF = 31

COUNTS = ("right", "kept", "found", "covered")
"""What a row may count for, the columns of `Judged.counts`."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgedRows:
    """The rows that gold can judge (systemGS before the threshold), best first.

    Attributes:
        rows: the rows.
        entry: shape (rows,): number of the source word among the entries of gold.
        gold: shape (rows,): number of the gold pair that a row is; -1 if it is wrong.
        counts: shape (rows, 4), 0 or 1, for ``COUNTS``: the row is right; it counts; it is the
            best row of its gold pair; it is the best row of its entry.
        read: rows there were.
        distinct: rows without repetitions.
    """

    rows: Rows
    entry: Nodes
    gold: Nodes
    counts: Ints
    read: int
    distinct: int

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def right(self) -> Flags:
        """Which rows are right, shape (rows,)."""
        return self.gold >= 0

    def count_from(self, threshold: float) -> int:
        """Return how many rows have at least that score: they are the first."""
        return int(np.searchsorted(-self.rows.score, SLACK - threshold, side="right"))


def distinct_rows(predicted: Rows, *, duplicates: str) -> Rows:
    """Return the rows that differ, best first.

    Args:
        predicted: all rows.
        duplicates: ``max`` leaves the best of each pair of nodes, and of several with one score
            that whose part of speech is the first by name; ``keep`` leaves all that differ in score
            or part of speech.
    """
    chosen = np.arange(len(predicted))
    pair = _pairs(predicted)
    if duplicates == "max":
        chosen = _best(pair, predicted.score)
    rank = _ranks(predicted.numbering.parts)
    few = chosen if duplicates == "keep" else chosen[_repeated(pair[chosen])]
    keys = (
        rank[predicted.target_part[few]],
        rank[predicted.source_part[few]],
        -predicted.score[few],
        pair[few],
    )
    order = np.lexsort(keys)
    same = np.ones(len(order), np.bool_)
    same[:1] = False
    for key in keys if duplicates == "keep" else keys[-1:]:
        ordered = key[order]
        same[1:] &= ordered[1:] == ordered[:-1]
    left = np.ones(len(predicted), np.bool_)
    left[few[order[same]]] = False
    chosen = chosen[left[chosen]]
    return predicted.subset(chosen[np.argsort(-predicted.score[chosen], kind="stable")])


def _pairs(rows: Rows) -> Nodes:
    """Return a number for each row, the same for the same pair of nodes."""
    ends = [rows.source, rows.target]
    if max(int(each.max(initial=0)) for each in ends) >> _HALF:
        ends = [np.unique(each, return_inverse=True)[1] for each in ends]
    return (ends[0] << _HALF) | ends[1]


def _best(pair: Nodes, score: Floats) -> Nodes:
    """Return the rows with the best score of their pair, equal ones included."""
    order = np.argsort(pair)
    starts = np.flatnonzero(np.diff(pair[order], prepend=-1))
    ordered = score[order]
    if not len(starts):
        return order
    best = np.repeat(np.maximum.reduceat(ordered, starts), np.diff(starts, append=len(order)))
    chosen: Nodes = order[ordered == best]
    return chosen


def _repeated(ordered: Nodes) -> Flags:
    """Return which of the values, equal ones side by side, come more than once."""
    same = ordered[1:] == ordered[:-1]
    found = np.zeros(len(ordered), np.bool_)
    found[1:] |= same
    found[:-1] |= same
    return found


def judge_rows(distinct: Rows, gold: Gold, *, read: int, known: str) -> JudgedRows:
    """Judge rows.

    Args:
        distinct: rows without repetitions, best first.
        gold: what is right.
        read: rows there were before repetitions were left out.
        known: ``both`` leaves rows out with a word that gold does not know, ``one`` those with
            such a source word.
    """
    by_node = np.argsort(gold.entries)
    at = find_numbers(distinct.source, gold.entries[by_node])
    target = find_numbers(distinct.target, gold.targets)
    inside = at >= 0
    if known == "both":
        inside &= target >= 0
    rows = distinct.subset(inside)
    entry, target = by_node[at[inside]], target[inside]
    # Codes of gold do not ascend by themselves: its rows are ordered by words, not by numbers.
    codes = gold.entry * len(gold.targets) + np.searchsorted(gold.targets, gold.rows.target)
    order = np.argsort(codes)
    found = find_numbers(
        np.where(target >= 0, entry * len(gold.targets) + target, -1), codes[order]
    )
    pair = np.where(found >= 0, order[found], -1)
    counts = np.zeros((len(rows), len(COUNTS)), np.int64)
    counts[:, 0] = pair >= 0
    counts[:, 1] = 1
    hits = np.flatnonzero(pair >= 0)
    counts[hits[_first(pair[hits], len(gold))], 2] = 1
    counts[_first(entry, len(gold.entries)), 3] = 1
    return JudgedRows(rows, entry, pair, counts, read, len(distinct))


def _first(values: Nodes, size: int) -> Nodes:
    """Return where each value comes for the first time; values are smaller than ``size``."""
    at = np.full(size, -1, np.int64)
    at[values[::-1]] = np.arange(len(values))[::-1]
    return at[at >= 0]
