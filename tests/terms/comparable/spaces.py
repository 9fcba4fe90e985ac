"""Small spaces in which English and French words that translate each other are near."""

from __future__ import annotations

import numpy as np

from diglot.model import WordVectors
from diglot.terms.comparable import Dictionary, Resources, Side
from diglot.terms.comparable.dictionary import dictionary_from_pairs

PAIRS = (
    ("wind", "vent"),
    ("speed", "vitesse"),
    ("blade", "pale"),
    ("tower", "mât"),
    ("power", "puissance"),
    ("plant", "centrale"),
    ("energy", "énergie"),
    ("gear", "engrenage"),
    ("shaft", "arbre"),
    ("brake", "frein"),
    ("load", "charge"),
    ("noise", "bruit"),
    ("site", "lieu"),
)
DIMENSIONS = 8


def space(words: list[str], turn: np.ndarray | None = None, noise: float = 0.02) -> WordVectors:
    """Vectors of words by their place; the same place gives nearly the same vector."""
    base = np.random.default_rng(5).normal(size=(len(words), DIMENSIONS))
    matrix = base + np.random.default_rng(len(words[0])).normal(size=base.shape) * noise
    turned = matrix if turn is None else matrix @ turn
    return WordVectors(tuple(words), turned.astype(np.float32))


def resources(
    known: int = len(PAIRS), *, source: bool = True, frequencies: dict[str, int] | None = None
) -> Resources:
    """Both spaces, one of them turned, and the first pairs as dictionary."""
    turn = np.linalg.qr(np.random.default_rng(7).normal(size=(DIMENSIONS, DIMENSIONS)))[0]
    english = space([pair[0] for pair in PAIRS], turn)
    french = space([pair[1] for pair in PAIRS])
    dictionary = (
        dictionary_from_pairs(PAIRS[:known], languages=("en", "fr")) if known else Dictionary()
    )
    return Resources(
        Side("en", vectors=english if source else None),
        Side("fr", vectors=french, frequencies=frequencies),
        dictionary,
    )
