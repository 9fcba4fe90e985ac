"""The only door for files packed with gzip; limits as for zip containers."""

from __future__ import annotations

import gzip
import zlib
from typing import TYPE_CHECKING

from diglot.errors import FormatError, UnsafeFileError
from diglot.formats._text import open_binary

if TYPE_CHECKING:
    from pathlib import Path

MAGIC = b"\x1f\x8b"
MAX_TOTAL = 500_000_000
MAX_RATIO = 100
# A small file may be as repetitive as it likes.
RATIO_FLOOR = 1_000_000
CHUNK = 1 << 18


def unpacked(path: str | Path) -> bytes | None:
    """Return the content of a file packed with gzip, None if the file is not packed.

    Raises:
        UnsafeFileError: it unpacks to more than a limit.
        FormatError: it is damaged.
        InputError: it cannot be read.
    """
    with open_binary(path) as file:
        if file.read(len(MAGIC)) != MAGIC:
            return None
        packed = file.seek(0, 2)
        file.seek(0)
        parts: list[bytes] = []
        total = 0
        try:
            with gzip.GzipFile(fileobj=file) as content:
                while part := content.read(CHUNK):
                    total += len(part)
                    if total > min(MAX_TOTAL, max(RATIO_FLOOR, MAX_RATIO * packed)):
                        raise UnsafeFileError(
                            f"unpacks to more than {total // 1000:,} kB from {packed:,} bytes",
                            path=path,
                            cure="unpack it first if you trust it",
                        )
                    parts.append(part)
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise FormatError(
                f"is not a complete gzip file ({error})",
                path=path,
                cure="check that it was downloaded completely",
            ) from error
    return b"".join(parts)
