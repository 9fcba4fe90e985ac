"""Numbers as short strings, for pages that hold millions of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# Base 64 with a bit that says "more follows", as in source maps; no character needs an escape.
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_SHORT = 32


def pack(numbers: Iterable[int]) -> str:
    """Return numbers of 0 and more as a string: five bits a character, the lowest first.

    Raises:
        ValueError: a number is negative.
    """
    return "".join(
        [_COMMON[number] if 0 <= number < _KNOWN else _digits(number) for number in numbers]
    )


def _digits(number: int) -> str:
    if number < 0:
        raise ValueError(f"{number} is negative")
    rest, parts = number, []
    while rest >= _SHORT:
        parts.append(_DIGITS[_SHORT + rest % _SHORT])
        rest //= _SHORT
    return "".join([*parts, _DIGITS[rest]])


_KNOWN = 1024
_COMMON = [_digits(number) for number in range(_KNOWN)]


def zigzag(number: int) -> int:
    """Return a number of 0 and more for any number: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4."""
    return 2 * number if number >= 0 else -2 * number - 1


def pack_spans(spans: Iterable[tuple[int, int]]) -> str:
    """Return ascending spans as lengths with the gap before each, most in one character a span.

    A span of n characters is 2n + 1, or 2n + 2 with one character before it; 0 announces the number
    of characters of a longer gap.
    """
    numbers = []
    at = 0
    for begin, end in spans:
        gap = begin - at
        if gap > 1:
            numbers += [0, gap]
        numbers.append(2 * (end - begin) + (gap == 1) + 1)
        at = end
    return pack(numbers)
