"""Packs as files: arrays, compressed for the way; unpacked once, then mapped into memory.

A ``.pack`` file is an xz-compressed file of arrays (`diglot.files.arrays`). What a run opens is
its unpacked copy in the user's cache folder, where there is one to write to.
"""

from __future__ import annotations

import lzma
import re
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from diglot.errors import FormatError, InputError, naming
from diglot.files.arrays import (
    ArrayFile,
    pool_strings,
    read_arrays,
    strings_of_pool,
    verify,
    write_arrays,
)
from diglot.files.atomic import write_bytes
from diglot.files.binary import read_bytes
from diglot.flat_arrays import offsets_of
from diglot.packs.pack import Pack, PackSource, Side

T = TypeVar("T")

KIND = "language-pack"
VERSION = 1
EXTENSION = ".pack"
_MAGIC = b"\xfd7zXZ\0"
_CODE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
STEPS = 8
"""Counts are kept as logarithms to the base 2, in eighths: within 5 % of what they were."""
SMALLEST = 0.01
_COUNTS = np.float32(SMALLEST) * np.exp2(np.arange(256, dtype=np.float32) / np.float32(STEPS))
LARGEST_FILE = 1 << 28
"""Bytes that a pack may take unpacked."""


def write_pack(path: str | Path, pack: Pack) -> str:
    """Write a pack; the same content gives the same bytes.

    Returns:
        Its digest.

    Raises:
        InputError: the file cannot be written.
    """
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder, "pack")
        write_plain(plain, pack)
        compress(plain, path)
        return read_arrays(plain, kind=KIND, version=VERSION).digest


def compress(plain: Path, path: str | Path) -> None:
    """Write a file of arrays as one to pass on."""
    write_bytes(path, lzma.compress(plain.read_bytes(), preset=6 | lzma.PRESET_EXTREME))


def write_plain(path: str | Path, pack: Pack) -> None:
    """Write a pack without compressing it, as it is kept in a cache."""
    levels = np.round(np.log2(np.maximum(pack.counts, SMALLEST) / SMALLEST) * STEPS)
    arrays: dict[str, NDArray[Any]] = {
        "lengths": np.diff(pack.rows).astype(np.uint32),
        "columns": pack.columns.astype(np.uint32),
        "counts": np.clip(levels, 0, 255).astype(np.uint8),
    }
    for name, side in (("source", pack.source), ("target", pack.target)):
        text, offsets = pool_strings(side.words)
        arrays |= {
            f"{name}_text": text,
            f"{name}_lengths": np.diff(offsets).astype(np.uint16),
            f"{name}_frequency": side.frequency.astype(np.uint32),
        }
    metadata = {
        "languages": pack.languages,
        "tokenisers": (pack.source.tokeniser, pack.target.tokeniser),
        "sources": [asdict(source) for source in pack.sources],
        "date": pack.date,
        "through": pack.through,
    }
    write_arrays(path, arrays, metadata, kind=KIND, version=VERSION)


def read_pack(path: str | Path, *, cache: Path | None = None) -> Pack:
    """Read a pack.

    Args:
        path: the file.
        cache: folder for its unpacked copy, by the digest of the file; None keeps none.

    Raises:
        FormatError: it is no pack, of another version, damaged or cut short.
        InputError: it cannot be read.
    """
    return read_unpacked(Path(path), cache, read_plain)


def read_unpacked(path: Path, cache: Path | None, read: Callable[[Path, Path], T]) -> T:
    """Read a compressed file of arrays.

    Args:
        path: the file.
        cache: see `read_pack`.
        read: makes the value of the unpacked copy; takes the path of the file for messages, too.
    """
    packed = read_bytes(path)
    if cache is None:
        with tempfile.TemporaryDirectory() as folder:
            return read(_unpack(packed, Path(folder, "pack"), path), path)
    plain = cache / f"{blake2b(packed, digest_size=20).hexdigest()}.arrays"
    if plain.exists():
        try:
            return read(plain, path)
        except InputError:  # the copy may be damaged where the file is not
            pass
    try:
        cache.mkdir(parents=True, exist_ok=True)
        _unpack(packed, plain, path)
    except OSError:  # a home without a place to write is no reason to fail
        return read_unpacked(path, None, read)
    return read(plain, path)


