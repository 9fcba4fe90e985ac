"""The graph of dictionaries: translations become numbers.

Translations are taken in chunks, so that memory is bounded by the distinct words and nine bytes a
row, and twice eight while the rows become edges.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.lexicons.graph import BACK, FORTH, Graph
from diglot.lexicons.interning import Words, casefolded, normal
from diglot.lexicons.node_order import ordered
from diglot.model.lexicon import BACKWARD, FORWARD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from diglot.model import Origin, Translation

CASES = ("keep", "fold")
PARTS = ("keep", "ignore")
_ALLOWED = {FORWARD: FORTH, BACKWARD: BACK}
_CHUNK = 1 << 16  # translations
_NARROW = 1 << 16  # what sixteen bits count
_MAX_NAMES = 1 << 16  # of languages, of parts of speech
_UNWANTED = (1 << 32) - 1


def encode(
    dictionaries: Iterable[tuple[Origin, Iterable[Translation]]],
    *,
    case: str = "keep",
    pos: str = "keep",
) -> Graph:
    """Return the graph of dictionaries.

    Args:
        dictionaries: the origin and the translations of each; translations are taken one by one.
        case: ``keep`` makes lemmas that differ in case different nodes, ``fold`` the same.
        pos: ``keep`` makes parts of speech different nodes, ``ignore`` forgets them.

    Raises:
        ConfigError: an unknown switch, or no translation at all.
    """
    encoder = Encoder(case=case, pos=pos)
    for origin, translations in dictionaries:
        encoder.add(origin, translations)
    return encoder.graph()


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
        self._languages = _Names("languages", language)
        self._parts = _Names("parts of speech", part)
        self._chunks: list[tuple[int, NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8]]] = []

    def add(self, origin: Origin, translations: Iterable[Translation]) -> None:
        """Add a dictionary.

        Raises:
            ConfigError: too many languages or parts of speech; or what the functions for their
                names raise.
        """
        self._origins.append(origin)
        stream = iter(translations)
        while chunk := list(islice(stream, _CHUNK)):
            self._add(chunk)

    def _add(self, chunk: Sequence[Translation]) -> None:
        self.rows += len(chunk)
        kinds = self._languages.numbers(
            [each.source_language for each in chunk] + [each.target_language for each in chunk]
        )
        if self._languages.has_unwanted:
            wanted = np.logical_and.reduce((kinds != _UNWANTED).reshape(2, -1))
            chunk = [each for each, keep in zip(chunk, wanted.tolist(), strict=True) if keep]
            kinds = kinds[np.tile(wanted, 2)]
            self.foreign += int(len(wanted) - wanted.sum())
        lemmas = normal([each.source for each in chunk] + [each.target for each in chunk])
        if self._case == "fold":
            lemmas = [each.casefold() for each in lemmas]
        kinds <<= 16
        if self._pos == "keep":
            kinds |= self._parts.numbers(
                [each.source_pos or "" for each in chunk]
                + [each.target_pos or "" for each in chunk]
            )
        way = np.array([_ALLOWED.get(each.direction, FORTH | BACK) for each in chunk], np.uint8)
        if "" in lemmas:
            there = np.fromiter(map(bool, lemmas), np.bool_, count=len(lemmas))
            kept = np.logical_and.reduce(there.reshape(2, -1))
            self.blank += int(len(kept) - kept.sum())
            way, both = way[kept], np.tile(kept, 2)
            kinds = kinds[both]
            lemmas = [lemma for lemma, keep in zip(lemmas, both.tolist(), strict=True) if keep]
        numbers = self._words.numbers(lemmas, kinds)
        source, target = numbers[: len(way)], numbers[len(way) :]
        kept = source != target
        self.loops += int(len(kept) - kept.sum())
        if kept.any():
            self._chunks.append((len(self._origins) - 1, source[kept], target[kept], way[kept]))

    def graph(self) -> Graph:
        """Return the graph of what was added; nothing can be added afterwards.

        Raises:
            ConfigError: no translation at all.
        """
        from diglot.lexicons._kernel_interning import gather_words

        if not self._chunks:
            raise ConfigError("the dictionaries hold no translation: give others")
        lemmas, kinds = self._words.close()
        language = (kinds >> 16).astype(np.uint16)
        part = (kinds & 0xFFFF).astype(np.uint16)
        languages, language = _ranked(self._languages.names, language)
        parts, part = _ranked(self._parts.names, part, always="")
        folded = casefolded(lemmas) if self._case == "keep" else None
        order, word = ordered(language, part, lemmas, folded)
        del folded, kinds
        lemma_bytes = np.empty(len(lemmas.bytes) - len(order), np.uint8)
        lemma_starts = np.empty(len(order) + 1, np.int64)
        gather_words(lemmas.bytes, lemmas.starts, order, lemma_bytes, lemma_starts)
        del lemmas
        place = np.empty(len(order), np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        narrow = np.uint8 if len(parts) <= 1 << 8 else np.uint16
        language, part = language[order], part[order].astype(narrow)
        del order
        starts, neighbours, allowed, witness, sets = self._edges(place)
        return Graph(
            languages=languages,
            parts=parts,
            origins=tuple(self._origins),
            witnesses=sets,
            bounds=np.searchsorted(language, np.arange(len(languages) + 1)).astype(np.int64),
            lemma_bytes=lemma_bytes,
            lemma_starts=lemma_starts,
            part=part,
            word=word,
            starts=starts,
            neighbours=neighbours,
            allowed=allowed,
            witness=witness,
            case=self._case,
            pos=self._pos,
        )

    def _edges(
        self, place: NDArray[np.int32]
    ) -> tuple[
        NDArray[np.int64],
        NDArray[np.int32],
        NDArray[np.uint8],
        NDArray[np.uint16 | np.int32],
        tuple[tuple[int, ...], ...],
    ]:
        """Return starts, neighbours, allowed, witness and witnesses of the graph."""
        from diglot.lexicons._kernel_edges import (
            count_entries,
            merge_entries,
            place_entries,
            sort_entries,
        )

        starts = np.zeros(len(place) + 1, np.int64)
        for _, source, target, _ in self._chunks:
            count_entries(source, target, place, starts)
        np.cumsum(starts, out=starts)
        entries = np.empty(int(starts[-1]), np.uint64)
        free = starts[:-1].copy()
        while self._chunks:
            of, source, target, way = self._chunks.pop()
            place_entries(source, target, way, of, place, free, entries)
        del free
        edges, more = sort_entries(entries, starts)
        self.repeated = (len(entries) - edges - more) // 2
        neighbours = np.empty(edges, np.int32)
        allowed = np.empty(edges, np.uint8)
        first = np.empty(edges, np.uint16 if len(self._origins) <= _NARROW else np.int32)
        edge, dictionary = np.empty(more, np.int64), np.empty(more, np.int32)
        merge_entries(entries, starts, neighbours, allowed, first, edge, dictionary)
        del entries
        return starts, neighbours, allowed, *_witnesses(first, len(self._origins), edge, dictionary)


class _Names:
    """Numbers for a few names.

    Attributes:
        names: by number, each once.
        has_unwanted: whether one of those found was not wanted.
    """

    def __init__(self, what: str, known_as: Callable[[str], str | None]) -> None:
        self.names: dict[str, int] = {}
        self.has_unwanted = False
        self._what, self._known_as = what, known_as
        self._numbers: dict[str, int] = {}

    def numbers(self, found: list[str]) -> NDArray[np.uint32]:
        """Return the numbers of names, ``_UNWANTED`` for those not wanted."""
        for each in dict.fromkeys(found):
            if each not in self._numbers:
                name = self._known_as(each)
                self.has_unwanted |= name is None
                self._numbers[each] = (
                    _UNWANTED if name is None else self.names.setdefault(name, len(self.names))
                )
        if len(self.names) > _MAX_NAMES:
            raise ConfigError(f"the dictionaries name more than {_MAX_NAMES:,} {self._what}")
        return np.fromiter(map(self._numbers.__getitem__, found), np.uint32, count=len(found))


def _ranked(
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


def _witnesses(
    first: NDArray[np.uint16 | np.int32],
    dictionaries: int,
    edge: NDArray[np.int64],
    dictionary: NDArray[np.int32],
) -> tuple[NDArray[np.uint16 | np.int32], tuple[tuple[int, ...], ...]]:
    """Return which set of dictionaries says each edge, and the sets in order of first use.

    Args:
        first: the first dictionary of each edge.
        dictionaries: how many there are.
        edge: edges that have one more, ascending.
        dictionary: which one, ascending for each edge.
    """
    from diglot.lexicons._kernel_edges import number_by_first_use

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
    wide = first if len(sets) <= _NARROW else first.astype(np.int32)
    wide[several] = state
    numbers = np.full(len(sets), -1, np.int64)
    met = number_by_first_use(wide, numbers)
    used = np.empty(met, np.int64)
    chosen = np.flatnonzero(numbers >= 0)
    used[numbers[chosen]] = chosen
    narrow = np.uint16 if met <= _NARROW else np.int32
    return wide.astype(narrow, copy=False), tuple(sets[each] for each in used.tolist())
