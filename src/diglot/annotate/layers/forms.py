"""Whether a text holds one of some forms: as written, in another case of letters, by lemma."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from diglot.errors import ConfigError
from diglot.text.lemmas import Lemmatiser
from diglot.text.tokens import words

FORMS = ("exact", "case", "lemma")
"""Levels of matching, from the strictest on."""


def match_level(text: str, forms: Sequence[str], language: str | None) -> str | None:
    """The strictest level at which a text holds one of some forms as whole words, or None."""
    if any(_whole(text, form) for form in forms):
        return "exact"
    folded = text.casefold()
    if any(_whole(folded, form.casefold()) for form in forms):
        return "case"
    words = lemmas(text, language)
    if any(_within(lemmas(form, language), words) for form in forms):
        return "lemma"
    return None


def lemmas(text: str, language: str | None) -> list[str]:
    """Lemmas of the words of a text; the folded words where the language has none."""
    known = _lemmatiser(language)
    code = None if known is None else language
    if known is None:
        return [word.casefold() for word in words(text)]
    return [known.lemma(word) for word in words(text, code)]


def _whole(text: str, form: str) -> bool:
    """Whether a form stands in a text and no letter runs into it."""
    at = text.find(form) if form else -1
    while at >= 0:
        end = at + len(form)
        runs_in = at > 0 and text[at - 1].isalnum() and form[0].isalnum()
        runs_on = end < len(text) and text[end].isalnum() and form[-1].isalnum()
        if not (runs_in or runs_on) or not _spaced(form):
            return True
        at = text.find(form, at + 1)
    return False


def _spaced(form: str) -> bool:
    """Whether a form is of a script that sets spaces between words, as far as one can see."""
    return not any("\u0e00" <= sign <= "\u0eff" or "\u3040" <= sign <= "\u9fff" for sign in form)


def _within(part: list[str], whole: list[str]) -> bool:
    size = len(part)
    return size > 0 and any(whole[at : at + size] == part for at in range(len(whole) - size + 1))


@lru_cache(maxsize=16)
def _lemmatiser(language: str | None) -> Any:
    """The lemmatiser of a language, or None for one that nobody knows."""
    try:
        return Lemmatiser(language) if language else None
    except ConfigError:
        return None
