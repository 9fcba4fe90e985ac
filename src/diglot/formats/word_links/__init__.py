"""Formats that hold links between the words of sentence pairs.

Examples are Pharaoh, TALP, NAACL, GIZA++ and Yawat. A file enters, or WordLinks for writing.
WordLinks leave, sorted and in range, or a file and a list of what it could not carry.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from diglot.model import Skipped, WordLinks

# Names of MGIZA's parts, packed or not: en-fr.A3.final, en-fr.A3.final.part003.
GIZA = re.compile(r"\.a3(\.final)?(\.part[0-9]+)?$", re.IGNORECASE)
PACKED = ".gz"


def word_link_format(
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the word users type
) -> str:
    """Return the name of the format of a file of word links.

    Args:
        path: the file. An extension that tells nothing (``gold.txt``, ``out.grow-diag-final``)
            means Pharaoh; ``.gz`` at the end is passed over.
        format: a name of `formats.WORD_LINKS`, or an extension.

    Raises:
        ConfigError: there is no such format, or files of that kind hold no word links.
    """
    path = Path(path)
    if path.suffix.lower() == PACKED:
        path = path.with_suffix("")
    if format is None and GIZA.search(path.name):
        return "giza"
    extension = path.suffix.lower()
    others = {**formats.UNIT_FORMATS, **formats.LINK_FORMATS, **formats.READERS}
    others.pop(".txt")
    if format is None and extension not in formats.WORD_LINK_FORMATS and extension not in others:
        return "pharaoh"
    name = formats.format_of(path, format)
    if name not in formats.WORD_LINKS:
        raise ConfigError(
            f"{path}: {name} files hold no word links; "
            f"{', '.join(sorted(formats.WORD_LINKS))} files do"
        )
    return name


def read_word_links(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    **options: Any,
) -> WordLinks:
    """Return the word links of a file, plain or gzip.

    Args:
        path: the file.
        format: name of the format, where the extension does not tell it.
        options: of the format: ``base``, ``pairs``, ``lengths``, ``reverse``, ``skips``.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: an unknown or unsuitable format or option.
    """
    name = word_link_format(path, format)
    links: WordLinks = formats.call(formats.module_of(name).read, Path(path), **options)
    return links


def write_word_links(
    path: str | Path,
    links: WordLinks | Iterable[WordLinks],
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    **options: Any,
) -> tuple[Skipped, ...]:
    """Write word links; return what the format could not carry.

    Args:
        path: the file; it is replaced only when everything has been written.
        links: of all pairs, or blocks of consecutive pairs, taken one by one.
        format: name of the format, where the extension does not tell it.
        options: of the format: ``scores``, ``base``, ``reverse``.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an unknown or unsuitable format or option.
    """
    name = word_link_format(path, format)
    able = sorted(formats.WORD_LINKS & formats.WRITABLE)
    if name not in able:
        raise ConfigError(f"{name} files cannot be written; {', '.join(able)} can")
    if Path(path).suffix.lower() == PACKED:
        raise ConfigError(f"{path}: packed files are read, not written; leave {PACKED} out")
    lost: tuple[Skipped, ...] = formats.call(
        formats.module_of(name).write, Path(path), links, **options
    )
    return lost
