"""Collapsed Gibbs sampling of one direction of a word alignment (compiled).

All functions see a direction: every output word is linked to one input word or to NULL. Candidates
of a pair are sorted by source, then target position; where the outputs are the target words they
are sorted anew for every pair, which costs less than keeping a second copy in memory.
"""

from __future__ import annotations

import numpy as np
from numba import njit

REACH = 24  # jumps farther than this share a bucket on either side
FERTILITIES = 9  # 0 to 8 and more
LAST = FERTILITIES - 1
FLOOR = np.float32(0.3)  # what remains of a link that the other direction rules out


@njit(cache=True, nogil=True)
def random(state):
    """Draw a uniform number from [0, 1) and move the state on (splitmix64; Steele et al. 2014)."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return np.float32(z >> np.uint64(40)) * np.float32(1.0 / (1 << 24))


@njit(cache=True, nogil=True)
def _most(offsets):
    most = 0
    for pair in range(len(offsets) - 1):
        most = max(most, offsets[pair + 1] - offsets[pair])
    return most


@njit(cache=True, nogil=True)
def _arrange(first, last, by, over, size, starts, at, order):
    """Sort the candidates first:last by output position.

    Args:
        by, over: output and input position of every candidate.
        size: number of output words.
        starts: filled: candidates of output j are starts[j]:starts[j + 1] of ``at``, ``order``.
        at: filled with input positions.
        order: filled with the candidates.
    """
    starts[: size + 1] = 0
    for c in range(first, last):
        starts[by[c] + 1] += 1
    for j in range(size):
        starts[j + 1] += starts[j]
    for c in range(first, last):
        slot = starts[by[c]]
        starts[by[c]] = slot + 1
        at[slot] = over[c]
        order[slot] = c
    for j in range(size, 0, -1):
        starts[j] = starts[j - 1]
    starts[0] = 0


@njit(cache=True, nogil=True)
def start(side, candidates, probabilities, blind, links, counts, null_counts, totals, state):
    """Draw the link of every output word from given probabilities, and count the links.

    Args:
        side: see `sweep`.
        candidates: see `sweep`.
        probabilities: shape (candidates,), of the link given the output word.
        blind: draw evenly from all candidates and NULL instead.
        links, counts, null_counts, totals, state: see `sweep`; all changed.
    """
    output, output_offsets, inputs, input_offsets, by, over = side
    offsets, pairs = candidates
    size = _most(output_offsets)
    room = _most(offsets)
    starts = np.empty(size + 2, np.int64)
    at = np.empty(room, np.int64)
    order = np.empty(room, np.int64)
    for pair in range(len(offsets) - 1):
        x0, y0 = input_offsets[pair], output_offsets[pair]
        m = output_offsets[pair + 1] - y0
        _arrange(offsets[pair], offsets[pair + 1], by, over, m, starts, at, order)
        for j in range(m):
            draw = random(state)
            link = 0
            even = np.float32(1) / np.float32(starts[j + 1] - starts[j] + 1)
            for slot in range(starts[j], starts[j + 1]):
                draw -= even if blind else probabilities[order[slot]]
                if draw < 0:
                    link = at[slot] + 1
                    counts[pairs[order[slot]], 0] += 1
                    totals[inputs[x0 + at[slot]]] += 1
                    break
            if link == 0:
                null_counts[output[y0 + j]] += 1
                totals[0] += 1
            links[y0 + j] = link


@njit(cache=True, nogil=True, fastmath=True)
def _weigh(weights, lexical, at, inverse, phi, jump, back, forth, first, last):
    """Weights of the candidates of one output word, and their sum."""
    total = np.float32(0)
    for slot in range(first, last):
        i = at[slot]
        weight = lexical[slot] * inverse[i] * phi[i] * jump[back + i] * jump[forth - i]
        weights[slot - first] = weight
        total += weight
    return total


@njit(cache=True, nogil=True)
def _ratio(table, x, k, general):
    """How much more probable one link more makes a word's fertility than it is now."""
    now, then = min(k, LAST), min(k + 1, LAST)
    return (table[x, then] + general[then]) / (table[x, now] - np.float32(1) + general[now])


