"""Inferred dictionaries measured: ``python -m bench.lexicons.quality [PART ...]``.

``costs``: loading, training and inferring. ``calibration``: how far the probabilities of the
default method hold on dictionaries that were hidden from it. Every method by name is a system of
the campaign ``tiad2021`` (`bench.campaigns`).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench import pages
from bench.data import data_folder
from bench.measure import CommandError, measured
from bench.tables import NOTHING, Limit, Measurement, figure, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from diglot.lexicons.graph.graph import Graph
    from diglot.pipeline.steps.lexicons.inference import Inference

PARTS = ("costs", "calibration")
TITLES = {
    "lexicon costs": "Dictionaries: time and memory of whole commands",
    "lexicon calibration": "Probabilities of inferred entries on hidden dictionaries",
}
"""Of the tables, by the names that pages of the manual call them."""
GRAPHS = ("apertium-rdf27", "merged-pivots")
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
LARGEST = 4000.0
"""Megabytes that training and inferring may need."""
CALIBRATED = 0.05
"""Expected calibration error that the probabilities may have."""
THRESHOLD = 0.5


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


def calibration(graphs: Mapping[str, Path], *, say: Callable[[str], None]) -> str:
    """Expected calibration error of every direction on dictionaries that were hidden."""
    from diglot.pipeline.steps.lexicons.dictionaries import load_graph
    from diglot.pipeline.steps.lexicons.inference import infer_on
    from diglot.pipeline.steps.lexicons.options import InferOptions

    errors: dict[tuple[str, str], list[float | None]] = {pair: [] for pair in DIRECTIONS}
    for name, file in graphs.items():
        graph = load_graph([file]).graph
        for pair, row in errors.items():
            say(f"calibration of {'-'.join(pair)} on {name}")
            options = InferOptions(threshold=THRESHOLD, paths=0)
            scorer = infer_on(graph, source=pair[0], target=pair[1], options=options).scorer
            row.append(scorer.error if scorer else None)
    body = [
        ["-".join(pair), *map(figure, row), figure(CALIBRATED, 2)] for pair, row in errors.items()
    ]
    return table(["direction", *graphs, "limit"], body)


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
    parts: Iterable[str], *, folder: Path, say: Callable[[str], None]
) -> tuple[dict[str, str], list[Measurement]]:
    """Measure parts; give tables by name, and the costs behind them."""
    tables: dict[str, str] = {}
    costs: list[Measurement] = []
    graphs = stored_graphs(folder, GRAPHS)
    if "calibration" in parts:
        tables["lexicon calibration"] = calibration({GRAPHS[0]: graphs[GRAPHS[0]]}, say=say)
    if "costs" in parts:
        costs = measure_costs(graphs, folder, say=say)
        tables["lexicon costs"] = costs_table(costs)
    return tables, costs


def main(arguments: list[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.lexicons.quality", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="; ".join(PARTS))
    parser.add_argument("--graphs", type=Path, metavar="FOLDER", help="keeps saved graphs")
    parser.add_argument("--pages", action="store_true", help="put the tables into the manual")
    options = parser.parse_args(arguments)
    if wrong := set(options.parts) - set(PARTS):
        parser.error(f"no part {wrong.pop()}: there are {', '.join(PARTS)}")
    with tempfile.TemporaryDirectory() as folder:
        tables, _ = measure(
            options.parts or PARTS,
            folder=options.graphs or Path(folder),
            say=lambda line: print(f"… {line}", file=sys.stderr),
        )
    for name, body in tables.items():
        print(f"{TITLES[name]}\n\n{body}\n")
    if options.pages:
        for page in pages.write(tables):
            print(f"written: {page}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
