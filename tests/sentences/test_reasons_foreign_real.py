"""Segments in an unexpected language among human translations of nine pairs of languages."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from diglot.model import Link
from diglot.sentences.reasons import Vocabularies

if TYPE_CHECKING:
    from pathlib import Path

LONG = 40
"""Characters of a segment that is put back untranslated."""


@pytest.fixture(scope="module")
def texts(shared_data: Path) -> list[list[list[str]]]:
    """Both sides of every text, cut to the same number of segments."""
    found = []
    for path in sorted((shared_data / "sentences").glob("*/*/src.txt")):
        sides = [file.read_text("utf-8").splitlines() for file in (path, path.with_name("tgt.txt"))]
        size = min(map(len, sides))
        found.append([side[:size] for side in sides])
    return found


def reasons(source: list[str], target: list[str]) -> dict[int, list[str]]:
    """Of one-to-one links."""
    links = [Link((n,), (n,)) for n in range(len(source))]
    return Vocabularies(source, target).reasons(links)


@pytest.mark.slow
def test_translations_are_left_alone_apart_from_quotations(texts: list[list[list[str]]]) -> None:
    pairs, named = 0, 0
    for source, target in texts:
        pairs += len(source)
        named += len(reasons(source, target))
    assert pairs == 16741
    assert named <= 6


@pytest.mark.slow
def test_segments_that_were_put_back_untranslated_are_found(texts: list[list[list[str]]]) -> None:
    copied, found = 0, 0
    for source, target in texts:
        drawn = random.Random(1)
        back = [n for n, text in enumerate(source) if drawn.random() < 0.03 and len(text) >= LONG]
        changed = list(target)
        for n in back:
            changed[n] = source[n]
        said = reasons(source, changed)
        copied += len(back)
        found += sum(any("target" in reason for reason in said.get(n, ())) for n in back)
    assert (copied, found) == (544, 526)
