"""The neighbourhood of a word: columns, edges, what has room; and its picture."""

from __future__ import annotations

import random
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.report.plots.word_graph import NODES, graph_svg, hues_of, word_graph
from tests.report.explanations import chien, crowded, scripts, translation

SVG = "{http://www.w3.org/2000/svg}"


def graph_of(explanation, **options):
    return word_graph(explanation.word, explanation.language, explanation.translations, **options)


def test_pivots_stand_in_columns_by_distance_and_translations_at_the_end():
    graph = graph_of(chien())
    first, pivots, last = graph.columns
    assert first == (("chien", "fr"),)
    assert set(pivots) == {("perro", "es"), ("gos", "ca"), ("hundo", "eo")}
    assert last == (("dog", "en"), ("pooch", "en"))
    assert graph.left == 0
    further = translation("en:a x es:b y ca:c z fr:d")
    assert word_graph("a", "en", [further]).columns == (
        (("a", "en"),),
        (("b", "es"),),
        (("c", "ca"),),
        (("d", "fr"),),
    )


def test_an_edge_comes_once_with_all_its_dictionaries():
    both = [
        translation("en:a x es:b y fr:c"),
        translation("en:a x2 es:b y fr:d"),
    ]
    graph = word_graph("a", "en", both)
    nodes = graph.nodes
    said = {(nodes[one][0], nodes[other][0]): names for one, other, names in graph.edges}
    assert said == {("a", "b"): ("x", "x2"), ("b", "c"): ("y",), ("b", "d"): ("y",)}


def test_the_best_path_of_each_translation_stands_out():
    graph = graph_of(chien())
    nodes = graph.nodes
    best = {frozenset((nodes[one][0], nodes[other][0])) for one, other, _ in
            (graph.edges[at] for at in graph.best)}  # fmt: skip
    assert best == {
        frozenset(each)
        for each in (("chien", "perro"), ("perro", "dog"), ("chien", "hundo"), ("hundo", "pooch"))
    }


def test_links_carry_scores_best_first():
    graph = graph_of(chien())
    assert [(graph.nodes[at], score) for at, score in graph.links] == [
        (("dog", "en"), 0.98),
        (("pooch", "en"), 0.31),
    ]


def test_a_word_with_two_parts_of_speech_is_drawn_once():
    one = translation("en:a x es:b y fr:c", score=0.9, part="noun")
    graph = word_graph("a", "en", [one, replace(one, source_pos="verb", score=0.4)])
    assert graph.links == ((2, 0.9),)


def test_no_picture_has_more_nodes_than_can_be_read():
    graph = graph_of(crowded())
    assert len(graph.nodes) <= NODES
    assert len(graph.links) + graph.left == 60
    assert len(graph.links) >= 8
    assert len(graph_of(crowded(), most=1).links) == 1


def test_pivots_are_ordered_so_that_few_edges_cross():
    straight = [translation(f"en:a x es:p{k} y fr:t{k}") for k in range(9)]
    random.Random(0).shuffle(straight)
    graph = word_graph("a", "en", straight)
    assert [word[1:] for word, _ in graph.columns[1]] == [word[1:] for word, _ in graph.columns[2]]


def test_ends_of_paths_are_those_of_the_translation():
    odd = translation("en:A x es:b y fr:c")
    graph = word_graph("a", "en", [replace(odd, source="a", paths=(odd.paths[0],))])
    assert graph.nodes == (("a", "en"), ("b", "es"), ("c", "fr"))


WORD = st.text(max_size=4)
NODE = st.tuples(WORD, st.sampled_from(["en", "fr", "es", "ar", ""]))


@st.composite
def translations(draw):
    from diglot.model import LexicalPath, Translation

    made = []
    for target in draw(st.lists(NODE, max_size=6)):
        ways = []
        for inner in draw(st.lists(st.lists(NODE, max_size=3), max_size=3)):
            nodes = [("a", "en"), *inner, target]
            ways.append(
                LexicalPath(
                    tuple(word for word, _ in nodes),
                    tuple(language for _, language in nodes),
                    (("d",),) * (len(nodes) - 1),
                )
            )
        score = draw(st.none() | st.floats(0, 1))
        made.append(Translation("a", target[0], "en", target[1], score=score, paths=tuple(ways)))
    return made


@settings(max_examples=30)
@given(translations())
def test_any_translations_make_a_picture_the_same_every_time(made):
    graph = word_graph("a", "en", made)
    assert graph == word_graph("a", "en", made)
    assert len(set(graph.nodes)) <= len(graph.nodes)
    assert all(max(one, other) < len(graph.nodes) for one, other, _ in graph.edges)
    drawn = graph_svg(graph)
    assert drawn == graph_svg(graph)
    root = ET.fromstring(drawn)
    assert len(root.findall(f"{SVG}g")) == len(graph.nodes)


def test_the_picture_has_a_box_a_word_and_a_dashed_line_a_translation():
    root = ET.fromstring(graph_svg(graph_of(chien())))
    texts = [each.text for each in root.iter(f"{SVG}text")]
    for shown in ("fr", "chien", "es", "perro", "en", "dog", "98 %", "31 %", "inferred", "fra-spa"):
        assert shown in texts
    classes = [each.get("class") for each in root.iter(f"{SVG}path")]
    assert classes.count("link") == 3
    assert sum(each.startswith("edge") for each in classes) == len(graph_of(chien()).edges)


def test_every_language_has_a_colour_of_its_own_and_its_code():
    graph = graph_of(chien())
    hues = hues_of(graph)
    assert list(hues)[:2] == ["fr", "en"]
    assert len(set(hues.values())) == len(hues) == 5
    root = ET.fromstring(graph_svg(graph))
    shown = {
        each.find(f"{SVG}text[@class='code']").text: each.get("class").split()[1]
        for each in root.iter(f"{SVG}g")
    }
    assert shown == {language: f"l{hue}" for language, hue in hues.items()}


def test_names_of_dictionaries_stand_on_the_lines_of_small_pictures_only():
    few, many = (ET.fromstring(graph_svg(graph_of(each))) for each in (chien(), crowded()))
    kinds = [[each.get("class") for each in root.iter(f"{SVG}text")] for root in (few, many)]
    assert "dictionary" in kinds[0]
    assert "dictionary" not in kinds[1]


def test_markup_in_words_stays_text_and_scripts_have_their_direction():
    drawn = graph_svg(graph_of(scripts()))
    assert "<img" not in drawn
    assert "</script" not in drawn
    root = ET.fromstring(drawn)
    words = {each.text: each.get("direction") for each in root.iter(f"{SVG}text")
             if each.get("class") == "word"}  # fmt: skip
    assert words["كتاب"] == words["ספר"] == "rtl"
    assert words["书"] == "ltr"


@pytest.mark.parametrize("measure", ["", "walk"])
def test_scores_are_percentages_unless_they_are_no_probabilities(measure):
    texts = [
        each.text for each in ET.fromstring(graph_svg(graph_of(chien()), measure=measure)).iter()
    ]
    assert ("0.98" if measure else "98 %") in texts
