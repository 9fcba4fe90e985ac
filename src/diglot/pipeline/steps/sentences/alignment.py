"""The main job.

Files in two languages become aligned, scored bitexts, within paragraphs where they are numbered.
"""

from __future__ import annotations

import dataclasses
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError, describe_unknown
from diglot.files.text import read_text, split_lines
from diglot.learning.encoders import sign_encoder
from diglot.model import Block, Segment
from diglot.options import with_keywords
from diglot.packs.finding import load_pack, pack_note, sign_pack
from diglot.pipeline.documents import ProgressCall, Sides, read_good_pairs
from diglot.pipeline.file_pairs import Pair, SkippedPair, files_for, pair_files
from diglot.pipeline.steps.sentences.evidence import gather_evidence, read_lexicon
from diglot.pipeline.steps.sentences.keys import link_by_keys
from diglot.pipeline.steps.sentences.options import AlignOptions
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.model import Bitext, Document
    from diglot.packs.pack import Pack
    from diglot.sentences.knowledge import SentenceModel


@with_keywords(AlignOptions)
def align(source: str | Path, target: str | Path, options: AlignOptions) -> Bitext:
    """Align a text with its translation.

    Args:
        source: file in any format that diglot reads.
        target: its translation, in any format too.
        options: fields of `AlignOptions`, given by keyword, such as ``source_language="en"``.

    Returns:
        Both documents, segmented, and the links between their segments with probabilities.

    Raises:
        InputError: a file cannot be read, or the two do not belong together.
        ConfigError: an option is unknown or does not fit the others.
    """
    pairs = pair_files(Path(source), Path(target))
    if len(pairs) != 1:
        raise ConfigError("these are folders: use align_files for several pairs")
    return align_files(pairs, options=options)[0]


def align_files(
    pairs: Sequence[Pair],
    *,
    options: AlignOptions | None = None,
    skipped: list[SkippedPair] | None = None,
    progress: ProgressCall | None = None,
) -> list[Bitext]:
    """Align many pairs of files in one run; they share one lexicon.

    Args:
        pairs: the files, as `pair_files` gives them.
        options: how it is to be done.
        skipped: gets the pairs that are left out, where the options want that.
        progress: called with the stage, the parts done and the parts in all.

    Returns:
        One bitext a pair, in the same order.

    Raises:
        InputError: a file cannot be read, or two do not belong together.
        ConfigError: an option is wrong.
    """
    options = options or AlignOptions()
    check_method(options)
    good, documents, notes = read_good_pairs(
        pairs, options=options, skipped=skipped, progress=progress
    )
    if pairs and not good:
        raise InputError("none of the pairs can be read", cure="leave out --skip-bad to see why")
    documents = with_paragraphs(good, documents, options=options)
    return align_documents(good, documents, options=options, notes=notes, progress=progress)


def align_documents(
    pairs: Sequence[Pair],
    documents: Sequence[Sides],
    *,
    options: AlignOptions,
    notes: Sequence[str] = (),
    learned: SentenceModel | None = None,
    progress: ProgressCall | None = None,
) -> list[Bitext]:
    """Align pairs of segmented documents in one run, with all that the options know of them.

    Args:
        pairs: the files of the documents, by whose names further evidence is found.
        documents: both sides of every pair.
        options: how it is to be done.
        notes: what the user has to know of the documents.
        learned: of other texts, instead of dictionaries and packs.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: evidence does not fit the documents.
        ConfigError: an option is wrong.
    """
    from diglot import sentences

    linked = [link_by_keys(*sides) for sides in documents]
    if learned is None and not all(linked):
        linked = [None] * len(documents)
    left = [number for number, bitext in enumerate(linked) if bitext is None]
    if left:
        pairs, documents = [pairs[each] for each in left], [documents[each] for each in left]
        gathered = gather_evidence(pairs, documents, options=options)
        entries, pack = ([], None) if learned else lexicon_for(documents, options)
        bitexts = sentences.align(
            documents,
            method=options.method,
            max_merge=options.max_merge,
            evidence=gathered.evidence,
            lexicon=entries,
            jobs=1 if learned else options.jobs,
            progress=progress,
            learned=learned,
        )
        extra = (*gathered.notes, *pack_note(pack))
        for number, bitext in zip(left, bitexts, strict=True):
            signature = bitext.signature and sign_encoder(
                sign_pack(bitext.signature, pack), gathered.encoder
            )
            linked[number] = dataclasses.replace(
                bitext, notes=(*extra, *bitext.notes), signature=signature
            )
    return [
        dataclasses.replace(bitext, notes=(*notes, *bitext.notes)) for bitext in linked if bitext
    ]


