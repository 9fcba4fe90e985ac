"""Words as offsets into the original text: one pattern, and clitic tables for four languages.

Tokens are for matching and counting, so nothing is changed and nothing is lost but white space and
what is never seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import regex
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.flat_arrays import offsets_of
from diglot.installed import extra_for
from diglot.text.languages import (
    AbbreviationHabits,
    abbreviation_habits,
    is_spaceless,
    normalise,
    read_table,
)

UNIT = 0.1
"""Costs are whole numbers, one for each tenth of a nat."""

_PLANE = 0xFFFF
# A mark belongs to the letter before it; a vowel that is written first, and the sign that stacks
# consonants, to the one behind.
_TIED = regex.compile(r"\p{M}|(?<=[\p{Logical_Order_Exception}\u1039\u17D2])\p{L}|[ะาำະາຳ]")


class WordSegmenter:
    """Cuts text into the words of a vocabulary that are most probable together.

    The probability of a cut is the product of those of its words. Letters that the vocabulary does
    not have stand alone; in scripts whose letters are sounds several make an unknown word.

    Args:
        letters: of all words, one after the other, words in ascending order.
        lengths: shape (words,), letters of each word.
        costs: shape (words,), 0 to 255: the negative logarithm of the probability of each, in
            tenths of a nat.
        name: what signatures call it.

    Raises:
        ValueError: these do not fit together.
    """

    def __init__(
        self, letters: str, lengths: NDArray[np.uint8], costs: NDArray[np.uint8], *, name: str
    ) -> None:
        self.name = name
        codes = _code_points(letters)
        starts = offsets_of(lengths)
        if len(costs) != len(lengths) or starts[-1] != len(codes) or not np.all(lengths):
            raise ValueError("words, lengths and costs do not fit together")
        heads = np.minimum(codes[starts[:-1]], _PLANE)
        first = np.searchsorted(heads, np.arange(_PLANE + 2)).astype(np.int32)
        self.vocabulary = codes, starts, np.ascontiguousarray(costs, np.uint8), first

    @classmethod
    def of(cls, costs: Mapping[str, int], *, name: str) -> WordSegmenter:
        """Make a segmenter of words and their costs."""
        words = sorted(costs)
        return cls(
            "".join(words),
            np.array([len(word) for word in words], np.uint8),
            np.array([costs[word] for word in words], np.uint8),
            name=name,
        )

    def __len__(self) -> int:
        return len(self.vocabulary[2])

    def __repr__(self) -> str:
        return f"WordSegmenter({self.name}, {len(self):,} words)"

    def cut(self, text: str, runs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the words of stretches of a text as half-open ranges; they cover the stretches.

        Args:
            text: any text.
            runs: the stretches, ascending, none of them empty.
        """
        from diglot.text.kernels.unigrams import cut_words

        if not runs:
            return []
        tied = np.zeros(len(text), np.uint8)
        for match in _TIED.finditer(text):
            tied[match.start()] = 1
        found = cut_words(
            _code_points(text), tied, np.array(runs, np.int64).reshape(-1, 2), self.vocabulary
        )
        return [(begin, end) for begin, end in found.tolist()]


