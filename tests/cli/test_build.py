"""``diglot build``."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.test_align_errors import last_line
from tests.pipeline.built import ENGLISH, FRENCH, texts
from tests.struck import struck

Contract = tuple[Path, Path]
INTO_FRENCH = ("-s", "en", "-t", "fr", "--min-frequency", "1")


@pytest.mark.slow
def test_the_whole_way_and_what_it_prints(run: Run, contract: Contract, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    result = run("build", *contract, "-o", out, *INTO_FRENCH)
    assert result.code == 0
    names = ["bitext.tmx", "termbase.tbx", "terms.xlsx", "report.html"]
    for name in names:
        assert f"written: {out / name}\n" in result.out
        assert (out / name).stat().st_size > 500
    lines = dict(line.split(maxsplit=1) for line in result.out.splitlines()[:1])
    assert lines["segments"] == "6 and 6"
    assert "sentence pairs   6\n" in result.out
    assert "as before" not in result.out
    again = run("build", *contract, "-o", out, *INTO_FRENCH)
    assert "as before        everything\n" in again.out
    for name in names:
        assert f"unchanged: {out / name}\n" in again.out
    changed = run("build", *contract, "-o", out, *INTO_FRENCH, "--min-score", "0.99")
    assert "as before        sentences, tokens, words, index, bitext.tmx\n" in changed.out


@pytest.mark.slow
def test_the_page_links_terms_and_needs_nothing_else(
    run: Run, contract: Contract, tmp_path: Path
) -> None:
    run("build", *contract, "-o", tmp_path / "out", *INTO_FRENCH)
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "fournisseur" in page
    assert "default-src 'none'" in page


@pytest.mark.slow
def test_json_is_the_manifest(run: Run, contract: Contract, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = run("build", *contract, "-o", out, *INTO_FRENCH, "--no-report", "--json")
    assert result.err == ""
    value = result.json
    assert value["folder"] == str(out)
    assert {"version", "inputs", "stages", "outputs", "counts", "notes"} <= value.keys()
    assert [each["file"] for each in value["outputs"]] == [
        *("bitext.tmx", "termbase.tbx", "terms.xlsx")
    ]
    assert not (out / "report.html").exists()


@pytest.mark.slow
def test_the_links_most_worth_a_look_are_listed_by_every_run(run: Run, tmp_path: Path) -> None:
    one, other = texts(tmp_path)
    one.write_text(ENGLISH.replace("two days", "12 days"), encoding="utf-8")
    other.write_text(FRENCH.replace("deux jours", "15 jours"), encoding="utf-8")
    asked = ("build", one, other, "-o", tmp_path / "out", *INTO_FRENCH, "--no-report")
    place = 'contract, segments 4 : 4, "The supplier repairs the pump within 12 days.": 12 ≠ 15'
    for _ in range(2):
        result = run(*asked)
        assert f"worth a look: {place}\n" in result.out
        assert "nulls            0\n" in result.out
    assert run(*asked, "--json").json["worst"] == [place]


@pytest.mark.slow
def test_quiet_says_nothing(run: Run, contract: Contract, tmp_path: Path) -> None:
    result = run("build", *contract, "-o", tmp_path / "out", *INTO_FRENCH, "--quiet", "--no-report")
    assert (result.code, result.out, result.err) == (0, "", "")


@pytest.mark.slow
def test_a_memory_alone(run: Run, contract: Contract, tmp_path: Path) -> None:
    run("align", *contract, "-o", tmp_path / "memory.tmx", "-s", "en", "-t", "fr", "--quiet")
    result = run("build", tmp_path / "memory.tmx", "-o", tmp_path / "out", "--json", "--no-report")
    assert result.code == 0
    assert result.json["counts"]["sentence_pairs"] == 6


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--min-frequency", "0"], "--min-frequency is 0"),
        (["--min-score", "2"], "--min-score is 2"),
        (["--concept-score", "2"], "--min-score is 2"),
        (["--jobs", "0"], "--jobs is 0"),
        (["--existing", "missing.tbx"], "missing.tbx: no such file"),
        (["--stop-words", "missing.txt"], "missing.txt: no such file"),
        (["-s", "xx-unknown"], "unknown language"),
    ],
)
def test_wrong_options_are_one_line(
    run: Run, contract: Contract, tmp_path: Path, arguments: list[str], said: str
) -> None:
    result = run("build", *contract, "-o", tmp_path / "out", *arguments, "--quiet")
    assert result.code == 2
    assert said in result.error


def test_an_empty_text_is_one_line(run: Run, contract: Contract, tmp_path: Path) -> None:
    contract[1].write_text("", encoding="utf-8")
    result = run("build", *contract, "-o", tmp_path / "out", "--quiet")
    assert result.code == 2
    assert "contract.fr.txt: holds no text" in result.error


def test_a_text_alone_needs_its_translation(run: Run, contract: Contract, tmp_path: Path) -> None:
    result = run("build", contract[0], "-o", tmp_path / "out")
    assert result.code == 2
    assert "give its translation as TARGET" in result.error
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is protected from root")
def test_a_protected_folder_is_one_line(run: Run, contract: Contract, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir(mode=0o555)
    result = run("build", *contract, "-o", tmp_path / "out", "--quiet")
    assert result.code == 2
    assert "cannot be written" in result.error


def test_a_file_as_folder_is_one_line(run: Run, contract: Contract, tmp_path: Path) -> None:
    result = run("build", *contract, "-o", contract[0], "--quiet")
    assert result.code == 2
    assert "is a file; name a folder" in result.error


@pytest.mark.slow
def test_ctrl_c_ends_in_one_line_and_the_next_run_goes_on(
    run: Run, contract: Contract, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    command = ("build", *contract, "-o", out, *INTO_FRENCH, "--no-report")
    done = struck(signal.SIGINT, "diglot.pipeline.build.building.align_pairs", *command)
    assert done.returncode == 130, done.stderr
    assert "interrupted" in last_line(done.stderr)
    again = run(*command)
    assert again.code == 0
    assert "as before        sentences, tokens, bitext.tmx\n" in again.out


@pytest.mark.slow
def test_a_folder_of_both_languages_is_built_without_what_cannot_be_read(
    run: Run, contract: Contract, tmp_path: Path
) -> None:
    folder = tmp_path / "guide"
    folder.mkdir()
    for path, mark in zip(contract, ("en", "fr"), strict=True):
        for name in ("a", "b"):
            text = path.read_text(encoding="utf-8") if name == "a" else ""
            (folder / f"{name}.{mark}.txt").write_text(text, encoding="utf-8")
        (folder / f"c.{mark}.xml").write_text("<unheard-of/>", encoding="utf-8")
        (folder / "a.de.txt").write_text("Dritte Sprache.\n", encoding="utf-8")
    build = ("build", folder, "-o", tmp_path / "out", *INTO_FRENCH, "--no-report")
    assert "leave such pairs out with --skip-bad" in run(*build).err
    result = run(*build, "--skip-bad")
    assert "sentence pairs   6\n" in result.out
    skipped = [line for line in result.out.splitlines() if line.startswith("note: skipped: ")]
    for line, told in zip(skipped, ("1 file: in other languages: de", "b", "c"), strict=True):
        assert line.startswith(f"note: skipped: {told}")