@njit(cache=True, nogil=True)
def sweep(
    side, candidates, other, links, counts, null_counts, totals, alpha, kappa, null_kappa, p0,
    jump, jump_counts, fertile, fertility, general, marginal, collect, state,
):  # fmt: skip
    """Draw the link of every output word anew, given all others.

    The conditional probability is words * jump from the link before * jump to the link after *
    fertility * agreement with the other direction; the word's own link is taken out of all counts
    first.

    Args:
        side: (output, output_offsets, inputs, input_offsets, by, over): word numbers of both
            languages, ragged; output and input position of every candidate.
        candidates: (offsets, pairs): candidates of every pair, ragged; their distinct word pairs.
        other: shape (candidates,), probability that the other direction gives the link.
        links: shape (output tokens,), 1-based position or 0 for NULL; changed.
        counts: shape (word pairs, 2), count and base measure of every distinct pair; changed.
        null_counts: shape (output words,); changed.
        totals: shape (input words,), links of every input word, of NULL at 0; changed.
        alpha, kappa, null_kappa: base measure of NULL pairs, mass of the base measures.
        p0: prior probability of NULL.
        jump: shape (odd,), probability of a jump by its width; the middle is no move.
        jump_counts: shape (2 * REACH + 1,); grows.
        fertile: whether fertilities count.
        fertility: shape (input words, FERTILITIES), tokens by word and fertility; changed.
        general: shape (FERTILITIES,), the same over all words, as probabilities.
        marginal: shape (candidates,); grows by the conditional probabilities when ``collect``.
        state: shape (1,), of the random numbers; changed.
    """
    output, output_offsets, inputs, input_offsets, by, over = side
    offsets, pairs = candidates
    middle = len(jump) // 2
    longest_x, longest_y, room = _most(input_offsets), _most(output_offsets), _most(offsets)
    starts = np.empty(longest_y + 2, np.int64)
    at = np.empty(room, np.int64)
    order = np.empty(room, np.int64)
    lexical = np.empty(room, np.float32)
    weights = np.empty(longest_x + 1, np.float32)
    inverse = np.empty(longest_x + 1, np.float32)
    phi = np.ones(longest_x + 1, np.float32)
    number = np.zeros(longest_x + 1, np.int64)
    after = np.empty(longest_y + 1, np.int64)
    one = np.float32(1)
    for pair in range(len(offsets) - 1):
        x0, n = input_offsets[pair], input_offsets[pair + 1] - input_offsets[pair]
        y0, m = output_offsets[pair], output_offsets[pair + 1] - output_offsets[pair]
        if n == 0 or m == 0:
            continue
        _arrange(offsets[pair], offsets[pair + 1], by, over, m, starts, at, order)
        # One gather of everything the pair needs: the loads do not wait for each other.
        for slot in range(starts[m]):
            cell = pairs[order[slot]]
            lexical[slot] = counts[cell, 0] + counts[cell, 1]
        for i in range(n):
            inverse[i] = one / (totals[inputs[x0 + i]] + kappa)
        if fertile:
            number[:n] = 0
            for j in range(m):
                if links[y0 + j] > 0:
                    number[links[y0 + j] - 1] += 1
            for i in range(n):
                phi[i] = _ratio(fertility, inputs[x0 + i], number[i], general)
        following = n + 1
        for j in range(m - 1, -1, -1):
            after[j] = following
            if links[y0 + j] > 0:
                following = links[y0 + j]
        previous = 0
        for j in range(m):
            y = output[y0 + j]
            old = links[y0 + j]
            first, last = starts[j], starts[j + 1]
            following = after[j]
            null_count, null_total = null_counts[y], totals[0]
            x = np.int32(0)
            if old == 0:
                null_count -= one
                null_total -= one
            else:
                # Taken out for this draw; the counts themselves change only if the link does.
                x = inputs[x0 + old - 1]
                less = one / (totals[x] - one + kappa)
                for slot in range(first, last):
                    if inputs[x0 + at[slot]] == x:
                        lexical[slot] -= one
                        inverse[at[slot]] = less
                if fertile:
                    phi[old - 1] = _move(fertility, x, number, old - 1, -1, general)
            null = p0 * (null_count + alpha) / (null_total + null_kappa)
            null *= jump[middle + following - previous]
            back, forth = middle - previous + 1, middle + following - 1
            total = _weigh(weights, lexical, at, inverse, phi, jump, back, forth, first, last)
            if len(other) > 0:
                total = np.float32(0)
                for slot in range(first, last):
                    weights[slot - first] *= FLOOR + (one - FLOOR) * other[order[slot]]
                    total += weights[slot - first]
            total += null
            if collect:
                scale = one / total
                for slot in range(first, last):
                    marginal[order[slot]] += weights[slot - first] * scale
            draw = random(state) * total - null
            new = 0
            chosen = first
            if draw >= 0 and first < last:
                while chosen < last - 1:
                    draw -= weights[chosen - first]
                    if draw < 0:
                        break
                    chosen += 1
                new = at[chosen] + 1
            z = inputs[x0 + new - 1] if new > 0 else np.int32(0)
            if z == x:
                if x > 0:
                    more = one / (totals[x] + kappa)
                    for slot in range(first, last):
                        if inputs[x0 + at[slot]] == x:
                            lexical[slot] += one
                            inverse[at[slot]] = more
            else:
                # Counts change, and what other output words of this kind see in this pair.
                for slot in range(first, last):
                    if at[slot] == old - 1:
                        counts[pairs[order[slot]], 0] -= one
                if new > 0:
                    counts[pairs[order[chosen]], 0] += one
                if x == 0:
                    null_counts[y] -= one
                if z == 0:
                    null_counts[y] += one
                totals[x] -= one
                totals[z] += one
                more = one / (totals[z] + kappa)
                for k in range(m):
                    if output[y0 + k] == y:
                        for slot in range(starts[k], starts[k + 1]):
                            w = inputs[x0 + at[slot]]
                            if w == z:
                                lexical[slot] += one
                            elif w == x and k != j:
                                lexical[slot] -= one
                for i in range(n):
                    if inputs[x0 + i] == z:
                        inverse[i] = more
            if new > 0:
                if fertile:
                    phi[new - 1] = _move(fertility, z, number, new - 1, 1, general)
                jump_counts[min(max(new - previous, -REACH), REACH) + REACH] += 1
                previous = new
            links[y0 + j] = new
        jump_counts[min(n + 1 - previous, REACH) + REACH] += 1


