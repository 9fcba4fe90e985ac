"""Why a link or a segment should be checked: odd links, and segments in an unexpected language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from math import log

import numpy as np
import regex
from numpy.typing import NDArray

from diglot.flat_arrays import find_sorted
from diglot.model import Link
from diglot.model.links import DOUBTFUL
from diglot.text.detection import is_close
from diglot.text.languages import UNDETERMINED, script

_NUMBER = regex.compile(
    r"(?:\p{Nd}{1,3}(?:[.,．，'’ \u00a0\u202f]\p{Nd}{3})+(?!\p{Nd})|\p{Nd}+)(?:[.,．，٫]\p{Nd}+)?"
)
_DIGITS_ONLY = regex.compile(r"\P{Nd}+")
_DIGIT = regex.compile(r"\p{Nd}")
_FRACTION = regex.compile(r"[.,．，٫]\p{Nd}{1,2}$")
_BUDDHIST = 543
"""Years by which the calendar of Thailand, Laos and Cambodia is ahead."""
_PART = regex.compile(r"(\p{Nd})\s?([¼½¾])")
_PARTS = {"¼": "25", "½": "5", "¾": "75"}
_PIECE = regex.compile(r"\p{Nd}+")
# Scripts without spaces go on right beside an address; Korean writes its particles behind it.
_ADDRESS = regex.compile(
    r"(?:https?://|www\.)[^\s<>\"'’»”)\]、。，；：（）"
    r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]+"
    r"|[A-Za-z\d_.+-]+@[A-Za-z\d-]+\.[A-Za-z\d.-]+"
)
_JOINED = regex.compile(r"(?:(?<=\.[A-Za-z]{2,})-[A-Za-z]+)?[.,;:!?]*$")
"""What follows an address: the rest of a compound, "a@lists.example.org-listen", and marks."""
_BREAKS = regex.compile(r"[\s-]+")
_NAME = regex.compile(r"(?<![.!?:…\"“«]\s)(?<=\s)\p{Lu}\p{L}{2,}")
_LETTERS = regex.compile(r"\p{L}+")
FOREIGN = "language of the {} unexpected"
_FOREIGN_SIDES = {FOREIGN.format(side) for side in ("source", "target")}
_SHORT = 20
_COPIED_LETTERS = 20
"""Letters that two sides share before they count as copied; a name or a formula has fewer."""
_COPIED_SHARE = 0.8
_CODE = regex.compile(r"(?<!\S)\$ .*|\S*(?:[$=_/\\{}<>|#~@]|--|\w[.:]\w|\(\)|(?<!\S)-\w)\S*")
"""A stretch without spaces that looks like an address, a command, an option or a name of a file."""
_TRANSLATABLE = 1.5
"""Log odds, summed over the words of a copy, that they belong to the language of the source."""
_LEAST_TRANSLATED = 3
"""Segments of the target that are not their source once more, so that they tell its language."""
_SAMPLE = 200
_STRANGE_RATIO = 1.8
_UNSURE = 0.6
"""Probability below which a link needs an explanation, if it is to be checked at all."""


class Reasoner:
    """Compares the two sides of links of one pair.

    Args:
        source, target: its segments.
        languages: normalised codes of both, where they are known.
    """

    def __init__(
        self,
        source: Sequence[str],
        target: Sequence[str],
        languages: tuple[str | None, str | None] = (None, None),
    ) -> None:
        self.source, self.target = source, target
        self._differ = all(languages) and languages[0] != languages[1]
        self._apart = not is_close(*(code or UNDETERMINED for code in languages))
        self._scripts_differ = self._differ and len({script(each or "") for each in languages}) > 1
        total = sum(map(len, source)), sum(map(len, target))
        self.ratio = (total[1] or 1) / (total[0] or 1)
        self.same_script = _script(source) == _script(target)

    @cached_property
    def _translated(self) -> tuple[Sequence[str], Sequence[str]]:
        """Both sides, with nothing in place of what is the same word for word."""
        copied = set(self.source) & set(self.target)
        source, target = (
            ["" if text in copied else text for text in side] for side in (self.source, self.target)
        )
        return source, target

    @cached_property
    def _one_language(self) -> bool:
        """Tell whether most words are the same in both languages, as in Norwegian and Danish."""
        if self._apart:
            return False
        rest = [text for text in self._translated[1] if text]
        return not self._differ if self._tells_nothing else share_most_words(self.source, rest)

    @cached_property
    def _tells_nothing(self) -> bool:
        """Tell whether nearly all of the target is its source: its own words are not known."""
        return sum(map(bool, self._translated[1])) < (_LEAST_TRANSLATED if self._differ else 1)

    @cached_property
    def _vocabularies(self) -> Vocabularies:
        return Vocabularies(*self._translated, even=self._scripts_differ)

    def reasons(
        self,
        source: Sequence[int],
        target: Sequence[int],
        probability: float,
        remarks: Sequence[str] | None = None,
    ) -> tuple[str, ...]:
        """Reasons to look at a link; none for a link that fits.

        Numbers and addresses that differ, text that was not translated and what the aligner
        remarked are named however certain the link is: they point to errors of translation. The
        rest explains a low probability, which is a reason of its own where the aligner did not
        judge the link by its contents.
        """
        if not source or not target:
            return () if probability >= _UNSURE else ("perhaps has a counterpart",)
        left = " ".join(self.source[i] for i in source)
        right = " ".join(self.target[j] for j in target)
        found = [*_numbers_differ(left, right), *_addresses_differ(left, right)]
        if self._untranslated(target, left, right):
            found.append("not translated: both sides have the same words")
        # What is the same on both sides was judged as a copy: commands are in no language.
        said = [
            each for each in remarks or () if each not in _FOREIGN_SIDES or not _copied(left, right)
        ]
        found.extend(said)
        judged = remarks is not None and _FOREIGN_SIDES.issuperset(said)
        if probability >= (DOUBTFUL if judged else _UNSURE):
            return tuple(found)
        found.extend(_numbers_missing(left, right))
        found.extend(self._length(left, right))
        if self.same_script:
            found.extend(_names_missing(left, right))
        if len(source) + len(target) > 2:
            found.append("another split is nearly as likely")
        if not found:
            found.append("few words in common")
        return tuple(found)

    def _untranslated(self, target: Sequence[int], left: str, right: str) -> bool:
        """Tell whether the target is the source once more, in words that are translated elsewhere.

        Commands, names of files and terms that the translator keeps are in no language: both texts
        use them alike. Words that stand nowhere else speak where nothing looks like code.
        """
        if len(right) < _COPIED_LETTERS:
            return False
        if _count_letters(_words(left) & _words(right)) < _COPIED_LETTERS / 2:
            return False  # and less so without the code
        prose = [_without_code(side) for side in (left, right)]
        if not _copied(*prose) or self._one_language:
            return False
        code = prose != [left, right]
        if self._tells_nothing:
            return not code
        counted = any(self._translated[1][number] for number in target)
        odds = self._vocabularies.foreign_odds(left, right, counted=counted)
        return odds >= (_ENOUGH if code else _TRANSLATABLE) if odds else not code

    def _length(self, left: str, right: str) -> Iterable[str]:
        expected = max(1.0, len(left) * self.ratio)
        ratio = max(len(right), 1) / expected
        if max(len(left), len(right)) < _SHORT:
            return
        if ratio > _STRANGE_RATIO:
            yield f"target {ratio:.1f}× as long as expected"
        elif ratio < 1 / _STRANGE_RATIO:
            yield f"target only {ratio:.1f}× as long as expected"


def _numbers_differ(left: str, right: str) -> Iterable[str]:
    """Numbers without a partner on both sides at once: seldom anything but an error."""
    only_left, only_right = _odd_numbers(left, right)
    if only_left and only_right:
        yield f"{' '.join(only_left[:3])} ≠ {' '.join(only_right[:3])}"


def _numbers_missing(left: str, right: str) -> Iterable[str]:
    """Longer numbers on one side only; short ones are often written in words."""
    only_left, only_right = _odd_numbers(left, right)
    if only_left and only_right:
        return
    for side, numbers in (("target", only_left), ("source", only_right)):
        long = [number for number in numbers if len(number) >= 3]
        if long:
            yield f"{' '.join(long[:3])} missing in the {side}"


def _odd_numbers(left: str, right: str) -> tuple[list[str], list[str]]:
    """Numbers as found that have no equal on the other side."""
    if not (_DIGIT.search(left) or _DIGIT.search(right)):
        return [], []
    if _DIGITS_ONLY.sub("", left) == _DIGITS_ONLY.sub("", right):
        # 10:30, 10.30 and 10h30 differ in their marks only.
        return [], []
    ours, theirs = (
        _numbers(_PART.sub(lambda found: f"{found[1]}.{_PARTS[found[2]]}", text))
        for text in (left, right)
    )
    odd = _without_years(_without(ours, theirs), _without(theirs, ours))
    return _without_pieces(*_without_pieces(*odd)[::-1])[::-1]


def _without_years(numbers: list[str], others: list[str]) -> tuple[list[str], list[str]]:
    """Both without years that others say by the Buddhist calendar: 2015 as 2558."""
    kept, rest = [], list(others)
    for number in numbers:
        same = (other for other in rest if _is_same_year(number, other))
        if found := next(same, None):
            rest.remove(found)
        else:
            kept.append(number)
    return kept, rest


def _is_same_year(one: str, other: str) -> bool:
    if not len(one) == len(other) == 4 or not (one + other).isdecimal():
        return False
    early, late = sorted((int(one), int(other)))
    return 1700 < early < 2100 and late - early == _BUDDHIST


def _without_pieces(numbers: list[str], others: list[str]) -> tuple[list[str], list[str]]:
    """Both without what others say in pieces: 15.30 as 15 h 30, and 1953 as the 53 of 1952/53."""
    kept, rest = [], others
    for number in numbers:
        pieces = [_digits(piece) for piece in _PIECE.findall(number)]
        if len(pieces) == 1 and len(number) == 4 and "1000" < pieces[0] < "2100":
            pieces = [pieces[0][2:]]
        left = list(rest)
        for other in rest:
            if _PIECE.fullmatch(other) and _digits(other) in pieces:
                pieces.remove(_digits(other))
                left.remove(other)
        if pieces:
            kept.append(number)
        else:
            rest = left
    return kept, rest


def _digits(number: str) -> str:
    """The digits of a number in the shapes of ASCII."""
    return "".join(str(int(sign)) for sign in number if sign.isdecimal())


def _numbers(text: str) -> dict[str, list[str]]:
    """Numbers as found, by their plain digits, whatever their separators and digit shapes."""
    found: dict[str, list[str]] = {}
    for number in _NUMBER.findall(text):
        digits = _digits(number)
        # 8847.60 and 8847.6 are one number, but 50 and 5 are two.
        plain = digits.rstrip("0") if _FRACTION.search(number) else digits
        found.setdefault(plain.lstrip("0") or "0", []).append(number)
    return found


def _addresses_differ(left: str, right: str) -> Iterable[str]:
    if not any(sign in text for sign in ("://", "www.", "@") for text in (left, right)):
        return
    ours, theirs = (
        {_JOINED.sub("", address) for address in _ADDRESS.findall(text)} for text in (left, right)
    )
    # Where lines were broken, an address may hold a space or a hyphen that is none of it.
    whole = [_BREAKS.sub("", text) for text in (left, right)]
    if any(
        _BREAKS.sub("", address) not in other
        for addresses, other in ((ours - theirs, whole[1]), (theirs - ours, whole[0]))
        for address in addresses
    ):
        odd = min(ours ^ theirs, key=lambda address: (len(address), address))
        yield f"address differs: {odd[:40]}"


def _names_missing(left: str, right: str) -> Iterable[str]:
    for side, names, other in (("target", left, right), ("source", right, left)):
        folded = other.casefold()
        missing = [name for name in _NAME.findall(names) if name[:4].casefold() not in folded]
        if missing and len(missing) == len(_NAME.findall(names)):
            yield f"{missing[0]} missing in the {side}"


@lru_cache(4096)  # what was not translated stands on many pages
def _without_code(text: str) -> str:
    return _CODE.sub(" ", text)


def _copied(left: str, right: str) -> bool:
    """Tell whether nearly all words of the right side stand on the left, too.

    Names are alike in many languages, so that words with a capital do not count, nor does what
    has no space in it, unless the script has none.
    """
    if right.isascii() and len(right.split()) < 2:
        return False
    if len(right) < _COPIED_LETTERS or not 0.5 < len(left) / len(right) < 2.0:
        return False
    theirs = _words(right)
    letters = _count_letters(_words(left) & theirs)
    return letters >= max(_COPIED_LETTERS / 2, _COPIED_SHARE * _count_letters(theirs))


def _words(text: str) -> set[str]:
    return set(_LETTERS.findall(text))


def _count_letters(words: Iterable[str]) -> int:
    """Return the letters of the small words: of two sides, few words are left to look at."""
    return sum(len(word) for word in words if not word[0].isupper())


def share_most_words(source: Sequence[str], target: Sequence[str]) -> bool:
    """Tell whether two texts are in one language: they share most words at their beginnings."""
    sides = [
        {word for text in islice(side, _SAMPLE) for word in _LETTERS.findall(text)}
        for side in (source, target)
    ]
    return 2 * len(sides[0] & sides[1]) > min(map(len, sides))


def _without(numbers: dict[str, list[str]], others: dict[str, list[str]]) -> list[str]:
    return [
        number for plain, found in numbers.items() for number in found[len(others.get(plain, ())) :]
    ]


def _script(texts: Sequence[str]) -> str:
    """Rough script of a text, from its first letters."""
    for text in texts:
        match = _LETTERS.search(text)
        if match:
            first = match.group()[0]
            return "latin" if ord(first) < 0x250 else f"{ord(first) >> 8:x}"
    return ""


# Segments in an unexpected language: their words belong to the other side of the same texts.
#
# What is expected is learnt from the two texts alone, so that it holds for every pair of languages
# and for short segments, too: naive Bayes over words, each segment judged by what the rest of both
# texts says. The aligner counts the tokens of all pairs together.

# Names are the same in many languages, so that capitalised words say nothing. Where words have no
# spaces between them, characters speak.
_WIDE = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]"
_WORD = regex.compile(
    rf"{_WIDE}|(?<![\p{{L}}\p{{M}}\p{{Nd}}])[[\p{{Ll}}\p{{Lo}}\p{{M}}]--{_WIDE}]+",
    regex.VERSION1,
)
# Log odds that a segment needs in all and a word on average, that one word has at most, and words
# that have to speak.
_ENOUGH, _EACH, _MOST, _WORDS = 5.0, 0.8, 3.0, 3
# What every word counts on top of where it was seen.
_UNSEEN = 0.5
# Overlap of the two sides above which they are one language, or as good as one.
_ALIKE = 0.5
_SHOWN = 3

Words = tuple["NDArray[np.integer]", "NDArray[np.int64]"]
"""Keys of the words of a side, and where each segment begins among them (and the last one ends)."""


class WordCounts:
    """How often words stand on two sides, to tell segments in the language of the other one.

    Args:
        counts: of each side, float64 (keys,).
        telling: bool (keys,), the keys that are words of a language.
        held: whether the texts that are judged are among those that were counted.
    """

    def __init__(
        self,
        counts: Sequence[NDArray[np.float64]],
        telling: NDArray[np.bool_],
        *,
        held: bool = True,
    ) -> None:
        self.counts, self.telling, self._held = counts, telling, held
        totals = [max(float(each[telling].sum()), 1.0) for each in counts]
        unseen = _UNSEEN * np.count_nonzero(telling)
        self._sizes = log((totals[0] + unseen) / (totals[1] + unseen))
        shares = [each[telling] / total for each, total in zip(counts, totals, strict=True)]
        self.alike = float(np.minimum(*shares).sum()) > _ALIKE

    def strangers(
        self, side: int, words: Sequence[Words], blocks: Sequence[NDArray[np.int64]]
    ) -> dict[int, list[int]]:
        """Find the blocks that hold a segment of one side in the language of the other.

        A segment does not speak for itself, nor what was copied for what it is linked with.

        Args:
            side: 0 for the source, 1 for the target.
            words: of each side.
            blocks: of each side, int64 (segments,), the block of every segment.

        Returns:
            The keys of the words that tell it best, by block.
        """
        keys, offsets = words[side]
        others, other_offsets = words[1 - side]
        size, width = len(offsets) - 1, len(self.telling)
        if self.alike or not len(others):
            return {}
        segment = np.repeat(np.arange(size), np.diff(offsets))
        entry, own = np.unique(segment * width + keys, return_counts=True)
        segment, key = entry // width, entry % width
        block = np.repeat(blocks[1 - side], np.diff(other_offsets))
        copied, copies = np.unique(block * width + others, return_counts=True)
        wanted = blocks[side][segment] * width + key
        place = find_sorted(wanted, copied)
        opposite = np.where(place >= 0, copies[place], 0)
        odds, speaking = self.odds(side, key, own * self._held, opposite)
        total = np.bincount(segment, odds, size)
        count = np.bincount(segment, speaking, size)
        enough = (total >= np.maximum(_ENOUGH, _EACH * count)) & (count >= _WORDS)
        found: dict[int, list[int]] = {}
        for number in np.flatnonzero(enough).tolist():
            here = np.flatnonzero(segment == number)
            order = np.lexsort((-self.counts[1 - side][key[here]], -odds[here]))
            found.setdefault(int(blocks[side][number]), key[here[order[:_SHOWN]]].tolist())
        return found

    def odds(
        self,
        side: int,
        key: NDArray[np.integer],
        own: NDArray[np.integer],
        opposite: NDArray[np.integer],
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Log odds for the other side, and which words speak: those that stand elsewhere, too.

        Args:
            side: 0 for the source, 1 for the target.
            key: the words.
            own: how often each does not count for its side.
            opposite: how often it does not count for the other.
        """
        here = np.maximum(self.counts[side][key] - own, 0.0)
        there = np.maximum(self.counts[1 - side][key] - opposite, 0.0)
        speaking = self.telling[key] & (here + there > 0.0)
        odds = np.log((there + _UNSEEN) / (here + _UNSEEN)) + (1 - 2 * side) * self._sizes
        return np.clip(odds, -_MOST, _MOST) * speaking, speaking


