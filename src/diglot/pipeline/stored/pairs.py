"""Sentence pairs with their tokens in flat arrays, and the index of what they hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diglot.errors import FormatError
from diglot.files.arrays import (
    pool_strings,
    read_arrays,
    string_of_pool,
    strings_of_pool,
    write_arrays,
)
from diglot.formats import stored
from diglot.text.languages import joiner
from diglot.text.spelling import fold
from diglot.text.tokens import tokenise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from diglot.model import Bitext
    from diglot.pipeline.steps.words.sentence_pairs import Languages, Words

KIND, VERSION = "sentence-pairs", 1
SOURCE, TARGET = 0, 1
NAMES = ("source", "target")
_PARTS = ("text", "ends", "spans", "offsets")

# Line ends and tabs inside a segment are layout; a no-break space belongs to its word.
_BLANK = re.compile(r"[ \t\r\n]+")


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One side of all pairs.

    Attributes:
        text: shape (bytes,), uint8: the sentences in UTF-8, one after the other.
        ends: shape (pairs + 1,), int64: where sentences begin in ``text``.
        spans: shape (tokens, 2), int32: characters of every token, begin and end, counted within
            its sentence.
        offsets: shape (pairs + 1,), int64: where sentences begin in ``spans``.
    """

    text: NDArray[np.uint8]
    ends: NDArray[np.int64]
    spans: NDArray[np.int32]
    offsets: NDArray[np.int64]

    def sentence(self, pair: int) -> str:
        """Return the sentence of one pair; white space in it is single spaces."""
        return string_of_pool(self.text, self.ends, pair)

    def sentences(self) -> list[str]:
        """Return the sentences of all pairs."""
        return strings_of_pool(self.text, self.ends)

    def tokens(self, pair: int) -> list[tuple[int, int]]:
        """Return the tokens of one pair as half-open ranges of characters."""
        here = slice(self.offsets[pair], self.offsets[pair + 1])
        return [(begin, end) for begin, end in self.spans[here].tolist()]

    def words(self) -> Iterator[list[str]]:
        """Give the tokens of all pairs as strings."""
        ends = self.offsets.tolist()
        for pair, sentence in enumerate(self.sentences()):
            yield [sentence[a:b] for a, b in self.spans[ends[pair] : ends[pair + 1]].tolist()]


@dataclass(frozen=True, slots=True, eq=False)
class StoredPairs:
    """The sentence pairs of a build: all links with both sides, through all bitexts.

    Attributes:
        sides: source and target.
        documents: shape (pairs,), int32, number of the bitext, ascending.
        links: shape (pairs,), int32, number of the link in its bitext.
        scores: shape (pairs,), float32, probability of the link, NaN where unknown.
        names: of the bitexts.
        languages: codes of source and target; None where unknown.
        digest: the same for the same content.
    """

    sides: tuple[Side, Side]
    documents: NDArray[np.int32]
    links: NDArray[np.int32]
    scores: NDArray[np.float32]
    names: tuple[str, ...]
    languages: Languages
    digest: str = ""

    def __len__(self) -> int:
        return len(self.documents)

    def words(self) -> Iterator[Words]:
        """Give the tokens of both sides, pair by pair."""
        return zip(self.sides[SOURCE].words(), self.sides[TARGET].words(), strict=True)


def pairs_of(bitexts: Sequence[Bitext], languages: Languages) -> StoredPairs:
    """Return all links with both sides as tokenised sentence pairs, in their order.

    Args:
        bitexts: aligned or given.
        languages: codes to tokenise by; None uses the rules that hold anywhere.
    """
    import numpy as np

    places = [
        (number, place, link)
        for number, bitext in enumerate(bitexts)
        for place, link in enumerate(bitext.links)
        if not link.is_null
    ]
    joiners = joiner(languages[0]), joiner(languages[1])
    sides = (
        _side((bitexts[i].source_text(link, joiners[0]) for i, _, link in places), languages[0]),
        _side((bitexts[i].target_text(link, joiners[1]) for i, _, link in places), languages[1]),
    )
    return StoredPairs(
        sides,
        np.array([number for number, _, _ in places], np.int32),
        np.array([place for _, place, _ in places], np.int32),
        np.array([np.nan if x.score is None else x.score for _, _, x in places], np.float32),
        tuple(_name(bitext) for bitext in bitexts),
        languages,
    )


def write_pairs(path: Path, pairs: StoredPairs) -> None:
    """Write sentence pairs; the same ones give the same bytes.

    Raises:
        InputError: the file cannot be written.
    """
    arrays: dict[str, NDArray[Any]] = {
        "documents": pairs.documents,
        "links": pairs.links,
        "scores": pairs.scores,
    }
    for name, side in zip(NAMES, pairs.sides, strict=True):
        arrays |= {f"{name}_{part}": getattr(side, part) for part in _PARTS}
    metadata = {"names": list(pairs.names), "languages": list(pairs.languages)}
    write_arrays(path, arrays, metadata, kind=KIND, version=VERSION)


def read_pairs(path: Path) -> StoredPairs:
    """Map the sentence pairs of a file into memory.

    Raises:
        FormatError: it is something else, or damaged.
        InputError: it cannot be read.
    """
    file = read_arrays(path, kind=KIND, version=VERSION)
    try:
        source, target = (
            Side(*(file.arrays[f"{name}_{part}"] for part in _PARTS)) for name in NAMES
        )
        one, other = file.metadata["languages"]
        pairs = StoredPairs(
            (source, target),
            file.arrays["documents"],
            file.arrays["links"],
            file.arrays["scores"],
            tuple(file.metadata["names"]),
            (one, other),
            file.digest,
        )
        fit = all(
            len(side.ends) == len(side.offsets) == len(pairs) + 1
            and side.ends[-1] == len(side.text)
            and side.offsets[-1] == len(side.spans)
            for side in pairs.sides
        )
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise parts_error(path) from error
    if not fit:
        raise parts_error(path)
    return pairs


def _side(texts: Iterable[str], language: str | None) -> Side:
    import numpy as np

    sentences = [_BLANK.sub(" ", text).strip(" ") for text in texts]
    found = [tokenise(sentence, language) for sentence in sentences]
    offsets = np.zeros(len(found) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, found), np.int64, count=len(found)), out=offsets[1:])
    flat = (edge for tokens in found for span in tokens for edge in span)
    spans = np.fromiter(flat, np.int32, count=2 * int(offsets[-1])).reshape(-1, 2)
    return Side(*pool_strings(sentences), spans, offsets)


def _name(bitext: Bitext) -> str:
    return bitext.source.name or bitext.target.name


def parts_error(path: Path) -> FormatError:
    """Return the error of a file whose arrays are not those of one value."""
    return FormatError("its parts do not fit together", path=path, cure="build it again")


# The index of a build: which sentences hold a string.

INDEX = "index.sqlite"


@dataclass(frozen=True, slots=True)
class IndexContent:
    """What an index is made of.

    Attributes:
        sides: sentences by the name of their side.
        key: what tells these sentences from all others.
    """

    sides: Mapping[str, Side]
    key: str


def index_of(pairs: StoredPairs) -> IndexContent:
    """Return what the index of these pairs is made of."""
    return IndexContent(dict(zip(NAMES, pairs.sides, strict=True)), pairs.digest)


def write_index(path: Path, indexed: IndexContent) -> None:
    """Write an index; the same sentences give the same bytes.

    Raises:
        InputError: it cannot be written.
    """
    texts = {
        name: (fold(sentence).text for sentence in side.sentences())
        for name, side in indexed.sides.items()
    }
    stored.write_index(path, texts, key=indexed.key)
