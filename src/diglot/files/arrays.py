"""Arrays in one file, and many strings as two arrays."""

from __future__ import annotations

import array as typed
import hashlib
import json
import math
import mmap
import os
import struct
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, TypeVar

from diglot.errors import FormatError, InputError
from diglot.files.atomic import atomic_open
from diglot.files.binary import open_binary
from diglot.flat_arrays import offsets_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import numpy as np
    from numpy.typing import NDArray

    Pool = tuple[NDArray[np.uint8], NDArray[np.int64]]


# Named arrays in one file that is mapped into memory: what a trained model is kept in.
#
#     bytes 0-63     magic, version of the layout, length of the header, size of the file, digest
#                    of the last two and the header (`PREFIX`)
#     header         JSON: kind, version of the kind, arrays (name, dtype, shape, offset),
#                    metadata, digest of the data
#     data           from the next multiple of 64 bytes; every array begins at one
#
# Numbers are little-endian. Opening checks the size and the header; `verify` reads the data, too.

# As in PNG: a transfer as text would change the line ends, one over seven bits the first byte.
MAGIC = b"\x89DGL\r\n\x1a\n"
LAYOUT = 1
PREFIX = struct.Struct("<8sIIQ40s")
ALIGNED = 64  # bytes: a cache line, and more than any vector instruction asks for
DTYPES = frozenset({"|u1", "|i1", "<u2", "<i2", "<u4", "<i4", "<u8", "<i8", "<f4", "<f8"})
MAX_DIMENSIONS = 8
MAX_ELEMENTS = 1 << 48
COPY_AGAIN = "copy it again"


@dataclass(frozen=True, slots=True)
class ArrayFile:
    """An open file of arrays.

    Attributes:
        arrays: by name, read-only, in the file's pages: read from the disk where they are used.
        metadata: what else the header holds, as JSON has it.
        digest: hex digest of header and data: the same for the same content.
    """

    arrays: dict[str, NDArray[Any]]
    metadata: dict[str, Any]
    digest: str


@dataclass(frozen=True, slots=True)
class _Header:
    """A header whose parts have been checked: names, dtypes, shapes and offsets fit the file."""

    arrays: tuple[tuple[str, str, tuple[int, ...], int], ...]
    metadata: dict[str, Any]
    data: str
    begin: int
    size: int
    digest: str


def cache_folder() -> Path:
    """Return the folder of what can be made again; it need not exist."""
    from platformdirs import user_cache_path

    given = os.environ.get("DIGLOT_CACHE")
    return Path(given) if given else user_cache_path("diglot", appauthor=False)


def write_arrays(
    path: str | Path,
    arrays: Mapping[str, NDArray[Any]],
    metadata: Mapping[str, Any],
    *,
    kind: str,
    version: int,
) -> None:
    """Write arrays and what JSON can hold beside them.

    Args:
        path: the file; it is replaced only when everything has been written.
        arrays: by name, of numbers of a fixed size.
        metadata: of strings, numbers, lists and dictionaries.
        kind: what the file is, e.g. ``"word-model"``.
        version: of the kind.

    Raises:
        InputError: the file cannot be written.
    """
    listed, blocks = [], []
    offset = 0
    for name, array in arrays.items():
        array = array.astype(array.dtype.newbyteorder("<"), order="C", copy=False)
        if array.dtype.str not in DTYPES:
            raise TypeError(f"array {name!r} holds {array.dtype}")
        listed.append(
            {"name": name, "dtype": array.dtype.str, "shape": array.shape, "offset": offset}
        )
        blocks.append((array, _padding(array.nbytes)))
        offset += array.nbytes + _padding(array.nbytes)
    content = hashlib.blake2b()
    for array, padding in blocks:
        content.update(array.reshape(-1).view("u1").data)
        content.update(bytes(padding))
    header = json.dumps(
        {
            "kind": kind,
            "version": version,
            "arrays": listed,
            "metadata": metadata,
            "data": content.hexdigest(),
        }
    ).encode("ascii")
    header += b" " * _padding(PREFIX.size + len(header))
    size = PREFIX.size + len(header) + offset
    digest = _digest(len(header), size, header)
    with atomic_open(path, "wb") as file:
        file.write(PREFIX.pack(MAGIC, LAYOUT, len(header), size, digest))
        file.write(header)
        for array, padding in blocks:
            file.write(array.reshape(-1).view("u1").data)
            file.write(bytes(padding))


def read_arrays(path: str | Path, *, kind: str, version: int) -> ArrayFile:
    """Map the arrays of a file into memory; only the header is read.

    Raises:
        FormatError: it is of another kind or version, cut short or damaged.
        InputError: it cannot be read.
    """
    import numpy as np

    with open_binary(path) as file:
        header = _header(file, Path(path), kind=kind, version=version)
        try:
            mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise InputError(
                "cannot be mapped into memory", path=path, cure="copy it to a local disk"
            ) from error
    if len(mapping) != header.size:
        raise _cut_short(len(mapping), header.size, Path(path))
    arrays: dict[str, NDArray[Any]] = {}
    for name, dtype, shape, offset in header.arrays:
        flat: NDArray[np.generic] = np.frombuffer(
            mapping, dtype, math.prod(shape), header.begin + offset if 0 not in shape else 0
        )
        arrays[name] = flat.reshape(shape)
    return ArrayFile(arrays, header.metadata, header.digest)


