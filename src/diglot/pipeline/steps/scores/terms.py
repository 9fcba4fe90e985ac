"""Scores of files of term pairs and of extracted terms against gold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from diglot.errors import ConfigError, InputError, naming
from diglot.evaluate.rankings import bucc2022, pairs, terms
from diglot.evaluate.rankings.average_precision import Curve, rank_curve
from diglot.evaluate.rankings.bucc2022 import CompatScore
from diglot.evaluate.rankings.pairs import PairScore, compare_runs
from diglot.evaluate.rankings.ranked_pairs import Gold, key_of, prepare_gold
from diglot.evaluate.rankings.splits import Difficulty, SplitRow, gold_difficulty, split_scores
from diglot.evaluate.rankings.terms import TermScore
from diglot.evaluate.statistics.significance import Comparison
from diglot.formats.blocks import Skips
from diglot.formats.term_lists import read_term_list, read_term_pairs
from diglot.formats.term_lists.bucc import find_task, read_official
from diglot.model import Skipped
from diglot.pipeline.steps.scores.options import PairScoreOptions, TermScoreOptions


@dataclass(frozen=True, slots=True, eq=False)
class ScoredPairs:
    """How one run fared.

    Attributes:
        prediction: the file.
        score: all figures, with intervals.
        splits: figures of parts: single and multi-word, cognates, bands of frequency.
        skipped: what was left out in reading.
    """

    prediction: Path
    score: PairScore
    splits: tuple[SplitRow, ...]
    skipped: tuple[Skipped, ...]

    @property
    def curve(self) -> Curve:
        """Figures after every rank."""
        return rank_curve(self.score.run.ranking)


@dataclass(frozen=True, slots=True, eq=False)
class PairScores:
    """How several runs fared against the same gold.

    Attributes:
        runs: one a prediction.
        compared: the runs two by two, in expected average precision.
        difficulty: gold pairs by how many runs found them; None for a single run.
        skipped: what was left out in reading gold and lists.
    """

    runs: tuple[ScoredPairs, ...]
    compared: tuple[tuple[ScoredPairs, ScoredPairs, Comparison], ...]
    difficulty: Difficulty | None
    skipped: tuple[Skipped, ...]


def score_pairs(
    gold: Path, predictions: Sequence[Path], options: PairScoreOptions | None = None
) -> PairScores:
    """Score ranked lists of term pairs.

    Args:
        gold: file of the right pairs; or a folder of a shared task, whose lists of terms are then
            taken if no others are given.
        predictions: files of pairs, best first or with scores.
        options: how to read and count.

    Raises:
        InputError: a file cannot be read, or holds no pair of gold.
        ConfigError: options do not fit together.
    """
    options = options or PairScoreOptions()
    files = _Files.of(gold, options)
    languages = (
        options.source_language or files.languages[0],
        options.target_language or files.languages[1],
    )
    keys = key_of(options.match, languages[0]), key_of(options.match, languages[1])
    skips = Skips()
    lists = [
        None
        if path is None
        else [term.text for term in read_term_list(path, language=language, skips=skips)]
        for path, language in zip((files.source, files.target), languages, strict=True)
    ]
    pairs = read_term_pairs(files.gold, languages=languages, distinct=False, skips=skips)
    if not pairs:
        raise InputError("holds no pair", path=files.gold, cure="write source<TAB>target")
    right = prepare_gold(pairs, source_terms=lists[0], target_terms=lists[1], keys=keys)
    frequencies: dict[str, int] = {}
    if options.frequencies is not None:
        for term in read_term_list(options.frequencies, skips=skips):
            key = keys[0](term.text)
            frequencies[key] = frequencies.get(key, 0) + (term.frequency or int(term.score or 0))
    runs = tuple(_scored(path, right, languages, frequencies, options) for path in predictions)
    return PairScores(runs, _compared(runs, options.draws), _difficulty(runs), skips.entries())


def score_pairs_as_bucc2022(
    gold: Path, predictions: Sequence[Path], options: PairScoreOptions | None = None
) -> tuple[tuple[Path, CompatScore], ...]:
    """Score runs as the official scorer of BUCC 2022 does, number for number.

    Args:
        gold: file of the right pairs, or a folder of a shared task.
        predictions: files of pairs, best first.
        options: the lists of terms, and what becomes of pairs with a term of no list; the scorer
            has none of the others.

    Raises:
        InputError: a file cannot be read.
        ConfigError: there are no lists to filter by.
    """
    options = options or PairScoreOptions()
    files = _Files.of(gold, options)
    terms = None
    if options.oov == "drop":
        if files.source is None or files.target is None:
            raise ConfigError(
                "leaving out terms of no list needs --source-terms and --target-terms"
            )
        terms = frozenset(read_official(files.source)), frozenset(read_official(files.target))
    right = read_official(files.gold)
    return tuple(
        (path, bucc2022.score(read_official(path), right, terms=terms)) for path in predictions
    )


@dataclass(frozen=True, slots=True)
class _Files:
    """Where gold and the lists of terms are."""

    gold: Path
    source: Path | None
    target: Path | None
    languages: tuple[str | None, str | None] = field(default=(None, None))

    @classmethod
    def of(cls, gold: Path, options: PairScoreOptions) -> _Files:
        if not gold.is_dir():
            return cls(gold, options.source_terms, options.target_terms)
        task = find_task(gold)
        if task.gold is None:
            raise InputError("holds no list of right pairs", path=gold, cure="give the file itself")
        return cls(
            task.gold,
            options.source_terms or task.source_terms,
            options.target_terms or task.target_terms,
            task.languages,
        )


def _scored(
    path: Path,
    gold: Gold,
    languages: tuple[str | None, str | None],
    frequencies: Mapping[str, int],
    options: PairScoreOptions,
) -> ScoredPairs:
    skips = Skips()
    found = read_term_pairs(path, languages=languages, distinct=False, skips=skips)
    with naming(path):
        score = pairs.score(
            found, gold, filter_oov=options.oov != "keep", enforce_ceiling=options.enforce_ceiling
        )
    if options.draws:
        score = pairs.with_intervals(score, draws=options.draws)
    splits = split_scores(score.run, gold, frequencies or None)
    return ScoredPairs(path, score, splits, skips.entries())


def _compared(
    runs: Sequence[ScoredPairs], draws: int
) -> tuple[tuple[ScoredPairs, ScoredPairs, Comparison], ...]:
    if not draws:
        return ()
    found = compare_runs([run.score for run in runs], draws=draws)
    return tuple((runs[one], runs[other], each) for one, other, each in found)


def _difficulty(runs: Sequence[ScoredPairs]) -> Difficulty | None:
    if len(runs) < 2:
        return None
    return gold_difficulty([run.score.run for run in runs], runs[0].score.gold)


# Scores of files of extracted terms against gold.


@dataclass(frozen=True, slots=True, eq=False)
class ScoredTerms:
    """How one list of terms fared.

    Attributes:
        prediction: the file.
        forms: terms as they are written.
        lemmas: terms grouped by lemma; None if their language is not known.
        skipped: what was left out in reading.
        gold_skipped: the same of gold.
    """

    prediction: Path
    forms: TermScore
    lemmas: TermScore | None
    skipped: tuple[Skipped, ...]
    gold_skipped: tuple[Skipped, ...]

    @property
    def curve(self) -> Curve:
        """Figures after every rank, of the forms."""
        return rank_curve(self.forms.ranking)


def score_terms(
    gold: Path, predictions: Sequence[Path], options: TermScoreOptions | None = None
) -> tuple[ScoredTerms, ...]:
    """Score ranked lists of terms.

    Args:
        gold: list of gold terms.
        predictions: lists of terms, best first or with scores.
        options: how to read and count.

    Raises:
        InputError: a file cannot be read, or gold holds no term.
        ConfigError: lemmas of no language.
    """
    options = options or TermScoreOptions()
    language, variants = options.language, options.variants
    key = key_of(options.match, language)
    by_lemma = None if language is None else key_of("lemma", language)
    gold_skips = Skips()
    right = read_term_list(gold, language=language, skips=gold_skips)
    if not right:
        raise InputError("holds no term", path=gold, cure="write one term per line")
    runs = []
    for path in predictions:
        skips = Skips()
        found = read_term_list(path, language=language, skips=skips)
        with naming(path):
            unit = "lemma" if options.match == "lemma" else "form"
            forms = terms.score(found, right, key=key, unit=unit, with_variants=variants)
            lemmas = by_lemma and terms.score(
                found, right, key=by_lemma, unit="lemma", with_variants=variants
            )
        runs.append(ScoredTerms(path, forms, lemmas or None, skips.entries(), gold_skips.entries()))
    return tuple(runs)
