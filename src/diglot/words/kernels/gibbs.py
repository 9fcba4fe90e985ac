"""Collapsed Gibbs sampling of one direction of a word alignment (compiled).

All functions see a direction: every output word is linked to one input word or to NULL.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cython
import numpy as np
from cython.cimports.libc.math import exp

if cython.compiled:
    from cython.cimports.diglot.learning.kernels.caches import prefetch

if TYPE_CHECKING:
    from numpy.typing import NDArray

REACH = 24  # jumps farther than this share a bucket on either side
FERTILITIES = 9  # 0 to 8 and more

FAR = cython.declare(cython.Py_ssize_t, REACH)
LAST = cython.declare(cython.Py_ssize_t, FERTILITIES - 1)
PRIOR_JUMPS = cython.declare(cython.double, 4.0)  # counts of the most probable jump, unseen
FLOOR = cython.declare(cython.float, 0.3)  # what remains of a link that the other direction denies
ONE = cython.declare(cython.float, 1.0)
STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
FIRST_MIX = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
SECOND_MIX = cython.declare(cython.ulonglong, 0x94D049BB133111EB)

Value = cython.fused_type(cython.ushort, cython.uint, cython.float)


class Side(NamedTuple):
    """The text as a direction sees it, ragged by sentence pair.

    Attributes:
        output, output_offsets: int32 word numbers, int64 (pairs + 1,).
        inputs, input_offsets: the same of the language that is linked to.
        twin_y, twin_x: bool, which output and input words are `twins`.
        firsts: uint32 (output words + 1,), where the candidates of every output word begin.
        at: uint16 (candidates,), input position of every candidate, ascending for each word.
        pairs: uint32 (candidates,), its distinct word pair.
    """

    output: NDArray[np.int32]
    output_offsets: NDArray[np.int64]
    inputs: NDArray[np.int32]
    input_offsets: NDArray[np.int64]
    twin_y: NDArray[np.bool_]
    twin_x: NDArray[np.bool_]
    firsts: NDArray[np.uint32]
    at: NDArray[np.uint16]
    pairs: NDArray[np.uint32]


class Draws(NamedTuple):
    """State of one direction of a chain; everything changes.

    Attributes:
        links: int16 (output tokens,), 1-based position or 0 for NULL.
        counts: float32 (word pairs, 2), count and base measure of every distinct pair.
        nulls: float32 (output words,), words linked to NULL.
        totals: float32 (input words,), links of every input word, of NULL at 0.
        jumps: float64 (2 * REACH + 1,), jumps by width.
        fertility: float32 (input words, FERTILITIES), tokens by word and fertility.
    """

    links: NDArray[np.int16]
    counts: NDArray[np.float32]
    nulls: NDArray[np.float32]
    totals: NDArray[np.float32]
    jumps: NDArray[np.float64]
    fertility: NDArray[np.float32]


class Weights(NamedTuple):
    """What a link is weighed by besides counts.

    Attributes:
        alpha: base measure of NULL pairs.
        kappa: mass of the base measures of an input word.
        null_kappa: the same of NULL.
        null: prior probability of NULL.
        jump: float32 (odd,), probability of a jump by its width; the middle is no move.
        general: float32 (FERTILITIES,), probability of each fertility over all words; or empty
            where fertilities do not count.
    """

    alpha: float
    kappa: float
    null_kappa: float
    null: float
    jump: NDArray[np.float32]
    general: NDArray[np.float32]


@cython.ccall
@cython.inline
@cython.nogil
@cython.overflowcheck(False)
def random(state: cython.ulonglong[::1]) -> cython.float:
    """Draw a uniform number from [0, 1) and move the state on (splitmix64; Steele et al. 2014)."""
    state[0] += STEP
    z: cython.ulonglong = state[0]
    z = (z ^ (z >> 30)) * FIRST_MIX
    z = (z ^ (z >> 27)) * SECOND_MIX
    z = z ^ (z >> 31)
    return cython.cast(cython.float, z >> 40) * cython.cast(cython.float, 1.0 / (1 << 24))


@cython.cfunc
@cython.nogil
def longest_of(offsets: cython.const_longlong[::1]) -> cython.longlong:
    """Most values of a row."""
    longest: cython.longlong = 0
    for row in range(len(offsets) - 1):
        longest = max(longest, offsets[row + 1] - offsets[row])
    return longest


def beginnings(
    offsets: cython.const_longlong[::1],
    by: cython.const_ushort[::1],
    output_offsets: cython.const_longlong[::1],
):
    """Where the candidates of every output word begin, uint32 (output words + 1,).

    Args:
        offsets: int64 (pairs + 1,), candidates of every sentence pair.
        by: uint16 (candidates,), their output positions.
        output_offsets: int64 (pairs + 1,), output words of every sentence pair.
    """
    firsts: cython.uint[::1] = np.zeros(output_offsets[len(output_offsets) - 1] + 1, np.uint32)
    c: cython.Py_ssize_t
    with cython.nogil:
        for pair in range(len(offsets) - 1):
            for c in range(offsets[pair], offsets[pair + 1]):
                firsts[output_offsets[pair] + by[c] + 1] += 1
        for y in range(len(firsts) - 1):
            firsts[y + 1] += firsts[y]
    return np.asarray(firsts)


def arrange(
    offsets: cython.const_longlong[::1],
    by: cython.const_ushort[::1],
    output_offsets: cython.const_longlong[::1],
    firsts: cython.const_uint[::1],
    values: cython.const[Value][::1],
):
    """Values of candidates sorted by output word; see `beginnings`."""
    array = np.empty_like(values)
    result: Value[::1] = array
    fill: cython.uint[::1] = np.empty(longest_of(output_offsets), np.uint32)
    c: cython.Py_ssize_t
    j: cython.Py_ssize_t
    with cython.nogil:
        for pair in range(len(offsets) - 1):
            y0 = output_offsets[pair]
            for j in range(output_offsets[pair + 1] - y0):
                fill[j] = firsts[y0 + j]
            for c in range(offsets[pair], offsets[pair + 1]):
                result[fill[by[c]]] = values[c]
                fill[by[c]] += 1
    return array


def restore(
    offsets: cython.const_longlong[::1],
    by: cython.const_ushort[::1],
    output_offsets: cython.const_longlong[::1],
    firsts: cython.const_uint[::1],
    values: cython.const_float[::1],
):
    """Undo `arrange`."""
    result: cython.float[::1] = np.empty(len(values), np.float32)
    fill: cython.uint[::1] = np.empty(longest_of(output_offsets), np.uint32)
    c: cython.Py_ssize_t
    j: cython.Py_ssize_t
    with cython.nogil:
        for pair in range(len(offsets) - 1):
            y0 = output_offsets[pair]
            for j in range(output_offsets[pair + 1] - y0):
                fill[j] = firsts[y0 + j]
            for c in range(offsets[pair], offsets[pair + 1]):
                result[c] = values[fill[by[c]]]
                fill[by[c]] += 1
    return np.asarray(result)


def twins(
    words: cython.const_int[::1], offsets: cython.const_longlong[::1], size: cython.Py_ssize_t
):
    """Tell which words stand in their sentence more than once, shape (tokens,), bool."""
    found = np.zeros(len(words), np.bool_)
    result: cython.uchar[::1] = found.view(np.uint8)
    last: cython.longlong[::1] = np.full(size, -1, np.int64)
    x: cython.Py_ssize_t
    with cython.nogil:
        for sentence in range(len(offsets) - 1):
            for x in range(offsets[sentence], offsets[sentence + 1]):
                before = last[words[x]]
                if before >= offsets[sentence]:
                    result[x] = True
                    result[before] = True
                last[words[x]] = x
    return found


def start(
    side,
    probabilities: cython.const_float[::1],
    blind: cython.bint,
    draws,
    state: cython.ulonglong[::1],
):
    """Draw the link of every output word from given probabilities, and count the links.

    Args:
        side: see `Side`.
        probabilities: float32 (candidates,), of the link given the output word.
        blind: draw evenly from all candidates and NULL instead.
        draws: see `Draws`; jumps and fertilities are left alone.
        state: uint64 (1,), of the random numbers; changed.
    """
    output: cython.const_int[::1] = side.output
    output_offsets: cython.const_longlong[::1] = side.output_offsets
    inputs: cython.const_int[::1] = side.inputs
    input_offsets: cython.const_longlong[::1] = side.input_offsets
    firsts: cython.const_uint[::1] = side.firsts
    at: cython.const_ushort[::1] = side.at
    pairs: cython.const_uint[::1] = side.pairs
    links: cython.short[::1] = draws.links
    counts: cython.float[:, ::1] = draws.counts
    nulls: cython.float[::1] = draws.nulls
    totals: cython.float[::1] = draws.totals
    y: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    with cython.nogil:
        for pair in range(len(output_offsets) - 1):
            x0 = input_offsets[pair]
            for y in range(output_offsets[pair], output_offsets[pair + 1]):
                even = ONE / cython.cast(cython.float, firsts[y + 1] - firsts[y] + 1)
                draw: cython.float = random(state)
                links[y] = 0
                for slot in range(firsts[y], firsts[y + 1]):
                    draw -= even if blind else probabilities[slot]
                    if draw < 0:
                        links[y] = at[slot] + 1
                        counts[pairs[slot], 0] += 1
                        totals[inputs[x0 + at[slot]]] += 1
                        break
                if links[y] == 0:
                    nulls[output[y]] += 1
                    totals[0] += 1


@cython.cfunc
@cython.inline
@cython.nogil
def ratio(
    table: cython.float[:, ::1],
    x: cython.Py_ssize_t,
    k: cython.Py_ssize_t,
    general: cython.const_float[::1],
) -> cython.float:
    """How much more probable one link more makes a word's fertility than it is now."""
    now, then = min(k, LAST), min(k + 1, LAST)
    return (table[x, then] + general[then]) / (table[x, now] - ONE + general[now])


