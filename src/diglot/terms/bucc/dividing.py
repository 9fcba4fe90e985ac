"""A judged task divided into training and test: gold, distractors, lists of terms.

Reference: Adjali et al. 2022, section 3.4, "manual annotation", and table 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.model.terms import NO, YES, Proposal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


TRAIN, TEST = range(2)

Counts = tuple["Mapping[str, int]", "Mapping[str, int]"]
"""Occurrences of source terms and of target terms in the corpora of a part."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a part of the task holds, in random order.

    Attributes:
        gold: the right pairs.
        source_terms: the terms of the source list (D1), each attested in the source corpus.
        target_terms: those of the target list (D2).
    """

    gold: tuple[tuple[str, str], ...]
    source_terms: tuple[str, ...]
    target_terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Division:
    """Both parts, and what became of the decisions.

    Attributes:
        parts: training and test.
        accepted: pairs that people called right.
        rejected: pairs that they called wrong.
        undecided: pairs that nobody decided on; neither gold nor distractors.
        unattested: right pairs that do not occur in the corpora of any part of theirs.
    """

    parts: tuple[Part, Part]
    accepted: int
    rejected: int
    undecided: int
    unattested: int


def divide_task(
    proposals: Sequence[Proposal],
    near: Mapping[str, Sequence[str]],
    counts: tuple[Counts, Counts],
    *,
    test: float,
    seed: int,
) -> Division:
    """Divide judged pairs such that no term of gold is in both parts.

    Terms of a wrong pair go into the lists without a gold link, as do targets near to a right one.

    Args:
        proposals: judged pairs.
        near: targets that may confuse, by source term.
        counts: occurrences in the corpora of each part.
        test: share of the gold that goes to the test part.
        seed: of the division and of the order of the lists.
    """
    rng = np.random.default_rng(seed)
    right = [(each.source, each.target) for each in proposals if each.decision == YES]
    wrong = [each for each in proposals if each.decision == NO]
    gold: tuple[list[tuple[str, str]], list[tuple[str, str]]] = ([], [])
    unattested = 0
    groups = _groups(dict.fromkeys(right))
    # Quotas instead of draws: a small task must not miss its test part by chance.
    placed = 0
    for number in rng.permutation(len(groups)).tolist():
        group = groups[number]
        wanted = TEST if len(gold[TEST]) < test * (placed + len(group)) else TRAIN
        fits = [
            [
                pair
                for pair in group
                if all(counts[part][side].get(pair[side], 0) for side in (0, 1))
            ]
            for part in (TRAIN, TEST)
        ]
        part = wanted if len(fits[wanted]) >= len(fits[1 - wanted]) else 1 - wanted
        gold[part].extend(fits[part])
        placed += len(fits[part])
        unattested += len(group) - len(fits[part])
    parts = tuple(_part(gold[part], wrong, near, counts[part], rng) for part in (TRAIN, TEST))
    return Division(
        parts=(parts[TRAIN], parts[TEST]),
        accepted=len(right),
        rejected=len(wrong),
        undecided=len(proposals) - len(right) - len(wrong),
        unattested=unattested,
    )


def _part(
    gold: Sequence[tuple[str, str]],
    wrong: Sequence[Proposal],
    near: Mapping[str, Sequence[str]],
    counts: Counts,
    rng: np.random.Generator,
) -> Part:
    source = {pair[0] for pair in gold}
    target = {pair[1] for pair in gold}
    target.update(other for one in source for other in near.get(one, ()) if counts[1].get(other, 0))
    target.update(
        each.target for each in wrong if each.source in source and counts[1].get(each.target, 0)
    )
    for each in wrong:
        if counts[0].get(each.source, 0) and counts[1].get(each.target, 0):
            source.add(each.source)
            target.add(each.target)
    return Part(
        tuple(_shuffled(set(gold), rng)),
        tuple(_shuffled(source, rng)),
        tuple(_shuffled(target, rng)),
    )


def _groups(pairs: Iterable[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """Group pairs that share a term, directly or through others."""
    parent: dict[tuple[int, str], tuple[int, str]] = {}

    def root(term: tuple[int, str]) -> tuple[int, str]:
        parent.setdefault(term, term)
        while parent[term] != term:
            parent[term] = parent[parent[term]]
            term = parent[term]
        return term

    listed = sorted(pairs)
    for source, target in listed:
        parent[root((0, source))] = root((1, target))
    groups: dict[tuple[int, str], list[tuple[str, str]]] = {}
    for pair in listed:
        groups.setdefault(root((0, pair[0])), []).append(pair)
    return list(groups.values())


def _shuffled(items: Iterable, rng: np.random.Generator) -> list:  # type: ignore[type-arg]
    """Return items in random order: lists must not tell by their order what is right."""
    ordered = sorted(items)
    return [ordered[number] for number in rng.permutation(len(ordered)).tolist()]
