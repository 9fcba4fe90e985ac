"""The values that flow between all packages: frozen dataclasses without behaviour.

What was read from files and what was computed enters. The same values leave, and are the arguments
and results of every other package.
"""

from diglot.model.document import Block, Document, Markup, Segment, Skipped, Source
from diglot.model.findings import Checked, CheckedUnit, Finding
from diglot.model.lexicon import LexicalPath, Lexicon, Origin, Translation, WordVectors
from diglot.model.links import (
    BisegmentTrees,
    Bitext,
    ConfidenceJudgement,
    DividedText,
    JudgedPair,
    LabelledLink,
    Link,
    Unit,
    Variant,
    WordLinks,
    Zone,
)
from diglot.model.score import Score, Signature
from diglot.model.termbase import Concept, ConceptTerm, Context, Termbase
from diglot.model.terms import (
    AnnotatedSegment,
    AnnotatedSet,
    HumanAnswer,
    Hypotheses,
    TaggedSentence,
    Term,
    TermMark,
    TermPair,
    TermVariant,
)

__all__ = [
    "AnnotatedSegment",
    "AnnotatedSet",
    "BisegmentTrees",
    "Bitext",
    "Block",
    "Checked",
    "CheckedUnit",
    "Concept",
    "ConceptTerm",
    "ConfidenceJudgement",
    "Context",
    "DividedText",
    "Document",
    "Finding",
    "HumanAnswer",
    "Hypotheses",
    "JudgedPair",
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
    "TermMark",
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
