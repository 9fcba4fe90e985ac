"""Texts as arrays of numbers of their words, and what is known of each word."""

from __future__ import annotations

import unicodedata
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import regex
from numpy.typing import NDArray

from diglot.consistency.kernels.stretches import Memory, lay_out, number_stretches
from diglot.errors import ConfigError
from diglot.flat_arrays import offsets_of
from diglot.text.languages import NOUN_CAPITALS, is_spaceless, normalise
from diglot.text.lemmas import Lemmatiser
from diglot.text.spelling import unify_letters
from diglot.text.tokens import tokenise

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
        return len(self.written)

    @property
    def case_tells(self) -> bool:
        """Case tells words apart, so that lemmas depend on it: German writes nouns with capitals.

        Elsewhere forms that differ in case only have the same lemma.
        """
        return self._lemmatiser is not None and self.language in NOUN_CAPITALS

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
            plain = surface_form(form)
            without_case = fold_word(form, self.language)
            rows["surface"].append(self.key(plain))
            rows["folded"].append(self.key(without_case))
            rows["lemma"].append(self._lemma(plain, without_case))
            rows["size"].append(len("".join(form.split())))
            self._word.append(any(map(str.isalnum, form)))
        made = {name: np.array(row, np.int32) for name, row in rows.items()}
        self._tables = FormTables(**made, word=np.frombuffer(bytes(self._word), np.bool_))
        return self._tables

    def compound_number(self, parts: Sequence[str]) -> int:
        """Return the number of the form that words make in one; its last part is inflected."""
        form = "".join(parts)
        if self._lemmatiser is not None and form not in self._numbers:
            word = form if self.case_tells else fold_word(form, self.language)
            last = fold_word(self._lemmatiser.lemma(parts[-1]), self.language)
            ahead = fold_word("".join(parts[:-1]), self.language)
            self._lemmas.setdefault(word, self.key(ahead + last))
        return self.number(form)

    def tokens(self, text: str) -> list[int]:
        """Return the numbers of the forms of one text; terms share words, these are remembered."""
        if "." in text or len(text) > _SHORT:
            return self.cut_tokens(text)
        known = self._cuts
        found: list[int] = []
        for stretch in text.split(" "):
            numbers = known.get(stretch)
            if numbers is None:
                if len(known) > MEMORY:
                    known.clear()
                numbers = known[stretch] = self.cut_tokens(stretch)
            found += numbers
        return found

    def cut_tokens(self, text: str) -> list[int]:
        """Return the numbers of the forms of a text that is not remembered."""
        plain = strip_invisible(text)
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
        ranges = visible_ranges(text)
        if ranges is None:
            return tokenise(text, self.language)
        places = [place for each in ranges for place in range(*each)]
        return [
            (places[begin], places[end - 1] + 1)
            for begin, end in tokenise(strip_invisible(text), self.language)
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
                plain if self.case_tells else lower_word(plain, self.language)
            )
            known = self._lemmas[word] = self.key(fold_word(lemma, self.language))
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
        return len(self.offsets) - 1

    def of(self, text: int) -> NDArray[np.int32]:
        """Return the tokens of one text."""
        return self.tokens[self.offsets[text] : self.offsets[text + 1]]


def encode(texts: Iterable[str], forms: Forms) -> EncodedTexts:
    """Number the tokens of texts; `diglot.text.tokens` says what a token is.

    Unseen characters (soft hyphens, joiners…) are taken out first. Texts are cut at blanks, and
    the tokens of what stands between are remembered: words come again and again.

    Args:
        texts: one string each; a stream is read once.
        forms: of their language; grows.
    """
    numbered = [forms.stretches.numbers(block) for block in _blocks(texts)]
    tokens = np.concatenate([np.zeros(0, np.int32), *(each for each, _ in numbered)])
    sizes = np.concatenate([np.zeros(1, np.int64), *(each for _, each in numbered)])
    return EncodedTexts(tokens, np.cumsum(sizes))


def _blocks(texts: Iterable[str]) -> Iterator[list[str]]:
    """Give texts in lists of about `BLOCK` characters."""
    block: list[str] = []
    left = BLOCK
    for text in texts:
        block.append(text)
        left -= len(text)
        if left < 0:
            yield block
            block, left = [], BLOCK
    if block:
        yield block


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


# Spellings of one word that a check takes for the same, and characters that nobody sees.

