"""Dictionaries inferred through the dictionaries of other languages.

Input is a graph of dictionaries (`graph.Graph`), the two languages, and what else is known
(`resources.Resources`). A method finds pairs of nodes that may translate each other and scores
them; none of them looks at edges between the two languages themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from diglot.lexicons.cycles import cycles
from diglot.lexicons.encoded import mbert
from diglot.lexicons.learned import learned
from diglot.lexicons.mapped import muse, tuan, vecmap
from diglot.lexicons.otic import otic
from diglot.lexicons.pivotalign import pivotalign
from diglot.lexicons.regression import graph_svr
from diglot.lexicons.topics import oneta
from diglot.lexicons.walk import walk
from diglot.lexicons.word2vec import word2vec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diglot.lexicons.graph import Graph
    from diglot.lexicons.resources import Resources
    from diglot.lexicons.scored import ScoredPairs

__all__ = ["DEFAULT", "METHODS", "Method"]


class Method(Protocol):
    """A way of inferring a dictionary."""

    def __call__(self, graph: Graph, source: str, target: str, resources: Resources) -> ScoredPairs:
        """Score pairs of nodes.

        Args:
            graph: the dictionaries. Edges between the two languages do not count.
            source: code of the source language.
            target: code of the target language.
            resources: what is known beside, and options.

        Returns:
            Pairs with a score in [0, 1] each, ascending by source, then target; a pair comes once.

        Raises:
            ConfigError: something is missing that the method needs, or there are no such words.
        """


METHODS: Mapping[str, Method] = {
    "learned": learned,
    "otic": otic,
    "cycles": cycles,
    "walk": walk,
    "word2vec": word2vec,
    "pivotalign": pivotalign,
    "muse": muse,
    "vecmap": vecmap,
    "tuan": tuan,
    "graph-svr": graph_svr,
    "oneta": oneta,
    "mbert": mbert,
}
"""Ways of inferring, by name."""

DEFAULT = "learned"
