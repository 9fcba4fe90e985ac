"""Sentence vectors that somebody else made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import FormatError, InputError

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray


def read_vectors(path: Path, *, segments: int) -> NDArray[np.float32]:
    """Read an ``.npy`` file of sentence vectors, float (segments, dimensions).

    Raises:
        InputError: it is no such file, has another shape, or holds values that are not finite.
    """
    import numpy as np

    try:
        vectors = np.load(path, allow_pickle=False)
    except OSError as error:
        raise InputError(
            f"cannot be read ({(error.strerror or str(error)).lower()})", path=path
        ) from error
    except (ValueError, EOFError) as error:
        raise FormatError(
            "is not an .npy file of numbers", path=path, cure="save it with numpy.save"
        ) from error
    if not isinstance(vectors, np.ndarray) or vectors.dtype.kind not in "fiu":
        raise FormatError(
            "does not hold one array of numbers", path=path, cure="save it with numpy.save"
        )
    if vectors.ndim != 2 or len(vectors) != segments:
        raise InputError(
            f"has the shape {vectors.shape}, but there are {segments} segments: "
            f"expected ({segments}, dimensions)",
            path=path,
            cure="make one vector for each segment (see diglot segment)",
        )
    if not np.isfinite(vectors).all():
        row = int(np.flatnonzero(~np.isfinite(vectors).all(axis=1))[0])
        raise InputError(
            "holds values that are not finite",
            path=path,
            place=f"row {row} (of {segments}, from 0)",
            cure="make the vectors again",
        )
    return vectors.astype(np.float32, copy=False)
