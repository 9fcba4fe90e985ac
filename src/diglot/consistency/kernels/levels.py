"""How near a word of a text is to a word of a term (compiled).

Words are numbers of forms; `diglot.consistency.matching.words.WordTables` says what stands in the
tables.
"""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.diglot.text.kernels.edits import edit_distance

# The nearest first.
SAME, CASE, LEMMA, STEM, FAMILY, SPELLING, ALTERNATIVE, FAR = 0, 1, 2, 3, 4, 5, 6, 9

SHORTEST_WORD = cython.declare(cython.longlong, 2)
SHORTEST_PREFIX = cython.declare(cython.longlong, 3)
LONG_PREFIX = cython.declare(cython.longlong, 4)
LONGEST_DIFFERENCE = cython.declare(cython.longlong, 3)
LONGEST_PREFIX = cython.declare(cython.longlong, 4)
SHORTEST_ROOT = cython.declare(cython.longlong, 5)
FIRST_WIDE = cython.declare(cython.int, 0x3000)
FAMILY_PREFIX = cython.declare(cython.longlong, 5)
FAMILY_SHORTEST = cython.declare(cython.longlong, 5)
LONG_WORD = cython.declare(cython.longlong, 9)
FAMILY_SHARE = cython.declare(cython.double, 0.45)
HYPHEN = cython.declare(cython.int, ord("-"))

# Whether two words have the same digits.
ALIKE = cython.declare(cython.longlong, 0)
DIFFERENT = cython.declare(cython.longlong, 1)
ONE_WITHOUT = cython.declare(cython.longlong, 2)


class Tables:
    """The arrays of `WordTables`, as loops read them."""

    def __init__(self, words):
        """Take the tables of a language."""
        self.plain, self.bare, self.lemma = words.plain, words.bare, words.lemma
        self.content = words.content
        self.letters, self.letter_offsets = words.letters, words.letter_offsets
        self.lemma_letters, self.lemma_offsets = words.lemma_letters, words.lemma_offsets
        self.parts, self.part_offsets = words.parts, words.part_offsets
        sizes = np.diff(words.letter_offsets), np.diff(words.lemma_offsets)
        self.row = np.empty(max(each.max(initial=0) for each in sizes) + 1, np.int32)


def level(g, w, tables):
    """Level of text word ``w`` for term word ``g``; FAR if they share nothing."""
    if g == w:
        return SAME
    if tables.plain[g] == tables.plain[w]:
        return CASE
    lemma_g, lemma_w = tables.lemma[g], tables.lemma[w]
    bare_g, bare_w = tables.bare[g], tables.bare[w]
    if lemma_g in (lemma_w, bare_w) or bare_g in (lemma_w, bare_w):
        return LEMMA
    forms = level_by_letters(g, w, tables.letters, tables.letter_offsets, tables.row)
    if forms == STEM:
        return forms
    lemmas = level_by_letters(g, w, tables.lemma_letters, tables.lemma_offsets, tables.row)
    return min(forms, lemmas)


def first_letter(form, letters, offsets):
    """First letter of a form; 0 if it has none."""
    return letters[offsets[form]] if offsets[form] < offsets[form + 1] else 0


def have_other_digits(g, w, tables):
    """Whether two words begin alike and have other digits: they are names of other things."""
    one, other = tables.letter_offsets[g], tables.letter_offsets[w]
    one_end, other_end = tables.letter_offsets[g + 1], tables.letter_offsets[w + 1]
    for at in range(SHORTEST_PREFIX):
        if one + at == one_end or other + at == other_end:
            return False
        if tables.letters[one + at] != tables.letters[other + at]:
            return False
    return compare_digits(tables.letters, one, one_end, other, other_end) != ALIKE


def in_compound(g, w, tables):
    """Whether term word ``g`` is a part of the compound ``w``."""
    for at in range(tables.part_offsets[w], tables.part_offsets[w + 1]):
        if tables.parts[at] in (tables.bare[g], tables.lemma[g]):
            return True
    return False


def begins_with(w, g, compounds, tables):
    """Whether a word is another with an ending, or a compound that begins with it.

    Where words are put together their beginnings are enough: Estonian "Vaikeväärtus" is the
    default value, "Vaikeeraldaja" the default delimiter.
    """
    start, end = tables.lemma_offsets[g], tables.lemma_offsets[g + 1]
    first, last = tables.letter_offsets[w], tables.letter_offsets[w + 1]
    size = end - start
    if size < SHORTEST_WORD or have_other_digits(g, w, tables):
        return False
    if size > last - first and (not compounds or last - first < FAMILY_PREFIX):
        return False
    if size < LONG_PREFIX and last - first > size + SHORTEST_WORD:
        return False
    for at in range(size):
        if tables.lemma_letters[start + at] != tables.letters[first + at]:
            return False
        if compounds and at + 1 == FAMILY_PREFIX:
            return True
    return True


