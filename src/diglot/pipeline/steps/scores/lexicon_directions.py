"""Which dictionaries are judged by which golds: directions, told by languages or by names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError
from diglot.formats.lexicons import read_translations
from diglot.formats.lexicons.lexicon_names import UNKNOWN, languages_of, name_of
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

Direction = tuple[str, str]
"""Codes of source and target language; a name and nothing where the languages are unknown."""
UNTOLD = (UNKNOWN, UNKNOWN)
# What `diglot infer` writes beside a dictionary.
_BESIDE = ".explained.jsonl"


@dataclass(frozen=True, slots=True)
class Reading:
    """How a dictionary is read.

    Attributes:
        format: name of its format, where neither name nor content tells it.
        skip_bad: leave bad lines out and count them.
    """

    format: str | None = None
    skip_bad: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The files of a direction.

    Attributes:
        direction: which one.
        golds: files of what is right, and whether each is read from target to source.
        predictions: one file a system.
    """

    direction: Direction
    golds: tuple[tuple[Path, bool], ...]
    predictions: tuple[Path, ...]

    @property
    def wanted(self) -> Direction:
        """The languages to read, ``und`` where they are unknown."""
        return self.direction if self.direction[1] else UNTOLD


def plans(
    gold: Path | None,
    reverse_gold: Path | None,
    predictions: Sequence[Path],
    *,
    languages: tuple[str | None, str | None] = (None, None),
    readings: tuple[Reading, Reading] = (Reading(), Reading()),
) -> list[Plan]:
    """Return the directions, in the order of their names.

    Args:
        gold: a dictionary, or a folder of one a direction.
        reverse_gold: the same, read from target to source.
        predictions: a dictionary a system, or a folder of one a direction.
        languages: codes or names of source and target; told by the files by default.
        readings: how golds and predictions are read.

    Raises:
        InputError: a file cannot be read, or a direction is missing.
        ConfigError: files and folders do not fit together.
    """
    golds = [(path, reverse) for path, reverse in ((gold, False), (reverse_gold, True)) if path]
    if not golds:
        raise ConfigError("give --gold or --reverse-gold, the dictionary to score against")
    folders = [path for path, _ in golds if path.is_dir()]
    if folders:
        return _folder_plans(golds, predictions, languages)
    for path in predictions:
        if path.is_dir():
            raise ConfigError(f"{path} is a folder: give a folder of golds, too")
    direction = _asked(languages) or _told_direction(golds, predictions[0], readings)
    return [Plan(direction, tuple(golds), tuple(predictions))]


def _folder_plans(
    golds: Sequence[tuple[Path, bool]],
    predictions: Sequence[Path],
    languages: tuple[str | None, str | None],
) -> list[Plan]:
    """Match the files of folders by their direction."""
    for path in (*(path for path, _ in golds), *predictions):
        if not path.is_dir():
            raise ConfigError(
                f"{path} is no folder: golds and predictions are all folders, or none"
            )
    if any(languages):
        raise ConfigError("the names of the files tell the languages in a folder: leave -s and -t")
    found: dict[Direction, list[tuple[Path, bool]]] = {}
    for folder, reverse in golds:
        for direction, path in in_folder(folder).items():
            turned = direction[::-1] if reverse and direction[1] else direction
            found.setdefault(turned, []).append((path, reverse))
    systems = [in_folder(path) for path in predictions]
    for folder, files in zip(predictions, systems, strict=True):
        missing = ["-".join(filter(None, each)) for each in found if each not in files]
        if missing:
            raise InputError(
                f"has no dictionary for {', '.join(missing)}",
                path=folder,
                cure="name one like en-fr.tsv for every gold; an empty file counts as no answer",
            )
    return [
        Plan(direction, tuple(files), tuple(system[direction] for system in systems))
        for direction, files in found.items()
    ]


def _asked(languages: tuple[str | None, str | None]) -> Direction | None:
    if languages == (None, None):
        return None
    source, target = (UNKNOWN if each is None else normalise(each) for each in languages)
    if UNKNOWN in (source, target):
        raise ConfigError("name both languages, -s and -t, or none")
    return source, target


def _told_direction(
    golds: Sequence[tuple[Path, bool]], prediction: Path, readings: tuple[Reading, Reading]
) -> Direction:
    """Return the direction that gold tells; that of the prediction if it is of the same two.

    Where gold tells none, the prediction does.
    """
    of_prediction = told(prediction, readings[1])
    for path, reverse in golds:
        direction = told(path, readings[0])
        if UNKNOWN not in direction:
            if of_prediction in (direction, direction[::-1]):
                return of_prediction
            return direction[::-1] if reverse else direction
    return of_prediction if UNKNOWN not in of_prediction else UNTOLD


def told(path: Path, reading: Reading) -> Direction:
    """Return the codes of the languages that a dictionary's name or first row tells."""
    first = next(read_translations(path, format=reading.format, skip_bad=True), None)
    if first is None:
        return codes_of(*languages_of(path))
    return codes_of(first.source_language, first.target_language)


def in_folder(folder: Path) -> dict[Direction, Path]:
    """Return the dictionaries of a folder by their direction, or by name where that is untold.

    Raises:
        InputError: there are none, or two of one direction.
    """
    from diglot.pipeline.steps.lexicons.dictionary_files import dictionary_files

    found: dict[Direction, Path] = {}
    for path in dictionary_files([folder]):
        if path.name.endswith(_BESIDE):
            continue
        named = codes_of(*languages_of(path))
        key = (name_of(path), "") if UNKNOWN in named else named
        if key in found:
            raise InputError(
                f"has the same direction as {found[key].name}",
                path=path,
                cure="leave one file for each direction in the folder",
            )
        found[key] = path
    return found


@lru_cache(1 << 10)
def codes_of(*languages: str) -> Direction:
    """Return normalised codes; a name that looks like two codes and is none tells nothing."""
    try:
        source, target = (normalise(each) for each in languages)
    except ConfigError:
        return UNTOLD
    return source, target
