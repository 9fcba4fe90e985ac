"""Rejected translations traced back to entries of the dictionaries they were inferred through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.formats.lexicons import read_translations
from diglot.lexicons.paths.blame import blamed_edges
from diglot.lexicons.paths.lookup import lookup_spelling, nodes_of
from diglot.lexicons.paths.paths import best_paths, lexical_paths
from diglot.pipeline.steps.lexicons.explanation import (
    codes_of,
    explanations_of,
    reverse_translation,
)
from diglot.pipeline.steps.lexicons.options import ExplainOptions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.paths.blame import BlamedEdge
    from diglot.model import LexicalPath, Translation
    from diglot.pipeline.documents import ProgressCall

    Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Blame:
    """Entries of dictionaries that explain rejected translations.

    Attributes:
        edges: the one that explains most first.
        rejected: number of rejected translations that have a path.
        accepted: number of accepted ones that have a path.
        pathless: judged translations without a known path, which tell nothing.
    """

    edges: tuple[BlamedEdge, ...]
    rejected: int
    accepted: int
    pathless: tuple[tuple[str, str], ...]


def blame_dictionaries(
    files: Sequence[str | Path],
    rejected: str | Path,
    *,
    accepted: str | Path | None = None,
    options: ExplainOptions | None = None,
    progress: ProgressCall | None = None,
) -> Blame:
    """Find the entries of dictionaries that explain rejected translations.

    Args:
        files: a lexicon that was inferred, or the dictionaries; see `explaining.explain_word`.
        rejected: file with translations that are wrong: any format of dictionaries, such as two
            columns.
        accepted: file with translations that are right.
        options: languages, which dictionaries need, and how many paths count.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: a file cannot be read.
        ConfigError: an option is wrong, or a translation is both rejected and accepted.
    """
    options = options or ExplainOptions()
    judged = _judgements(rejected, accepted, options)
    explained = explanations_of(files, options)
    if explained is not None:
        from diglot.formats.lexicons import read_translations

        ways = paths_in_lexicon(read_translations(explained, skip_bad=options.skip_bad), judged)
    else:
        source, target = codes_of(options)
        if source is None or target is None:
            raise ConfigError("dictionaries need both languages: give --from and --to")
        from diglot.pipeline.steps.lexicons.dictionaries import load_graph

        graph = load_graph(files, **options.reading(), progress=progress).graph
        ways = paths_in_graph(graph, judged, source, target, best=options.paths)
    known = [pair for pair in judged if ways.get(pair)]
    verdicts = [judged[pair] for pair in known]
    return Blame(
        edges=blamed_edges([ways[pair] for pair in known], verdicts),
        rejected=sum(verdicts),
        accepted=len(verdicts) - sum(verdicts),
        pathless=tuple(pair for pair in judged if not ways.get(pair)),
    )


def _judgements(
    rejected: str | Path, accepted: str | Path | None, options: ExplainOptions
) -> dict[Pair, bool]:
    """Return whether each judged pair, as it is looked up, is rejected."""
    judged: dict[Pair, bool] = {}
    for path, verdict in ((rejected, True), (accepted, False)):
        if path is None:
            continue
        for each in read_translations(path, skip_bad=options.skip_bad):
            pair = (lookup_spelling(each.source), lookup_spelling(each.target))
            if judged.setdefault(pair, verdict) != verdict:
                raise ConfigError(
                    f"{each.source!r} and {each.target!r} are both rejected and accepted: "
                    "leave one out"
                )
    return judged


def paths_in_lexicon(
    translations: Iterable[Translation], pairs: Iterable[Pair]
) -> dict[Pair, tuple[LexicalPath, ...]]:
    """Return the paths that a lexicon keeps of pairs, written in either order."""
    wanted = set(pairs)
    found: dict[Pair, dict[LexicalPath, None]] = {}
    for each in translations:
        for side in (each, reverse_translation(each)):
            pair = (lookup_spelling(side.source), lookup_spelling(side.target))
            if pair in wanted:
                found.setdefault(pair, {}).update(dict.fromkeys(side.paths))
                break
    return {pair: tuple(paths) for pair, paths in found.items()}


def paths_in_graph(
    graph: Graph, pairs: Iterable[Pair], source: str, target: str, *, best: int
) -> dict[Pair, tuple[LexicalPath, ...]]:
    """Return the best paths of pairs of words, over all their parts of speech.

    Raises:
        ConfigError: no dictionary has words of a language.
    """
    import numpy as np

    rows: list[int] = []
    columns: list[int] = []
    of: list[Pair] = []
    for pair in pairs:
        others = nodes_of(graph, pair[1], target).tolist()
        for one in nodes_of(graph, pair[0], source).tolist():
            for other in others:
                rows.append(one)
                columns.append(other)
                of.append(pair)
    paths = best_paths(
        graph, np.array(rows, np.int32), np.array(columns, np.int32), source=source, target=target,
        best=best,
    )  # fmt: skip
    found: dict[Pair, dict[LexicalPath, None]] = {}
    for pair, ways in zip(of, lexical_paths(graph, paths), strict=True):
        found.setdefault(pair, {}).update(dict.fromkeys(ways))
    return {
        pair: tuple(sorted(ways, key=lambda way: -(way.score or 0.0))[:best])
        for pair, ways in found.items()
    }
