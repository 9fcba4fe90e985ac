"""Published lists of terms: read whole, and right by their own measure."""

from __future__ import annotations

import pytest

from diglot.evaluate.rankings import pairs, terms
from diglot.evaluate.rankings.ranked_pairs import prepare_gold
from diglot.formats.blocks import Skips
from diglot.formats.term_lists import read_term_list, read_term_pairs

LISTS = {
    "ttc/refs/wind-energy/we-en-fr.tsv": (127, {"pair without one side": 1}),
    "eurovoc/term_list_fr.csv": (7180, {}),
    "xling-eval/en-fr/yacle.train.freq.5k.en-fr.tsv": (5000, {}),
}


@pytest.mark.parametrize("name", LISTS)
def test_lists_of_pairs_are_read_whole(shared_data, name):
    skips = Skips()
    found = read_term_pairs(shared_data / "terms" / name, skips=skips)
    count, skipped = LISTS[name]
    assert len(found) == count
    assert {each.kind: each.count for each in skips.entries()} == skipped


def test_gold_is_its_own_best_answer(shared_data):
    found = read_term_pairs(shared_data / "terms" / "eurovoc" / "term_list_fr.csv")
    score = pairs.score(found, prepare_gold(found))
    assert set(score.values.values()) == {1.0}
    assert score.source.score.values["map"] == score.target.score.values["mrr"] == 1


def test_gold_of_extraction_is_its_own_best_answer(shared_data):
    path = shared_data / "terms" / "acter" / "en" / "corp" / "corp_en_terms.tsv"
    gold = read_term_list(path)
    assert len(gold) == 927
    assert terms.score(gold, gold).values["ap"] == 1
