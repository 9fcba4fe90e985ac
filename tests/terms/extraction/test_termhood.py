"""The trained ranker of candidates: learning, looking twice, saving, cutting."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.learning.trees import Growth
from diglot.terms.extraction.candidates import term_candidates
from diglot.terms.extraction.extract import (
    TermChoice,
    TermForms,
    candidate_scores,
    ranked_terms,
)
from diglot.terms.extraction.features import NAMES, lemma_groups
from diglot.terms.extraction.termhood import (
    SECOND,
    CountedText,
    TermRanker,
    best_cut,
    second_stage_features,
    shipped_ranker,
    train_term_ranker,
)
from tests.terms import toy

QUICK = Growth(rounds=8, leaves=4, least_leaf=2)
NOUNS = "rotor blade turbine tower gearbox nacelle hub shaft brake yaw".split()  # noqa: SIM905
OTHERS = "man day week thing idea house dog tree book child".split()  # noqa: SIM905


@cache
def text(seed: int) -> CountedText:
    """Sentences in which terms stand behind "the" and others behind "a"."""
    random = np.random.default_rng(seed)
    lines = []
    for _ in range(60):
        noun, other = random.choice(NOUNS), random.choice(OTHERS)
        lines.append(f"the {noun} and a {other} saw the {random.choice(NOUNS)} {noun} .")
    return toy.counted(lines)


def labels(of: CountedText) -> np.ndarray:
    names = (of.found.text(int(number)).split() for number in of.seen.numbers)
    return np.array([all(word in NOUNS for word in name) for name in names])


@cache
def trained() -> TermRanker:
    return train_term_ranker([text(0)], [labels(text(0))], growth=QUICK)


@pytest.mark.slow
def test_it_learns_what_terms_look_like() -> None:
    probability = trained().probabilities(text(1))
    right = labels(text(1))
    assert probability[right].mean() > probability[~right].mean() + 0.3


def test_each_field_is_first_looked_at_by_what_others_taught() -> None:
    texts = [text(0), text(1)]
    right = [labels(each) for each in texts]
    ranker = train_term_ranker(texts, right, fields=[0, 1], growth=QUICK, calibrated=False)
    assert ranker.second.slope == 1
    assert ranker.probabilities(text(1))[right[1]].mean() > 0.5


def test_what_is_saved_comes_back() -> None:
    again = TermRanker.from_dict(json.loads(json.dumps(trained().to_dict())))
    assert np.array_equal(again.probabilities(text(1)), trained().probabilities(text(1)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "other"}, "no ranker of terms of this version"),
        ({"second": None}, "damaged"),
        ({"second": ...}, "other features"),
    ],
    ids=["version", "damaged", "features"],
)
def test_another_ranker_is_refused(change: dict[str, object], said: str) -> None:
    data = trained().to_dict()
    # The first ranker in the second one's place knows fewer features.
    changed = {key: data["first"] if value is ... else value for key, value in change.items()}
    with pytest.raises(ConfigError, match=said):
        TermRanker.from_dict(data | changed)


def test_too_few_terms_are_refused() -> None:
    one = np.zeros(len(text(0).seen), np.bool_)
    one[0] = True
    with pytest.raises(ConfigError, match="too few"):
        train_term_ranker([text(0)], [one], growth=QUICK)


def test_the_users_ranker_ranks() -> None:
    own = candidate_scores(text(1), ranker=trained())
    assert np.array_equal(own, trained().probabilities(text(1)))
    found = ranked_terms(text(1).found, ranker=trained(), forms=TermForms(()))
    assert found
    assert all(0 <= (term.score or 0) <= 1 for term in found)


@pytest.mark.slow
def test_the_shipped_ranker_knows_these_figures() -> None:
    ranker = shipped_ranker()
    assert ranker.first.names == NAMES
    assert ranker.second.names == (*NAMES, *SECOND)
    found = ranked_terms(term_candidates(toy.corpus()), choice=TermChoice(threshold=0))
    score = {term.text: term.score or 0 for term in found}
    assert score["offshore wind turbine"] > score["long"]


def test_figures_have_their_names_in_every_row() -> None:
    rows = text(0).features()
    assert rows.shape == (len(text(0).seen), len(NAMES))
    words = rows[:, NAMES.index("words")]
    assert words.tolist() == text(0).seen.lengths.tolist()


def test_lemma_groups_hold_the_forms_of_a_term() -> None:
    found = toy.counted(["the wind turbine", "wind turbines", "rotor"])
    groups = lemma_groups(found.seen, found.words)
    at = [groups[toy.row(found, each)] for each in ("wind turbine", "wind turbines", "rotor")]
    assert at[0] == at[1] != at[2]


def test_the_second_stage_leaves_the_candidate_itself_out() -> None:
    found = toy.counted(["big rotor", "rotor"])
    one = np.array([5.0 if row == toy.row(found, "big rotor") else -5.0 for row in range(3)])
    rows = second_stage_features(found.found, found.seen, found.groups, one)
    at = SECOND.index("same_last_word")
    base = 1 / (1 + np.exp(-5.0))
    # No other candidate of several words ends in "rotor": the mean of all is left.
    assert rows[toy.row(found, "big rotor"), at] == pytest.approx(base, abs=1e-5)


def test_the_best_cut_expects_the_best_f1() -> None:
    probability = np.array([0.9, 0.1, 0.8, 0.05, 0.3])

    def expected(cut: float) -> float:
        listed = probability >= cut
        return 2 * probability[listed].sum() / (listed.sum() + probability.sum())

    assert expected(best_cut(probability)) == max(expected(p) for p in probability)
    assert best_cut(np.zeros(0)) == 0
