"""What walks and surroundings say, found with sets and by looking at every pair: an oracle."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import product
from math import sqrt

from diglot.lexicons.graph.graph import FORTH, Graph
from tests.lexicons.toy import neighbours

Pair = tuple[int, int]


class Around:
    """A graph seen from two languages: all words but theirs are pivots."""

    def __init__(self, graph: Graph, source: str, target: str) -> None:
        self.near = neighbours(graph)
        self.language = {
            node: code for code in graph.languages for node in range(*graph.range(code))
        }
        self.sources, self.targets = range(*graph.range(source)), range(*graph.range(target))
        self.ends = {*self.sources, *self.targets}
        self.allowed: dict[Pair, int] = {}
        self.witness: dict[Pair, int] = {}
        self.edge: dict[Pair, int] = {}
        for node in self.near:
            for at in range(graph.starts[node], graph.starts[node + 1]):
                edge = node, int(graph.neighbours[at])
                self.edge[edge] = at
                self.allowed[edge] = int(graph.allowed[at])
                self.witness[edge] = int(graph.witness[at])

    def pivots(self, node: int) -> set[int]:
        return self.near[node] - self.ends

    def by_language(self, node: int) -> dict[str, set[int]]:
        found: defaultdict[str, set[int]] = defaultdict(set)
        for pivot in self.pivots(node):
            found[self.language[pivot]].add(pivot)
        return dict(found)

    def drawn(self, node: int) -> dict[int, float]:
        """The chance of each pivot to be the first of a walk: the language, then the word."""
        found = self.by_language(node)
        return {pivot: 1 / (len(those) * len(found)) for those in found.values() for pivot in those}

    def pairs(self) -> list[Pair]:
        return list(product(self.sources, self.targets))

    # Walks

    def walks(self, least: float, kept: float) -> dict[Pair, tuple[float, ...]]:
        """The figures of each pair that walks join, in the order of the kernel."""
        found = {}
        for source, target in self.pairs():
            two, three = self._two(source, target), self._three(source, target, least)
            if two[0] or (three[1] >= kept and three[2] >= kept):
                both = self.by_language(source).keys() & self.by_language(target).keys()
                found[source, target] = (*two, *three, len(both))
        return found

    def _two(self, source: int, target: int) -> tuple[float, ...]:
        common = self.pivots(source) & self.pivots(target)
        mine, theirs = self.by_language(source), self.by_language(target)
        overlaps = [
            2 * len(mine[code] & theirs[code]) / (len(mine[code]) + len(theirs[code]))
            for code in {self.language[pivot] for pivot in common}
        ]
        return (
            len(common),
            sum(self.drawn(source)[each] / len(self._known(each, self.targets)) for each in common),
            sum(self.drawn(target)[each] / len(self._known(each, self.sources)) for each in common),
            len(overlaps),
            sum(overlaps),
            max(overlaps, default=0.0),
        )

    def _three(self, source: int, target: int, least: float) -> tuple[float, float, float]:
        paths, forth, back = 0, 0.0, 0.0
        for last in self.pivots(target):
            firsts = self.pivots(source) & self.pivots(last)
            chance = sum(
                self.drawn(source)[first] / len(self._ways(first, self.targets)) for first in firsts
            ) / len(self._known(last, self.targets))
            if firsts and chance >= least:
                paths += len(firsts)
                forth += chance
                back += sum(
                    self.drawn(target)[last]
                    / len(self._ways(last, self.sources))
                    / len(self._known(first, self.sources))
                    for first in firsts
                )
        return paths, forth, back

    def _known(self, pivot: int, words: range) -> set[int]:
        return self.near[pivot] & set(words)

    def _ways(self, pivot: int, words: range) -> set[int]:
        return {other for other in self.pivots(pivot) if self._known(other, words)}

    # Confirmation

    def share(self, one: int, other: int, trust: dict[Pair, float]) -> float:
        """How far an edge is confirmed."""
        mine, theirs = self.by_language(one), self.by_language(other)
        possible = mine.keys() & theirs.keys()
        common = sum(not mine[code].isdisjoint(theirs[code]) for code in possible)
        return (common + trust[one, other]) / (len(possible) + 1)

    def confirmed(
        self, source: int, target: int, trust: dict[Pair, float]
    ) -> tuple[float, float, float]:
        """Chance of the best paths by language, the sum of all, and its share that is allowed."""
        best: defaultdict[str, float] = defaultdict(float)
        total = free = 0.0
        for pivot in self.pivots(source) & self.pivots(target):
            weight = self.share(source, pivot, trust) * self.share(pivot, target, trust)
            best[self.language[pivot]] = max(best[self.language[pivot]], weight)
            total += weight
            if self.allowed[source, pivot] & self.allowed[pivot, target] & FORTH:
                free += weight
        fails = 1.0
        for weight in best.values():
            fails *= 1 - weight
        return 1 - fails, total, free / total if total else 1.0

    # Surroundings

    def surroundings(self, node: int, further: float, hub: int) -> dict[int, float]:
        """Weights of the pivots in one step, and in two if ``further`` is more than 0."""
        chance: Counter[int] = Counter()
        for pivot, drawn in self.drawn(node).items():
            chance[pivot] += drawn
            beyond = self.near[pivot]
            if further and len(beyond) <= hub:
                for other in beyond - self.ends:
                    chance[other] += further * drawn / len(beyond)
        return {pivot: sqrt(each / sum(chance.values())) for pivot, each in chance.items()}

    def likeness(self, source: int, target: int, further: float, hub: int) -> float:
        """Cosine of the surroundings of two words."""
        mine = self.surroundings(source, further, hub)
        theirs = self.surroundings(target, further, hub)
        return sum(mine[pivot] * theirs[pivot] for pivot in mine.keys() & theirs.keys())


def confirmed_edges(near: dict[int, set[int]]) -> dict[Pair, bool]:
    """The edges whose ends have a neighbour in common."""
    return {(one, other): bool(near[one] & near[other]) for one in near for other in near[one]}
