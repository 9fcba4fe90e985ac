"""Two documents with links to be corrected, diglot's or those of a file, and the files of links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING

from diglot import formats
from diglot._version import __version__
from diglot.annotate.items import AnsweredItem, NewItem, NewSuggestion
from diglot.annotate.layers.cells import Payload, Span, text_of
from diglot.annotate.layers.layer import AnnotatorJudgement, Measure, annotator_pairs
from diglot.annotate.layers.payloads import pair_name, side
from diglot.annotate.layers.sentences.beads import (
    CONFIRMED,
    Bead,
    beads_of,
    bitext_cells,
    bitext_of,
    link_payload,
)
from diglot.annotate.layers.sources import (
    FileContents,
    FileNote,
    format_kind,
    load_units,
    read_lines,
)
from diglot.errors import ConfigError, InputError
from diglot.evaluate.agreement import bead_agreement
from diglot.formats.blocks import Skips
from diglot.formats.registry import LINKS, UNITS, extensions_of, find_format
from diglot.model import Bitext, Link, Skipped
from diglot.pipeline.steps.scores.agreement import AgreementComparison
from diglot.plurals import count_of
from diglot.sentences.reasons import Vocabularies

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.annotate.bodies import Body
    from diglot.annotate.options import ImportOptions, Reading
    from diglot.annotate.records import LayerRecord
    from diglot.annotate.schemes import Scheme

RARE, ENOUGH = 0.01, 100
"""Share of links below which a type is rare, in texts of so many links."""

NULLS = 3
"""Links without a counterpart in a row from which the next one is doubtful."""


def sentence_item(bitext: Bitext, *, key: str | None = None) -> NewItem:
    """The item of a bitext; its draft is the alignment, with nothing confirmed that nobody did.

    Args:
        bitext: two documents and what is known of their links.
        key: stable name of the item; the names of the documents by default.
    """
    cells = bitext_cells(bitext)
    scores = [link.score for link in bitext.links if link.score is not None]
    score = round(fmean(scores), 4) if scores else None
    signature = bitext.signature
    return NewItem(
        key=key or pair_name(bitext) or "1",
        payload={
            "source": _document(bitext, "source"),
            "target": _document(bitext, "target"),
            "links": link_payload(_with_reasons(bitext)),
            "score": score,
            "reasons": list(bitext.notes),
        },
        cells=cells,
        score=score,
        suggestions=(
            NewSuggestion(
                method=signature.method if signature else "given",
                version=signature.version if signature else __version__,
                cells=cells,
                params=dict(signature.options) if signature else {},
                score=score,
            ),
        ),
    )


def _with_reasons(bitext: Bitext) -> Bitext:
    """The bitext with reasons that only show in the whole of it, unless an aligner judged it."""
    if any(link.score is not None for link in bitext.links):
        return bitext
    types = Counter(link.type for link in bitext.links)
    total = len(bitext.links)
    foreign = _foreign(bitext)
    links, nulls = [], 0
    for number, link in enumerate(bitext.links):
        found = list(link.reasons)
        # What is not translated is of course in the other language.
        if not any(each.startswith("not translated") for each in found):
            found.extend(foreign.get(number, ()))
        share = types[link.type] / total
        if total >= ENOUGH and share < RARE and not link.is_null:
            found.append(f"{link.type} is rare here: {types[link.type]} of {total}")
        if nulls > NULLS and not link.is_null:
            found.append(f"follows {nulls} without a counterpart")
        nulls = nulls + 1 if link.is_null else 0
        is_confirmed = link.kind == CONFIRMED
        links.append(link if is_confirmed else replace(link, reasons=tuple(found)))
    return replace(bitext, links=tuple(links))


def _foreign(bitext: Bitext) -> dict[int, list[str]]:
    """What is in an unexpected language, by link; nothing if both sides are said to be in one."""
    sides = (bitext.source, bitext.target)
    if sides[0].language and sides[0].language == sides[1].language:
        return {}
    texts = ([each.segment_text(n) for n in range(len(each.segments))] for each in sides)
    return Vocabularies(*texts).reasons(bitext.links)


def _document(bitext: Bitext, name: str) -> dict[str, object]:
    document = bitext.source if name == "source" else bitext.target
    shown = side(document.text, document.language, name=document.name, tokens=False)
    return {**shown, "segmenter": document.segmenter or ""}


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
            "write units (.tmx), or keep one pair per layer"
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
                f"has {count_of(len(document.segments), 'segment')}, but {links.name} links number "
                f"{max(numbers) + 1}",
                path=path,
                cure="give the texts with one segment per line, as they were when they were linked",
            )
    return Bitext(*documents, links=found)


# Agreement on which sentences translate each other.


def compare(judgements: Sequence[AnnotatorJudgement], scheme: Scheme) -> Iterator[Measure]:
    """Compare links over common segments, by beads and by what is in them."""
    for between, both in annotator_pairs(judgements):
        first, second, texts = bead_sides([(a.payload, a.cells, b.cells) for a, b in both])
        if first and second:
            scores = bead_agreement(first, second, texts=texts).scores
            for level in ("beads", "characters", "sentences", "words", "boundaries"):
                if level in scores:
                    yield AgreementComparison(level, *between, scores[level])


def bead_sides(
    items: Sequence[tuple[Payload, Body, Body]],
) -> tuple[list[Link], list[Link], tuple[list[str], list[str]]]:
    """Links of two annotators over common segments, pairs of documents one after another.

    Where one of them has divided a segment the pieces are the segments for both.

    Args:
        items: payload, and the cells of the two.

    Returns:
        Links of one, links of the other, texts of the source and of the target segments.
    """
    links: tuple[list[Link], list[Link]] = ([], [])
    texts: tuple[list[str], list[str]] = ([], [])
    for payload, *bodies in items:
        judged = [beads_of(body) for body in bodies]
        pieces = [
            _pieces(text_of(payload, "source"), [span for each in judged for span in each.source]),
            _pieces(text_of(payload, "target"), [span for each in judged for span in each.target]),
        ]
        for found, beads in zip(links, judged, strict=True):
            for bead in beads.beads:
                found.append(_link(bead, pieces, (len(texts[0]), len(texts[1]))))
        for which, spans, known in zip(("source", "target"), pieces, texts, strict=True):
            text = text_of(payload, which)
            known += [text[start:end] for start, end in spans]
    return links[0], links[1], texts


def _pieces(text: str, segments: Sequence[Span]) -> list[Span]:
    cuts = sorted({cut for span in segments for cut in span})
    return [(start, end) for start, end in pairwise(cuts) if text[start:end].strip()]


def _link(bead: Bead, pieces: Sequence[Sequence[Span]], before: tuple[int, int]) -> Link:
    source, target = (
        tuple(
            first + number
            for number, (start, end) in enumerate(spans)
            if span[0] <= start and end <= span[1]
        )
        for spans, span, first in zip(pieces, (bead.source, bead.target), before, strict=True)
    )
    return Link(source, target)
