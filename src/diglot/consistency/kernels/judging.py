"""Judges which words of a translation stand for a term, terms in one piece first."""

from __future__ import annotations

import numpy as np
from numba import njit

from diglot.consistency.kernels.candidates import (
    MOST_WORDS,
    PASS,
    REFUSED,
    Outcomes,
    assign,
    cause,
    combine,
    make_room,
)
from diglot.consistency.kernels.matches import MOST_TOKENS, attest, load, look_for, support
from diglot.consistency.kernels.tables import (
    BARE,
    CASE,
    CONTENT,
    FAR,
    LEMMA,
    LEMMA_OF,
    PLAIN,
    SAME,
    Unit,
)

# Which words of a translation stand for a term of its source, and how sure that is.
#
# A candidate takes one word of the translation for each content word of a target term. It is
# judged
# by how near its words are to those of the term, and by the word links between it and the source
# term (module `judging` has the rules).


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


# Terms that stand in a translation in one piece.


@njit(cache=True, nogil=True)
def in_one_piece(words, entry, terms, known, row, out):
    """Answer an occurrence by a term that stands there in one piece, in any inflection.

    Without links nothing is better than that, and most terms that are there stand so.
    """
    found = False
    for term in range(terms.entry_offsets[entry], terms.entry_offsets[entry + 1]):
        begin, end = terms.word_offsets[term], terms.word_offsets[term + 1]
        if not 0 < end - begin <= MOST_WORDS:
            continue
        bare, lemma = terms.bare[begin], terms.lemma[begin]
        for start in range(len(words)):
            here_bare, here_lemma = known[start, BARE], known[start, LEMMA_OF]
            # Accents and hyphens apart, what is the same but for case has the same bare form.
            if not (bare in (here_bare, here_lemma) or lemma in (here_lemma, here_bare)):
                continue
            farthest = SAME
            j = start
            for at in range(begin, end):
                while at > begin and j < len(words) and not known[j, CONTENT]:
                    j += 1
                if j == len(words):
                    farthest = FAR
                    break
                farthest = max(farthest, _inflected(words[j], terms, at, known[j]))
                j += 1
            if farthest < out.level[row]:
                found = True
                out.level[row] = farthest
                out.result[row] = PASS
                out.alternative[row] = term
                _write_piece(end - begin, start, known, out.positions[row])
    return found


@njit(cache=True, nogil=True)
def _inflected(w, terms, at, known):
    """Return the level of a text word for a term word if it is LEMMA or nearer, else FAR."""
    if terms.words[at] == w:
        return SAME
    if terms.plain[at] == known[PLAIN]:
        return CASE
    if (
        terms.lemma[at] == known[LEMMA_OF]
        or terms.bare[at] == known[BARE]
        or terms.lemma[at] == known[BARE]
        or terms.bare[at] == known[LEMMA_OF]
    ):
        return LEMMA
    return FAR


@njit(cache=True, nogil=True)
def _write_piece(n, start, known, positions):
    """Write the content words from a place on."""
    j = start
    for k in range(n):
        while k > 0 and not known[j, CONTENT]:
            j += 1
        positions[k] = j
        j += 1


@njit(cache=True, nogil=True)
def nearest_pieces(out, occurrences, tokens, offsets, term_offsets, term_tokens, plain):
    """Return the level of whole terms, function words included, where one begins or ends a hit.

    Returns:
        shape (rows,), uint8: SAME or CASE where the text has the whole term in one piece around
        the first chosen word, else LEMMA.
    """
    rows = len(out.alternative)
    levels = np.full(rows, LEMMA, np.uint8)
    for row in range(rows):
        term = out.alternative[row]
        if term < 0 or out.level[row] > CASE:
            continue
        unit = occurrences.unit[row]
        text = tokens[offsets[unit] : offsets[unit + 1]]
        wanted = term_tokens[term_offsets[term] : term_offsets[term + 1]]
        first = out.positions[row, 0]
        for begin in range(max(0, first - len(wanted) + 1), first + 1):
            if begin + len(wanted) > len(text):
                break
            here = SAME
            for k in range(len(wanted)):
                if text[begin + k] != wanted[k]:
                    here = max(here, CASE if plain[text[begin + k]] == plain[wanted[k]] else FAR)
            if here < levels[row]:
                levels[row] = here
    return levels
