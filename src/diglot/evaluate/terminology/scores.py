"""Terminology metrics: how a hypothesis fares with the marked terms of a test set.

Every metric keeps one row of counts a segment, so that figures can be computed again from any
sample of segments. ``matches`` finds terms and compares what stands around them, ``strings`` cuts
phrases for string metrics, this module adds up.

Reference:
    Alam, Anastasopoulos, Besacier, Cross, Gallé, Koehn and Nikoulina 2021, "On the evaluation of
    machine translation for terminology consistency".
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from diglot._version import __version__
from diglot.evaluate.statistics import aggregate
from diglot.evaluate.terminology.matches import (
    CONTENT_WEIGHT,
    annotated_places,
    best_share,
    count_shared,
    dependency_window,
    is_elsewhere,
    linked_words,
    match_terms,
    pair_windows,
    positions,
    share_held,
    share_in_place,
    subsequence_length,
    window,
)
from diglot.model import Score, Signature

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from diglot.evaluate.statistics.aggregate import Floats
    from diglot.evaluate.terminology.matches import Hit, Likeness, Pairing, Window
    from diglot.evaluate.terminology.texts import EncodedSegment, EncodedSet, EncodedTerm, Tokens
    from diglot.model.terms import Span

    Links = Sequence[tuple[int, int]]
    Heads = Sequence[int]
    Values = list[list[float | None]]


LABELS = ("document", "segment")
_WINDOW_RATIOS = {
    "per_segment": ("means", "segments_with_terms"),
    "all_segments": ("means", "segments"),
    "matched": ("overlap", "matched"),
    "all_terms": ("overlap", "terms"),
}
"""The mean over segments with terms of the mean over matched terms, 0 where none is; the same sum
over all segments; the mean over matched terms; over all terms."""


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


class EncodedHypothesis(NamedTuple):
    """One hypothesis for a test set, its terms looked up."""

    gold: EncodedSet
    items: tuple[Item, ...]
    options: tuple[tuple[str, str], ...]


def encode_hypothesis(
    gold: EncodedSet, hypothesis: Sequence[Tokens], options: Iterable[tuple[str, str]] = ()
) -> EncodedHypothesis:
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
    return EncodedHypothesis(gold, tuple(items), tuple(options))


def exact_match(work: EncodedHypothesis) -> Score:
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
    work: EncodedHypothesis,
    size: int,
    *,
    skip_function_words: bool = False,
    likeness: Likeness = count_shared,
) -> list[list[Pairing]]:
    """Compare the windows of every annotated form that a hypothesis has.

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
    work: EncodedHypothesis,
    pairings: Sequence[Sequence[Pairing]],
    options: Sequence[tuple[str, str]] = (),
) -> Score:
    """Aggregate pairings in the four ways of `_WINDOW_RATIOS`."""
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
    work: EncodedHypothesis,
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
    columns: dict[str, Floats] = {}
    for figure, found in values.items():
        columns |= _columns(work, figure, f"{figure}_terms")
        for item, each in zip(work.items, found, strict=True):
            known = [value for value in each if value is not None]
            columns[figure][item.row] = sum(known)
            columns[f"{figure}_terms"][item.row] = len(known)
    ratios = {figure: (figure, f"{figure}_terms") for figure in values}
    given = tuple(f"{figure}_terms" for figure in values if figure != "elsewhere")
    return ratio_score(name, work, columns, ratios, given=given, options=options)


def ratio_score(
    name: str,
    work: EncodedHypothesis,
    columns: Mapping[str, Floats],
    ratios: Mapping[str, tuple[str, str]],
    *,
    given: tuple[str, ...],
    options: Sequence[tuple[str, str]] = (),
) -> Score:
    """Return a score whose figures divide one sum by another."""
    names = (*LABELS, *columns)
    rows = np.column_stack([labels(work.gold), *columns.values()])
    signature = Signature(name, __version__, (*work.options, *options))
    return aggregate.score(
        name, rows, names, aggregate.ratios(names, ratios), signature, given=given
    )


def labels(gold: EncodedSet) -> Floats:
    """Return the number of the document and of the segment of every row."""
    rows = len(gold.segments)
    documents = gold.documents or (0,) * rows
    return np.column_stack([np.array(documents, dtype=np.float64), np.arange(rows)])


