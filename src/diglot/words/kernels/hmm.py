"""Expectation with IBM model 1 and the HMM in both directions at once, and candidates (compiled).

A batch holds `lanes` sentence pairs with the same numbers of words. Its arrays are flat, lanes
innermost, so that every loop runs over neighbouring numbers of different pairs: no loop sums
within a lane in an order of the compiler's choice, and a pair's result does not depend on its
neighbours. In one direction the *outputs* are the words that get a link and the *states* the
words that they may be linked to: array element ``(t * states + k) * lanes + l`` belongs to output
t, state k and lane l.

Expected counts are integers, in units of 1 / UNIT: their sums do not depend on the order of
pairs or on the number of threads.

References:
    Vogel, Ney and Tillmann (1996); Och and Ney (2003) for the NULL twins of states; Liang, Taskar
    and Klein (2006), alignment by agreement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cython
import numpy as np
from cython.cimports.libc.math import log

if cython.compiled:
    from cython.cimports.diglot.learning.kernels.caches import prefetch

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLIP = 9
"""Jumps at least this wide share a bucket; bucket d + CLIP holds jumps of width d."""
UNIT = 1 << 30
"""Steps of an expected count of one; a word may occur 2 ** 33 times before a sum overflows."""
WORK = 7
"""Rows of the space that `posteriors` works in."""

WIDE = cython.declare(cython.Py_ssize_t, CLIP)
STEPS = cython.declare(cython.float, UNIT)
# Added to every probability, so that a word without any likely counterpart has posteriors.
FLOOR = cython.declare(cython.float, 1e-9)
# Products of posteriors below this are not counted: nearly all are, and memory is slow.
LEAST = cython.declare(cython.float, 1e-7)
ONE = cython.declare(cython.float, 1.0)
AHEAD = cython.declare(cython.Py_ssize_t, 16)  # counts are asked for so many turns before

Cell = cython.fused_type(cython.ushort, cython.uint)


class Text(NamedTuple):
    """A corpus and its index, see ``Corpus`` and ``PairIndex``."""

    source: NDArray[np.int32]
    source_offsets: NDArray[np.int64]
    target: NDArray[np.int32]
    target_offsets: NDArray[np.int64]
    rows: NDArray[np.int64]
    cells: NDArray[np.unsignedinteger]
    cell_offsets: NDArray[np.int64]
    unknown: np.unsignedinteger


class Parameters(NamedTuple):
    """What the passes read.

    Attributes:
        links: float32 (distinct pairs + 1, 2), p(target | source word), p(source | target word);
            the last row is that of all word pairs without a number.
        null_s: float32 (source words,), p(source word | NULL).
        null_t: float32 (target words,).
        jumps_t: float32 (2 * CLIP + 1,), jumps between source positions from one target word to
            the next.
        jumps_s: the same of the other direction.
    """

    links: NDArray[np.float32]
    null_s: NDArray[np.float32]
    null_t: NDArray[np.float32]
    jumps_t: NDArray[np.float32]
    jumps_s: NDArray[np.float32]


class Counts(NamedTuple):
    """Expected counts in units of 1 / UNIT, laid out as ``Parameters``.

    Attributes:
        links: int64 (distinct pairs + 1, 2), of each direction, or of both in one column with
            agreement; the last row is of all word pairs without a number.
        null_s, null_t: int64 by word.
        jumps_t, jumps_s: int64 (2 * CLIP + 1,).
    """

    links: NDArray[np.int64]
    null_s: NDArray[np.int64]
    null_t: NDArray[np.int64]
    jumps_t: NDArray[np.int64]
    jumps_s: NDArray[np.int64]


@cython.ccall
@cython.nogil
def model1(
    emission: cython.float[::1],
    empty: cython.float[::1],
    weight: cython.double,
    outputs: cython.Py_ssize_t,
    states: cython.Py_ssize_t,
    lanes: cython.Py_ssize_t,
    scale: cython.float[::1],
) -> cython.void:
    """Turn emissions into posteriors of model 1 in place.

    Args:
        emission: float32 (outputs * states * lanes,), p(output | state).
        empty: float32 (outputs * lanes,), p(output | NULL).
        weight: prior probability of NULL as a multiple of that of a state.
        outputs, states, lanes: shape of the batch.
        scale: float32 (outputs * lanes,), written: inverse of each output's likelihood but for
            the constant prior of a state.
    """
    prior: cython.float = weight
    for t in range(outputs):
        y = t * lanes
        for x in range(lanes):
            empty[y + x] *= prior
            scale[y + x] = empty[y + x]
        for k in range(states):
            here = (t * states + k) * lanes
            for x in range(lanes):
                scale[y + x] += emission[here + x]
        for x in range(lanes):
            scale[y + x] = ONE / scale[y + x]
            empty[y + x] *= scale[y + x]
        for k in range(states):
            here = (t * states + k) * lanes
            for x in range(lanes):
                emission[here + x] *= scale[y + x]


@cython.cfunc
@cython.nogil
def leaving(
    jumps: cython.const_float[::1],
    states: cython.Py_ssize_t,
    lanes: cython.Py_ssize_t,
    share: cython.double,
    out: cython.float[::1],
) -> cython.void:
    """Share of non-NULL mass over the jumps that exist from every state, for all lanes."""
    for k in range(states):
        total = 0.0
        for other in range(states):
            total += cython.cast(cython.double, jumps[min(max(other - k, -WIDE), WIDE) + WIDE])
        for x in range(lanes):
            out[k * lanes + x] = share / total


@cython.cfunc
@cython.nogil
def spread(
    here: cython.const_float[::1],
    jumps: cython.const_float[::1],
    way: cython.Py_ssize_t,
    states: cython.Py_ssize_t,
    lanes: cython.Py_ssize_t,
    out: cython.float[::1],
    to: cython.Py_ssize_t,
    run: cython.float[::1],
) -> cython.void:
    """Mass that arrives in every state when `here` jumps: out[k + d] = sum of jumps[d] here[k].

    Wide jumps share a bucket, hence a running sum stands for all of them.

    Args:
        here: float32 ((states + 2 * CLIP) * lanes,), with CLIP states of nothing at either end.
        way: -1 for jumps that run the other way.
        to: where the states of ``out`` begin.
        run: float32 (lanes,), to work in.
        The others: see `forward`.
    """
    row = states * lanes
    far = WIDE * lanes
    weight = jumps[WIDE]
    for x in range(row):
        out[to + x] = weight * here[far + x]
    # Two widths at a time: more arithmetic for what is loaded and stored.
    for d in range(1, min(WIDE, states), 2):
        ahead, back = jumps[WIDE + way * d], jumps[WIDE - way * d]
        ahead_more, back_more = jumps[WIDE + way * (d + 1)], jumps[WIDE - way * (d + 1)]
        low, high = far - d * lanes, far + d * lanes
        for x in range(row):
            out[to + x] = (
                out[to + x]
                + ahead * here[low + x]
                + back * here[high + x]
                + ahead_more * here[low - lanes + x]
                + back_more * here[high + lanes + x]
            )
    if states <= WIDE:
        return
    ahead, back = jumps[WIDE + way * WIDE], jumps[WIDE - way * WIDE]
    for x in range(lanes):
        run[x] = 0
    for k in range(states - WIDE):
        y = far + k * lanes
        for x in range(lanes):
            run[x] += here[y + x]
            out[to + y + x] += ahead * run[x]
    for x in range(lanes):
        run[x] = 0
    for k in range(states - WIDE - 1, -1, -1):
        y = k * lanes
        for x in range(lanes):
            run[x] += here[2 * far + y + x]
            out[to + y + x] += back * run[x]


@cython.cfunc
@cython.nogil
def forward(
    emission: cython.const_float[::1],
    empty: cython.const_float[::1],
    jumps: cython.const_float[::1],
    leave: cython.const_float[::1],
    null: cython.double,
    outputs: cython.Py_ssize_t,
    states: cython.Py_ssize_t,
    lanes: cython.Py_ssize_t,
    alpha: cython.float[::1],
    mass: cython.float[::1],
    scale: cython.float[::1],
    work: cython.float[::1],
    run: cython.float[::1],
) -> cython.void:
    """Scaled forward sums.

    Args:
        emission, empty, outputs, states, lanes: see `model1`.
        jumps: float32 (2 * CLIP + 1,), weights of jumps.
        leave: float32 (states * lanes,), see `leaving`.
        null: probability of NULL.
        alpha: float32 (outputs * states * lanes,), written: sums of the states proper.
        mass: the same with those of their NULL twins added; they sum to one over states.
        scale: float32 (outputs * lanes,), written: inverse of each output's likelihood given
            those before.
        work: float32 ((states + 2 * CLIP) * lanes,), with nothing at either end, to work in.
        run: float32 (lanes,), to work in.
    """
    row = states * lanes
    far = WIDE * lanes
    first: cython.float = cython.cast(cython.float, (1 - null) / states)
    stay: cython.float = cython.cast(cython.float, null / states)
    for t in range(outputs):
        here, ends = t * row, t * lanes
        if t == 0:
            for k in range(states):
                y = k * lanes
                for x in range(lanes):
                    alpha[y + x] = first * emission[y + x]
                    mass[y + x] = alpha[y + x] + stay * empty[x]
            stay = null
        else:
            before = here - row
            for x in range(row):
                work[far + x] = mass[before + x] * leave[x]
            spread(work, jumps, 1, states, lanes, alpha, here, run)
            for k in range(states):
                y = k * lanes
                for x in range(lanes):
                    alpha[here + y + x] *= emission[here + y + x]
                    mass[here + y + x] = (
                        alpha[here + y + x] + stay * empty[ends + x] * mass[before + y + x]
                    )
        for x in range(lanes):
            scale[ends + x] = 0
        for k in range(states):
            y = here + k * lanes
            for x in range(lanes):
                scale[ends + x] += mass[y + x]
        for x in range(lanes):
            scale[ends + x] = ONE / scale[ends + x]
        for k in range(states):
            y = here + k * lanes
            for x in range(lanes):
                alpha[y + x] *= scale[ends + x]
                mass[y + x] *= scale[ends + x]


@cython.cfunc
@cython.nogil
def see_jumps(
    going: cython.const_float[::1],
    coming: cython.const_float[::1],
    states: cython.Py_ssize_t,
    lanes: cython.Py_ssize_t,
    seen: cython.float[:, :, ::1],
    run: cython.float[::1],
) -> cython.void:
    """Add the jumps between two outputs, but for the factor of their width; see `backward`.

    Args:
        going: float32 (states * lanes,), mass that leaves states.
        coming: float32 ((states + CLIP) * lanes,), mass that is to arrive there, from CLIP on.
        states, lanes: see `model1`.
        seen: see `backward`.
        run: float32 (lanes,), to work in.
    """
    row = states * lanes
    far = WIDE * lanes
    for x in range(row):
        seen[0, 0, x] += going[x] * coming[far + x]
    for d in range(1, min(WIDE, states)):
        shift = d * lanes
        for x in range(row - shift):
            seen[d, 0, x] += going[x] * coming[far + shift + x]
            seen[d, 1, x] += going[shift + x] * coming[far + x]
    for x in range(lanes):
        run[x] = 0
    for k in range(states - WIDE):
        y = k * lanes
        for x in range(lanes):
            run[x] += going[y + x]
            seen[WIDE, 0, y + x] += run[x] * coming[y + 2 * far + x]
    for x in range(lanes):
        run[x] = 0
    for k in range(states - WIDE - 1, -1, -1):
        y = k * lanes
        for x in range(lanes):
            run[x] += going[y + far + x]
            seen[WIDE, 1, y + x] += run[x] * coming[far + y + x]


@cython.cfunc
@cython.nogil
def backward(
    emission: cython.const_float[::1],
    empty: cython.float[::1],
    jumps: cython.const_float[::1],
    leave: cython.const_float[::1],
    null: cython.double,
    outputs: cython.Py_ssize_t,
    states: cython.Py_ssize_t,
    lanes: cython.Py_ssize_t,
    alpha: cython.float[::1],
    mass: cython.const_float[::1],
    scale: cython.const_float[::1],
    work: cython.float[:, ::1],
    seen: cython.float[:, :, ::1],
) -> cython.void:
    """Posteriors from forward sums, written over `alpha` and `empty`.

    Args:
        work: float32 (WORK, (states + 2 * CLIP) * lanes), to work in; nothing stands at either end
            of the second row.
        seen: float32 (CLIP + 1, 2, states * lanes), written: expected jumps by width, ahead and
            back, at the state that is left (ahead) or reached (back), without the factor
            jumps[d]; row CLIP holds the wide ones, at the other end of the jump; empty when not
            wanted.
        The others: see `forward`.
    """
    beta, coming, arriving, going = work[0], work[1], work[2], work[3]
    total, run = work[4], work[5]
    row = states * lanes
    far = WIDE * lanes
    stay: cython.float = null
    for x in range(row):
        beta[x] = 1
    for d in range(len(seen)):
        for x in range(row):
            seen[d, 0, x] = seen[d, 1, x] = 0
    for t in range(outputs - 1, -1, -1):
        here, ends = t * row, t * lanes
        for x in range(row):
            alpha[here + x] *= beta[x]
        for x in range(lanes):
            empty[ends + x] *= stay * scale[ends + x]
            total[x] = 0
        if t == 0:
            for k in range(states):
                for x in range(lanes):
                    total[x] += beta[k * lanes + x]
            for x in range(lanes):
                empty[x] *= total[x] / cython.cast(cython.float, states)
            break
        before = here - row
        for k in range(states):
            y = k * lanes
            for x in range(lanes):
                total[x] += mass[before + y + x] * beta[y + x]
                coming[far + y + x] = emission[here + y + x] * beta[y + x] * scale[ends + x]
        spread(coming, jumps, -1, states, lanes, arriving, 0, run)
        if len(seen):
            for x in range(row):
                going[x] = mass[before + x] * leave[x]
            see_jumps(going, coming, states, lanes, seen, run)
        for k in range(states):
            y = k * lanes
            for x in range(lanes):
                beta[y + x] = leave[y + x] * arriving[y + x] + empty[ends + x] * beta[y + x]
        for x in range(lanes):
            empty[ends + x] *= total[x]


@cython.cfunc
@cython.nogil
def both_ways(
    emission: cython.const_float[::1],
    empty: cython.float[::1],
    jumps: cython.const_float[::1],
    null: cython.double,
    outputs: cython.Py_ssize_t,
    states: cython.Py_ssize_t,
    lanes: cython.Py_ssize_t,
    alpha: cython.float[::1],
    mass: cython.float[::1],
    scale: cython.float[::1],
    work: cython.float[:, ::1],
    seen: cython.float[:, :, ::1],
) -> cython.void:
    """Do what `posteriors` does."""
    leave = work[6]
    row = states * lanes
    far = WIDE * lanes
    for x in range(far):
        work[0, x] = work[1, x] = work[0, far + row + x] = work[1, far + row + x] = 0
    leaving(jumps, states, lanes, 1 - null, leave)
    forward(
        emission, empty, jumps, leave, null, outputs, states, lanes, alpha, mass, scale, work[0],
        work[5],
    )  # fmt: skip
    backward(
        emission, empty, jumps, leave, null, outputs, states, lanes, alpha, mass, scale, work, seen
    )


@cython.ccall
@cython.nogil
def posteriors(
    emission: cython.const_float[::1],
    empty: cython.float[::1],
    jumps: cython.const_float[::1],
    null: cython.double,
    outputs: cython.Py_ssize_t,
    states: cython.Py_ssize_t,
    lanes: cython.Py_ssize_t,
    alpha: cython.float[::1],
    mass: cython.float[::1],
    scale: cython.float[::1],
    work: cython.float[:, ::1],
    seen: cython.float[:, :, ::1],
) -> cython.void:
    """Forward-backward: posteriors of states in `alpha`, of NULL in `empty`.

    Args: see `forward` and `backward`.
    """
    # Loops over lanes whose number the compiler knows are shorter; 16 is the most of ``Batches``.
    if lanes == 1:
        both_ways(emission, empty, jumps, null, outputs, states, 1, alpha, mass, scale, work, seen)
    elif lanes == 16:
        both_ways(emission, empty, jumps, null, outputs, states, 16, alpha, mass, scale, work, seen)
    else:
        both_ways(
            emission, empty, jumps, null, outputs, states, lanes, alpha, mass, scale, work, seen
        )


@cython.ccall
@cython.nogil
def jumps_of(
    seen: cython.const_float[:, :, ::1],
    jumps: cython.const_float[::1],
    states: cython.Py_ssize_t,
    lanes: cython.Py_ssize_t,
    total: cython.float[::1],
    out: cython.longlong[::1],
) -> cython.void:
    """Add the expected jumps of a batch to int64 (2 * CLIP + 1,), in units of 1 / UNIT.

    Args:
        seen, jumps, states, lanes: see `backward`.
        total: float32 (lanes,), to work in.
        out: grows.
    """
    way: cython.Py_ssize_t
    for d in range(min(WIDE, states - 1) + 1):
        for way in range(1 if d == 0 else 2):
            for x in range(lanes):
                total[x] = 0
            for k in range(states - d):
                y = k * lanes
                for x in range(lanes):
                    total[x] += seen[d, way, y + x]
            bucket = WIDE + d if way == 0 else WIDE - d
            for x in range(lanes):
                count: cython.double = total[x]
                out[bucket] += cython.cast(cython.longlong, count * jumps[bucket] * STEPS)


@cython.cfunc
@cython.nogil
def gather(
    order: cython.const_longlong[::1],
    begin: cython.Py_ssize_t,
    words: cython.const_int[::1],
    offsets: cython.const_longlong[::1],
    n: cython.Py_ssize_t,
    lanes: cython.Py_ssize_t,
    null: cython.const_float[::1],
    empty: cython.float[::1],
) -> cython.void:
    """Write the probabilities that the words of a side of a batch have from NULL.

    Args:
        order, begin, n, lanes: see `gather_links`.
        words, offsets: of the side.
        null: float32 (words,).
        empty: float32, at [word, lane], flat, written.
    """
    if cython.compiled:
        for x in range(begin + lanes, min(begin + 2 * lanes, len(order))):
            prefetch(cython.address(words[offsets[order[x]]]))
    for x in range(lanes):
        first = offsets[order[begin + x]]
        for i in range(n):
            empty[i * lanes + x] = null[words[first + i]] + FLOOR


@cython.cfunc
@cython.nogil
def gather_links(
    order: cython.const_longlong[::1],
    begin: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    lanes: cython.Py_ssize_t,
    source: cython.const_int[::1],
    source_offsets: cython.const_longlong[::1],
    rows: cython.const_longlong[::1],
    cells: cython.const[Cell][::1],
    cell_offsets: cython.const_longlong[::1],
    no_pair: cython.uint,
    links: cython.const_float[:, ::1],
    places: cython.longlong[:, ::1],
    numbers: cython.uint[::1],
    to_t: cython.float[::1],
    to_s: cython.float[::1],
) -> cython.void:
    """Write the emissions of a batch in both directions, and the numbers of its word pairs.

    Args:
        order, begin: the batch is ``order[begin : begin + lanes]``.
        n, m, lanes: numbers of source words and of target words of each pair, and of pairs.
        source, source_offsets, rows, cells, cell_offsets, links: see `Text` and `Parameters`.
        no_pair: what a cell holds for a word pair without a number.
        places: int64 (2, lanes), to work in: where the cells and the row of a word begin.
        numbers: uint32, at [i, j, lane], flat, written; that of unknown pairs is the last.
        to_t: float32, p(target word | source word) at [j, i, lane], flat, written.
        to_s: float32, p(source word | target word) at [i, j, lane], flat, written.
    """
    unknown: cython.uint = len(links) - 1
    y: cython.Py_ssize_t
    if cython.compiled:  # most time would go by waiting: for the next batch, then for this
        for x in range(begin + lanes, min(begin + 2 * lanes, len(order))):
            k = order[x]
            for y in range(cell_offsets[k], cell_offsets[k + 1], 32):
                prefetch(cython.address(cells[y]))
    for i in range(n):
        for x in range(lanes):
            k = order[begin + x]
            # Words that are new have no row, and only unknown pairs.
            word: cython.Py_ssize_t = min(source[source_offsets[k] + i], len(rows) - 1)
            places[0, x] = cell_offsets[k] + i * m
            places[1, x] = rows[word]
        for j in range(m):
            s = (i * m + j) * lanes
            for x in range(lanes):
                rank: cython.uint = cells[places[0, x] + j]
                pair: cython.uint = places[1, x] + rank
                pair = unknown if rank == no_pair else pair
                numbers[s + x] = pair
                if cython.compiled:
                    prefetch(cython.address(links[pair, 0]))
    for i in range(n):
        for j in range(m):
            t = (j * n + i) * lanes
            s = (i * m + j) * lanes
            for x in range(lanes):
                to_t[t + x] = links[numbers[s + x], 0] + FLOOR
                to_s[s + x] = links[numbers[s + x], 1] + FLOOR


@cython.cfunc
@cython.nogil
def count_nulls(
    order: cython.const_longlong[::1],
    begin: cython.Py_ssize_t,
    words: cython.const_int[::1],
    offsets: cython.const_longlong[::1],
    n: cython.Py_ssize_t,
    lanes: cython.Py_ssize_t,
    empty: cython.const_float[::1],
    counts: cython.longlong[::1],
) -> cython.void:
    """Add the posteriors of NULL of a side of a batch; arguments as for `gather`."""
    for x in range(lanes):
        first = offsets[order[begin + x]]
        for i in range(n):
            counts[words[first + i]] += cython.cast(cython.longlong, empty[i * lanes + x] * STEPS)


@cython.cfunc
@cython.nogil
def count_links(
    numbers: cython.const_uint[::1],
    n: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    lanes: cython.Py_ssize_t,
    post_t: cython.const_float[::1],
    post_s: cython.float[::1],
    large: cython.uint[::1],
    links: cython.longlong[:, ::1],
) -> cython.void:
    """Add a batch's posteriors of links.

    If ``links`` has one column, products of both directions are counted; they overwrite
    ``post_s``.

    Args:
        numbers, n, m, lanes: see `gather_links`.
        post_t, post_s: posteriors, where `gather_links` wrote the emissions.
        large: uint32 (n * m * lanes + 1,), to work in.
        links: see `Counts`.
    """
    agree: cython.bint = links.shape[1] == 1
    end = n * m * lanes - 1
    used: cython.Py_ssize_t = 0
    for i in range(n):
        for j in range(m):
            t = (j * n + i) * lanes
            s = (i * m + j) * lanes
            if agree:
                for x in range(lanes):
                    post_s[s + x] *= post_t[t + x]
            else:
                for x in range(lanes):
                    p = numbers[s + x]
                    if cython.compiled:
                        prefetch(cython.address(links[numbers[min(s + x + AHEAD, end)], 0]))
                    links[p, 0] += cython.cast(cython.longlong, post_t[t + x] * STEPS)
                    links[p, 1] += cython.cast(cython.longlong, post_s[s + x] * STEPS)
    if not agree:
        return
    # Where products are large is written down first: branches would be guessed wrong too often.
    for x in range(n * m * lanes):
        large[used] = x
        used += post_s[x] > LEAST
    for x in range(used):
        p = large[x]
        if cython.compiled:
            prefetch(cython.address(links[numbers[large[min(x + AHEAD, used - 1)]], 0]))
        links[numbers[p], 0] += cython.cast(cython.longlong, post_s[p] * STEPS)


@cython.cfunc
@cython.nogil
def logarithms(scale: cython.const_float[::1], size: cython.Py_ssize_t) -> cython.double:
    """Sum of the logarithms of some numbers."""
    total = 0.0
    for x in range(size):
        total += log(scale[x])
    return total


@cython.cfunc
@cython.nogil
def best_states(
    order: cython.const_longlong[::1],
    begin: cython.Py_ssize_t,
    offsets: cython.const_longlong[::1],
    posterior: cython.const_float[::1],
    empty: cython.const_float[::1],
    outputs: cython.Py_ssize_t,
    states: cython.Py_ssize_t,
    lanes: cython.Py_ssize_t,
    high: cython.float[::1],
    place: cython.int[::1],
    best: cython.int[::1],
) -> cython.void:
    """Find the most probable state of every output, -1 for NULL; the first of equals.

    Args:
        order, begin, lanes: see `gather_links`.
        offsets: of the outputs of each pair.
        posterior, empty, outputs, states: see `forward`.
        high, place: float32 and int32 (lanes,), to work in.
        best: int32 (outputs of all pairs,), written.
    """
    k: cython.int
    for t in range(outputs):
        for x in range(lanes):
            high[x] = empty[t * lanes + x]
            place[x] = -1
        for k in range(states):
            here = (t * states + k) * lanes
            for x in range(lanes):
                value, top, old = posterior[here + x], high[x], place[x]
                place[x] = k if value > top else old
                high[x] = value if value > top else top
        for x in range(lanes):
            best[offsets[order[begin + x]] + t] = place[x]


@cython.final
@cython.cclass
class Batch:
    """One batch after the other, in space that is large enough for each of them."""

    order: cython.const_longlong[::1]
    firsts: cython.const_longlong[::1]
    source: cython.const_int[::1]
    source_offsets: cython.const_longlong[::1]
    target: cython.const_int[::1]
    target_offsets: cython.const_longlong[::1]
    rows: cython.const_longlong[::1]
    narrow: cython.const_ushort[::1]
    wide: cython.const_uint[::1]
    cell_offsets: cython.const_longlong[::1]
    no_pair: cython.uint
    unknown: cython.uint
    links: cython.const_float[:, ::1]
    null_s: cython.const_float[::1]
    null_t: cython.const_float[::1]
    jumps_t: cython.const_float[::1]
    jumps_s: cython.const_float[::1]
    begin: cython.Py_ssize_t
    lanes: cython.Py_ssize_t
    n: cython.Py_ssize_t
    m: cython.Py_ssize_t
    places: cython.longlong[:, ::1]
    numbers: cython.uint[::1]
    large: cython.uint[::1]
    to_t: cython.float[::1]
    to_s: cython.float[::1]
    post_t: cython.float[::1]
    post_s: cython.float[::1]
    mass: cython.float[::1]
    empty_t: cython.float[::1]
    empty_s: cython.float[::1]
    scale_t: cython.float[::1]
    scale_s: cython.float[::1]
    work: cython.float[:, ::1]
    seen: cython.float[:, :, ::1]

    def __init__(
        self,
        first: cython.Py_ssize_t,
        last: cython.Py_ssize_t,
        order,
        firsts,
        text,
        parameters,
        widths,
    ):
        """Make space for the batches first:last.

        Args:
            first, last, order, firsts, text, parameters: see `expect`.
            widths: of jumps that are counted: CLIP + 1, or 0.
        """
        self.order, self.firsts = order, firsts
        self.source, self.source_offsets = text.source, text.source_offsets
        self.target, self.target_offsets = text.target, text.target_offsets
        self.rows, self.cell_offsets = text.rows, text.cell_offsets
        cells, none = text.cells, text.cells[:0]
        is_narrow = cells.dtype == np.uint16
        self.narrow = cells if is_narrow else none.astype(np.uint16)
        self.wide = none.astype(np.uint32) if is_narrow else cells
        self.no_pair, self.unknown = text.unknown, len(parameters.links) - 1
        self.links, self.null_s, self.null_t = parameters[:3]
        self.jumps_t, self.jumps_s = parameters[3:]
        size: cython.Py_ssize_t = 0
        words: cython.Py_ssize_t = 0
        for q in range(first, last):
            self.shape(q)
            size = max(size, self.n * self.m * self.lanes)
            words = max(words, (max(self.n, self.m) + 2 * WIDE) * self.lanes)
        self.places = np.empty((2, words), np.int64)
        self.numbers = np.empty(size, np.uint32)
        self.large = np.empty(size + 1, np.uint32)
        self.to_t, self.to_s, self.post_t, self.post_s, self.mass = np.empty((5, size), np.float32)
        ends = np.empty((4, words), np.float32)
        self.empty_t, self.empty_s, self.scale_t, self.scale_s = ends
        self.work = np.empty((WORK, words), np.float32)
        self.seen = np.empty((widths, 2, words), np.float32)

    @cython.cfunc
    @cython.nogil
    def shape(self, q: cython.Py_ssize_t) -> cython.void:
        """Look up how many pairs batch q has, and how many words they have."""
        self.begin = self.firsts[q]
        self.lanes = self.firsts[q + 1] - self.begin
        k = self.order[self.begin]
        self.n = self.source_offsets[k + 1] - self.source_offsets[k]
        self.m = self.target_offsets[k + 1] - self.target_offsets[k]

    @cython.cfunc
    @cython.nogil
    def load(self, q: cython.Py_ssize_t) -> cython.void:
        """Take up batch q: its shape, the numbers of its word pairs, and its emissions."""
        self.shape(q)
        order, begin, n, m, lanes = self.order, self.begin, self.n, self.m, self.lanes
        if len(self.narrow):
            gather_links(
                order, begin, n, m, lanes, self.source, self.source_offsets, self.rows,
                self.narrow, self.cell_offsets, self.no_pair, self.links, self.places,
                self.numbers, self.to_t, self.to_s,
            )  # fmt: skip
        else:
            gather_links(
                order, begin, n, m, lanes, self.source, self.source_offsets, self.rows,
                self.wide, self.cell_offsets, self.no_pair, self.links, self.places,
                self.numbers, self.to_t, self.to_s,
            )  # fmt: skip
        gather(order, begin, self.source, self.source_offsets, n, lanes, self.null_s, self.empty_s)
        gather(order, begin, self.target, self.target_offsets, m, lanes, self.null_t, self.empty_t)

    @cython.cfunc
    @cython.nogil
    def infer(
        self, null: cython.double, jumps_t: cython.longlong[::1], jumps_s: cython.longlong[::1]
    ) -> cython.void:
        """Find the posteriors of the HMM in both directions, and count jumps where wanted."""
        n, m, lanes, work, seen = self.n, self.m, self.lanes, self.work, self.seen
        posteriors(
            self.to_t, self.empty_t, self.jumps_t, null, m, n, lanes, self.post_t, self.mass,
            self.scale_t, work, seen,
        )  # fmt: skip
        if len(seen):
            jumps_of(seen, self.jumps_t, n, lanes, work[0], jumps_t)
        posteriors(
            self.to_s, self.empty_s, self.jumps_s, null, n, m, lanes, self.post_s, self.mass,
            self.scale_s, work, seen,
        )  # fmt: skip
        if len(seen):
            jumps_of(seen, self.jumps_s, m, lanes, work[0], jumps_s)


def expect(
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    order,
    firsts,
    text,
    parameters,
    null: cython.double,
    hmm: cython.bint,
    counts,
):
    """Add the expected counts of some batches.

    Args:
        first, last: half-open range of batches.
        order, firsts: see ``Batches``.
        text: see `Text`.
        parameters: see `Parameters`.
        null: probability of NULL for the HMM; with model 1, weight of NULL against a word.
        hmm: the HMM, or model 1.
        counts: see `Counts`, added to.

    Returns:
        (float, float): log-likelihood of the target words given the source words, and the reverse;
        model 1 without its constant prior of a link.
    """
    batch: Batch = Batch(first, last, order, firsts, text, parameters, CLIP + 1)
    links: cython.longlong[:, ::1] = counts.links
    null_s: cython.longlong[::1] = counts.null_s
    null_t: cython.longlong[::1] = counts.null_t
    jumps_t: cython.longlong[::1] = counts.jumps_t
    jumps_s: cython.longlong[::1] = counts.jumps_s
    given_s = 0.0
    given_t = 0.0
    with cython.nogil:
        for q in range(first, last):
            batch.load(q)
            n, m, lanes = batch.n, batch.m, batch.lanes
            if hmm:
                batch.infer(null, jumps_t, jumps_s)
                count_links(
                    batch.numbers, n, m, lanes, batch.post_t, batch.post_s, batch.large, links
                )
            else:
                model1(batch.to_t, batch.empty_t, null, m, n, lanes, batch.scale_t)
                model1(batch.to_s, batch.empty_s, null, n, m, lanes, batch.scale_s)
                count_links(batch.numbers, n, m, lanes, batch.to_t, batch.to_s, batch.large, links)
            given_s -= logarithms(batch.scale_t, m * lanes)
            given_t -= logarithms(batch.scale_s, n * lanes)
            count_nulls(
                batch.order, batch.begin, batch.source, batch.source_offsets, n, lanes,
                batch.empty_s, null_s,
            )  # fmt: skip
            count_nulls(
                batch.order, batch.begin, batch.target, batch.target_offsets, m, lanes,
                batch.empty_t, null_t,
            )  # fmt: skip
    return given_s, given_t


def decode(
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    order,
    firsts,
    text,
    parameters,
    null: cython.double,
    kept: cython.double,
    counts: cython.longlong[::1],
    forward_best: cython.int[::1],
    backward_best: cython.int[::1],
):
    """Candidates of some batches, in the order of `order`; unknown word pairs are none.

    Args:
        first, last, order, firsts, text, parameters, null: see `expect`.
        kept: candidates whose geometric mean of both directions is below this are left out.
        counts: int64 (pairs,), number of candidates, written where the batches have pairs.
        forward_best, backward_best: int32, see ``Posteriors``, written likewise.

    Returns:
        (source, target, forward, backward), see ``Posteriors``.
    """
    batch: Batch = Batch(first, last, order, firsts, text, parameters, 0)
    none: cython.longlong[::1] = np.empty(0, np.int64)
    least: cython.float = kept * kept
    source: cython.ushort[::1] = np.empty(1024, np.uint16)
    target: cython.ushort[::1] = np.empty(1024, np.uint16)
    forward: cython.float[::1] = np.empty(1024, np.float32)
    backward: cython.float[::1] = np.empty(1024, np.float32)
    place: cython.int[::1] = np.empty(batch.work.shape[1], np.int32)
    used: cython.Py_ssize_t = 0
    with cython.nogil:
        for q in range(first, last):
            batch.load(q)
            batch.infer(null, none, none)
            n, m, lanes = batch.n, batch.m, batch.lanes
            if used + n * m * lanes > len(source):
                with cython.gil:
                    capacity = used + max(n * m * lanes, used // 2)
                    source = enlarge(source, used, capacity)
                    target = enlarge(target, used, capacity)
                    forward = enlarge(forward, used, capacity)
                    backward = enlarge(backward, used, capacity)
            # Products first, each pair's in one place; few are large enough to look further.
            size = n * m
            for i in range(n):
                for j in range(m):
                    forth = (j * n + i) * lanes
                    back = (i * m + j) * lanes
                    for x in range(lanes):
                        batch.mass[x * size + i * m + j] = (
                            batch.post_t[forth + x] * batch.post_s[back + x]
                        )
            for x in range(lanes):
                begin = used
                found: cython.Py_ssize_t = 0
                for cell in range(size):
                    batch.large[found] = cell
                    found += batch.mass[x * size + cell] >= least
                for hit in range(found):
                    cell = batch.large[hit]
                    # A word whose pairs are all unknown spreads over them, for want of better.
                    if batch.numbers[cell * lanes + x] == batch.unknown:
                        continue
                    i, j = cell // m, cell % m
                    source[used] = i
                    target[used] = j
                    forward[used] = batch.post_t[(j * n + i) * lanes + x]
                    backward[used] = batch.post_s[cell * lanes + x]
                    used += 1
                counts[batch.order[batch.begin + x]] = used - begin
            best_states(
                batch.order, batch.begin, batch.target_offsets, batch.post_t, batch.empty_t, m, n,
                lanes, batch.work[0], place, forward_best,
            )  # fmt: skip
            best_states(
                batch.order, batch.begin, batch.source_offsets, batch.post_s, batch.empty_s, n, m,
                lanes, batch.work[0], place, backward_best,
            )  # fmt: skip
    return (
        enlarge(source, used, used),
        enlarge(target, used, used),
        enlarge(forward, used, used),
        enlarge(backward, used, used),
    )


def enlarge(array, used, capacity):
    """The first values of an array in one with room for more."""
    old = np.asarray(array)
    new = np.empty(capacity, old.dtype)
    new[:used] = old[:used]
    return new


def place(
    pairs: cython.const_longlong[::1],
    offsets: cython.const_longlong[::1],
    found,
    source: cython.ushort[::1],
    target: cython.ushort[::1],
    forward: cython.float[::1],
    backward: cython.float[::1],
):
    """Move candidates of pairs in any order, one after the other, to where they belong.

    Args:
        pairs: int64, pair numbers in the order of what was found.
        offsets: int64 (all pairs + 1,), where each pair's candidates belong.
        found: what `decode` gave.
        source, target, forward, backward: see ``Posteriors``, written.
    """
    sources: cython.const_ushort[::1]
    targets: cython.const_ushort[::1]
    forwards: cython.const_float[::1]
    backwards: cython.const_float[::1]
    sources, targets, forwards, backwards = found
    used: cython.Py_ssize_t = 0
    y: cython.Py_ssize_t
    with cython.nogil:
        for x in range(len(pairs)):
            for y in range(offsets[pairs[x]], offsets[pairs[x] + 1]):
                source[y] = sources[used]
                target[y] = targets[used]
                forward[y] = forwards[used]
                backward[y] = backwards[used]
                used += 1
