"""Flat arrays: rows of unequal length kept one after the other, and look-ups among sorted values.

As in CSR matrices, the values of row k are ``values[offsets[k] : offsets[k + 1]]``. Every package
keeps tokens, links and candidates so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray


def offsets_of(sizes: Sequence[int] | NDArray[Any]) -> NDArray[np.int64]:
    """Return where each row begins, and where the last one ends: shape (rows + 1,).

    >>> offsets_of([2, 0, 3]).tolist()
    [0, 2, 2, 5]

    Args:
        sizes: shape (rows,): values of each row; marks count as one value or none.
    """
    import numpy as np

    offsets = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets


def join_ranges(begins: NDArray[Any], sizes: NDArray[Any]) -> NDArray[np.int64]:
    """Return the numbers in several ranges, one range after the other: shape (sum of sizes,).

    >>> join_ranges(np.array([7, 1]), np.array([2, 3])).tolist()
    [7, 8, 1, 2, 3]

    Args:
        begins: shape (ranges,): first number of each.
        sizes: shape (ranges,): how many numbers each has.
    """
    import numpy as np

    ends = np.cumsum(sizes)
    return np.repeat(begins - ends + sizes, sizes) + np.arange(int(ends[-1]) if len(ends) else 0)


def take_rows(
    offsets: NDArray[np.int64], rows: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where the values of some rows stand, and where each of these rows begins among them.

    >>> [each.tolist() for each in take_rows(np.array([0, 2, 2, 5]), np.array([2, 0]))]
    [[2, 3, 4, 0, 1], [0, 3, 5]]

    Args:
        offsets: shape (all rows + 1,); read at the chosen rows only, as it may lie on the disk.
        rows: shape (rows,), in any order, with repetition or without.
    """
    sizes = offsets[rows + 1] - offsets[rows]
    return join_ranges(offsets[rows], sizes), offsets_of(sizes)


def find_sorted(wanted: NDArray[Any], known: NDArray[Any]) -> NDArray[np.int64]:
    """Return where each value stands among others, -1 where it does not: shape (wanted,).

    >>> find_sorted(np.array([5, 1, 9]), np.array([1, 5, 7])).tolist()
    [1, 0, -1]

    Args:
        wanted: shape (wanted,), in any order.
        known: shape (known,), ascending.
    """
    import numpy as np

    if not len(known):
        return np.full(len(wanted), -1, np.int64)
    places = np.searchsorted(known, wanted)
    np.minimum(places, len(known) - 1, out=places)
    places[known[places] != wanted] = -1
    return places
