"""Collapsed Gibbs sampling of one direction of a word alignment (compiled).

All functions see a direction: every output word is linked to one input word or to NULL. A side is
(output, output_offsets, inputs, input_offsets, twin_y, twin_x, firsts, at, pairs): word numbers of
both languages, ragged by sentence pair; which of them are `twins`; where the candidates of every
output word begin, the input position of every candidate, and its distinct word pair.
"""

from __future__ import annotations

import numpy as np
from numba import njit

REACH = 24  # jumps farther than this share a bucket on either side
FERTILITIES = 9  # 0 to 8 and more
LAST = FERTILITIES - 1
PRIOR_JUMPS = 4.0  # counts of the most probable jump before any is seen
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
    most = np.int64(0)
    for pair in range(len(offsets) - 1):
        most = max(most, np.int64(offsets[pair + 1]) - np.int64(offsets[pair]))
    return most


@njit(cache=True, nogil=True)
def beginnings(offsets, by, output_offsets):
    """Where the candidates of every output word begin, uint32 (output words + 1,).

    Args:
        offsets: int64 (pairs + 1,), candidates of every sentence pair.
        by: uint16 (candidates,), their output positions.
        output_offsets: int64 (pairs + 1,), output words of every sentence pair.
    """
    firsts = np.zeros(output_offsets[-1] + 1, np.uint32)
    for pair in range(len(offsets) - 1):
        for c in range(offsets[pair], offsets[pair + 1]):
            firsts[output_offsets[pair] + by[c] + 1] += np.uint32(1)
    for y in range(len(firsts) - 1):
        firsts[y + 1] += firsts[y]
    return firsts


@njit(cache=True, nogil=True)
def arrange(offsets, by, output_offsets, firsts, values):
    """Values of candidates sorted by output word; see `beginnings`."""
    result = np.empty(len(values), values.dtype)
    longest = _most(output_offsets)
    fill = np.empty(longest, np.int64)
    for pair in range(len(offsets) - 1):
        y0 = output_offsets[pair]
        for j in range(output_offsets[pair + 1] - y0):
            fill[j] = firsts[y0 + j]
        for c in range(offsets[pair], offsets[pair + 1]):
            result[fill[by[c]]] = values[c]
            fill[by[c]] += 1
    return result


@njit(cache=True, nogil=True)
def restore(offsets, by, output_offsets, firsts, values):
    """Undo `arranged`."""
    result = np.empty(len(values), values.dtype)
    longest = _most(output_offsets)
    fill = np.empty(longest, np.int64)
    for pair in range(len(offsets) - 1):
        y0 = output_offsets[pair]
        for j in range(output_offsets[pair + 1] - y0):
            fill[j] = firsts[y0 + j]
        for c in range(offsets[pair], offsets[pair + 1]):
            result[c] = values[fill[by[c]]]
            fill[by[c]] += 1
    return result


@njit(cache=True, nogil=True)
def start(side, probabilities, blind, links, counts, null_counts, totals, state):
    """Draw the link of every output word from given probabilities, and count the links.

    Args:
        side: see above.
        probabilities: shape (candidates,), of the link given the output word.
        blind: draw evenly from all candidates and NULL instead.
        links, counts, null_counts, totals, state: see `sweep`; all changed.
    """
    output, output_offsets, inputs, input_offsets, _, _, firsts, at, pairs = side
    for pair in range(len(output_offsets) - 1):
        x0 = input_offsets[pair]
        for y in range(output_offsets[pair], output_offsets[pair + 1]):
            even = np.float32(1) / np.float32(firsts[y + 1] - firsts[y] + 1)
            draw = random(state)
            links[y] = 0
            for slot in range(np.int64(firsts[y]), np.int64(firsts[y + 1])):
                draw -= even if blind else probabilities[slot]
                if draw < 0:
                    links[y] = at[slot] + 1
                    counts[pairs[slot], 0] += 1
                    totals[inputs[x0 + at[slot]]] += 1
                    break
            if links[y] == 0:
                null_counts[output[y]] += 1
                totals[0] += 1


@njit(cache=True, nogil=True)
def _total(weights, size):
    """Sum of the weights in an order that never changes: links must not depend on how it is cut."""
    one, two, three, four = np.float32(0), np.float32(0), np.float32(0), np.float32(0)
    whole = size - size % 4
    for c in range(0, whole, 4):
        one += weights[c]
        two += weights[c + 1]
        three += weights[c + 2]
        four += weights[c + 3]
    for c in range(whole, size):
        one += weights[c]
    return (one + two) + (three + four)


@njit(cache=True, nogil=True)
def _weigh(weights, lexical, gain, before, behind):
    """Weights of all input words for an output word that may be linked to any."""
    for i in range(len(gain)):
        weights[i] = lexical[i] * gain[i] * before[i] * behind[i]


@njit(cache=True, nogil=True)
def _couple(weights, other):
    """Multiply weights by what the other direction says, softened."""
    for c in range(len(other)):
        weights[c] *= FLOOR + (np.float32(1) - FLOOR) * other[c]


