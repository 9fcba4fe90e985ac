"""The graph of dictionaries is built.

Translations, languages, parts of speech and sources become numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.files.arrays import strings_of_pool
from diglot.flat_arrays import offsets_of
from diglot.lexicons.graph.graph import BACK, FORTH, Graph
from diglot.lexicons.graph.interning import (
    casefold_words,
    normalise_lemmas,
    order_nodes,
)
from diglot.lexicons.kernels.encoding import (
    merge_entries,
    number_by_first_use,
    place_entries,
    sort_entries,
)
from diglot.model import Origin, Translation
from diglot.model.lexicon import BACKWARD, BOTH, FORWARD, TranslationColumns
from diglot.text.interning import SEPARATOR, Text, Words, bytes_of, split_words, take_words
from diglot.text.kernels.interning import gather_words

Ints = NDArray[np.int64]
Ints32 = NDArray[np.int32]
Bytes = NDArray[np.uint8]
Run = tuple[int, Ints32, Ints32, Bytes]

MAX_NAMES = 1 << 16  # of languages, of parts of speech
UNWANTED = (1 << 32) - 1


class Names:
    """Numbers for a few names.

    Attributes:
        names: by number, each once.
    """

    def __init__(self, what: str, known_as: Callable[[str], str | None]) -> None:
        self.names: dict[str, int] = {}
        self._what, self._known_as = what, known_as
        self._numbers: dict[str, int] = {}

    def numbers(self, found: Iterable[str]) -> NDArray[np.uint32]:
        """Return the numbers of names, ``UNWANTED`` for those not wanted."""
        numbers = [self._number(each) for each in found]
        if len(self.names) > MAX_NAMES:
            raise ConfigError(f"the dictionaries name more than {MAX_NAMES:,} {self._what}")
        return np.array(numbers, np.uint32)

    def _number(self, found: str) -> int:
        number = self._numbers.get(found)
        if number is None:
            name = self._known_as(found)
            number = UNWANTED if name is None else self.names.setdefault(name, len(self.names))
            self._numbers[found] = number
        return number


def rank_names(
    names: Iterable[str], numbers: NDArray[np.uint16], always: str | None = None
) -> tuple[tuple[str, ...], NDArray[np.uint16]]:
    """Return the names that occur, ascending, and the rank of each number."""
    by_number = list(names) or [""]
    used = {by_number[each] for each in np.unique(numbers).tolist()}
    if always is not None:
        used.add(always)
    ranked = tuple(sorted(used))
    rank = {name: at for at, name in enumerate(ranked)}
    return ranked, np.array([rank.get(name, 0) for name in by_number], np.uint16)[numbers]


# Rows of dictionaries as numbers, until they become edges.

# Arrays of this many numbers are so large that their memory goes back to the system.
_BLOCK = 1 << 23


class Rows:
    """Rows of many dictionaries, nine bytes each, in blocks that can be given up one by one."""

    def __init__(self) -> None:
        self._blocks: list[tuple[Ints32, Ints32, Bytes]] = []
        self._runs: list[list[tuple[int, int, int]]] = []  # dictionary, begin, end in the block
        self._used = 0

    def __bool__(self) -> bool:
        return bool(self._blocks)

    def add(self, dictionary: int, source: Ints32, target: Ints32, way: Bytes) -> None:
        """Add rows of a dictionary."""
        done = 0
        while done < len(source):
            if not self._blocks or self._used == len(self._blocks[-1][0]):
                ends = np.empty(_BLOCK, np.int32), np.empty(_BLOCK, np.int32)
                self._blocks.append((*ends, np.empty(_BLOCK, np.uint8)))
                self._runs.append([])
                self._used = 0
            block, runs = self._blocks[-1], self._runs[-1]
            size = min(len(source) - done, len(block[0]) - self._used)
            begin, end = self._used, self._used + size
            here = slice(done, done + size)
            block[0][begin:end], block[1][begin:end] = source[here], target[here]
            block[2][begin:end] = way[here]
            if runs and runs[-1][0] == dictionary:
                begin = runs.pop()[1]
            runs.append((dictionary, begin, end))
            self._used = end
            done += size

    def runs(self) -> Iterator[Run]:
        """Give dictionary, sources, targets and ways of the rows of one dictionary at a time."""
        for block, runs in zip(self._blocks, self._runs, strict=True):
            for dictionary, begin, end in runs:
                yield dictionary, block[0][begin:end], block[1][begin:end], block[2][begin:end]

    def drain(self) -> Iterator[Run]:
        """Give the same in another order, and give up every block that is done."""
        while self._blocks:
            block = self._blocks.pop()
            for dictionary, begin, end in self._runs.pop():
                yield dictionary, block[0][begin:end], block[1][begin:end], block[2][begin:end]


# Which dictionaries say an edge: sets of them by number.

NARROW = 1 << 16  # what sixteen bits count


def witness_sets(
    first: NDArray[np.uint16 | np.int32], dictionaries: int, edge: Ints, dictionary: Ints32
) -> tuple[NDArray[np.uint16 | np.int32], tuple[tuple[int, ...], ...]]:
    """Return which set of dictionaries says each edge, and the sets in order of first use.

    Args:
        first: the first dictionary of each edge.
        dictionaries: how many there are.
        edge: edges that have one more, ascending.
        dictionary: which one, ascending for each edge.
    """
    sets: list[tuple[int, ...]] = [(each,) for each in range(dictionaries)]
    begins = np.flatnonzero(np.diff(edge, prepend=-1))
    several = edge[begins]
    state = first[several].astype(np.int64)
    depth = np.diff(np.append(begins, len(edge)))
    for step in range(int(depth.max(initial=0))):
        deep = np.flatnonzero(depth > step)
        joined = state[deep] * dictionaries + dictionary[begins[deep] + step]
        found, which = np.unique(joined, return_inverse=True)
        state[deep] = len(sets) + which
        sets.extend((*sets[each // dictionaries], each % dictionaries) for each in found.tolist())
    wide = first if len(sets) <= NARROW else first.astype(np.int32)
    wide[several] = state
    numbers = np.full(len(sets), -1, np.int64)
    met = number_by_first_use(wide, numbers)
    used = np.empty(met, np.int64)
    chosen = np.flatnonzero(numbers >= 0)
    used[numbers[chosen]] = chosen
    narrow = np.uint16 if met <= NARROW else np.int32
    return wide.astype(narrow, copy=False), tuple(sets[each] for each in used.tolist())


def rows_of(graph: Graph) -> Iterator[Run]:
    """Give the edges of a graph as rows, dictionary by dictionary within sets of them."""
    begins = np.repeat(np.arange(graph.nodes, dtype=np.int32), np.diff(graph.starts))
    once = np.flatnonzero(begins < graph.neighbours)
    once = once[np.argsort(graph.witness[once], kind="stable")]
    bounds = np.searchsorted(graph.witness[once], np.arange(len(graph.witnesses) + 1))
    for number, dictionaries in enumerate(graph.witnesses):
        here = once[bounds[number] : bounds[number + 1]]
        for dictionary in dictionaries:
            yield dictionary, begins[here], graph.neighbours[here], graph.allowed[here]


# Translations are taken in chunks, so that memory is bounded by the distinct words and nine bytes
# a row, and twice eight while the rows become edges.

CASES = ("keep", "fold")
PARTS = ("keep", "ignore")
_ALLOWED = {FORWARD: FORTH, BACKWARD: BACK}
_CHUNK = 1 << 13  # translations: what fits into the cache of a processor


def columns_of(translations: Sequence[Translation]) -> TranslationColumns:
    """Return translations by columns."""
    words = [each.source for each in translations] + [each.target for each in translations]
    joined = SEPARATOR.join([*words, ""])
    if joined.count(SEPARATOR) != len(words):
        joined = SEPARATOR.join([*(each.replace(SEPARATOR, " ") for each in words), ""])
    languages = [each.source_language for each in translations]
    parts = [each.source_pos or "" for each in translations]
    directions = [each.direction for each in translations]
    return TranslationColumns(
        bytes_of(joined),
        *_number(languages + [each.target_language for each in translations]),
        *_number(parts + [each.target_pos or "" for each in translations]),
        None if directions.count(BOTH) == len(directions) else directions,
    )


def _number(names: list[str]) -> tuple[list[str], NDArray[np.intp]]:
    """Return names, each once, and which of them stands where."""
    place = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return list(place), np.fromiter(map(place.__getitem__, names), np.intp, count=len(names))


class Encoder:
    """Makes a graph of dictionaries that are added one after the other.

    Args:
        case: ``keep`` makes lemmas that differ in case different nodes, ``fold`` the same.
        pos: ``keep`` makes parts of speech different nodes, ``ignore`` forgets them.
        language: gives the code of a language from the name in a translation, or None to leave
            its words out; each name is asked for once.
        part: gives the name of a part of speech from what a translation says; the same.

    Attributes:
        rows: number of translations that were added.
        foreign: number of those of a language that is left out.
        blank: number of the rest without a word on a side, which make no edge.
        loops: number of those that give a word for itself, which make no edge either.
        repeated: number of those that say what the same dictionary has said already; known when
            the graph is made.

    Raises:
        ConfigError: an unknown switch.
    """

    def __init__(
        self,
        *,
        case: str = "keep",
        pos: str = "keep",
        language: Callable[[str], str | None] = str,
        part: Callable[[str], str] = str,
    ) -> None:
        if case not in CASES or pos not in PARTS:
            raise ConfigError(
                f"case is one of {', '.join(CASES)}; pos is one of {', '.join(PARTS)}"
            )
        self.rows = self.foreign = self.blank = self.loops = self.repeated = 0
        self._case, self._pos = case, pos
        self._origins: list[Origin] = []
        self._words = Words()
        self._languages = Names("languages", language)
        self._parts = Names("parts of speech", part)
        self._rows = Rows()

    def add(self, origin: Origin, translations: Iterable[Translation]) -> None:
        """Add a dictionary; see `add_chunks`."""
        stream = iter(translations)
        self.add_chunks(origin, iter(lambda: list(islice(stream, _CHUNK)), []))

    def add_chunks(
        self, origin: Origin, chunks: Iterable[TranslationColumns | Sequence[Translation]]
    ) -> None:
        """Add a dictionary whose translations come in chunks.

        Raises:
            ConfigError: too many languages or parts of speech; or what the functions for their
                names raise.
        """
        self._origins.append(origin)
        for chunk in chunks:
            self._add(chunk if isinstance(chunk, TranslationColumns) else columns_of(chunk))

    def _add(self, columns: TranslationColumns) -> None:
        rows = len(columns.languages) // 2
        self.rows += rows
        kinds = self._languages.numbers(columns.language_names)[columns.languages]
        parts = columns.parts
        lemmas = normalise_lemmas(columns.words.tobytes().decode("utf-8", "surrogatepass"))
        text = split_words(bytes_of(lemmas.casefold() if self._case == "fold" else lemmas))
        way = np.full(rows, FORTH | BACK, np.uint8)
        if columns.directions is not None:
            way[:] = [_ALLOWED.get(each, FORTH | BACK) for each in columns.directions]
        wanted = (kinds != UNWANTED).reshape(2, -1).all(axis=0)
        there = (np.diff(text.starts) > 1).reshape(2, -1).all(axis=0)
        self.foreign += int(rows - wanted.sum())
        self.blank += int((wanted & ~there).sum())
        kept = np.flatnonzero(wanted & there)
        if len(kept) < rows:
            both = np.concatenate([kept, kept + rows])
            text = take_words(text, both.astype(np.int32))
            kinds, parts, way = kinds[both], parts[both], way[kept]
        kinds <<= 16
        if self._pos == "keep":
            # Only those of words that are wanted are asked for.
            said, parts = np.unique(parts, return_inverse=True)
            kinds |= self._parts.numbers(columns.part_names[each] for each in said.tolist())[parts]
        numbers = self._words.numbers_of(text, kinds)
        source, target = numbers[: len(way)], numbers[len(way) :]
        differ = source != target
        self.loops += int(len(differ) - differ.sum())
        if differ.any():
            self._rows.add(len(self._origins) - 1, source[differ], target[differ], way[differ])

    def add_graph(self, graph: Graph) -> None:
        """Add all dictionaries of a graph; what it has in one node stays in one.

        Its translations are not counted among the rows.

        Raises:
            ConfigError: too many languages or parts of speech; or what the functions for their
                names raise.
        """
        before = len(self._origins)
        self._origins.extend(graph.origins)
        place = np.concatenate([self._nodes(graph, at) for at in range(0, graph.nodes, _CHUNK)])
        for dictionary, source, target, way in rows_of(graph):
            source, target = place[source], place[target]
            kept = (source != target) & (source >= 0) & (target >= 0)
            if kept.any():
                self._rows.add(before + dictionary, source[kept], target[kept], way[kept])

    def _nodes(self, graph: Graph, begin: int) -> Ints32:
        """Return the numbers of a chunk of the nodes of a graph, -1 for those not wanted."""
        end = min(begin + _CHUNK, graph.nodes)
        starts = graph.lemma_starts[begin : end + 1]
        lemmas = strings_of_pool(graph.lemma_bytes[starts[0] : starts[-1]], starts - starts[0])
        if self._case != graph.case and self._case == "fold":
            lemmas = [each.casefold() for each in lemmas]
        kinds = self._languages.numbers(graph.languages)[graph.language_of(np.arange(begin, end))]
        wanted = kinds != UNWANTED
        kinds <<= 16
        if self._pos == "keep":
            kinds |= self._parts.numbers(graph.parts)[graph.part[begin:end]]
        numbers = np.full(end - begin, -1, np.int32)
        chosen = [lemma for lemma, keep in zip(lemmas, wanted.tolist(), strict=True) if keep]
        numbers[wanted] = self._words.numbers(chosen, kinds[wanted])
        return numbers

    def graph(self) -> Graph:
        """Return the graph of what was added; nothing can be added afterwards.

        Raises:
            ConfigError: no translation at all.
        """
        if not self._rows:
            raise ConfigError("the dictionaries hold no translation: give others")
        lemmas, kinds = self._words.close()
        languages, language = rank_names(self._languages.names, (kinds >> 16).astype(np.uint16))
        parts, part = rank_names(self._parts.names, (kinds & 0xFFFF).astype(np.uint16), always="")
        del kinds
        bounds = offsets_of(np.bincount(language))
        order, nodes = self._ordered(lemmas, language, part, bounds)
        del lemmas, language
        place = np.empty(len(order), np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        part = part[order].astype(np.uint8 if len(parts) <= 1 << 8 else np.uint16)
        del order
        entries = self._entries(place)
        del place
        said: dict[str, Any] = {**nodes, **self._edges(*entries)}
        return Graph(
            languages=languages,
            parts=parts,
            origins=tuple(self._origins),
            bounds=bounds,
            part=part,
            case=self._case,
            pos=self._pos,
            **said,
        )

    def _ordered(
        self, lemmas: Text, language: NDArray[np.uint16], part: NDArray[np.uint16], bounds: Ints
    ) -> tuple[Ints32, dict[str, NDArray[Any]]]:
        """Return the nodes in their order, and their lemmas and words as the graph has them.

        One language is sorted at a time, so that little more than the result is in memory.
        """
        order = np.argsort(language, kind="stable").astype(np.int32)
        lemma_bytes = np.empty(len(lemmas.bytes) - len(order), np.uint8)
        lemma_starts = np.zeros(len(order) + 1, np.int64)
        word = np.empty(len(order), np.int32)
        words = 0
        for begin, end in pairwise(bounds.tolist()):
            nodes = order[begin:end].copy()
            here = take_words(lemmas, nodes)
            folded = casefold_words(here) if self._case == "keep" else None
            within, first = order_nodes(here, folded, part[nodes])
            gather_words(
                here.bytes, here.starts, within, False, lemma_bytes, lemma_starts[begin : end + 1]
            )
            order[begin:end] = nodes[within]
            word[begin:end] = words - 1 + np.cumsum(first)
            words = int(word[end - 1]) + 1
        return order, {"lemma_bytes": lemma_bytes, "lemma_starts": lemma_starts, "word": word}

    def _entries(self, place: Ints32) -> tuple[Ints, NDArray[np.uint64]]:
        """Return where the entries of each node begin, and the entries: rows at both their ends."""
        starts = np.zeros(len(place) + 1, np.int64)
        for _, source, target, _ in self._rows.runs():
            for ends in (source, target):
                starts[1:] += np.bincount(place[ends], minlength=len(place))
        np.cumsum(starts, out=starts)
        entries = np.empty(int(starts[-1]), np.uint64)
        for of, source, target, way in self._rows.drain():
            place_entries(source, target, way, of, place, starts, entries)
        # Each has moved to where the next one began.
        starts[1:] = starts[:-1]
        starts[0] = 0
        return starts, entries

    def _edges(
        self, starts: Ints, entries: NDArray[np.uint64]
    ) -> dict[str, NDArray[Any] | tuple[tuple[int, ...], ...]]:
        """Return the edges as the graph has them; ``starts`` becomes theirs."""
        edges, more = sort_entries(entries, starts)
        self.repeated = (len(entries) - edges - more) // 2
        neighbours = np.empty(edges, np.int32)
        allowed = np.empty(edges, np.uint8)
        first = np.empty(edges, np.uint16 if len(self._origins) <= NARROW else np.int32)
        edge, dictionary = np.empty(more, np.int64), np.empty(more, np.int32)
        merge_entries(entries, starts, neighbours, allowed, first, edge, dictionary)
        witness, sets = witness_sets(first, len(self._origins), edge, dictionary)
        return {
            "starts": starts,
            "neighbours": neighbours,
            "allowed": allowed,
            "witness": witness,
            "witnesses": sets,
        }
