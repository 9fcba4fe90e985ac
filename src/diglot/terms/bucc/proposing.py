"""Pairs for people to judge: what vectors or alignment think, and the best phrases.

Reference: Adjali et al. 2022, section 3.4.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from diglot.model.terms import Proposal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from diglot.model import TermPair

_EAST = "\u2e80"  # from here on scripts are written without spaces


def make_proposals(
    similar: Sequence[TermPair],
    phrases: Mapping[str, Sequence[tuple[str, float]]],
    *,
    measure: str,
    least: float,
    most: int,
    counts: tuple[Mapping[str, int], Mapping[str, int]],
    sample: int | None,
    seed: int,
) -> tuple[Proposal, ...]:
    """Put together what is to be judged, source term by source term, in random order.

    A source term is asked about if its most similar target reaches ``least``; then its best
    phrases are asked about, too. All terms have to occur in the corpora of the task.

    Args:
        similar: pairs with their similarity as score.
        phrases: targets of source terms with their probability, best first.
        measure: what the similarity is: ``vectors`` or ``alignment``.
        least: similarity that is worth a look.
        most: phrases of a source term.
        counts: occurrences in the corpora, of source and target terms.
        sample: source terms that are asked about; None for all.
        seed: of the order, and of the sample.
    """
    best = best_targets(similar, counts)
    asked = sorted(source for source, (_, score) in best.items() if score >= least)
    order = np.random.default_rng(seed).permutation(len(asked))[:sample].tolist()
    known = {(pair.source, pair.target): pair.score for pair in similar}
    found = []
    for number in order:
        source = asked[number]
        target = best[source][0]
        ranked = {
            phrase: (rank, probability)
            for rank, (phrase, probability) in enumerate(phrases.get(source, ())[:most], 1)
            if counts[1].get(phrase, 0)
        }
        for each in dict.fromkeys([target, *ranked]):
            rank, probability = ranked.get(each, (None, None))
            origins = [measure] * (each == target) + ["phrases"] * (each in ranked)
            found.append(
                Proposal(
                    source,
                    each,
                    origins=tuple(origins),
                    similarity=_rounded(known.get((source, each))),
                    phrase_probability=_rounded(probability),
                    phrase_rank=rank,
                    source_frequency=counts[0][source],
                    target_frequency=counts[1][each],
                )
            )
    return tuple(found)


def _rounded(value: float | None) -> float | None:
    """Return a figure as people can read it."""
    return None if value is None else round(min(value, 1.0), 4)


def best_targets(
    similar: Iterable[TermPair], counts: tuple[Mapping[str, int], Mapping[str, int]]
) -> dict[str, tuple[str, float]]:
    """Return the most similar target of every source term that occurs, with the similarity."""
    best: dict[str, tuple[str, float]] = {}
    for pair in similar:
        score = pair.score or 0.0
        if not counts[0].get(pair.source, 0) or not counts[1].get(pair.target, 0):
            continue
        if pair.source not in best or score > best[pair.source][1]:
            best[pair.source] = (pair.target, score)
    return best


def near_targets(
    proposals: Iterable[Proposal],
    similar: Iterable[TermPair],
    targets: Sequence[str],
    *,
    most: int,
    by_vectors: bool,
) -> dict[str, tuple[str, ...]]:
    """Return targets that look right for a source term and may confuse.

    With vectors they are the next nearest targets of the source term. Without, they share a word
    with one of its proposed targets, all but its ending; those of like length come first.

    Args:
        proposals: what is asked about.
        similar: pairs with their similarity.
        targets: terms to choose from, which occur in the corpora.
        most: targets of a source term.
        by_vectors: ``similar`` has more than the best target of a source.
    """
    asked: dict[str, list[str]] = defaultdict(list)
    for each in proposals:
        asked[each.source].append(each.target)
    near: dict[str, tuple[str, ...]] = {}
    if by_vectors:
        attested = set(targets)
        ranked: dict[str, list[tuple[float, str]]] = defaultdict(list)
        for pair in similar:
            if pair.source in asked and pair.target in attested:
                ranked[pair.source].append((-(pair.score or 0.0), pair.target))
        for source, found in ranked.items():
            others = [target for _, target in sorted(found) if target not in asked[source]]
            near[source] = tuple(others[:most])
        return near
    sharing: dict[str, set[str]] = defaultdict(set)
    for target in targets:
        for stem in _stems(target):
            sharing[stem].add(target)
    for source, proposed in asked.items():
        main = proposed[0]
        alike = {each for stem in _stems(main) for each in sharing[stem]} - set(proposed)
        size = len(main.split())
        order = sorted(alike, key=lambda each: (abs(len(each.split()) - size), each))
        near[source] = tuple(order[:most])
    return near


def _stems(term: str) -> set[str]:
    """Return what words of a term begin with; pairs of characters where nothing divides words."""
    stems = set()
    for word in term.split():
        if any(character >= _EAST for character in word):
            stems |= {word[place : place + 2] for place in range(len(word) - 1)}
        elif len(word) > 4:
            stems.add(word[: 6 if len(word) > 6 else 4])
    return stems
