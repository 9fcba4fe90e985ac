"""Small files of invented sentences, and a project to take them into."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from diglot.annotate.store import Store

ENGLISH = ("The cat sat on the mat .", "It rained all day .", "She opened the door .")
FRENCH = (
    "Le chat était assis sur le tapis .",
    "Il a plu toute la journée .",
    "Elle ouvrit la porte .",
)


@pytest.fixture
def store(tmp_path: Path, template: Path) -> Iterator[Store]:
    shutil.copytree(template, tmp_path / "project")
    with Store.open(tmp_path / "project") as found:
        yield found


@pytest.fixture
def lines(tmp_path: Path) -> tuple[Path, Path]:
    """Two files that pair line by line."""
    paths = tmp_path / "text.en", tmp_path / "text.fr"
    for path, texts in zip(paths, (ENGLISH, FRENCH), strict=True):
        path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return paths


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    """A file of confidence judgements as TransRead has them, by two people."""
    path = tmp_path / "judged.txt"
    path.write_text(
        "10\nthe red door .\nla porte .\nFirst annotation: partial; untranslated source word "
        "indices: 1; untranslated target word indices: \nSecond annotation: sure\n"
        "11\nhe left .\nil est parti .\nFirst annotation: sure\nSecond annotation: sure\n"
        "12\nbread\nle vin\nFirst annotation: not corresponding\nSecond annotation: strange\n",
        encoding="utf-8",
    )
    return path
