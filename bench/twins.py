"""Harder twins of the development texts, made again for every use; gold links follow.

A twin is a function of the text and a seed: sentences joined, cut at marks and conjunctions, or
left out, so that an aligner meets what the sets themselves hold too little of.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import regex

from bench.data import Gold, load
from diglot.model import Link

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence


def roughened(document: Gold, seed: int) -> Gold:
    """A harder twin: sentences joined and passages left out at random, gold links following.

    Eight sentences in a hundred are joined with the one before, and about one in a hundred starts
    a passage of one to six that is left out, on each side.
    """
    rng = random.Random(f"{document.name} {seed}")
    source, place_s = _damaged(document.source, rng)
    target, place_t = _damaged(document.target, rng)
    return Gold(document.name, source, target, _moved(document.links, place_s, place_t))


def torn(document: Gold) -> Gold:
    """A twin with one long passage missing on each side, at different places.

    The passage from 30 % to 45 % of the source and that from 70 % to 80 % of the target.
    """
    source, place_s = _without(document.source, 0.30, 0.45)
    target, place_t = _without(document.target, 0.70, 0.80)
    return Gold(document.name, source, target, _moved(document.links, place_s, place_t))


def _without(sentences: list[str], begin: float, end: float) -> tuple[list[str], dict[int, int]]:
    low, high = int(len(sentences) * begin), int(len(sentences) * end)
    place = {i: i if i < low else i - (high - low) for i in range(len(sentences))}
    for dropped in range(low, high):
        del place[dropped]
    return sentences[:low] + sentences[high:], place


# One side cut at marks and conjunctions, as a translator or another splitter may cut it.

_CUT = regex.compile(
    r"(?<=[,;:،؛][\"'»”’)]*)\s+(?=\S)|(?<=[，、；：][」』”’）]*)(?=\S)"
    r"|\s+(?=(?:and|but|or|because|which|und|aber|oder|weil|et|mais|ou|que|és|de|hogy|i|a|ale|że|og|en|sem|و\S+)\s)"
)
_LEAST_PIECE = 6
"""Characters of a piece at least."""


def resplit(document: Gold, seed: int, *, source: bool | None = None, sure: bool = False) -> Gold:
    """A twin whose one side has 1.5 to 2.5 times the sentences, or as many as its marks allow.

    Args:
        document: the text.
        seed: of the ratio, the places and the side.
        source: cut the source; a side drawn at random when None.
        sure: cut only what is linked with one sentence or none: no finer links are right then.
    """
    rng = random.Random(f"resplit {document.name} {seed}")
    drawn = rng.random() < 0.5
    ratio = 1.5 + rng.random()
    if drawn if source is None else source:
        kept = {i for each in document.links if len(each.target) > 1 for i in each.source}
        sentences, place = _cut(document.source, ratio, rng, kept if sure else ())
        links = _divided(document.links, place, None)
        return Gold(document.name, sentences, document.target, links)
    kept = {j for each in document.links if len(each.source) > 1 for j in each.target}
    sentences, place = _cut(document.target, ratio, rng, kept if sure else ())
    return Gold(document.name, document.source, sentences, _divided(document.links, None, place))


def _cut(
    sentences: Sequence[str], ratio: float, rng: random.Random, kept: Container[int] = ()
) -> tuple[list[str], list[range]]:
    """Cut sentences but those kept at random places: the pieces, and those of every sentence."""
    places = []
    for number, sentence in enumerate(sentences):
        if number in kept:
            continue
        before = 0
        for found in _CUT.finditer(sentence):
            if found.start() - before >= _LEAST_PIECE <= len(sentence) - found.end():
                places.append((number, found.start(), found.end()))
                before = found.end()
    wanted = min(len(places), int((ratio - 1.0) * len(sentences)))
    chosen: list[list[tuple[int, int]]] = [[] for _ in sentences]
    for number, begin, end in sorted(rng.sample(places, wanted)):
        chosen[number].append((begin, end))
    pieces: list[str] = []
    place = []
    for sentence, cuts in zip(sentences, chosen, strict=True):
        first, begin = len(pieces), 0
        for end, after in cuts:
            pieces.append(sentence[begin:end])
            begin = after
        pieces.append(sentence[begin:])
        place.append(range(first, len(pieces)))
    return pieces, place


def _divided(
    links: Iterable[Link], source: list[range] | None, target: list[range] | None
) -> tuple[Link, ...]:
    """Links over the pieces of their sentences; every piece without counterpart has its own."""

    def pieces(numbers: tuple[int, ...], place: list[range] | None) -> tuple[int, ...]:
        return numbers if place is None else tuple(k for n in numbers for k in place[n])

    result = []
    for link in links:
        left, right = pieces(link.source, source), pieces(link.target, target)
        if left and right:
            result.append(Link(left, right))
        result.extend(Link((i,), ()) for i in left if not right)
        result.extend(Link((), (j,)) for j in right if not left)
    return tuple(result)


def joined(document: Gold, seed: int) -> Gold:
    """A twin in which runs of two to four sentences are joined, two sentences in five."""
    rng = random.Random(f"joined {document.name} {seed}")
    source, place_s = _in_runs(document.source, rng)
    target, place_t = _in_runs(document.target, rng)
    return Gold(document.name, source, target, _moved(document.links, place_s, place_t))


def _in_runs(sentences: Sequence[str], rng: random.Random) -> tuple[list[str], dict[int, int]]:
    result: list[str] = []
    place: dict[int, int] = {}
    index = 0
    while index < len(sentences):
        size = rng.choice((2, 2, 2, 3, 3, 4)) if rng.random() < 0.2 else 1
        place.update(dict.fromkeys(range(index, min(index + size, len(sentences))), len(result)))
        result.append(" ".join(sentences[index : index + size]))
        index += size
    return result, place


def sample(name: str, most: int, links: int) -> list[Gold]:
    """The first documents of a set, shortened: about ``most`` links in all, ``links`` in each."""
    taken: list[Gold] = []
    for document in load(name):
        if sum(len(each.links) for each in taken) < most:
            taken.append(shortened(document, links))
    return taken


def shortened(document: Gold, links: int) -> Gold:
    """The beginning of a text: the first links with two sides, and some more where links cross."""
    ends = sorted(
        (link.source[-1] + 1, link.target[-1] + 1)
        for link in document.links
        if link.source and link.target
    )
    for i, j in ends[links - 1 :]:
        within = [
            [s < i for s in link.source] + [t < j for t in link.target] for link in document.links
        ]
        if all(all(sides) or not any(sides) for sides in within):
            kept = tuple(
                link for link, sides in zip(document.links, within, strict=True) if all(sides)
            )
            ends = slice(i), slice(j)
            return Gold(
                document.name,
                document.source[ends[0]],
                document.target[ends[1]],
                kept,
                document.source_translation and document.source_translation[ends[0]],
                document.target_translation and document.target_translation[ends[1]],
                document.source_paragraphs and document.source_paragraphs[ends[0]],
                document.target_paragraphs and document.target_paragraphs[ends[1]],
            )
    return document


def _damaged(sentences: list[str], rng: random.Random) -> tuple[list[str], dict[int, int]]:
    dropped: set[int] = set()
    index = 0
    while index < len(sentences):
        if rng.random() < 0.012:
            run = 1 + min(5, int(rng.expovariate(0.5)))
            dropped.update(range(index, index + run))
            index += run
        index += 1
    result: list[str] = []
    place: dict[int, int] = {}
    for index, sentence in enumerate(sentences):
        if index in dropped:
            continue
        if result and index - 1 not in dropped and rng.random() < 0.08:
            result[-1] += " " + sentence
        else:
            result.append(sentence)
        place[index] = len(result) - 1
    return result, place


def _moved(
    links: Iterable[Link], place_s: dict[int, int], place_t: dict[int, int]
) -> tuple[Link, ...]:
    """Links between the sentences that remain; those that share one are joined."""
    groups: list[tuple[set[int], set[int]]] = []
    alone: tuple[set[int], set[int]] = (set(), set())
    for link in links:
        source = {place_s[i] for i in link.source if i in place_s}
        target = {place_t[j] for j in link.target if j in place_t}
        if not (source and target):
            alone[0].update(source)
            alone[1].update(target)
            continue
        apart = []
        for group in groups:
            if group[0] & source or group[1] & target:
                source |= group[0]
                target |= group[1]
            else:
                apart.append(group)
        groups = [*apart, (source, target)]
    linked_s = {i for group in groups for i in group[0]}
    linked_t = {j for group in groups for j in group[1]}
    return (
        *(Link(tuple(sorted(source)), tuple(sorted(target))) for source, target in groups),
        *(Link((i,), ()) for i in sorted(alone[0] - linked_s)),
        *(Link((), (j,)) for j in sorted(alone[1] - linked_t)),
    )
