"""The kinds of annotation layers, a folder each, and what they share.

The payload of an item and the cells of a judgement enter. Breaches of the rules of the kind, labels
to compare, and values of `model` to write leave.
"""

from diglot.annotate.layers.confidence import LAYER as CONFIDENCE
from diglot.annotate.layers.groups import LAYER as GROUPS
from diglot.annotate.layers.matches import LAYER as MATCHES
from diglot.annotate.layers.questions import LAYER as QUESTIONS
from diglot.annotate.layers.sentences import LAYER as SENTENCES
from diglot.annotate.layers.terms import LAYER as TERMS
from diglot.annotate.layers.trees import LAYER as TREES
from diglot.annotate.layers.word_labels import LAYER as WORD_LABELS

LAYERS = {
    layer.kind: layer
    for layer in (
        SENTENCES,
        CONFIDENCE,
        WORD_LABELS,
        GROUPS,
        TREES,
        TERMS,
        MATCHES,
        QUESTIONS,
    )
}
"""Every kind of layer by its name, in the order of the work: from documents to single terms."""
