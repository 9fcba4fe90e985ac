"""Documents for the tests of the aligner: plain lines, and texts in two invented languages."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from diglot.model import Bitext, Block, Document, Link, Segment
from diglot.sentences import align

Sides = tuple[tuple[int, ...], tuple[int, ...]]


def document(lines: Sequence[str], paragraphs: Sequence[int] | None = None) -> Document:
    """A segmented document: one segment a line, in paragraphs with these numbers if given."""
    segments: list[Segment] = []
    blocks: list[Block] = []
    at = 0
    for index, line in enumerate(lines):
        number = index if paragraphs is None else paragraphs[index]
        if number == len(blocks):
            blocks.append(Block(at, at, "line" if paragraphs is None else "paragraph"))
        segments.append(Segment(at, at + len(line), number))
        blocks[number] = Block(blocks[number].start, at + len(line), blocks[number].kind)
        at += len(line) + 1
    return Document("\n".join(lines), tuple(blocks), tuple(segments))


def aligned(source: Sequence[str], target: Sequence[str], **options: object) -> Bitext:
    """The bitext of one pair of texts given as lines."""
    (bitext,) = align([(document(source), document(target))], **options)  # type: ignore[arg-type]
    return bitext


def sides(links: Bitext | Iterable[Link]) -> list[Sides]:
    """Indices of links, without what else they carry."""
    each = links.links if isinstance(links, Bitext) else links
    return [(link.source, link.target) for link in each]


def mirrored(links: Iterable[Sides]) -> list[Sides]:
    """Links with source and target swapped."""
    return [(target, source) for source, target in links]


@dataclass(frozen=True)
class Parallel:
    """A text, its translation and the links between them."""

    source: list[str]
    target: list[str]
    links: list[Sides]


class Language:
    """Two invented languages and a dictionary between them.

    Args:
        seed: makes the languages and their texts.
        words: size of the vocabulary.
        common: share of the words that are written alike in both languages.
    """

    def __init__(self, seed: int, words: int = 400, common: float = 0.0) -> None:
        self.random = random.Random(seed)
        self.source = self._words(words, "aeiou", "bdfglm")
        self.target = self._words(words, "áéíóú", "knprst")
        for number in range(words):
            if self.random.random() < common:
                self.target[number] = self.source[number]
        self.weights = [1.0 / (rank + 3) for rank in range(words)]

    def _words(self, count: int, vowels: str, consonants: str) -> list[str]:
        found: dict[str, None] = {}
        while len(found) < count:
            length = self.random.randint(2, 3)
            found[
                "".join(
                    self.random.choice(consonants) + self.random.choice(vowels)
                    for _ in range(length)
                )
            ] = None
        return list(found)

    def sentence(self, words: int) -> tuple[str, str]:
        """A sentence and its translation: the same words in nearly the same order."""
        chosen = self.random.choices(range(len(self.source)), self.weights, k=words)
        shaken = sorted(range(words), key=lambda place: place + self.random.uniform(0, 3))
        source = " ".join(self.source[number] for number in chosen)
        target = " ".join(self.target[chosen[place]] for place in shaken)
        return source.capitalize() + ".", target.capitalize() + "."

    def text(
        self,
        blocks: int,
        types: Sequence[tuple[int, int]] = ((1, 1),),
        *,
        words: tuple[int, int] = (4, 16),
    ) -> Parallel:
        """A text of blocks of random types; ``words`` bounds the words of a sentence."""
        result = Parallel([], [], [])
        for _ in range(blocks):
            a, b = self.random.choice(types)
            pieces = [self.sentence(self.random.randint(*words)) for _ in range(max(a, b))]
            ours, theirs = _merged([p[0] for p in pieces], a), _merged([p[1] for p in pieces], b)
            i, j = len(result.source), len(result.target)
            result.links.append((tuple(range(i, i + a)), tuple(range(j, j + b))))
            result.source.extend(ours)
            result.target.extend(theirs)
        return result


def _merged(sentences: list[str], count: int) -> list[str]:
    """The same text in ``count`` sentences; the last one takes what is left."""
    if not count:
        return []
    return [
        *sentences[: count - 1],
        " and ".join(s.rstrip(".") for s in sentences[count - 1 :]) + ".",
    ]


def f1(found: Iterable[Sides], right: Iterable[Sides]) -> float:
    """F of exact links."""
    ours, theirs = set(found), set(right)
    return 2 * len(ours & theirs) / max(1, len(ours) + len(theirs))
