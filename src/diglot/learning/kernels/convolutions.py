"""Convolutions over the tokens of texts, and sums of normalised tokens (compiled)."""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.libc.math import sqrt


def convolve(
    products: cython.const_float[:, ::1],
    tokens: cython.const_int[::1],
    offsets: cython.const_longlong[::1],
    bias: cython.const_float[::1],
    residual: cython.const_float[:, :],
    left: cython.Py_ssize_t,
    out: cython.float[:, :],
) -> None:
    """Add up the products of each token's neighbours, cut what is negative, add the token itself.

    Nothing is added for neighbours beyond the ends of a text.

    Args:
        products: float32 (rows, order * width), of rows with the part of the matrix for each place.
        tokens: int32, the row of every token.
        offsets: int64 (texts + 1,), where the tokens of every text begin.
        bias: float32 (width,).
        residual: float32 (rows, width), added at the end.
        left: neighbours to the left that count.
        out: float32 (tokens, width), written.
    """
    sums: cython.float[::1] = np.empty(len(bias), np.float32)
    with cython.nogil:
        add_neighbours(products, tokens, offsets, bias, residual, left, sums, out)


@cython.cfunc
@cython.nogil
def add_neighbours(
    products: cython.const_float[:, ::1],
    tokens: cython.const_int[::1],
    offsets: cython.const_longlong[::1],
    bias: cython.const_float[::1],
    residual: cython.const_float[:, :],
    left: cython.Py_ssize_t,
    sums: cython.float[::1],
    out: cython.float[:, :],
) -> cython.void:
    """See `convolve`; ``sums``, (width,), is written over."""
    width: cython.Py_ssize_t = bias.shape[0]
    order: cython.Py_ssize_t = products.shape[1] // width
    text: cython.Py_ssize_t
    at: cython.Py_ssize_t
    place: cython.Py_ssize_t
    k: cython.Py_ssize_t
    d: cython.Py_ssize_t
    row: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    for text in range(len(offsets) - 1):
        for at in range(offsets[text], offsets[text + 1]):
            for d in range(width):
                sums[d] = bias[d]
            for k in range(order):
                place = at + k - left
                if place < offsets[text] or place >= offsets[text + 1]:
                    continue
                row = tokens[place]
                begin = k * width
                for d in range(width):
                    sums[d] += products[row, begin + d]
            row = tokens[at]
            for d in range(width):
                out[at, d] = max(sums[d], 0) + residual[row, d]


def add_normalised(
    features: cython.const_float[:, ::1],
    offsets: cython.const_longlong[::1],
    epsilon: cython.double,
    sums: cython.float[:, :, ::1],
) -> None:
    """Add up the rows of every text, each brought to mean 0 and variance 1.

    Args:
        features: float32 (tokens, width), width a multiple of 16.
        offsets: int64 (texts + 1,), where the tokens of every text begin.
        epsilon: added to variances.
        sums: float32 (texts, 3, width), to which are added: all rows, the first and the last one.

    Reference:
        Ba, Kiros and Hinton (2016), Layer normalization.
    """
    width: cython.Py_ssize_t = features.shape[1]
    # Sums in lanes: their order is the same on every processor, and they are done side by side.
    totals: cython.float[::1] = np.zeros(16, np.float32)
    squares: cython.float[::1] = np.zeros(16, np.float32)
    text: cython.Py_ssize_t
    at: cython.Py_ssize_t
    d: cython.Py_ssize_t
    lane: cython.Py_ssize_t
    mean: cython.float
    factor: cython.float
    with cython.nogil:
        for text in range(len(offsets) - 1):
            for at in range(offsets[text], offsets[text + 1]):
                for lane in range(16):
                    totals[lane] = 0.0
                    squares[lane] = 0.0
                for d in range(0, width, 16):
                    for lane in range(16):
                        totals[lane] += features[at, d + lane]
                total: cython.double = 0.0
                for lane in range(16):
                    total += totals[lane]
                mean = total / width
                for d in range(0, width, 16):
                    for lane in range(16):
                        squares[lane] += (features[at, d + lane] - mean) * (
                            features[at, d + lane] - mean
                        )
                square: cython.double = 0.0
                for lane in range(16):
                    square += squares[lane]
                factor = 1.0 / sqrt(square / width + epsilon)
                for d in range(width):
                    sums[text, 0, d] += (features[at, d] - mean) * factor
                if at == offsets[text]:
                    for d in range(width):
                        sums[text, 1, d] += (features[at, d] - mean) * factor
                if at == offsets[text + 1] - 1:
                    for d in range(width):
                        sums[text, 2, d] += (features[at, d] - mean) * factor
