"""One bilingual file becomes another."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot import formats
from diglot.errors import ConfigError
from diglot.formats.registry import (
    DOCUMENT,
    GENERAL,
    LINKS,
    TERMBASE,
    UNITS,
    WORD_LINKS,
    Format,
    find_format,
    names_of,
)
from diglot.options import option, option_record
from diglot.pipeline.languages import code_of
from diglot.pipeline.options import STRIP_TAGS, XLIFF
from diglot.pipeline.steps.terms.termbases import (
    TermbaseInput,
    TermbaseOutput,
    convert_termbase,
)
from diglot.text.languages import UNDETERMINED, normalise

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from diglot.formats.blocks import Skips
    from diglot.model import Skipped, Unit, Variant


@dataclass(frozen=True, slots=True)
class WordLinkOptions:
    """How files of word links count.

    Attributes:
        base: number of the first word of a sentence in the input, 0 or 1, where the format leaves
            that open.
        target_base: the same in the output.
        pairs: number of sentence pairs, where the input leaves out those without links.
        reverse: the input has the target word first.
    """

    base: int | None = None
    target_base: int | None = None
    pairs: int | None = None
    reverse: bool = False


def convert_file(
    source: Path,
    target: Path,
    *,
    source_format: str | None = None,
    target_format: str | None = None,
    source_language: str | None = None,
    target_language: str | None = None,
    encoding: str | None = None,
    options: WriteOptions | None = None,
    words: WordLinkOptions | None = None,
) -> tuple[int, tuple[Skipped, ...]]:
    """Read units, links, word links or a termbase and write them in another format.

    Units are streamed. With ``source_language`` and ``target_language`` each unit is reduced to
    these two, in this order.

    Returns:
        The number of records written, and what was left out on the way.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: the formats do not hold the same kind of thing.
    """
    if source.resolve() == target.resolve():
        raise ConfigError(f"{target} is both input and output: write to another file")
    languages = _languages(source_language, target_language)
    written = find_format(target, *GENERAL, TERMBASE, format=target_format)
    if written.kind == WORD_LINKS:
        return _convert_words(source, target, source_format, written, words or WordLinkOptions())
    if written.kind != TERMBASE:
        read = find_format(source, *GENERAL, TERMBASE, format=source_format, look=True)
        source_format = read.name
    if written.kind == TERMBASE or read.kind == TERMBASE:
        reading = TermbaseInput(format=source_format, languages=languages or (), encoding=encoding)
        return _convert_termbase(source, target, reading, target_format)
    if read.kind == written.kind == UNITS:
        return _convert_units(
            source, target, (read, written), languages, encoding, options or WriteOptions()
        )
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


def _holds_trees(path: Path, format_name: str | None) -> bool:
    """Tell whether a file to read for word links is one of trees, which stand for links."""
    if format_name is not None:
        return format_name.lower() == "transread"
    return path.name.lower().endswith((".xml", ".xml.gz"))


def _convert_words(
    source: Path,
    target: Path,
    source_format: str | None,
    written: Format,
    options: WordLinkOptions,
) -> tuple[int, tuple[Skipped, ...]]:
    from diglot.formats.blocks import Skips

    skips = Skips()
    if _holds_trees(source, source_format):
        from diglot.evaluate.alignments.trees import induced_links
        from diglot.formats.links.transread import read_trees

        links = induced_links(read_trees(source))
    else:
        links = formats.read_word_links(
            source,
            format=source_format,
            reverse=options.reverse,
            skips=skips,
            **_given(base=options.base, pairs=options.pairs),
        )
    # NAACL files have a place for probabilities anyway, Yawat files have none.
    scores = None if written.name in ("naacl", "yawat") else True
    lost = formats.write_word_links(
        target, links, format=written, **_given(base=options.target_base, scores=scores)
    )
    return len(links.source), (*skips.found(), *lost)


def _convert_termbase(
    source: Path, target: Path, reading: TermbaseInput, target_format: str | None
) -> tuple[int, tuple[Skipped, ...]]:
    from diglot.formats.blocks import Skips

    skips = Skips()
    writing = TermbaseOutput(format=target_format)
    written = convert_termbase(source, target, reading=reading, writing=writing, skips=skips)
    return written.concepts, (*skips.found(), *written.lost)


def _given(**options: int | None) -> dict[str, int]:
    return {name: value for name, value in options.items() if value is not None}


def _convert_units(
    source: Path,
    target: Path,
    both: tuple[Format, Format],
    languages: tuple[str, str] | None,
    encoding: str | None,
    options: WriteOptions,
) -> tuple[int, tuple[Skipped, ...]]:
    from diglot.formats.blocks import Skips

    skips = Skips()
    units = formats.read_units(source, format=both[0], encoding=encoding, skips=skips)
    if languages:
        units = _project(units, languages, skips)
    counted = _Counter(units)
    lost = formats.write_units(target, iter(counted), format=both[1], **options.of(both[1].name))
    return counted.count, (*skips.found(), *lost)


def _languages(source: str | None, target: str | None) -> tuple[str, str] | None:
    if source is None and target is None:
        return None
    if source is None or target is None:
        raise ConfigError("give both -s and -t, or neither")
    return source, target


def _project(units: Iterator[Unit], languages: tuple[str, str], skips: Skips) -> Iterator[Unit]:
    """Reduce units to two languages, in that order; name languages that the file did not say."""
    wanted = [normalise(language) for language in languages]
    for unit in units:
        found: dict[str, Variant] = {}
        for variant in unit.variants:
            found.setdefault(code_of(variant.language), variant)
        if set(found) == {UNDETERMINED} and len(unit.variants) == len(languages):
            named = zip(unit.variants, languages, strict=True)
            variants = [dataclasses.replace(each, language=language) for each, language in named]
        else:
            variants = [found[language] for language in wanted if language in found]
        if len(variants) == len(wanted):
            yield dataclasses.replace(unit, variants=tuple(variants))
        else:
            first = unit.variants[0].text if unit.variants else ""
            skips.add(f"unit without {languages[0]} and {languages[1]}", first)


class _Counter:
    """Counts what passes through."""

    def __init__(self, units: Iterator[Unit]) -> None:
        self.count = 0
        self._units = units

    def __iter__(self) -> Iterator[Unit]:
        for unit in self._units:
            self.count += 1
            yield unit


# What can be chosen about files of translation units, whatever their format.


@option_record
class WriteOptions:
    """Options of outputs of translation units."""

    keep_nulls: bool = option(
        "write segments without a partner to translation memories and tables, too", default=False
    )
    strip_tags: bool = STRIP_TAGS()
    xliff: str = XLIFF()

    def of(self, name: str) -> dict[str, str]:
        """Return what the writer of a format of units takes of this."""
        options = {}
        if self.strip_tags and name in ("tmx", "xliff"):  # the others hold plain text anyway
            options["inline"] = "strip"
        if name == "xliff":
            options["version"] = self.xliff
        return options
