"""Words of a translation that may stand for a term, and the support of word links for them."""

from __future__ import annotations

import numpy as np
from numba import njit

from diglot.consistency.kernels.tables import (
    ALTERNATIVE,
    BARE,
    CONTENT,
    FAR,
    LEMMA,
    LEMMA_LETTER,
    LEMMA_OF,
    LETTER,
    LINKED,
    NO_SUPPORT,
    PARTS,
    PLAIN,
    STEM,
    first_letter,
    in_compound,
    level,
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


# Which words of a translation the word links tie to a term of its source.

SUPPORTING, SHARE_OF_OTHERS = 0.1, 0.5
SURELY_LINKED = 0.8
BESIDE = 2  # words from a term to one that stands in the same compound
WELL_LINKED = 0.75
EVIDENCE_OF_WORD, EVIDENCE_OF_TERM, SHARE_OF_ROW = 1, 2, 0.01
ATTESTED, SHARE_ATTESTED = 3, 0.1


@njit(cache=True, nogil=True)
def support(unit, links):
    """Find out which target words are linked to the term, and which to other words."""
    unit.linked[:] = 0
    unit.elsewhere[:] = 0
    unit.attested[:] = False
    unit.joined[:] = False
    for at in range(unit.first_link, unit.last_link):
        i, j, probability = links.source[at], links.target[at], links.probability[at]
        if unit.begin <= i < unit.end:
            unit.linked[j] = max(unit.linked[j], probability)
        else:
            unit.elsewhere[j] = max(unit.elsewhere[j], probability)
    for at in range(unit.first_link, unit.last_link):
        i, j = links.source[at], links.target[at]
        if unit.begin - BESIDE <= i < unit.end + BESIDE and links.probability[at] >= LINKED:
            unit.joined[j] = True
    for j in range(len(unit.target)):
        unit.supported[j] = (
            unit.linked[j] >= SUPPORTING and unit.linked[j] >= SHARE_OF_OTHERS * unit.elsewhere[j]
        )


@njit(cache=True, nogil=True)
def other_word(g, j, unit, links, source_words, tables):
    """Return ALTERNATIVE if the text as a whole has both the word and the term's for the source."""
    if unit.linked[j] < unit.elsewhere[j]:
        return FAR
    for at in range(unit.first_link, unit.last_link):
        if links.target[at] != j or links.probability[at] < WELL_LINKED:
            continue
        if not unit.begin <= links.source[at] < unit.end:
            continue
        lemma = source_words.lemma[unit.source[links.source[at]]]
        least = SHARE_OF_ROW * _total(links, lemma)
        own = links.probability[at] >= LINKED
        of_word = _pair(links, lemma, tables.lemma[unit.target[j]])
        if of_word < 0 or links.counts[of_word] - own < max(EVIDENCE_OF_WORD, least):
            continue
        of_term = _pair(links, lemma, tables.lemma[g])
        if of_term >= 0 and links.possible[of_term] >= max(EVIDENCE_OF_TERM, least):
            return ALTERNATIVE
    return FAR


@njit(cache=True, nogil=True)
def attest(unit, n, levels, links, source_words, tables):
    """Mark near words that the text as a whole links to the term, whatever is linked here."""
    for j in range(len(unit.target)):
        near = False
        for k in range(n):
            near = near or levels[k, j] <= STEM
        if not near or unit.attested[j]:
            continue
        if unit.linked[j] < NO_SUPPORT and unit.elsewhere[j] >= SURELY_LINKED:
            continue
        if _answers_another(j, unit, links, source_words):
            continue
        for i in range(unit.begin, unit.end):
            if not source_words.content[unit.source[i]]:
                continue
            own = 0
            for at in range(unit.first_link, unit.last_link):
                if (
                    links.source[at] == i
                    and links.target[at] == j
                    and links.probability[at] >= LINKED
                ):
                    own = 1
            lemma = source_words.lemma[unit.source[i]]
            pair = _pair(links, lemma, tables.lemma[unit.target[j]])
            seen = links.counts[pair] - own if pair >= 0 else 0
            if seen >= max(ATTESTED, SHARE_ATTESTED * _total(links, lemma)):
                unit.attested[j] = True
                break


@njit(cache=True, nogil=True)
def _answers_another(j, unit, links, source_words):
    """Return True if a target word is linked to the same word elsewhere in the source."""
    for at in range(unit.first_link, unit.last_link):
        i = links.source[at]
        if links.target[at] != j or links.probability[at] < LINKED or unit.begin <= i < unit.end:
            continue
        for own in range(unit.begin, unit.end):
            if source_words.lemma[unit.source[own]] == source_words.lemma[unit.source[i]]:
                return True
    return False


@njit(cache=True, nogil=True)
def _total(links, lemma):
    return links.totals[lemma] if lemma < len(links.totals) else 0


@njit(cache=True, nogil=True)
def _pair(links, row, column):
    """Return the row of two lemmas in the table of links, by bisection; -1 if none are linked."""
    key = (np.int64(row) << 32) + column
    low, high = 0, len(links.keys)
    while low < high:
        middle = (low + high) // 2
        if links.keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < len(links.keys) and links.keys[low] == key else -1
