"""Terms, texts and word links as the kernels that judge translations take them."""

from __future__ import annotations

from typing import Any, NamedTuple

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
