"""Singular or plural: the head of a term, by language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.text.lemmas import Lemmatiser

UNKNOWN, SINGULAR, PLURAL = -1, 0, 1

# Languages whose noun comes before what describes it.
HEAD_FIRST = frozenset(
    {"fr", "es", "it", "pt", "ro", "ca", "gl", "oc", "ast", "la", "ga", "cy", "gd", "br"}
    | {"ar", "he", "mt", "fa", "id", "ms", "vi", "th", "km", "lo", "sw", "sq", "eo"}
)

# Endings of plural nouns. A word has the plural if it ends so and its lemma is another.
_PLURALS = {
    "en": ("s",),
    "fr": ("s", "x"),
    "es": ("s",),
    "pt": ("s",),
    "ca": ("s",),
    "gl": ("s",),
    "it": ("i", "e"),
    "ro": ("i", "e", "le", "uri"),
    "de": ("en", "er", "e", "n", "s"),
    "nl": ("en", "s", "eren"),
    "sv": ("ar", "er", "or", "na"),
    "da": ("er", "ne", "e"),
    "nb": ("er", "ene"),
    "no": ("er", "ene"),
    "ru": ("ы", "и", "а", "я", "ов", "ей", "ые", "ие"),
    "uk": ("и", "і", "ї", "ів"),
    "pl": ("y", "i", "e", "ów"),
    "cs": ("y", "i", "e", "é"),
    "sk": ("y", "i", "e", "é"),
    "sl": ("i", "e", "a"),
    "hr": ("i", "e", "a"),
    "sr": ("и", "е", "а", "i", "e", "a"),
    "bg": ("и", "а", "я"),
    "fi": ("t",),
    "et": ("d",),
    "hu": ("k",),
    "lv": ("i", "as", "es"),
    "lt": ("ai", "ės", "os", "iai"),
    "el": ("ες", "οι", "α", "εις"),
    "tr": ("lar", "ler"),
}


def head(words: Sequence[str], language: str) -> str:
    """Return the word of a term that carries its number: the first content word, or the last."""
    return words[0] if normalise(language) in HEAD_FIRST else words[-1]


def number(word: str, language: str, lemmas: Lemmatiser) -> int:
    """Return SINGULAR or PLURAL, or UNKNOWN where the language has no endings or lemmas here."""
    endings = _PLURALS.get(normalise(language))
    if endings is None or lemmas.method == "identity":
        return UNKNOWN
    return PLURAL if word.endswith(endings) and lemmas.lemma(word) != word else SINGULAR
