"""What a graph of dictionaries holds, in numbers.

Which dictionaries could be inferred from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diglot.lexicons.graph.graph import BACK, FORTH, Graph, language_edge_counts
from diglot.lexicons.kernels.cycles import biconnected_components, component_of

_AT_ONCE = 64  # languages in one number


@dataclass(frozen=True, slots=True)
class Inferable:
    """Two languages that dictionaries connect in two steps.

    Attributes:
        one: code of the language that comes first in the alphabet.
        other: code of the other one.
        pivots: codes of the languages that have translations with both.
        one_words: words of the one that lead to a word of the other over a pivot.
        other_words: words of the other that do so.
        direct: translations that dictionaries give directly.
    """

    one: str
    other: str
    pivots: tuple[str, ...]
    one_words: int
    other_words: int
    direct: int


def inferable_pairs(graph: Graph) -> tuple[Inferable, ...]:
    """Return the pairs of languages that share a pivot, those with the most words first.

    Words are counted without regard to case and part of speech.
    """
    words, edges = _words_in_two_steps(graph), language_edge_counts(graph)
    found = []
    for one in range(len(graph.languages)):
        for other in range(one + 1, len(graph.languages)):
            pivots = np.flatnonzero((edges[one] > 0) & (edges[other] > 0))
            names = tuple(
                graph.languages[each] for each in pivots.tolist() if each not in (one, other)
            )
            if names:
                found.append(
                    Inferable(
                        graph.languages[one],
                        graph.languages[other],
                        names,
                        int(words[one, other]),
                        int(words[other, one]),
                        int(edges[one, other]),
                    )
                )
    return tuple(
        sorted(
            found, key=lambda each: (-min(each.one_words, each.other_words), each.one, each.other)
        )
    )


def _words_in_two_steps(graph: Graph) -> NDArray[np.int64]:
    """Return how many words of each language lead to each other one in two steps."""
    size = len(graph.languages)
    counts = np.zeros((size, size), np.int64)
    for first in range(0, size, _AT_ONCE):
        last = min(first + _AT_ONCE, size)
        beside = np.zeros(graph.nodes, np.uint64)
        for at, code in enumerate(graph.languages):
            begin, end = graph.range(code)
            # A step inside a language, or back to it, leads to no other dictionary.
            beside[begin:end] = _joined(graph, begin, end, _bits(graph, first, last)) & ~_bit(
                at, first, last
            )
        for at, code in enumerate(graph.languages):
            begin, end = graph.range(code)
            inside = beside[begin:end].copy()
            beside[begin:end] = 0
            reached = _joined(graph, begin, end, beside)
            beside[begin:end] = inside
            word = graph.word[begin:end]
            starts = np.flatnonzero(np.diff(word, prepend=-1))
            reached = np.bitwise_or.reduceat(reached, starts)
            for other in range(first, last):
                if other != at:
                    counts[at, other] = int((reached & _bit(other, first, last) != 0).sum())
    return counts


def _bit(language: int, first: int, last: int) -> np.uint64:
    return np.uint64(1 << (language - first) if first <= language < last else 0)


def _bits(graph: Graph, first: int, last: int) -> NDArray[np.uint64]:
    """Return the bit of the language of every node."""
    bits = np.array([_bit(at, first, last) for at in range(len(graph.languages))], np.uint64)
    return np.repeat(bits, np.diff(graph.bounds))


def _joined(graph: Graph, begin: int, end: int, bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return for some nodes the bits of all their neighbours."""
    starts = graph.starts[begin : end + 1]
    # The zero at the end is for nodes without edges, where ``reduceat`` takes what comes next.
    here = np.append(bits[graph.neighbours[starts[0] : starts[-1]]], np.uint64(0))
    found = np.bitwise_or.reduceat(here, starts[:-1] - starts[0])
    found[np.diff(starts) == 0] = 0
    return found


BANDS = (0, 1, 2, 3, 5, 9, 17, 33, 65, 129)
"""Least numbers of translations of the groups that nodes are counted in."""


@dataclass(frozen=True, slots=True)
class LanguageFigures:
    """The words of one language.

    Attributes:
        code: of the language.
        nodes: lemmas with a part of speech each.
        words: lemmas without regard to case and part of speech.
        multiword: nodes whose lemma holds a blank.
        edges: translations that have an end in the language.
    """

    code: str
    nodes: int
    words: int
    multiword: int
    edges: int


