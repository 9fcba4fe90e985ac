"""The sample texts, dictionaries and translations that come with diglot: files beside this one."""

from __future__ import annotations

from pathlib import Path

from diglot.errors import RunError
from diglot.files.atomic import copy_file

_FOLDER = Path(__file__).parent
TEXTS: dict[str, tuple[Path, Path]] = {
    "contract": (_FOLDER / "contract.en.docx", _FOLDER / "contract.fr.docx"),
    "headlamp": (_FOLDER / "headlamp.de.html", _FOLDER / "headlamp.en.html"),
}
"""A contract in English and French, a web page in German and English."""


def copy_samples(name: str, folder: Path) -> tuple[Path, ...]:
    """Copy the sample dictionaries, or a translation with wrong terms and its termbase.

    Args:
        name: ``dictionaries`` (English and French, each with Spanish and with Catalan) or
            ``terminology``.
        folder: where they go.

    Raises:
        InputError: the folder cannot be written to.
        RunError: the package is incomplete.
    """
    found = sorted((_FOLDER / name).glob("*.*"))
    if not found:
        raise RunError(f"the samples of {name} are missing from {_FOLDER}: install diglot again")
    copies = tuple(folder / path.name for path in found)
    for path, copy in zip(found, copies, strict=True):
        copy_file(path, copy)
    return copies
