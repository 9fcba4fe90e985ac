"""Dictionaries of one source are told, by what they say and by what they share."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.lexicons.graph.families import (
    PivotRecall,
    add_families,
    family_of,
    family_warnings,
    group_by_family,
    leak_warnings,
    overlap_warnings,
    overlaps,
    pivot_recalls,
)
from diglot.lexicons.graph.graph import Graph
from diglot.model import Origin, Translation
from tests.lexicons.encoding import encode


def graph_of(**dictionaries: list[tuple[str, str]]) -> Graph:
    """A graph of dictionaries named such as ``en_es`` or ``en_es_2``."""
    return encode(
        (Origin(name), [Translation(*pair, *name.split("_")[:2]) for pair in pairs])
        for name, pairs in dictionaries.items()
    )


@pytest.mark.parametrize(
    ("origin", "family"),
    [
        (Origin("eng-fra", "Made from the Ergane database."), "ergane"),
        (Origin("deu-fra", "http://www.wikdict.com/ (WikDict)"), "wiktionary"),
        (Origin("wiktextract-fr"), "wiktionary"),
        (Origin("apertium-eng-spa"), "apertium"),
        (Origin("eng-spa", "Apertium, Wiktionary and others"), "wiktionary+apertium"),
        (
            Origin("a", "from https://github.com/Somebody/Words/tree/main"),
            "github.com/somebody/words",
        ),
        (Origin("a", "see https://www.dict.example.net/en/about.html."), "dict.example.net"),
        (Origin("a", "Typed in by hand. https://www.gnu.org/licenses/gpl.html"), ""),
        (Origin("a", "http://freedict.org", "https://creativecommons.org/licenses/by/4.0"), ""),
        (Origin("a", "Ergane", family="mine"), "mine"),
        (Origin("a"), ""),
    ],
)
def test_the_family_is_what_the_origin_names(origin: Origin, family: str) -> None:
    assert family_of(origin) == family


def test_a_dictionary_of_two_sources_is_in_two_groups() -> None:
    origins = add_families([Origin("a", "Ergane"), Origin("b", "Ergane, WikDict"), Origin("c")])
    assert group_by_family(origins) == {"ergane": (0, 1), "wiktionary": (1,)}


def test_a_reference_of_the_same_source_is_warned_of() -> None:
    graph = encode(
        (origin, [Translation("a", "b", "en", "nl")])
        for origin in (Origin("eng-nld", "Ergane"), Origin("nld-fra", "Ergane"), Origin("x"))
    )
    (told,) = family_warnings(graph, Origin("eng-fra", "made of the Ergane database"))
    assert told.startswith("eng-fra and eng-nld, nld-fra come from one source (ergane): ")
    assert family_warnings(graph, Origin("eng-fra")) == ()


def numbered(count: int, prefix: str = "") -> list[tuple[str, str]]:
    return [(f"{prefix}{at}", f"{prefix}{at}") for at in range(count)]


def test_a_dictionary_that_is_part_of_another_is_no_second_witness() -> None:
    graph = graph_of(
        en_es=numbered(300),
        en_es_2=[*numbered(190), *numbered(10, "x")],
        en_es_3=[*numbered(50), *numbered(150, "y")],
        en_fr=numbered(200),
    )
    (found,) = overlaps(graph)
    assert (found.one, found.other, found.shared, found.share) == (1, 0, 190, 0.95)
    assert overlap_warnings(graph) == (
        "95% of en_es_2 stands in en_es, too: they are not two witnesses",
    )
    # The second holds fifty of the third, and so does the first.
    assert [(each.one, each.other) for each in overlaps(graph, least=0.2)] == [
        (1, 0),
        (1, 2),
        (2, 0),
    ]


def test_small_dictionaries_are_not_judged() -> None:
    assert overlaps(graph_of(en_es=numbered(99), en_es_2=numbered(99))) == ()


def test_recall_is_measured_for_every_pivot() -> None:
    graph = graph_of(
        en_nl=[("dog", "hond"), ("cat", "kat"), ("bank", "bank")],
        nl_fr=[("hond", "chien"), ("kat", "chat"), ("oever", "rive")],
        en_es=[("Dog", "perro"), ("cow", "vaca")],
        es_fr=[("perro", "chien"), ("toro", "taureau")],
        en_fr=[("cow", "vache")],
    )
    reference = [
        ("dog", "chien"),
        ("DOG ", "Chien"),
        ("cat", "chat"),
        ("bank", "rive"),
        ("cow", "vache"),  # said directly, and by nothing else
        ("horse", "cheval"),  # not in the graph
    ]
    assert pivot_recalls(graph, "en", "fr", reference) == (
        PivotRecall("", found=2, known=3, pairs=4),
        PivotRecall("nl", found=2, known=3, pairs=4),
        PivotRecall("es", found=1, known=1, pairs=4),
    )


def test_the_measure_has_no_direction() -> None:
    graph = graph_of(en_nl=numbered(5), nl_fr=numbered(3))
    there = pivot_recalls(graph, "en", "fr", numbered(5))
    assert there == pivot_recalls(graph, "fr", "en", numbered(5))
    assert there[0].recall == there[0].recall_of_known == 1


def test_a_reference_without_known_words_has_no_recall() -> None:
    (total,) = pivot_recalls(
        graph_of(en_nl=numbered(2), nl_fr=numbered(2)), "en", "fr", [("x", "y")]
    )
    assert (total.recall, total.recall_of_known) == (0, 0)
    with pytest.raises(ConfigError, match="no dictionary has words of 'de'"):
        pivot_recalls(graph_of(en_nl=numbered(2)), "en", "de", [])


def test_one_pivot_that_gives_everything_back_is_a_leak() -> None:
    reference = numbered(200)
    leaking = graph_of(en_nl=numbered(200), nl_fr=numbered(190), fr_es=numbered(200))
    (told,) = leak_warnings(pivot_recalls(leaking, "en", "fr", reference), "freedict.eng-fra")
    assert told.startswith("95% of freedict.eng-fra is found in two steps over nl alone")


def test_a_pivot_that_gives_back_all_that_it_knows_is_told() -> None:
    graph = graph_of(en_nl=numbered(120), nl_fr=numbered(120), en_fr=numbered(300))
    (told,) = leak_warnings(pivot_recalls(graph, "en", "fr", numbered(300)))
    assert "of the 120 pairs of the reference whose words have translations in nl, 100%" in told


def test_honest_pivots_are_left_in_peace() -> None:
    crossed = [(f"{at}", f"{at + at % 2}") for at in range(200)]
    graph = graph_of(en_nl=crossed, nl_fr=numbered(300))
    assert leak_warnings(pivot_recalls(graph, "en", "fr", numbered(200))) == ()


WORDS = st.sampled_from(["a", "b", "C", "c"])
PAIRS = st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=8)


@given(en_nl=PAIRS, nl_fr=PAIRS, en_es=PAIRS, es_fr=PAIRS, en_fr=PAIRS, reference=PAIRS)
def test_recall_is_that_of_its_definition(reference: list[tuple[str, str]], **pairs: list) -> None:
    graph = graph_of(**pairs)

    def neighbours(word: str, language: str) -> set[tuple[str, str]]:
        return {
            (other_code, second) if code == language else (code, first)
            for name, rows in pairs.items()
            for code, other_code in [name.split("_")]
            for first, second in rows
            if (code == language and first.casefold() == word.casefold())
            or (other_code == language and second.casefold() == word.casefold())
        } - {(code, each) for code, each in product(("en", "fr"), "abcC")}

    known = {
        language: {
            rows[at].casefold()
            for name, both in pairs.items()
            for rows in both
            for at in (0, 1)
            if name.split("_")[at] == language
        }
        for language in ("en", "fr")
    }
    wanted = {
        (one.casefold(), other.casefold())
        for one, other in reference
        if one.casefold() in known["en"] and other.casefold() in known["fr"]
    }
    for each in pivot_recalls(graph, "en", "fr", reference):
        assert each.pairs == len(wanted)
        if not each.pivot:
            continue
        found = [
            {node for node in neighbours(one, "en") if node[0] == each.pivot}
            & neighbours(other, "fr")
            for one, other in wanted
        ]
        assert each.found == sum(map(bool, found))


def test_the_graph_of_apertium_does_not_leak_into_freedict(shared_data) -> None:
    from diglot.pipeline.steps.lexicons.dictionaries import load_graph

    folder = shared_data / "lexicons"
    names = ("eng-spa", "fra-spa", "eng-cat", "fra-cat")
    graph = load_graph([folder / "apertium-rdf27" / f"{name}.tsv.gz" for name in names]).graph
    assert {family_of(each) for each in graph.origins} == {"apertium"}
    gold = (folder / "gold" / "freedict.eng-fra.tsv").read_text(encoding="utf-8").splitlines()
    recalls = pivot_recalls(graph, "en", "fr", [tuple(row.split("\t")[:2]) for row in gold])
    assert [each.pivot for each in recalls] == ["", "ca", "es"]
    assert 0.45 < recalls[1].recall < 0.6
    assert leak_warnings(recalls) == ()
