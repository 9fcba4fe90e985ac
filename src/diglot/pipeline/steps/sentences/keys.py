"""Files of strings are linked by their keys instead of being aligned."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from diglot._version import __version__
from diglot.formats.documents.software_strings import KIND
from diglot.model import Bitext, Block, Document, Link, Segment, Signature
from diglot.plurals import count_of

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_SHARED = 0.5  # of the keys of the smaller file: below, the keys say nothing


def link_by_keys(source: Document, target: Document) -> Bitext | None:
    """Link the strings of two files that have the same key, each string once.

    The target's strings come in the order of the source, those with a key of their own at the end.
    A key that a file uses several times is linked in the order of its uses.

    Returns:
        The bitext, or None where a side holds no strings, or too few keys are shared.
    """
    if any(block.kind != KIND for side in (source, target) for block in side.blocks):
        return None
    left, right = _numbered_keys(source), _numbered_keys(target)
    places = {key: place for place, key in enumerate(right)}
    shared = [key for key in left if key in places]
    if len(shared) < LEAST_SHARED * min(len(left), len(right)) or not shared:
        return None
    known = set(left)
    own = [place for place, key in enumerate(right) if key not in known]
    ordered = _reorder(target, [*(places[key] for key in shared), *own])
    links, used = [], 0
    for number, key in enumerate(left):
        if key in places:
            links.append(Link((number,), (used,), 1.0))
            used += 1
        else:
            links.append(Link((number,), (), 1.0))
    links += [Link((), (used + number,), 1.0) for number in range(len(own))]
    missing = len(left) - len(shared), len(own)
    notes = [f"linked by their keys: {count_of(len(shared), 'string')}"]
    if any(missing):
        notes.append(f"keys that only one side has: {missing[0]} source, {missing[1]} target")
    signature = Signature("keys", __version__)
    return Bitext(source, ordered, tuple(links), (), tuple(notes), signature)


def _numbered_keys(document: Document) -> list[tuple[str, int]]:
    """Return the key of each segment, with the number of its uses before."""
    seen: dict[str, int] = {}
    keys = []
    for segment in document.segments:
        key = document.blocks[segment.paragraph].anchor or ""
        keys.append((key, seen.get(key, 0)))
        seen[key] = seen.get(key, 0) + 1
    return keys


def _reorder(document: Document, order: Sequence[int]) -> Document:
    """Return a document whose segments, each a block, come in another order."""
    texts: list[str] = []
    blocks: list[Block] = []
    segments: list[Segment] = []
    start = 0
    for place in order:
        segment = document.segments[place]
        text = document.text[segment.start : segment.end]
        end = start + len(text)
        block = document.blocks[segment.paragraph]
        segments.append(Segment(start, end, len(blocks)))
        blocks.append(Block(start, end, block.kind, block.level, block.anchor, block.document))
        texts.append(text)
        start = end + 1
    return dataclasses.replace(
        document,
        text="\n".join(texts),
        blocks=tuple(blocks),
        segments=tuple(segments),
        markup=(),
    )
