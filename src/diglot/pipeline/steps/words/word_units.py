"""The two sides of a file of translation units, a sentence pair a unit, streamed."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from diglot import formats
from diglot.errors import ConfigError, FormatError
from diglot.formats.units import UNKNOWN, primary
from diglot.pipeline.languages import code_of, is_tag
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from diglot.model import Unit, Variant

Languages = tuple[str | None, str | None]


def unit_pairs(
    path: Path,
    *,
    kind: str,
    encoding: str | None,
    languages: Languages,
) -> tuple[Iterator[tuple[str, str]], Languages]:
    """Give the texts of both sides of every unit; a side that a unit lacks is empty.

    Args:
        path: the file.
        kind: name of its format.
        encoding: of a text file that is not in Unicode.
        languages: those of source and target as the user gave them; None takes the file's.

    Returns:
        The pairs of texts, and the languages that the file declares.

    Raises:
        InputError: the file cannot be read, or holds more languages than two and none was told.
    """
    both = languages if kind == "moses" and all(languages) else None
    units = formats.read_units(path, format=kind, encoding=encoding, languages=both)
    begin: list[Unit] = []
    for unit in units:
        begin.append(unit)
        if len(unit.variants) > 1:
            break
    else:
        raise FormatError(
            "holds no unit in two languages", path=path, cure="check that it is the right file"
        )
    sides = sides_of(begin[-1].variants, languages)
    told = any(languages)

    def pairs() -> Iterator[tuple[str, str]]:
        for number, unit in enumerate(chain(begin, units), 1):
            if not told and (others := other_languages(unit.variants, sides)):
                raise FormatError(
                    f"holds more than two languages ({', '.join((*sides, *others))})",
                    path=path,
                    place=f"unit {number}",
                    cure="say which two with -s and -t",
                )
            yield texts_of(unit.variants, sides)

    declared = tuple(None if code_of(side) == UNKNOWN else side for side in sides)
    return pairs(), (declared[0], declared[1])


def texts_of(variants: Sequence[Variant], sides: tuple[str, str]) -> tuple[str, str]:
    """Return the texts of a unit in two languages; one that it lacks is empty."""
    source, target = (
        "" if place is None else variants[place].text for place in places_of(variants, sides)
    )
    return source, target


def places_of(variants: Sequence[Variant], sides: tuple[str, str]) -> tuple[int | None, int | None]:
    """Return which variants are in two languages; None for one that the unit lacks.

    It depends on the languages of the variants alone.
    """
    source = _pick(variants, sides[0])
    target = _pick([each for each in variants if each is not source], sides[1])
    # Equal variants are not the same one.
    places = {id(each): place for place, each in enumerate(variants)}
    return (
        None if source is None else places[id(source)],
        None if target is None else places[id(target)],
    )


def sides_of(variants: Sequence[Variant], languages: Languages) -> tuple[str, str]:
    """Decide which languages are source and target: those told, this unit's for the rest."""
    wanted = [_tag(language) for language in languages]
    left = list(variants)
    for tag in wanted:
        if tag is not None and (found := _pick(left, tag)) is not None:
            left.remove(found)
    rest = (variant.language for variant in left)
    source, target = (next(rest, UNKNOWN) if tag is None else tag for tag in wanted)
    return source, target


def _tag(language: str | None) -> str | None:
    """Return a tag to compare with: the user's own where it has a region, else the code."""
    if language is None:
        return None
    try:
        known = normalise(language)
    except ConfigError:
        # A file may be in a language that has no rules here; a misspelt name is no tag.
        if not is_tag(language):
            raise
        return language
    return language if primary(language) == known else known


def _pick(variants: Sequence[Variant], tag: str) -> Variant | None:
    """Return the variant in a language: region included, else without, else one that says none."""
    exact = tag.replace("_", "-").casefold()
    for variant in variants:
        if variant.language.replace("_", "-").casefold() == exact:
            return variant
    wanted = code_of(tag)
    for variant in variants:
        if code_of(variant.language) == wanted:
            return variant
    return next((each for each in variants if each.language == UNKNOWN), None)


def other_languages(variants: Sequence[Variant], sides: tuple[str, str]) -> list[str]:
    """Return the languages of a unit that are neither source nor target."""
    known = {code_of(side) for side in sides} | {UNKNOWN}
    return [each.language for each in variants if code_of(each.language) not in known]
