"""A project as a folder: its name, where its database is, guidelines and releases."""

from __future__ import annotations

import json
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diglot.errors import FormatError, InputError
from diglot.files.atomic import write_bytes
from diglot.files.text import read_bytes

if TYPE_CHECKING:
    from pathlib import Path

FILE = "project.toml"
DATABASE = "annotations.sqlite"
FOLDERS = ("guidelines", "releases")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a project is.

    Attributes:
        name: of the project.
        url: of its database.
        folder: None for a project that is only a database.
    """

    name: str
    url: str
    folder: Path | None


def make(folder: Path, *, name: str, url: str | None) -> Place:
    """Make the folder of a project, with its file and folders in it.

    Raises:
        InputError: there is a project already, or the folder cannot be written.
    """
    if (folder / FILE).exists():
        raise InputError("there is a project already", path=folder, cure="choose another folder")
    try:
        for inner in FOLDERS:
            (folder / inner).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"the folder cannot be made ({error.strerror})", path=folder) from error
    lines = [f"name = {_quoted(name)}"]
    if url is not None:
        lines += ["", "[database]", f"url = {_quoted(url)}"]
    write_bytes(folder / FILE, ("\n".join(lines) + "\n").encode())
    return Place(name=name, url=url or _default(folder), folder=folder)


def unmake(place: Place) -> None:
    """Take away what `make` made, as far as nothing else came to it."""
    if place.folder is None:
        return
    (place.folder / FILE).unlink(missing_ok=True)
    with suppress(OSError):
        for inner in FOLDERS:
            (place.folder / inner).rmdir()
        place.folder.rmdir()


def found(folder: Path) -> Place:
    """The project in a folder.

    Raises:
        InputError: there is none, or its file is wrong.
    """
    path = folder / FILE
    if folder.is_dir() and not path.exists():
        raise InputError(
            f"holds no {FILE}", path=folder, cure="make a project with diglot annotate init"
        )
    try:
        content: dict[str, Any] = tomllib.loads(read_bytes(path).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FormatError(f"is no TOML ({error})", path=path, cure="correct the line") from error
    name = content.get("name")
    database = content.get("database", {})
    url = database.get("url", _default(folder)) if isinstance(database, dict) else None
    if not isinstance(name, str) or not isinstance(url, str):
        raise FormatError(
            "lacks a name, or the url of its database is no text",
            path=path,
            cure='write name = "..." and, if it is not the default, [database] url = "..."',
        )
    return Place(name=name, url=url, folder=folder)


def _default(folder: Path) -> str:
    return f"sqlite:///{(folder / DATABASE).resolve()}"


def _quoted(text: str) -> str:
    # A JSON string is a TOML basic string but for the one control character JSON lets pass.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
