"""Word models without what they hardly need: pairs of tiny counts, and rare words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.words.corpus import Vocabulary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.words.storage.model import Model

MINIMUM = 0.01
KEEP = 5


def prune(model: Model, minimum: float = MINIMUM, keep: int = KEEP, *, rare: int = 0) -> Model:
    """Drop the word pairs that links hardly ever chose.

    The counts of the others stay as they are. What is dropped leaves the sums that probabilities
    are taken of, too.

    Args:
        model: stays as it is.
        minimum: pairs with smaller counts in both directions are dropped,
        keep: but not the best so many of each source word, by the sum of both counts.
        rare: words with fewer tokens in the training text are dropped with all their pairs; the
            other words are numbered anew.

    Raises:
        ConfigError: a number is negative.
    """
    if not minimum >= 0 or keep < 0 or rare < 0:
        raise ConfigError("the limits of pruning are numbers from 0")
    source = np.repeat(np.arange(len(model.rows) - 1), np.diff(model.rows))
    kept = (model.forward >= minimum) | (model.backward >= minimum)
    kept |= _best(model, source, kept, keep)
    common_s = model.source_frequency >= rare
    common_t = model.target_frequency >= rare
    common_s[0] = common_t[0] = True
    if rare:
        kept &= common_s[source] & common_t[model.columns]
    rows = np.zeros(np.count_nonzero(common_s) + 1, np.int64)
    pairs_of = np.bincount(source[kept], minlength=len(common_s))
    np.cumsum(pairs_of[common_s], out=rows[1:])
    renumbered = np.cumsum(common_t) - 1
    options = {
        **dict(model.signature.options),
        "minimum": f"{minimum:g}",
        "keep": str(keep),
        **({"rare": str(rare)} if rare else {}),
    }
    return replace(
        model,
        source_vocabulary=_chosen(model.source_vocabulary, common_s),
        target_vocabulary=_chosen(model.target_vocabulary, common_t),
        source_frequency=model.source_frequency[common_s],
        target_frequency=model.target_frequency[common_t],
        rows=rows,
        columns=renumbered[model.columns[kept]].astype(np.int32),
        forward=model.forward[kept],
        backward=model.backward[kept],
        null_forward=model.null_forward[common_t],
        null_backward=model.null_backward[common_s],
        fertility_forward=model.fertility_forward[common_s],
        fertility_backward=model.fertility_backward[common_t],
        signature=replace(model.signature, options=tuple(options.items())),
    )


def _best(
    model: Model, source: NDArray[np.int64], sure: NDArray[np.bool_], keep: int
) -> NDArray[np.bool_]:
    """Mark the best pairs of the source words that have too few sure ones."""
    best = np.zeros(len(source), bool)
    number = np.bincount(source[sure], minlength=len(model.rows) - 1)
    asked = np.flatnonzero(((number < keep) & (number < np.diff(model.rows)))[source])
    if not len(asked):
        return best
    count = model.forward[asked] + model.backward[asked]
    order = asked[np.lexsort((-count, source[asked]))]
    words = source[order]
    first = np.flatnonzero(np.concatenate([[True], words[1:] != words[:-1]]))
    rank = np.arange(len(order)) - np.repeat(first, np.diff([*first, len(order)]))
    best[order[rank < keep]] = True
    return best


def _chosen(vocabulary: Vocabulary, chosen: NDArray[np.bool_]) -> Vocabulary:
    if chosen.all():
        return vocabulary
    words = vocabulary.words
    return Vocabulary(words[number] for number in np.flatnonzero(chosen)[1:].tolist())
