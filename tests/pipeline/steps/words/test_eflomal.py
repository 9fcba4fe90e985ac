"""Running eflomal: where it is missing, where it fails, and where it is installed."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from diglot.errors import ConfigError, RunError
from diglot.pipeline.steps.words import eflomal
from diglot.words.corpus import encode

SOURCE, TARGET = ["1 2\n", "1\n"], ["1 2\n", "1\n"]


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No eflomal anywhere; the folder is on the path of commands."""
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "eflomal" else found(name)
    )
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{Path(sys.executable).parent}")
    if shutil.which(eflomal.COMMAND):
        pytest.skip("eflomal is installed beside the interpreter")
    return tmp_path


def command(folder: Path, body: str) -> None:
    """Put a program named as eflomal's into the folder; ``files`` are its options."""
    path = folder / eflomal.COMMAND
    path.write_text(
        f"#!{sys.executable}\nimport sys\n"
        f"files = dict(zip(sys.argv[1::2], sys.argv[2::2]))\n{body}\n",
        encoding="utf-8",
    )
    path.chmod(0o755)


def test_without_eflomal_one_line_names_the_cure(alone: Path) -> None:
    with pytest.raises(ConfigError, match="pip install eflomal"):
        eflomal.check_installed()
    with pytest.raises(ConfigError, match="pip install eflomal"):
        eflomal.run(SOURCE, TARGET)


def test_the_command_reads_and_writes_files(alone: Path) -> None:
    command(
        alone,
        "text = [open(files[side]).read() for side in ('-s', '-t')]\n"
        "open(files['-f'], 'w').write('0-0 1-1\\n\\n')\n"
        "open(files['-r'], 'w').write('0-0\\n0-0\\n' if text == ['1 2\\n1\\n'] * 2 else 'wrong')",
    )
    assert eflomal.run(SOURCE, TARGET) == (["0-0 1-1", ""], ["0-0", "0-0"])


def test_a_failure_of_the_command_is_told(alone: Path) -> None:
    command(alone, "sys.exit('no memory left')")
    with pytest.raises(RunError, match="eflomal failed: no memory left"):
        eflomal.run(SOURCE, TARGET)


def test_a_failure_of_the_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def align(*_: object, **__: object) -> None:
        raise RuntimeError("died")

    package = SimpleNamespace(Aligner=lambda: SimpleNamespace(align=align), __spec__=object())
    monkeypatch.setitem(sys.modules, "eflomal", package)
    with pytest.raises(RunError, match="eflomal failed: died"):
        eflomal.run(SOURCE, TARGET)


def test_the_program_itself_where_it_is_installed() -> None:
    try:
        eflomal.check_installed()
    except ConfigError:
        pytest.skip("eflomal is not installed")
    forward, reverse = eflomal.run(["1 2 3\n"] * 20, ["4 5 6\n"] * 20)
    assert len(forward) == len(reverse) == 20


def test_links_are_symmetrised_and_have_no_probabilities(alone: Path) -> None:
    command(
        alone,
        "open(files['-f'], 'w').write('0-0 1-1\\n0-0\\n')\n"
        "open(files['-r'], 'w').write('0-0 1-0\\n0-0\\n')",
    )
    corpus = encode([(["a", "b"], ["c", "d"]), (["a"], ["c"])])
    alignment, links = eflomal.align(corpus, reported=2, symmetrise="intersection")
    assert (links.of(0), links.of(1)) == ([(0, 0)], [(0, 0)])
    assert links.scores is None
    assert alignment.pair_confidence is None
    _, links = eflomal.align(corpus, reported=1)
    assert links.offsets.tolist() == [0, 3]
