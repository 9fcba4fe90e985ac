"""A word in a graph of dictionaries: its nodes, what it may reach, why it reaches nothing."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph

_CLOSE = 5
_COMPARED = 500  # words that share most of their letters; comparing more would take seconds
_NAMED = 4


def nodes_of(graph: Graph, word: str, language: str) -> NDArray[np.int32]:
    """Return the nodes of a word, whatever its case and part of speech.

    Raises:
        ConfigError: no dictionary has words of the language.
    """
    first, last = graph.range(language)
    folded = lookup_spelling(word)
    nodes = range(first, last)

    def key(node: int) -> str:
        return graph.lemma(node).casefold()

    begin = bisect_left(nodes, folded, key=key)
    return np.array(nodes[begin : bisect_right(nodes, folded, lo=begin, key=key)], np.int32)


def lookup_spelling(word: str) -> str:
    """Return a word as it is looked up: small letters, single blanks."""
    return " ".join(unicodedata.normalize("NFC", word).split()).casefold()


def close_spellings(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return words that are spelt nearly as one, the closest first, small letters before capitals.

    Reference: Damerau (1964), letters that are missing, added, wrong or exchanged.
    """
    from rapidfuzz.distance import OSA

    wanted = lookup_spelling(word)
    pairs = _pairs(wanted)
    most_edits = max(2, len(wanted) // 3)
    near: dict[str, tuple[float, bool, str]] = {}
    for each in known:
        if abs(len(each) - len(wanted)) <= most_edits:
            folded = each.casefold()
            theirs = _pairs(folded)
            shared = len(pairs & theirs)
            if 3 * shared >= len(pairs):
                rank = (-shared / max(len(pairs), len(theirs)), each != folded, each)
                near[folded] = min(near.get(folded, rank), rank)
    likely = sorted((rank, folded) for folded, rank in near.items())[:_COMPARED]
    found = sorted((OSA.distance(wanted, folded), rank) for rank, folded in likely)
    return tuple(each for edits, (_, _, each) in found if edits <= most_edits)[:_CLOSE]


def _pairs(word: str) -> set[str]:
    framed = f" {word} "
    return {framed[at : at + 2] for at in range(len(framed) - 1)}


def reachable_words(
    graph: Graph, nodes: NDArray[np.int32], source: str, target: str, *, longest: int = 3
) -> NDArray[np.int32]:
    """Return the words of a language that are two or more steps from nodes, ascending.

    Args:
        graph: the dictionaries.
        nodes: words of the source language.
        source: code of the source language; its words are no way.
        target: code of the target language; its words are no way.
        longest: most steps.

    Raises:
        ConfigError: no dictionary has words of a language.
    """
    ends = (graph.range(source), graph.range(target))
    first, last = ends[1]
    at = _pivots(neighbours_of(graph, nodes), ends)
    found = []
    for _ in range(longest - 1):
        around = neighbours_of(graph, at)
        found.append(around[(around >= first) & (around < last)])
        at = _pivots(around, ends)
    return np.unique(np.concatenate(found))


def neighbours_of(graph: Graph, nodes: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the neighbours of nodes, ascending, each once."""
    pieces = [graph.neighbours[graph.starts[at] : graph.starts[at + 1]] for at in nodes.tolist()]
    return np.unique(np.concatenate([np.empty(0, np.int32), *pieces]))


def _pivots(nodes: NDArray[np.int32], ends: tuple[tuple[int, int], ...]) -> NDArray[np.int32]:
    outside = np.ones(len(nodes), np.bool_)
    for first, last in ends:
        outside &= (nodes < first) | (nodes >= last)
    return nodes[outside]


def why_no_path(
    graph: Graph,
    nodes: NDArray[np.int32],
    others: NDArray[np.int32] | None,
    source: str,
    target: str,
) -> str:
    """Say why no path leads from a word to another, or to any of a language, and what would help.

    Args:
        graph: the dictionaries.
        nodes: of the one word.
        others: of the other; None for any word of the target language.
        source: code of the language of the one.
        target: code of the language of the other.

    Raises:
        ConfigError: no dictionary has words of a language.
    """
    ends = (graph.range(source), graph.range(target))
    mine = _by_language(graph, _pivots(neighbours_of(graph, nodes), ends))
    word = graph.lemma(int(nodes[0]))
    if not mine:
        return (
            f"dictionaries lead from {word!r} to no third language: one of {source} and another "
            f"language than {target} would help"
        )
    known = "; ".join(f"{code} ({', '.join(words)})" for code, words in mine.items())
    if others is None:
        helpful = ", ".join(f"{code}-{target}" for code in mine)
        return (
            f"{word!r} leads to {known}, but nothing there leads on to {target}: a dictionary such "
            f"as {helpful} with these words would help"
        )
    other = graph.lemma(int(others[0]))
    theirs = _by_language(graph, _pivots(neighbours_of(graph, others), ends))
    if not theirs:
        return (
            f"dictionaries lead from {other!r} to no third language: one of {target} and another "
            f"language than {source} would help"
        )
    shared = [code for code in mine if code in theirs]
    if not shared:
        also = "; ".join(f"{code} ({', '.join(words)})" for code, words in theirs.items())
        joining = f"{next(iter(mine))}-{next(iter(theirs))}"
        return (
            f"no pivot language is shared: {word!r} leads to {known}, {other!r} to {also}; a "
            f"dictionary such as {joining} would help"
        )
    apart = "; ".join(
        f"{code}: {', '.join(mine[code])} against {', '.join(theirs[code])}" for code in shared
    )
    return f"{word!r} and {other!r} share no pivot: {apart}"


def _by_language(graph: Graph, nodes: NDArray[np.int32]) -> dict[str, list[str]]:
    """Return some words of each language."""
    found: dict[str, dict[str, None]] = {}
    languages: NDArray[Any] = graph.language_of(nodes)
    for node, language in zip(nodes.tolist(), languages.tolist(), strict=True):
        found.setdefault(graph.languages[language], {})[graph.lemma(node)] = None
    return {
        code: [*list(words)[:_NAMED], *(["…"] if len(words) > _NAMED else [])]
        for code, words in found.items()
    }
