"""Cut the blocks of a document into segments: sentences, paragraphs or lines."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

import regex

from diglot.errors import ConfigError
from diglot.model.document import Block, Document, Segment
from diglot.text import boundaries
from diglot.text.languages import UNDETERMINED, normalise
from diglot.text.srx import Cutter

if TYPE_CHECKING:
    from collections.abc import Callable

    from diglot.model.srx import SrxRules

MODES = ("sentences", "paragraphs", "lines")

# Blocks of these kinds are no running prose: their lines stand for themselves.
_LINE_KINDS = frozenset({"line", "code"})
_LINE_END = regex.compile(r"\r?\n")
# A text with fewer capitals than this says nothing by a small letter (lower-cased corpora).
_CAPITALS = 0.002
_SAMPLE = 20_000


def segment(
    document: Document,
    *,
    language: str | None = None,
    mode: str = "sentences",
    srx: SrxRules | None = None,
) -> Document:
    """Return the document with its segments filled in; the text and the blocks stay as they are.

    Segments never cross a block, lie in text order, and leave white space at both ends outside.
    Empty lines of a block of kind ``line``, and all lines in ``lines`` mode, stay as empty
    segments: in line-parallel files their position counts.

    Args:
        document: a text that has been read; without blocks it counts as one paragraph.
        language: code or name; the document's own language when None, then ``und``.
        mode: ``sentences``, ``paragraphs`` (one segment a block) or ``lines``.
        srx: the user's rules; they replace all of ours in ``sentences`` mode.

    Raises:
        ConfigError: unknown mode or language, or SRX rules with a pattern that cannot be used.
    """
    if mode not in MODES:
        raise ConfigError(f"unknown segmentation mode {mode!r}: choose from {', '.join(MODES)}")
    if srx is not None and mode != "sentences":
        raise ConfigError(f"SRX rules cut sentences and cannot be used in {mode} mode")
    spelled = language or document.language
    code = normalise(spelled) if spelled else UNDETERMINED
    if not document.blocks and document.text:
        document = replace(document, blocks=(Block(0, len(document.text)),))
    cut, name = _method(document, code, spelled or UNDETERMINED, mode, srx)
    segments: list[Segment] = []
    for index, block in enumerate(document.blocks):
        whole_lines = mode == "lines" or block.kind in _LINE_KINDS
        text = document.text[block.start : block.end]
        starts = [0, *(_line_starts(text) if whole_lines else cut(text)), len(text)]
        for begin, end in itertools.pairwise(starts):
            first, last = _trim(text, begin, end)
            if first < last or (whole_lines and block.kind != "code"):
                segments.append(Segment(block.start + first, block.start + last, index))
    return replace(
        document, segments=tuple(segments), segmenter=name, language=document.language or code
    )


def _method(
    document: Document, code: str, spelled: str, mode: str, srx: SrxRules | None
) -> tuple[Callable[[str], list[int]], str]:
    """Return the function that finds the inner boundaries of a block, and its signature."""
    if mode != "sentences":
        return (lambda _text: []), mode
    if srx is not None:
        cutter = Cutter(srx, spelled)
        return cutter.starts, f"srx:{srx.name}:{srx.digest[:10]}|language:{spelled}"
    cased = _is_cased(document.text)
    name = f"{boundaries.signature()}|language:{code}"
    return (lambda text: boundaries.starts(text, code, cased=cased)), name


def _is_cased(text: str) -> bool:
    letters = regex.findall(r"[\p{Lu}\p{Ll}]", text[:_SAMPLE])
    return not letters or sum(letter.isupper() for letter in letters) > _CAPITALS * len(letters)


def _line_starts(text: str) -> list[int]:
    return [match.end() for match in _LINE_END.finditer(text)]


def _trim(text: str, begin: int, end: int) -> tuple[int, int]:
    piece = text[begin:end]
    inner = piece.strip()
    if not inner:
        return begin, begin
    first = begin + len(piece) - len(piece.lstrip())
    return first, first + len(inner)
