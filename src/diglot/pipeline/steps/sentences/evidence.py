"""What the user gives besides the texts: translations, dictionaries, vectors, anchors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, FormatError, InputError
from diglot.formats.registry import LEXICON, UNITS, find_format
from diglot.learning.encoders import AUTO, NONE, Encoder, find_encoder
from diglot.learning.encoders.vectors import TextVectors, encode_texts
from diglot.model import Document, Variant
from diglot.pipeline.file_pairs import Pair, files_for
from diglot.pipeline.options import resource_notes
from diglot.pipeline.sentence_pairs import texts_of
from diglot.plurals import count_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from diglot.pipeline.steps.sentences.options import AlignOptions
    from diglot.sentences import Evidence

    Vectors = TextVectors | NDArray[np.float32]

ENCODED = ("crf", "lexical")
"""Methods that use sentence vectors."""


@dataclass(frozen=True, slots=True)
class EvidenceFound:
    """Evidence for some pairs of documents.

    Attributes:
        evidence: one value a pair.
        notes: for the user.
        encoder: the sentence encoder that was used, if one was.
    """

    evidence: list[Evidence]
    notes: tuple[str, ...] = ()
    encoder: Encoder | None = None


def gather_evidence(
    pairs: Sequence[Pair], documents: Sequence[tuple[Document, Document]], *, options: AlignOptions
) -> EvidenceFound:
    """Read the evidence that the options name, and encode texts whose languages have an encoder.

    Raises:
        InputError: a file does not fit the segments it is about.
        ConfigError: an option does not fit the number of pairs.
    """
    from diglot.sentences import Evidence
    from diglot.sentences.anchors import compile_anchor, find_anchors

    if options.embeddings and len(pairs) > 1:
        raise ConfigError("--embeddings are for one pair of files: align the pairs one by one")
    if options.embeddings and options.encoder not in (None, AUTO, NONE):
        raise ConfigError("--embeddings and --encoder both give vectors: choose one")
    pattern = compile_anchor(options.anchor) if options.anchor else None
    notes: list[str] = []
    gathered = []
    encoders: list[Encoder] = []
    files = (files_for(given, pairs) for given in (options.mt_source, options.mt_target))
    for pair, (source, target), one, other in zip(pairs, documents, *files, strict=True):
        anchors: tuple[tuple[int, int], ...] = ()
        if pattern:
            anchors, remarks = find_anchors(source.segment_texts, target.segment_texts, pattern)
            notes.extend(f"{pair.name}: {remark}" for remark in remarks)
        vectors = _vectors(source, target, options, encoders)
        gathered.append(
            Evidence(
                source_translation=_translation(one, source),
                target_translation=_translation(other, target),
                source_vectors=vectors[0],
                target_vectors=vectors[1],
                anchors=anchors,
            )
        )
    encoder = encoders[0] if encoders else None
    return EvidenceFound(gathered, (*notes, *resource_notes(encoder=encoder)), encoder)


def read_lexicon(
    path: Path, *, languages: tuple[str, str] | None = None
) -> list[tuple[str, str, float]]:
    """Read pairs of words or phrases with weights from a file of translation units or a lexicon.

    Args:
        path: the file.
        languages: of source and target, where the order in the file shall not decide.

    Raises:
        InputError: the file cannot be read or holds no pairs.
    """
    entries = []
    for variants, score in _weighted(path):
        if languages:
            texts = [text.strip() for text in texts_of(variants, languages)]
        else:
            texts = [variant.text.strip() for variant in variants[:2]]
        if len(texts) == 2 and all(texts):
            entries.append((texts[0], texts[1], 1.0 if score is None else score))
    if not entries:
        raise InputError("holds no pairs of words", path=path, cure="give a two-column table")
    return entries


def _weighted(path: Path) -> Iterator[tuple[Sequence[Variant], float | None]]:
    """Give the variants and the score of every unit of a memory, or translation of a lexicon."""
    from diglot.formats.lexicons import read_translations
    from diglot.formats.lexicons.tables import has_layout
    from diglot.formats.units import read_units

    record = find_format(path, UNITS, LEXICON, look=True)
    if record.name == "tsv" and has_layout(path):
        record = find_format(path, LEXICON, format="tsv")
    if record.kind == UNITS:
        yield from ((unit.variants, unit.score) for unit in read_units(path, format=record))
        return
    for each in read_translations(path, format=record):
        source = Variant(each.source_language, each.source)
        yield (source, Variant(each.target_language, each.target)), each.score


def _translation(path: Path | None, document: Document) -> tuple[str, ...] | None:
    from diglot.files.text import read_text, split_lines

    if path is None:
        return None
    lines = split_lines(read_text(path))
    if len(lines) != len(document.segments):
        raise InputError(
            f"has {count_of(len(lines), 'line')}, but the text it translates has "
            f"{count_of(len(document.segments), 'segment')}",
            path=path,
            cure="translate the output of diglot segment line by line, and give that with "
            "--segmented",
        )
    return tuple(lines)


def _vectors(
    source: Document, target: Document, options: AlignOptions, encoders: list[Encoder]
) -> tuple[Vectors, Vectors] | tuple[None, None]:
    if options.embeddings:
        paths = options.embeddings
        found = (
            read_vectors(paths[0], segments=len(source.segments)),
            read_vectors(paths[1], segments=len(target.segments)),
        )
        if found[0].shape[1] != found[1].shape[1]:
            raise InputError(
                f"has {found[1].shape[1]} dimensions, but {paths[0]} has {found[0].shape[1]}",
                path=paths[1],
                cure="make both with the same encoder",
            )
        return found
    if options.method not in ENCODED:
        return None, None
    encoder = find_encoder(options.encoder, source.language, target.language)
    if encoder is None:
        return None, None
    encoders.append(encoder)
    return (
        encode_texts(source.segment_texts, encoder),
        encode_texts(target.segment_texts, encoder),
    )


# Sentence vectors that somebody else made.


def read_vectors(path: Path, *, segments: int) -> NDArray[np.float32]:
    """Read an ``.npy`` file of sentence vectors, float (segments, dimensions).

    Raises:
        InputError: it is no such file, has another shape, or holds values that are not finite.
    """
    import numpy as np

    try:
        vectors = np.load(path, allow_pickle=False)
    except OSError as error:
        raise InputError(
            f"cannot be read ({(error.strerror or str(error)).lower()})", path=path
        ) from error
    except (ValueError, EOFError) as error:
        raise FormatError(
            "is not an .npy file of numbers", path=path, cure="save it with numpy.save"
        ) from error
    if not isinstance(vectors, np.ndarray) or vectors.dtype.kind not in "fiu":
        raise FormatError(
            "does not hold one array of numbers", path=path, cure="save it with numpy.save"
        )
    if vectors.ndim != 2 or len(vectors) != segments:
        raise InputError(
            f"has the shape {vectors.shape}, but there are {segments} segments: "
            f"expected ({segments}, dimensions)",
            path=path,
            cure="make one vector for each segment (see diglot segment)",
        )
    with np.errstate(over="ignore"):  # numbers too large are found below
        vectors = vectors.astype(np.float32, copy=False)
    if not np.isfinite(vectors).all():
        row = int(np.flatnonzero(~np.isfinite(vectors).all(axis=1))[0])
        raise InputError(
            "holds values that are not finite",
            path=path,
            place=f"row {row} (of {segments}, from 0)",
            cure="make the vectors again",
        )
    return vectors.astype(np.float32, copy=False)
