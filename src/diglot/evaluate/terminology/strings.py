"""String metrics of a terminology test set: whole segments, and phrases around terms.

References:
    Papineni et al. 2002 (BLEU); Popović 2015 and 2017 (chrF, chrF++); Snover et al. 2006 (TER);
    Alam et al. 2021, section 2.2 (TERm), appendix A (Term-BLEU); Post 2018 (signatures).
"""

from __future__ import annotations

from bisect import bisect_left
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from diglot._version import __version__
from diglot.evaluate.statistics import aggregate
from diglot.evaluate.strings.ngrams import BLEU_ORDER, SegmentCounts, bleu, chrf
from diglot.evaluate.strings.ter import (
    TERM_WEIGHT,
    accuracy,
    accuracy_by_weight,
    edit_rate,
    ter,
    weighted_ter,
)
from diglot.evaluate.terminology.scores import LABELS, labels
from diglot.model import Score, Signature

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from diglot.evaluate.statistics.aggregate import Floats
    from diglot.evaluate.terminology.texts import EncodedSegment, EncodedSet, Tokens, Vocabulary


def text_scores(
    gold: EncodedSet,
    hypotheses: Sequence[str],
    references: Sequence[str],
    *,
    language: str | None = None,
) -> dict[str, Score]:
    """Score ``bleu``, ``chrf2`` and ``chrf2++`` of whole segments, as sacreBLEU does."""
    found = (bleu(hypotheses, references, language=language), *chrf(hypotheses, references))
    return {
        name: _score_of_counts(name, gold, each.statistics, each)
        for name, each in zip(("bleu", "chrf2", "chrf2++"), found, strict=True)
    }


def phrase_scores(
    gold: EncodedSet,
    hypothesis: Sequence[Tokens],
    sizes: Sequence[int],
    options: Sequence[tuple[str, str]] = (),
    *,
    links: Sequence[Sequence[tuple[int, int]]] | None = None,
) -> dict[str, Score]:
    """Score Term-BLEU and Term-chrF: the same metrics of the phrases around terms.

    Args:
        gold: the test set, with places of terms.
        hypothesis: tokens of each segment.
        sizes: words on each side of a term, one pair of scores for each.
        options: (name, value) pairs for the signatures: how texts were cut, which lemmas.
        links: pairs (place in the reference, place in the hypothesis) of each segment, as a word
            aligner gives them; by default equal words and lemmas are linked. With them the names of
            the scores hold ``linked``.

    Reference:
        Alam et al. 2021, appendix A (Term-BLEU).
    """
    vocabulary = gold.vocabulary
    how = "linked_" if links is not None else ""
    if links is None:
        links = [
            list(
                enumerate(linked_places(*map(vocabulary.lemmas, (segment.reference or (), tokens))))
            )
            if segment.terms
            else []
            for segment, tokens in zip(gold.segments, hypothesis, strict=True)
        ]
    scores: dict[str, Score] = {}
    for size in sizes:
        rows: list[int] = []
        phrases: list[tuple[str, str]] = []
        for row, (segment, tokens) in enumerate(zip(gold.segments, hypothesis, strict=True)):
            if segment.terms:
                found = texts(phrase_pairs(segment, tokens, links[row], size), vocabulary)
                rows.extend([row] * len(found))
                phrases.extend(found)
        wanted, held = [one for one, _ in phrases], [other for _, other in phrases]
        for name, counts in (
            (f"term_bleu_{how}{size}", bleu(held, wanted, tokeniser="none")),
            (f"term_chrf_{how}{size}", chrf(held, wanted)[0]),
        ):
            sums = np.zeros((len(gold.segments), len(counts.columns)))
            np.add.at(sums, rows, counts.statistics)
            told = (*options, ("links", "words" if how else "equal"), ("k", str(size)))
            scores[name] = _score_of_counts(name, gold, sums, counts, told)
    return scores


