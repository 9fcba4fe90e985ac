"""Writing SGML with marked terms; module `term_sgml` has the format."""

from __future__ import annotations

import html
from collections import Counter, defaultdict
from itertools import groupby
from typing import TYPE_CHECKING

from diglot.files.atomic import atomic_open
from diglot.formats.blocks import Skips
from diglot.formats.marked_terms.sgml_scan import ANY, BETWEEN, SPACES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from diglot.model import AnnotatedSegment, AnnotatedSet, Skipped, TermMark
    from diglot.model.terminology import Span


def write(source: Path, reference: Path | None, annotated: AnnotatedSet) -> tuple[Skipped, ...]:
    """Write the two files of a test set; return what they could not carry.

    Args:
        source: file for the source segments.
        reference: file for their translations; None where the set has none.
        annotated: the test set; rejected marks are not written.

    Raises:
        InputError: a file cannot be written.
    """
    skips = Skips()
    left: list[str] = []
    right: list[str] = []
    for document, segments in groupby(annotated.segments, key=lambda each: each.document):
        opening = f'<doc sysid="ref" docid="{_quoted(document or "")}">'
        left.append(opening)
        right.append(opening)
        for segment in segments:
            texts = _tagged(segment, skips)
            for lines, text in zip((left, right), texts, strict=True):
                lines.append(f'<seg id="{_quoted(segment.id)}"> {text} </seg>')
        left.append("</doc>")
        right.append("</doc>")
    languages = (
        f'srclang="{_quoted(annotated.source_language or ANY)}"',
        f'trglang="{_quoted(annotated.target_language or ANY)}"',
    )
    name = f'setid="{_quoted(annotated.name)}"'
    _write_lines(source, "srcset", f"{name} {languages[0]}", left)
    if reference is not None:
        _write_lines(reference, "refset", f"{name} {languages[0]} {languages[1]}", right)
    return skips.found()


def _tagged(segment: AnnotatedSegment, skips: Skips) -> tuple[str, str]:
    """Return the two texts of a segment with tags around its terms."""
    kept: list[TermMark] = []
    for mark in segment.terms:
        if mark.verified is False:
            skips.add("rejected mark", mark.source)
        elif mark.source_span is None:
            skips.add("mark without a place in the source", mark.source)
        elif any(_cross(mark.source_span, each.source_span) for each in kept) or any(
            _cross(mark.target_span, each.target_span) for each in kept
        ):
            skips.add("mark that overlaps another one in part", mark.source)
        else:
            kept.append(mark)
    left = [(mark.source_span, mark) for mark in kept if mark.source_span is not None]
    right = [(mark.target_span, mark) for mark in kept if mark.target_span is not None]
    if not _paired_by_order(left, right):
        skips.add("segment whose marks of one entry stand in another order on the other side")
    return (
        _with_tags(segment.source, left, skips),
        _with_tags(segment.reference or "", right, Skips()),
    )


def _cross(one: Span | None, other: Span | None) -> bool:
    """Tell whether two ranges share a part without one holding the other."""
    if one is None or other is None:
        return False
    first, second = sorted((one, other))
    return first[0] < second[0] < first[1] < second[1]


def _paired_by_order(
    left: Sequence[tuple[Span, TermMark]], right: Sequence[tuple[Span, TermMark]]
) -> bool:
    """Tell whether those of one id come in the same order on both sides."""
    orders: list[dict[str, list[int]]] = []
    for side in (left, right):
        order: dict[str, list[int]] = defaultdict(list)
        for _, mark in sorted(side, key=lambda each: (each[0][0], -each[0][1])):
            order[mark.id].append(id(mark))
        orders.append(order)
    return all(marks == orders[0][name][: len(marks)] for name, marks in orders[1].items())


def _with_tags(text: str, marks: Sequence[tuple[Span, TermMark]], skips: Skips) -> str:
    """Return a text in entities, tags around its terms, the outer ones of nested terms first."""
    openings: dict[int, list[tuple[int, TermMark]]] = defaultdict(list)
    closings: Counter[int] = Counter()
    for (begin, end), mark in marks:
        openings[begin].append((end, mark))
        closings[end] += 1
    pieces: list[str] = []
    at = 0
    for place in sorted({*openings, *closings}):
        pieces.append(html.escape(text[at:place], quote=False))
        pieces += ["</term>"] * closings[place]
        for _, mark in sorted(openings[place], key=lambda each: -each[0]):
            pieces.append(_tag(mark, skips))
        at = place
    pieces.append(html.escape(text[at:], quote=False))
    return SPACES.sub(" ", "".join(pieces)).strip(" ")


def _tag(mark: TermMark, skips: Skips) -> str:
    sides = ("lemma" if each else "original" for each in (mark.source_lemma, mark.target_lemma))
    kind = "src_{}_and_tgt_{}".format(*sides)
    told = [each for each in mark.alternatives if BETWEEN not in each]
    skips.add("translation that holds a |", "", len(mark.alternatives) - len(told))
    listed = BETWEEN.join(told) if mark.listed is None else mark.listed
    return (
        f'<term id="{_quoted(mark.id)}" type="{kind}" src="{_quoted(mark.source)}" '
        f'tgt="{_quoted(listed)}">'
    )


def _quoted(value: str) -> str:
    """Return the value of an attribute, on one line."""
    return html.escape(SPACES.sub(" ", value))


def _write_lines(path: Path, element: str, attributes: str, lines: Iterable[str]) -> None:
    with atomic_open(path) as file:
        file.write(f"<{element} {attributes}>\n")
        for line in lines:
            file.write(line + "\n")
        file.write(f"</{element}>\n")
