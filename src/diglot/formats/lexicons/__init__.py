"""Formats of bilingual dictionaries.

Examples are Apertium dix, FreeDict, dictd, StarDict, Wiktextract, WordNet LMF, OntoLex, TBX, JSON
lines and tables. A file enters, or a Lexicon for writing. Translations one by one, an origin and a
signature leave, or a file and counts of what it could not carry.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot.errors import ConfigError, FormatError
from diglot.formats.blocks import Skips
from diglot.formats.lexicons.sources import PACKED, unpacked_name
from diglot.model.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diglot.model.lexicon import Origin, Translation
    from diglot.model.signature import Signature

# Extension to name of the format; the content decides where one extension has several.
EXTENSIONS = {
    ".tsv": "tsv",
    ".tab": "tsv",
    ".txt": "tsv",
    ".csv": "csv",
    ".xlsx": "xlsx",
    ".dix": "dix",
    ".metadix": "dix",
    ".tei": "freedict",
    ".dict": "dictd",
    ".index": "dictd",
    ".ifo": "stardict",
    ".jsonl": "jsonl",
    ".json": "jsonl",
    ".tbx": "tbx",
    ".ttl": "ontolex",
    ".turtle": "ontolex",
    ".nt": "ontolex",
    ".rdf": "ontolex",
    ".owl": "ontolex",
    ".jsonld": "ontolex",
    ".lmf": "wordnet",
}
# Name of the format to its module in this package.
MODULES = {
    "tsv": "lexicons.tables",
    "tiad": "lexicons.tables",
    "graph": "lexicons.tables",
    "goel": "lexicons.tables",
    "pairs": "lexicons.tables",
    "acoli": "lexicons.tables",
    "tiad-csv": "lexicons.tables",
    "csv": "lexicons.spreadsheets",
    "xlsx": "lexicons.spreadsheets",
    "dix": "lexicons.dix",
    "freedict": "lexicons.freedict",
    "dictd": "lexicons.dictd",
    "stardict": "lexicons.stardict",
    "wiktextract": "lexicons.wiktextract",
    "wordnet": "lexicons.wordnet",
    "ontolex": "lexicons.rdf",
    "tbx": "lexicons.tbx",
    "jsonl": "lexicons.jsonl",
}
# Formats of which one module knows several layouts; without one it looks at the file.
LAYOUTS = frozenset({"tiad", "graph", "goel", "pairs", "acoli", "tiad-csv"})
# Root element of an XML file to its format.
ROOTS = {
    "dictionary": "dix",
    "TEI": "freedict",
    "TEI.2": "freedict",
    "LexicalResource": "wordnet",
    "martif": "tbx",
    "tbx": "tbx",
    "RDF": "ontolex",
}
XML = (".xml", ".tei", ".tbx", ".lmf")


def lexicon_format(
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the word users type
    *,
    look: bool = False,
) -> str:
    """Return the name of the format of a dictionary.

    Args:
        path: the file; its extension tells, unless ``format`` is given. ``.gz`` and ``.dz`` at
            the end are passed over.
        format: a name of `MODULES`, or an extension.
        look: read the beginning of the file where formats share its extension.

    Raises:
        ConfigError: there is no such format.
        InputError: the file cannot be read, or its root element belongs to no format.
    """
    if format is not None:
        name = format.lower().lstrip(".")
        name = name if name in MODULES else EXTENSIONS.get(f".{name}", name)
        if name not in MODULES:
            raise ConfigError(
                f"there is no format of dictionaries {format!r}; there are {', '.join(MODULES)}"
            )
        return name
    extension = unpacked_name(path).suffix.lower()
    if look and extension in XML:
        return _format_of_root(path)
    if extension not in EXTENSIONS:
        raise ConfigError(
            f"{path}: the extension {extension!r} tells no format of dictionaries; name one of "
            f"{', '.join(MODULES)}"
        )
    name = EXTENSIONS[extension]
    return _format_of_lines(path, name) if look and name in {"csv", "jsonl"} else name


def read_translations(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    languages: tuple[str, str] | None = None,
    encoding: str | None = None,
    skips: Skips | None = None,
    skip_bad: bool = False,
    **options: Any,
) -> Iterator[Translation]:
    """Give the translations of a dictionary one by one, plain or packed with gzip.

    Args:
        path: the file.
        format: name of the format, where neither extension nor content tells it.
        languages: of source and target, where the file does not say them; by default those in its
            name, else ``und``.
        encoding: of a text file that is not in Unicode.
        skips: collects what is left out.
        skip_bad: leave bad lines out, and count them, rather than stop at the first.
        options: of the format.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: an unknown or unsuitable format or option.
    """
    name = lexicon_format(path, format, look=True)
    translations: Iterator[Translation] = formats.call(
        _module(name).read_translations,
        Path(path),
        languages=languages,
        encoding=encoding,
        skips=skips,
        skip_bad=skip_bad,
        **_with_layout(name, options),
    )
    return translations


def read_origin(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
) -> Origin:
    """Return where a dictionary comes from, as far as its header says.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: there is no such format.
    """
    origin: Origin = _module(lexicon_format(path, format, look=True)).read_origin(Path(path))
    return origin


def read_lexicon(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    languages: tuple[str, str] | None = None,
    encoding: str | None = None,
    skips: Skips | None = None,
    skip_bad: bool = False,
    **options: Any,
) -> Lexicon:
    """Read a bilingual dictionary, or an inferred lexicon that diglot wrote.

    Args:
        path: the file.
        format: name of the format, where neither extension nor content tells it.
        languages: of source and target, where the file does not say them; by default those in its
            name, else ``und``.
        encoding: of a text file that is not in Unicode.
        skips: collects what is left out, as the notes of the lexicon do.
        skip_bad: leave bad lines out, and count them, rather than stop at the first.
        options: of the format.

    Returns:
        The lexicon, every translation once; its notes count what was left out.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: an unknown or unsuitable format or option.
    """
    from diglot.formats.termbases.data_categories import notes_of

    name = lexicon_format(path, format, look=True)
    skips = skips if skips is not None else Skips()
    found: dict[Translation, None] = {}
    for each in read_translations(
        path,
        format=name,
        languages=languages,
        encoding=encoding,
        skips=skips,
        skip_bad=skip_bad,
        **options,
    ):
        if each in found:
            skips.add("duplicate translation", f"{each.source} | {each.target}")
        found[each] = None
    if not found:
        skips.add("file without translations", Path(path).name)
    return Lexicon(
        tuple(found),
        read_origin(path, format=name),
        notes_of(skips.found()),
        signature=read_signature(path, format=name),
    )


def read_signature(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
) -> Signature | None:
    """Return how a lexicon was inferred; None where the file does not say so.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: an unknown format.
    """
    module = _module(lexicon_format(path, format, look=True))
    if not hasattr(module, "read_signature"):
        return None
    signature: Signature | None = module.read_signature(Path(path))
    return signature


def write_lexicon(
    path: str | Path,
    lexicon: Lexicon,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    skips: Skips | None = None,
    **options: Any,
) -> int:
    """Write a lexicon; return the number of its translations in the file.

    Args:
        path: the file; it is replaced only when everything has been written. A ``.tsv`` file is
            one of TIAD: source, target, part of speech, confidence.
        lexicon: the translations.
        format: name of the format, where the extension does not tell it.
        skips: collects what the format cannot carry.
        options: of the format.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an unknown or unsuitable format or option.
    """
    name = lexicon_format(path, format)
    if Path(path).suffix.lower() in PACKED:
        raise ConfigError(f"{path}: packed files are read, not written; leave .gz out")
    module = _module(name)
    if not hasattr(module, "write_lexicon"):
        raise ConfigError(
            f"{name} dictionaries are read, not written; name a format such as tsv, dix or jsonl"
        )
    number: int = formats.call(
        module.write_lexicon, Path(path), lexicon, skips=skips, **_with_layout(name, options)
    )
    return number


def _with_layout(name: str, options: dict[str, Any]) -> dict[str, Any]:
    return options | ({"layout": name} if name in LAYOUTS else {})


def _module(name: str) -> Any:
    return importlib.import_module(f"diglot.formats.{MODULES[name]}")


def _format_of_root(path: str | Path) -> str:
    from diglot.files.xml import root_of

    root = root_of(path)
    if root in ROOTS:
        return ROOTS[root]
    raise FormatError(
        f"the root element <{root}> belongs to no dictionary that is read"
        if root
        else "is no XML file of a dictionary",
        path=path,
        cure=f"name one of {', '.join(MODULES)}",
    )


def _format_of_lines(path: str | Path, name: str) -> str:
    """Tell TIAD's tables from others, and Wiktextract's objects from those of diglot."""
    from diglot.formats.lexicons.sources import first_lines

    first = next(iter(first_lines(Path(path), count=1)), "")
    if name == "csv" and first.lstrip().startswith('"written_rep_a"'):
        return "tiad-csv"
    if name == "jsonl" and '"word":' in first and '"lang_code":' in first:
        return "wiktextract"
    return name
