"""What builds cost: ``python -m bench.builds``.

TICO-19 English-French as two documents and as a memory, and the PHP manual as lines, each from the
files to termbase and report, in a process of its own; then each a second time, when all is there.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench.data import data_folder
from bench.measure import Cost, measured
from bench.tables import table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RUNS = 3
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
    header = ("", "pairs", "concepts", "CPU s", "MB", "again, CPU s", *STEPS, "files")
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for what, arguments, runs in inputs(folder):
            cheapest = min((_built(arguments, folder / "out") for _ in range(runs)), key=_cpu)
            # The run before has left everything in place.
            again = _built(arguments, folder / "out", keep=True)
            rows.append(_row(what, folder / "out", cheapest, again))
    print(table(header, rows))


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
    took = json.loads((out / "work" / "seconds.json").read_text(encoding="utf-8"))
    seconds = {each["name"]: took[each["file"]] for each in manifest["stages"]}
    return [
        what,
        f"{counts['sentence_pairs']:,}",
        f"{counts['concepts']:,}",
        f"{first.cpu:.1f}",
        f"{first.peak:,.0f}",
        f"{again.cpu:.1f}",
        *(f"{seconds[name]:.1f}" for name in STEPS),
        f"{sum(each['seconds'] for each in manifest['outputs']):.1f}",
    ]


if __name__ == "__main__":
    main()
