"""Maps of two languages' vectors into one space that weigh its directions by what they share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def reweighted(
    source: NDArray[np.float32], target: NDArray[np.float32], seeds: NDArray[np.int64]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return maps of both languages: whitened, turned, weighed by correlation, coloured again.

    Args:
        source: shape (words, dimensions), normalised.
        target: shape (words, dimensions), normalised; of as many dimensions.
        seeds: shape (pairs, 2), rows of source and target that translate each other.

    Returns:
        Two maps of shape (dimensions, dimensions): ``source @ first`` lies near
        ``target @ second``.

    Reference:
        Artetxe, Labaka and Agirre (2018), Generalizing and improving bilingual word embedding
        mappings with a multi-step framework of linear transformations, steps 1 to 4.
    """
    one, other = source[seeds[:, 0]].astype(np.float64), target[seeds[:, 1]].astype(np.float64)
    white_s, colour_s = _whitening(one)
    white_t, colour_t = _whitening(other)
    left, correlation, right = np.linalg.svd((one @ white_s).T @ (other @ white_t))
    weights = np.sqrt(np.clip(correlation, 0, None))
    return (
        (white_s @ left * weights @ (left.T @ colour_s @ left)).astype(np.float32),
        (white_t @ right.T * weights @ (right @ colour_t @ right.T)).astype(np.float32),
    )


def _whitening(
    vectors: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the map that makes directions uncorrelated and of length one, and its inverse."""
    values, directions = np.linalg.eigh(vectors.T @ vectors)
    # Directions that no seed has say nothing: they are neither blown up nor brought back.
    known = values > 1e-8 * max(float(values.max(initial=0.0)), 1e-30)
    lengths = np.sqrt(np.where(known, values, 1.0)) * known
    inverse = np.where(known, 1.0 / np.where(known, lengths, 1.0), 0.0)
    return (directions * inverse) @ directions.T, (directions * lengths) @ directions.T
