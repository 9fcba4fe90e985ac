"""How a run of the main job is to be done: one frozen value instead of twenty arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class AlignOptions:
    """Options of ``align`` and ``align_files``; the defaults suit letters and novels alike.

    Attributes:
        source_language: code or name of the source language; None detects it from the text.
        target_language: the same for the target side.
        same_language: the two sides are meant to be in one language (two versions of a text).
        segmented: every line of the input is one segment.
        paragraphs: align paragraphs instead of sentences.
        srx: file of segmentation rules to use instead of the built-in ones.
        encoding: encoding of text files that are neither UTF-8 nor marked by a BOM.
        tracked: what to take of tracked changes: ``accepted``, ``original`` or ``refuse``.
        method: name of the alignment method.
        max_merge: most segments a side in one link; 1 allows no merging.
        lexicon: bilingual dictionary, termbase or memory that tells which words go together.
        mt_source: machine translation of the source side, one line a source segment; a folder
            with one file a pair when there are several pairs.
        mt_target: the same for the target side.
        par_source: paragraph number of every source segment, one a line; a folder with one file a
            pair when there are several pairs.
        par_target: the same for the target side.
        embeddings: files of sentence vectors of both sides, one row a segment.
        encoder: name or folder of a sentence encoder (extra ``neural``).
        anchor: regular expression of segments that correspond, such as chapter marks; its first
            group, or else the whole match, must be the same on both sides.
        jobs: number of workers; the result does not depend on it.
    """

    source_language: str | None = None
    target_language: str | None = None
    same_language: bool = False
    segmented: bool = False
    paragraphs: bool = False
    srx: Path | None = None
    encoding: str | None = None
    tracked: str = "accepted"
    method: str = "crf"
    max_merge: int = 6
    lexicon: Path | None = None
    mt_source: Path | None = None
    mt_target: Path | None = None
    par_source: Path | None = None
    par_target: Path | None = None
    embeddings: tuple[Path, Path] | None = None
    encoder: str | None = None
    anchor: str | None = None
    jobs: int = 1
