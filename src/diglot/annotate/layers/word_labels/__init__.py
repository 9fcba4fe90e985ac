"""The layer of labels of given word links.

Sentence pairs with word links and files of judgements enter. Items, problems and files of
judgements leave.
"""

import re

from diglot.annotate.bodies import Body, Value
from diglot.annotate.layers.layer import Layer
from diglot.annotate.schemes import Label, Scheme

_MEMBER = re.compile(r"g\d+-\d+\Z")


def _numbered_in_order(cells: Body) -> dict[str, Value]:
    """Number the larger links as they come: each annotator gives them names."""
    numbers: dict[str, int] = {}
    return {
        name: numbers.setdefault(str(value), len(numbers)) if _MEMBER.match(name) else value
        for name, value in cells.items()
    }


LAYER = Layer(
    Scheme(
        "word_labels",
        (
            Label("sure", "1", "green", "✓", "same meaning in most contexts", links="S"),
            Label("contextual", "2", "blue", "≈", "right here, seldom elsewhere", links="P"),
            Label("partial", "3", "orange", "◐", "belongs to a larger link", links="P"),
            Label("wrong", "4", "vermilion", "✗", "no link"),
        ),
    ),
    alike=_numbered_in_order,
)
