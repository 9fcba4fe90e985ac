"""The layer of alignments of sentences.

Documents, bitexts and files of judgements enter. Items, problems and files of judgements leave.
"""

from types import MappingProxyType

from diglot.annotate.layers.layer import Layer
from diglot.annotate.schemes import Label, Scheme

LAYER = Layer(
    Scheme(
        "sentences",
        (
            Label("exclude", "x", "grey", "∅", "not translated: neither linked nor scored"),
            Label("non-monotone", "w", "purple", "⤨", "same content in another order"),
        ),
        # Beads of more segments than `zone` are better a zone; `nulls` in a row are doubtful.
        settings=MappingProxyType({"zone": 250, "nulls": 3, "band": 0.99}),
    ),
)
