"""What builds cost: ``python -m bench.builds``.

TICO-19 English-French as two documents and as a memory, and the PHP manual as lines, each from the
files to termbase and report, in a process of its own; then each a second time, when all is there.
With ``--pairs N ...`` instead: the first N pairs of the training texts of word alignment (behind
the last one, two short pairs of them joined to one), and what `diglot find` takes in such a build.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from itertools import chain, count, islice
from pathlib import Path
from typing import TYPE_CHECKING

from bench.data import data_folder
from bench.measure import Cost, measured
from bench.tables import table
from bench.word_data import hansards
from diglot.cli.find import FindOptions
from diglot.pipeline.build.options import Query
from diglot.pipeline.find import open_workspace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RUNS = 3
QUERIES = {
    "pension": Query("pension"),
    "government": Query("government"),
    "the": Query("the"),
    "pensions, --lemma": Query("pensions", lemma=True),
}
STEPS = ("sentences", "tokens", "words", "index", "terms")


def inputs(folder: Path) -> Iterator[tuple[str, list[str], int]]:
    """Give what is built: its name, the arguments, and how often it is measured."""
    data = data_folder()
    tico = data / "consistency" / "tico19"
    documents = []
    for side in ("en", "fr"):
        documents.append(str(folder / f"tico19.{side}.txt"))
        shutil.copy(tico / "txt" / f"en-fr.{side}", documents[-1])
    yield "TICO-19, two documents", documents, RUNS
    yield "TICO-19, a memory", [str(tico / "TMX" / "all.en-fr.tmx")], RUNS
    manual = [str(data / "terms" / "php-docs" / f"php.{side}.gz") for side in ("en", "fr")]
    yield "PHP manual, lines", [*manual, "--parallel"], 1


def main() -> None:
    """Print CPU seconds and memory of whole builds, and the seconds of their steps."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", nargs="+", type=int, metavar="N", default=[])
    with tempfile.TemporaryDirectory() as name:
        sizes = parser.parse_args().pairs
        print(_large(Path(name), sizes) if sizes else _usual(Path(name)))


def _usual(folder: Path) -> str:
    header = ("", "pairs", "concepts", "CPU s", "MB", "again, CPU s", *STEPS, "files")
    rows = []
    for what, arguments, runs in inputs(folder):
        cheapest = min((_built(arguments, folder / "out") for _ in range(runs)), key=_cpu)
        # The run before has left everything in place.
        again = _built(arguments, folder / "out", keep=True)
        rows.append(_row(what, folder / "out", cheapest, again))
    return table(header, rows)


def _large(folder: Path, sizes: Sequence[int]) -> str:
    """Build texts of several sizes and look terms up: processor ms with the folder open."""
    header = ("pairs", "CPU s", "a 100,000", "MB", *STEPS, "files", *(f"find {q}" for q in QUERIES))
    rows = []
    for size in sizes:
        path = folder / "pairs.tsv"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(f"{one}\t{other}\n" for one, other in islice(endless(), size))
        cost = _built([str(path), "-s", "en", "-t", "fr"], folder / "out")
        seconds, files = _seconds(folder / "out")
        rows.append(
            [
                f"{size:,}",
                f"{cost.cpu:.0f}",
                f"{cost.cpu / size * 1e5:.1f}",
                f"{cost.peak:,.0f}",
                *(f"{seconds[step]:.1f}" for step in STEPS),
                f"{files:.1f}",
                *(f"{1000 * _looked_up(folder / 'out', query):.0f}" for query in QUERIES.values()),
            ]
        )
    return table(header, rows)


def endless() -> Iterator[tuple[str, str]]:
    """Give the pairs of all training texts, then pairs of two that stand ever further apart."""
    short = hansards(10**9, text="tatoeba-2017")
    for one, other in chain(hansards(10**9), short):
        if one and other:
            yield " ".join(one), " ".join(other)
    for step in count(1):
        for (one, other), (more, further) in zip(short, short[step:], strict=False):
            yield " ".join(one + more), " ".join(other + further)


def _looked_up(out: Path, query: Query) -> float:
    """Return what looking a term up takes, in seconds, when that was done before."""
    for _ in range(2):
        begin = time.process_time()
        with open_workspace(out) as workspace:
            workspace.find(query, limit=5, most=FindOptions().most)
    return time.process_time() - begin


def _seconds(out: Path) -> tuple[dict[str, float], float]:
    """Return the seconds of every step, and of all files together."""
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    took = json.loads((out / "work" / "seconds.json").read_text(encoding="utf-8"))
    steps = {each["name"]: took[each["file"]] for each in manifest["stages"]}
    return steps, sum(took[each["file"]] for each in manifest["outputs"])


def _built(arguments: Sequence[str], out: Path, *, keep: bool = False) -> Cost:
    if not keep:
        shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "-m", "diglot", "build", *arguments, "-o", str(out), "--quiet"]
    return measured(command)


def _cpu(cost: Cost) -> float:
    return cost.cpu


def _row(what: str, out: Path, first: Cost, again: Cost) -> list[str]:
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    counts = manifest["counts"]
    seconds, files = _seconds(out)
    return [
        what,
        f"{counts['sentence_pairs']:,}",
        f"{counts['concepts']:,}",
        f"{first.cpu:.1f}",
        f"{first.peak:,.0f}",
        f"{again.cpu:.1f}",
        *(f"{seconds[name]:.1f}" for name in STEPS),
        f"{files:.1f}",
    ]


if __name__ == "__main__":
    main()
