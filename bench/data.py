"""The development sets of sentence alignment, as the benchmarks read them."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.files.text import read_text, split_lines
from diglot.formats.links.plain import read_links

if TYPE_CHECKING:
    from diglot.learning.encoders.vectors import TextVectors
    from diglot.model import Link

LANGUAGES = {
    "textberg-dev-de-fr": ("de", "fr"),
    "mac-dev-zh-en": ("zh", "en"),
    "transread-en-fr": ("en", "fr"),
    "hunalign-1984-hu-en": ("hu", "en"),
    "hunalign-dtm-hu-en": ("hu", "en"),
    "parice-en-is": ("en", "is"),
    "alignar-law-ar-en": ("ar", "en"),
    "maligna-pl-en": ("pl", "en"),
    "maligna-pl-de": ("pl", "de"),
}
"""Languages of the source and the target of every set."""
SETS = tuple(name for name in LANGUAGES if name != "maligna-pl-de")
"""Sets that weights are trained on and reported for (maligna-pl-de has 38 links: too few)."""


@dataclass(frozen=True, slots=True)
class Gold:
    """One document pair with its gold links and whatever else the set holds."""

    name: str
    source: list[str]
    target: list[str]
    links: tuple[Link, ...]
    source_translation: list[str] | None = None
    target_translation: list[str] | None = None
    source_paragraphs: list[int] | None = None
    target_paragraphs: list[int] | None = None
    vectors: tuple[TextVectors, TextVectors] | tuple[None, None] = (None, None)


def data_folder() -> Path:
    """Folder of the development data: DIGLOT_DATA, or ../shared/data beside the project."""
    given = os.environ.get("DIGLOT_DATA")
    folder = Path(given) if given else Path(__file__).parents[2] / "shared" / "data"
    if not (folder / "sentences").is_dir():
        raise SystemExit(f"no development data in {folder}: set DIGLOT_DATA to its folder")
    return folder


def load(name: str) -> list[Gold]:
    """Read all documents of a set."""
    folder = data_folder() / "sentences" / name
    return [_document(path) for path in sorted(folder.iterdir()) if path.is_dir()]


def plain(document: Gold) -> Gold:
    """The document without translations and paragraphs."""
    return replace(
        document,
        source_translation=None,
        target_translation=None,
        source_paragraphs=None,
        target_paragraphs=None,
    )


def _document(path: Path) -> Gold:
    def lines(name: str) -> list[str] | None:
        file = path / name
        if not file.exists():
            return None
        found = split_lines(read_text(file))
        return found[:-1] if found and not found[-1] else found

    def numbers(name: str) -> list[int] | None:
        found = lines(name)
        return None if found is None else [int(float(line)) for line in found]

    return Gold(
        path.name,
        lines("src.txt") or [],
        lines("tgt.txt") or [],
        read_links(path / "gold.txt"),
        lines("src.mt.txt"),
        lines("tgt.mt.txt"),
        numbers("src.par.txt"),
        numbers("tgt.par.txt"),
    )
