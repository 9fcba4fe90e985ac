"""When two terms count as the same, and how alike two terms of two languages are spelt."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, describe_unknown
from diglot.text.lemmas import Lemmatiser
from diglot.text.spelling import to_latin
from diglot.text.tokens import tokenise

if TYPE_CHECKING:
    from collections.abc import Callable

MATCHES = ("exact", "case", "lemma")
"""As written; in lower case; word by word the same lemma."""

COGNATE = 0.7
"""Least similarity of cognates: the bar of Repar et al. 2022 for words."""


def key_of(match: str = "exact", language: str | None = None) -> Callable[[str], str]:
    """Return the function that gives equal keys to terms that count as the same.

    Args:
        match: one of ``MATCHES``.
        language: of the terms; needed for lemmas.

    Raises:
        ConfigError: an unknown match, or lemmas of no language.
    """
    if match not in MATCHES:
        raise ConfigError(describe_unknown("match", match, MATCHES))
    if match == "exact":
        return compose_term
    if match == "case":
        return fold_term
    if language is None:
        raise ConfigError("matching by lemma needs the language of the terms")
    return _lemma_key(language)


def compose_term(term: str) -> str:
    """Return a term composed (NFC), without white space at its ends."""
    return unicodedata.normalize("NFC", term).strip()


def fold_term(term: str) -> str:
    """Return a term as `exact` does, in lower case."""
    return compose_term(compose_term(term).lower())


def count_words(term: str) -> int:
    """Return the number of words of a term: what stands between spaces."""
    return max(1, len(term.split()))


def similarity(source: str, target: str) -> float:
    """Return how alike two terms are spelt, in [0, 1]: 1 for the same but for case and accents.

    The longest common subsequence over the longer length, both in plain Latin letters, whatever
    script they are written in.

    Reference: Repar et al. 2022, feature family C.
    """
    from rapidfuzz.distance import LCSseq

    one, other = to_latin(source).strip(), to_latin(target).strip()
    longer = max(len(one), len(other))
    return LCSseq.similarity(one, other) / longer if longer else 0.0


@cache
def _lemma_key(language: str) -> Callable[[str], str]:
    lemma = Lemmatiser(language).lemma

    def key(term: str) -> str:
        text = compose_term(term)
        return " ".join(lemma(text[start:end]) for start, end in tokenise(text, language))

    return key
