"""Scores of inferred dictionaries: files or folders against golds, one direction or several."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import compress
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, naming
from diglot.evaluate.alignments.confidence import auc_interval, confidence
from diglot.evaluate.lexicons.gold import build_gold, mask_known_rows
from diglot.evaluate.lexicons.pairs import Rules
from diglot.evaluate.lexicons.scores import (
    average,
    evaluate,
    levels_of,
    mean_curve,
    part_scores,
    threshold_curve,
    threshold_grid,
    with_threshold,
)
from diglot.evaluate.statistics.significance import bootstrap, compare_scores
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import write_lexicon
from diglot.model import Lexicon, Origin
from diglot.pipeline.steps.scores.lexicon_golds import (
    UNTOLD,
    Lexicons,
    Plan,
    Reading,
    pivot_overlap,
    plan_directions,
    read_direction,
)
from diglot.pipeline.steps.scores.options import LexiconScoreOptions

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from diglot.evaluate.alignments.confidence import Confidence
    from diglot.evaluate.lexicons.gold import Gold
    from diglot.evaluate.lexicons.scores import Curve, LexiconScore, PartScore, SweepRow
    from diglot.evaluate.statistics.significance import Comparison
    from diglot.lexicons.graph.families import PivotRecall
    from diglot.model import Score, Signature, Skipped, Translation
    from diglot.pipeline.steps.scores.lexicon_golds import DirectedTranslations, Direction


@dataclass(frozen=True, slots=True, eq=False)
class DirectionGold:
    """The gold of one direction.

    Attributes:
        direction: codes of source and target language, or a name where languages are unknown.
        gold: what is right.
        files: where it comes from.
        skipped: what was left out in reading.
        recalls: how much of it each pivot language gives back; empty without a graph.
        warnings: about what gold and the dictionaries of the graph have in common.
    """

    direction: Direction
    gold: Gold
    files: tuple[DirectedTranslations, ...]
    skipped: tuple[Skipped, ...]
    recalls: tuple[PivotRecall, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What to call it: ``en-fr``."""
        return "-".join(filter(None, self.direction))

    @property
    def translations(self) -> tuple[Translation, ...]:
        """The translations whose words both lexicons know, as they are written, each once."""
        found: dict[Translation, None] = {}
        for file in self.files:
            kept = mask_known_rows(self.gold, file.columns).tolist()
            found.update(dict.fromkeys(compress(file.translations, kept)))
        return tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class ScoredDirection:
    """How a dictionary fared in one direction.

    Attributes:
        prediction: its file.
        gold: what it was judged by.
        score: all figures, with intervals.
        parts: figures of its parts.
        calibration: how far its scores are probabilities; None if no row was judged.
        skipped: what was left out in reading.
    """

    prediction: Path
    gold: DirectionGold
    score: LexiconScore
    parts: tuple[PartScore, ...]
    calibration: Confidence | None
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ScoredLexicon:
    """How a system fared.

    Attributes:
        prediction: its file or folder.
        threshold: rows with a smaller score did not count.
        directions: one for each gold.
        average: the macro average over directions, with intervals; of one direction its score.
        one: the same by the other filter than the one asked for.
        sweep: the figures at every threshold of a grid, averaged over directions.
        best: the threshold with the best F, tuned on these golds: optimistic.
        auc: mean area under the curve of precision against recall.
        auc_interval: its 95 % interval; None where a gold has too few source words.
        signature: how it was computed.
    """

    prediction: Path
    threshold: float
    directions: tuple[ScoredDirection, ...]
    average: Score
    one: Score
    sweep: tuple[SweepRow, ...]
    best: SweepRow
    auc: float
    auc_interval: tuple[float, float] | None
    signature: Signature

    @property
    def judged_rows(self) -> int:
        """Rows that were judged, of all directions."""
        return sum(each.score.judged_rows for each in self.directions)


@dataclass(frozen=True, slots=True, eq=False)
class LexiconScores:
    """How several systems fared against the same golds.

    Attributes:
        runs: one a prediction.
        compared: the runs two by two, in F.
        golds: one a direction.
    """

    runs: tuple[ScoredLexicon, ...]
    compared: tuple[tuple[ScoredLexicon, ScoredLexicon, Comparison], ...]
    golds: tuple[DirectionGold, ...]


def score_lexicons(
    gold: Path | None, predictions: Sequence[Path], options: LexiconScoreOptions | None = None
) -> LexiconScores:
    """Score inferred dictionaries.

    Args:
        gold: dictionary of what is right, or a folder of one a direction, named like ``en-fr.tsv``.
        predictions: a dictionary a system, or a folder of one a direction.
        options: how to read and count.

    Raises:
        InputError: a file cannot be read, a direction is missing, or gold and lexicons have no
            word in common.
        ConfigError: options do not fit together.
    """
    options = options or LexiconScoreOptions()
    languages = options.source_language, options.target_language
    planned = plan_directions(
        gold, options.reverse_gold, predictions, languages=languages, readings=_readings(options)
    )
    return score_directions(planned, predictions, options)


