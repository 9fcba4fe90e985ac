"""A word in a graph of dictionaries: its nodes, what it may reach, why it reaches nothing.

And which entries of the dictionaries explain translations that people rejected.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.model import LexicalPath

if TYPE_CHECKING:
    from collections.abc import Iterable

    from diglot.lexicons.graph.graph import Graph

_CLOSE = 5
_COMPARED = 500  # words that share most of their letters; comparing more would take seconds
_NAMED = 4
_ROUNDS = 100
_STILL = 1e-9
_PRIOR, _WEIGHT = 0.05, 2.0
"""Share of wrong edges before anything is known, and how many paths that belief is worth."""
_DRIFT = 0.2
"""How often the meaning changes on a path without a wrong edge."""

Word = tuple[str, str]


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


@dataclass(frozen=True, slots=True)
class BlamedEdge:
    """Two words that dictionaries give for each other, on paths of rejected translations.

    Attributes:
        words: both as they are written, in the order of their languages.
        languages: language of each.
        dictionaries: names of those that say so.
        rejected: rejected translations with a path over it.
        accepted: accepted translations with a path over it.
        explained: rejected translations, by the share of their paths, that are expected to be its
            fault.
        wrong: probability that it is wrong.
    """

    words: tuple[str, str]
    languages: tuple[str, str]
    dictionaries: tuple[str, ...]
    rejected: int
    accepted: int
    explained: float
    wrong: float


@dataclass(frozen=True, slots=True, eq=False)
class _Steps:
    """Edge and path of every step; pair of every path, and its share in the score of the pair."""

    edges: dict[tuple[Word, Word], tuple[str, ...]]
    edge: NDArray[np.int64]
    path: NDArray[np.int64]
    pair: NDArray[np.int64]
    share: NDArray[np.float64]


def blamed_edges(
    paths: Sequence[Sequence[LexicalPath]],
    rejected: Sequence[bool] | NDArray[np.bool_],
) -> tuple[BlamedEdge, ...]:
    """Return the edges on paths of rejected pairs, the one that explains most first.

    A path of an accepted pair is whole; that of a rejected one is broken, by an edge that is wrong
    or by a word of several meanings on the way. Expectation and maximisation divide the blame (a
    noisy or); each path of a pair counts by its share of the pair's score.

    Args:
        paths: of each pair that was judged; a pair without any tells nothing.
        rejected: True where people said no, False where they said yes, one a pair.

    Raises:
        ConfigError: the judgements are not one a pair.

    Reference: Pearl (1988), Probabilistic Reasoning in Intelligent Systems, section 4.3 (noisy or).
    """
    if len(rejected) != len(paths):
        raise ConfigError(f"{len(rejected)} judgements of {len(paths)} pairs: give one each")
    steps = _steps(paths)
    size = len(steps.edges)
    no = np.asarray(rejected, np.bool_)
    broken = no[steps.pair]
    seen = np.bincount(steps.edge, steps.share[steps.path], size)
    wrong: NDArray[np.float64] = np.full(size, _PRIOR)
    blamed: NDArray[np.float64] = np.zeros(size)
    for _ in range(_ROUNDS):
        before = wrong
        right = np.log1p(-wrong[steps.edge])
        whole = np.exp(np.bincount(steps.path, right, len(steps.pair)))
        fault = np.where(broken, steps.share / (1 - (1 - _DRIFT) * whole), 0.0)
        blamed = np.bincount(steps.edge, wrong[steps.edge] * fault[steps.path], size).astype(
            np.float64
        )
        wrong = (_WEIGHT * _PRIOR + blamed) / (_WEIGHT + seen)
        if np.abs(wrong - before).max(initial=0) < _STILL:
            break
    uses = np.unique(np.stack([steps.edge, steps.pair[steps.path]]), axis=1)
    on = no[uses[1]]
    against, favour = (np.bincount(uses[0][each], minlength=size) for each in (on, ~on))
    ranked = sorted(
        (-blamed[at], -wrong[at], edge, at) for at, edge in enumerate(steps.edges) if against[at]
    )
    return tuple(
        BlamedEdge(
            words=(edge[0][1], edge[1][1]),
            languages=(edge[0][0], edge[1][0]),
            dictionaries=steps.edges[edge],
            rejected=int(against[at]),
            accepted=int(favour[at]),
            explained=float(blamed[at]),
            wrong=float(wrong[at]),
        )
        for _, _, edge, at in ranked
    )


def _steps(paths: Sequence[Sequence[LexicalPath]]) -> _Steps:
    said: dict[tuple[Word, Word], dict[str, None]] = {}
    numbers: dict[tuple[Word, Word], int] = {}
    edge: list[int] = []
    path: list[int] = []
    pair: list[int] = []
    share: list[float] = []
    for number, ways in enumerate(paths):
        scores = [1.0 if way.score is None else way.score for way in ways]
        total = sum(scores)
        for way, score in zip(ways, scores, strict=True):
            nodes = list(zip(way.languages, way.words, strict=True))
            for one, other, names in zip(nodes[:-1], nodes[1:], way.dictionaries, strict=True):
                key = (one, other) if one <= other else (other, one)
                edge.append(numbers.setdefault(key, len(numbers)))
                path.append(len(pair))
                said.setdefault(key, {}).update(dict.fromkeys(names))
            pair.append(number)
            share.append(score / total if total > 0 else 1 / len(ways))
    return _Steps(
        edges={key: tuple(names) for key, names in said.items()},
        edge=np.array(edge, np.int64),
        path=np.array(path, np.int64),
        pair=np.array(pair, np.int64),
        share=np.array(share, np.float64),
    )
