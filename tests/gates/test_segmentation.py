"""Pinned quality of segmentation: a change of the rules must be measured, then pinned again."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.text import boundaries
from tests.gates import corpora

GATE = Path(__file__).with_name("segmentation.txt")
# Written together with the rules, so the figure shows that nothing got lost, not how good they are.
FLOOR = 0.99
RULES = "0b8318214b"

# Set, side, language, floor; in brackets sentencex alone. Lines without a stop (headings, captions,
# list items) lower the figures of dtm and textberg for every method.
SETS = [
    ("alignar-law-ar-en", "src", "ar", 0.969),  # (.955)
    ("alignar-law-ar-en", "tgt", "en", 0.975),  # (.976)
    ("hunalign-1984-hu-en", "src", "hu", 0.985),  # (.983)
    ("hunalign-1984-hu-en", "tgt", "en", 0.981),  # (.980)
    ("hunalign-dtm-hu-en", "src", "hu", 0.520),  # (.516)
    ("hunalign-dtm-hu-en", "tgt", "en", 0.516),  # (.517)
    ("mac-dev-zh-en", "src", "zh", 0.978),  # (.933)
    ("mac-dev-zh-en", "tgt", "en", 0.987),  # (.917)
    ("maligna-pl-de", "src", "pl", 0.990),  # (.911)
    ("maligna-pl-de", "tgt", "de", 0.990),  # (.957)
    ("maligna-pl-en", "src", "pl", 0.906),  # (.915) numbers of list items are lines of their own
    ("maligna-pl-en", "tgt", "en", 0.922),  # (.893)
    ("parice-en-is", "src", "en", 0.930),  # (.926)
    ("parice-en-is", "tgt", "is", 0.940),  # (.932)
    ("textberg-dev-de-fr", "src", "de", 0.776),  # (.736)
    ("textberg-dev-de-fr", "tgt", "fr", 0.775),  # (.674)
    ("transread-en-fr", "src", "en", 0.903),  # (.811)
    ("transread-en-fr", "tgt", "fr", 0.956),  # (.901)
]


def test_the_rules_are_the_ones_that_were_measured() -> None:
    assert boundaries.rule_hash() == RULES, "rules changed: measure again, then pin hash and floors"


def test_the_gate_is_large_enough_and_its_floor_holds() -> None:
    paragraphs = corpora.gate(GATE)
    assert sum(len(sentences) - 1 for _, sentences in paragraphs) >= 150
    assert len({language for language, _ in paragraphs}) >= 12
    ours = corpora.score(paragraphs, boundaries.sentence_starts)
    assert ours >= FLOOR
    assert ours > corpora.score(paragraphs, corpora.sentencex_alone)


@pytest.mark.parametrize("language", sorted({language for language, _ in corpora.gate(GATE)}))
def test_every_language_of_the_gate_holds(language: str) -> None:
    paragraphs = [each for each in corpora.gate(GATE) if each[0] == language]
    assert corpora.score(paragraphs, boundaries.sentence_starts) >= 0.94


@pytest.mark.parametrize(("name", "side", "language", "floor"), SETS)
def test_joined_gold_sentences_are_found_again(
    shared_data: Path, name: str, side: str, language: str, floor: float
) -> None:
    paragraphs = [
        paragraph
        for file in sorted((shared_data / "sentences" / name).glob(f"*/{side}.txt"))
        for paragraph in corpora.lines_of(file, language)
    ]
    assert paragraphs
    assert corpora.score(paragraphs, boundaries.sentence_starts) >= floor
