"""Features and scores of blocks: every link type in every cell of a band (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit

from diglot.sentences.evidence.features import (
    F_11,
    F_ASKING,
    F_BOTH_DIGITS,
    F_DIFFERENCE,
    F_DIGITS,
    F_DISTANCE,
    F_END_GAIN,
    F_END_LENGTH,
    F_GAIN,
    F_IDENTICAL,
    F_INNER_LOWER,
    F_INNER_OPEN,
    F_LEAST_SHARE,
    F_LEAST_TOKEN,
    F_LENGTH_REST,
    F_LLR,
    F_LLR_TOKEN,
    F_LOG_RATIO,
    F_MERGED_SHARE,
    F_MERGED_TOKEN,
    F_NULL_BEST,
    F_NULL_COUNT,
    F_NULL_LENGTH,
    F_NULL_PER_TOKEN,
    F_NULL_WORDLESS,
    F_ONE_QUESTION,
    F_OPEN_ENDS,
    F_OUTSIDE,
    F_OVER_NEIGHBOUR,
    F_PARAGRAPH_BOTH,
    F_PARAGRAPH_INSIDE,
    F_PARAGRAPH_ONE,
    F_PRIOR,
    F_QUOTES,
    F_ROOT_GAIN,
    F_ROOT_LLR,
    F_SAME_END,
    F_SAME_START,
    F_SHARES,
    F_SHORT,
    F_SPLIT,
    F_UNEXPLAINED,
    F_VECTORS,
    F_WORDLESS,
    SIZE,
)
from diglot.sentences.kernels.evidence import block_llr, hopeless, pair_llr, root, similarity_of


@njit(cache=True, nogil=True)
def block_features(
    row_begin,
    row_end,
    row0,
    row1,
    lo,
    hi,
    first,
    type_a,
    type_b,
    log_prior,
    type_class,
    begin,
    end,
    pair_first,
    to_target,
    to_source,
    shared,
    llr,
    token_s,
    token_t,
    idf_sum_s,
    idf_sum_t,
    chars_s,
    chars_t,
    ground_s,
    ground_t,
    digits_s,
    digits_t,
    asking_s,
    asking_t,
    quotes_s,
    quotes_t,
    ends_s,
    ends_t,
    starts_s,
    starts_t,
    wordless_s,
    wordless_t,
    opens_s,
    opens_t,
    ratio,
    variance,
    dots,
    gram_s,
    gram_t,
    vector_middle,
    vector_slope,
    weights,
    scores,
    wanted,
    features,
):
    """Score the blocks that end in rows row_begin <= i < row_end of the band.

    Args:
        row_begin, row_end: rows of cells.
        row0, row1: source sentences for which evidence is given.
        to_target, to_source, shared: see ``pair_evidence``.
        llr: float32 (pairs,), 1-1 log-likelihood ratio.
        token_s … quotes_t: prefix sums over sentences, one longer than the text.
        opens_s, opens_t: int8 (n,), 1 where a paragraph starts; all 0 when nothing is known.
        dots: float32 (pairs,), inner products of sentence vectors, or empty.
        gram_s, gram_t: float32 (n, 6), inner product of a sentence's vector with that of the
            sentence 0..5 places on.
        vector_middle, vector_slope: similarity that says nothing, and log-odds per unit above it.
        weights: float64 (SIZE,).
        scores: float32 (cells, types), written at ``cell - first[row_begin]``.
        wanted: int64 (cells, types) or (0, 0): row of ``features`` to fill for a block, or -1.
        features: float32 (wanted blocks, SIZE).
    """
    f = np.zeros(SIZE)
    origin = first[row_begin]
    detailed = len(wanted) > 0
    for x in (F_GAIN, F_ROOT_GAIN, F_END_GAIN, F_END_LENGTH, F_OUTSIDE):
        detailed = detailed or weights[x] != 0.0
    for i in range(row_begin, row_end):
        for j in range(lo[i], hi[i] + 1):
            cell = first[i] + j - lo[i] - origin
            for k in range(len(type_a)):
                a = type_a[k]
                b = type_b[k]
                si = i - a
                tj = j - b
                scores[cell, k] = -1e30
                if si < 0 or tj < lo[si] or tj > hi[si]:
                    continue
                if a + b >= 4 and a > 0 and b > 0:
                    expected = ratio * (chars_s[i] - chars_s[si])
                    if hopeless(expected, chars_t[j] - chars_t[tj], variance):
                        continue
                f[:] = 0.0
                f[F_PRIOR] = log_prior[k]
                f[F_11 + type_class[k]] = 1.0
                if a == 0 or b == 0:
                    f[F_NULL_COUNT] = a + b - 1
                    for s in range(si, i):
                        best = 0.0
                        for t in range(j - 2, j + 2):
                            best = max(
                                best, pair_llr(s, t, row0, row1, llr, begin, end, pair_first)
                            )
                        f[F_NULL_WORDLESS] += wordless_s[s]
                        f[F_NULL_LENGTH] += np.log(ratio * (chars_s[s + 1] - chars_s[s]) / 20.0)
                        f[F_NULL_PER_TOKEN] += best / (token_s[s + 1] - token_s[s] + 3.0)
                        f[F_NULL_BEST] += min(best, 40.0) / 10.0
                    for t in range(tj, j):
                        best = 0.0
                        for s in range(i - 2, i + 2):
                            best = max(
                                best, pair_llr(s, t, row0, row1, llr, begin, end, pair_first)
                            )
                        f[F_NULL_WORDLESS] += wordless_t[t]
                        f[F_NULL_LENGTH] += np.log((chars_t[t + 1] - chars_t[t]) / 20.0)
                        f[F_NULL_PER_TOKEN] += best / (token_t[t + 1] - token_t[t] + 3.0)
                        f[F_NULL_BEST] += min(best, 40.0) / 10.0
                else:
                    ls = ratio * (chars_s[i] - chars_s[si])
                    lt = chars_t[j] - chars_t[tj]
                    spread = variance * 0.5 * (ls + lt) + 1.0
                    z = (lt - ls) ** 2 / spread
                    f[F_DISTANCE] = -0.5 * min(z, 25.0)
                    f[F_LENGTH_REST] = -0.5 * np.log(2 * np.pi * spread) - 0.5 * (
                        ground_s[i] - ground_s[si] + ground_t[j] - ground_t[tj]
                    )
                    f[F_SPLIT] = -0.5 * ((a - 1) * np.log(ls) + (b - 1) * np.log(lt))
                    f[F_LOG_RATIO] = -abs(np.log(lt / ls))
                    f[F_DIFFERENCE] = -np.log(1.0 + abs(lt - ls) / 10.0)
                    f[F_SHORT] = 1.0 if min(lt, ls) < 15.0 else 0.0
                    total = 0.0
                    explained_t = 0.0
                    explained_s = 0.0
                    least_share = 1.0
                    least_token = 1e9
                    last = pair_first[i - 1 - row0] - begin[i - 1]
                    same = 0.0
                    for t in range(tj, j):
                        value = to_target[a, last + t, 0]
                        idf = to_target[a, last + t, 1]
                        total += value
                        explained_t += idf
                        least_share = min(
                            least_share, (idf + 0.5) / (idf_sum_t[t + 1] - idf_sum_t[t] + 1.0)
                        )
                        least_token = min(least_token, value / (token_t[t + 1] - token_t[t] + 1.0))
                    for s in range(si, i):
                        place = pair_first[s - row0] - begin[s]
                        value = to_source[b, place + j - 1, 0]
                        idf = to_source[b, place + j - 1, 1]
                        total += value
                        explained_s += idf
                        least_share = min(
                            least_share, (idf + 0.5) / (idf_sum_s[s + 1] - idf_sum_s[s] + 1.0)
                        )
                        least_token = min(least_token, value / (token_s[s + 1] - token_s[s] + 1.0))
                        for t in range(tj, j):
                            same += shared[place + t]
                    tokens = token_s[i] - token_s[si] + token_t[j] - token_t[tj]
                    idf_s = idf_sum_s[i] - idf_sum_s[si]
                    idf_t = idf_sum_t[j] - idf_sum_t[tj]
                    f[F_LLR] = 0.1 * total
                    f[F_ROOT_LLR] = root(total)
                    f[F_LLR_TOKEN] = total / (tokens + 2.0)
                    f[F_LEAST_SHARE] = least_share
                    f[F_SHARES] = explained_s / (idf_s + 1.0) + explained_t / (idf_t + 1.0)
                    f[F_UNEXPLAINED] = -np.sqrt(max(0.0, idf_s - explained_s)) - np.sqrt(
                        max(0.0, idf_t - explained_t)
                    )
                    f[F_LEAST_TOKEN] = least_token
                    f[F_IDENTICAL] = np.sqrt(same)
                    digits_a = digits_s[i] - digits_s[si]
                    digits_b = digits_t[j] - digits_t[tj]
                    f[F_DIGITS] = -abs(digits_a - digits_b)
                    f[F_BOTH_DIGITS] = 1.0 if digits_a > 0 and digits_b > 0 else 0.0
                    f[F_ASKING] = -abs(asking_s[i] - asking_s[si] - asking_t[j] + asking_t[tj])
                    f[F_QUOTES] = -abs(quotes_s[i] - quotes_s[si] - quotes_t[j] + quotes_t[tj])
                    end_s = ends_s[i - 1]
                    end_t = ends_t[j - 1]
                    f[F_SAME_END] = 1.0 if end_s == end_t else 0.0
                    f[F_ONE_QUESTION] = 1.0 if (end_s == 2) != (end_t == 2) else 0.0
                    f[F_SAME_START] = 1.0 if starts_s[si] == starts_t[tj] else 0.0
                    open_s = 0.0
                    open_t = 0.0
                    for s in range(si, i - 1):
                        f[F_INNER_OPEN] += 1.0 if ends_s[s] == 0 or ends_s[s] >= 4 else 0.0
                        f[F_INNER_LOWER] += 1.0 if starts_s[s + 1] == 2 else 0.0
                    for t in range(tj, j - 1):
                        f[F_INNER_OPEN] += 1.0 if ends_t[t] == 0 or ends_t[t] >= 4 else 0.0
                        f[F_INNER_LOWER] += 1.0 if starts_t[t + 1] == 2 else 0.0
                    open_s = 1.0 if end_s == 0 or end_s >= 4 else 0.0
                    open_t = 1.0 if end_t == 0 or end_t >= 4 else 0.0
                    f[F_OPEN_ENDS] = -abs(open_s - open_t)
                    if a + b == 2:
                        around = max(
                            max(
                                pair_llr(si - 1, tj, row0, row1, llr, begin, end, pair_first),
                                pair_llr(si + 1, tj, row0, row1, llr, begin, end, pair_first),
                            ),
                            max(
                                pair_llr(si, tj - 1, row0, row1, llr, begin, end, pair_first),
                                pair_llr(si, tj + 1, row0, row1, llr, begin, end, pair_first),
                            ),
                        )
                        f[F_OVER_NEIGHBOUR] = min(20.0, max(-20.0, total - around)) / 10.0
                    else:
                        f[F_MERGED_SHARE] = least_share
                        f[F_MERGED_TOKEN] = least_token
                        for s in range(si, i):
                            f[F_WORDLESS] += wordless_s[s]
                        for t in range(tj, j):
                            f[F_WORDLESS] += wordless_t[t]
                    if a + b > 2 and detailed:
                        split = -1e9
                        for a1 in range(a + 1):
                            for b1 in range(b + 1):
                                if a1 + b1 == 0 or a1 + b1 == a + b:
                                    continue
                                value = block_llr(
                                    a1,
                                    b1,
                                    si + a1,
                                    tj + b1,
                                    to_target,
                                    to_source,
                                    begin,
                                    pair_first,
                                    row0,
                                ) + block_llr(
                                    a - a1,
                                    b - b1,
                                    i,
                                    j,
                                    to_target,
                                    to_source,
                                    begin,
                                    pair_first,
                                    row0,
                                )
                                split = max(split, value)
                        gain = total - split
                        least_gain = 1e9
                        least_length = 1e9
                        for end_of in range(4):
                            # Each outer sentence of a merged side: what does it add?
                            if (end_of < 2 and a == 1) or (end_of >= 2 and b == 1):
                                continue
                            if end_of == 0:
                                left, count = (a - 1, b, i, j), token_s[si + 1] - token_s[si]
                                shorter = ratio * (chars_s[si + 1] - chars_s[si])
                            elif end_of == 1:
                                left, count = ((a - 1, b, i - 1, j), token_s[i] - token_s[i - 1])
                                shorter = ratio * (chars_s[i] - chars_s[i - 1])
                            elif end_of == 2:
                                left, count = (a, b - 1, i, j), token_t[tj + 1] - token_t[tj]
                                shorter = chars_t[tj + 1] - chars_t[tj]
                            else:
                                left, count = ((a, b - 1, i, j - 1), token_t[j] - token_t[j - 1])
                                shorter = chars_t[j] - chars_t[j - 1]
                            without = block_llr(
                                left[0],
                                left[1],
                                left[2],
                                left[3],
                                to_target,
                                to_source,
                                begin,
                                pair_first,
                                row0,
                            )
                            least_gain = min(least_gain, (total - without) / (count + 2.0))
                            other_s = ls - shorter if end_of < 2 else ls
                            other_t = lt - shorter if end_of >= 2 else lt
                            z_without = (other_t - other_s) ** 2 / (
                                variance * 0.5 * (other_s + other_t) + 1.0
                            )
                            least_length = min(least_length, min(z_without, 30.0) - min(z, 30.0))
                        f[F_END_GAIN] = min(3.0, max(-3.0, least_gain))
                        f[F_END_LENGTH] = min(10.0, max(-10.0, least_length)) / 5.0
                        f[F_GAIN] = min(30.0, max(-30.0, gain)) / 10.0
                        f[F_ROOT_GAIN] = root(gain)
                    outside = 0.0
                    if a + b <= 5 and detailed:
                        for t in range(tj, j):
                            outside = max(
                                outside,
                                pair_llr(si - 1, t, row0, row1, llr, begin, end, pair_first),
                            )
                            outside = max(
                                outside, pair_llr(i, t, row0, row1, llr, begin, end, pair_first)
                            )
                        for s in range(si, i):
                            outside = max(
                                outside,
                                pair_llr(s, tj - 1, row0, row1, llr, begin, end, pair_first),
                            )
                            outside = max(
                                outside, pair_llr(s, j, row0, row1, llr, begin, end, pair_first)
                            )
                    f[F_OUTSIDE] = -np.sqrt(outside)
                    if opens_s[si] == 1 and opens_t[tj] == 1:
                        f[F_PARAGRAPH_BOTH] = 1.0
                    elif opens_s[si] + opens_t[tj] > 0:
                        f[F_PARAGRAPH_ONE] = 1.0
                    for s in range(si + 1, i):
                        f[F_PARAGRAPH_INSIDE] += opens_s[s]
                    for t in range(tj + 1, j):
                        f[F_PARAGRAPH_INSIDE] += opens_t[t]
                    if len(dots) > 0:
                        similarity = similarity_of(
                            si, i, tj, j, row0, dots, begin, pair_first, gram_s, gram_t
                        )
                        odds = vector_slope * (similarity - vector_middle)
                        f[F_VECTORS] = min(8.0, max(-8.0, odds)) * 0.5 * (a + b)
                value = 0.0
                for x in range(SIZE):
                    value += weights[x] * f[x]
                scores[cell, k] = value
                if len(wanted) > 0 and wanted[cell, k] >= 0:
                    for x in range(SIZE):
                        features[wanted[cell, k], x] = f[x]
