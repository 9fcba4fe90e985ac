"""Chunks of text aligned one after the other: each is aligned with what the ones before taught."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from diglot.errors import InputError
from diglot.pipeline.steps.words import eflomal
from diglot.pipeline.steps.words.options import EFLOMAL
from diglot.pipeline.steps.words.word_memory import bounded
from diglot.pipeline.stored.word_blocks import Block, Blocks, Numbers

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.model import WordLinks
    from diglot.pipeline.documents import ProgressCall
    from diglot.pipeline.steps.words.options import WordOptions
    from diglot.pipeline.steps.words.word_chunks import Chunk
    from diglot.pipeline.steps.words.word_memory import Room
    from diglot.pipeline.steps.words.word_tokens import Tokenising
    from diglot.words.alignment import Alignment
    from diglot.words.corpus import Corpus
    from diglot.words.storage.model import Model

Entry = tuple[list[str], list[str], float]

DOUBTFUL = 0.5
"""Pairs of a lower confidence may not be translations of each other.

Of 298 unrelated pairs among the 3,071 of TICO-19 English-French this finds 94 %, and 97 % of what
it finds is unrelated (see the manual, diglot words).
"""


@dataclass(slots=True)
class Tally:
    """What is counted while links pass by.

    Attributes:
        pairs: sentence pairs that links were asked for.
        links: links between their words.
        training: pairs that were only learnt from.
        training_skipped: those of them that were passed over.
        skipped: pairs without links, by reason: ``empty``, ``long``.
        doubtful: pairs that may not be translations of each other; None if nothing is known.
        sum: of the probabilities of the links; None if they have none.
    """

    pairs: int = 0
    links: int = 0
    training: int = 0
    training_skipped: int = 0
    skipped: dict[str, Numbers] = field(default_factory=dict)
    doubtful: Numbers | None = None
    sum: float | None = None

    @property
    def mean(self) -> float | None:
        """Mean probability of the links; None if they have none."""
        return self.sum / self.links if self.sum is not None and self.links else None

    def read(self, chunk: Chunk) -> None:
        """Count the pairs of a chunk."""
        for reason, numbers in chunk.skipped.items():
            self.skipped.setdefault(reason, Numbers()).add(numbers, self.pairs)
        self.training += chunk.corpus.pairs - chunk.reported
        passed = sum(map(len, chunk.corpus.skipped.values()))
        self.training_skipped += passed - sum(map(len, chunk.skipped.values()))

    def found(self, block: Block) -> None:
        """Count the links of the pairs that were read last."""
        if block.confidence is not None:
            self.doubtful = self.doubtful or Numbers()
            # Pairs that were passed over have NaN, which is below nothing.
            self.doubtful.add((block.confidence < DOUBTFUL).nonzero()[0].tolist(), self.pairs)
        if block.links.scores is not None:
            self.sum = (self.sum or 0.0) + float(block.links.scores.sum(dtype="f8"))
        self.links += len(block.links.source)
        self.pairs += block.links.pairs


class Work:
    """A run of word alignment over chunks.

    Attributes:
        blocks: links of all pairs.
        tally: what was counted.
        model: what was known in the end; None if nothing was learnt.
        corpus: words of the pairs with links, if they were all in one chunk.
        method: name of the method.
        reason: why this method.
        threshold: least probability of a link; None if links are not chosen by it.
        chunks: how many chunks there were.
    """

    def __init__(
        self,
        options: WordOptions,
        how: Tokenising,
        model: Model | None,
        room: Room | None,
        progress: ProgressCall | None,
    ) -> None:
        self.blocks, self.tally = Blocks(), Tally()
        self.model = bounded(model, room.model) if model and room else model
        self.corpus: Corpus | None = None
        self.method = self.reason = ""
        self.threshold = options.threshold
        self.chunks = 0
        self._options, self._room, self._progress = options, room, progress
        self._lexicon = _entries(options.lexicon, how) if options.lexicon else None
        self._notes: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What to tell the user."""
        notes = []
        if self.chunks > 1:
            notes.append(
                f"aligned in {self.chunks} chunks, to stay within {self._options.memory:,} MB"
            )
        if self.tally.training:
            passed = self.tally.training_skipped
            lacking = f", {passed:,} of them passed over" if passed else ""
            notes.append(
                f"learned from {self.tally.training:,} more pairs of training text{lacking}"
            )
        return (*notes, *self._notes)

    def align(self, chunk: Chunk) -> None:
        """Align the next chunk and learn from it.

        Raises:
            InputError: no room on the disk for the links of many chunks.
            RunError: eflomal failed.
        """
        self.chunks += 1
        self.tally.read(chunk)
        self._say("reading", 1, 1)
        alignment, links = self._aligned(chunk)
        if self.chunks == 1:
            self.method, self.reason = alignment.method, alignment.reason
        self._notes += tuple(note for note in alignment.notes if note not in self._notes)
        self.model = alignment.model
        if self.model and self._room:
            self.model = bounded(self.model, self._room.model)
        if not chunk.reported:
            return
        block = Block(links, alignment.pair_confidence)
        self.tally.found(block)
        self.blocks.add(block, last=chunk.last)
        if chunk.last and not self._room:
            self.corpus = chunk.wanted

    def _aligned(self, chunk: Chunk) -> tuple[Alignment, WordLinks]:
        from diglot import words

        options = self._options
        if options.method == EFLOMAL:
            return eflomal.align(
                chunk.corpus, reported=chunk.reported, symmetrise=options.symmetrise
            )
        alignment = words.align(
            chunk.corpus,
            reported=chunk.reported,
            method=options.method,
            model=self.model,
            prior=self._lexicon,
            learn=options.learn or options.save_model is not None or not chunk.last,
            jobs=options.jobs,
            seed=options.seed,
            progress=self._say,
        )
        if self.threshold is None and options.symmetrise is None and chunk.reported:
            # One bound for all text: the first chunk with links sets it.
            self.threshold = alignment.threshold
        return alignment, words.links(
            alignment, threshold=self.threshold, symmetrise=options.symmetrise
        )

    def check_pairs(self, path: Path) -> None:
        """Make sure that there was something to align in the file.

        Raises:
            InputError: there was not.
        """
        pairs = self.tally.pairs
        if pairs == sum(numbers.count for numbers in self.tally.skipped.values()):
            raise InputError(
                "holds no pair with words on both sides" if pairs else "holds no pairs",
                path=path,
                cure="check that it is the right file and, of several languages, which were "
                "asked for",
            )

    def _say(self, stage: str, done: int, total: int) -> None:
        if self._progress:
            part = f"chunk {self.chunks}: " if self.chunks > 1 else ""
            self._progress(part + stage, done, total)


def _entries(path: Path, how: Tokenising) -> list[Entry]:
    """Read a lexicon and cut its entries into tokens as the text is."""
    from diglot.pipeline.steps.sentences.evidence import read_lexicon

    source, target = how.codes
    entries = read_lexicon(path, languages=(source, target) if source and target else None)
    tokens = how.tokens((one.split(), other.split()) for one, other, _ in entries)
    return [(*pair, weight) for pair, (_, _, weight) in zip(tokens, entries, strict=True)]
