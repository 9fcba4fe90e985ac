"""Function words: what cannot begin or end a term, and the few that may stand inside one.

Curated closed classes first; elsewhere the lists of the library stopwordsiso, which were made for
search and hold content words, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from diglot.text.languages import normalise, read_table

# Languages whose words are near enough to those of a curated neighbour to use its lists.
_SAME = {"nb": "no", "nn": "no", "bs": "hr", "sh": "hr", "sr": "hr", "yue": "zh"}
# Serbian is written in both scripts; its Cyrillic letters stand for these, the pairs first.
_CYRILLIC = (
    *(("lj", "љ"), ("nj", "њ"), ("dž", "џ")),
    *zip("abvgdđežzijklmnoprstćufhcčš", "абвгдђежзијклмнопрстћуфхцчш", strict=True),
)
# Older Romanian texts have cedillas where commas belong.
_CEDILLAS = str.maketrans("șț", "şţ")
# Clitics are cut at a straight apostrophe in the tables and may carry a curly one in a text.
_CURLY = str.maketrans({"’": "'", "ʼ": "'", "`": "'"})


def function_words(
    language: str | None,
    *,
    added: Iterable[str] = (),
    characters: bool = False,
) -> frozenset[str]:
    """Return the function words of ``language`` in lower case, linking words included.

    Args:
        language: code or name; None for a text whose language is unknown.
        added: the user's words, put to those of the language.
        characters: True for a text cut into characters: only those that end every word, as words
            share most of their characters with function words.

    Returns:
        The words; empty where the language has none (see `has_function_words`).

    Raises:
        ConfigError: the language is unknown.
    """
    known = frozenset[str]()
    if language:
        code = normalise(language)
        known = _characters(_SAME.get(code, code)) if characters else _words(code)
    return known | _folded(added)


_VERBS = {
    "ko": re.compile(
        ".+(?:(?<!입)니다|니까|세요|시오|지만|므로|면서|는데|은데|도록|려고|아니라|으며|하며|되며|하여|되어"
        "|[해돼]서|[해돼]야|[아어]야|해도|[하되]지|[하되]기|[있없]기|[하되]는|[있없않같]는|[있없않같]고|[하되]고|[하되]게"
        "|[한된]다|[였었았했됐]다|[있없않같]다)|[있없않같](?:기|는|고|다|으면|으며)"
        "|.{2,}(?:[한된할될고]|(?<!화)면|(?<![재이피오])해)|(?:만들|들)어"
    )
}
"""Endings of verbs in languages whose terms are nouns only, and whose words take them as one."""


def verb_forms(words: Iterable[str], language: str | None) -> frozenset[str]:
    """Return the words that are verbs by their endings: Korean "설정합니다", "있으면".

    Empty for languages in which endings do not tell.
    """
    endings = _VERBS.get(language or "")
    return frozenset(filter(endings.fullmatch, words)) if endings else frozenset()


def linking_words(language: str | None) -> frozenset[str]:
    """Return the function words that may stand inside a term of ``language``, in lower case.

    Raises:
        ConfigError: the language is unknown.
    """
    return _curated(normalise(language))[1] if language else frozenset()


@cache
def kana_of_terms(language: str | None) -> tuple[frozenset[str], frozenset[str]]:
    """Return the kana that may stand inside of a term of ``language``, and those that may end one.

    Names of commands hold particles and verbs, whose endings are cut off: インデント を 増 やす.
    Both are empty for all languages but Japanese.

    Raises:
        ConfigError: the language is unknown.
    """
    classes = word_classes(language)
    kana = frozenset(
        word
        for word, found in classes.items()
        if all("ぁ" <= letter <= "ゖ" for letter in word) and "outside" not in found
    )
    ending = frozenset(word for word in kana if classes[word] == {"character"})
    return kana - ending, ending


@cache
def word_classes(language: str | None) -> Mapping[str, frozenset[str]]:
    """Return the classes (``determiner``, ``preposition``…) of curated function words, by word.

    Empty where the language has no curated words.

    Raises:
        ConfigError: the language is unknown.
    """
    code = normalise(language) if language else ""
    found: dict[str, set[str]] = {}
    for row, kind, listed in read_table("function_words.tsv"):
        if row == _SAME.get(code, code):
            for word in _spellings(set(listed.split()), code):
                found.setdefault(word, set()).add(kind)
    return {word: frozenset(kinds) for word, kinds in found.items()}


def has_function_words(language: str | None) -> bool:
    """Return True if there are function words for ``language``, curated or not."""
    return bool(language) and bool(_words(normalise(language or "und")))


def read_word_list(text: str) -> frozenset[str]:
    """Return the words of a user's list: one a line, ``#`` begins a comment."""
    lines = (line.partition("#")[0].strip() for line in text.split("\n"))
    return _folded(line for line in lines if line)


def fold_word(word: str) -> str:
    """Return ``word`` as the lists spell it: lower case, straight apostrophes."""
    return word.lower().translate(_CURLY)


def _folded(words: Iterable[str]) -> frozenset[str]:
    return frozenset(fold_word(word.strip()) for word in words if word.strip())


@cache
def _words(code: str) -> frozenset[str]:
    return _curated(code)[0] or _listed(_SAME.get(code, code))


@cache
def _curated(code: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return all curated words of a language, and those that may link."""
    every: set[str] = set()
    linking: set[str] = set()
    for language, kind, listed in read_table("function_words.tsv"):
        if language == _SAME.get(code, code):
            every.update(listed.split())
            if kind == "linking":
                linking.update(listed.split())
    return _spellings(every, code), _spellings(linking, code)


def _spellings(listed: set[str], code: str) -> frozenset[str]:
    """Return the words with the other ways of writing them in this language."""
    if code == "ro":
        return frozenset(listed | {word.translate(_CEDILLAS) for word in listed})
    if code == "sr":
        return frozenset(listed | {_cyrillic(word) for word in listed})
    return frozenset(listed)


def _cyrillic(word: str) -> str:
    for latin, letter in _CYRILLIC:
        word = word.replace(latin, letter)
    return word


@cache
def _characters(code: str) -> frozenset[str]:
    """Return the characters that end a word, and the function words of several characters."""
    several = {word for word in _words(code) if len(word) > 1}
    for row, kind, listed in read_table("function_words.tsv"):
        if row == code and kind in ("character", "linking"):
            several.update(listed.split())
    return frozenset(several)


@cache
def _listed(code: str) -> frozenset[str]:
    import stopwordsiso

    if not stopwordsiso.has_lang(code):
        return frozenset()
    return _folded(stopwordsiso.stopwords(code))
