"""Corresponding spans of parallel sentences, counted by the probabilities of word links."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diglot.flat_arrays import find_sorted, offsets_of
from diglot.model import WordLinks
from diglot.terms.comparable import lists
from diglot.terms.comparable.word_similarity import transliterate
from diglot.terms.extraction.candidates import Candidates
from diglot.terms.extraction.corpus import CONTENT, Corpus
from diglot.terms.extraction.variants import Forms, term_forms
from diglot.terms.kernels import association as kernel
from diglot.text.inflection import learn_inflections
from diglot.text.kernels.edits import WHOLE, likeness_of_pairs
from diglot.text.languages import SYLLABIC, UNDETERMINED
from diglot.text.lemmas import Lemmatiser
from diglot.text.spelling import pack_letters

Wanted = tuple[NDArray[np.bool_], NDArray[np.bool_]]

_SYLLABLES = 2  # further syllables of a word at most: "trình điều khiển" is a driver
_SHARE_OF_SYLLABLE, _LEAST_SYLLABLES = 0.5, 2.0
"""Share of the links of two words, and their number, beside which the same syllable is free."""
HIGHEST = 0.98
BOUNDARY = 0.02
LEAST = 0.03
LEAST_COUNT = 0.05
EVIDENCE = 3
"""Sentence pairs that are remembered of every pair of n-grams."""


BLOCK = 1 << 15
"""Sentence pairs compared at once; where there are more, the disk holds what was found."""

_RECORD = np.dtype([("pair", "i8"), ("sentence", "i4"), ("score", "f4")])


@dataclass(frozen=True, slots=True, eq=False)
class Correspondences:
    """Pairs of candidate n-grams that were seen as translations of each other.

    Attributes:
        source: shape (pairs,), int32, n-gram of the source candidates; ascending.
        target: shape (pairs,), int32, n-gram of the target candidates.
        counts: shape (pairs,), float64: sum over sentence pairs of the best score in each.
        seen: shape (pairs,), int32, sentence pairs in which they correspond at all.
        best: shape (pairs,), float32, the best score of all.
        evidence: shape (pairs, EVIDENCE), int32, sentence pairs with the highest scores, best
            first; -1 where there are no more.
        sums: shape (pairs, 5), float64, counts of the source with all forms of the target, of all
            forms of both, of the source, of all its forms and of all forms of the target.
        forms: of both sides, which n-grams are forms of one term.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    counts: NDArray[np.float64]
    seen: NDArray[np.int32]
    best: NDArray[np.float32]
    evidence: NDArray[np.int32]
    sums: NDArray[np.float64]
    forms: tuple[Forms, Forms]


def find_correspondences(
    source: Candidates,
    target: Candidates,
    links: WordLinks,
    inflections: tuple[Lemmatiser, Lemmatiser] | None = None,
    wanted: Wanted | None = None,
) -> Correspondences:
    """Find which candidates translate each other in parallel sentences.

    Two spans correspond in a sentence pair with the probability that some link runs between them,
    times the probability that no link crosses their borders, times the geometric mean of the
    probabilities that the first and the last word of each span are linked into the other one.
    Every link counts by its probability, so that nothing hangs on a threshold.

    Args:
        source: candidates of the source sentences.
        target: candidates of the target sentences, as many.
        links: links of every sentence pair with probabilities, those of ``LEAST_LINK`` included.
        inflections: lemmas of both sides; None learns them.
        wanted: n-grams of both sides, shape (n-grams,) each, whose pairs are given, with those of
            all forms of the targets; others are counted alone, which takes no memory. None: all.

    Raises:
        ValueError: the sides and the links are not of the same sentence pairs, or the links have
            no probabilities.
        InputError: a link leaves its sentence.
    """
    if not source.corpus.sentences == target.corpus.sentences == links.pairs:
        raise ValueError("candidates and links are of different sentence pairs")
    if links.scores is None:
        raise ValueError("the links have no probabilities")
    links.require_inside(source.corpus.offsets, target.corpus.offsets)
    corpora = source.corpus, target.corpus
    for side, corpus in enumerate(corpora):
        for _ in range(_SYLLABLES if corpus.language in SYLLABIC else 0):
            links = _grow_over_syllables(corpora, side, links)
    one, other = inflections or learn_inflections(source.corpus, target.corpus, links)
    forms = term_forms(source, one), term_forms(target, other)
    groups, bases = forms[1].groups, forms[0].groups
    by_source = np.zeros(len(source))
    by_base, by_target = (np.zeros(len(each.sentences)) for each in forms)
    # What is wanted is weighed against all forms of both terms.
    beside = wanted and [
        np.bincount(each.groups, chosen, len(each.sentences))[each.groups] > 0
        for each, chosen in zip(forms, wanted, strict=True)
    ]
    parts = []
    for part in _by_pair(source, target, links):
        rows, columns, counts = part[:3]
        # One after the other, as if all were summed at once.
        for total, at in ((by_source, rows), (by_base, bases[rows]), (by_target, groups[columns])):
            np.add.at(total, at, counts)
        if beside:
            chosen = beside[0][rows] & beside[1][columns]
            part = tuple(each[chosen] for each in part)
        parts.append(part)
    found = [np.concatenate(each) for each in zip(*parts, strict=True)]
    rows, columns, counts = found[:3]
    group, base = groups[columns], bases[rows]
    sums = (
        *(_of_pairs(each, group, counts) for each in (rows, base)),
        *(by_source[rows], by_base[base], by_target[group]),
    )
    found.append(np.stack(sums, axis=1))
    if wanted and beside:
        chosen = wanted[0][rows] & beside[1][columns]
        found = [each[chosen] for each in found]
    rows, columns, counts, seen, best, evidence, weighed = found
    return Correspondences(rows, columns, counts, seen, best, evidence, weighed, forms)


