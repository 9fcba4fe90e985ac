"""Terms that stand in a translation in one piece."""

from __future__ import annotations

import numpy as np
from numba import njit

from diglot.consistency.kernels.acceptance import PASS
from diglot.consistency.kernels.candidates import MOST_WORDS
from diglot.consistency.kernels.levels import CASE, FAR, LEMMA, SAME
from diglot.consistency.kernels.units import BARE, CONTENT, LEMMA_OF, PLAIN


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
