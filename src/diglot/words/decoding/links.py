"""Links decoded from posteriors, and how often entries of two word lists are linked and meet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from diglot.errors import ConfigError
from diglot.flat_arrays import find_sorted, offsets_of
from diglot.model import WordLinks
from diglot.words.corpus import kept_offsets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.words.decoding.confidence import Posteriors


# Tools mean different things by the same name; every reading has a name of its own here. All start
# from the *intersection* of both directions and add links of one of them. ``grow`` repeats scans
# over the union, by source, then target position: a link beside one that is in already is added if
# the condition holds, and counts at once; it stops when a scan adds nothing. ``final`` then scans
# the links of the forward direction once, and those of the backward direction, in the same order.
#
# Reference: Och and Ney (2003); Koehn, Och and Marcu (2003).


@dataclass(frozen=True, slots=True)
class Symmetrisation:
    """Which links are added to the intersection.

    Attributes:
        neighbours: links grow to no neighbours, to the straight four, or to all eight.
        strict: grow where source and target word are unaligned, else where one of them is.
        final: then add other links where source ``or`` target word is unaligned, where source
            ``and`` target word are, or none.
        union: add all links of one direction.
    """

    neighbours: Literal[0, 4, 8] = 0
    strict: bool = False
    final: Literal["or", "and"] | None = None
    union: bool = False


SYMMETRISATIONS: dict[str, Symmetrisation] = {
    "intersection": Symmetrisation(),
    "union": Symmetrisation(union=True),
    "grow": Symmetrisation(4),
    "grow-diag": Symmetrisation(8),
    "grow-diag-final": Symmetrisation(8, final="or"),
    "grow-diag-final-and": Symmetrisation(8, final="and"),
    "grow-diag-strict": Symmetrisation(8, strict=True),
    "grow-diag-strict-final": Symmetrisation(8, strict=True, final="or"),
    "grow-diag-strict-final-and": Symmetrisation(8, strict=True, final="and"),
}
"""All symmetrisations by name; without ``strict`` those of fast_align's atools and of Moses.

There is no strict ``grow``: a straight neighbour shares a word with a link, so nothing could grow.
"""


def symmetrise(
    forward_best: NDArray[np.int32],
    backward_best: NDArray[np.int32],
    source_offsets: NDArray[np.int64],
    target_offsets: NDArray[np.int64],
    *,
    method: str = "grow-diag-final-and",
) -> WordLinks:
    """Join the best links of both directions.

    Args:
        forward_best: shape (target tokens,), source position of each target word, -1 for none.
        backward_best: shape (source tokens,), target position of each source word, -1 for none.
        source_offsets: shape (pairs + 1,), tokens of the source sentences.
        target_offsets: shape (pairs + 1,), tokens of the target sentences.
        method: a name of `SYMMETRISATIONS`.

    Raises:
        ConfigError: when there is no such method.
    """
    from diglot.words.kernels import symmetrisation as kernel

    chosen = SYMMETRISATIONS.get(method)
    if chosen is None:
        names = ", ".join(SYMMETRISATIONS)
        raise ConfigError(f"unknown symmetrisation {method!r}; available: {names}")
    offsets, source, target = kernel.symmetrise(
        forward_best, backward_best, source_offsets, target_offsets, chosen.union,
        chosen.neighbours // 4, chosen.strict, {None: 0, "or": 1, "and": 2}[chosen.final],
    )  # fmt: skip
    return WordLinks(offsets, source, target)


def by_threshold(
    posteriors: Posteriors, probabilities: NDArray[np.float32], threshold: float
) -> WordLinks:
    """Take every candidate whose probability reaches the threshold."""
    taken = probabilities >= np.float32(threshold)
    offsets = kept_offsets(taken, posteriors.offsets)
    return WordLinks(
        offsets,
        posteriors.source[taken].astype(np.int32),
        posteriors.target[taken].astype(np.int32),
        probabilities[taken],
    )


def above(links: WordLinks, threshold: float) -> WordLinks:
    """Leave out the links whose probability does not reach the threshold."""
    if links.scores is None:
        return links
    kept = links.scores >= np.float32(threshold)
    offsets = kept_offsets(kept, links.offsets)
    return WordLinks(offsets, links.source[kept], links.target[kept], links.scores[kept])


def by_symmetrisation(
    posteriors: Posteriors, probabilities: NDArray[np.float32], name: str
) -> WordLinks:
    """Combine the best links of both directions; the links get their candidates' probabilities.

    A link that was no candidate has the probability 0.

    Raises:
        ConfigError: there is no such symmetrisation.
    """
    links = symmetrise(
        posteriors.forward_best,
        posteriors.backward_best,
        posteriors.source_offsets,
        posteriors.target_offsets,
        method=name,
    )
    mine, known = (
        link_keys(
            np.repeat(np.arange(posteriors.pairs), np.diff(each.offsets)), each.source, each.target
        )
        for each in (links, posteriors)
    )
    scores = np.zeros(len(mine), np.float32)
    places = find_sorted(mine, known)
    scores[places >= 0] = probabilities[places[places >= 0]]
    return WordLinks(links.offsets, links.source, links.target, scores)


def link_keys(
    pair: NDArray[np.int64], source: NDArray[np.integer], target: NDArray[np.integer]
) -> NDArray[np.int64]:
    """Number links by pair, source and target, so that they ascend in this order."""
    return (pair << 32) | (source.astype(np.int64) << 16) | target


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
    left = offsets[1:][sentence] - np.arange(len(sentence))
    found: list[NDArray[np.int64]] = [np.zeros((3, 0), np.int64)]
    for reading in readings:
        levels = _levels(entries)
        place = np.arange(len(reading))
        state = np.zeros(len(reading), np.int64)
        for depth, (keys, complete, width) in enumerate(levels, 1):
            place, state = place[left[place] >= depth], state[left[place] >= depth]
            wanted = state * width + np.minimum(reading[place + depth - 1], width - 1)
            at = find_sorted(wanted, keys)
            place, state = place[at >= 0], at[at >= 0]
            whole = complete[state] >= 0
            length = np.full(int(whole.sum()), depth)
            found.append(np.stack([place[whole], length, complete[state[whole]]]))
    spans = np.unique(np.concatenate(found, axis=1), axis=1) if entries else found[0]
    token, length, entry = spans
    begin = token - offsets[sentence[token]]
    counts = np.bincount(sentence[token], minlength=len(offsets) - 1)
    return Spans(
        offsets=offsets_of(counts),
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
    from diglot.words.kernels import symmetrisation as kernel

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