# Soft hyphen, joiners, zero-width spaces, marks of direction, byte order mark: they neither end a
# word nor make it another.
_UNSEEN = "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
_SEEN = regex.compile(f"[^{_UNSEEN}]+")
_HAS_UNSEEN = regex.compile(f"[{_UNSEEN}]")
_SAME = str.maketrans(
    dict.fromkeys("’‘ʼ\u02bb\uff07", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-")
    | dict.fromkeys("\u00a0\u202f\u2009", " ")
)
_WIDE_FORMS = regex.compile("[\uff01-\uffee]")
_DOTTED = frozenset({"tr", "az", "crh", "tt"})


def surface_form(word: str) -> str:
    """Return a word in composed characters, with plain apostrophes, hyphens and spaces.

    Unseen characters go; fullwidth letters and halfwidth kana take their usual width.
    """
    if word.isascii():
        return word
    word = strip_invisible(word)
    if _WIDE_FORMS.search(word):
        word = unicodedata.normalize("NFKC", word)
    return unicodedata.normalize("NFC", word).translate(_SAME)


def fold_word(word: str, language: str | None = None) -> str:
    """Return the `surface` of a word without differences of case, points and exchanged letters.

    Turkish and its neighbours keep ``ı`` and ``i`` apart; elsewhere a dotted capital is an ``i``.

    >>> folded("Straße"), folded("STRASSE"), folded("IŞIK", "tr")
    ('strasse', 'strasse', 'ışık')
    """
    plain = _without_turkish_capitals(surface_form(word), language)
    if plain.isascii():
        return plain.lower()
    return unify_letters(unicodedata.normalize("NFC", plain.casefold().replace("i\u0307", "i")))


def lower_word(word: str, language: str | None = None) -> str:
    """Return the `surface` of a word in small letters: as `folded`, but ``ß`` stays ``ß``."""
    return _without_turkish_capitals(surface_form(word), language).lower()


def _without_turkish_capitals(word: str, language: str | None) -> str:
    return word.replace("İ", "i").replace("I", "ı") if language in _DOTTED else word


def strip_invisible(text: str) -> str:
    """Return a text without the characters that nobody sees."""
    return text if text.isascii() else _HAS_UNSEEN.sub("", text)


def visible_ranges(text: str) -> list[tuple[int, int]] | None:
    """Return the stretches of a text between unseen characters; None if it has none of these."""
    if text.isascii() or not _HAS_UNSEEN.search(text):
        return None
    return [match.span() for match in _SEEN.finditer(text)]


# Texts cut at blanks; the tokens of what stands between are remembered: words come again.


_T = TypeVar("_T", bound=np.generic)

LONGEST_STRETCH = 80
"""Bytes; longer stretches of text without a blank are not remembered: they hardly come again."""

MEMORY = 400_000
"""Stretches of text that are remembered before all are forgotten."""

# An abbreviation may go on behind a blank only here: "z. B.", "p. ex.".
_OPEN_END = regex.compile(r"\p{L}\.\Z")
_OPEN_BEGIN = regex.compile(r"\p{L}{1,3}\.")


class Stretches:
    """A memory of stretches of text without a blank, and of the tokens of each."""

    def __init__(self, forms: Forms) -> None:
        self._forms = forms
        self._spaced = not is_spaceless(forms.language)
        self._known: int
        self._memory: Memory
        self._forget()

    def numbers(self, texts: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the tokens of texts, and how many each text has."""
        tokens, offsets, doubtful = lay_out(
            *(*self._look_up(texts), self._ends, self._tokens, self._open_end, self._open_begin)
        )
        sizes = np.diff(offsets)
        if self._known > MEMORY:
            self._forget()
        if not doubtful.any():
            return tokens, sizes
        # An abbreviation may go over a blank there: those texts are cut as wholes.
        parts: list[NDArray[np.int32]] = []
        begin = 0
        for text in np.flatnonzero(doubtful).tolist():
            whole = np.array(self._forms.cut_tokens(texts[text]), np.int32)
            parts += [tokens[begin : offsets[text]], whole]
            sizes[text] = len(whole)
            begin = offsets[text + 1]
        return np.concatenate([*parts, tokens[begin:]]), sizes

    def _look_up(self, texts: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the numbers of the stretches of texts, and where each text begins."""
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
        joined = b"".join(encoded)
        bounds = offsets_of([*map(len, encoded)])
        self._enlarge(joined.count(b" ") + len(texts), len(joined))
        stretches, cuts, new = number_stretches(
            joined, bounds, self._memory, self._known, LONGEST_STRETCH
        )
        self._known += len(new)
        for begin, end in new.tolist():
            self._learn(joined[begin:end].decode("utf-8", "surrogatepass"))
        return stretches, cuts

    def _learn(self, stretch: str) -> None:
        # Most are a plain word or a number: nothing to cut.
        if self._spaced and stretch.isascii() and (stretch.isalpha() or stretch.isdecimal()):
            self._tokens.append(self._forms.number(stretch))
            dotted = ""
        else:
            self._tokens.extend(self._forms.cut_tokens(stretch))
            dotted = strip_invisible(stretch) if "." in stretch else ""
        self._ends.append(len(self._tokens))
        self._open_end.append(bool(dotted) and _OPEN_END.search(dotted) is not None)
        self._open_begin.append(bool(dotted) and _OPEN_BEGIN.match(dotted) is not None)

    def _enlarge(self, stretches: int, size: int) -> None:
        memory = self._memory
        capacity = self._known + stretches
        self._memory = memory._replace(
            hashes=_enlarge(memory.hashes, capacity),
            text=_enlarge(memory.text, int(memory.starts[self._known]) + size),
            starts=_enlarge(memory.starts, capacity + 1),
        )

    def _forget(self) -> None:
        self._known = 0
        self._memory = Memory(
            slots=np.full(2 << MEMORY.bit_length(), -1, np.int32),
            hashes=np.zeros(1, np.uint64),
            text=np.zeros(1, np.uint8),
            starts=np.zeros(2, np.int64),
        )
        self._tokens, self._ends = array("i"), array("q", [0])
        self._open_end, self._open_begin = bytearray(), bytearray()


def _enlarge(values: NDArray[_T], capacity: int) -> NDArray[_T]:
    """Return the same values in an array of at least this size."""
    if capacity <= len(values):
        return values
    made = np.zeros(max(capacity, 2 * len(values)), values.dtype)
    made[: len(values)] = values
    return made
