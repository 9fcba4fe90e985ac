from itertools import accumulate

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.flat_arrays import find_sorted, join_ranges, offsets_of, take_rows

SIZES = st.lists(st.integers(0, 5), max_size=10)


@given(SIZES)
def test_rows_begin_where_those_before_end(sizes: list[int]) -> None:
    assert offsets_of(sizes).tolist() == [0, *accumulate(sizes)]


def test_marks_count_as_one_value_or_none() -> None:
    assert offsets_of(np.array([True, False])).tolist() == [0, 1, 1]


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 5)), max_size=10))
def test_ranges_come_one_after_the_other(ranges: list[tuple[int, int]]) -> None:
    array = np.array(ranges, np.int64).reshape(-1, 2)
    expected = [value for begin, size in ranges for value in range(begin, begin + size)]
    assert join_ranges(array[:, 0], array[:, 1]).tolist() == expected


def test_rows_are_taken_in_the_order_asked_for_with_repetition() -> None:
    places, offsets = take_rows(np.array([0, 2, 2, 5]), np.array([2, 1, 0, 2]))
    assert places.tolist() == [2, 3, 4, 0, 1, 2, 3, 4]
    assert offsets.tolist() == [0, 3, 3, 5, 8]


@given(SIZES, SIZES)
def test_values_are_found_where_they_stand_and_others_nowhere(
    wanted: list[int], some: list[int]
) -> None:
    known = sorted({*some})
    expected = [known.index(each) if each in known else -1 for each in wanted]
    found = find_sorted(np.array(wanted, np.int64), np.array(known, np.int64))
    assert found.tolist() == expected
