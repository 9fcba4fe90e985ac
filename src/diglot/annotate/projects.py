"""Projects opened and made, closed again whatever happens."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from diglot.annotate.options import ProjectOptions
from diglot.annotate.store import Store


def create_project(folder: Path, options: ProjectOptions | None = None) -> closing[Store]:
    """Make a project and open it.

    Args:
        folder: to be made, or empty.
        options: what the page calls it, and where its judgements are.

    Raises:
        InputError: there is a project already, or the folder or the database cannot be used.
    """
    options = options or ProjectOptions()
    name = options.name or folder.resolve().name
    return closing(Store.create(folder, name=name, url=options.database))


def open_project(folder: Path) -> closing[Store]:
    """Open the project of a folder.

    Raises:
        InputError: there is none, or its database cannot be used.
    """
    return closing(Store.open(folder))
