"""Pairs of texts to be annotated, whatever they come as: units, lines, links, raw documents."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from diglot import formats
from diglot.errors import ConfigError, InputError
from diglot.formats.documents import text_lines
from diglot.model import Bitext, Link
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.formats.blocks import Skips
    from diglot.model import Document


@dataclass(frozen=True, slots=True)
class Reading:
    """How the files of an import are read.

    Attributes:
        source_language: code or name; None if the files say it, or it is to be detected.
        target_language: the same.
        encoding: of text files that are not in Unicode.
        format: name of the format, where the extension does not tell it.
    """

    source_language: str | None = None
    target_language: str | None = None
    encoding: str | None = None
    format: str | None = None


def load_sentences(paths: Sequence[Path], reading: Reading, *, skips: Skips) -> Bitext:
    """Two documents with links between their sentences: a proposal that people correct.

    Args:
        paths: a file of units; or two texts, which diglot aligns; or two texts and a file of links
            between their segments.
        reading: how they are read.
        skips: collects what is left out.

    Raises:
        InputError: a file cannot be read, or its links do not fit the texts.
        ConfigError: the files are of kinds that do not go together.
    """
    if len(paths) == 1:
        return load_units(paths[0], reading, skips=skips)
    if len(paths) == 2:
        from diglot.pipeline import align

        return align(
            paths[0],
            paths[1],
            source_language=reading.source_language,
            target_language=reading.target_language,
            encoding=reading.encoding,
        )
    if len(paths) == 3:
        return _linked(paths[0], paths[1], paths[2], reading)
    raise ConfigError(
        f"{len(paths)} files: give a file of units, two texts, or two texts and their links"
    )


def load_pairs(paths: Sequence[Path], reading: Reading, *, skips: Skips) -> Bitext:
    """Sentence pairs one by one: a file of units, or two files that pair line by line.

    Raises:
        InputError: a file cannot be read, or the two differ in their number of lines.
        ConfigError: neither one file nor two.
    """
    if len(paths) == 1:
        return load_units(paths[0], reading, skips=skips)
    if len(paths) != 2:
        raise ConfigError(f"{len(paths)} files: give a file of units, or two files of lines")
    source, target = _texts(paths, reading)
    if len(source.segments) != len(target.segments):
        raise InputError(
            f"has {len(target.segments)} lines, but {paths[0].name} has {len(source.segments)}",
            path=paths[1],
            cure="give files that pair line by line, or align them first: diglot align",
        )
    links = tuple(Link((number,), (number,)) for number in range(len(source.segments)))
    return Bitext(source, target, links)


def load_units(path: Path, reading: Reading, *, skips: Skips) -> Bitext:
    """The units of one file as two documents with links.

    Raises:
        InputError: it cannot be read, or has no unit in both languages.
        ConfigError: it holds no units.
    """
    name = formats.format_of(path, reading.format, look=True)
    if name not in formats.UNITS:
        raise ConfigError(
            f"{path} ({name}) holds no pairs of sentences: give a file of units, or two files"
        )
    found = formats.read(
        path,
        format=name,
        encoding=reading.encoding,
        source_language=reading.source_language,
        target_language=reading.target_language,
    )
    if not isinstance(found, Bitext):
        raise ConfigError(f"{path} is a text in one language: give its translation, too")
    for each in found.source.skipped:
        skips.add(each.kind, each.example, each.count)
    return found


def _linked(source: Path, target: Path, links: Path, reading: Reading) -> Bitext:
    """Two texts, a segment a line, with the links of a file."""
    found = formats.read_links(links, format=reading.format)
    documents = _texts((source, target), reading)
    for document, path, numbers in (
        (documents[0], source, [index for link in found for index in link.source]),
        (documents[1], target, [index for link in found for index in link.target]),
    ):
        if numbers and max(numbers) >= len(document.segments):
            raise InputError(
                f"has {len(document.segments)} segments, but {links.name} links number "
                f"{max(numbers) + 1}",
                path=path,
                cure="give the texts one segment a line, as they were when they were linked",
            )
    return Bitext(*documents, links=found)


def _texts(paths: Sequence[Path], reading: Reading) -> tuple[Document, Document]:
    """Two files whose segments are their lines."""
    languages = (reading.source_language, reading.target_language)
    source, target = (
        replace(
            text_lines.read(path, encoding=reading.encoding, lines=True),
            language=None if language is None else normalise(language),
        )
        for path, language in zip(paths, languages, strict=True)
    )
    return source, target