def _columns(work: EncodedHypothesis, *names: str) -> dict[str, Floats]:
    return {name: np.zeros(len(work.gold.segments)) for name in names}


WINDOWS = (2, 3)

_NEED_PLACES = (
    *(f"{kind}_{size}" for kind in ("window_overlap", "ordered_window") for size in WINDOWS),
    *("partial.annotated", "partial.in_place"),
)
NO_PLACES = "the test set does not say where its terms stand in the reference"


@dataclass(frozen=True, slots=True)
class FoundTerm:
    """What became of one marked term.

    Attributes:
        segment: number of its segment in the set.
        term: number of the term in the segment.
        hit: where it was found; None if it was not.
        place: where its annotated form stands, paired by the words around it; None if nowhere.
        overlap: window overlap there, one for each size of ``WINDOWS``; empty without a place.
        partial: share of its words that the hypothesis has.
        elsewhere: found, but not where the source term is linked to; None without links.
    """

    segment: int
    term: int
    hit: Hit | None
    place: Span | None
    overlap: tuple[float, ...]
    partial: float
    elsewhere: bool | None


@dataclass(frozen=True, slots=True, eq=False)
class TermScores:
    """The terminology metrics of one hypothesis.

    Attributes:
        scores: by name of the metric.
        terms: what became of every marked term, in the order of the set.
        missing: why metrics are not there, by name.
    """

    scores: Mapping[str, Score]
    terms: tuple[FoundTerm, ...]
    missing: Mapping[str, str]


def score_terms(
    gold: EncodedSet,
    hypothesis: Sequence[Tokens],
    *,
    links: Sequence[Links] | None = None,
    heads: tuple[Sequence[Heads], Sequence[Heads]] | None = None,
    skip_function_words: bool = False,
    options: Sequence[tuple[str, str]] = (),
) -> TermScores:
    """Score how a hypothesis translates the terms of a test set.

    Args:
        gold: the test set (see `encode_set`).
        hypothesis: tokens of each segment (see `EncodedSet.hypothesis`).
        links: pairs (place in the source, place in the hypothesis) of each segment, for the
            alignment-based metrics.
        heads: place of the head of every token of each reference and of each hypothesis, -1 for
            none, for the windows of dependency links.
        skip_function_words: leave function words out of windows, as punctuation is.
        options: (name, value) pairs for the signatures: how texts were cut, which lemmas.
    """
    work = encode_hypothesis(gold, hypothesis, options)
    scores = [exact_match(work)]
    missing: dict[str, str] = {}
    pairings: list[list[list[Pairing]]] = []
    if gold.located_terms:
        pairings = [
            overlaps(work, size, skip_function_words=skip_function_words) for size in WINDOWS
        ]
        scores += _window_scores(work, pairings, skip_function_words=skip_function_words)
        if heads is not None:
            scores.append(window_score("dependency_window", work, _linked(work, *heads)))
    else:
        missing |= dict.fromkeys(_NEED_PLACES, NO_PLACES)
    if heads is None:
        missing["dependency_window"] = "no parse is given (--parsed, --parser)"
    shares = [[best_share(term, item.held) for term in item.segment.terms] for item in work.items]
    scores.append(_partial_match(work, shares))
    if not gold.vocabulary.has_function_words:
        missing["partial.content_words"] = "the target language has no list of function words"
    elsewhere = None
    if links is None:
        missing["aligned_partial"] = "no word links are given (--align, --links)"
    else:
        score, elsewhere = _aligned(work, links)
        scores.append(score)
    return TermScores(
        {score.metric: score for score in scores},
        _found(work, pairings, shares, elsewhere),
        missing,
    )


def _window_scores(
    work: EncodedHypothesis, pairings: Sequence[list[list[Pairing]]], *, skip_function_words: bool
) -> list[Score]:
    """Score the windows around terms, whatever their order and in it."""
    words = ("function_words", "skipped" if skip_function_words else "kept")
    scores = []
    for size, found in zip(WINDOWS, pairings, strict=True):
        options = (("window", str(size)), words)
        ordered = overlaps(
            work, size, skip_function_words=skip_function_words, likeness=subsequence_length
        )
        scores.append(window_score(f"window_overlap_{size}", work, found, options))
        scores.append(window_score(f"ordered_window_{size}", work, ordered, options))
    return scores


