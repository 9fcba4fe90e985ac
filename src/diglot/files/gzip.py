"""Whole files packed with gzip or zstd, such as XML; limits as for zip containers."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from diglot.errors import FormatError, UnsafeFileError
from diglot.extras import extra_for
from diglot.files.text import open_binary

MAGIC = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
MAX_TOTAL = 500_000_000
MAX_RATIO = 100
# A small file may be as repetitive as it likes.
RATIO_FLOOR = 1_000_000
CHUNK = 1 << 18


@contextmanager
def open_maybe_gzip(path: str | Path) -> Iterator[tuple[IO[bytes], int | None]]:
    """Open a file, unpacked if its content is packed, with its packed size (else None).

    Whoever reads it bounds what he keeps: little may unpack to very much.

    Raises:
        FormatError: the packed content is damaged or cut short, when that shows.
        InputError: it cannot be read.
        MissingExtraError: it is packed with zstd, and the extra that unpacks it is missing.
    """
    with open_binary(path) as file:
        begin = file.read(len(ZSTD))
        if begin != ZSTD and not begin.startswith(MAGIC):
            file.seek(0)
            yield file, None
            return
        packed = file.seek(0, 2)
        file.seek(0)
        if begin == ZSTD:
            with _Unzstd(file, path) as unpacked, io.BufferedReader(unpacked) as content:
                yield content, packed
            return
        try:
            with gzip.GzipFile(fileobj=file) as content:
                yield content, packed  # type: ignore[misc]  # typeshed: GzipFile is no IO
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise FormatError(
                f"is not a complete gzip file ({error})",
                path=path,
                cure="check that it was downloaded completely",
            ) from error


def unpack_gzip(path: str | Path) -> bytes | None:
    """Return the content of a file packed with gzip, None if the file is not packed.

    Raises:
        UnsafeFileError: it unpacks to more than a limit.
        FormatError: it is damaged.
        InputError: it cannot be read.
    """
    with open_maybe_gzip(path) as (content, packed):
        if packed is None:
            return None
        parts: list[bytes] = []
        total = 0
        while part := content.read(CHUNK):
            total += len(part)
            if total > min(MAX_TOTAL, _room(packed)):
                raise _too_much(path, total, packed)
            parts.append(part)
    return b"".join(parts)


@contextmanager
def open_bounded_gzip(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a file as `open_maybe_gzip` does; a packed one may not unpack to very much more.

    For readers that keep an unknown share of what they read, such as a parser. Reading raises
    UnsafeFileError at the limit on the ratio; the size alone has none here.

    Raises:
        FormatError, InputError: as `open_maybe_gzip`.
    """
    with open_maybe_gzip(path) as (content, packed):
        yield bound_unpacking(content, packed, path)


def bound_unpacking(content: IO[bytes], packed: int | None, path: str | Path) -> IO[bytes]:
    """Return a stream that is no longer than the packed size allows; the same if none is given."""
    return content if packed is None else io.BufferedReader(_Bounded(content, packed, path))


class _Unzstd(io.RawIOBase):
    """What a file packed with zstd holds."""

    def __init__(self, file: IO[bytes], path: str | Path) -> None:
        with extra_for("reading files packed with zstd", instead="unpack it with: zstd -d FILE"):
            import pyarrow as pa
        self._content = pa.CompressedInputStream(pa.PythonFile(file), "zstd")
        self._path = path

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._content.read(len(buffer))
        except OSError as error:
            raise FormatError(
                f"is not a complete zstd file ({error})",
                path=self._path,
                cure="check that it was downloaded completely",
            ) from error
        buffer[: len(data)] = data
        return len(data)


class _Bounded(io.RawIOBase):
    """A stream that counts what it gives."""

    def __init__(self, content: IO[bytes], packed: int, path: str | Path) -> None:
        self._content: Any = content
        self._packed = packed
        self._path = path
        self._total = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._total = int(self._content.seek(offset, whence))
        return self._total

    def readinto(self, buffer: Any) -> int:
        size = int(self._content.readinto(buffer))
        self._total += size
        if self._total > _room(self._packed):
            raise _too_much(self._path, self._total, self._packed)
        return size


def _room(packed: int) -> int:
    return max(RATIO_FLOOR, MAX_RATIO * packed)


def _too_much(path: str | Path, total: int, packed: int) -> UnsafeFileError:
    return UnsafeFileError(
        f"unpacks to more than {total // 1000:,} kB from {packed:,} bytes",
        path=path,
        cure="unpack it first if you trust it",
    )
