"""The tour of the README is what the commands really print.

Figures may move with the weights of the aligner, so they are compared as figures of any value; to
renew the text, run the commands in src/diglot/samples.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from diglot.cli import main

BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def tour(project: Path) -> list[tuple[str, str]]:
    """Commands of the README that have an output there, with that output."""
    readme = (project / "README.md").read_text(encoding="utf-8")
    steps = []
    for block in BLOCK.findall(readme):
        for step in block.split("$ ")[1:]:
            command, _, output = step.partition("\n")
            steps.append((command, output))
    return [
        (command, output) for command, output in steps if not command.startswith(("make ", "pip "))
    ]


def masked(text: str) -> list[str]:
    """The lines with every figure replaced by one sign.

    Listed link types are left out, and of many word links to a line the first one stays.
    """
    text = re.sub(r"@[0-9a-f]{8}\b", "@#", text)  # the digest of a language pack
    text = re.sub(r"\d+(\.\d+)?", "#", re.sub(r"\(.*?\)", "()", text))
    return re.sub(r"(#-#:#)( #-#:#)+", r"\1", text).split("\n")


def output_of(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command of the tour prints: a run of ``diglot``, ``head``, or one into the other."""
    run, _, pipe = command.partition(" | ")
    name, *arguments = shlex.split(run)
    if name == "head":
        return first_lines(command, Path(arguments[-1]).read_text(encoding="utf-8"))
    code = main(arguments)
    printed = capsys.readouterr()
    assert name == "diglot"
    assert code == 0 or pipe, printed.err
    return first_lines(pipe, printed.out) if pipe else printed.out


def first_lines(head: str, text: str) -> str:
    _, count = head.split("-n ")
    return "".join(text.splitlines(keepends=True)[: int(count.split()[0])])


@pytest.mark.slow
def test_the_tour_shows_real_output(
    project: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DIGLOT_PACKS")  # as users see it; the sentence encoder is an extra
    samples = project / "src" / "diglot" / "samples"
    for sample in samples.glob("contract.*"):
        shutil.copy(sample, tmp_path)
    shutil.copytree(samples / "dictionaries", tmp_path / "dictionaries")
    for sample in (samples / "terminology").iterdir():
        shutil.copy(sample, tmp_path)
    steps = tour(project)
    assert len(steps) >= 3
    for command, output in steps:
        assert masked(output_of(command, capsys)) == masked(output), command


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_links_to_files_of_the_project_lead_somewhere(project: Path, page: str) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", (project / page).read_text(encoding="utf-8")):
        assert "://" in link or (project / link).is_file(), link