def verify_pack(path: str | Path) -> Pack:
    """Read a pack whole and compare its content with its digest.

    Raises:
        FormatError: it is no pack, of another version, damaged or cut short.
        InputError: it cannot be read.
    """
    with tempfile.TemporaryDirectory() as folder:
        plain = _unpack(read_bytes(path), Path(folder, "pack"), Path(path))
        with naming(path):
            verify(plain, kind=KIND, version=VERSION)
        return read_plain(plain, Path(path))


def _unpack(packed: bytes, plain: Path, path: Path) -> Path:
    if not packed.startswith(_MAGIC):
        raise FormatError(
            "is not a language pack", path=path, cure="name a file that diglot pack build made"
        )
    reader = lzma.LZMADecompressor(format=lzma.FORMAT_XZ)
    try:
        content = reader.decompress(packed, LARGEST_FILE)
    except lzma.LZMAError as error:
        raise FormatError("the file is damaged", path=path, cure="copy it again") from error
    if not reader.eof:
        raise FormatError("the file is cut short or too large", path=path, cure="copy it again")
    write_bytes(plain, content)
    return plain


def read_plain(plain: Path, path: Path) -> Pack:
    """Make the value of an unpacked pack.

    Raises:
        FormatError: its arrays contradict each other.
    """
    with naming(path):
        file = read_arrays(plain, kind=KIND, version=VERSION)
    try:
        return _pack_of(file)
    except (KeyError, TypeError, ValueError) as error:
        raise FormatError(
            f"its content is invalid ({error or type(error).__name__})",
            path=path,
            cure="make the file again with diglot pack build",
        ) from error


def _pack_of(file: ArrayFile) -> Pack:
    arrays, about = file.arrays, file.metadata
    for name, array in arrays.items():
        # As `write_plain` makes them: others could point outside of what they number.
        if array.ndim != 1 or array.dtype.kind != "u" or array.itemsize > 4:
            raise ValueError(f"{name} are no whole numbers in a row")
    for language in about["languages"]:
        # Files in the user's folder are named by them.
        if not _CODE.fullmatch(language):
            raise ValueError(f"{language!r} is no code of a language")
    sides = [
        Side(language, *_words_of(arrays, name), tokeniser)
        for name, language, tokeniser in zip(
            ("source", "target"), about["languages"], map(str, about["tokenisers"]), strict=True
        )
    ]
    rows = _offsets(arrays["lengths"], len(arrays["columns"]), len(sides[0].words))
    columns = arrays["columns"].astype(np.int32)
    if len(columns) and not 0 <= columns.min() <= columns.max() < len(sides[1].words):
        raise ValueError("pairs of words that are not there")
    levels = arrays["counts"]
    if len(levels) != len(columns) or levels.dtype != np.uint8:
        raise ValueError("pairs without a count")
    return Pack(
        source=sides[0],
        target=sides[1],
        rows=rows,
        columns=columns,
        counts=_COUNTS[levels],
        sources=tuple(_source_of(**source) for source in about["sources"]),
        date=str(about["date"]),
        digest=file.digest,
        through=tuple(map(str, about["through"])),
    )


def _source_of(name: str, licence: str, version: str, pairs: int) -> PackSource:
    return PackSource(str(name), str(licence), str(version), int(pairs))


def _words_of(arrays: dict[str, Any], name: str) -> tuple[list[str], NDArray[np.int64]]:
    text, frequency = arrays[f"{name}_text"], arrays[f"{name}_frequency"].astype(np.int64)
    return strings_of_pool(
        text, _offsets(arrays[f"{name}_lengths"], len(text), len(frequency))
    ), frequency


def _offsets(lengths: NDArray[Any], total: int, count: int) -> NDArray[np.int64]:
    """Turn lengths into offsets; they have to fill what they cut."""
    offsets = offsets_of(lengths)
    if len(lengths) != count or offsets[-1] != total:
        raise ValueError("lengths that do not fit")
    return offsets
