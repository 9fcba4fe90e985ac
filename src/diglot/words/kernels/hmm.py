"""Posteriors of IBM model 1 and of the HMM, several pairs of one shape at a time (compiled).

A batch holds `lanes` sentence pairs with the same numbers of words. Its arrays are flat, lanes
innermost, so that every loop runs over neighbouring numbers of different pairs: no loop sums
within a lane in an order of the compiler's choice, and a pair's result does not depend on its
neighbours. In one direction the *outputs* are the words that get a link and the *states* the
words that they may be linked to: array element ``(t * states + k) * lanes + l`` belongs to output
t, state k and lane l.

Reference: Vogel, Ney and Tillmann (1996); Och and Ney (2003) for the NULL twins of states.
"""

from __future__ import annotations

import numpy as np
from numba import njit

CLIP = 9
"""Jumps at least this wide share a bucket; bucket d + CLIP holds jumps of width d."""


@njit(cache=True, nogil=True)
def model1(emission, empty, weight, outputs, states, lanes, scale):
    """Turn emissions into posteriors of model 1 in place.

    Args:
        emission: float32 (outputs * states * lanes,), p(output | state).
        empty: float32 (outputs * lanes,), p(output | NULL).
        weight: prior probability of NULL as a multiple of that of a state.
        outputs, states, lanes: shape of the batch.
        scale: float32 (outputs * lanes,), written: inverse of each output's likelihood but for
            the constant prior of a state.
    """
    row = states * lanes
    for t in range(outputs):
        total = scale[t * lanes : (t + 1) * lanes]
        null = empty[t * lanes : (t + 1) * lanes]
        here = emission[t * row : (t + 1) * row]
        for x in range(lanes):
            null[x] *= np.float32(weight)
            total[x] = null[x]
        for k in range(states):
            for x in range(lanes):
                total[x] += here[k * lanes + x]
        for x in range(lanes):
            total[x] = np.float32(1) / total[x]
            null[x] *= total[x]
        for k in range(states):
            for x in range(lanes):
                here[k * lanes + x] *= total[x]


@njit(cache=True, nogil=True)
def leaving(jumps, states, lanes, share, out):
    """Share of non-NULL mass over the jumps that exist from every state, for all lanes."""
    for k in range(states):
        total = 0.0
        for other in range(states):
            total += jumps[min(max(other - k, -CLIP), CLIP) + CLIP]
        value = np.float32(share / total)
        for x in range(lanes):
            out[k * lanes + x] = value


@njit(cache=True, nogil=True)
def spread(here, jumps, states, lanes, out):
    """Mass that arrives in every state when `here` jumps: out[k + d] = sum of jumps[d] here[k].

    Wide jumps share a bucket, hence a running sum stands for all of them.
    """
    row = states * lanes
    width = min(CLIP - 1, states - 1)
    weight = jumps[CLIP]
    for x in range(row):
        out[x] = weight * here[x]
    for d in range(1, width + 1):
        ahead, back = jumps[CLIP + d], jumps[CLIP - d]
        shift = d * lanes
        to, off = out[shift:row], here[shift:row]
        for x in range(row - shift):
            to[x] += ahead * here[x]
        for x in range(row - shift):
            out[x] += back * off[x]
    if states > CLIP:
        far = CLIP * lanes
        ahead, back = jumps[2 * CLIP], jumps[0]
        run = np.zeros(lanes, np.float32)
        for k in range(states - CLIP):
            for x in range(lanes):
                run[x] += here[k * lanes + x]
                out[k * lanes + far + x] += ahead * run[x]
        run[:] = 0
        for k in range(states - CLIP - 1, -1, -1):
            for x in range(lanes):
                run[x] += here[k * lanes + far + x]
                out[k * lanes + x] += back * run[x]


@njit(cache=True, nogil=True)
def forward(emission, empty, jumps, leave, null, outputs, states, lanes, alpha, mass, scale, work):
    """Scaled forward sums.

    Args:
        emission, empty, outputs, states, lanes: see ``model1``.
        jumps: float32 (2 * CLIP + 1,), weights of jumps.
        leave: float32 (states * lanes,), see ``leaving``.
        null: probability of NULL.
        alpha: float32 (outputs * states * lanes,), written: sums of the states proper.
        mass: the same with those of their NULL twins added; they sum to one over states.
        scale: float32 (outputs * lanes,), written: inverse of each output's likelihood given
            those before.
        work: float32 (states * lanes,).
    """
    row = states * lanes
    for t in range(outputs):
        here = alpha[t * row : (t + 1) * row]
        both = mass[t * row : (t + 1) * row]
        factor = scale[t * lanes : (t + 1) * lanes]
        emit = emission[t * row : (t + 1) * row]
        twin = empty[t * lanes : (t + 1) * lanes]
        if t == 0:
            first = np.float32((1 - null) / states)
            stay = np.float32(null / states)
            for k in range(states):
                for x in range(lanes):
                    here[k * lanes + x] = first * emit[k * lanes + x]
                    both[k * lanes + x] = here[k * lanes + x] + stay * twin[x]
        else:
            before = mass[(t - 1) * row : t * row]
            for x in range(row):
                work[x] = before[x] * leave[x]
            spread(work, jumps, states, lanes, here)
            stay = np.float32(null)
            for x in range(row):
                here[x] *= emit[x]
            for k in range(states):
                for x in range(lanes):
                    y = k * lanes + x
                    both[y] = here[y] + stay * twin[x] * before[y]
        for x in range(lanes):
            factor[x] = 0
        for k in range(states):
            for x in range(lanes):
                factor[x] += both[k * lanes + x]
        for x in range(lanes):
            factor[x] = np.float32(1) / factor[x]
        for k in range(states):
            for x in range(lanes):
                here[k * lanes + x] *= factor[x]
                both[k * lanes + x] *= factor[x]


