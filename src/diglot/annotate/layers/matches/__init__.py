"""The layer of verified matches of a termbase.

Test sets with marked terms and files of judgements enter. Items, problems and files of judgements
leave.
"""

from diglot.annotate.layers.layer import Layer
from diglot.annotate.schemes import Label, Scheme

LAYER = Layer(
    Scheme(
        "matches",
        (
            Label("valid", "y", "green", "✓", "the term is translated by the marked words"),
            Label("wrong sense", "s", "vermilion", "≠", "the word has another meaning here"),
            Label("wrong span", "b", "orange", "↔", "right entry, wrong boundaries: correct them"),
            Label("translated otherwise", "o", "blue", "≈", "by other words: mark them"),
            Label("not translated", "0", "grey", "∅", "the translation leaves it out"),
        ),
    ),
    cure="give marked terms and their translation: source and reference, or a --termbase",
)
