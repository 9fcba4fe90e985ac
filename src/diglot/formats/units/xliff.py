"""XLIFF 1.2 and 2.x: bilingual files of translation tools, read and written unit by unit.

References: XLIFF Version 1.2, OASIS Standard, 2008; XLIFF Version 2.1, OASIS Standard, 2018.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.files.atomic import atomic_open
from diglot.files.xml import iterparse, local
from diglot.formats.blocks import Skips
from diglot.formats.units.xliff_read import Reader
from diglot.formats.units.xliff_write import lines_1, lines_2

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from diglot.model import Skipped, Unit

INLINE = ("keep", "strip")
VERSIONS = {"1.2": lines_1, "2.1": lines_2}


def read_units(
    path: Path,
    *,
    encoding: str | None = None,
    inline: str = "keep",
    skips: Skips | None = None,
) -> Iterator[Unit]:
    """Give the units of an XLIFF file one by one, whatever its version.

    Proposals (``alt-trans``) and units marked ``translate="no"`` are left out and counted. A unit
    without a target has one variant.

    Args:
        path: the file.
        encoding: overrides what the file declares.
        inline: ``keep`` inline codes as markup beside the text, or ``strip`` them.
        skips: collects what is left out.

    Raises:
        InputError: the file cannot be read, is unsafe or is no XLIFF.
        ConfigError: ``inline`` is neither.
    """
    if inline not in INLINE:
        raise ConfigError(f"inline is {inline!r}; it can be {' or '.join(INLINE)}")
    skips = skips if skips is not None else Skips()
    reader = Reader(keep=inline == "keep", skips=skips)
    tags = ("{*}trans-unit", "{*}unit", "{*}bin-unit")
    for element in iterparse(path, tags, encoding=encoding, roots=("xliff",)):
        match local(element):
            case "trans-unit":
                yield from reader.units_1(element)
            case "unit":
                yield from reader.units_2(element)
            case _:
                skips.add("unit with binary content", element.get("id", ""))


def write_units(
    path: Path, units: Iterable[Unit], *, version: str = "1.2", inline: str = "keep"
) -> tuple[Skipped, ...]:
    """Write the first two languages of the units; return what the format could not carry.

    Args:
        path: the file.
        units: taken one by one.
        version: ``1.2``, which every tool reads, or ``2.1``.
        inline: ``keep`` inline codes, or ``strip`` them.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an unknown version, or ``inline`` is neither.
    """
    if version not in VERSIONS:
        raise ConfigError(f"there is no XLIFF {version}; there are {', '.join(VERSIONS)}")
    if inline not in INLINE:
        raise ConfigError(f"inline is {inline!r}; it can be {' or '.join(INLINE)}")
    skips = Skips()
    with atomic_open(path) as file:
        for line in VERSIONS[version](units, skips, keep=inline == "keep"):
            file.write(line)
    return skips.found()
