"""The form in which a dictionary has a term that a text has in others only.

What lists and forms in the text tell of single words, and what is known of the grammar of single
languages: where cases and articles stand, and which words of a term agree with each other.
"""

from __future__ import annotations

import re

from diglot.text.function_words import function_words
from diglot.text.inflection import Inflection
from diglot.text.languages import COMPOUNDING, is_hangul
from diglot.text.lemmas import Lemmatiser, word_test
from diglot.text.spelling import without_accents


def cite_term(text: str, lemmas: Inflection, *, singular: bool) -> str:
    """Return the citation form of a term.

    Args:
        text: the term as a text has it.
        lemmas: of the words of that text.
        singular: what it translates is a singular; where it is not, only what its sentence puts to
            the term is left out: particles, articles, prepositions, and cases.
    """
    if singular:
        text = (_cite_head if " " in text else _cite_word)(text, lemmas)
    return _trim_edges(text, lemmas)


# Single words.

_STEM, _SHORTEST = 4, 3  # letters of a part of a compound, and of one that lists have left out
_CITED = frozenset({"fi", "ru", "uk"})
"""Languages with many cases, whose lists seldom take a noun for a form of another word: of forms
that their texts have no other of, some nine of ten get the right one."""
_PLURAL_ADJECTIVE = ("ые", "ие")
_DEFINITE = re.compile("(?:n|(?<=e)t|e[nt]|es|ne|ene|erne|e?na|[aeo]rna)?s?")
"""Endings of definite nouns and of genitives in languages with compounds: those of plurals are
those of derived words, too."""
_WITHOUT_CASES = frozenset({"af", "fy", "nl"})
"""Languages with compounds where such an ending is a plural's, or a part of the word."""


def _cite_word(text: str, lemmas: Inflection) -> str:
    """Return the citation form of a word that a text has in other forms only.

    That is its lemma if it is a part of it and the text has it elsewhere, unless the list has the
    word: derived words have a lemma there, too. In languages with many cases whose lists are right
    about nouns it is the lemma of the list; where compounds are one word, that of its last part.
    """
    word, lemma = text.lower(), lemmas.lemma(text)
    # "Данные", data, is no form of "данный", given.
    if word not in lemmas.lemmas or text.isupper() or word.endswith(_PLURAL_ADJECTIVE):
        return text
    language, listed = lemmas.language, word_test(lemmas.language)
    known = listed is not None and listed(word)
    if language in _CITED and listed and listed(lemma) and not lemma.endswith(_OF_VERBS):
        # "asiakirja" is no form of "asiakirjamalli", but what lists make of a compound.
        rest = word.removeprefix(lemma)
        if rest != word and len(rest) >= _SHORTEST and listed(rest):
            return text
        return lemma.capitalize() if text[0].isupper() else lemma
    if language in COMPOUNDING:
        if lemma == word and not known:
            parts = (word[cut:] for cut in range(_STEM, len(word) - _STEM))
            part = next((each for each in parts if each in lemmas.lemmas), word)
            lemma = word.removesuffix(part) + Lemmatiser(language).lemma(part)
        inflected = word.startswith(lemma) and _DEFINITE.fullmatch(word, len(lemma))
        if inflected and not (known and language in _WITHOUT_CASES):
            return text[: len(lemma)]
    if lemma in word and not known and lemma in lemmas.lemmas:
        begin = word.index(lemma)
        return text[begin : begin + len(lemma)]
    return text


# Nouns and what stands before and behind them, in Slavic languages.