@njit(cache=True, nogil=True)
def _collect(weights, scale, marginal):
    for c in range(len(marginal)):
        marginal[c] += weights[c] * scale


@njit(cache=True, nogil=True)
def _choose(weights, size, draw):
    """The candidate in whose share of the weights the number falls."""
    chosen = 0
    while chosen < size - 1:
        draw -= weights[chosen]
        if draw < 0:
            break
        chosen += 1
    return chosen


@njit(cache=True, nogil=True)
def _ratio(table, x, k, general):
    """How much more probable one link more makes a word's fertility than it is now."""
    now, then = min(k, LAST), min(k + 1, LAST)
    return (table[x, then] + general[then]) / (table[x, now] - np.float32(1) + general[now])


@njit(cache=True, nogil=True)
def _move(fertility, x, number, i, step, general):
    """Change the fertility of a token of word x; return its new ratio."""
    fertility[x, min(number[i], LAST)] -= np.float32(1)
    number[i] += step
    fertility[x, min(number[i], LAST)] += np.float32(1)
    return _ratio(fertility, x, number[i], general)


@njit(cache=True, nogil=True)
def twins(words, offsets, size):
    """Tell which words stand in their sentence more than once, shape (tokens,), bool."""
    result = np.zeros(len(words), np.bool_)
    last = np.full(size, -1, np.int64)
    for sentence in range(len(offsets) - 1):
        for x in range(offsets[sentence], offsets[sentence + 1]):
            before = last[words[x]]
            if before >= offsets[sentence]:
                result[x] = True
                result[before] = True
            last[words[x]] = x
    return result


@njit(cache=True, nogil=True)
def _renew(words_x, x, share, fertile, fertility, number, general, phi, gain):
    """Bring the factors of all positions of a repeated word up to date, candidates or not."""
    for i in range(len(words_x)):
        if words_x[i] == x:
            if fertile:
                phi[i] = _ratio(fertility, x, number[i], general)
            gain[i] = share * phi[i]


@njit(cache=True, nogil=True)
def _add(step, x, y, words_x, words_y, firsts, at, lexical):
    """Change the count that every candidate of words x and y of a sentence pair sees."""
    for j in range(len(words_y)):
        if words_y[j] == y:
            for slot in range(np.int64(firsts[j]), np.int64(firsts[j + 1])):
                if words_x[at[slot]] == x:
                    lexical[slot - np.int64(firsts[0])] += step


