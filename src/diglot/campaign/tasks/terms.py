"""The task ``terms``: terms are extracted from texts of one language, as people annotated them.

A corpus is texts of one subject, with the list of their terms.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.campaign.tables import Cell, Report, Table, mark_best
from diglot.campaign.tasks import (
    SAME_LETTER,
    SHOWN,
    Item,
    Result,
    Task,
    given_options,
    intervals_of,
    number_items,
    rank_by_f1,
)
from diglot.campaign.tasks.items import find_files
from diglot.errors import ConfigError, describe_unknown
from diglot.evaluate.rankings.average_precision import draw_ap
from diglot.evaluate.rankings.ranked_pairs import key_of
from diglot.evaluate.statistics import aggregate
from diglot.evaluate.statistics.significance import DRAWS, percentiles
from diglot.formats.term_lists import read_term_list, write_term_list
from diglot.pipeline.steps.scores.options import TermScoreOptions
from diglot.pipeline.steps.scores.terms import ScoredTerms, score_terms
from diglot.pipeline.steps.terms.extraction import extract_terms, write_terms
from diglot.pipeline.steps.terms.options import ExtractOptions, TextOptions
from diglot.report.plots.figures import rank_figures
from diglot.terms.extraction.extract import RANKER
from diglot.terms.extraction.measures import MEASURES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.campaign.plan import Corpus, Plan, System
    from diglot.campaign.tables import Entry
    from diglot.evaluate.rankings.average_precision import Ranking
    from diglot.evaluate.statistics.aggregate import Floats
    from diglot.model import Score
    from diglot.report.plots.figures import Figure

_READING = ("language", "lines", "tokenised", "encoding")
_PATHS = ("stop_words", "stop_list", "existing", "reference", "ranker")
_COLUMNS = ("document", "term", *aggregate.COLUMNS[2:])
_HEADS = {"f1": "F", "precision": "P", "recall": "R"}


def _find(corpus: Corpus, folder: Path) -> list[Item]:
    files = {f"texts/{k}": path for k, path in enumerate(find_files(corpus, "texts", folder))}
    [gold] = find_files(corpus, "gold", folder)
    return [Item(corpus, corpus.name, {**files, "gold": gold})]


def _check(plan: Plan) -> None:
    _scoring(plan, None)
    for system in plan.systems:
        if system.kind == "method":
            _options(system, {})
            if system.method not in (known := (RANKER, *MEASURES)):
                why = describe_unknown("method", system.method, known)
                raise ConfigError(f"system {system.name}: {why}")


def _scoring(plan: Plan, language: Any) -> TermScoreOptions:
    given = {name: plan.scores[name] for name in ("match", "variants") if name in plan.scores}
    return given_options(TermScoreOptions, {"language": language, **given}, "[scores]")


def _options(system: System, settings: Mapping[str, Any]) -> ExtractOptions:
    options: dict[str, Any] = dict(system.options)
    for name in _PATHS:
        if isinstance(value := options.get(name), list):
            options[name] = [Path(each) for each in value]
        elif value is not None:
            options[name] = Path(value)
    who = f"system {system.name}"
    if "texts" in options or "method" in options:
        raise ConfigError(f"{who}: texts and method are not options of a method")
    reading = {name: settings[name] for name in _READING if name in settings}
    texts = given_options(TextOptions, reading, who)
    return given_options(ExtractOptions, options, who, method=system.method, texts=texts)


def _texts(item: Item) -> dict[str, Path]:
    return {key: path for key, path in item.files.items() if key != "gold"}


def _run(system: System, items: Sequence[Item], outputs: Sequence[Path]) -> None:
    for item, path in zip(items, outputs, strict=True):
        options = _options(system, item.corpus.settings)
        write_terms(path, extract_terms(list(_texts(item).values()), options))


def _prepare(item: Item, _: str, folder: Path) -> dict[str, Path]:
    texts = folder / "texts"
    texts.mkdir()
    for key, path in _texts(item).items():
        (texts / f"{key.partition('/')[2]}-{path.name}").write_bytes(path.read_bytes())
    return {"texts": texts}


def _adopt(_: System, item: Item, path: Path, output: Path) -> None:
    write_term_list(output, read_term_list(path, language=item.corpus.settings.get("language")))


class _Scores:
    """What the systems extracted of each corpus, by name of the system and number of the corpus."""

    def __init__(self, plan: Plan, results: Sequence[Result]) -> None:
        self.plan = plan
        self.systems = [system.name for system in plan.systems]
        self.items, place = number_items(results)
        self.made: dict[int, dict[str, Path]] = defaultdict(dict)
        for each in results:
            if each.path is not None:
                number = place[each.item.corpus.name, each.item.name]
                self.made[number][each.system] = each.path
        self.gold: dict[int, set[str]] = {}
        self.found: dict[tuple[str, int], dict[str, str]] = defaultdict(dict)
        self.terms: dict[int, list[str]] = {}
        for number, item in enumerate(self.items):
            language = item.corpus.settings.get("language")
            key = key_of(_scoring(plan, language).match, language)
            read = partial(read_term_list, language=language)
            self.gold[number] = {key(term.text) for term in read(item.files["gold"])}
            for name, path in self.made[number].items():
                found = reversed(read(path))
                self.found[name, number] = {key(term.text): term.text for term in found}
            own = (self.found[name, number] for name in self.systems)
            self.terms[number] = sorted(self.gold[number].union(*own))

    def score(self, system: str, numbers: Sequence[int]) -> Score:
        """Return how the terms of a system agree with gold; a row is a term of anybody."""
        rows = []
        for number in numbers:
            own, gold = self.found[system, number], self.gold[number]
            table = [
                (number, k, term in own and term in gold, term in own, term in own and term in gold,
                 term in gold)
                for k, term in enumerate(self.terms[number])
            ]  # fmt: skip
            rows.append(np.array(table, np.float64))
        metrics = partial(aggregate.link_metrics, metric="labels")
        return aggregate.score("terms", np.vstack(rows), _COLUMNS, metrics, given=("gold",))

    def cells(self, system: str, numbers: Sequence[int]) -> dict[str, Cell]:
        """Return the means of all figures over corpora, with their intervals."""
        score = self.score(system, numbers)
        known, [bounds] = aggregate.per_document(score), intervals_of(self.plan, score)
        behind = system, tuple(numbers)
        return {
            key: Cell(float(np.mean([each[key] for each in known])), bounds.get(key), items=behind)
            for key in _HEADS
        }


def _score(plan: Plan, item: Item, made: Sequence[Path] = ()) -> tuple[ScoredTerms, ...]:
    options = _scoring(plan, item.corpus.settings.get("language"))
    return score_terms(item.files["gold"], made, options)


def evaluate(plan: Plan, results: Sequence[Result]) -> Report:
    """Score all results of a campaign of term extraction.

    Raises:
        InputError: gold cannot be read, or holds no term.
    """
    scores = _Scores(plan, results)
    ranked = [number for number, item in enumerate(scores.items) if item.corpus.rank]
    working = [name for name in scores.systems if any(name in scores.made[k] for k in ranked)]
    figures: dict[str, Figure] = {}
    average: dict[tuple[str, int], tuple[float, Floats]] = {}
    rows: list[tuple[Entry, ...]] = []
    for number, item in enumerate(scores.items):
        made = scores.made[number]
        runs = _score(plan, item, [*made.values()])
        aps = [run.forms.values["ap"] for run in runs]
        for name, ap, run in zip(made, aps, runs, strict=True):
            average[name, number] = ap, _draw_ap(plan, run.forms.ranking)
        curves = [run.curve for run in runs]
        drawn = rank_figures(list(made), curves, aps, what="terms") if runs else ()
        figures |= {f"{item.name}-{place}": each for place, each in enumerate(drawn, 1)}
        for name in scores.systems:
            cells = list(scores.cells(name, [number]).values()) if name in made else [None] * 3
            found = len(scores.found[name, number]) if name in made else None
            own = [average[name, number]] if name in made else []
            rows.append((item.corpus.type, item.name, name, found, *cells, _mean_ap(own)))
    tables = [
        Table(
            "texts",
            "Terms of every corpus",
            ("type", "corpus", "system", "terms", *_HEADS.values(), "AP"),
            tuple(rows),
            labels=3,
            brief=True,
        )
    ]
    signatures: tuple[str, ...] = ()
    if working:
        ranking = rank_by_f1(plan, {name: scores.score(name, ranked) for name in working})
        nothing = 0.0, np.zeros(plan.scores.get("draws", DRAWS))
        means = {
            name: _mean_ap([average.get((name, k), nothing) for k in ranked])
            for name in ranking.values
        }
        tables.insert(0, _ranking_table(scores, ranked, ranking.letters, means, ranking.note))
        signatures = (f"F: {ranking.signature}",)
    return Report(
        tuple(tables),
        figures,
        signatures=signatures,
        items={
            name: {number: _wrong(scores, name, number) for number in range(len(scores.items))}
            for name in scores.systems
        },
        documents=tuple(item.title for item in scores.items),
    )


def _draw_ap(plan: Plan, ranking: Ranking) -> Floats:
    draws, seed = plan.scores.get("draws", DRAWS), plan.scores.get("seed", 0)
    return draw_ap(ranking, draws=draws, seed=seed)


def _mean_ap(found: Sequence[tuple[float, Floats]]) -> Cell:
    """Return the mean over corpora, with an interval where each has enough terms."""
    if not found:
        return Cell(None)
    drawn = [each for _, each in found]
    interval = percentiles(np.mean(drawn, axis=0)) if all(map(len, drawn)) else None
    return Cell(float(np.mean([ap for ap, _ in found])), interval)


def _ranking_table(
    scores: _Scores,
    ranked: Sequence[int],
    letters: Mapping[str, str],
    means: Mapping[str, Cell],
    note: str,
) -> Table:
    """Rank the systems by F; ``means`` are their average precisions, in that order."""
    known = {name: scores.cells(name, ranked) for name in means}
    columns = [[known[name][key] for name in means] for key in _HEADS]
    columns[0] = [
        replace(cell, letters=letters.get(name, ""))
        for name, cell in zip(means, columns[0], strict=True)
    ]
    rows: list[tuple[Entry, ...]] = [
        (name, *cells, sum(name not in scores.made[k] for k in ranked) or None)
        for name, *cells in zip(means, *mark_best([*columns, [*means.values()]]), strict=True)
    ]
    rows += [(name, *[None] * 4, len(scores.items)) for name in scores.systems if name not in means]
    notes = [f"mean over {len(ranked)} corpora; a corpus that a system failed on has no terms"]
    notes += [note] if note else [SAME_LETTER] if letters else []
    head = ("system", *_HEADS.values(), "AP", "failed")
    return Table("ranking", "Ranking", head, tuple(rows), notes=tuple(notes), brief=True)


def _wrong(scores: _Scores, system: str, number: int) -> list[dict[str, Any]]:
    """Return the terms that a system made up, and those that it missed."""
    own, gold = scores.found[system, number], scores.gold[number]
    wrong = [(key, "wrong", text) for key, text in own.items() if key not in gold]
    wrong += [(key, "missed", key) for key in gold - own.keys()]
    return [
        {
            "kind": kind,
            "source": text,
            "target": "",
            "others": [
                name for name in scores.systems
                if name != system and key in scores.found[name, number]
            ],
        }
        for key, kind, text in sorted(wrong)[:SHOWN]
    ]  # fmt: skip


TASK = Task(
    name="terms",
    inputs=("texts",),
    gold=("gold",),
    settings=_READING,
    scores=("match", "variants", "correct", "draws", "seed"),
    extension=".tsv",
    formats={"reads": ("files",)},
    check=_check,
    check_gold=_score,
    run=_run,
    prepare=_prepare,
    adopt=_adopt,
    evaluate=evaluate,
    together=False,
    find=_find,
    packages=("terms", "pipeline/steps/terms"),
)
