"""Corpora of a task: sentences that hold terms of a domain, and parallel text made comparable."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray


# Parallel text made comparable (Adjali et al. 2022, section 3.2): no translation is left.

# What is left of a sentence when two count as the same.
_WORDS = re.compile(r"\w+")


def deparallelise(
    source: Sequence[str], target: Sequence[str], *, drop_source: float, seed: int
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Choose for every pair which side stays.

    The source side goes with probability ``drop_source``, else the target side. Sentences that
    come in several pairs could bring a translation back: one copy keeps its source, another its
    target. Wherever both sides of a pair would be left, the one that its own draw dropped goes
    everywhere. Sentences are the same if they have the same words, whatever their case and
    punctuation.

    Args:
        source: sentences.
        target: their translations.
        drop_source: probability in [0, 1].
        seed: of the random numbers.

    Returns:
        Which source sentences stay, and which target sentences; both of shape (pairs,).

    Raises:
        ConfigError: the probability is out of range.
    """
    if not 0 <= drop_source <= 1:
        raise ConfigError(f"the probability is {drop_source:g}, but must be from 0 to 1")
    keys = [_numbered(side) for side in (source, target)]
    dropped = np.random.default_rng(seed).random(len(source)) < drop_source
    # Kept sides as sets of sentences, each known by its number.
    kept = [np.zeros(side.max(initial=-1) + 1, np.bool_) for side in keys]
    kept[0][keys[0][~dropped]] = True
    kept[1][keys[1][dropped]] = True
    for one, other, is_dropped in zip(*(side.tolist() for side in keys), dropped, strict=True):
        if kept[0][one] and kept[1][other]:
            kept[0 if is_dropped else 1][one if is_dropped else other] = False
    return ~dropped & kept[0][keys[0]], dropped & kept[1][keys[1]]


def _numbered(sentences: Iterable[str]) -> NDArray[np.int64]:
    """Number sentences such that the same ones have the same number."""
    numbers: dict[str, int] = {}
    keys = (" ".join(_WORDS.findall(each.casefold())) for each in sentences)
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], np.int64).reshape(-1)


# Sentences of a domain, with a thesaurus as keyword queries (section 3.2).


def sentences_with_terms(
    sentences: Iterable[Sequence[str]], terms: Iterable[Sequence[str]]
) -> tuple[NDArray[np.bool_], int]:
    """Find the sentences that hold a term as a run of whole words, in any case of letters.

    Args:
        sentences: tokens of every sentence.
        terms: tokens of every term.

    Returns:
        Which sentences hold one, shape (sentences,), and how many terms were found at all.
    """
    wanted = {tuple(word.casefold() for word in term) for term in terms} - {()}
    # Most words begin no term: they need one look each.
    lengths: dict[str, set[int]] = {}
    for term in wanted:
        lengths.setdefault(term[0], set()).add(len(term))
    found: set[tuple[str, ...]] = set()
    marks = []
    for sentence in sentences:
        words = [word.casefold() for word in sentence]
        held = {
            run
            for place, word in enumerate(words)
            for length in lengths.get(word, ())
            if (run := tuple(words[place : place + length])) in wanted
        }
        found |= held
        marks.append(bool(held))
    return np.array(marks, np.bool_).reshape(-1), len(found)
