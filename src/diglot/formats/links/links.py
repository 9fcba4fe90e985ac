"""Link files of the vecalign family: ``[0,1]:[2]:0.93``, one link a line, zero-based."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files.atomic import atomic_open
from diglot.files.text import read_text, split_lines
from diglot.model import Link, Skipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

_MAX_INDEX = 10**9
_CURE = "write one link a line as [0, 1]:[2] or [0, 1]:[2]:0.93, counting from zero"


def read_links(
    path: str | Path, *, encoding: str | None = None, split_nulls: bool = False
) -> tuple[Link, ...]:
    """Return the links of a file in its order, duplicates included.

    Args:
        path: the file; blank lines and lines that begin with ``#`` are passed over.
        encoding: of the file, when it is not UTF-8.
        split_nulls: turn a link of n units and an empty side into n links of one unit.

    A third field in [0, 1] becomes the score; a cost outside of it is no probability and is left
    out. Indices come back in ascending order.

    Raises:
        FormatError: a line is no link; it names the line.
    """
    links: list[Link] = []
    for number, line in enumerate(split_lines(read_text(path, encoding=encoding)), 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            try:
                links.append(_link(stripped))
            except ValueError as error:
                raise FormatError(str(error), path=path, place=number, cure=_CURE) from error
    return singles(links) if split_nulls else tuple(links)


def singles(links: Iterable[Link]) -> tuple[Link, ...]:
    """Return the links with every n-0 and 0-n link split into links of one unit."""
    result: list[Link] = []
    for link in links:
        if link.source and not link.target:
            result.extend(
                Link((each,), (), link.score, link.kind, link.reasons) for each in link.source
            )
        elif link.target and not link.source:
            result.extend(
                Link((), (each,), link.score, link.kind, link.reasons) for each in link.target
            )
        else:
            result.append(link)
    return tuple(result)


def write_links(path: str | Path, links: Sequence[Link]) -> tuple[Skipped, ...]:
    """Write one link a line, runs of nulls as they are, and return what the format cannot carry.

    Raises:
        InputError: the file cannot be written.
    """
    with atomic_open(path) as file:
        for link in links:
            source = ",".join(map(str, link.source))
            target = ",".join(map(str, link.target))
            score = "" if link.score is None else f":{link.score!r}"
            file.write(f"[{source}]:[{target}]{score}\n")
    return lost(links, ("kind", "reasons"))


def lost(links: Iterable[Link], fields: Sequence[str]) -> tuple[Skipped, ...]:
    """List the filled ``fields`` of links that a format has no place for."""
    result = []
    for field in fields:
        values = [getattr(link, field) for link in links]
        held = [value for value in values if value not in (None, ())]
        if held:
            first = "; ".join(held[0]) if isinstance(held[0], tuple) else str(held[0])
            result.append(Skipped(f"link {field}", len(held), first))
    return tuple(result)


def _link(line: str) -> Link:
    if not line.startswith("["):
        raise ValueError(f"no link: {_short(line)}")
    source, bracket, rest = line[1:].partition("]")
    rest = rest.strip()
    if not bracket or not rest.startswith(":") or not rest[1:].lstrip().startswith("["):
        raise ValueError(f"no link: {_short(line)}")
    target, bracket, rest = rest[1:].lstrip()[1:].partition("]")
    rest = rest.strip()
    if not bracket or (rest and not rest.startswith(":")):
        raise ValueError(f"no link: {_short(line)}")
    return Link(_indices(source), _indices(target), score_of(rest[1:].strip()))


def _indices(text: str) -> tuple[int, ...]:
    if not text.strip():
        return ()
    found = []
    for word in text.split(","):
        digits = word.strip()
        if not (digits.isascii() and digits.isdigit()):
            raise ValueError(f"no sentence number: {_short(digits)!r}")
        # The length comes first: numbers of thousands of digits are slow to read.
        if len(digits) > len(str(_MAX_INDEX)) or int(digits) > _MAX_INDEX:
            raise ValueError(f"the sentence number {_short(digits)} is too large")
        found.append(int(digits))
    if len(set(found)) != len(found):
        raise ValueError("a sentence number stands twice on one side of a link")
    return tuple(sorted(found))


def score_of(text: str) -> float | None:
    """Return a number in [0, 1] as a score and None for other numbers and the empty string.

    Raises:
        ValueError: it is no number.
    """
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        raise ValueError(f"no score: {_short(text)!r}") from None
    if math.isnan(value):
        raise ValueError("the score is not a number")
    return value if 0.0 <= value <= 1.0 else None


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
