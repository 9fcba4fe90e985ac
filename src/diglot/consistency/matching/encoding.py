"""Texts as arrays of numbers of their words, and what is known of each word."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import regex

from diglot.consistency.matching.spelling import folded, seen_ranges, small, surface, without_unseen
from diglot.consistency.matching.stretches import MEMORY, Stretches
from diglot.errors import ConfigError
from diglot.text.languages import is_spaceless, normalise
from diglot.text.lemmas import Lemmatiser
from diglot.text.tokens import tokenise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

_CASE_TELLS = frozenset({"de", "lb"})

BLOCK = 4_000_000
"""Characters of the texts that are numbered at once."""

_WIDE = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]"
# Between two such characters no token of a spaceless language goes on, but for addresses.
_BETWEEN = regex.compile(rf"(?<={_WIDE})(?=[\p{{Han}}\p{{Hiragana}}\p{{Katakana}}])")
_ADDRESS = regex.compile(r"://|www\.|@")
_PIECE = 50_000
_SHORT = 200  # characters of terms


@dataclass(frozen=True, slots=True, eq=False)
class FormTables:
    """What is known of every form, by its number; keys are numbers of `Forms.keys`.

    Attributes:
        surface: shape (forms,), int32: key of the form with its case, its spelling unified.
        folded: shape (forms,), int32: key of the form without case.
        lemma: shape (forms,), int32: key of its lemma without case; `folded` without lemmas.
        word: shape (forms,), bool: the form has a letter or a digit.
        size: shape (forms,), int32: characters of the form but for white space.
    """

    surface: NDArray[np.int32]
    folded: NDArray[np.int32]
    lemma: NDArray[np.int32]
    word: NDArray[np.bool_]
    size: NDArray[np.int32]


class Forms:
    """The words of one language as its texts write them, by number; more come with every text.

    Args:
        language: code or name; None, or one that is not known, has no rules and no lemmas.
        lemmas: False to do without lemmas.
        notice: called with one line for whatever the user should know: no lemmas, no language.

    Attributes:
        language: code of the language; None if there is none.
        written: the forms by number.
        keys: what forms are compared by, by number: spellings with and without case, lemmas.
        stretches: the memory of `encode`.
    """

    def __init__(
        self,
        language: str | None,
        *,
        lemmas: bool = True,
        notice: Callable[[str], None] | None = None,
    ) -> None:
        say = notice or (lambda _: None)
        self.language = _known(language, say)
        self.written: list[str] = []
        self.keys: list[str] = []
        self._lemmatiser: Lemmatiser | None = None
        if lemmas and self.language and not is_spaceless(self.language):
            found = Lemmatiser(self.language, notice=say)
            self._lemmatiser = found if found.method != "identity" else None
        self._lemmas: dict[str, int] = {}
        self._tables: FormTables | None = None
        self._cuts: dict[str, list[int]] = {}
        self._numbers: dict[str, int] = {}
        self._key_numbers: dict[str, int] = {}
        self._rows = {name: array("i") for name in ("surface", "folded", "lemma", "size")}
        self._word = bytearray()
        self.stretches = Stretches(self)

    def __len__(self) -> int:
        """Return how many forms there are."""
        return len(self.written)

    @property
    def case_tells(self) -> bool:
        """Case tells words apart, so that lemmas depend on it: German writes nouns with capitals.

        Elsewhere forms that differ in case only have the same lemma.
        """
        return self._lemmatiser is not None and self.language in _CASE_TELLS

    @property
    def method(self) -> str:
        """``simplemma`` or ``identity``, for signatures."""
        return "identity" if self._lemmatiser is None else "simplemma"

    def number(self, form: str) -> int:
        """Return the number of a form; a new one gets the next."""
        known = self._numbers.get(form)
        if known is None:
            known = self._numbers[form] = len(self.written)
            self.written.append(form)
        return known

    def key(self, text: str) -> int:
        """Return the number of what forms are compared by; a new one gets the next."""
        known = self._key_numbers.get(text)
        if known is None:
            known = self._key_numbers[text] = len(self.keys)
            self.keys.append(text)
        return known

    def tables(self) -> FormTables:
        """Return the tables of all forms so far; they are made once for every form."""
        if self._tables is not None and len(self._tables.word) == len(self.written):
            return self._tables
        rows = self._rows
        for form in self.written[len(self._word) :]:
            plain = surface(form)
            without_case = folded(form, self.language)
            rows["surface"].append(self.key(plain))
            rows["folded"].append(self.key(without_case))
            rows["lemma"].append(self._lemma(plain, without_case))
            rows["size"].append(len("".join(form.split())))
            self._word.append(any(map(str.isalnum, form)))
        made = {name: np.array(row, np.int32) for name, row in rows.items()}
        self._tables = FormTables(**made, word=np.frombuffer(bytes(self._word), np.bool_))
        return self._tables

    def joined(self, parts: Sequence[str]) -> int:
        """Return the number of the form that words make in one; its last part is inflected."""
        form = "".join(parts)
        if self._lemmatiser is not None and form not in self._numbers:
            word = form if self.case_tells else folded(form, self.language)
            last = folded(self._lemmatiser.lemma(parts[-1]), self.language)
            ahead = folded("".join(parts[:-1]), self.language)
            self._lemmas.setdefault(word, self.key(ahead + last))
        return self.number(form)

    def tokens(self, text: str) -> list[int]:
        """Return the numbers of the forms of one text; terms share words, these are remembered."""
        if "." in text or len(text) > _SHORT:
            return self.cut(text)
        known = self._cuts
        found: list[int] = []
        for stretch in text.split(" "):
            numbers = known.get(stretch)
            if numbers is None:
                if len(known) > MEMORY:
                    known.clear()
                numbers = known[stretch] = self.cut(stretch)
            found += numbers
        return found

    def cut(self, text: str) -> list[int]:
        """Return the numbers of the forms of a text that is not remembered."""
        plain = without_unseen(text)
        number = self.number
        return [
            number(piece[begin:end])
            for piece in _pieces(plain, self.language)
            for begin, end in tokenise(piece, self.language)
        ]

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return the half-open character ranges of the tokens of a text, in the order of `encode`.

        A token with unseen characters inside reaches over them.
        """
        ranges = seen_ranges(text)
        if ranges is None:
            return tokenise(text, self.language)
        places = [place for each in ranges for place in range(*each)]
        return [
            (places[begin], places[end - 1] + 1)
            for begin, end in tokenise(without_unseen(text), self.language)
        ]

    def places(self, text: str, tokens: Sequence[int]) -> list[tuple[int, int]]:
        """Return the same as `spans`, by the tokens that `encode` found in the text: much quicker.

        Args:
            text: as it was encoded.
            tokens: numbers of its forms; of the first ones only, these at least are returned.
        """
        found: list[tuple[int, int]] = []
        written, at = self.written, 0
        for token in tokens:
            form = written[token]
            begin = text.find(form, at)
            # Only white space stands between tokens; with unseen characters they read otherwise.
            if begin < 0 or (begin > at and not text[at:begin].isspace()):
                return self.spans(text)
            at = begin + len(form)
            found.append((begin, at))
        return found

    def _lemma(self, plain: str, without_case: str) -> int:
        if self._lemmatiser is None or not without_case:
            return self.key(without_case)
        word = plain if self.case_tells else without_case
        known = self._lemmas.get(word)
        if known is None:
            # Looked up in small letters, not in folded ones: "Straße" is no word with "ss".
            lemma = self._lemmatiser.lemma(
                plain if self.case_tells else small(plain, self.language)
            )
            known = self._lemmas[word] = self.key(folded(lemma, self.language))
        return known


