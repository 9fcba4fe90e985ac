"""Sentence pairs as flat arrays of word numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import chain, islice, pairwise
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from diglot.errors import InputError
from diglot.flat_arrays import offsets_of
from diglot.text.interning import SEPARATOR, Text, Words, bytes_of, split_words


def kept_offsets(kept: NDArray[np.bool_], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where each row begins when only some of the values are kept.

    Args:
        kept: shape (values,).
        offsets: shape (rows + 1,), where each row begins among all values.
    """
    before = offsets_of(kept)
    return before[offsets]


PARTS = 16
"""Parts at most that rows are cut into, whatever the number of threads."""
LEAST = 1 << 15
"""Values that are worth a part of their own."""


def parts_of(size: int) -> list[tuple[int, int]]:
    """Cut values into parts of about the same size: half-open ranges, all together."""
    parts = min(PARTS, 1 + size // LEAST)
    cuts = [size * part // parts for part in range(parts + 1)]
    return [(first, last) for first, last in pairwise(cuts) if first < last]


def parts_of_rows(offsets: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Cut rows into parts of about as many values: half-open ranges of rows, all together.

    Args:
        offsets: shape (rows + 1,), where each row begins.
    """
    values, rows = int(offsets[-1] - offsets[0]), len(offsets) - 1
    parts = min(PARTS, 1 + values // LEAST)
    if parts == 1:  # a single pair is aligned in less time than cutting it takes
        return [(0, rows)] if rows else []
    cuts = np.searchsorted(offsets, np.linspace(offsets[0], offsets[-1], parts + 1))
    cuts[0], cuts[-1] = 0, rows
    return [(first, last) for first, last in pairwise(cuts.tolist()) if first < last]


# Work on parts of a whole, on one thread or several.

Part = TypeVar("Part")
Result = TypeVar("Result")


def results_in_order(
    work: Callable[[Part], Result], parts: Iterable[Part], jobs: int
) -> Iterator[Result]:
    """Give the results of all parts in the order of the parts, whichever is done first."""
    if jobs <= 1:
        # A single pair is aligned in less time than a thread takes to start.
        yield from map(work, parts)
        return
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(work, parts)


def run_over(
    work: Callable[[int, int], object], parts: Sequence[tuple[int, int]], jobs: int
) -> None:
    """Do some work on half-open ranges that touch nothing of each other."""
    if len(parts) == 1:  # of a small text there are ten thousands of such calls
        work(*parts[0])
        return
    for _ in results_in_order(lambda part: work(*part), parts, min(jobs, len(parts))):
        pass


NULL = 0
"""Number of the empty word that words without a counterpart are linked to."""

LONGEST = 1000
"""Pairs with more words than this on a side are passed over: time grows with the square."""


def fold_form(form: str) -> str:
    """Return the word of a form: in small letters, without marks of where a line may break."""
    return form.lower().replace("\u00ad", "") or form


class Vocabulary(dict[str, int]):
    """Numbers of lower-cased words by their form in the text; unknown forms get the next number.

    Attributes:
        words: the lower-cased words by number; number 0 is NULL, the empty string.
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        super().__init__()
        self.words: list[str] = [""]
        self._lower: dict[str, int] = {}
        for word in words:
            self[word]

    def __missing__(self, form: str) -> int:
        word = fold_form(form)
        number = self._lower.get(word)
        if number is None:
            number = self._lower[word] = len(self.words)
            self.words.append(word)
        self[form] = number
        return number

    def find(self, form: str) -> int | None:
        """Return the number of a form whose word is known; none is added."""
        number = self.get(form)
        return self._lower.get(fold_form(form)) if number is None else number

    @property
    def size(self) -> int:
        """Number of words, NULL included."""
        return len(self.words)


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """Encoded sentence pairs; a pair that is passed over has no words on either side.

    Attributes:
        source: shape (source tokens,), int32, word numbers.
        source_offsets: shape (pairs + 1,), int64.
        target: shape (target tokens,), int32.
        target_offsets: shape (pairs + 1,), int64.
        source_vocabulary: words of the source language.
        target_vocabulary: words of the target language.
        skipped: numbers of the pairs that were passed over, by reason: ``empty`` (a side has no
            words), ``long`` (a side has more than `LONGEST`).
    """

    source: NDArray[np.int32]
    source_offsets: NDArray[np.int64]
    target: NDArray[np.int32]
    target_offsets: NDArray[np.int64]
    source_vocabulary: Vocabulary
    target_vocabulary: Vocabulary
    skipped: dict[str, list[int]] = field(default_factory=dict)

    @property
    def pairs(self) -> int:
        """Number of sentence pairs, those passed over included."""
        return len(self.source_offsets) - 1


Side = str | Sequence[str]
"""Words of one side of a pair: a list, or a string that has one space between them."""
Pairs = Sequence[tuple[Side, Side]]

AT_ONCE = 4096
"""Pairs whose words get their numbers together."""


class _Tokens:
    """Words of one language in the order of the text, as numbers of its vocabulary."""

    def __init__(self, vocabulary: Vocabulary | None) -> None:
        self.vocabulary = Vocabulary() if vocabulary is None else vocabulary
        # Every form is looked up in the vocabulary once.
        self._forms, self._numbers = Words(), np.zeros(0, np.int32)
        self._parts, self._sizes = [np.zeros(0, np.int32)], [np.zeros(1, np.int64)]

    def add(self, words: Text, sizes: NDArray[np.int64]) -> None:
        """Add the words of sides, each with so many."""
        self._sizes.append(sizes)
        known = self._forms.known
        forms = self._forms.numbers_of(words)
        new = [self.vocabulary[form] for form in self._forms.words_from(known)]
        self._numbers = np.concatenate([self._numbers, np.array(new, np.int32)])
        self._parts.append(self._numbers[forms])

    def whole(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return all numbers, and where each pair begins."""
        return np.concatenate(self._parts), np.cumsum(np.concatenate(self._sizes))


def _split(sides: Sequence[Side]) -> tuple[Text, NDArray[np.int64]]:
    """Return the words of all sides, and how many each has."""
    if set(map(type, sides)) == {str}:
        text = bytes_of(SEPARATOR.join([*cast("Sequence[str]", sides), ""]))
        ends = np.flatnonzero(text == ord(SEPARATOR))
        if len(ends) == len(sides):
            empty = np.diff(ends, prepend=-1) == 1
            spaces = text == ord(" ")
            sizes = np.diff(np.searchsorted(np.flatnonzero(spaces), ends), prepend=0) + ~empty
            return split_words(
                np.delete(np.where(spaces, ord(SEPARATOR), text), ends[empty])
            ), sizes
    # No file has a token with a line end in it, but callers may.
    words = [
        [
            word.replace(SEPARATOR, " ")
            for word in (side.split(" ") if isinstance(side, str) else side)
        ]
        if side
        else []
        for side in sides
    ]
    text = bytes_of(SEPARATOR.join([*chain.from_iterable(words), ""]))
    return split_words(text), np.array([*map(len, words)], np.int64)


def _chosen(words: Text, chosen: NDArray[np.bool_]) -> Text:
    """Leave out the words that are not ``chosen``, shape (words,)."""
    lengths = np.diff(words.starts)
    starts = offsets_of(lengths[chosen])
    return Text(words.bytes[np.repeat(chosen, lengths)], starts)


class CorpusBuilder:
    """Numbers the words of tokenised pairs.

    Args:
        source_vocabulary: numbers to go on from (of a saved model); grows in place.
        target_vocabulary: the same for the target language.
    """

    def __init__(
        self,
        source_vocabulary: Vocabulary | None = None,
        target_vocabulary: Vocabulary | None = None,
    ) -> None:
        self._tokens = _Tokens(source_vocabulary), _Tokens(target_vocabulary)
        self._skipped: dict[str, list[int]] = {}
        self._pairs = self._cells = 0

    def add(self, pairs: Pairs, fits: Callable[[int, int, int], bool] | None = None) -> int:
        """Add pairs, the first of all and those behind it that fit.

        Args:
            pairs: words of both sides.
            fits: tells of cells, pairs and words of both vocabularies whether they are too many;
                it is asked with the words of all pairs but the last.

        Returns:
            How many pairs were added.
        """
        sides = [*zip(*pairs, strict=True)]
        texts, sizes = zip(*map(_split, sides), strict=True)
        short = np.maximum(*sizes) <= LONGEST
        cells = self._cells + int(sizes[0] @ (sizes[1] * short))
        number = len(pairs)
        if fits and not self._fits(fits, cells, sizes):
            if number > 1:
                half = number // 2
                taken = self.add(pairs[:half], fits)
                return taken if taken < half else half + self.add(pairs[half:], fits)
            if self._pairs:
                return 0
        self._cells = cells
        full = np.minimum(*sizes) > 0
        for reason, passed in (("empty", ~full), ("long", full & ~short)):
            if passed.any():
                numbers = np.flatnonzero(passed) + self._pairs
                self._skipped.setdefault(reason, []).extend(numbers.tolist())
        self._pairs += number
        kept = full & short
        for tokens, words, size in zip(self._tokens, texts, sizes, strict=True):
            chosen = words if kept.all() else _chosen(words, np.repeat(kept, size))
            tokens.add(chosen, size * kept)
        return number

    def _fits(
        self,
        fits: Callable[[int, int, int], bool],
        cells: int,
        sizes: tuple[NDArray[np.int64], ...],
    ) -> bool:
        """Tell whether pairs surely fit: if all of their words were new."""
        forms = sum(tokens.vocabulary.size for tokens in self._tokens)
        if len(sizes[0]) > 1:
            forms += int(sum(map(np.sum, sizes)))
        # A cell costs less where there are many pairs.
        return all(fits(cells, self._pairs + more, forms) for more in {1, len(sizes[0])})

    def corpus(self) -> Corpus:
        """Return all pairs."""
        source, target = self._tokens
        vocabularies = source.vocabulary, target.vocabulary
        return Corpus(*source.whole(), *target.whole(), *vocabularies, self._skipped)


def encode(
    pairs: Iterable[tuple[Side, Side]],
    *,
    source_vocabulary: Vocabulary | None = None,
    target_vocabulary: Vocabulary | None = None,
) -> Corpus:
    """Number the words of a stream of tokenised pairs, which is read once; see `CorpusBuilder`."""
    builder, stream = CorpusBuilder(source_vocabulary, target_vocabulary), iter(pairs)
    while block := [*islice(stream, AT_ONCE)]:
        builder.add(block)
    return builder.corpus()


@dataclass(frozen=True, slots=True, eq=False)
class PairIndex:
    """Distinct word pairs in rows by source word; NULL has no cells.

    Attributes:
        rows: shape (source words + 1,), int64: pairs of source word e are rows[e]:rows[e + 1].
        columns: shape (distinct pairs,), int32, target words, ascending within a row.
        cells: shape (sum of n * m,), uint16 or uint32: cell (i, j) of pair k lies at
            cell_offsets[k] + i * m + j and tells which pair of the row of its source word it is;
            `unknown` is one without a number.
        cell_offsets: shape (pairs + 1,), int64.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int32]
    cells: NDArray[np.unsignedinteger]
    cell_offsets: NDArray[np.int64]

    @property
    def size(self) -> int:
        """Number of distinct word pairs."""
        return len(self.columns)

    @property
    def no_pair(self) -> np.unsignedinteger:
        """What a cell holds whose word pair has no number."""
        most: np.unsignedinteger = self.cells.dtype.type(np.iinfo(self.cells.dtype).max)
        return most


def index(corpus: Corpus, *, jobs: int = 1) -> PairIndex:
    """Number the distinct word pairs of a corpus.

    Time is proportional to the cells, memory is two bytes a cell, four for large vocabularies, and
    four a distinct pair.

    Raises:
        InputError: when there are more distinct pairs than 32 bits can number.
    """
    from diglot.words.kernels import pairs as kernel

    cell_offsets = offsets_of(np.diff(corpus.source_offsets) * np.diff(corpus.target_offsets))
    # Cells tell the pairs of a row apart, and unknown ones.
    wide = corpus.target_vocabulary.size >= np.iinfo(np.uint16).max
    cells = np.empty(cell_offsets[-1], np.uint32 if wide else np.uint16)
    size = corpus.source_vocabulary.size
    places = kernel.occurrences(corpus.source, corpus.source_offsets, size)
    sizes = np.zeros(size, np.int64)
    text = (
        *places, corpus.target, corpus.target_offsets, corpus.target_vocabulary.size,
        cell_offsets, cells, sizes,
    )  # fmt: skip

    def part(words: tuple[int, int]) -> NDArray[np.int32]:
        columns: NDArray[np.int32] = kernel.index_rows(*words, *text)
        return columns

    columns = list(results_in_order(part, parts_of_rows(places[0]), jobs))
    rows = offsets_of(sizes)
    if rows[-1] >= 1 << 32:
        raise InputError(
            "the text has too many different word pairs", cure="align it in several parts"
        )
    return PairIndex(rows, _joined(columns, rows[-1]), cells, cell_offsets)


def _joined(parts: list[NDArray[np.int32]], size: int) -> NDArray[np.int32]:
    """Put parts together, letting each go as soon as it has its place."""
    whole = np.empty(size, np.int32)
    while parts:
        last = parts.pop()
        size -= len(last)
        whole[size : size + len(last)] = last
    return whole


def remove_pairs(
    corpus: Corpus, pairs: PairIndex, kept: NDArray[np.bool_], *, jobs: int = 1
) -> PairIndex:
    """Leave out the word pairs that are not ``kept``, shape (distinct pairs,).

    The cells are written over, so the index given is of no more use.
    """
    from diglot.words.kernels import pairs as kernel

    ranks = np.empty(pairs.size, pairs.cells.dtype)
    rows = kernel.rank_pairs(kept.view(np.uint8), pairs.rows, pairs.no_pair, ranks)
    text = (corpus.source, corpus.source_offsets, pairs.cell_offsets, pairs.rows)

    def part(first: int, last: int) -> None:
        kernel.renumber(first, last, *text, ranks, pairs.no_pair, pairs.cells)

    run_over(part, parts_of_rows(pairs.cell_offsets), jobs)
    return PairIndex(rows, pairs.columns[kept], pairs.cells, pairs.cell_offsets)