def have_common_root(g, w, tables):
    """Whether two words are alike but for a short prefix of one of them, and for their ends."""
    one, other = tables.letter_offsets[g], tables.letter_offsets[w]
    one_end, other_end = tables.letter_offsets[g + 1], tables.letter_offsets[w + 1]
    for prefix in range(1, LONGEST_PREFIX + 1):
        if is_root(tables.letters, one + prefix, one_end, other, other_end) or is_root(
            tables.letters, one, one_end, other + prefix, other_end
        ):
            return True
    return False


@cython.cfunc
@cython.inline
@cython.nogil
def is_root(
    letters: cython.const_int[::1],
    one: cython.longlong,
    one_end: cython.longlong,
    other: cython.longlong,
    other_end: cython.longlong,
) -> cython.bint:
    """Whether what two stretches begin with is most of the shorter one."""
    shorter = min(one_end - one, other_end - other)
    # What stands before a root in kana or characters is a word: アドレス in メールアドレス.
    if shorter < SHORTEST_ROOT or letters[one] >= FIRST_WIDE:
        return False
    alike: cython.longlong = 0
    while alike < shorter and letters[one + alike] == letters[other + alike]:
        alike += 1
    return alike >= SHORTEST_ROOT and 10 * alike >= 6 * shorter


@cython.cfunc
@cython.inline
@cython.nogil
def level_by_letters(
    g: cython.longlong,
    w: cython.longlong,
    letters: cython.const_int[::1],
    offsets: cython.const_longlong[::1],
    row: cython.int[::1],
) -> cython.longlong:
    """Level of two words by their letters alone, STEM or farther."""
    one, one_end, other, other_end = offsets[g], offsets[g + 1], offsets[w], offsets[w + 1]
    shorter = min(one_end - one, other_end - other)
    longer = max(one_end - one, other_end - other)
    prefix: cython.longlong = 0
    while prefix < shorter and letters[one + prefix] == letters[other + prefix]:
        prefix += 1
    # What the prefix rules ask for at least, so that most pairs end here.
    if prefix == 0 or (prefix < SHORTEST_PREFIX and shorter < FAMILY_SHORTEST):
        return FAR
    digits = compare_digits(letters, one, one_end, other, other_end)
    if digits == DIFFERENT:
        return FAR
    if digits == ONE_WITHOUT:
        # "COVID" stands for "COVID-19", something to look at: the year is left out. "SARS-CoV" is
        # another virus than "SARS-CoV-2".
        if prefix < shorter or shorter == longer:
            return FAR
        rest = (one if one_end - one == longer else other) + prefix
        left = longer - prefix
        if letters[rest] == HYPHEN and left > 1:
            rest += 1
            left -= 1
        # What follows the number may be an ending or the rest of a compound: "SARS-CoV-2-Ausbruch".
        # Behind kana and characters a number counts something.
        goes_on: cython.bint = left > 1 and is_digit(letters[rest])
        goes_on = goes_on and (is_digit(letters[rest + 1]) or letters[rest - 1] >= FIRST_WIDE)
        return FAMILY if goes_on else FAR
    if prefix >= SHORTEST_PREFIX and (
        (prefix == shorter and longer - shorter <= LONGEST_DIFFERENCE)
        or prefix >= max(LONG_PREFIX, (6 * longer + 5) // 10)  # six letters of ten
    ):
        return STEM
    if (prefix >= FAMILY_PREFIX and 2 * prefix >= longer) or (
        shorter >= FAMILY_SHORTEST
        and prefix >= max(LONG_PREFIX, shorter - 2)
        and prefix >= FAMILY_SHARE * longer
    ):
        return FAMILY
    allowed = 1 if longer < LONG_WORD else 2
    if (
        shorter >= FAMILY_SHORTEST
        and longer - shorter <= allowed
        and edit_distance(letters[one:one_end], letters[other:other_end], row) <= allowed
    ):
        return SPELLING
    return FAR


@cython.cfunc
@cython.inline
@cython.nogil
def is_digit(letter: cython.int) -> cython.bint:
    """Whether a letter is one of 0 to 9."""
    return ord("0") <= letter <= ord("9")


@cython.cfunc
@cython.inline
@cython.nogil
def compare_digits(
    letters: cython.const_int[::1],
    i: cython.longlong,
    one_end: cython.longlong,
    j: cython.longlong,
    other_end: cython.longlong,
) -> cython.longlong:
    """ALIKE, DIFFERENT, or ONE_WITHOUT any: the digits of two words."""
    in_one: cython.bint = False
    in_other: cython.bint = False
    while True:
        while i < one_end and not is_digit(letters[i]):
            i += 1
        while j < other_end and not is_digit(letters[j]):
            j += 1
        if i == one_end and j == other_end:
            return ALIKE
        in_one, in_other = in_one or i < one_end, in_other or j < other_end
        if i == one_end or j == other_end or letters[i] != letters[j]:
            return DIFFERENT if in_one and in_other else ONE_WITHOUT
        i += 1
        j += 1
