"""Inferred dictionaries measured: ``python -m bench.lexicons.quality [PART ...]``.

Three parts. ``methods``: every named method, six directions, on the graph of Apertium's 27
dictionaries; the default method on the graph with more pivots, too. Gold is FreeDict's English and
French, restricted to the words of the graph; lower-cased, parts of speech ignored, threshold .5.
``costs``: loading, training and inferring. ``calibration``: how far the probabilities of the
default method hold on dictionaries that were hidden from it.

Every row of ``methods`` is a process of its own, so that its memory is its own, too.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from bench import pages
from bench.data import data_folder
from bench.measure import CommandError, Cost, measured
from bench.speed import Limit, Measurement
from bench.tables import NOTHING, figure, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from diglot.lexicons.graph.graph import Graph
    from diglot.pipeline.steps.lexicons.inference import Inference

PARTS = ("methods", "costs", "calibration")
TITLES = {
    "lexicon methods": "Inferred dictionaries by method: P/R/F/coverage at .5",
    "lexicon costs": "Dictionaries: time and memory of whole commands",
    "lexicon calibration": "Probabilities of inferred entries on hidden dictionaries",
}
"""Of the tables, by the names that pages of the manual call them."""
GRAPHS = ("apertium-rdf27", "merged-pivots")
QUICK_METHODS = ("otic", "learned")
DIRECTIONS = (
    ("en", "fr"),
    ("fr", "en"),
    ("fr", "pt"),
    ("pt", "fr"),
    ("en", "pt"),
    ("pt", "en"),
)
GOLDS = {("en", "fr"): "freedict.eng-fra.tsv", ("fr", "en"): "freedict.fra-eng.tsv"}
FIGURES = ("precision", "recall", "f1", "coverage")
LONGEST = 600.0
"""Seconds that a method may take for all directions."""
LARGEST = 4000.0
"""Megabytes that it may need."""
CALIBRATED = 0.05
"""Expected calibration error that the probabilities may have."""
THRESHOLD = 0.5


@dataclass(frozen=True, slots=True)
class Setting:
    """A method with its options, as a row of the table has it."""

    name: str
    method: str
    options: Mapping[str, str] = field(default_factory=dict)


SETTINGS = (
    Setting("otic, es (the shared task's baseline)", "otic", {"pivots": "es"}),
    Setting("otic, best pivot", "otic", {"combine": "max"}),
    Setting("otic, mean of pivots", "otic", {"combine": "mean"}),
    Setting("otic, two pivots", "otic", {"combine": "votes"}),
    Setting("walk", "walk"),
    Setting("cycles", "cycles"),
    Setting("word2vec", "word2vec"),
    Setting("pivotalign, F", "pivotalign", {"setting": "F"}),
    Setting("pivotalign, P", "pivotalign", {"setting": "P"}),
    Setting("pivotalign, R", "pivotalign", {"setting": "R"}),
    Setting("tuan", "tuan"),
    Setting("muse", "muse"),
    Setting("vecmap", "vecmap"),
    Setting("graph-svr", "graph-svr"),
    Setting("oneta", "oneta"),
    Setting("mbert", "mbert"),
    Setting("learned", "learned"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """What one method did on one graph.

    Attributes:
        name: of the setting.
        graph: name of the graph.
        entries: of each direction, at the threshold.
        seconds: CPU seconds of each direction.
        figures: precision, recall, F and coverage, of the directions that have gold.
        errors: expected calibration error of each direction on hidden dictionaries; none where the
            method learns nothing.
        cost: of the whole process, opening the graph included; None when it failed.
        failed: why.
    """

    name: str
    graph: str
    entries: Mapping[str, int] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    figures: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    errors: Mapping[str, float] = field(default_factory=dict)
    cost: Cost | None = None
    failed: str = ""


def dictionaries(name: str) -> list[Path]:
    """The files of a graph."""
    return sorted((data_folder() / "lexicons" / name).glob("*.tsv.gz"))


def gold_rows(pair: tuple[str, str]) -> list[tuple[str, str]]:
    """The pairs of words of a gold standard."""
    from diglot.files.text import read_text, split_lines

    path = data_folder() / "lexicons" / "gold" / GOLDS[pair]
    rows = [line.split("\t") for line in split_lines(read_text(path)) if line.strip()]
    return [(row[0], row[1]) for row in rows]


def judged(graph: Graph, found: Inference) -> dict[str, float]:
    """Precision, recall, F and coverage of an inferred dictionary."""
    from diglot.evaluate.lexicons.scores import evaluate

    pair = (found.source_language, found.target_language)
    words = [{graph.lemma(node) for node in range(*graph.range(language))} for language in pair]
    result = evaluate(
        gold_rows(pair),
        found.lexicon.translations,
        source_words=words[0],
        target_words=words[1],
        threshold=THRESHOLD,
    )
    return {name: float(result.both.values[name]) for name in FIGURES}


def run_setting(graph_file: Path, setting: Setting) -> dict[str, Any]:
    """Infer all directions by one method, and judge those that have gold."""
    from diglot.pipeline.steps.lexicons.dictionaries import load_graph
    from diglot.pipeline.steps.lexicons.inference import infer_on
    from diglot.pipeline.steps.lexicons.options import InferOptions

    graph = load_graph([graph_file]).graph
    options = InferOptions(
        method=setting.method, settings=dict(setting.options), threshold=THRESHOLD, paths=0
    )
    entries, seconds, figures, errors = {}, {}, {}, {}
    for pair in DIRECTIONS:
        name = "-".join(pair)
        begin = process_time()
        found = infer_on(graph, source=pair[0], target=pair[1], options=options)
        seconds[name] = process_time() - begin
        entries[name] = found.counts.entries
        if found.scorer:
            errors[name] = found.scorer.error
        if pair in GOLDS:
            figures[name] = judged(graph, found)
    return {"entries": entries, "seconds": seconds, "figures": figures, "errors": errors}


def measure_methods(
    graphs: Mapping[str, Path], settings: Iterable[Setting], *, say: Callable[[str], None]
) -> list[Row]:
    """Run settings on the graphs they are for, each in a process of its own."""
    from diglot.lexicons import DEFAULT, METHODS

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "row.json"
        for setting in settings:
            for graph, file in graphs.items():
                if graph != GRAPHS[0] and setting.method != DEFAULT:
                    continue
                if setting.method not in METHODS:
                    rows.append(Row(setting.name, graph, failed="no such method"))
                    continue
                say(f"{setting.name} on {graph}")
                command = [sys.executable, "-m", "bench.lexicons.quality", "--row", setting.name]
                try:
                    cost = measured(
                        [*command, "--graph", str(file), "--out", str(out)], timeout=2 * LONGEST
                    )
                except CommandError as error:
                    say(f"failed: {error}")
                    rows.append(Row(setting.name, graph, failed=str(error)))
                    continue
                told = json.loads(out.read_text("utf-8"))
                rows.append(Row(setting.name, graph, cost=cost, **told))
    return rows


def methods_table(rows: Sequence[Row]) -> str:
    """P/R/F/coverage, CPU seconds for six directions, and memory."""
    header = [
        "method",
        "graph",
        *("-".join(pair) for pair in GOLDS),
        "entries, six directions",
        "CPU s",
        "MB",
    ]
    body = []
    for row in rows:
        cells = [
            "/".join(figure(row.figures[name][each]) for each in FIGURES)
            if (name := "-".join(pair)) in row.figures
            else NOTHING
            for pair in GOLDS
        ]
        cost = row.cost
        body.append(
            [
                row.name,
                row.graph,
                *cells,
                f"{sum(row.entries.values()):,}" if row.entries else NOTHING,
                f"{cost.cpu:.0f}" if cost else NOTHING,
                f"{cost.peak:,.0f}" if cost else NOTHING,
            ]
        )
    return table(header, body)


def calibration_table(rows: Iterable[Row]) -> str:
    """Expected calibration error of every direction on dictionaries that were hidden."""
    measured_rows = [row for row in rows if row.errors]
    body = [
        [name, *(figure(row.errors.get(name)) for row in measured_rows), figure(CALIBRATED, 2)]
        for name in map("-".join, DIRECTIONS)
    ]
    return table(["direction", *(row.graph for row in measured_rows), "limit"], body)


def measure_costs(
    graphs: Mapping[str, Path], folder: Path, *, say: Callable[[str], None]
) -> list[Measurement]:
    """Whole commands: reading tables, opening a saved graph, training, inferring."""
    found = []
    for name, file in graphs.items():
        say(f"costs on {name}")
        for command in commands(name, file, folder):
            try:
                cost = measured([sys.executable, "-m", "diglot", *command.arguments, "--quiet"])
            except CommandError as error:
                say(f"failed: {error}")
                continue
            limit = command.limit if name == GRAPHS[0] else Limit()
            found.append(Measurement(f"{command.name}, {name}", cost, limit))
    return found


@dataclass(frozen=True, slots=True)
class Command:
    """A command of diglot and what it may cost on the graph of Apertium."""

    name: str
    arguments: tuple[str, ...]
    limit: Limit


def commands(name: str, graph: Path, folder: Path) -> tuple[Command, ...]:
    """What is measured on a graph."""
    infer = ("infer", str(graph), "--from", "en", "--to", "fr")
    scorer, out = str(folder / f"{name}.scorer"), str(folder / f"{name}.tsv")
    tables = [str(path) for path in dictionaries(name)]
    saved = str(folder / f"{name}.again.lexgraph")
    return (
        Command("tables to a saved graph", ("lexicon", "convert", *tables, "-o", saved), Limit()),
        Command("a saved graph opened and counted", ("lexicon", "stats", str(graph)), Limit(cpu=3)),
        Command(
            "en-fr, trained and inferred",
            (*infer, "--save-scorer", scorer, "-o", out),
            Limit(cpu=70, peak=LARGEST),
        ),
        Command(
            "en-fr, inferred with that scorer",
            (*infer, "--scorer", scorer, "-o", out),
            Limit(cpu=10, peak=LARGEST),
        ),
    )


def costs_table(found: Iterable[Measurement]) -> str:
    """CPU seconds and memory of whole commands, beside what they may cost."""

    def number(value: float | None, digits: int = 1) -> str:
        return NOTHING if value is None else f"{value:,.{digits}f}"

    return table(
        ["what", "CPU s", "limit", "wall s", "peak MB", "limit"],
        [
            [
                each.name,
                number(each.cost.cpu),
                number(each.limit.cpu, 0),
                number(each.cost.wall),
                number(each.cost.peak, 0),
                number(each.limit.peak, 0),
            ]
            for each in found
        ],
    )


def stored_graphs(folder: Path, names: Iterable[str]) -> dict[str, Path]:
    """Save the graphs in a folder, where they are not yet."""
    from diglot.pipeline.steps.lexicons.conversion import GRAPH, convert_lexicons

    found = {}
    for name in names:
        found[name] = folder / f"{name}{GRAPH}"
        if not found[name].exists():
            convert_lexicons(dictionaries(name), found[name])
    return found


def measure(
    parts: Iterable[str],
    *,
    folder: Path,
    names: Iterable[str] | None = None,
    say: Callable[[str], None],
) -> tuple[dict[str, str], dict[str, Any]]:
    """Measure parts; give tables by name, and what is behind them as JSON values."""
    from diglot.lexicons import DEFAULT, METHODS

    tables: dict[str, str] = {}
    record: dict[str, Any] = {}
    graphs = stored_graphs(folder, GRAPHS)
    if {"methods", "calibration"} & set(parts):
        wanted = set(names or METHODS) if "methods" in parts else {DEFAULT}
        chosen = [each for each in SETTINGS if each.method in wanted]
        rows = measure_methods(graphs, chosen, say=say)
        record["methods"] = [asdict(row) for row in rows]
        if "methods" in parts:
            tables["lexicon methods"] = methods_table(rows)
        if "calibration" in parts:
            tables["lexicon calibration"] = calibration_table(rows)
    if "costs" in parts:
        costs = measure_costs(graphs, folder, say=say)
        tables["lexicon costs"] = costs_table(costs)
        record["costs"] = [asdict(each) for each in costs]
    return tables, record


def main(arguments: list[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.lexicons.quality", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="; ".join(PARTS))
    parser.add_argument("--methods", nargs="+", metavar="NAME", help="these methods alone")
    parser.add_argument("--graphs", type=Path, metavar="FOLDER", help="keeps saved graphs")
    parser.add_argument("--row", help=argparse.SUPPRESS)
    parser.add_argument("--graph", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path, metavar="FILE", help="JSON file to write")
    parser.add_argument("--pages", action="store_true", help="put the tables into the manual")
    options = parser.parse_args(arguments)
    if options.row:
        setting = next(each for each in SETTINGS if each.name == options.row)
        options.out.write_text(json.dumps(run_setting(options.graph, setting)), "utf-8")
        return 0
    if wrong := set(options.parts) - set(PARTS):
        parser.error(f"no part {wrong.pop()}: there are {', '.join(PARTS)}")
    with tempfile.TemporaryDirectory() as folder:
        tables, record = measure(
            options.parts or PARTS,
            folder=options.graphs or Path(folder),
            names=options.methods,
            say=lambda line: print(f"… {line}", file=sys.stderr),
        )
    for name, body in tables.items():
        print(f"{TITLES[name]}\n\n{body}\n")
    if options.out:
        options.out.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    if options.pages:
        for page in pages.write(tables):
            print(f"written: {page}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
