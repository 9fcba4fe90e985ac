"""The generative method: length and lexical likelihood ratios, no trained weights.

Reference: Gale and Church (1993) for lengths, Brown et al. (1993) for the lexicon; the ratio form
with a split penalty is ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.sentences.evidence.features import generative_weights
from diglot.sentences.models.crf import align_with

if TYPE_CHECKING:
    from diglot.sentences.corpus import Corpus
    from diglot.sentences.settings import Alignment, Settings


def align(corpus: Corpus, settings: Settings) -> list[Alignment]:
    """Align all pairs by the generative score."""
    return align_with(corpus, settings, [generative_weights(), generative_weights()])
