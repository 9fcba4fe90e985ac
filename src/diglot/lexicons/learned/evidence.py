"""Evidence that hidden dictionaries do not have: links, vectors, an encoder for the wanted pair.

What such evidence is worth is learnt on the wanted pair itself. Pairs are put into groups by the
evidence; the probabilities that the graph gives them say how many of each group are right; and the
ratio of the shares that a group has among the right and among the wrong ones multiplies the odds.
Evidence puts pairs into another order. How many are likely is for the graph to say: as many as
before, and some more for each kind of evidence, which makes those that are listed surer.

Links also give pairs that no path joins, for words whose translation the graph does not know, and
so do the parts of words of several parts.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import product, repeat
from typing import TYPE_CHECKING, Any

import numpy as np
import regex

from diglot.flat_arrays import find_sorted
from diglot.learning.trees import fit_logistic, logistic
from diglot.lexicons.interface import ScoredPairs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.interface import LinkCounts, Resources

GROUPS = 12
PRIOR = 50.0
"""Pairs of either kind that are added to every group: of a small one little is known."""
ROUNDS = 3
SHOWN = 0.02
"""Probability of a pair that shows what evidence is worth: most others are wrong, and in a large
graph so many that evidence which they have looks right by the little that each may be."""
SLIGHT = 0.01
"""Share of its links that counts as none, for the logarithm."""
LIKELY, SETTLED = 0.05, 0.95
"""Least probability of a pair whose words an encoder is asked for, and one that needs none: its
words are asked for where either has a likely pair that is less sure."""
RIVALRY = 0.5
"""How much counts by which a pair is less alike than the most alike pair of either word."""
FEWEST = 1000
"""Likely pairs from which on their number stays."""
BELIEVED = 0.8
"""Part of the log-odds of evidence that counts: in part it repeats what the graph says."""
SURER = {"links": 0.6, "vectors": 0.15, "encoder": 0.5}
"""Log-odds that each kind of evidence is worth to all pairs, at the same precision."""
FOUND, LACKING = 0.5, 0.3
"""Best probability of the pairs of a word whose translation is known, and of one that lacks any."""

PART, OPTIONS = 0.4, 12
"""Least probability of the translation of a part of a word, and how many of a part are tried."""
COMMON = 0.01
"""Share of the words of several parts from which on one that they have needs no translation."""
FEW = 100
"""Composed pairs of known words that their probability is learnt from."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Features of further evidence, and what they are worth.

    Attributes:
        names: ``links``, ``vectors`` and ``encoder``, as far as they are given; ``parts``.
        features: shape (pairs, names), NaN where nothing is known.
        log_odds: shape (pairs, names), what is added to the log-odds.
    """

    names: tuple[str, ...]
    features: NDArray[np.float64]
    log_odds: NDArray[np.float64]

    def subset(self, chosen: NDArray[np.integer] | NDArray[np.bool_]) -> Evidence:
        """Return that of some of the pairs, by numbers or by a mask."""
        return Evidence(self.names, self.features[chosen], self.log_odds[chosen])

    @property
    def surer(self) -> float:
        """What all kinds together are worth to all pairs, in log-odds."""
        return sum(SURER.get(name, 0.0) for name in self.names)

    def widen(self, name: str) -> Evidence:
        """Return the evidence with one more kind, of which nothing is known."""
        unknown = np.full((len(self.features), 1), np.nan)
        return Evidence(
            (*self.names, name),
            np.concatenate([self.features, unknown], axis=1),
            np.concatenate([self.log_odds, np.zeros_like(unknown)], axis=1),
        )

    def join(self, further: Evidence) -> Evidence:
        """Return that of these pairs and of further ones, with the same names."""
        return Evidence(
            self.names,
            np.concatenate([self.features, further.features]),
            np.concatenate([self.log_odds, further.log_odds]),
        )


def gather_evidence(
    graph: Graph, pairs: ScoredPairs, source: str, target: str, resources: Resources
) -> Evidence:
    """Return what parallel text, vectors and an encoder say of pairs.

    Reference:
        Dempster, Laird and Rubin (1977), Maximum likelihood from incomplete data, for the rounds;
        Steingrímsson, Loftsson and Way (2021), PivotAlign, for the score of links.
    """
    columns, strengths = {}, {}
    if len(pairs) and resources.links is not None:
        columns["links"], strengths["links"] = link_strengths(graph, pairs, resources.links)
    if len(pairs) and {source, target} <= set(resources.vectors):
        columns["vectors"] = vector_scores(graph, pairs, source, target, resources)
    if len(pairs) and resources.encode is not None:
        columns["encoder"] = encoder_scores(graph, pairs, resources.encode)
        strengths["encoder"] = among_rivals(pairs, columns["encoder"])
    features = list(columns.values())
    none = np.zeros((0, len(pairs)))
    return Evidence(
        tuple(columns),
        np.array(features or none).T,
        BELIEVED
        * np.array(
            evidence_log_odds(pairs.score, list({**columns, **strengths}.values())) or none
        ).T,
    )


def weigh_evidence(
    probability: NDArray[np.float64], added: Sequence[NDArray[np.float64]]
) -> NDArray[np.float64]:
    """Return probabilities, shape (pairs,), in the light of further evidence, in log-odds."""
    return logistic(sum(added, _log_odds(probability))) if len(added) else probability


def _log_odds(probability: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = np.log(
        np.clip(probability, 1e-6, 1 - 1e-6) / np.clip(1 - probability, 1e-6, 1)
    )
    return found


def settle_scores(
    probability: NDArray[np.float64], added: Sequence[NDArray[np.float64]], surer: float
) -> NDArray[np.float64]:
    """Return what `weigh_evidence` does, moved such that about as many pairs stay likely.

    The log-odds ``surer`` are added to all, so that some more are likely. Where few are likely
    little is known of how many should be, and nothing is moved.
    """
    score = weigh_evidence(probability, added)
    likely = int((probability >= 0.5).sum())
    if len(added) and FEWEST <= likely < len(score):
        border = np.partition(score, -likely)[[-likely]]
        score = weigh_evidence(score, [surer - _log_odds(border)])
    return score


def evidence_log_odds(
    probability: NDArray[np.float64], columns: list[NDArray[np.float64]]
) -> list[NDArray[np.float64]]:
    """Return what further features add to log-odds, taken as independent of each other.

    Args:
        probability: shape (pairs,), what is believed so far.
        columns: shape (pairs,) each, NaN where nothing is known, which changes nothing.
    """
    belief = np.asarray(probability, np.float64)
    shown = belief >= SHOWN
    groups = [_groups(each, shown) for each in columns]
    added: list[NDArray[np.float64]] = []
    for _ in range(ROUNDS if columns else 0):
        added = [_log_ratios(number, belief, shown)[number] for number in groups]
        belief = weigh_evidence(probability, added)
    return added


@dataclass(frozen=True, slots=True, eq=False)
class _Linked:
    """What links say of pairs whose words are both linked at all.

    Attributes:
        known: shape (all pairs,), bool: which pairs these are.
        links: shape (pairs,): links of the two words to each other.
        together: shape (pairs,): sentence pairs with both words, where these are linked.
        totals: shape (pairs,) each: links of either word.
        most: shape (pairs,) each: its links to the word that it has most links to.
    """

    known: NDArray[np.bool_]
    links: NDArray[np.float64]
    together: NDArray[np.float64]
    totals: tuple[NDArray[np.float64], ...]
    most: tuple[NDArray[np.float64], ...]


def _linked(graph: Graph, pairs: ScoredPairs, links: LinkCounts) -> _Linked:
    counts = np.array(list(links.links.values()), np.float64)
    linked, asked, totals, most = [], [], [], []
    sides = zip(*links.links, strict=True) if links.links else ((), ())
    for nodes, words in zip((pairs.source, pairs.target), sides, strict=True):
        place = {word: number for number, word in enumerate(dict.fromkeys(words))}
        linked.append(np.array([place[word] for word in words], np.int64))
        totals.append(np.zeros(len(place)))
        np.add.at(totals[-1], linked[-1], counts)
        most.append(np.zeros(len(place)))
        np.maximum.at(most[-1], linked[-1], counts)
        # A word has many pairs.
        distinct, row = np.unique(nodes, return_inverse=True)
        number = [place.get(word.lower(), -1) for word in graph.lemmas(distinct)]
        asked.append(np.array(number, np.int64)[row])
    known = (asked[0] >= 0) & (asked[1] >= 0)
    one, other = (each[known] for each in asked)
    size = len(totals[1])
    keys, wanted = linked[0] * size + linked[1], one * size + other
    order = np.argsort(keys)
    at = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)]
    here = keys[at] == wanted
    together = np.array([links.together.get(pair, 0) for pair in links.links], np.float64)
    return _Linked(
        known,
        np.where(here, counts[at], 0.0),
        np.where(here, together[at], 0.0),
        (totals[0][one], totals[1][other]),
        (most[0][one], most[1][other]),
    )


def link_scores(graph: Graph, pairs: ScoredPairs, links: LinkCounts) -> NDArray[np.float64]:
    """Return for every pair links / (sentences with both words + log2 of all).

    Returns:
        Shape (pairs,): 0 for words that are linked, but never to each other; NaN where a word is
        never linked: the text says nothing of it.

    Reference:
        Steingrímsson, Loftsson and Way (2021), PivotAlign.
    """
    return _link_scores(_linked(graph, pairs, links), links)


def _link_scores(said: _Linked, links: LinkCounts) -> NDArray[np.float64]:
    found = np.full(len(said.known), np.nan)
    score = said.links / (said.together + np.log2(max(links.sentences, 2)))
    found[said.known] = np.minimum(1.0, score)
    return found


def link_strengths(
    graph: Graph, pairs: ScoredPairs, links: LinkCounts
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return `link_scores`, and how much the links speak for every pair.

    The latter are the log-odds that a logistic regression on the number of links and their share
    of all that either word has gives, learnt from what is believed of the pairs; the scores
    themselves where there are few pairs to learn from.
    """
    said = _linked(graph, pairs, links)
    scores = _link_scores(said, links)
    shown = pairs.score[said.known] >= SHOWN
    if shown.sum() < FEWEST:
        return scores, scores
    features = np.stack(
        [
            np.log1p(said.links),
            said.links > 0,
            np.log(scores[said.known] + SLIGHT),
            *(np.log(said.links / (total + 1) + SLIGHT) for total in said.totals),
            *(np.log1p(total) for total in said.totals),
            *(said.links / (most + 0.1) for most in said.most),
        ],
        axis=1,
    )
    # The search begins at slopes of 1: small features, so that it begins near nothing.
    features -= features[shown].mean(axis=0)
    features /= 10 * np.maximum(features[shown].std(axis=0), SLIGHT)
    belief = pairs.score[said.known][shown]
    *slopes, offset = fit_logistic(features[shown], belief, np.ones(len(belief)))
    found = np.full(len(pairs), np.nan)
    # The groups of evidence are of values that differ by more than rounding.
    found[said.known] = np.round(features @ slopes + offset, 6)
    return scores, found


