"""Terminology metrics: how a hypothesis fares with the marked terms of a test set.

Every metric keeps one row of counts a segment, so that figures can be computed again from any
sample of segments. ``terminology_matching`` finds terms, ``terminology_windows`` compares what
stands around them, ``terminology_partial`` counts parts of terms and looks where they stand,
``terminology_phrases`` cuts phrases for string metrics, ``terminology_scores`` adds up.

Reference:
    Alam, Anastasopoulos, Besacier, Cross, Gallé, Koehn and Nikoulina 2021, "On the evaluation of
    machine translation for terminology consistency".
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.evaluate.terminology.terminology_partial import (
    CONTENT_WEIGHT,
    best_share,
    is_elsewhere,
    linked_words,
    share_held,
    share_in_place,
)
from diglot.evaluate.terminology.terminology_scores import (
    Item,
    Work,
    exact_match,
    overlaps,
    term_means,
    window_score,
    work_of,
)
from diglot.evaluate.terminology.terminology_windows import (
    dependency_window,
    in_order,
    pair_windows,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from diglot.evaluate.terminology.terminology_matching import Hit
    from diglot.evaluate.terminology.terminology_windows import Pairing
    from diglot.evaluate.terminology.texts import EncodedSet, EncodedTerm, Tokens
    from diglot.model import Score
    from diglot.model.terminology import Span

    Links = Sequence[tuple[int, int]]
    Heads = Sequence[int]
    Values = list[list[float | None]]

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
    work = work_of(gold, hypothesis, options)
    scores = [exact_match(work)]
    missing: dict[str, str] = {}
    pairings: list[list[list[Pairing]]] = []
    if gold.placed:
        pairings = [
            overlaps(work, size, skip_function_words=skip_function_words) for size in WINDOWS
        ]
        scores += _window_scores(work, pairings, skip_function_words=skip_function_words)
        if heads is not None:
            scores.append(window_score("dependency_window", work, _linked(work, *heads)))
    else:
        missing |= dict.fromkeys(_NEED_PLACES, NO_PLACES)
    if heads is None:
        missing["dependency_window"] = "no parser is given (--parser)"
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
    work: Work, pairings: Sequence[list[list[Pairing]]], *, skip_function_words: bool
) -> list[Score]:
    """Score the windows around terms, whatever their order and in it."""
    words = ("function_words", "skipped" if skip_function_words else "kept")
    scores = []
    for size, found in zip(WINDOWS, pairings, strict=True):
        options = (("window", str(size)), words)
        ordered = overlaps(work, size, skip_function_words=skip_function_words, likeness=in_order)
        scores.append(window_score(f"window_overlap_{size}", work, found, options))
        scores.append(window_score(f"ordered_window_{size}", work, ordered, options))
    return scores


def _partial_match(work: Work, shares: list[list[float]]) -> Score:
    """Score partial match in all its ways; figures that cannot be computed are left out."""
    vocabulary = work.gold.vocabulary
    values: dict[str, Values] = {"accuracy": [list(each) for each in shares]}
    if vocabulary.has_function_words:
        weight = _weight_of(vocabulary.is_function_word)
        values["content_words"] = _each(
            work, lambda item, term: best_share(term, item.held, weight)
        )
    if work.gold.placed:
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


def _aligned(work: Work, links: Sequence[Links]) -> tuple[Score, list[list[bool | None]]]:
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
    work: Work, references: Sequence[Heads], hypotheses: Sequence[Heads]
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


def _each(work: Work, value: Callable[[Item, EncodedTerm], float | None]) -> Values:
    return [[value(item, term) for term in item.segment.terms] for item in work.items]


def _found(
    work: Work,
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
