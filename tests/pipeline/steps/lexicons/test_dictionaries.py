"""Dictionaries in files become one graph; what is wrong with them is named."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from diglot.errors import ConfigError, FormatError, InputError
from diglot.model import Origin
from diglot.pipeline.steps.lexicons.dictionaries import (
    dictionary_files,
    load_graph,
    rename_origins,
    save_graph,
)
from tests.effort import calls
from tests.lexicons.graph.test_encoding import same
from tests.lexicons.graph_twin import edges_in


def write(path: Path, *rows: str) -> Path:
    """Write a table: ``|`` stands for a tab."""
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text("".join(row.replace("|", "\t") + "\n" for row in rows), encoding="utf-8")
    return path


def counts(skipped: tuple) -> dict[str, int]:
    return {each.kind: each.count for each in skipped}


def test_languages_come_from_the_names_of_files(tmp_path: Path) -> None:
    one = write(tmp_path / "eng-fra.tsv", "dog|chien")
    other = write(tmp_path / "wikdict_ES-FR.tsv", "perro|chien")
    loaded = load_graph([one, other])
    assert loaded.graph.languages == ("en", "es", "fr")
    assert [each.name for each in loaded.graph.origins] == ["eng-fra", "wikdict_ES-FR"]
    assert loaded.graph.edges == loaded.rows == 2
    assert loaded.notes == ()


def test_languages_and_parts_of_columns_become_those_of_diglot(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "dog|eng|Noun|chien|fra|s. m.", "big|eng|x|grand|fra|ADJ")
    graph = load_graph([path]).graph
    assert graph.languages == ("en", "fr")
    assert set(graph.parts) == {"", "noun", "adjective"}


def test_an_unknown_language_is_named_with_the_nearest_and_its_place(tmp_path: Path) -> None:
    rows = ("dog|eng|x|chien|fra|x", "dog|eng|x|perro|spaa|x")
    path = write(tmp_path / "a.tsv", *rows)
    with pytest.raises(FormatError) as error:
        load_graph([path], format="graph")
    told = str(error.value)
    assert told.startswith(f"{path}, translation 2 (dog | perro): unknown language 'spaa': did")
    assert "es (Spanish)" in told
    assert "--skip-bad" in told


def test_unknown_languages_are_skipped_and_counted(tmp_path: Path) -> None:
    rows = ("dog|eng|x|chien|fra|x", "dog|eng|x|perro|spaa|x", "cat|eng|x|gato|spaa|x")
    path = write(tmp_path / "a.tsv", *rows)
    loaded = load_graph([path], format="graph", skip_bad=True)
    assert loaded.graph.languages == ("en", "fr")
    assert counts(loaded.skipped) == {
        "unknown language": 1,
        "translation of a language left out": 2,
    }
    assert any("spaa" in note for note in loaded.notes)


def test_a_file_that_does_not_say_its_languages_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "dictionary.tsv", "dog|chien")
    with pytest.raises(FormatError, match="does not state its languages; name it after them"):
        load_graph([path], format="pairs")


def test_bad_lines_are_named_or_skipped_and_counted(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.tsv", *["dog|eng|x|chien|fra|x"] * 3, "cat|eng|x|chat", "|eng|x|a|fra|x"
    )
    with pytest.raises(FormatError, match=r"a\.tsv, line 4: has 4 columns"):
        load_graph([path])
    loaded = load_graph([path], skip_bad=True)
    assert loaded.graph.edges == 1
    assert sum(each.count for each in loaded.skipped if "bad line" in each.kind) == 2


def test_one_bad_line_of_two_is_named(tmp_path: Path) -> None:
    for name, good, bad in (
        ("a.tsv", "dog|eng|x|chien|fra|x", "cat|eng|x|chat|fra"),
        ("en-fr.tsv", "dog|chien", "cat"),
    ):
        with pytest.raises(FormatError, match=rf"{name}, line 2: has"):
            load_graph([write(tmp_path / name, good, bad)])
        with pytest.raises(FormatError, match=rf"{name}, line 1: has"):
            load_graph([write(tmp_path / name, bad, good)])


def test_duplicate_rows_are_counted(tmp_path: Path) -> None:
    path = write(tmp_path / "en-fr.tsv", "dog|chien", "dog|chien", " dog|chien", "cat|chat")
    loaded = load_graph([path])
    assert (loaded.rows, loaded.duplicates, loaded.graph.edges) == (4, 2, 2)
    assert counts(loaded.skipped) == {"repetition of a translation in its dictionary": 2}


def test_switches_of_case_and_part_of_speech(tmp_path: Path) -> None:
    rows = ("Dog|en|n|chien|fr|n", "dog|en|v|chien|fr|v")
    path = write(tmp_path / "a.tsv", *rows)
    sizes = {
        (case, pos): load_graph([path], case=case, pos=pos).graph.nodes
        for case in ("keep", "fold")
        for pos in ("keep", "ignore")
    }
    assert sizes == {
        ("keep", "keep"): 4,
        ("keep", "ignore"): 3,
        ("fold", "keep"): 4,
        ("fold", "ignore"): 2,
    }


def test_languages_can_be_chosen(tmp_path: Path) -> None:
    rows = ("dog|en|x|chien|fr|x", "dog|en|x|Hund|de|x")
    loaded = load_graph([write(tmp_path / "a.tsv", *rows)], languages=["English", "fra"])
    assert loaded.graph.languages == ("en", "fr")
    assert counts(loaded.skipped) == {"translation of a language left out": 1}


def test_tables_are_clean_and_rules_can_be_chosen(tmp_path: Path) -> None:
    path = write(tmp_path / "en-fr.tsv", "to go; walk|aller (à pied)")
    assert load_graph([path]).graph.edges == 1
    found = edges_in(load_graph([path], rules=["variants", "remarks", "infinitive"]).graph)
    assert [node[2] for node in found] == ["go", "walk", "aller"]
    with pytest.raises(ConfigError, match="did you mean variants"):
        load_graph([path], rules=["variant"])


def test_unknown_parts_of_speech_are_kept_and_counted(tmp_path: Path) -> None:
    rows = ("in between|en|Circumposition|entre|fr|pr", "dog|en|n|chien|fr|n")
    loaded = load_graph([write(tmp_path / "a.tsv", *rows)])
    assert "circumposition" in loaded.graph.parts
    assert counts(loaded.skipped) == {"part of speech without a name in LexInfo, kept": 1}


def test_folders_are_searched_for_dictionaries(tmp_path: Path) -> None:
    for name in ("en-fr.tsv", "b/de-fr.tsv", "c/es-fr.txt"):
        write(tmp_path / name, "a|b")
    for name in ("README.md", "notes.txt", "meta.json", ".hidden/en-de.tsv", "b/x.dict.dz"):
        write(tmp_path / name, "{}")
    write(tmp_path / "b/x.ifo", "")
    found = [str(path.relative_to(tmp_path)) for path in dictionary_files([tmp_path])]
    assert found == ["b/de-fr.tsv", "b/x.ifo", "c/es-fr.txt", "en-fr.tsv"]


def wordnet(path: Path, language: str, **lemmas: str) -> Path:
    """Write a wordnet; names of lemmas are their identifiers."""
    entries = "".join(
        f'<LexicalEntry id="e{ili}"><Lemma writtenForm="{lemma}" partOfSpeech="n"/>'
        f'<Sense id="s{ili}" synset="{ili}"/></LexicalEntry>'
        for ili, lemma in lemmas.items()
    ) + "".join(f'<Synset id="{ili}" ili="{ili}" partOfSpeech="n"/>' for ili in lemmas)
    path.write_text(
        f'<?xml version="1.0" encoding="UTF-8"?><LexicalResource><Lexicon id="w{language}" '
        f'label="WordNet" language="{language}" license="free">{entries}</Lexicon>'
        "</LexicalResource>",
        encoding="utf-8",
    )
    return path


def test_wordnets_are_one_dictionary(tmp_path: Path) -> None:
    wordnet(tmp_path / "a.xml", "en", i1="dog", i2="cat")
    wordnet(tmp_path / "b.xml", "fr", i1="chien", i3="vache")
    (tmp_path / "c.xml").write_text("<html/>", encoding="utf-8")
    graph = load_graph([tmp_path]).graph
    assert [node[2] for node in edges_in(graph)] == ["dog", "chien"]
    (origin,) = graph.origins
    assert (origin.name, origin.family, origin.licence) == ("a+b", "wordnet", "free")


def test_a_file_is_read_once_however_often_it_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "en-fr.tsv", "dog|chien")
    assert len(dictionary_files([path, tmp_path, path])) == 1


def test_folders_without_dictionaries_and_missing_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the folder holds no dictionary"):
        dictionary_files([tmp_path])
    with pytest.raises(InputError, match="no such file"):
        dictionary_files([tmp_path / "en-fr.tsv"])


def test_packed_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "en-fr.tsv.gz"
    path.write_bytes(gzip.compress(b"dog\tchien\n"))
    graph = load_graph([path]).graph
    assert (graph.edges, graph.origins[0].name) == (1, "en-fr")


def test_dictionaries_know_their_families(tmp_path: Path) -> None:
    write(tmp_path / "meta.json", '{"origin": "Ergane", "licence": "GPL"}')
    write(tmp_path / "en-fr.tsv", "dog|chien")
    (origin,) = load_graph([tmp_path]).graph.origins
    assert origin == Origin("en-fr", "Ergane", "GPL", "ergane")


def test_dictionaries_of_one_name_are_told_apart() -> None:
    origins = [Origin("a"), Origin("b"), Origin("a"), Origin("a")]
    names = [each.name for each in rename_origins(origins, ["x", "x", "y", "y"])]
    assert names == ["x/a", "b", "y/a", "y/a~2"]


def test_files_without_translations_are_counted_and_refused_alone(tmp_path: Path) -> None:
    empty = write(tmp_path / "en-de.tsv")
    full = write(tmp_path / "en-fr.tsv", "dog|chien")
    loaded = load_graph([empty, full])
    assert counts(loaded.skipped) == {"dictionary without translations": 1}
    with pytest.raises(ConfigError, match="no translation"):
        load_graph([empty])


def test_progress_is_told_file_by_file(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"en-{code}.tsv", "a|b") for code in ("fr", "de")]
    told: list[tuple[str, int, int]] = []
    load_graph(paths, progress=lambda *each: told.append(each))
    stage = "reading dictionaries"
    assert told == [(stage, 0, 2), (stage, 1, 2), ("making a graph", 0, 1)]


# --- saved graphs


def rows_of_two() -> tuple[str, ...]:
    return ("Dog|en|n|chien|fr|n", "dog|en|v|chien|fr|v", "dog|en|v|perro|es|n")


def test_a_saved_graph_opens_as_it_was(tmp_path: Path) -> None:
    loaded = load_graph([write(tmp_path / "a.tsv", *rows_of_two(), rows_of_two()[0])])
    save_graph(tmp_path / "g.lexgraph", loaded)
    opened = load_graph([tmp_path / "g.lexgraph"])
    assert same(opened.graph, loaded.graph)
    assert opened.notes == loaded.notes != ()


@pytest.mark.parametrize(
    "switches", [{"case": "fold"}, {"pos": "ignore"}, {"languages": ["en", "fr"]}]
)
def test_switches_hold_for_saved_graphs_too(tmp_path: Path, switches: dict) -> None:
    path = write(tmp_path / "a.tsv", *rows_of_two())
    save_graph(tmp_path / "g.lexgraph", load_graph([path]))
    opened = load_graph([tmp_path / "g.lexgraph"], **switches)
    assert same(opened.graph, load_graph([path], **switches).graph)


def test_what_a_saved_graph_has_forgotten_is_told(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", *rows_of_two())
    save_graph(tmp_path / "g.lexgraph", load_graph([path], case="fold").graph)
    opened = load_graph([tmp_path / "g.lexgraph"], languages=["en", "fr"])
    assert opened.graph.case == "fold"
    assert "g.lexgraph was saved with --case fold, and stays so" in opened.notes
    with pytest.raises(ConfigError, match=r"g\.lexgraph was saved with --case fold: unite it with"):
        load_graph([tmp_path / "g.lexgraph", path])


def test_saved_graphs_are_united_with_other_dictionaries(tmp_path: Path) -> None:
    one = write(tmp_path / "a/x.tsv", *rows_of_two())
    other = write(tmp_path / "b/x.tsv", "dog|en|v|chien|fr|v", "cat|en|n|chat|fr|n")
    save_graph(tmp_path / "a.lexgraph", load_graph([one]))
    united = load_graph([tmp_path / "a.lexgraph", other]).graph
    assert same(united, load_graph([one, other]).graph)
    assert [each.name for each in united.origins] == ["a/x", "b/x"]


# --- the development data


def test_the_graph_of_apertium_is_complete_and_opens_at_once(
    shared_data: Path, tmp_path: Path
) -> None:
    loaded = load_graph([shared_data / "lexicons" / "apertium-rdf27"])
    graph = loaded.graph
    assert (graph.nodes, graph.edges, len(graph.languages)) == (705_675, 798_691, 13)
    assert len(graph.origins) == 27
    assert loaded.notes == ()
    save_graph(tmp_path / "g.lexgraph", loaded)
    asked = []
    again = calls(lambda: asked.append(load_graph([tmp_path / "g.lexgraph"]).graph))
    assert again < 20_000  # of 705,675 nodes
    opened = asked[0]
    assert same(opened, graph)
    assert np.array_equal(np.sort(graph.neighbours), np.sort(_rows(graph)))


def _rows(graph) -> np.ndarray:
    return np.repeat(np.arange(graph.nodes), np.diff(graph.starts))


def test_raw_dictionaries_of_apertium_join_the_graph(shared_data: Path) -> None:
    folder = shared_data / "lexicons"
    graph = load_graph([folder / "dix", folder / "apertium-rdf27" / "eng-spa.tsv.gz"]).graph
    assert graph.languages == ("en", "es", "fr", "pt")
    (table,) = (number for number, each in enumerate(graph.origins) if each.name == "eng-spa")
    both = [table in those and len(those) > 1 for those in graph.witnesses]
    said = [table in those for those in graph.witnesses]
    share = np.array(both)[graph.witness].sum() / np.array(said)[graph.witness].sum()
    assert share > 0.8  # the table is an older state of one of them
