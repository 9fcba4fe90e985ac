"""Many strings as two arrays: their UTF-8 bytes one after the other, and where they end."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    Pool = tuple[NDArray[np.uint8], NDArray[np.int64]]

# Halves of surrogate pairs come from broken file names; they have to survive, not to be right.
_ERRORS = "surrogatepass"


def pooled(strings: Iterable[str]) -> Pool:
    """Return the bytes of all strings, and shape (strings + 1,), where each of them begins."""
    import numpy as np

    encoded = [text.encode("utf-8", _ERRORS) for text in strings]
    offsets = np.zeros(len(encoded) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, encoded), np.int64, count=len(encoded)), out=offsets[1:])
    return np.frombuffer(b"".join(encoded), np.uint8), offsets


def strings_of(data: NDArray[np.uint8], offsets: NDArray[np.int64]) -> list[str]:
    """Return all strings of a pool."""
    whole = data.tobytes()
    return [whole[a:b].decode("utf-8", _ERRORS) for a, b in pairwise(offsets.tolist())]


def string_at(data: NDArray[np.uint8], offsets: NDArray[np.int64], number: int) -> str:
    """Return one string of a pool without reading the others."""
    return data[offsets[number] : offsets[number + 1]].tobytes().decode("utf-8", _ERRORS)
