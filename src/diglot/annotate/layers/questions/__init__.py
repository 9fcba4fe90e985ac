"""The layer of questions on terms in the output of systems.

Outputs of systems with marked terms and files of judgements enter. Items, problems and files of
judgements leave.
"""

from diglot.annotate.layers.layer import Layer
from diglot.annotate.schemes import Label, Scheme

LAYER = Layer(
    Scheme(
        "questions",
        (
            Label("yes", "y", "green", "✓", "correct"),
            Label("no", "n", "vermilion", "✗", "not correct"),
        ),
    ),
    cure="give a test set with marked terms",
    # Whoever has just read one translation of a segment judges the next one by it.
    apart="segment",
)
