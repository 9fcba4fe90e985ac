"""From a graph to the entries of an inferred dictionary."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from diglot.errors import ConfigError, InputError
from diglot.lexicons.graph.graph import Graph
from diglot.model import Origin, Translation
from diglot.pipeline.steps.lexicons import inference
from diglot.pipeline.steps.lexicons.inference import (
    BANDS,
    graph_digest,
    infer_on,
    read_scorer,
    save_scorer,
)
from diglot.pipeline.steps.lexicons.options import InferOptions, check_infer
from tests.lexicons.dictionaries import graph_of, rings
from tests.lexicons.encoding import encode
from tests.packs import pack_of


@pytest.fixture
def animals() -> Graph:
    """English and French over Spanish and Catalan; Basque has no dictionary with others."""
    return graph_of(
        {
            "en-es": [
                ("dog", "perro", "noun"),
                ("cat", "gato", "noun"),
                ("duck", "pato", "noun"),
                ("duck", "agacharse", "verb"),
            ],
            "en-ca": [("dog", "gos", "noun"), ("cat", "gat", "noun"), ("zebu", "zebú", "noun")],
            "es-fr": [
                ("perro", "chien", "noun"),
                ("gato", "chat", "noun"),
                ("gato", "cric", "noun"),
                ("pato", "canard", "noun"),
                ("agacharse", "se baisser", "verb"),
            ],
            "ca-fr": [("gos", "chien", "noun"), ("gat", "chat", "noun")],
            "eu-ka": [("txakur", "ძაღლი", "noun")],
        }
    )


OTIC = InferOptions(method="otic", threshold=0.1)


def rows(graph: Graph, options: InferOptions = OTIC) -> list[tuple[str, str, str | None]]:
    found = infer_on(graph, source="en", target="fr", options=options)
    return [(each.source, each.target, each.source_pos) for each in found.lexicon.translations]


def test_entries_come_headword_by_headword(animals: Graph) -> None:
    assert rows(animals) == [
        ("cat", "chat", "noun"),
        ("cat", "cric", "noun"),
        ("dog", "chien", "noun"),
        ("duck", "canard", "noun"),
        ("duck", "se baisser", "verb"),
    ]


def test_every_entry_keeps_its_paths(animals: Graph) -> None:
    found = infer_on(animals, source="en", target="fr", options=OTIC)
    dog = found.lexicon.translations[2]
    assert {path.words for path in dog.paths} >= {
        ("dog", "perro", "chien"),
        ("dog", "gos", "chien"),
    }
    assert dog.paths[0].dictionaries[0] in {("en-es",), ("en-ca",)}


def test_without_paths_none_are_looked_for(animals: Graph) -> None:
    found = infer_on(
        animals, source="en", target="fr", options=InferOptions(method="otic", paths=0)
    )
    assert not any(each.paths or each.reasons for each in found.lexicon.translations)


def test_only_the_best_translations_stay_with_top(animals: Graph) -> None:
    options = InferOptions(method="otic", threshold=0.1, top=1)
    assert ("cat", "cric", "noun") not in rows(animals, options)
    assert ("duck", "se baisser", "verb") in rows(animals, options)


def test_only_wanted_languages_are_gone_through(animals: Graph) -> None:
    options = InferOptions(method="otic", threshold=0.1, pivots=("Catalan",))
    assert [row[:2] for row in rows(animals, options)] == [("cat", "chat"), ("dog", "chien")]


def test_a_pivot_without_words_is_named(animals: Graph) -> None:
    with pytest.raises(ConfigError, match="no dictionary has words of 'de'"):
        rows(animals, InferOptions(method="otic", pivots=("de",)))


def test_numbers_say_what_was_covered(animals: Graph) -> None:
    counts = infer_on(animals, source="en", target="fr", options=OTIC).counts
    assert counts.entries == 5
    assert counts.headwords == 3
    assert counts.source_words == 4
    assert counts.coverage == pytest.approx(3 / 4)
    assert counts.known == 0
    assert tuple(least for least, _ in counts.bands) == BANDS
    assert sum(entries for _, entries in counts.bands) == counts.entries


def test_a_score_on_the_border_of_a_band_belongs_to_the_upper_one() -> None:
    graph = graph_of({"en-es": [("a", "x"), ("a", "y"), ("a", "z")], "es-fr": [("x", "b")]})
    options = InferOptions(method="otic", threshold=0.5)
    found = infer_on(graph, source="en", target="fr", options=options)
    assert dict(found.counts.bands)[0.5] == 1


def test_a_direct_dictionary_is_told(animals: Graph) -> None:
    graph = graph_of(
        {
            "en-es": [("dog", "perro"), ("cat", "gato")],
            "es-fr": [("perro", "chien"), ("gato", "chat")],
            "en-fr": [("Dog", "chien"), ("bird", "oiseau")],
        }
    )
    found = infer_on(graph, source="en", target="fr", options=OTIC)
    assert "en-fr translate directly: 2 pairs" in found.notes[0]
    assert "--hide-direct" in found.notes[0]
    assert found.counts.known == 1


def test_a_hidden_direct_dictionary_is_as_if_it_were_not_there() -> None:
    pivots = {"en-es": [("dog", "perro")], "es-fr": [("perro", "chien")]}
    with_direct = graph_of({**pivots, "en-fr": [("dog", "toutou")]})
    options = InferOptions(method="otic", hide_direct=True)
    found = infer_on(with_direct, source="en", target="fr", options=options)
    assert found.notes == ("dropped 1 pairs of en and fr: en-fr",)
    assert found.counts.known == 0
    assert [each.target for each in found.lexicon.translations] == ["chien"]


def test_dictionaries_of_one_source_are_told() -> None:
    entries = {"en-nl": ("dog", "hond"), "nl-fr": ("hond", "chien"), "es-fr": ("perro", "chien")}
    graph = encode(
        (
            Origin(name, family="" if name == "es-fr" else "ergane"),
            [Translation(one, other, *name.split("-"))],
        )
        for name, (one, other) in entries.items()
    )
    found = infer_on(graph, source="en", target="fr", options=OTIC)
    assert found.notes == (
        "en-nl, nl-fr come from one source (ergane): they share its errors, and agree too easily",
    )


def test_two_languages_without_a_path_are_refused(animals: Graph) -> None:
    with pytest.raises(ConfigError, match=r"leads from en to eu.*eu with ka"):
        infer_on(animals, source="en", target="eu", options=OTIC)


def test_an_unknown_method_is_named_with_those_there_are(animals: Graph) -> None:
    with pytest.raises(ConfigError, match=r"unknown method 'otik' .did you mean otic"):
        infer_on(animals, source="en", target="fr", options=InferOptions(method="otik"))


def test_the_signature_says_how_it_was_made(animals: Graph) -> None:
    found = infer_on(animals, source="en", target="fr", options=OTIC)
    assert str(found.signature).startswith("method:otic|languages:en-fr|threshold:0.1|")
    assert found.signature.data == graph_digest(animals)
    assert found.lexicon.signature == found.signature


def test_the_same_dictionaries_have_the_same_digest(animals: Graph) -> None:
    one = {"en-es": [("a", "x"), ("b", "y")], "es-fr": [("x", "c")]}
    assert graph_digest(graph_of(one)) == graph_digest(graph_of(one))
    assert graph_digest(graph_of(one)) != graph_digest(graph_of({**one, "es-fr": [("x", "d")]}))


def test_with_too_little_to_learn_from_the_default_is_a_plain_method(animals: Graph) -> None:
    found = infer_on(animals, source="en", target="fr")
    assert found.signature.method == "walk"
    assert found.scorer is None
    assert found.notes[-1].startswith("too few dictionaries")
    assert "scores are not probabilities" in found.notes[-1]


def test_with_too_little_to_learn_from_the_learning_method_is_refused_by_name(
    animals: Graph, tmp_path: Path
) -> None:
    for options in (InferOptions(method="learned"), InferOptions(save_scorer=tmp_path / "s")):
        with pytest.raises(ConfigError, match="too few dictionaries"):
            infer_on(animals, source="en", target="fr", options=options)


def test_other_methods_have_no_scorer_to_save(animals: Graph, tmp_path: Path) -> None:
    options = InferOptions(method="walk", save_scorer=tmp_path / "s")
    with pytest.raises(ConfigError, match="belong to the method learned"):
        infer_on(animals, source="en", target="fr", options=options)


@pytest.mark.slow
def test_a_scorer_is_learnt_saved_and_used_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = graph_of(rings(700))
    learnt = infer_on(
        graph,
        source="en",
        target="fr",
        options=InferOptions(method="learned", save_scorer=tmp_path / "s", paths=0),
    )
    assert learnt.scorer is not None
    assert {language for pair in learnt.scorer.hidden for language in pair[:2]} >= {"en", "fr"}
    again = infer_on(
        graph, source="en", target="fr", options=InferOptions(scorer=tmp_path / "s", paths=0)
    )
    assert again.lexicon.translations == learnt.lexicon.translations
    assert 0 < learnt.counts.entries < learnt.counts.candidates
    save_scorer(tmp_path / "again", learnt.scorer)
    assert (tmp_path / "again").read_bytes() == (tmp_path / "s").read_bytes()
    # Unasked the pack of both languages is evidence.
    pack = pack_of("en", "fr", {("dog", "chien"): 3.0})
    monkeypatch.setattr(inference, "load_pack", lambda *asked: pack)
    with_pack = infer_on(
        graph, source="en", target="fr", options=InferOptions(scorer=tmp_path / "s", paths=0)
    )
    assert f"language pack: {pack.name}" in with_pack.notes


@pytest.mark.parametrize(
    "content", ["", "{}", "[1]", '{"format": "diglot lexicon scorer 1"}', "[" * 9999]
)
def test_a_file_that_is_no_scorer_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "scorer"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match="is not a scorer"):
        read_scorer(path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threshold": 1.5}, "--threshold is 1.5"),
        ({"threshold": float("nan")}, "--threshold is nan"),
        ({"top": 0}, "--top is 0"),
        ({"paths": -1}, "--paths is -1"),
    ],
)
def test_a_wrong_number_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        InferOptions(**options)


def test_a_scorer_is_used_or_trained(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("x", encoding="utf-8")
    with pytest.raises(ConfigError, match="give one of them"):
        check_infer(InferOptions(scorer=tmp_path / "old", save_scorer=tmp_path / "new"))


@pytest.mark.parametrize(
    "options",
    [
        InferOptions(scorer=Path("nowhere")),
        InferOptions(bitext=(Path("nowhere"),)),
        InferOptions(vectors={"en": Path("nowhere")}),
        InferOptions(texts={"en": (Path("nowhere"),)}),
    ],
)
def test_a_file_that_is_missing_is_named_before_the_work(options: InferOptions) -> None:
    with pytest.raises(InputError, match="nowhere: no such file"):
        check_infer(options)


def test_parallel_text_is_one_file_or_two(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("x", encoding="utf-8")
    with pytest.raises(ConfigError, match="two files of lines"):
        check_infer(InferOptions(bitext=(tmp_path / "x",) * 3))


def test_a_system_of_the_shared_task_is_a_method_with_options_and_says_so(animals: Graph) -> None:
    found = infer_on(
        animals, source="en", target="fr", options=InferOptions(method="OTIC", threshold=0.1)
    )
    assert "otic" in str(found.signature)
    assert "pivots:es" in str(found.signature)
    assert found.notes[0].startswith("baseline-OTIC of TIAD 2021 is read as otic pivots=es: exact")
    plain = infer_on(animals, source="en", target="fr", options=OTIC)
    assert not any("TIAD" in each for each in plain.notes)


def test_a_given_option_comes_before_that_of_the_system(animals: Graph) -> None:
    options = InferOptions(method="baseline_otic", threshold=0.1, settings={"pivots": "ca"})
    assert ("cat", "chat", "noun") in rows(animals, options)
    assert ("duck", "canard", "noun") not in rows(animals, options)


def test_an_unknown_method_lists_methods_and_systems(animals: Graph) -> None:
    with pytest.raises(ConfigError, match="did you mean ULD_MUSE"):
        rows(animals, InferOptions(method="ULD_MUSA"))
