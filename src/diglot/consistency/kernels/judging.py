"""Which words of a translation stand for a term of its source, and how sure that is.

A candidate takes one word of the translation for each content word of a target term. It is judged
by how near its words are to those of the term, and by the word links between it and the source
term (module `judging` has the rules).
"""

from __future__ import annotations

import numpy as np
from numba import njit

from diglot.consistency.kernels.acceptance import REFUSED, cause, combine
from diglot.consistency.kernels.candidates import MOST_WORDS, Outcomes, assign, make_room
from diglot.consistency.kernels.levels import FAR
from diglot.consistency.kernels.matches import MOST_TOKENS, load, look_for
from diglot.consistency.kernels.pieces import in_one_piece
from diglot.consistency.kernels.support import attest, support
from diglot.consistency.kernels.units import Unit


@njit(cache=True, nogil=True)
def judge(occurrences, source, target, terms, links, source_words, tables):
    """Judge every occurrence of a source term; see `Outcomes` for what is returned."""
    rows = len(occurrences.unit)
    out = Outcomes(
        np.full(rows, REFUSED, np.uint8),
        np.full(rows, FAR, np.uint8),
        np.zeros(rows, np.int32),
        np.full(rows, -1, np.int32),
        np.zeros(rows, np.uint8),
        np.zeros((rows, 4), np.float32),
        np.full((rows, MOST_WORDS), -1, np.int32),
    )
    longest = 1
    for row in range(rows):
        unit = occurrences.unit[row]
        longest = max(longest, target.offsets[unit + 1] - target.offsets[unit])
    linked, elsewhere = np.zeros(longest, np.float32), np.zeros(longest, np.float32)
    supported, attested = np.zeros(longest, np.bool_), np.zeros(longest, np.bool_)
    joined = np.zeros(longest, np.bool_)
    levels = np.full((MOST_WORDS, longest), FAR, np.uint8)
    compound = np.zeros((MOST_WORDS, longest), np.bool_)
    known = np.zeros((longest, 7), np.int32)
    loaded = -1
    tried = np.zeros((MOST_WORDS, MOST_TOKENS), np.int32)
    counts = np.zeros(MOST_WORDS, np.int64)
    kept = make_room()

    first = 0
    while first < rows:
        number, entry = occurrences.unit[first], occurrences.entry[first]
        last = first + 1
        while last < rows and occurrences.unit[last] == number and occurrences.entry[last] == entry:
            last += 1
        words = target.tokens[target.offsets[number] : target.offsets[number + 1]]
        if number != loaded:
            load(words, tables, known)
            loaded = number
        alone = not links.present and last == first + 1
        if alone and in_one_piece(words, entry, terms, known, first, out):
            first = last
            continue
        size = 0
        for row in range(first, last):
            begin_link, end_link = 0, 0
            if links.present:
                begin_link, end_link = links.offsets[number], links.offsets[number + 1]
            unit = Unit(
                source.tokens[source.offsets[number] : source.offsets[number + 1]],
                words,
                occurrences.begin[row],
                occurrences.end[row],
                begin_link,
                end_link,
                linked[: len(words)],
                elsewhere[: len(words)],
                supported[: len(words)],
                joined[: len(words)],
                attested[: len(words)],
            )
            if links.present:
                support(unit, links)
            near = False
            for term in range(terms.entry_offsets[entry], terms.entry_offsets[entry + 1]):
                wanted = terms.words[terms.word_offsets[term] : terms.word_offsets[term + 1]]
                wanted = wanted[:MOST_WORDS]
                if len(wanted) == 0 or not look_for(
                    wanted, terms.respelt[term], unit, links, source_words, tables, known,
                    levels, compound, tried, counts,
                ):  # fmt: skip
                    continue
                if links.present:
                    attest(unit, len(wanted), levels, links, source_words, tables)
                size, here = combine(
                    kept, size, row, term, len(wanted), unit, links, source_words, tables,
                    levels, compound, tried, counts,
                )  # fmt: skip
                near = near or here
            out.cause[row] = cause(unit, near, links, tables)
        assign(kept, size, out)
        first = last
    return out
