"""TMX 1.4b: translation memories, read and written one unit at a time.

What diglot knows about a unit goes along as ``<prop type="x-diglot-…">``; attributes, properties
and notes of other tools are kept as found.

Reference: TMX 1.4b Specification, OSCAR recommendation, 2005.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.files.atomic import atomic_open
from diglot.files.xml import iterparse, local
from diglot.formats.blocks import Skips
from diglot.formats.units import merged
from diglot.formats.units.tmx_names import ALL_LANGUAGES
from diglot.formats.units.tmx_read import Reader
from diglot.formats.units.tmx_write import Writer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from diglot.model import Skipped, Unit

INLINE = ("keep", "strip")


def read_units(
    path: Path,
    *,
    encoding: str | None = None,
    inline: str = "keep",
    skips: Skips | None = None,
) -> Iterator[Unit]:
    """Give the units of a translation memory one by one; memory does not grow with the file.

    Args:
        path: the file.
        encoding: overrides what the file declares.
        inline: ``keep`` inline codes as markup beside the text, or ``strip`` them.
        skips: collects what is left out.

    Raises:
        InputError: the file cannot be read, is unsafe or is no TMX.
        ConfigError: ``inline`` is neither.
    """
    if inline not in INLINE:
        raise ConfigError(f"inline is {inline!r}; it can be {' or '.join(INLINE)}")
    reader = Reader(keep=inline == "keep", skips=skips if skips is not None else Skips())
    tags = ("{*}header", "{*}tu")
    for element in iterparse(path, tags, encoding=encoding, roots=("tmx",)):
        if local(element) == "tu":
            unit = reader.unit(element)
            if unit is not None:
                yield unit
        else:
            reader.header(element)


def write_units(
    path: Path, units: Iterable[Unit], *, inline: str = "keep", merge: bool = False
) -> tuple[Skipped, ...]:
    """Write a translation memory; return what it could not carry.

    Args:
        path: the file.
        units: taken one by one; memory does not grow with their number unless they are merged.
        inline: ``keep`` inline codes, or ``strip`` them.
        merge: write units with the same texts once; the others are counted in the result.

    Raises:
        InputError: the file cannot be written.
        ConfigError: ``inline`` is neither.
    """
    if inline not in INLINE:
        raise ConfigError(f"inline is {inline!r}; it can be {' or '.join(INLINE)}")
    skips = Skips()
    stream = merged(units, skips) if merge else iter(units)
    first = next(stream, None)
    rest = stream if first is None else itertools.chain((first,), stream)
    language = first.variants[0].language if first and first.variants else ALL_LANGUAGES
    writer = Writer(language, first.method if first else None, keep=inline == "keep", skips=skips)
    with atomic_open(path) as file:
        file.write(writer.clean(writer.header()))
        for unit in rest:
            file.write(writer.clean(writer.unit(unit)))
        file.write("</body>\n</tmx>\n")
    return skips.found()
