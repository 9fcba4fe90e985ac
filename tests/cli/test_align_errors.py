"""Bad input gets one clear line and exit code 2, and nothing is lost or overwritten."""

from __future__ import annotations

import errno
import os
import signal
from pathlib import Path

import numpy as np
import pytest

from tests.cli.conftest import ENGLISH, FRENCH, Run, start
from tests.struck import struck

Contract = tuple[Path, Path]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """An output of an earlier run, which no failure may touch."""
    path = tmp_path / "memory.tmx"
    path.write_text("precious", encoding="utf-8")
    return path


def refused(run: Run, out: Path, *arguments: object) -> str:
    """Run an alignment that must fail as bad input does; return its line."""
    before = sorted(out.parent.iterdir())
    result = run("align", *arguments, "-o", out)
    assert result.code == 2
    assert out.read_text(encoding="utf-8") == "precious"
    assert sorted(out.parent.iterdir()) == before, "a file was left behind"
    return last_line(result.err)


def last_line(text: str) -> str:
    """The error after the lines of progress."""
    *progress, error = text.splitlines()
    assert all(line.startswith("diglot: ") for line in progress)
    assert not any(line.startswith("diglot: error:") for line in progress)
    assert error.startswith("diglot: error: ")
    return error


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize("content", ["", "\n \n\n", "\ufeff"])
def test_an_empty_file(run: Run, contract: Contract, out: Path, content: str) -> None:
    empty = write(out.parent / "empty.txt", content)
    assert "empty.txt" in refused(run, out, empty, contract[1])
    assert "empty.txt" in refused(run, out, contract[0], empty)


def test_a_binary_file(run: Run, contract: Contract, out: Path) -> None:
    noise = write(out.parent / "noise.txt", bytes(range(256)) * 20)
    assert "noise.txt" in refused(run, out, contract[0], noise)
    noise = noise.rename(out.parent / "noise.bin")
    assert "noise.bin" in refused(run, out, contract[0], noise)


def test_a_wrong_encoding_names_line_and_option(run: Run, contract: Contract, out: Path) -> None:
    latin = write(out.parent / "latin.txt", FRENCH.encode("cp1252"))
    line = refused(run, out, contract[0], latin)
    assert "latin.txt, line 2" in line
    assert "--encoding" in line
    assert run("align", contract[0], latin, "--encoding", "cp1252", "-o", out).code == 0


def test_an_encoding_that_does_not_exist(run: Run, contract: Contract, out: Path) -> None:
    assert "cp9999" in refused(run, out, *contract, "--encoding", "cp9999")


def test_a_docx_that_is_not_a_zip(run: Run, contract: Contract, out: Path) -> None:
    fake = write(out.parent / "fake.docx", "this is text\n")
    assert "fake.docx" in refused(run, out, fake, contract[1])


def test_unequal_folders(run: Run, out: Path) -> None:
    for name, files in {"a": "12", "b": "13"}.items():
        (out.parent / name).mkdir()
        for file in files:
            write(out.parent / name / f"{file}.txt", ENGLISH)
    line = refused(run, out, out.parent / "a", out.parent / "b")
    assert "2.txt" in line
    assert "3.txt" in line


def test_a_file_that_does_not_exist(run: Run, contract: Contract, out: Path) -> None:
    assert "nothing.txt" in refused(run, out, contract[0], out.parent / "nothing.txt")


def test_the_same_text_on_both_sides(run: Run, contract: Contract, out: Path) -> None:
    copy = write(out.parent / "copy.txt", ENGLISH)
    assert "same text" in refused(run, out, contract[0], copy, "-s", "en", "-t", "fr")


def folders(contract: Contract, tmp_path: Path, *, translated: bool) -> list[Path]:
    """Two folders: one text that nobody has translated, and perhaps another one."""
    sides = []
    for path, name in zip(contract, ("en", "fr"), strict=True):
        side = tmp_path / name
        side.mkdir()
        if translated:
            (side / "a.txt").write_bytes(path.read_bytes())
        for each in "bc":
            text = contract[0].read_text(encoding="utf-8")
            (side / f"{each}.txt").write_text(text + "\n" * len(sides), encoding="utf-8")
        sides.append(side)
    return sides


def test_a_text_that_nobody_has_translated_is_left_out_of_a_folder(
    run: Run, contract: Contract, tmp_path: Path
) -> None:
    result = run("align", *folders(contract, tmp_path, translated=True), "-o", tmp_path / "a.tmx")
    assert result.code == 0
    assert [line for line in result.out.splitlines() if line.startswith("skipped: ")] == [
        "skipped: b  the same text is on both sides",
        "skipped: c  the same text is on both sides",
    ]


def test_a_folder_that_nobody_has_translated_is_refused(
    run: Run, contract: Contract, out: Path, tmp_path: Path
) -> None:
    texts = folders(contract, tmp_path, translated=False)
    error = "none of the pairs can be aligned, the first, b: the same text is on both sides"
    assert error in refused(run, out, *texts)


def test_the_same_language_on_both_sides(run: Run, contract: Contract, out: Path) -> None:
    other = write(
        out.parent / "other.txt",
        "The customer pays for the goods when they arrive at the warehouse.\n"
        "Whoever wants to leave has to say so three months before the end.\n"
        "The court in Lyon decides when the two parties cannot agree.\n",
    )
    for options in ((), ("-s", "en", "-t", "eng")):
        line = refused(run, out, contract[0], other, *options)
        assert "English" in line
        assert "--same-language" in line
    assert run("align", contract[0], other, "--same-language", "-o", out).code == 0


