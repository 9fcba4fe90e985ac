"""Who judges what: laws that assignment designs keep for any numbers."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from diglot.annotate import assignment
from diglot.annotate.assignment import Queue
from diglot.errors import ConfigError

SIZES = st.integers(0, 60)
PEOPLE = st.integers(1, 6)
SEEDS = st.integers(0, 5)


def items_of(queue: Queue) -> list[int]:
    return [place.item for place in queue]


def times(queues: list[Queue]) -> Counter[int]:
    return Counter(item for queue in queues for item in items_of(queue))


def test_the_published_design_gives_three_people_two_blocks_each() -> None:
    one, two, three = assignment.ranges_design(range(1800), 3)
    assert items_of(one) == [*range(1200)]
    assert items_of(two) == [*range(600, 1800)]
    assert items_of(three) == [*range(1200, 1800), *range(600)]


@given(SIZES, PEOPLE, st.data())
def test_ranges_give_every_item_to_so_many_people(
    size: int, people: int, data: st.DataObject
) -> None:
    each = data.draw(st.integers(1, people))
    queues = assignment.ranges_design(range(size), people, per_item=each)
    assert times(queues) == Counter(dict.fromkeys(range(size), each))
    assert all(len(set(items_of(queue))) == len(queue) for queue in queues)


@given(SIZES, PEOPLE, st.data())
def test_circles_give_every_item_to_so_many_people(
    size: int, people: int, data: st.DataObject
) -> None:
    each = data.draw(st.integers(1, people))
    queues = assignment.circular_design(range(size), people, per_item=each)
    assert times(queues) == Counter(dict.fromkeys(range(size), each))
    assert all(len(set(items_of(queue))) == len(queue) for queue in queues)


@given(st.integers(2, 6), st.integers(1, 4))
def test_neighbours_share_items(people: int, each: int) -> None:
    queues = assignment.circular_design(range(people * each), people)
    for number, queue in enumerate(queues):
        following = queues[(number + 1) % people]
        assert set(items_of(queue)) & set(items_of(following))


@pytest.mark.parametrize("design", [assignment.ranges_design, assignment.circular_design])
def test_an_item_is_not_judged_by_more_people_than_there_are(design: object) -> None:
    with pytest.raises(ConfigError, match="cannot judge"):
        design(range(10), 2, per_item=3)  # type: ignore[operator]
    with pytest.raises(ConfigError, match="name at least one annotator"):
        design(range(10), 0)  # type: ignore[operator]


def test_everybody_may_judge_everything() -> None:
    assert [items_of(queue) for queue in assignment.full_design(range(3), 2)] == [
        [0, 1, 2],
        [0, 1, 2],
    ]


@given(SIZES, PEOPLE, SIZES)
def test_a_sample_is_judged_by_all_and_the_rest_by_one(size: int, people: int, shared: int) -> None:
    counted = times(assignment.sample_design(range(size), people, shared=shared))
    assert counted == Counter({item: people if item < shared else 1 for item in range(size)})


def test_a_sample_cannot_be_negative() -> None:
    with pytest.raises(ConfigError, match="negative"):
        assignment.sample_design(range(3), 1, shared=-1)


SCORES = st.dictionaries(st.integers(0, 99), st.none() | st.floats(0, 1), max_size=40)
SHARES = st.floats(0, 1)


@given(SCORES, PEOPLE, SHARES, SEEDS)
def test_the_least_certain_come_first_and_a_random_stratum_is_kept(
    scores: dict[int, float | None], people: int, share: float, seed: int
) -> None:
    queues = assignment.active_design(scores, people, share=share, seed=seed)
    assert times(queues) == Counter(dict.fromkeys(scores, 1))
    for queue in queues:
        known = [scores[place.item] for place in queue if place.why == "uncertain"]
        ranked = [-1 if score is None else score for score in known]
        assert ranked == sorted(ranked)
    drawn = [place for queue in queues for place in queue if place.why == "random"]
    assert len(drawn) == round(share * len(scores))


@given(st.integers(20, 60), SEEDS)
def test_the_random_stratum_is_spread_over_the_queue(size: int, seed: int) -> None:
    (queue,) = assignment.active_design(dict.fromkeys(range(size), 0.5), 1, share=0.2, seed=seed)
    places = [at for at, place in enumerate(queue) if place.why == "random"]
    half = sum(at < size / 2 for at in places)
    assert abs(2 * half - len(places)) <= 2


@given(st.integers(1, 50), PEOPLE, st.floats(0, 0.5), SEEDS)
def test_gold_is_hidden_in_its_share_and_nobody_gets_it_twice(
    size: int, people: int, share: float, seed: int
) -> None:
    gold = range(1000, 1200)
    queues = assignment.with_gold(
        assignment.full_design(range(size), people), gold, share=share, seed=seed
    )
    for queue in queues:
        hidden = [place.item for place in queue if place.why == "gold"]
        assert len(hidden) == len(set(hidden))
        assert set(hidden) <= set(gold)
        assert abs(len(hidden) - share * len(queue)) <= 1
        assert items_of(queue) != hidden
        assert [item for item in items_of(queue) if item < 1000] == list(range(size))


def test_gold_that_an_annotator_has_anyway_is_not_given_again() -> None:
    (queue,) = assignment.with_gold(assignment.full_design(range(10), 1), [3, 11], share=0.5)
    assert sorted(items_of(queue)) == [*range(10), 11]


def test_gold_stands_at_places_that_differ_between_people() -> None:
    queues = assignment.with_gold(assignment.full_design(range(50), 3), range(100, 200), share=0.2)
    places = {
        tuple(at for at, place in enumerate(queue) if place.why == "gold") for queue in queues
    }
    assert len(places) == 3


def test_a_share_of_gold_leaves_room_for_other_items() -> None:
    with pytest.raises(ConfigError, match="no room"):
        assignment.with_gold(assignment.full_design(range(3), 1), [9], share=1)
    with pytest.raises(ConfigError, match="between 0 and 1"):
        assignment.with_gold(assignment.full_design(range(3), 1), [9], share=1.2)


@given(st.integers(0, 60), SHARES, st.integers(0, 30), SEEDS)
def test_repeats_come_after_so_many_other_items(
    size: int, share: float, distance: int, seed: int
) -> None:
    queues = assignment.with_repeats(
        assignment.full_design(range(size), 2), share=share, distance=distance, seed=seed
    )
    for queue in queues:
        seen: dict[int, int] = {}
        for at, place in enumerate(queue):
            if place.why == "repeat":
                assert at - seen[place.item] > distance
            else:
                seen[place.item] = at
        repeats = [place.item for place in queue if place.why == "repeat"]
        assert len(set(repeats)) == len(repeats)
        assert len(repeats) == min(round(share * size), max(size - distance, 0))


def test_repeats_are_not_nearer_than_nothing() -> None:
    with pytest.raises(ConfigError, match="negative"):
        assignment.with_repeats([], share=0.1, distance=-1)


@given(SCORES, SEEDS)
def test_the_same_seed_gives_the_same_queues(scores: dict[int, float | None], seed: int) -> None:
    assume(scores)
    first, second = (assignment.active_design(scores, 2, seed=seed) for _ in range(2))
    assert first == second
    again = [assignment.with_repeats(first, share=0.5, distance=0, seed=seed) for _ in range(2)]
    assert again[0] == again[1]


@given(st.integers(1, 20), st.integers(1, 4), SEEDS)
def test_items_of_one_group_have_all_other_groups_between_them(
    groups: int, each: int, seed: int
) -> None:
    of = {item: item % groups for item in range(groups * each)}
    for queue in assignment.spread_apart(assignment.full_design(list(of), 2), of, seed=seed):
        assert sorted(items_of(queue)) == sorted(of)
        seen: dict[int, int] = {}
        for at, item in enumerate(items_of(queue)):
            assert at - seen.get(of[item], at - groups) >= groups
            seen[of[item]] = at


def test_everybody_gets_an_order_of_their_own() -> None:
    of = {item: item % 20 for item in range(60)}
    first, second = assignment.spread_apart(assignment.full_design(list(of), 2), of)
    assert first != second
