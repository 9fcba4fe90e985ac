"""Counts of terminology metrics, one row a segment, and the figures they add up to."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

import diglot
from diglot.evaluate.statistics import aggregate
from diglot.evaluate.terminology.terminology_matching import match_terms, positions
from diglot.evaluate.terminology.terminology_windows import (
    annotated_places,
    pair_windows,
    shared,
    window,
)
from diglot.model import Score, Signature

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from diglot.evaluate.terminology.terminology_matching import Hit
    from diglot.evaluate.terminology.terminology_windows import Likeness, Pairing, Window
    from diglot.evaluate.terminology.texts import EncodedSegment, EncodedSet, EncodedTerm, Tokens
    from diglot.model.terminology import Span

Column = NDArray[np.float64]
Ratios = tuple[tuple[str, int, int], ...]

LABELS = ("document", "segment")
AGGREGATES = ("per_segment", "all_segments", "matched", "all_terms")
"""Figures of a window metric: the mean over segments with terms of the mean over matched terms, 0
where none is; the same sum over all segments; the mean over matched terms; over all terms."""
_WINDOW_RATIOS = {
    "per_segment": ("means", "segments_with_terms"),
    "all_segments": ("means", "segments"),
    "matched": ("overlap", "matched"),
    "all_terms": ("overlap", "terms"),
}


class Item(NamedTuple):
    """A segment with terms, and what its hypothesis does with them.

    Attributes:
        row: number of the segment in the set.
        segment: the segment.
        hypothesis: tokens of its translation.
        where: places of each of them.
        held: copies of each of them.
        hits: where each term was found (exact match).
        places: where annotated forms stand (see `annotated_places`).
    """

    row: int
    segment: EncodedSegment
    hypothesis: Tokens
    where: Mapping[int, Sequence[int]]
    held: Mapping[int, int]
    hits: list[Hit | None]
    places: list[tuple[list[EncodedTerm], list[Span]]]


class Work(NamedTuple):
    """One hypothesis for a test set, its terms looked up.

    Attributes:
        gold: the test set.
        items: the segments with terms.
        options: what every signature says.
    """

    gold: EncodedSet
    items: tuple[Item, ...]
    options: tuple[tuple[str, str], ...]


def work_of(
    gold: EncodedSet, hypothesis: Sequence[Tokens], options: Iterable[tuple[str, str]] = ()
) -> Work:
    """Look up the terms of a test set in a hypothesis.

    Args:
        gold: the test set.
        hypothesis: tokens of each segment (see `EncodedSet.hypothesis`).
        options: (name, value) pairs for the signature: how texts were cut, which lemmas.
    """
    items = []
    for row, (segment, tokens) in enumerate(zip(gold.segments, hypothesis, strict=True)):
        if segment.terms:
            where = positions(tokens)
            items.append(
                Item(
                    row,
                    segment,
                    tokens,
                    where,
                    {token: len(places) for token, places in where.items()},
                    match_terms(segment, tokens, gold.vocabulary, where),
                    annotated_places(segment, tokens, where),
                )
            )
    return Work(gold, tuple(items), tuple(options))


def exact_match(work: Work) -> Score:
    """Score exact-match accuracy: as written (``surface``), and with lemmas (``accuracy``)."""
    columns = _columns(work, "surface_matches", "matches", "terms")
    for item in work.items:
        levels = [hit.level for hit in item.hits if hit is not None]
        columns["surface_matches"][item.row] = levels.count("exact")
        columns["matches"][item.row] = len(levels)
        columns["terms"][item.row] = len(item.hits)
    ratios = {"accuracy": ("matches", "terms"), "surface": ("surface_matches", "terms")}
    return ratio_score("exact_match", work, columns, ratios, given=("terms",))


def overlaps(
    work: Work, size: int, *, skip_function_words: bool = False, likeness: Likeness = shared
) -> list[list[Pairing]]:
    """Compare the windows of every annotated form that a hypothesis has.

    Args:
        work: the hypothesis.
        size: words on each side.
        skip_function_words: they do not count as words of a window.
        likeness: counts what two windows share.

    Returns:
        The pairings of each of ``work.items``.
    """
    vocabulary = work.gold.vocabulary
    punctuation = vocabulary.is_punctuation

    def skipped(token: int) -> bool:
        return punctuation(token) or vocabulary.is_function_word(token)

    def around(tokens: Tokens) -> Callable[[Span], Window]:
        return lambda span: window(tokens, span, size, leave)

    leave = skipped if skip_function_words else punctuation
    return [
        pair_windows(
            item.places, around(item.segment.reference or ()), around(item.hypothesis), likeness
        )
        for item in work.items
    ]


def window_score(
    name: str,
    work: Work,
    pairings: Sequence[Sequence[Pairing]],
    options: Sequence[tuple[str, str]] = (),
) -> Score:
    """Aggregate pairings in the four ways of ``AGGREGATES``.

    Args:
        name: of the metric.
        work: the hypothesis.
        pairings: those of each of ``work.items``.
        options: further options for the signature.
    """
    names = ("means", "overlap", "matched", "terms", "segments_with_terms", "segments")
    columns = _columns(work, *names)
    columns["segments"][:] = 1
    for item, found in zip(work.items, pairings, strict=True):
        placed = sum(term.target is not None for term in item.segment.terms)
        columns["terms"][item.row] = placed
        columns["segments_with_terms"][item.row] = placed > 0
        columns["matched"][item.row] = len(found)
        if found:
            total = sum(pairing.score for pairing in found)
            columns["overlap"][item.row] = total
            columns["means"][item.row] = total / len(found)
    given = ("terms", "segments_with_terms", "segments")
    return ratio_score(name, work, columns, _WINDOW_RATIOS, given=given, options=options)


def term_means(
    name: str,
    work: Work,
    values: Mapping[str, Sequence[Sequence[float | None]]],
    options: Sequence[tuple[str, str]] = (),
) -> Score:
    """Aggregate values of terms to their means over all terms that have one.

    Args:
        name: of the metric.
        work: the hypothesis.
        values: by figure, a value or None for each term of each of ``work.items``.
        options: further options for the signature.
    """
    columns = _columns(work)
    for figure, found in values.items():
        columns[figure] = np.zeros(len(work.gold.segments))
        columns[f"{figure}_terms"] = np.zeros(len(work.gold.segments))
        for item, each in zip(work.items, found, strict=True):
            known = [value for value in each if value is not None]
            columns[figure][item.row] = sum(known)
            columns[f"{figure}_terms"][item.row] = len(known)
    ratios = {figure: (figure, f"{figure}_terms") for figure in values}
    given = tuple(f"{figure}_terms" for figure in values if figure != "elsewhere")
    return ratio_score(name, work, columns, ratios, given=given, options=options)


def ratio_score(
    name: str,
    work: Work,
    columns: Mapping[str, Column],
    ratios: Mapping[str, tuple[str, str]],
    *,
    given: tuple[str, ...],
    options: Sequence[tuple[str, str]] = (),
) -> Score:
    """Return a score whose figures divide one sum by another.

    Args:
        name: of the metric.
        work: the hypothesis.
        columns: counts of each segment, by name.
        ratios: names of dividend and divisor, by figure.
        given: the counts that depend on the test set alone.
        options: further options for the signature.
    """
    names = tuple(columns)
    places = tuple((figure, names.index(a), names.index(b)) for figure, (a, b) in ratios.items())
    return aggregate.score(
        name,
        np.column_stack([labels(work.gold), *columns.values()]),
        (*LABELS, *names),
        given=given,
        aggregate=partial(divided, ratios=places),
        signature=Signature(name, diglot.__version__, (*work.options, *options)),
    )


def labels(gold: EncodedSet) -> Column:
    """Return the number of the document and of the segment of every row."""
    rows = len(gold.segments)
    documents = gold.documents or (0,) * rows
    return np.column_stack([np.array(documents, dtype=np.float64), np.arange(rows)])


def divided(counts: Column, *, ratios: Ratios) -> dict[str, Column]:
    """Divide columns of summed counts, shape (..., columns); 0/0 is 0."""
    return {
        figure: aggregate.divide(counts[..., above], counts[..., below])
        for figure, above, below in ratios
    }


def _columns(work: Work, *names: str) -> dict[str, Column]:
    return {name: np.zeros(len(work.gold.segments)) for name in names}