def _grow_over_syllables(corpora: tuple[Corpus, Corpus], side: int, links: WordLinks) -> WordLinks:
    """Link the syllables that complete a word, too: aligners link one of them and leave others out.

    A syllable without a link belongs to the word beside it if such a one stands there in half of
    the places in which a word of the other side is linked to that.

    Args:
        corpora: both sides.
        side: 0 or 1, which of them is in syllables.
        links: with probabilities.
    """
    target, source = corpora[side], corpora[1 - side]
    scores = np.asarray(links.scores, np.float64)
    pair = np.repeat(np.arange(links.pairs), np.diff(links.offsets))
    begins, ends = target.offsets[pair], target.offsets[pair + 1]
    positions = links.source, links.target
    place, other = begins + positions[side], source.offsets[pair] + positions[1 - side]
    # Aligners link what they have nothing for to articles and the like.
    by_content = scores * (source.kinds[source.tokens[other]] == CONTENT)
    linked = np.bincount(place, by_content, len(target.tokens))
    cell = other * len(target.tokens) + place
    by_cell = np.argsort(cell)
    kinds = source.tokens[other].astype(np.int64) * len(target.words) + target.tokens[place]
    kind = np.unique(kinds, return_inverse=True)[1]
    usual = np.bincount(kind, scores)
    content = target.kinds[target.tokens] == CONTENT
    rows, steps, grown = [], [], []
    for step in (-1, 1):
        inside = np.flatnonzero((place + step >= begins) & (place + step < ends))
        beside = place[inside] + step
        at = find_sorted(cell[inside] + step, cell[by_cell])
        others = linked[beside] - np.where(at >= 0, by_content[by_cell[at]], 0.0)
        free = scores[inside] * np.maximum(1.0 - others, 0.0) * content[beside]
        company = np.unique(
            kind[inside] * np.int64(len(target.words)) + target.tokens[beside], return_inverse=True
        )[1]
        sums = np.bincount(company, free)[company]
        share = sums / usual[kind[inside]]
        chosen = (share >= _SHARE_OF_SYLLABLE) & (sums >= _LEAST_SYLLABLES) & (free > 0)
        rows.append(inside[chosen])
        steps.append(np.full(len(rows[-1]), step))
        grown.append(free[chosen])
    row = np.concatenate(rows)
    aside = np.zeros((2, len(row)), np.int64)
    aside[side] = np.concatenate(steps)
    both = np.stack(positions)
    found = np.concatenate(
        [np.vstack([pair, both]), np.vstack([pair[row], both[:, row] + aside])], axis=1
    )
    score = np.concatenate([scores, *grown])
    order = np.lexsort((-score, *found[::-1]))
    found, score = found[:, order], score[order]
    first = (np.diff(found, axis=1, prepend=-1) != 0).any(axis=0)
    counts = np.bincount(found[0, first], minlength=links.pairs)
    return WordLinks(
        offsets_of(counts),
        found[1, first].astype(np.int32),
        found[2, first].astype(np.int32),
        score[first].astype(np.float32),
    )