def score_directions(
    planned: Sequence[Plan], predictions: Sequence[Path], options: LexiconScoreOptions
) -> LexiconScores:
    """Score inferred dictionaries whose files are known for every direction.

    Args:
        planned: the directions, each with the file of every system.
        predictions: what to call the systems, in the same order.
        options: how to read and count.

    Raises:
        InputError: a file cannot be read, or gold and lexicons have no word in common.
        ConfigError: options do not fit together.
    """
    thresholds = _thresholds(options.thresholds, len(predictions))
    if len(planned) > 1 and (options.source_lexicon or options.target_lexicon):
        raise ConfigError(
            "words of one language restrict one direction: give --lexicon, which has all languages"
        )
    lexicons = Lexicons(options.source_lexicon, options.target_lexicon, options.lexicons)
    golds = tuple(_gold(plan, lexicons, options) for plan in planned)
    runs = tuple(
        _run(
            path,
            [
                _direction(plan.predictions[number], made, thresholds[number], options)
                for plan, made in zip(planned, golds, strict=True)
            ],
            options,
        )
        for number, path in enumerate(predictions)
    )
    return LexiconScores(runs, _compared(runs, options.draws), golds)


def write_golds(path: Path, golds: Sequence[DirectionGold]) -> int:
    """Write golds as they were restricted; return the number of their translations.

    Args:
        path: a dictionary of any format that can be written; of several directions a folder, which
            gets a table a direction.
        golds: what to write.

    Raises:
        InputError: a file cannot be written.
        ConfigError: the format cannot be written.
    """
    if len(golds) == 1:
        return write_lexicon(path, Lexicon(golds[0].translations, Origin(golds[0].name)))
    return sum(
        write_lexicon(path / f"{each.name}.tsv", Lexicon(each.translations, Origin(each.name)))
        for each in golds
    )


def _gold(plan: Plan, lexicons: Lexicons, options: LexiconScoreOptions) -> DirectionGold:
    skips = Skips()
    files = tuple(
        read_direction(
            path, plan.languages, reverse=reverse, reading=_readings(options)[0], skips=skips
        )
        for path, reverse in plan.golds
    )
    columns = files[0].columns
    for file in files[1:]:
        columns += file.columns
    words = lexicons.of(plan.languages, skips)
    rules = Rules(
        pos=options.pos, case=options.case, duplicates=options.duplicates, filter=options.filter
    )
    with naming(files[0].path):
        made = build_gold(columns, source_words=words[0], target_words=words[1], rules=rules)
    recalls: tuple[PivotRecall, ...] = ()
    warnings: tuple[str, ...] = ()
    if options.lexicons:
        recalls, warnings = pivot_overlap(lexicons.graph(skips), files, made, plan.direction)
    return DirectionGold(plan.direction, made, files, skips.entries(), recalls, warnings)


def _direction(
    path: Path, gold: DirectionGold, threshold: float, options: LexiconScoreOptions
) -> ScoredDirection:
    skips = Skips()
    wanted = gold.direction if gold.direction[1] else UNTOLD
    columns = read_direction(path, wanted, reading=_readings(options)[1], skips=skips).columns
    with naming(path):
        score = evaluate(
            gold.gold, columns, threshold=threshold, thresholds=threshold_grid(options.step)
        )
    if options.draws:
        score = replace(
            score,
            both=bootstrap(score.both, draws=options.draws),
            one=bootstrap(score.one, draws=options.draws),
            edges=replace(score.edges, score=bootstrap(score.edges.score, draws=options.draws)),
        )
    run = score.run
    return ScoredDirection(
        path,
        gold,
        score,
        part_scores(score),
        confidence(run.rows.score, run.right, run.entry) if len(run) else None,
        skips.entries(),
    )


def _run(
    path: Path, directions: Sequence[ScoredDirection], options: LexiconScoreOptions
) -> ScoredLexicon:
    scores = [each.score for each in directions]
    first = scores[0]
    main, one = first.main, first.other_filter
    if len(scores) > 1:
        main, one = (
            average([each.main for each in scores]),
            average([each.other_filter for each in scores]),
        )
        if options.draws:
            main, one = bootstrap(main, draws=options.draws), bootstrap(one, draws=options.draws)

    def mean(levels: Sequence[float] | NDArray[np.float64]) -> Curve:
        return mean_curve([threshold_curve(each.run, each.gold, levels) for each in scores])

    area = sum(each.auc for each in scores) / len(scores)
    errors = [each.auc_error for each in scores if each.auc_error is not None]
    error = math.hypot(*errors) / len(scores) if len(errors) == len(scores) else None
    return ScoredLexicon(
        prediction=path,
        threshold=first.threshold,
        directions=tuple(directions),
        average=main,
        one=one,
        sweep=mean(threshold_grid(options.step)).rows,
        best=mean(levels_of([each.run for each in scores])).best,
        auc=area,
        auc_interval=auc_interval(area, error),
        signature=with_threshold(main, first.threshold),
    )


def _readings(options: LexiconScoreOptions) -> tuple[Reading, Reading]:
    """Return how gold and predictions are read."""
    return (
        Reading(options.format, options.skip_bad),
        Reading(options.pred_format, options.skip_bad),
    )


def _thresholds(given: Sequence[float], systems: int) -> tuple[float, ...]:
    if len(given) not in (1, systems):
        raise ConfigError(
            f"there are {len(given)} thresholds and {systems} predictions: give one threshold for "
            "all, or one for each"
        )
    return tuple(given) if len(given) == systems else tuple(given) * systems


def _compared(
    runs: Sequence[ScoredLexicon], draws: int
) -> tuple[tuple[ScoredLexicon, ScoredLexicon, Comparison], ...]:
    if not draws:
        return ()
    found = compare_scores([run.average for run in runs], draws=draws)
    return tuple((runs[one], runs[other], each) for one, other, each in found)
