"""Graphs of dictionaries that are given all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.lexicons.graph.encoding import Encoder

if TYPE_CHECKING:
    from collections.abc import Iterable

    from diglot.lexicons.graph.graph import Graph
    from diglot.model import Origin, Translation


def encode(
    dictionaries: Iterable[tuple[Origin, Iterable[Translation]]],
    *,
    case: str = "keep",
    pos: str = "keep",
) -> Graph:
    """The graph of dictionaries, each with its origin; translations are taken one by one."""
    encoder = Encoder(case=case, pos=pos)
    for origin, translations in dictionaries:
        encoder.add(origin, translations)
    return encoder.graph()
