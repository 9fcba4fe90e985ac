"""Dictionaries become a graph: the same whatever the order of their rows."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.lexicons.graph import encoding
from diglot.lexicons.graph import encoding as witnesses
from diglot.lexicons.graph.encoding import Encoder
from diglot.lexicons.graph.graph import BACK, FORTH, Graph
from diglot.model import Origin, Translation
from diglot.model.lexicon import DIRECTIONS
from tests.lexicons.encoding import encode
from tests.lexicons.graph_twin import edges_in, edges_of

LEMMAS = st.one_of(
    st.sampled_from(
        ["a", "A", "b", "a b", "a  b", " a", "é", "e\u0301", "ß", "SS", "abcdefgh", "abcdefghi"]
    ),
    st.text(st.sampled_from("aAé\u0301 \t\n\x00\u00a0ﬁ😀"), max_size=12),
)
PART = st.sampled_from([None, "", "noun", "verb"])
ROWS = st.lists(
    st.builds(
        Translation,
        LEMMAS,
        LEMMAS,
        st.sampled_from(["en", "fr"]),
        st.sampled_from(["en", "es", "ca"]),
        PART,
        PART,
        st.sampled_from(DIRECTIONS),
    ),
    max_size=25,
)
DICTIONARIES = st.lists(ROWS, min_size=1, max_size=5)
SWITCHES = {"case": st.sampled_from(encoding.CASES), "pos": st.sampled_from(encoding.PARTS)}


def named(*dictionaries: list[Translation]) -> list[tuple[Origin, list[Translation]]]:
    return [(Origin(f"d{at}"), rows) for at, rows in enumerate(dictionaries)]


def row(source: str, target: str, **more: str) -> Translation:
    return replace(Translation(source, target, "en", "fr"), **more)


def same(one: Graph, other: Graph) -> bool:
    """Whether two graphs are the same, value for value and type for type."""
    for field in fields(Graph):
        here, there = getattr(one, field.name), getattr(other, field.name)
        if isinstance(here, np.ndarray):
            if here.dtype != there.dtype or not np.array_equal(here, there):
                return False
        elif here != there:
            return False
    return True


@given(dictionaries=DICTIONARIES, **SWITCHES)
def test_a_graph_holds_what_its_dictionaries_say(
    dictionaries: list[list[Translation]], case: str, pos: str
) -> None:
    expected = edges_of(named(*dictionaries), case=case, pos=pos)
    if not any(expected.values()):
        with pytest.raises(ConfigError, match="no translation"):
            encode(named(*dictionaries), case=case, pos=pos)
        return
    graph = encode(named(*dictionaries), case=case, pos=pos)
    found = edges_in(graph)
    assert found == expected
    assert list(found) == list(expected)  # nodes in their order
    assert [list(each) for each in found.values()] == [list(each) for each in expected.values()]
    assert graph.languages == tuple(sorted({node[0] for node in expected}))
    assert graph.parts == ("", *sorted({node[3] for node in expected} - {""}))
    for at, (one, other) in enumerate(pairwise(expected)):
        assert (graph.word[at] != graph.word[at + 1]) == (one[:2] != other[:2])
    for at, language in enumerate(graph.languages):
        assert graph.bounds[at + 1] - graph.bounds[at] == sum(
            node[0] == language for node in expected
        )


@given(dictionaries=DICTIONARIES, random=st.randoms(use_true_random=False), **SWITCHES)
def test_the_order_of_rows_and_their_chunks_do_not_matter(
    dictionaries: list[list[Translation]], random: object, case: str, pos: str
) -> None:
    try:
        graph = encode(named(*dictionaries), case=case, pos=pos)
    except ConfigError:
        return
    shuffled = [random.sample(rows, len(rows)) for rows in dictionaries]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoding, "_CHUNK", 3)
        again = encode(named(*shuffled), case=case, pos=pos)
    assert same(graph, again)


@given(dictionaries=DICTIONARIES, **SWITCHES)
def test_a_graph_that_is_added_is_as_its_dictionaries(
    dictionaries: list[list[Translation]], case: str, pos: str
) -> None:
    try:
        first = encode(named(*dictionaries))
    except ConfigError:
        return
    encoder = Encoder(case=case, pos=pos)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoding, "_CHUNK", 3)
        encoder.add_graph(first)
    try:
        graph = encoder.graph()
    except ConfigError:  # all that is left are words for themselves
        with pytest.raises(ConfigError):
            encode(named(*dictionaries), case=case, pos=pos)
        return
    assert same(graph, encode(named(*dictionaries), case=case, pos=pos))


def test_graphs_are_united_with_other_dictionaries() -> None:
    encoder = Encoder(language=lambda name: None if name == "es" else name)
    encoder.add(Origin("a"), [row("dog", "chien")])
    rows = [row("dog", "chien"), Translation("dog", "perro", "en", "es")]
    encoder.add_graph(encode([(Origin("b"), rows)]))
    graph = encoder.graph()
    assert [each.name for each in graph.origins] == ["a", "b"]
    assert (graph.edges, graph.witnesses, graph.languages) == (1, ((0, 1),), ("en", "fr"))


def test_translations_are_taken_one_by_one() -> None:
    graph = encode((Origin(name), iter([row("dog", word)])) for name, word in ("ax", "by"))
    assert [origin.name for origin in graph.origins] == ["a", "b"]
    assert graph.edges == 2


def test_lemmas_of_one_word_stand_together() -> None:
    graph = encode(named([row("Turkey", "Turquie"), row("turkey", "dinde"), row("tv", "télé")]))
    assert graph.lemmas(np.arange(3)) == ["Turkey", "turkey", "tv"]
    assert graph.word[:3].tolist() == [0, 0, 1]


def test_a_restricted_entry_may_be_used_one_way() -> None:
    graph = encode(named([row("dog", "chien", direction="forward")]))
    assert graph.allowed.tolist() == [FORTH, BACK]


def test_a_row_and_its_reverse_are_one_edge_that_may_be_used_both_ways() -> None:
    reverse = Translation("chien", "dog", "fr", "en", direction="forward")
    graph = encode(named([row("dog", "chien", direction="forward"), reverse]))
    assert graph.edges == 1
    assert graph.allowed.tolist() == [FORTH | BACK] * 2


def test_what_makes_no_edge_is_counted() -> None:
    encoder = Encoder()
    encoder.add(
        Origin("a"),
        [
            row("dog", "chien"),
            row("dog ", "chien"),  # again
            row(" ", "chien"),
            Translation("dog", "dog", "en", "en"),
        ],
    )
    encoder.add(Origin("b"), [row("dog", "chien")])
    graph = encoder.graph()
    counts = (encoder.rows, encoder.repeated, encoder.blank, encoder.loops)
    assert counts == (5, 1, 1, 1)
    assert graph.witnesses == ((0, 1),)


def test_names_of_languages_and_parts_are_asked_for_once() -> None:
    asked = []

    def language(name: str) -> str:
        asked.append(name)
        return name[:2]

    encoder = Encoder(language=language, part=str.lower)
    rows = [
        replace(row("dog", "chien", source_pos="Noun"), source_language=code)
        for code in ("eng", "en")
    ]
    encoder.add(Origin("a"), rows * 3)
    graph = encoder.graph()
    assert graph.languages == ("en", "fr")
    assert graph.parts == ("", "noun")
    assert sorted(asked) == ["en", "eng", "fr"]


def test_words_of_unwanted_languages_are_left_out() -> None:
    rows = [
        row("dog", "chien"),
        Translation("dog", "Hund", "en", "de"),
        Translation("Hund", " ", "de", "fr"),
        Translation("cat", " ", "en", "fr"),
    ]
    encoder = Encoder(language=lambda name: None if name == "de" else name)
    encoder.add(Origin("a"), rows)
    graph = encoder.graph()
    assert (encoder.rows, encoder.foreign, encoder.blank, graph.edges) == (4, 2, 1, 1)
    assert graph.languages == ("en", "fr")


def test_more_parts_of_speech_than_a_byte_counts() -> None:
    rows = [row("dog", "chien", source_pos=f"{at:03}") for at in range(300)]
    graph = encode(named(rows))
    assert graph.part.dtype == np.uint16
    assert graph.parts[graph.part[299]] == "299"


def test_more_sets_of_dictionaries_than_sixteen_bits_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Every edge is said by dictionaries of its own choice; a few are enough where few fit.
    rows: list[list[Translation]] = [[] for _ in range(7)]
    for number in range(1, 1 << 7):
        for at in range(7):
            if number >> at & 1:
                rows[at].append(row("a", f"{number:03}"))
    assert encode(named(*rows)).witness.dtype == np.uint16
    monkeypatch.setattr(witnesses, "NARROW", 100)
    graph = encode(named(*rows))
    assert graph.witness.dtype == np.int32
    assert len(graph.witnesses) == graph.edges == 127
    for at in range(127):
        number = int(graph.lemma(int(graph.neighbours[at])))
        assert graph.witnesses[graph.witness[at]] == tuple(d for d in range(7) if number >> d & 1)


@pytest.mark.parametrize("switch", [{"case": "lower"}, {"pos": "soft"}])
def test_an_unknown_switch_is_refused(switch: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match="case is one of keep, fold"):
        encode(named([row("dog", "chien")]), **switch)


def test_long_words_that_differ_at_their_end_are_ordered() -> None:
    words = ["x" * 40 + end for end in ("b", "a", "", "ab", "\x00", "é")]
    graph = encode(named([row(word, "y") for word in words]))
    assert graph.lemmas(np.arange(6)) == sorted(words)
