"""What a build begins with: documents in pairs, lines that are pairs already, bitexts."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot._version import __version__
from diglot.errors import RIGHT_FILE, ConfigError, FormatError, InputError
from diglot.files.binary import missing_file, sha256_of_file
from diglot.formats.blocks import Skips
from diglot.formats.registry import UNITS, find_format
from diglot.formats.units import bitext_of
from diglot.formats.word_links.builder import read_pairs
from diglot.model import Bitext, Document, Unit, Variant
from diglot.options import files_of, make_record
from diglot.pipeline import file_pairs
from diglot.pipeline.documents import (
    LEFT_OUT,
    ProgressCall,
    check_different,
    code_of,
    decide,
    nothing_read,
    pass_over_bad,
    track,
)
from diglot.pipeline.omegat import read_project
from diglot.pipeline.steps.sentences.alignment import align_files
from diglot.pipeline.steps.sentences.corpus import SAMPLE_PAIRS, align_corpus, is_sharded
from diglot.pipeline.steps.sentences.options import AlignOptions
from diglot.pipeline.stored.folder import InputRecord, StepSummary
from diglot.pipeline.summary import summarise
from diglot.plurals import count_of
from diglot.runs import RunOptions
from diglot.text.languages import UNDETERMINED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from diglot.pipeline.build.options import BuildOptions

DOCUMENTS, PARALLEL, BITEXTS = "documents", "parallel lines", "bitexts"


@dataclass(frozen=True, slots=True)
class Inputs:
    """The texts of a build.

    Attributes:
        kind: `DOCUMENTS` to align, `PARALLEL` lines, or `BITEXTS`.
        pairs: two files each; a bitext is both its files.
        records: every file with its digest, those that options name among them.
        skipped: files without text, and those without a partner, where they may be left out.
    """

    kind: str
    pairs: tuple[file_pairs.Pair, ...]
    records: tuple[InputRecord, ...]
    skipped: tuple[file_pairs.SkippedPair, ...] = ()

    def digests(self, *roles: str) -> list[str]:
        """Return the digests of the texts, and of the files that serve these options."""
        wanted = ("source", "target", "bitext", *roles)
        return [f"{each.role} {each.sha256}" for each in self.records if each.role in wanted]


def find_inputs(source: Path, target: Path | None, options: BuildOptions) -> Inputs:
    """Decide what the files are, and take their digests.

    Args:
        source: file or folder; without ``target`` a bitext, or a folder of them, or of texts in
            both languages where options tell them.
        target: its translation.
        options: of the build.

    Raises:
        InputError: a file does not exist, cannot be read, or lacks its partner.
        ConfigError: the files are of the wrong kind.
    """
    any_format = options.input_format is not None or target is None
    skipped = file_pairs.list_companions(source, target, any_format=any_format)
    if target is None and _holds_both_sides(source, options):
        target = source
    if target is None:
        kind, pairs = BITEXTS, _bitext_files(source, options)
    else:
        if source.is_dir() and source.resolve() == target.resolve():
            languages = options.source_language, options.target_language
            pairs = file_pairs.pair_addresses(source, languages, skipped)
        else:
            pairs = file_pairs.pair_files(
                source,
                target,
                skipped=skipped if options.skip_bad else None,
                any_format=any_format,
            )
            pairs = file_pairs.leave_copies_out(pairs, skipped)
        pairs = _of_one_language(pairs, skipped, options)
        kind = PARALLEL if options.parallel else DOCUMENTS
    records = []
    for pair in pairs:
        if kind == BITEXTS:
            records.append(_record(pair.source, "bitext"))
        else:
            records += [_record(pair.source, "source"), _record(pair.target, "target")]
    return Inputs(kind, pairs, (*records, *option_records(options)), tuple(skipped))


def option_records(options: Any) -> list[InputRecord]:
    """Return the files that options name, with their digests.

    Raises:
        InputError: a file cannot be read.
    """
    return [_record(path, name.removeprefix("--")) for name, path in files_of(options)]


def _record(path: Path, role: str) -> InputRecord:
    return InputRecord(str(path), sha256_of_file(path), role)


@contextmanager
def run_folder(home: Path | None) -> Iterator[Path]:
    """Give the folder of a run, removed when that is done; one of the system's for None."""
    if home is None:
        with TemporaryDirectory(prefix="diglot-build-") as name:
            yield Path(name)
        return
    yield home
    rmtree(home, ignore_errors=True)


