"""Terms, texts and links as the compiled loops take them, and how near two words are."""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import njit

from diglot.text.kernels.spelling import edit_distance

# Columns of what is known of the words of a unit.
CONTENT, PLAIN, BARE, LEMMA_OF, LETTER, LEMMA_LETTER, PARTS = range(7)

LINKED = 0.4  # probability from which a link counts as one
NO_SUPPORT = 0.05


class Occurrences(NamedTuple):
    """Source terms in the text, ascending by unit, then entry; a row each.

    Attributes:
        unit: shape (rows,).
        begin: shape (rows,), first token of the term.
        end: shape (rows,), the token behind its last.
        entry: shape (rows,).
    """

    unit: Any
    begin: Any
    end: Any
    entry: Any


class Texts(NamedTuple):
    """Encoded texts of one side."""

    tokens: Any
    offsets: Any


class Terms(NamedTuple):
    """Target terms: those of an entry, the words of each that are looked for, and their keys."""

    entry_offsets: Any
    word_offsets: Any
    words: Any
    plain: Any
    bare: Any
    lemma: Any
    respelt: Any  # a term as one word or as two, which the text has as it is or not at all


class Links(NamedTuple):
    """Word links of the units, and how often lemmas are linked in the whole text."""

    present: Any
    offsets: Any
    source: Any
    target: Any
    probability: Any
    keys: Any
    counts: Any
    possible: Any
    totals: Any


class SourceWords(NamedTuple):
    """What is known of source forms: whether they are content, and their lemma keys."""

    content: Any
    lemma: Any


class Unit(NamedTuple):
    """One unit, with one occurrence of a term in it: token ranges, and links from and past it."""

    source: Any  # tokens
    target: Any
    begin: Any  # of the occurrence
    end: Any
    first_link: Any
    last_link: Any
    linked: Any  # strongest link from the term, by target token
    elsewhere: Any  # strongest link from other words
    supported: Any
    joined: Any  # supported by the term or a word beside it, of which a compound may be made
    attested: Any


# How near a word of a text is to a word of a term.
#
# Words are numbers of forms; `diglot.consistency.matching.words.WordTables` says what stands in
# the tables.

SAME, CASE, LEMMA, STEM, FAMILY, SPELLING, ALTERNATIVE, FAR = 0, 1, 2, 3, 4, 5, 6, 9

SHORTEST_PREFIX, LONG_PREFIX, LONGEST_DIFFERENCE = 3, 4, 3
FAMILY_PREFIX, FAMILY_SHORTEST = 5, 5
LONG_WORD = 9
ALIKE, DIFFERENT, ONE_WITHOUT = 0, 1, 2
ZERO, NINE, HYPHEN = ord("0"), ord("9"), ord("-")


class Tables(NamedTuple):
    """The arrays of `WordTables`, for compiled code."""

    plain: Any
    bare: Any
    lemma: Any
    content: Any
    letters: Any
    letter_offsets: Any
    lemma_letters: Any
    lemma_offsets: Any
    part_offsets: Any
    parts: Any


@njit(cache=True, nogil=True)
def level(g, w, tables):
    """Return the level of text word ``w`` for term word ``g``; FAR if they share nothing."""
    if g == w:
        return SAME
    if tables.plain[g] == tables.plain[w]:
        return CASE
    lemma_g, lemma_w = tables.lemma[g], tables.lemma[w]
    bare_g, bare_w = tables.bare[g], tables.bare[w]
    if lemma_g in (lemma_w, bare_w) or bare_g in (lemma_w, bare_w):
        return LEMMA
    forms = _by_letters(g, w, tables.letters, tables.letter_offsets)
    if forms == STEM:
        return forms
    return min(forms, _by_letters(g, w, tables.lemma_letters, tables.lemma_offsets))


@njit(cache=True, nogil=True)
def first_letter(form, letters, offsets):
    """Return the first letter of a form; 0 if it has none."""
    return letters[offsets[form]] if offsets[form] < offsets[form + 1] else 0


@njit(cache=True, nogil=True)
def in_compound(g, w, tables):
    """Return True if term word ``g`` is a part of the compound ``w``."""
    for at in range(tables.part_offsets[w], tables.part_offsets[w + 1]):
        if tables.parts[at] == tables.bare[g] or tables.parts[at] == tables.lemma[g]:
            return True
    return False


@njit(cache=True, nogil=True)
def _by_letters(g, w, letters, offsets):
    begin_g, end_g, begin_w, end_w = offsets[g], offsets[g + 1], offsets[w], offsets[w + 1]
    if begin_g == end_g or begin_w == end_w or letters[begin_g] != letters[begin_w]:
        return FAR
    one, other = letters[begin_g:end_g], letters[begin_w:end_w]
    shorter, longer = min(len(one), len(other)), max(len(one), len(other))
    prefix = 1
    while prefix < shorter and one[prefix] == other[prefix]:
        prefix += 1
    # What the prefix rules ask for at least, so that most pairs end here.
    if prefix < SHORTEST_PREFIX and shorter < FAMILY_SHORTEST:
        return FAR
    numbers = _numbers(one, other)
    if numbers == DIFFERENT:
        return FAR
    if numbers == ONE_WITHOUT:
        # "COVID" stands for "COVID-19", though "SARS-CoV" is another virus than "SARS-CoV-2":
        # something to look at.
        return FAMILY if _goes_on_with_a_number(one, other, prefix) else FAR
    if prefix >= SHORTEST_PREFIX and (
        (prefix >= shorter and longer - shorter <= LONGEST_DIFFERENCE)
        or prefix >= max(LONG_PREFIX, round(0.6 * longer))
    ):
        return STEM
    if (prefix >= FAMILY_PREFIX and 2 * prefix >= longer) or (
        shorter >= FAMILY_SHORTEST
        and prefix >= max(LONG_PREFIX, shorter - 2)
        and prefix >= 0.45 * longer
    ):
        return FAMILY
    if shorter >= FAMILY_SHORTEST:
        allowed = 1 if longer < LONG_WORD else 2
        if longer - shorter <= allowed and edit_distance(one, other) <= allowed:
            return SPELLING
    return FAR


@njit(cache=True, nogil=True)
def _numbers(one, other):
    """Tell whether two words have the same digits."""
    i = j = 0
    in_one, in_other = False, False
    while True:
        while i < len(one) and not ZERO <= one[i] <= NINE:
            i += 1
        while j < len(other) and not ZERO <= other[j] <= NINE:
            j += 1
        if i == len(one) and j == len(other):
            return ALIKE
        in_one, in_other = in_one or i < len(one), in_other or j < len(other)
        if i == len(one) or j == len(other) or one[i] != other[j]:
            return DIFFERENT if in_one and in_other else ONE_WITHOUT
        i += 1
        j += 1


@njit(cache=True, nogil=True)
def _goes_on_with_a_number(one, other, prefix):
    """Return True if one word is the other with a number behind it."""
    if len(one) == len(other) or prefix < min(len(one), len(other)):
        return False
    longer = one if len(one) > len(other) else other
    if longer[prefix] == HYPHEN and prefix + 1 < len(longer):
        prefix += 1
    return ZERO <= longer[prefix] <= NINE