@dataclass(frozen=True, slots=True)
class PairFigures:
    """The translations between two languages.

    Attributes:
        one: code of the language that comes first in the alphabet.
        other: code of the other one.
        edges: how many there are.
        restricted: those that may be used in one direction only.
        agreed: those that more than one dictionary has.
        bridges: those without which their words would be in different components.
        dictionaries: names.
    """

    one: str
    other: str
    edges: int
    restricted: int
    agreed: int
    bridges: int
    dictionaries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DictionaryFigures:
    """One dictionary.

    Attributes:
        name: of the dictionary.
        family: source that it shares with others; empty when unknown.
        licence: what it says of its licence.
        edges: translations, each counted once.
        alone: those that no other dictionary has.
    """

    name: str
    family: str
    licence: str
    edges: int
    alone: int


@dataclass(frozen=True, slots=True)
class PartFigures:
    """One part of speech.

    Attributes:
        part: its name; empty for unknown.
        nodes: lemmas that have it.
        edges: translations that have it at both ends.
        mixed: translations that have it at one end, and another one at the other.
    """

    part: str
    nodes: int
    edges: int
    mixed: int


@dataclass(frozen=True, slots=True)
class DegreeFigures:
    """How many translations a node has.

    Attributes:
        mean: over all nodes.
        median: of all nodes.
        most: the greatest number.
        example: lemma of a node that has so many.
        bands: least number of each of `BANDS`, and how many nodes are in it.
    """

    mean: float
    median: int
    most: int
    example: str
    bands: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ComponentFigures:
    """Connected parts of the graph.

    Attributes:
        components: how many there are; a node without a translation is one.
        largest: nodes of the largest one.
        share: those nodes over all.
        pairs: components of two nodes, which lead nowhere else.
    """

    components: int
    largest: int
    share: float
    pairs: int


@dataclass(frozen=True, slots=True)
class GraphStatistics:
    """All figures of a graph.

    Attributes:
        nodes: lemmas with language and part of speech.
        words: the same without regard to case and part of speech.
        edges: translations, each counted once.
        restricted: those that may be used in one direction only.
        bridges: those without which their words would be in different components.
        languages: the most nodes first.
        pairs: the most edges first.
        dictionaries: in the order in which they were read.
        parts: parts of speech, the most nodes first.
        degrees: of nodes.
        components: connected parts.
        inferable: pairs of languages that share a pivot; those with the most words first.
        case: whether lemmas that differ in case are different nodes.
        pos: whether parts of speech make different nodes.
    """

    nodes: int
    words: int
    edges: int
    restricted: int
    bridges: int
    languages: tuple[LanguageFigures, ...]
    pairs: tuple[PairFigures, ...]
    dictionaries: tuple[DictionaryFigures, ...]
    parts: tuple[PartFigures, ...]
    degrees: DegreeFigures
    components: ComponentFigures
    inferable: tuple[Inferable, ...]
    case: str
    pos: str


def graph_statistics(graph: Graph) -> GraphStatistics:
    """Count what a graph holds."""
    bridges = _bridges(graph)
    pairs = tuple(sorted(_pairs(graph, bridges), key=lambda each: (-each.edges, each.one)))
    return GraphStatistics(
        nodes=graph.nodes,
        words=_words(graph, 0, graph.nodes),
        edges=graph.edges,
        restricted=sum(each.restricted for each in pairs),
        bridges=int(bridges.sum()),
        languages=tuple(sorted(_languages(graph), key=lambda each: (-each.nodes, each.code))),
        pairs=pairs,
        dictionaries=_dictionaries(graph),
        parts=_parts(graph),
        degrees=_degrees(graph),
        components=_components(graph),
        inferable=inferable_pairs(graph),
        case=graph.case,
        pos=graph.pos,
    )


def _words(graph: Graph, begin: int, end: int) -> int:
    return int(graph.word[end - 1] - graph.word[begin]) + 1 if end > begin else 0


def _languages(graph: Graph) -> Iterator[LanguageFigures]:
    for code in graph.languages:
        begin, end = graph.range(code)
        first, last = graph.starts[begin], graph.starts[end]
        neighbours = graph.neighbours[first:last]
        inside = int(((neighbours >= begin) & (neighbours < end)).sum())
        lemmas = graph.lemma_starts[begin : end + 1]
        blanks = np.flatnonzero(graph.lemma_bytes[lemmas[0] : lemmas[-1]] == ord(" "))
        multiword = len(np.unique(np.searchsorted(lemmas - lemmas[0], blanks, side="right")))
        edges = int(last - first) - inside // 2
        yield LanguageFigures(code, end - begin, _words(graph, begin, end), multiword, edges)


