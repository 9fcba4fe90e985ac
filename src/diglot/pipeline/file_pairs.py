"""Files in pairs, by their names; and the samples that come with diglot."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError, RunError
from diglot.files.atomic import write_bytes
from diglot.files.text import read_bytes
from diglot.plurals import count_of
from diglot.text.languages import is_language

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def files_by_name(folder: Path) -> dict[str, Path]:
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


def strip_language(name: str) -> str:
    """Return a name without its language suffix, or as it is if it has none.

    >>> strip_language("contract_fr-CA")
    'contract'
    """
    parts = _SUFFIX.match(name)
    return parts["rest"] if parts and is_language(parts["language"]) else name


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
    sides = files_by_name(source), files_by_name(target)
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
        grouped[strip_language(name)].append(name)
    return grouped


def _common_name(source: Path, target: Path) -> str:
    short = strip_language(source.stem)
    return short if short == strip_language(target.stem) else source.stem


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
    names = files_by_name(given)
    short = strip_language(pair.name)
    found = [path for name, path in names.items() if name == pair.name] or [
        path for name, path in names.items() if strip_language(name) == short
    ]
    if len(found) != 1:
        count = "no file" if not found else count_of(len(found), "file")
        raise InputError(f"holds {count} for the pair {pair.name}", path=given)
    return found[0]


# The sample documents, dictionaries and translations that come with diglot.


_SAMPLES = Path(__file__).parents[1] / "samples"


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
    found = sorted(path for path in (_SAMPLES / name).glob("*.*"))
    if not found:
        raise RunError(f"the samples of {name} are missing from {_SAMPLES}: install diglot again")
    copies = tuple(folder / path.name for path in found)
    for path, copy in zip(found, copies, strict=True):
        write_bytes(copy, read_bytes(path))
    return copies
