"""The tasks of campaigns, each a module with a record ``TASK``.

The plan of a campaign enters. The record of its task leaves, which says which files a corpus has,
how a system is run on them, and how its output is scored and shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from diglot.campaign.tables import Cell, Table
from diglot.errors import ConfigError, describe_unknown
from diglot.evaluate.statistics.ranking import Ranking, mean_intervals, rank_systems
from diglot.evaluate.statistics.significance import CORRECTIONS, DRAWS
from diglot.options import options_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
    from pathlib import Path

    from diglot.campaign.plan import Corpus, Plan, System
    from diglot.campaign.tables import Report
    from diglot.model import Score

Record = TypeVar("Record")
Key = TypeVar("Key", bound="Hashable")

TASKS: Mapping[str, str] = {
    "labels": "diglot.campaign.tasks.labels",
    "lexicon": "diglot.campaign.tasks.lexicon",
    "sentences": "diglot.campaign.tasks.sentences",
    "term-pairs": "diglot.campaign.tasks.term_pairs",
    "terminology": "diglot.campaign.tasks.terminology",
    "terms": "diglot.campaign.tasks.terms",
    "words": "diglot.campaign.tasks.labels",
}
"""Tasks by name; each module holds ``TASK``."""


def task_named(name: str) -> Task:
    """Return the record of a task.

    Raises:
        ConfigError: there is no such task.
    """
    if name not in TASKS:
        raise ConfigError(describe_unknown("task", name, TASKS))
    found: Task = import_module(TASKS[name]).TASK
    return found


@dataclass(frozen=True, slots=True)
class Item:
    """One document, pair of documents or direction that every system has to work on.

    Attributes:
        corpus: where it belongs.
        name: unique in its corpus.
        files: files by their key in the corpus, gold included; several of one key are ``key/0``,
            ``key/1`` and so on.
    """

    corpus: Corpus
    name: str
    files: Mapping[str, Path]

    @property
    def title(self) -> str:
        """What reports call it."""
        return f"{self.corpus.name}: {self.name}"


@dataclass(frozen=True, slots=True)
class Usage:
    """What a run cost: the whole process, its children included.

    Attributes:
        cpu: CPU seconds, user and system.
        wall: seconds on the clock.
        peak: most memory resident at one time, megabytes (10^6 bytes).
    """

    cpu: float
    wall: float
    peak: float


NOT_RUN = "not run yet"
"""The error of a result that is still to be made."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one system made of one item.

    Attributes:
        system: its name.
        item: what it worked on.
        path: the output in the form of the task; None if the run failed.
        usage: cost of the run; None for outputs made elsewhere.
        shared: items of the same run, which share its cost.
        error: why there is none, in one line.
    """

    system: str
    item: Item
    path: Path | None
    usage: Usage | None = None
    shared: int = 1
    error: str = ""


class Evaluate(Protocol):
    """The scorer of a task."""

    def __call__(self, plan: Plan, results: Sequence[Result]) -> Report:
        """Return the tables, figures and items of all results."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One kind of campaign.

    Attributes:
        name: as ``task`` in a campaign file.
        inputs: keys of a corpus that hold patterns of files and must be there; systems see them.
        gold: keys of files that only the scorer sees.
        optional: keys of files that may be there; systems see them.
        hidden: keys of files that may be there, and only the scorer sees.
        settings: further keys of a corpus.
        scores: keys of ``[scores]``.
        extension: of outputs.
        formats: what a command may read and write: names by ``reads`` and ``writes``.
        check: refuses a system whose method or options the task does not know, or scores that make
            no sense, by a ConfigError; called before any work.
        check_gold: refuses what only the scorer sees, if it cannot be read or does not fit an item,
            by an InputError; takes the plan and the item, and is called before any system runs.
        run: runs ``system.method`` with ``system.options`` on items of one corpus, and writes an
            output to the path of each; takes the system, the items and the paths, and the folder of
            what runs share if ``shares``.
        prepare: writes the inputs of an item in a format for a command into a folder; gives the
            files that ``{key}`` stands for.
        adopt: turns the output of a command, or one made elsewhere, into the form of the task.
        evaluate: scores everything.
        together: whether a run of a method takes all items of a corpus at once, as where these
            share what is learned, or one at a time.
        packages: of diglot that the methods are in; a change there makes results anew.
        shares: whether runs keep in a folder what others need, too.
        find: gives the items of a corpus where a pattern does not, as where many files make one
            item; takes the corpus and the folder of the campaign file.
    """

    name: str
    inputs: tuple[str, ...]
    gold: tuple[str, ...]
    optional: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    scores: tuple[str, ...] = ()
    extension: str
    formats: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    check: Callable[[Plan], None]
    check_gold: Callable[[Plan, Item], object]
    run: Callable[..., None]
    prepare: Callable[[Item, str, Path], Mapping[str, Path]]
    adopt: Callable[[System, Item, Path, Path], None]
    evaluate: Evaluate
    together: bool = True
    packages: tuple[str, ...] = ()
    shares: bool = False
    find: Callable[[Corpus, Path], Sequence[Item]] | None = None

    def check_plan(self, plan: Plan) -> None:
        """Refuse what the task does not know of scores, and what `check` refuses.

        Raises:
            ConfigError: a key of ``[scores]``, a correction, a system or an option is unknown, or
                a number is none.
        """
        for key in plan.scores:
            if key not in self.scores:
                raise ConfigError(describe_unknown("key of [scores]", key, self.scores))
        for key in ("draws", "seed"):
            value = plan.scores.get(key, 0)
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                raise ConfigError(f"{key} of [scores] is {value!r}, but must be a whole number")
        correction = plan.scores.get("correct", "holm")
        if correction not in CORRECTIONS:
            raise ConfigError(describe_unknown("correction", correction, CORRECTIONS))
        self.check(plan)


def no_results(plan: Plan, item: Item) -> list[Result]:
    """Return the result of a system that failed, with which only gold is left to be read."""
    return [Result(plan.systems[0].name, item, None)]


def number_items(results: Sequence[Result]) -> tuple[list[Item], dict[tuple[str, str], int]]:
    """Return the items of results in their order, and their numbers by corpus and name."""
    items = {(each.item.corpus.name, each.item.name): each.item for each in results}
    return list(items.values()), {key: number for number, key in enumerate(items)}


SAME_LETTER = "systems that share a letter do not differ (corrected p at least .05)"


def rank_by_f1(plan: Plan, scores: Mapping[str, Score]) -> Ranking:
    """Rank systems by the mean of their F, and compare all of them, as a plan asks for."""
    return rank_systems(
        scores,
        "f1",
        correction=plan.scores.get("correct", "holm"),
        draws=plan.scores.get("draws", DRAWS),
        seed=plan.scores.get("seed", 0),
    )


def test_table(name: str, figure: str, ranking: Ranking) -> Table:
    """Show all pairs of systems with corrected p."""
    return Table(
        name,
        f"All pairs of systems, {figure}",
        ("first", "second", "difference", "p", "corrected p"),
        tuple(
            (
                *(each.first, each.second),
                Cell(each.difference, each.interval),
                *(Cell(each.p), Cell(each.corrected)),
            )
            for each in ranking.tests
        ),
        labels=2,
        notes=(f"paired bootstrap over {ranking.units:,} {ranking.unit}s",),
    )


def intervals_of(plan: Plan, *scores: Score) -> list[dict[str, tuple[float, float]]]:
    """Return the intervals of the means of all figures, with the draws that a plan asks for."""
    draws, seed = plan.scores.get("draws", DRAWS), plan.scores.get("seed", 0)
    return mean_intervals(scores, draws=draws, seed=seed)


def given_options(
    record: type[Record], options: Mapping[str, Any], who: str, **others: Any
) -> Record:
    """Return a record of the options of a system, which TOML gives as plain values.

    Raises:
        ConfigError: an option is unknown or out of bounds; it names the system.
    """
    known = [each.name for each, _ in options_of(record)]
    for name in options:
        if name not in known:
            raise ConfigError(f"{who}: {describe_unknown('option', name, known)}")
    values = {
        name: tuple(value) if isinstance(value, list) else value for name, value in options.items()
    }
    try:
        return record(**{**values, **others})
    except (ConfigError, TypeError) as error:
        raise ConfigError(f"{who}: {error}") from error


SHOWN = 60
"""Rows shown behind a figure, of one system and item."""


def list_errors(
    gold: Mapping[Key, tuple[str, str]],
    right: Mapping[str, Collection[Key]],
    wrong: Mapping[str, Mapping[tuple[str, str], str]],
) -> dict[str, list[dict[str, Any]]]:
    """Return gold pairs that a system missed, and its highest wrong pairs, by system.

    Args:
        gold: the right pairs.
        right: those that each system has.
        wrong: wrong pairs of each system, best first, with what to call them.
    """

    def shown(kind: str, pair: tuple[str, str], others: list[str]) -> dict[str, Any]:
        return {"kind": kind, "source": [pair[0]], "target": [pair[1]], "others": others}

    found = {}
    for name, own in right.items():
        missed = {
            key: [other for other, known in right.items() if key in known]
            for key in gold
            if key not in own
        }
        # What others found comes first: there is something to learn from.
        best = sorted(missed, key=lambda key: -len(missed[key]))[: SHOWN // 2]
        found[name] = [shown("missed", gold[key], missed[key]) for key in best]
        found[name] += [
            shown(kind, pair, [each for each in wrong if each != name and pair in wrong[each]])
            for pair, kind in islice(wrong[name].items(), SHOWN // 2)
        ]
    return found
