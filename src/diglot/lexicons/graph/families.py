"""Dictionaries that come from one source: told by their origin, seen in what they share.

A dictionary that was made of the same data as another proves nothing about it: walking from
English over Dutch to French through two children of one database rebuilds the third child.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from diglot.flat_arrays import join_ranges
from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.graph.interning import normalise_lemmas
from diglot.model import Origin

BETWEEN = "+"  # several families in one name
# Family to what names it in the statement of a dictionary, or in its name.
SOURCES = {
    "ergane": r"\bergane\b|travlang",
    "wiktionary": r"wik(?:tion(?:ary|naire)|dict|cionario|woordenboek|izionario)|wiktextract|"
    r"dbnary",
    "apertium": r"apertium|lttoolbox",
    "wordnet": r"wordnet|\bomw\b|\bwolf\b.*synset",
    "muse": r"\bmuse\b.*(?:dictionar|facebook|embedding)|facebookresearch/muse",
    "panlex": r"panlex",
    "omegawiki": r"omega-?wiki",
    "ding": r"\bding\b|tu[- ]chemnitz|beolingus",
    "dict.cc": r"dict\.cc\b",
    "jmdict": r"\bjmdict|\bedict\b",
    "cedict": r"cc-?cedict",
    "iate": r"\biate\b",
    "opus": r"\bopus\b.*corp|open ?subtitles|europarl|paracrawl|\bccaligned\b",
    "majstro": r"majstro",
    "k dictionaries": r"k dictionaries|lexicala",
}
_PATTERNS = {name: re.compile(pattern) for name, pattern in SOURCES.items()}
_ADDRESS = re.compile(r"https?://(?:www\.)?([\w.-]+\.[a-z]{2,})(/[^\s<>\"')\],;]*)?")
# Where standards, licences and whole collections live says nothing about a source.
_NO_SOURCES = re.compile(
    r"(?:^|\.)(?:gnu\.org|creativecommons\.org|opensource\.org|spdx\.org|w3\.org|tei-c\.org|"
    r"lexinfo\.net|freedict\.org|w3id\.org|purl\.org|xmlns\.com|example\.(?:com|org))$"
)
_SHARED_HOSTS = frozenset({"github.com", "gitlab.com", "sourceforge.net", "codeberg.org"})

ALIKE = 0.9  # share of the smaller of two dictionaries that the other one has, too
LEAK = 0.9  # share of a dictionary that one language alone gives back
_ENOUGH = 100  # translations to judge a share by


def family_of(origin: Origin) -> str:
    """Return the family of a dictionary: the sources that its origin names.

    Args:
        origin: what the dictionary says; a family that it has already stays.

    Returns:
        Names joined with ``+``, in the order of `SOURCES`; if none is known, the addresses in
        its statement; empty when there are none.
    """
    if origin.family:
        return origin.family
    told = f"{origin.name} {origin.statement}".casefold()
    names = [name for name, pattern in _PATTERNS.items() if pattern.search(told)]
    return BETWEEN.join(names or dict.fromkeys(_addresses(origin.statement)))


def add_families(origins: Iterable[Origin]) -> tuple[Origin, ...]:
    """Return origins with their families."""
    return tuple(replace(each, family=family_of(each)) for each in origins)


def group_by_family(origins: Sequence[Origin]) -> dict[str, tuple[int, ...]]:
    """Return the numbers of the dictionaries of each source; one may be in several groups."""
    groups: dict[str, list[int]] = {}
    for number, origin in enumerate(origins):
        for name in _names(origin):
            groups.setdefault(name, []).append(number)
    return {name: tuple(numbers) for name, numbers in sorted(groups.items())}


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two dictionaries that say the same.

    Attributes:
        one: number of the smaller dictionary.
        other: number of the other one.
        shared: edges that both have.
        share: shared edges over those of the smaller one.
    """

    one: int
    other: int
    shared: int
    share: float


def overlaps(graph: Graph, *, least: float = ALIKE) -> tuple[Overlap, ...]:
    """Return pairs of dictionaries of which the smaller one is nearly part of the other.

    Dictionaries of less than a hundred edges are not judged.

    Returns:
        Pairs, the greatest share first.
    """
    counts = np.bincount(graph.witness, minlength=len(graph.witnesses)) // 2
    sizes: dict[int, int] = {}
    shared: dict[tuple[int, int], int] = {}
    for dictionaries, count in zip(graph.witnesses, counts.tolist(), strict=True):
        for each in dictionaries:
            sizes[each] = sizes.get(each, 0) + count
        for pair in combinations(dictionaries, 2):
            shared[pair] = shared.get(pair, 0) + count
    found = []
    for pair, count in shared.items():
        one, other = sorted(pair, key=lambda each: (sizes[each], each))
        if sizes[one] >= _ENOUGH and count >= least * sizes[one]:
            found.append(Overlap(one, other, count, count / sizes[one]))
    return tuple(sorted(found, key=lambda each: (-each.share, each.one, each.other)))


@dataclass(frozen=True, slots=True)
class PivotRecall:
    """How much of a reference dictionary two steps through one language give back.

    Attributes:
        pivot: code of the language; empty for all languages together.
        found: reference pairs with a common neighbour in that language.
        known: reference pairs of which both words have a neighbour there.
        pairs: reference pairs of which both words are in the graph.
    """

    pivot: str
    found: int
    known: int
    pairs: int

    @property
    def recall(self) -> float:
        """Share of the reference pairs that is found."""
        return self.found / self.pairs if self.pairs else 0.0

    @property
    def recall_of_known(self) -> float:
        """Share of those that could be found which is found."""
        return self.found / self.known if self.known else 0.0


