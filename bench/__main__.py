"""Measure quality, time and memory: ``make bench``; README.md says what and how."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

# Threads of BLAS only add CPU time to arrays this small.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import diglot
from bench import pages, peers, quality, speed, tables
from bench.data import data_folder
from bench.lexicons import quality as lexicons
from bench.train_sentences import FOLDS
from diglot.evaluate.statistics.aggregate import per_document
from diglot.files.atomic import atomic_open
from diglot.report.tables.layout import score_as_json
from diglot.sentences.evidence.features import shipped_weights

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bench.quality import Quality, Run
    from bench.speed import Measurement

RESULTS = Path(__file__).parent / "results"


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    made.add_argument("--quality", action="store_true", help="measure quality only")
    made.add_argument("--speed", action="store_true", help="measure single commands only")
    made.add_argument("--growth", action="store_true", help="measure growth with length only")
    made.add_argument("--lexicons", action="store_true", help="measure inferred dictionaries only")
    made.add_argument("--million", action="store_true", help="growth up to a million sentences")
    made.add_argument(
        "--sets", nargs="+", metavar="NAME", choices=quality.ALL_SETS, help="quality on these sets"
    )
    made.add_argument("--documents", action="store_true", help="list every document")
    made.add_argument("--quick", action="store_true", help="small sets and short texts only")
    made.add_argument(
        "--pages", action="store_true", help="put the tables into the manual and README.md"
    )
    made.add_argument("--out", type=Path, metavar="FILE", help="JSON file to write")
    return made


def main(arguments: list[str] | None = None) -> int:
    """Run what was asked for, print tables, write JSON."""
    options = parser().parse_args(arguments)
    if options.pages and (options.quick or options.sets or options.million):
        parser().error("--pages needs everything measured: leave --quick, --sets, --million out")
    data_folder()  # says where it looked if there is none
    parts = ("quality", "speed", "growth", "lexicons")
    chosen = [part for part in parts if getattr(options, part)]
    chosen = chosen or (["quality"] if options.sets else list(parts))
    record: dict[str, Any] = {"made": _circumstances()}
    made: dict[str, str] = {}
    if "quality" in chosen:
        names = options.sets or (quality.SMALL_SETS if options.quick else quality.ALL_SETS)
        results = _quality(names)
        print(_quality_report(results, documents=options.documents))
        made |= {name: table(results) for name, table in pages.TABLES.items()}
        record["quality"] = {result.name: quality_json(result) for result in results}
    measurements: list[Measurement] = []
    if "speed" in chosen:
        measurements += speed.commands(say=_say)
    if "growth" in chosen or options.million:
        sizes = speed.QUICK_SIZES if options.quick else speed.SIZES
        if options.million:
            sizes = (*sizes, speed.MILLION)
        measurements += speed.growth(sizes, say=_say)
    if measurements:
        costs = tables.costs(measurements)
        if {"speed", "growth"} <= set(chosen):
            made[pages.COSTS] = costs
        print(_headed("Time and memory of whole commands", costs))
        record["costs"] = [asdict(each) for each in measurements]
    if "lexicons" in chosen:
        found, lexicon_costs = _lexicons()
        record["lexicons"] = [asdict(each) for each in lexicon_costs]
        made |= found
    out = options.out or RESULTS / f"{record['made']['time'].replace(':', '')}.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    with atomic_open(out) as file:
        json.dump(record, file, indent=1, ensure_ascii=False)
        file.write("\n")
    print(f"written: {out}")
    if options.pages:
        for page in pages.write(made):
            print(f"written: {page}")
    return 0


def quality_json(result: Quality) -> dict[str, Any]:
    """Everything measured on a set as JSON values."""
    test = result.against_lexical
    peer = peers.BEST.get(result.name)
    return {
        "documents": list(result.documents),
        "links": result.links,
        "nulls": result.nulls,
        "data": result.digest,
        "runs": {name: _run_json(run) for name, run in result.runs.items()},
        "evidence": {name: _run_json(run) for name, run in result.evidence.items()},
        "twins": {
            name: {"crf": _run_json(run), "lexical": _run_json(lexical)}
            for name, (run, lexical) in result.twins.items()
        },
        "against lexical": test and asdict(test) | {"signature": str(test.signature)},
        "peer": peer and asdict(peer),
    }


def _run_json(run: Run) -> dict[str, Any]:
    by_document = per_document(run.scores["strict"])
    return {
        "scores": {name: score_as_json(each) for name, each in run.scores.items()},
        "strict by document": [figures["f1"] for figures in by_document],
        "confidence": None if run.confidence is None else asdict(run.confidence),
        "cpu": run.cpu,
    }


def _quality(names: Iterable[str]) -> list[Quality]:
    quality.measure("maligna-pl-de", say=lambda _: None)  # compiles and loads every kernel
    return [quality.measure(name, say=_say) for name in names]


def _lexicons() -> tuple[dict[str, str], list[Measurement]]:
    with TemporaryDirectory() as folder:
        made, costs = lexicons.measure(lexicons.PARTS, folder=Path(folder), say=_say)
    for name, body in made.items():
        print(_headed(lexicons.TITLES[name], body))
    return made, costs


def _quality_report(results: list[Quality], *, documents: bool) -> str:
    parts = [
        _headed(
            "Strict F1 by method (crf: weights that never saw the set; shipped: they did)",
            tables.by_method(results),
        ),
        _headed(
            "Default method, leave one set out: F1 by level", tables.default_in_detail(results)
        ),
        _headed("Default method against the generative score", tables.against_lexical(results)),
    ]
    parts.append(
        _headed(
            "Strict F1 on harder twins of the texts, leave one set out", tables.of_twins(results)
        )
    )
    if any(result.evidence for result in results):
        parts.append(
            _headed("With more evidence, leave one set out", tables.with_evidence(results))
        )
    if documents:
        parts += [
            _headed("Strict F1 by document", tables.by_document(result)) for result in results
        ]
    return "\n".join(parts)


def _headed(title: str, body: str) -> str:
    return f"{title}\n\n{body}\n"


def _circumstances() -> dict[str, Any]:
    """What a figure depends on beside the code."""
    return {
        "time": datetime.now(UTC).isoformat(timespec="seconds").removesuffix("+00:00"),
        "diglot": diglot.__version__,
        "weights": shipped_weights().name,
        "folds": hashlib.sha256(FOLDS.read_bytes()).hexdigest(),
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
    }


def _say(line: str) -> None:
    print(f"… {line}", file=sys.stderr)


if __name__ == "__main__":
    raise SystemExit(main())