@cython.cfunc
@cython.inline
@cython.nogil
def move(
    fertility: cython.float[:, ::1],
    x: cython.Py_ssize_t,
    number: cython.int[::1],
    i: cython.Py_ssize_t,
    step: cython.int,
    general: cython.const_float[::1],
) -> cython.float:
    """Change the fertility of a token of word x; return its new ratio."""
    fertility[x, min(number[i], LAST)] -= ONE
    number[i] += step
    fertility[x, min(number[i], LAST)] += ONE
    return ratio(fertility, x, number[i], general)


@cython.cfunc
@cython.inline
@cython.nogil
def change(
    lexical: cython.float[::1],
    here: cython.Py_ssize_t,
    step: cython.float,
    x: cython.int,
    inputs: cython.const_int[::1],
    x0: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    at: cython.const_ushort[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Change the counts of the candidates of an output word that are the word x."""
    if last - first == n:
        for i in range(n):
            lexical[here + i] += step if inputs[x0 + i] == x else 0
    else:
        for slot in range(first, last):
            if inputs[x0 + at[slot]] == x:
                lexical[here + slot - first] += step


@cython.cfunc
@cython.inline
@cython.nogil
def weigh(
    shares: cython.float[::1],
    lexical: cython.float[::1],
    here: cython.Py_ssize_t,
    gain: cython.float[::1],
    jump: cython.const_float[::1],
    back: cython.Py_ssize_t,
    backwards: cython.const_float[::1],
    forth: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
) -> cython.void:
    """Weigh all input words for an output word that may be linked to any."""
    for i in range(n):
        shares[i] = lexical[here + i] * gain[i] * jump[back + i] * backwards[forth + i]


@cython.cfunc
@cython.inline
@cython.nogil
def couple(
    shares: cython.float[::1],
    other: cython.const_float[::1],
    first: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
) -> cython.void:
    """Multiply weights by what the other direction says, softened."""
    for c in range(size):
        shares[c] *= FLOOR + (ONE - FLOOR) * other[first + c]


@cython.cfunc
@cython.inline
@cython.nogil
def collect_shares(
    shares: cython.float[::1],
    scale: cython.float,
    marginal: cython.float[::1],
    first: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
) -> cython.void:
    """Add the probabilities of the candidates of an output word."""
    for c in range(size):
        marginal[first + c] += shares[c] * scale


def sweep(
    side,
    draws,
    weights,
    fertile: cython.bint,
    other: cython.const_float[::1],
    collect: cython.bint,
    marginal: cython.float[::1],
    state: cython.ulonglong[::1],
):
    """Draw the link of every output word anew, given all others.

    The conditional probability is words * jump from the link before * jump to the link after *
    fertility * agreement with the other direction; the word's own link is taken out of all counts
    first.

    Args:
        side: see `Side`.
        draws: see `Draws`; jumps grow by those of the new links.
        weights: see `Weights`.
        fertile: whether fertilities count.
        other: float32 (candidates,), probability that the other direction gives the link; or
            empty.
        collect: add the conditional probabilities to ``marginal``.
        marginal: float32 (candidates,).
        state: uint64 (1,), of the random numbers; changed.
    """
    output: cython.const_int[::1] = side.output
    output_offsets: cython.const_longlong[::1] = side.output_offsets
    inputs: cython.const_int[::1] = side.inputs
    input_offsets: cython.const_longlong[::1] = side.input_offsets
    twin_y: cython.const_uchar[::1] = side.twin_y.view(np.uint8)
    twin_x: cython.const_uchar[::1] = side.twin_x.view(np.uint8)
    firsts: cython.const_uint[::1] = side.firsts
    at: cython.const_ushort[::1] = side.at
    pairs: cython.const_uint[::1] = side.pairs
    links: cython.short[::1] = draws.links
    counts: cython.float[:, ::1] = draws.counts
    nulls: cython.float[::1] = draws.nulls
    totals: cython.float[::1] = draws.totals
    jumps: cython.double[::1] = draws.jumps
    fertility: cython.float[:, ::1] = draws.fertility
    alpha: cython.float = weights.alpha
    kappa: cython.float = weights.kappa
    null_kappa: cython.float = weights.null_kappa
    null_prior: cython.float = weights.null
    jump: cython.const_float[::1] = weights.jump
    backwards: cython.const_float[::1] = weights.jump[::-1].copy()
    general: cython.const_float[::1] = weights.general
    middle = len(jump) // 2
    longest_x = longest_of(input_offsets) + 1
    longest_y = longest_of(output_offsets) + 1
    most: cython.Py_ssize_t = 0
    for pair in range(len(output_offsets) - 1):
        most = max(most, firsts[output_offsets[pair + 1]] - firsts[output_offsets[pair]])
    lexical: cython.float[::1] = np.empty(most, np.float32)
    shares: cython.float[::1] = np.empty(longest_x, np.float32)
    # Of every input position: 1 / its word's total, ratio of its fertility, and their product.
    inverse: cython.float[::1] = np.empty(longest_x, np.float32)
    phi: cython.float[::1] = np.ones(longest_x, np.float32)
    gain: cython.float[::1] = np.empty(longest_x, np.float32)
    number: cython.int[::1] = np.empty(longest_x, np.int32)
    mine: cython.Py_ssize_t[::1] = np.empty(longest_y, np.intp)
    after: cython.Py_ssize_t[::1] = np.empty(longest_y, np.intp)
    slot: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    c: cython.Py_ssize_t
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t
    with cython.nogil:
        for pair in range(len(output_offsets) - 1):
            x0, n = input_offsets[pair], input_offsets[pair + 1] - input_offsets[pair]
            y0, m = output_offsets[pair], output_offsets[pair + 1] - output_offsets[pair]
            if n == 0 or m == 0:
                continue
            c0: cython.Py_ssize_t = firsts[y0]
            if cython.compiled and pair + 2 < len(output_offsets):
                # What the next pair will need is far apart in memory.
                for slot in range(firsts[y0 + m], firsts[output_offsets[pair + 2]]):
                    prefetch(cython.address(counts[pairs[slot], 0]))
                for i in range(input_offsets[pair + 1], input_offsets[pair + 2]):
                    prefetch(cython.address(fertility[inputs[i], 0]))
                    prefetch(cython.address(totals[inputs[i]]))
            # One gather of everything the pair needs: the loads do not wait for each other.
            for slot in range(c0, firsts[y0 + m]):
                lexical[slot - c0] = counts[pairs[slot], 0] + counts[pairs[slot], 1]
            for i in range(n):
                inverse[i] = ONE / (totals[inputs[x0 + i]] + kappa)
            if fertile:
                for i in range(n):
                    number[i] = 0
                for j in range(m):
                    if links[y0 + j] > 0:
                        number[links[y0 + j] - 1] += 1
                for i in range(n):
                    phi[i] = ratio(fertility, inputs[x0 + i], number[i], general)
            for i in range(n):
                gain[i] = inverse[i] * phi[i]
            following: cython.Py_ssize_t = n + 1
            for j in range(m - 1, -1, -1):
                after[j] = following
                if links[y0 + j] > 0:
                    following = links[y0 + j]
                    # At least so many candidates stand before it: all but those ruled out.
                    first, last = firsts[y0 + j], firsts[y0 + j + 1]
                    slot = first + max(0, following - 1 - (n - (last - first)))
                    while at[slot] != following - 1:
                        slot += 1
                    mine[j] = slot
            previous: cython.Py_ssize_t = 0
            for j in range(m):
                first, last = firsts[y0 + j], firsts[y0 + j + 1]
                if first == last:
                    continue  # nothing but NULL
                y = output[y0 + j]
                old: cython.Py_ssize_t = links[y0 + j]
                following = after[j]
                null_count: cython.float = nulls[y]
                null_total: cython.float = totals[0]
                x: cython.Py_ssize_t = 0
                if old == 0:
                    null_count -= ONE
                    null_total -= ONE
                else:
                    # Taken out for this draw; the counts themselves change only if the link does.
                    x = inputs[x0 + old - 1]
                    inverse[old - 1] = ONE / (totals[x] - ONE + kappa)
                    if fertile:
                        phi[old - 1] = move(fertility, x, number, old - 1, -1, general)
                    gain[old - 1] = inverse[old - 1] * phi[old - 1]
                    if twin_x[x0 + old - 1]:
                        for i in range(n):
                            if inputs[x0 + i] == x:
                                if fertile:
                                    phi[i] = ratio(fertility, x, number[i], general)
                                gain[i] = inverse[old - 1] * phi[i]
                        change(lexical, first - c0, -ONE, x, inputs, x0, n, at, first, last)
                    else:
                        lexical[mine[j] - c0] -= ONE
                size = last - first
                here = first - c0
                back, forth = middle - previous + 1, middle - following + 1
                null: cython.float = (
                    null_prior * (null_count + alpha) / (null_total + null_kappa)
                ) * jump[middle + following - previous]
                if size == n:
                    weigh(shares, lexical, here, gain, jump, back, backwards, forth, n)
                else:
                    for c in range(size):
                        i = at[first + c]
                        shares[c] = (
                            lexical[here + c] * gain[i] * jump[back + i] * backwards[forth + i]
                        )
                if len(other) > 0:
                    couple(shares, other, first, size)
                total = add_up(shares, size) + null
                if collect:
                    collect_shares(shares, ONE / total, marginal, first, size)
                draw: cython.float = random(state) * total - null
                new: cython.Py_ssize_t = 0
                chosen: cython.Py_ssize_t = first
                z: cython.Py_ssize_t = 0
                if draw >= 0:
                    c = 0
                    while c < size - 1:
                        draw -= shares[c]
                        if draw < 0:
                            break
                        c += 1
                    chosen = first + c
                    new = at[chosen] + 1
                    z = inputs[x0 + new - 1]
                if z != x:
                    if old > 0:
                        counts[pairs[mine[j]], 0] -= ONE
                    else:
                        nulls[y] -= ONE
                    if new > 0:
                        counts[pairs[chosen], 0] += ONE
                    else:
                        nulls[y] += ONE
                    totals[x] -= ONE
                    totals[z] += ONE
                    if twin_y[y0 + j]:
                        # Words like this one that are still to come see the change.
                        for c in range(j + 1, m):
                            if output[y0 + c] == y:
                                first, last = firsts[y0 + c], firsts[y0 + c + 1]
                                here = first - c0
                                if old > 0:
                                    change(lexical, here, -ONE, x, inputs, x0, n, at, first, last)
                                if new > 0:
                                    change(lexical, here, ONE, z, inputs, x0, n, at, first, last)
                if new > 0:
                    if fertile:
                        phi[new - 1] = move(fertility, z, number, new - 1, 1, general)
                    inverse[new - 1] = ONE / (totals[z] + kappa)
                    gain[new - 1] = inverse[new - 1] * phi[new - 1]
                    if twin_x[x0 + new - 1]:
                        for i in range(n):
                            if inputs[x0 + i] == z:
                                if fertile:
                                    phi[i] = ratio(fertility, z, number[i], general)
                                gain[i] = inverse[new - 1] * phi[i]
                    jumps[min(max(new - previous, -FAR), FAR) + FAR] += 1
                    previous = new
                mine[j] = chosen
                links[y0 + j] = new
            jumps[min(n + 1 - previous, FAR) + FAR] += 1


@cython.cfunc
@cython.inline
@cython.nogil
def add_up(shares: cython.float[::1], size: cython.Py_ssize_t) -> cython.float:
    """Sum in an order that never changes: links must not depend on how the loop is cut."""
    one: cython.float = 0
    two: cython.float = 0
    three: cython.float = 0
    four: cython.float = 0
    whole = size - size % 4
    for c in range(0, whole, 4):
        one += shares[c]
        two += shares[c + 1]
        three += shares[c + 2]
        four += shares[c + 3]
    for c in range(whole, size):
        one += shares[c]
    return (one + two) + (three + four)


def tally(
    side,
    links: cython.const_short[::1],
    table: cython.float[:, ::1],
    jumps: cython.double[::1],
):
    """Count, from the links, the fertilities of the input words and the jumps.

    Args:
        side: see `Side`.
        links: see `Draws`.
        table, jumps: fertility and jumps of `Draws`; they grow.
    """
    output_offsets: cython.const_longlong[::1] = side.output_offsets
    inputs: cython.const_int[::1] = side.inputs
    input_offsets: cython.const_longlong[::1] = side.input_offsets
    linked: cython.int[::1] = np.zeros(longest_of(input_offsets) + 1, np.int32)
    i: cython.Py_ssize_t
    y: cython.Py_ssize_t
    with cython.nogil:
        for pair in range(len(output_offsets) - 1):
            if output_offsets[pair] == output_offsets[pair + 1]:
                continue
            x0, n = input_offsets[pair], input_offsets[pair + 1] - input_offsets[pair]
            for i in range(n + 1):
                linked[i] = 0
            previous: cython.Py_ssize_t = 0
            for y in range(output_offsets[pair], output_offsets[pair + 1]):
                linked[links[y]] += 1
                if links[y] > 0:
                    jumps[min(max(links[y] - previous, -FAR), FAR) + FAR] += 1
                    previous = links[y]
            jumps[min(n + 1 - previous, FAR) + FAR] += 1
            for i in range(n):
                table[inputs[x0 + i], min(linked[i + 1], LAST)] += 1


def jump_table(counts: cython.const_double[::1], longest: cython.Py_ssize_t):
    """Probabilities of jumps by width, float32 (2 * longest + 5,), the middle is no move.

    Before any jump is counted short ones ahead are the most probable; those beyond ``REACH`` share
    the probability of the outer kinds.

    Args:
        counts: float64 (2 * REACH + 1,), jumps by width.
        longest: words of the longest sentence.
    """
    smoothed = cython.declare(cython.double[49])
    prior = cython.declare(cython.double[26])  # by the distance from the most probable jump
    total: cython.double = 0.0
    for k in range(FAR + 2):
        away: cython.double = k
        prior[k] = PRIOR_JUMPS * exp(-away / 3)
    for k in range(2 * FAR + 1):
        smoothed[k] = counts[k] + prior[abs(k - FAR - 1)] + 0.05
        if k == 0 or k == 2 * FAR:
            smoothed[k] /= max(1, longest - FAR)
        total += smoothed[k]
    far = longest + 2
    result = np.empty(2 * far + 1, np.float32)
    table: cython.float[::1] = result
    for k in range(2 * FAR + 1):
        smoothed[k] /= total
    for k in range(2 * far + 1):
        table[k] = smoothed[min(max(k - far, -FAR), FAR) + FAR]
    return result


def fertility_shares(table: cython.const_float[:, ::1]):
    """Probability of each fertility over all words, float32 (FERTILITIES,)."""
    result = np.empty(FERTILITIES, np.float32)
    shares: cython.float[::1] = result
    sums = cython.declare(cython.double[9])  # they stay in the registers
    k: cython.Py_ssize_t
    with cython.nogil:
        for k in range(9):
            sums[k] = 1e-3
        for x in range(len(table)):
            for k in range(9):
                sums[k] += table[x, k]
        # In numpy's order: pairs, pairs of pairs, the rest.
        total: cython.double = (sums[0] + sums[1]) + (sums[2] + sums[3])
        total += (sums[4] + sums[5]) + (sums[6] + sums[7])
        total += sums[8]
        for k in range(9):
            shares[k] = sums[k] / total
    return result
