"""The sample documents, dictionaries and translations that come with diglot."""

from __future__ import annotations

from pathlib import Path

import diglot
from diglot.errors import RunError
from diglot.files.atomic import write_bytes
from diglot.files.text import read_bytes
from diglot.pipeline.pairing import Pair, pair_files

_SAMPLES = Path(diglot.__file__).parent / "samples"


def sample_pairs() -> tuple[Pair, ...]:
    """Return the sample pairs: a contract in English and French, a page in German and English.

    Raises:
        RunError: the package is incomplete.
    """
    files = sorted(path for path in _SAMPLES.glob("*.*") if path.suffix in (".docx", ".html"))
    if not files or len(files) % 2:
        raise RunError(f"the sample documents are missing from {_SAMPLES}: install diglot again")
    return tuple(
        pair
        for source, target in zip(files[::2], files[1::2], strict=True)
        for pair in pair_files(source, target)
    )


def copy_sample_dictionaries(folder: Path) -> tuple[Path, ...]:
    """Copy the sample dictionaries: English and French, each with Spanish and with Catalan.

    Raises:
        InputError: the folder cannot be written to.
        RunError: the package is incomplete.
    """
    return _copied("dictionaries", folder)


def copy_sample_terminology(folder: Path) -> tuple[Path, ...]:
    """Copy a translation with wrong terms, and the termbase to check it against.

    Raises:
        InputError: the folder cannot be written to.
        RunError: the package is incomplete.
    """
    return _copied("terminology", folder)


def _copied(name: str, folder: Path) -> tuple[Path, ...]:
    found = sorted(path for path in (_SAMPLES / name).glob("*.*"))
    if not found:
        raise RunError(f"the samples of {name} are missing from {_SAMPLES}: install diglot again")
    copies = tuple(folder / path.name for path in found)
    for path, copy in zip(found, copies, strict=True):
        write_bytes(copy, read_bytes(path))
    return copies
