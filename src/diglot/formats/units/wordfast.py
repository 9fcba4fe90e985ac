"""Translation memories of Wordfast Classic: a header, then one unit a line between tabs.

Reference: Wordfast Classic user manual, "Translation memory format".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from diglot.errors import RIGHT_FILE, FormatError
from diglot.files.lines import stream_lines
from diglot.formats.blocks import Skips
from diglot.model import Unit, Variant

COLUMNS = 7  # date, user, reuses, source language, source, target language, target; then attributes
_HEADER = re.compile(r"\ufeff?%\d{8}~\d{6}\t%")
_CHARACTERS = re.compile(r"&'([0-9A-Fa-f]{2});")
_CODE = re.compile(r"&t[A-Za-z];")
_NAMES = ("date", "user", "reuse count")


def read_units(
    path: Path, *, encoding: str | None = None, skips: Skips | None = None
) -> Iterator[Unit]:
    """Give the units in the order of the file; placeholders of tags are left out.

    Raises:
        FormatError: it has no header, or a line has too few columns.
    """
    skips = skips if skips is not None else Skips()
    for number, line in enumerate(stream_lines(path, encoding=encoding), start=1):
        if number == 1:
            if not _HEADER.match(line):
                raise FormatError("is not a Wordfast memory", path=path, cure=RIGHT_FILE)
            continue
        if not line.strip():
            continue
        cells = line.split("\t")
        if len(cells) < COLUMNS:
            raise FormatError(
                f"has {len(cells)} columns instead of {COLUMNS}",
                path=path,
                place=f"line {number}",
                cure="export the memory again, as TMX if possible",
            )
        source, target = (
            Variant(language.strip("% "), _text(cell, skips))
            for language, cell in (cells[3:5], cells[5:7])
        )
        if source.text.strip() and target.text.strip():
            about = tuple(
                (name, cell) for name, cell in zip(_NAMES, cells, strict=False) if cell.strip()
            )
            yield Unit((source, target), properties=about, line=number)
        else:
            skips.add("unit without text on a side", source.text or target.text)


def _text(cell: str, skips: Skips) -> str:
    """Undo the escapes of characters, and take out what stands for tags."""
    text = _CHARACTERS.sub(
        lambda match: bytes([int(match[1], 16)]).decode("cp1252", "replace"), cell
    )
    text, codes = _CODE.subn("", text)
    if codes:
        skips.add("inline code", cell, codes)
    return text
