"""Words explained: from an inferred lexicon, from dictionaries, and what rejected pairs tell."""

from __future__ import annotations

import gzip

import pytest

from diglot.errors import ConfigError, InputError
from diglot.formats.lexicons import write_lexicon
from diglot.model import Lexicon, Origin
from diglot.pipeline.steps.lexicons.explanation import (
    blame_dictionaries,
    explain_in_graph,
    explain_in_lexicon,
    explain_word,
)
from diglot.pipeline.steps.lexicons.options import ExplainOptions
from tests.lexicons.dictionaries import graph_of
from tests.report.explanations import chien, translation

DICTIONARIES = {
    "fr-es": [("chien", "perro", "noun"), ("banc", "banco", "noun"), ("banque", "banco", "noun")],
    "en-es": [("dog", "perro", "noun"), ("bench", "banco", "noun"), ("bank", "banco", "noun")],
    "ca-fr": [("gos", "chien", "noun"), ("banc", "banc", "noun"), ("banca", "banque", "noun")],
    "en-ca": [("dog", "gos", "noun"), ("bench", "banc", "noun"), ("bank", "banca", "noun")],
    "en-fr": [("hound", "chien", "noun")],
}


@pytest.fixture
def files(tmp_path):
    """The dictionaries as files."""
    paths = []
    for name, entries in DICTIONARIES.items():
        paths.append(tmp_path / f"{name}.tsv")
        lines = [f"{one}\t{other}\n" for one, other, _ in entries]
        paths[-1].write_text("".join(lines), encoding="utf-8")
    return paths


@pytest.fixture
def explained(tmp_path):
    """An inferred lexicon as diglot infer writes it: a table, and explanations beside it."""
    lexicon = Lexicon(chien().translations, Origin("fr-en"))
    write_lexicon(tmp_path / "out.tsv", lexicon)
    write_lexicon(tmp_path / "out.explained.jsonl", lexicon)
    return tmp_path / "out.tsv"


def targets(explanation):
    return [each.target for each in explanation.translations]


def test_a_lexicon_keeps_what_was_inferred(explained):
    (found,) = explain_word("chien", [explained])
    assert (found.word, found.language, found.target_language) == ("chien", "fr", "en")
    assert found.translations == chien().translations
    assert found.measure == "probability"
    (same,) = explain_word("Chien", [explained.with_name("out.explained.jsonl")])
    assert same == found


def test_the_other_side_is_read_the_other_way_round(explained):
    (found,) = explain_word("dog", [explained])
    assert (found.language, found.target_language) == ("en", "fr")
    assert targets(found) == ["chien"]
    assert found.translations[0].paths[0].words == ("dog", "perro", "chien")
    assert found.translations[0].paths[0].dictionaries == (("eng-spa",), ("fra-spa",))


def test_languages_choose_a_side():
    same = translation("fr:table a es:mesa b en:table")
    both = explain_in_lexicon([same], "table")
    assert [(each.language, each.target_language) for each in both] == [("en", "fr"), ("fr", "en")]
    (found,) = explain_in_lexicon(
        [same], "table", options=ExplainOptions(source_language="French", target_language="eng")
    )
    assert found.language == "fr"


def test_the_best_come_first_and_the_rest_is_counted():
    many = [translation(f"fr:a x es:b y en:t{k}", score=k / 10) for k in range(8)]
    (found,) = explain_in_lexicon(many, "a", options=ExplainOptions(top=3, paths=1))
    assert targets(found) == ["t7", "t6", "t5"]
    assert found.left == 5


def test_one_translation_alone_or_why_not(explained):
    (found,) = explain_word("chien", [explained], options=ExplainOptions(translation="pooch"))
    assert targets(found) == ["pooch"]
    (none,) = explain_word("chien", [explained], options=ExplainOptions(translation="cat"))
    assert none.translations == ()
    assert "--from and --to" in none.why


def test_dictionaries_are_walked_without_inferring(files):
    (found,) = explain_word("chien", files, options=ExplainOptions(target_language="en"))
    assert found.measure == "walk"
    assert targets(found) == ["dog"]
    (dog,) = found.translations
    assert dog.score == pytest.approx(1.0)
    assert [path.words for path in dog.paths] == [
        ("chien", "gos", "dog"),
        ("chien", "perro", "dog"),
    ]
    assert dog.paths[0].dictionaries == (("ca-fr",), ("en-ca",))
    assert dog.reasons == ("2 pivot languages: ca, es", "2 paths of two steps")
    # Said directly, which is no path.
    assert found.direct == ("hound",)


def test_the_strongest_translation_comes_first(files):
    (found,) = explain_word(
        "banque", files, options=ExplainOptions(source_language="fr", target_language="en")
    )
    assert targets(found) == ["bank", "bench"]
    assert found.translations[0].score > found.translations[1].score


def test_a_word_is_explained_in_every_language_that_has_it():
    graph = graph_of(
        {"fr-es": [("table", "mesa")], "es-en": [("mesa", "table")], "nl-es": [("table", "mesa")]}
    )
    found = explain_in_graph(graph, "table", options=ExplainOptions(target_language="en"))
    assert [each.language for each in found] == ["fr", "nl"]


