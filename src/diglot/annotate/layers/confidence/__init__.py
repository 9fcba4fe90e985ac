"""The layer of judgements of how well two passages translate each other.

Aligned passages and files of judgements enter. Items, problems and files of judgements leave.
"""

from types import MappingProxyType

from diglot.annotate.layers.layer import Layer
from diglot.annotate.schemes import Label, Scheme

LAYER = Layer(
    Scheme(
        "confidence",
        (
            Label("sure", "1", "green", "✓", "near perfect mutual translation"),
            Label("partial", "2", "blue", "◐", "one side has untranslated parts: mark them"),
            Label(
                "unperfect",
                "3",
                "orange",
                "≈",
                "loose but complete, or only valid in this context",
                ("imperfect",),
            ),
            Label("erroneous", "4", "vermilion", "✗", "no correspondence", ("not corresponding",)),
            Label("undecidable", "5", "purple", "?", "cannot be judged without more context"),
        ),
        settings=MappingProxyType({"ratio": 1.8, "short": 20}),
    ),
)
