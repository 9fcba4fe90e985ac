"""All writing of files: a target is either complete and new, or untouched; and locks of folders.

The content goes to a temporary file beside the target, is flushed to the disk and renamed over the
target. Whatever interrupts that (an error, Ctrl-C, a full disk) leaves the old file as it was. Text
whose target is named so is packed on the way.
"""

from __future__ import annotations

import errno
import gzip
import io
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Literal, overload

from diglot.errors import ConfigError, InputError
from diglot.files.binary import open_binary
from diglot.installed import extra_for

CURES = {
    errno.ENOSPC: "free some space or write to another disk",
    errno.EDQUOT: "free some space or write to another disk",
    errno.EFBIG: "write to another disk",
    errno.EACCES: "choose a folder you may write to",
    errno.EPERM: "choose a folder you may write to",
    errno.EROFS: "choose a folder you may write to",
    errno.ENOENT: "create the folder first",
    errno.ENOTDIR: "choose a path whose parent is a folder",
    errno.EISDIR: "name a file, not a folder",
    errno.ENAMETOOLONG: "choose a shorter name",
    errno.EIO: "check the disk or write to another one",
}


@overload
def atomic_open(
    path: str | Path, mode: Literal["w"] = "w", *, encoding: str = "utf-8"
) -> AbstractContextManager[IO[str]]: ...
@overload
def atomic_open(
    path: str | Path, mode: Literal["wb"], *, encoding: str = "utf-8"
) -> AbstractContextManager[IO[bytes]]: ...
@contextmanager
def atomic_open(
    path: str | Path, mode: Literal["w", "wb"] = "w", *, encoding: str = "utf-8"
) -> Iterator[IO[Any]]:
    """Open ``path`` for writing such that it changes only when the block ends well.

    Args:
        path: the target; its folder must exist. A symbolic link is followed, and something that is
            not a regular file (a pipe, a terminal) is written to directly. Text is packed if the
            name ends in ``.gz`` or ``.zst``.
        mode: ``"w"`` for text, ``"wb"`` for bytes.
        encoding: of text.

    Raises:
        InputError: the target cannot be written, or holds characters the encoding lacks.
        MissingExtraError: the name ends in ``.zst``, and the extra that packs so is missing.
    """
    target = Path(path)
    if str(target) == "-":
        raise InputError(
            "is not a file name",
            path=target,
            cure="write to /dev/stdout, with --quiet, what another program is to read",
        )
    try:
        final = Path(os.path.realpath(target))
        with (
            _destination(target, final) as (descriptor, work),
            os.fdopen(descriptor, "wb") as file,
        ):
            if mode == "w":
                with _packer(file, target.suffix.lower()) as packed:
                    text = io.TextIOWrapper(packed, encoding, newline="\n")
                    yield text
                    text.flush()
                    text.detach()
            else:
                yield file
            file.flush()
            if work != final:
                os.fsync(descriptor)
    except UnicodeEncodeError as error:
        character = error.object[error.start]
        raise InputError(
            f"the text holds U+{ord(character):04X}, which {error.encoding} cannot write",
            path=target,
            cure="write UTF-8, or remove that character",
        ) from error
    except OSError as error:
        if error.filename is not None and not _is_ours(error.filename, target):
            raise
        reason = error.strerror or str(error)
        cure = CURES.get(error.errno or 0, "choose another place")
        raise InputError(f"cannot be written ({reason.lower()})", path=target, cure=cure) from error


@contextmanager
def _packer(file: IO[bytes], extension: str) -> Iterator[Any]:
    """Give what packs into a file as its extension says; the same text gives the same bytes."""
    if extension == ".gz":
        # Neither name nor time: they would differ from run to run.
        with gzip.GzipFile("", "wb", fileobj=file, mtime=0, compresslevel=6) as packed:
            yield packed
    elif extension == ".zst":
        with extra_for("packing with zstd", instead="name a file that ends in .gz"):
            import pyarrow as pa
        # What packs closes what it packs into.
        with (
            os.fdopen(os.dup(file.fileno()), "wb") as copy,
            pa.CompressedOutputStream(copy, "zstd") as packed,
        ):
            yield packed
    else:
        yield file


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write ``data`` to ``path`` atomically.

    Raises:
        InputError: the target cannot be written.
    """
    with atomic_open(path, "wb") as file:
        file.write(data)


def copy_file(source: str | Path, target: str | Path) -> None:
    """Write the bytes of a file to another one atomically.

    Raises:
        InputError: one cannot be read, or the other cannot be written.
    """
    with open_binary(source) as file, atomic_open(target, "wb") as copy:
        shutil.copyfileobj(file, copy)


def _open_work(final: Path) -> tuple[int, Path]:
    """Open the temporary file of a target; what a killed run left of it is used again.

    The file is locked while it is open, so that two runs with one target do not share it.
    """
    # The target's name may already be as long as the file system allows.
    work = final.with_name(f".{final.name[:40]}.part")
    with suppress(ImportError, OSError):
        import fcntl

        descriptor = os.open(work, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o666)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # The run that had it may have renamed it just now.
            if os.path.samestat(os.fstat(descriptor), work.stat()):
                os.ftruncate(descriptor, 0)
                return descriptor, work
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
    work = final.with_name(f".{final.name[:40]}.{secrets.token_hex(6)}.part")
    return os.open(work, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), work


@contextmanager
def _destination(target: Path, final: Path) -> Iterator[tuple[int, Path]]:
    """Give a descriptor to write to; on success what was written becomes ``final``."""
    if final.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(final))
    if target.exists() and not target.is_file():
        # Not by its final name: that of a pipe behind /dev/stdout cannot be opened.
        yield os.open(target, os.O_WRONLY), final
        return
    if final.exists() and not os.access(final, os.W_OK):
        # Renaming would replace a file that its owner has protected.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(final))
    descriptor, work = _open_work(final)
    try:
        yield descriptor, work
        if final.exists():
            work.chmod(stat.S_IMODE(final.stat().st_mode))
        work.replace(final)
    except BaseException:
        with suppress(OSError):
            work.unlink(missing_ok=True)
        raise
    _sync_folder(final.parent)


def _sync_folder(folder: Path) -> None:
    """Make the rename survive a power loss, where the system lets a folder be opened."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _is_ours(filename: str | bytes, target: Path) -> bool:
    """Tell whether an OSError is about the target or its temporary file, not about an input."""
    final = Path(os.path.realpath(target))
    return Path(os.fsdecode(filename)).parent in {final.parent, target.parent}


@contextmanager
def hold_lock(path: Path, *, busy: str = "") -> Iterator[None]:
    """Hold a lock, which goes with the process however that ends.

    Args:
        path: the file of the lock; its folders are made.
        busy: what to say where another process holds it; empty waits until that is done.

    Raises:
        InputError: the file cannot be made.
        ConfigError: another process holds it, and ``busy`` is given.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("w")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(
            f"cannot be written ({reason})", path=path.parent, cure="choose another folder"
        ) from error
    with file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | (fcntl.LOCK_NB if busy else 0))
        except BlockingIOError as error:
            raise ConfigError(busy) from error
        except (ImportError, OSError):
            pass  # no such locks here: two runs in one folder do the same work twice
        yield


def make_folder(path: Path) -> None:
    """Make a folder and those above it, if they do not exist.

    Raises:
        InputError: it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(
            f"cannot be made ({reason})", path=path, cure="choose another folder"
        ) from error
