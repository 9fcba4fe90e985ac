"""Inference of bilingual dictionaries through the dictionaries of other languages.

A graph of dictionaries, two language codes and optional resources such as parallel text or vectors
enter. Scored pairs of words leave, with the paths and reasons behind them.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Protocol

from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.interface import RehearsedError, Resources, ScoredPairs
from diglot.lexicons.learned.method import learned_scores
from diglot.lexicons.methods.cycles import cycles
from diglot.lexicons.methods.encoder import mbert
from diglot.lexicons.methods.mapped_vectors import muse, tuan, vecmap
from diglot.lexicons.methods.otic import otic
from diglot.lexicons.methods.pivotalign import pivotalign
from diglot.lexicons.methods.random_walk import random_walk
from diglot.lexicons.methods.regression import graph_svr
from diglot.lexicons.methods.topics import oneta
from diglot.lexicons.methods.word2vec import word2vec

__all__ = ["DEFAULT", "METHODS", "Method", "check_method_options"]


class Method(Protocol):
    """A way of inferring a dictionary."""

    def __call__(self, graph: Graph, source: str, target: str, resources: Resources) -> ScoredPairs:
        """Score pairs of nodes; the options are read before the graph is looked at.

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
    "learned": learned_scores,
    "otic": otic,
    "cycles": cycles,
    "walk": random_walk,
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


def check_method_options(name: str, options: Mapping[str, Any]) -> None:
    """Refuse wrong options of a method before any dictionary is read.

    Raises:
        ConfigError: an option is unknown, of another type, or outside its choices or limits.
    """
    unread: Any = None
    with suppress(RehearsedError):
        METHODS[name](unread, "", "-", Resources(options=options, rehearse=True))
