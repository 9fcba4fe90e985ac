"""From what training counted to a model that can be saved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from diglot.words.ragged import offsets_of_kept
from diglot.words.storage.merging import merge
from diglot.words.storage.model import FERTILITIES, JUMPS, REACH, Model

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.model import Signature
    from diglot.words.corpus import Corpus
    from diglot.words.models.known import Memory
    from diglot.words.models.views import Views

LEAST = 0.005
"""Word pairs with smaller counts in both directions are not worth a place in a model."""


def model_of(corpus: Corpus, views: Views, memory: Memory | None, signature: Signature) -> Model:
    """Make a model of what was learnt, added to what was known before.

    Args:
        corpus: the text that was learnt from.
        views: what was learnt.
        memory: the model that it was learnt with.
        signature: how.
    """
    learnt, sampled = views.learnt, views.sampled
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
    rows = offsets_of_kept(kept, views.rows)
    new = Model(
        source_vocabulary=corpus.source_vocabulary,
        target_vocabulary=corpus.target_vocabulary,
        source_frequency=np.bincount(corpus.source, minlength=sizes[0]),
        target_frequency=np.bincount(corpus.target, minlength=sizes[1]),
        rows=rows,
        columns=views.columns[kept],
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
    if memory is None:
        return new
    # The new part is silent about languages and tokens; the old one says what both are.
    old = memory.model
    return merge([old, _like(new, old)])


def _like(new: Model, old: Model) -> Model:
    return replace(new, languages=old.languages, tokeniser=old.tokeniser)


def _widened(jumps: NDArray[np.float32]) -> NDArray[np.float32]:
    """Put the fewer kinds of jump of the HMM in the middle of those of a model."""
    wide = np.zeros(JUMPS, np.float32)
    reach = len(jumps) // 2
    wide[REACH - reach : REACH + reach + 1] = jumps
    return wide
