"""Numbered lines of a dictionary in text, plain or gzip; broken ones are refused or counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files.line_blocks import byte_blocks, decode_block
from diglot.files.text import decode_strictly

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from diglot.formats.lexicons.lexicon_faults import Faults

MAX_LINE = 20_000  # characters of a line that holds two words
HEAD = 1 << 16


def numbered_blocks(
    faults: Faults, *, encoding: str | None = None
) -> Iterator[tuple[int, list[str]]]:
    """Give blocks of lines and the number of the first of each; a line left out is empty.

    Raises:
        FormatError: a line is not text in that encoding, or all of a block are not.
        UnsafeFileError: a line of a packed file is far too long.
        ConfigError: there is no encoding of that name.
        InputError: it cannot be read.
    """
    first = 1
    for data, chosen in byte_blocks(faults.path, encoding=encoding):
        try:
            text = decode_block(data, chosen, faults.path, first)
        except FormatError:
            if not faults.skip_bad:
                raise
            text = _mended(data, chosen, first, faults)
        block = text.split("\n") if "\r\n" not in text else text.replace("\r\n", "\n").split("\n")
        if not block[-1]:
            block.pop()
        yield first, block
        first += len(block)


def numbered_lines(faults: Faults, *, encoding: str | None = None) -> Iterator[tuple[int, str]]:
    """Give number and text of every line that is not blank, as `numbered_blocks` does.

    Raises:
        FormatError: a line is far too long to be one of a dictionary, and as `numbered_blocks`.
    """
    skips = faults.skips
    for first, block in numbered_blocks(faults, encoding=encoding):
        for number, line in enumerate(block, first):
            if not line or line.isspace():
                skips.add("blank line")
            elif len(line) > MAX_LINE:
                faults.bad(f"is a line of {len(line):,} characters", number, line[:40])
            else:
                yield number, line


def first_lines(path: Path, *, encoding: str | None = None, count: int = 50) -> list[str]:
    """Return the first lines of a file as far as they tell its layout; broken bytes are replaced.

    Raises:
        InputError: it cannot be read, or is a damaged archive.
    """
    found: list[str] = []
    for data, chosen in byte_blocks(path, encoding=encoding, size=HEAD):
        found += [line.removesuffix("\r") for line in data.decode(chosen, "replace").split("\n")]
        if len(found) >= count:
            break
    return [line for line in found[:count] if line.strip()]


def _mended(data: bytes, encoding: str, first: int, faults: Faults) -> str:
    """Decode a block line by line; those that are no text become empty and are counted."""
    lines: list[str] = []
    raw = data.split(b"\n")
    broken: FormatError | None = None
    good = 0
    for number, line in enumerate(raw, first):
        try:
            lines.append(decode_strictly(line, encoding, faults.path))
            good += bool(line.strip())
        except FormatError as error:
            broken = error
            faults.bad(error.message, number)
            lines.append("")
    if broken is not None and not good:
        raise broken  # nothing here is text: no bad line but a wrong file or encoding
    return "\n".join(lines)
