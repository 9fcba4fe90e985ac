"""The graph of dictionaries: translations become numbers.

Translations are taken in chunks, so that memory is bounded by the distinct words and nine bytes a
row, and twice eight while the rows become edges.
"""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.errors import ConfigError
from diglot.files.strings import strings_of
from diglot.lexicons.graph.graph import BACK, FORTH, Graph
from diglot.lexicons.graph.interning import Words, casefolded, chosen, normal
from diglot.lexicons.graph.names import UNWANTED, Names, ranked
from diglot.lexicons.graph.node_order import ordered
from diglot.lexicons.graph.rows import Rows
from diglot.lexicons.graph.witnesses import NARROW, rows_of, witness_sets
from diglot.model.lexicon import BACKWARD, BOTH, FORWARD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from diglot.lexicons.graph.interning import Text
    from diglot.model import Origin, Translation

CASES = ("keep", "fold")
PARTS = ("keep", "ignore")
_ALLOWED = {FORWARD: FORTH, BACKWARD: BACK}
_CHUNK = 1 << 13  # translations: what fits into the cache of a processor


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
        self._languages = Names("languages", language)
        self._parts = Names("parts of speech", part)
        self._rows = Rows()

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
            wanted = np.logical_and.reduce((kinds != UNWANTED).reshape(2, -1))
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
        directions = [each.direction for each in chunk]
        way = np.full(len(chunk), FORTH | BACK, np.uint8)
        if directions.count(BOTH) < len(chunk):
            way[:] = [_ALLOWED.get(each, FORTH | BACK) for each in directions]
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
            self._rows.add(len(self._origins) - 1, source[kept], target[kept], way[kept])

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

    def _nodes(self, graph: Graph, begin: int) -> NDArray[np.int32]:
        """Return the numbers of a chunk of the nodes of a graph, -1 for those not wanted."""
        end = min(begin + _CHUNK, graph.nodes)
        starts = graph.lemma_starts[begin : end + 1]
        lemmas = strings_of(graph.lemma_bytes[starts[0] : starts[-1]], starts - starts[0])
        if self._case != graph.case and self._case == "fold":
            lemmas = [each.casefold() for each in lemmas]
        languages = graph.language_of(np.arange(begin, end)).tolist()
        kinds = self._languages.numbers([graph.languages[each] for each in languages])
        wanted = kinds != UNWANTED
        kinds <<= 16
        if self._pos == "keep":
            parts = graph.part[begin:end].tolist()
            kinds |= self._parts.numbers([graph.parts[each] for each in parts])
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
        languages, language = ranked(self._languages.names, (kinds >> 16).astype(np.uint16))
        parts, part = ranked(self._parts.names, (kinds & 0xFFFF).astype(np.uint16), always="")
        del kinds
        bounds = np.concatenate([[0], np.cumsum(np.bincount(language))]).astype(np.int64)
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
        self,
        lemmas: Text,
        language: NDArray[np.uint16],
        part: NDArray[np.uint16],
        bounds: NDArray[np.int64],
    ) -> tuple[NDArray[np.int32], dict[str, NDArray[Any]]]:
        """Return the nodes in their order, and their lemmas and words as the graph has them.

        One language is sorted at a time, so that little more than the result is in memory.
        """
        from diglot.lexicons.kernels.interning import gather_words, group_nodes

        order = np.empty(len(language), np.int32)
        group_nodes(language, bounds, order)
        lemma_bytes = np.empty(len(lemmas.bytes) - len(order), np.uint8)
        lemma_starts = np.zeros(len(order) + 1, np.int64)
        word = np.empty(len(order), np.int32)
        words = 0
        for begin, end in pairwise(bounds.tolist()):
            nodes = order[begin:end].copy()
            here = chosen(lemmas, nodes)
            folded = casefolded(here) if self._case == "keep" else None
            within, first = ordered(here, folded, part[nodes])
            gather_words(
                here.bytes, here.starts, within, 0, lemma_bytes, lemma_starts[begin : end + 1]
            )
            order[begin:end] = nodes[within]
            word[begin:end] = words - 1 + np.cumsum(first)
            words = int(word[end - 1]) + 1
        return order, {"lemma_bytes": lemma_bytes, "lemma_starts": lemma_starts, "word": word}

    def _entries(self, place: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """Return where the entries of each node begin, and the entries: rows at both their ends.

        Args:
            place: the number of each node in the graph.
        """
        from diglot.lexicons.kernels.edges import count_entries, place_entries

        starts = np.zeros(len(place) + 1, np.int64)
        for _, source, target, _ in self._rows.runs():
            count_entries(source, target, place, starts)
        np.cumsum(starts, out=starts)
        entries = np.empty(int(starts[-1]), np.uint64)
        for of, source, target, way in self._rows.drained():
            place_entries(source, target, way, of, place, starts, entries)
        # Each has moved to where the next one began.
        starts[1:] = starts[:-1]
        starts[0] = 0
        return starts, entries

    def _edges(
        self, starts: NDArray[np.int64], entries: NDArray[np.uint64]
    ) -> dict[str, NDArray[Any] | tuple[tuple[int, ...], ...]]:
        """Return the edges as the graph has them; ``starts`` becomes theirs."""
        from diglot.lexicons.kernels.edges import merge_entries, sort_entries

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
