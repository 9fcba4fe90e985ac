"""``diglot cheat``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

COUGH = '<term id="7" type="src_original_and_tgt_original" src="cough" tgt="toux">'
FEVER = '<term id="8" type="src_original_and_tgt_original" src="fever" tgt="fièvre">'
SOURCE = f"""<srcset setid="s" srclang="en">
<doc docid="d">
<seg id="a"> a {COUGH} cough </term> and a {FEVER} fever </term> . </seg>
<seg id="b"> he is well . </seg>
</doc>
</srcset>
"""
REFERENCE = f"""<refset setid="s" srclang="en" trglang="fr">
<doc docid="d">
<seg id="a"> une {COUGH} toux </term> et de la {FEVER} fièvre </term> . </seg>
<seg id="b"> il va bien . </seg>
</doc>
</refset>
"""
PLAIN = "une toux et une température .\nil va bien .\n"


@pytest.fixture
def files(tmp_path: Path) -> list[str | Path]:
    """Arguments that name a test set, and a translation of it."""
    for name, text in (("s.sgm", SOURCE), ("r.sgm", REFERENCE), ("h.txt", PLAIN)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return [
        *("--source", tmp_path / "s.sgm", "--reference", tmp_path / "r.sgm"),
        *("--hypothesis", tmp_path / "h.txt"),
    ]


def test_a_cheating_translation_is_written_as_the_honest_one_is(
    run: Run, files: list[str | Path], tmp_path: Path
) -> None:
    out = tmp_path / "smart"
    result = run("cheat", *files, "--kind", "smart", "-o", out)
    assert (result.code, result.err) == (0, "")
    assert result.out == f"{out}: 1 of 2 segments changed (1 with terms)\n"
    text = "une toux et une température . fièvre\nil va bien .\n"
    assert out.read_text(encoding="utf-8") == text


def test_the_name_of_the_output_may_ask_for_sgml(
    run: Run, files: list[str | Path], tmp_path: Path
) -> None:
    out = tmp_path / "naive.sgm"
    result = run("cheat", *files, "--kind", "naive", "--where", "front", "-o", out, "--json")
    assert result.code == 0
    assert json.loads(result.out)["changed"] == 1
    text = '<seg id="a"> toux fièvre une toux et une température . </seg>'
    assert text in out.read_text(encoding="utf-8")


def test_detection_names_the_system_and_shows_why(
    run: Run, files: list[str | Path], tmp_path: Path
) -> None:
    run("cheat", *files, "--kind", "smart", "-o", tmp_path / "smart.sgm")
    result = run("cheat", *files, "--hypothesis", tmp_path / "smart.sgm", "--detect")
    assert (result.code, result.err) == (0, "")
    plain, smart = result.out.splitlines()[2:4]
    assert plain.split()[1:] == ["1", "0", "0", "0.5000", "0.5000", "plain"]
    assert smart.split()[1:] == ["1", "1", "0", "1.0000", "0.5000", "cheating"]
    assert "strung together" in result.out
    assert "segment a: une toux et une température . [fièvre]" in result.out


def test_detection_as_json(run: Run, files: list[str | Path], tmp_path: Path) -> None:
    run("cheat", *files, "--kind", "naive", "-o", tmp_path / "naive.txt")
    files[-1] = tmp_path / "naive.txt"
    found = json.loads(run("cheat", *files, "--detect", "--json").out)
    (system,) = found["systems"]
    assert system["cheating"]
    assert system["linked_elsewhere"] is None
    assert system["segments"] == [
        {
            "segment": "a",
            "appended": [6, 8],
            "prepended": None,
            "repeated": ["toux"],
            "unsupported": [],
        }
    ]


def test_word_links_are_read_from_a_file(run: Run, files: list[str | Path], tmp_path: Path) -> None:
    links = tmp_path / "links"
    links.write_text("0-0 1-4 4-5\n\n", encoding="utf-8")
    found = json.loads(run("cheat", *files, "--detect", "--links", links, "--json").out)
    assert found["systems"][0]["linked_elsewhere"] == 1
    assert found["systems"][0]["segments"][0]["unsupported"] == ["toux"]


def test_too_many_terms_are_suspicious_where_they_were_not_shown(
    run: Run, files: list[str | Path], tmp_path: Path
) -> None:
    (tmp_path / "h.txt").write_text("une toux et de la fièvre .\nil va bien .\n", encoding="utf-8")
    result = run("cheat", *files, "--detect", "--without-terms")
    assert "100.0% of the terms are as listed" in result.out


def test_two_files_with_the_same_translations_are_named(
    run: Run, files: list[str | Path], tmp_path: Path
) -> None:
    (tmp_path / "other.txt").write_text(PLAIN, encoding="utf-8")
    result = run("cheat", *files, "--hypothesis", tmp_path / "other.txt", "--detect")
    assert f"the runs {tmp_path / 'h.txt'} and {tmp_path / 'other.txt'} are the same" in result.out


def test_empty_translations_are_judged_without_a_crash(
    run: Run, files: list[str | Path], tmp_path: Path
) -> None:
    (tmp_path / "h.txt").write_text("\n\n", encoding="utf-8")
    result = run("cheat", *files, "--detect")
    assert result.code == 0
    assert "0.0000" in result.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "give --kind and --output"),
        (("--kind", "smart"), "give --kind and --output"),
        (("--kind", "smart", "--detect"), "--kind makes a translation"),
        (("--align", "--kind", "smart", "-o", "x"), "--align detects"),
        (("--kind", "interleave", "--where", "front", "-o", "x"), "takes no place"),
        (("--kind", "smart", "-o", "x.jsonl"), "end the name in .sgm or .txt"),
        (("--detect", "--links", "x", "--align"), "not both"),
        (("--detect", "--links", "x", "--links", "y"), "2 files of word links for 1"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    run: Run, files: list[str | Path], options: tuple[str, ...], message: str
) -> None:
    result = run("cheat", *files, *options)
    assert result.code == 2
    assert message in result.err
    assert len(result.err.splitlines()) == 1


def test_no_input_is_overwritten(run: Run, files: list[str | Path]) -> None:
    result = run("cheat", *files, "--kind", "smart", "-o", files[-1])
    assert result.code == 2
    assert "both input and output" in result.err


def test_files_of_unequal_length_are_refused(
    run: Run, files: list[str | Path], tmp_path: Path
) -> None:
    (tmp_path / "h.txt").write_text("une ligne\n", encoding="utf-8")
    result = run("cheat", *files, "--detect")
    assert result.code == 2
    assert "1 translations for 2 segments" in result.err
