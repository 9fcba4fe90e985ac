"""What an inferred dictionary was made of, as a line."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import diglot
from diglot.model import Signature

if TYPE_CHECKING:
    from diglot.lexicons.graph.graph import Graph
    from diglot.pipeline.steps.lexicons.options import InferOptions

_ARRAYS = (
    *("lemma_bytes", "lemma_starts", "bounds", "part"),
    *("starts", "neighbours", "allowed", "witness"),
)


def signature_of(
    method: str, graph: Graph, source: str, target: str, options: InferOptions
) -> Signature:
    """Return method, options and the hash of the dictionaries.

    Args:
        method: its name.
        graph: the dictionaries as they were used.
        source: code of the source language.
        target: code of the target language.
        options: how it was done.
    """
    chosen = {
        "languages": f"{source}-{target}",
        "threshold": f"{options.threshold:g}",
        "top": str(options.top or "all"),
        "pivots": "+".join(options.pivots) or "all",
        "case": graph.case,
        "pos": graph.pos,
        **{key: str(value) for key, value in sorted(options.settings.items())},
    }
    if options.seed:
        chosen["seed"] = str(options.seed)
    for what in ("vectors", "texts", "bitext", "encoder", "scorer"):
        if given := getattr(options, what):
            chosen[what] = "+".join(given) if isinstance(given, dict) else "yes"
    return Signature(method, diglot.__version__, tuple(chosen.items()), data=digest(graph))


def digest(graph: Graph) -> str:
    """Return the hash of what a graph says: the same for the same dictionaries."""
    hashed = hashlib.sha256()
    for name in _ARRAYS:
        hashed.update(getattr(graph, name).tobytes())
    hashed.update(repr((graph.languages, graph.parts, graph.witnesses)).encode())
    return hashed.hexdigest()
