"""The whole way: what is in the folder, and that it holds together."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

import diglot
from diglot.errors import ConfigError, FormatError, InputError
from diglot.formats import read_units, write_units
from diglot.formats.termbases import read_termbase
from diglot.model import Bitext, Block, Document, Segment, Unit, Variant
from diglot.pipeline.build.building import Build, build_files
from diglot.pipeline.build.inputs import summarise_bitexts
from tests.pipeline.built import (
    ENGLISH,
    FRENCH,
    OUTPUTS,
    build,
    contents,
    manifest,
    options,
    redone,
    texts,
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The sample, built once."""
    folder = tmp_path_factory.mktemp("built")
    texts(folder)
    return build(folder)


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.slow
def test_the_folder_holds_the_results_and_nothing_else(made: Build) -> None:
    assert sorted(path.name for path in made.folder.iterdir()) == OUTPUTS
    assert not [path for path in (made.folder / "work").iterdir() if path.name.startswith("new-")]


def test_the_memory_has_every_pair_of_sentences(made: Build) -> None:
    pairs = [
        tuple(variant.text for variant in unit.variants)
        for unit in read_units(made.folder / "bitext.tmx")
    ]
    assert pairs == list(zip(ENGLISH.splitlines(), FRENCH.splitlines(), strict=True))


def test_the_termbase_has_the_terms_with_their_sentences(made: Build) -> None:
    base = read_termbase(made.folder / "termbase.tbx")
    pairs = {
        (one.text, other.text)
        for concept in base.concepts
        for one in concept.of("en")
        for other in concept.of("fr")
    }
    assert {("annual fee", "redevance annuelle"), ("supplier", "fournisseur")} <= pairs
    fee = next(x for x in base.concepts if any(each.text == "annual fee" for each in x.terms))
    context = fee.of("en")[0].contexts[0]
    assert "annual fee" in context.text
    assert "redevance annuelle" in (context.translation or "")


def test_the_workbook_has_the_same_terms_as_the_termbase(made: Build) -> None:
    both = [read_termbase(made.folder / name) for name in ("termbase.tbx", "terms.xlsx")]
    terms = [
        {(term.language, term.text) for concept in base.concepts for term in concept.terms}
        for base in both
    ]
    assert terms[0] == terms[1]


def test_the_manifest_says_what_was_made_of_what(made: Build) -> None:
    said = manifest(made.folder)
    assert said["version"] == diglot.__version__
    assert said["state"] == "complete"
    assert [(Path(each["path"]).name, each["role"]) for each in said["inputs"]] == [
        ("contract.en.txt", "source"),
        ("contract.fr.txt", "target"),
    ]
    assert [each["language"] for each in said["inputs"]] == ["en", "fr"]
    for each in said["inputs"]:
        assert each["sha256"] == sha256(Path(each["path"]))
    for each in said["stages"] + said["outputs"]:
        assert each["sha256"] == sha256(made.folder / each["file"])
    assert [each["name"] for each in said["stages"]] == [
        *("sentences", "tokens", "words", "index", "terms")
    ]
    assert all(each["signature"].startswith("method:") for each in said["stages"])
    counts = {each["file"]: each["count"] for each in said["outputs"]}
    assert counts["bitext.tmx"] == said["counts"]["sentence_pairs"] == 8
    assert counts["termbase.tbx"] == said["counts"]["concepts"] > 5


def test_links_of_sentences_and_words_name_the_dictionary(tmp_path: Path) -> None:
    texts(tmp_path)
    lexicon = tmp_path / "words.tsv"
    lexicon.write_text("pump\tpompe\n", encoding="utf-8")
    found = build(tmp_path, lexicon=lexicon)
    signatures = found.sentences.value[0].signature, found.words.value.signature
    named = f"words.tsv@{sha256(lexicon)[:8]}"
    assert [dict(each.options)["lexicon"] for each in signatures if each] == [named] * 2


def test_the_values_of_a_build_fit_together(made: Build) -> None:
    pairs, words = made.pairs.value, made.words.value
    assert len(pairs) == words.links.pairs == len(words.confidence) == 8
    assert next(" ".join(one) for one, _ in pairs.words()).startswith("The supplier delivers")
    sure = words.sure()
    assert len(sure.source) < len(words.links.source)
    for pair, (one, other) in enumerate(pairs.words()):
        assert set(sure.of(pair)) <= set(words.links.of(pair))
        assert all(i < len(one) and j < len(other) for i, j in words.links.of(pair))
    for pair in made.terms.value.pairs:
        assert all(0 <= number < 8 for number in pair.contexts)


