"""Evidence and two opinions on candidate links: expectation-maximisation and sampling."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.words.corpus import Corpus, PairIndex, index, kept_offsets, results_in_order
from diglot.words.decoding.confidence import KEPT, Posteriors
from diglot.words.models import gibbs, hmm
from diglot.words.models.surface import Surface, surface

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from diglot.words.kernels.links import Evidence
    from diglot.words.models.gibbs import SampledMeans, SamplingSchedule
    from diglot.words.models.prior_counts import KnownLinks, PackLookup, PriorLookup
    from diglot.words.similar import Nearness

    Lexicon = Callable[[PairIndex], tuple[NDArray[np.float32], NDArray[np.float32]]]


def evidence(
    corpus: Corpus,
    surface: Surface,
    sampled: Posteriors,
    expected: Posteriors,
    words: NDArray[np.uint32],
    links: tuple[NDArray[np.float32], NDArray[np.float32]],
    *,
    jobs: int = 1,
    known: KnownLinks | None = None,
    near: Nearness | None = None,
) -> Evidence:
    """Gather the evidence on the candidates of the first pairs of a corpus.

    Args:
        corpus: the encoded pairs.
        surface: what the forms of the words say.
        sampled: candidates with the probabilities of the sampler.
        expected: the same candidates with those of the HMM.
        words: shape (candidates,), distinct word pair of each.
        links: shape (word pairs,), numbers of links, by direction.
        jobs: threads; the result is the same for any number.
        known: what a model or a pack knows of these words. The counts of a model are those of
            text read before.
        near: what the vectors of words say; leaves the links to the others unless all these pairs
            were compared.
    """
    from diglot.words.kernels.links import Evidence
    from diglot.words.models.prior_counts import PriorCounts

    pairs = sampled.pairs
    source, target = corpus.source_vocabulary.words, corpus.target_vocabulary.words
    promised_f, promised_b = (
        surface.base(part, direction, flat=gibbs.FLAT, strength=gibbs.STRENGTH, jobs=jobs)
        for direction, part in enumerate(links)
    )
    frequencies: list[NDArray[Any]] = [
        np.bincount(corpus.source, minlength=corpus.source_vocabulary.size),
        np.bincount(corpus.target, minlength=corpus.target_vocabulary.size),
    ]
    everywhere = frequencies
    total, told = corpus.pairs, 0.0
    rates = np.ones(len(source), np.float32), np.ones(len(target), np.float32)
    if known is not None:
        everywhere = [one + more for one, more in zip(frequencies, known.frequencies, strict=True)]
        rates = known.rates
        told = known.frequencies[0].sum()
    if isinstance(known, PriorCounts):
        frequencies = everywhere
        links = (links[0] + known.links[0], links[1] + known.links[1])
        total += known.pairs
    telling, telling_of = surface.more, surface.masses
    if telling is None:
        telling = np.zeros_like(links[0]), np.zeros_like(links[1])
    else:  # a lexicon tells of word pairs only
        rows = np.repeat(np.arange(len(surface.rows) - 1, dtype=np.int32), np.diff(surface.rows))
        sums = [
            np.bincount(of, more, size).astype(np.float32)
            for of, more, size in zip((rows, surface.columns), telling, surface.sizes, strict=True)
        ]
        telling_of = np.maximum(sums[0], telling_of[0]), np.maximum(sums[1], telling_of[1])
    candidates = sampled.offsets, sampled.source, sampled.target
    return Evidence(
        *candidates, sampled.forward, sampled.backward,
        expected.forward, expected.backward, words, corpus.source,
        corpus.source_offsets[: pairs + 1], corpus.target, corpus.target_offsets[: pairs + 1],
        _logarithms(frequencies[0]), _logarithms(frequencies[1]),
        _logarithms(np.array([len(word) for word in source])),
        _logarithms(np.array([len(word) for word in target])), _signs(source), _signs(target),
        surface.likeness(), links[0], links[1], telling[0], telling[1],
        promised_f, promised_b, telling_of[0], telling_of[1], np.log(rates[0]), np.log(rates[1]),
        _ranks(everywhere[0]), _ranks(everywhere[1]),
        float(np.log(max(total, 1))), float(np.log1p(told)),
        *(near.at(*candidates) if near is not None and pairs <= near.pairs else _NOTHING),
    )  # fmt: skip


def _logarithms(counts: NDArray[Any]) -> NDArray[np.float32]:
    logarithms: NDArray[np.float32] = np.log(np.maximum(counts, 1)).astype(np.float32)
    return logarithms


def _ranks(counts: NDArray[Any]) -> NDArray[np.float32]:
    """Logarithms of the shares of all tokens."""
    ranks: NDArray[np.float32] = _logarithms(counts) - np.float32(np.log(max(counts.sum(), 1)))
    return ranks


def _signs(words: Sequence[str]) -> NDArray[np.bool_]:
    """Which words have neither letter nor digit."""
    return np.array([not any(map(str.isalnum, word)) for word in words])


@dataclass(frozen=True, slots=True, eq=False)
class FoundKnowledge:
    """What is known of the words of a corpus before it is read.

    Attributes:
        memory: a model that was learnt from other text.
        pack: links of words in other text: evidence beside that of their forms, where there is no
            model.
        lexicon: gives the pseudo-counts of a lexicon for the word pairs of an index.
        near: what the vectors of words say; counts as a lexicon does, and judges links.
    """

    memory: PriorLookup | None = None
    pack: PackLookup | None = None
    lexicon: Lexicon | None = None
    near: Nearness | None = None

    def pseudo_counts(
        self, pairs: PairIndex
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]] | None:
        """Return the counts of lexicon and vectors together; None if there is neither."""
        given = [self.lexicon, self.near.pseudo_counts if self.near else None]
        counts = [each(pairs) for each in given if each]
        if not counts:
            return None
        forward, backward = zip(*counts, strict=True)
        return np.sum(forward, axis=0), np.sum(backward, axis=0)


NOTHING_KNOWN = FoundKnowledge()


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """What two models say about the same candidates of the reported pairs.

    Attributes:
        posteriors: means of both.
        evidence: all that speaks for or against each candidate.
        rows: shape (source words + 1,), int64, distinct word pairs of the whole corpus by source
            word, as far as they were not ruled out.
        columns: shape (word pairs,), int32, their target words.
        sampled: what the sampler counted; None if it did not run.
        learnt: what the HMM counted; without links if the sampler ran.
    """

    posteriors: Posteriors
    evidence: Evidence
    rows: NDArray[np.int64]
    columns: NDArray[np.int32]
    sampled: SampledMeans | None
    learnt: hmm.ExpectedCounts


def view(
    corpus: Corpus,
    known: FoundKnowledge = NOTHING_KNOWN,
    *,
    plan: SamplingSchedule | None,
    reported: int | None = None,
    jobs: int = 1,
    seed: int = 0,
    progress: Callable[[str, int, int], None] | None = None,
) -> Views:
    """Train both models on a corpus and say what they think of its links.

    Args:
        corpus: the encoded pairs.
        known: what is known of their words.
        plan: how to sample; None leaves it to the HMM alone.
        reported: number of first pairs whose links are wanted; None for all.
        jobs: threads; the result is the same for any number.
        seed: of the sampler.
        progress: called with the stage, the parts done and the parts in all.
    """
    say = progress or _silent
    learnt, pairs, forms, counted = train(corpus, known, plan=plan, jobs=jobs, progress=progress)
    told = known.memory.recall(corpus, pairs) if known.memory else None  # some pairs are gone
    wanted = corpus.pairs if reported is None else reported
    expected = hmm.decode(
        corpus,
        pairs,
        learnt,
        kept=KEPT if plan is None else plan.prune_below,
        reported=None if plan else (0, wanted),
        jobs=jobs,
    )
    sampled = None
    words = distinct_pairs(corpus, expected, pairs)
    # The largest array of all is done with; a slice of it would keep it.
    pairs = replace(pairs, cells=pairs.cells[:0].copy())
    if plan is None:
        both = expected
        links = (learnt.links[:, 0], learnt.links[:, 0])
        marginals = (expected.forward, expected.backward)
    else:
        # The mean will say which are best, and the sampler how often words are linked.
        expected = replace(expected, forward_best=_NOBODY, backward_best=_NOBODY)
        learnt = replace(learnt, links=learnt.links[:0].copy())
        sampled = gibbs.sample(
            corpus,
            forms,
            expected,
            words,
            plan=plan,
            known=told,
            jobs=jobs,
            seed=seed,
            progress=lambda share: say("sampling", round(100 * share), 100),
        )
        links, marginals = sampled.links, sampled.marginals
        expected, words, marginals = _first(expected, words, marginals, wanted)
        sampled = replace(sampled, marginals=_NOTHING)
        both, expected, words, marginals = _mean(expected, words, marginals, jobs=jobs)
    view = replace(both, forward=marginals[0], backward=marginals[1])
    gathered = evidence(
        corpus,
        forms,
        view,
        expected,
        words,
        links,
        jobs=jobs,
        known=told or counted,
        near=known.near,
    )
    return Views(both, gathered, pairs.rows, pairs.columns, sampled, learnt)


def train(
    corpus: Corpus,
    known: FoundKnowledge,
    *,
    plan: SamplingSchedule | None = None,
    of: int = 0,
    jobs: int = 1,
    progress: Callable[[str, int, int], None] | None = None,
) -> tuple[hmm.ExpectedCounts, PairIndex, Surface, KnownLinks | None]:
    """Train the HMM on a corpus, which is a part of a text of so many pairs; see `view`.

    Returns:
        What it counted, with the counts of a model; the word pairs that are left; what their forms
        say; what is known of the words from elsewhere, of all word pairs.
    """
    say = progress or _silent
    say("comparing words", 0, 1)
    pairs = index(corpus, jobs=jobs)
    told = known.memory.recall(corpus, pairs) if known.memory else None
    counted = told if told or not known.pack else known.pack.recall(corpus, pairs)
    forms = surface(corpus, pairs, known=counted, lexicon=known.pseudo_counts(pairs), jobs=jobs)
    say("comparing words", 1, 1)
    passes = hmm.passes(max(corpus.pairs, of), known=told is not None)
    learnt, pairs = hmm.train(
        corpus,
        pairs,
        passes=passes,
        surface=forms,
        known=told,
        prune=plan is None or not plan.random_start,
        jobs=jobs,
        progress=lambda done: say("learning", done, sum(passes)),
    )
    return learnt, pairs, learnt.surface or forms, counted


def distinct_pairs(corpus: Corpus, candidates: Posteriors, pairs: PairIndex) -> NDArray[np.uint32]:
    """Return the number of the distinct word pair of every candidate."""
    from diglot.words.kernels.links import distinct

    numbers: NDArray[np.uint32] = distinct(
        candidates.offsets, candidates.source, candidates.target, corpus.source,
        candidates.source_offsets, candidates.target_offsets, pairs.rows, pairs.cells,
        pairs.cell_offsets,
    )  # fmt: skip
    return numbers


Marginals = tuple["NDArray[np.float32]", "NDArray[np.float32]"]
_NOBODY = np.zeros(0, np.int32)
_NOTHING = (np.zeros(0, np.float32), np.zeros(0, np.float32))


def _silent(stage: str, done: int, total: int) -> None:
    """Report nothing."""


def _first(
    posteriors: Posteriors, words: NDArray[np.uint32], marginals: Marginals, pairs: int
) -> tuple[Posteriors, NDArray[np.uint32], Marginals]:
    """Leave out the pairs behind the reported ones."""
    last = posteriors.offsets[pairs]
    first = Posteriors(
        posteriors.offsets[: pairs + 1], posteriors.source[:last], posteriors.target[:last],
        posteriors.forward[:last], posteriors.backward[:last],
        posteriors.source_offsets[: pairs + 1], posteriors.target_offsets[: pairs + 1],
        posteriors.forward_best[: posteriors.target_offsets[pairs]],
        posteriors.backward_best[: posteriors.source_offsets[pairs]],
    )  # fmt: skip
    return first, words[:last], (marginals[0][:last], marginals[1][:last])


def _mean(
    expected: Posteriors, words: NDArray[np.uint32], marginals: Marginals, *, jobs: int
) -> tuple[Posteriors, Posteriors, NDArray[np.uint32], Marginals]:
    """Average both views, writing over the arrays given; candidates not worth keeping go."""
    from diglot.words.kernels.links import bests, compact

    half = np.float32(0.5)
    given = (
        (expected.target, expected.source, expected.forward, expected.target_offsets),
        (expected.source, expected.target, expected.backward, expected.source_offsets),
    )

    def average(direction: int) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
        by, over, values, offsets = given[direction]
        mean = values + marginals[direction]
        mean *= half
        return mean, bests(expected.offsets, by, over, mean, offsets)

    (forward, forward_best), (backward, backward_best) = results_in_order(average, (0, 1), jobs)
    kept = forward * backward >= np.float32(KEPT * KEPT)
    offsets = kept_offsets(kept, expected.offsets)
    size = int(offsets[-1])

    def left(values: NDArray[Any]) -> NDArray[Any]:
        compact(kept.view(np.uint8), values)
        return values[:size]

    arrays: list[NDArray[Any]] = [
        expected.source, expected.target, forward, backward, expected.forward, expected.backward,
        words, *marginals,
    ]  # fmt: skip
    source, target, forward, backward, *rest = results_in_order(left, arrays, jobs)
    lengths = (expected.source_offsets, expected.target_offsets, forward_best, backward_best)
    return (
        Posteriors(offsets, source, target, forward, backward, *lengths),
        Posteriors(offsets, source, target, rest[0], rest[1], *lengths),
        rest[2],
        (rest[3], rest[4]),
    )
