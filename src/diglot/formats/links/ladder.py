"""Ladders of hunalign: one rung ``i<TAB>j<TAB>score`` a line; a link spans two rungs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.lines import stream_lines
from diglot.formats.links.plain import list_losses, score_of
from diglot.model import Link, Skipped

_CURE = "write rungs as i<TAB>j or i<TAB>j<TAB>score (hunalign without -text)"
_MAX_RUNG = 5_000_000  # links become lists of indices: this bounds their total length


def read_links(path: str | Path, *, encoding: str | None = None) -> tuple[Link, ...]:
    """Return the links between the rungs of a ladder.

    A missing first rung (0, 0) is supplied. The score of a link is that of its lower rung, if it
    lies in [0, 1].

    Raises:
        FormatError: a line is no rung, or a rung goes backwards; it names the line.
    """
    rungs: list[tuple[int, int]] = []
    scores: list[float | None] = []
    for number, line in enumerate(stream_lines(path, encoding=encoding), 1):
        words = line.split()
        if not words:
            continue
        if len(words) not in (2, 3) or not all(_is_number(word) for word in words[:2]):
            raise FormatError("no rung of a ladder", path=path, place=number, cure=_CURE)
        rung = (int(words[0]), int(words[1]))
        if not rungs and rung != (0, 0):
            rungs.append((0, 0))
            scores.append(None)
        try:
            score = score_of(words[2] if len(words) == 3 else "")
        except ValueError as error:
            raise FormatError(str(error), path=path, place=number, cure=_CURE) from error
        if rungs and (rung[0] < rungs[-1][0] or rung[1] < rungs[-1][1] or rung == rungs[-1]):
            raise FormatError(
                f"rung {rung} does not climb from {rungs[-1]}",
                path=path,
                place=number,
                cure="give the rungs in ascending order, each once",
            )
        if max(rung) > _MAX_RUNG:
            raise FormatError(f"rung {rung} is too far up", path=path, place=number, cure=_CURE)
        rungs.append(rung)
        scores.append(score)
    return tuple(
        Link(tuple(range(low[0], high[0])), tuple(range(low[1], high[1])), score)
        for low, high, score in zip(rungs, rungs[1:], scores, strict=False)
    )


def write_links(path: str | Path, links: Sequence[Link]) -> tuple[Skipped, ...]:
    """Write the rungs between the links, and return what the format cannot carry.

    Raises:
        ConfigError: the links cross, overlap or leave units out, so that no ladder holds them.
    """
    rows: list[str] = []
    i = j = 0
    for link in _climbing(links):
        score = "" if link.score is None else f"\t{link.score!r}"
        rows.append(f"{i}\t{j}{score}\n")
        i += len(link.source)
        j += len(link.target)
    rows.append(f"{i}\t{j}\n")
    with atomic_open(path) as file:
        file.writelines(rows)
    return list_losses(links, ("kind", "reasons"))


def _climbing(links: Sequence[Link]) -> list[Link]:
    """Return the links in the order of the ladder, as given where the ladder leaves it open."""
    by_source = {link.source[0]: at for at, link in enumerate(links) if link.source}
    by_target = {
        link.target[0]: at for at, link in enumerate(links) if link.target and not link.source
    }
    ordered: list[Link] = []
    i = j = 0
    while len(ordered) < len(links):
        fitting = [
            at
            for at in (by_source.get(i), by_target.get(j))
            if at is not None and _fits(links[at], i, j)
        ]
        if not fitting:
            raise ConfigError(
                f"a ladder cannot hold these links: nothing fits at source {i}, target {j} "
                "(links cross, overlap or leave units out); choose links or ces instead"
            )
        link = links[min(fitting)]
        ordered.append(link)
        i += len(link.source)
        j += len(link.target)
    return ordered


def _fits(link: Link, i: int, j: int) -> bool:
    return link.source == tuple(range(i, i + len(link.source))) and link.target == tuple(
        range(j, j + len(link.target))
    )


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 9
