"""What speaks for and against each candidate link, gathered for the network that judges it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.words.corpus import Corpus
    from diglot.words.decoding.posteriors import Posteriors
    from diglot.words.kernels.links import Evidence
    from diglot.words.models.known import Known
    from diglot.words.models.surface import Surface


def evidence(
    corpus: Corpus,
    surface: Surface,
    sampled: Posteriors,
    expected: Posteriors,
    words: NDArray[np.uint32],
    links: tuple[NDArray[np.float32], NDArray[np.float32]],
    *,
    known: Known | None = None,
) -> Evidence:
    """Gather the evidence on the candidates of the first pairs of a corpus.

    Args:
        corpus: the encoded pairs.
        surface: what the forms of the words say.
        sampled: candidates with the probabilities of the sampler.
        expected: the same candidates with those of the HMM.
        words: shape (candidates,), distinct word pair of each.
        links: shape (word pairs,), numbers of links, by direction.
        known: what a model knows of these words.
    """
    from diglot.words.kernels.links import Evidence

    pairs = sampled.pairs
    frequencies: list[NDArray[Any]] = [
        np.bincount(corpus.source, minlength=corpus.source_vocabulary.size),
        np.bincount(corpus.target, minlength=corpus.target_vocabulary.size),
    ]
    total = corpus.pairs
    if known is not None:
        frequencies = [one + more for one, more in zip(frequencies, known.frequencies, strict=True)]
        links = (links[0] + known.links[0], links[1] + known.links[1])
        total += known.pairs
    source, target = corpus.source_vocabulary.words, corpus.target_vocabulary.words
    return Evidence(
        sampled.offsets,
        sampled.source,
        sampled.target,
        sampled.forward,
        sampled.backward,
        expected.forward,
        expected.backward,
        words,
        corpus.source,
        corpus.source_offsets[: pairs + 1],
        corpus.target,
        corpus.target_offsets[: pairs + 1],
        _logarithms(frequencies[0]),
        _logarithms(frequencies[1]),
        _logarithms(np.array([len(word) for word in source])),
        _logarithms(np.array([len(word) for word in target])),
        _signs(source),
        _signs(target),
        surface.similar(),
        links[0],
        links[1],
        float(np.log(max(total, 1))),
    )


def _logarithms(counts: NDArray[Any]) -> NDArray[np.float32]:
    logarithms: NDArray[np.float32] = np.log(np.maximum(counts, 1)).astype(np.float32)
    return logarithms


def _signs(words: Sequence[str]) -> NDArray[np.bool_]:
    """Which words have neither letter nor digit."""
    return np.array([not any(map(str.isalnum, word)) for word in words])
