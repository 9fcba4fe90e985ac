"""Small dictionaries as graphs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from diglot.lexicons.graph.graph import Graph
from diglot.model import Origin, Translation
from tests.lexicons.encoding import encode

Entry = tuple[str, str] | tuple[str, str, str] | tuple[str, str, str, str]


def graph_of(dictionaries: dict[str, Iterable[Entry]], **options: Any) -> Graph:
    """Encode dictionaries named after their languages, such as ``en-es``.

    An entry is two words, then one part of speech for both, or one for each.
    """
    return encode(
        ((Origin(name), translations(name, entries)) for name, entries in dictionaries.items()),
        **options,
    )


def rings(size: int) -> dict[str, list[Entry]]:
    """Dictionaries of four languages, but for en-fr; word n mostly means word n, and n + 1.

    Some hundred words of each are enough to learn from.
    """
    names = ("ca", "en", "es", "fr")
    pairs = [(one, other) for at, one in enumerate(names) for other in names[at + 1 :]]
    found: dict[str, list[Entry]] = {}
    for number, (one, other) in enumerate(pairs):
        if (one, other) != ("en", "fr"):
            found[f"{one}-{other}"] = [
                (f"{one}{n}", f"{other}{to % size}", "noun")
                for n in range(size)
                for to in (n, n + 1)
                if (n + to + number) % 5
            ]
    return found


def translations(name: str, entries: Iterable[Entry]) -> list[Translation]:
    """The entries of a dictionary named after its languages."""
    source, target = name.split("-")[:2]
    found = []
    for one, other, *parts in entries:
        ends = (parts[0], parts[-1]) if parts else (None, None)
        found.append(Translation(one, other, source, target, ends[0], ends[1]))
    return found


def words(graph: Graph, nodes: Iterable[int]) -> list[str]:
    """The lemmas of nodes."""
    return [graph.lemma(int(node)) for node in nodes]
