"""The layers of annotation: what cells mean, which rules they obey."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.layers.confidence import Confidence
from diglot.annotate.layers.groups import Groups
from diglot.annotate.layers.matches import Matches
from diglot.annotate.layers.questions import Questions
from diglot.annotate.layers.sentences import Sentences
from diglot.annotate.layers.terms import Terms
from diglot.annotate.layers.trees import Trees
from diglot.annotate.layers.word_labels import WordLabels

if TYPE_CHECKING:
    from diglot.annotate.layers.layer import Layer

LAYERS: dict[str, Layer] = {
    "sentences": Sentences(),
    "confidence": Confidence(),
    "word_labels": WordLabels(),
    "groups": Groups(),
    "trees": Trees(),
    "terms": Terms(),
    "matches": Matches(),
    "questions": Questions(),
}
"""Every kind of layer by its name."""
