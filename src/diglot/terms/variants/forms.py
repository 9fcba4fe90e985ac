"""Which candidates are forms of one term, and which of its forms glossaries list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.terms.extraction.candidates import Candidates
    from diglot.text.lemmas import Lemmatiser

_FACTOR = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Forms:
    """The candidates of one side as forms of terms.

    Attributes:
        groups: shape (n-grams,), int64, from 0: equal numbers are forms of one term. Words with a
            hyphen are as good as their parts: ``cross-reference``, ``cross references``.
        share: shape (n-grams,), float64, log of the share of the occurrences of all forms.
        lemmas: shape (n-grams,), float64, share of words that are their own lemmas, less that of
            the form with most of them.
        openings: shape (n-grams,), float64, log of how often the form opens a sentence next to all
            forms: a form that headings and labels have is a citation form.
        sentences: shape (groups,), float64, sentences that hold each form, added up.
    """

    groups: NDArray[np.int64]
    share: NDArray[np.float64]
    lemmas: NDArray[np.float64]
    openings: NDArray[np.float64]
    sentences: NDArray[np.float64]


def term_forms(found: Candidates, lemmatiser: Lemmatiser) -> Forms:
    """Group candidates by the lemmas of their words."""
    corpus = found.corpus
    lemmas = [lemmatiser.lemma(word) for word in corpus.words]
    numbers: dict[str, int] = {}
    parts = [
        [numbers.setdefault(part, len(numbers) + 1) for part in _parts(lemma)] for lemma in lemmas
    ]
    own = np.array([a == b for a, b in zip(lemmas, corpus.words, strict=True)], np.float64)
    lengths = found.lengths[found.first].astype(np.int64)
    begins = found.begins[found.first]
    keys = np.zeros(len(found), np.uint64)
    uninflected = np.zeros(len(found))
    factors, addends = _steps(parts)
    for place in range(int(lengths.max(initial=0))):
        here = np.flatnonzero(lengths > place)
        word = corpus.tokens[begins[here] + place]
        keys[here] = keys[here] * factors[word] + addends[word]
        uninflected[here] += own[word]
    uninflected /= np.maximum(lengths, 1)
    _, groups = np.unique(keys, return_inverse=True)
    size = int(groups.max(initial=-1)) + 1
    frequency = found.frequencies.astype(np.float64)
    total = np.bincount(groups, frequency, size)
    most = np.zeros(size)
    np.maximum.at(most, groups, uninflected)
    first = corpus.offsets[:-1]
    opening = np.isin(found.begins, first)
    opens = np.bincount(found.ngrams, opening, len(found))
    usual = np.bincount(groups, opens, size) / np.maximum(total, 1)
    return Forms(
        groups=groups.astype(np.int64),
        share=np.log(frequency / total[groups]),
        lemmas=uninflected - most[groups],
        openings=np.log((opens + usual[groups] + 0.1) / ((frequency + 1) * (usual[groups] + 0.1))),
        sentences=np.bincount(groups, found.sentences, size).astype(np.float64),
    )


def term_key(text: str, lemmas: Lemmatiser) -> str:
    """Return what is the same for all forms and spellings of a term: its lemmas in one word.

    So ``file systems``, ``file-system`` and ``filesystem`` are one term.
    """
    words = text.lower().replace("'", "' ").split()
    return "".join(part for word in words for part in _parts(lemmas.lemma(word)))


def _parts(lemma: str) -> list[str]:
    return [part for part in lemma.split("-") if part] or [lemma]


def _steps(
    parts: Sequence[Sequence[int]],
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return what the words multiply a key by and add to it, so that parts count one by one."""
    factors, addends = [], []
    for each in parts:
        factor, addend = 1, 0
        for number in each:
            factor = factor * _FACTOR & _MASK
            addend = addend * _FACTOR + number & _MASK
        factors.append(factor)
        addends.append(addend)
    return np.array(factors, np.uint64), np.array(addends, np.uint64)