_HEAD_FIRST = frozenset({"cs", "pl", "ru", "sk", "uk"})
"""Languages with cases in which nouns stand before those that say more of them."""
_OF_PARTICIPLES = ("ć", "ть", "ти", "ться", "тися")
_OF_VERBS = (*_OF_PARTICIPLES, "at", "it", "et", "out")
"""What their verbs end with, and those whose participles stand behind nouns; participles, as names
of things, are taken for forms of verbs."""
_JOINING = frozenset({"a", "i", "oraz", "и", "і", "та"})
_PLURAL = re.compile("(?:[ыи](?:х|ми)|[ýíyi](?:ch|mi))$")
_ACCUSATIVE = {
    "cs": re.compile("ou$"),
    "pl": re.compile("ą$"),
    "ru": re.compile("[ую]ю$"),
    "sk": re.compile("(?<!m)[úu]$"),
    "uk": re.compile("(?<!м)[ую]$"),
}
_FEMININE = {
    "cs": re.compile("(?:ou|á)$"),
    "pl": re.compile("(?:ej|ą|a)$"),
    "ru": re.compile("(?:[ое]й|[ую]ю|[ая]я)$"),
    "sk": re.compile("(?:ej|ou|(?<!m)[úuáa])$"),
    "uk": re.compile("(?:ої|ій|[оею]ю|(?<!м)[уюая])$"),
}
"""Endings of adjectives beside feminine nouns only; of the accusative, and of all cases."""
_GENDERS = (
    (re.compile("(?:[тн]ня|ття|мя|[оеєё]|[eoęě]|um|[ií])$"), 2),
    (re.compile("[aая]$"), 1),
)
_ENDINGS = {
    "cs": {"ý": "ý á é", "í": "í í í"},
    "pl": {"ki": "ki ka kie", "gi": "gi ga gie", "i": "i ia ie", "y": "y a e"},
    "ru": {
        **{f"{sign}ий": f"{sign}ий {sign}ая {sign}ое" for sign in "гкх"},
        **{f"{sign}ий": f"{sign}ий {sign}ая {sign}ее" for sign in "жчшщ"},
        "ий": "ий яя ее",
        "ый": "ый ая ое",
        "ой": "ой ая ое",
    },
    "sk": {"ý": "ý á é", "y": "y a e", "í": "í ia ie", "i": "i a e"},
    "uk": {"ий": "ий а е", "ій": "ій я є"},
}
"""Endings of adjectives in the nominative: masculine, feminine and neuter."""
_NO_ADJECTIVE = re.compile("(?:[aáeéěiíoóuúůyý][nt]|[bdhklmprtvžďť])í$")
"""What nouns that end as adjectives do end with: "zarovnání", "pozadí"."""


def _cite_head(text: str, lemmas: Inflection) -> str:
    """Return a Slavic term with the noun that leads it in the nominative, if the text has that.

    Adjectives before it agree with it, and what follows in a case of its own stays: "oknie
    Polecenia" is "okno Polecenia". Where an adjective or a participle follows nothing is done.
    """
    language = lemmas.language
    listed, known = Lemmatiser(language).lemma, word_test(language)
    if language not in _HEAD_FIRST or known is None:
        return text
    words = text.split()
    ends = [is_adjective(listed(word), language) for word in words]
    led = next((at for at, found in enumerate(ends) if not found), len(words) - 1)
    noun, behind = lemmas.lemma(words[led]), words[led + 1 : led + 2]
    if noun not in lemmas.lemmas or noun != listed(words[led]) or not known(noun):
        return text
    agreeing = any(each.islower() and listed(each).endswith(_OF_PARTICIPLES) for each in behind)
    if agreeing or any(ends[led + 1 : led + 2]) or not _JOINING.isdisjoint(behind):
        return text
    if noun.endswith(_OF_VERBS) or noun in function_words(language):
        return text
    there = words[led].lower()
    before = [
        agree(listed(word), noun, seen=(word.lower(), there), language=language)
        for word in words[:led]
    ]
    if None in before:
        return text
    cited = [
        word if word.lower() == each else each.capitalize() if word[0].isupper() else each
        for word, each in zip(words, [*filter(None, before), noun], strict=False)
    ]
    return " ".join(cited + words[led + 1 :])


def is_adjective(lemma: str, language: str) -> bool:
    """Tell whether a word of a Slavic language is an adjective by its ending."""
    return lemma.endswith(tuple(_ENDINGS.get(language, ()))) and not _NO_ADJECTIVE.search(lemma)


