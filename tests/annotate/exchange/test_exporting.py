"""Layers written as files of the field, and read back as what they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diglot import formats
from diglot.annotate.exchange import export_layer, import_files
from diglot.annotate.items import NewItem
from diglot.annotate.layers import LAYERS
from diglot.annotate.options import ExportOptions, ImportOptions, Reading
from diglot.annotate.records import NewJudgement
from diglot.annotate.store import Store
from diglot.errors import ConfigError, InputError
from diglot.formats.judgements import answers as human_answers
from diglot.formats.judgements import transread_labels
from diglot.formats.word_links import yawat

READING = Reading(source_language="en", target_language="fr")
LANGUAGES = ImportOptions(reading=READING)


def _judge(store: Store, kind: str, answers: list[dict[str, object]], name: str = "eva") -> None:
    """Give every item of a layer an answer of one person."""
    layer = store.layers.get(kind)
    person = next((each for each in store.people.all() if each.name == name), None)
    user = person.id if person else store.people.add(name, "annotator").id
    items = store.items.each(layer.id)
    store.annotations.put_many(
        NewJudgement(item=item.id, user=user, cells=cells)
        for item, cells in zip(items, answers, strict=True)
    )


def _cells(store: Store, kind: str) -> list[dict[str, object]]:
    layer = store.layers.get(kind)
    return [dict(each.cells) for each in store.judgements.gold(layer.id)]


def test_nothing_decided_is_said_plainly(store: Store, lines: tuple[Path, Path]) -> None:
    import_files(store, list(lines), kind="confidence", options=LANGUAGES)
    with pytest.raises(InputError, match="has no item that is decided"):
        export_layer(store, "confidence", Path("out.txt"))


def test_a_format_that_cannot_hold_the_layer_names_those_that_can(
    store: Store, judged: Path, tmp_path: Path
) -> None:
    import_files(store, [judged])
    with pytest.raises(ConfigError, match="name one of standoff, transread"):
        export_layer(store, "confidence", tmp_path / "out.docx")


def test_disputed_items_are_no_gold(store: Store, judged: Path, tmp_path: Path) -> None:
    import_files(store, [judged])
    exported = export_layer(store, "confidence", tmp_path / "out.txt")
    assert exported.items == 1


def test_what_one_person_said_is_written_as_it_was_read(
    store: Store, judged: Path, tmp_path: Path
) -> None:
    import_files(store, [judged])
    out = tmp_path / "out.txt"
    export_layer(store, "confidence", out, ExportOptions(annotator="first"))
    theirs, ours = (
        [line for line in path.read_text(encoding="utf-8").splitlines() if "Second" not in line]
        for path in (judged, out)
    )
    assert ours == theirs


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["confidence", "groups", "trees"])
def test_judgements_beside_texts_come_back(
    store: Store, lines: tuple[Path, Path], tmp_path: Path, kind: str
) -> None:
    answers = {
        "confidence": [{"label": "sure"}, {"label": "partial", "s3": 9}, {"label": "erroneous"}],
        "groups": [{"g1": [[0], [0], "S"]}, {}, {"g1": [[0], [], "P"]}],
        "trees": [{"n": ["direct", 4, 3]}, {"n": ["leaf", "non-compositional"]}, {}],
    }[kind]
    import_files(store, list(lines), kind=kind, options=LANGUAGES)
    _judge(store, kind, answers)
    out = tmp_path / "out.jsonl"
    export_layer(store, kind, out)
    head = json.loads(out.read_text(encoding="utf-8").splitlines()[0])
    assert (head["schema"], head["kind"]) == ("diglot-standoff", kind)
    import_files(store, [out], layer="again")
    assert _cells(store, "again") == _cells(store, kind) == answers


@pytest.mark.slow
def test_groups_become_sure_and_possible_links_with_their_words(
    store: Store, lines: tuple[Path, Path], tmp_path: Path
) -> None:
    import_files(store, list(lines), kind="groups", options=LANGUAGES)
    answers = [{"g1": [[0], [0], "S"], "g2": [[4], [3, 8], "P"]}, {}, {"g1": [[0], [], "S"]}]
    _judge(store, "groups", answers)
    out = tmp_path / "gold.pharaoh"
    export_layer(store, "groups", out)
    assert out.read_text(encoding="utf-8") == "0-0 1p1 1p2\n\n\n"
    words = (tmp_path / "gold.source").read_text(encoding="utf-8").splitlines()
    assert words[0] == "The cat sat on the mat ."


@pytest.mark.slow
def test_groups_survive_yawat(store: Store, lines: tuple[Path, Path], tmp_path: Path) -> None:
    import_files(store, list(lines), kind="groups", options=LANGUAGES)
    answers = [{"g1": [[0], [0], "S"], "g2": [[4], [3, 8], "P"]}, {"g1": [[0], [], "S"]}, {}]
    _judge(store, "groups", answers)
    out = tmp_path / "gold.aln"
    export_layer(store, "groups", out)
    assert len(yawat.read_groups(out).texts) == 3
    imported = import_files(store, [out], layer="again")
    assert imported.listed == ()
    assert _cells(store, "again") == answers


@pytest.mark.slow
@pytest.mark.parametrize("extension", [".pharaoh", ".naacl", ".talp"])
def test_word_links_are_read_back_with_the_words_beside_them(
    store: Store, lines: tuple[Path, Path], tmp_path: Path, extension: str
) -> None:
    import_files(store, list(lines), kind="groups", options=LANGUAGES)
    answers = [{"g1": [[0], [0], "S"]}, {}, {"g1": [[0], [0], "P"]}]
    _judge(store, "groups", answers)
    out = (tmp_path / "gold").with_suffix(extension)
    export_layer(store, "groups", out)
    beside = [out.with_suffix(".source"), out.with_suffix(".target")]
    import_files(store, [*beside, out], layer="again")
    labels = [[group[2] for group in cells.values()] for cells in _cells(store, "again")]
    assert labels == [["S"], [], ["P"]]


@pytest.mark.slow
def test_labels_of_links_survive_a_folder_of_transread(
    store: Store, lines: tuple[Path, Path], tmp_path: Path
) -> None:
    import_files(store, list(lines), kind="word_labels", options=LANGUAGES)
    layer = store.layers.get("word_labels")
    answers = [
        {f"l{each['source']}-{each['target']}": "sure" for each in item.payload["candidates"]}
        for item in store.items.each(layer.id)
    ]
    _judge(store, "word_labels", answers)
    out = tmp_path / "labels"
    export_layer(store, "word_labels", out, ExportOptions(format="transread"))
    task = transread_labels.read_task(out)
    assert len(task.annotations["gold"].links) == sum(map(len, answers))
    import_files(store, [out], layer="again")
    assert _cells(store, "again") == answers


@pytest.mark.slow
def test_divisions_survive_transread_and_become_links(
    store: Store, lines: tuple[Path, Path], tmp_path: Path
) -> None:
    import_files(store, list(lines), kind="trees", options=LANGUAGES)
    leaf = ["leaf", "non-compositional"]
    answers = [
        {"n": ["direct", 4, 3], "n0": ["leaf", "1-1"], "n1": leaf},
        {"n": ["trim", "target", "right", 25], "n0": leaf},
        {"n": ["inverse", 4, 5], "n0": leaf, "n1": leaf},
    ]
    _judge(store, "trees", answers)
    xml, links = tmp_path / "gold.xml", tmp_path / "gold.pharaoh"
    export_layer(store, "trees", xml)
    export_layer(store, "trees", links)
    assert links.read_text(encoding="utf-8").splitlines()[0].startswith("0-0 1p1 1p2")
    import_files(store, [xml], layer="again")
    assert _cells(store, "again") == answers


def test_confirmed_sentences_become_a_memory_and_links(
    store: Store, lines: tuple[Path, Path], tmp_path: Path
) -> None:
    texts = [path.rename(path.with_name(f"{path.suffix[1:]}.txt")) for path in lines]
    import_files(store, texts, options=LANGUAGES)
    item = next(iter(store.items.each(store.layers.get("sentences").id)))
    confirmed = {f"c{name[1:]}": True for name in item.cells if name.startswith("b")}
    _judge(store, "sentences", [{**item.cells, **confirmed}])
    memory, links = tmp_path / "gold.tmx", tmp_path / "gold.xml"
    export_layer(store, "sentences", memory)
    export_layer(store, "sentences", links)
    units = list(formats.read_units(memory))
    assert [unit.variants[1].text for unit in units] == (
        (tmp_path / "fr.txt").read_text(encoding="utf-8").splitlines()
    )
    assert {unit.kind for unit in units} == {"confirmed"}
    assert len(formats.read_links(links)) == 3


@pytest.mark.slow
def test_decided_terms_become_a_termbase(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "terms.tsv"
    path.write_text("en\tfr\ncough\ttoux\nfever\tchaud\n", encoding="utf-8")
    import_files(store, [path], kind="terms")
    _judge(store, "terms", [{"status": "valid", "preferred": True}, {"status": "wrong"}])
    table, tbx = tmp_path / "out.tsv", tmp_path / "out.tbx"
    export_layer(store, "terms", table)
    concepts = formats.read_termbase(table).concepts
    assert [each.terms[1].status for each in concepts] == ["preferred", "rejected"]
    lost = {each.kind for each in export_layer(store, "terms", tbx).lost}
    assert "rejected term" in lost
    assert len(formats.read_termbase(tbx).concepts) == 1


def test_verified_matches_become_a_test_set(store: Store, tmp_path: Path) -> None:
    source, reference = tmp_path / "s.txt", tmp_path / "r.txt"
    source.write_text("A dry cough .\nNo cough .\n", encoding="utf-8")
    reference.write_text("Une toux sèche .\nPas de toux .\n", encoding="utf-8")
    termbase = tmp_path / "terms.tsv"
    termbase.write_text("en\tfr\ncough\ttoux\n", encoding="utf-8")
    options = ImportOptions(reading=READING, termbases=(termbase,))
    import_files(store, [source, reference], options=options)
    _judge(store, "matches", [{"label": "valid"}, {"label": "wrong sense"}])
    for name in ("out.tsv", "out.sgm"):
        export_layer(store, "matches", tmp_path / name)
    found = formats.read_annotated_set(tmp_path / "out.tsv", keep_rejected=True)
    assert [mark.verified for each in found.segments for mark in each.terms] == [True, False]
    assert "toux" in (tmp_path / "out.fr.sgm").read_text(encoding="utf-8")


def test_answers_name_the_systems_again(store: Store, tmp_path: Path) -> None:
    source, reference, output = (tmp_path / name for name in ("s.txt", "r.txt", "alpha.txt"))
    source.write_text("A dry cough .\n", encoding="utf-8")
    reference.write_text("Une toux sèche .\n", encoding="utf-8")
    output.write_text("Une toux .\n", encoding="utf-8")
    termbase = tmp_path / "terms.tsv"
    termbase.write_text("en\tfr\ncough\ttoux\n", encoding="utf-8")
    options = ImportOptions(
        reading=READING,
        termbases=(termbase,),
        hypotheses=(output,),
    )
    import_files(store, [source, reference], options=options)
    _judge(store, "questions", [{"term": "yes", "context": "no"}])
    out = tmp_path / "answers.tsv"
    export_layer(store, "questions", out)
    (answer,) = human_answers.read_answers(out)
    assert (answer.system, answer.term, answer.expected) == ("alpha", "cough", "toux")
    assert (answer.term_correct, answer.context_correct) == (True, False)


def test_all_judgements_are_written_with_pseudonyms(
    store: Store, judged: Path, tmp_path: Path
) -> None:
    import_files(store, [judged])
    out = tmp_path / "all.jsonl"
    exported = export_layer(store, "confidence", out, ExportOptions(judgements=True))
    text = out.read_text(encoding="utf-8")
    records = [json.loads(line) for line in text.splitlines()]
    assert exported.items == 6
    assert {each["annotator"] for each in records if each.get("record") == "judgement"} == {
        "A1",
        "A2",
    }
    assert "first" not in text


PAIR = {
    "source": {"lang": "en", "dir": "ltr", "text": "a 😀 b", "tokens": [[0, 1], [2, 3], [4, 5]]},
    "target": {"lang": "ar", "dir": "rtl", "text": "ا ب", "tokens": [[0, 1], [2, 3]]},
}
ENTRY = {"entry": {"id": "7", "source": "a", "targets": ["ا"]}, "source_span": [0, 1]}
ANSWERS: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "sentences": (PAIR, {"s0": 5, "t0": 3, "b0-0": [5, 3], "c0-0": True, "note": "so"}),
    "confidence": (PAIR, {"label": "partial", "s2": 3}),
    "word_labels": (
        {**PAIR, "candidates": [{"source": 2, "target": 2, "score": 0.5}]},
        {"l2-2": "partial", "g2-2": "1", "ack:word_labels.partial-alone": True},
    ),
    "groups": (PAIR, {"g1": [[0, 2], [0], "S"]}),
    "trees": (PAIR, {"n": ["direct", 2, 2], "n0": ["leaf", "1-1"], "n1": ["leaf", "skipped"]}),
    "terms": (
        {"source": {"lang": "en", "text": "a"}, "target": {"lang": "ar", "text": "ا"}},
        {"status": "valid", "reliability": 9, "vtب": True, "preferred": True},
    ),
    "matches": (
        {**PAIR, **ENTRY, "target_spans": [[0, 1]], "kinds": ["surface", "lemma"]},
        {"label": "wrong span", "target": [[2, 3]]},
    ),
    "questions": (
        {**PAIR, "source_span": [0, 1], "expected": ["ا"], "output": PAIR["target"]},
        {"term": "yes", "context": "no", "w0": 1},
    ),
}


@pytest.mark.parametrize("kind", LAYERS)
def test_every_layer_comes_back_cell_by_cell(store: Store, tmp_path: Path, kind: str) -> None:
    payload, cells = ANSWERS[kind]
    layer = store.layers.add(kind, kind)
    store.items.add_many(layer.id, [NewItem("one", payload)])
    _judge(store, kind, [cells])
    out = tmp_path / "out.jsonl"
    export_layer(store, kind, out, ExportOptions(format="standoff"))
    import_files(store, [out], layer="again")
    assert _cells(store, "again") == [cells]
    (item,) = store.items.each(store.layers.get("again").id)
    assert item.payload == payload
