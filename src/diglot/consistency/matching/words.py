"""What words are compared by: tables of forms, parts of compounds, and terms inside one word."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from diglot.consistency.matching.encoding import Forms, fold_word
from diglot.flat_arrays import join_ranges
from diglot.text.languages import COMPOUNDING, PILING, PREFIXING, is_hangul, is_spaceless
from diglot.text.lemmas import word_test
from diglot.text.spelling import shared_prefix, without_accents

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from diglot.text.inflection import Inflection

# A letter by itself is a sign, and looks the same in several scripts: "άξονας Ζ", "ось X".
_SIGN = re.compile(r"\w\d*")
_LATIN = str.maketrans("αβεζηικμνορτυχавекмнорстхуі", "abezhikmnoptyxabekmhopctxyi")
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
        return len(self.plain)


class Words:
    """Makes the tables of a language, which grow with its forms.

    Args:
        forms: of the language.
        function_words: words in lower case that are no content.
        compounds: knows the parts of long words; None where words are not put together.
    """

    def __init__(
        self, forms: Forms, function_words: AbstractSet[str], *, compounds: Compounds | None = None
    ) -> None:
        self.forms = forms
        self._compounds = compounds
        self._function_words = function_words
        self._inflection: Inflection | None = None
        self._numbers: dict[str, int] = {}
        self._clear()

    @property
    def texts(self) -> list[str]:
        """Bare forms and lemmas, by number."""
        return list(self._numbers)

    def use(self, inflection: Inflection) -> None:
        """Take the lemmas that a text has taught; tables made before do not go with later ones."""
        self._inflection = inflection
        self._clear()

    def _clear(self) -> None:
        self._tables: WordTables | None = None
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
        of = self._compounds.forms_of if self._compounds else lambda _: ()
        parts = [of(form) for form in range(done, len(self.forms))]
        of_forms = self.forms.tables()
        keys = self.forms.keys
        parts += [()] * (len(of_forms.folded) - done - len(parts))
        rows = zip(
            of_forms.folded[done:].tolist(),
            of_forms.lemma[done:].tolist(),
            of_forms.word[done:].tolist(),
            strict=True,
        )
        learnt = self._inflection.lemmas if self._inflection else {}
        for folded, lemma, word in rows:
            self._add(keys[folded], learnt.get(keys[folded], keys[lemma]), word=word)
        for found in parts:
            self._parts.extend(key[part] for part in found for key in (self._bare, self._lemma))
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
        spelt, stem = strip_accents(folded), strip_accents(lemma)
        self._bare.append(self._number(_closed(spelt)))
        self._lemma.append(self._number(_closed(stem)))
        self._content.append(word and folded not in self._function_words)
        self._letters.extend(map(ord, spelt))
        self._letter_ends.append(len(self._letters))
        self._lemma_letters.extend(map(ord, stem))
        self._lemma_ends.append(len(self._lemma_letters))

    def _number(self, text: str) -> int:
        return self._numbers.setdefault(text, len(self._numbers))


def strip_marks(word: str) -> str:
    """Return a word without accents and hyphens.

    >>> bare("auto-école")
    'autoecole'
    """
    return _closed(strip_accents(word))


def strip_accents(word: str) -> str:
    """Return a word without accents, all sorts of hyphens as one; a letter of its own is Latin.

    >>> strip_accents("auto‑école")
    'auto-ecole'
    """
    if word.isascii():
        return word
    plain = without_accents(word).translate(_HYPHENS) or word
    return plain.translate(_LATIN) if _SIGN.fullmatch(plain) else plain


def _closed(word: str) -> str:
    return word.replace("-", "") or word


# Long words that are written as one: their parts, and the forms that these are.

HYPHENATING = frozenset({"be", "bg", "ru", "uk"})
"""Languages that put words together by hyphens: "веб-страница"."""

_LONGEST_PREFIX = 4
_LONGEST_ENDINGS = 6
_LINKS = ("", "s", "es", "n", "en", "er", "e", "ens")
_ENDINGS = ("", "e", "en", "er", "ern", "n", "s", "es")
_SHORTEST_WORD, _LONGEST_WORD = 8, 60
_SHORTEST_KNOWN, _SHORTEST_OTHER = 4, 4
_MOST_PARTS = 4


def parts(word: str, language: str | None, known: AbstractSet[str]) -> tuple[str, ...]:
    """Return the parts of a compound, in small letters; none if it is not made of words.

    At least one part is known; the others are words of a dictionary, where the language has one.
    Between parts may stand a linking element (``-s-``, ``-es-``, ``-n-``, ``-en-``, ``-er-``,
    ``-e-``), the first may lose its last ``e``, the last may be inflected; a hyphen always parts.

    >>> parts("Impfstoffhersteller", "de", {"impfstoff"})
    ('impfstoff', 'hersteller')

    Args:
        word: as written.
        language: code; None, or one that is not in `COMPOUNDING`, cuts at hyphens only.
        known: words in small letters, as `matching.encoding.fold_word` makes them.
    """
    plain = fold_word(word, language)
    if len(plain) > _LONGEST_WORD:
        return ()
    found: list[str] = []
    between = [each for each in plain.split("-") if each]
    for each in between:
        closed = _closed_parts(each, language, known) if language in COMPOUNDING else ()
        found += closed or (_base(each, known) or each,)
    return tuple(found) if len(found) > 1 and any(part in known for part in found) else ()


def _closed_parts(word: str, language: str | None, known: AbstractSet[str]) -> tuple[str, ...]:
    """Return the parts of a word without a hyphen: those known as long as can be, and few."""
    if len(word) < _SHORTEST_WORD or not word.isalpha() or not _holds(word, known):
        return ()
    is_word = word_test(language) if language else None

    @cache
    def cut(begin: int, left: int) -> tuple[int, tuple[str, ...]] | None:
        best: tuple[int, tuple[str, ...]] | None = None
        for end in range(begin + _SHORTEST_KNOWN, len(word) + 1):
            if begin == 0 and end == len(word):
                continue
            named = _part(word[begin:end], known, is_word, last=end == len(word))
            if named is None:
                continue
            cost = 1 if named in known else 1 + end - begin
            if end == len(word):
                rest: tuple[int, tuple[str, ...]] | None = (0, ())
            else:
                rest = _rest(end, left - 1)
            if rest is not None and (best is None or cost + rest[0] < best[0]):
                best = cost + rest[0], (named, *rest[1])
        return best

    def _rest(end: int, left: int) -> tuple[int, tuple[str, ...]] | None:
        if left == 0:
            return None
        ways = [
            cut(end + len(link), left)
            for link in _LINKS
            if word.startswith(link, end) and len(word) - end - len(link) >= _SHORTEST_KNOWN
        ]
        return min((way for way in ways if way is not None), default=None)

    found = cut(0, _MOST_PARTS)
    return found[1] if found and len(found[1]) > 1 and not known.isdisjoint(found[1]) else ()


def _holds(word: str, known: AbstractSet[str]) -> bool:
    """Return True if a known word may be a part: most words are none, and this is quick."""
    size = len(word)
    return any(
        word[begin:end] in known or (begin == 0 and word[begin:end] + "e" in known)
        for begin in range(size - _SHORTEST_KNOWN + 1)
        for end in range(begin + _SHORTEST_KNOWN, size + 1)
    )


def _part(
    piece: str, known: AbstractSet[str], is_word: Callable[[str], bool] | None, *, last: bool
) -> str | None:
    """Return the word that a piece of a compound is, or None."""
    if piece in known:
        return piece
    if last:
        base = _base(piece, known)
        if base:
            return base
    elif piece + "e" in known:
        return piece + "e"
    return piece if is_word and len(piece) >= _SHORTEST_OTHER and is_word(piece) else None


def _base(piece: str, known: AbstractSet[str]) -> str | None:
    """Return the known word that a piece is, inflected or not."""
    for ending in _ENDINGS:
        base = piece.removesuffix(ending)
        if piece.endswith(ending) and len(base) >= _SHORTEST_KNOWN and base in known:
            return base
    return None


class Compounds:
    """The compounds among the forms of a language that have words of terms as parts.

    In languages without spaces, whose words are cut as the words around them allow, these are all
    forms with a word of a term inside; where endings pile up, those with one at their beginning, or
    near their end.

    Args:
        forms: of the language; grows by parts.
        terms: their words are what parts are known by.
    """

    def __init__(self, forms: Forms, terms: Sequence[str]) -> None:
        self._forms = forms
        self._known: dict[str, int] = {}
        self._spaceless = is_spaceless(forms.language)
        self._piling = forms.language in PILING
        self._prefix = PREFIXING.get(forms.language or "")
        short = self._piling or self._prefix is not None
        shortest = 1 if self._spaceless else _SHORTEST_KNOWN - short
        for term in terms:
            for token in forms.tokens(term):
                key = fold_word(forms.written[token], forms.language)
                key = strip_accents(key) if self._piling else key
                if len(key) >= shortest and key.isalpha():
                    self._known.setdefault(key, token)

    def forms_of(self, number: int) -> tuple[int, ...]:
        """Return the numbers of the forms that are the parts of a form; none if it has none."""
        forms = self._forms
        if self._spaceless or self._piling:
            return self._words_in(forms.written[number])
        if self._prefix is not None:
            word = fold_word(forms.written[number], forms.language)
            cuts = range(1, min(_LONGEST_PREFIX + 1, len(word)))
            behind = {word[cut:] for cut in cuts if self._prefix.fullmatch(word, 0, cut)}
            return tuple(self._known[rest] for rest in behind & self._known.keys())
        if forms.language in HYPHENATING:
            pieces = forms.written[number].split("-")
            whole = all(len(each) >= _SHORTEST_PART and each.isalpha() for each in pieces)
            whole = whole and len(pieces) > 1
            return tuple(map(forms.number, pieces)) if whole else ()
        found = parts(forms.written[number], forms.language, self._known.keys())
        return tuple(
            self._known[part] if part in self._known else forms.number(part) for part in found
        )

    def _words_in(self, form: str) -> tuple[int, ...]:
        """Return the words of terms that a form holds beside other letters."""
        if self._piling:
            form = strip_marks(fold_word(form, self._forms.language))
        size = len(form)
        if not 1 < size <= _LONGEST_WORD or (self._spaceless and form.isascii()):
            return ()
        pieces = (
            form[begin:end]
            for begin in range(size)
            for end in range(begin + 1, size + 1)
            if end - begin < size and (self._spaceless or _may_be_part(begin, end, size))
        )
        found = (self._known.get(piece) for piece in pieces)
        return tuple(dict.fromkeys(number for number in found if number is not None))


def _may_be_part(begin: int, end: int, size: int) -> bool:
    """Whether letters of a word may be a part of it where endings pile up behind the last one."""
    if begin == 0:
        return True
    return begin >= _SHORTEST_OTHER - 1 and size - end <= _LONGEST_ENDINGS


# Terms inside one word of a text: written without their blank, or as a part of a compound.


_SHORTEST_PART = 3  # letters of each part of a term that is also looked for as one word
SHORTEST_CLOSED = 7  # letters of such a word without a hyphen: "a part" is not "apart"


class OneWord:
    """What terms stand in single forms, found once for every form.

    Args:
        terms: texts of the terms; None for those that are found as they are written only.
        forms: words of the language; grows by parts of compounds.
        compounds: cut compounds, if the language has them.
        search: finds terms in sequences of forms: numbers of sequences, numbers of terms.
    """

    def __init__(
        self,
        terms: Sequence[str | None],
        forms: Forms,
        *,
        compounds: bool,
        search: Callable[[Sequence[Sequence[int]]], tuple[NDArray[np.int64], NDArray[np.int32]]],
    ) -> None:
        self._forms = forms
        self._search = search
        self._size = len(terms)
        self._squeezed = _squeezed(terms, forms)
        self._compounds = None
        if compounds and forms.language in COMPOUNDING:
            self._compounds = Compounds(forms, [term for term in terms if term])
        self._found = array("q")
        self._ends = array("q", [0])

    def forms(self) -> NDArray[np.bool_]:
        """Return which forms have terms in them, shape (forms,)."""
        self._learn()
        return np.diff(np.array(self._ends, np.int64)) > 0

    def find(self, tokens: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Find terms in the words of texts.

        Returns:
            Places in ``tokens``, and numbers of terms; the number of terms is added to those that
            are parts of compounds.
        """
        self._learn()
        if not self._found:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        ends = np.array(self._ends, np.int64)
        counts = np.diff(ends)[tokens]
        place = np.flatnonzero(counts)
        counts = counts[place]
        found = np.array(self._found, np.int64)[join_ranges(ends[tokens[place]], counts)]
        return np.repeat(place, counts), found

    def _learn(self) -> None:
        """Look for terms in the forms that are new."""
        first, last = len(self._ends) - 1, len(self._forms)
        if first == last:
            return
        of_form: list[set[int]] = [set() for _ in range(first, last)]
        tables, keys, known = self._forms.tables(), self._forms.keys, self._squeezed
        pairs = zip(
            tables.folded[first:last].tolist(), tables.lemma[first:last].tolist(), strict=True
        )
        for place, (folded, lemma) in enumerate(pairs) if known else ():
            for word in {keys[folded], keys[lemma]}:
                squeezed = word.replace("-", "")
                if squeezed in known and (
                    len(squeezed) < len(word) or len(squeezed) >= SHORTEST_CLOSED
                ):
                    of_form[place].update(known[squeezed])
        if self._compounds is not None:
            parts = [self._compounds.forms_of(number) for number in range(first, last)]
            for place, term in zip(*(each.tolist() for each in self._search(parts)), strict=True):
                of_form[place].add(term + self._size)
        for terms in of_form:
            self._found.extend(sorted(terms))
            self._ends.append(len(self._found))


