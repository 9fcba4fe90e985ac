"""The figures of candidates that rankers learn from; none depends on the language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.terms.extraction.word_figures import NEIGHBOURS, PLAIN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.extraction.occurrences import Occurrences
    from diglot.terms.extraction.word_figures import WordFigures

_OWN = (
    "frequency", "frequency_share", "c_value", "longer", "begin_with", "end_with", "most_longer",
    "total_longer", "words", "content_words", "linking_words", "letters", "rarest", "cohesion",
    "mutual_information", "lemma_frequency", "lemma_forms", "lemma_share", "documents",
    "document_share", "document_entropy", "largest_share", "left_entropy", "right_entropy",
    "left_kinds", "right_kinds",
)  # fmt: skip

NAMES: tuple[str, ...] = (
    *_OWN,
    *(f"{side}_{name}" for side in ("left", "right") for name in NEIGHBOURS),
    *(f"{how}_{name}" for how in ("least", "most", "mean", "first", "last") for name in PLAIN),
    *(
        f"{word}_{side}_{name}"
        for word in ("first", "last")
        for side in ("left", "right")
        for name in NEIGHBOURS
    ),
)
"""Names of the columns of `figures`."""


def c_values(seen: Occurrences) -> NDArray[np.float64]:
    """Return the C-value of every candidate.

    The logarithm is that of the length plus one, so that single words can have a value.

    Reference:
        Frantzi and Ananiadou 2000, Automatic recognition of multi-word terms, equation 2.
    """
    nested = np.where(seen.longer > 0, seen.total / np.maximum(seen.longer, 1), 0)
    return np.log2(seen.lengths + 1) * (seen.frequency - nested)


def lemma_groups(seen: Occurrences, words: WordFigures) -> NDArray[np.int64]:
    """Return a number for every candidate: equal ones have the same lemmas in the same order."""
    lemmas = np.where(seen.words >= 0, words.lemmas[seen.words], -1)
    if not len(lemmas):
        return np.zeros(0, np.int64)
    _, group = np.unique(lemmas, axis=0, return_inverse=True)
    return group.reshape(-1).astype(np.int64)


def figures(
    seen: Occurrences, words: WordFigures, groups: NDArray[np.int64], *, tokens: int, documents: int
) -> NDArray[np.float32]:
    """Return all figures.

    Args:
        seen: counted candidates.
        words: figures of the words.
        groups: from `lemma_groups`.
        tokens: words of the text.
        documents: number of documents.

    Returns:
        Shape (candidates, len(NAMES)); NaN where unknown.
    """
    rows = len(seen)
    found = np.empty((rows, len(NAMES)), np.float32)
    found[:, : len(_OWN)] = _own(seen, words, groups, max(tokens, 1), max(documents, 1))
    at = len(_OWN)
    for side in (seen.left, seen.right):
        found[:, at : at + len(NEIGHBOURS)] = side[:, : len(NEIGHBOURS)]
        at += len(NEIGHBOURS)
    first = seen.words[:, 0]
    last = seen.words[np.arange(rows), seen.lengths - 1]
    for column in range(len(PLAIN)):
        each = np.where(seen.content, words.plain[seen.words, column], np.nan)
        known = ~np.isnan(each)
        some = np.maximum(known.sum(axis=1), 1)
        mean = np.where(known.any(axis=1), np.where(known, each, 0).sum(axis=1) / some, np.nan)
        values = (
            np.fmin.reduce(each, axis=1),
            np.fmax.reduce(each, axis=1),
            mean,
            words.plain[first, column],
            words.plain[last, column],
        )
        for how, value in enumerate(values):
            found[:, at + how * len(PLAIN) + column] = value
    at += 5 * len(PLAIN)
    found[:, at : at + 2 * len(NEIGHBOURS)] = words.beside[first]
    found[:, at + 2 * len(NEIGHBOURS) :] = words.beside[last]
    return found


def _own(
    seen: Occurrences, words: WordFigures, groups: NDArray[np.int64], tokens: int, documents: int
) -> NDArray[np.float64]:
    rows, frequency = len(seen), seen.frequency
    content = seen.content.sum(axis=1)
    logs = np.where(seen.content, np.log(words.counts)[seen.words], np.nan)
    rarest = np.fmin.reduce(logs, axis=1) if rows else np.zeros(0)
    chance = np.where(seen.content, logs - np.log(tokens), 0).sum(axis=1)
    lengths = words.plain[:, PLAIN.index("characters")]
    group = np.bincount(groups, weights=frequency)[groups] if rows else frequency
    forms = np.bincount(groups)[groups] if rows else frequency
    columns = {
        "frequency": np.log(frequency),
        "frequency_share": np.log(frequency / tokens),
        "c_value": np.log1p(np.maximum(c_values(seen), 0)),
        "longer": np.log1p(seen.longer),
        "begin_with": np.log1p(seen.begin_with),
        "end_with": np.log1p(seen.end_with),
        "most_longer": seen.most / frequency,
        "total_longer": np.log((seen.total + 1) / frequency),
        "words": seen.lengths,
        "content_words": content,
        "linking_words": seen.lengths - content,
        "letters": np.where(seen.words >= 0, lengths[seen.words], 0).sum(axis=1),
        "rarest": rarest,
        "cohesion": np.log(frequency) - rarest,
        "mutual_information": (np.log(frequency / tokens) - chance) / np.maximum(content, 1),
        "lemma_frequency": np.log(group),
        "lemma_forms": forms,
        "lemma_share": frequency / group,
        "documents": seen.documents,
        "document_share": seen.documents / documents,
        "document_entropy": seen.document_entropy,
        "largest_share": seen.largest_share,
        "left_entropy": seen.left_entropy,
        "right_entropy": seen.right_entropy,
        "left_kinds": seen.left_kinds,
        "right_kinds": seen.right_kinds,
    }
    return np.stack([columns[name] for name in _OWN], axis=1)
