"""Words as offsets into the original text: one pattern, and clitic tables for four languages.

Tokens are for matching and counting, so nothing is changed and nothing but white space is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import regex

from diglot.errors import ConfigError
from diglot.extras import extra_for
from diglot.text.languages import (
    AbbreviationHabits,
    abbreviation_habits,
    is_spaceless,
    normalise,
    read_table,
)
from diglot.text.word_segmentation import WordSegmenter, segmenter_in_use

_URL = r"(?:https?|ftp)://[^\s<>\"«»“”]+[^\s<>\"«»“”.,;:!?)\]}'’]|www\.[^\s<>\"«»“”]+[\p{L}\p{N}/]"
_MAIL = r"[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+"
_NUMBER = r"\p{N}+(?:[.,\u00A0\u202F]\p{N}+)*"
# Digits belong to a word that begins with a letter: "COVID-19" and "H1N1" are one token each.
_LETTERS = r"[\p{L}\p{M}\p{N}]*"
_WORD = rf"\p{{L}}{_LETTERS}(?:[-’'·\u2010\u2011][\p{{L}}\p{{N}}]{_LETTERS})*"
# Scripts without spaces: a character with its marks is a token; Latin and kana runs stay whole.
_WIDE = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]\p{M}*"
_OTHER = r"[^\s]\p{M}*"
_SPACED = regex.compile(
    rf"(?P<url>{_URL}|{_MAIL})|{_NUMBER}|(?P<word>{_WORD})|{_OTHER}", flags=regex.V0
)
_SPACELESS = regex.compile(
    rf"(?P<url>{_URL}|{_MAIL})|{_NUMBER}|{_WIDE}|[\p{{L}}--\p{{Han}}]\p{{M}}*"
    rf"(?:[\p{{Latin}}\p{{Cyrillic}}\p{{Greek}}]\p{{M}}*)*|{_OTHER}",
    flags=regex.V1,
)
# The same with words: runs of such scripts are cut by a vocabulary. Other letters and digits stay
# together ("COVID-19", "N95", "2x"), with their separators and hyphens.
_RUN = (
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}\u3006\u30FC]"
)
_RUN = rf"[{_RUN}--[\p{{P}}\p{{S}}\p{{N}}--\p{{Nl}}]]"
_LETTER = rf"[[\p{{L}}\p{{M}}\p{{N}}]--{_RUN}]"
_MIXED = regex.compile(
    rf"(?P<run>{_RUN}[{_RUN}\p{{M}}]*)|(?:https?|ftp)://[!-~]+[\w/]|www\.[!-~]+[\w/]|"
    rf"[\w.%+-]{{1,64}}@[\w-]+(?:\.[\w-]+)+|(?>{_NUMBER})(?!{_LETTER})|"
    rf"(?:{_NUMBER})?[\p{{L}}--{_RUN}]{_LETTER}*(?:[-'’·\u2010\u2011]{_LETTER}+)*|{_OTHER}",
    flags=regex.V1,
)
_DOTTED = regex.compile(r"[\p{L}\p{M}]+(?:\.?[-’']?[\p{L}\p{M}]+)*\.")
_SPACED_DOTTED = regex.compile(r"(?:\p{L}{1,3}\.[ \u00A0\u202F])+\p{L}{1,3}\.")
_DOTTED_AROUND_SPACE = regex.compile(r"\p{L}{1,3}\. \p{L}{1,3}\.")
_APOSTROPHES = "'’"
_LONGEST = 24
_OFTEN = 64  # characters: what is longer hardly comes again
_SEGMENTED = frozenset({"zh", "yue"})


@dataclass(frozen=True, slots=True)
class _Clitics:
    left: frozenset[str]
    right: frozenset[str]
    whole: frozenset[str]


def tokenise(
    text: str, language: str | None = None, *, segmenter: str | WordSegmenter | None = None
) -> list[tuple[int, int]]:
    """Return the tokens of ``text`` as half-open offsets, in order and without overlap.

    Numbers keep their separators, among them narrow no-break spaces; URLs and mail addresses are
    one token; abbreviations of the language keep their stops; elided words and enclitics are
    split off (``l'|eau``, ``Peter|'s``). Languages written without spaces are cut into words by the
    segmenter that is in use (see `diglot.text.word_segmentation`); without one every character is
    a token.

    Args:
        text: any text.
        language: code or name; None uses the rules that hold anywhere.
        segmenter: cuts languages written without spaces; ``jieba`` cuts Chinese (extra ``cjk``);
            None for the one in use.

    Raises:
        ConfigError: unknown language or segmenter, or the extra is not installed.
    """
    code = normalise(language) if language else None
    if isinstance(segmenter, str):
        if segmenter != "jieba":
            raise ConfigError(f"unknown word segmenter {segmenter!r}: choose jieba")
        if code not in _SEGMENTED:
            raise ConfigError("jieba cuts Chinese only")
        return _jieba(text)
    if is_spaceless(code):
        chosen = segmenter_in_use(code) if segmenter is None else segmenter
        if chosen is not None:
            return _mixed(text, chosen)
        return [match.span() for match in _SPACELESS.finditer(text)]
    return _spaced(text, code or "")


def words(
    text: str, language: str | None = None, *, segmenter: str | WordSegmenter | None = None
) -> list[str]:
    """Return the tokens of ``text`` as strings; see `tokenise`."""
    return [text[begin:end] for begin, end in tokenise(text, language, segmenter=segmenter)]


def _mixed(text: str, segmenter: WordSegmenter) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    others: list[tuple[int, int]] = []
    for match in _MIXED.finditer(text):
        (runs if match["run"] else others).append(match.span())
    return sorted(segmenter.cut(text, runs) + others)


def _spaced(text: str, code: str) -> list[tuple[int, int]]:
    # No token but an abbreviation ("p. ex.") holds a space: what stands between spaces, much of it
    # over and over, is cut once.
    if ". " in text and _DOTTED_AROUND_SPACE.search(text):
        return _cut(text, code)
    tokens: list[tuple[int, int]] = []
    at = 0
    for part in text.split(" "):
        if part:
            for begin, end in (_cut_once if len(part) <= _OFTEN else _cut)(part, code):
                tokens.append((at + begin, at + end))
        at += len(part) + 1
    return tokens


@lru_cache(maxsize=1 << 15)
def _cut_once(text: str, code: str) -> list[tuple[int, int]]:
    return _cut(text, code)


def _cut(text: str, code: str) -> list[tuple[int, int]]:
    tokens: list[tuple[int, int]] = []
    clitics = _clitics(code)
    known = abbreviation_habits(code)
    at = 0
    while match := _SPACED.search(text, at):
        begin, end = match.span()
        at = end
        if match["word"] is None:
            tokens.append((begin, end))
            continue
        # "z.B.", "p. ex.", "etc.": words and the stops behind them, if the language lists them.
        stop = _abbreviation_end(text, begin, end, known)
        if stop:
            at = stop
            tokens.append((begin, stop))
            continue
        if any(mark in match["word"] for mark in _APOSTROPHES):
            tokens.extend(_split(text, begin, end, clitics))
            at = tokens[-1][1]
        elif text[end : end + 1] in tuple(_APOSTROPHES):
            # "po'", and "l'" before a number or a quote.
            at = _trailing(text, begin, end, clitics)
            tokens.append((begin, at))
        else:
            tokens.append((begin, end))
    return tokens


def _abbreviation_end(text: str, begin: int, end: int, known: AbbreviationHabits) -> int:
    """Return where the abbreviation that begins here ends, its stop included, or 0."""
    if "." not in text[end : end + 8]:
        return 0
    for pattern in (_SPACED_DOTTED, _DOTTED):
        found = pattern.match(text, begin, begin + 24)
        if found and found.end() > end:
            compact = regex.sub(r"\s", "", found.group())
            if known.classify(compact[:-1]):
                return found.end()
    return 0


def _trailing(text: str, begin: int, end: int, clitics: _Clitics) -> int:
    word = text[begin:end].lower()
    held = f"{word}'" in clitics.whole or word in clitics.left
    return end + 1 if held else end


def _split(text: str, begin: int, end: int, clitics: _Clitics) -> list[tuple[int, int]]:
    """Split one word at its elisions and enclitics."""
    folded = text[begin:end].lower().replace("’", "'")
    if len(folded) != end - begin:  # a capital whose small letter is two characters
        return [(begin, end)]
    pieces: list[tuple[int, int]] = []
    at = 0
    while (mark := folded.find("'", at)) >= 0:
        # The exceptions are short: a long rest cannot be one.
        if len(folded) - at <= _LONGEST and folded[at:] in clitics.whole:
            break
        # "dell'|arte", also behind a hyphen: "donne-|m'|en".
        hyphen = folded.rfind("-", at, mark)
        if folded[hyphen + 1 if hyphen >= 0 else at : mark] in clitics.left:
            if hyphen > at:
                pieces.append((begin + at, begin + hyphen))
                at = hyphen
            pieces.append((begin + at, begin + mark + 1))
            at = mark + 1
            continue
        if mark > at and len(folded) - mark <= _LONGEST and folded[mark + 1 :] in clitics.right:
            pieces.append((begin + at, begin + mark))
            at = mark
        break
    pieces.append((begin + at, end))
    return pieces


@cache
def _clitics(code: str) -> _Clitics:
    kinds: dict[str, set[str]] = {"left": set(), "right": set(), "whole": set()}
    for language, kind, listed in read_table("clitics.tsv"):
        if language == code:
            kinds[kind].update(listed.split())
    return _Clitics(*(frozenset(kinds[kind]) for kind in ("left", "right", "whole")))


def _jieba(text: str) -> list[tuple[int, int]]:
    with extra_for("cutting Chinese into words"):
        import jieba
    return [
        (begin, end) for word, begin, end in jieba.tokenize(text, mode="default") if word.strip()
    ]
