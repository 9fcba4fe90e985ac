"""Tables of term occurrences with pseudo-references, as WMT 2025 released them.

Tab-separated, often packed with gzip. After a running number come, for each way of choosing the
pseudo-reference, the translation of the occurrence (``tgt``, always the same name) and what it is
compared with (``pseudoref_first`` and so on): names repeat, so that order decides. Cells may hold
anything but tabs, also quotation marks and nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files.gzip import unpacked
from diglot.files.text import decode, read_text, split_lines

if TYPE_CHECKING:
    from pathlib import Path

TRANSLATION = "tgt"
PSEUDO_REFERENCE = "pseudoref_"
_CURE = "give a table with columns tgt and pseudoref_KIND for each kind"

Pairs = tuple[tuple[str, str], ...]


def read_pseudo_references(path: str | Path) -> dict[str, Pairs]:
    """Return, for each kind of pseudo-reference, every occurrence's translation and its own.

    Kinds are named as in the file, without ``pseudoref_``: ``first``, ``frequent``,
    ``predefined``.

    Raises:
        FormatError: no such columns, or a line with other columns than the header; it names the
            line.
        UnsafeFileError: a packed file unpacks to very much.
        InputError: the file cannot be read.
    """
    content = unpacked(path)
    text = read_text(path) if content is None else decode(content, path=path)
    lines = split_lines(text)
    header = lines[0].split("\t") if lines else []
    places = _places(header)
    if not places:
        raise FormatError("holds no pseudo-references", path=path, place=1, cure=_CURE)
    rows = []
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(header):
            raise FormatError(
                f"{len(cells)} columns where the header has {len(header)}",
                path=path,
                place=number,
                cure=_CURE,
            )
        rows.append(cells)
    return {
        kind: tuple((cells[place - 1], cells[place]) for cells in rows)
        for kind, place in places.items()
    }


def _places(header: list[str]) -> dict[str, int]:
    """Return the column of each kind; its translation stands before it."""
    return {
        name.removeprefix(PSEUDO_REFERENCE): place
        for place, name in enumerate(header)
        if name.startswith(PSEUDO_REFERENCE) and place and header[place - 1] == TRANSLATION
    }
