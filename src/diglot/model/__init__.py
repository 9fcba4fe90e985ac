"""What flows through the house: frozen values without behaviour."""

from diglot.model.bisegments import BisegmentTrees
from diglot.model.bitext import Bitext, Link, Zone
from diglot.model.document import Block, Document, Markup, Segment, Skipped, Source
from diglot.model.labels import LabelledLink
from diglot.model.lexicon import LexicalPath, Lexicon, Origin, Translation
from diglot.model.score import Score
from diglot.model.signature import Signature
from diglot.model.tagged import TaggedSentence
from diglot.model.termbase import Concept, ConceptTerm, Context, Termbase
from diglot.model.terms import Term, TermPair, TermVariant
from diglot.model.unit import Unit, Variant
from diglot.model.vectors import WordVectors
from diglot.model.words import WordLinks

__all__ = [
    "BisegmentTrees",
    "Bitext",
    "Block",
    "Concept",
    "ConceptTerm",
    "Context",
    "Document",
    "LabelledLink",
    "LexicalPath",
    "Lexicon",
    "Link",
    "Markup",
    "Origin",
    "Score",
    "Segment",
    "Signature",
    "Skipped",
    "Source",
    "TaggedSentence",
    "Term",
    "TermPair",
    "TermVariant",
    "Termbase",
    "Translation",
    "Unit",
    "Variant",
    "WordLinks",
    "WordVectors",
    "Zone",
]