def pivot_recalls(
    graph: Graph, source: str, target: str, reference: Iterable[tuple[str, str]]
) -> tuple[PivotRecall, ...]:
    """Measure how much of a reference dictionary every pivot language gives back.

    Words are compared without regard to case and part of speech. What dictionaries say of the two
    languages directly does not count.

    Returns:
        All languages together first, then each, the greatest recall first.

    Raises:
        ConfigError: no dictionary has words of a language.
    """
    starts = np.append(np.flatnonzero(np.diff(graph.word, prepend=-1)), graph.nodes)
    one, other = _known(graph, source, target, reference)
    pair_there, there = _neighbours(graph, starts, one)
    pair_here, here = _neighbours(graph, starts, other)
    ends = (graph.languages.index(source), graph.languages.index(target))
    size, languages = len(one), len(graph.languages)
    kept = ~np.isin(graph.language_of(there), ends)
    left = np.unique(pair_there[kept] * graph.nodes + there[kept])
    kept = ~np.isin(graph.language_of(here), ends)
    right = np.unique(pair_here[kept] * graph.nodes + here[kept])

    def by_language(keys: NDArray[np.int64]) -> NDArray[np.bool_]:
        mask = np.zeros((size, languages), np.bool_)
        mask[keys // graph.nodes, graph.language_of(keys % graph.nodes)] = True
        return mask

    found = by_language(np.intersect1d(left, right, assume_unique=True))
    known = by_language(left) & by_language(right)
    total = PivotRecall("", int(found.any(axis=1).sum()), int(known.any(axis=1).sum()), size)
    each = [
        PivotRecall(code, int(found[:, at].sum()), int(known[:, at].sum()), size)
        for at, code in enumerate(graph.languages)
        if at not in ends and known[:, at].any()
    ]
    return (total, *sorted(each, key=lambda recall: (-recall.found, recall.pivot)))


def family_warnings(graph: Graph, reference: Origin) -> tuple[str, ...]:
    """Say which dictionaries must not judge, or be judged by, another one.

    Args:
        graph: the dictionaries.
        reference: where the dictionary comes from that is to judge or that was hidden.
    """
    told = []
    for name in _names(replace(reference, family=family_of(reference))):
        members = [
            each.name
            for each in graph.origins
            if name in _names(replace(each, family=family_of(each)))
        ]
        if members:
            told.append(
                f"{reference.name or 'the reference'} and {_listed(members)} come from one source "
                f"({name}): scores against it are too high; leave those dictionaries out"
            )
    return tuple(told)


def leak_warnings(recalls: Iterable[PivotRecall], name: str = "the reference") -> tuple[str, ...]:
    """Say through which languages a reference dictionary leaks into the graph."""
    told = []
    for each in recalls:
        if not each.pivot or each.known < _ENOUGH:
            continue
        if each.recall >= LEAK:
            told.append(
                f"{each.recall:.0%} of {name} is found in two steps over {each.pivot} alone: "
                f"dictionaries with {each.pivot} seem to be made of the same data; leave them out "
                "before you rely on a score"
            )
        elif each.recall_of_known >= LEAK:
            told.append(
                f"of the {each.known:,} pairs of {name} whose words have translations in "
                f"{each.pivot}, {each.recall_of_known:.0%} are found over {each.pivot} alone: "
                "one of these dictionaries may have been made by crossing the others"
            )
    return tuple(told)


def overlap_warnings(graph: Graph) -> tuple[str, ...]:
    """Say which dictionaries are nearly the same and should not count as two."""
    return tuple(
        f"{each.share:.0%} of {graph.origins[each.one].name} stands in "
        f"{graph.origins[each.other].name}, too: they are not two witnesses"
        for each in overlaps(graph)
    )


def _names(origin: Origin) -> tuple[str, ...]:
    return tuple(filter(None, origin.family.split(BETWEEN)))


def _addresses(statement: str) -> list[str]:
    """Return the addresses of sources, cut where what follows names no source any more."""
    found = []
    for host, path in _ADDRESS.findall(statement.casefold()):
        if _NO_SOURCES.search(host):
            continue
        parts = [part for part in path.split("/") if part][: 2 if host in _SHARED_HOSTS else 0]
        found.append("/".join([host.rstrip("."), *(part.rstrip(".") for part in parts)]))
    return found


def _listed(names: Sequence[str], most: int = 5) -> str:
    more = f" and {len(names) - most} others" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _known(
    graph: Graph, source: str, target: str, reference: Iterable[tuple[str, str]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the numbers of the words of reference pairs that the graph has, each pair once."""
    numbers = []
    for language in (source, target):
        first, last = graph.range(language)
        lemmas = graph.lemmas(np.arange(first, last))
        words = graph.word[first:last].tolist()
        numbers.append({lemma.casefold(): at for lemma, at in zip(lemmas, words, strict=True)})
    pairs = {
        (numbers[0][one], numbers[1][other])
        for one, other in ((_spelling(a), _spelling(b)) for a, b in reference)
        if one in numbers[0] and other in numbers[1]
    }
    found = np.array(sorted(pairs), np.int64).reshape(-1, 2)
    return found[:, 0], found[:, 1]


def _spelling(lemma: str) -> str:
    return normalise_lemmas(lemma).casefold()


def _neighbours(
    graph: Graph, starts: NDArray[np.int64], words: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the neighbours of words, and which of the words each belongs to."""
    begins, ends = graph.starts[starts[words]], graph.starts[starts[words + 1]]
    counts = ends - begins
    which = np.repeat(np.arange(len(words)), counts)
    return which, graph.neighbours[join_ranges(begins, counts)].astype(np.int64)
