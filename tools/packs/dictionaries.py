"""Open dictionaries that language packs are made of, and how to read and clean each.

An entry is a pair of an English gloss and a word of the other language. Explanations, marks of
grammar and words that are out of use are left out, and so are entries with words that wordfreq
does not list as frequent: packs stay small.
"""

from __future__ import annotations

import gzip
import re
from dataclasses import replace
from itertools import tee
from typing import TYPE_CHECKING

from sources import SYSTEM, Pair, Source

from diglot.formats.lexicons.dictd import DIGITS
from diglot.packs.vocabularies import words_by_packs
from diglot.pipeline.sentence_pairs import Tokenising

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from diglot.pipeline.steps.packs import PackText

LEAST_FREQUENCY = 1e-6, 3e-7
"""How frequent English and other words of an entry are at least, as shares of a text."""
LONGEST_ENTRY = 4
"""Words of the longest gloss: longer ones explain."""

_OUT_OF_USE = re.compile(
    r"\([^()]*\b(arch|obsc?|rare|vulg|X|[io]K|ok|oik|old|archaic|dialect|obsolete|classical|"
    r"literary)\b[^()]*\)"
)
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|<[^<>]*>")
_MARK = re.compile(r"^(fig|lit|esp|abbr|usu|also|idiom)\b[.:]?\s*")
_EXPLAINS = re.compile(
    r"[\[\]{}<>()=:…|]|\.\.\.|\b(sth|sb|smth|someone|something|one's|oneself|see|variant of|"
    r"surname|used in|classifier|particle|also written)\b"
)


def read_edict(_: Path, other: Path, __: str) -> Iterator[Pair]:
    """Give the entries of EDICT: ``word [reading] /(n) (1) gloss/gloss/``.

    A word that is usually written in syllables counts in both spellings.
    """
    text = (other / "usr" / "share" / "edict" / "edict").read_bytes().decode("euc-jp", "replace")
    for line in text.splitlines()[1:]:
        if entry := re.match(r"(\S+)(?: \[(\S+)\])? /(.*)/", line):
            heads = [entry[1], entry[2]] if entry[2] and "(uk)" in entry[3] else [entry[1]]
            in_use = True
            for gloss in entry[3].split("/"):
                if gloss.startswith("("):  # a sense; glosses that follow belong to it
                    in_use = not _OUT_OF_USE.search(gloss)
                for english in map(_word, gloss.split(";") if in_use else ()):
                    if english:
                        yield from ((english, head) for head in heads)


def read_wikdict(_: Path, other: Path, language: str) -> Iterator[Pair]:
    """Give the entries of a dictionary of WikDict, which has English on either side."""
    for path in sorted(other.rglob("*.dict.dz")):
        english_first = "-eng-" in path.name
        for head, words in _entries(path):
            for word in words:
                english, theirs = (head, word) if english_first else (word, head)
                theirs = _without_brackets(theirs)
                if language == "bg":  # marks of stress, which texts do not write
                    theirs = theirs.replace("\u0301", "")
                gloss = _word(english)
                if gloss and len(theirs.split()) <= LONGEST_ENTRY:
                    yield gloss, theirs


def _entries(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Give the words of a dictionary for dictd, and the translations of each.

    The first line of an entry is the word with its sound and part of speech. The next one and
    those with a number hold translations, the others explain.
    """
    data = gzip.decompress(path.read_bytes())
    index = path.with_name(path.name.removesuffix("dict.dz") + "index")
    rows = [line.split("\t") for line in index.read_text(encoding="utf-8").splitlines()]
    places = {(_number(row[1]), _number(row[2])) for row in rows if not row[0].startswith("00")}
    for start, length in sorted(places):
        head, *lines = data[start : start + length].decode().strip("\n").split("\n")
        words: list[str] = []
        for place, line in enumerate(lines):
            numbered = re.match(r"\s*\d+\.(\s+|$)", line)
            if numbered or not place:
                text = line[numbered.end() :] if numbered else line
                words += filter(None, map(str.strip, re.sub(r"\b\d+\.\s*$", "", text).split(",")))
        yield re.sub(r"( /.*)?( <[^<>]*>)?$", "", head), words


def _number(digits: str) -> int:
    """Return a number of an index of dictd, whose digits are those of base 64."""
    value = 0
    for digit in digits:
        value = 64 * value + DIGITS[digit]
    return value


def _word(text: str) -> str:
    """Return a gloss without marks; an empty string if it is no word but an explanation."""
    gloss = _MARK.sub("", _without_brackets(text))
    gloss = re.sub(r"^(to|a|an|the) (?=\w)", "", gloss).replace("\u2019", "'")
    gloss = re.sub(r"\s*(etc\.?|\.\.\.|…|!)$", "", gloss).strip(" ,;.")
    return "" if len(gloss.split()) > LONGEST_ENTRY or _EXPLAINS.search(gloss) else gloss


def _without_brackets(text: str) -> str:
    while (inside := _BRACKETS.sub(" ", text)) != text:
        text = inside
    return " ".join(text.split())


def frequent_entries(text: PackText, language: str) -> PackText:
    """Return a dictionary without entries that hold words which are seldom used."""
    from wordfreq import get_frequency_dict

    listed = [
        (get_frequency_dict(code, "best"), least)
        for code, least in zip(("en", language), LEAST_FREQUENCY, strict=True)
    ]
    with words_by_packs(()):
        how = Tokenising(("en", language))

    def entries() -> Iterator[Pair]:
        pairs, same = tee(text.pairs)
        cut = how.tokens((one.split(), other.split()) for one, other in same)
        for pair, sides in zip(pairs, cut, strict=True):
            if all(
                frequency.get(spelled.lower(), 0) >= least
                or all(frequency.get(word.lower(), 0) >= least for word in words)
                for spelled, words, (frequency, least) in zip(pair, sides, listed, strict=True)
            ):
                yield pair

    return replace(text, pairs=entries())


EDICT = Source("edict", "CC-BY-SA-3.0", "edict", None, SYSTEM, read_edict)


def _wikdict(*pairs: str) -> tuple[Source, ...]:
    return tuple(
        Source("wikdict", "CC-BY-SA-3.0", f"dict-freedict-{pair}", None, SYSTEM, read_wikdict)
        for pair in pairs
    )


DICTIONARIES = {
    "bg": _wikdict("eng-bul"),
    "el": _wikdict("ell-eng"),
    "fi": _wikdict("eng-fin", "fin-eng"),
    "id": _wikdict("eng-ind"),
    "ja": (EDICT, *_wikdict("eng-jpn")),
    "nb": _wikdict("eng-nor"),
}
"""Dictionaries of English and a language; none that inferred dictionaries are measured by."""