def _by_pair(
    source: Candidates, target: Candidates, links: WordLinks
) -> Iterator[tuple[NDArray[Any], ...]]:
    """Give the pairs of n-grams in order, some at a time: the first six of `Correspondences`."""
    width = max(len(target), 1)
    blocks = _scored(source, target, links)
    if links.pairs <= BLOCK:
        yield from (_summed(each, width) for each in blocks)
        return
    # Records go to the disk sorted by pair, and come back as many at a time as a block has.
    shares = np.arange(1, -(-links.pairs // BLOCK)) * BLOCK / links.pairs
    sizes = np.cumsum(source.frequencies)
    bounds = np.searchsorted(sizes, shares * sizes[-1]) * width if len(sizes) else shares
    with TemporaryFile() as file:
        cuts = []
        end = 0
        for block in blocks:
            file.write(block.view("u1").data)
            cuts.append(end + np.array([0, *np.searchsorted(block["pair"], bounds), len(block)]))
            end += len(block)
        for number in range(len(bounds) + 1):
            again = []
            for first, last in (cut[number : number + 2].tolist() for cut in cuts):
                file.seek(first * _RECORD.itemsize)
                again.append(np.frombuffer(file.read((last - first) * _RECORD.itemsize), _RECORD))
            part = np.concatenate(again)
            yield _summed(part[np.argsort(part["pair"], kind="stable")], width)


def _scored(source: Candidates, target: Candidates, links: WordLinks) -> Iterator[NDArray[np.void]]:
    """Give the best score of every pair of n-grams in each sentence pair, sorted by pair."""
    for begin in range(0, max(links.pairs, 1), BLOCK):
        here = slice(begin, begin + BLOCK + 1)
        sides = [
            each.spans._replace(text=each.corpus.offsets[here], offsets=each.offsets[here])
            for each in (source, target)
        ]
        own = WordLinks(links.offsets[here], links.source, links.target, links.scores)
        one, other, scores = kernel.score_spans(sides[0], sides[1], own, HIGHEST, BOUNDARY, LEAST)
        keys = source.ngrams[one].astype(np.int64) * max(len(target), 1) + target.ngrams[other]
        sentences = np.searchsorted(source.offsets[here], one, side="right") - 1
        sentences = (sentences + begin).astype(np.int32)
        order = np.lexsort((-scores, sentences, keys))
        kept = kernel.best_of_sentences(order, keys, sentences)
        found = np.empty(len(kept), _RECORD)
        found["pair"], found["sentence"], found["score"] = keys[kept], sentences[kept], scores[kept]
        yield found


def _summed(records: NDArray[np.void], width: int) -> tuple[NDArray[Any], ...]:
    """Sum the records of every pair, which stand together, the sentences in their order."""
    keys, sentences, scores = (records[name] for name in ("pair", "sentence", "score"))
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    counts = np.add.reduceat(scores.astype(np.float64), starts) if len(starts) else np.zeros(0)
    ends = np.append(starts[1:], len(keys))
    # Ties go to the earlier sentence, so that the same text gives the same evidence.
    best = np.lexsort((sentences, -scores, keys))
    enough = counts > LEAST_COUNT
    starts, ends = starts[enough], ends[enough]
    places = starts[:, None] + np.arange(EVIDENCE)
    there = places < ends[:, None]
    evidence = np.where(there, sentences[best[np.where(there, places, 0)]] if len(best) else -1, -1)
    pair = keys[starts]
    return (
        (pair // width).astype(np.int32),
        (pair % width).astype(np.int32),
        counts[enough],
        (ends - starts).astype(np.int32),
        scores[best[starts]],
        evidence.astype(np.int32),
    )


# What is known of two candidates that correspond: features that tell right pairs from wrong.

NAMES = (
    "target given source",  # ln of n / sentences that hold the source
    "source given target",
    "count",  # ln n
    "share of source",  # ln of n / sum of n over the alternatives of the source
    "share of target",
    "cognate",  # letters in common / letters of the longer one
    "number",  # 1: both singular or both plural, or unknown; 0: they differ
    "target given lemma",  # ln of n over all forms of the source / sentences that hold one
    "share of lemma",
    "form",  # ln of the share of this form of the target among those that translate the source
    "form in text",  # see `Forms`
    "lemma",
    "opening",
)
"""Names of the features, in the order of the columns. But for those of the form n counts all forms
of the target."""


def correspondence_features(
    source: Candidates, target: Candidates, found: Correspondences
) -> NDArray[np.float64]:
    """Return the features of every pair, shape (pairs, len(NAMES))."""
    rows, columns = found.source, found.target
    source_forms, target_forms = found.forms
    group = target_forms.groups[columns]
    base = source_forms.groups[rows]
    n, pooled, by_source, by_base, by_target = found.sums.T
    return np.stack(
        [
            np.log(n / source.sentences[rows]),
            np.log(n / target_forms.sentences[group]),
            np.log(n),
            np.log(n / by_source),
            np.log(n / by_target),
            spelling_likeness(source, target, found),
            same_number(source, target, found),
            np.log(pooled / source_forms.sentences[base]),
            np.log(pooled / by_base),
            np.log(found.counts / n),
            target_forms.share[columns],
            target_forms.lemmas[columns],
            target_forms.openings[columns],
        ],
        axis=1,
    )


def _of_pairs(
    one: NDArray[np.integer], other: NDArray[np.integer], counts: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return for every pair of numbers the counts of all that are equal to it."""
    keys = one.astype(np.int64) * (int(other.max(initial=0)) + 1) + other
    _, pair = np.unique(keys, return_inverse=True)
    return np.asarray(np.bincount(pair, counts)[pair], np.float64)


def formula_scores(features: NDArray[np.float64]) -> NDArray[np.float64]:
    """Score pairs by hand: p(target | source), share of the source, evidence, number, spelling.

    A form of the target that is neither its lemma nor that which the source mostly has comes after
    those that are.

    Returns:
        Shape (pairs,), positive, the higher the better.
    """
    named = dict(zip(NAMES, features.T, strict=True))
    evidence = np.sqrt(np.log1p(np.exp(named["count"])))
    score: NDArray[np.float64] = (
        np.exp(named["target given source"] + named["share of source"] + 0.5 * named["form"])
        * evidence
        * (0.5 + 0.5 * named["number"])
        * (0.5 + named["cognate"])
        * np.exp(named["lemma"])
    )
    return score


def spelling_likeness(
    source: Candidates, target: Candidates, found: Correspondences
) -> NDArray[np.float64]:
    """Return letters in common by letters of the longer one, accents and scripts apart."""
    spelled = [
        pack_letters([transliterate(text).replace(" ", "") for text in _texts(side, wanted)])
        for side, wanted in ((source, found.source), (target, found.target))
    ]
    lines, columns = (
        np.unique(wanted, return_inverse=True)[1] for wanted in (found.source, found.target)
    )
    ratio: NDArray[np.float64] = likeness_of_pairs(
        *spelled[0], *spelled[1], lines, columns, by_edits=False, longest=WHOLE
    )
    return ratio


def same_number(
    source: Candidates, target: Candidates, found: Correspondences
) -> NDArray[np.float64]:
    """Return 0 where one candidate is singular and the other plural, else 1."""
    one, other = (
        _numbers(side, wanted) for side, wanted in ((source, found.source), (target, found.target))
    )
    differ = (one != other) & (one != lists.UNKNOWN) & (other != lists.UNKNOWN)
    return np.where(differ, 0.0, 1.0)


def _numbers(side: Candidates, wanted: NDArray[np.int32]) -> NDArray[np.int8]:
    """Return the number of the head of every n-gram wanted."""
    code = side.corpus.language or UNDETERMINED
    lemmas = Lemmatiser(code)
    known = np.array(
        [lists.grammatical_number(word, code, lemmas) for word in side.corpus.words], dtype=np.int8
    )
    first = side.first[wanted]
    at = side.begins[first]
    if code not in lists.HEAD_FIRST:
        at = at + side.lengths[first] - 1
    return known[side.corpus.tokens[at]] if len(at) else np.zeros(0, np.int8)


def _texts(side: Candidates, wanted: NDArray[np.int32]) -> list[str]:
    return [side.text(ngram) for ngram in np.unique(wanted).tolist()]