def release(array: NDArray[Any]) -> None:
    """Take the pages of a mapped array out of memory; they are mapped again where they are used.

    The system maps more around each place that is read. An array that is not mapped stays.
    """
    import numpy as np

    base: Any = array
    while isinstance(base, np.ndarray):
        base = base.base
    mapping = getattr(base, "obj", None)
    if not isinstance(mapping, mmap.mmap) or not hasattr(mmap, "MADV_DONTNEED"):
        return
    begin = array.ctypes.data - np.frombuffer(mapping, np.uint8).ctypes.data
    first = -(-begin // mmap.PAGESIZE) * mmap.PAGESIZE
    last = (begin + array.nbytes) // mmap.PAGESIZE * mmap.PAGESIZE
    if last > first:
        mapping.madvise(mmap.MADV_DONTNEED, first, last - first)


def verify(path: str | Path, *, kind: str, version: int) -> None:
    """Read the whole file and compare it with the digest of its data.

    Raises:
        FormatError: it is of another kind or version, cut short or damaged.
        InputError: it cannot be read.
    """
    with open_binary(path) as file:
        header = _header(file, Path(path), kind=kind, version=version)
        file.seek(header.begin)
        content = hashlib.blake2b()
        while block := file.read(1 << 20):
            content.update(block)
    if content.hexdigest() != header.data:
        raise FormatError("its data are damaged", path=path, cure=COPY_AGAIN)


def _header(file: IO[bytes], path: Path, *, kind: str, version: int) -> _Header:
    """Read and check what stands before the data.

    The order matters for what a user is told: first whether the file is one of ours, then whether
    a newer diglot wrote it, then whether all of it is there.
    """
    what = kind.replace("-", " ")
    prefix = file.read(PREFIX.size)
    if not prefix or not MAGIC.startswith(prefix[: len(MAGIC)]):
        raise _wrong_kind(prefix, what, path)
    if len(prefix) < PREFIX.size:
        raise FormatError(f"the file is cut short: {len(prefix)} bytes", path=path, cure=COPY_AGAIN)
    _, layout, length, size, digest = PREFIX.unpack(prefix)
    _check_version(layout, LAYOUT, path)
    found = file.seek(0, 2)
    if found < size:
        raise _cut_short(found, size, path)
    if found > size:
        raise FormatError(
            f"has {found:,} bytes, but {size:,} were written", path=path, cure=COPY_AGAIN
        )
    file.seek(PREFIX.size)
    text = file.read(length) if length <= size - PREFIX.size else b""
    if _digest(length, size, text) != digest:
        raise FormatError("its header is damaged", path=path, cure=COPY_AGAIN)
    try:
        header = json.loads(text)
        if header["kind"] != kind:
            raise FormatError(
                f"holds a {str(header['kind']).replace('-', ' ')}, not a {what}",
                path=path,
                cure=f"give a file that holds a {what}",
            )
        _check_version(header["version"], version, path)
        begin = PREFIX.size + length
        arrays = tuple(_arrays(header["arrays"], size - begin))
        return _Header(
            arrays, dict(header["metadata"]), str(header["data"]), begin, size, digest.hex()
        )
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise FormatError(
            f"its header is invalid ({error or type(error).__name__})",
            path=path,
            cure="make the file again with diglot",
        ) from error


def _arrays(listed: list[Any], size: int) -> Iterator[tuple[str, str, tuple[int, ...], int]]:
    """Give the arrays that a header lists."""
    taken = []
    names = set()
    for each in listed:
        name, dtype, shape, offset = (each[key] for key in ("name", "dtype", "shape", "offset"))
        if not isinstance(name, str) or name in names:
            raise ValueError(f"array name {name!r}")
        if dtype not in DTYPES:
            raise ValueError(f"array {name!r} of {dtype!r}")
        if len(shape) > MAX_DIMENSIONS or not all(type(n) is int and n >= 0 for n in shape):
            raise ValueError(f"array {name!r} of shape {shape!r}")
        width = math.prod(shape) * int(dtype[2:])
        if type(offset) is not int or offset < 0 or offset % ALIGNED or offset + width > size:
            raise ValueError(f"array {name!r} at {offset!r} leaves the file")
        # Beside a dimension of zero the others take no room, and yet numpy multiplies them.
        if math.prod(max(n, 1) for n in shape) > MAX_ELEMENTS:
            raise ValueError(f"array {name!r} of shape {shape!r}")
        names.add(name)
        taken.append((offset, offset + width, name))
        yield name, dtype, tuple(shape), offset
    for before, after in pairwise(sorted(each for each in taken if each[0] < each[1])):
        if after[0] < before[1]:
            raise ValueError(f"arrays {before[2]!r} and {after[2]!r} overlap")


def _check_version(found: object, known: int, path: Path) -> None:
    if found == known:
        return
    if type(found) is int and found > known:
        raise FormatError(
            f"was made by a newer diglot (version {found} of the format, {known} is known)",
            path=path,
            cure="upgrade diglot",
        )
    raise FormatError(
        f"has version {found} of the format, which is no longer read",
        path=path,
        cure="make the file again with this diglot",
    )


def _wrong_kind(prefix: bytes, what: str, path: Path) -> FormatError:
    if MAGIC[1:4] in prefix[: len(MAGIC)]:
        return FormatError(
            "was changed when it was copied as text", path=path, cure="copy it as binary data"
        )
    return FormatError(
        f"is not a {what}" if prefix else f"is empty, not a {what}",
        path=path,
        cure=f"name a {what} that diglot saved",
    )


def _cut_short(found: int, size: int, path: Path) -> FormatError:
    return FormatError(
        f"the file is cut short: {found:,} of {size:,} bytes", path=path, cure=COPY_AGAIN
    )


def _digest(length: int, size: int, header: bytes) -> bytes:
    return hashlib.blake2b(struct.pack("<IQ", length, size) + header, digest_size=40).digest()


def _padding(length: int) -> int:
    return -length % ALIGNED


# Many strings as two arrays: their UTF-8 bytes one after the other, and where they end.

# Halves of surrogate pairs come from broken file names; they have to survive, not to be right.
_ERRORS = "surrogatepass"
_LONG = 1 << 12
"""Mean bytes of a string from which on strings are decoded one by one."""


def pool_strings(strings: Iterable[str]) -> Pool:
    """Return the bytes of all strings, and shape (strings + 1,), where each of them begins."""
    import numpy as np

    data, offsets = bytearray(), typed.array("q", [0])
    for text in strings:
        data += encode_string(text)
        offsets.append(len(data))
    return np.frombuffer(data, np.uint8), np.frombuffer(offsets, np.int64)


def encode_string(text: str) -> bytes:
    """Return the bytes of a string as a pool holds them."""
    return text.encode("utf-8", _ERRORS)


def strings_of_pool(data: NDArray[np.uint8], offsets: NDArray[np.int64]) -> list[str]:
    """Return all strings of a pool."""
    count = len(offsets) - 1
    if len(data) > _LONG * count:  # whole documents: where each character begins takes 8 bytes
        return [string_of_pool(data, offsets, number) for number in range(count)]
    whole = data.tobytes().decode("utf-8", _ERRORS)
    if len(whole) < len(data):
        # Characters before each byte: a character begins with any byte but a continuation.
        begun = offsets_of((data & 0xC0) != 0x80)
        offsets = begun[offsets]
    return [whole[a:b] for a, b in pairwise(offsets.tolist())]


def string_of_pool(data: NDArray[np.uint8], offsets: NDArray[np.int64], number: int) -> str:
    """Return one string of a pool without reading the others."""
    return data[offsets[number] : offsets[number + 1]].tobytes().decode("utf-8", _ERRORS)


# Arrays that grow with a text: much of them goes to the disk while it is read, and comes back as
# pages of a file.

Record = TypeVar("Record")

HELD = 1 << 23
"""Bytes of an array that stay in memory."""


class GrowingArray:
    """Numbers that are added one after the other; if they are many, a temporary file has them.

    Attributes:
        held: takes more numbers.
    """

    def __init__(self, code: str) -> None:
        self.held = typed.array(code)
        self._file: IO[bytes] | None = None

    def relieve(self) -> None:
        """Move what is held to the file if it is much; called now and then."""
        if len(self.held) * self.held.itemsize >= HELD:
            self._move()

    def _move(self) -> None:
        self._file = self._file or TemporaryFile()  # noqa: SIM115 - pages keep it
        self._file.write(self.held)
        del self.held[:]

    def finish(self) -> NDArray[Any]:
        """Return all numbers; none can be added any more."""
        import numpy as np

        dtype = np.dtype(self.held.typecode)
        if self._file is None:
            return np.frombuffer(self.held, dtype) if self.held else np.zeros(0, dtype)
        with self._file as file:
            file.write(self.held)
            return _pages(file, dtype)


def map_array(array: NDArray[Any]) -> NDArray[Any]:
    """Return a long array of one dimension as pages of a temporary file, a short one as it is."""
    if array.nbytes < HELD:
        return array
    with TemporaryFile() as file:
        array.tofile(file)
        return _pages(file, array.dtype)


def map_fields(value: Record, *names: str) -> Record:
    """Return a record whose arrays of these names are mapped, see `map_array`."""
    found = {name: getattr(value, name) for name in names}
    return replace(value, **{k: v if v is None else map_array(v) for k, v in found.items()})  # type: ignore[type-var]


def _pages(file: IO[bytes], dtype: np.dtype[Any]) -> NDArray[Any]:
    import numpy as np

    file.flush()
    return np.memmap(file, dtype, "r").view(np.ndarray)