def encoder_scores(
    graph: Graph, pairs: ScoredPairs, encode: Callable[[Sequence[str]], NDArray[np.float32]]
) -> NDArray[np.float64]:
    """Return the cosines of what an encoder makes of the words of pairs.

    Returns:
        Shape (pairs,): NaN for unlikely pairs, and for sure ones whose words have no other.
    """
    found = np.full(len(pairs), np.nan)
    likely, doubtful = pairs.score >= LIKELY, np.zeros(graph.nodes, np.bool_)
    for nodes in (pairs.source, pairs.target):
        doubtful[nodes[likely & (pairs.score < SETTLED)]] = True
    asked = np.flatnonzero(likely & (doubtful[pairs.source] | doubtful[pairs.target]))
    sides = []
    for nodes in (pairs.source[asked], pairs.target[asked]):
        distinct, place = np.unique(nodes, return_inverse=True)
        words = graph.lemmas(distinct)
        sides.append((np.asarray(encode(words)) if words else np.zeros((0, 1)), place))
    (ours, one), (theirs, other) = sides
    for begin in range(0, len(asked), 1 << 14):
        part = slice(begin, begin + (1 << 14))
        found[asked[part]] = np.einsum("ij,ij->i", ours[one[part]], theirs[other[part]])
    return found


