"""Sentence pairs with their tokens in flat arrays, and the index of what they hold."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from diglot.errors import FormatError
from diglot.files.arrays import (
    GrowingArray,
    encode_string,
    read_arrays,
    string_of_pool,
    strings_of_pool,
    write_arrays,
)
from diglot.flat_arrays import take_rows
from diglot.formats import stored
from diglot.pipeline.stored.folder import Storage
from diglot.sentences.reasons import share_most_words
from diglot.text.detection import is_close
from diglot.text.languages import UNDETERMINED, is_spaceless, joiner
from diglot.text.lemmas import Lemmatiser
from diglot.text.spelling import fold
from diglot.text.tokens import tokenise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from diglot.model import Bitext, Link
    from diglot.pipeline.sentence_pairs import Languages, Words

    Spans = Iterable[tuple[int, int]]

KIND, VERSION = "sentence-pairs", 1
SOURCE, TARGET = 0, 1
NAMES = ("source", "target")
_PARTS = ("text", "ends", "spans", "offsets")

LEAST_COPIED = 4
MOST_COPIED = 0.75
"""Share of the words of either side that both have, from which a pair is no translation."""
_COMPARED = 2000
_LETTERS = re.compile(r"[^\W\d_]+")

BLOCK = 4096
"""Sentences that are worked on at once: what is counted in arrays costs little a sentence."""

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

    def sentences(self) -> Iterator[str]:
        """Give the sentences of all pairs."""
        for first in range(0, len(self.ends) - 1, BLOCK):
            ends = self.ends[first : first + BLOCK + 1]
            yield from strings_of_pool(self.text[ends[0] : ends[-1]], ends - ends[0])

    def select(self, numbers: NDArray[np.int64]) -> Side:
        """Return this side of some pairs."""
        letters, text_ends = take_rows(self.ends, numbers)
        tokens, offsets = take_rows(self.offsets, numbers)
        return Side(self.text[letters], text_ends, self.spans[tokens], offsets)

    def tokens(self, pair: int) -> list[tuple[int, int]]:
        """Return the tokens of one pair as half-open ranges of characters."""
        here = slice(self.offsets[pair], self.offsets[pair + 1])
        return [(begin, end) for begin, end in self.spans[here].tolist()]

    def words(self) -> Iterator[list[str]]:
        """Give the tokens of all pairs as strings."""
        sentences = self.sentences()
        for first in range(0, len(self.ends) - 1, BLOCK):
            rows = self.offsets[first : first + BLOCK + 1]
            spans = self.spans[rows[0] : rows[-1]].tolist()
            for begin, end in pairwise((rows - rows[0]).tolist()):
                sentence = next(sentences)
                yield [sentence[a:b] for a, b in spans[begin:end]]


class Sentences:
    """One side of some pairs, their sentences one after the other with a line end between.

    Attributes:
        numbers: shape (sentences,), of the pairs.
        text: all sentences.
        bases: shape (sentences + 1,): where each begins in ``text``.
        offsets: shape (sentences + 1,): where sentences begin in `tokens`.
    """

    def __init__(self, side: Side, numbers: NDArray[np.int64]) -> None:
        import numpy as np

        chosen = side.select(numbers)
        self.numbers = numbers
        self._sentences = list(chosen.sentences())
        self.text = "\n".join(self._sentences)
        self.bases = np.cumsum([0, *(len(each) + 1 for each in self._sentences)])
        self.offsets, self._spans = chosen.offsets, chosen.spans

    def __getitem__(self, at: int) -> str:
        return self._sentences[at]

    @cached_property
    def tokens(self) -> NDArray[np.int64]:
        """Shape (tokens, 2): where each begins and ends in the text."""
        import numpy as np

        begins = np.repeat(self.bases[:-1], np.diff(self.offsets))
        return np.asarray(self._spans + begins[:, None])

    def inside(self, at: int, ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return ranges of the text as those of one sentence."""
        base = int(self.bases[at])
        return [(begin - base, end - base) for begin, end in ranges]


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

    def __iter__(self) -> Iterator[Words]:
        return self.words()

    def words(self) -> Iterator[Words]:
        """Give the tokens of both sides, pair by pair."""
        return zip(self.sides[SOURCE].words(), self.sides[TARGET].words(), strict=True)

    def copies(self) -> frozenset[int]:
        """Return the numbers of the pairs whose target is mostly the source once more.

        They say nothing of translation, and would teach that a term stays as it is. Fewer than
        `LEAST_COPIED` words that are no names may be the same in both languages: of a text left in
        its language often a reference alone is translated. Whole sentences may be the same where
        most words are: in close languages, or where one is not known. In a text of which most was
        left, titles and other words with capitals were, too.
        """
        source, target = self.sides
        found = frozenset(
            number
            for number in range(len(self))
            if _is_copied(source.sentence(number), target.sentence(number))
        )
        if not found:
            return found
        others = [n for n in range(len(self)) if n not in found]
        one, other = (code or UNDETERMINED for code in self.languages)
        if is_close(one, other):
            sides = ([side.sentence(n) for n in others[:_COMPARED]] for side in self.sides)
            return found if others and not share_most_words(*sides) else frozenset()
        if len(found) < len(others):
            return found
        return found.union(n for n in others if source.sentence(n) == target.sentence(n))