@njit(cache=True, nogil=True)
def backward(
    emission, empty, jumps, leave, null, outputs, states, lanes, alpha, mass, scale, work, seen
):
    """Posteriors from forward sums, written over `alpha` and `empty`.

    Args:
        seen: float32 (CLIP + 1, 2, states * lanes), written: expected jumps by width, ahead and
            back, at the state that is left (ahead) or reached (back), without the factor
            jumps[d]; row CLIP holds the wide ones, at the other end of the jump; empty when not
            wanted.
        The others: see ``forward``; work is float32 (4, states * lanes).
    """
    row = states * lanes
    beta, coming, arriving, going = work[0], work[1], work[2], work[3]
    width = min(CLIP - 1, states - 1)
    stay = np.float32(null)
    run = np.zeros(lanes, np.float32)
    beta[:row] = 1
    seen[:, :, : row if len(seen) else 0] = 0
    for t in range(outputs - 1, -1, -1):
        here = alpha[t * row : (t + 1) * row]
        factor = scale[t * lanes : (t + 1) * lanes]
        emit = emission[t * row : (t + 1) * row]
        twin = empty[t * lanes : (t + 1) * lanes]
        for x in range(row):
            here[x] *= beta[x]
        for x in range(lanes):
            twin[x] *= stay * factor[x]
            run[x] = 0
        if t == 0:
            for k in range(states):
                for x in range(lanes):
                    run[x] += beta[k * lanes + x]
            for x in range(lanes):
                twin[x] *= run[x] / np.float32(states)
            break
        before = mass[(t - 1) * row : t * row]
        for k in range(states):
            for x in range(lanes):
                y = k * lanes + x
                run[x] += before[y] * beta[y]
                coming[y] = emit[y] * beta[y] * factor[x]
        # Jumps run the other way: weights mirrored.
        spread(coming, jumps[::-1], states, lanes, arriving)
        if len(seen):
            for x in range(row):
                going[x] = before[x] * leave[x]
            for d in range(width + 1):
                shift = d * lanes
                later_going, later_coming = going[shift:row], coming[shift:row]
                ahead, back = seen[d, 0], seen[d, 1]
                for x in range(row - shift):
                    ahead[x] += going[x] * later_coming[x]
                for x in range(row - shift):
                    back[x] += later_going[x] * coming[x]
            if states > CLIP:
                far = CLIP * lanes
                sums = np.zeros(lanes, np.float32)
                ahead, back = seen[CLIP, 0], seen[CLIP, 1]
                for k in range(states - CLIP):
                    for x in range(lanes):
                        y = k * lanes + x
                        sums[x] += going[y]
                        ahead[y] += sums[x] * coming[y + far]
                sums[:] = 0
                for k in range(states - CLIP - 1, -1, -1):
                    for x in range(lanes):
                        y = k * lanes + x
                        sums[x] += going[y + far]
                        back[y] += sums[x] * coming[y]
        for k in range(states):
            for x in range(lanes):
                y = k * lanes + x
                beta[y] = leave[y] * arriving[y] + twin[x] * beta[y]
        for x in range(lanes):
            twin[x] *= run[x]


@njit(cache=True, nogil=True)
def posteriors(
    emission, empty, jumps, null, outputs, states, lanes, alpha, mass, scale, work, seen
):
    """Forward-backward: posteriors of states in `alpha`, of NULL in `empty`.

    Args:
        work: float32 (5, states * lanes).
        The others: see ``forward`` and ``backward``.
    """
    leave = work[4]
    leaving(jumps, states, lanes, 1 - null, leave)
    forward(
        emission, empty, jumps, leave, null, outputs, states, lanes, alpha, mass, scale, work[0]
    )
    backward(
        emission, empty, jumps, leave, null, outputs, states, lanes, alpha, mass, scale, work, seen
    )


@njit(cache=True, nogil=True)
def jumps_of(seen, jumps, states, lanes, unit, out):
    """Add the expected jumps of a batch to int64 (2 * CLIP + 1,), in units of 1 / unit."""
    total = np.empty(lanes, np.float32)
    for d in range(min(CLIP, states - 1) + 1):
        for way in range(2):
            if d == 0 and way:
                continue
            here = seen[d, way]
            total[:] = 0
            for k in range(states - d):
                for x in range(lanes):
                    total[x] += here[k * lanes + x]
            bucket = CLIP + d if way == 0 else CLIP - d
            for x in range(lanes):
                out[bucket] += np.int64(np.float64(total[x]) * jumps[bucket] * unit)
