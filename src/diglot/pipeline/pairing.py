"""Which file belongs to which: two files, or the files of two folders paired by name."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError
from diglot.text.languages import UNDETERMINED, normalise

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

# "contract.en", "contract_fr-CA", "contract-deu": what stands behind the last mark, with a region.
_SUFFIX = re.compile(r"^(?P<rest>.+?)[._-](?P<language>[A-Za-z]{2,12})(?:[-_][A-Za-z]{2,4})?$")
_NAMES_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Pair:
    """Two files that hold the same text in two languages.

    Attributes:
        name: what both names have in common; used for outputs that are one file a pair.
        source: file of the source side.
        target: file of the target side.
    """

    name: str
    source: Path
    target: Path


def pair_files(source: Path, target: Path) -> tuple[Pair, ...]:
    """Pair two files, or the files of two folders by name, in the order of their names.

    Names are equal when they are so without their extension, or else without a language suffix
    too (``contract.en.docx`` and ``contract_fr.docx``). Folders are searched through; hidden files
    are left out.

    Raises:
        InputError: a path does not exist, a folder is empty, or files are left without a partner.
        ConfigError: a file on one side and a folder on the other.
    """
    for path in (source, target):
        if not path.exists():
            raise InputError("no such file or folder", path=path, cure="check the name")
    if source.is_dir() != target.is_dir():
        raise ConfigError(
            f"{source} and {target} are a file and a folder: give two files or two folders"
        )
    if not source.is_dir():
        return (Pair(_common_name(source, target), source, target),)
    return _pair_folders(source, target)


def names_in(folder: Path) -> dict[str, Path]:
    """Return the files under a folder by relative path without extension.

    Raises:
        InputError: two files differ only in their extension.
    """
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if not path.is_file() or any(part.startswith(".") for part in inside.parts):
            continue
        name = inside.with_suffix("").as_posix()
        if name in found:
            raise InputError(
                f"two files are called {name}: {found[name].name} and {path.name}",
                path=folder,
                cure="keep one of them",
            )
        found[name] = path
    return found


def without_language(name: str) -> str:
    """Return a name without its language suffix, or as it is if it has none.

    >>> without_language("contract_fr-CA")
    'contract'
    """
    parts = _SUFFIX.match(name)
    return parts["rest"] if parts and _is_language(parts["language"]) else name


def match_names(
    sources: dict[str, Path], targets: dict[str, Path]
) -> tuple[list[Pair], list[Path], list[Path]]:
    """Pair files by full name first, then without language suffix.

    Returns:
        The pairs in the order of their names, and the files of each side that have no partner.
    """
    pairs = [Pair(name, path, targets[name]) for name, path in sources.items() if name in targets]
    paired = {pair.name for pair in pairs}
    left = _by_short_name(name for name in sources if name not in paired)
    right = _by_short_name(name for name in targets if name not in paired)
    for short, names in left.items():
        # A short name that several files of one side share does not say who belongs to whom.
        if len(names) == len(right.get(short, ())) == 1:
            pairs.append(Pair(short, sources[names[0]], targets[right[short][0]]))
    taken = {path for pair in pairs for path in (pair.source, pair.target)}
    return (
        sorted(pairs, key=lambda pair: pair.name),
        [path for path in sources.values() if path not in taken],
        [path for path in targets.values() if path not in taken],
    )


def _pair_folders(source: Path, target: Path) -> tuple[Pair, ...]:
    sides = names_in(source), names_in(target)
    for folder, names in zip((source, target), sides, strict=True):
        if not names:
            raise InputError("the folder holds no files", path=folder, cure="check the name")
    pairs, left, right = match_names(*sides)
    if left or right:
        raise InputError(
            f"files without a partner: {_listed(source, left)}; {_listed(target, right)}",
            cure="give both files of a pair the same name (a language suffix may differ)",
        )
    return tuple(pairs)


def _listed(folder: Path, paths: list[Path]) -> str:
    if not paths:
        return f"none in {folder}"
    shown = ", ".join(path.relative_to(folder).as_posix() for path in paths[:_NAMES_SHOWN])
    more = f" and {len(paths) - _NAMES_SHOWN} more" if len(paths) > _NAMES_SHOWN else ""
    return f"{len(paths)} in {folder} ({shown}{more})"


def _by_short_name(names: Iterable[str]) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = defaultdict(list)
    for name in names:
        grouped[without_language(name)].append(name)
    return grouped


def _common_name(source: Path, target: Path) -> str:
    short = without_language(source.stem)
    return short if short == without_language(target.stem) else source.stem


@cache
def _is_language(word: str) -> bool:
    try:
        return normalise(word) != UNDETERMINED
    except ConfigError:
        return False


def file_for(given: Path, pair: Pair, *, many: bool) -> Path:
    """The file that belongs to a pair: the one given, or one of that folder, by its name.

    Raises:
        ConfigError: one file was given for several pairs.
        InputError: the folder holds no file for the pair, or several.
    """
    if not given.is_dir():
        if many:
            raise ConfigError(f"{given} is one file, but there are several pairs: give a folder")
        return given
    names = names_in(given)
    short = without_language(pair.name)
    found = [path for name, path in names.items() if name == pair.name] or [
        path for name, path in names.items() if without_language(name) == short
    ]
    if len(found) != 1:
        count = "no file" if not found else f"{len(found)} files"
        raise InputError(f"holds {count} for the pair {pair.name}", path=given)
    return found[0]
