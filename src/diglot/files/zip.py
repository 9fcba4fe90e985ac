"""All reading of zip containers (DOCX, ODT, EPUB, XLSX).

Sizes in a zip header are claims; what counts is what comes out while reading.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from diglot.errors import FormatError, UnsafeFileError
from diglot.files.binary import open_binary

MAX_MEMBERS = 10_000
MAX_RATIO = 100
MAX_TOTAL = 500_000_000
# Small members may be as repetitive as they like: an empty table compresses well beyond MAX_RATIO.
RATIO_FLOOR = 1_000_000
CHUNK = 1 << 18
# What zipfile raises over damaged containers: more than it documents.
DAMAGE = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    struct.error,
    OSError,
    EOFError,
    ValueError,
    LookupError,
    OverflowError,
    NotImplementedError,
    RuntimeError,
)
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Archive:
    """A zip container whose members are read under limits.

    Use as a context manager. ``path`` is the file; errors name it. That of a ``corpus`` may have
    any number of members; the limits hold for each.
    """

    def __init__(self, path: str | Path, *, corpus: bool = False) -> None:
        self.path = Path(path)
        self._total = 0
        self._corpus = corpus
        self._opening = open_binary(self.path)
        file = self._opening.__enter__()
        try:
            self._zip = zipfile.ZipFile(file)
            self._members = self._checked()
        except DAMAGE as error:
            self._opening.__exit__(None, None, None)
            kind = self.path.suffix.removeprefix(".").upper() or "zip"
            raise FormatError(
                f"is not a complete {kind} file ({error})",
                path=self.path,
                cure="check that it has the right extension and was downloaded completely",
            ) from error
        except BaseException:
            self._opening.__exit__(None, None, None)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()
        self._opening.__exit__(None, None, None)

    def names(self) -> tuple[str, ...]:
        """Return the names of the members that are files, in the order of the container."""
        return tuple(self._members)

    def __contains__(self, name: object) -> bool:
        return name in self._members

    def read(self, name: str) -> bytes:
        """Return the bytes of one member.

        Raises:
            UnsafeFileError: it unpacks to too much, is encrypted, or is an archive itself.
            FormatError: there is no such member, or it is damaged.
        """
        pieces: list[bytes] = []
        if self._corpus:
            self._total = 0
        for piece in self.blocks(name):
            self._total += len(piece)
            self._limit(name, self._total > MAX_TOTAL, f"unpacks to over {MAX_TOTAL // 10**6} MB")
            pieces.append(piece)
        data = b"".join(pieces)
        self._limit(name, data.startswith(b"PK\x03\x04"), "is an archive inside an archive")
        return data

    def blocks(self, name: str) -> Iterator[bytes]:
        """Give the bytes of one member piece by piece, of any length; errors as of `read`."""
        info = self._members.get(name)
        if info is None:
            raise FormatError(
                f"has no part {name!r}", path=self.path, cure="check that it is the format it says"
            )
        if info.flag_bits & 0x1:
            raise UnsafeFileError(
                "is encrypted", path=self.path, place=name, cure="save it without a password"
            )
        if info.compress_type not in METHODS:
            raise FormatError(
                "uses an unusual compression", path=self.path, place=name, cure="save it again"
            )
        size = 0
        allowed = max(RATIO_FLOOR, MAX_RATIO * info.compress_size)
        try:
            with self._zip.open(info) as member:
                while piece := member.read(CHUNK):
                    size += len(piece)
                    self._limit(name, size > allowed, f"unpacks to over {MAX_RATIO} times its size")
                    yield piece
        except DAMAGE as error:
            raise FormatError(
                f"is damaged ({error})", path=self.path, place=name, cure="get a fresh copy"
            ) from error

    def _limit(self, name: str, broken: bool, message: str) -> None:
        if broken:
            raise UnsafeFileError(
                message,
                path=self.path,
                place=name,
                cure="do not open this file unless you trust its source",
            )

    def _checked(self) -> dict[str, zipfile.ZipInfo]:
        """Check number and names of the members before any is read."""
        infos = self._zip.infolist()
        if len(infos) > MAX_MEMBERS and not self._corpus:
            raise UnsafeFileError(f"holds more than {MAX_MEMBERS:,} members", path=self.path)
        seen: dict[str, zipfile.ZipInfo] = {}
        for info in infos:
            name = info.filename
            parts = name.replace("\\", "/").split("/")
            absolute = name.startswith(("/", "\\")) or ":" in parts[0]
            self._limit(name, absolute or ".." in parts, "has a name that points outside")
            self._limit(name, name in seen, "occurs twice in the container")
            if not info.is_dir():
                seen[name] = info
        return seen