def read_bitexts(
    inputs: Inputs,
    options: BuildOptions,
    progress: ProgressCall | None = None,
    home: Path | None = None,
) -> list[Bitext]:
    """Read the texts and align their sentences, where that has not been done.

    Many files are aligned as `align_corpus` does, in the folder ``home``.

    Raises:
        InputError: a file cannot be read, holds nothing, or does not belong to its partner.
        ConfigError: an option is wrong.
        PartDone: only a part was to be done.
    """
    skipped = list(inputs.skipped)
    if inputs.kind == DOCUMENTS:
        # The method of a build is that of its terms.
        how = make_record(asdict(options), AlignOptions, method=AlignOptions().method)
        if is_sharded(inputs.pairs, how):
            run = make_record(asdict(options), RunOptions)
            with run_folder(home) as folder:
                found = align_corpus(
                    inputs.pairs, folder, options=how, run=run, skipped=skipped, progress=progress
                )
                bitexts = list(found)
        else:
            _refuse_part(options, len(inputs.pairs))
            bitexts = align_files(inputs.pairs, options=how, skipped=skipped, progress=progress)
    else:
        _refuse_part(options, len(inputs.pairs))
        read: list[tuple[file_pairs.Pair, Bitext]] = []
        several = len(inputs.pairs) > 1
        for pair in track(inputs.pairs, "reading", progress):
            with pass_over_bad(pair, skipped, skip_bad=options.skip_bad, several=several):
                lines = inputs.kind == PARALLEL
                bitext = _of_lines(pair, options) if lines else _of_units(pair.source, options)
                read.append((pair, bitext))
        bitexts = _in_languages(_of_one_pair(read, skipped, options), options)
        if not bitexts:
            raise nothing_read(skipped)
    condensed = file_pairs.condense_skipped(skipped)
    told = tuple(f"skipped: {each.name}: {each.reason}" for each in condensed)
    return [replace(bitext, notes=(*bitext.notes, *told)) for bitext in bitexts]


def _refuse_part(options: BuildOptions, pairs: int) -> None:
    if options.shard:
        raise ConfigError(
            f"--shard is for more than {SAMPLE_PAIRS} pairs of texts, whose sentences are aligned "
            f"in shards; these are {count_of(pairs, 'file')} to be read at once"
        )


def _holds_both_sides(source: Path, options: BuildOptions) -> bool:
    """Tell whether a folder holds the texts of both languages, and no bitext."""
    if not (source.is_dir() and options.source_language and options.target_language):
        return False
    files = file_pairs.list_texts(source)
    return (
        bool(files)
        and read_project(source) is None
        and not any(_holds_units(each, options) for each in files)
    )


def _of_one_language(
    pairs: Iterable[file_pairs.Pair], skipped: list[file_pairs.SkippedPair], options: BuildOptions
) -> tuple[file_pairs.Pair, ...]:
    """Return the pairs of files of one language each; others are refused, or listed as skipped."""
    kept = []
    for pair in pairs:
        sides = (pair.source, pair.target)
        both = next((path for path in sides if _holds_units(path, options)), None)
        if both is None:
            kept.append(pair)
        elif options.skip_bad:
            skipped.append(file_pairs.SkippedPair(str(both), "holds both languages already"))
        else:
            raise ConfigError(
                f"{both} holds both languages already: give it alone, or name its format with "
                "--input-format if it is a text in one language"
            )
    if not kept:
        raise InputError("no pair is of two files in one language each", cure=RIGHT_FILE)
    return tuple(kept)


def _bitext_files(source: Path, options: BuildOptions) -> tuple[file_pairs.Pair, ...]:
    if options.parallel:
        raise ConfigError("--parallel is for two files of lines: give the translation as TARGET")
    if not source.exists():
        raise missing_file(source, "no such file or folder")
    files = {source.stem: source}
    if source.is_dir():
        project = read_project(source)
        files = file_pairs.files_by_name(source) if project is None else project.memory_files()
    if not files:
        raise InputError("the folder holds no files", path=source, cure="check the name")
    for path in files.values():
        if not _holds_units(path, options):
            raise ConfigError(
                f"{path} is not a bitext (TMX, XLIFF, TSV and the like): give its translation as "
                "TARGET, or a folder that holds both languages, with -s and -t"
            )
    return tuple(file_pairs.Pair(name, path, path) for name, path in files.items())


def _holds_units(path: Path, options: BuildOptions) -> bool:
    """Tell whether a file is one of units; corpora end in their language.

    What is no text of any kind is left to be refused, or left out, when it is read.
    """
    try:
        return find_format(path, format=options.input_format, look=True).kind == UNITS
    except (ConfigError, FormatError):
        return False


