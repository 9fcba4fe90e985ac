"""``diglot terms annotate``: from a parallel text and a glossary to a verified test set."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.formats.marked_terms import read_annotated_set
from tests.cli.conftest import Run

GLOSSARY = "source,target\ncough,toux\ndry cough,toux sèche\nsymptom,symptôme\n"


@pytest.fixture
def texts(tmp_path: Path) -> tuple[Path, Path, Path]:
    """Source, reference and glossary."""
    files = tmp_path / "t.en", tmp_path / "t.fr", tmp_path / "g.csv"
    files[0].write_text("A dry cough .\nHer symptoms < 5 .\nNo cough .\n", encoding="utf-8")
    files[1].write_text("Une toux sèche .\nSes symptômes < 5 .\nRien .\n", encoding="utf-8")
    files[2].write_text(GLOSSARY, encoding="utf-8")
    return files


def annotate(run: Run, texts: tuple[Path, Path, Path], *options: object) -> object:
    source, reference, glossary = texts
    languages = ("-s", "en", "-t", "fr")
    return run("terms", "annotate", source, reference, "--termbase", glossary, *languages, *options)


def test_matches_are_counted_as_written_and_by_lemmas(run: Run, texts) -> None:
    told = annotate(run, texts, "--json").json
    assert told["segments"] == 3
    assert told["segments_with_terms"] == 2
    assert told["matches"] == {"original": 1, "lemmatised": 1, "total": 2, "source_only": 1}
    without = annotate(run, texts, "--json", "--lemmas", "none").json
    assert without["matches"]["lemmatised"] == 0


def test_a_table_is_verified_and_becomes_a_test_set(run: Run, texts, tmp_path: Path) -> None:
    table = tmp_path / "verify.tsv"
    result = annotate(run, texts, "-o", table)
    assert "all matches      2" in result.out
    assert f"written: {table}" in result.out
    head, first, second, third, _ = table.read_text(encoding="utf-8").split("\n")
    table.write_text("\n".join([head, first + "no", second + "yes", third, ""]), encoding="utf-8")
    result = run("terms", "annotate", table, "-o", tmp_path / "set.sgm")
    assert "note: left out: 1 rejected mark" in result.out
    found = read_annotated_set(tmp_path / "set.en.sgm", tmp_path / "set.fr.sgm")
    assert [len(segment.terms) for segment in found.segments] == [0, 1, 0]
    assert found.segments[1].source == "Her symptoms < 5 ."


def test_what_was_rejected_is_not_marked_again(run: Run, texts, tmp_path: Path) -> None:
    table = tmp_path / "verify.tsv"
    annotate(run, texts, "-o", table)
    text = table.read_text(encoding="utf-8").replace("\t\n", "\tno\n", 1)
    table.write_text(text, encoding="utf-8")
    told = run("terms", "annotate", table, "--termbase", texts[2], "--json").json
    assert told["matches"]["total"] == 1


def test_only_verified_marks_are_kept_on_request(run: Run, texts, tmp_path: Path) -> None:
    table = tmp_path / "verify.jsonl"
    annotate(run, texts, "-o", table)
    told = run("terms", "annotate", table, "--verified-only", "--json").json
    assert told["matches"]["total"] == 0
    assert told["notes"] == ["left out: 2 unverified marks"]


def test_a_memory_is_annotated_too(run: Run, texts, tmp_path: Path) -> None:
    table = tmp_path / "t.tsv"
    table.write_text("en\tfr\nA cough .\tUne toux .\n", encoding="utf-8")
    told = run("terms", "annotate", table, "--termbase", texts[2], "--json").json
    assert told["matches"]["total"] == 1
    assert (told["source_language"], told["target_language"]) == ("en", "fr")


def test_unknown_languages_are_asked_for(run: Run, texts) -> None:
    source, reference, _ = texts
    base = source.with_name("g.tbx")
    columns = "id,en,fr,de\n1,cough,toux,Husten\n"
    source.with_name("h.csv").write_text(columns, encoding="utf-8")
    run("termbase", "convert", source.with_name("h.csv"), base)
    error = run("terms", "annotate", source, reference, "--termbase", base)
    assert "the languages of the texts are unknown: name them, such as -s en" in error.error
    assert error.code == 2


def test_a_file_that_is_read_is_never_overwritten(run: Run, texts, tmp_path: Path) -> None:
    table = tmp_path / "verify.tsv"
    annotate(run, texts, "-o", table)
    result = run("terms", "annotate", table, "-o", table)
    assert "is read: name another file to write" in result.error


def test_files_of_different_length_are_one_line(run: Run, texts) -> None:
    source, reference, glossary = texts
    reference.write_text("Une toux .\n", encoding="utf-8")
    result = run("terms", "annotate", source, reference, "--termbase", glossary, "-s", "en")
    assert "has 3 lines" in result.error


def test_matches_in_tico19_are_near_those_of_the_paper(run: Run, shared_data: Path) -> None:
    # Table 10 has 2,945 as written and 649 by lemmas for French; it tells neither its tokens nor
    # which glossaries were used. Both together give 2,870 and 793; one is enough for a test.
    folder = shared_data / "consistency" / "tico19"
    glossary = folder / "terminologies" / "f_en-fr_XX.csv"
    texts = folder / "TMX" / "all.en-fr.tmx"
    told = run("terms", "annotate", texts, "--termbase", glossary, "--json").json["matches"]
    assert told["original"] == pytest.approx(2448, abs=20)
    assert told["lemmatised"] == pytest.approx(591, abs=20)
