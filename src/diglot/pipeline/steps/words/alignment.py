"""Word alignment of files: sentence pairs in; links, models and translation tables out."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

from diglot._version import __version__
from diglot.errors import ConfigError
from diglot.files.atomic import atomic_open
from diglot.files.binary import sha256_of_file
from diglot.formats.units import moses
from diglot.formats.word_links.builder import join_blocks
from diglot.learning.encoders import identify_encoder
from diglot.model import Signature
from diglot.options import files_of, options_of, with_one_or_two
from diglot.packs.finding import (
    identify_packs,
    uses_no_packs,
)
from diglot.packs.vocabularies import words_by_packs
from diglot.pipeline.options import name_evidence, resource_notes, sign_resources
from diglot.pipeline.sentence_pairs import (
    Tokenising,
    decide_tokenising,
    read_sentence_pairs,
)
from diglot.pipeline.steps.words import eflomal
from diglot.pipeline.steps.words.chunks import (
    ChunkAligner,
    ShardSize,
    read_chunks,
    read_knowledge,
    share_memory,
)
from diglot.pipeline.steps.words.options import EFLOMAL, WordOptions, check_words
from diglot.pipeline.steps.words.shards import ShardAligner
from diglot.pipeline.stored import words
from diglot.pipeline.stored.word_chunks import ChunkFolder
from diglot.runs import SpreadOptions
from diglot.words.alignment import Knowledge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from diglot.model import WordLinks
    from diglot.pipeline.documents import ProgressCall
    from diglot.pipeline.sentence_pairs import Languages, Words
    from diglot.pipeline.steps.words.chunks import MemoryShare, Tally
    from diglot.pipeline.stored.words import BlockStore
    from diglot.words.corpus import Corpus
    from diglot.words.storage.model import Model


@dataclass(frozen=True, slots=True, eq=False)
class WordRun:
    """Word links of a file, and how they came about.

    Attributes:
        blocks: links of consecutive pairs and confidence of the pairs, block by block: nothing
            of the size of the input has to be in memory. Pair n answers line (or unit) n.
        tally: how many pairs and links there are, which pairs stand out.
        method: name of the method that ran.
        reason: why this method.
        model: what was learnt, if that was asked for.
        corpus: words of the pairs with links; None if they were too many for the memory allowed.
        tokenising: languages of both sides, and who cut the tokens.
        notes: what to tell the user.
        signature: how the links were made.
        threshold: least probability of a link; None if links were not chosen by it.
        read_again: gives the tokens of every pair once more, from the files.
        unit: what a pair is in the input: ``line`` or ``unit``.
    """

    blocks: BlockStore
    tally: Tally
    method: str
    reason: str
    model: Model | None
    corpus: Corpus | None
    tokenising: Tokenising
    notes: tuple[str, ...]
    signature: Signature
    threshold: float | None
    read_again: Callable[[], Iterator[Words]]
    unit: str = "line"

    @property
    def links(self) -> WordLinks:
        """Links of all pairs, as one value in memory."""
        return join_blocks(block.links for block in self.blocks)

    @property
    def confidence(self) -> NDArray[np.float32] | None:
        """Shape (pairs,): probability that the sides of a pair translate each other, if known.

        Pairs that were passed over have NaN.
        """
        import numpy as np

        parts = [block.confidence for block in self.blocks]
        known = [part for part in parts if part is not None]
        return np.concatenate(known) if known else None


@with_one_or_two(WordOptions)
def align_words(source: str | Path, target: str | Path | None, options: WordOptions) -> WordRun:
    """Align the words of sentence pairs.

    Args:
        source: sentences, one a line; without ``target`` a file of translation units, or of lines
            ``source ||| target``.
        target: their translations, line by line.
        options: fields of `WordOptions`, given by keyword, such as ``tokenised=True``.

    Returns:
        The links of every pair, with their probabilities.

    Raises:
        InputError: a file cannot be read, or the two do not belong together.
        ConfigError: an option is unknown or does not fit the others.
    """
    return align_word_files(Path(source), None if target is None else Path(target), options=options)


def align_word_files(
    source: Path,
    target: Path | None = None,
    *,
    options: WordOptions | None = None,
    spread: SpreadOptions | None = None,
    progress: ProgressCall | None = None,
) -> WordRun:
    """Align the words of sentence pairs; see `align_words`.

    The input is read once, as a stream, in chunks where memory is bounded. What stays in memory of
    a chunk is a number for every token. ``spread`` says what works on shards, where there are any.

    Raises:
        InputError: a file cannot be read or written, or the two do not belong together.
        ConfigError: an option is wrong.
    """
    options, spread = options or WordOptions(), spread or SpreadOptions()
    check_words(options)
    if spread.runner != "local" and options.shard_pairs is None:
        raise ConfigError("--runner is for shards: give --shard-pairs, too")
    if spread.shard and not (options.shard_pairs and options.resume):
        raise ConfigError(
            "--shard needs shards in a folder that all parts share: give --shard-pairs N and "
            "--resume DIR, too"
        )
    limit = share_memory(options.memory) if options.method != EFLOMAL else None
    model = words.open_models(options.models, options.model_weights)
    told = words.model_languages(
        (options.source_language, options.target_language),
        model,
        named=" with ".join(map(str, options.models)),
    )
    if progress:
        progress("reading", 0, 1)
    with ExitStack() as outputs:
        outputs.enter_context(words_by_packs(options.packs))
        pairs = read_sentence_pairs(source, target, encoding=options.encoding, languages=told)
        how, stream = decide_tokenising(
            pairs, told=told, tokenised=options.tokenised, same_language=options.same_language
        )
        files = [outputs.enter_context(atomic_open(path)) for path in options.token_files]
        cut = read_chunks(
            # What nobody else reads needs no list of its words.
            stream if how.tokenised and not files else _written(how.tokens(stream), files),
            _training(options, how),
            limit=ShardSize(options.shard_pairs) if options.shard_pairs else limit,
            known=model is not None,
        )
        known = Knowledge()
        if options.method != EFLOMAL:
            known = read_knowledge(options, how, model)
        if options.shard_pairs:
            work: ChunkAligner = ShardAligner(options, how, known, spread, progress)
        else:
            folder = None
            if options.resume and limit:
                folder = ChunkFolder(options.resume, _identify((source, target), options, limit))
            work = ChunkAligner(options, how, known, limit, progress, folder=folder)
        for chunk in cut:
            work.align(chunk)
        work.check_pairs(source)
        work.finish()
        learnt = work.model if options.learn or options.save_model else None
        if options.save_model:
            _save(options, work, how)
    resources = known.encoder, name_evidence(options)
    return WordRun(
        blocks=work.blocks,
        tally=work.tally,
        method=work.method,
        reason=work.reason,
        model=learnt,
        corpus=work.corpus,
        tokenising=how,
        notes=(
            *how.notes,
            *words.tokenising_notes(model, how),
            *work.notes,
            *_pack_notes(options, how, known),
            *resource_notes(None, *resources),
        ),
        signature=sign_resources(_signature(work, how, options), known.pack, *resources),
        threshold=work.threshold,
        read_again=partial(_tokens, source, target, options.encoding, told, how),
        unit=pairs.unit,
    )


def _identify(inputs: Sequence[Path | None], options: WordOptions, limit: MemoryShare) -> list[str]:
    """Return what decides on the links: files, options, packs, encoder, memory."""
    written = ("tokens", "save_model", "resume")
    named = [("input", path) for path in inputs if path]
    named += files_of(options, without=written)
    without = {*written, "jobs", "memory"}
    choices = {each.name: getattr(options, each.name) for each, _ in options_of(options)}
    return [
        *(f"{name} {sha256_of_file(path)}" for name, path in named),
        *(f"{name} {value}" for name, value in choices.items() if name not in without),
        f"learn {options.learn or options.save_model is not None}",
        f"memory {limit.megabytes}",
        *identify_packs(options.packs),
        *identify_encoder(options.encoder),
    ]


def _tokens(
    source: Path, target: Path | None, encoding: str | None, told: Languages, how: Tokenising
) -> Iterator[Words]:
    pairs = read_sentence_pairs(source, target, encoding=encoding, languages=told)
    return how.tokens(pairs.lines)


def _pack_notes(options: WordOptions, how: Tokenising, known: Knowledge) -> tuple[str, ...]:
    """Return what to tell the user of the language pack of a text."""
    wanted = options.method != EFLOMAL and not options.models and not uses_no_packs(options.packs)
    if wanted and known.pack is None and how.tokenised and None in how.codes:
        return ("no language pack: name the languages of tokenised text with -s and -t",)
    return resource_notes(known.pack)


def _training(options: WordOptions, how: Tokenising) -> Iterator[Words]:
    """Open the training text, if there is one."""
    if not (options.train_source and options.train_target):
        return iter(())
    more = read_sentence_pairs(
        options.train_source, options.train_target, encoding=options.encoding
    )
    return how.tokens(more.lines)


def _written(tokens: Iterator[Words], files: list[IO[str]]) -> Iterator[Words]:
    """Write the tokens of pairs as they pass; without files they pass as they are."""
    if not files:
        yield from tokens
    for pair in tokens:
        for file, side in zip(files, pair, strict=False):
            # "p. ex." is one token: a space in it would make two when the file is read again.
            file.write(" ".join("_".join(token.split()) or "_" for token in side) + "\n")
        yield pair


def _signature(work: ChunkAligner, how: Tokenising, options: WordOptions) -> Signature:
    languages = "-".join(code or "?" for code in how.codes)
    parts = {
        "languages": languages,
        "tokens": "given" if how.tokenised else how.tokeniser,
        "seed": str(options.seed),
    }
    if options.shard_pairs:
        parts["shard_pairs"] = str(options.shard_pairs)
    if work.memory is not None:
        parts["memory"] = str(work.memory)
    if work.threshold is not None:
        parts["threshold"] = f"{work.threshold:.4g}"
    else:
        parts["symmetrise"] = options.symmetrise or eflomal.SYMMETRISATION
    return Signature(work.method, __version__, tuple(parts.items()))


def _save(options: WordOptions, work: ChunkAligner, how: Tokenising) -> None:
    from diglot.words.storage import files as model_file

    if work.model is None:
        raise ConfigError(f"the method {work.method} leaves no model to save")
    if options.save_model:
        model = words.label_model(work.model, how)
        model_file.save(options.save_model, words.prune_model(model, options.prune))


# What a word alignment says of words and phrases: tables of their translations.


def write_translations(path: Path, model: Model | None) -> int:
    """Write the words of a model with their translations and both probabilities, as TSV.

    Returns:
        The number of word pairs.

    Raises:
        ConfigError: there is no model: the run left none.
        InputError: the file cannot be written.
    """
    from diglot.words.storage.model import entries

    if model is None:
        raise ConfigError("there is no model to make a table of: align with learn=True")
    return moses.write_translations(path, entries(model))


def write_phrases(path: Path, run: WordRun) -> int:
    """Write the phrase pairs that are consistent with the links, as a phrase table of Moses.

    Returns:
        The number of phrase pairs.

    Raises:
        ConfigError: the words of the text are no longer in memory, which was bounded.
        InputError: the file cannot be written.
    """
    from diglot.words.decoding.phrases import entries, phrase_table

    if run.corpus is None:
        raise ConfigError("phrases need the whole text in memory, which was bounded: align less")
    return moses.write_phrases(path, entries(run.corpus, phrase_table(run.corpus, run.links)))