def _is_copied(source: str, target: str) -> bool:
    """Return True if most words that are no names are the same, and some such are there."""
    written = set(source.split()), set(target.split())
    if 2 * len(written[0] & written[1]) < max(map(len, written)):
        return False  # nearly all pairs, and this is quick
    words = [
        Counter(word for word in _LETTERS.findall(text) if not word[0].isupper())
        for text in (source, target)
    ]
    same = (words[0] & words[1]).total()
    return same >= LEAST_COPIED and same >= MOST_COPIED * max(each.total() for each in words)


def pairs_of(bitexts: Sequence[Bitext], languages: Languages) -> StoredPairs:
    """Return all links with both sides as tokenised sentence pairs, in their order.

    Args:
        bitexts: aligned or given.
        languages: codes to tokenise by; None uses the rules that hold anywhere.
    """
    import numpy as np

    documents, places, scores = array("i"), array("i"), array("f")
    for number, bitext in enumerate(bitexts):
        for place, link in enumerate(bitext.links):
            if not link.is_null:
                documents.append(number)
                places.append(place)
                scores.append(np.nan if link.score is None else link.score)
    joiners = joiner(languages[0]), joiner(languages[1])

    def each() -> Iterator[tuple[Bitext, Link]]:
        return ((bitexts[i], bitexts[i].links[k]) for i, k in zip(documents, places, strict=True))

    sides = (
        _side((bitext.source_text(link, joiners[0]) for bitext, link in each()), languages[0]),
        _side((bitext.target_text(link, joiners[1]) for bitext, link in each()), languages[1]),
    )
    return StoredPairs(
        sides,
        np.array(documents, np.int32),
        np.array(places, np.int32),
        np.array(scores, np.float32),
        tuple(each.source.name or each.target.name for each in bitexts),
        languages,
    )


class PairsBuilder:
    """Sentence pairs put together one by one, so that a large corpus is in memory once."""

    def __init__(self) -> None:
        self._documents, self._links = array("i"), array("i")
        self._sides = _SideBuilder(), _SideBuilder()

    def add(self, document: int, link: int, sentences: Sequence[tuple[str, Spans]]) -> None:
        """Add a pair: number of the bitext and of the link in it, and both sentences.

        Sentences come as `clean_sentence` has them, with their tokens.
        """
        self._documents.append(document)
        self._links.append(link)
        for side, (sentence, spans) in zip(self._sides, sentences, strict=True):
            side.add(sentence, spans)

    def finish(self, names: Sequence[str], languages: Languages) -> StoredPairs:
        """Return the pairs of the bitexts of some names."""
        import numpy as np

        return StoredPairs(
            (self._sides[0].finish(), self._sides[1].finish()),
            np.array(self._documents, np.int32),
            np.array(self._links, np.int32),
            np.full(len(self._documents), np.nan, np.float32),
            tuple(names),
            languages,
        )


