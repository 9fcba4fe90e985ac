"""What other repositories take from this one: the hook of pre-commit and the workflow."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from diglot.cli import main

TERMS = "source,target,source language,target language\nlease,bail,en,fr\n"
UNIT = '<trans-unit id="{0}"><source>The lease {0} ends.</source><target>{1}</target></trans-unit>'
XLIFF = (
    '<xliff version="1.2"><file source-language="en" target-language="fr" original="a" '
    'datatype="plaintext"><body>{}</body></file></xliff>'
)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "terms.csv").write_text(TERMS)
    for name, word in (("good", "bail"), ("bad", "chapeau")):
        units = "".join(UNIT.format(n, f"Le {word} {n} prend fin.") for n in range(4))
        (tmp_path / f"{name}.xlf").write_text(XLIFF.format(units))
    return tmp_path


def test_the_hook_refuses_a_wrong_term_and_says_why(
    project: Path, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (hook,) = yaml.safe_load((project / ".pre-commit-hooks.yaml").read_text())
    program, *command = shlex.split(hook["entry"])
    assert (program, hook["language"]) == ("diglot", "python")
    terms = f"--termbase={files / 'terms.csv'}"
    assert main([*command, terms, str(files / "good.xlf")]) == 0
    assert main([*command, terms, str(files / "good.xlf"), str(files / "bad.xlf")]) == 1
    assert "lease: 4 times nothing in its place, expected bail" in capsys.readouterr().out
    for name in ("a.xlf", "b/c.sdlxliff", "fr.po", "m.tmx"):
        assert re.search(hook["files"], name)
    assert not re.search(hook["files"], "notes.txt")


def workflow(project: Path) -> dict[str, Any]:
    text = (project / ".github" / "workflows" / "check-translations.yml").read_text()
    found: dict[str, Any] = yaml.safe_load(text)
    return found


@pytest.mark.subprocess
def test_the_script_of_the_workflow_checks_and_keeps_a_report(project: Path, files: Path) -> None:
    (step,) = (
        each for each in workflow(project)["jobs"]["check"]["steps"] if each.get("name") == "Check"
    )
    program = files / "bin" / "diglot"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m diglot "$@"\n')
    program.chmod(0o755)
    given = {"TRANSLATIONS": "*.xlf", "TERMBASE": "terms.csv", "OPTIONS": "--quiet"}
    paths = {
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        ["bash", "-e", "-c", step["run"]],
        cwd=files,
        env={**os.environ, **given, **paths},
        check=False,
    )
    assert done.returncode == 1
    assert "chapeau" in (files / "terms.html").read_text(encoding="utf-8")


def test_no_input_of_the_workflow_stands_in_a_script(project: Path) -> None:
    for step in workflow(project)["jobs"]["check"]["steps"]:
        assert "${{" not in step.get("run", "")
