"""Inferred pairs of nodes as translations, with paths and reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.model import Translation

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.scored import ScoredPairs
    from diglot.model import LexicalPath
    from diglot.pipeline.documents import ProgressCall

KNOWN = "in a dictionary of both languages"


def known_entries(graph: Graph, source: str, target: str, listed: ScoredPairs) -> NDArray[np.bool_]:
    """Return which pairs a dictionary of the two languages has, whatever case and part."""
    import numpy as np

    from diglot.lexicons.graph.selection import direct

    begins = np.repeat(np.arange(graph.nodes), np.diff(graph.starts))
    beside = direct(graph, source, target)
    size = int(graph.word[-1]) + 1

    def keys(one: NDArray[Any], other: NDArray[Any]) -> NDArray[np.int64]:
        numbers: NDArray[np.int64] = graph.word[one].astype(np.int64) * size + graph.word[other]
        return numbers

    return np.isin(
        keys(listed.source, listed.target), keys(begins[beside], graph.neighbours[beside])
    )


def translations(
    graph: Graph,
    source: str,
    target: str,
    listed: ScoredPairs,
    known: NDArray[np.bool_],
    *,
    best: int,
    progress: ProgressCall | None = None,
) -> tuple[Translation, ...]:
    """Return listed pairs as translations, in their order.

    Args:
        graph: the dictionaries.
        source: code of the source language.
        target: code of the target language.
        listed: the pairs.
        known: shape (listed,), whether a dictionary of the two languages has it.
        best: paths of each that are kept; 0 looks for neither paths nor reasons.
        progress: called with the stage, the parts done and the parts in all.
    """
    from diglot.lexicons.paths.path_reasons import path_reasons
    from diglot.lexicons.paths.paths import as_paths, best_paths

    if not len(listed):
        return ()
    paths: Sequence[tuple[LexicalPath, ...]] = [()] * len(listed)
    reasons: Sequence[tuple[str, ...]] = [()] * len(listed)
    if best:
        if progress:
            progress("finding paths", 0, 1)
        found = best_paths(
            graph, listed.source, listed.target, source=source, target=target, best=best
        )
        paths = as_paths(graph, found)
        reasons = path_reasons(graph, found)
        if listed.grounds:
            grounds = listed.grounds.reasons()
            reasons = [(*each, *why) for each, why in zip(reasons, grounds, strict=True)]
    parts = [name or None for name in graph.parts]
    return tuple(
        Translation(
            one,
            other,
            source,
            target,
            source_pos=parts[its],
            target_pos=parts[their],
            score=score,
            reasons=(*why, KNOWN) if old else why,
            paths=ways,
        )
        for one, other, its, their, score, old, why, ways in zip(
            graph.lemmas(listed.source),
            graph.lemmas(listed.target),
            graph.part[listed.source].tolist(),
            graph.part[listed.target].tolist(),
            listed.score.tolist(),
            known.tolist(),
            reasons,
            paths,
            strict=True,
        )
    )
