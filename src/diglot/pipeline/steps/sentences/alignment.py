"""Files in two languages become aligned, scored bitexts, within paragraphs where they are numbered.

Files of strings are linked by their keys instead.
"""

from __future__ import annotations

import dataclasses
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from diglot._version import __version__
from diglot.errors import ConfigError, InputError, describe_unknown
from diglot.files.text import read_text, split_lines
from diglot.formats.documents.software_strings import KIND
from diglot.model import Bitext, Block, Document, Link, Segment, Signature
from diglot.options import with_keywords
from diglot.packs.finding import load_pack
from diglot.pipeline.documents import (
    LINKED_BY_KEYS,
    ProgressCall,
    Sides,
    nothing_read,
    read_good_pairs,
)
from diglot.pipeline.file_pairs import Pair, SkippedPair, files_for, pair_files
from diglot.pipeline.options import name_evidence, resource_notes, sign_resources
from diglot.pipeline.steps.sentences.evidence import gather_evidence, read_lexicon
from diglot.pipeline.steps.sentences.options import AlignOptions
from diglot.plurals import count_of
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.packs.pack import Pack
    from diglot.sentences.knowledge import SentenceModel


LEAST_SHARED = 0.5  # of the keys of the smaller file: below, the keys say nothing


def link_by_keys(source: Document, target: Document) -> Bitext | None:
    """Link the strings of two files that have the same key, each string once.

    The target's strings come in the order of the source, those with a key of their own at the end.
    A key that a file uses several times is linked in the order of its uses.

    Returns:
        The bitext, or None where a side holds no strings, or too few keys are shared.
    """
    if any(block.kind != KIND for side in (source, target) for block in side.blocks):
        return None
    left, right = _numbered_keys(source), _numbered_keys(target)
    places = {key: place for place, key in enumerate(right)}
    shared = [key for key in left if key in places]
    if len(shared) < LEAST_SHARED * min(len(left), len(right)) or not shared:
        return None
    known = set(left)
    own = [place for place, key in enumerate(right) if key not in known]
    ordered = _reorder(target, [*(places[key] for key in shared), *own])
    links, used = [], 0
    for number, key in enumerate(left):
        if key in places:
            links.append(Link((number,), (used,), 1.0))
            used += 1
        else:
            links.append(Link((number,), (), 1.0))
    links += [Link((), (used + number,), 1.0) for number in range(len(own))]
    missing = len(left) - len(shared), len(own)
    notes = [f"{LINKED_BY_KEYS}{count_of(len(shared), 'string')}"]
    if any(missing):
        notes.append(f"keys that only one side has: {missing[0]} source, {missing[1]} target")
    signature = Signature("keys", __version__)
    return Bitext(source, ordered, tuple(links), (), tuple(notes), signature)


def _numbered_keys(document: Document) -> list[tuple[str, int]]:
    """Return the key of each segment, with the number of its uses before."""
    seen: dict[str, int] = {}
    keys = []
    for segment in document.segments:
        key = document.blocks[segment.paragraph].anchor or ""
        keys.append((key, seen.get(key, 0)))
        seen[key] = seen.get(key, 0) + 1
    return keys


def _reorder(document: Document, order: Sequence[int]) -> Document:
    """Return a document whose segments, each a block, come in another order."""
    texts: list[str] = []
    blocks: list[Block] = []
    segments: list[Segment] = []
    start = 0
    for place in order:
        segment = document.segments[place]
        text = document.text[segment.start : segment.end]
        end = start + len(text)
        block = document.blocks[segment.paragraph]
        segments.append(Segment(start, end, len(blocks)))
        blocks.append(Block(start, end, block.kind, block.level, block.anchor, block.document))
        texts.append(text)
        start = end + 1
    return dataclasses.replace(
        document,
        text="\n".join(texts),
        blocks=tuple(blocks),
        segments=tuple(segments),
        markup=(),
    )


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

    The bitexts are in the order of the pairs, but for those that the options let be ``skipped``.

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
        raise nothing_read(skipped)
    documents = with_paragraphs(good, documents, options=options)
    if unused := _unused_options(options):
        notes = (*notes, f"--method {options.method} makes no use of {', '.join(unused)}; crf does")
    return align_documents(good, documents, options=options, notes=notes, progress=progress)


def _unused_options(options: AlignOptions) -> list[str]:
    """Return what was asked for that the method makes no use of."""
    from diglot.sentences.models import WITH_VECTORS, WITHOUT_WORDS

    asked: dict[str, object] = {}
    if options.method in WITHOUT_WORDS:
        asked |= {
            "--lexicon": options.lexicon,
            "--packs": set(options.packs) - {"auto", "none"},
            "--mt-source": options.mt_source,
            "--mt-target": options.mt_target,
        }
    if options.method not in WITH_VECTORS:
        asked |= {
            "--embeddings": options.embeddings,
            "--encoder": options.encoder not in (None, "auto", "none"),
        }
    return [name for name, value in asked.items() if value]


def evidence_used(options: AlignOptions) -> dict[str, str]:
    """Return the user's dictionary and vectors, as signatures name them, where they are used."""
    unused = _unused_options(options)
    return {
        name: files for name, files in name_evidence(options).items() if f"--{name}" not in unused
    }


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
        named = {} if learned else evidence_used(options)
        extra = (*gathered.notes, *resource_notes(named=named), *resource_notes(pack))
        for number, bitext in zip(left, bitexts, strict=True):
            signature = bitext.signature and sign_resources(
                bitext.signature, pack, gathered.encoder, named
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
            f"has {count_of(len(lines), 'line')}, but the text has "
            f"{count_of(len(document.segments), 'segment')}",
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
