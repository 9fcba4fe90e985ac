"""A stream of sentence pairs in chunks that fit into memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from diglot.words.corpus import LONGEST, Vocabulary, encode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from diglot.pipeline.steps.words.sentence_pairs import Words
    from diglot.pipeline.steps.words.word_memory import Room
    from diglot.words.corpus import Corpus


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """Sentence pairs that are aligned together.

    Attributes:
        corpus: the pairs whose links are wanted, then those of the training text.
        reported: number of the former.
        last: whether no other chunk follows.
    """

    corpus: Corpus
    reported: int
    last: bool

    @property
    def skipped(self) -> dict[str, list[int]]:
        """Numbers in this chunk of the wanted pairs that were passed over, by reason."""
        found = {
            reason: [number for number in numbers if number < self.reported]
            for reason, numbers in self.corpus.skipped.items()
        }
        return {reason: numbers for reason, numbers in found.items() if numbers}

    @property
    def wanted(self) -> Corpus:
        """The pairs whose links are wanted, without the training text."""
        source_offsets = self.corpus.source_offsets[: self.reported + 1]
        target_offsets = self.corpus.target_offsets[: self.reported + 1]
        return replace(
            self.corpus,
            source=self.corpus.source[: source_offsets[-1]],
            source_offsets=source_offsets,
            target=self.corpus.target[: target_offsets[-1]],
            target_offsets=target_offsets,
            skipped=self.skipped,
        )


def chunks(
    pairs: Iterable[Words], training: Iterable[Words] = (), *, room: Room | None, known: bool
) -> Iterator[Chunk]:
    """Cut text into chunks: training text first, so that all other text is aligned with it.

    Args:
        pairs: tokens of the pairs whose links are wanted.
        training: tokens of the pairs that are only learnt from.
        room: memory for a chunk; None makes one chunk of everything.
        known: a model knows words already; from the second chunk on there is one in any case.
    """
    stream = _Stream(pairs, training)
    while not stream.ended:
        yield stream.chunk(room, known=known)
        known = True


class _Stream:
    """Training text and the text behind it, as far as they have been read."""

    def __init__(self, pairs: Iterable[Words], training: Iterable[Words]) -> None:
        self._training, self._pairs = iter(training), iter(pairs)
        self._waiting: Words | None = None
        self._reported = False
        self._advance()

    @property
    def ended(self) -> bool:
        return self._waiting is None

    def chunk(self, room: Room | None, *, known: bool) -> Chunk:
        """Read as many pairs as fit, at least one."""
        training = 0
        source, target = Vocabulary(), Vocabulary()

        def taken() -> Iterator[Words]:
            nonlocal training
            cells = pairs = 0
            while (pair := self._waiting) is not None:
                if room:
                    cells += _cells(pair)
                    pairs += 1
                    forms = source.size + target.size
                    if pairs > 1 and not room.fits(cells, pairs, forms, known=known):
                        return
                training += not self._reported
                yield pair
                self._advance()

        corpus = encode(taken(), source_vocabulary=source, target_vocabulary=target)
        reported = corpus.pairs - training
        return Chunk(_turned(corpus, training), reported, last=self.ended)

    def _advance(self) -> None:
        if not self._reported:
            self._waiting = next(self._training, None)
            self._reported = self._waiting is None
        if self._reported:
            self._waiting = next(self._pairs, None)


def _cells(pair: Words) -> int:
    sizes = len(pair[0]), len(pair[1])
    return sizes[0] * sizes[1] if max(sizes) <= LONGEST else 0


def _turned(corpus: Corpus, training: int) -> Corpus:
    """Put the first pairs behind the others."""
    import numpy as np

    if training in {0, corpus.pairs}:
        return corpus
    sides = []
    for words, offsets in (
        (corpus.source, corpus.source_offsets),
        (corpus.target, corpus.target_offsets),
    ):
        cut = offsets[training]
        sizes = np.diff(offsets)
        turned = np.zeros_like(offsets)
        np.cumsum(np.concatenate((sizes[training:], sizes[:training])), out=turned[1:])
        sides.append((np.concatenate((words[cut:], words[:cut])), turned))
    return replace(
        corpus,
        source=sides[0][0],
        source_offsets=sides[0][1],
        target=sides[1][0],
        target_offsets=sides[1][1],
        skipped={
            reason: sorted((number - training) % corpus.pairs for number in numbers)
            for reason, numbers in corpus.skipped.items()
        },
    )
