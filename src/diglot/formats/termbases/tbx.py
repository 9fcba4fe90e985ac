"""TBX: termbases of version 2 (MARTIF) and version 3, styles DCA and DCT, one concept at a time.

Every dialect is read; data categories without a field in the model are kept as properties, named
by the element that carries them (``admin:projectSubset``). What is written is TBX-Basic.

Reference: ISO 30042:2008; ISO 30042:2019, Management of terminology resources – TermBase eXchange.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.files.atomic import atomic_open
from diglot.files.xml import iterparse, local
from diglot.formats.blocks import Skips
from diglot.formats.termbases import tbx_names as names
from diglot.formats.termbases.tbx_read import Reader
from diglot.formats.termbases.tbx_write import Writer
from diglot.formats.termbases.termbase import About, carried

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from diglot.model import Concept, Skipped, Termbase

ROOTS = ("martif", "tbx")
HEADERS = frozenset({"martifHeader", "tbxHeader"})
BACK = frozenset({"refObjectList", "refObjectSec"})


def read_concepts(
    path: Path,
    *,
    encoding: str | None = None,
    about: About | None = None,
    skips: Skips | None = None,
) -> Iterator[Concept]:
    """Give the concepts of a termbase one by one; memory does not grow with the file.

    Args:
        path: the file.
        encoding: overrides what the file declares.
        about: takes title and signature, once the header has been read.
        skips: collects what is left out.

    Raises:
        InputError: the file cannot be read, is unsafe or is no TBX.
    """
    skips = skips if skips is not None else Skips()
    reader = Reader(about if about is not None else About(), skips)
    tags = [f"{{*}}{name}" for name in sorted(names.ENTRIES | HEADERS | BACK)]
    first = True
    for element in iterparse(path, tags, encoding=encoding, roots=ROOTS):
        if first:
            reader.root(element.getroottree().getroot())
            first = False
        name = local(element)
        if name in names.ENTRIES:
            concept = reader.concept(element)
            if concept is not None:
                yield concept
        elif name in HEADERS:
            reader.header(element)
        else:
            skips.add("list of persons or sources", element.get("type", ""))


def write(path: Path, termbase: Termbase, *, version: str = "3-dca") -> tuple[Skipped, ...]:
    """Write a termbase; return what it could not carry.

    Args:
        path: the file.
        termbase: its rejected terms are left out.
        version: ``3-dca``, ``3-dct`` or ``2``.

    Raises:
        InputError: the file cannot be written.
        ConfigError: there is no such version.
    """
    if version not in names.VERSIONS:
        raise ConfigError(
            f"the version of TBX is {version!r}; it can be {', '.join(names.VERSIONS)}"
        )
    skips = Skips()
    writer = Writer(version, skips)
    with atomic_open(path) as file:
        file.write(writer.clean(writer.header(termbase)))
        for concept in carried(termbase.concepts, skips):
            file.write(writer.clean(writer.concept(concept)))
        file.write(writer.footer())
    return skips.found()
