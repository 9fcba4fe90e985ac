"""A lost path is seen in its links."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from diglot.model import Link
from diglot.sentences.assembly import left_alone, little_supported, lost_path
from tests.evaluate.alignments.strategies import cover

SIZES = [(1, 1), (1, 0), (0, 1), (2, 1)]


def test_runs_without_counterpart_on_both_sides_at_once_are_a_lost_path() -> None:
    sizes = [(1, 1)] * 40 + [(1, 0)] * 8 + [(1, 1)] * 3 + [(0, 1)] * 9 + [(1, 1)] * 40
    (note,) = lost_path(cover(sizes))
    assert note.startswith("the alignment may have lost its way in segments ")
    assert note.endswith(": 8 and 9 of them have no counterpart")


def test_of_many_places_the_first_are_named() -> None:
    sizes = [(1, 1)] * 90 + [(1, 0)] * 8 + [(0, 1)] * 9
    (note,) = lost_path(cover(sizes * 5))
    assert note.count("–") == 6
    assert ", in 2 more places: 40 and 45 of them have no counterpart" in note


def test_a_passage_missing_on_one_side_is_no_lost_path() -> None:
    there, here = [(1, 0)] * 50, [(0, 1)] * 50
    assert lost_path(cover([(1, 1)] * 40 + there + [(1, 1)] * 60 + here)) == ()
    assert lost_path([]) == ()


@given(st.lists(st.sampled_from(SIZES), max_size=120))
def test_a_note_counts_no_more_than_there_is(sizes: list[tuple[int, int]]) -> None:
    notes = lost_path(cover(sizes))
    alone = sizes.count((1, 0)), sizes.count((0, 1))
    assert bool(notes) <= (min(alone) >= 6)
    for side in (0, 1):
        counts = [note.split(": ")[1].split(" of them")[0].split(" and ")[side] for note in notes]
        assert sum(map(int, counts)) <= alone[side]


def test_a_side_of_which_much_has_no_counterpart_is_named() -> None:
    (note,) = left_alone(cover([(1, 1), (0, 1)] * 20))
    assert note.startswith("50% of the target's 40 segments have no counterpart")
    assert left_alone(cover([(1, 1)] * 80 + [(0, 1)] * 20)) == ()
    assert left_alone(cover([(1, 1), (1, 0)] * 19)) == ()
    assert left_alone([]) == ()


def test_a_side_with_many_times_the_segments_of_the_other_is_named() -> None:
    (note,) = left_alone(cover([(1, 6)] * 20))
    assert note.startswith("the target has 120 segments, the source 20: check that both texts")
    (note,) = left_alone(cover([(6, 1)] * 20))
    assert note.startswith("the source has 120 segments, the target 20: check that both texts")
    assert left_alone(cover([(1, 3)] * 20)) == ()


def test_links_that_little_speaks_for_are_named() -> None:
    unsure = [Link((k,), (k,), 0.4) for k in range(10)]
    (note,) = little_supported(unsure)
    assert note.startswith("little but lengths and order speaks for these links, 40% sure")
    assert little_supported(unsure[1:]) == ()
    assert little_supported([Link((k,), (k,), 0.7) for k in range(10)] + unsure) == ()
