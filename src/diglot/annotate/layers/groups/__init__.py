"""The layer of free groups of corresponding words.

Sentence pairs and files of judgements enter. Items, problems and files of judgements leave.
"""

import re
from types import MappingProxyType

from diglot.annotate.bodies import Body, Value, canonical
from diglot.annotate.layers.layer import Layer
from diglot.annotate.schemes import Label, Scheme

_GROUP = re.compile(r"g\d+\Z")


def _numbered_by_content(cells: Body) -> dict[str, Value]:
    """Number groups by what is in them: each annotator numbers them as they come."""
    others = {name: value for name, value in cells.items() if not _GROUP.match(name)}
    groups = sorted(canonical(value) for name, value in cells.items() if _GROUP.match(name))
    return {**others, **{f"g{number}": text for number, text in enumerate(groups)}}


LAYER = Layer(
    Scheme(
        "groups",
        (
            Label("S", " ", "blue", "■", "sure: any reader would link these words", ("sure",), "S"),
            Label(
                "P", "p", "orange", "□", "possible: links that may be left out", ("possible",), "P"
            ),
        ),
        settings=MappingProxyType({"shared": False, "words": 4}),
    ),
    alike=_numbered_by_content,
)
