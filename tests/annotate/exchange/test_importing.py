"""Files that become items and judgements of layers, and what is listed as wrong in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from diglot.annotate.exchange import export_layer, import_files
from diglot.annotate.options import ExportOptions, ImportOptions, Reading
from diglot.annotate.records import JudgementRecord
from diglot.annotate.store import Store
from diglot.errors import ConfigError, FormatError, InputError

READING = Reading(source_language="en", target_language="fr")
LANGUAGES = ImportOptions(reading=READING)


def test_a_judged_file_brings_items_people_and_judgements(store: Store, judged: Path) -> None:
    imported = import_files(store, [judged], options=LANGUAGES)
    assert (imported.kind, imported.added, imported.judgements) == ("confidence", 3, 6)
    layer = store.layers.get("confidence")
    said = {(each.key, each.user): dict(each.cells) for each in store.judgements.all(layer.id)}
    assert said["judged:10", "A1"] == {"label": "partial", "s4": 7}
    assert said["judged:12", "A1"] == {"label": "erroneous"}
    assert {person.name for person in store.people.all()} >= {"first", "second"}


def test_a_label_outside_of_the_scheme_is_kept_and_listed(store: Store, judged: Path) -> None:
    imported = import_files(store, [judged])
    assert [each.message for each in imported.listed] == ['1 label "strange": "12 second"']
    layer = store.layers.get("confidence")
    labels = [each.cells["label"] for each in store.judgements.all(layer.id)]
    assert "unknown:strange" in labels


def test_an_import_repeated_adds_nothing(store: Store, judged: Path) -> None:
    import_files(store, [judged])
    again = import_files(store, [judged])
    assert (again.added, again.known, again.judgements) == (0, 3, 0)


def test_known_answers_are_hidden_and_no_judgements(store: Store, judged: Path) -> None:
    imported = import_files(store, [judged], options=ImportOptions(gold=True, annotator="me"))
    assert imported.judgements == 0
    layer = store.layers.get("confidence")
    hidden = [item.hidden_gold for item in store.items.each(layer.id)]
    assert {"label": "sure"} in hidden


def test_training_items_are_marked(store: Store, judged: Path) -> None:
    import_files(store, [judged], options=ImportOptions(sandbox=True))
    layer = store.layers.get("confidence")
    assert all(item.sandbox for item in store.items.each(layer.id))


def test_a_sample_is_drawn_by_its_seed(store: Store, judged: Path) -> None:
    imported = import_files(store, [judged], options=ImportOptions(sample=2, seed=1))
    assert (imported.added, imported.judgements) == (2, 4)


def test_two_texts_become_a_pair_of_aligned_sentences(
    store: Store, lines: tuple[Path, Path]
) -> None:
    texts = [path.rename(path.with_name(f"{path.suffix[1:]}.txt")) for path in lines]
    imported = import_files(store, texts, options=LANGUAGES)
    assert (imported.kind, imported.added) == ("sentences", 1)
    item = next(iter(store.items.each(store.layers.get("sentences").id)))
    assert sum(name.startswith("b") for name in item.cells) == 3
    assert not any(name.startswith("c") for name in item.cells)
    assert {each.lang for each in store.documents.all()} == {"en", "fr"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["confidence", "word_labels", "groups", "trees"])
def test_lines_that_pair_become_an_item_each(
    store: Store, lines: tuple[Path, Path], kind: str
) -> None:
    imported = import_files(store, list(lines), kind=kind, options=LANGUAGES)
    assert imported.added == 3
    layer = store.layers.get(kind)
    assert [item.payload["source"]["lang"] for item in store.items.each(layer.id)] == ["en"] * 3
    assert list(store.judgements.gold(layer.id)) == []


def test_lines_that_do_not_pair_are_refused(store: Store, lines: tuple[Path, Path]) -> None:
    lines[1].write_text("Une seule.\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"has 1 line, but text\.en has 3"):
        import_files(store, list(lines), kind="confidence", options=LANGUAGES)


def test_links_of_words_become_groups(
    store: Store, lines: tuple[Path, Path], tmp_path: Path
) -> None:
    links = tmp_path / "text.pharaoh"
    links.write_text("0-0 1-1 5p6\n0-0 1p1 1p2\n\n", encoding="utf-8")
    imported = import_files(store, [*lines, links], options=LANGUAGES)
    assert (imported.kind, imported.judgements) == ("groups", 3)
    layer = store.layers.get("groups")
    cells = [dict(each.cells) for each in store.judgements.all(layer.id)]
    assert cells[1] == {"g1": [[0], [0], "S"], "g2": [[3], [3, 5], "P"]}
    assert cells[2] == {}


def test_a_link_to_a_word_that_is_not_there_is_refused(
    store: Store, lines: tuple[Path, Path], tmp_path: Path
) -> None:
    links = tmp_path / "text.pharaoh"
    links.write_text("0-0\n99-0\n\n", encoding="utf-8")
    with pytest.raises(FormatError, match="line 2"):
        import_files(store, [*lines, links], options=LANGUAGES)


def test_links_that_share_words_get_a_scheme_that_allows_it(
    store: Store, lines: tuple[Path, Path], tmp_path: Path
) -> None:
    links = tmp_path / "text.pharaoh"
    links.write_text("0-0 0p1 1-1\n\n\n", encoding="utf-8")
    import_files(store, [*lines, links], options=LANGUAGES)
    assert store.layers.get("groups").scheme.settings["shared"] is True


def test_a_layer_of_another_kind_is_refused(store: Store, judged: Path) -> None:
    import_files(store, [judged], layer="mine")
    with pytest.raises(ConfigError, match="holds confidence, not trees"):
        import_files(store, [judged], layer="mine", kind="trees")


def test_a_text_alone_does_not_tell_what_is_asked(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("Only one language.\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"choose the question \(--kind\)"):
        import_files(store, [path])


def test_outputs_of_systems_hide_who_made_them(store: Store, tmp_path: Path) -> None:
    source, reference = tmp_path / "s.txt", tmp_path / "r.txt"
    source.write_text("A dry cough .\nNo fever .\n", encoding="utf-8")
    reference.write_text("Une toux sèche .\nPas de fièvre .\n", encoding="utf-8")
    termbase = tmp_path / "terms.tsv"
    termbase.write_text("en\tfr\ncough\ttoux\nfever\tfièvre\n", encoding="utf-8")
    outputs = []
    for name, text in (("alpha", "Une toux .\nSans fièvre .\n"), ("beta", "Toux !\nNon .\n")):
        path = tmp_path / f"{name}.txt"
        path.write_text(text, encoding="utf-8")
        outputs.append(path)
    options = ImportOptions(
        reading=READING,
        termbases=(termbase,),
        hypotheses=tuple(outputs),
    )
    imported = import_files(store, [source, reference], options=options)
    assert (imported.kind, imported.added) == ("questions", 4)
    layer = store.layers.get("questions")
    items = list(store.items.each(layer.id))
    assert set(layer.settings["systems"].values()) == {"alpha", "beta"}
    assert "alpha" not in repr([item.payload for item in items])
    assert {item.payload["source_span"][0] for item in items} == {3, 6}


def test_matches_of_a_termbase_are_items(store: Store, tmp_path: Path) -> None:
    source, reference = tmp_path / "s.txt", tmp_path / "r.txt"
    source.write_text("A dry cough .\n", encoding="utf-8")
    reference.write_text("Une toux sèche .\n", encoding="utf-8")
    termbase = tmp_path / "terms.tsv"
    termbase.write_text("en\tfr\ncough\ttoux\n", encoding="utf-8")
    options = ImportOptions(reading=READING, termbases=(termbase,))
    imported = import_files(store, [source, reference], options=options)
    assert (imported.kind, imported.added) == ("matches", 1)
    item = next(iter(store.items.each(store.layers.get("matches").id)))
    assert item.payload["target_spans"] == [[4, 8]]


def test_a_termbase_becomes_pairs(store: Store, tmp_path: Path) -> None:
    termbase = tmp_path / "terms.tsv"
    termbase.write_text("en\tfr\ncough\ttoux\nfever\tfièvre\n", encoding="utf-8")
    imported = import_files(store, [termbase], kind="terms")
    assert (imported.kind, imported.added) == ("terms", 2)


def test_a_file_with_nothing_to_judge_is_refused_and_makes_no_layer(
    store: Store, tmp_path: Path
) -> None:
    path = tmp_path / "source.sgm"
    path.write_text(
        '<srcset setid="x" srclang="any">\n<doc sysid="ref" docid="d" genre="g" origlang="en">\n'
        '<seg id="1"> no term is marked </seg>\n</doc>\n</srcset>\n',
        encoding="utf-8",
    )
    with pytest.raises(InputError, match="nothing to be judged as matches; give marked terms"):
        import_files(store, [path], options=LANGUAGES)
    assert store.layers.all() == []


def flat_files(folder: Path, *, numbered: bool) -> list[Path]:
    files = []
    for name, lines in (
        ("fr_sents.txt", ["la porte rouge", "il dort"]),
        ("en_sents.txt", ["the red door", "he sleeps"]),
        ("links.txt" if numbered else "links.pharaoh", ["0-0 1-2 2p1", "0-0 1-1"]),
    ):
        files.append(folder / name)
        prefix = "{}\t" if numbered else ""
        text = "".join(prefix.format(n) + line + "\n" for n, line in enumerate(lines))
        files[-1].write_text(text)
    return files


def test_flat_files_with_numbered_lines_come_and_go(store: Store, tmp_path: Path) -> None:
    imported = import_files(store, flat_files(tmp_path, numbered=True))
    assert (imported.kind, imported.added, imported.judgements) == ("groups", 2, 2)
    out = tmp_path / "out.pharaoh"
    export_layer(store, "groups", out, ExportOptions(annotator="reader"))
    assert out.read_text() == "0-0 1-2 2p1\n0-0 1-1\n"


def test_faults_of_numbered_lines_are_told_with_the_name_of_their_file(
    store: Store, tmp_path: Path
) -> None:
    files = flat_files(tmp_path, numbered=True)
    files[2].write_text("0\t0-7\n1\t0-0\n")
    with pytest.raises(FormatError, match=rf"^{re.escape(str(files[2]))}, line 1: links word 8"):
        import_files(store, files)
    files[1].write_text("0\tthe red door\n5\the sleeps\n")
    with pytest.raises(FormatError, match="line 2 has another number"):
        import_files(store, files)


@pytest.mark.parametrize("numbered", [True, False])
def test_links_of_another_aligner_are_candidates_for_labels(
    store: Store, tmp_path: Path, numbered: bool
) -> None:
    files = flat_files(tmp_path, numbered=numbered)
    import_files(store, files, kind="word_labels", options=ImportOptions(per_pair=2))
    first, second = store.items.each(store.layers.get("word_labels").id)
    places = {(0, 0), (3, 8), (9, 4)}
    found = {(each["source"], each["target"]) for each in first.payload["candidates"]}
    assert len(found) == 2
    assert found < places
    assert first.payload["policy"]["links"] == files[2].name
    assert len(second.payload["candidates"]) == 2


@pytest.mark.parametrize("name", ["x.json", "x.tsv", "x.txt"])
def test_judged_pairs_go_to_other_tools_and_come_back(
    store: Store, judged: Path, tmp_path: Path, name: str
) -> None:
    import_files(store, [judged])
    export_layer(store, "confidence", tmp_path / name, ExportOptions(annotator="first"))
    with Store.create(tmp_path / "other", name="Other") as other:
        imported = import_files(other, [tmp_path / name])
        assert imported.kind == "confidence"
        mine = [dict(each.cells) for each in answers_of_all(store) if each.user == "A1"]
        others = [dict(each.cells) for each in answers_of_all(other) if each.user == "A1"]
        assert others == mine


def answers_of_all(store: Store) -> list[JudgementRecord]:
    return list(store.judgements.all(store.layers.get("confidence").id))
