"""Measure word alignment: ``python -m bench.words``; README.md says what and how."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

# Threads of BLAS only add CPU time to arrays this small.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import diglot
from bench import pages, word_costs, word_labels, word_models, word_quality
from bench.data import data_folder
from diglot.files.atomic import atomic_open

RESULTS = Path(__file__).parent / "results"
PARTS = ("quality", "parts", "labels", "models", "costs")


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(prog="python -m bench.words", description=__doc__)
    made.add_argument("--quality", action="store_true", help="measure quality on all sets only")
    made.add_argument("--parts", action="store_true", help="take parts of the method out only")
    made.add_argument("--labels", action="store_true", help="judge probabilities by labels only")
    made.add_argument("--models", action="store_true", help="measure saved models only")
    made.add_argument("--costs", action="store_true", help="measure whole commands only")
    made.add_argument("--quick", action="store_true", help="small sets and short texts only")
    made.add_argument("--runs", type=int, default=word_costs.RUNS, help="runs of every command")
    made.add_argument("--jobs", type=int, default=1, help="threads of diglot in the commands")
    made.add_argument("--pages", action="store_true", help="put the tables into the manual")
    made.add_argument("--out", type=Path, metavar="FILE", help="JSON file to write")
    return made


def main(arguments: list[str] | None = None) -> int:
    """Run what was asked for, print tables, write JSON."""
    options = parser().parse_args(arguments)
    if options.pages and options.quick:
        parser().error("--pages needs everything measured: leave --quick out")
    data_folder()  # says where it looked if there is none
    chosen = [part for part in PARTS if getattr(options, part)] or list(PARTS)
    record: dict[str, Any] = {"made": _circumstances()}
    made: dict[str, str] = {}
    for part in chosen:
        _measure(part, options, record, made)
    out = options.out or RESULTS / f"words {record['made']['time'].replace(':', '')}.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    with atomic_open(out) as file:
        json.dump(record, file, indent=1, ensure_ascii=False)
        file.write("\n")
    print(f"written: {out}")
    if options.pages:
        for page in pages.write(made):
            print(f"written: {page}")
    return 0


def _measure(
    part: str, options: argparse.Namespace, record: dict[str, Any], made: dict[str, str]
) -> None:
    """Measure one part, print its tables and keep all."""
    quick = options.quick
    if part == "quality":
        sets = word_quality.QUICK if quick else word_quality.VARIANTS
        found = word_quality.quality(sets, say=_say)
        made["words quality"] = word_quality.quality_table(found)
        record[part] = [asdict(each) for each in found]
        title = "Error rates, percent, with weights that saw these sets"
        _print(title, made["words quality"])
    elif part == "parts":
        sets = word_quality.DISSECTED[:2] if quick else word_quality.DISSECTED
        parts = word_quality.parts(sets, say=_say)
        made["words parts"] = word_quality.parts_table(parts)
        record[part] = [asdict(each) for each in parts]
        _print("Error rates, percent, with parts taken out", made["words parts"])
    elif part == "labels":
        labels = word_labels.all_labels((0,) if quick else word_labels.TEXTS, say=_say)
        made["words labels"] = word_labels.labels_table(labels)
        record[part] = {str(more): asdict(each) for more, each in labels.items()}
        _print("Probabilities against labels of people", made["words labels"])
    elif part == "models":
        cases = word_models.LAST[2:3] if quick else word_models.LAST
        models = word_models.models(cases, say=_say)
        speed = word_models.latency(3_000 if quick else word_models.LATENCY_PAIRS)
        made["words models"] = word_models.models_table(models)
        made["words latency"] = word_models.latency_table(speed)
        record[part] = [asdict(each) for each in models]
        record["latency"] = [asdict(each) for each in speed]
        _print("Error rates, percent, of new text", made["words models"])
        _print("A pair with a saved model", made["words latency"])
    else:
        sizes = word_costs.SIZES[:1] if quick else word_costs.SIZES
        costs = word_costs.costs(sizes, runs=options.runs, jobs=options.jobs, say=_say)
        made["words costs"] = word_costs.costs_table(costs)
        record[part] = [asdict(each) for each in costs]
        _print("Whole commands", made["words costs"])


def _circumstances() -> dict[str, Any]:
    """What a figure depends on beside the code."""
    return {
        "time": datetime.now(UTC).isoformat(timespec="seconds").removesuffix("+00:00"),
        "diglot": diglot.__version__,
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
    }


def _print(title: str, body: str) -> None:
    print(f"{title}\n\n{body}\n", flush=True)


def _say(line: str) -> None:
    print(f"… {line}", file=sys.stderr)


if __name__ == "__main__":
    raise SystemExit(main())
