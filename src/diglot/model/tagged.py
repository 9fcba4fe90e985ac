"""Sentences with part-of-speech tags, as the user's tagger gives them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TaggedSentence:
    """A sentence with what a tagger says about its words.

    Attributes:
        words: surface words; one that stands for several (``du``) is one word.
        tags: Universal POS tag of each; that of the first for a word that stands for several.
        lemmas: lemma of each, empty where there is none.
        document: number of its document, from 0.
    """

    words: tuple[str, ...]
    tags: tuple[str, ...]
    lemmas: tuple[str, ...]
    document: int
