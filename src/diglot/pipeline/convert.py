"""One bilingual file becomes another."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

from diglot import formats
from diglot.errors import ConfigError, FormatError
from diglot.files.binary import extension_of
from diglot.formats.blocks import Skips
from diglot.formats.documents.warc import EXTENSIONS, unpack
from diglot.formats.registry import (
    DOCUMENT,
    GENERAL,
    LINKS,
    TERMBASE,
    UNITS,
    WORD_LINKS,
    Format,
    extensions_of,
    find_format,
    names_of,
)
from diglot.formats.units import merge_equal_units
from diglot.model import Skipped, Unit, Variant
from diglot.options import make_record
from diglot.pipeline.documents import code_of
from diglot.pipeline.options import ConvertOptions, WriteOptions, check_apart
from diglot.pipeline.sentence_pairs import places_of, sides_of
from diglot.pipeline.steps.checking.inputs import AHEAD, decide_languages
from diglot.pipeline.steps.terms.options import TermbaseInput, TermbaseOutput
from diglot.pipeline.steps.terms.termbases import convert_termbase
from diglot.text.languages import UNDETERMINED

MULTILINGUAL = ("tmx", "jsonl")
"""Formats of units that hold more than two languages."""

PO, XLIFF = "po", "xliff"


def convert_file(
    source: Path, target: Path, *, options: ConvertOptions | None = None
) -> tuple[int, tuple[Skipped, ...]]:
    """Read units, links, word links or a termbase and write them in another format.

    The pages of a WARC archive are unpacked into a folder. Units are streamed. With languages, each
    unit is reduced to these two, in this order.

    Returns:
        The number of records written, and what was left out on the way.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: the formats do not hold the same kind of thing.
    """
    options = options or ConvertOptions()
    check_apart([source], [target])
    if source.name.lower().endswith(EXTENSIONS):
        return unpack(source, target)
    written = format_to_write(target, options.target_format)
    if written.kind == WORD_LINKS:
        return _convert_words(source, target, written, options)
    if written.kind != TERMBASE:
        read = find_format(source, *GENERAL, TERMBASE, format=options.source_format, look=True)
        if read.name == "ces" and written.kind == UNITS:
            read = find_format(source, UNITS, format="opus")  # the sentences, not their numbers
        options = dataclasses.replace(options, source_format=read.name)
    if written.kind == TERMBASE or read.kind == TERMBASE:
        return _convert_termbase(source, target, options)
    if read.kind == written.kind == UNITS:
        return _convert_units(source, target, (read, written), options)
    if read.kind == written.kind == LINKS:
        links = formats.read_links(source, format=read)
        return len(links), formats.write_links(target, links, format=written)
    if read.kind == DOCUMENT:
        raise ConfigError(
            f"{source} is a text in one language: use diglot segment, or diglot align with its "
            "translation"
        )
    raise ConfigError(
        f"{read.name} and {written.name} do not hold the same kind of thing: translation units "
        f"({names_of(UNITS)}), links ({names_of(LINKS)}) or word links ({names_of(WORD_LINKS)})"
    )


def format_to_write(target: Path, name: str | None) -> Format:
    """Return the format of an output, by name or extension.

    Raises:
        ConfigError: there is none, or it is only read.
    """
    kinds = (*GENERAL, TERMBASE)
    extension = extension_of(target)
    if name is None and extension not in extensions_of(*kinds):
        problem = f"the extension {extension!r} names no format"
    else:
        found = find_format(target, *kinds, format=name)
        if found.writes:
            return found
        problem = f"{found.name} files are read only"
    raise ConfigError(
        f"{target}: {problem}; write one of {names_of(*kinds, writes=True)}, by its extension or "
        "with --to"
    )


def _holds_trees(path: Path, format_name: str | None) -> bool:
    """Tell whether a file to read for word links is one of trees, which stand for links."""
    if format_name is not None:
        return format_name.lower() == "transread"
    return path.name.lower().endswith((".xml", ".xml.gz"))


def _convert_words(
    source: Path, target: Path, written: Format, options: ConvertOptions
) -> tuple[int, tuple[Skipped, ...]]:
    skips = Skips()
    if _holds_trees(source, options.source_format):
        from diglot.evaluate.alignments.trees import induced_links
        from diglot.formats.links.transread import read_trees

        links = induced_links(read_trees(source))
    else:
        links = formats.read_word_links(
            source,
            format=options.source_format,
            reverse=options.reverse,
            skips=skips,
            base=options.base,
            pairs=options.pairs,
        )
    # NAACL files have a place for probabilities anyway, Yawat files have none.
    scores = None if written.name in ("naacl", "yawat") else True
    lost = formats.write_word_links(
        target, links, format=written, base=options.target_base, scores=scores
    )
    return len(links.source), (*skips.entries(), *lost)


def _convert_termbase(
    source: Path, target: Path, options: ConvertOptions
) -> tuple[int, tuple[Skipped, ...]]:
    skips = Skips()
    reading = TermbaseInput(
        source_format=options.source_format,
        languages=_languages(options) or (),
        encoding=options.encoding,
    )
    writing = TermbaseOutput(target_format=options.target_format)
    written = convert_termbase(source, target, reading=reading, writing=writing, skips=skips)
    return written.concepts, (*skips.entries(), *written.lost)


def _convert_units(
    source: Path, target: Path, both: tuple[Format, Format], options: ConvertOptions
) -> tuple[int, tuple[Skipped, ...]]:
    skips = Skips()
    given: dict[str, Any] = {"encoding": options.encoding, "skips": skips}
    told = make_record(dataclasses.asdict(options), WriteOptions).of(both[1].name)
    choices: dict[str, Any] = {**told}
    choices.pop("merge", None)
    if both[0].name == PO:
        languages: tuple[str, str] | None = _catalogue_languages(source, options)
        if both[1].name == PO:
            # Written back, with all that it says: obsolete messages stay, too.
            given |= {"fuzzy": True, "untranslated": True, "skips": Skips()}
            choices["template"] = source
    else:
        languages = _languages(options)
    units = formats.read_units(source, format=both[0], **given)
    if languages:
        units = _project(units, languages, skips)
    elif both[1].name not in MULTILINGUAL:
        units = _languages_apart(units)
        if both[1].name != XLIFF:
            units = _in_one_order(units, skips)
    if options.unique:
        units = merge_equal_units(units, skips)
    counted = _Counter(_some(units, source, skips))
    lost = formats.write_units(target, iter(counted), format=both[1], **choices)
    return counted.count, (*skips.entries(), *lost)


def _some(units: Iterator[Unit], path: Path, skips: Skips) -> Iterator[Unit]:
    """Return units, of which there has to be one."""
    first = next(units, None)
    if first is None:
        reasons = ", ".join(map(str, skips.entries()))
        raise FormatError(
            f"holds nothing to convert{f' ({reasons})' if reasons else ''}",
            path=path,
            cure="check that it is the right file, and -s and -t",
        )
    return chain([first], units)


def _catalogue_languages(path: Path, options: ConvertOptions) -> tuple[str, str]:
    """Return the languages of a catalogue: as told, as its header says, or as its text shows."""
    begin = formats.read_units(
        path, format=PO, encoding=options.encoding, fuzzy=True, untranslated=True
    )
    pairs = [unit.variants for unit in islice(begin, AHEAD)]
    if not pairs:
        return options.source_language or "en", options.target_language or UNDETERMINED
    declared = [None if each.language == UNDETERMINED else each.language for each in pairs[0]]
    texts = [(source.text, target.text) for source, target in pairs]
    told = options.source_language, options.target_language
    return decide_languages(texts, told=told, declared=(declared[0], declared[1])).tags


def _languages(options: ConvertOptions) -> tuple[str, str] | None:
    source, target = options.source_language, options.target_language
    if source is None and target is None:
        return None
    if source is None or target is None:
        raise ConfigError("give both -s and -t, or neither")
    return source, target


def _project(units: Iterator[Unit], languages: tuple[str, str], skips: Skips) -> Iterator[Unit]:
    """Reduce units to two languages, in that order; name languages that the file did not say."""
    sides = sides_of((), languages)
    for unit in units:
        first, second = places_of(unit.variants, sides)
        if first is None or second is None:
            text = unit.variants[0].text if unit.variants else ""
            skips.add(f"unit without {languages[0]} and {languages[1]}", text)
            continue
        chosen = [
            dataclasses.replace(each, language=side) if each.language == UNDETERMINED else each
            for each, side in zip((unit.variants[first], unit.variants[second]), sides, strict=True)
        ]
        codes = {code_of(each.language) for each in chosen}
        for place, other in enumerate(unit.variants):
            if place not in (first, second) and code_of(other.language) in codes:
                skips.add(f"other text in {other.language}", other.text)
        yield dataclasses.replace(unit, variants=tuple(chosen))


def _languages_apart(units: Iterator[Unit]) -> Iterator[Unit]:
    """Put a text in another language second: a unit may hold its first language twice."""
    for unit in units:
        codes = [code_of(each.language) for each in unit.variants]
        place = next((place for place, code in enumerate(codes) if code != codes[0]), 1)
        if place > 1:
            variants = list(unit.variants)
            variants.insert(1, variants.pop(place))
            unit = dataclasses.replace(unit, variants=tuple(variants))
        yield unit


def _in_one_order(units: Iterator[Unit], skips: Skips) -> Iterator[Unit]:
    """Put the languages of the first pair into its order in every unit: rows do not name them."""
    sides: tuple[str, str] | None = None
    for unit in units:
        tags = [each.language for each in unit.variants]
        if sides is None and len(tags) > 1 and UNDETERMINED not in tags:
            one, other = map(code_of, tags[:2])
            sides = (one, other) if one != other else (tags[0], tags[1])
        if sides is None:
            yield unit
            continue
        first, second = places_of(unit.variants, sides)
        found = [unit.variants[place] for place in (first, second) if place is not None]
        if len(found) < min(len(tags), len(sides)):
            skips.add(f"unit in other languages than {' and '.join(sides)}", unit.variants[0].text)
            continue
        if first is None:
            found.insert(0, Variant(sides[0], ""))
        rest = [each for place, each in enumerate(unit.variants) if place not in (first, second)]
        yield dataclasses.replace(unit, variants=(*found, *rest))


class _Counter:
    """Counts what passes through."""

    def __init__(self, units: Iterator[Unit]) -> None:
        self.count = 0
        self._units = units

    def __iter__(self) -> Iterator[Unit]:
        for unit in self._units:
            self.count += 1
            yield unit
