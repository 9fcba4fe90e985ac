"""The kinds of annotation layers and what they share: cells, payloads, rules and labels.

The payload of an item and the cells of a judgement enter. Faults, problems and values of `model`
leave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.layers.confidence.rules import Confidence
from diglot.annotate.layers.groups.rules import Groups
from diglot.annotate.layers.matches.rules import Matches
from diglot.annotate.layers.questions.rules import Questions
from diglot.annotate.layers.sentences.rules import Sentences
from diglot.annotate.layers.terms.rules import Terms
from diglot.annotate.layers.trees.rules import Trees
from diglot.annotate.layers.word_labels.rules import WordLabels

if TYPE_CHECKING:
    from diglot.annotate.layers.cells import Layer

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
