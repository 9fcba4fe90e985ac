"""Word models on disk, with a vocabulary that is looked up in the pages of the file."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diglot.errors import FormatError
from diglot.files.arrays import read_arrays, write_arrays
from diglot.files.arrays import verify as verify_arrays
from diglot.flat_arrays import offsets_of
from diglot.model import Signature
from diglot.words.corpus import Vocabulary, fold_form
from diglot.words.storage.model import ARRAYS, TOKENISERS, Model

# Lone surrogates cannot come from a file, but what a program passes in is kept as it is.
SURROGATES = "surrogatepass"

MANY = 5_000
"""Searches after which all words are read: a sentence needs few of them, a corpus most."""


class StoredVocabulary(Vocabulary):
    """A vocabulary that finds its words by binary search in their UTF-8 bytes.

    Opening it costs nothing; a form's first look-up takes some microseconds, later ones those of
    a dictionary. New words are numbered from there on, as in any `Vocabulary`.

    Attributes:
        words: all words by number; decoded when it is first asked for.
    """

    def __init__(
        self, text: NDArray[np.uint8], offsets: NDArray[np.int64], order: NDArray[np.int32]
    ) -> None:
        """Take the arrays that `packed` gives.

        Args:
            text: shape (bytes,), the words one after the other.
            offsets: shape (words + 1,), ascending, where each begins in ``text``.
            order: shape (words - 1,), word numbers from 1, in the order of their bytes.
        """
        dict.__init__(self)
        self._arrays = text, offsets, order
        self._text, self._offsets, self._order = text.data, offsets.data, order.data
        self._stored = len(offsets) - 1
        self._lower: dict[str, int] = {}  # new words only
        self._known: dict[str, int] = {}  # the others, once many have been asked for
        self._searches = 0

    def __getattr__(self, name: str) -> list[str]:
        if name != "words":
            raise AttributeError(name)
        text, offsets = bytes(self._text), self._arrays[1].tolist()
        self.words = [
            text[begin:end].decode("utf-8", SURROGATES) for begin, end in pairwise(offsets)
        ]
        self.words.extend(self._lower)
        return self.words

    def __missing__(self, form: str) -> int:
        word = fold_form(form)
        number = self._find(word)
        if number is None:
            number = self._lower[word] = self.size
            if "words" in self.__dict__:
                self.words.append(word)
        self[form] = number
        return number

    def find(self, form: str) -> int | None:
        """Return the number of a form whose word is known; none is added."""
        number = self.get(form)
        if number is None:
            number = self._find(fold_form(form))
            if number is not None:
                self[form] = number
        return number

    @property
    def size(self) -> int:
        """Number of words, NULL included."""
        return self._stored + len(self._lower)

    @property
    def stored_arrays(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """The arrays it was made from, without the words that were added since."""
        return self._arrays

    def __reduce__(self) -> tuple[object, ...]:
        return Vocabulary, (self.words[1:],)

    def _find(self, word: str) -> int | None:
        found = self._lower.get(word)
        if found is not None:
            return found
        if self._searches == MANY:
            words = self.words[: self._stored]
            self._known = {word: number for number, word in enumerate(words) if number}
        self._searches += 1
        if self._known:
            return self._known.get(word)
        wanted = word.encode("utf-8", SURROGATES)
        low, high = 0, len(self._order)
        while low < high:
            middle = (low + high) // 2
            if self._bytes(self._order[middle]) < wanted:
                low = middle + 1
            else:
                high = middle
        if low < len(self._order) and self._bytes(self._order[low]) == wanted:
            return int(self._order[low])
        return None

    def _bytes(self, number: int) -> bytes:
        return bytes(self._text[self._offsets[number] : self._offsets[number + 1]])


def pack_vocabulary(
    vocabulary: Vocabulary, size: int
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return the first ``size`` words as the arrays that a `StoredVocabulary` takes."""
    if isinstance(vocabulary, StoredVocabulary) and len(vocabulary.stored_arrays[1]) == size + 1:
        return vocabulary.stored_arrays
    encoded = [word.encode("utf-8", SURROGATES) for word in vocabulary.words[:size]]
    offsets = offsets_of([*map(len, encoded)])
    order = sorted(range(1, len(encoded)), key=encoded.__getitem__)
    return np.frombuffer(b"".join(encoded), np.uint8), offsets, np.array(order, np.int32)


KIND = "word-model"
VERSION = 1
SIDES = ("source", "target")
WORDS = {"text": "|u1", "offsets": "<i8", "order": "<i4"}


def save(path: str | Path, model: Model) -> None:
    """Write a model; the file is replaced only when everything has been written.

    Raises:
        InputError: the file cannot be written.
    """
    write_arrays(path, *parts_of_model(model), kind=KIND, version=VERSION)


