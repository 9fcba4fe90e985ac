"""Word alignment: sentence pairs in, links between their words with a probability each out."""

from diglot.words.aligner import Aligner
from diglot.words.alignment import METHODS, Alignment, align, links
from diglot.words.symmetrise import SYMMETRISATIONS

__all__ = ["METHODS", "SYMMETRISATIONS", "Aligner", "Alignment", "align", "links"]