def test_the_same_input_gives_the_same_bytes_anywhere(made: Build, tmp_path: Path) -> None:
    texts(tmp_path)
    again = build(tmp_path)
    # The path of the input stands in the stored documents, and so in what is told of them.
    ours, theirs = contents(made.folder), contents(again.folder)
    assert ours.keys() == theirs.keys()
    different = {name for name in ours if ours[name] != theirs[name]}
    assert different <= {"work/sentences.arrays", "manifest.json"}  # both name the folder
    twin = build(tmp_path, out=tmp_path / "twin")
    assert contents(twin.folder) == contents(again.folder)
    assert manifest(twin.folder) == manifest(again.folder)


def test_equal_pairs_are_written_once_and_tbx_as_asked(made: Build, tmp_path: Path) -> None:
    (tmp_path / "m.tsv").write_text(
        "en\tfr\nA cat.\tUn chat.\nA cat.\tUn chat.\nA dog.\tUn chien.\n"
    )
    choices = options(unique=True, tbx="3-dca", min_frequency=1)
    done = build_files(tmp_path / "m.tsv", out=tmp_path / "out", options=choices)
    memory = next(each for each in done.manifest.outputs if each.file == "bitext.tmx")
    assert memory.count == 2
    assert "1 identical unit, merged" in memory.lost[0]
    assert b"<tbx" in (done.folder / "termbase.tbx").read_bytes()
    assert b"<martif" in (made.folder / "termbase.tbx").read_bytes()
    other = build_files(tmp_path / "m.tsv", out=tmp_path / "out", options=options(min_frequency=1))
    assert set(redone(other)) == {"bitext.tmx", "termbase.tbx"}


def test_the_page_is_written_from_python(made: Build, tmp_path: Path) -> None:
    texts(tmp_path)
    done = diglot.build(
        tmp_path / "contract.en.txt",
        str(tmp_path / "contract.fr.txt"),
        out=tmp_path / "out",
        source_language="en",
        target_language="fr",
        min_frequency=1,
    )
    page = (done.folder / "report.html").read_text(encoding="utf-8")
    assert "redevance annuelle" in page
    assert done.manifest.outputs[-1].file == "report.html"
    with pytest.raises(ConfigError, match="unknown option 'minfrequency'"):
        diglot.build("a", "b", out=tmp_path, minfrequency=1)


def test_a_memory_is_not_aligned_again(made: Build, tmp_path: Path) -> None:
    done = build_files(made.folder / "bitext.tmx", out=tmp_path / "out", options=options())
    assert [x.role for x in done.manifest.inputs] == ["bitext"]
    assert len(done.pairs.value) == 8
    assert [link.score for link in done.sentences.value[0].links] == [
        link.score for link in made.sentences.value[0].links
    ]
    assert done.terms.value.pairs == made.terms.value.pairs


def test_parallel_lines_keep_their_partners_and_empty_ones_go(tmp_path: Path) -> None:
    lines = [text.splitlines() for text in (ENGLISH, FRENCH)]
    lines[0].insert(3, "")
    lines[1].insert(3, "Une phrase sans original.")
    paths = [tmp_path / name for name in ("corpus.en.gz", "corpus.fr.gz")]
    for path, each in zip(paths, lines, strict=True):
        path.write_bytes(gzip.compress("\n".join([*each, ""]).encode()))
    done = build_files(*paths, out=tmp_path / "out", options=options(parallel=True))
    source, target = (
        [side.sentence(pair) for pair in range(len(done.pairs.value))]
        for side in done.pairs.value.sides
    )
    assert source == ENGLISH.splitlines()
    assert target == FRENCH.splitlines()
    assert done.manifest.counts["without_partner"] == 1


def test_folders_are_paired_by_name_and_share_one_termbase(tmp_path: Path) -> None:
    for side, text in (("en", ENGLISH), ("fr", FRENCH)):
        (tmp_path / side).mkdir()
        lines = text.splitlines(keepends=True)
        (tmp_path / side / "a.txt").write_text("".join(lines[:4]), encoding="utf-8")
        (tmp_path / side / "b.txt").write_text("".join(lines[4:]), encoding="utf-8")
    done = build_files(tmp_path / "en", tmp_path / "fr", out=tmp_path / "out", options=options())
    pairs = done.pairs.value
    assert pairs.names == ("a", "b")
    assert pairs.documents.tolist() == sorted(pairs.documents.tolist())
    assert set(pairs.documents.tolist()) == {0, 1}
    assert done.manifest.counts["documents"] == 2