def test_parts_of_speech_are_entries_of_their_own():
    graph = graph_of(
        {
            "en-es": [("bank", "banco", "noun"), ("bank", "amontonar", "verb")],
            "es-fr": [("banco", "banque", "noun"), ("amontonar", "entasser", "verb")],
        }
    )
    (found,) = explain_in_graph(
        graph, "bank", options=ExplainOptions(source_language="en", target_language="fr")
    )
    assert {(each.target, each.source_pos) for each in found.translations} == {
        ("banque", "noun"),
        ("entasser", "verb"),
    }


@pytest.mark.parametrize(
    ("word", "options", "message"),
    [
        ("chat", {"target_language": "en"}, "'chat' is not there"),
        ("chie", {"source_language": "fr", "target_language": "en"}, "did you mean chien"),
        ("chie", {"source_language": "fr", "target_language": "en"}, r"chien \(dog\).* would help"),
        ("chien", {"target_language": "de"}, "no dictionary has words of 'de'"),
        ("chien", {"target_language": "fr", "source_language": "fr"}, "give two languages"),
        ("chien", {}, "give --to"),
        ("chien", {"target_language": "en", "paths": 0}, "1 or more"),
        ("chien", {"target_language": "klingonese"}, "unknown language"),
        (" ", {"target_language": "en"}, "the word is empty"),
    ],
)
def test_what_cannot_be_explained_is_one_line(files, word, options, message):
    with pytest.raises((InputError, ConfigError), match=message):
        explain_word(word, files, options=ExplainOptions(**options))


def judged(path, *pairs):
    path.write_text("".join(f"{one}\t{other}\n" for one, other in pairs), encoding="utf-8")
    return path


def test_rejected_pairs_are_traced_to_an_entry(files, tmp_path):
    rejected = judged(tmp_path / "no.tsv", ("banque", "bench"), ("chat", "dog"))
    accepted = judged(tmp_path / "yes.tsv", ("banc", "bench"), ("chien", "dog"))
    found = blame_dictionaries(
        files,
        rejected,
        accepted=accepted,
        options=ExplainOptions(source_language="fr", target_language="en"),
    )
    assert (found.rejected, found.accepted) == (1, 2)
    assert found.pathless == (("chat", "dog"),)
    assert {each.words for each in found.edges} == {("bench", "banco"), ("banco", "banque")}
    # The bench is on a path of a good pair, too.
    assert found.edges[0].words == ("banco", "banque")


def test_rejected_pairs_of_a_lexicon_are_known_in_either_order(explained, tmp_path):
    rejected = judged(tmp_path / "no.tsv", ("pooch", "chien"))
    found = blame_dictionaries([explained], rejected)
    assert found.rejected == 1
    # Paths read from pooch to chien; the entry that both share comes first.
    assert found.edges[0].words == ("pooch", "hundo")


def test_a_pair_cannot_be_rejected_and_accepted(explained, tmp_path):
    both = judged(tmp_path / "no.tsv", ("chien", "dog"))
    with pytest.raises(ConfigError, match="both rejected and accepted"):
        blame_dictionaries(
            [explained], both, accepted=judged(tmp_path / "yes.tsv", ("Chien", "dog"))
        )


def test_dictionaries_need_both_languages_for_blame(files, tmp_path):
    with pytest.raises(ConfigError, match="--from and --to"):
        blame_dictionaries(
            files,
            judged(tmp_path / "no.tsv", ("a", "b")),
            options=ExplainOptions(target_language="en"),
        )


def test_a_word_of_real_dictionaries_is_explained(shared_data, tmp_path):
    folder = shared_data / "lexicons" / "apertium-rdf27"
    paths = [next(folder.glob(f"*{name}*")) for name in ("fra-spa", "eng-spa")]
    copies = []
    for path in paths:
        copies.append(tmp_path / path.name.removesuffix(".gz"))
        copies[-1].write_bytes(gzip.decompress(path.read_bytes()))
    options = ExplainOptions(source_language="fr", target_language="en")
    (found,) = explain_word("chien", copies, options=options)
    assert targets(found)[0] == "dog"
    assert found.translations[0].paths[0].words == ("chien", "perro", "dog")


def test_a_word_is_shown_as_it_was_asked_for_where_it_is_written_so():
    graph = graph_of({"fr-es": [("Chien", "Can"), ("chien", "perro")], "es-en": [("perro", "dog")]})
    options = ExplainOptions(source_language="fr", target_language="en")
    for asked, shown in (("chien", "chien"), ("Chien", "Chien"), ("CHIEN", "Chien")):
        (found,) = explain_in_graph(graph, asked, options=options)
        assert found.word == shown


@pytest.mark.slow
def test_a_word_without_a_path_gets_what_the_pack_links_it_with(monkeypatch):
    monkeypatch.delenv("DIGLOT_PACKS", raising=False)
    graph = graph_of({"en-es": [("night", "noche")], "fr-es": [("jour", "día")]})
    options = ExplainOptions(source_language="en", target_language="fr")
    (found,) = explain_in_graph(graph, "Night", options=options)
    assert "nothing there leads on to fr" in found.why
    assert "the language pack links it with nuit" in found.why
    with pytest.raises(InputError, match="language pack links it with jour"):
        explain_in_graph(graph, "day", options=options)


def test_without_packs_no_links_are_told(monkeypatch):
    monkeypatch.setenv("DIGLOT_PACKS", "none")
    graph = graph_of({"en-es": [("night", "noche")], "fr-es": [("jour", "día")]})
    options = ExplainOptions(source_language="en", target_language="fr")
    (found,) = explain_in_graph(graph, "night", options=options)
    assert "pack" not in found.why
