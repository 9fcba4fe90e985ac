"""How often entries of two word lists are linked in aligned text, and how often they meet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.model import WordLinks


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Where entries of a word list stand in sentences; ascending by sentence, then begin.

    Attributes:
        offsets: shape (sentences + 1,), int64: where the spans of every sentence begin.
        begin: shape (spans,), int32, token of the sentence.
        end: shape (spans,), int32, the token after it.
        entry: shape (spans,), int32, number of the entry.
        lengths: shape (sentences,), int64, tokens of every sentence.
        entries: number of entries in the list.
    """

    offsets: NDArray[np.int64]
    begin: NDArray[np.int32]
    end: NDArray[np.int32]
    entry: NDArray[np.int32]
    lengths: NDArray[np.int64]
    entries: int


@dataclass(frozen=True, slots=True, eq=False)
class TypeLinks:
    """Pairs of entries that are linked at least once, ascending by source, then target.

    Attributes:
        source: shape (pairs,), int32, entries of the source list.
        target: shape (pairs,), int32, entries of the target list.
        links: shape (pairs,), int64, how often they are linked.
        together: shape (pairs,), int64, sentence pairs that hold both.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    links: NDArray[np.int64]
    together: NDArray[np.int64]


def find_entries(
    readings: Sequence[NDArray[np.integer]],
    offsets: NDArray[np.int64],
    entries: Sequence[Sequence[int]],
) -> Spans:
    """Find where entries of one or more words stand.

    Args:
        readings: of the text, each of shape (tokens,): numbers of words, such as its forms and
            its lemmas. An entry stands where all its words do in one reading.
        offsets: shape (sentences + 1,): where sentences begin.
        entries: words of every entry, by number; of entries that are equal the last is found.
    """
    sentence = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    room = offsets[1:][sentence] - np.arange(len(sentence))
    found: list[NDArray[np.int64]] = [np.zeros((3, 0), np.int64)]
    for reading in readings:
        levels = _levels(entries)
        place = np.arange(len(reading))
        state = np.zeros(len(reading), np.int64)
        for depth, (keys, complete, width) in enumerate(levels, 1):
            place, state = place[room[place] >= depth], state[room[place] >= depth]
            wanted = state * width + np.minimum(reading[place + depth - 1], width - 1)
            at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
            there = keys[at] == wanted
            place, state = place[there], at[there]
            whole = complete[state] >= 0
            length = np.full(int(whole.sum()), depth)
            found.append(np.stack([place[whole], length, complete[state[whole]]]))
    spans = np.unique(np.concatenate(found, axis=1), axis=1) if entries else found[0]
    token, length, entry = spans
    begin = token - offsets[sentence[token]]
    counts = np.bincount(sentence[token], minlength=len(offsets) - 1)
    return Spans(
        offsets=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        begin=begin.astype(np.int32),
        end=(begin + length).astype(np.int32),
        entry=entry.astype(np.int32),
        lengths=np.diff(offsets),
        entries=len(entries),
    )


def count_links(links: WordLinks, source: Spans, target: Spans) -> TypeLinks:
    """Count links and common sentence pairs of all pairs of entries that are linked.

    Two single words are linked where a link joins them; longer entries where there are links
    between them and none leads out of either (Och and Ney's consistency).

    Reference:
        Och and Ney (2004), The alignment template approach to statistical machine translation,
        section 3.2.
    """
    from diglot.words.kernels import type_links as kernel

    keys = np.empty(2 * len(links.source), np.int64)
    size = kernel.linked_types(links, source, target, keys)
    if size > len(keys):
        keys = np.empty(size, np.int64)
        kernel.linked_types(links, source, target, keys)
    width = max(target.entries, 1)
    distinct, counts = np.unique(keys[:size], return_counts=True)
    one, other = distinct // width, (distinct % width).astype(np.int32)
    starts = np.searchsorted(one, np.arange(source.entries + 1)).astype(np.int64)
    pairs = len(source.lengths)
    meeting = (
        kernel.count_together(
            starts,
            other,
            *_grouped(source, by_entry=True),
            *_grouped(target, by_entry=False),
            width,
        )
        if pairs
        else np.zeros(0, np.int64)
    )
    return TypeLinks(one.astype(np.int32), other, counts.astype(np.int64), meeting)


def _grouped(spans: Spans, *, by_entry: bool) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the sentences of every entry, or the entries of every sentence, each once."""
    sentences = len(spans.lengths)
    of = np.repeat(np.arange(sentences), np.diff(spans.offsets))
    groups, members = (spans.entry, of) if by_entry else (of, spans.entry)
    size, width = (spans.entries, sentences) if by_entry else (sentences, spans.entries)
    keys = np.unique(groups.astype(np.int64) * max(width, 1) + members)
    group, member = keys // max(width, 1), keys % max(width, 1)
    starts = np.searchsorted(group, np.arange(size + 1)).astype(np.int64)
    return starts, member.astype(np.int32)


def _levels(
    entries: Sequence[Sequence[int]],
) -> list[tuple[NDArray[np.int64], NDArray[np.int64], int]]:
    """Return a tree of the entries' words, level by level.

    A level is: sorted keys (state before * width + word), the number of the entry that ends in
    each, -1 for none, and the width, whose last word is none of the entries'.
    """
    width = 2 + max((max(each, default=0) for each in entries), default=0)
    state: dict[tuple[int, ...], int] = {(): 0}
    levels = []
    depth = 0
    while any(len(each) > depth for each in entries):
        depth += 1
        keys: dict[int, tuple[tuple[int, ...], int]] = {}
        for number, each in enumerate(entries):
            if len(each) >= depth:
                head = tuple(each[:depth])
                key = state[head[:-1]] * width + head[-1]
                before = keys.get(key, (head, -1))[1]
                keys[key] = head, number if len(each) == depth else before
        order = sorted(keys)
        state = {keys[key][0]: place for place, key in enumerate(order)}
        levels.append(
            (
                np.array(order, np.int64),
                np.array([keys[key][1] for key in order], np.int64),
                width,
            )
        )
    return levels