def clean_sentence(text: str) -> str:
    """Return a sentence without line ends, tabs and double spaces."""
    return _BLANK.sub(" ", text).strip(" ")


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


PAIRS: Storage[StoredPairs] = Storage("pairs.arrays", 2, write_pairs, read_pairs)


def _side(texts: Iterable[str], language: str | None) -> Side:
    side = _SideBuilder()
    for text in texts:
        sentence = clean_sentence(text)
        side.add(sentence, tokenise(sentence, language))
    return side.finish()


class _SideBuilder:
    """One side of sentence pairs, one text after the other."""

    def __init__(self) -> None:
        self._text, self._spans = GrowingArray("B"), GrowingArray("i")
        self._ends, self._offsets = GrowingArray("q"), GrowingArray("q")
        self._letters = self._tokens = 0
        self._note()

    def _note(self) -> None:
        self._ends.held.append(self._letters)
        self._offsets.held.append(self._tokens)

    def add(self, sentence: str, spans: Spans) -> None:
        encoded = encode_string(sentence)
        self._text.held.frombytes(encoded)
        self._letters += len(encoded)
        add = self._spans.held.extend
        for span in spans:
            add(span)
            self._tokens += 1
        self._note()
        for each in (self._text, self._spans, self._ends, self._offsets):
            each.relieve()

    def finish(self) -> Side:
        return Side(
            self._text.finish(),
            self._ends.finish(),
            self._spans.finish().reshape(-1, 2),
            self._offsets.finish(),
        )


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
        languages: codes of the sides, by name; None where unknown.
        key: what tells these sentences from all others.
    """

    sides: Mapping[str, Side]
    languages: Mapping[str, str | None]
    key: str


def index_of(pairs: StoredPairs) -> IndexContent:
    """Return what the index of these pairs is made of."""
    languages = dict(zip(NAMES, pairs.languages, strict=True))
    return IndexContent(dict(zip(NAMES, pairs.sides, strict=True)), languages, pairs.digest)


def write_index(path: Path, indexed: IndexContent) -> None:
    """Write an index; the same sentences give the same bytes.

    Raises:
        InputError: it cannot be written.
    """
    texts = {
        name: (fold(sentence).text for sentence in side.sentences())
        for name, side in indexed.sides.items()
    }
    forms = {name: _forms(side, indexed.languages[name]) for name, side in indexed.sides.items()}
    stored.write_index(path, texts, forms=forms, key=indexed.key)


def _forms(side: Side, language: str | None) -> list[tuple[str, str]]:
    """Return the lemmas of a side with their words; none of languages without spaces."""
    import numpy as np

    if is_spaceless(language):
        return []
    words: set[str] = set()
    for first in range(0, len(side.ends) - 1, BLOCK):
        here = Sentences(side, np.arange(first, min(first + BLOCK, len(side.ends) - 1)))
        begins, ends = here.tokens.T.tolist()
        words.update([here.text[a:b] for a, b in zip(begins, ends, strict=True)])
    lemmatiser = Lemmatiser(language or "und")
    # In order: a word with a capital has the lemma of the small one where that was asked for first.
    lemmas = [(fold(lemma_of(lemmatiser, word)).text, fold(word).text) for word in sorted(words)]
    return sorted(set(lemmas))


def lemma_of(lemmatiser: Lemmatiser, word: str) -> str:
    """Return the lemma of a word by which it is looked up, whatever its apostrophe."""
    return lemmatiser.lemma(word.replace("’", "'"))
