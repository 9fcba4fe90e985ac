"""One-time inverse consultation: two words with the same translations in a third language."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.interface import Resources, ScoredPairs, options_of
from diglot.lexicons.paths.pivots import PivotPairs, pivot_blocks, pivots_of, share_part_of_speech

_COMBINED: dict[str, Callable[[PivotPairs], NDArray[np.float64]]] = {
    "max": lambda pairs: pairs.best,
    "mean": lambda pairs: pairs.overlap / pairs.possible,
    "sum": lambda pairs: np.minimum(pairs.overlap / 3, 1.0),
    "votes": lambda pairs: np.minimum(pairs.languages / 4, 1.0),
}
COMBINATIONS = tuple(_COMBINED)
OPTIONS = {"pivots": (), "combine": "max", "pos": "any"}


def otic(graph: Graph, source: str, target: str, resources: Resources) -> ScoredPairs:
    """Score pairs by the overlap of their translations in pivot languages.

    Over one pivot the score is twice the number of pivot words that both words translate to, over
    the sum of how many each of them translates to. Edges count both ways.

    Options:
        pivots: codes of languages; all that have dictionaries with both by default.
        combine: ``max`` over pivots; ``mean`` over the pivots in which both words have
            translations; ``sum``, a third of it, 1 at most; ``votes``, a quarter for each pivot
            with overlap, 1 at most: .5 asks for two.
        pos: ``any``; or ``same``: both words of one part of speech.

    See `Method` for arguments and errors.

    Reference:
        Tanaka and Umemura (1994), Construction of a bilingual dictionary intermediated by a third
        language; Lim, Ranaivo-Malançon and Tang (2011), Low cost construction of a multilingual
        lexicon from bilingual lists, for several pivots.
    """
    options = options_of(
        resources, OPTIONS, choices={"combine": COMBINATIONS, "pos": ("any", "same")}
    )
    pivots = pivots_of(graph, source, target, options["pivots"])
    combine = _COMBINED[options["combine"]]
    parts = [
        (each.source, each.target, combine(each))
        for each in pivot_blocks(graph, source, target, pivots, chances=False)
    ]
    rows, columns, scores = (np.concatenate(each) for each in zip(*parts, strict=True))
    found = ScoredPairs(
        (rows + graph.range(source)[0]).astype(np.int32),
        (columns + graph.range(target)[0]).astype(np.int32),
        scores,
    )
    if options["pos"] == "same":
        return found.subset(share_part_of_speech(graph, found.source, found.target))
    return found