def _squeezed(terms: Sequence[str | None], forms: Forms) -> dict[str, list[int]]:
    """Return the terms of two parts as one word, as they are and of lemmas, with their numbers."""
    parts = [
        (number, *map(forms.number, split_in_two(term)))
        for number, term in enumerate(terms)
        if term
    ]
    tables, keys = forms.tables(), forms.keys
    found: dict[str, list[int]] = {}
    rows = tables.folded.tolist(), tables.lemma.tolist()
    for number, *both in parts:
        for word in {"".join(keys[row[each]] for each in both) for row in rows} if both else ():
            found.setdefault(word.replace("-", ""), []).append(number)
    return found


def split_in_two(term: str) -> list[str]:
    """Return the two parts of a term with one blank or hyphen; none if it has no such parts."""
    parts = term.split(" ") if " " in term else term.split("-")
    # Syllables in one sign say more than letters: "X 축" is "X축".
    shortest = 1 if any(map(is_hangul, term)) else _SHORTEST_PART
    usable = len(parts) == 2 and all(len(part) >= shortest and part.isalpha() for part in parts)
    return parts if usable else []


# Whether words, as `strip_marks` gives them, are shapes of one: other forms, derived words, parts.

_HANGUL = re.compile("[\u1100-\u11ff\uac00-\ud7a3]")  # particles are written behind it
_NOMINAL = re.compile("(?:\u1100\u1175|(?:\u110b\u1173)?\u11b7)$")  # nouns of verbs: -기, -음
_SHORTEST_SHAPE, _SHORTEST_ROOT, _SHORT_PREFIX, _LONG_PREFIX, _LONGEST_ENDING = 4, 5, 4, 6, 3
_SHORTEST_STEM, _ROOT, _SHARE_OF_LONGER = 3, 6, 1 / 3
_WITH_CLITICS = re.compile("[\u0590-\u06ff]")  # articles and prepositions stand before a word
_LONGEST_CLITICS = 3
_VOWELS = "aeiouyαεηιουωаеиоуыэюяєі"
_ONE_VOWEL = str.maketrans(dict.fromkeys(_VOWELS, "a"))


