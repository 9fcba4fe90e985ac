"""Why a link deserves a look, in words for the user."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import regex

from diglot.sentences import DOUBTFUL

_NUMBER = regex.compile(r"\p{Nd}+(?:[.,'’\u00a0\u202f]\p{Nd}{3}(?!\p{Nd}))*(?:[.,]\p{Nd}+)?")
_DIGIT = regex.compile(r"\p{Nd}")
_ADDRESS = regex.compile(r"(?:https?://|www\.)[^\s<>\"'’»”)\]]+|[\w.+-]+@[\w-]+\.[\w.]+")
_NAME = regex.compile(r"(?<![.!?:…\"“«]\s)(?<=\s)\p{Lu}\p{L}{2,}")
_LETTERS = regex.compile(r"\p{L}+")
_SHORT = 20
_STRANGE_RATIO = 1.8


class Reasoner:
    """Compares the two sides of links of one pair.

    Args:
        source: texts of the source segments.
        target: texts of the target segments.
    """

    def __init__(self, source: Sequence[str], target: Sequence[str]) -> None:
        self.source, self.target = source, target
        total = sum(map(len, source)), sum(map(len, target))
        self.ratio = (total[1] or 1) / (total[0] or 1)
        self.same_script = _script(source) == _script(target)

    def reasons(
        self, source: Sequence[int], target: Sequence[int], probability: float
    ) -> tuple[str, ...]:
        """Reasons to look at a link; none for a link that is certain and fits.

        Numbers and addresses that differ are named however certain the link is: they point to
        errors of translation. The rest explains a low probability.
        """
        if not source or not target:
            if probability >= DOUBTFUL:
                return ()
            return ("perhaps has a counterpart",)
        left = " ".join(self.source[i] for i in source)
        right = " ".join(self.target[j] for j in target)
        found = [*_numbers_differ(left, right), *_addresses_differ(left, right)]
        if probability >= DOUBTFUL:
            return tuple(found)
        found.extend(self._length(left, right))
        if self.same_script:
            found.extend(_names_missing(left, right))
        if len(source) + len(target) > 2:
            found.append("another split is nearly as likely")
        if not found:
            found.append("few words in common")
        return tuple(found)

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
    """Numbers without a partner on both sides; one-sided ones only if long enough to matter."""
    if not (_DIGIT.search(left) or _DIGIT.search(right)):
        return
    ours, theirs = _numbers(left), _numbers(right)
    if ours == theirs:
        return
    only_left = _without(ours, theirs)
    only_right = _without(theirs, ours)
    if only_left and only_right:
        yield f"{' '.join(only_left[:3])} ≠ {' '.join(only_right[:3])}"
    else:
        for side, numbers in (("target", only_left), ("source", only_right)):
            long = [number for number in numbers if len(number) >= 3]
            if long:
                yield f"{' '.join(long[:3])} missing in the {side}"


def _numbers(text: str) -> list[str]:
    """Numbers as plain digits, whatever their separators and digit shapes."""
    return sorted(
        "".join(str(int(sign)) for sign in match if sign.isdecimal())
        for match in _NUMBER.findall(text)
    )


def _addresses_differ(left: str, right: str) -> Iterable[str]:
    if not any(sign in text for sign in ("://", "www.", "@") for text in (left, right)):
        return
    ours, theirs = set(_ADDRESS.findall(left)), set(_ADDRESS.findall(right))
    if ours != theirs:
        odd = min(ours ^ theirs, key=len)
        yield f"address differs: {odd[:40]}"


def _names_missing(left: str, right: str) -> Iterable[str]:
    for side, names, other in (("target", left, right), ("source", right, left)):
        folded = other.casefold()
        missing = [
            name for name in _NAME.findall(names) if name[:4].casefold() not in folded
        ]
        if missing and len(missing) == len(_NAME.findall(names)):
            yield f"{missing[0]} missing in the {side}"


def _without(numbers: Sequence[str], others: Sequence[str]) -> list[str]:
    rest = list(others)
    result = []
    for number in numbers:
        if number in rest:
            rest.remove(number)
        else:
            result.append(number)
    return result


def _script(texts: Sequence[str]) -> str:
    """Rough script of a text, from its first letters."""
    for text in texts:
        match = _LETTERS.search(text)
        if match:
            first = match.group()[0]
            return "latin" if ord(first) < 0x250 else f"{ord(first) >> 8:x}"
    return ""
