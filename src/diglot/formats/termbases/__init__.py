"""Formats of termbases and glossaries.

TBX, SKOS and OntoLex in RDF, and tables and workbooks of concepts. A file enters, or a Termbase for
writing. A Termbase or its concepts leave, or a file and a list of what it could not carry.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot.errors import ConfigError, FormatError
from diglot.formats.blocks import Skips
from diglot.formats.termbases.data_categories import About, notes_of
from diglot.model import Termbase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diglot.model import Concept, Skipped

EXTENSIONS = {
    ".tbx": "tbx",
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".txt": "tsv",
    ".xlsx": "xlsx",
    ".ttl": "rdf",
    ".turtle": "rdf",
    ".nt": "rdf",
    ".rdf": "rdf",
    ".owl": "rdf",
    ".jsonld": "rdf",
}
# Name of the format to its module in this package.
MODULES = {
    "tbx": "termbases.tbx",
    "csv": "termbases.tables",
    "tsv": "termbases.tables",
    "xlsx": "termbases.sheets",
    "rdf": "termbases.rdf",
}
TABLES = frozenset({"csv", "tsv", "xlsx"})
# Root element of an XML file to its format, where the extension says nothing.
ROOTS = {"martif": "tbx", "tbx": "tbx", "RDF": "rdf"}


def termbase_format(
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the word users type
    *,
    look: bool = False,
) -> str:
    """Return the name of the format of a file of terms.

    Args:
        path: the file; its extension tells, unless ``format`` is given.
        format: a name of `MODULES`, or an extension.
        look: read the root element of an ``.xml`` file.

    Raises:
        ConfigError: there is no such format.
        InputError: an ``.xml`` file cannot be read.
    """
    if format is not None:
        name = EXTENSIONS.get(f".{format.lower().lstrip('.')}", format.lower())
        if name not in MODULES:
            raise ConfigError(
                f"there is no format of terms {format!r}; there are {', '.join(MODULES)}"
            )
        return name
    extension = Path(path).suffix.lower()
    if extension == ".xml":
        return _format_of_root(path) if look else "tbx"
    if extension not in EXTENSIONS:
        raise ConfigError(
            f"{path}: the extension {extension!r} tells no format of terms; name one of "
            f"{', '.join(MODULES)}"
        )
    return EXTENSIONS[extension]


def read_termbase(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    languages: Sequence[str] | None = None,
    skips: Skips | None = None,
    **options: Any,
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
    return Termbase(concepts, about.title, notes_of(skips.found()), about.signature)


def read_concepts(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    languages: Sequence[str] | None = None,
    skips: Skips | None = None,
    **options: Any,
) -> Iterator[Concept]:
    """Give the concepts of a file one by one; those of TBX files are streamed.

    Args:
        path: the file.
        format: name of the format, where the extension does not tell it.
        languages: as in `read_termbase`; formats that say the languages of their terms ignore it.
        skips: collects what is left out while reading.
        options: of the format.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: an unknown or unsuitable format or option.
    """
    name = termbase_format(path, format, look=True)
    if name in TABLES:
        options["languages"] = languages
    _add_delimiter(name, options)
    concepts: Iterator[Concept] = formats.call(
        _module(name).read_concepts, Path(path), skips=skips, **options
    )
    return concepts


def write_termbase(
    path: str | Path,
    termbase: Termbase,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    **options: Any,
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
    name = termbase_format(path, format)
    _add_delimiter(name, options)
    lost: tuple[Skipped, ...] = formats.call(_module(name).write, Path(path), termbase, **options)
    return lost


def _module(name: str) -> Any:
    return importlib.import_module(f"diglot.formats.{MODULES[name]}")


def _add_delimiter(name: str, options: dict[str, Any]) -> None:
    if name == "tsv":
        options.setdefault("delimiter", "\t")


def _format_of_root(path: str | Path) -> str:
    from diglot.files.xml import root_of

    root = root_of(path)
    if root in ROOTS:
        return ROOTS[root]
    raise FormatError(
        f"the root element <{root}> is none of a termbase"
        if root
        else "is no XML file of a termbase",
        path=path,
        cure=f"name one of {', '.join(MODULES)}",
    )
