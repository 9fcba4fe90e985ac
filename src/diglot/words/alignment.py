"""Word alignment of a corpus, step by step, and saved models that align single pairs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot._version import __version__
from diglot.errors import ConfigError
from diglot.flat_arrays import find_sorted
from diglot.model import Signature, WordLinks
from diglot.words.corpus import Corpus, PairIndex, encode, kept_offsets
from diglot.words.decoding import confidence
from diglot.words.decoding import links as decode
from diglot.words.decoding.confidence import Posteriors
from diglot.words.decoding.phrases import join_fixed_phrases
from diglot.words.models import gibbs
from diglot.words.models.prior_counts import PackLookup, PriorLookup
from diglot.words.models.prior_counts import lexicon_prior as pseudo_counts
from diglot.words.models.views import FoundKnowledge, train, view
from diglot.words.similar import compare_words
from diglot.words.storage.merging import merge
from diglot.words.storage.model import FERTILITIES, JUMPS, REACH, Model

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from diglot.learning.encoders import Encoder
    from diglot.packs.pack import Pack
    from diglot.words.models.gibbs import SampledMeans
    from diglot.words.models.hmm import ExpectedCounts

    Entries = Sequence[tuple[Sequence[str], Sequence[str], float]]


@dataclass(frozen=True, slots=True, eq=False)
class Originals:
    """A corpus without copies.

    Attributes:
        corpus: every pair once, in the order of first occurrence.
        where: shape (pairs,), int64, number of each pair of the whole corpus in ``corpus``.
    """

    corpus: Corpus
    where: NDArray[np.int64]


def remove_copies(corpus: Corpus) -> Originals:
    """Leave out all but the first of equal sentence pairs."""
    from diglot.words.kernels.pairs import first_of, take_sentences

    sides = (corpus.source, corpus.source_offsets, corpus.target, corpus.target_offsets)
    first = first_of(*sides)
    original = first == np.arange(corpus.pairs)
    where = (np.cumsum(original) - 1)[first]
    if original.all():
        return Originals(corpus, where)
    kept = np.flatnonzero(original)
    source, source_offsets = take_sentences(*sides[:2], kept)
    target, target_offsets = take_sentences(*sides[2:], kept)
    vocabularies = corpus.source_vocabulary, corpus.target_vocabulary
    fewer = Corpus(source, source_offsets, target, target_offsets, *vocabularies, corpus.skipped)
    return Originals(fewer, where)


def restore_copies(
    posteriors: Posteriors, probabilities: NDArray[np.float32], where: NDArray[np.int64]
) -> tuple[Posteriors, NDArray[np.float32]]:
    """Give every pair of a corpus the candidates of its original.

    Args:
        posteriors: of the originals.
        probabilities: shape (candidates,), of their candidates.
        where: shape (pairs,), number of each pair's original.
    """
    if len(where) == posteriors.pairs:
        return posteriors, probabilities
    from diglot.words.kernels.pairs import take_sentences

    def repeated(values: NDArray[Any], offsets: NDArray[np.int64]) -> NDArray[Any]:
        again: NDArray[Any] = take_sentences(values, offsets, where)[0]
        return again

    candidates = posteriors.offsets
    source, offsets = take_sentences(posteriors.source, candidates, where)
    of_target = take_sentences(posteriors.forward_best, posteriors.target_offsets, where)
    of_source = take_sentences(posteriors.backward_best, posteriors.source_offsets, where)
    return (
        Posteriors(
            offsets,
            source,
            repeated(posteriors.target, candidates),
            repeated(posteriors.forward, candidates),
            repeated(posteriors.backward, candidates),
            source_offsets=of_source[1],
            target_offsets=of_target[1],
            forward_best=of_target[0],
            backward_best=of_source[0],
        ),
        repeated(probabilities, candidates),
    )


# From what training counted to a model that can be saved.

LEAST = 0.005
"""Word pairs with smaller counts in both directions are not worth a place in a model."""


def model_of(
    corpus: Corpus,
    learnt: ExpectedCounts,
    sampled: SampledMeans | None,
    pairs: tuple[NDArray[np.int64], NDArray[np.int32]],
    signature: Signature,
) -> Model:
    """Make a model of what was counted in a corpus.

    Args:
        corpus: the encoded pairs.
        learnt: what the HMM counted.
        sampled: what the sampler counted, if it ran.
        pairs: rows and columns of the word pairs, see ``Views``.
        signature: method and options.
    """
    sizes = (corpus.source_vocabulary.size, corpus.target_vocabulary.size)
    if sampled is None:
        forward = backward = learnt.links[:, 0]
        nulls = (learnt.null_forward, learnt.null_backward)
        jumps = (_widened(learnt.jumps_forward), _widened(learnt.jumps_backward))
        fertilities = tuple(np.zeros((size, FERTILITIES), np.float32) for size in sizes)
    else:
        forward, backward = sampled.links
        nulls, jumps, fertilities = sampled.nulls, sampled.jumps, sampled.fertilities
    kept = np.maximum(forward, backward) >= np.float32(LEAST)
    rows = kept_offsets(kept, pairs[0])
    return Model(
        source_vocabulary=corpus.source_vocabulary,
        target_vocabulary=corpus.target_vocabulary,
        source_frequency=np.bincount(corpus.source, minlength=sizes[0]),
        target_frequency=np.bincount(corpus.target, minlength=sizes[1]),
        rows=rows,
        columns=pairs[1][kept],
        forward=forward[kept],
        backward=backward[kept],
        null_forward=nulls[0],
        null_backward=nulls[1],
        jumps_forward=jumps[0],
        jumps_backward=jumps[1],
        fertility_forward=fertilities[0],
        fertility_backward=fertilities[1],
        pairs=corpus.pairs,
        signature=signature,
    )


def _widened(jumps: NDArray[np.float32]) -> NDArray[np.float32]:
    """Put the fewer kinds of jump of the HMM in the middle of those of a model."""
    wide = np.zeros(JUMPS, np.float32)
    reach = len(jumps) // 2
    wide[REACH - reach : REACH + reach + 1] = jumps
    return wide


METHODS = {
    "gibbs": "a sampler and an HMM judge together",
    "hmm": "model 1 and an HMM, both directions trained to agree",
}
"""Ways of aligning, by name; `auto` chooses by size."""

LARGE = 2_000_000
"""From this number of different sentence pairs on the HMM is left alone."""


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """What a method knows of the links of a corpus.

    Attributes:
        posteriors: candidates of the reported pairs.
        probabilities: shape (candidates,), float32, calibrated probabilities of the links.
        threshold: probability from which links are taken when nobody says otherwise.
        pair_confidence: shape (pairs,), float32, probability that the sides of a pair translate
            each other; NaN for pairs that were passed over; None if unknown.
        model: counts of all text read, to align other text with; None if the method leaves none.
        method: name of the method that ran.
        reason: why this method, for the user.
        notes: remarks for the user.
    """

    posteriors: Posteriors
    probabilities: NDArray[np.float32]
    threshold: float
    pair_confidence: NDArray[np.float32] | None
    model: Model | None
    method: str
    reason: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """What is known of the words of two languages before a text is read.

    Attributes:
        model: what was learnt from other text; counts as if it had been read before.
        pack: what is known of the words of both languages; gives way to a model.
        lexicon: entries of a lexicon: source words, target words, weight.
        encoder: compares the words of texts of a few thousand pairs by their vectors.
    """

    model: Model | PriorLookup | None = None
    pack: Pack | None = None
    lexicon: Entries = ()
    encoder: Encoder | None = None

    def find(self, corpus: Corpus, reported: int | None = None) -> FoundKnowledge:
        """Look up the words of a corpus, those of so many first pairs with their vectors."""
        return FoundKnowledge(
            memory=PriorLookup(self.model) if isinstance(self.model, Model) else self.model,
            pack=PackLookup(self.pack) if self.pack else None,
            lexicon=_lexicon(self.lexicon, corpus) if self.lexicon else None,
            near=compare_words(corpus, self.encoder, reported),
        )


NOTHING_KNOWN = Knowledge()


def align(
    corpus: Corpus,
    known: Knowledge = NOTHING_KNOWN,
    *,
    reported: int | None = None,
    method: str = "auto",
    learn: bool = True,
    of: int = 0,
    quick: bool = False,
    jobs: int = 1,
    seed: int = 0,
    progress: Callable[[str, int, int], None] | None = None,
) -> Alignment:
    """Align the words of all pairs of a corpus, learning from the corpus itself.

    Args:
        corpus: the encoded pairs.
        known: what is known of their words.
        reported: number of first pairs whose links are wanted, None for all: text to learn from
            may follow the text to align.
        method: a name of `METHODS`, or ``auto``.
        learn: make a model of all that was read; costs time when a large one is gone on from.
        of: pairs of the text that this is a part of, if the model known is of its other parts:
            the new model is of this part alone.
        quick: sample less where that costs few links.
        jobs: threads; the result is the same for any number.
        seed: of the sampler.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        ConfigError: there is no such method.
    """
    if method not in {"auto", *METHODS}:
        raise ConfigError(f"unknown method {method!r}; available: auto, {', '.join(METHODS)}")
    wanted = corpus.pairs if reported is None else reported
    originals = remove_copies(corpus)
    text, where = originals.corpus, originals.where[:wanted]
    last = int(where.max(initial=-1)) + 1
    method, reason = _chosen(method, text.pairs)
    found = known.find(text, last)
    plan = None
    if method == "gibbs":
        cells = int(np.diff(text.source_offsets) @ np.diff(text.target_offsets))
        plan = gibbs.sampling_schedule(
            text.pairs,
            cells,
            known=found.memory is not None,
            taught=found.pack is not None,
            quick=quick,
            of=of,
        )
    views = view(text, found, plan=plan, reported=last, jobs=jobs, seed=seed, progress=progress)
    judged = confidence.probabilities(views.evidence, method=method, jobs=jobs)
    signature = Signature(method, __version__, (("seed", str(seed)),))
    learnt = None
    if learn:
        pairs = views.rows, views.columns
        learnt = model_of(text, views.learnt, views.sampled, pairs, signature)
        if found.memory is not None and not of:
            # The new part is silent about languages and tokens; the old one says what both are.
            old = found.memory.model
            learnt = merge([old, replace(learnt, languages=old.languages, tokeniser=old.tokeniser)])
    posteriors = views.posteriors
    del views  # room for copies
    posteriors, judged = join_fixed_phrases(text, posteriors, judged)
    posteriors, probabilities = restore_copies(posteriors, judged, where)
    return Alignment(
        posteriors,
        probabilities,
        confidence.best_threshold(posteriors, probabilities),
        confidence.pair_probabilities(posteriors, probabilities),
        learnt,
        method,
        reason,
    )


def expect(
    corpus: Corpus,
    known: Knowledge = NOTHING_KNOWN,
    *,
    of: int = 0,
) -> Model:
    """Count what the links of a corpus are expected to be, by the HMM, and decide on none.

    Sums of such counts of all parts of a text are what a part can be aligned with (without its
    own, see `subtract`): the parts then share what they learn.

    Args:
        corpus: the encoded pairs.
        known: what is known of their words.
        of: pairs of the text that this is a part of.
    """
    text = remove_copies(corpus).corpus
    learnt, pairs, *_ = train(text, known.find(text), of=of)
    signature = Signature("hmm", __version__, ())
    return model_of(text, learnt, None, (pairs.rows, pairs.columns), signature)


def links(
    alignment: Alignment, *, threshold: float | None = None, symmetrise: str | None = None
) -> WordLinks:
    """Decide on the links of an alignment.

    Args:
        alignment: what `align` gives.
        threshold: least probability of a link; None for the one that promises the greatest F1.
        symmetrise: name of `SYMMETRISATIONS` to combine the best links of both directions with,
            instead of a threshold.

    Raises:
        ConfigError: there is no such symmetrisation.
    """
    if symmetrise is not None:
        return decode.by_symmetrisation(alignment.posteriors, alignment.probabilities, symmetrise)
    least = alignment.threshold if threshold is None else threshold
    return decode.by_threshold(alignment.posteriors, alignment.probabilities, least)


def _chosen(method: str, pairs: int) -> tuple[str, str]:
    """Name the method and say why."""
    if method != "auto":
        return method, "as asked for"
    if pairs < LARGE:
        return "gibbs", f"{pairs:,} different pairs are few enough to sample (under {LARGE:,})"
    return "hmm", f"{pairs:,} different pairs are too many to sample ({LARGE:,} or more)"


def _lexicon(
    entries: Entries, corpus: Corpus
) -> Callable[[PairIndex], tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Find the pseudo-counts of a lexicon for the word pairs of an index."""

    def found(pairs: PairIndex) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        width = corpus.target_vocabulary.size
        source = np.repeat(np.arange(len(pairs.rows) - 1), np.diff(pairs.rows))
        keys = source * width + pairs.columns
        sides = []
        for backward in (False, True):
            one, other, count = pseudo_counts(
                entries, corpus.source_vocabulary, corpus.target_vocabulary, backward=backward
            )
            wanted = one.astype(np.int64) * width + other
            values = np.zeros(len(keys), np.float32)
            places = find_sorted(wanted, keys)
            values[places[places >= 0]] = count[places >= 0]
            sides.append(values)
        return sides[0], sides[1]

    return found


