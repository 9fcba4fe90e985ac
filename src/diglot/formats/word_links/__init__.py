"""Formats of links between the words of sentence pairs, such as Pharaoh, NAACL and GIZA++.

A file enters for reading, or `WordLinks` for writing. `WordLinks` leave, sorted and within their
sentences, or a file with a list of what it could not carry.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from diglot.errors import ConfigError
from diglot.files.binary import PACKED, unpacked_name
from diglot.formats.registry import (
    GENERAL,
    WORD_LINKS,
    Format,
    extensions_of,
    find_format,
    names_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from diglot.formats.blocks import Skips
    from diglot.formats.word_links.builder import Lengths
    from diglot.model import Skipped, WordLinks

# Names of MGIZA's parts, packed or not: en-fr.A3.final, en-fr.A3.final.part003.
GIZA = re.compile(r"\.a3(\.final)?(\.part[0-9]+)?$", re.IGNORECASE)


class WordLinkReading(TypedDict, total=False):
    """Options of the readers of word links; each has some of them."""

    base: int | None
    pairs: int | None
    lengths: Lengths | None
    reverse: bool
    encoding: str | None
    skips: Skips | None


class WordLinkWriting(TypedDict, total=False):
    """Options of the writers of word links; each has some of them."""

    scores: bool | None
    base: int | None
    reverse: bool


def word_link_format(
    path: str | Path,
    format: str | Format | None = None,  # noqa: A002 - the word users type
) -> Format:
    """Return the format of a file of word links.

    Args:
        path: the file. An extension that tells nothing (``gold.txt``, ``out.grow-diag-final``)
            means Pharaoh; ``.gz`` at the end is passed over.
        format: the name of a format of word links, or an extension.

    Raises:
        ConfigError: there is no such format, or files of that kind hold no word links.
    """
    path = unpacked_name(path)
    if format is None and GIZA.search(path.name):
        format = "giza"  # noqa: A001 - the word users type
    elif format is None and path.suffix.lower() not in extensions_of(*GENERAL).keys() - {".txt"}:
        format = "pharaoh"  # noqa: A001 - the word users type
    record = find_format(path, format=format)
    if record.kind != WORD_LINKS:
        raise ConfigError(
            f"{path}: {record.name} files hold no word links; {names_of(WORD_LINKS)} files do"
        )
    return record


def read_word_links(
    path: str | Path,
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
    **options: Unpack[WordLinkReading],
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
    links: WordLinks = word_link_format(path, format).call("read", Path(path), **options)
    return links


def write_word_links(
    path: str | Path,
    links: WordLinks | Iterable[WordLinks],
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
    **options: Unpack[WordLinkWriting],
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
    record = word_link_format(path, format)
    if not record.writes:
        raise ConfigError(
            f"{record.name} files cannot be written; {names_of(WORD_LINKS, writes=True)} can"
        )
    if Path(path).suffix.lower() in PACKED:
        raise ConfigError(f"{path}: packed files are read, not written; leave .gz out")
    lost: tuple[Skipped, ...] = record.call("write", Path(path), links, **options)
    return lost
