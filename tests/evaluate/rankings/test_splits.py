"""Gold pairs by difficulty, and scores of parts."""

from __future__ import annotations

import pytest

from diglot.errors import ConfigError, InputError
from diglot.evaluate.rankings.ranked_pairs import prepare_gold, rank_pairs
from diglot.evaluate.rankings.splits import NearMiss, gold_difficulty, split_scores
from diglot.model import TermPair

GOLD = [
    TermPair("twin sister", "sœur jumelle"),
    TermPair("joystick", "manette"),
    TermPair("joystick", "joystick"),
    TermPair("wind farm", "parc éolien"),
]


def runs(*lists):
    gold = prepare_gold(GOLD)
    return [rank_pairs([TermPair(*pair) for pair in pairs], gold) for pairs in lists], gold


def test_bins_count_the_runs_that_found_a_pair():
    found, gold = runs(
        [("joystick", "joystick"), ("wind farm", "parc éolien")], [("joystick", "joystick")]
    )
    bins = gold_difficulty(found, gold).bins
    assert [(each.runs, each.size, each.share) for each in bins] == [
        (0, 2, 0.5),
        (1, 1, 0.25),
        (2, 1, 0.25),
    ]


def test_bins_tell_single_words_and_cognates():
    found, gold = runs([("joystick", "joystick")])
    hard, easy = gold_difficulty(found, gold).bins
    assert hard.words == {"single-word": 1, "multi-word": 2, "single to multi": 0}
    assert easy.words == {"single-word": 1, "multi-word": 0, "single to multi": 0}
    assert easy.cognates == {"identical": 1, "cognate": 0, "not cognate": 0}
    assert easy.similarity == 1


def test_an_empty_bin_has_no_similarity():
    found, gold = runs([(pair.source, pair.target) for pair in GOLD])
    assert gold_difficulty(found, gold).bins[0].similarity is None


def test_a_hard_pair_has_the_wrong_answer_nearest_in_spelling():
    found, gold = runs(
        [("twin sister", "frère"), ("twin sister", "sœurs jumelles")],
        [("joystick", "manche"), ("joystick", "joystick")],
    )
    hard = {pair.target: pair for pair in gold_difficulty(found, gold).of(0)}
    miss = hard["sœur jumelle"].misses[0]
    assert (miss.run, miss.target, miss.rank) == (0, "sœurs jumelles", 2)
    # A right answer for the same source is no wrong answer.
    assert [each.target for each in hard["manette"].misses] == ["manche"]
    assert hard["manette"].misses[0] == NearMiss(1, "manche", 1, pytest.approx(4 / 7))


def test_difficulty_needs_runs():
    with pytest.raises(InputError, match="at least one run"):
        gold_difficulty([], prepare_gold(GOLD))


def rows(pairs, frequencies=None):
    found, gold = runs(pairs)
    return {
        f"{row.split}: {row.part}": (row.gold, row.pairs, row.true)
        for row in split_scores(found[0], gold, frequencies)
    }


def test_parts_hold_their_share_of_gold_and_run():
    found = rows([("joystick", "joystick"), ("a b", "c d"), ("wind farm", "parc éolien")])
    assert found == {
        "words: single-word": (2, 1, 1),
        "words: multi-word": (2, 2, 1),
        "cognates: identical": (1, 1, 1),
        "cognates: not cognate": (3, 2, 1),
    }


def test_a_part_is_ranked_by_itself():
    found, gold = runs([("a b", "c d"), ("joystick", "joystick"), ("joystick", "manette")])
    single = next(row for row in split_scores(found[0], gold) if row.part == "single-word")
    assert single.ap_expected == single.recall == 1


def test_bands_are_thirds_of_gold_that_never_part_equal_frequencies():
    found = rows([], {"twin sister": 1, "joystick": 10, "wind farm": 100})
    assert found["frequency: rare"][0] == 3
    assert found["frequency: frequent"][0] == 1
    assert rows([], {"joystick": 10})["frequency: unknown"][0] == 2


def test_frequencies_must_be_those_of_gold():
    with pytest.raises(ConfigError, match="no source term of gold"):
        rows([], {"x": 1})