# A loaded model that aligns one sentence pair after the other.


class Aligner:
    """Aligns words with a saved model; nothing is learnt on the way.

    Every call gives the same links for the same pair: what was asked before leaves no trace.
    """

    def __init__(self, model: Model) -> None:
        self._known = Knowledge(PriorLookup(model))

    @classmethod
    def load(cls, path: str | Path) -> Aligner:
        """Open a model file.

        Raises:
            InputError: the file is no model, of another version, or cut short.
        """
        from diglot.words.storage import files

        return cls(files.load(path))

    def align(
        self, source: Sequence[str], target: Sequence[str], *, threshold: float | None = None
    ) -> list[tuple[int, int, float]]:
        """Align the tokens of one sentence pair.

        Args:
            source: tokens, cut as the model's text was.
            target: tokens of the translation.
            threshold: least probability of a link; None for the one that promises the greatest F1.

        Returns:
            (source position, target position, probability), ascending; positions count from zero.
            Nothing for a side without tokens or with more than a thousand.
        """
        corpus = encode([(source, target)])
        if corpus.skipped:
            return []
        alignment = align(corpus, self._known, method="gibbs", learn=False)
        found = links(alignment, threshold=threshold)
        scores = found.scores.tolist() if found.scores is not None else []
        return [(i, j, score) for (i, j), score in zip(found.of(0), scores, strict=True)]