def has_word(here: Sequence[str], word: str) -> bool:
    """Tell whether a word stands among others, in another form or without its prefix."""
    if word.endswith("."):
        return any(token.startswith(word[:-1]) for token in here)
    digits = digits_of(word)
    for token in here:
        if token == word or (_HANGUL.match(word) and token.startswith(_NOMINAL.sub("", word))):
            return True
        if len(word) < _SHORTEST_SHAPE or digits != digits_of(token):
            continue  # another number is another name
        alike = shared_prefix(token, word)
        share = 0.5 if alike >= _SHORTEST_ROOT else 0.6
        if alike >= max(_SHORTEST_SHAPE, share * max(len(token), len(word))):
            return True
        for n in range(1, _LONG_PREFIX + 1):
            # Dutch "lijnt … uit" has "uitlijning", Hungarian "rendel" "hozzárendelés".
            apart = n > 1 and word[:n] in here
            root = max(shared_prefix(word[n:], token), shared_prefix(word, token[n:]))
            if root >= _SHORTEST_ROOT - apart + (n > _SHORT_PREFIX):
                return True
    return False


def is_inside(here: Sequence[str], word: str) -> bool:
    """Tell whether a word stands inside of another, with its ending or without it.

    German "Makros verwalten" is in "Makroverwaltung".
    """
    root = word[: max(len(word) - _LONGEST_ENDING, min(len(word), _SHORTEST_ROOT))]
    inside = (each for each in here if root in each and word != each and len(each) > len(word))
    return len(word) >= _SHORTEST_SHAPE and any(
        digits_of(each) == digits_of(word) for each in inside
    )


