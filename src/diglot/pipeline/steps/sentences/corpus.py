"""Corpora of many pairs: something is learned from a sample, and every shard aligned by it.

Shards are worked on by processes that know nothing of each other, so memory does not grow with the
corpus, and a pair is aligned the same whatever else is in its shard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, count
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from diglot import sentences
from diglot.errors import DiglotError, FormatError, InputError, RunError
from diglot.files.arrays import pool_strings, read_arrays, strings_of_pool, write_arrays
from diglot.files.binary import sha256_of_file
from diglot.formats.stored import read_bitexts, write_bitexts
from diglot.model import Bitext
from diglot.options import from_plain, to_plain
from diglot.pipeline.documents import (
    ProgressCall,
    Sides,
    decide_languages,
    nothing_read,
    read_good_pairs,
)
from diglot.pipeline.file_pairs import Pair, SkippedPair
from diglot.pipeline.options import name_evidence, resource_notes, sign_resources
from diglot.pipeline.steps.sentences.alignment import align_documents, lexicon_for
from diglot.pipeline.steps.sentences.evidence import gather_evidence
from diglot.pipeline.steps.sentences.options import AlignOptions
from diglot.runs import (
    Job,
    Record,
    RunOptions,
    Shard,
    ShardResult,
    divide,
    end_part,
    execute,
    shard_path,
    size_of,
    start_server,
    stream,
)
from diglot.sentences.knowledge import SentenceModel
from diglot.sentences.link_types import Types
from diglot.sentences.values import Breaks, Calibration, Lexicon, Seeds

if TYPE_CHECKING:
    from diglot.model import Signature

SAMPLE_PAIRS, SAMPLE_BYTES = 400, 1 << 25
"""What is learned from at most; a corpus of no more pairs is aligned as one."""
SHARD_PAIRS, SHARD_BYTES = 100, 1 << 24
READ_AHEAD = 14
"""Shards that a process reads while another one learns: it takes them about as long."""
_LEARN, _ALIGN = f"{__name__}:learn_shard", f"{__name__}:align_shard"
_MODEL, _READ = "model", "read-{}"
_ONE_BY_ONE = ("mt_source", "mt_target", "par_source", "par_target", "embeddings", "anchor")
"""Options about single pairs, which are aligned together."""
_COLUMNS = "first", "key", "forward", "backward"
_LEXICONS = "entry", "half", "other_half"
_KIND, _VERSION = "sentence-model", 5


class AlignedCorpus(Sequence["Bitext"]):
    """The bitexts of a corpus, read from the files of its shards, each as soon as that is done.

    Args:
        folder: of the job that aligns them.
        records: of its shards, which are worked on where the next one is asked for.
        shards: how many there are.
        notes: on all bitexts.
        skipped: gets the pairs that are left out.

    Raises:
        InputError: from iterating, if all pairs are left out.
        RunError: from iterating, if a shard failed again and again.
    """

    def __init__(
        self,
        folder: Path,
        records: Iterator[Record],
        shards: int,
        notes: tuple[str, ...],
        skipped: list[SkippedPair] | None,
    ) -> None:
        self._folder, self._records, self._count, self._notes = folder, records, shards, notes
        self._skipped = [] if skipped is None else skipped
        self._done: list[Record] = []

    def __len__(self) -> int:
        return sum(record.counts["pairs"] for record in self._shards())

    def __iter__(self) -> Iterator[Bitext]:
        for record in self._shards():
            yield from self._read(record)

    def _shards(self) -> Iterator[Record]:
        for number in count():
            if number == len(self._done):
                record = next(self._records, None)
                if record is None:
                    break
                self._done.append(record)
                self._skipped += [SkippedPair(*each) for each in record.details]
            yield self._done[number]
        if len(self._done) < self._count:
            raise RunError("this run has ended with an error; align again")
        if not any(record.counts["pairs"] for record in self._done):
            raise nothing_read(self._skipped)

    def _read(self, record: Record) -> list[Bitext]:
        return [
            replace(bitext, notes=(*self._notes, *bitext.notes))
            for bitext in read_bitexts(shard_path(self._folder, record.shard))
        ]

    @overload
    def __getitem__(self, index: int) -> Bitext: ...
    @overload
    def __getitem__(self, index: slice) -> list[Bitext]: ...
    def __getitem__(self, index: int | slice) -> Bitext | list[Bitext]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        ends = [*accumulate(record.counts["pairs"] for record in self._done)]
        shard = int(np.searchsorted(ends, place, side="right"))
        return self._read(self._done[shard])[place - ends[shard]]


def is_sharded(pairs: Sequence[Pair], options: AlignOptions) -> bool:
    """Tell whether pairs are so many that they are aligned shard by shard."""
    single = any(getattr(options, name) for name in _ONE_BY_ONE)
    return len(pairs) > SAMPLE_PAIRS and options.method == sentences.LEARNER and not single


def align_corpus(
    pairs: Sequence[Pair],
    folder: Path,
    *,
    options: AlignOptions | None = None,
    run: RunOptions | None = None,
    skipped: list[SkippedPair] | None = None,
    progress: ProgressCall | None = None,
) -> AlignedCorpus:
    """Align many pairs of files shard by shard, in a folder that takes up again what was begun.

    The result is the same for any number of workers and shards, interrupted or not. The shards are
    aligned while the bitexts are read, so that they can be written meanwhile.

    Args:
        pairs: the files.
        folder: of the run.
        options: how they are aligned; ``jobs`` is the number of processes.
        run: which part is done.
        skipped: gets the pairs that are left out, where the options want that.
        progress: called with the stage, the parts done and the parts in all.

    Returns:
        The bitexts.

    Raises:
        InputError: a file cannot be read, unless such pairs are left out; or none can.
        ConfigError: an option is wrong.
        RunError: what was learned from failed again and again.
        PartDone: only a part was to be done.
    """
    options, run = options or AlignOptions(), run or RunOptions()
    # What says nothing about a result must not do everything again.
    plain = to_plain(replace(options, jobs=1))
    if options.jobs > 1 and run.runner == "local":
        start_server(_ALIGN, _LEARN)
    languages, notes = decide_languages(pairs, options=options)
    shared = tuple(str(path) for path in (options.lexicon, options.srx) if path)
    settings: dict[str, Any] = {"align": plain, "languages": languages}
    divided = divide(pairs, _bytes, (SHARD_PAIRS, SHARD_BYTES))
    shards = tuple(_shard(f"{number:06}", each) for number, each in enumerate(divided))
    learned = folder / "1-learning"
    model = str(shard_path(learned, _MODEL))
    # One process learns; the others meanwhile read what will be aligned first.
    ahead = 0 if run.shard or run.runner != "local" else READ_AHEAD * (options.jobs - 1)
    sample = Job(
        "learning",
        _LEARN,
        (
            _shard(_MODEL, _sample(pairs)),
            *(replace(shard, name=_READ.format(shard.name)) for shard in shards[:ahead]),
        ),
        dict(settings),
        shared,
    )
    execute(sample, learned, workers=options.jobs if ahead else 1, progress=progress)
    aligning = Job(
        "aligning",
        _ALIGN,
        shards,
        {**settings, "model": model},
        (*shared, model),
    )
    aligned = folder / "2-aligning"
    records = stream(aligning, aligned, workers=options.jobs, options=run, progress=progress)
    if run.shard:
        records = iter([*records])
        end_part(aligned, run, last=True)
    return AlignedCorpus(aligned, records, len(shards), notes, skipped)


def learn_shard(shard: Shard, options: Mapping[str, Any], output: Path) -> ShardResult:
    """Learn from the pairs of a sample; the file is a model of sentences.

    Of a shard with another name the file holds the segmented documents, or nothing where one cannot
    be read: to say so is left to `align_shard`.
    """
    align, pairs = _options(options), _pairs(shard)
    if shard.name != _MODEL:
        read: list[Pair] = []
        with suppress(DiglotError):
            read, documents, _ = read_good_pairs(pairs, options=align, decided=_decided(options))
        whole = len(read) == len(pairs)
        write_bitexts(output, [Bitext(*sides, ()) for sides in documents] if whole else [])
        return ShardResult({"pairs": len(pairs)})
    skipped: list[SkippedPair] = []
    good, documents, _ = read_good_pairs(
        pairs, options=align, decided=_decided(options), skipped=skipped
    )
    if not documents:
        raise InputError("none of the files of a sample can be read", cure="see those skipped")
    entries, pack = lexicon_for(documents, align)
    gathered = gather_evidence(good, documents, options=align)
    learned = sentences.learn(
        documents, max_merge=align.max_merge, evidence=gathered.evidence, lexicon=entries
    )
    named = name_evidence(align)
    notes = [*gathered.notes, *resource_notes(named=named), *resource_notes(pack)]
    told = {"pack": pack.name if pack else None, "evidence": named, "notes": notes}
    write_learned(output, learned, told)
    return ShardResult({"pairs": len(documents)})


def align_shard(shard: Shard, options: Mapping[str, Any], output: Path) -> ShardResult:
    """Align the pairs of a shard by what was learned; the file holds their bitexts."""
    align, pairs = _options(options), _pairs(shard)
    learned, told = read_learned(Path(options["model"]))
    skipped: list[SkippedPair] = []
    good, documents = pairs, _read_ahead(shard, Path(options["model"]))
    if not documents:
        good, documents, _ = read_good_pairs(
            pairs, options=align, decided=_decided(options), skipped=skipped
        )
    bitexts = align_documents(good, documents, options=align, learned=learned)
    bitexts = [
        replace(
            bitext,
            notes=(*told["notes"], *bitext.notes),
            signature=_signed(bitext, told),
        )
        for bitext in bitexts
    ]
    write_bitexts(output, bitexts)
    counts = {
        "pairs": len(bitexts),
        "links": sum(len(bitext.links) for bitext in bitexts),
        "skipped": len(skipped),
    }
    return ShardResult(counts, [[each.name, each.reason] for each in skipped])


def _read_ahead(shard: Shard, model: Path) -> list[Sides]:
    """Return the documents of a shard where they were read while the model was learned."""
    try:
        read = read_bitexts(model.with_name(_READ.format(shard.name)))
        digests = [sha256_of_file(path) for path in shard.files]
    except InputError:
        return []
    sides = [(bitext.source, bitext.target) for bitext in read]
    same = digests == [side.source.digest for both in sides for side in both if side.source]
    return sides if same else []


def _decided(options: Mapping[str, Any]) -> tuple[str, str]:
    source, target = options["languages"]
    return source, target


def _options(options: Mapping[str, Any]) -> AlignOptions:
    plain: AlignOptions = from_plain(options["align"], AlignOptions)
    source, target = _decided(options)
    return replace(plain, source_language=source, target_language=target)


def _pairs(shard: Shard) -> list[Pair]:
    return [
        Pair(name, Path(source), Path(target))
        for name, (source, target) in zip(
            shard.content, zip(shard.files[::2], shard.files[1::2], strict=True), strict=True
        )
    ]


def _shard(name: str, pairs: Sequence[Pair]) -> Shard:
    files = tuple(str(path) for pair in pairs for path in (pair.source, pair.target))
    return Shard(name, files, [pair.name for pair in pairs])


def _signed(bitext: Bitext, told: Mapping[str, Any]) -> Signature | None:
    if bitext.signature is None:
        return None
    named = {"pack": told["pack"]} if told["pack"] else {}
    named |= told["evidence"] | {"learned": "sample"}
    return sign_resources(bitext.signature, named=named)


def _sample(pairs: Sequence[Pair]) -> list[Pair]:
    """Pairs from everywhere in the corpus, as many as are needed to learn from."""
    chosen = _spread(pairs, SAMPLE_PAIRS)
    if (size := sum(map(_bytes, chosen))) > SAMPLE_BYTES:
        chosen = _spread(pairs, max(1, len(chosen) * SAMPLE_BYTES // size))
    return chosen


def _spread(pairs: Sequence[Pair], count: int) -> list[Pair]:
    places = np.linspace(0, len(pairs) - 1, min(count, len(pairs))).astype(np.int64)
    return [pairs[place] for place in places.tolist()]


def _bytes(pair: Pair) -> int:
    return size_of(pair.source) + size_of(pair.target)


# What was learned, in a file of arrays.


def write_learned(path: Path, learned: SentenceModel, told: Mapping[str, Any]) -> None:
    """Write what was learned of sentences, and what else is known of how.

    Raises:
        InputError: the file cannot be written.
    """
    arrays: dict[str, Any] = {
        "probability_s": learned.probability_s,
        "probability_t": learned.probability_t,
        "counts_s": learned.counts[0],
        "counts_t": learned.counts[1],
        "log_prior": learned.types.log_prior,
        "types": np.stack([learned.types.source, learned.types.target]),
    }
    for name in ("source", "target", "ends", "starts"):
        arrays[f"breaks_{name}"] = getattr(learned.breaks, name)
    for side in ("source", "target"):
        arrays[side], arrays[f"{side}_ends"] = pool_strings(getattr(learned, side))
    for name in ("first", "key", "weight", "identical"):
        arrays[f"seed_{name}"] = getattr(learned.seeds, name)
    lexicons = dict(zip(_LEXICONS, (learned.lexicon, *learned.halves), strict=True))
    for of, lexicon in lexicons.items():
        for name in _COLUMNS:
            arrays[f"{of}_{name}"] = getattr(lexicon, name)
    metadata = {
        "nulls": [[each.null_source, each.null_target] for each in lexicons.values()],
        "calibration": [learned.calibration.middle, learned.calibration.slope],
        "sizes": learned.sizes,
        "characters": learned.characters,
        **told,
    }
    write_arrays(path, arrays, metadata, kind=_KIND, version=_VERSION)


def read_learned(path: Path) -> tuple[SentenceModel, dict[str, Any]]:
    """Return what was learned, and what else is known of how.

    Raises:
        FormatError: the file is something else, or damaged.
        InputError: it cannot be read.
    """
    return _read_learned(path, path.stat().st_mtime_ns)


@lru_cache(1)
def _read_learned(path: Path, _: int) -> tuple[SentenceModel, dict[str, Any]]:
    """Read a model once for all shards that a worker aligns by it."""
    file = read_arrays(path, kind=_KIND, version=_VERSION)
    arrays, told = file.arrays, file.metadata
    try:
        lexicons = [
            Lexicon(
                **{name: arrays[f"{of}_{name}"] for name in _COLUMNS},
                null_source=nulls[0],
                null_target=nulls[1],
            )
            for of, nulls in zip(_LEXICONS, told["nulls"], strict=True)
        ]
        learned = SentenceModel(
            tuple(strings_of_pool(arrays["source"], arrays["source_ends"])),
            tuple(strings_of_pool(arrays["target"], arrays["target_ends"])),
            arrays["probability_s"],
            arrays["probability_t"],
            (arrays["counts_s"], arrays["counts_t"]),
            Seeds(*(arrays[f"seed_{name}"] for name in ("first", "key", "weight", "identical"))),
            lexicons[0],
            (lexicons[1], lexicons[2]),
            Types(arrays["types"][0], arrays["types"][1], arrays["log_prior"]),
            Calibration(*told["calibration"]),
            Breaks(*(arrays[f"breaks_{name}"] for name in ("source", "target", "ends", "starts"))),
            tuple(told["sizes"]),
            tuple(told["characters"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise FormatError("its parts do not fit together", path=path, cure="align again") from error
    return learned, told