def agree(adjective: str, noun: str, *, seen: tuple[str, str], language: str) -> str | None:
    """Return the nominative of an adjective beside a noun, in a Slavic language.

    Args:
        adjective: its lemma, masculine.
        noun: in the nominative singular.
        seen: both as a text has them side by side; they tell the gender of the noun.
        language: code.

    Returns:
        The adjective; None where it is a plural, or does not belong to the noun.

    >>> agree("текстовый", "строка", seen=("текстовой", "строки"), language="ru")
    'текстовая'
    """
    endings, (there, beside) = _ENDINGS[language], seen
    if beside == noun and not _ACCUSATIVE[language].search(there):
        return there
    is_feminine = _FEMININE[language].search(there) is not None
    gender = next((number for found, number in _GENDERS if found.search(noun)), int(is_feminine))
    if _PLURAL.search(there) or is_feminine != (gender == 1):
        return None
    ending = next(each for each in endings if adjective.endswith(each))
    stem = adjective.removesuffix(ending)
    return stem + endings[ending].split()[gender] if there.startswith(stem) else None


# What stands at the edge of a term for the sake of its sentence.

_OF_TURKISH = re.compile("(?<=[ıiuü])n(?:[ıiuü]n?|[ae]|d[ae](?:n|ki)?)$")
_CASES = {
    "az": _OF_TURKISH,
    "eu": re.compile("(?:(?:a?re|eta|a|e)?n|ra|tik|ko|ri|z)$"),
    "hu": re.compile(
        "(?:[aeoö]?t|[br][ae]|b[ae]n|n[ae]k|[br][óő]l|t[óő]l|h[oeö]z|n[áé]l|v[ae]l|[oeö]?n)$"
    ),
    "tr": _OF_TURKISH,
}
"""Cases that only the last word of a term takes: in Turkish behind the possessive of compounds."""
_OF_SLAVIC: dict[str, tuple[str, ...]] = {"та": ("",), "то": ("",), "те": ("",)}
_ARTICLES: dict[str, dict[str, tuple[str, ...]]] = {
    "bg": _OF_SLAVIC | dict.fromkeys(("ия", "ият", "ът", "ят"), ("",)),
    "mk": _OF_SLAVIC | {"от": ("",)},
    "ro": {
        "ul": ("", "u"),
        "ului": ("", "u"),
        "ea": ("e",),
        "ia": ("ie",),
        "a": ("ă",),
        "le": ("",),
    },
}
"""Articles at the end of the first word of a term, and what stands there without them."""
_GENITIVE = re.compile(r"[\w-]*(?:ului|lor|ei|ii)\b|și\b")
"""What follows a Romanian noun with its article only: "configurarea rețelei"."""
_PREPOSITIONS = {
    "ar": re.compile("^[وف]?(?:لل|[بكل](?=..)|(?<=[وف]))"),
    "he": re.compile("^ו?[בכלמש]|^ו"),
}
"""What is written as one with the first word of a term: "and", "to the", "with"."""


def _trim_edges(text: str, lemmas: Inflection) -> str:
    """Return a term without what stands at its edge for the sentence's sake, nothing for the term.

    Particles of Korean; cases of the last word where the others take none, and prepositions and
    articles that are written as one with the first word, if the text has the word without.
    """
    before, blank, last = text.rpartition(" ")
    if is_hangul(text[-1]):
        word = last.lower()
        noun = lemmas.lemmas.get(word, word)
        return before + blank + last[: len(noun)] if word.startswith(noun) else text
    if before and lemmas.language in _CASES:
        noun = _CASES[lemmas.language].sub("", last)
        # Hungarian "cella" is "cellára".
        for each in (noun, noun[:-1] + without_accents(noun[-1:])):
            if lemmas.lemmas.get(each.lower(), "") == lemmas.lemma(last):
                return before + blank + each
        return text
    first, blank, rest = text.partition(" ")
    articles = {} if _GENITIVE.match(rest) else _ARTICLES.get(lemmas.language, {})
    for article, endings in articles.items():
        for ending in endings if first.endswith(article) else ():
            noun = first.removesuffix(article) + ending
            if lemmas.lemmas.get(noun.lower(), "") == lemmas.lemma(first):
                return noun + blank + rest
    if lemmas.language in _PREPOSITIONS and rest:
        noun = _PREPOSITIONS[lemmas.language].sub(
            lambda found: "ال" if found[0].endswith("لل") else "", first
        )
        if noun in lemmas.lemmas and lemmas.lemma(noun) == lemmas.lemma(first):
            return noun + blank + rest
    return text
