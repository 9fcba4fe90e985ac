"""A file of translation units as a text that people correct, and the file made of it again.

What nobody changed keeps its unit as it was found, inline codes, other languages and properties
included; what was merged, split or moved becomes new units. Every confirmed unit says who
confirmed it, and when.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot import formats
from diglot.formats.blocks import Skips
from diglot.formats.units import bitext_of, units_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime
    from pathlib import Path

    from diglot.model import Bitext, Link, Skipped, Unit

CONFIRMED = "confirmed"
"""The kind of a unit that a person has looked at."""

Place = tuple[int, int, int, int]
"""Characters of the source and the target text that a link covers: start, end, start, end."""


@dataclass(frozen=True, slots=True)
class UnitFile:
    """A file of units, read to be reviewed.

    Attributes:
        bitext: its texts and links, a link a unit that has text in both languages.
        units: everything that the file holds, in order.
        numbers: index in ``units`` of each link's unit.
        skipped: what reading left out.
    """

    bitext: Bitext
    units: tuple[Unit, ...]
    numbers: tuple[int, ...]
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Who confirmed a link, and when."""

    name: str
    at: datetime


def read_unit_file(
    path: Path,
    *,
    source_language: str | None = None,
    target_language: str | None = None,
    format: str | None = None,  # noqa: A002 - the word users type
    encoding: str | None = None,
) -> UnitFile:
    """Read a file of units.

    Raises:
        InputError: it cannot be read, or holds no unit in both languages.
        ConfigError: it holds no units.
    """
    skips = Skips()
    units = tuple(formats.read_units(path, format=format, encoding=encoding, skips=skips))
    # The kind of a link is the only part of a unit that nothing else is made of.
    numbered = (dataclasses.replace(unit, kind=str(index)) for index, unit in enumerate(units))
    bitext = bitext_of(
        numbered,
        source_language=source_language,
        target_language=target_language,
        name=path.stem,
        path=path,
        skips=skips,
    )
    numbers = tuple(int(link.kind or 0) for link in bitext.links)
    links = tuple(
        dataclasses.replace(link, kind=units[number].kind)
        for link, number in zip(bitext.links, numbers, strict=True)
    )
    return UnitFile(dataclasses.replace(bitext, links=links), units, numbers, skips.found())


def place_of(bitext: Bitext, link: Link) -> Place:
    """Return the characters that a link covers; an empty side has no length and stands at 0."""
    (a, b), (c, d) = (
        (segments[indices[0]].start, segments[indices[-1]].end) if indices else (0, 0)
        for segments, indices in (
            (bitext.source.segments, link.source),
            (bitext.target.segments, link.target),
        )
    )
    return a, b, c, d


def reviewed_units(
    file: UnitFile, corrected: Bitext, confirmations: Mapping[Place, Confirmation]
) -> Iterator[Unit]:
    """Give the units of the corrected text in its order.

    Units without text in both languages, which nobody was shown, stay where they were: after the
    unit that they followed.

    Args:
        file: as it was read.
        corrected: the same texts with the links, and perhaps the segments, of the reviewers.
        confirmations: by the place of the link.
    """
    known: dict[Place, int] = {
        place_of(file.bitext, link): number
        for link, number in zip(file.bitext.links, file.numbers, strict=True)
    }
    shown = set(file.numbers)

    def unseen(start: int) -> Iterator[int]:
        for number in range(start, len(file.units)):
            if number in shown:
                return
            yield number

    given = set(unseen(0))
    yield from (file.units[number] for number in sorted(given))
    for link, made in zip(corrected.links, _made(corrected), strict=True):
        place = place_of(corrected, link)
        origin = known.get(place)
        yield _signed(made if origin is None else file.units[origin], confirmations.get(place))
        if origin is not None:
            after = [number for number in unseen(origin + 1) if number not in given]
            given.update(after)
            yield from (file.units[number] for number in after)
    left = set(range(len(file.units))) - shown - given
    yield from (file.units[number] for number in sorted(left))


def write_reviewed(
    path: Path,
    file: UnitFile,
    corrected: Bitext,
    confirmations: Mapping[Place, Confirmation],
    *,
    format: str | None = None,  # noqa: A002 - the word users type
) -> tuple[Skipped, ...]:
    """Write the corrected units; return what the format could not carry.

    Raises:
        InputError: the file cannot be written.
        ConfigError: the format cannot be written.
    """
    units = reviewed_units(file, corrected, confirmations)
    return formats.write_units(path, units, format=format)


def _made(bitext: Bitext) -> Iterable[Unit]:
    """Units of the corrected text, one a link."""
    return units_of(bitext, keep_nulls=True)


def _signed(unit: Unit, confirmation: Confirmation | None) -> Unit:
    """A confirmed unit is certain, and says who made it so; the reasons for doubt are gone."""
    if confirmation is None:
        return unit
    stamp = confirmation.at.strftime("%Y%m%dT%H%M%SZ")
    mine = {"changeid": confirmation.name, "changedate": stamp}
    kept = tuple(each for each in unit.properties if each[0] not in mine)
    return dataclasses.replace(
        unit,
        score=1.0,
        kind=CONFIRMED,
        reasons=(),
        properties=(*kept, *mine.items()),
    )
