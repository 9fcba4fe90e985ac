"""The whole way in one call: texts in two languages become a bitext, a termbase and a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from diglot import formats, words
from diglot._version import __version__
from diglot.errors import ConfigError, InputError
from diglot.files.arrays import map_fields, read_arrays
from diglot.formats import stored
from diglot.formats.stored import read_bitexts as load_bitexts
from diglot.formats.stored import write_bitexts
from diglot.formats.termbases import write_termbase
from diglot.formats.termbases.data_categories import USUAL_VERSION
from diglot.formats.units import MERGED
from diglot.formats.word_links.builder import join_blocks
from diglot.learning.encoders import (
    identify_encoder,
)
from diglot.model import Signature
from diglot.options import make_record
from diglot.packs.finding import identify_packs
from diglot.packs.vocabularies import words_by_packs
from diglot.pipeline.build.inputs import (
    find_inputs,
    read_bitexts,
    run_folder,
    summarise_bitexts,
)
from diglot.pipeline.build.options import BuildOptions
from diglot.pipeline.documents import advance, code_of
from diglot.pipeline.omegat import deliver, need_project
from diglot.pipeline.options import (
    check_files,
    name_evidence,
    resource_notes,
    sign_resources,
)
from diglot.pipeline.sentence_pairs import Tokenising
from diglot.pipeline.steps.terms.options import TermOptions
from diglot.pipeline.steps.terms.parallel import find_terms
from diglot.pipeline.steps.words.chunks import (
    DOUBTFUL,
    ShardSize,
    fit_to_text,
    prune_to_fit,
    read_chunks,
    read_knowledge,
    share_memory,
)
from diglot.pipeline.steps.words.options import AUTO, WordOptions
from diglot.pipeline.steps.words.shards import align_shards
from diglot.pipeline.stored import words as word_models
from diglot.pipeline.stored.folder import (
    WORK,
    StepSummary,
    Storage,
    StoredResult,
    open_build_folder,
)
from diglot.pipeline.stored.pairs import (
    INDEX,
    PAIRS,
    IndexContent,
    StoredPairs,
    index_of,
    pairs_of,
    write_index,
)
from diglot.pipeline.stored.terms import FoundTerms, read_terms, write_terms
from diglot.pipeline.stored.word_chunks import write_shard
from diglot.pipeline.stored.words import (
    BLOCK_KIND,
    BLOCK_VERSION,
    WORDS,
    Block,
    StoredWords,
    block_of,
)
from diglot.plurals import count_of
from diglot.runs import SpreadOptions
from diglot.text.languages import UNDETERMINED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from diglot.model import Bitext, Skipped, Termbase
    from diglot.pipeline.build.inputs import Inputs
    from diglot.pipeline.documents import ProgressCall
    from diglot.pipeline.steps.words.chunks import Chunk, MemoryShare
    from diglot.pipeline.stored.folder import BuildFolder, Manifest


def summarise_pairs(pairs: StoredPairs) -> StepSummary:
    """Count sentence pairs and tokens."""
    source, target = pairs.sides
    codes = "-".join(code or "?" for code in pairs.languages)
    return StepSummary(
        signature=f"method:tokens|languages:{codes}|version:{__version__}",
        counts={
            "sentence_pairs": len(pairs),
            "source_tokens": len(source.spans),
            "target_tokens": len(target.spans),
        },
    )


def summarise_words(words: StoredWords) -> StepSummary:
    """Count word links, and sentence pairs that may not translate each other."""
    links = words.links
    sure = len(links.source)
    if links.scores is not None:
        sure = int((links.scores >= words.threshold).sum())
    return StepSummary(
        signature=str(words.signature),
        counts={
            "word_links": sure,
            # NaN, where nothing is known, is below nothing.
            "unlikely_pairs": int((words.confidence < DOUBTFUL).sum()),
        },
        notes=words.notes,
    )


def summarise_terms(found: FoundTerms) -> StepSummary:
    """Count pairs of terms and concepts, and pairs that were known before."""
    notes = found.notes
    if not found.pairs:
        notes = (*notes, "no terms were found: the termbase is empty")
    return StepSummary(
        signature=str(found.signature),
        counts={
            "term_pairs": len(found.pairs),
            "concepts": len(found.termbase.concepts),
            "known_term_pairs": found.known,
        },
        notes=(*notes, *found.termbase.notes),
    )


# Word links for the sentence pairs of a build.

UNLIKELY = 0.02
"""Least probability of a link that is kept: terms weigh unlikely links, too."""
SHARD = 250_000
"""Sentence pairs whose words are aligned together,"""
SHARED = 2 * SHARD
"""where there are so many: as one text a million pairs take more than all other steps."""


def align_pairs(
    pairs: StoredPairs,
    options: BuildOptions,
    progress: ProgressCall | None = None,
    home: Path | None = None,
) -> StoredWords:
    """Align the words of all pairs; of many, in a folder where a run goes on that was interrupted.

    Raises:
        InputError: a model or lexicon cannot be read, or no pair has words on both sides.
        ConfigError: the model is one of other languages.
    """
    import numpy as np

    model = word_models.open_models(options.models)
    named = " with ".join(map(str, options.models))
    word_models.model_languages(pairs.languages, model, named=named)
    how = Tokenising(pairs.languages)
    known = read_knowledge(options, how, model)
    limit = share_memory(options.memory)
    passed: Counter[str] = Counter()
    copies = pairs.copies()
    sharing = options.memory is None and model is None and len(pairs) >= SHARED
    size = ShardSize(SHARD) if sharing else limit
    chunks = _chunks(pairs, copies, size, passed, known=model is not None)
    if sharing:
        with run_folder(home) as run:
            linked = _share(chunks, run, how, len(pairs), options, progress)
    else:
        linked = _align_in_turn(chunks, known, how, limit, options, progress)
    resources = known.pack, known.encoder, name_evidence(options)
    notes = [
        *word_models.tokenising_notes(model, how),
        *linked.notes,
        *resource_notes(*resources),
    ]
    if long := passed["long"]:
        notes.append(
            f"without word links: {count_of(long, 'sentence pair of more than 1,000 words')}"
        )
    if copies:
        notes.append(
            f"without word links and terms: {count_of(len(copies), 'sentence pair')} not translated"
        )
    choices = {
        "languages": "-".join(code or "?" for code in pairs.languages),
        "seed": str(options.seed),
        "threshold": f"{linked.threshold:.4g}",
    }
    parts = [each.links for each in linked.blocks]
    if sharing:
        choices["shard_pairs"] = str(SHARD)
        notes.append(f"words aligned in {len(parts)} shards that share what they count")
    elif len(parts) > 1:
        choices["memory"] = str(limit.megabytes)
        notes.append(f"words aligned in {len(parts)} chunks, to stay within {limit.megabytes:,} MB")
    signature = Signature(linked.method, __version__, tuple(choices.items()))
    confidence = [each.confidence for each in linked.blocks if each.confidence is not None]
    return StoredWords(
        links=join_blocks(parts),
        confidence=np.concatenate(confidence),
        threshold=linked.threshold,
        reason=linked.reason,
        notes=tuple(notes),
        signature=sign_resources(signature, *resources),
    )


def _chunks(
    pairs: StoredPairs,
    copies: Collection[int],
    size: ShardSize | MemoryShare,
    passed: Counter[str],
    *,
    known: bool,
) -> Iterator[Chunk]:
    """Cut pairs into chunks, copies as if they were empty, and count those passed over."""
    sentences = (([], []) if n in copies else both for n, both in enumerate(pairs.words()))
    for chunk in read_chunks(sentences, limit=size, known=known):
        passed.update({reason: len(places) for reason, places in chunk.corpus.skipped.items()})
        if passed.total() == len(pairs):
            raise InputError(
                "no pair of sentences is translated: the target has the words of the source"
                if len(copies) == len(pairs)
                else "the texts hold no pair of sentences with words on both sides",
                cure="check that they are the right files and languages",
            )
        yield chunk


@dataclass(frozen=True, slots=True, eq=False)
class _LinkedBlocks:
    """Links of all pairs, the bound that holds for all of them, and how they were made."""

    blocks: list[Block]
    threshold: float
    method: str
    reason: str
    notes: tuple[str, ...] = ()


def _align_in_turn(
    chunks: Iterable[Chunk],
    known: words.Knowledge,
    how: Tokenising,
    limit: MemoryShare,
    options: BuildOptions,
    progress: ProgressCall | None,
) -> _LinkedBlocks:
    """Align one chunk after the other, each with what those before taught."""
    import numpy as np

    blocks: list[Block] = []
    notes: list[str] = []
    threshold = 0.0
    for chunk in chunks:
        if not blocks:
            known, said = fit_to_text(known, chunk.corpus, how)
            notes += said
        alignment = words.align(
            chunk.corpus,
            known,
            learn=not chunk.last,
            quick=True,
            jobs=options.jobs,
            seed=options.seed,
            progress=progress,
        )
        if alignment.model:
            known = replace(known, model=prune_to_fit(alignment.model, limit.model))
        # The first chunk sets one bound for all text.
        threshold = threshold if blocks else alignment.threshold
        found = words.links(alignment, threshold=UNLIKELY)
        if not chunk.last:
            found = map_fields(found, "source", "target", "scores")
        confidence = alignment.pair_confidence
        if confidence is None:
            confidence = np.full(chunk.corpus.pairs, np.nan, np.float32)
        blocks.append(Block(found, confidence))
        notes += [note for note in alignment.notes if note not in notes]
    return _LinkedBlocks(blocks, threshold, alignment.method, alignment.reason, tuple(notes))


def _share(
    chunks: Iterable[Chunk],
    home: Path,
    how: Tokenising,
    pairs: int,
    options: BuildOptions,
    progress: ProgressCall | None,
) -> _LinkedBlocks:
    """Align shards that share what they count, in a folder."""
    texts = []
    for number, chunk in enumerate(chunks):
        texts.append(home / "texts" / f"{number:06}")
        write_shard(texts[-1], chunk.corpus, chunk.reported)
    linked = align_shards(
        home,
        texts,
        options=make_record(asdict(options), WordOptions, method=AUTO, threshold=UNLIKELY, jobs=1),
        settings={"codes": how.codes, "learn": False, "of": pairs, "quick": True},
        most=share_memory(None).model,
        jobs=options.jobs,
        spread=make_record(asdict(options), SpreadOptions),
        progress=progress,
    )
    stored = [read_arrays(path, kind=BLOCK_KIND, version=BLOCK_VERSION) for path in linked]
    return _LinkedBlocks(
        [block_of(each.arrays) for each in stored],
        stored[0].metadata["threshold"],
        "gibbs",
        f"in {count_of(len(stored), 'shard')} that share what they count",
    )


# The whole way in one call: texts in two languages become a bitext, a termbase and a report.


SENTENCES_RUN, WORDS_RUN = "sentences.run", "words.run"
"""Folders of the shards of many texts while they are worked on, in the folder of the steps."""
MEMORY = "bitext.tmx"
TERMBASE = "termbase.tbx"
WORKBOOK = "terms.xlsx"
REPORT = "report.html"
LISTED = 0.1
"""Least probability of a pair that the report knows, as a rival of likelier ones."""
OUTPUTS = (MEMORY, TERMBASE, WORKBOOK, REPORT)

SENTENCES: Storage[list[Bitext]] = Storage("sentences.arrays", 1, write_bitexts, load_bitexts)
TERMS: Storage[FoundTerms] = Storage("terms.jsonl", 2, write_terms, read_terms)
_INDEX: Storage[IndexContent] = Storage(INDEX, 2, write_index)


@dataclass(frozen=True, slots=True, repr=False)
class Build:
    """A finished build; what it holds is read from its folder when it is asked for.

    Attributes:
        folder: of the results.
        manifest: what was made of what.
        sentences: the aligned texts.
        pairs: their sentence pairs in tokens.
        words: links between the tokens.
        terms: pairs of terms, and the termbase made of them.
    """

    folder: Path
    manifest: Manifest
    sentences: StoredResult[list[Bitext]]
    pairs: StoredResult[StoredPairs]
    words: StoredResult[StoredWords]
    terms: StoredResult[FoundTerms]

    def __repr__(self) -> str:
        counts = self.manifest.counts
        parts = [f"{name.replace('_', ' ')} {number:,}" for name, number in counts.items()]
        return f"<Build: {self.folder}, {', '.join(parts)}>"


Page = Callable[[Path, "Build"], None]
"""Writes the page to read of a build."""


def build_files(
    source: Path,
    target: Path | None = None,
    *,
    out: Path,
    options: BuildOptions | None = None,
    page: Page | None = None,
    progress: ProgressCall | None = None,
) -> Build:
    """Make a memory, a termbase and a page of texts in two languages.

    What an earlier build left in the folder is used again as far as it still holds. Nothing is
    ever deleted there but what builds themselves wrote.

    Args:
        source: file or folder; without ``target`` a bitext (a memory, a table), or a folder of
            bitexts.
        target: its translation: a file, or a folder whose files have the same names.
        out: folder of the results; it is made if it does not exist.
        options: how it is to be done.
        page: writes the page to read; None leaves it out.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: a file cannot be read or written, or holds nothing to align.
        ConfigError: an option is wrong, or another build is at work in the folder.
        PartDone: only a part of the sentences was to be aligned.
    """
    options = options or BuildOptions()
    check_files(options)
    if options.omegat is not None:
        need_project(Path(options.omegat))
    inputs = find_inputs(source, target, options)
    _check_folder(out, inputs)
    if options.shard:
        # Parts share a folder that a build has for itself: it goes on from what they have done.
        with words_by_packs(options.packs):
            read_bitexts(inputs, options, progress, out / WORK / SENTENCES_RUN)
    with open_build_folder(out) as shop, words_by_packs(options.packs):
        sentences = align_sentences(shop, inputs, options, progress)
        shop.output(
            MEMORY,
            depends=[sentences.record.sha256],
            options={"unique": True} if options.unique else {},
            write=lambda path: _write_memory(path, sentences.value, options),
        )
        pairs, words = link_words(shop, inputs, sentences, options, progress)
        terms = align_terms(shop, inputs, pairs, words, options)
        for name in (TERMBASE, WORKBOOK):
            shop.output(
                name,
                depends=[terms.record.sha256],
                options={"tbx": options.tbx or USUAL_VERSION} if name == TERMBASE else {},
                write=lambda path: _write_terms(path, terms.value.termbase, options),
            )
        done = Build(out, shop.manifest, sentences, pairs, words, terms)
        if page is not None:
            shop.output(
                REPORT,
                depends=[each.record.sha256 for each in (sentences, words, terms)],
                options={},
                write=lambda path: _write_page(path, done, page),
            )
        done = replace(done, manifest=shop.finish())
    if options.omegat is None:
        return done
    told = deliver_build(done, Path(options.omegat))
    return replace(done, manifest=replace(done.manifest, notes=(*done.manifest.notes, *told)))


def deliver_build(done: Build, folder: Path) -> list[str]:
    """Put memory and termbase of a build into a project of OmegaT; return remarks on the files.

    Raises:
        InputError: there is no project, or a file cannot be written.
    """
    pair = done.sentences.value[0]
    languages = (pair.source.language or UNDETERMINED, pair.target.language or UNDETERMINED)
    termbase = done.terms.value.termbase
    name = done.folder.resolve().name
    files, lost = deliver(need_project(folder), name, done.folder / MEMORY, termbase, languages)
    return [
        *(f"put into the project: {path}" for path in files),
        *(f"without {each}" for each in lost),
    ]


def align_sentences(
    shop: BuildFolder, inputs: Inputs, options: BuildOptions, progress: ProgressCall | None
) -> StoredResult[list[Bitext]]:
    """Read the texts and align their sentences."""
    shop.begin(inputs.records)
    choices = [
        *(options.source_language, options.target_language, options.same_language),
        *(options.input_format, options.encoding, options.tracked, options.skip_bad, inputs.kind),
    ]
    return shop.stage(
        "sentences",
        SENTENCES,
        depends=[
            *inputs.digests("srx", "lexicon"),
            *identify_packs(options.packs),
            *identify_encoder(options.encoder),
        ],
        options={"choices": choices, "names": [pair.name for pair in inputs.pairs]},
        make=lambda: read_bitexts(inputs, options, progress, shop.work / SENTENCES_RUN),
        say=summarise_bitexts,
    )


def link_words(
    shop: BuildFolder,
    inputs: Inputs,
    sentences: StoredResult[list[Bitext]],
    options: BuildOptions,
    progress: ProgressCall | None,
) -> tuple[StoredResult[StoredPairs], StoredResult[StoredWords]]:
    """Cut the sentence pairs into tokens, align those, and make sentences searchable."""
    pairs = shop.stage(
        "tokens",
        PAIRS,
        depends=[sentences.record.sha256, *identify_packs(options.packs)],
        options={},
        make=lambda: sentence_pairs(sentences.value),
        say=summarise_pairs,
    )
    # From here on the texts are on the disk, mapped where they are needed.
    sentences.forget()
    pairs.forget()
    shop.speak(*pairs.value.languages)
    words = shop.stage(
        "words",
        WORDS,
        depends=[
            pairs.record.sha256,
            *inputs.digests("lexicon", "model"),
            *identify_packs(options.packs),
            *identify_encoder(options.encoder),
        ],
        options={"seed": options.seed} | ({"memory": options.memory} if options.memory else {}),
        make=lambda: align_pairs(pairs.value, options, progress, shop.work / WORDS_RUN),
        say=summarise_words,
    )
    words.forget()
    if stored.supports_trigrams():
        shop.stage(
            "index",
            _INDEX,
            depends=[pairs.record.sha256],
            options={},
            make=lambda: index_of(pairs.value),
            say=lambda _: StepSummary(f"method:trigrams|version:{__version__}"),
        )
    return pairs, words


def align_terms(
    shop: BuildFolder,
    inputs: Inputs,
    pairs: StoredResult[StoredPairs],
    words: StoredResult[StoredWords],
    options: BuildOptions,
    progress: ProgressCall | None = None,
) -> StoredResult[FoundTerms]:
    """Find the terms of both sides and pair them."""
    choices = _term_options(options)

    def found() -> FoundTerms:
        advance(progress, "finding terms")
        return find_terms(pairs.value, words.value, choices)

    return shop.stage(
        "terms",
        TERMS,
        depends=[
            *(each.record.sha256 for each in (pairs, words)),
            *inputs.digests("existing", "stop-words", "stop-list", "ranker"),
        ],
        options={name: getattr(options, name) for name in _OF_TERMS},
        make=found,
        say=summarise_terms,
    )


_OF_TERMS = "method", "measure", "min_frequency", "min_score", "min_termhood", "names", "longest"


def _term_options(options: BuildOptions) -> TermOptions:
    return make_record(
        asdict(options),
        TermOptions,
        min_score=min(LISTED, options.min_score),
        concept_score=options.min_score,
    )


def sentence_pairs(bitexts: list[Bitext]) -> StoredPairs:
    """Cut the sentence pairs of aligned texts into tokens.

    Raises:
        InputError: there are none.
    """
    languages = tuple(
        code_of(each.language) if each.language else None
        for each in (bitexts[0].source, bitexts[0].target)
    )
    pairs = pairs_of(bitexts, (languages[0], languages[1]))
    if not len(pairs):
        raise InputError(
            "the texts hold no pair of sentences",
            cure="check that they are the right files and languages",
        )
    return pairs


def _write_memory(
    path: Path, bitexts: list[Bitext], options: BuildOptions
) -> tuple[int, tuple[Skipped, ...]]:
    count = sum(not link.is_null for bitext in bitexts for link in bitext.links)
    lost = formats.write(path, bitexts, keep_nulls=False, merge=options.unique)
    return count - sum(each.count for each in lost if each.kind == MERGED), lost


def _write_terms(
    path: Path, termbase: Termbase, options: BuildOptions
) -> tuple[int, tuple[Skipped, ...]]:
    if path.suffix == ".xlsx":
        # A sheet has no place for them; the manifest and the termbase say them.
        termbase = replace(termbase, title="", signature=None)
        return len(termbase.concepts), write_termbase(path, termbase)
    return len(termbase.concepts), write_termbase(
        path, termbase, version=options.tbx or USUAL_VERSION
    )


def _write_page(path: Path, done: Build, page: Page) -> tuple[None, tuple[Skipped, ...]]:
    page(path, done)
    return None, ()


def _check_folder(out: Path, inputs: Inputs) -> None:
    """Refuse a folder whose files would be both input and output."""
    if out.exists() and not out.is_dir():
        raise InputError("is a file", path=out, cure="name a folder")
    outputs = {(out / name).resolve() for name in OUTPUTS}
    for record in inputs.records:
        if Path(record.path).resolve() in outputs:
            raise ConfigError(f"{record.path} is both input and output: write to another folder")
    for name in OUTPUTS:
        if (out / name).is_dir():
            raise InputError("is a folder", path=out / name, cure="name another folder")