@dataclass(frozen=True, slots=True, eq=False)
class EncodedTexts:
    """Texts as numbers of forms.

    Attributes:
        tokens: shape (tokens,), int32, numbers of forms.
        offsets: shape (texts + 1,), int64: where texts begin in ``tokens``.
    """

    tokens: NDArray[np.int32]
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        """Return how many texts there are."""
        return len(self.offsets) - 1


def encode(texts: Iterable[str], forms: Forms) -> EncodedTexts:
    """Number the tokens of texts; `diglot.text.tokens` says what a token is.

    Unseen characters (soft hyphens, joiners…) are taken out first. Texts are cut at blanks, and
    the tokens of what stands between are remembered: words come again and again.

    Args:
        texts: one string each; a stream is read once.
        forms: of their language; grows.
    """
    known = forms.stretches
    tokens: list[NDArray[np.int32]] = []
    sizes: list[NDArray[np.int64]] = []
    block: list[str] = []
    room = BLOCK
    for text in texts:
        block.append(text)
        room -= len(text)
        if room < 0:
            _add(known.numbers(block), tokens, sizes)
            block, room = [], BLOCK
    if block:
        _add(known.numbers(block), tokens, sizes)
    ends = np.cumsum(np.concatenate(sizes)) if sizes else np.zeros(0, np.int64)
    return EncodedTexts(
        tokens=np.concatenate(tokens) if tokens else np.zeros(0, np.int32),
        offsets=np.concatenate([np.zeros(1, np.int64), ends]),
    )


def _add(
    numbered: tuple[NDArray[np.int32], NDArray[np.int64]],
    tokens: list[NDArray[np.int32]],
    sizes: list[NDArray[np.int64]],
) -> None:
    tokens.append(numbered[0])
    sizes.append(numbered[1])


def _known(language: str | None, say: Callable[[str], None]) -> str | None:
    if language is None:
        return None
    try:
        return normalise(language)
    except ConfigError:
        say(f"unknown language {language!r}: lemma matching is off, words stand for themselves")
        return None


def _pieces(text: str, language: str | None) -> Iterable[str]:
    """Cut a very long text where no token goes on, to save memory."""
    if len(text) <= _PIECE or not is_spaceless(language) or _ADDRESS.search(text):
        yield text
        return
    begin = 0
    while begin < len(text):
        cut = _BETWEEN.search(text, begin + _PIECE) if begin + _PIECE < len(text) else None
        end = cut.start() if cut else len(text)
        yield text[begin:end]
        begin = end
