"""The unit for systemd and the file for containers start what there is."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from diglot.cli import main

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "diglot-annotate.service"
CONTAINER = ROOT / "deploy" / "Containerfile"


def commands() -> list[list[str]]:
    unit = re.search(r"^ExecStart=\S+/diglot (.*)$", UNIT.read_text(), re.MULTILINE)
    container = re.search(r"exec diglot (.*)\"\]", CONTAINER.read_text())
    assert unit
    assert container
    return [shlex.split(found[1]) for found in (unit, container)]


@pytest.mark.parametrize("command", commands(), ids=["unit", "container"])
def test_the_options_are_those_of_the_command(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A project that is not there is the first thing that the command minds."""
    # Behind a proxy the page is asked for by its public name.
    assert "--allow-host" in command
    assert main(command) == 2
    assert "no such" in capsys.readouterr().err


@pytest.mark.slow
def test_systemd_reads_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd on this machine")
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("/opt/diglot/bin/diglot", "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False
    )
    assert UNIT.stem not in done.stderr, done.stderr


@pytest.mark.slow
def test_a_container_is_built(tmp_path: Path) -> None:
    builders = [each for each in ("podman", "docker", "buildah") if shutil.which(each)]
    able = [
        each
        for each in builders
        if subprocess.run([each, "info"], capture_output=True, check=False).returncode == 0
    ]
    wheels = sorted((ROOT / "dist").glob("diglot-*.whl"))
    if not able:
        pytest.skip("no builder of containers works on this machine")
    if not wheels:
        pytest.skip("no wheel in dist/: run make wheel")
    base = os.environ.get("DIGLOT_BASE_IMAGE") or _default_base()
    pulled = subprocess.run([able[0], "pull", "-q", base], capture_output=True, text=True)
    there = (
        [able[0], "image", "inspect", base]
        if able[0] != "buildah"
        else ["buildah", "inspect", base]
    )
    if pulled.returncode and subprocess.run(there, capture_output=True, check=False).returncode:
        pytest.skip(f"the image {base} cannot be had: name another in DIGLOT_BASE_IMAGE")
    shutil.copy(wheels[-1], tmp_path)
    command = [able[0], "build", "-q", "--build-arg", f"BASE={base}", "-f", CONTAINER, tmp_path]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr


def _default_base() -> str:
    found = re.search(r"^ARG BASE=(\S+)$", CONTAINER.read_text(), re.MULTILINE)
    assert found
    return found[1]
