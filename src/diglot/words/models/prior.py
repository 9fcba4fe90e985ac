"""A lexicon or termbase as prior knowledge: pseudo-counts of word pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from diglot.words.corpus import Vocabulary

STRENGTH = 1.0
"""Pseudo-count of a word with all its translations. Small, so that a text soon knows better."""


def prior(
    entries: Iterable[tuple[Sequence[str], Sequence[str], float]],
    source_vocabulary: Vocabulary,
    target_vocabulary: Vocabulary,
    *,
    strength: float = STRENGTH,
    backward: bool = False,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]:
    """Turn the entries of a lexicon into pseudo-counts of word pairs.

    An entry's weight is spread evenly over all pairs of a source word with a target word; pairs
    with a word that no text holds are left out, and none is added to the vocabularies. Of a word's
    translations each then has its share of the weights, times ``strength``: a word with many
    translations has no more weight than one with a single one.

    Args:
        entries: source words, target words and weight; entries without weight are passed over.
        source_vocabulary: looks words up whatever their case.
        target_vocabulary: the same for the target language.
        strength: pseudo-count of each word over all its translations; .1 to 2 is usual.
        backward: share ``strength`` among the source words of a target word instead of among the
            target words of a source word. The pairs are the same, in the same order.

    Returns:
        (source, target, count): int32, int32 and float32, shape (pairs,): unique pairs of word
        numbers in ascending order.

    Raises:
        ConfigError: the strength is negative or no number, or so is a weight.
    """
    if not 0 <= strength < np.inf:
        raise ConfigError(f"the strength of a lexicon is {strength}; it is a number from 0")
    keys, weights = [], []
    width = target_vocabulary.size
    for words, translation, weight in entries:
        if not 0 <= weight < np.inf:
            raise ConfigError(f"an entry of the lexicon has the weight {weight}")
        pairs = len(words) * len(translation)
        found = [number for word in words if (number := source_vocabulary.find(word))]
        there = [number for word in translation if (number := target_vocabulary.find(word))]
        if not weight or not pairs:
            continue
        keys.extend([e * width + f for e in found for f in there])
        weights.extend([weight / pairs] * (len(found) * len(there)))
    unique, place = np.unique(np.array(keys, np.int64), return_inverse=True)
    weight_of = np.bincount(place, weights, minlength=len(unique))
    source, target = unique // width, unique % width
    owner = target if backward else source
    share = weight_of / np.bincount(owner, weight_of)[owner] if len(owner) else weight_of
    return (
        source.astype(np.int32),
        target.astype(np.int32),
        (strength * share).astype(np.float32),
    )
