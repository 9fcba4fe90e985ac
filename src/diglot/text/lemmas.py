"""Lemmas without context: simplemma where it has the language, the word itself elsewhere.

A lemma is a key for counting and matching: always in lower case. Equal lemmas are evidence, no
proof: some forms get a wrong one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.text.languages import NOUN_CAPITALS, name, normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from diglot.text.kernels.packed_words import FrontCoding

# simplemma's names for languages that are written the same for this purpose.
_SAME = {"no": "nb", "hr": "hbs", "sr": "hbs", "bs": "hbs", "sh": "hbs", "fil": "tl"}


class Lemmatiser:
    """Gives the lemma of a word, with a memory of its own.

    Args:
        language: code or name.
        notice: called once, with one line, when the language has no lemmas here.

    Raises:
        ConfigError: the language is unknown.
    """

    def __init__(self, language: str, *, notice: Callable[[str], None] | None = None) -> None:
        self.language = normalise(language)
        self._memory: dict[str, str] = {}
        self._lookup = _lookup(self.language)
        if self._lookup is None and notice is not None:
            notice(f"no lemmas for {name(self.language)}: words stand for themselves")

    @property
    def method(self) -> str:
        """``simplemma`` or ``identity``, for signatures."""
        return "identity" if self._lookup is None else "simplemma"

    def lemma(self, word: str) -> str:
        """Return the lemma of ``word`` in lower case; an unknown word is its own."""
        known = self._memory.get(word)
        if known is None:
            folded = word.lower()
            known = self._find(word, folded)
            self._memory[word] = known
        return known

    def _find(self, word: str, folded: str) -> str:
        if self._lookup is None or not folded or folded.isdecimal():
            return folded
        # As is first: German nouns are found with their capital only. "Dienst" is its own lemma,
        # "dienst" a form of "dienen".
        for form in dict.fromkeys((word, folded)):
            found: str = self._lookup(form)
            if found and found.lower() != folded:
                return found.lower()
            if form != folded and self.language in NOUN_CAPITALS and _listed(form, self.language):
                return folded
        if "-" in folded.strip("-"):
            return "-".join(self.lemma(part) if part else "" for part in folded.split("-"))
        return folded


def plain_lemmas(language: str) -> Callable[[str], str] | None:
    """Return simplemma's own function for ``language``, case kept; None if it has no data.

    Raises:
        ConfigError: the language is unknown.
    """
    return _lookup(normalise(language))


@cache
def word_test(language: str) -> Callable[[str], bool] | None:
    """Return what tells whether simplemma's dictionary of a language has a word, in any case.

    None where there is no dictionary.

    Raises:
        ConfigError: the language is unknown.
    """
    from simplemma.strategies import DictionaryLookupStrategy

    code = _supported(normalise(language))
    find = DictionaryLookupStrategy(_Dictionaries()).get_lemma
    return (
        None
        if code is None
        else lambda word: find(unicodedata.normalize("NFC", word), code) is not None
    )


@cache
def _lookup(code: str) -> Callable[[str], str] | None:
    """Return simplemma's function for a language, or None when it has no data for it."""
    from simplemma import Lemmatizer
    from simplemma.strategies import DefaultStrategy

    chosen = _supported(code)
    strategy = DefaultStrategy(dictionary_factory=_Dictionaries())
    lemmatise: Callable[..., str] = Lemmatizer(lemmatization_strategy=strategy).lemmatize
    return partial(lemmatise, lang=chosen) if chosen else None


def _listed(form: str, code: str) -> bool:
    """Return whether simplemma's dictionary has a form in this case."""
    return _Dictionaries.get_dictionary(code).get(form) is not None


def _supported(code: str) -> str | None:
    """Return simplemma's name of a language; its words are read when one is asked for."""
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    chosen = _SAME.get(code, code)
    return chosen if chosen in SUPPORTED_LANGUAGES else None


class _Dictionaries:
    """Gives simplemma its dictionaries; it takes up to twenty times as long to read them."""

    @staticmethod
    @cache
    def get_dictionary(lang: str) -> Mapping[str, str]:
        import lzma

        from simplemma.strategies.dictionaries import dictionary_factory

        from diglot.text.kernels.packed_words import FrontCoding

        try:
            file = Path(dictionary_factory.DATA_FOLDER, f"{lang}.plzma")
            return _Words(FrontCoding(lzma.decompress(file.read_bytes())))
        except ValueError:  # the format of another version
            found: Mapping[str, str] = dictionary_factory.DefaultDictionaryFactory().get_dictionary(
                lang
            )
            return found


class _Words(Mapping[str, str]):
    """Lemmas by word."""

    def __init__(self, coded: FrontCoding) -> None:
        self._coded = coded

    def __getitem__(self, word: str) -> str:
        found = self._coded.get(word.encode())
        if found is None:
            raise KeyError(word)
        return found.decode()

    def __iter__(self) -> Iterator[str]:
        return (word.decode() for word in self._coded)

    def __len__(self) -> int:
        return len(self._coded)

    def get(self, word: str, default: Any = None) -> Any:
        found = self._coded.get(word.encode())
        return default if found is None else found.decode()
