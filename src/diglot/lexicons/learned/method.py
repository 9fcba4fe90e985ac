"""The default method.

Candidates of walks, scored by what hidden dictionaries taught, with the reasons for the scores.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.learning.trees import Ranker, contributions
from diglot.lexicons.graph.graph import Graph, without_direct
from diglot.lexicons.interface import Resources, ScoredPairs, options_of
from diglot.lexicons.learned.evidence import (
    Evidence,
    composed_pairs,
    evidence_of_one,
    gather_evidence,
    link_scores,
    linked_pairs,
    settle_scores,
)
from diglot.lexicons.learned.features import NAMES, OF_WALKS, Survey, find_candidates
from diglot.lexicons.learned.scorer import Scorer, train_for_pair

LEAST = 0.2
"""Change of the log-odds that is worth a reason."""
MOST = 3
"""Reasons of a pair."""

GROUPS = {
    "walks": OF_WALKS[:8],
    "pivots": OF_WALKS[8:13],
    "confirmation": OF_WALKS[13:16],
    "surroundings": OF_WALKS[16:],
    "rivals": ("best of source", "best of target"),
    "spelling": ("spelling", "common beginning", "cognates"),
}
"""Features that say the same to a reader; those of words count with those of nodes."""


@dataclass(frozen=True, slots=True, eq=False)
class LearnedGrounds:
    """What a scorer knew of pairs.

    Attributes:
        features: shape (pairs, `features.NAMES`), float32.
        ranker: trees over them that can say what each feature changes.
        evidence: parallel text, vectors and an encoder.
        languages: codes of the source and the target language.
    """

    features: NDArray[np.float32]
    ranker: Ranker
    evidence: Evidence
    languages: tuple[str, str]

    def subset(self, chosen: NDArray[Any]) -> LearnedGrounds:
        """Return those of some of the pairs, by numbers or by a mask."""
        return replace(self, features=self.features[chosen], evidence=self.evidence.subset(chosen))

    def reasons(self) -> list[tuple[str, ...]]:
        """Return what speaks most for and against every pair, the weightiest first."""
        return score_reasons(self.features, self.changes(), self.evidence, self.languages)

    def changes(self) -> NDArray[np.float64]:
        """Return what each group adds to the log-odds of every pair, against the mean example.

        Returns:
            Shape (pairs, GROUPS and the names of the evidence).
        """
        groups = list(GROUPS.values())
        member = np.array(
            [[name.removesuffix(", as words") in group for group in groups] for name in NAMES]
        )
        single = contributions(self.ranker, self.features)[0]
        found = single @ member.astype(np.float64)
        # The best of a word may be the pair itself: then it tells no more than its surroundings.
        own = self.features[:, NAMES.index("surroundings")]
        for name in GROUPS["rivals"]:
            at = NAMES.index(name)
            moved = np.where((self.features[:, at] <= own) & (own > 0), single[:, at], 0.0)
            found[:, list(GROUPS).index("rivals")] -= moved
            found[:, list(GROUPS).index("surroundings")] += moved
        return np.concatenate([found, self.evidence.log_odds], axis=1)


def score_reasons(
    features: NDArray[np.float32],
    changes: NDArray[np.float64],
    evidence: Evidence,
    languages: tuple[str, str],
) -> list[tuple[str, ...]]:
    """Return the weightiest reasons for the score of every pair.

    Args:
        features: shape (pairs, `features.NAMES`).
        changes: see `LearnedGrounds.changes`.
        evidence: parallel text and vectors.
        languages: codes: lexicons are read both ways, so that neither is always the source.
    """
    order = np.argsort(-np.abs(changes), axis=1, kind="stable")[:, :MOST]
    texts = np.full(order.shape, "", object)
    words: dict[str, Callable[..., str]] = {**_WORDS, "rivals": partial(_of_rivals, languages)}
    words |= {name: _WORDS_OF_EVIDENCE[name] for name in evidence.names}
    for number, group in enumerate((*GROUPS, *evidence.names)):
        pair, place = np.nonzero(order == number)
        change = changes[pair, number]
        enough = np.abs(change) >= LEAST
        pair, place, favourable = pair[enough], place[enough], change[enough] > 0
        if group in evidence.names:
            column = evidence.names.index(group)
            shown = evidence.features[pair, column][:, None]
        else:
            shown = _shown(features[pair], _TOLD[group])
        said = map(words[group], favourable.tolist(), *shown.T.tolist())
        for at, (good, text) in enumerate(zip(favourable.tolist(), said, strict=True)):
            texts[pair[at], place[at]] = f"{'for' if good else 'against'}: {text}"
    return [tuple(filter(None, each)) for each in texts.tolist()]


def _shown(features: NDArray[np.float32], names: tuple[str, ...]) -> NDArray[np.float32]:
    """Return some features of nodes, or those of words where the first of these is greater."""
    found = features[:, [NAMES.index(name) for name in names]]
    if set(names) <= set(OF_WALKS):
        as_words = features[:, [NAMES.index(f"{name}, as words") for name in names]]
        found = np.where((as_words[:, 0] > found[:, 0])[:, None], as_words, found)
    return found


def _of_walks(good: bool, chance: float) -> str:
    if not chance:
        return "no walk joins the words"
    return f"walks {'join' if good else 'seldom join'} the words (chance {chance:.2f})"


def _of_pivots(good: bool, votes: float, share: float, overlap: float) -> str:
    agreeing, possible = round(votes), round(votes / share) if share else 0
    if not agreeing:
        return "no pivot language agrees"
    if good and agreeing == possible:
        return (
            "the pivot language agrees"
            if agreeing == 1
            else f"all {agreeing} pivot languages agree"
        )
    if good and agreeing * 2 < possible:
        return f"pivot words are shared ({overlap:.2f})"
    if agreeing < possible:
        return f"{agreeing} of {possible} pivot languages agree{'s' if agreeing == 1 else ''}"
    return (
        "a single pivot language"
        if agreeing == 1
        else f"few pivot words are shared ({overlap:.2f})"
    )


def _of_confirmation(good: bool, confirmed: float) -> str:
    if not good and confirmed >= 0.5:
        return f"confirmed by other dictionaries to {confirmed:.2f} only"
    return f"{'' if good else 'hardly '}confirmed by other dictionaries ({confirmed:.2f})"


def _of_surroundings(good: bool, cosine: float) -> str:
    return f"surroundings {'alike' if good else 'differ'} ({cosine:.2f})"


def _of_rivals(
    languages: tuple[str, str], good: bool, source: float, target: float, own: float
) -> str:
    bests = zip(languages, (source, target), strict=True)
    closer = [language for language, best in bests if best > own]
    if not closer:
        return "no rival of either word"
    if good:
        return f"only weak rivals ({max(source, target):.2f})"
    if len(closer) > 1:
        return "both words have closer translations"
    return f"the {closer[0]} word has a closer translation"


def _of_spelling(good: bool, likeness: float, cognates: float) -> str:
    if good and cognates and likeness < 1:
        return f"cognates by their endings ({cognates:.2f})"
    if likeness == 1:
        return "spelled the same"
    return f"spelled {'alike' if likeness >= 0.5 else 'differently'} ({likeness:.2f})"


def _of_links(good: bool, links: float) -> str:
    return f"{'' if good else 'seldom '}linked in parallel text ({links:.2f})"


def _of_vectors(good: bool, likeness: float) -> str:
    return f"vectors {'alike' if good else 'differ'} ({likeness:.2f})"


_WORDS: dict[str, Callable[..., str]] = {
    "walks": _of_walks,
    "pivots": _of_pivots,
    "confirmation": _of_confirmation,
    "surroundings": _of_surroundings,
    "spelling": _of_spelling,
}


def _of_encoder(good: bool, cosine: float) -> str:
    return f"meanings {'alike' if good else 'differ'} ({cosine:.2f})"


def _of_parts(good: bool, probability: float) -> str:
    return f"their parts {'are' if good else 'hardly are'} translations ({probability:.2f})"


_WORDS_OF_EVIDENCE: dict[str, Callable[..., str]] = {
    "links": _of_links,
    "vectors": _of_vectors,
    "encoder": _of_encoder,
    "parts": _of_parts,
}
_TOLD = {
    "walks": ("chance",),
    "pivots": ("pivots", "share of pivots", "mean overlap"),
    "confirmation": ("confirmed",),
    "surroundings": ("surroundings",),
    "rivals": ("best of source", "best of target", "surroundings"),
    "spelling": ("spelling", "cognates"),
}


OPTIONS = {"least": 0.01}


def learned_scores(graph: Graph, source: str, target: str, resources: Resources) -> ScoredPairs:
    """Score pairs by the probability that a dictionary which knows both words has them.

    Candidates are pairs that walks of two or three steps join, cognates, and pairs that parallel
    text or a language pack links, or whose parts translate each other, where a word has no likely
    translation else. The scorer is ``resources.scorer``, or one learnt from the graph: dictionaries
    that others confirm are hidden one after the other, and the scorer learns to find them again.
    Parallel text, a language pack, word vectors and an encoder count as further evidence where they
    are given (see `evidence`).

    Options:
        least: probability of a pair that is returned.

    See `Method` for arguments and errors.
    """
    options = options_of(resources, OPTIONS, limits={"least": (0, 1)})
    if source == target:
        raise ConfigError(f"source and target are both {source!r}: give two languages")
    scorer = resources.scorer
    if scorer is None:
        scorer = train_for_pair(graph, source, target, seed=resources.seed)
    if not isinstance(scorer, Scorer):
        raise ConfigError("the scorer is not for the method learned: train one with --save-scorer")
    survey = Survey(without_direct(graph, source, target))
    found = find_candidates(survey, source, target)
    pairs = ScoredPairs(found.source, found.target, scorer.probabilities(found.features))
    beside = gather_evidence(graph, pairs, source, target, resources)
    score = settle_scores(pairs.score, list(beside.log_odds.T), beside.surer)
    beside = beside.widen("parts")

    def add(name: str, further: ScoredPairs, shown: NDArray[np.float64]) -> None:
        nonlocal found, beside, score
        bare = survey.pathless(source, target, further.source, further.target)
        plain = scorer.probabilities(bare.features)
        said = evidence_of_one(beside.names, name, shown, further.score, plain)
        found, order = found.join(bare)
        beside = beside.join(said).subset(order)
        score = np.concatenate([score, further.score])[order]

    if resources.links is not None:
        linked = linked_pairs(graph, pairs, source, target, resources.links)
        add("links", linked, link_scores(graph, linked, resources.links))
    known = ScoredPairs(found.source, found.target, score)
    add("parts", *composed_pairs(graph, known, source, target))
    chosen = score >= options["least"]
    # Rankers of earlier versions cannot say why.
    tells = scorer.ranker.reached is not None
    grounds = LearnedGrounds(
        found.features[chosen], scorer.ranker, beside.subset(chosen), (source, target)
    )
    return ScoredPairs(
        found.source[chosen],
        found.target[chosen],
        score[chosen],
        grounds=grounds if tells else None,
    )
