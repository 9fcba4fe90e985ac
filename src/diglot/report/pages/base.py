"""One HTML file that needs nothing else: its frame, and packed numbers."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from importlib import resources
from itertools import pairwise
from string import Template
from typing import TYPE_CHECKING, Any, TypeVar

from diglot._version import __version__
from diglot.files.atomic import atomic_open
from diglot.flat_arrays import offsets_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from diglot.report.plots.figures import Figure


# Everything is inside the file, and its policy forbids any request. Texts travel as JSON and are
# put on the page as text, so that markup in a document stays the characters it is.

# Characters that could end the script element or a line of it, and halves of surrogate pairs,
# which UTF-8 cannot write; JSON may spell all of them as escapes.
_UNSAFE = re.compile("[<>&\u2028\u2029\ud800-\udfff]")


PLOTS = "<!-- plots -->"


def compose_page(
    title: str,
    data: Mapping[str, Any],
    *,
    body: str,
    styles: Sequence[str],
    scripts: Sequence[str],
    plots: Sequence[Figure] = (),
) -> str:
    """Return a page whose scripts find its title, the version of diglot and ``data`` as ``DATA``.

    Args:
        title: title of the page.
        data: what JSON can hold, without NaN.
        body: name of the file with the elements, under ``static``.
        styles: names of style sheets that follow those of every page.
        scripts: names of scripts that follow those of every page; all share one scope.
        plots: figures that stand at `PLOTS` of the body.
    """
    # A name from a broken file name may hold what UTF-8 cannot write.
    title = title.encode("utf-8", "replace").decode("utf-8")
    style = "\n".join(map(_static, ("base/colours.css", "base/page.css", *styles)))
    elements = _static(body)
    if plots:
        from diglot.report.plots.figures import figure_elements
        from diglot.report.plots.lines import CSS

        style += CSS
        elements = elements.replace(PLOTS, figure_elements(plots))
    script = "\n".join(map(_static, ("base/page.js", *scripts)))
    script = f"(() => {{\n'use strict';\n{script}}})();\n"
    return Template(_static("base/page.html")).substitute(
        policy=f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'",
        title=html.escape(title),
        style=style,
        body=elements,
        data=_json({"title": title, "version": __version__, **data}),
        script=script,
    )


def write_page(
    path: Path | str,
    title: str,
    data: Mapping[str, Any],
    *,
    body: str,
    styles: Sequence[str],
    scripts: Sequence[str],
    plots: Sequence[Figure] = (),
) -> None:
    """Write a page, see `compose_page`; the file is replaced as a whole or left as it was.

    Raises:
        InputError: the file cannot be written.
    """
    page = compose_page(title, data, body=body, styles=styles, scripts=scripts, plots=plots)
    with atomic_open(path) as file:
        file.write(page)


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return "sha256-" + base64.b64encode(digest).decode("ascii")


def _json(data: object) -> str:
    """Return ``data`` as JSON that is safe inside a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _static(name: str) -> str:
    """Return one of the files that pages are made of."""
    return (resources.files("diglot.report") / "static" / name).read_text(encoding="utf-8")


# What pages hold many times over: things by their numbers, and numbers as short strings.

_Key = TypeVar("_Key")


class Numbers(dict[_Key, int]):
    """Numbers of things, from 0 in the order in which they are first asked for."""

    def __missing__(self, key: _Key) -> int:
        self[key] = len(self)
        return self[key]


def thousandths(probability: float | None) -> int:
    """Return a probability in thousandths, rounded down so that only certainty is 1,000.

    Nothing and NaN are -1.
    """
    if probability is None or probability != probability:
        return -1
    # A hundredth of a step is what single precision may add or take away: .7 stays .7.
    return min(1000, max(0, int(probability * 1000 + 0.01)))


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


def pack_rows(numbers: NDArray[np.int64], sizes: NDArray[np.int64]) -> list[str]:
    """Return rows of numbers of 0 and more as strings, see `pack`.

    Args:
        numbers: shape (numbers,), row after row.
        sizes: shape (rows,), how many each row has.
    """
    import numpy as np

    lengths = np.ones(len(numbers), np.int64)
    most = int(numbers.max(initial=0))
    bits = 5
    while most >> bits:
        lengths += numbers >> bits > 0
        bits += 5
    starts = np.cumsum(lengths) - lengths
    digits = np.empty(int(lengths.sum()), np.uint8)
    table = np.frombuffer(_DIGITS.encode("ascii"), np.uint8)
    for place in range(bits // 5):
        there = lengths > place
        more = lengths[there] > place + 1
        digits[starts[there] + place] = table[
            (numbers[there] >> 5 * place) % _SHORT + _SHORT * more
        ]
    text = digits.tobytes().decode("ascii")
    ends = offsets_of(lengths)[offsets_of(sizes)].tolist()
    return [text[begin:end] for begin, end in pairwise(ends)]


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


def pack_tokens(text: str, tokens: Iterable[str]) -> str:
    """Return where tokens stand in their text: lengths with the gap before each, packed.

    A token of n characters is 2n + 1, or 2n + 2 with one character before it; 0 announces the
    number of characters of a longer gap. A token that is not there has no characters.
    """
    numbers = []
    at = 0
    for token in tokens:
        begin = text.find(token, at)
        if begin < 0:
            numbers.append(1)
            continue
        gap, length = begin - at, len(token)
        if gap > 1:
            numbers += (0, gap)
        numbers.append(2 * length + (gap == 1) + 1)
        at = begin + length
    return pack(numbers)
