"""The layer of divisions of sentence pairs into smaller pairs.

Sentence pairs and files of judgements enter. Items, problems and files of judgements leave.
"""

from types import MappingProxyType

from diglot.annotate.layers.layer import Layer
from diglot.annotate.schemes import Label, Scheme

LAYER = Layer(
    Scheme(
        "trees",
        (
            Label("1-1", "l", "green", "·", "one word with one word", links="S"),
            Label("non-compositional", "l", "blue", "■", "corresponds only as a whole", links="P"),
            Label("skipped", "k", "grey", "∅", "left undivided for another reason", links="P"),
        ),
        settings=MappingProxyType({"words": 6, "imbalance": 0.15, "balance": 0.35}),
    ),
)
