"""Terms of translated texts, from files to ranked pairs, without a folder to keep them in."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from diglot.errors import ConfigError
from diglot.files.atomic import atomic_open
from diglot.formats.term_lists import read_term_pairs
from diglot.learning.trees import train_trees
from diglot.packs.finding import pack_in
from diglot.packs.vocabularies import words_by_packs
from diglot.pipeline.build.building import align_pairs, sentence_pairs
from diglot.pipeline.build.inputs import find_inputs, read_bitexts
from diglot.pipeline.build.options import BuildOptions
from diglot.pipeline.documents import ProgressCall
from diglot.pipeline.options import check_files, resource_notes
from diglot.pipeline.steps.terms.options import TermOptions
from diglot.pipeline.steps.terms.parallel import candidates_of, find_terms, read_ranker
from diglot.pipeline.stored.pairs import StoredPairs
from diglot.pipeline.stored.terms import FoundTerms
from diglot.pipeline.stored.words import StoredWords
from diglot.terms.parallel.alignment import GROWTH
from diglot.terms.parallel.correspondences import (
    NAMES,
    correspondence_features,
    find_correspondences,
)


def align_terms(
    source: Path,
    target: Path | None = None,
    *,
    texts: BuildOptions | None = None,
    options: TermOptions | None = None,
    home: Path | None = None,
    progress: ProgressCall | None = None,
) -> FoundTerms:
    """Pair the terms of a text with those of its translation.

    Args:
        source: file or folder; without ``target`` a bitext, or a folder of them.
        target: its translation.
        texts: how the texts are read and their words aligned.
        options: how terms are found and paired.
        home: folder for what is done of many texts, removed at the end; None: one of the system's.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: a file cannot be read, or holds nothing to align.
        ConfigError: an option is wrong.
        PartDone: only a part of the sentences was to be aligned.
    """
    options = options or TermOptions()
    check_files(options)
    if options.ranker:
        read_ranker(options.ranker)  # a wrong file is to be known before the long work
    pairs, words = _linked(source, target, texts or BuildOptions(), progress, home)
    found = find_terms(pairs, words, options)
    return replace(found, notes=(*found.notes, *resource_notes(pack_in(words.signature))))


def train_alignment(
    source: Path,
    target: Path | None,
    validated: Path,
    save: Path,
    *,
    texts: BuildOptions | None = None,
    options: TermOptions | None = None,
    progress: ProgressCall | None = None,
) -> int:
    """Train a ranker of pairs from texts and validated pairs; return how many of these it saw.

    Pairs whose source term is in the list are examples: right ones if the list has them.

    ``validated`` is a list of pairs or a termbase, ``save`` the file to write the ranker to.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: too few pairs of the list stand in the texts.
    """
    import numpy as np

    options = options or TermOptions()
    check_files(options)
    pairs, words = _linked(source, target, texts or BuildOptions(), progress)
    known = {
        (pair.source.lower(), pair.target.lower())
        for pair in read_term_pairs(validated, languages=pairs.languages)
    }
    sources = {one for one, _ in known}
    sides = candidates_of(pairs, options)
    found = find_correspondences(*sides, words.links)
    texts_of = [
        [side.text(ngram).lower() for ngram in wanted.tolist()]
        for side, wanted in zip(sides, (found.source, found.target), strict=True)
    ]
    asked = np.array([one in sources for one in texts_of[0]], np.bool_)
    labels = np.array([pair in known for pair in zip(*texts_of, strict=True)], np.bool_)
    if not labels.any():
        raise ConfigError(f"no pair of {validated} was found in the texts: check the languages")
    ranker = train_trees(
        correspondence_features(*sides, found)[asked],
        labels[asked],
        names=NAMES,
        groups=found.source[asked],
        growth=GROWTH,
        notes=f"{int(labels.sum())} validated pairs",
    )
    with atomic_open(save) as file:
        json.dump(ranker.to_dict(), file, separators=(",", ":"))
        file.write("\n")
    return int(labels.sum())


def _linked(
    source: Path,
    target: Path | None,
    texts: BuildOptions,
    progress: ProgressCall | None,
    home: Path | None = None,
) -> tuple[StoredPairs, StoredWords]:
    check_files(texts)
    inputs = find_inputs(source, target, texts)
    with words_by_packs(texts.packs):
        pairs = sentence_pairs(read_bitexts(inputs, texts, progress, home))
        return pairs, align_pairs(pairs, texts, progress)
