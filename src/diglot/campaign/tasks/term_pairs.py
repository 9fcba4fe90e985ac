"""The task ``term-pairs``: terms of two lists are paired, as in the BUCC 2022 shared task.

A corpus is the folder of a task: two lists of terms, the right pairs, and the texts. It can be made
here: of texts of both languages and a glossary, or of parallel text.

Reference: Adjali et al. 2022, "Overview of the 2022 BUCC shared task: bilingual term alignment in
comparable specialized corpora".
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.campaign.tables import Cell, Report, Table, mark_best
from diglot.campaign.tasks import SAME_LETTER, Item, Task, given_options, list_errors
from diglot.campaign.tasks.items import code_digest, find_files
from diglot.errors import ConfigError, describe_unknown
from diglot.evaluate.statistics.ranking import letters
from diglot.evaluate.statistics.significance import CORRECTIONS, LEVEL
from diglot.formats.term_lists import read_term_pairs, write_term_pairs
from diglot.formats.term_lists.bucc import BuccFolder, find_task
from diglot.pipeline.bucc.options import BuccFinishOptions, BuccOptions
from diglot.pipeline.bucc.task import PARTS, finish_task, prepare_task, task_of_texts
from diglot.pipeline.steps.scores.options import PairScoreOptions
from diglot.pipeline.steps.scores.terms import score_pairs
from diglot.pipeline.steps.terms.comparable import align_task
from diglot.pipeline.steps.terms.options import PairSystemOptions
from diglot.plurals import count_of
from diglot.report.plots.figures import rank_figures
from diglot.report.tables.pairs import notes_of, pairs_as_json
from diglot.terms import comparable
from diglot.terms.comparable import FORMER_NAMES
from diglot.terms.comparable.learned import feature_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.campaign.plan import Corpus, Plan, System
    from diglot.campaign.tables import Entry
    from diglot.campaign.tasks import Result
    from diglot.evaluate.rankings.splits import Difficulty
    from diglot.pipeline.steps.scores.terms import PairScores, ScoredPairs
    from diglot.report.plots.figures import Figure


_PACKAGES = ("terms", "words", "pipeline/steps/terms")
_SCORES = ("correct", "draws", "match", "oov", "enforce_ceiling")
_FILES = ("source_terms", "target_terms", "source_corpus", "target_corpus", "gold")
_MAKING = ("source", "target", "parallel", "prepare", "finish")


def _find(corpus: Corpus, folder: Path) -> list[Item]:
    """Return the one task of a corpus; make it if it is to be made."""
    value = corpus.settings["task"]
    if not isinstance(value, str) or not value:
        raise ConfigError(f"corpus {corpus.name}: task is {value!r}, but must be a folder")
    home = folder / value
    if "parallel" in corpus.settings:
        home = _made_of_parallel_text(corpus, folder, home)
    elif "source" in corpus.settings or "target" in corpus.settings:
        _make_of_texts(corpus, folder, home)
    found = find_task(home)
    files = {name: path for name in _FILES if (path := getattr(found, name)) is not None}
    if "gold" in corpus.settings and "source" not in corpus.settings:
        [files["gold"]] = find_files(corpus, "gold", folder)
    if "gold" not in files:
        raise ConfigError(f"corpus {corpus.name}: {home} holds no right pairs: name them as gold")
    if "train" in corpus.settings:
        files["train"] = _validated(folder / str(corpus.settings["train"]))
    return [Item(corpus, corpus.name, files)]


def _validated(path: Path) -> Path:
    """Return the file of the right pairs of a training part, or the file that is given."""
    found = find_task(path).gold if path.is_dir() else path
    return found or path


def _made_of_parallel_text(corpus: Corpus, folder: Path, home: Path) -> Path:
    """Prepare and finish a task of parallel text; return the folder of its test part."""
    who = f"corpus {corpus.name}"
    files = find_files(corpus, "parallel", folder)
    if len(files) > 2:
        raise ConfigError(
            f"{who}: parallel names {len(files)} files: give one memory, or two texts"
        )
    prepare = given_options(BuccOptions, _with_paths(corpus, "prepare", folder), f"{who}, prepare")
    prepare_task(files[0], files[1] if len(files) > 1 else None, out=home, options=prepare)
    finish = given_options(
        BuccFinishOptions, _with_paths(corpus, "finish", folder), f"{who}, finish"
    )
    finish_task(home, finish)
    return home / PARTS[1]


def _make_of_texts(corpus: Corpus, folder: Path, home: Path) -> None:
    """Make a task of texts of two languages that share their subject, and of a glossary."""
    from diglot.pipeline.steps.terms.extraction import extract_from

    for key in ("source", "target", "gold", "source_language", "target_language"):
        if key not in corpus.settings:
            raise ConfigError(f"corpus {corpus.name}: {key} is missing, which the task is made of")
    task_of_texts(
        home,
        find_files(corpus, "source", folder),
        find_files(corpus, "target", folder),
        find_files(corpus, "gold", folder),
        languages=_languages(corpus),
        extract=lambda texts: extract_from(texts).terms,
    )


def _languages(corpus: Corpus) -> tuple[str, str]:
    settings = corpus.settings
    return str(settings["source_language"]), str(settings["target_language"])


def _with_paths(corpus: Corpus, key: str, folder: Path) -> dict[str, Any]:
    options = corpus.settings.get(key, {})
    if not isinstance(options, dict):
        raise ConfigError(f"corpus {corpus.name}: {key} is not a table")
    return _as_paths(
        options,
        ("seed_terms", "target_seed_terms", "source_vectors", "target_vectors", "checked"),
        folder,
    )


def _as_paths(
    options: Mapping[str, Any], names: Sequence[str], folder: Path = Path()
) -> dict[str, Any]:
    """Return options with paths for the names of files."""
    found = dict(options)
    for name in names:
        value = found.get(name)
        if isinstance(value, str):
            found[name] = folder / value
        elif isinstance(value, list | tuple):
            found[name] = tuple(folder / each for each in value)
    return found


def _check(plan: Plan) -> None:
    for system in plan.systems:
        if system.kind == "method":
            _options(system)
            method = comparable.FORMER_NAMES.get(system.method, system.method)
            if method not in comparable.METHODS:
                raise ConfigError(
                    f"system {system.name}: "
                    f"{describe_unknown('method', system.method, comparable.METHODS)}"
                )
    scoring_of(plan)


def _options(system: System) -> PairSystemOptions:
    """Return what a system may use; relative paths are those of the folder that it runs in."""
    options = _as_paths(
        system.options, ("ranker", "dictionaries", "source_vectors", "target_vectors", "bitext")
    )
    for name in ("dictionaries", "bitext"):
        if isinstance(options.get(name), Path):
            options[name] = (options[name],)
    return given_options(PairSystemOptions, options, f"system {system.name}", method=system.method)


def _run(system: System, items: Sequence[Item], outputs: Sequence[Path], shared: Path) -> None:
    options = _options(system)
    code = code_digest((*_PACKAGES, "learning"))
    for item, path in zip(items, outputs, strict=True):
        task, train = _task_of(item), item.files.get("train")
        write_term_pairs(path, align_task(task, options, train, shared=shared, code=code))


def _task_of(item: Item) -> BuccFolder:
    """Return the files of a task without its right pairs."""
    languages = find_task(item.files["source_terms"].parent).languages
    return BuccFolder(
        languages,
        item.files["source_terms"],
        item.files["target_terms"],
        source_corpus=item.files.get("source_corpus"),
        target_corpus=item.files.get("target_corpus"),
    )


def _prepare(item: Item, _: str, __: Path) -> dict[str, Path]:
    return {name: path for name, path in item.files.items() if name != "gold"}


def _adopt(_: System, item: Item, path: Path, output: Path) -> None:
    write_term_pairs(output, read_term_pairs(path, languages=_task_of(item).languages))


# Scores: tables 5 to 8 and figures 1 to 3 of the shared task.

DRAWS = 1000
EXAMPLES = 20
"""Rows of the tables of hard and of easy pairs."""
_COUNTS = {"nSys": "pairs", "nGold": "gold", "TP": "tp", "FP": "fp", "FN": "fn"}
_SHARES = {"P": "precision", "R": "recall", "F1": "f1"}


def scoring_of(plan: Plan) -> PairScoreOptions:
    """Return how pairs are counted.

    Raises:
        ConfigError: a value is out of bounds.
    """
    given = {name: value for name, value in plan.scores.items() if name != "correct"}
    return given_options(PairScoreOptions, {"draws": DRAWS, **given}, "[scores]")


def evaluate(plan: Plan, results: Sequence[Result]) -> Report:
    """Score all results of a campaign of term pairs.

    Raises:
        InputError: gold cannot be read, or holds no pair.
    """
    by_item: dict[str, list[Result]] = defaultdict(list)
    for each in results:
        by_item[each.item.corpus.name].append(each)
    tables: list[Table] = []
    figures: dict[str, Figure] = {}
    signatures = []
    items: dict[str, dict[int, list[dict[str, Any]]]] = {each.name: {} for each in plan.systems}
    notes = [
        f"{system.name}: the method {system.method} is called {FORMER_NAMES[system.method]} now"
        for system in plan.systems
        if system.method in FORMER_NAMES
    ]
    notes += [_tell_features(each) for each in plan.systems if each.method in PUBLISHED]
    for number, (name, own) in enumerate(by_item.items()):
        mark, title = ("", "") if len(by_item) == 1 else (f"{number + 1}-", f" ({name})")
        made = [each for each in own if each.path is not None]
        failed = [each.system for each in own if each.path is None]
        paths = [each.path for each in own if each.path is not None]
        scores = _score(plan, own[0].item, paths) if paths else None
        systems = [each.system for each in made]
        tables += [
            replace(each, name=f"{mark}{each.name}", title=f"{each.title}{title}")
            for each in _tables(plan, scores, systems, failed, number)
        ]
        if scores is None:
            continue
        runs = scores.runs
        drawn = rank_figures(
            systems,
            [run.curve for run in runs],
            [run.score.values["ap"] for run in runs],
            what="term pairs",
        )
        figures |= {f"{mark}figure-{place}": each for place, each in enumerate(drawn, 1)}
        signatures += [str(runs[0].score.signature)]
        signatures += [str(test.signature) for _, _, test in scores.compared[:1]]
        for system, rows in _behind(systems, runs).items():
            items[system][number] = rows
        for system, run in zip(systems, runs, strict=True):
            notes += [f"{system}{title}: {note}" for note in notes_of(run.score)]
    return Report(
        tuple(tables),
        figures=figures,
        notes=tuple(notes),
        signatures=tuple(dict.fromkeys(signatures)),
        items=items,
        documents=tuple(by_item),
    )


PUBLISHED = ("ijs-1", "ijs-2", "ijs-3")
"""Methods that stand for published runs, which had `FEATURES`; which run had which is not known."""
FEATURES = 237


def _tell_features(system: System) -> str:
    """Say how many of the published features a run has, and which it lacks."""
    encoders = len(_options(system).encoders) or 1
    names = feature_names(system.method, encoders if system.method == "ijs-3" else 0)
    lacking = [] if system.method != "ijs-1" else ["34 of neighbours among word vectors"]
    if rest := (FEATURES - len(names) - (34 if lacking else 0)) // 34:
        lacking.append(f"34 of each of {rest} sentence encoders")
    missing = f"; without {' and '.join(lacking)}" if lacking else ""
    return f"{system.name}: {len(names)} of the {FEATURES} features of the published runs{missing}"


def _score(plan: Plan, item: Item, paths: Sequence[Path] = ()) -> PairScores:
    options = replace(
        scoring_of(plan),
        source_terms=item.files["source_terms"],
        target_terms=item.files["target_terms"],
    )
    return score_pairs(item.files["gold"], paths, options)


def _tables(
    plan: Plan,
    scores: PairScores | None,
    systems: Sequence[str],
    failed: Sequence[str],
    number: int,
) -> list[Table]:
    if scores is None:
        return [_run_table((), {}, {}, failed, number)]
    runs = dict(zip(systems, scores.runs, strict=True))
    order = sorted(runs, key=lambda name: (-runs[name].score.values["ap"], name))
    tests, groups = _tests(plan, scores, runs, order)
    tables = [
        _run_table(order, runs, groups, failed, number),
        _limit_table(order, runs),
    ]
    if scores.difficulty is not None:
        tables += _difficulty_tables(scores.difficulty, systems)
    return [*tables, *tests]


def _run_table(
    order: Sequence[str],
    runs: Mapping[str, ScoredPairs],
    groups: Mapping[str, str],
    failed: Sequence[str],
    number: int,
) -> Table:
    """Table 5: the figures that `score pairs` gives, by average precision."""
    known = {name: pairs_as_json(runs[name]) for name in order}
    columns = [
        [
            Cell(
                known[name][key],
                runs[name].score.intervals.get(key),
                groups.get(name, "") if key == "ap_expected" else "",
                items=(name, (number,)),
                digits=4,
            )
            for name in order
        ]
        for key in ("ap", "ap_expected", *_SHARES.values())
    ]
    marked = mark_best(columns)
    counts = [
        [Cell(float(known[name][key]), digits=0) for name in order] for key in _COUNTS.values()
    ]
    rows: list[tuple[Entry, ...]] = [
        (name, *(column[k] for column in (*marked[:2], *counts, *marked[2:])))
        for k, name in enumerate(order)
    ]
    empty = [Cell(None)] * (len(_COUNTS) + len(_SHARES) + 2)
    rows += [(name, *empty) for name in failed]
    notes = ["AP in the order of the list, as the organisers' scorer has it; expected over ties"]
    if groups:
        notes.append(SAME_LETTER)
    return Table(
        "table-5",
        "Table 5: scores of the runs",
        ("run", "AP", "expected", *_COUNTS, *_SHARES),
        tuple(rows),
        notes=tuple(notes),
        brief=True,
    )


def _limit_table(order: Sequence[str], runs: Mapping[str, ScoredPairs]) -> Table:
    """Count pairs outside the lists, repeated pairs, and those beyond the ceiling of the task."""
    rows: list[tuple[Entry, ...]] = []
    for name in order:
        found = pairs_as_json(runs[name])
        unfiltered = found["unfiltered"]
        rows.append(
            (
                name,
                *(
                    Cell(None if found[key] is None else float(found[key]), digits=0)
                    for key in ("oov", "duplicates", "tied", "beyond_ceiling")
                ),
                Cell(unfiltered["ap"] if unfiltered else None, digits=4),
                *(Cell(found["p_at"][rank], digits=4) for rank in ("100", "500", "1000")),
            )
        )
    ceiling = runs[order[0]].score.gold.ceiling
    return Table(
        "limits",
        "Terms of no list, and the ceiling",
        ("run", "OOV", "repeated", "tied", "beyond the ceiling", "AP with OOV",
         "P@100", "P@500", "P@1000"),
        tuple(rows),
        notes=() if ceiling is None else (f"the ceiling is {count_of(ceiling, 'pair')}",),
        brief=True,
    )  # fmt: skip


def _difficulty_tables(found: Difficulty, systems: Sequence[str]) -> list[Table]:
    """Tables 6 to 8: gold pairs by how many runs found them, the hard ones and the easy ones."""
    first = found.bins[0]
    bins: tuple[tuple[Entry, ...], ...] = tuple(
        (
            str(each.runs),
            Cell(float(each.size), digits=0),
            Cell(100 * each.share, digits=1),
            *(
                Cell(float(count), digits=0)
                for count in (*each.words.values(), *each.cognates.values())
            ),
            Cell(each.similarity),
        )
        for each in found.bins
    )
    hard: list[tuple[Entry, ...]] = []
    for pair in found.of(0)[:EXAMPLES]:
        miss = max(pair.misses, key=lambda each: (each.similarity, -each.rank), default=None)
        said = ("–", "") if miss is None else (miss.target, systems[miss.run])
        hard.append((pair.source, pair.target, *said))
    easy: list[tuple[Entry, ...]] = [(pair.source, pair.target) for pair in found.of(len(systems))]
    return [
        Table(
            "table-6",
            "Table 6: gold pairs by the number of runs that found them",
            ("found by", "pairs", "%", *first.words, *first.cognates, "mean similarity"),
            bins,
            brief=True,
        ),
        Table(
            "table-7",
            "Table 7: pairs that no run found, and the nearest answer",
            ("source", "target", "nearest", "of"),
            tuple(hard),
            labels=4,
            notes=(f"{len(hard)} of {count_of(first.size, 'pair')}",),
        ),
        Table(
            "table-8",
            "Table 8: pairs that all runs found",
            ("source", "target"),
            tuple(easy[:EXAMPLES]),
            labels=2,
            notes=(f"{min(EXAMPLES, len(easy))} of {count_of(len(easy), 'pair')}",),
            brief=True,
        ),
    ]


def _tests(
    plan: Plan, scores: PairScores, runs: Mapping[str, ScoredPairs], order: Sequence[str]
) -> tuple[list[Table], dict[str, str]]:
    """Return the table of all pairs of systems with corrected p, and the letters."""
    names = {id(run): name for name, run in runs.items()}
    found = [(names[id(one)], names[id(other)], test) for one, other, test in scores.compared]
    if not found or any(test.p != test.p for _, _, test in found):  # NaN: too few terms
        return [], {}
    corrected = CORRECTIONS[plan.scores.get("correct", "holm")]([test.p for _, _, test in found])
    apart = {
        (one, other) for (one, other, _), p in zip(found, corrected, strict=True) if p < 1 - LEVEL
    }
    rows: list[tuple[Entry, ...]] = [
        (
            one,
            other,
            Cell(-test.difference, (-test.interval[1], -test.interval[0]), digits=4),
            Cell(test.p),
            Cell(p),
        )
        for (one, other, test), p in zip(found, corrected, strict=True)
    ]
    table = Table(
        "tests",
        "All pairs of systems, expected AP",
        ("first", "second", "difference", "p", "corrected p"),
        tuple(rows),
        labels=2,
        notes=("paired bootstrap over source terms",),
    )
    return [table], letters(order, apart)


def _behind(systems: Sequence[str], runs: Sequence[ScoredPairs]) -> dict[str, list[dict[str, Any]]]:
    """Return the errors of the systems, see `list_errors`."""
    right, wrong = {}, {}
    for name, run in zip(systems, runs, strict=True):
        ranked, gold = run.score.run, run.score.gold.pairs
        listed = list(zip(ranked.keys[: len(ranked.ranking)], ranked.pairs, strict=False))
        right[name] = {key for key, _ in listed if key in gold}
        wrong[name] = dict.fromkeys((pair for key, pair in listed if key not in gold), "wrong")
    return list_errors(runs[0].score.gold.pairs, right, wrong)


TASK = Task(
    name="term-pairs",
    inputs=("task",),
    gold=(),
    optional=("train",),
    hidden=("gold",),
    settings=(*_MAKING, "source_language", "target_language"),
    scores=_SCORES,
    extension=".tsv",
    formats={"reads": ("task",), "writes": ("tsv",)},
    check=_check,
    check_gold=_score,
    run=_run,
    prepare=_prepare,
    adopt=_adopt,
    evaluate=evaluate,
    together=False,
    packages=_PACKAGES,
    shares=True,
    find=_find,
)
