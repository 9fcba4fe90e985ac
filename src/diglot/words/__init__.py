"""Word alignment.

Tokenised sentence pairs enter, with an optional saved model or lexicon. Word links leave, with a
probability each, and a model that can be saved.
"""

from diglot.words.alignment import METHODS, Aligner, Alignment, Knowledge, align, expect, links
from diglot.words.decoding.links import SYMMETRISATIONS

__all__ = [
    "METHODS", "SYMMETRISATIONS", "Aligner", "Alignment", "Knowledge", "align", "expect", "links",
]  # fmt: skip