@njit(cache=True, nogil=True)
def sweep(
    side, other, links, counts, null_counts, totals, alpha, kappa, null_kappa, p0,
    jump, jump_counts, fertile, fertility, general, marginal, collect, state,
):  # fmt: skip
    """Draw the link of every output word anew, given all others.

    The conditional probability is words * jump from the link before * jump to the link after *
    fertility * agreement with the other direction; the word's own link is taken out of all counts
    first.

    Args:
        side: see above.
        other: shape (candidates,), probability that the other direction gives the link; or empty.
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
    output, output_offsets, inputs, input_offsets, twin_y, twin_x, firsts, at, pairs = side
    middle = len(jump) // 2
    longest_x, longest_y = _most(input_offsets), _most(output_offsets)
    lexical = np.empty(_most(firsts[output_offsets]), np.float32)
    weights = np.empty(longest_x + 1, np.float32)
    # Of every input position: 1 / its word's total, ratio of its fertility, and their product.
    inverse = np.empty(longest_x + 1, np.float32)
    phi = np.ones(longest_x + 1, np.float32)
    gains = np.empty(longest_x + 1, np.float32)
    number = np.zeros(longest_x + 1, np.int64)
    mine = np.empty(longest_y + 1, np.int64)
    after = np.empty(longest_y + 1, np.int64)
    one = np.float32(1)
    coupled = len(other) > 0
    backwards = jump[::-1].copy()
    for pair in range(len(output_offsets) - 1):
        x0, n = input_offsets[pair], input_offsets[pair + 1] - input_offsets[pair]
        y0, m = output_offsets[pair], output_offsets[pair + 1] - output_offsets[pair]
        if n == 0 or m == 0:
            continue
        words_x, words_y = inputs[x0 : x0 + n], output[y0 : y0 + m]
        ends = firsts[y0 : y0 + m + 1]
        c0 = np.int64(ends[0])
        gain = gains[:n]
        # One gather of everything the pair needs: the loads do not wait for each other.
        for slot in range(c0, np.int64(ends[m])):
            lexical[slot - c0] = counts[pairs[slot], 0] + counts[pairs[slot], 1]
        for i in range(n):
            inverse[i] = one / (totals[words_x[i]] + kappa)
        if fertile:
            number[:n] = 0
            for j in range(m):
                if links[y0 + j] > 0:
                    number[links[y0 + j] - 1] += 1
            for i in range(n):
                phi[i] = _ratio(fertility, words_x[i], number[i], general)
        for i in range(n):
            gain[i] = inverse[i] * phi[i]
        following = np.int64(n + 1)
        for j in range(m - 1, -1, -1):
            after[j] = following
            if links[y0 + j] > 0:
                following = links[y0 + j]
                slot = np.int64(ends[j])
                while at[slot] != following - 1:
                    slot += 1
                mine[j] = slot
        previous = np.int64(0)
        for j in range(m):
            y = words_y[j]
            old = links[y0 + j]
            first, last = np.int64(ends[j]), np.int64(ends[j + 1])
            if first == last:
                continue  # nothing but NULL
            following = after[j]
            null_count, null_total = null_counts[y], totals[0]
            x = np.int32(0)
            if old == 0:
                null_count -= one
                null_total -= one
            else:
                # Taken out for this draw; the counts themselves change only if the link does.
                x = words_x[old - 1]
                inverse[old - 1] = one / (totals[x] - one + kappa)
                if fertile:
                    phi[old - 1] = _move(fertility, x, number, old - 1, -1, general)
                gain[old - 1] = inverse[old - 1] * phi[old - 1]
                lexical[mine[j] - c0] -= one
                if twin_x[x0 + old - 1]:
                    _renew(
                        words_x, x, inverse[old - 1], fertile, fertility, number, general,
                        phi, gain,
                    )  # fmt: skip
                    for slot in range(first, last):
                        i = np.int64(at[slot])
                        if words_x[i] == x and i != old - 1:
                            lexical[slot - c0] -= one
            null = p0 * (null_count + alpha) / (null_total + null_kappa)
            null *= jump[middle + following - previous]
            back, forth = middle - previous + 1, middle - following + 1
            if last - first == n:
                _weigh(
                    weights,
                    lexical[first - c0 : last - c0],
                    gain,
                    jump[back : back + n],
                    backwards[forth : forth + n],
                )
            else:
                for slot in range(first, last):
                    i = np.int64(at[slot])
                    weight = lexical[slot - c0] * gain[i] * jump[back + i] * backwards[forth + i]
                    weights[slot - first] = weight
            if coupled:
                _couple(weights, other[first:last])
            total = _total(weights, last - first) + null
            if collect:
                _collect(weights, one / total, marginal[first:last])
            draw = random(state) * total - null
            new = np.int64(0)
            chosen = first
            if draw >= 0:
                chosen = first + _choose(weights, last - first, draw)
                new = np.int64(at[chosen]) + 1
            z = words_x[new - 1] if new > 0 else np.int32(0)
            if z != x:
                if old > 0:
                    counts[pairs[mine[j]], 0] -= one
                else:
                    null_counts[y] -= one
                if new > 0:
                    counts[pairs[chosen], 0] += one
                else:
                    null_counts[y] += one
                totals[x] -= one
                totals[z] += one
                if twin_y[y0 + j]:
                    # Words like this one see the change; its own candidates are done with.
                    if old > 0:
                        _add(-one, x, y, words_x, words_y, ends, at, lexical)
                    if new > 0:
                        _add(one, z, y, words_x, words_y, ends, at, lexical)
            if new > 0:
                if fertile:
                    phi[new - 1] = _move(fertility, z, number, new - 1, 1, general)
                share = one / (totals[z] + kappa)
                inverse[new - 1] = share
                gain[new - 1] = share * phi[new - 1]
                if twin_x[x0 + new - 1]:
                    _renew(words_x, z, share, fertile, fertility, number, general, phi, gain)
                jump_counts[min(max(new - previous, -REACH), REACH) + REACH] += 1
                previous = new
            mine[j] = chosen
            links[y0 + j] = new
        jump_counts[min(n + 1 - previous, REACH) + REACH] += 1


@njit(cache=True, nogil=True)
def tally(side, links, table, jump_counts):
    """Count, from the links, the fertilities of the input words and the jumps.

    Args:
        side: see above.
        links, jump_counts: see `sweep`.
        table: shape (input words, FERTILITIES); grows.
    """
    output_offsets, inputs, input_offsets = side[1], side[2], side[3]
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


@njit(cache=True, nogil=True)
def jump_table(counts, longest):
    """Probabilities of jumps by width, shape (2 * longest + 5,), the middle is no move.

    Before any jump is counted short ones ahead are the most probable; those beyond ``REACH`` share
    the probability of the outer kinds.

    Args:
        counts: shape (2 * REACH + 1,), jumps by width.
        longest: words of the longest sentence.
    """
    smoothed = np.empty(2 * REACH + 1)
    total = 0.0
    for k in range(len(smoothed)):
        smoothed[k] = counts[k] + PRIOR_JUMPS * np.exp(-abs(k - REACH - 1) / 3) + 0.05
        if k == 0 or k == 2 * REACH:
            smoothed[k] /= max(1, longest - REACH)
        total += smoothed[k]
    far = longest + 2
    table = np.empty(2 * far + 1, np.float32)
    for x in range(len(table)):
        table[x] = smoothed[min(max(x - far, -REACH), REACH) + REACH] / total
    return table


@njit(cache=True, nogil=True)
def fertility_shares(table):
    """Probability of each fertility over all words, shape (FERTILITIES,), float32."""
    totals = np.full(FERTILITIES, 1e-3)
    for x in range(len(table)):
        for k in range(FERTILITIES):
            totals[k] += table[x, k]
    return (totals / totals.sum()).astype(np.float32)
