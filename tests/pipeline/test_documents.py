"""Reading, language decisions and segmentation before anything is aligned."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from diglot.errors import ConfigError, InputError
from diglot.pipeline.documents import (
    decide,
    kind_of_note,
    read_pairs,
    segment_file,
    segment_lines,
    write_lines,
)
from diglot.pipeline.file_pairs import Pair
from diglot.pipeline.options import resource_notes
from diglot.pipeline.steps.sentences.options import AlignOptions
from diglot.text import detection

GERMAN = "Der Vertrag beginnt am Montag. Er endet nach drei Jahren, wenn niemand widerspricht.\n"
ENGLISH = "The agreement begins on Monday. It ends after three years unless somebody objects.\n"


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    source, target = tmp_path / "a.de.txt", tmp_path / "a.en.txt"
    source.write_text(GERMAN, encoding="utf-8")
    target.write_text(ENGLISH, encoding="utf-8")
    return Pair("a", source, target)


def test_languages_are_detected_and_said(pair: Pair) -> None:
    ((source, target),), notes = read_pairs([pair], options=AlignOptions())
    assert (source.language, target.language) == ("de", "en")
    assert notes == (
        "source language detected: German (de)",
        "target language detected: English (en)",
    )


def test_files_of_several_languages_are_not_aligned_as_one(tmp_path: Path) -> None:
    french = "Le contrat commence lundi. Il prend fin au bout de trois ans, sauf opposition.\n"
    pairs = []
    for number, text in enumerate((GERMAN, french, GERMAN, french, GERMAN)):
        paths = tmp_path / f"{number}.en.txt", tmp_path / f"{number}.txt"
        for path, content in zip(paths, (ENGLISH, text), strict=True):
            path.write_text(content, encoding="utf-8")
        pairs.append(Pair(str(number), *paths))
    with pytest.raises(
        InputError,
        match=r"1\.txt: is in French, but most target files are in German: 2 of 5 .* with -t",
    ):
        read_pairs(pairs, options=AlignOptions())
    ((_, target), *_), notes = read_pairs(pairs, options=AlignOptions(target_language="de"))
    assert target.language == "de"
    note = f"2 of 5 target files that were looked at are not in German: {pairs[1].target} is in Fr"
    assert notes[-1].startswith(note)


def test_what_was_not_translated_does_not_tell_the_language_of_the_target(pair: Pair) -> None:
    pair.source.write_text(GERMAN + "Noch ein Satz steht hier für alle Zeit.\n" * 9, "utf-8")
    pair.target.write_text(ENGLISH + "Noch ein Satz steht hier für alle Zeit.\n" * 9, "utf-8")
    ((_, target),), _ = read_pairs([pair], options=AlignOptions())
    assert target.language == "en"


def test_languages_that_are_told_are_not_detected(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detection, "detect", None)
    options = AlignOptions(source_language="German", target_language="en-GB")
    ((source, target),), notes = read_pairs([pair], options=options)
    assert (source.language, target.language) == ("de", "en")
    assert notes == ()


def test_an_unsure_detection_is_a_note_and_not_an_error(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detection, "detect", lambda _: ("de", 0.5))
    folder = pair.source.parent
    bare = Pair("a", pair.source.rename(folder / "a.txt"), pair.target.rename(folder / "b.txt"))
    _, notes = read_pairs([bare], options=AlignOptions())
    assert notes[0] == "source language detected: German (de), but only 50% sure"
    assert notes[-1] == "both sides look like German: specify the languages with -s and -t"


def test_a_declared_language_decides_where_detection_is_unsure(
    tmp_path: Path, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "a.html"
    page.write_text(f'<html lang="de"><body><p>{GERMAN}</p></body></html>', encoding="utf-8")
    monkeypatch.setattr(detection, "detect", lambda _: ("nl", 0.5))
    ((source, _),), notes = read_pairs(
        [Pair("a", page, pair.target)], options=AlignOptions(target_language="en")
    )
    assert source.language == "de"
    assert notes == ("source language as declared: German (de)",)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Loyer\nLoyer : 400 EUR.\nCaution : 800 EUR", "fr"),  # English by its words
        ("Оплата производится до пятого числа", "ru"),
        (f"{ENGLISH} {ENGLISH} {ENGLISH}", "en"),
    ],
)
def test_few_latin_words_are_in_the_language_that_the_name_tells(text: str, code: str) -> None:
    assert decide([text], told=None, named="fr", side="language").code == code


def test_a_name_that_ends_with_a_word_of_the_text_tells_no_language() -> None:
    text = "Please call me tomorrow about the contract and the house."
    assert decide([text], told=None, named="it", side="language").code == "en"


def test_the_names_of_the_files_decide_where_nothing_else_does(
    tmp_path: Path, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detection, "detect", lambda text: ("nl" if "Der" in text else "en", 0.8))
    ((source, target),), notes = read_pairs([pair], options=AlignOptions())
    assert (source.language, target.language) == ("de", "en")
    assert notes == (
        "source language as in the name of the file: German (de)",
        "target language detected: English (en)",  # the name says the same
    )
    for side, name in ((pair.source, "old.txt"), (pair.target, "new.txt")):  # Newari is new
        side.rename(tmp_path / name)
    bare = Pair("a", tmp_path / "old.txt", tmp_path / "new.txt")
    assert (
        "source language detected: Dutch (nl), but only 80% sure"
        in read_pairs([bare], options=AlignOptions())[1]
    )


def test_a_page_without_extension_is_not_read_as_text(tmp_path: Path) -> None:
    path = tmp_path / "page"
    path.write_text(f"<html><body><p>{ENGLISH}</p></body></html>", encoding="utf-8")
    with pytest.raises(InputError, match=r"begins as HTML does.*--input-format"):
        segment_file(path)
    assert segment_file(path, options=AlignOptions(input_format="html"))[0].segments


def test_one_language_on_both_sides_is_refused_unless_meant(pair: Pair) -> None:
    options = AlignOptions(source_language="de", target_language="deu")
    with pytest.raises(ConfigError, match="both sides are in German"):
        read_pairs([pair], options=options)
    options = AlignOptions(source_language="de", target_language="deu", same_language=True)
    assert read_pairs([pair], options=options)[0]


def test_the_language_of_a_run_is_decided_once(tmp_path: Path, pair: Pair) -> None:
    short = tmp_path / "b.de.txt"
    short.write_text("OK. 12.\n", encoding="utf-8")
    pairs = [pair, Pair("b", short, pair.target)]
    documents, _ = read_pairs(pairs, options=AlignOptions())
    assert [source.language for source, _ in documents] == ["de", "de"]
    assert [source.name for source, _ in documents] == ["a", "b"]


@pytest.mark.parametrize(
    ("options", "count"),
    [
        (AlignOptions(), 2),
        (AlignOptions(paragraphs=True), 1),
        (AlignOptions(segmented=True), 1),
    ],
)
def test_the_unit_of_alignment(pair: Pair, options: AlignOptions, count: int) -> None:
    ((source, _),), _ = read_pairs([pair], options=options)
    assert len(source.segments) == count


def test_a_lopsided_pair_is_refused_but_a_short_one_is_not(tmp_path: Path, pair: Pair) -> None:
    long = tmp_path / "long.txt"
    long.write_text(ENGLISH * 100, encoding="utf-8")
    with pytest.raises(InputError, match=r"long\.txt: is 97 times longer than .*a\.de\.txt"):
        read_pairs([Pair("a", pair.source, long)], options=AlignOptions())
    word = tmp_path / "word.txt"
    word.write_text("Ja\n", encoding="utf-8")
    options = AlignOptions(source_language="de", target_language="en")
    assert read_pairs([Pair("a", word, pair.target)], options=options)[0]


def test_a_language_as_extension_is_a_text(tmp_path: Path) -> None:
    path = tmp_path / "news.de"
    path.write_text(GERMAN, encoding="utf-8")
    document, notes = segment_file(path)
    assert segment_lines(document) == [part + "." for part in GERMAN.strip(".\n").split(". ")]
    assert notes == ("language detected: German (de)",)


def test_segments_with_line_breaks_are_one_line_each(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(ENGLISH.replace("on ", "on\t"), encoding="utf-8")
    document, _ = segment_file(path, options=AlignOptions(source_language="en"))
    lines = segment_lines(document)
    write_lines(tmp_path / "out.txt", lines)
    assert (tmp_path / "out.txt").read_text(encoding="utf-8").split("\n")[:-1] == lines
    assert lines[0] == "The agreement begins on Monday."


def test_text_read_by_a_wrong_encoding_is_noted(tmp_path):
    path = tmp_path / "ru.txt"
    path.write_bytes(
        ("Снимите крышку и отвинтите оба болта, потом выньте фильтр.\n" * 9).encode("cp1251")
    )
    notes = {
        named: segment_file(path, options=AlignOptions(encoding=named))[1]
        for named in ("koi8-r", "cp1251")
    }
    assert f"{path}, read as koi8-r, looks like cp1251" in notes["koi8-r"][-1]
    assert not [note for note in notes["cp1251"] if "looks like" in note]


def test_a_language_that_a_text_is_surely_not_in_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(ENGLISH * 20, encoding="utf-8")
    notes = segment_file(path, options=AlignOptions(source_language="de"))[1]
    assert notes == ("the text given as German (de) seems to be in English (en)",)
    assert segment_file(path, options=AlignOptions(source_language="en"))[1] == ()


@pytest.mark.parametrize(
    ("name", "cure"),
    [
        ("ls.1.gz", "mandoc -T html"),
        ("guide.lyx", "lyx --export latex"),
        ("film.sbv", "convert it to SRT"),
        ("manual.texi", "makeinfo --docbook"),
        ("notes.org", "pandoc FILE -o FILE.html"),
        ("-", "save it as a file"),
    ],
)
def test_files_that_nothing_reads_are_refused_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, cure: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if name != "-":
        data = (ENGLISH * 3).encode()
        Path(name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    with pytest.raises(InputError, match=cure):
        segment_file(Path(name))


def test_a_note_asks_to_look_where_diglot_is_not_sure() -> None:
    told = {
        text: kind_of_note(*decide([text], told=None, side="source language").notes)
        for text in (GERMAN * 3, "ok", "Menu")
    }
    assert list(told.values()) == ["language", "doubt", "doubt"]
    assert kind_of_note("manual: left out: 2 images, such as Logo") == "routine"
    assert [kind_of_note(*made) for made in (resource_notes("de-en"), ("keys differ",))] == [
        "tool",
        "doubt",
    ]
