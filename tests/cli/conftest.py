"""Running commands, in this process and in one of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from diglot.cli import main

ENGLISH = """The agreement begins on 1 March 2021.
The supplier delivers the goods to the customer in Lyon.
The customer pays within 30 days of receiving the invoice.
Each party may end the agreement with three months' notice.
Disputes are brought before the court of Lyon.
This agreement has two copies, one for each party.
"""
FRENCH = """Le contrat commence le 1er mars 2021.
Le fournisseur livre les marchandises au client à Lyon.
Le client paie dans les 30 jours suivant la réception de la facture.
Chaque partie peut résilier le contrat avec un préavis de trois mois.
Les litiges sont portés devant le tribunal de Lyon.
Le présent contrat est établi en deux exemplaires, un pour chaque partie.
"""


@dataclass(frozen=True, slots=True)
class Result:
    """What a command printed and returned."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The output, read as JSON."""
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The one line of an error; fails if there is more or less than that."""
        assert self.err.startswith("diglot: error: "), self.err
        assert self.err.count("\n") == 1, self.err
        assert self.out == ""
        return self.err.removeprefix("diglot: error: ").rstrip()


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process."""

    def call(*arguments: object) -> Result:
        try:
            code = main([str(each) for each in arguments])
        except SystemExit as stop:
            code = int(stop.code or 0)
        printed = capsys.readouterr()
        return Result(code, printed.out, printed.err)

    return call


def start(*arguments: object, **options: Any) -> subprocess.Popen[str]:
    """Start a command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "diglot", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


@pytest.fixture
def contract(tmp_path: Path) -> tuple[Path, Path]:
    """A short contract in English and French, as text files."""
    english, french = tmp_path / "contract.en.txt", tmp_path / "contract.fr.txt"
    english.write_text(ENGLISH, encoding="utf-8")
    french.write_text(FRENCH, encoding="utf-8")
    return english, french
