"""What words are compared by when a term is looked for in its translation: spellings and lemmas."""

from __future__ import annotations

import unicodedata
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from diglot.consistency.matching.compounds import Compounds
    from diglot.consistency.matching.encoding import Forms

_HYPHENS = str.maketrans(dict.fromkeys("\u2010\u2011\u2013", "-"))


@dataclass(frozen=True, slots=True, eq=False)
class WordTables:
    """Arrays over the forms of a language.

    Attributes:
        plain: shape (forms,), int32: key of the form without case.
        bare: shape (forms,), int32: number of the form without case, accents and hyphens.
        lemma: shape (forms,), int32: number of its lemma, as bare; one number space with `bare`.
        content: shape (forms,), bool: a word, and no function word.
        letters: shape (characters,), int32: characters of the forms without case and accents.
        letter_offsets: shape (forms + 1,), int64.
        lemma_letters: shape (characters,), int32: the same of lemmas.
        lemma_offsets: shape (forms + 1,), int64.
        part_offsets: shape (forms + 1,), int64: where the parts of compounds begin in ``parts``.
        parts: shape (parts,), int32: bare numbers of the parts of compounds.
    """

    plain: NDArray[np.int32]
    bare: NDArray[np.int32]
    lemma: NDArray[np.int32]
    content: NDArray[np.bool_]
    letters: NDArray[np.int32]
    letter_offsets: NDArray[np.int64]
    lemma_letters: NDArray[np.int32]
    lemma_offsets: NDArray[np.int64]
    part_offsets: NDArray[np.int64]
    parts: NDArray[np.int32]

    def __len__(self) -> int:
        """Return how many forms there are."""
        return len(self.plain)


class Words:
    """Makes the tables of a language, which grow with its forms.

    Args:
        forms: of the language.
        function_words: words in lower case that are no content.
        compounds: knows the parts of long words; None where words are not put together.
    """

    def __init__(
        self,
        forms: Forms,
        function_words: AbstractSet[str],
        *,
        compounds: Compounds | None = None,
    ) -> None:
        self.forms = forms
        self._compounds = compounds
        self._function_words = function_words
        self._tables: WordTables | None = None
        self._numbers: dict[str, int] = {}
        self._bare, self._lemma, self._content = array("i"), array("i"), bytearray()
        self._letters, self._letter_ends = array("i"), array("q", [0])
        self._lemma_letters, self._lemma_ends = array("i"), array("q", [0])
        self._parts, self._part_ends = array("i"), array("q", [0])

    def tables(self) -> WordTables:
        """Return the tables of all forms so far."""
        done = len(self._bare)
        if self._tables is not None and done == len(self.forms):
            return self._tables
        # Looking for the parts of compounds may add forms.
        parts = [self._parts_of(form) for form in range(done, len(self.forms))]
        of_forms = self.forms.tables()
        keys = self.forms.keys
        parts += [()] * (len(of_forms.folded) - done - len(parts))
        rows = zip(
            of_forms.folded[done:].tolist(),
            of_forms.lemma[done:].tolist(),
            of_forms.word[done:].tolist(),
            strict=True,
        )
        for folded, lemma, word in rows:
            self._add(keys[folded], keys[lemma], word=word)
        for found in parts:
            self._parts.extend(self._bare[part] for part in found)
            self._part_ends.append(len(self._parts))
        self._tables = WordTables(
            plain=of_forms.folded,
            bare=np.array(self._bare, np.int32),
            lemma=np.array(self._lemma, np.int32),
            content=np.frombuffer(bytes(self._content), np.bool_),
            letters=np.array(self._letters, np.int32),
            letter_offsets=np.array(self._letter_ends, np.int64),
            lemma_letters=np.array(self._lemma_letters, np.int32),
            lemma_offsets=np.array(self._lemma_ends, np.int64),
            part_offsets=np.array(self._part_ends, np.int64),
            parts=np.array(self._parts, np.int32),
        )
        return self._tables

    def _add(self, folded: str, lemma: str, *, word: bool) -> None:
        spelt, stem = unaccented(folded), unaccented(lemma)
        self._bare.append(self._number(_closed(spelt)))
        self._lemma.append(self._number(_closed(stem)))
        self._content.append(word and folded not in self._function_words)
        self._letters.extend(map(ord, spelt))
        self._letter_ends.append(len(self._letters))
        self._lemma_letters.extend(map(ord, stem))
        self._lemma_ends.append(len(self._lemma_letters))

    def _parts_of(self, form: int) -> tuple[int, ...]:
        return () if self._compounds is None else self._compounds.forms_of(form)

    def _number(self, text: str) -> int:
        return self._numbers.setdefault(text, len(self._numbers))


def bare(word: str) -> str:
    """Return a word without accents and hyphens.

    >>> bare("auto-école")
    'autoecole'
    """
    return _closed(unaccented(word))


def unaccented(word: str) -> str:
    """Return a word without accents, all sorts of hyphens as one.

    >>> unaccented("auto‑école")
    'auto-ecole'
    """
    if word.isascii():
        return word
    marks = (c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    return "".join(marks).translate(_HYPHENS) or word


def _closed(word: str) -> str:
    return word.replace("-", "") or word
