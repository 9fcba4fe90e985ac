"""Links as numbers in lines, and groups of links between named sentences."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.lines import stream_lines
from diglot.model import Link, Skipped

_MAX_INDEX = 10**9
_CURE = "write one link per line as [0, 1]:[2] or [0, 1]:[2]:0.93, counting from zero"


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
    for number, line in enumerate(stream_lines(path, encoding=encoding), 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            try:
                links.append(_link(stripped))
            except ValueError as error:
                raise FormatError(str(error), path=path, place=number, cure=_CURE) from error
    return split_null_links(links) if split_nulls else tuple(links)


def split_null_links(links: Iterable[Link]) -> tuple[Link, ...]:
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
    """Write one link a line, runs of nulls as they are, and return what the format cannot carry."""
    with atomic_open(path) as file:
        for link in links:
            source = ",".join(map(str, link.source))
            target = ",".join(map(str, link.target))
            score = "" if link.score is None else f":{link.score!r}"
            file.write(f"[{source}]:[{target}]{score}\n")
    return list_losses(links, ("kind", "reasons"))


def list_losses(links: Iterable[Link], fields: Sequence[str]) -> tuple[Skipped, ...]:
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
        raise ValueError("a sentence number appears twice on one side of a link")
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


# Groups of links between named sentences, as cesAlign and TEI files hold them.
#
# Both formats write two lists of sentence names in one attribute. Which list is which document
# differs by tool, so it is found out by looking the names up.


FIRST = ("from", "to")
_NUMBERS = re.compile(r"(\d+)")
_RUNNING = re.compile(r"((?:.*\D)?)(\d+)")


@dataclass(frozen=True, slots=True)
class NamedLink:
    """One link of a file: the two lists in the order of the file, before they are told apart."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    certainty: str | None = None
    kind: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class LinkGroup:
    """The links between two documents, whose names are given as in the file."""

    from_document: str
    to_document: str
    links: tuple[NamedLink, ...]


def choose_group(groups: Sequence[LinkGroup], document: str | None, path: Path) -> LinkGroup:
    """Return the one group that is meant; groups of one pair of documents count as one.

    Raises:
        FormatError: there is none, or several and ``document`` names none of them.
    """
    merged: dict[tuple[str, str], list[NamedLink]] = {}
    for group in groups:
        merged.setdefault((group.from_document, group.to_document), []).extend(group.links)
    if document is not None:
        merged = {pair: links for pair, links in merged.items() if document in pair}
    if len(merged) != 1:
        found = "no links" if not merged else f"the links of {len(merged)} pairs of documents"
        some = ", ".join(sorted({pair[0] for pair in merged})[:3])
        cure = f"name one of them as document, such as {some}" if some else "check the file"
        raise FormatError(f"holds {found}", path=path, cure=cure)
    (((from_document, to_document), links),) = merged.items()
    return LinkGroup(from_document, to_document, tuple(links))


def resolve_names(
    group: LinkGroup,
    *,
    path: Path,
    source_ids: Sequence[str] | None,
    target_ids: Sequence[str] | None,
    first: str | None,
    default: str,
) -> tuple[Link, ...]:
    """Map the names in a group to zero-based indices; the source is the ``from`` document.

    Args:
        group: the links.
        path: the file, for messages.
        source_ids: names of the sentences of the ``from`` document in order; without them the
            order is that of the numbers in the names.
        target_ids: the same of the ``to`` document.
        first: ``from`` or ``to``: whose names stand first. None: look them up, then ``default``.
        default: what the tools of this format do.

    Raises:
        ConfigError: ``first`` is neither.
        FormatError: a name is unknown or stands in neither order.
    """
    if first is not None and first not in FIRST:
        raise ConfigError(f"first must be from or to, not {first!r}")
    chosen = first or _order(group, source_ids, target_ids) or default
    pairs = [
        (link.first, link.second) if chosen == "from" else (link.second, link.first)
        for link in group.links
    ]
    tables = (
        _index([pair[0] for pair in pairs], source_ids),
        _index([pair[1] for pair in pairs], target_ids),
    )
    links: list[Link] = []
    for link, pair in zip(group.links, pairs, strict=True):
        sides = []
        for names, table, side in zip(pair, tables, ("from", "to"), strict=True):
            for name in names:
                if name not in table:
                    raise FormatError(
                        f"the sentence {name!r} is not in the {side} document",
                        path=path,
                        place=link.line,
                        cure="check that the documents belong to the links",
                    )
            sides.append(tuple(sorted({table[name] for name in names})))
        try:
            score = score_of(link.certainty or "")
        except ValueError as error:
            raise FormatError(str(error), path=path, place=link.line) from error
        links.append(Link(sides[0], sides[1], score, link.kind))
    return tuple(links)


def _order(
    group: LinkGroup, source_ids: Sequence[str] | None, target_ids: Sequence[str] | None
) -> str | None:
    """Return whose names stand first, if the known names tell."""
    misses = {"from": 0, "to": 0}
    for ids, straight, swapped in (
        (source_ids, "first", "second"),
        (target_ids, "second", "first"),
    ):
        if ids is None:
            continue
        known = set(ids)
        for link in group.links:
            misses["from"] += sum(name not in known for name in getattr(link, straight))
            misses["to"] += sum(name not in known for name in getattr(link, swapped))
    if misses["from"] == misses["to"]:
        return None
    return "from" if misses["from"] < misses["to"] else "to"


def _index(sides: Iterable[tuple[str, ...]], ids: Sequence[str] | None) -> dict[str, int]:
    """Number the names of one side: by the document, by running numbers, or by natural order."""
    if ids is not None:
        return {name: index for index, name in enumerate(ids)}
    names = {name for side in sides for name in side}
    parts = {name: match for name in names if (match := _RUNNING.fullmatch(name))}
    prefixes = {match[1] for match in parts.values()}
    # "s7" or "1.495" throughout is a running number from 1: sentences in no link keep their place.
    if len(parts) == len(names) and len(prefixes) <= 1:
        numbers = {name: _number(match[2]) for name, match in parts.items()}
        if all(0 < number <= 10**9 for number in numbers.values()) and len(
            set(numbers.values())
        ) == len(numbers):
            return {name: number - 1 for name, number in numbers.items()}
    ordered = sorted(names, key=natural_key)
    return {name: index for index, name in enumerate(ordered)}


def _number(digits: str) -> int:
    return int(digits) if len(digits) <= 10 else 10**10


def natural_key(name: str) -> tuple[tuple[int, int | str], ...]:
    """Return a sort key in which ``1.9`` comes before ``1.10``."""
    return tuple(
        (0, _number(part)) if part.isdigit() and part.isascii() else (1, part)
        for part in _NUMBERS.split(name)
        if part
    )


def names_of(index: Sequence[int], ids: Sequence[str] | None) -> str:
    """Return the names of sentences for an attribute; ``s1``, ``s2``… without ``ids``.

    Raises:
        ConfigError: there is no name for an index.
    """
    if ids is None:
        return " ".join(f"s{each + 1}" for each in index)
    if index and max(index) >= len(ids):
        raise ConfigError(f"{len(ids)} sentence names were given, but sentence {max(index)} linked")
    return " ".join(ids[each] for each in index)
