"""Links between sentences to be corrected: units, texts that diglot aligns, texts with links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot import formats
from diglot.annotate.layers.sentences.beads import bitext_of
from diglot.annotate.layers.sentences.items import sentence_item
from diglot.annotate.layers.sources import (
    FileContents,
    FileNote,
    format_kind,
    load_units,
    read_lines,
)
from diglot.errors import ConfigError, InputError
from diglot.formats.blocks import Skips
from diglot.formats.registry import LINKS, UNITS, extensions_of, find_format
from diglot.model import Bitext

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.annotate.exchange.answers import AnsweredItem
    from diglot.annotate.options import ImportOptions, Reading
    from diglot.annotate.store.records import LayerRecord
    from diglot.model import Skipped


def recognises(paths: Sequence[Path], options: ImportOptions) -> bool:
    """Any two files, or one of units."""
    return len(paths) > 1 or format_kind(paths[0]) == UNITS


def read(paths: Sequence[Path], options: ImportOptions) -> FileContents:
    """Read one pair of texts with a proposal of links, which counts for nothing until confirmed.

    Raises:
        InputError: a file cannot be read, or links do not fit the texts.
        ConfigError: the files do not go together.
    """
    skips = Skips()
    bitext = load_sentences(paths, options.reading, skips=skips)
    item = sentence_item(bitext, key="|".join(path.name for path in paths))
    settings = {"source": bitext.source.language or "", "target": bitext.target.language or ""}
    listed = FileNote.of(paths[0].name, skips.entries())
    documents = (bitext.source, bitext.target)
    return FileContents((item,), listed=listed, settings=settings, documents=documents)


# Links between sentences as memories, tables and files of links.

FORMATS = {
    extension: each.name
    for extension, each in extensions_of(UNITS, LINKS, writes=True).items()
    if each.name != "jsonl"
}


def write(
    path: Path,
    name: str,
    answers: Sequence[AnsweredItem],
    layer: LayerRecord,
) -> tuple[Skipped, ...]:
    """Write alignments as units, all in one file, or as the links of one pair of texts.

    Raises:
        InputError: the file cannot be written.
        ConfigError: links of several pairs of texts.
    """
    bitexts = [bitext_of(each.payload, each.cells) for each in answers]
    if find_format(path, format=name).kind == LINKS and len(bitexts) != 1:
        raise ConfigError(
            f"{name} files hold one pair of documents each, and the layer has {len(bitexts)}: "
            "write units (.tmx), or keep one pair a layer"
        )
    return formats.write(path, bitexts, format=name)


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
        from diglot.pipeline.steps.sentences.alignment import align

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


def _linked(source: Path, target: Path, links: Path, reading: Reading) -> Bitext:
    """Two texts, a segment a line, with the links of a file."""
    found = formats.read_links(links, format=reading.format)
    documents = read_lines((source, target), reading)
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
