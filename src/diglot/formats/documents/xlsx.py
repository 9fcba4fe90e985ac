"""XLSX as a text in one language: the cells with words, sheet by sheet and row by row."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import basename

from diglot.errors import FormatError
from diglot.files import xml
from diglot.files.zip import Archive
from diglot.formats.blocks import Builder, Inline
from diglot.formats.units.tables import columns_of
from diglot.formats.workbooks import Workbook, column_letters
from diglot.model import Document

# Parts with words that stand beside the cells, and what they are called in the list.
BESIDE = {
    **dict.fromkeys(("comment", "comments", "threadedComment"), "comment"),
    "drawing": "text in a drawing",
    "chart": "chart",
}
PART = re.compile(r"([A-Za-z]+)\d*\.xml")
WORDS = frozenset({"t", "v", "text"})


def read(path: Path, *, encoding: str | None = None) -> Document:  # noqa: ARG001  every reader takes it
    """Read a workbook whose translation is another workbook.

    A cell is a block, and its sheet and address are its anchor. Numbers and dates
    have no words and are counted, as are hidden sheets and columns, comments and drawings. A merged
    area counts once.

    Raises:
        FormatError: it is no workbook, or its columns are two languages.
    """
    builder = Builder()
    with Archive(path) as archive:
        book = Workbook(archive, path, builder.skips)
        for name, part in book.sheets():
            begun = False
            for number, cells in book.rows(part, repeat_merged=False):
                if not begun and (begun := any(cells)) and columns_of(cells).is_header:
                    raise FormatError(
                        "holds both languages already, so there is nothing to align",
                        path=path,
                        place=f"sheet {name!r}",
                        cure="use diglot convert to bring it into another format",
                    )
                for column, text in enumerate(cells, 1):
                    if not any(map(str.isalpha, text)):
                        builder.skips.add("cell without words", text, bool(text.strip()))
                        continue
                    line = Inline(collapse=False)
                    line.text(text)
                    anchor = f"{name}!{column_letters(column)}{number}"
                    builder.add(*line.take(), kind="cell", anchor=anchor)
        for member in archive.names():
            found = PART.fullmatch(basename(member))
            if found and found[1] in BESIDE:
                root = xml.parse(archive.read(member), path=path, part=member)
                texts = (part.text or "" for part in root.iter() if xml.local_name(part) in WORDS)
                text = " ".join(filter(None, texts))
                builder.skips.add(BESIDE[found[1]], text, bool(text))
    return builder.finish(path, "workbook")