def _partial_match(work: EncodedHypothesis, shares: list[list[float]]) -> Score:
    """Score partial match in all its ways; figures that cannot be computed are left out."""
    vocabulary = work.gold.vocabulary
    values: dict[str, Values] = {"accuracy": [list(each) for each in shares]}
    if vocabulary.has_function_words:
        weight = _weight_of(vocabulary.is_function_word)
        values["content_words"] = _each(
            work, lambda item, term: best_share(term, item.held, weight)
        )
    if work.gold.located_terms:
        values["annotated"] = _each(work, _annotated)
        values["in_place"] = _each(work, _in_place)
    return term_means("partial", work, values, (("content_weight", f"{CONTENT_WEIGHT:g}"),))


def _weight_of(is_function_word: Callable[[int], bool]) -> Callable[[int], float]:
    return lambda token: 1 - CONTENT_WEIGHT if is_function_word(token) else CONTENT_WEIGHT


def _annotated(item: Item, term: EncodedTerm) -> float | None:
    return None if term.surface is None else share_held(term.surface, item.held)


def _in_place(item: Item, term: EncodedTerm) -> float | None:
    if term.surface is None or term.target is None:
        return None
    length = len(item.segment.reference or ())
    return share_in_place(term.surface, term.target, length, item.where, len(item.hypothesis))


def _aligned(
    work: EncodedHypothesis, links: Sequence[Links]
) -> tuple[Score, list[list[bool | None]]]:
    """Score partial match among the words linked to each source term."""
    shares: Values = []
    elsewhere: list[list[bool | None]] = []
    for item in work.items:
        shares.append([])
        elsewhere.append([])
        for term, hit in zip(item.segment.terms, item.hits, strict=True):
            if term.source is None:
                shares[-1].append(None)
                elsewhere[-1].append(None)
                continue
            linked = linked_words(links[item.row], term.source)
            held = Counter(item.hypothesis[place] for place in linked)
            shares[-1].append(best_share(term, held))
            elsewhere[-1].append(is_elsewhere(hit, linked) if hit else None)
    values: dict[str, Values] = {
        "accuracy": shares,
        "elsewhere": [[None if one is None else float(one) for one in each] for each in elsewhere],
    }
    return term_means("aligned_partial", work, values), elsewhere


def _linked(
    work: EncodedHypothesis, references: Sequence[Heads], hypotheses: Sequence[Heads]
) -> list[list[Pairing]]:
    """Compare the words that dependency links tie to each term."""
    vocabulary = work.gold.vocabulary

    def around(heads: Heads, tokens: Tokens) -> Callable[[Span], Tokens]:
        return lambda span: dependency_window(heads, tokens, span, vocabulary)

    return [
        pair_windows(
            item.places,
            around(references[item.row], item.segment.reference or ()),
            around(hypotheses[item.row], item.hypothesis),
        )
        for item in work.items
    ]


def _each(work: EncodedHypothesis, value: Callable[[Item, EncodedTerm], float | None]) -> Values:
    return [[value(item, term) for term in item.segment.terms] for item in work.items]


def _found(
    work: EncodedHypothesis,
    pairings: Sequence[Sequence[Sequence[Pairing]]],
    shares: Sequence[Sequence[float]],
    elsewhere: Sequence[Sequence[bool | None]] | None,
) -> tuple[FoundTerm, ...]:
    """Put together what became of each term."""
    found: list[FoundTerm] = []
    for number, item in enumerate(work.items):
        overlap: dict[int, tuple[float, ...]] = {}
        places: dict[int, Span] = {}
        for each in pairings:
            for pairing in each[number]:
                places.setdefault(pairing.term, pairing.span)
                overlap[pairing.term] = (*overlap.get(pairing.term, ()), pairing.score)
        found.extend(
            FoundTerm(
                item.row,
                term,
                hit,
                places.get(term),
                overlap.get(term, ()),
                shares[number][term],
                elsewhere[number][term] if elsewhere else None,
            )
            for term, hit in enumerate(item.hits)
        )
    return tuple(found)