def _of_lines(pair: file_pairs.Pair, options: BuildOptions) -> Bitext:
    """Make a bitext of two files whose lines are pairs; lines without a partner go."""
    skips = Skips()
    units = (
        Unit((Variant(UNDETERMINED, " ".join(one)), Variant(UNDETERMINED, " ".join(other))))
        for one, other in read_pairs(pair.source, pair.target, encoding=options.encoding)
    )
    return bitext_of(units, name=pair.name, path=pair.source, reader="lines", skips=skips)


def _of_units(path: Path, options: BuildOptions) -> Bitext:
    skips = Skips()
    source, target = told = options.source_language, options.target_language
    record = find_format(path, format=options.input_format, look=True)
    both = (source, target) if record.name == "moses" and source and target else None
    units = formats.read_units(
        path, format=record, encoding=options.encoding, skips=skips, languages=both
    )
    return bitext_of(
        units if any(told) else _in_two_languages(units, path),
        source_language=told[0],
        target_language=told[1],
        name=path.stem,
        path=path,
        reader=record.name,
        skips=skips,
    )


def _in_two_languages(units: Iterable[Unit], path: Path) -> Iterator[Unit]:
    """Refuse a memory of more languages: which two are meant only the user knows."""
    seen: dict[str, str] = {}
    for number, unit in enumerate(units, 1):
        for variant in unit.variants:
            if variant.language != UNDETERMINED:
                seen.setdefault(code_of(variant.language), variant.language)
        if len(seen) > 2:
            raise FormatError(
                f"holds more than two languages ({', '.join(seen.values())})",
                path=path,
                place=f"unit {number}",
                cure="specify which two with -s and -t",
            )
        yield unit


def _of_one_pair(
    read: Sequence[tuple[file_pairs.Pair, Bitext]],
    skipped: list[file_pairs.SkippedPair],
    options: BuildOptions,
) -> list[Bitext]:
    """Return the bitexts in the two languages that most are in; others are refused or skipped."""
    stated = [
        tuple(code_of(each.language or UNDETERMINED) for each in (bitext.source, bitext.target))
        for _, bitext in read
    ]
    whole = Counter(codes for codes in stated if UNDETERMINED not in codes)
    most = max(whole, key=whole.__getitem__, default=())
    kept = []
    for (pair, bitext), codes in zip(read, stated, strict=True):
        with pass_over_bad(pair, skipped, skip_bad=options.skip_bad, several=True):
            if codes in whole and codes != most:
                raise InputError(
                    f"is in {' and '.join(codes)}, but others are in {' and '.join(most)}",
                    path=pair.source,
                    cure="name the two languages with -s and -t",
                )
            kept.append(bitext)
    return kept


def _in_languages(bitexts: Sequence[Bitext], options: BuildOptions) -> list[Bitext]:
    """Decide the languages of bitexts that may not declare them."""
    decisions = [
        decide(
            (document.text for document in documents),
            told=told,
            declared=[document.language for document in documents],
            side=f"{side} language",
        )
        for side, told, documents in (
            ("source", options.source_language, [bitext.source for bitext in bitexts]),
            ("target", options.target_language, [bitext.target for bitext in bitexts]),
        )
    ]
    doubts = check_different(*decisions, same_language=options.same_language)
    notes = (*decisions[0].notes, *decisions[1].notes, *doubts)
    codes = [None if each.code == UNDETERMINED else each.code for each in decisions]
    return [
        replace(
            bitext,
            source=_named(bitext.source, codes[0]),
            target=_named(bitext.target, codes[1]),
            notes=(*bitext.notes, *notes),
        )
        for bitext in bitexts
    ]


def _named(document: Document, code: str | None) -> Document:
    """Say the language of a document; a region that it declares stays."""
    if document.language and code_of(document.language) == code:
        return document
    return replace(document, language=code)


def summarise_bitexts(bitexts: Sequence[Bitext]) -> StepSummary:
    """Count documents, segments and links, and list the links that are most worth a look."""
    summary = summarise(bitexts)
    signatures = dict.fromkeys(str(each.signature) for each in bitexts if each.signature)
    return StepSummary(
        signature=" ".join(signatures) or f"method:given|version:{__version__}",
        counts={
            "documents": summary.documents,
            "source_segments": summary.source_segments,
            "target_segments": summary.target_segments,
            "sentence_links": summary.links,
            "without_partner": summary.nulls,
            "doubtful_links": summary.doubtful,
        },
        notes=(*summary.notes, *(f"{LEFT_OUT}{each}" for each in summary.left_out)),
        worst=tuple(map(str, summary.worst)),
    )
