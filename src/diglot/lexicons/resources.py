"""What is known beside the dictionaries, and how a method is to work."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from diglot.model import WordVectors


@dataclass(frozen=True, slots=True, eq=False)
class LinkCounts:
    """How often words are linked in parallel text of the wanted pair.

    Attributes:
        links: number of links, by (source word, target word), both in small letters.
        together: sentence pairs that hold both words, by the same key.
        sentences: number of sentence pairs.
    """

    links: Mapping[tuple[str, str], float]
    together: Mapping[tuple[str, str], int]
    sentences: int


@dataclass(frozen=True, slots=True, eq=False)
class Resources:
    """What a method may use. Every method says what it needs; it leaves the rest alone.

    Attributes:
        vectors: word vectors by language, each in a space of its own or one that all share.
        texts: tokens of sentences by language, in small letters, to train vectors on.
        links: counts of a word alignment of the source and the target language.
        encode: gives vectors of strings, shape (strings, dimensions): an encoder plug-in.
        scorer: a trained scorer of the method; None trains one where the method can.
        options: of the method, by name; a method refuses what it does not know.
        seed: of the random numbers.
    """

    vectors: Mapping[str, WordVectors] = field(default_factory=dict)
    texts: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)
    links: LinkCounts | None = None
    encode: Callable[[Sequence[str]], NDArray[np.float32]] | None = None
    scorer: Any = None
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