@njit(cache=True, nogil=True)
def _move(fertility, x, number, i, step, general):
    """Change the fertility of a token of word x; return its new ratio."""
    fertility[x, min(number[i], LAST)] -= np.float32(1)
    number[i] += step
    fertility[x, min(number[i], LAST)] += np.float32(1)
    return _ratio(fertility, x, number[i], general)


@njit(cache=True, nogil=True)
def tally(side, links, table, jump_counts):
    """Count, from the links, the fertilities of the input words and the jumps.

    Args:
        side, links, jump_counts: see `sweep`.
        table: shape (input words, FERTILITIES); grows.
    """
    _, output_offsets, inputs, input_offsets, _, _ = side
    linked = np.zeros(_most(input_offsets) + 1, np.int64)
    for pair in range(len(output_offsets) - 1):
        x0, n = input_offsets[pair], input_offsets[pair + 1] - input_offsets[pair]
        linked[: n + 1] = 0
        previous = 0
        if output_offsets[pair] == output_offsets[pair + 1]:
            continue
        for y in range(output_offsets[pair], output_offsets[pair + 1]):
            linked[links[y]] += 1
            if links[y] > 0:
                jump_counts[min(max(links[y] - previous, -REACH), REACH) + REACH] += 1
                previous = links[y]
        jump_counts[min(n + 1 - previous, REACH) + REACH] += 1
        for i in range(n):
            table[inputs[x0 + i], min(linked[i + 1], LAST)] += 1
