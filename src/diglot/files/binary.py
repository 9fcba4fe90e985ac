"""Bytes of files, unpacked where gzip or zstd packed them; limits as for zip containers."""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from diglot.errors import FormatError, InputError, UnsafeFileError
from diglot.installed import extra_for

MAGIC = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
PACKED = (".gz", ".dz", ".zst")
"""Extensions of packed files."""
MAX_BYTES = 500_000_000
"""Bytes of a file that is read in one piece."""
MAX_RATIO = 100
# A small file may be as repetitive as it likes.
RATIO_FLOOR = 1_000_000


def unpacked_name(path: str | Path) -> Path:
    """Return the name of a file without the extension of what packed it."""
    path = Path(path)
    return path.with_suffix("") if path.suffix.lower() in PACKED else path


def extension_of(path: str | Path) -> str:
    """Return the extension of the name, in lower case: ``.html`` of ``a.html.gz``."""
    return unpacked_name(path).suffix.lower()


def missing_file(path: str | Path, what: str = "no such file") -> InputError:
    """Return the error for a path that leads nowhere; ``-`` is what many tools call their input."""
    if str(path) == "-":
        return InputError("standard input is not read: save it as a file and give that")
    return InputError(what, path=path, cure="check the name and the folder")


@contextmanager
def open_binary(path: str | Path) -> Iterator[IO[bytes]]:
    """Open ``path`` for reading bytes.

    Raises:
        InputError: it does not exist, is no file (a folder, a pipe, a device) or cannot be read.
    """
    try:
        # A pipe would wait for ever, a device might never end, and readers read a file twice.
        if not stat.S_ISREG(mode := Path(path).stat().st_mode) and not stat.S_ISDIR(mode):
            raise InputError("is a pipe or a device", path=path, cure="save it as a file first")
        with Path(path).open("rb") as file:
            yield file
    except ValueError as error:  # a NUL in the name
        if "null byte" not in str(error):
            raise
        raise InputError("the file name holds a NUL character", path=path) from error
    except OSError as error:
        messages = {
            errno.EISDIR: ("is a folder", "name a file"),
            errno.EACCES: ("may not be read", "change its permissions"),
            errno.EPERM: ("may not be read", "change its permissions"),
        }
        if error.filename is not None and str(error.filename) != str(path):
            raise
        if error.errno == errno.ENOENT:
            raise missing_file(path) from error
        message, cure = messages.get(
            error.errno or 0,
            (f"cannot be read ({(error.strerror or str(error)).lower()})", "check the file"),
        )
        raise InputError(message, path=path, cure=cure) from error


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


def read_bytes(path: str | Path, *, most: int = MAX_BYTES) -> bytes:
    """Return all bytes of a file, unpacked if it is packed with gzip or zstd, ``most`` at most.

    Raises:
        UnsafeFileError: it is longer, or unpacks to very much more than it is.
        FormatError: the packed content is damaged.
        InputError: it does not exist, is no file or cannot be read.
    """
    with open_bounded_gzip(path) as content:
        # The size first: what is too long is not read for that to be seen. No more is asked for
        # than there can be, since that is the memory that is reserved.
        size = Path(path).stat().st_size
        asked = min(most, max(RATIO_FLOOR, MAX_RATIO * size)) + 1
        if size > most or len(data := content.read(asked)) > most:
            raise UnsafeFileError(
                f"holds more than {most // 10**6} MB", path=path, cure="divide it"
            )
        return data


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


def sha256_of_file(path: str | Path) -> str:
    """Return the SHA-256 of a file's bytes in hex.

    Raises:
        InputError: it cannot be read.
    """
    with open_binary(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]  # typeshed: IO lacks readinto


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
        if self._total > max(RATIO_FLOOR, MAX_RATIO * self._packed):
            raise _too_much(self._path, self._total, self._packed)
        return size


def _too_much(path: str | Path, total: int, packed: int) -> UnsafeFileError:
    return UnsafeFileError(
        f"unpacks to more than {total // 1000:,} kB from {packed:,} bytes",
        path=path,
        cure="unpack it first if you trust it",
    )
