"""Formats of termbases and glossaries: TBX, SKOS and OntoLex in RDF, tables and workbooks.

A file enters for reading, or a `Termbase` for writing. A `Termbase` or its concepts one by one
leave, or a file with a list of what it could not carry.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypedDict, Unpack

from diglot.errors import ConfigError
from diglot.formats.blocks import Skips
from diglot.formats.registry import TERMBASE, Format, find_format, names_of
from diglot.formats.termbases.data_categories import About
from diglot.model import Concept, Skipped, Termbase

TABLES = frozenset({"csv", "tsv", "xlsx"})
WITHOUT_LANGUAGES = TABLES | {"omegat"}


class TermbaseReading(TypedDict, total=False):
    """Further options of the readers of termbases; each has some of them."""

    delimiter: str | None
    encoding: str | None
    header: bool | None
    serialisation: str | None


class TermbaseWriting(TypedDict, total=False):
    """Options of the writers of termbases; each has some of them."""

    base: str
    delimiter: str | None
    languages: Sequence[str] | None
    layout: str | None
    mark: bool
    neutralise: bool | None
    serialisation: str | None
    version: str
    vocabulary: str


def read_termbase(
    path: str | Path,
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
    languages: Sequence[str] | None = None,
    skips: Skips | None = None,
    **options: Unpack[TermbaseReading],
) -> Termbase:
    """Read a termbase, a glossary or a list of terms.

    Args:
        path: the file.
        format: name of the format, where the extension does not tell it.
        languages: of the source and the target column of a table that does not say; one for a list
            of terms.
        skips: collects what is left out, as the notes of the termbase do.
        options: of the format.

    Returns:
        The termbase; its notes count what was left out.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: an unknown or unsuitable format or option.
    """
    about, skips = About(), skips if skips is not None else Skips()
    concepts = tuple(
        read_concepts(path, format=format, languages=languages, about=about, skips=skips, **options)
    )
    if not concepts:
        skips.add("file without concepts", Path(path).name)
    return Termbase(concepts, about.title, tuple(map(str, skips.entries())), about.signature)


def read_concepts(
    path: str | Path,
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
    languages: Sequence[str] | None = None,
    about: About | None = None,
    skips: Skips | None = None,
    **options: Unpack[TermbaseReading],
) -> Iterator[Concept]:
    """Give the concepts of a file one by one; those of TBX files are streamed.

    Args:
        path: the file.
        format: name of the format, where the extension does not tell it.
        languages: as in `read_termbase`; formats that say the languages of their terms ignore it.
        about: takes title and signature, where the file says them.
        skips: collects what is left out while reading.
        options: of the format.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: an unknown or unsuitable format or option.
    """
    record = find_format(path, TERMBASE, format=format, look=True)
    concepts: Iterator[Concept] = record.call(
        "read_concepts",
        Path(path),
        languages=languages if record.name in WITHOUT_LANGUAGES else None,
        about=about,
        skips=skips,
        **options,
    )
    return concepts


def write_termbase(
    path: str | Path,
    termbase: Termbase,
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
    **options: Unpack[TermbaseWriting],
) -> tuple[Skipped, ...]:
    """Write a termbase; return what the format could not carry.

    Args:
        path: the file; it is replaced only when everything has been written.
        termbase: the concepts.
        format: name of the format, where the extension does not tell it.
        options: of the format.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an unknown or unsuitable format or option.
    """
    record = find_format(path, TERMBASE, format=format)
    if not record.writes:
        raise ConfigError(
            f"{record.name} termbases are read, not written; name one of "
            f"{names_of(TERMBASE, writes=True)}"
        )
    lost: tuple[Skipped, ...] = record.call("write", Path(path), termbase, **options)
    return lost
