"""The neighbourhood of a word as a picture: its pivots by distance, its translations at the end.

Nodes are coloured by language and labelled with its code. Edges are what dictionaries say; what was
inferred from them is dashed and carries its score.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from diglot.model import Translation

    Word = tuple[str, str]

NODES = 40
"""Most nodes of a picture: more cannot be read."""

_TRANSLATIONS = 16
_SWEEPS = 8


@dataclass(frozen=True, slots=True)
class WordGraph:
    """Words in columns and what joins them.

    Attributes:
        columns: (word, language) from top to bottom, of each column: the word itself, the pivots
            by the number of steps, the translations.
        edges: two nodes by number, counted through all columns, and the dictionaries of the edge.
        best: numbers of the edges on the best path of a translation.
        links: node of each translation and its score, best first.
        left: translations that had no room.
    """

    columns: tuple[tuple[tuple[str, str], ...], ...]
    edges: tuple[tuple[int, int, tuple[str, ...]], ...]
    best: frozenset[int]
    links: tuple[tuple[int, float | None], ...]
    left: int = 0

    @property
    def nodes(self) -> tuple[tuple[str, str], ...]:
        """Every (word, language) by number."""
        return tuple(node for column in self.columns for node in column)


def word_graph(
    word: str, language: str, translations: Sequence[Translation], *, most: int = NODES
) -> WordGraph:
    """Lay out the paths of a word's translations.

    Args:
        word: the word.
        language: its language.
        translations: with the word as their source, best first.
        most: most nodes; at least one translation is drawn.
    """
    source = (word, language)
    drawn, left = _that_fit(source, translations, most)
    targets = list(dict.fromkeys((each.target, each.target_language) for each in drawn))
    distance: dict[Word, int] = {}
    for each in drawn:
        for nodes, _ in ways(each):
            for steps, node in enumerate(nodes[1:-1], 1):
                if node not in targets and node != source:
                    distance[node] = min(steps, distance.get(node, steps))
    columns = [
        [source],
        *(
            [node for node, its in distance.items() if its == steps]
            for steps in range(1, max(distance.values(), default=0) + 1)
        ),
        targets,
    ]
    said = _edges(drawn)
    _untangle(columns, said)
    number = {node: at for at, node in enumerate(node for column in columns for node in column)}
    order = {edge: at for at, edge in enumerate(said)}
    scores: dict[Word, float | None] = {}
    for each in drawn:
        scores.setdefault((each.target, each.target_language), each.score)
    return WordGraph(
        columns=tuple(tuple(column) for column in columns),
        edges=tuple((number[one], number[other], said[one, other]) for one, other in said),
        best=frozenset(
            order[_edge(one, other, said)]
            for each in drawn
            for nodes, _ in ways(each)[:1]
            for one, other in pairwise(nodes)
        ),
        links=tuple((number[node], score) for node, score in scores.items()),
        left=left,
    )


def _that_fit(
    source: Word, translations: Sequence[Translation], most: int
) -> tuple[list[Translation], int]:
    """Return the translations that there is room for, and the number of the others."""
    nodes = {source}
    drawn: list[Translation] = []
    for each in translations:
        its = {(each.target, each.target_language)}
        its.update(node for on, _ in ways(each) for node in on)
        if drawn and (len(nodes | its) > most or len(drawn) == _TRANSLATIONS):
            break
        nodes |= its
        drawn.append(each)
    return drawn, len(translations) - len(drawn)


def ways(translation: Translation) -> list[tuple[list[Word], tuple[tuple[str, ...], ...]]]:
    """Return the nodes of each path, and the dictionaries of its steps.

    The ends are those of the translation, however a file spells them on the path.
    """
    one = (translation.source, translation.source_language)
    other = (translation.target, translation.target_language)
    return [
        ([one, *list(zip(path.words, path.languages, strict=True))[1:-1], other], path.dictionaries)
        for path in translation.paths
        if len(path.words) > 1
    ]


def _edge(
    one: Word, other: Word, said: Mapping[tuple[Word, Word], tuple[str, ...]]
) -> tuple[Word, Word]:
    """Return an edge in the direction in which it is drawn."""
    return (one, other) if (one, other) in said else (other, one)


def _edges(drawn: Iterable[Translation]) -> dict[tuple[Word, Word], tuple[str, ...]]:
    """Return each edge once, in the direction of the first path over it."""
    said: dict[tuple[Word, Word], dict[str, None]] = {}
    for each in drawn:
        for nodes, dictionaries in ways(each):
            for (one, other), names in zip(pairwise(nodes), dictionaries, strict=True):
                key = (other, one) if (other, one) in said else (one, other)
                said.setdefault(key, {}).update(dict.fromkeys(names))
    return {key: tuple(names) for key, names in said.items()}


def _untangle(
    columns: list[list[Word]], edges: Mapping[tuple[Word, Word], tuple[str, ...]]
) -> None:
    """Order the pivots so that few edges cross; the translations keep their order.

    Reference: Sugiyama, Tagawa and Toda (1981), the barycentre method.
    """
    beside: dict[Word, list[Word]] = {}
    for one, other in edges:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    inner = [at for at in range(1, len(columns) - 1) if len(columns[at]) > 1]
    if not inner:
        return
    for sweep in range(_SWEEPS):
        for at in reversed(inner) if sweep % 2 == 0 else inner:
            height = {
                node: (place + 0.5) / len(column)
                for column in columns
                for place, node in enumerate(column)
            }
            # The word itself is as near to all of its pivots: it tells nothing of their order.
            centre = {
                node: _mean([height[each] for each in beside.get(node, []) if each in height
                             and each != columns[0][0]], height[node])
                for node in columns[at]
            }  # fmt: skip
            columns[at].sort(key=lambda node: (round(centre[node], 9), node[1], node[0]))


def _mean(values: Sequence[float], default: float) -> float:
    return sum(values) / len(values) if values else default
