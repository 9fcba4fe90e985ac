"""What else is known of the pairs: translations, dictionaries, vectors, anchors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError
from diglot.pipeline.pairing import Pair, file_for
from diglot.pipeline.steps.sentences.anchors import compile_anchor, find_anchors
from diglot.pipeline.steps.sentences.encoder import encode
from diglot.pipeline.steps.sentences.vectors import read_vectors
from diglot.pipeline.steps.words.word_units import texts_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from diglot.model import Document
    from diglot.pipeline.steps.sentences.options import AlignOptions
    from diglot.sentences import Evidence


def gather_evidence(
    pairs: Sequence[Pair],
    documents: Sequence[tuple[Document, Document]],
    *,
    options: AlignOptions,
) -> tuple[list[Evidence] | None, tuple[str, ...]]:
    """Read the evidence that the options name.

    Returns:
        One value a pair, or None if the options name none; and notes for the user.

    Raises:
        InputError: a file does not fit the segments it is about.
        ConfigError: an option does not fit the number of pairs.
    """
    from diglot.sentences import Evidence

    if not any(
        (options.mt_source, options.mt_target, options.embeddings, options.encoder, options.anchor)
    ):
        return None, ()
    if options.embeddings and len(pairs) > 1:
        raise ConfigError("--embeddings are for one pair of files: align the pairs one by one")
    if options.embeddings and options.encoder:
        raise ConfigError("--embeddings and --encoder both give vectors: choose one")
    pattern = compile_anchor(options.anchor) if options.anchor else None
    notes: list[str] = []
    gathered = []
    for pair, (source, target) in zip(pairs, documents, strict=True):
        anchors: tuple[tuple[int, int], ...] = ()
        if pattern:
            anchors, remarks = find_anchors(source.segment_texts, target.segment_texts, pattern)
            notes.extend(f"{pair.name}: {remark}" for remark in remarks)
        vectors = _vectors(source, target, options)
        gathered.append(
            Evidence(
                source_translation=_translation(options.mt_source, pair, source, len(pairs) > 1),
                target_translation=_translation(options.mt_target, pair, target, len(pairs) > 1),
                source_vectors=vectors[0],
                target_vectors=vectors[1],
                anchors=anchors,
            )
        )
    return gathered, tuple(notes)


def read_lexicon(
    path: Path, *, languages: tuple[str, str] | None = None
) -> list[tuple[str, str, float]]:
    """Read pairs of words or phrases with weights from any file of translation units.

    Args:
        path: the file.
        languages: of source and target, where the order in the file shall not decide.

    Raises:
        InputError: the file cannot be read or holds no pairs.
    """
    from diglot import formats

    entries = []
    for unit in formats.read_units(path):
        if languages:
            texts = [text.strip() for text in texts_of(unit.variants, languages)]
        else:
            texts = [variant.text.strip() for variant in unit.variants[:2]]
        if len(texts) == 2 and all(texts):
            entries.append((texts[0], texts[1], 1.0 if unit.score is None else unit.score))
    if not entries:
        raise InputError("holds no pairs of words", path=path, cure="give a two-column table")
    return entries


def _translation(
    given: Path | None, pair: Pair, document: Document, many: bool
) -> tuple[str, ...] | None:
    from diglot.files.text import read_text, split_lines

    if given is None:
        return None
    path = file_for(given, pair, many=many)
    lines = split_lines(read_text(path))
    if len(lines) != len(document.segments):
        raise InputError(
            f"has {len(lines)} lines, but the text it translates has "
            f"{len(document.segments)} segments",
            path=path,
            cure="translate the output of diglot segment line by line, and give that with "
            "--segmented",
        )
    return tuple(lines)


def _vectors(
    source: Document, target: Document, options: AlignOptions
) -> tuple[NDArray[np.float32] | None, NDArray[np.float32] | None]:
    if options.embeddings:
        paths = options.embeddings
        vectors = (
            read_vectors(paths[0], segments=len(source.segments)),
            read_vectors(paths[1], segments=len(target.segments)),
        )
        if vectors[0].shape[1] != vectors[1].shape[1]:
            raise InputError(
                f"has {vectors[1].shape[1]} dimensions, but {paths[0]} has {vectors[0].shape[1]}",
                path=paths[1],
                cure="make both with the same encoder",
            )
        return vectors
    if options.encoder:
        return (
            encode(source.segment_texts, encoder=options.encoder),
            encode(target.segment_texts, encoder=options.encoder),
        )
    return None, None