def test_one_side_fifty_times_longer(run: Run, contract: Contract, out: Path) -> None:
    lines = (f"Phrase numéro {number} du long texte de la traduction.\n" for number in range(600))
    long = write(out.parent / "long.txt", "".join(lines))
    short = write(out.parent / "short.txt", "This is all there is.\n")
    line = refused(run, out, short, long)
    assert "times longer" in line
    assert "short.txt" in line
    assert "long.txt" in line


def test_embeddings_of_the_wrong_shape(run: Run, contract: Contract, out: Path) -> None:
    good, bad = out.parent / "good.npy", out.parent / "bad.npy"
    np.save(good, np.ones((6, 4)))
    large = np.full((6, 4), 1e300)  # infinite in single precision
    for array in (np.ones((5, 4)), np.ones(6), np.ones((6, 3)), np.full((6, 4), np.nan), large):
        np.save(bad, array)
        assert "bad.npy" in refused(run, out, *contract, "--embeddings", good, bad)


def test_a_translation_with_another_number_of_lines(
    run: Run, contract: Contract, out: Path
) -> None:
    short = write(out.parent / "mt.txt", "Une seule ligne.\n")
    line = refused(run, out, *contract, "--mt-source", short)
    assert "1 line, " in line
    assert "6 segments" in line


def test_a_lexicon_without_pairs(run: Run, contract: Contract, out: Path) -> None:
    empty = write(out.parent / "lexicon.tsv", "\n")
    assert "lexicon.tsv" in refused(run, out, *contract, "--lexicon", empty)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--method", "magic"), "crf"),
        (("-s", "klingonese"), "klingonese"),
        (("--anchor", "("), "--anchor"),
        (("--max-merge", "0"), "--max-merge"),
        (("--jobs", "0"), "--jobs"),
    ],
)
def test_wrong_options(
    run: Run, contract: Contract, out: Path, options: tuple[str, ...], words: str
) -> None:
    assert words in refused(run, out, *contract, *options)


@pytest.mark.parametrize(("verb", "output"), [("align", "x.tmx"), ("words", "x.pharaoh")])
def test_a_termbase_is_no_text(run: Run, tmp_path: Path, verb: str, output: str) -> None:
    path = write(tmp_path / "terms.tbx", "<martif/>")
    other = write(tmp_path / "b.txt", "Text.")
    result = run(verb, path, other, "-o", tmp_path / output)
    assert result.code == 2
    assert "terms.tbx is a termbase (tbx), not a text: see diglot termbase" in result.err


def test_a_bilingual_file_as_a_side(run: Run, contract: Contract, out: Path) -> None:
    memory = out.parent / "both.tsv"
    write(memory, "source\ttarget\nOne.\tUn.\n")
    assert "convert" in refused(run, out, memory, contract[1])


def test_targets_that_cannot_be_written_are_found_before_the_work(
    run: Run, contract: Contract, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        pytest.fail("the work started")

    monkeypatch.setattr("diglot.pipeline.steps.sentences.alignment.align_files", never)
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "folder.tmx").mkdir()
    for target, word in {
        tmp_path / "missing" / "out.tmx": "missing",
        tmp_path / "file" / "out.tmx": "file",
        tmp_path / "out.unknown": "unknown",
        tmp_path / "out.docx": "docx",
        tmp_path / "folder.tmx": "folder.tmx",
        contract[0].with_suffix(".txt"): "txt",
    }.items():
        result = run("align", *contract, "-o", target)
        assert result.code == 2, target
        assert word in result.error


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission(run: Run, contract: Contract, tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    result = run("align", *contract, "-o", locked / "out.tmx")
    assert result.code == 2
    assert "out.tmx" in result.error


def test_an_output_that_is_an_input(run: Run, out: Path, tmp_path: Path) -> None:
    source = write(tmp_path / "s.html", "<p>One.</p>")
    target = write(tmp_path / "t.html", "<p>Un.</p>")
    result = run("align", source, target, "-o", source)
    assert result.code == 2
    assert "both input and output" in result.error
    assert source.read_text(encoding="utf-8") == "<p>One.</p>"


def test_a_full_disk(
    run: Run, contract: Contract, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert "no space left" in refused(run, out, *contract)


def test_a_disk_that_fills_up_while_writing(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    text = write(tmp_path / "text.txt", ENGLISH * 400)
    out = write(tmp_path / "out.txt", "precious")
    before = sorted(tmp_path.iterdir())
    process = start(
        *("segment", text, "-l", "en", "-o", out),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)),
    )
    printed, error = process.communicate(timeout=600)
    assert (process.returncode, printed) == (2, "")
    assert "out.txt" in last_line(error)
    assert out.read_text(encoding="utf-8") == "precious"
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.slow
@pytest.mark.parametrize("at", ["diglot.sentences.align", "os.fsync"], ids=["work", "writing"])
def test_ctrl_c_in_the_middle(contract: Contract, out: Path, tmp_path: Path, at: str) -> None:
    before = sorted(tmp_path.iterdir())
    done = struck(signal.SIGINT, at, "align", *contract, "-o", out)
    assert (done.returncode, done.stdout) == (130, "")
    assert (
        last_line(done.stderr)
        == "diglot: error: interrupted; unfinished outputs were left as they were"
    )
    assert out.read_text(encoding="utf-8") == "precious"
    assert sorted(tmp_path.iterdir()) == before


def test_links_of_words_are_refused_before_any_work(run: Run, contract: Contract) -> None:
    result = run("align", *contract, "-o", contract[0].with_suffix(".pharaoh"))
    assert result.code == 2
    assert "diglot words" in result.error
