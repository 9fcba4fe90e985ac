"""Words aligned in shards that share what they learn, by processes that know nothing of each other.

Every shard counts what it expects of its links. The counts of all are added in the order of the
shards, and each shard is aligned with those of the others: with its own it would confirm what it
took for right at first. The result is the same for any number of processes.

Reference: Newman, Asuncion, Smyth and Welling (2009), samplers of parts that share their counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any
from weakref import finalize

from diglot import words
from diglot.files.arrays import read_arrays
from diglot.options import from_plain, to_plain
from diglot.packs.vocabularies import words_by_packs
from diglot.pipeline.documents import ProgressCall
from diglot.pipeline.sentence_pairs import Tokenising
from diglot.pipeline.steps.words import chunks
from diglot.pipeline.steps.words.options import AUTO, WordOptions
from diglot.pipeline.stored import word_chunks
from diglot.pipeline.stored.words import BLOCK_KIND, BLOCK_VERSION, Block, block_of
from diglot.plurals import count_of
from diglot.runs import Job, Shard, ShardResult, SpreadOptions, end_part, execute, shard_path
from diglot.words.corpus import Corpus
from diglot.words.decoding.links import above
from diglot.words.storage import files
from diglot.words.storage.merging import merge, prune, subtract
from diglot.words.storage.model import Model

LEAST = 0.1
"""Least probability of a link that a shard keeps, as long as nobody has decided on one."""
MODEL_BYTES = 1_000_000_000
"""Bytes that what all shards have learnt may take in each process: it is pruned until it does."""


class ShardAligner(chunks.ChunkAligner):
    """A run of word alignment over shards; see `ChunkAligner`.

    The chunks are written as shards, and aligned when all are there.
    """

    def __init__(
        self,
        options: WordOptions,
        how: Tokenising,
        known: words.Knowledge,
        spread: SpreadOptions,
        progress: ProgressCall | None,
    ) -> None:
        super().__init__(options, how, known, None, progress)
        self._spread = spread
        self._home = options.resume or Path(mkdtemp(prefix="diglot-words-"))
        if options.resume is None:
            finalize(self, rmtree, self._home, ignore_errors=True)
        self._wanted: list[int] = []
        self._pairs = 0

    def align(self, chunk: chunks.Chunk) -> None:
        """Write the next shard.

        Raises:
            InputError: it cannot be written.
        """
        self.tally.read(chunk)
        self.tally.pairs += chunk.reported
        self._say("reading", 1, 1)
        word_chunks.write_shard(self._text(self.chunks), chunk.corpus, chunk.reported)
        self.chunks += 1
        self._wanted.append(chunk.reported)
        self._pairs += chunk.corpus.pairs

    def finish(self) -> None:
        """Align all shards.

        Raises:
            RunError: a shard failed again and again.
            PartDone: only a part was to be done.
        """
        options = self._options
        learn = options.learn or options.save_model is not None
        linked = align_shards(
            self._home,
            [self._text(number) for number in range(self.chunks)],
            # What says nothing about a result must not do everything again.
            options=replace(options, jobs=1, tokens=None, save_model=None, resume=None),
            settings={"codes": self._how.codes, "learn": learn, "of": self._pairs},
            jobs=options.jobs,
            spread=self._spread,
            progress=self._progress,
        )
        self.method = "gibbs" if options.method == AUTO else options.method
        self.reason = f"in {count_of(self.chunks, 'shard')} that share what they count"
        self.tally.pairs = 0
        for number, (path, wanted) in enumerate(zip(linked, self._wanted, strict=True)):
            if wanted:
                self._take(path, last=number == self.chunks - 1)
        if learn:
            self.model = _sum(map(word_chunks.read_shard_model, linked))

    def _take(self, path: Path, *, last: bool) -> None:
        """Take the links of a shard; the first one decides from which probability on."""
        file = read_arrays(path, kind=BLOCK_KIND, version=BLOCK_VERSION)
        block, options = block_of(file.arrays), self._options
        if options.symmetrise is None:
            if self.threshold is None:
                self.threshold = max(LEAST, file.metadata["threshold"])
            block = replace(block, links=above(block.links, self.threshold))
        self.tally.add_links(block)
        self.blocks.add(block, last=last)

    def _text(self, number: int) -> Path:
        return self._home / "texts" / f"{number:06}"


def align_shards(
    home: Path,
    texts: Sequence[Path],
    *,
    options: WordOptions,
    settings: Mapping[str, Any],
    most: int = MODEL_BYTES,
    jobs: int = 1,
    spread: SpreadOptions | None = None,
    progress: ProgressCall | None = None,
) -> list[Path]:
    """Align shards that share what they count; return the files of their links.

    Args:
        home: folder of the run; what is done there is not done again.
        texts: of the shards, as `word_chunks.write_shard` writes them.
        options: how words are aligned.
        settings: ``codes`` of the languages, whether to ``learn``, pairs ``of`` the whole text,
            and whether to be ``quick``.
        most: bytes of what all have learnt, in each process.
        jobs: number of processes.
        spread: what works on the shards.
        progress: called with the pass, the shards done and the shards in all.

    Raises:
        RunError: a shard failed again and again.
        PartDone: only a part was to be done.
    """
    settings = {"quick": False, **settings, "words": to_plain(options)}
    lexicon = (str(options.lexicon),) if options.lexicon else ()

    def run(name: str, files: Sequence[tuple[str, ...]], shared: tuple[str, ...]) -> list[Path]:
        shards = tuple(Shard(f"{number:06}", each) for number, each in enumerate(files))
        job = Job(name, f"{__name__}:{name}", shards, settings, (*shared, *lexicon))
        folder = home / name
        execute(job, folder, workers=jobs, options=spread, progress=progress)
        end_part(folder, spread or SpreadOptions(), last=name == "aligning")
        return [shard_path(folder, shard.name) for shard in shards]

    both: list[tuple[str, ...]] = [(str(text),) for text in texts]
    settings["known"] = known = None
    if len(texts) > 1:
        learnt = run("learning", both, ())
        known = str(home / "known.model")
        files.save(known, chunks.prune_to_fit(_sum(map(files.load, learnt)), most))
        both = [(*text, str(own)) for text, own in zip(both, learnt, strict=True)]
    settings["known"] = known
    return run("aligning", both, (known,) if known else ())


def learning(shard: Shard, options: Mapping[str, Any], output: Path) -> ShardResult:
    """Count what is expected of the links of a shard; the file is a model."""
    corpus, _ = word_chunks.read_shard(Path(shard.files[0]))
    files.save(output, words.expect(corpus, _knowledge(corpus, options), of=options["of"]))
    return ShardResult({"pairs": corpus.pairs})


def aligning(shard: Shard, options: Mapping[str, Any], output: Path) -> ShardResult:
    """Align a shard by what the others counted; the file holds its links, and its own counts."""
    corpus, wanted = word_chunks.read_shard(Path(shard.files[0]))
    how, known = _options(options), _knowledge(corpus, options)
    if options["known"]:
        others = subtract(files.load(options["known"]), files.load(shard.files[1]))
        known = replace(known, model=others)
    alignment = words.align(
        corpus,
        known,
        reported=wanted,
        method=how.method,
        learn=options["learn"],
        of=options["of"],
        quick=options["quick"],
        seed=how.seed,
    )
    threshold = LEAST if how.threshold is None else how.threshold
    links = words.links(alignment, threshold=threshold, symmetrise=how.symmetrise)
    block = Block(links, alignment.pair_confidence)
    told = {"threshold": alignment.threshold}
    word_chunks.write_shard_links(output, block, alignment.model, told)
    return ShardResult({"pairs": wanted, "links": len(links.source)})


def _options(options: Mapping[str, Any]) -> WordOptions:
    plain: WordOptions = from_plain(options["words"], WordOptions)
    return plain


def _knowledge(corpus: Corpus, options: Mapping[str, Any]) -> words.Knowledge:
    """Return what is known of the words of a shard from elsewhere."""
    given = _options(options)
    source, target = options["codes"]
    with words_by_packs(given.packs):
        how = Tokenising((source, target), tokenised=given.tokenised)
        return chunks.fit_to_text(chunks.read_knowledge(given, how), corpus, how)[0]


def _sum(models: Iterable[Model]) -> Model:
    """Add the counts of all shards in their order, without the smallest."""
    return prune(merge(list(models)))
