"""Word alignment.

Tokenised sentence pairs enter, with an optional saved model or lexicon. Word links leave, with a
probability each, and a model that can be saved.
"""

from diglot.words.aligner import Aligner
from diglot.words.alignment import METHODS, Alignment, align, links
from diglot.words.decoding.symmetrise import SYMMETRISATIONS

__all__ = ["METHODS", "SYMMETRISATIONS", "Aligner", "Alignment", "align", "links"]
