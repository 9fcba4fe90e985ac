"""Formats of links between the segments of two documents, such as cesAlign and hunalign's.

A file enters for reading (with its documents where segments have names), or links for writing.
Links leave, or a file with a list of what it could not carry.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict, Unpack

from diglot.errors import ConfigError
from diglot.formats.registry import LINKS, Format, find_format, names_of
from diglot.model import Link, Skipped


class LinkReading(TypedDict, total=False):
    """Options of the readers of links; each has some of them."""

    encoding: str | None
    split_nulls: bool
    level: str
    source_ids: Sequence[str] | None
    target_ids: Sequence[str] | None
    first: str | None
    document: str | None


class LinkWriting(TypedDict, total=False):
    """Options of the writers of links; each has some of them."""

    source_ids: Sequence[str] | None
    target_ids: Sequence[str] | None
    from_document: str
    to_document: str


def read_links(
    path: str | Path,
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
    **options: Unpack[LinkReading],
) -> tuple[Link, ...]:
    """Return the links of a file.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: an unknown or unsuitable format or option.
    """
    record = find_format(path, format=format, look=True)
    if record.kind != LINKS:
        raise ConfigError(
            f"{path}: {record.name} files hold no links; {names_of(LINKS)} do "
            "(diglot align A B -o links.links)"
        )
    links: tuple[Link, ...] = record.call("read_links", Path(path), **options)
    return links


def write_links(
    path: str | Path,
    links: Sequence[Link],
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
    **options: Unpack[LinkWriting],
) -> tuple[Skipped, ...]:
    """Write the links of one pair of documents; return what the format could not carry.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an unknown or unsuitable format or option.
    """
    record = find_format(path, format=format)
    if record.kind != LINKS or not record.writes:
        raise ConfigError(
            f"{record.name} files cannot be written; {names_of(LINKS, writes=True)} can"
        )
    lost: tuple[Skipped, ...] | None = record.call("write_links", Path(path), links, **options)
    return lost or ()
