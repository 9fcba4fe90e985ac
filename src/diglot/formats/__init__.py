"""Every file format that diglot reads or writes, found by name, extension or root element.

Loaded when it is used. Paths enter for reading, and values of diglot.model for writing. Values of
diglot.model leave, or files and a list of what the format could not carry.
"""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError, FormatError
from diglot.formats.lexicons import read_lexicon as read_lexicon
from diglot.formats.lexicons import write_lexicon as write_lexicon
from diglot.formats.marked_terms import read_annotated_set as read_annotated_set
from diglot.formats.marked_terms import read_hypotheses as read_hypotheses
from diglot.formats.marked_terms import write_annotated_set as write_annotated_set
from diglot.formats.termbases import read_termbase as read_termbase
from diglot.formats.termbases import write_termbase as write_termbase
from diglot.formats.word_links import read_word_links as read_word_links
from diglot.formats.word_links import word_link_format as word_link_format
from diglot.formats.word_links import write_word_links as write_word_links

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from types import ModuleType

    from diglot.formats.blocks import Skips
    from diglot.model import Bitext, Document, Link, Skipped, Unit

# Extension to name of the format: files with one text,
READERS: dict[str, str] = {
    ".txt": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".docx": "docx",
    ".odt": "odt",
    ".epub": "epub",
    ".pdf": "pdf",
    ".srt": "subtitles",
    ".vtt": "subtitles",
}
# files of translation units,
UNIT_FORMATS: dict[str, str] = {
    ".tmx": "tmx",
    ".xlf": "xliff",
    ".xliff": "xliff",
    ".sdlxliff": "xliff",
    ".mqxliff": "xliff",
    ".mxliff": "xliff",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".csv": "csv",
    ".xlsx": "xlsx",
    ".jsonl": "jsonl",
    ".moses": "moses",
    ".po": "po",
    ".pot": "po",
}
# files of links between numbered segments,
LINK_FORMATS: dict[str, str] = {
    ".links": "links",
    ".xml": "ces",
    ".tei": "tei",
    ".ladder": "ladder",
}
# and files of links between the words of many sentence pairs.
WORD_LINK_FORMATS: dict[str, str] = {
    ".pharaoh": "pharaoh",
    ".align": "pharaoh",
    ".talp": "talp",
    ".naacl": "naacl",
    ".wpt": "naacl",
    ".wa": "naacl",
    ".nonullalign": "naacl",  # test.wa.nonullalign, as the shared tasks name it
    ".giza": "giza",
    ".a3": "giza",
    ".aln": "yawat",
}
# Name of the format to its module in this package.
MODULES: dict[str, str] = {
    "text": "documents.text_lines",
    "markdown": "documents.markdown",
    "html": "documents.html",
    "docx": "documents.docx",
    "odt": "documents.odt",
    "epub": "documents.epub",
    "pdf": "documents.pdf",
    "subtitles": "documents.subtitles",
    "tmx": "units.tmx",
    "xliff": "units.xliff",
    "tsv": "units.tables",
    "csv": "units.tables",
    "xlsx": "units.xlsx",
    "jsonl": "units.jsonl",
    "moses": "units.moses",
    "po": "units.po",
    "links": "links.plain",
    "ces": "links.ces",
    "tei": "links.tei",
    "ladder": "links.ladder",
    "transread": "links.transread",
    "cesdoc": "links.ces",
    "pharaoh": "word_links.pharaoh",
    "talp": "word_links.talp",
    "naacl": "word_links.naacl",
    "giza": "word_links.giza",
    "yawat": "word_links.yawat",
}
DOCUMENTS = frozenset({*READERS.values(), "cesdoc"})
UNITS = frozenset(UNIT_FORMATS.values())
LINKS = frozenset({*LINK_FORMATS.values(), "transread"})
WORD_LINKS = frozenset(WORD_LINK_FORMATS.values())
WRITABLE = frozenset({"tmx", "xliff", "tsv", "csv", "xlsx", "jsonl", "moses"}) | (
    (LINKS | WORD_LINKS) - {"transread", "giza"}
)
# Root element of an XML file to its format, where the extension says nothing.
ROOTS: dict[str, str] = {
    "tmx": "tmx",
    "xliff": "xliff",
    "cesAlign": "ces",
    "linkGrp": "tei",
    "TEI": "tei",
    "TEI.2": "tei",
    "teiCorpus": "tei",
    "trAnnot": "transread",
    "html": "html",
    "cesDoc": "cesdoc",
    "cesAna": "cesdoc",
    "text": "cesdoc",
}


def format_of(
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the word users type
    *,
    look: bool = False,
) -> str:
    """Return the name of the format of a file.

    Args:
        path: the file; its extension tells, unless ``format`` is given.
        format: a name of `MODULES`, or an extension.
        look: read the root element of an ``.xml`` file.

    Raises:
        ConfigError: there is no such format.
        InputError: an ``.xml`` file cannot be read.
    """
    by_extension = {**READERS, **UNIT_FORMATS, **LINK_FORMATS, **WORD_LINK_FORMATS}
    if format is not None:
        name = by_extension.get(f".{format.lower().lstrip('.')}", format.lower())
        name = format.lower() if format.lower() in MODULES else name
        if name not in MODULES:
            raise ConfigError(f"there is no format {format!r}; there are {', '.join(MODULES)}")
        return name
    extension = Path(path).suffix.lower()
    if look and extension in {".xml", ".tei"}:
        return _format_of_root(path) or by_extension[extension]
    if extension not in by_extension:
        raise ConfigError(
            f"{path}: the extension {extension!r} tells no format; name one of {', '.join(MODULES)}"
        )
    return by_extension[extension]