def _pairs(graph: Graph, bridges: NDArray[np.int64]) -> Iterator[PairFigures]:
    """Give the pairs of languages that have translations, one language at a time."""
    several = np.array([len(each) > 1 for each in graph.witnesses], np.bool_)
    sets = len(graph.witnesses)
    for at, code in enumerate(graph.languages):
        begin, end = graph.range(code)
        here = slice(graph.starts[begin], graph.starts[end])
        language = graph.language_of(graph.neighbours[here])
        witness, restricted = graph.witness[here], graph.allowed[here] != FORTH | BACK
        said = np.bincount(
            language * sets + witness, minlength=sets * len(graph.languages)
        ).reshape(-1, sets)
        one_way = np.bincount(language[restricted], minlength=len(graph.languages))
        for other in range(at, len(graph.languages)):
            if not said[other].any():
                continue
            # Edges inside a language are met at both their ends.
            ends = 2 if other == at else 1
            names = {
                number
                for each in np.flatnonzero(said[other]).tolist()
                for number in graph.witnesses[each]
            }
            yield PairFigures(
                code,
                graph.languages[other],
                int(said[other].sum()) // ends,
                int(one_way[other]) // ends,
                int(said[other][several].sum()) // ends,
                int(bridges[at, other]),
                tuple(graph.origins[number].name for number in sorted(names)),
            )


def _dictionaries(graph: Graph) -> tuple[DictionaryFigures, ...]:
    counts = (np.bincount(graph.witness, minlength=len(graph.witnesses)) // 2).tolist()
    edges, alone = [0] * len(graph.origins), [0] * len(graph.origins)
    for dictionaries, count in zip(graph.witnesses, counts, strict=True):
        for each in dictionaries:
            edges[each] += count
            alone[each] += count * (len(dictionaries) == 1)
    return tuple(
        DictionaryFigures(origin.name, origin.family, origin.licence, edges[at], alone[at])
        for at, origin in enumerate(graph.origins)
    )


def _parts(graph: Graph) -> tuple[PartFigures, ...]:
    nodes = np.bincount(graph.part, minlength=len(graph.parts))
    begins = np.repeat(graph.part, np.diff(graph.starts))
    same = begins == graph.part[graph.neighbours]
    both = np.bincount(begins[same], minlength=len(graph.parts)) // 2
    mixed = np.bincount(begins[~same], minlength=len(graph.parts))
    found = [
        PartFigures(part, int(nodes[at]), int(both[at]), int(mixed[at]))
        for at, part in enumerate(graph.parts)
        if nodes[at]
    ]
    return tuple(sorted(found, key=lambda each: (-each.nodes, each.part)))


def _degrees(graph: Graph) -> DegreeFigures:
    degree = np.diff(graph.starts)
    most = int(degree.argmax())
    bands = np.bincount(
        np.searchsorted(BANDS, degree, side="right") - 1, minlength=len(BANDS)
    ).tolist()
    return DegreeFigures(
        mean=float(degree.mean()),
        median=int(np.median(degree)),
        most=int(degree[most]),
        example=graph.lemma(most),
        bands=tuple(zip(BANDS, bands, strict=True)),
    )


def _components(graph: Graph) -> ComponentFigures:
    sizes = np.bincount(component_of(graph.starts, graph.neighbours))
    sizes = sizes[sizes > 0]
    largest = int(sizes.max())
    return ComponentFigures(len(sizes), largest, largest / graph.nodes, int((sizes == 2).sum()))


def _bridges(graph: Graph) -> NDArray[np.int64]:
    """Return the number of bridges between languages, the lesser number first."""
    size = len(graph.languages)
    begins = np.repeat(np.arange(graph.nodes), np.diff(graph.starts))
    bridges = biconnected_components(graph.starts, graph.neighbours) < 0
    bridges &= begins < graph.neighbours  # each edge stands at both its ends
    ends = (begins[bridges], graph.neighbours[bridges])
    one, other = (graph.language_of(each).astype(np.int64) for each in ends)
    return np.bincount(one * size + other, minlength=size * size).reshape(size, size)
