"""Convolutions over the tokens of texts, and sums of normalised tokens (compiled)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cython
import numpy as np
from cython.cimports.libc.math import sqrt

if cython.compiled:
    from cython.cimports.diglot.learning.kernels.caches import prefetch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

AHEAD = cython.declare(cython.Py_ssize_t, 8)  # tokens whose rows are asked for before their turn


class Layer(NamedTuple):
    """Two convolutions in a row, each of which cuts what is negative and adds what entered it.

    Attributes:
        entered: float32 (rows, width), what enters for every distinct token; width is a multiple
            of 64.
        first, again: float32 (rows, order * width), its products with both matrices.
        second: float32 (width, order * width), matrix of the second one, place by place.
        first_bias, second_bias: float32 (width,).
        left: neighbours to the left that count.
    """

    entered: Floats
    first: Floats
    again: Floats
    second: Floats
    first_bias: Floats
    second_bias: Floats
    left: int


def convolve(
    layer,
    tokens: cython.const_int[::1],
    offsets: cython.const_longlong[::1],
    out: cython.float[:, ::1],
    column: cython.Py_ssize_t,
) -> None:
    """Apply two convolutions to the tokens of texts.

    Nothing is added for neighbours beyond the ends of a text.

    Args:
        layer: see `Layer`.
        tokens: int32, the row of every token.
        offsets: int64 (texts + 1,), where the tokens of every text begin.
        out: float32 (tokens, columns), of which as many columns as the layer is wide are written.
        column: the first of these.
    """
    width: cython.Py_ssize_t = len(layer.first_bias)
    size: cython.Py_ssize_t = len(tokens)
    hidden: cython.float[:, ::1] = np.empty((size, width), np.float32)
    starts: cython.longlong[::1] = np.zeros(size + 1, np.int64)
    # What is never written costs no memory.
    units: cython.int[::1] = np.empty(size * width + 1, np.int32)
    entered: cython.const_float[:, ::1] = layer.entered
    first: cython.const_float[:, ::1] = layer.first
    again: cython.const_float[:, ::1] = layer.again
    second: cython.const_float[:, ::1] = layer.second
    first_bias: cython.const_float[::1] = layer.first_bias
    second_bias: cython.const_float[::1] = layer.second_bias
    left: cython.Py_ssize_t = layer.left
    with cython.nogil:
        add_neighbours(tokens, offsets, first, first_bias, left, hidden, starts, units)
        add_units(
            tokens,
            offsets,
            entered,
            again,
            second,
            second_bias,
            left,
            hidden,
            starts,
            units,
            out,
            column,
        )


@cython.cfunc
@cython.nogil
def add_neighbours(
    tokens: cython.const_int[::1],
    offsets: cython.const_longlong[::1],
    first: cython.const_float[:, ::1],
    bias: cython.const_float[::1],
    left: cython.Py_ssize_t,
    hidden: cython.float[:, ::1],
    starts: cython.longlong[::1],
    units: cython.int[::1],
) -> cython.void:
    """Apply the first convolution, without what entered it.

    Args:
        tokens, offsets: see `convolve`.
        first, bias, left: see `Layer`.
        hidden: float32 (tokens, width), written.
        starts, units: int64 (tokens + 1,) and int32, ragged, written: the places that are not cut.
    """
    width: cython.Py_ssize_t = bias.shape[0]
    order: cython.Py_ssize_t = first.shape[1] // width
    used: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = tokens.shape[0] - 1
    at: cython.Py_ssize_t
    for text in range(len(offsets) - 1):
        for at in range(offsets[text], offsets[text + 1]):
            if cython.compiled:
                row = tokens[min(at + AHEAD, last)]
                for d in range(0, order * width, 16):
                    prefetch(cython.address(first[row, d]))
            for d in range(width):
                hidden[at, d] = bias[d]
            for k in range(order):
                place = at + k - left
                if offsets[text] <= place < offsets[text + 1]:
                    row = tokens[place]
                    begin = k * width
                    for d in range(width):
                        hidden[at, d] += first[row, begin + d]
            for d in range(width):
                hidden[at, d] = max(hidden[at, d], 0)
            for d in range(width):
                units[used] = d
                used += hidden[at, d] > 0
            starts[at + 1] = used


@cython.cfunc
@cython.nogil
def add_units(
    tokens: cython.const_int[::1],
    offsets: cython.const_longlong[::1],
    entered: cython.const_float[:, ::1],
    again: cython.const_float[:, ::1],
    second: cython.const_float[:, ::1],
    bias: cython.const_float[::1],
    left: cython.Py_ssize_t,
    hidden: cython.const_float[:, ::1],
    starts: cython.const_longlong[::1],
    units: cython.const_int[::1],
    out: cython.float[:, ::1],
    column: cython.Py_ssize_t,
) -> cython.void:
    """Apply the second convolution to what the first one made.

    Only a few places in a hundred are not cut in the first one, so the product of these with the
    matrix is added up row by row, a block of columns at a time: it stays in the cache.

    Args:
        tokens, offsets, out, column: see `convolve`.
        entered, again, second, bias, left: see `Layer`.
        hidden, starts, units: see `add_neighbours`.
    """
    width: cython.Py_ssize_t = bias.shape[0]
    order: cython.Py_ssize_t = second.shape[1] // width
    last: cython.Py_ssize_t = tokens.shape[0] - 1
    # Both halves stay in the registers.
    sums = cython.declare(cython.float[32])
    more = cython.declare(cython.float[32])
    at: cython.Py_ssize_t
    d: cython.Py_ssize_t
    u: cython.Py_ssize_t
    for block in range(0, width, 64):
        to: cython.Py_ssize_t = column + block
        for text in range(len(offsets) - 1):
            for at in range(offsets[text], offsets[text + 1]):
                if cython.compiled:
                    row = tokens[min(at + AHEAD, last)]
                    for d in range(block, block + 64, 16):
                        prefetch(cython.address(entered[row, d]))
                        for k in range(order):
                            prefetch(cython.address(again[row, k * width + d]))
                for d in range(32):
                    sums[d] = bias[block + d]
                    more[d] = bias[block + 32 + d]
                for k in range(order):
                    place = at + k - left
                    if offsets[text] <= place < offsets[text + 1]:
                        row = tokens[place]
                        begin = k * width + block
                        for d in range(32):
                            sums[d] += again[row, begin + d]
                            more[d] += again[row, begin + 32 + d]
                        for u in range(starts[place], starts[place + 1]):
                            unit = units[u]
                            value: cython.float = hidden[place, unit]
                            for d in range(32):
                                sums[d] += value * second[unit, begin + d]
                            for d in range(32):
                                more[d] += value * second[unit, begin + 32 + d]
                row = tokens[at]
                for d in range(32):
                    value = hidden[at, block + d] + entered[row, block + d]
                    out[at, to + d] = max(sums[d], 0) + value
                for d in range(32):
                    value = hidden[at, block + 32 + d] + entered[row, block + 32 + d]
                    out[at, to + 32 + d] = max(more[d], 0) + value


def add_normalised(
    features: cython.const_float[:, ::1],
    offsets: cython.const_longlong[::1],
    epsilon: cython.double,
    sums: cython.float[:, ::1],
) -> None:
    """Add up the rows of every text, each brought to mean 0 and variance 1.

    Args:
        features: float32 (tokens, width), width a multiple of 16.
        offsets: int64 (texts + 1,), where the tokens of every text begin.
        epsilon: added to variances.
        sums: float32 (texts, width), to which they are added.

    Reference:
        Ba, Kiros and Hinton (2016), Layer normalization.
    """
    at: cython.Py_ssize_t
    with cython.nogil:
        for text in range(len(offsets) - 1):
            for at in range(offsets[text], offsets[text + 1]):
                add_row(features, at, epsilon, sums, text)


@cython.cfunc
@cython.nogil
def add_row(
    features: cython.const_float[:, ::1],
    at: cython.Py_ssize_t,
    epsilon: cython.double,
    sums: cython.float[:, ::1],
    text: cython.Py_ssize_t,
) -> cython.void:
    """Add one row, normalised, to the sum of a text; see `add_normalised`."""
    width: cython.Py_ssize_t = features.shape[1]
    # Sums in lanes: their order is the same on every processor, and they are done side by side.
    lanes = cython.declare(cython.float[16])
    total: cython.double = 0.0
    square: cython.double = 0.0
    d: cython.Py_ssize_t
    lane: cython.Py_ssize_t
    for lane in range(16):
        lanes[lane] = 0.0
    for d in range(0, width, 16):
        for lane in range(16):
            lanes[lane] += features[at, d + lane]
    for lane in range(16):
        total += lanes[lane]
    mean: cython.float = total / width
    for lane in range(16):
        lanes[lane] = 0.0
    for d in range(0, width, 16):
        for lane in range(16):
            lanes[lane] += (features[at, d + lane] - mean) * (features[at, d + lane] - mean)
    for lane in range(16):
        square += lanes[lane]
    factor: cython.float = 1.0 / sqrt(square / width + epsilon)
    for d in range(width):
        sums[text, d] += (features[at, d] - mean) * factor