def lexicon_for(
    documents: Sequence[Sides], options: AlignOptions
) -> tuple[list[tuple[str, str, float]], Pack | None]:
    """Return the entries of the user's dictionary and of the pack for some documents, and the pack.

    Raises:
        InputError: the dictionary cannot be read.
    """
    source, target = options.source_language, options.target_language
    languages = (normalise(source), normalise(target)) if source and target else None
    lexicon = read_lexicon(options.lexicon, languages=languages) if options.lexicon else []
    pack = pack_for(documents, options.packs)
    return [*lexicon, *(pack.entries() if pack else ())], pack


def pack_for(documents: Sequence[Sides], names: Sequence[str]) -> Pack | None:
    """Return the pack for the languages of documents; none where these are of several pairs.

    Args:
        documents: both sides of every pair.
        names: what the option says, see `load_pack`.
    """
    languages = {(source.language, target.language) for source, target in documents}
    return load_pack(names, *languages.pop()) if len(languages) == 1 else None


def check_method(options: AlignOptions) -> None:
    """Refuse wrong options before any file is read.

    Raises:
        ConfigError: the method, or the way to read tracked changes, is unknown.
    """
    from diglot import sentences

    if options.method not in sentences.METHODS:
        raise ConfigError(describe_unknown("method", options.method, sentences.METHODS))
    if options.tracked not in ("accepted", "original", "refuse"):
        raise ConfigError(f"--tracked is {options.tracked!r}: accepted, original or refuse")


# Paragraph files: the paragraph number of every segment, as corpora of novels ship them.


def with_paragraphs(
    pairs: Sequence[Pair], documents: Sequence[Sides], *, options: AlignOptions
) -> list[Sides]:
    """Group the segments of documents as the paragraph files of the options say.

    Raises:
        InputError: a file has another number of lines than there are segments, or a line that is
            no number.
    """
    files = (files_for(given, pairs) for given in (options.par_source, options.par_target))
    return [
        (_grouped(source, one), _grouped(target, other))
        for (source, target), one, other in zip(documents, *files, strict=True)
    ]


def _grouped(document: Document, path: Path | None) -> Document:
    if path is None:
        return document
    lines = split_lines(read_text(path))
    if lines and not lines[-1]:
        lines.pop()
    if len(lines) != len(document.segments):
        raise InputError(
            f"has {len(lines)} lines, but the text has {len(document.segments)} segments",
            path=path,
            cure="give the paragraph number of every segment on a line of its own",
        )
    for number, line in enumerate(lines, 1):
        if not line.strip().replace(".", "", 1).isdecimal():
            raise InputError(
                f"{line[:40]!r} is not a paragraph number",
                path=path,
                place=number,
                cure="give digits",
            )
    blocks: list[Block] = []
    segments: list[Segment] = []
    numbered = zip(lines, document.segments, strict=True)
    for _, run in groupby(numbered, key=lambda item: item[0].strip()):
        members = [segment for _, segment in run]
        segments += [dataclasses.replace(segment, paragraph=len(blocks)) for segment in members]
        blocks.append(Block(members[0].start, members[-1].end))
    return dataclasses.replace(document, blocks=tuple(blocks), segments=tuple(segments))
