"""Spellings of one word that a check takes for the same, and characters that nobody sees."""

from __future__ import annotations

import unicodedata

import regex

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


def surface(word: str) -> str:
    """Return a word in composed characters, with plain apostrophes, hyphens and spaces.

    Unseen characters go; fullwidth letters and halfwidth kana take their usual width.
    """
    if word.isascii():
        return word
    word = without_unseen(word)
    if _WIDE_FORMS.search(word):
        word = unicodedata.normalize("NFKC", word)
    return unicodedata.normalize("NFC", word).translate(_SAME)


def folded(word: str, language: str | None = None) -> str:
    """Return the `surface` of a word without differences of case.

    Turkish and its neighbours keep ``ı`` and ``i`` apart; elsewhere a dotted capital is an ``i``.

    >>> folded("Straße"), folded("STRASSE"), folded("IŞIK", "tr")
    ('strasse', 'strasse', 'ışık')
    """
    plain = _without_turkish_capitals(surface(word), language)
    if plain.isascii():
        return plain.lower()
    return unicodedata.normalize("NFC", plain.casefold().replace("i\u0307", "i"))


def small(word: str, language: str | None = None) -> str:
    """Return the `surface` of a word in small letters: as `folded`, but ``ß`` stays ``ß``."""
    return _without_turkish_capitals(surface(word), language).lower()


def _without_turkish_capitals(word: str, language: str | None) -> str:
    return word.replace("İ", "i").replace("I", "ı") if language in _DOTTED else word


def without_unseen(text: str) -> str:
    """Return a text without the characters that nobody sees."""
    return text if text.isascii() else _HAS_UNSEEN.sub("", text)


def seen_ranges(text: str) -> list[tuple[int, int]] | None:
    """Return the stretches of a text between unseen characters; None if it has none of these."""
    if text.isascii() or not _HAS_UNSEEN.search(text):
        return None
    return [match.span() for match in _SEEN.finditer(text)]
