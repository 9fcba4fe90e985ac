"""Locks of folders: one process at a time works in a folder, where the system has such locks."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


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
