"""Long texts aligned in chunks that fit into memory, each with what earlier ones taught."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from diglot.errors import ConfigError, InputError
from diglot.learning.encoders import find_encoder
from diglot.packs.finding import load_pack
from diglot.pipeline.steps.words import eflomal
from diglot.pipeline.steps.words.options import EFLOMAL, WordOptions
from diglot.pipeline.stored.words import Block, BlockNumbers, BlockStore
from diglot.plurals import count_of
from diglot.text.languages import is_spaceless
from diglot.words.alignment import Knowledge
from diglot.words.corpus import AT_ONCE, Corpus, CorpusBuilder, Side
from diglot.words.storage.merging import MINIMUM, prune
from diglot.words.storage.model import Model

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from diglot.model import WordLinks
    from diglot.pipeline.documents import ProgressCall
    from diglot.pipeline.sentence_pairs import Tokenising
    from diglot.pipeline.stored.word_chunks import ChunkFolder
    from diglot.words.alignment import Alignment


# What aligning words costs in memory, and how much text fits into a setting.
#
# The figures were measured with the Hansards (see the manual, Word models: text in chunks) and
# leave a margin: sentences of other texts may be longer.

MEGABYTE = 1_000_000
PROGRAM = 130 * MEGABYTE
"""The program itself: Python and its libraries; 60 pairs with a table of translations take 114."""
CELL = 20
"""Bytes for a source word and a target word of the same pair, all arrays of a run together."""
FORM = 1500
"""Bytes for a different word of the text, its forms and classes."""
SMALL_CELL = 150
"""The same in texts that are sampled from many different starts."""
SMALL = 5_000
"""So many pairs, and no model, make such a small text."""
WORD, WORD_PAIR = 1000, 160
"""Bytes for a word and for a word pair of a model that is aligned with and added to."""
LEAST = 400
"""Megabytes that a single pair of a thousand words a side fits into."""
MOST = 4096
"""Megabytes for chunks of about a million pairs; twice as many would be too many to sample."""


@dataclass(frozen=True, slots=True)
class MemoryShare:
    """Bytes that a run may use beside the program itself.

    Attributes:
        chunk: for the text that is aligned together.
        model: for what was learnt from the text before.
        megabytes: of the whole process.
    """

    chunk: int
    model: int
    megabytes: int

    def fits(self, cells: int, pairs: int, forms: int, *, known: bool) -> bool:
        """Tell whether a chunk stays within its limit.

        Args:
            cells: sum of the products of the lengths of the sides of all pairs.
            pairs: number of pairs.
            forms: number of different words of both sides.
            known: a model knows words already.
        """
        cell = CELL if known or pairs >= SMALL else SMALL_CELL
        return cells * cell + forms * FORM <= self.chunk


class ShardSize:
    """So many pairs are a shard, whatever they cost."""

    def __init__(self, pairs: int) -> None:
        self._pairs = pairs

    def fits(self, cells: int, pairs: int, forms: int, *, known: bool) -> bool:  # noqa: ARG002
        """Tell whether so many pairs are no more than a shard."""
        return pairs <= self._pairs


def share_memory(memory: int | None) -> MemoryShare:
    """Share out the memory that a user allows, or without a word `usual_memory`.

    Args:
        memory: megabytes (10^6 bytes) of the whole process.

    Raises:
        ConfigError: that is too little.
    """
    if memory is None:
        memory = usual_memory()
    if memory < LEAST:
        raise ConfigError(f"--memory is {memory} MB, but must be {LEAST} or more")
    whole = memory * MEGABYTE - PROGRAM
    return MemoryShare(3 * whole // 4, whole // 4, memory)


@cache
def usual_memory() -> int:
    """Return half of the memory of the machine, or of its container, in megabytes; `MOST` at most.

    It is rounded down to a power of two, so that machines of about the same size cut a text into
    the same chunks.
    """
    sizes = [4 << 30]  # where the system does not say
    with suppress(ValueError, OSError, AttributeError):
        sizes = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    with suppress(ValueError, OSError):
        sizes.append(int(Path("/sys/fs/cgroup/memory.max").read_text()))
    half = min(sizes) // (2 * MEGABYTE)
    return max(LEAST, min(MOST, 1 << (half.bit_length() - 1)))


def prune_to_fit(model: Model, limit: int) -> Model:
    """Prune a model until it fits: small counts go first, then rare words, too.

    ``limit`` is in bytes where the model is used.
    """
    pruned = prune(model)
    minimum, rare = MINIMUM, 1
    while _size(pruned) > limit:
        minimum, rare = 2 * minimum, 2 * rare
        pruned = prune(model, minimum, 1, rare=rare)
    return pruned


def _size(model: Model) -> int:
    words = len(model.source_frequency) + len(model.target_frequency)
    return WORD * words + WORD_PAIR * len(model.columns)


# A stream of sentence pairs in chunks that fit into memory.


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
    def skipped_pairs(self) -> dict[str, list[int]]:
        """Numbers in this chunk of the wanted pairs that were passed over, by reason."""
        found = {
            reason: [number for number in numbers if number < self.reported]
            for reason, numbers in self.corpus.skipped.items()
        }
        return {reason: numbers for reason, numbers in found.items() if numbers}

    @property
    def reported_corpus(self) -> Corpus:
        """The pairs whose links are wanted, without the training text."""
        source_offsets = self.corpus.source_offsets[: self.reported + 1]
        target_offsets = self.corpus.target_offsets[: self.reported + 1]
        return replace(
            self.corpus,
            source=self.corpus.source[: source_offsets[-1]],
            source_offsets=source_offsets,
            target=self.corpus.target[: target_offsets[-1]],
            target_offsets=target_offsets,
            skipped=self.skipped_pairs,
        )


def read_chunks(
    pairs: Iterable[tuple[Side, Side]],
    training: Iterable[tuple[Side, Side]] = (),
    *,
    limit: MemoryShare | ShardSize | None,
    known: bool,
) -> Iterator[Chunk]:
    """Cut text into chunks: training text first, so that all other text is aligned with it.

    Args:
        pairs: tokens of the pairs whose links are wanted.
        training: tokens of the pairs that are only learnt from.
        limit: memory for a chunk; None makes one chunk of everything.
        known: a model knows words already; from the second chunk on there is one in any case.
    """
    stream = _Stream(pairs, training)
    while not stream.ended:
        yield stream.chunk(limit, known=known)
        known = True


class _Stream:
    """Training text and the text behind it, as far as they have been read."""

    def __init__(
        self, pairs: Iterable[tuple[Side, Side]], training: Iterable[tuple[Side, Side]]
    ) -> None:
        self._training, self._pairs = iter(training), iter(pairs)
        self._waiting: list[tuple[Side, Side]] = []
        self._reported = False
        self._advance()

    @property
    def ended(self) -> bool:
        return not self._waiting

    def chunk(self, limit: MemoryShare | ShardSize | None, *, known: bool) -> Chunk:
        """Read as many pairs as fit, at least one."""
        builder, training = CorpusBuilder(), 0
        fits = partial(limit.fits, known=known) if limit else None
        while block := self._waiting:
            taken = builder.add(block, fits)
            training += 0 if self._reported else taken
            self._waiting = block[taken:]
            if self._waiting:
                break
            self._advance()
        corpus = builder.corpus()
        reported = corpus.pairs - training
        return Chunk(_turned(corpus, training), reported, last=self.ended)

    def _advance(self) -> None:
        if not self._reported:
            self._waiting = [*islice(self._training, AT_ONCE)]
            self._reported = not self._waiting
        if self._reported:
            self._waiting = [*islice(self._pairs, AT_ONCE)]


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


# What is known of words beforehand, made to fit the words of a text.


class KnowledgeOptions(Protocol):
    """Options that name what is known of words beforehand."""

    @property
    def lexicon(self) -> Path | None:
        """Bilingual dictionary."""

    @property
    def packs(self) -> tuple[str, ...]:
        """Language packs."""

    @property
    def encoder(self) -> str | None:
        """Sentence encoder."""


def read_knowledge(
    options: KnowledgeOptions, how: Tokenising, model: Model | None = None
) -> Knowledge:
    """Read what is known of the words of two languages; a model goes before packs and encoder.

    Raises:
        InputError: a file cannot be read.
        ConfigError: a pack of other languages, or the encoder is not installed.
    """
    lexicon = lexicon_entries(options.lexicon, how) if options.lexicon else ()
    if model is not None:
        return Knowledge(model, lexicon=lexicon)
    pack = load_pack(options.packs, *how.codes)
    return Knowledge(None, pack, lexicon, find_encoder(options.encoder, *how.codes))


def fit_to_text(
    known: Knowledge, corpus: Corpus, how: Tokenising
) -> tuple[Knowledge, tuple[str, ...]]:
    """Look up what is known under the words of a text, where these were cut otherwise.

    A model of another cut serves as a pack does: its jumps and fertilities are of other words.

    Returns:
        What fits, and what to tell the user.
    """
    if known.pack is None and not any(map(is_spaceless, how.codes)):
        return known, ()
    from diglot.words.recutting import pack_of_model, recut_pack, tokens_alike

    model, pack = known.model, known.pack
    notes: tuple[str, ...] = ()
    if isinstance(model, Model):
        alike = tokens_alike(model, corpus, how.codes)
        if alike and model.tokeniser == how.tokeniser:
            return known, ()
        source, target = (code or "" for code in how.codes)
        pack = pack_of_model(model, (source, target), tokenisers=_tokenisers(model, how))
        notes = ("the model has other words than the text: they are laid over each other",)
    if pack is None:
        return known, ()
    return replace(known, model=None, pack=recut_pack(pack, corpus, how.tokenisers)), notes


def _tokenisers(model: Model, how: Tokenising) -> tuple[str, str]:
    """Return who cut the words of a model, by side; segmenters stand in its label in order."""
    if model.tokeniser == "none":
        # No segmenter has this name: the words of the model itself tell how it was cut.
        return "model", "model"
    names = model.tokeniser.split("+")[1:]
    source, target = (
        names.pop(0) if names and is_spaceless(code) else "diglot" for code in how.codes
    )
    return source, target


# Chunks of text aligned one after the other: each is aligned with what the ones before taught.


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
    skipped: dict[str, BlockNumbers] = field(default_factory=dict)
    doubtful: BlockNumbers | None = None
    sum: float | None = None

    @property
    def mean(self) -> float | None:
        """Mean probability of the links; None if they have none."""
        return self.sum / self.links if self.sum is not None and self.links else None

    def read(self, chunk: Chunk) -> None:
        """Count the pairs of a chunk."""
        for reason, numbers in chunk.skipped_pairs.items():
            self.skipped.setdefault(reason, BlockNumbers()).add(numbers, self.pairs)
        self.training += chunk.corpus.pairs - chunk.reported
        passed = sum(map(len, chunk.corpus.skipped.values()))
        self.training_skipped += passed - sum(map(len, chunk.skipped_pairs.values()))

    def add_links(self, block: Block) -> None:
        """Count the links of the pairs that were read last."""
        if block.confidence is not None:
            self.doubtful = self.doubtful or BlockNumbers()
            # Pairs that were passed over have NaN, which is below nothing.
            self.doubtful.add((block.confidence < DOUBTFUL).nonzero()[0].tolist(), self.pairs)
        if block.links.scores is not None:
            self.sum = (self.sum or 0.0) + float(block.links.scores.sum(dtype="f8"))
        self.links += len(block.links.source)
        self.pairs += block.links.pairs


class ChunkAligner:
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
        known: Knowledge,
        limit: MemoryShare | None,
        progress: ProgressCall | None,
        *,
        folder: ChunkFolder | None = None,
    ) -> None:
        self.blocks, self.tally = BlockStore(), Tally()
        self._bounded = options.memory is not None
        self.model = known.model if isinstance(known.model, Model) else None
        if self.model and limit and self._bounded:
            self.model = prune_to_fit(self.model, limit.model)
        self.corpus: Corpus | None = None
        self.method = self.reason = ""
        self.threshold = options.threshold
        self.chunks = 0
        self._options, self._limit, self._progress = options, limit, progress
        self._how, self._known, self._folder = how, known, folder
        self._notes: tuple[str, ...] = ()

    @property
    def memory(self) -> int | None:
        """Megabytes that decided on the result; None where the text was aligned as a whole."""
        decided = self._limit and (self._bounded or self.chunks > 1)
        return self._limit.megabytes if self._limit and decided else None

    @property
    def notes(self) -> tuple[str, ...]:
        """What to tell the user."""
        notes = []
        if self.chunks > 1 and self._limit:
            notes.append(
                f"aligned in {count_of(self.chunks, 'chunk')}, "
                f"to stay within {self._limit.megabytes:,} MB"
            )
        if self.tally.training:
            passed = self.tally.training_skipped
            lacking = f", {passed:,} of them passed over" if passed else ""
            more = count_of(self.tally.training, "more pair of training text")
            notes.append(f"learnt from {more}{lacking}")
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
        if self._folder and self.chunks <= self._folder.state.chunks:
            self._take_up(chunk, self._folder)
            return
        alignment, links = self._aligned(chunk)
        if self.chunks == 1:
            self.method, self.reason = alignment.method, alignment.reason
        self._notes += tuple(note for note in alignment.notes if note not in self._notes)
        self.model = alignment.model
        if self.model and self._limit and (self._bounded or not chunk.last):
            self.model = prune_to_fit(self.model, self._limit.model)
        block = Block(links, alignment.pair_confidence) if chunk.reported else None
        if self._folder:
            state = replace(
                self._folder.state,
                chunks=self.chunks,
                method=self.method,
                reason=self.reason,
                threshold=self.threshold,
                notes=self._notes,
                model=self.model is not None,
            )
            self._folder.keep(state, block, self.model)
        self._add(chunk, block)

    def _add(self, chunk: Chunk, block: Block | None) -> None:
        if block is None:
            return
        self.tally.add_links(block)
        self.blocks.add(block, last=chunk.last)
        if chunk.last and self.chunks == 1 and not self._bounded:
            self.corpus = chunk.reported_corpus

    def _take_up(self, chunk: Chunk, folder: ChunkFolder) -> None:
        """Take a chunk that an earlier run has done."""
        if self.chunks == folder.state.chunks:
            state = folder.state
            self.method, self.reason, self.threshold = state.method, state.reason, state.threshold
            self._notes = (*state.notes, f"continued after {count_of(state.chunks, 'chunk')}")
            self.model = folder.model()
        self._add(chunk, folder.block(self.chunks - 1) if chunk.reported else None)

    def _aligned(self, chunk: Chunk) -> tuple[Alignment, WordLinks]:
        from diglot import words

        options = self._options
        if options.method == EFLOMAL:
            return eflomal.align(
                chunk.corpus, reported=chunk.reported, symmetrise=options.symmetrise
            )
        known = replace(self._known, model=self.model)
        if self.chunks == 1 or self.model is None:
            known, notes = fit_to_text(known, chunk.corpus, self._how)
            self._notes += notes
        alignment = words.align(
            chunk.corpus,
            known,
            reported=chunk.reported,
            method=options.method,
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

    def finish(self) -> None:
        """Do what is left when all chunks have been read: nothing."""

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


def lexicon_entries(path: Path, how: Tokenising) -> list[Entry]:
    """Read a lexicon and cut its entries into tokens as the text is.

    Raises:
        InputError: the file cannot be read or holds no pairs.
    """
    from diglot.pipeline.steps.sentences.evidence import read_lexicon

    source, target = how.codes
    entries = read_lexicon(path, languages=(source, target) if source and target else None)
    lines = ((" ".join(one.split()), " ".join(other.split())) for one, other, _ in entries)
    return [
        (*pair, weight) for pair, (_, _, weight) in zip(how.tokens(lines), entries, strict=True)
    ]
