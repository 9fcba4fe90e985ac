"""Where dictionaries alone lead from a word, without inferring anything first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.model import Translation
from diglot.pipeline.steps.lexicons.explanation import (
    WALK,
    ExplainOptions,
    Explanation,
    codes_of,
    unknown_word,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph
    from diglot.model import LexicalPath


def explain_in_graph(
    graph: Graph, word: str, *, options: ExplainOptions
) -> tuple[Explanation, ...]:
    """Explain what a walk through dictionaries makes of a word.

    Args:
        graph: the dictionaries.
        word: case does not matter.
        options: what is to be explained; the target language must be there.

    Raises:
        InputError: no dictionary has the word; the message names close spellings.
        ConfigError: no dictionary has words of a language, or there is no target language.
    """
    from diglot.lexicons.paths.lookup import close_spellings, nodes_of

    source, target = codes_of(options)
    if target is None:
        raise ConfigError("dictionaries need a target language: give --to")
    graph.range(target)
    languages = [source] if source else [each for each in graph.languages if each != target]
    if source == target:
        raise ConfigError(f"the word and its translations are both {target}: give two languages")
    nodes = {code: nodes_of(graph, word, code) for code in languages}
    found = {code: those for code, those in nodes.items() if len(those)}
    if not found:
        known = [graph.lemma(node) for code in languages for node in range(*graph.range(code))]
        raise unknown_word(word, source, close_spellings(word, known), None)
    return tuple(
        _explain_nodes(graph, those, code, target, options) for code, those in found.items()
    )


def _explain_nodes(
    graph: Graph, nodes: NDArray[np.int32], source: str, target: str, options: ExplainOptions
) -> Explanation:
    import numpy as np

    from diglot.lexicons.paths.lookup import beside, nodes_of, reachable, why_no_path
    from diglot.lexicons.paths.path_reasons import path_reasons
    from diglot.lexicons.paths.paths import as_paths, best_paths

    first, last = graph.range(target)
    around = beside(graph, nodes)
    direct = graph.lemmas(around[(around >= first) & (around < last)])
    others = None
    if options.translation:
        others = nodes_of(graph, options.translation, target)
        if not len(others):
            raise unknown_word(options.translation, target, (), None)
    goals = reachable(graph, nodes, source, target) if others is None else others
    pairs = np.repeat(nodes, len(goals)), np.tile(goals, len(nodes))
    paths = best_paths(graph, *pairs, source=source, target=target, best=options.paths)
    order = np.lexsort((paths.target, paths.source, -paths.strength))
    order = order[paths.strength[order] > 0]
    chosen: dict[tuple[str, str, str], int] = {}
    for at in order.tolist():
        one, other = int(paths.source[at]), int(paths.target[at])
        part = graph.parts[graph.part[one]]
        chosen.setdefault((graph.lemma(one), graph.lemma(other), part), at)
    kept = list(chosen.values())
    top = len(kept) if options.top is None else options.top
    every = np.array(kept[:top], np.int64)
    shown = best_paths(
        graph, pairs[0][every], pairs[1][every], source=source, target=target, best=options.paths
    )
    word = graph.lemma(int(nodes[0]))
    return Explanation(
        word=word,
        language=source,
        target_language=target,
        translations=tuple(
            _translation(graph, one, other, (source, target), strength, reasons, ways)
            for one, other, strength, reasons, ways in zip(
                shown.source.tolist(),
                shown.target.tolist(),
                shown.strength.tolist(),
                path_reasons(graph, shown),
                as_paths(graph, shown),
                strict=True,
            )
        ),
        measure=WALK,
        left=max(0, len(kept) - top),
        direct=tuple(dict.fromkeys(direct)),
        why="" if kept else why_no_path(graph, nodes, others, source, target),
    )


def _translation(
    graph: Graph,
    one: int,
    other: int,
    languages: tuple[str, str],
    strength: float,
    reasons: tuple[str, ...],
    ways: tuple[LexicalPath, ...],
) -> Translation:
    return Translation(
        graph.lemma(one),
        graph.lemma(other),
        *languages,
        graph.parts[graph.part[one]] or None,
        graph.parts[graph.part[other]] or None,
        score=min(1.0, strength),
        reasons=reasons,
        paths=ways,
    )
