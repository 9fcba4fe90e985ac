"""Paths between words: against an enumeration of all of them, and what they must never do."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.lexicons.paths.paths import (
    best_paths,
    edges_of,
    lexical_paths,
    path_nodes,
    path_reasons,
)
from tests.lexicons.toy import graph_of, name, neighbours, random_edges

ENDS = ("en", "fr")
FIVE = ("en", "es", "ca", "it", "fr")


def node(graph, wanted):
    return next(at for at in range(graph.nodes) if name(graph, at) == wanted)


def pairs_of(graph):
    """All pairs of words of the two languages."""
    one, other = (np.arange(*graph.range(code)) for code in ENDS)
    return np.repeat(one, len(other)), np.tile(other, len(one))


def language(graph, at):
    return int(graph.language_of(np.array([at]))[0])


class Enumerated:
    """Every path of a pair with its score, by the rules of the walk; the twin of the kernel."""

    def __init__(self, graph):
        self.graph = graph
        self.all = neighbours(graph)
        self.ends = {graph.languages.index(code) for code in ENDS}

    def pivots(self, at):
        return [each for each in self.all[at] if language(self.graph, each) not in self.ends]

    def beside(self, at, code):
        number = self.graph.languages.index(code)
        return [each for each in self.all[at] if language(self.graph, each) == number]

    def leading(self, at, code):
        """Pivots of a node that have neighbours in a language."""
        return [each for each in self.pivots(at) if self.beside(each, code)]

    def far(self, at, code):
        """Words beside a node whose pivots have neighbours in a language."""
        return [
            each
            for each in self.all[at]
            if language(self.graph, each) not in self.ends and self.leading(each, code)
        ]

    def first(self, end, pivot):
        """Probability of the step from a word to one of its pivots."""
        languages = Counter(language(self.graph, each) for each in self.pivots(end))
        return 1 / len(languages) / languages[language(self.graph, pivot)]

    def forth(self, path, code):
        """Probability that a walk from the first node goes this way; it ends in `code`."""
        inner = path[1:-1]
        chance = self.first(path[0], inner[0])
        if len(inner) == 3:
            chance /= len(self.far(inner[0], code))
        if len(inner) > 1:
            chance /= len(self.leading(inner[-2], code))
        return chance / len(self.beside(inner[-1], code))

    def score(self, path):
        return math.sqrt(self.forth(path, ENDS[1]) * self.forth(path[::-1], ENDS[0]))

    def paths(self, one, other, longest):
        found = []
        for m in self.pivots(one):
            if m in self.pivots(other):
                found.append((one, m, other))
            found += [
                (one, m, n, other)
                for n in self.pivots(other)
                if longest > 2 and n != m and n in self.all[m]
            ]
        if longest == 4 and not found:
            found = [
                (one, m, x, n, other)
                for m in self.pivots(one)
                for n in self.pivots(other)
                for x in self.far(m, ENDS[1])
                if x in self.far(n, ENDS[0]) and x not in (one, other) and m != n
            ]
        return {path: self.score(path) for path in found}


@given(
    edges=random_edges(languages=FIVE),
    longest=st.sampled_from([2, 3, 4]),
    best=st.integers(1, 4),
)
def test_the_kernel_finds_what_an_enumeration_finds(edges, longest, best):
    graph = graph_of(edges)
    twin = Enumerated(graph)
    rows, columns = pairs_of(graph)
    found = best_paths(graph, rows, columns, source="en", target="fr", best=best, longest=longest)
    nodes, sizes = path_nodes(found)
    for at, (one, other) in enumerate(zip(rows.tolist(), columns.tolist(), strict=True)):
        expected = twin.paths(one, other, longest)
        counts = Counter(len(path) - 3 for path in expected)
        assert found.counts[at].tolist() == [counts[k] for k in range(3)]
        assert found.strength[at] == pytest.approx(sum(expected.values()))
        mine = range(*found.starts[at : at + 2].tolist())
        got = [tuple(nodes[k, : sizes[k]].tolist()) for k in mine]
        assert len(set(got)) == len(got) == min(best, len(expected))
        assert [expected[path] for path in got] == pytest.approx(found.score[mine].tolist())
        assert [expected[path] for path in got] == pytest.approx(
            sorted(expected.values(), reverse=True)[: len(got)]
        )
        through = {language(graph, path[1]) for path in expected if len(path) == 3}
        assert found.pivot_languages(graph, at) == tuple(
            code for number, code in enumerate(graph.languages) if number in through
        )
        assert found.votes()[at] == len(through)
    assert not found.cut.any()


@settings(max_examples=20)
@given(edges=random_edges(languages=FIVE), data=st.data())
def test_the_order_of_pairs_makes_no_difference(edges, data):
    graph = graph_of(edges)
    rows, columns = pairs_of(graph)
    order = np.array(data.draw(st.permutations(range(len(rows)))))
    usual = lexical_paths(graph, best_paths(graph, rows, columns, source="en", target="fr"))
    mixed = lexical_paths(
        graph, best_paths(graph, rows[order], columns[order], source="en", target="fr")
    )
    assert mixed == [usual[at] for at in order]


@settings(max_examples=20)
@given(edges=random_edges(languages=FIVE))
def test_the_way_back_has_the_same_paths_turned_round(edges):
    graph = graph_of(edges)
    rows, columns = pairs_of(graph)
    forth = best_paths(graph, rows, columns, source="en", target="fr", best=99)
    back = best_paths(graph, columns, rows, source="fr", target="en", best=99)
    assert np.array_equal(forth.counts, back.counts)
    assert np.allclose(forth.strength, back.strength)
    for one, other in zip(lexical_paths(graph, forth), lexical_paths(graph, back), strict=True):
        assert {each.words for each in one} == {each.words[::-1] for each in other}


@settings(max_examples=20)
@given(edges=random_edges(languages=FIVE), budget=st.integers(1, 12))
def test_a_small_budget_loses_long_paths_only_and_says_so(edges, budget):
    graph = graph_of(edges)
    rows, columns = pairs_of(graph)
    options = {"source": "en", "target": "fr", "best": 99}
    whole = best_paths(graph, rows, columns, **options)
    part = best_paths(graph, rows, columns, budget=budget, **options)
    assert np.array_equal(part.counts[:, 0], whole.counts[:, 0])
    assert (part.counts[:, 1] <= whole.counts[:, 1]).all()
    kept = ~part.cut
    assert np.array_equal(part.counts[kept], whole.counts[kept])
    assert np.allclose(part.strength[kept], whole.strength[kept])


def test_a_path_names_words_languages_and_dictionaries():
    graph = graph_of(
        [
            ("fr:chien", "es:perro"),
            ("en:dog", "es:perro"),
            ("fr:chien", "es:can"),
            ("en:dog", "ca:gos"),
        ]
    )
    found = best_paths(
        graph,
        np.array([node(graph, "fr:chien")]),
        np.array([node(graph, "en:dog")]),
        source="fr",
        target="en",
    )  # fmt: skip
    ((path,),) = lexical_paths(graph, found)
    assert path.words == ("chien", "perro", "dog")
    assert path.languages == ("fr", "es", "en")
    assert path.dictionaries == (("fr-es",), ("en-es",))
    # Forth: one of two Spanish words; back: one of two languages.
    assert path.score == pytest.approx(0.5)


def test_edges_between_the_two_languages_are_no_way():
    graph = graph_of([("en:dog", "fr:chien"), ("en:dog", "es:perro"), ("es:gato", "fr:chat")])
    rows, columns = pairs_of(graph)
    found = best_paths(graph, rows, columns, source="en", target="fr")
    assert not found.counts.any()
    assert lexical_paths(graph, found) == [(), ()]


def test_no_path_passes_through_the_two_languages():
    edges = [
        ("en:a", "es:b"), ("es:b", "fr:c"), ("fr:c", "it:d"), ("it:d", "fr:e"),
    ]  # fmt: skip
    graph = graph_of(edges)
    rows, columns = np.array([node(graph, "en:a")]), np.array([node(graph, "fr:e")])
    found = best_paths(graph, rows, columns, source="en", target="fr")
    assert lexical_paths(graph, found) == [()]


def test_a_chosen_language_shares_its_probability_among_its_words():
    edges = [("en:a", f"es:{k}") for k in range(9)] + [("en:a", "ca:x")]
    edges += [("es:0", "fr:b"), ("ca:x", "fr:b")]
    graph = graph_of(edges)
    found = best_paths(
        graph, np.array([node(graph, "en:a")]), np.array([node(graph, "fr:b")]), source="en",
        target="fr",
    )  # fmt: skip
    paths = lexical_paths(graph, found)[0]
    assert [path.words[1] for path in paths] == ["x", "0"]
    assert paths[0].score == pytest.approx(math.sqrt(1 / 2 * 1 / 2))
    assert paths[1].score == pytest.approx(math.sqrt(1 / 2 / 9 * 1 / 2))


def test_edges_of_a_path_are_those_of_the_graph():
    graph = graph_of([("en:a", "es:b"), ("es:b", "ca:c"), ("ca:c", "fr:d")])
    found = best_paths(
        graph, np.array([node(graph, "en:a")]), np.array([node(graph, "fr:d")]), source="en",
        target="fr",
    )  # fmt: skip
    numbers, begins = edges_of(graph, found)
    assert begins.tolist() == [0, 3]
    assert graph.neighbours[numbers].tolist() == path_nodes(found)[0][0, 1:4].tolist()


def test_no_pairs_are_no_paths():
    graph = graph_of([("en:a", "es:b"), ("es:b", "fr:c")])
    nothing = np.empty(0, np.int64)
    found = best_paths(graph, nothing, nothing, source="en", target="fr")
    assert len(found) == len(found.score) == 0
    assert lexical_paths(graph, found) == []


@pytest.mark.parametrize(
    ("rows", "columns", "options", "message"),
    [
        ([0], [0], {"source": "en", "target": "xx"}, "no dictionary has words of 'xx'"),
        ([0], [0], {"source": "en", "target": "en"}, "both languages"),
        ([99], [2], {"source": "en", "target": "fr"}, "words of 'en'"),
        ([0, 0], [2], {"source": "en", "target": "fr"}, "make no pairs"),
        ([0], [2], {"source": "en", "target": "fr", "longest": 5}, "longest is 2, 3 or 4"),
        ([0], [2], {"source": "en", "target": "fr", "best": 0}, "1 or more"),
    ],
)
def test_what_cannot_be_asked_is_refused(rows, columns, options, message):
    graph = graph_of([("en:a", "es:b"), ("es:b", "fr:c")])
    with pytest.raises(ConfigError, match=message):
        best_paths(graph, np.array(rows), np.array(columns), **options)


def test_reasons_name_pivot_languages_and_count_paths():
    graph = graph_of(
        [
            *(("en:a", "es:b"), ("es:b", "fr:c"), ("en:a", "ca:d"), ("ca:d", "fr:c")),
            *(
                ("es:b", "ca:d"),
                ("ca:d", "es:f"),
                ("es:f", "fr:e"),
                ("en:x", "es:y"),
                ("es:y", "fr:z"),
            ),
        ]
    )
    ask = [("en:a", "fr:c"), ("en:a", "fr:e"), ("en:a", "fr:z")]
    rows, columns = (np.array([node(graph, each[side]) for each in ask]) for side in (0, 1))
    found = best_paths(graph, rows, columns, source="en", target="fr")
    assert path_reasons(graph, found) == [
        ("2 pivot languages: ca, es", "2 paths of two steps", "2 paths of three steps"),
        ("1 path of three steps",),
        ("no path",),
    ]