def have_one_root(one: str, other: str, *, compounds: bool) -> bool:
    """Tell whether one of two words that translate the same may be derived from the other's root.

    They begin alike, with six letters or half of the shorter word, and a third of the longer.
    Vowels inside a root take turns in many languages: Slovenian "spajanje" and "spojeni".

    Args:
        one: a word.
        other: another.
        compounds: they may be compounds, which begin alike with other words behind it; so more of
            both is asked for.

    >>> have_one_root("spojeni", "spajanje", compounds=False)
    True
    >>> have_one_root("textbox", "textfeld", compounds=True)
    False
    """
    if one == other:
        return True
    if digits_of(one) != digits_of(other):
        return False
    if _WITH_CLITICS.match(one):  # Hebrew "בתו" is "in a character", "תו"
        shorter, longer = sorted((one, other), key=len)
        if longer.endswith(shorter) and len(longer) - len(shorter) <= _LONGEST_CLITICS:
            return True
    if one[:1] != other[:1]:
        return False
    least, share = _SHORTEST_SHAPE + compounds, 1 / 2 if compounds else _SHARE_OF_LONGER

    def begin_alike(a: str, b: str, known: int) -> bool:
        alike, (shorter, longer) = shared_prefix(a, b), sorted((len(a), len(b)))
        if alike == shorter >= _SHORTEST_STEM and longer - shorter < _SHORTEST_STEM:
            return True
        return alike > known and alike >= max(least, min(shorter / 2, _ROOT), share * longer)

    own = shared_prefix(one, other)
    # A vowel that differs tells nothing unless a letter behind it is the same again.
    return begin_alike(one, other, 0) or begin_alike(_consonants(one), _consonants(other), own)


def _consonants(word: str) -> str:
    """Return a word whose vowels, one or several in a row, are all the same but for the first."""
    return word[:1] + re.sub("aa+", "a", word[1:].translate(_ONE_VOWEL))


def digits_of(word: str) -> str:
    """Return the digits of a word."""
    return "".join(letter for letter in word if letter.isdecimal())
