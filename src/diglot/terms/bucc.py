"""Preparation of a shared task of bilingual term alignment (BUCC).

Parallel text, glossaries and judged pairs enter. Comparable corpora, pairs to judge, and training
and test parts with gold leave.

Reference: Adjali et al. 2022, "Overview of the 2022 BUCC shared task", section 3.
"""

from __future__ import annotations

import hashlib
import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.model import TermPair
from diglot.model.terms import NO, YES, Proposal

# Parallel text made comparable (Adjali et al. 2022, section 3.2): no translation is left.

# What is left of a sentence when two count as the same.
_WORDS = re.compile(r"\w+")


def deparallelise(
    source: Iterable[str], target: Iterable[str], *, drop_source: float, seed: int
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Choose for every pair which side stays.

    The source side goes with probability ``drop_source``, else the target side. Sentences that
    come in several pairs could bring a translation back: one copy keeps its source, another its
    target. Wherever both sides of a pair would be left, the one that its own draw dropped goes
    everywhere. Sentences are the same if they have the same words, whatever their case and
    punctuation.

    Args:
        source: sentences, read once.
        target: their translations.
        drop_source: probability in [0, 1].
        seed: of the random numbers.

    Returns:
        Which source sentences stay, and which target sentences; both of shape (pairs,).

    Raises:
        ConfigError: the probability is out of range.
    """
    if not 0 <= drop_source <= 1:
        raise ConfigError(f"the probability is {drop_source:g}, but must be from 0 to 1")
    keys = [_numbered(side) for side in (source, target)]
    dropped = np.random.default_rng(seed).random(len(keys[0])) < drop_source
    # Kept sides as sets of sentences, each known by its number.
    kept = [np.zeros(side.max(initial=-1) + 1, np.bool_) for side in keys]
    kept[0][keys[0][~dropped]] = True
    kept[1][keys[1][dropped]] = True
    for one, other, is_dropped in zip(*(side.tolist() for side in keys), dropped, strict=True):
        if kept[0][one] and kept[1][other]:
            kept[0 if is_dropped else 1][one if is_dropped else other] = False
    return ~dropped & kept[0][keys[0]], dropped & kept[1][keys[1]]


def _numbered(sentences: Iterable[str]) -> NDArray[np.int64]:
    """Number sentences such that the same ones have the same number."""
    # Digests of 64 bits take a tenth of the memory of the sentences; two that differ hardly ever
    # share one, and then a sentence too many goes.
    digests = array("Q")
    for each in sentences:
        key = " ".join(_WORDS.findall(each.casefold())).encode("utf-8", "surrogatepass")
        digests.append(int.from_bytes(hashlib.blake2b(key, digest_size=8).digest(), "little"))
    _, numbers = np.unique(np.array(digests, np.uint64), return_inverse=True)
    return numbers.astype(np.int64).reshape(-1)


# Sentences of a domain, with a thesaurus as keyword queries (section 3.2).


class TermFinder:
    """Finds sentences that hold a term as a run of whole words, in any case of letters.

    Attributes:
        found: the terms that were found so far, in lower case.
    """

    def __init__(self, terms: Iterable[Sequence[str]]) -> None:
        self._wanted = {tuple(word.casefold() for word in term) for term in terms} - {()}
        # Most words begin no term: they need one look each.
        self._lengths: dict[str, set[int]] = {}
        for term in self._wanted:
            self._lengths.setdefault(term[0], set()).add(len(term))
        self.found: set[tuple[str, ...]] = set()

    def holds(self, sentence: Sequence[str]) -> bool:
        """Tell whether the tokens of a sentence hold a term."""
        words = [word.casefold() for word in sentence]
        held = {
            run
            for place, word in enumerate(words)
            for length in self._lengths.get(word, ())
            if (run := tuple(words[place : place + length])) in self._wanted
        }
        self.found |= held
        return bool(held)


# Pairs for people to judge: what vectors or alignment think, and the best translations.

_EAST = "\u2e80"  # from here on scripts are written without spaces


def choose_asked(
    similar: Sequence[TermPair],
    counts: tuple[Mapping[str, int], Mapping[str, int]],
    *,
    least: float,
    sample: int | None,
    seed: int,
) -> list[tuple[str, str]]:
    """Choose the source terms to ask about, in random order, each with its most similar target.

    Args:
        similar: pairs with their similarity as score.
        counts: occurrences in the corpora, of source and target terms.
        least: similarity that is worth a look.
        sample: source terms at most; None for all.
        seed: of the order, and of the sample.
    """
    best = best_targets(similar, counts)
    asked = sorted(source for source, (_, score) in best.items() if score >= least)
    order = np.random.default_rng(seed).permutation(len(asked))[:sample].tolist()
    return [(asked[number], best[asked[number]][0]) for number in order]


def make_proposals(
    asked: Sequence[tuple[str, str]],
    similar: Sequence[TermPair],
    translations: Mapping[str, Sequence[tuple[str, float]]],
    *,
    measure: str,
    counts: tuple[Mapping[str, int], Mapping[str, int]],
) -> tuple[Proposal, ...]:
    """Put together what is to be judged, source term by source term.

    A source term is asked about with its most similar target and with its best translations, as far
    as they occur in the corpora of the task.

    Args:
        asked: source terms, each with its most similar target (see `choose_asked`).
        similar: pairs with their similarity as score.
        translations: of source terms with their probability, best first.
        measure: what the similarity is: ``vectors`` or ``alignment``.
        counts: occurrences in the corpora, of source and target terms.
    """
    known = {(pair.source, pair.target): pair.score for pair in similar}
    found = []
    for source, target in asked:
        ranked = {
            phrase: (rank, probability)
            for rank, (phrase, probability) in enumerate(translations.get(source, ()), 1)
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


# A judged task divided into training and test: gold, distractors, lists of terms (table 3).

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
