"""Which files hold dictionaries: those that are named, and those in folders."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import InputError
from diglot.formats.lexicons import EXTENSIONS, lexicon_format
from diglot.formats.lexicons.lexicon_names import PACKED, UNKNOWN, languages_of, unpacked_name
from diglot.formats.stored_graphs import EXTENSION

if TYPE_CHECKING:
    from collections.abc import Sequence

# Files of other kinds share these extensions: in a folder only those count that tell two languages.
_MANY_USES = frozenset({".txt", ".json", ".xlsx", ".csv", ".rdf", ".owl"})
# A dictionary of several files is read by one of them.
_MAIN_FILES = {".index": ".dict", ".dict": ".ifo"}


def dictionary_files(paths: Sequence[str | Path]) -> tuple[Path, ...]:
    """Return the files that are given, and those of folders that hold dictionaries, by name.

    In folders, hidden files are passed over, and so are those whose name tells no format of
    dictionaries; of files such as ``.txt`` or ``.json`` those count that name two languages, of XML
    those whose root element is that of a dictionary.

    Raises:
        InputError: something does not exist, or a folder holds no dictionary.
    """
    found: dict[Path, None] = {}
    for path in map(Path, paths):
        if not path.is_dir():
            if not path.exists():
                raise InputError("there is no such file", path=path, cure="check the name")
            found[path] = None
            continue
        inside = [each for each in sorted(path.rglob("*")) if _is_dictionary(each, path)]
        if not inside:
            raise InputError(
                "the folder holds no dictionary",
                path=path,
                cure=f"name files with one of the extensions {', '.join(EXTENSIONS)}",
            )
        found.update(dict.fromkeys(inside))
    return tuple(found)


def _is_dictionary(path: Path, folder: Path) -> bool:
    if not path.is_file() or any(part[0] == "." for part in path.relative_to(folder).parts):
        return False
    plain = unpacked_name(path)
    extension = plain.suffix.lower()
    if extension == EXTENSION:
        return True
    if extension == ".xml":
        return _is_readable(path)
    if extension not in EXTENSIONS:
        return False
    if extension in _MANY_USES:
        return languages_of(path) != (UNKNOWN, UNKNOWN)
    main = _MAIN_FILES.get(extension)
    return main is None or not any(
        plain.with_suffix(main + packed).exists() for packed in ("", *PACKED)
    )


def _is_readable(path: Path) -> bool:
    try:
        lexicon_format(path, look=True)
    except InputError:
        return False
    return True