def test_a_folder_of_memories_is_one_build(made: Build, tmp_path: Path) -> None:
    (tmp_path / "memories").mkdir()
    for name in ("one.tmx", "two.tmx"):
        (tmp_path / "memories" / name).write_bytes((made.folder / "bitext.tmx").read_bytes())
    done = build_files(tmp_path / "memories", out=tmp_path / "out", options=options())
    assert len(done.pairs.value) == 16
    assert done.pairs.value.names == ("one", "two")


def test_a_language_without_spaces_goes_the_whole_way(tmp_path: Path) -> None:
    things = {"server": "服务器", "network": "网络", "printer": "打印机", "screen": "屏幕"}
    said = {
        "The {} is restarted.": "{}已重新启动。",
        "A new {} was bought.": "购买了新的{}。",
        "The {} is broken.": "{}坏了。",
        "Where is the {}?": "{}在哪里？",
    }
    rows = [
        (one.format(thing), other.format(name))
        for one, other in said.items()
        for thing, name in things.items()
    ]
    table = tmp_path / "memory.tsv"
    table.write_text("".join(f"{one}\t{other}\n" for one, other in rows), encoding="utf-8")
    done = build_files(table, out=tmp_path / "out", options=options(target_language="zh"))
    found = {(pair.source, pair.target) for pair in done.terms.value.pairs}
    assert {("network", "网络"), ("screen", "屏幕")} <= found


def test_known_terms_are_left_out_and_counted(made: Build, tmp_path: Path) -> None:
    texts(tmp_path)
    known = tmp_path / "known.tsv"
    known.write_text("Annual Fee\tredevance annuelle\n", encoding="utf-8")
    done = build(tmp_path, existing=(known,))
    assert done.manifest.counts["known_term_pairs"] == 1
    before = {(pair.source, pair.target) for pair in made.terms.value.pairs}
    after = {(pair.source, pair.target) for pair in done.terms.value.pairs}
    assert before - after == {("annual fee", "redevance annuelle")}


