"""Scores of link files against gold files."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot.errors import ConfigError, InputError
from diglot.formats._text import read_text, split_lines
from diglot.pipeline.pairing import Pair, names_in, pair_files, without_language

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.evaluate.significance import Comparison
    from diglot.model import Link, Score

# Levels that weigh sentences by their words and characters, so they need the texts.
_NEED_TEXTS = ("word", "char")


@dataclass(frozen=True, slots=True)
class ScoredRun:
    """The scores of one prediction, by metric."""

    prediction: Path
    scores: dict[str, Score]

    def as_dict(self) -> dict[str, Any]:
        """Return the figures by metric for JSON; None where the texts were missing."""
        values: dict[str, Any] = {
            name: {
                **score.values,
                "intervals": {figure: list(pair) for figure, pair in score.intervals.items()},
            }
            for name, score in self.scores.items()
        }
        return {**values, **{name: None for name in _NEED_TEXTS if name not in values}}


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
    from diglot.evaluate import sentences
    from diglot.evaluate.significance import bootstrap

    if (source is None) != (target is None):
        raise ConfigError("give both --source and --target, or neither")
    runs = []
    for prediction in predictions:
        pairs = pair_files(gold, prediction)
        texts = [_texts(side, pairs, gold) for side in (source, target)]
        scores = sentences.score(
            [_links(pair.target) for pair in pairs], [_links(pair.source) for pair in pairs], *texts
        )
        runs.append(
            ScoredRun(prediction, {name: bootstrap(score) for name, score in scores.items()})
        )
    return tuple(runs)


def compare_runs(runs: Sequence[ScoredRun]) -> tuple[tuple[Path, Path, Comparison], ...]:
    """Compare the strict F1 of every two runs by a paired bootstrap."""
    from diglot.evaluate.significance import paired_bootstrap

    return tuple(
        (
            first.prediction,
            second.prediction,
            paired_bootstrap(first.scores["strict"], second.scores["strict"]),
        )
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
