"""Time and memory of word alignment as whole commands, beside the peers that are installed.

The pairs of the trial of the Hansards come first, so that the same run can be scored.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bench.measure import Cost, measured
from bench.tables import NOTHING, table
from bench.word_data import TRIAL, WordSet, word_set
from bench.word_peers import TOOLS, Tool, program, run, symmetrised
from diglot.evaluate.alignments.words import score
from diglot.formats import read_word_links
from diglot.model import WordLinks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

SIZES = (3_000, 30_000, 100_000, 310_000)
RUNS = 3
DIGLOT = "diglot"


@dataclass(frozen=True, slots=True)
class Measurement:
    """A tool on one size of text.

    Attributes:
        pairs: of the training text.
        tool: its name.
        costs: of each run; the tools take turns.
        aer: error rate on the trial; that of the best symmetrisation for a peer.
    """

    pairs: int
    tool: str
    costs: tuple[Cost, ...]
    aer: float

    def median(self, what: str) -> float:
        """Median of ``cpu``, ``wall`` or ``peak`` over the runs."""
        values: list[float] = [getattr(cost, what) for cost in self.costs]
        return statistics.median(values)


def costs(
    sizes: Iterable[int] = SIZES, *, runs: int = RUNS, jobs: int = 1, say: Callable[[str], None]
) -> list[Measurement]:
    """Measure diglot and all peers that are there, in turn."""
    peers = [(tool, found) for tool in TOOLS if (found := program(tool))]
    for tool in TOOLS:
        if tool not in (each for each, _ in peers):
            say(f"{tool.program} is not installed, so not run beside diglot")
    measurements = []
    for size in sizes:
        say(f"{size:,} pairs")
        with tempfile.TemporaryDirectory() as name:
            measurements += _one_size(Path(name), size, peers, runs, jobs)
    return measurements


def _one_size(
    folder: Path, size: int, peers: Sequence[tuple[Tool, str]], runs: int, jobs: int
) -> list[Measurement]:
    data = word_set(TRIAL, size)
    source, target = folder / "en.txt", folder / "fr.txt"
    for path, side in ((source, 0), (target, 1)):
        path.write_text("".join(" ".join(pair[side]) + "\n" for pair in data.pairs), "utf-8")
    out = folder / "out.pharaoh"
    mine = [sys.executable, "-m", "diglot", "words", str(source), str(target), "-o", str(out)]
    mine += ["--tokenised", "--quiet", "--packs", "none", "--encoder", "none", "--jobs", str(jobs)]
    taken: dict[str, list[Cost]] = {DIGLOT: [], **{tool.name: [] for tool, _ in peers}}
    errors: dict[str, float] = {}
    for _ in range(runs):
        taken[DIGLOT].append(measured(mine))
        for tool, found in peers:
            directions, cost = run(tool, found, source, target)
            taken[tool.name].append(cost)
            errors.setdefault(tool.name, _best(directions, data))
    errors[DIGLOT] = _error(read_word_links(out), data)
    return [Measurement(size, tool, tuple(each), errors[tool]) for tool, each in taken.items()]


def _best(directions: tuple[WordLinks, ...], data: WordSet) -> float:
    """Least error rate of all symmetrisations."""
    lengths = tuple([len(pair[side]) for pair in data.pairs[: data.gold.pairs]] for side in (0, 1))
    first = [_first(each, data.gold.pairs) for each in directions]
    return min(_error(each, data) for each in symmetrised(first, lengths).values())  # type: ignore[arg-type]


def _error(found: WordLinks, data: WordSet) -> float:
    return float(score(_first(found, data.gold.pairs), data.gold).values["aer"])


def _first(links: WordLinks, pairs: int) -> WordLinks:
    """The links of the first pairs."""
    last = int(links.offsets[pairs])
    scores = None if links.scores is None else links.scores[:last]
    offsets = np.asarray(links.offsets[: pairs + 1])
    return WordLinks(offsets, links.source[:last], links.target[:last], scores)


def costs_table(measurements: Iterable[Measurement]) -> str:
    """Medians, and how they compare with diglot's on the same text."""
    measurements = list(measurements)
    own = {each.pairs: each for each in measurements if each.tool == DIGLOT}
    rows = []
    for each in measurements:
        mine = own[each.pairs]
        ratios = [
            NOTHING if each is mine else f"{mine.median(what) / each.median(what):.2f}"
            for what in ("cpu", "peak")
        ]
        rows.append(
            [
                each.tool,
                f"{each.pairs:,}",
                f"{100 * each.aer:.1f}",
                f"{each.median('cpu'):.1f}",
                f"{each.median('wall'):.1f}",
                f"{each.median('peak'):.0f}",
                *ratios,
            ]
        )
    header = ["tool", "pairs", "AER", "CPU s", "wall s", "peak MB", "diglot: CPU", "memory"]
    return table(header, rows)
