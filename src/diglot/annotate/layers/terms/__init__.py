"""The layer of decisions on pairs of terms.

Termbases and files of judgements enter. Items, problems, termbases and files of judgements leave.
"""

from collections.abc import Iterable
from types import MappingProxyType

from diglot.annotate.bodies import Body, Problem
from diglot.annotate.layers.cells import Payload
from diglot.annotate.layers.layer import Layer
from diglot.annotate.layers.terms.rules import across
from diglot.annotate.schemes import Label, Scheme


def _across(
    judgements: Iterable[tuple[str, Payload, Body]], scheme: Scheme
) -> dict[str, list[Problem]]:
    return across(judgements, scheme)


LAYER = Layer(
    Scheme(
        "terms",
        (
            Label("valid", "y", "green", "✓", "the terms translate each other", ("accepted",)),
            Label("wrong", "n", "vermilion", "✗", "they do not", ("rejected",)),
            Label("partial", "p", "orange", "◐", "one side lacks a part or has too much"),
            Label("unsure", "u", "purple", "?", "someone else has to decide"),
        ),
        settings=MappingProxyType({"relations": ("exact", "broader", "narrower", "related")}),
    ),
    across=_across,
)