def edit_rates(
    gold: EncodedSet, hypothesis: Sequence[Tokens], options: Sequence[tuple[str, str]] = ()
) -> dict[str, Score]:
    """Score translation edit rate (``ter``) and its variant that weighs terms (``term``).

    Capitals matter, as they do for BLEU.

    ``term.score`` is one less the cost for each word of the reference, ``by_weight`` one less the
    cost by the weight of the reference, ``without_moves`` the first with moves left out.

    Args:
        gold: the test set, with references.
        hypothesis: tokens of each segment.
        options: (name, value) pairs for the signature of TERm.
    """
    words = gold.vocabulary.words
    texts = [words(tokens) for tokens in hypothesis]
    references = [words(each.reference or ()) for each in gold.segments]
    plain = ter(texts, references, case_sensitive=True)
    scores = {
        "ter": score_of(
            "ter", gold, plain.statistics, ("edits", "words"), ("words",), _ter, plain.signature
        )
    }
    if gold.located_terms:
        weights = term_weights(gold, TERM_WEIGHT)
        moved = weighted_ter(texts, references, weights)
        fixed = weighted_ter(texts, references, weights, moves=False)
        counts = np.column_stack([moved.statistics, fixed.costs])
        columns = ("cost", "words", "weight", "cost_without_moves")
        signature = Signature("term", __version__, (*options, ("weight", f"{TERM_WEIGHT:g}")))
        scores["term"] = score_of(
            "term", gold, counts, columns, ("words", "weight"), _term, signature
        )
    return scores


def term_weights(gold: EncodedSet, weight: float) -> list[list[float]]:
    """Return the weight of every word of each reference: ``weight`` in a marked term, else 1."""
    found = []
    for segment in gold.segments:
        weights = [1.0] * len(segment.reference or ())
        for term in segment.terms:
            if term.target is not None:
                begin, end = term.target
                weights[begin:end] = [weight] * (end - begin)
        found.append(weights)
    return found


def _score_of_counts(
    name: str,
    gold: EncodedSet,
    sums: Floats,
    counts: SegmentCounts,
    phrases: Sequence[tuple[str, str]] = (),
) -> Score:
    """Return the score of counts that string metrics took.

    Args:
        name: of the metric.
        gold: the test set.
        sums: counts of each segment.
        counts: what they are counts of.
        phrases: further options for the signature if phrases were counted, not whole segments.
    """
    figure, line = counts.aggregate, counts.signature
    if phrases:
        figure = effective_bleu if counts.name == "BLEU" else figure
        told = "|".join(f"{option}:{value}" for option, value in phrases)
        line = f"{told}|{line.replace('eff:no', 'eff:yes')}"
    given = tuple(column for column in counts.columns if column.startswith("reference"))
    return score_of(
        name, gold, sums, counts.columns, given, partial(_one_figure, figure=figure), line
    )


def _one_figure(counts: Floats, *, figure: Callable[[Floats], Floats]) -> dict[str, Floats]:
    return {"score": figure(counts)}


def effective_bleu(totals: Floats) -> Floats:
    """Return BLEU over the orders for which there are n-grams, from sums of shape (..., 10)."""
    matches, ngrams = totals[..., 2 : 2 + BLEU_ORDER], totals[..., 2 + BLEU_ORDER :]
    there = ngrams > 0
    halvings = 2.0 ** np.cumsum((matches == 0) & there, axis=-1)
    counted = np.where(matches == 0, 1 / halvings, matches)
    logs = np.where(there, np.log(counted / np.where(there, ngrams, 1)), 0)
    means = np.exp(logs.sum(axis=-1) / np.maximum(there.sum(axis=-1), 1))
    length, reference = totals[..., 0], totals[..., 1]
    penalty = np.exp(np.minimum(0, 1 - reference / np.where(length > 0, length, 1)))
    return np.where(matches.any(axis=-1), 100 * penalty * means, 0.0)


def score_of(
    name: str,
    gold: EncodedSet,
    counts: Floats,
    columns: tuple[str, ...],
    given: tuple[str, ...],
    figures: Callable[[Floats], Mapping[str, Floats]],
    signature: Signature | str,
) -> Score:
    """Return a score of counts of every segment."""
    if isinstance(signature, str):
        signature = Signature(name, __version__, _options(signature))
    rows = np.column_stack([labels(gold), counts])
    return aggregate.score(name, rows, (*LABELS, *columns), figures, signature, given=given)


