"""What holds for every command: exit codes, one-line errors, traces only on request."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import diglot
from diglot.cli import VERBS, align
from diglot.errors import ConfigError, FormatError, RunError
from tests.cli.conftest import Run


@pytest.mark.parametrize("verb", VERBS)
def test_help_is_printed_and_ends_well(run: Run, verb: str) -> None:
    result = run(verb, "--help")
    assert result.code == 0
    assert "--debug" in result.out


def test_the_version_is_that_of_the_package(run: Run) -> None:
    assert run("--version").out == f"diglot {diglot.__version__}\n"


@pytest.mark.parametrize(
    "arguments", [(), ("nonsense",), ("align",), ("align", "a", "b", "-o", "c", "--no-such")]
)
def test_bad_usage_is_one_line_and_exit_code_two(run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.code == 2
    assert "--help" in result.error


@pytest.mark.parametrize("arguments", [(), ("annotate",)])
def test_who_types_too_little_hears_how_the_page_is_opened(
    run: Run, arguments: tuple[str, ...]
) -> None:
    assert "diglot open" in run(*arguments).error
    assert "diglot open" not in run("score").error


def test_options_are_not_guessed_from_their_beginnings(run: Run) -> None:
    assert "--segm" in run("align", "a", "b", "-o", "c", "--segm").error


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (FormatError("is not a zip", path="a.docx", place=3, cure="save it again"), 2,
         "a.docx, line 3: is not a zip; save it again"),
        (ConfigError("no such\nmethod"), 2, "no such method"),
        (RunError("ran out of luck"), 3, "ran out of luck"),
        (OSError(36, "File name too long", "a.txt"), 2,
         "a.txt: file name too long; check name and folder"),
        (KeyboardInterrupt(), 130, "interrupted; unfinished outputs were left as they were"),
        (ZeroDivisionError("by zero"), 3,
         "unexpected ZeroDivisionError: by zero; run again with --debug and report the trace"),
    ],
)  # fmt: skip
def test_every_failure_is_one_line_with_its_code(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, line: str
) -> None:
    def fail(_: object) -> int:
        raise error

    monkeypatch.setattr(align, "run", fail)
    result = run("align", "a", "b", "-o", "c.tmx")
    assert (result.code, result.error) == (code, line)
    with pytest.raises(type(error)):
        run("align", "a", "b", "-o", "c.tmx", "--debug")


@pytest.mark.parametrize(
    ("command", "cure"),
    [
        (("lexicon", "stats"), "it looks like cp1251: save it as UTF-8"),
        (("termbase", "info"), "it looks like cp1251: read it as that with --encoding cp1251, or"),
    ],
)
def test_an_encoding_is_asked_for_where_a_command_takes_one(
    run: Run, tmp_path: Path, command: tuple[str, str], cure: str
) -> None:
    path = tmp_path / "ru-en.tsv"
    path.write_bytes("короткие слова на русском языке\twords\n".encode("cp1251"))
    assert f"; {cure}" in run(*command, path, "--quiet").error


def test_memory_that_runs_out_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> int:
        raise MemoryError

    monkeypatch.setattr(align, "run", fail)
    result = run("align", "a", "b", "-o", "c.tmx")
    assert result.code == 3
    assert "memory" in result.error


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    long = tmp_path / "long.txt"
    long.write_text("One sentence of some length.\n\n" * 20_000, encoding="utf-8")
    command = f"{sys.executable} -m diglot segment {long} -l en --quiet | head -n 1"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, check=False, timeout=600
    )
    assert done.stdout == "One sentence of some length.\n"
    assert done.stderr == ""
