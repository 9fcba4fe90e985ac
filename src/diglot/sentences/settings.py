"""Settings, results and user evidence that all methods of sentence alignment share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from diglot.errors import InputError
from diglot.learning.encoders.vectors import TextVectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.sentences.corpus import Corpus
    from diglot.sentences.link_types import Types
    from diglot.sentences.values import Path
    from diglot.sentences.zones import FoundZone

MOST_MERGED = 20
"""Limit of the merges that a user may ask for: their types have to fit into a byte."""

Progress = Callable[[str, int, int], None]
"""``progress(stage, done, total)``."""


def no_progress(stage: str, done: int, total: int) -> None:
    """Progress that nobody sees."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of a run.

    Attributes:
        max_merge: most sentences on one side of a link.
        max_total: most sentences on both sides together.
        longest: most sentences on one side of a link where merges are many.
        jobs: threads; results are the same for any number.
        progress: called as work is done.
    """

    max_merge: int = 6
    max_total: int = 7
    longest: int = 10
    jobs: int = 1
    progress: Progress = no_progress

    @classmethod
    def with_merges(cls, most: int | None, jobs: int, progress: Progress) -> Settings:
        """Return settings with ``most`` sentences on one side of any link, or the usual ones."""
        usual = cls(jobs=jobs, progress=progress)
        return (
            replace(usual, max_merge=most, max_total=max(2, most + 1), longest=most)
            if most
            else usual
        )


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """Result for one pair.

    Attributes:
        path: blocks in order.
        types: link types the path refers to.
        probability: float64 (blocks,), posterior of each block.
        lonely_source, lonely_target: float64 (n,) and (m,), probability of every sentence of having
            no counterpart.
        zones: stretches without parallel order, in order.
        remarks: by the number of a block, what speaks against it; None where nobody judged, so that
            only its probability does.
    """

    path: Path
    types: Types
    probability: NDArray[np.float64]
    lonely_source: NDArray[np.float64]
    lonely_target: NDArray[np.float64]
    zones: tuple[FoundZone, ...] = ()
    remarks: Mapping[int, tuple[str, ...]] | None = None


class Method(Protocol):
    """An alignment method: every pair of the corpus gets a path."""

    def __call__(self, corpus: Corpus, settings: Settings) -> list[Alignment]:
        """Align all pairs."""
        ...


# What a user may know of a pair beyond its texts.


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Optional evidence for one pair of documents.

    Attributes:
        source_translation: machine translation of every source segment into the target language.
        target_translation: machine translation of every target segment into the source language.
        source_vectors: sentence vectors, or a float array (source segments, dimensions) of them.
        target_vectors: the same of the target segments.
        anchors: pairs (source segment, target segment) that start together; the alignment is cut
            before each of them.
    """

    source_translation: tuple[str, ...] | None = None
    target_translation: tuple[str, ...] | None = None
    source_vectors: TextVectors | NDArray[np.floating] | None = None
    target_vectors: TextVectors | NDArray[np.floating] | None = None
    anchors: tuple[tuple[int, int], ...] = ()


def check_evidence(known: Evidence, sizes: tuple[int, int]) -> None:
    """Raise unless evidence has a line or a vector for every segment of its pair."""
    left, right = (
        each.vectors if isinstance(each, TextVectors) else each
        for each in (known.source_vectors, known.target_vectors)
    )
    given = (
        ("source", known.source_translation, left, sizes[0]),
        ("target", known.target_translation, right, sizes[1]),
    )
    for side, lines, vectors, size in given:
        if lines is not None and len(lines) != size:
            raise InputError(
                f"{len(lines)} lines of translation for {size} {side} segments",
                cure="give one line per segment, in the order of the segments",
            )
        if vectors is not None and (vectors.ndim != 2 or len(vectors) != size):
            raise InputError(
                f"{side} vectors of shape {vectors.shape} for {size} segments",
                cure="give a matrix with one row per segment",
            )
        if vectors is not None and not np.isfinite(vectors).all():
            raise InputError(f"{side} vectors hold values that are not numbers")
    if (left is None) != (right is None):
        raise InputError("vectors of one side only", cure="give those of both sides or none")
    if left is not None and right is not None and left.shape[1] != right.shape[1]:
        raise InputError(
            f"source vectors have {left.shape[1]} dimensions, target vectors {right.shape[1]}",
            cure="make both with one encoder",
        )
