"""``diglot runs``, and commands that work on many shards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diglot.errors import RunError
from diglot.pipeline.steps.sentences import corpus
from diglot.pipeline.steps.terms import extraction
from diglot.runs import execute
from tests.cli.conftest import Run
from tests.runs.squares import results, squares, tried
from tests.sentences.texts import Language

PAGES = 9


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    monkeypatch.setattr(corpus, "SAMPLE_PAIRS", 3)
    monkeypatch.setattr(corpus, "SHARD_PAIRS", 4)
    language = Language(3)
    sides = tmp_path / "pages/en", tmp_path / "pages/hu"
    for side in sides:
        side.mkdir(parents=True)
    for number in range(PAGES):
        text = language.text(10)
        for side, lines in zip(sides, (text.source, text.target), strict=True):
            (side / f"{number}.txt").write_text("\n".join(lines), encoding="utf-8")
    return sides


OPTIONS = ("-s", "en", "-t", "hu", "--segmented", "--packs", "none", "--encoder", "none")


@pytest.mark.slow
def test_many_pairs_are_aligned_in_shards_and_the_run_stays_without_texts(
    run: Run, pages: tuple[Path, Path], tmp_path: Path
) -> None:
    out = tmp_path / "out.tsv"
    first = run("align", *pages, "-o", out, *OPTIONS)
    assert (first.code, first.err.count("aligning")) == (0, 1)
    assert not list((tmp_path / "out.tsv.run/2-aligning/shards").iterdir())
    content = out.read_bytes()
    assert run("align", *pages, "-o", out, *OPTIONS, "--jobs", "2").code == 0
    assert out.read_bytes() == content
    result = run("runs", "status", out)
    assert "3 of 3 shards done" in result.out
    assert "9 pairs, 90 links" in result.out


def test_a_folder_of_files_gets_one_a_pair(
    run: Run, pages: tuple[Path, Path], tmp_path: Path
) -> None:
    (pages[0] / "5.txt").write_bytes(b"")
    (pages[0] / "lone.txt").write_text("lone", encoding="utf-8")
    out = tmp_path / "out"
    assert run("align", *pages, "-o", out, "--format", "links", *OPTIONS).code == 2
    result = run("align", *pages, "-o", out, "--format", "links", *OPTIONS, "--skip-bad")
    assert result.code == 0
    names = sorted(path.name for path in out.iterdir() if path.name != ".run")
    assert names == [f"{number}.links" for number in range(PAGES) if number != 5]
    assert f"skipped: {pages[0] / 'lone.txt'}  has no partner" in result.out
    assert "holds no text" in result.out


def test_a_run_that_is_kept_does_only_what_changed(
    run: Run, pages: tuple[Path, Path], tmp_path: Path
) -> None:
    arguments = ("align", *pages, "-o", tmp_path / "out.tsv", *OPTIONS, "--run", tmp_path / "run")
    assert run(*arguments).code == 0
    records = tmp_path / "run/2-aligning/records"
    before = {path.name: path.stat().st_mtime_ns for path in records.iterdir()}
    (pages[1] / "1.txt").write_text("Egészen más.\nValami.", encoding="utf-8")  # not of the sample
    assert run(*arguments).code == 0
    after = {path.name: path.stat().st_mtime_ns for path in records.iterdir()}
    assert [name for name in sorted(after) if after[name] != before[name]] == ["000000.json"]


def test_parts_need_many_pairs(run: Run, pages: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "pairs.tsv").write_text("pages/en/1.txt\tpages/hu/1.txt\n", encoding="utf-8")
    arguments = ("align", "--pairs", tmp_path / "pairs.tsv", "-o", tmp_path / "out.tsv", *OPTIONS)
    assert run(*arguments).code == 0
    result = run(*arguments, "--shard", "1/2")
    assert (result.code, "these are 1" in result.err) == (2, True)


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (("terms", "align"), "pairs.tsv"),
        (("bucc", "prepare", "--documents", "--least-frequency", "2"), "task"),
    ],
    ids=["terms", "bucc"],
)
def test_parts_align_the_sentences_of_terms_and_of_tasks(
    run: Run, pages: tuple[Path, Path], tmp_path: Path, command: tuple[str, ...], name: str
) -> None:
    outs = [tmp_path / kind / name for kind in ("whole", "parts")]
    for out in outs:
        out.parent.mkdir()
    given = (*command, *pages, "-s", "en", "-t", "hu")
    assert run(*given, "-o", outs[0]).code == 0
    for part in ("1/2", "2/2"):
        result = run(*given, "-o", outs[1], "--shard", part)
        assert result.code == 0, result.err
    assert not (outs[1] / "candidates.xlsx").exists()
    run_of_parts = next(outs[1].parent.rglob("2-aligning"))
    dates = {path: path.stat().st_mtime_ns for path in run_of_parts.rglob("records/*")}
    assert len(dates) == 3
    assert run(*given, "-o", outs[1]).code == 0
    assert not run_of_parts.exists()
    whole, parts = ([out] if out.is_file() else sorted(out.glob("*/corpus-*")) for out in outs)
    assert [each.read_bytes() for each in whole] == [each.read_bytes() for each in parts]
    assert whole


def test_parts_of_terms_need_an_output_to_share(run: Run, pages: tuple[Path, Path]) -> None:
    result = run("terms", "align", *pages, "-s", "en", "-t", "hu", "--shard", "1/2")
    assert (result.code, "give -o OUT" in result.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(("--pairs", "a", "b", "c"), "leave out SOURCE"), (("a",), "give SOURCE and TARGET")],
)
def test_files_are_given_in_one_way(run: Run, arguments: tuple[str, ...], message: str) -> None:
    result = run("align", *arguments, "-o", "x.tsv")
    assert (result.code, message in result.err) == (2, True)


def test_shards_that_failed_are_reported_and_tried_again(run: Run, tmp_path: Path) -> None:
    files = tmp_path / "log", tmp_path / "job"
    (tmp_path / "closed").touch()
    with pytest.raises(RunError):
        execute(squares(tmp_path, 3, refused_while=str(tmp_path / "closed")), files[1], workers=1)
    assert "1 failed" in run("runs", "status", files[1]).out
    report = run("runs", "report", files[1]).out
    assert "001 failed, 3 attempts: 001: is refused" in report
    (found,) = json.loads(run("runs", "report", files[1], "--json").out)
    assert found["failures"][0]["error"] == "001: is refused"
    (tmp_path / "closed").unlink()
    assert "1 shard done" in run("runs", "retry", files[1]).out
    assert "no shard has failed" in run("runs", "retry", files[1]).out
    assert list(results(files[1])) == ["000", "001", "002"]
    assert tried(tmp_path).count("000") == 1


def test_a_place_without_a_run_is_refused(run: Run, tmp_path: Path) -> None:
    result = run("runs", "status", tmp_path / "nothing.tmx")
    assert (result.code, "no run is kept" in result.err) == (2, True)


GLOSSARY = "id,language,term\n1,en,swab\n1,es,hisopo\n2,en,fever\n2,es,fiebre\n"


@pytest.fixture
def translations(tmp_path: Path) -> list[Path]:
    """Five files of units, of which every second one has a wrong term."""
    paths = [tmp_path / f"{number}.tsv" for number in range(5)]
    for number, path in enumerate(paths):
        swab = "hisopo" if number % 2 else "pincel"
        lines = [f"a swab number {number}\tun {swab} número {number}", "the fever\tla fiebre"]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "g.csv").write_text(GLOSSARY, encoding="utf-8")
    return paths


def in_parts(run: Run, command: tuple[object, ...], out: Path, parts: int) -> None:
    """Do a command in parts, the last part first, which writes no output."""
    for part in range(parts, 0, -1):
        done = run(*command, "-o", out, "--shard", f"{part}/{parts}")
        assert (done.code, f"part {part}/{parts} is done" in done.out + done.err) == (0, True)
        assert not out.is_file()


def test_translations_are_checked_in_parts_as_at_once(
    run: Run, translations: list[Path], tmp_path: Path
) -> None:
    command = ("check", *translations, "--termbase", tmp_path / "g.csv", "-s", "en", "-t", "es")
    command = (*command, "--packs", "none")
    assert run(*command, "-o", tmp_path / "once.tsv").code == 1
    out = tmp_path / "parts.tsv"
    in_parts(run, command, out, 3)
    joined = run(*command, "-o", out, "--run", tmp_path / "parts.tsv.run")
    assert joined.code == 1
    assert "3 errors in 5 files" in joined.out
    assert out.read_bytes() == (tmp_path / "once.tsv").read_bytes()


def test_texts_are_read_in_parts_for_the_same_terms(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extraction, "SHARD_SIZE", (2, 1 << 24))
    texts = tmp_path / "texts"
    texts.mkdir()
    for number in range(5):
        lines = f"The wind turbine {number} turns the rotor. The rotor blade broke.\n"
        (texts / f"{number}.txt").write_text(lines * 3, encoding="utf-8")
    command = ("terms", "extract", texts, "--packs", "none")
    assert run(*command, "-o", tmp_path / "once.tsv").code == 0
    out = tmp_path / "parts.tsv"
    in_parts(run, command, out, 2)
    assert run(*command, "-o", out, "--jobs", "2").code == 0
    assert out.read_bytes() == (tmp_path / "once.tsv").read_bytes()
    assert "shards need a folder" in run(*command, "--shard", "1/2").err


@pytest.mark.slow
def test_a_build_in_parts_has_the_same_bytes(
    run: Run, pages: tuple[Path, Path], tmp_path: Path
) -> None:
    command = ("build", *pages, "-s", "en", "-t", "hu", "--packs", "none", "--encoder", "none")
    assert run(*command, "-o", tmp_path / "once").code == 0
    out = tmp_path / "parts"
    in_parts(run, command, out, 2)
    assert run(*command, "-o", out).code == 0
    for name in ("bitext.tmx", "termbase.tbx", "work/sentences.arrays", "work/terms.jsonl"):
        assert (out / name).read_bytes() == (tmp_path / "once" / name).read_bytes()
    few = run("build", pages[0] / "0.txt", pages[1] / "0.txt", "-o", out, "--shard", "1/2")
    assert (few.code, "--shard is for more than" in few.err) == (2, True)
