"""What the systems of ARCADE count in the blocks of a band (compiled)."""

from __future__ import annotations

import cython
import numpy as np

NEVER = -1e30


def add_shared(
    row_begin: cython.Py_ssize_t,
    row_end: cython.Py_ssize_t,
    band,
    types,
    source,
    target,
    classes,
    seeds,
    class_values,
    key_values,
    missing_values,
    scores: cython.float[:, ::1],
):
    """Add what blocks that end in rows row_begin <= i < row_end share.

    A block shares a class of cognates if both sides hold it, and a pair of the dictionary for every
    distinct source key that has a translation on the other side and is no cognate of it.

    Args:
        row_begin, row_end: rows of cells.
        band, types: see ``Band`` and ``Types``.
        source, target: sides, see ``Side``.
        classes: see ``Classes``.
        seeds: the transfer dictionary, see ``Seeds``.
        class_values: float64 (classes,), what a shared class adds.
        key_values: float64 (source keys,), what a translated key adds.
        missing_values: float64 (source keys,), what a key takes away that shares nothing.
        scores: float32 (cells, types), added to where a block is possible.
    """
    lo: cython.const_longlong[::1] = band.lo
    hi: cython.const_longlong[::1] = band.hi
    first: cython.const_longlong[::1] = band.first
    type_a: cython.const_longlong[::1] = types.source
    type_b: cython.const_longlong[::1] = types.target
    tokens_s: cython.const_int[::1] = source.tokens
    tokens_t: cython.const_int[::1] = target.tokens
    offsets_s: cython.const_longlong[::1] = source.offsets
    offsets_t: cython.const_longlong[::1] = target.offsets
    class_s: cython.const_int[::1] = classes.source
    class_t: cython.const_int[::1] = classes.target
    per_class: cython.const_double[::1] = class_values
    per_key: cython.const_double[::1] = key_values
    per_missing: cython.const_double[::1] = missing_values
    seed_first: cython.const_longlong[::1] = seeds.first
    seed_key: cython.const_int[::1] = seeds.key
    # The number of the block that a class or key was last seen in.
    class_seen: cython.longlong[::1] = np.zeros(len(classes.words), np.int64)
    class_used: cython.longlong[::1] = np.zeros(len(classes.words), np.int64)
    key_seen: cython.longlong[::1] = np.zeros(max(len(classes.target), 1), np.int64)
    key_used: cython.longlong[::1] = np.zeros(max(len(classes.source), 1), np.int64)
    origin = first[row_begin]
    block: cython.longlong = 0
    j: cython.Py_ssize_t
    p: cython.Py_ssize_t
    s: cython.Py_ssize_t
    with cython.nogil:
        for i in range(row_begin, row_end):
            for j in range(lo[i], hi[i] + 1):
                for k in range(len(type_a)):
                    if type_a[k] == 0 or type_b[k] == 0:
                        continue
                    si = i - type_a[k]
                    tj = j - type_b[k]
                    if si < 0 or tj < lo[si] or tj > hi[si]:
                        continue
                    block += 1
                    for p in range(offsets_t[tj], offsets_t[j]):
                        key: cython.Py_ssize_t = tokens_t[p]
                        key_seen[key] = block
                        class_seen[class_t[key]] = block
                    value: cython.double = 0.0
                    for p in range(offsets_s[si], offsets_s[i]):
                        key = tokens_s[p]
                        kind: cython.Py_ssize_t = class_s[key]
                        if class_seen[kind] == block:
                            if class_used[kind] != block:
                                class_used[kind] = block
                                value += per_class[kind]
                        elif key_used[key] != block:
                            key_used[key] = block
                            found: cython.bint = False
                            for s in range(seed_first[key], seed_first[key + 1]):
                                if key_seen[seed_key[s]] == block:
                                    found = True
                                    break
                            value += per_key[key] if found else -per_missing[key]
                    cell = first[i] + j - lo[i] - origin
                    scores[cell, k] += cython.cast(cython.float, value)


def link_scores(
    row_begin: cython.Py_ssize_t,
    row_end: cython.Py_ssize_t,
    band,
    types,
    offsets_s: cython.const_longlong[::1],
    middles: cython.const_double[::1],
    partner: cython.const_longlong[::1],
    offsets_t: cython.const_longlong[::1],
    criteria: cython.const_double[::1],
):
    """Log prior, word links covered, word order kept, and distance from the expected position.

    Args:
        row_begin, row_end: rows of cells.
        band, types: see ``Band`` and ``Types``.
        offsets_s: int64 (n + 1,), first words of the source sentences.
        middles: float64 (n + 1,), where these are expected on the target side, in sentences.
        partner: int64 (source words,), the target word that each is linked to, -1 for none, -2 for
            what is no word.
        offsets_t: int64 (m + 1,), first words of the target sentences.
        criteria: float64 (4,): what a word link with both ends in the block adds; what it adds if
            its target stands behind that of the link before it; what a word without link takes
            away; what a sentence takes away by which the block is off its expected place.

    Returns:
        float32 (cells, types); -1e30 where a block begins outside the band.
    """
    lo: cython.const_longlong[::1] = band.lo
    hi: cython.const_longlong[::1] = band.hi
    first: cython.const_longlong[::1] = band.first
    type_a: cython.const_longlong[::1] = types.source
    type_b: cython.const_longlong[::1] = types.target
    log_prior: cython.const_double[::1] = types.log_prior
    origin = first[row_begin]
    scores: cython.float[:, ::1] = np.full(
        (first[row_end] - origin, len(type_a)), NEVER, np.float32
    )
    j: cython.Py_ssize_t
    p: cython.Py_ssize_t
    with cython.nogil:
        for i in range(row_begin, row_end):
            for j in range(lo[i], hi[i] + 1):
                for k in range(len(type_a)):
                    si = i - type_a[k]
                    tj = j - type_b[k]
                    if si < 0 or tj < lo[si] or tj > hi[si]:
                        continue
                    value: cython.double = log_prior[k]
                    if type_a[k] > 0 and type_b[k] > 0:
                        links: cython.Py_ssize_t = 0
                        steps: cython.Py_ssize_t = 0
                        without: cython.Py_ssize_t = 0
                        last: cython.longlong = -1
                        for p in range(offsets_s[si], offsets_s[i]):
                            if offsets_t[tj] <= partner[p] < offsets_t[j]:
                                links += 1
                                if last >= 0 and partner[p] > last:
                                    steps += 1
                                last = partner[p]
                            elif partner[p] > -2:
                                without += 1
                        apart: cython.double = 0.5 * (middles[si] + middles[i] - tj - j)
                        value += criteria[0] * links + criteria[1] * steps
                        value -= criteria[2] * without + criteria[3] * abs(apart)
                    scores[first[i] + j - lo[i] - origin, k] = value
    return np.asarray(scores)
