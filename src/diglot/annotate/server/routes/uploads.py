"""Files that arrive from a browser: kept apart, looked at, and named as their sender names them."""

import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from diglot import formats
from diglot.errors import DiglotError, FormatError, InputError
from diglot.formats.termbases import EXTENSIONS as TERMBASES

ZIPPED = frozenset({".xlsx", ".docx", ".odt", ".epub"})
MARKED_UP = frozenset(
    {".tmx", ".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff", ".tbx", ".xml", ".sgm", ".sgml"}
)
PLAIN = frozenset({".tsv", ".tab", ".csv", ".jsonl", ".moses", ".po", ".pot", ".txt"})
MARKS = (b"\xff\xfe", b"\xfe\xff")
"""How texts in UTF-16 begin; only they hold zero bytes."""
PROGRAMS_AND_PICTURES = (
    b"PK",
    b"\x1f\x8b",
    b"\x7fELF",
    b"MZ",
    b"%PDF",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8",
)
LONGEST_NAME = 120
_HEAD = 4096
_UNSAFE = re.compile(r"[^\w.+-]+")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that arrived.

    Attributes:
        path: where it lies: a folder with a random name, deleted afterwards.
        name: as it is told to people.
    """

    path: Path
    name: str


def safe_name(name: str) -> str:
    """The last part of a name, without anything that a file system could take for a command.

    Raises:
        InputError: nothing is left, or no extension that can be imported.
    """
    last = PurePosixPath(name.replace("\\", "/")).name
    clean = _UNSAFE.sub("_", last).lstrip(".")[-LONGEST_NAME:]
    extension = PurePosixPath(clean).suffix.lower()
    known = ({*formats.UNIT_FORMATS, *TERMBASES} & (ZIPPED | MARKED_UP | PLAIN)) | {
        ".xml", ".sgm", ".sgml", ".txt", ".jsonl",
    }  # fmt: skip
    if extension not in known:
        raise InputError(
            f"{clean or 'a file without a name'} has none of the extensions "
            f"{', '.join(sorted(known))}",
            cure="give it the extension of its format",
        )
    return clean


@contextmanager
def kept(name: str) -> Iterator[tuple[Upload, IO[bytes]]]:
    """A place for a file while it is imported; errors inside name the file as its sender does.

    Raises:
        InputError: it has no extension that can be imported, or cannot be read.
    """
    clean = safe_name(name)
    with tempfile.TemporaryDirectory(prefix="diglot-upload-") as folder:
        path = Path(folder) / clean
        try:
            with path.open("wb") as file:
                yield Upload(path, clean), file
        except DiglotError as error:
            if folder in str(error):
                raise InputError(told(str(error), folder)) from error
            raise


def told(text: str, folder: str) -> str:
    """A message without the folder that nobody has to know."""
    return text.replace(f"{folder}/", "").replace(folder, "")


async def store(pieces: AsyncIterator[bytes], file: IO[bytes]) -> None:
    """Write what arrives."""
    async for piece in pieces:
        file.write(piece)
    file.flush()


def check_content(path: Path) -> None:
    """Refuse a file whose first bytes are not what its extension says.

    Raises:
        FormatError: they are not.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    extension = path.suffix.lower()
    wide = head.startswith(MARKS)
    if extension in ZIPPED:
        fits = head.startswith(b"PK\x03\x04")
    elif extension in MARKED_UP:
        fits = wide or head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")
    else:
        fits = not head.startswith(PROGRAMS_AND_PICTURES) and (wide or b"\0" not in head)
    if not head or not fits:
        what = "is empty" if not head else f"does not begin as a {extension} file does"
        raise FormatError(what, path=path, cure="check that it was saved completely")