def test_the_build_goes_on_where_nothing_is_a_term(tmp_path: Path) -> None:
    texts(tmp_path)
    done = build(tmp_path, min_frequency=100)
    assert done.manifest.counts["concepts"] == 0
    assert any("no terms" in note for note in done.manifest.notes)
    assert read_termbase(done.folder / "termbase.tbx").concepts == ()


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [("", FRENCH, "holds no text"), (ENGLISH, " \n\n", "holds no text"), ("", "", "holds no text")],
)
def test_an_empty_text_is_one_line_and_leaves_no_results(
    tmp_path: Path, one: str, other: str, said: str
) -> None:
    source, target = texts(tmp_path)
    source.write_text(one, encoding="utf-8")
    target.write_text(other, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        build(tmp_path)
    assert not list((tmp_path / "out").glob("*.*"))


def test_a_bitext_with_one_side_only_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "memory.tsv"
    table.write_text("The pump.\t\nThe meter.\t\n", encoding="utf-8")
    with pytest.raises(InputError, match="no pair of sentences"):
        build_files(table, out=tmp_path / "out", options=options())


def test_parallel_files_with_one_side_empty_are_refused(tmp_path: Path) -> None:
    _, target = texts(tmp_path)
    target.write_text("\n" * 8, encoding="utf-8")
    with pytest.raises(InputError, match="no pair of sentences"):
        build(tmp_path, parallel=True)


def test_sentences_without_words_are_refused(tmp_path: Path) -> None:
    table = tmp_path / "memory.tsv"
    table.write_text("\u2003\t\u2003\n" * 2, encoding="utf-8")
    with pytest.raises(InputError, match="words on both sides"):
        build_files(table, out=tmp_path / "out", options=options())


def test_parallel_files_of_different_length_say_which_ends_first(tmp_path: Path) -> None:
    _, target = texts(tmp_path)
    target.write_text(FRENCH + "Une phrase de plus.\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"contract\.en\.txt ends first"):
        build(tmp_path, parallel=True)


def test_a_memory_of_three_languages_needs_two_named(tmp_path: Path) -> None:
    rows = ""
    for row in (
        [("en", "The pump runs."), ("fr", "La pompe marche."), ("de", "Die Pumpe läuft.")],
        [("en", "The pump stops."), ("fr", "La pompe s’arrête."), ("de", "Die Pumpe steht.")],
    ):
        variants = (f"<tuv xml:lang='{code}'><seg>{text}</seg></tuv>" for code, text in row)
        rows += f"<tu>{''.join(variants)}</tu>"
    memory = tmp_path / "memory.tmx"
    memory.write_text(f'<tmx version="1.4"><header/><body>{rows}</body></tmx>', encoding="utf-8")
    with pytest.raises(FormatError, match="more than two languages"):
        build_files(memory, out=tmp_path / "out")
    done = build_files(
        memory, out=tmp_path / "out", options=options(source_language="de", target_language="en")
    )
    assert done.pairs.value.sides[0].sentence(0) == "Die Pumpe läuft."


def test_files_of_the_wrong_kind_are_refused(made: Build, tmp_path: Path) -> None:
    source, target = texts(tmp_path)
    memory = made.folder / "bitext.tmx"
    out = tmp_path / "out"
    with pytest.raises(ConfigError, match="give its translation as TARGET"):
        build_files(source, out=out)
    with pytest.raises(ConfigError, match="both languages already"):
        build_files(memory, target, out=out)
    with pytest.raises(ConfigError, match="--parallel is for two files"):
        build_files(memory, out=out, options=options(parallel=True))
    with pytest.raises(InputError, match="no such file"):
        build_files(tmp_path / "nothing.tmx", out=out)
    assert not out.exists()


def test_a_pair_with_a_file_of_both_languages_can_be_left_out(tmp_path: Path) -> None:
    for folder, text in (("en", ENGLISH), ("fr", FRENCH)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "contract.txt").write_text(text, encoding="utf-8")
    (tmp_path / "en" / "letter.txt").write_text(ENGLISH, encoding="utf-8")
    both = tmp_path / "fr" / "letter.tsv"
    rows = zip(ENGLISH.splitlines(), FRENCH.splitlines(), strict=True)
    both.write_text("".join(f"{one}\t{other}\n" for one, other in rows), encoding="utf-8")
    folders = tmp_path / "en", tmp_path / "fr"
    with pytest.raises(ConfigError, match=r"both languages already: .* --input-format"):
        build_files(*folders, out=tmp_path / "out", options=options())
    done = build_files(*folders, out=tmp_path / "out", options=options(skip_bad=True))
    assert f"skipped: {both}: holds both languages already" in done.manifest.notes
    as_text = options(input_format="text")
    assert build_files(*folders, out=tmp_path / "all", options=as_text).manifest.counts["documents"]


def test_memories_of_other_languages_are_refused_or_left_out(tmp_path: Path) -> None:
    """Hungarian was taken for the German of the other files."""
    folder = tmp_path / "memories"
    folder.mkdir()
    detected = partial(options, source_language=None, target_language=None)
    for name, target in (("a", "fr-FR"), ("b", "fr"), ("c", "hu")):
        rows = zip(ENGLISH.splitlines(), FRENCH.splitlines(), strict=True)
        units = (Unit((Variant("en", one), Variant(target, other))) for one, other in rows)
        write_units(folder / f"{name}.tmx", units)
    with pytest.raises(InputError, match=r"c\.tmx: is in en and hu, but others are in en and fr"):
        build_files(folder, out=tmp_path / "out", options=detected(skip_bad=False))
    done = build_files(folder, out=tmp_path / "out", options=detected(skip_bad=True))
    assert done.manifest.counts["documents"] == 2
    assert any(note.startswith("skipped: c: ") for note in done.manifest.notes)
    told = options(skip_bad=True, source_language="en", target_language="hu")
    assert build_files(folder, out=tmp_path / "hu", options=told).manifest.counts["documents"] == 1


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"jobs": 0}, "--jobs is 0"),
        ({"seed": -1}, "--seed is -1"),
        ({"min_frequency": 0}, "--min-frequency is 0"),
        ({"min_score": 1.5}, "--min-score is 1.5"),
    ],
)
def test_wrong_options_are_refused_before_anything_is_made(
    tmp_path: Path, changed: dict[str, float], said: str
) -> None:
    texts(tmp_path)
    with pytest.raises(ConfigError, match=said):
        build(tmp_path, **changed)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["lexicon", "stop_words", "srx"])
def test_a_missing_file_of_an_option_is_named(tmp_path: Path, name: str) -> None:
    texts(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        build(tmp_path, **{name: tmp_path / "missing"})
    assert not (tmp_path / "out").exists()


def test_a_note_on_one_text_of_several_names_it() -> None:
    text = Document("a", (Block(0, 1),), (Segment(0, 1, 0),))
    bitexts = [
        Bitext(replace(text, name=name), text, (), notes=("of all", *own))
        for name, own in (("one", ()), ("two", ("lost",)))
    ]
    assert summarise_bitexts(bitexts).notes == ("of all", "two: lost")
