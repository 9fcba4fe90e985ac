"""The random pairs of the benchmark of TER are as many, and as hard, as it says."""

from __future__ import annotations

import random

from bench.terminology.costs import FUZZ


def test_there_are_as_many_pairs_as_the_manual_says(project):
    pairs = sum(number for number, _ in FUZZ.values())
    assert f"{pairs:,} random pairs" in (project / "docs" / "methods" / "ter.md").read_text("utf-8")
    readme = (project / "bench" / "README.md").read_text("utf-8")
    assert f"{pairs:,} random pairs" in " ".join(readme.split())


def test_long_pairs_hold_the_same_words_in_another_order():
    _, draw = FUZZ["100-260 words, blocks moved"]
    mine, wanted = draw(random.Random(0))
    assert mine != wanted
    assert sorted(mine) == sorted(wanted)
    assert 100 <= len(mine) <= 260


def test_unequal_pairs_have_few_words_on_either_side():
    rng = random.Random(0)
    _, draw = FUZZ["very unequal lengths"]
    lengths = [tuple(map(len, draw(rng))) for _ in range(50)]
    assert {min(pair) <= 4 and max(pair) >= 30 for pair in lengths} == {True}
    assert {a < b for a, b in lengths} == {True, False}