def parts_of_model(model: Model) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return the arrays of a model by name, and what is known beside them."""
    arrays: dict[str, NDArray[Any]] = {}
    for side in SIDES:
        # Aligning new text may have added words that the model knows nothing about.
        size = len(getattr(model, f"{side}_frequency"))
        words = pack_vocabulary(getattr(model, f"{side}_vocabulary"), size)
        arrays |= {f"{side}_{name}": each for name, each in zip(WORDS, words, strict=True)}
    for name, (dtype, _) in ARRAYS.items():
        arrays[name] = getattr(model, name).astype(dtype, copy=False)
    metadata = {
        "pairs": model.pairs,
        "method": model.signature.method,
        "version": model.signature.version,
        "options": model.signature.options,
        "data": model.signature.data,
        "languages": model.languages,
        "tokeniser": model.tokeniser,
    }
    return arrays, metadata


def load(
    path: str | Path, *, verify: bool = False, kind: str = KIND, version: int = VERSION
) -> Model:
    """Open a model; its arrays stay in the file's pages and are read where they are used.

    Args:
        path: the file that `save` wrote.
        verify: read all of it and compare it with the digest it was written with.
        kind: of a file that holds more than a model.
        version: of that kind.

    Raises:
        FormatError: it is no model, of another version, cut short or damaged.
        InputError: it cannot be read.
    """
    if verify:
        verify_arrays(path, kind=kind, version=version)
    file = read_arrays(path, kind=kind, version=version)
    try:
        return _model(file.arrays, file.metadata)
    except (KeyError, TypeError, ValueError) as error:
        raise FormatError(
            f"holds no usable word model ({error})",
            path=path,
            cure="copy it again, or train it again",
        ) from error


def _model(arrays: dict[str, NDArray[Any]], metadata: dict[str, Any]) -> Model:
    """Check what compiled loops rely on: shapes, and word numbers that are in range."""
    vocabularies = [_vocabulary(arrays, side) for side in SIDES]
    sizes = {"S": vocabularies[0].size, "T": vocabularies[1].size, "P": len(arrays["columns"])}
    sizes["S+1"] = sizes["S"] + 1
    for name, (dtype, shape) in ARRAYS.items():
        wanted = tuple(sizes[n] if isinstance(n, str) else n for n in shape)
        if arrays[name].dtype.str != dtype or arrays[name].shape != wanted:
            raise ValueError(f"{name} has the shape {arrays[name].shape}, not {wanted}")
    _check_offsets("rows", arrays["rows"], sizes["P"])
    if arrays["rows"][1]:
        raise ValueError("NULL has word pairs")
    _check_words("columns", arrays["columns"], sizes["T"])
    return Model(
        source_vocabulary=vocabularies[0],
        target_vocabulary=vocabularies[1],
        pairs=_typed(metadata, "pairs", int),
        signature=Signature(
            method=_typed(metadata, "method", str),
            version=_typed(metadata, "version", str),
            options=tuple((str(name), str(value)) for name, value in metadata["options"]),
            data=_typed(metadata, "data", str | None),
        ),
        languages=_languages(metadata),
        tokeniser=_tokeniser(metadata),
        **{name: arrays[name] for name in ARRAYS},
    )


def _vocabulary(arrays: dict[str, NDArray[Any]], side: str) -> StoredVocabulary:
    text, offsets, order = (arrays[f"{side}_{name}"] for name in WORDS)
    for array, dtype in zip((text, offsets, order), WORDS.values(), strict=True):
        if array.dtype.str != dtype or array.ndim != 1:
            raise ValueError(f"the {side} words are of {array.dtype}")
    _check_offsets(f"{side}_offsets", offsets, len(text))
    if offsets[1]:
        raise ValueError(f"the {side} words lack NULL")
    if len(order) != len(offsets) - 2:
        raise ValueError(f"the order of the {side} words has the wrong length")
    _check_words(f"{side}_order", order, len(offsets) - 1)
    begins = offsets[:-1][offsets[:-1] < len(text)]
    if ((text[begins] & 0xC0) == 0x80).any():
        raise ValueError(f"the {side} words are not UTF-8")
    bytes(text).decode("utf-8", SURROGATES)
    return StoredVocabulary(text, offsets, order)


def _check_offsets(name: str, offsets: NDArray[Any], end: int) -> None:
    if len(offsets) < 2 or offsets[0] or offsets[-1] != end or (offsets[1:] < offsets[:-1]).any():
        raise ValueError(f"{name} do not ascend from 0 to {end}")


def _check_words(name: str, numbers: NDArray[Any], size: int) -> None:
    """Refuse numbers that are those of no word; NULL, which is 0, is none."""
    if len(numbers) and (numbers.min() < 1 or numbers.max() >= size):
        raise ValueError(f"{name} leave the range from 1 to {size - 1}")


def _typed(metadata: dict[str, Any], name: str, wanted: Any) -> Any:
    if not isinstance(metadata[name], wanted) or isinstance(metadata[name], bool):
        raise TypeError(f"{name} is {metadata[name]!r}")
    return metadata[name]


def _languages(metadata: dict[str, Any]) -> tuple[str | None, str | None]:
    source, target = metadata["languages"]
    if not all(isinstance(code, str | None) for code in (source, target)):
        raise TypeError(f"languages are {metadata['languages']!r}")
    return source, target


def _tokeniser(metadata: dict[str, Any]) -> str:
    if str(metadata["tokeniser"]).partition("+")[0] not in TOKENISERS:
        raise ValueError(f"the tokeniser is {metadata['tokeniser']!r}")
    return str(metadata["tokeniser"])