class Vocabularies(WordCounts):
    """The words of two sides.

    Args:
        source, target: the segments.
        even: take no account of the sizes of both, of which one has words of the other's script
            only where it was not translated.
    """

    def __init__(self, source: Sequence[str], target: Sequence[str], *, even: bool = False) -> None:
        sides = [[_WORD.findall(text) for text in side] for side in (source, target)]
        forms = sorted({word for side in sides for words in side for word in words})
        self._keys = {word: key for key, word in enumerate(forms)}
        self._words: list[Words] = [
            (
                np.array([self._keys[word] for words in side for word in words], np.int64),
                np.cumsum([0, *map(len, side)]),
            )
            for side in sides
        ]
        counts = [np.bincount(keys, minlength=len(forms)).astype(float) for keys, _ in self._words]
        super().__init__(counts, np.ones(len(forms), np.bool_))
        if even:
            self._sizes = 0.0

    def reasons(self, links: Sequence[Link]) -> dict[int, list[str]]:
        """Say which sides of links have a segment in another language, with the words that tell.

        Args:
            links: between the texts; segments in none of them are left alone.

        Returns:
            By the number of the link.
        """
        blocks = [np.full(len(offsets) - 1, len(links)) for _, offsets in self._words]
        for number, link in enumerate(links):
            blocks[0][list(link.source)] = blocks[1][list(link.target)] = number
        forms = list(self._keys)
        found: dict[int, list[str]] = {}
        for side, name in enumerate(("source", "target")):
            for block, keys in self.strangers(side, self._words, blocks).items():
                words = ", ".join(forms[key] for key in keys)
                found.setdefault(block, []).append(f"{FOREIGN.format(name)}: {words}")
        return found

    def foreign_odds(self, source: str, target: str, *, counted: bool) -> float:
        """Log odds that a target is in the language of its source; 0 if none of its words tells.

        Args:
            source: text of the one side of a link.
            target: text of the other.
            counted: whether the target is one of the texts that were counted.
        """
        words = Counter(_WORD.findall(target))
        opposite = words if source == target else Counter(_WORD.findall(source))
        known = [word for word in words if word in self._keys]
        key = np.array([self._keys[word] for word in known], np.int64)
        own, other = (
            np.array([counts[word] for word in known], np.int64) for counts in (words, opposite)
        )
        return float(self.odds(1, key, own * counted, other)[0].sum())
