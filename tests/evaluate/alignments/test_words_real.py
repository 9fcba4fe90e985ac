"""Gold links of development sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.evaluate.alignments.words import score, select_links, sure_only
from diglot.formats import read_word_links


@pytest.mark.parametrize(
    ("name", "pairs", "sure", "possible"),
    [
        ("hansards-en-fr-trial", 37, 338, 1_446),
        ("alibi-fr-en", 522, 8_452, 14_147),
        ("czenali-en-cs", 2_487, 44_166, 0),
    ],
)
def test_sure_gold_against_gold_has_no_error(
    shared_data: Path, name: str, pairs: int, sure: int, possible: int
) -> None:
    gold = read_word_links(shared_data / "words" / name / "gold.txt")
    right = gold if gold.possible is None else select_links(gold, ~gold.possible)
    for found in (right, gold):
        result = score(found, gold)
        assert [result.values[key] for key in ("aer", "precision", "recall")] == [0, 1, 1]
    totals = dict(zip(result.columns, result.statistics.sum(axis=0), strict=True))
    assert (len(result.statistics), totals["sure"]) == (pairs, sure)
    assert totals["possible"] - totals["sure"] == possible
    assert sure_only(result) == (possible == 0)


def test_possible_links_are_as_cheap_as_gold_has_many(shared_data: Path) -> None:
    gold = read_word_links(shared_data / "words/alibi-fr-en/gold.txt")
    ignored = score(gold, gold, ignore_possible=True)
    assert ignored.values["precision"] == pytest.approx(8_452 / (8_452 + 14_147))
