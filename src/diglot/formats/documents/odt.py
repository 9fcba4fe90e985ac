"""ODT: the text in order, with tables, text boxes, notes and the chosen state of tracked changes.

Reference: OASIS OpenDocument 1.3, part 3, chapters 5 to 9 and 19.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from diglot.errors import ConfigError, FormatError
from diglot.files import xml
from diglot.files.zip import Archive
from diglot.formats.blocks import Builder
from diglot.formats.documents.html_walk import LANGUAGE
from diglot.formats.documents.odt_walk import Story, qualified, words

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.model import Document

Tracked = Literal["accepted", "original", "refuse"]
POLICIES = ("accepted", "original", "refuse")
NOT_ODT = "save it as ODT (text document) in the program that made it"


def read(
    path: Path,
    *,
    encoding: str | None = None,  # noqa: ARG001  every reader takes it
    tracked: Tracked = "accepted",
) -> Document:
    """Read an OpenDocument text.

    Args:
        path: the file.
        encoding: has no effect, since the format says its own.
        tracked: state of tracked changes: all ``accepted``, the ``original`` text before them, or
            ``refuse`` a file that has some.

    Raises:
        FormatError: it is not an ODT file, holds no text, or has tracked changes to refuse.
        UnsafeFileError: it breaks a safety limit.
        InputError: it cannot be read.
    """
    if tracked not in POLICIES:
        raise ConfigError(f"there is no policy {tracked!r} for tracked changes; use {POLICIES}")
    with Archive(path) as archive:
        _refuse_encrypted(archive, path)
        if "content.xml" not in archive:
            raise FormatError("has no content.xml: it is not an ODT file", path=path, cure=NOT_ODT)
        root = xml.parse(archive.read("content.xml"), path=path, part="content.xml")
        text = next((part for part in root.iter() if qualified(part) == "office:text"), None)
        if text is None:
            raise FormatError("holds no text document", path=path, cure=NOT_ODT)
        builder = Builder()
        story = Story(builder, text, original=tracked == "original")
        if tracked == "refuse" and story.changes:
            raise FormatError(
                f"holds {story.changes} tracked changes",
                path=path,
                cure="accept or reject them in the word processor, or choose accepted or original",
            )
        story.read(text)
        _list_masters(archive, path, builder)
        language = _stated_language(archive, path)
    return builder.finish(path, "odt", language=language)


def _refuse_encrypted(archive: Archive, path: Path) -> None:
    name = "META-INF/manifest.xml"
    if name in archive:
        manifest = xml.parse(archive.read(name), path=path, part=name)
        if any(xml.local(part) == "encryption-data" for part in manifest.iter()):
            raise FormatError(
                "is protected by a password", path=path, cure="save it without a password"
            )


def _list_masters(archive: Archive, path: Path, builder: Builder) -> None:
    """List the headers and footers, which live with the page styles."""
    if "styles.xml" not in archive:
        return
    styles = xml.parse(archive.read("styles.xml"), path=path, part="styles.xml")
    for part in styles.iter():
        name = qualified(part)
        if name.startswith(("style:header", "style:footer")) and (text := words(part)):
            kind = "header" if name.startswith("style:header") else "footer"
            builder.skips.add(kind, text)


def _stated_language(archive: Archive, path: Path) -> str | None:
    """Return the language in the document's properties.

    The default style is not asked: it carries the language of the program's user.
    """
    if "meta.xml" not in archive:
        return None
    meta = xml.parse(archive.read("meta.xml"), path=path, part="meta.xml")
    for part in meta.iter():
        code = (part.text or "").strip()
        if qualified(part) == "dc:language" and LANGUAGE.fullmatch(code):
            return code
    return None
