"""What paths say for or against a translation, as words for the user."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.lexicons.paths.paths import LONGEST

if TYPE_CHECKING:
    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.paths.paths import Paths

_STEPS = {2: "two", 3: "three", 4: "four"}


def path_reasons(graph: Graph, paths: Paths) -> list[tuple[str, ...]]:
    """Return for every pair its pivot languages, and how many paths of which length it has."""
    found = []
    cut = paths.cut.tolist()
    for pair, counts in enumerate(paths.counts.tolist()):
        reasons = []
        codes = paths.pivot_languages(graph, pair)
        if codes:
            noun = "language" if len(codes) == 1 else "languages"
            reasons.append(f"{len(codes)} pivot {noun}: {', '.join(codes)}")
        for length, number in zip(LONGEST, counts, strict=True):
            if number:
                noun = "path" if number == 1 else "paths"
                more = "at least " if cut[pair] and length > LONGEST[0] else ""
                reasons.append(f"{more}{number:,} {noun} of {_STEPS[length]} steps")
        found.append(tuple(reasons) or ("no path",))
    return found
