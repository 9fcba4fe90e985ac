"""A bilingual dictionary: translations of words, who says them, over which paths; word vectors."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.model.tables import Table
from diglot.plurals import count_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from diglot.model.score import Signature


BOTH = "both"
FORWARD = "forward"  # only from source to target: LR in Apertium
BACKWARD = "backward"  # only from target to source: RL in Apertium
DIRECTIONS = (BOTH, FORWARD, BACKWARD)


@dataclass(frozen=True, slots=True)
class LexicalPath:
    """A way from a word to its translation through other languages.

    Attributes:
        words: the words on the way, ends included, as they are written.
        languages: language of each word.
        dictionaries: for each step the names of the dictionaries that make it.
        score: how likely a random walk is to go this way; None when unknown.
    """

    words: tuple[str, ...]
    languages: tuple[str, ...]
    dictionaries: tuple[tuple[str, ...], ...]
    score: float | None = None


# Not frozen: two thirds of the time to make one would go into that, and there are millions.
@dataclass(slots=True, unsafe_hash=True)
class Translation:
    """Two words that a dictionary gives for each other.

    Attributes:
        source: word of the source language as it is written, never blank.
        target: word of the target language, never blank.
        source_language: language tag as found in the file; ``und`` when unknown.
        target_language: the same of the target.
        source_pos: part of speech as found in the file; None when unknown.
        target_pos: the same of the target.
        direction: one of ``DIRECTIONS``: which way it may be used.
        score: confidence in [0, 1]; None when a dictionary of people says it.
        sense: what tells the meanings of the source word apart, for people; None when unknown.
        reasons: why it is believed or doubted, as words for the user.
        paths: best first; of inferred translations only.
    """

    source: str
    target: str
    source_language: str
    target_language: str
    source_pos: str | None = None
    target_pos: str | None = None
    direction: str = BOTH
    score: float | None = None
    sense: str | None = None
    reasons: tuple[str, ...] = ()
    paths: tuple[LexicalPath, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TranslationColumns:
    """Translations by columns: many at once, without an object for each.

    Attributes:
        words: uint8, UTF-8: the source words, then the target words, a line feed after each.
        language_names: as they are found in the file; ``und`` when unknown.
        languages: shape (2 * rows,), which of the names the language of each word has.
        part_names: of parts of speech, as they are found; empty when unknown.
        parts: shape (2 * rows,), which of the names the part of speech of each word has.
        directions: one of ``DIRECTIONS`` for each row; None where all are ``both``.
    """

    words: NDArray[np.uint8]
    language_names: Sequence[str]
    languages: NDArray[np.intp]
    part_names: Sequence[str]
    parts: NDArray[np.intp]
    directions: Sequence[str] | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a dictionary comes from.

    Attributes:
        name: short name, unique in a graph: the file's name without its extensions.
        statement: what the file says about its sources; empty when it says nothing.
        licence: what the file says about its licence; empty when it says nothing.
        family: name of what it was derived from; dictionaries of one family share errors, and one
            of them must not judge another. Empty when unknown.
    """

    name: str
    statement: str = ""
    licence: str = ""
    family: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Lexicon(Table[Translation]):
    """Translations of one origin, of any number of language pairs.

    Attributes:
        translations: in the order of the file or of their rank.
        origin: where they come from.
        notes: remarks for the user: what was left out, repaired or not understood.
        signature: how it was inferred; None for a dictionary of people.
    """

    translations: tuple[Translation, ...] = ()
    origin: Origin = field(default_factory=lambda: Origin(""))
    notes: tuple[str, ...] = ()
    signature: Signature | None = None

    ITEMS = "translations"
    COLUMNS = ("source_language", "source", "target_language", "target", "pos", "score")

    def _row(self, item: Translation) -> tuple[object, ...]:
        source, target = item.source_language, item.target_language
        return source, item.source, target, item.target, item.source_pos, item.score

    def _describe(self) -> str:
        return self.origin.name

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Language pairs in order of first use."""
        return tuple(
            dict.fromkeys(
                (each.source_language, each.target_language) for each in self.translations
            )
        )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WordVectors:
    """A vector for every word; no word twice.

    Attributes:
        words: the words, in the order of the rows: usually the most frequent first.
        matrix: shape (words, dimensions), float32; maybe read-only and still on the disk.

    Raises:
        ConfigError: words and rows differ in number.
    """

    words: Sequence[str]
    matrix: NDArray[np.float32]

    def __post_init__(self) -> None:
        if self.matrix.ndim != 2 or len(self.words) != len(self.matrix):
            raise ConfigError(
                f"{len(self.words)} words need as many vectors; "
                f"there is an array of shape {self.matrix.shape}"
            )

    def __repr__(self) -> str:
        words = count_of(len(self.words), "word")
        return f"<WordVectors: {words}, {self.dimensions} dimensions>"

    @property
    def dimensions(self) -> int:
        """Numbers of one vector."""
        return int(self.matrix.shape[1])
