"""Words of a translation that may stand for the words of a target term."""

from __future__ import annotations

from numba import njit

from diglot.consistency.kernels.levels import FAR, LEMMA, STEM, first_letter, in_compound, level
from diglot.consistency.kernels.support import WELL_LINKED, other_word
from diglot.consistency.kernels.units import (
    BARE,
    CONTENT,
    LEMMA_LETTER,
    LEMMA_OF,
    LETTER,
    PARTS,
    PLAIN,
)

MOST_TOKENS = 6  # words of the text that are tried for each word of a term


@njit(cache=True, nogil=True)
def load(words, tables, known):
    """Put what words are compared by side by side: tables of all forms are far apart."""
    for j in range(len(words)):
        w = words[j]
        known[j, CONTENT] = tables.content[w]
        known[j, PLAIN] = tables.plain[w]
        known[j, BARE] = tables.bare[w]
        known[j, LEMMA_OF] = tables.lemma[w]
        known[j, LETTER] = first_letter(w, tables.letters, tables.letter_offsets)
        known[j, LEMMA_LETTER] = first_letter(w, tables.lemma_letters, tables.lemma_offsets)
        known[j, PARTS] = tables.part_offsets[w] < tables.part_offsets[w + 1]


@njit(cache=True, nogil=True)
def look_for(
    wanted, respelt, unit, links, source_words, tables, known, levels, compound, tried, counts
):  # fmt: skip
    """Find the text words that may stand for each word of a term; False if one has none."""
    for k in range(len(wanted)):
        g = wanted[k]
        content, plain, bare, lemma = (
            tables.content[g], tables.plain[g], tables.bare[g], tables.lemma[g],
        )  # fmt: skip
        letter = first_letter(g, tables.letters, tables.letter_offsets)
        lemma_letter = first_letter(g, tables.lemma_letters, tables.lemma_offsets)
        counts[k] = 0
        compound[k, : len(unit.target)] = False
        for j in range(len(unit.target)):
            w = unit.target[j]
            levels[k, j] = FAR
            if content and not known[j, CONTENT]:
                continue
            near = FAR
            # Most pairs of words have nothing in common, and this tells so quickly.
            if (
                letter == known[j, LETTER]
                or lemma_letter == known[j, LEMMA_LETTER]
                or plain == known[j, PLAIN]
                or bare == known[j, BARE]
                or bare == known[j, LEMMA_OF]
                or lemma == known[j, LEMMA_OF]
                or lemma == known[j, BARE]
            ):
                near = level(g, w, tables)
            if near > STEM and known[j, PARTS] and in_compound(g, w, tables):
                near = STEM
                compound[k, j] = True
            if respelt:
                # "Distanciamiento" is no form of "distanciamientosocial".
                near = near if near <= LEMMA else FAR
            elif near == FAR and links.present and unit.linked[j] >= WELL_LINKED:
                near = other_word(wanted[k], j, unit, links, source_words, tables)
            levels[k, j] = near
            if near < FAR:
                _insert(tried, counts, k, j, levels, unit.supported, links.present)
        if counts[k] == 0:
            return False
    return True


@njit(cache=True, nogil=True)
def _insert(tried, counts, k, j, levels, supported, linked):
    """Put a position among those tried for a word: near ones first, then supported ones."""
    place = counts[k]
    here = (levels[k, j] > STEM, linked and not supported[j], levels[k, j])
    while place > 0:
        other = tried[k, place - 1]
        if here >= (levels[k, other] > STEM, linked and not supported[other], levels[k, other]):
            break
        place -= 1
    if place >= MOST_TOKENS:
        return
    for at in range(min(counts[k], MOST_TOKENS - 1), place, -1):
        tried[k, at] = tried[k, at - 1]
    tried[k, place] = j
    counts[k] = min(counts[k] + 1, MOST_TOKENS)