def read(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    encoding: str | None = None,
    **options: Any,
) -> Document | Bitext:
    """Read a text as a `Document`, or translation units as a `Bitext`.

    Args:
        path: the file.
        format: name of the format, where the extension does not tell it.
        encoding: of a text file that is not in Unicode.
        options: of the format; units take ``source_language`` and ``target_language``, too.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: an unknown format or option, or a file of links only.
    """
    name = format_of(path, format, look=True)
    path = Path(path)
    if name in DOCUMENTS:
        module = module_of(name)
        document: Document = call(module.read, path, encoding=encoding, **options)
        return document
    if name in LINKS | WORD_LINKS:
        reader = "read_links" if name in LINKS else "read_word_links"
        raise ConfigError(f"{path}: {name} files hold links without texts; use {reader}")

    from diglot.formats.blocks import Skips
    from diglot.formats.units import bitext_of

    skips = Skips()
    languages = {side: options.pop(side, None) for side in ("source_language", "target_language")}
    if name == "moses" and all(languages.values()):
        options.setdefault("languages", tuple(languages.values()))
    units = read_units(path, format=name, encoding=encoding, skips=skips, **options)
    return bitext_of(units, name=path.stem, path=path, reader=name, skips=skips, **languages)


def write(
    path: str | Path,
    bitext: Bitext | Sequence[Bitext],
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    keep_nulls: bool = True,
    **options: Any,
) -> tuple[Skipped, ...]:
    """Write bitexts as translation units or one bitext as links; return what was left out.

    Args:
        path: the file; it is replaced only when everything has been written.
        bitext: one, or several to go into one file of units.
        format: name of the format, where the extension does not tell it.
        keep_nulls: whether segments without a partner are written as units.
        options: of the format.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an unknown or unsuitable format or option.
    """
    from diglot.formats.units import units_of
    from diglot.model import Bitext

    name = format_of(path, format)
    if name in LINKS:
        if not isinstance(bitext, Bitext):
            if len(bitext) != 1:
                raise ConfigError(f"{name} files hold one pair of documents each")
            bitext = bitext[0]
        return write_links(path, bitext.links, format=name, **options)
    return write_units(path, units_of(bitext, keep_nulls=keep_nulls), format=name, **options)


def read_units(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    encoding: str | None = None,
    skips: Skips | None = None,
    **options: Any,
) -> Iterator[Unit]:
    """Give the translation units of a file one by one.

    Args:
        path: the file.
        format: name of the format, where the extension does not tell it.
        encoding: of a text file that is not in Unicode.
        skips: collects what is left out while reading.
        options: of the format.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: an unknown or unsuitable format or option.
    """
    name = format_of(path, format, look=True)
    if name not in UNITS:
        raise ConfigError(f"{path}: {name} files hold no translation units; {_listed(UNITS)} do")
    _add_delimiter(name, options)
    units: Iterator[Unit] = call(
        module_of(name).read_units, Path(path), encoding=encoding, skips=skips, **options
    )
    return units


def write_units(
    path: str | Path,
    units: Iterable[Unit],
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    **options: Any,
) -> tuple[Skipped, ...]:
    """Write translation units; return what the format could not carry.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an unknown or unsuitable format or option.
    """
    name = format_of(path, format)
    if name not in UNITS & WRITABLE:
        raise ConfigError(
            f"{path}: {name} files cannot be written from units; {_listed(UNITS & WRITABLE)} can"
        )
    _add_delimiter(name, options)
    lost: tuple[Skipped, ...] = call(module_of(name).write_units, Path(path), units, **options)
    return lost


def read_links(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    **options: Any,
) -> tuple[Link, ...]:
    """Return the links of a file.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: an unknown or unsuitable format or option.
    """
    name = format_of(path, format, look=True)
    if name not in LINKS:
        raise ConfigError(f"{path}: {name} files hold no links; {_listed(LINKS)} do")
    links: tuple[Link, ...] = call(module_of(name).read_links, Path(path), **options)
    return links


def write_links(
    path: str | Path,
    links: Sequence[Link],
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    **options: Any,
) -> tuple[Skipped, ...]:
    """Write the links of one pair of documents; return what the format could not carry.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an unknown or unsuitable format or option.
    """
    name = format_of(path, format)
    if name not in LINKS & WRITABLE:
        raise ConfigError(f"{name} files cannot be written; {_listed(LINKS & WRITABLE)} can")
    lost: tuple[Skipped, ...] | None = call(
        module_of(name).write_links, Path(path), links, **options
    )
    return lost or ()


def module_of(name: str) -> ModuleType:
    """Import the module of a format."""
    return importlib.import_module(f"diglot.formats.{MODULES[name]}")


def call(function: Any, *arguments: object, **options: object) -> Any:
    """Call a format's function; an option it does not have is a configuration error."""
    known = inspect.signature(function).parameters
    unknown = [
        option for option, value in options.items() if option not in known and value is not None
    ]
    if unknown:
        raise ConfigError(
            f"{function.__module__.rpartition('.')[2]} has no option {', '.join(unknown)}"
        )
    return function(
        *arguments, **{option: value for option, value in options.items() if option in known}
    )


def _add_delimiter(name: str, options: dict[str, Any]) -> None:
    """Let the two names of tables differ in what separates their columns."""
    if name in {"tsv", "csv"}:
        options.setdefault("delimiter", "\t" if name == "tsv" else None)


def _format_of_root(path: str | Path) -> str | None:
    from diglot.files.xml import root_of

    root = root_of(path)
    if root is not None and root not in ROOTS:
        raise FormatError(
            f"the root element <{root}> belongs to no format that is read",
            path=path,
            cure=f"name one of {_listed(UNITS | LINKS)}",
        )
    return ROOTS.get(root) if root else None


def _listed(names: Iterable[str] | Mapping[str, str]) -> str:
    return ", ".join(sorted(names))
