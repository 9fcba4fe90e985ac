"""Projects opened and made, closed again whatever happens."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from diglot.annotate.store import Store


@contextmanager
def create_project(
    folder: Path, *, name: str | None = None, url: str | None = None
) -> Iterator[Store]:
    """Make a project and open it.

    Args:
        folder: to be made, or empty.
        name: what the page calls it; by default the name of the folder.
        url: of a PostgreSQL database; by default the judgements are in a file of the folder.

    Raises:
        InputError: there is a project already, or the folder or the database cannot be used.
    """
    from diglot.annotate.store import Store

    store = Store.create(folder, name=name or folder.resolve().name, url=url)
    try:
        yield store
    finally:
        store.close()


@contextmanager
def open_project(folder: Path) -> Iterator[Store]:
    """Open the project of a folder.

    Raises:
        InputError: there is none, or its database cannot be used.
    """
    from diglot.annotate.store import Store

    store = Store.open(folder)
    try:
        yield store
    finally:
        store.close()
