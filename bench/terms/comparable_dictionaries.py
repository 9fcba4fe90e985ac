"""Dictionaries for the benchmark of comparable text: given, and aligned by diglot."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from bench.terms import comparable_data as data
from diglot.terms.comparable.dictionary import (
    LEAST_COUNT_TERMS,
    LEAST_COUNT_TEXT,
    LEAST_LINK,
    Dictionary,
    dictionary_from_links,
    dictionary_from_pairs,
)
from diglot.words import align, links
from diglot.words.corpus import encode

if TYPE_CHECKING:
    from collections.abc import Sequence


@cache
def words_of(source: str, target: str) -> Dictionary:
    """Return the 5,000 training pairs of xling-eval."""
    return dictionary_from_pairs(data.xling(source, target), languages=(source, target))


def aligned(
    pairs: Sequence[tuple[list[str], list[str]]], *, least_count: float = LEAST_COUNT_TEXT
) -> Dictionary:
    """Align the words of tokenised pairs and make a dictionary of the links."""
    found = links(align(encode(pairs), learn=False), threshold=LEAST_LINK)
    return dictionary_from_links(pairs, found, least_count=least_count)


def of_terms(pairs: Sequence[tuple[str, str]], target: str) -> tuple[Dictionary, Dictionary]:
    """Return what English terms and their translations teach: words, and the terms themselves."""
    cut = [(data.tokens(one, "en"), data.tokens(other, target)) for one, other in pairs]
    return (
        aligned(cut, least_count=LEAST_COUNT_TERMS),
        dictionary_from_pairs(pairs, languages=("en", target)),
    )


@cache
def full() -> Dictionary:
    """Return xling-eval with what is aligned from TICO-19 and EuroVoc outside the gold."""
    task = data.benchmark()
    rest = [pair for pair in data.eurovoc("fr") if pair not in task.gold and all(pair)]
    return words_of("en", "fr").merge(aligned(data.tico_sentences("fr")), *of_terms(rest, "fr"))
