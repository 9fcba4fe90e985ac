"""What people are asked, and what their answers make."""

from __future__ import annotations

from diglot.model import TermPair
from diglot.model.terms import Proposal
from diglot.terms.bucc import choose_asked, divide_task, make_proposals, near_targets

COUNTS = ({"a": 2, "b": 1, "c": 1}, {"x": 3, "y": 1, "z": 1, "x y": 1})
SIMILAR = [
    TermPair("a", "x", 0.9),
    TermPair("a", "y", 0.7),
    TermPair("b", "gone", 0.95),
    TermPair("b", "y", 0.65),
    TermPair("c", "z", 0.4),
]


def proposed(*, counts=COUNTS, measure="vectors", **changes):
    options = {"least": 0.6, "sample": None, "seed": 0, **changes}
    asked = choose_asked(SIMILAR, counts, **options)
    translations = {"a": [("x", 0.5), ("z", 0.3), ("gone", 0.1)], "c": [("z", 1.0)]}
    return make_proposals(asked, SIMILAR, translations, measure=measure, counts=counts)


def test_the_most_similar_attested_target_and_the_best_phrases_are_asked_about():
    found = {(each.source, each.target): each for each in proposed()}
    assert set(found) == {("a", "x"), ("a", "z"), ("b", "y")}
    best = found["a", "x"]
    assert best.origins == ("vectors", "phrases")
    assert (best.similarity, best.phrase_probability, best.phrase_rank) == (0.9, 0.5, 1)
    assert (best.source_frequency, best.target_frequency) == (2, 3)
    assert found["a", "z"].origins == ("phrases",)


def test_a_source_below_the_threshold_is_not_asked_about():
    assert {each.source for each in proposed(least=0.8)} == {"a"}
    assert {each.source for each in proposed(least=0.3)} == {"a", "b", "c"}


def test_the_pairs_of_a_source_stand_together_and_a_sample_is_of_sources():
    assert len({each.source for each in proposed(sample=1)}) == 1
    sources = [each.source for each in proposed(least=0.3)]
    assert len(list(dict.fromkeys(sources))) == sum(
        one != other for one, other in zip(sources, [None, *sources], strict=False)
    )


def test_the_seed_decides_on_the_order():
    assert proposed(seed=3) == proposed(seed=3)
    orders = {tuple(each.source for each in proposed(least=0.3, seed=n)) for n in range(9)}
    assert len(orders) > 1


def test_near_targets_by_vectors_are_the_next_nearest():
    found = near_targets([Proposal("a", "x")], SIMILAR, ["x", "y", "z"], most=5, by_vectors=True)
    assert found == {"a": ("y",)}


def test_near_targets_without_vectors_share_a_word():
    targets = ["infection", "infections bactériennes", "infections respiratoires", "fièvre"]
    found = near_targets(
        [Proposal("infection", "infection")], [], targets, most=1, by_vectors=False
    )
    assert found == {"infection": ("infections bactériennes",)}


def judged(*decisions):
    return [Proposal(source, target, decision) for source, target, decision in decisions]


def everywhere(count=40):
    terms = {f"{side}{n}": 1 for side in "sto" for n in range(count)}
    return ((terms, terms), (terms, terms))


def test_gold_is_divided_by_its_share_and_no_term_is_in_both_parts():
    right = judged(*((f"s{n}", f"t{n}", "yes") for n in range(20)), ("s1", "t2", "yes"))
    found = divide_task(right, {}, everywhere(), test=0.4, seed=0)
    train, test = found.parts
    assert len(train.gold) + len(test.gold) == 21
    assert 7 <= len(test.gold) <= 10
    for side in (0, 1):
        assert {pair[side] for pair in train.gold}.isdisjoint(pair[side] for pair in test.gold)


def test_wrong_pairs_and_near_targets_are_in_the_lists_without_a_link():
    found = divide_task(
        judged(("s1", "t1", "yes"), ("s2", "t2", "no"), ("s3", "t3", None)),
        {"s1": ["o1", "unattested"]},
        everywhere(),
        test=0,
        seed=0,
    )
    train = found.parts[0]
    assert train.gold == (("s1", "t1"),)
    assert set(train.source_terms) == {"s1", "s2"}
    assert set(train.target_terms) == {"t1", "t2", "o1"}
    assert (found.accepted, found.rejected, found.undecided) == (1, 1, 1)


def test_gold_goes_where_both_terms_occur():
    both = everywhere()
    empty = ({}, both[1][1])
    found = divide_task(judged(("s1", "t1", "yes")), {}, (both[0], empty), test=1, seed=0)
    assert found.parts[0].gold == (("s1", "t1"),)
    none = divide_task(judged(("s1", "t1", "yes")), {}, (empty, empty), test=0.5, seed=0)
    assert none.unattested == 1


def test_a_pair_decided_twice_is_one_pair():
    right = judged(("s1", "t1", "yes"))
    found = divide_task([*right, *right], {}, everywhere(), test=0, seed=0)
    assert len(found.parts[0].gold) == 1


def test_the_lists_are_shuffled_by_the_seed():
    right = judged(*((f"s{n}", f"t{n}", "yes") for n in range(20)))
    first, again, other = (
        divide_task(right, {}, everywhere(), test=0, seed=seed).parts[0] for seed in (1, 1, 2)
    )
    assert first == again
    assert first.source_terms != other.source_terms
    assert list(first.source_terms) != sorted(first.source_terms)


def test_near_targets_of_a_script_without_spaces_share_two_characters():
    found = near_targets(
        [Proposal("power", "风力")], [], ["风力发电", "大风", "水"], most=5, by_vectors=False
    )
    assert found == {"power": ("风力发电",)}