def _code_points(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


# Which segmenter cuts a language is the same for every step of a run: whoever runs the steps says
# it once, and `tokenise` asks here.

_chosen: ContextVar[Callable[[str], WordSegmenter | None] | None] = ContextVar(
    "segmenters", default=None
)


@contextmanager
def segmenters_in_use(choose: Callable[[str], WordSegmenter | None] | None) -> Iterator[None]:
    """Let text be cut into words, in this thread, until the context ends.

    Args:
        choose: gives the segmenter of the code of a language, None where there is none; None for
            no segmenter at all.
    """
    before = _chosen.set(choose)
    try:
        yield
    finally:
        _chosen.reset(before)


def segmenter_in_use(code: str | None) -> WordSegmenter | None:
    """Return the segmenter that cuts a language now; None where its characters are tokens."""
    choose = _chosen.get()
    return choose(code) if choose and code else None


_URL = r"(?:https?|ftp)://[^\s<>\"«»“”]+[^\s<>\"«»“”.,;:!?)\]}'’]|www\.[^\s<>\"«»“”]+[\p{L}\p{N}/]"
_MAIL = r"[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+"
_NUMBER = r"\p{N}+(?:[.,\u00A0\u202F]\p{N}+)*"
# Soft hyphens, and what joins letters or keeps them apart in Persian and in Indic scripts.
_JOINERS = r"\u00AD\u200C\u200D"
# Digits belong to a word that begins with a letter: "COVID-19" and "H1N1" are one token each.
_LETTERS = rf"[\p{{L}}\p{{M}}\p{{N}}{_JOINERS}]*"
# Hebrew marks abbreviations before the last letter, typed as a quote too, and foreign sounds.
_INSIDE = r"(?:[-’'·\u2010\u2011\u05F3\u05F4]|(?<=\p{Hebrew})\"(?=\p{Hebrew}))"
_WORD = rf"\p{{L}}{_LETTERS}(?:{_INSIDE}[\p{{L}}\p{{N}}]{_LETTERS})*\u05F3?"
# Text without spaces goes on right behind an address.
_ADDRESS = (
    r"(?:(?:https?|ftp)://|www\.)[!-~]+(?<=[\w/])|"
    r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
)
# Scripts without spaces: a character with its marks is a token; Latin and kana runs stay whole.
_WIDE = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]\p{M}*"
# What is never seen, such as spaces of no width between Khmer words or marks of direction, is none.
_OTHER = r"[^\s\p{DI}]\p{M}*"
_SPACED = regex.compile(
    rf"(?P<url>{_URL}|{_MAIL})|{_NUMBER}|(?P<word>{_WORD})|{_OTHER}", flags=regex.V0
)
_SPACELESS = regex.compile(
    rf"{_ADDRESS}|{_NUMBER}|{_WIDE}|[\p{{L}}--\p{{Han}}]\p{{M}}*"
    rf"(?:[\p{{Latin}}\p{{Cyrillic}}\p{{Greek}}]\p{{M}}*)*|{_OTHER}",
    flags=regex.V1,
)
# The same with words: runs of such scripts are cut by a vocabulary. Other letters and digits stay
# together ("COVID-19", "N95", "2x"), with their separators and hyphens.
_RUN = (
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}\u3006\u30FC]"
)
# Thai, Lao and Khmer say with one mark that the word before it is repeated; it belongs to the word,
# and few such pairs are listed.
_REPEAT = r"[\u0E46\u0EC6\u17D7]"
_RUN = rf"[{_RUN}--[[\p{{P}}\p{{S}}\p{{N}}--\p{{Nl}}]{_REPEAT}]]"
_LETTER = rf"[[\p{{L}}\p{{M}}\p{{N}}{_JOINERS}]--[{_RUN}{_REPEAT}]]"
_MIXED = regex.compile(
    rf"(?P<run>{_RUN}[{_RUN}\p{{M}}]*)|(?P<repeat>{_REPEAT})|{_ADDRESS}|"
    rf"(?>{_NUMBER})(?!{_LETTER})|"
    rf"(?:{_NUMBER})?[\p{{L}}--[{_RUN}{_REPEAT}]]{_LETTER}*(?:{_INSIDE}{_LETTER}+)*|{_OTHER}",
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
    segmenter that is in use (see `segmenters_in_use`); without one every character is
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
    repeats: set[int] = set()
    for match in _MIXED.finditer(text):
        (runs if match["run"] else others).append(match.span())
        if match["repeat"]:
            repeats.add(match.start())
    found = sorted(segmenter.cut(text, runs) + others)
    if not repeats:
        return found
    joined: list[tuple[int, int]] = []
    for begin, end in found:
        if begin in repeats and joined and joined[-1][1] == begin:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((begin, end))
    return joined


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
            word = match["word"].lower()
            at += f"{word}'" in clitics.whole or word in clitics.left
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
