"""CoNLL-U: tagged text, one word a line, as taggers of Universal Dependencies write it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files.text import read_text, split_lines
from diglot.model import TaggedSentence

if TYPE_CHECKING:
    from pathlib import Path

_COLUMNS = 10
_NEW_DOCUMENT = "# newdoc"


def read_conllu(path: str | Path) -> list[TaggedSentence]:
    """Read tagged sentences; empty nodes are passed over.

    Raises:
        FormatError: a line has no ten columns, or a number that is none; it names the line.
        InputError: the file cannot be read.

    Reference:
        Universal Dependencies, CoNLL-U format, version 2.
    """
    found: list[TaggedSentence] = []
    rows: list[tuple[str, str, str]] = []
    document, inside = 0, 0

    def close() -> None:
        nonlocal inside
        if rows:
            words, tags, lemmas = zip(*rows, strict=True)
            found.append(TaggedSentence(words, tags, lemmas, document))
            rows.clear()
        inside = 0

    for number, line in enumerate(split_lines(read_text(path)), 1):
        if not line.strip():
            close()
        elif line.startswith("#"):
            if line.startswith(_NEW_DOCUMENT) and not rows:
                document += bool(found)
        else:
            columns = line.split("\t")
            if len(columns) != _COLUMNS:
                raise _wrong(path, number, f"{len(columns)} columns instead of {_COLUMNS}")
            first, last = _numbers(columns[0], path, number)
            if first is None or last <= inside:
                # Part of a word that stands for several: it has its tag from the first part.
                if first is not None and rows and not rows[-1][1]:
                    rows[-1] = (rows[-1][0], columns[3], columns[2])
                continue
            tag = "" if last > first else columns[3]
            rows.append((columns[1], tag, "" if columns[2] == "_" else columns[2]))
            if last > first:
                inside = last
    close()
    return found


def _numbers(text: str, path: str | Path, line: int) -> tuple[int | None, int]:
    """Return the first and the last word of a row; None for an empty node (``5.1``)."""
    if "." in text:
        return None, 0
    first, _, last = text.partition("-")
    if not first.isdecimal() or (last and not last.isdecimal()):
        raise _wrong(path, line, f"{text!r} is no word number")
    return int(first), int(last or first)


def _wrong(path: str | Path, line: int, what: str) -> FormatError:
    return FormatError(what, path=path, place=line, cure="write the ten columns of CoNLL-U")