def _options(line: str) -> tuple[tuple[str, str], ...]:
    """Return the options of a line of sacreBLEU's, its version told from ours."""
    pairs = (part.partition(":")[::2] for part in line.split("|"))
    return tuple(("sacrebleu" if name == "version" else name, value) for name, value in pairs)


def _ter(counts: Floats) -> dict[str, Floats]:
    return {"score": edit_rate(counts)}


def _term(counts: Floats) -> dict[str, Floats]:
    return {
        "score": accuracy(counts[..., :3]),
        "by_weight": accuracy_by_weight(counts[..., :3]),
        "without_moves": accuracy(counts[..., [3, 1, 2]]),
    }


# Phrases around terms: a small parallel text that string metrics can be computed on.
#
# The words of hypothesis and reference are linked by a word aligner, or where they are equal, or
# have equal lemmas, along the longest common subsequence; a term's phrase in the hypothesis is what
# its words are linked to, and the words around.

# The table of a longest common subsequence takes a bit a cell; beyond this the words that occur
# once on both sides are linked, which takes no table.
_CELLS = 1 << 30


class PhrasePair(NamedTuple):
    """What stands around a term in the reference, and around its image in the hypothesis.

    Attributes:
        reference: its tokens.
        hypothesis: its tokens; empty if no word of the term is linked.
    """

    reference: Tokens
    hypothesis: Tokens


def linked_places(reference: Tokens, hypothesis: Tokens) -> list[int]:
    """Return the place in the hypothesis of every token of the reference; -1 for none.

    Args:
        reference: tokens, or numbers of their lemmas.
        hypothesis: the same of the other text.
    """
    if len(reference) * len(hypothesis) > _CELLS:
        return _linked_by_single_words(reference, hypothesis)
    from rapidfuzz.distance import LCSseq

    places = [-1] * len(reference)
    for begin, other, size in LCSseq.opcodes(reference, hypothesis).as_matching_blocks():
        places[begin : begin + size] = range(other, other + size)
    return places


def phrase_pairs(
    segment: EncodedSegment, hypothesis: Tokens, links: Sequence[tuple[int, int]], size: int
) -> list[PhrasePair]:
    """Return the phrases around the terms of a segment, cut at its ends.

    Args:
        segment: with places of terms.
        hypothesis: its tokens.
        links: pairs (place in the reference, place in the hypothesis); -1 is no place.
        size: words on each side.
    """
    pairs: list[PhrasePair] = []
    reference = segment.reference or ()
    for term in segment.terms:
        if term.target is None:
            continue
        begin, end = term.target
        image = [there for here, there in links if begin <= here < end and there >= 0]
        pairs.append(
            PhrasePair(
                reference[max(0, begin - size) : end + size],
                hypothesis[max(0, min(image) - size) : max(image) + 1 + size] if image else (),
            )
        )
    return pairs


def texts(pairs: Sequence[PhrasePair], vocabulary: Vocabulary) -> list[tuple[str, str]]:
    """Return phrases as texts, reference first, with a space between tokens."""
    return [
        (" ".join(vocabulary.words(one)), " ".join(vocabulary.words(other))) for one, other in pairs
    ]


def _linked_by_single_words(reference: Tokens, hypothesis: Tokens) -> list[int]:
    """Link the words that occur once on both sides, along their longest rising sequence."""
    single = _single(hypothesis)
    candidates = [
        (place, single[token]) for token, place in _single(reference).items() if token in single
    ]
    candidates.sort()
    ends: list[int] = []
    chain: list[int] = []
    before = [-1] * len(candidates)
    for number, (_, place) in enumerate(candidates):
        length = bisect_left(ends, place)
        before[number] = chain[length - 1] if length else -1
        ends[length : length + 1] = [place]
        chain[length : length + 1] = [number]
    places = [-1] * len(reference)
    number = chain[-1] if chain else -1
    while number >= 0:
        here, there = candidates[number]
        places[here] = there
        number = before[number]
    return places


def _single(tokens: Tokens) -> dict[int, int]:
    """Return the places of the tokens that occur once."""
    found: dict[int, int] = {}
    for place, token in enumerate(tokens):
        found[token] = -1 if token in found else place
    return {token: place for token, place in found.items() if place >= 0}
