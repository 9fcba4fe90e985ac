"""Translations to check, unit by unit: files of units, or pairs of text files, read as streams."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot.errors import ConfigError, FormatError, InputError
from diglot.formats.blocks import Skips
from diglot.formats.units import UNKNOWN
from diglot.formats.units.xliff_names import LOCKED
from diglot.model.findings import CheckedUnit
from diglot.pipeline.languages import code_of
from diglot.pipeline.steps.words.word_units import other_languages, places_of, sides_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from diglot.model import Unit, Variant
    from diglot.pipeline.steps.words.word_units import Languages

TEXT = "text"
# Formats whose units need not have a translation yet; in the others such a unit is no part of it.
OPEN = frozenset({"xliff", "po", "tsv", "csv", "xlsx", "jsonl", "moses"})
# Units that readers leave out because nobody is to translate them, and how to call them.
PASSED_OVER = {
    "unit not to be translated": "not to be translated",
    "unit with binary content": "binary",
    "obsolete message": "obsolete",
    "fuzzy message": "fuzzy",
}
AHEAD = 1_000
"""Units that are looked through for one in two languages."""


@dataclass(frozen=True, slots=True)
class Translation:
    """A file to check, or a pair of files.

    Attributes:
        path: the file of units; of a pair the one of the source.
        kind: name of its format; ``text`` for a pair of files with a unit a line.
        target: file of the translation in a pair; None for a file of units.
    """

    path: Path
    kind: str
    target: Path | None = None

    @property
    def checked(self) -> Path:
        """The file that the translation stands in."""
        return self.target or self.path


@dataclass(slots=True)
class Units:
    """Units of a translation, to be read once, and what was met on the way.

    Attributes:
        stream: the units to check, those without a translation included.
        declared: languages that the file says it is in; None where it says none.
        passed_over: units that are not checked, by reason; grows while the stream is read.
        total: units of the file; likewise.
    """

    stream: Iterator[CheckedUnit]
    declared: Languages
    skips: Skips
    passed_over: Counter[str] = field(default_factory=Counter)
    read: int = 0

    @property
    def total(self) -> int:
        """Units met so far."""
        return self.read + sum(self._left_out().values())

    def reasons(self) -> dict[str, int]:
        """Return how many units were passed over, by reason."""
        return dict(self.passed_over + self._left_out())

    def _left_out(self) -> Counter[str]:
        found = {each.kind: each.count for each in self.skips.found()}
        return Counter({PASSED_OVER[kind]: found[kind] for kind in PASSED_OVER if kind in found})


def translations_of(paths: Sequence[Path]) -> tuple[Translation, ...]:
    """Tell what files are: each file of units stands alone, text files come in pairs.

    Raises:
        ConfigError: a text file lacks its partner, or a file holds something else.
        InputError: a file is missing, or is a folder.
    """
    found: list[Translation] = []
    waiting: Path | None = None
    for path in paths:
        kind = _kind(path)
        if kind != TEXT:
            if waiting is not None:
                raise _lacks_partner(waiting)
            found.append(Translation(path, kind))
        elif waiting is None:
            waiting = path
        else:
            if waiting.resolve() == path.resolve():
                raise ConfigError(f"source and translation are both {path}: give two files")
            found.append(Translation(waiting, TEXT, path))
            waiting = None
    if waiting is not None:
        raise _lacks_partner(waiting)
    return tuple(found)


def _lacks_partner(path: Path) -> ConfigError:
    return ConfigError(
        f"{path} is a text in one language: give the file of its translation right behind it, "
        "line n translating line n"
    )


def _kind(path: Path) -> str:
    if path.is_dir():
        raise InputError("is a folder", path=path, cure="name a file")
    extension = path.suffix.lower()
    if extension not in {**formats.READERS, **formats.UNIT_FORMATS, **formats.LINK_FORMATS}:
        if not path.is_file():
            raise InputError("no such file", path=path, cure="check the name")
        return TEXT  # corpora end in their language: news.en, news.fr
    name = formats.format_of(path, look=True)
    if name in formats.UNITS or name == TEXT:
        return name
    if name in formats.LINKS:
        raise ConfigError(f"{path}: {name} files hold links without texts")
    raise ConfigError(
        f"{path} is a document, not a translation sentence by sentence: use diglot align, then "
        "check the TMX or XLIFF that it writes"
    )


def read_units(
    translation: Translation,
    *,
    encoding: str | None = None,
    languages: Languages = (None, None),
    doubtful: bool = False,
) -> Units:
    """Open a translation; texts come without markup, blank sides as empty texts.

    Args:
        translation: the file or files.
        encoding: of text files that are not in Unicode.
        languages: of source and target as the user gave them; None takes the file's.
        doubtful: whether messages that their file calls fuzzy are checked.

    Raises:
        InputError: a file cannot be read, now or while the units are; it holds more languages
            than two and none was told; text files differ in their number of lines.
    """
    path, kind = translation.path, translation.kind
    given: dict[str, Any] = {}
    if kind == "po":
        given = {"untranslated": True, "fuzzy": doubtful}
    elif kind == TEXT:
        given = {"target": translation.target}
    elif kind == "moses" and all(languages):
        given = {"languages": languages}
    skips = Skips()
    units = formats.read_units(
        path, format="moses" if kind == TEXT else kind, encoding=encoding, skips=skips, **given
    )
    begin: list[Unit] = []
    for unit in units:
        begin.append(unit)
        if len(unit.variants) > 1 or len(begin) == AHEAD:
            break
    variants: Sequence[Variant] = begin[-1].variants if begin else ()
    sides = sides_of(variants, languages)
    _check_there(variants, languages, path)
    declared = tuple(None if code_of(side) == UNKNOWN else side for side in sides)
    found = Units(iter(()), (declared[0], declared[1]), skips)
    found.stream = _texts(chain(begin, units), sides, found, translation, told=any(languages))
    return found


def _check_there(variants: Sequence[Variant], languages: Languages, path: Path) -> None:
    """Make sure that a file in two languages or more has those that the user told.

    Raises:
        FormatError: it has not.
    """
    tags = [variant.language for variant in variants]
    codes = {code_of(tag) for tag in tags}
    if len(codes) < 2 or UNKNOWN in codes:
        return
    for language in languages:
        if language is not None and code_of(language) not in codes:
            raise FormatError(
                f"holds no text in {language}, but in {', '.join(tags)}",
                path=path,
                cure="check -s and -t",
            )


def _texts(
    units: Iterator[Unit],
    sides: tuple[str, str],
    found: Units,
    translation: Translation,
    *,
    told: bool,
) -> Iterator[CheckedUnit]:
    # Nearly all units of a file have the same languages in the same order.
    known: dict[tuple[str, ...], tuple[int | None, int | None]] = {}
    # A line of plain text is the translation and nothing else.
    column = 1 if translation.kind == TEXT else None
    for number, unit in enumerate(units):
        variants: Sequence[Variant] = unit.variants
        languages = tuple([variant.language for variant in variants])
        if languages not in known:
            if not told and (others := other_languages(variants, sides)):
                raise FormatError(
                    f"holds more than two languages ({', '.join((*sides, *others))})",
                    path=translation.path,
                    place=unit.line or f"unit {number + 1}",
                    cure="say which two with -s and -t",
                )
            known[languages] = places_of(variants, sides)
        found.read += 1
        for variant in variants:
            if variant.markup:
                variants = _without_accelerators(variants)
                break
        first, second = known[languages]
        source = "" if first is None else variants[first].text
        target = "" if second is None else variants[second].text
        if LOCKED in unit.properties:
            found.passed_over["locked"] += 1
        elif not source.strip():
            found.passed_over["empty"] += 1
        elif not target.strip() and translation.kind not in OPEN and len(unit.variants) < 2:
            found.passed_over[f"without {sides[1]}"] += 1
        else:
            yield CheckedUnit(number, source, target, unit.id, unit.document, unit.line, column)


def _without_accelerators(variants: Sequence[Variant]) -> Sequence[Variant]:
    """Take out what marks the letter to press: it stands inside of words."""
    if not any(mark.kind == "accelerator" for variant in variants for mark in variant.markup):
        return variants
    from dataclasses import replace

    plain = []
    for variant in variants:
        text = variant.text
        for mark in sorted(variant.markup, key=lambda each: -each.start):
            if mark.kind == "accelerator":
                text = text[: mark.start] + text[mark.end :]
        plain.append(replace(variant, text=text, markup=()))
    return plain
