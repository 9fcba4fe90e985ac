"""Every file format that diglot reads or writes, found by name, extension or root element.

Paths enter for reading, values of `model` for writing; the module of a format is loaded when it is
used. Values leave, or files with a list of what the format could not carry.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

from diglot.errors import ConfigError
from diglot.formats.lexicons import read_lexicon as read_lexicon
from diglot.formats.lexicons import write_lexicon as write_lexicon
from diglot.formats.links import LinkWriting
from diglot.formats.links import read_links as read_links
from diglot.formats.links import write_links as write_links
from diglot.formats.marked_terms import read_annotated_set as read_annotated_set
from diglot.formats.marked_terms import read_hypotheses as read_hypotheses
from diglot.formats.marked_terms import write_annotated_set as write_annotated_set
from diglot.formats.registry import DOCUMENT, LINKS, UNITS, Format, find_format
from diglot.formats.termbases import read_termbase as read_termbase
from diglot.formats.termbases import write_termbase as write_termbase
from diglot.formats.units import UnitReading, UnitWriting
from diglot.formats.units import read_units as read_units
from diglot.formats.units import write_units as write_units
from diglot.formats.word_links import read_word_links as read_word_links
from diglot.formats.word_links import word_link_format as word_link_format
from diglot.formats.word_links import write_word_links as write_word_links
from diglot.model import Bitext, Document, Skipped


class TextReading(UnitReading, total=False):
    """Options of the readers of texts and of units; each has some of them."""

    lines: bool
    tracked: str


class TextWriting(UnitWriting, LinkWriting, total=False):
    """Options of the writers of units and of links; each has some of them."""


def read(
    path: str | Path,
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
    encoding: str | None = None,
    source_language: str | None = None,
    target_language: str | None = None,
    **options: Unpack[TextReading],
) -> Document | Bitext:
    """Read a text as a `Document`, or translation units as a `Bitext`.

    Args:
        path: the file.
        format: name of the format, where the extension does not tell it.
        encoding: of a text file that is not in Unicode.
        source_language: of translation units.
        target_language: the same of the other side.
        options: of the format.

    Raises:
        InputError: the file cannot be read as that format.
        ConfigError: an unknown format or option, or a file of links only.
    """
    record = find_format(path, format=format, look=True)
    path = Path(path)
    languages = {"source_language": source_language, "target_language": target_language}
    if record.kind == DOCUMENT:
        document: Document = record.call("read", path, encoding=encoding, **languages, **options)
        return document
    if record.kind != UNITS:
        reader = "read_links" if record.kind == LINKS else "read_word_links"
        raise ConfigError(f"{path}: {record.name} files hold links without texts; use {reader}")

    from diglot.formats.blocks import Skips
    from diglot.formats.units import bitext_of

    skips = Skips()
    if record.name == "moses" and source_language and target_language:
        options.setdefault("languages", (source_language, target_language))
    units = record.call("read_units", path, encoding=encoding, skips=skips, **options)
    return bitext_of(units, name=path.stem, path=path, reader=record.name, skips=skips, **languages)


def write(
    path: str | Path,
    bitext: Bitext | Sequence[Bitext],
    *,
    format: str | Format | None = None,  # noqa: A002 - the word users type
    keep_nulls: bool = True,
    **options: Unpack[TextWriting],
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

    record = find_format(path, format=format)
    told: Any = options
    if record.kind == LINKS:
        if not isinstance(bitext, Bitext):
            if len(bitext) != 1:
                raise ConfigError(f"{record.name} files hold one pair of documents each")
            bitext = bitext[0]
        return write_links(path, bitext.links, format=record, **told)
    return write_units(path, units_of(bitext, keep_nulls=keep_nulls), format=record, **told)
