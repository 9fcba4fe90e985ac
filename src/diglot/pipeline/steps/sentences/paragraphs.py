"""Paragraph files: the paragraph number of every segment, as corpora of novels ship them."""

from __future__ import annotations

import dataclasses
from itertools import groupby
from typing import TYPE_CHECKING

from diglot.errors import InputError
from diglot.files.text import read_text, split_lines
from diglot.model import Block, Segment
from diglot.pipeline.pairing import file_for

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import Document
    from diglot.pipeline.pairing import Pair
    from diglot.pipeline.steps.sentences.options import AlignOptions

Sides = tuple["Document", "Document"]


def with_paragraphs(
    pairs: Sequence[Pair], documents: Sequence[Sides], *, options: AlignOptions
) -> list[Sides]:
    """Group the segments of documents as the paragraph files of the options say.

    Raises:
        InputError: a file has another number of lines than there are segments, or a line that is
            no number.
    """
    many = len(pairs) > 1
    return [
        (
            _grouped(source, options.par_source, pair, many),
            _grouped(target, options.par_target, pair, many),
        )
        for pair, (source, target) in zip(pairs, documents, strict=True)
    ]


def _grouped(document: Document, given: Path | None, pair: Pair, many: bool) -> Document:
    if given is None:
        return document
    path = file_for(given, pair, many=many)
    lines = split_lines(read_text(path))
    if lines and not lines[-1]:
        lines.pop()
    if len(lines) != len(document.segments):
        raise InputError(
            f"has {len(lines)} lines, but the text has {len(document.segments)} segments",
            path=path,
            cure="give the paragraph number of every segment on a line of its own",
        )
    for number, line in enumerate(lines, 1):
        if not line.strip().replace(".", "", 1).isdecimal():
            raise InputError(
                f"{line[:40]!r} is no paragraph number", path=path, place=number, cure="give digits"
            )
    blocks: list[Block] = []
    segments: list[Segment] = []
    numbered = zip(lines, document.segments, strict=True)
    for _, run in groupby(numbered, key=lambda item: item[0].strip()):
        members = [segment for _, segment in run]
        segments += [dataclasses.replace(segment, paragraph=len(blocks)) for segment in members]
        blocks.append(Block(members[0].start, members[-1].end))
    return dataclasses.replace(document, blocks=tuple(blocks), segments=tuple(segments))
