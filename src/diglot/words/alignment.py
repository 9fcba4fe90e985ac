"""Aligning the words of a corpus: the steps in their order, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.model import Signature
from diglot.words.copies import with_copies, without_copies
from diglot.words.counting import model_of
from diglot.words.decoding import confidence, decode
from diglot.words.models import gibbs
from diglot.words.models.prior import prior as pseudo_counts
from diglot.words.models.views import view
from diglot.words.storage.model import Model

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from diglot.model import WordLinks
    from diglot.words.corpus import Corpus
    from diglot.words.decoding.posteriors import Posteriors
    from diglot.words.models.known import Memory
    from diglot.words.pairs import PairIndex

    Entries = Sequence[tuple[Sequence[str], Sequence[str], float]]

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


def align(
    corpus: Corpus,
    *,
    reported: int | None = None,
    method: str = "auto",
    model: Model | Memory | None = None,
    prior: Entries | None = None,
    learn: bool = True,
    quick: bool = False,
    jobs: int = 1,
    seed: int = 0,
    progress: Callable[[str, int, int], None] | None = None,
) -> Alignment:
    """Align the words of all pairs of a corpus, learning from the corpus itself.

    Args:
        corpus: the encoded pairs.
        reported: number of first pairs whose links are wanted, None for all: text to learn from
            may follow the text to align.
        method: a name of `METHODS`, or ``auto``.
        model: what was learnt from other text; counts as if it had been read before.
        prior: entries of a lexicon: source words, target words, weight.
        learn: make a model of all that was read; costs time when a large one is gone on from.
        quick: sample less where that costs few links.
        jobs: threads; the result is the same for any number.
        seed: of the sampler.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        ConfigError: there is no such method.
    """
    if method not in {"auto", *METHODS}:
        raise ConfigError(f"there is no method {method!r}; there are auto, {', '.join(METHODS)}")
    wanted = corpus.pairs if reported is None else reported
    originals = without_copies(corpus)
    text, where = originals.corpus, originals.where[:wanted]
    method, reason = _chosen(method, text.pairs)
    memory = _memory(model)
    plan = None
    if method == "gibbs":
        cells = int(np.diff(text.source_offsets) @ np.diff(text.target_offsets))
        plan = gibbs.schedule(text.pairs, cells, known=memory is not None, quick=quick)
    views = view(
        text,
        plan=plan,
        reported=int(where.max(initial=-1)) + 1,
        memory=memory,
        lexicon=_lexicon(prior, text) if prior else None,
        jobs=jobs,
        seed=seed,
        progress=progress,
    )
    judged = confidence.probabilities(views.evidence, method=method, jobs=jobs)
    signature = Signature(method, _version(), (("seed", str(seed)),))
    learnt = model_of(text, views, memory, signature) if learn else None
    posteriors = views.posteriors
    del views  # room for copies
    posteriors, probabilities = with_copies(posteriors, judged, where)
    return Alignment(
        posteriors,
        probabilities,
        confidence.best_threshold(probabilities),
        confidence.of_pairs(posteriors, probabilities),
        learnt,
        method,
        reason,
    )


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


def _memory(model: Model | Memory | None) -> Memory | None:
    from diglot.words.models.known import Memory

    return Memory(model) if isinstance(model, Model) else model


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
            if len(keys):
                places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
                there = keys[places] == wanted
                values[places[there]] = count[there]
            sides.append(values)
        return sides[0], sides[1]

    return found


def _version() -> str:
    import diglot

    return diglot.__version__
