"""The default method: candidates of walks, scored by what hidden dictionaries taught."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.lexicons.graph.selection import without_direct
from diglot.lexicons.learned.evidence import evidence, weighed
from diglot.lexicons.learned.features import Survey, candidates
from diglot.lexicons.learned.score_reasons import LearnedGrounds
from diglot.lexicons.learned.scorer import Scorer
from diglot.lexicons.learned.training import trained
from diglot.lexicons.options import options_of
from diglot.lexicons.scored import ScoredPairs

if TYPE_CHECKING:
    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.resources import Resources

OPTIONS = {"least": 0.01}


def learned(graph: Graph, source: str, target: str, resources: Resources) -> ScoredPairs:
    """Score pairs by the probability that a dictionary which knows both words has them.

    Candidates are pairs that walks of two or three steps join, and cognates. The scorer is
    ``resources.scorer``, or one learnt from the graph: dictionaries that others confirm are hidden
    one after the other, and the scorer learns to find them again. Parallel text and word vectors
    count as further evidence where they are given (see `evidence`).

    Options:
        least: probability of a pair that is returned.

    See `Method` for arguments and errors.
    """
    options = options_of(resources, OPTIONS, limits={"least": (0, 1)})
    if source == target:
        raise ConfigError(f"source and target are both {source!r}: give two languages")
    scorer = resources.scorer
    if scorer is None:
        scorer = trained(graph, source, target, seed=resources.seed)
    if not isinstance(scorer, Scorer):
        raise ConfigError("the scorer is none of the method learned: train one with --save-scorer")
    found = candidates(Survey(without_direct(graph, source, target)), source, target)
    pairs = ScoredPairs(found.source, found.target, scorer.probabilities(found.figures))
    beside = evidence(graph, pairs, source, target, resources)
    score = weighed(pairs.score, list(beside.log_odds.T))
    chosen = score >= options["least"]
    # Rankers of earlier versions cannot say why.
    known = scorer.ranker.reached is not None
    grounds = LearnedGrounds(
        found.figures[chosen], scorer.ranker, beside.subset(chosen), (source, target)
    )
    return ScoredPairs(
        found.source[chosen],
        found.target[chosen],
        score[chosen],
        grounds=grounds if known else None,
    )
