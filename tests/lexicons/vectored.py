"""A dictionary and vectors of its words in two spaces, one turned."""

from __future__ import annotations

import numpy as np

from diglot.lexicons.graph.graph import Graph
from diglot.model import WordVectors
from tests.lexicons.toy import graph_of

SAME = 60
"""Words written the same in both languages."""
OTHER = 40
"""Words that are not."""


def joined() -> Graph:
    """Every English word over Spanish and Catalan to its French one; over Spanish to another."""
    edges = []
    for number in range(SAME + OTHER):
        english, french = word("en", number), word("fr", number)
        wrong = word("fr", (number + 7) % (SAME + OTHER))
        edges += [(f"en:{english}", f"es:s{number}"), (f"es:s{number}", f"fr:{french}")]
        edges += [(f"es:s{number}", f"fr:{wrong}")]
        edges += [(f"en:{english}", f"ca:c{number}"), (f"ca:c{number}", f"fr:{french}")]
    return graph_of(edges)


def word(language: str, number: int) -> str:
    """The word of a language with a number."""
    return f"word{number}" if number < SAME else f"{language}{number}"


def turned(*, noise: float = 0.2, dimensions: int = 16) -> dict[str, WordVectors]:
    """Vectors of both languages: those of French are turned, with noise added."""
    random = np.random.default_rng(5)
    size = SAME + OTHER
    matrix = random.standard_normal((size, dimensions))
    turn = np.linalg.qr(random.standard_normal((dimensions, dimensions)))[0]
    other = (matrix + noise * random.standard_normal(matrix.shape)) @ turn
    return {
        code: WordVectors([word(code, number) for number in range(size)], each.astype(np.float32))
        for code, each in (("en", matrix), ("fr", other))
    }


def right(pairs: dict[tuple[str, str], float]) -> tuple[list[float], list[float]]:
    """Scores of right pairs and of wrong ones."""
    expected = {
        (f"en:{word('en', number)}", f"fr:{word('fr', number)}") for number in range(SAME + OTHER)
    }
    good = [score for pair, score in pairs.items() if pair in expected]
    return good, [score for pair, score in pairs.items() if pair not in expected]
