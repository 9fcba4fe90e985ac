"""The tour of the README is what the commands really print.

Figures may move with the weights of the aligner, so they are compared as figures of any value; to
renew the text, run the commands in src/diglot/samples.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def tour(project: Path) -> list[tuple[str, str]]:
    """Commands of the README that have an output there, with that output."""
    readme = (project / "README.md").read_text(encoding="utf-8")
    steps = []
    for block in BLOCK.findall(readme):
        for step in block.split("$ ")[1:]:
            command, _, output = step.partition("\n")
            steps.append((command, output))
    return [(command, output) for command, output in steps if not command.startswith("make ")]


def masked(text: str) -> list[str]:
    """The lines with every figure replaced by one sign.

    Listed link types are left out, and of many word links to a line the first one stays.
    """
    text = re.sub(r"\d+(\.\d+)?", "#", re.sub(r"\(.*?\)", "()", text))
    return re.sub(r"(#-#:#)( #-#:#)+", r"\1", text).split("\n")


@pytest.mark.slow
def test_the_tour_shows_real_output(project: Path, tmp_path: Path) -> None:
    samples = project / "src" / "diglot" / "samples"
    for sample in samples.glob("contract.*"):
        shutil.copy(sample, tmp_path)
    shutil.copytree(samples / "dictionaries", tmp_path / "dictionaries")
    for sample in (samples / "terminology").iterdir():
        shutil.copy(sample, tmp_path)
    steps = tour(project)
    assert len(steps) >= 3
    for command, output in steps:
        run = command.replace("diglot ", f"{sys.executable} -m diglot ", 1)
        done = subprocess.run(
            run, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert masked(done.stdout) == masked(output), command


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_links_to_files_of_the_project_lead_somewhere(project: Path, page: str) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", (project / page).read_text(encoding="utf-8")):
        assert "://" in link or (project / link).is_file(), link
