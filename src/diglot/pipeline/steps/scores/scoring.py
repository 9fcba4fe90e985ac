"""Scores of link files against gold files."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from diglot import formats
from diglot.errors import ConfigError, InputError
from diglot.files.text import read_text, split_lines
from diglot.pipeline.pairing import Pair, names_in, pair_files, without_language

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.evaluate.alignments.confidence import Confidence
    from diglot.evaluate.alignments.sentences import TypeRow
    from diglot.evaluate.statistics.significance import Comparison
    from diglot.model import Link, Score


@dataclass(frozen=True, slots=True)
class ScoredRun:
    """How one prediction fared.

    Attributes:
        prediction: file or folder.
        scores: by metric, with intervals.
        types: exact matches by link type.
        confidence: quality of the probabilities; None if the links have none.
    """

    prediction: Path
    scores: dict[str, Score]
    types: tuple[TypeRow, ...]
    confidence: Confidence | None


def score_sentences(
    gold: Path,
    predictions: Sequence[Path],
    *,
    source: Path | None = None,
    target: Path | None = None,
) -> tuple[ScoredRun, ...]:
    """Score one or several predictions against gold.

    Args:
        gold: link file, or a folder of them.
        predictions: link files, or folders with files of the same names.
        source: the source segments that the links number, one a line, or a folder of such files;
            the word and character levels need them.
        target: the same for the target side.

    Raises:
        InputError: a file cannot be read, has no partner, or does not fit the others.
        ConfigError: only one of ``source`` and ``target`` is given.
    """
    if (source is None) != (target is None):
        raise ConfigError("give both --source and --target, or neither")
    return tuple(_score(gold, prediction, source, target) for prediction in predictions)


def _score(gold: Path, prediction: Path, source: Path | None, target: Path | None) -> ScoredRun:
    from diglot.evaluate.alignments import confidence, sentences
    from diglot.evaluate.statistics.significance import bootstrap

    pairs = pair_files(gold, prediction)
    right = [_links(pair.source) for pair in pairs]
    found = [_links(pair.target) for pair in pairs]
    scores = sentences.score(found, right, _texts(source, pairs, gold), _texts(target, pairs, gold))
    has_scores = all(link.score is not None for links in found for link in links)
    return ScoredRun(
        prediction=prediction,
        scores={name: bootstrap(score) for name, score in scores.items()},
        types=sentences.by_type(found, right),
        confidence=confidence.confidence(*confidence.judge(found, right))
        if has_scores and any(found)
        else None,
    )


def compare_runs(runs: Sequence[ScoredRun]) -> tuple[tuple[ScoredRun, ScoredRun, Comparison], ...]:
    """Compare the strict F1 of every two runs by a paired bootstrap."""
    from diglot.evaluate.statistics.significance import paired_bootstrap

    return tuple(
        (first, second, paired_bootstrap(first.scores["strict"], second.scores["strict"]))
        for first, second in combinations(runs, 2)
    )


def _links(path: Path) -> tuple[Link, ...]:
    # Gold files are often called .txt: what is no other link format is one link a line.
    known = path.suffix.lower() in formats.LINK_FORMATS
    return formats.read_links(path, format=None if known else "links")


def _texts(side: Path | None, pairs: Sequence[Pair], gold: Path) -> list[list[str]] | None:
    if side is None:
        return None
    if side.is_dir() != gold.is_dir():
        raise InputError(
            f"and {gold} are a file and a folder", path=side, cure="give two of a kind"
        )
    if not side.is_dir():
        return [split_lines(read_text(side))]
    files = names_in(side)
    short = {without_language(name): path for name, path in files.items()}
    found = []
    for pair in pairs:
        path = files.get(pair.name) or short.get(without_language(pair.name))
        if path is None:
            raise InputError(f"holds no text for {pair.name}", path=side)
        found.append(split_lines(read_text(path)))
    return found
