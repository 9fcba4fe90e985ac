"""A small campaign: two corpora of two texts each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

HEAD = """[campaign]
task = "sentences"
title = "small"
[[corpus]]
name = "letters"
type = "letters"
segmented = true
source = "letters/*.en.txt"
target = "letters/*.fr.txt"
gold = "letters/*.gold"
source_language = "en"
target_language = "fr"
"""

LINES = 6


@pytest.fixture
def campaign(tmp_path: Path) -> Callable[..., Path]:
    """Write a campaign file with some systems, and its texts."""
    folder = tmp_path / "letters"
    folder.mkdir()
    for name in ("a", "b"):
        numbers = range(LINES)
        for language, word in (("en", "word"), ("fr", "mot")):
            lines = "".join(f"{name} {word} {'long ' * k}{k}\n" for k in numbers)
            (folder / f"{name}.{language}.txt").write_text(lines, "utf-8")
        (folder / f"{name}.gold").write_text("".join(f"[{k}]:[{k}]\n" for k in numbers))

    def write(*systems: str) -> Path:
        path = tmp_path / "campaign.toml"
        path.write_text(HEAD + "".join(f"[[system]]\n{each}\n" for each in systems), "utf-8")
        return path

    return write