def among_rivals(pairs: ScoredPairs, likeness: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how alike pairs are, less a part of what they lack to the best of either word.

    Args:
        pairs: the pairs.
        likeness: shape (pairs,), NaN where it is unknown: such a pair is no rival.
    """
    known = np.flatnonzero(~np.isnan(likeness))
    found = likeness.copy()
    for nodes in (pairs.source[known], pairs.target[known]):
        distinct, place = np.unique(nodes, return_inverse=True)
        best = np.full(len(distinct), -np.inf)
        np.maximum.at(best, place, likeness[known])
        found[known] -= RIVALRY * (best[place] - likeness[known])
    return found


def vector_scores(
    graph: Graph, pairs: ScoredPairs, source: str, target: str, resources: Resources
) -> NDArray[np.float64]:
    """Return for every pair what `mapped.muse` makes of the given vectors; NaN without vectors."""
    from diglot.lexicons.methods.mapped_vectors import muse

    settings = {"candidates": "paths", "vectors": "given", "seeds": "both"}
    mapped = muse(graph, source, target, replace(resources, options=settings))
    keys = mapped.source.astype(np.int64) * graph.nodes + mapped.target
    wanted = pairs.source.astype(np.int64) * graph.nodes + pairs.target
    found = np.full(len(pairs), np.nan)
    at = find_sorted(wanted, keys)
    found[at >= 0] = mapped.score[at[at >= 0]]
    return found


def linked_pairs(
    graph: Graph, pairs: ScoredPairs, source: str, target: str, links: LinkCounts
) -> ScoredPairs:
    """Return pairs that are linked, but joined by no path, where a word lacks a likely translation.

    How probable they are is learnt on words whose translations the graph knows: of the pairs with
    as many links, the share that is right. Words of one part of speech make a pair.

    Args:
        graph: the dictionaries.
        pairs: candidates of the graph with what it says of them, without the links.
        source: code of the source language.
        target: code of the target language.
        links: of the words of both languages.
    """
    none = pairs.subset(np.zeros(0, np.int64))
    if not len(pairs) or not links.links:
        return none
    strength = np.array(list(links.links.values()), np.float64)
    sides = []
    for language, linked in zip((source, target), zip(*links.links, strict=True), strict=True):
        place = {word: number for number, word in enumerate(dict.fromkeys(linked))}
        number = np.array([place[word] for word in linked])
        totals = np.bincount(number, list(links.links.values())) + 1
        strength /= np.sqrt(totals[number])
        nodes = np.arange(*graph.range(language))
        words = dict(
            zip(map(str.lower, graph.lemmas(nodes)), graph.word[nodes].tolist(), strict=True)
        )
        sides.append(np.array([words.get(word, -1) for word in place], np.int64)[number])
    listed = np.min(sides, axis=0, initial=0) >= 0
    (one, other), strength = (each[listed] for each in sides), strength[listed]
    return _for_lacking(graph, pairs, one, other, strength, FEWEST)


def _for_lacking(
    graph: Graph,
    pairs: ScoredPairs,
    one: NDArray[np.int64],
    other: NDArray[np.int64],
    strength: NDArray[np.float64],
    fewest: int,
) -> ScoredPairs:
    """Return those of further pairs of words that no path joins, where a word lacks a translation.

    Their probability is the share that is right of the pairs as strong whose words both have a
    likely translation; there have to be ``fewest`` of these.
    """
    none = pairs.subset(np.zeros(0, np.int64))
    size = int(graph.word[-1]) + 1
    best = np.zeros(size)
    for ends in (pairs.source, pairs.target):
        np.maximum.at(best, graph.word[ends], pairs.score)
    found = graph.word[pairs.source].astype(np.int64) * size + graph.word[pairs.target]
    keys, row = np.unique(found, return_inverse=True)
    believed = np.zeros(len(keys) + 1)
    np.maximum.at(believed, row, pairs.score)
    joined = np.isin(one * size + other, keys)
    right = believed[np.where(joined, np.searchsorted(keys, one * size + other), len(keys))]
    least = np.minimum(best[one], best[other])
    judges = least >= FOUND
    chosen = np.flatnonzero(~joined & (least < LACKING))
    if judges.sum() < fewest or not len(chosen):
        return none
    levels, level = np.unique(strength[judges], return_inverse=True)
    counts = np.bincount(level)
    shares = _increasing(np.bincount(level, right[judges]) / counts, counts)
    # The nodes of a word stand together.
    begin, end = (
        [np.searchsorted(graph.word, side[chosen], how) for side in (one, other)]
        for how in ("left", "right")
    )
    rows = {
        (node, its): score
        for first, left, last, beyond, score in zip(
            *begin, *end, np.interp(strength[chosen], levels, shares).tolist(), strict=True
        )
        for node in range(first, last)
        for its in range(left, beyond)
        if graph.part[node] == graph.part[its]
    }
    mine, its = np.array(sorted(rows), np.int32).reshape(-1, 2).T
    return ScoredPairs(mine, its, np.array([rows[pair] for pair in sorted(rows)]))


def composed_pairs(
    graph: Graph, pairs: ScoredPairs, source: str, target: str
) -> tuple[ScoredPairs, NDArray[np.float64]]:
    """Return words whose parts translate each other, where a word lacks a likely translation.

    All two or three parts have a likely translation that is a part of the other word, in any order;
    words such as *of*, which stand in many, need none. No word is made up: dictionaries have both.

    Returns:
        The pairs with their probabilities, see `linked_pairs`; shape (pairs,): the geometric mean
        of the probabilities of the parts.
    """
    known: dict[str, dict[str, float]] = {}
    likely = pairs.subset(pairs.score >= PART)
    ends = (map(str.lower, graph.lemmas(each)) for each in (likely.source, likely.target))
    for one, other, score in zip(*ends, likely.score.tolist(), strict=True):
        if all(word.isalnum() or len(_parts(word)) == 1 for word in (one, other)):
            its = known.setdefault(one, {})
            its[other] = max(score, its.get(other, 0.0))
    mine, theirs = (_words_of_parts(graph, language) for language in (source, target))
    wholes: dict[frozenset[str], list[int]] = {}
    for word, parts in theirs.items():
        wholes.setdefault(frozenset(parts), []).append(word)
    found: dict[tuple[int, int], float] = {}
    for word, parts in mine.items():
        options = [sorted(known.get(part, {}).items(), key=lambda each: -each[1]) for part in parts]
        for chosen in product(*(each[:OPTIONS] for each in options)):
            strength = float(np.prod([score for _, score in chosen]) ** (1 / len(chosen)))
            turned = tuple(part for part, _ in chosen)
            if len(set(turned)) < len(parts):
                continue
            for whole in wholes.get(frozenset(turned), ()):
                # Where all parts stay as they are their order does, too: names.
                if turned != parts or theirs[whole] == parts:
                    found[word, whole] = max(strength, found.get((word, whole), 0.0))
    one, other = np.array(list(found), np.int64).reshape(-1, 2).T
    composed = _for_lacking(graph, pairs, one, other, np.array(list(found.values())), FEW)
    ends = (graph.word[each].tolist() for each in (composed.source, composed.target))
    return composed, np.array([found[pair] for pair in zip(*ends, strict=True)], np.float64)


def _parts(word: str) -> list[str]:
    return regex.findall(r"[\p{L}\p{M}\p{N}]+", word)


def _words_of_parts(graph: Graph, language: str) -> dict[int, tuple[str, ...]]:
    """Return the parts that words of two or three have beside those that stand in many."""
    nodes = np.arange(*graph.range(language))
    texts = map(str.lower, graph.lemmas(nodes))
    # Most words are letters alone, and to cut them takes long.
    words = zip(graph.word[nodes].tolist(), texts, strict=True)
    cut = {word: _parts(text) for word, text in words if not text.isalnum()}
    several = {word: parts for word, parts in cut.items() if len(parts) > 1}
    counts = Counter(part for parts in several.values() for part in set(parts))
    usual = {part for part, count in counts.items() if count > max(1, COMMON * len(several))}
    bare = (
        (word, tuple(part for part in parts if part not in usual))
        for word, parts in several.items()
    )
    return {word: parts for word, parts in bare if 2 <= len(set(parts)) == len(parts) <= 3}


def evidence_of_one(
    names: tuple[str, ...],
    name: str,
    shown: NDArray[np.float64],
    score: NDArray[np.float64],
    plain: NDArray[np.float64],
) -> Evidence:
    """Return the evidence for pairs that a single kind speaks for.

    Args:
        names: kinds of evidence that other pairs have.
        name: the kind.
        shown: shape (pairs,), its features.
        score: shape (pairs,), the probabilities.
        plain: shape (pairs,), the probabilities without it.
    """
    features = np.full((len(score), len(names)), np.nan)
    log_odds = np.zeros((len(score), len(names)))
    at = names.index(name)
    features[:, at], log_odds[:, at] = shown, _log_odds(score) - _log_odds(plain)
    return Evidence(names, features, log_odds)


def _groups(values: NDArray[np.float64], shown: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the group of every value; 0 for unknown ones.

    Of the values that are shown each group has about the same number.
    """
    known = ~np.isnan(values)
    number = np.zeros(len(values), np.int64)
    if (known & shown).any():
        borders = np.unique(np.quantile(values[known & shown], np.arange(1, GROUPS) / GROUPS))
        place = np.searchsorted(borders, values[known], side="right")
        # Where many values are equal some groups stay empty: the others close up.
        number[known] = 1 + np.unique(place, return_inverse=True)[1]
    return number


def _log_ratios(
    number: NDArray[np.int64], belief: NDArray[np.float64], shown: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Return what each group adds to log-odds: never less for more evidence; 0 for the unknown."""
    groups = int(number.max(initial=0)) + 1
    right = np.bincount(number[shown], belief[shown], groups)
    wrong = np.bincount(number[shown], 1 - belief[shown], groups)
    right[0] = wrong[0] = 0
    if not right.sum() or not wrong.sum():
        return np.zeros(len(right))
    share = right.sum() / (right + wrong).sum()
    right, wrong = right + PRIOR * share, wrong + PRIOR * (1 - share)
    ratio: NDArray[np.float64] = np.log(right / right.sum()) - np.log(wrong / wrong.sum())
    # More links never speak against a pair.
    ratio[1:] = _increasing(ratio[1:], (right + wrong)[1:])
    ratio[0] = 0.0
    return ratio


def _increasing(values: NDArray[np.float64], weights: NDArray[Any]) -> NDArray[np.float64]:
    """Return the nearest values, by weighted squares, none of which is below the one before.

    Reference: Ayer et al. (1955), An Empirical Distribution Function for Sampling with Incomplete
    Information: adjacent violators are pooled. Here because scipy's takes as long to load as a
    pair of languages to be scored.
    """
    pools: list[tuple[float, float, int]] = []  # mean, weight, size
    for mean, weight, size in zip(values.tolist(), weights.tolist(), repeat(1)):
        while pools and pools[-1][0] >= mean:
            before, more, further = pools.pop()
            mean = (before * more + mean * weight) / (more + weight)
            weight, size = weight + more, size + further
        pools.append((mean, weight, size))
    means, _, sizes = zip(*pools, strict=True)
    return np.repeat(means, sizes)
