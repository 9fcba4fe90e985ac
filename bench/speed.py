"""Time and memory of the commands, as a user pays for them: whole processes, kernels compiled.

Growth is measured on 1984, repeated and cut to length: real sentences, and gold links that tell
whether the alignment still holds.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench.data import Gold, load
from bench.measure import CommandError, Cost, measured
from diglot.evaluate.alignments.sentences import score
from diglot.formats.links.plain import read_links
from diglot.model import Link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

TEXT = "hunalign-1984-hu-en"
ROUGH = "transread-en-fr"
"""A set of novels whose longest one is less regular than 1984."""
SIZES = (1_000, 5_000, 20_000, 80_000)
QUICK_SIZES = (1_000, 5_000)
MILLION = 1_000_000
SHORT = 200
HELP_RUNS, SHORT_RUNS, NOVEL_RUNS = 7, 3, 2
LANGUAGES = ("-s", "hu", "-t", "en")


@dataclass(frozen=True, slots=True)
class Limit:
    """What a command may cost at most."""

    cpu: float | None = None
    peak: float | None = None


NO_LIMIT = Limit()


@dataclass(frozen=True, slots=True)
class Measurement:
    """Cost of one command.

    Attributes:
        name: what was run.
        cost: what it cost.
        limit: what it may cost.
        f1: strict F1 of its links, shipped weights; None where there is nothing to score.
    """

    name: str
    cost: Cost
    limit: Limit = NO_LIMIT
    f1: float | None = None


LIMITS: dict[str | int, Limit] = {
    "help": Limit(cpu=0.15),
    "short": Limit(cpu=1.5),
    "novel": Limit(cpu=4.0),
    80_000: Limit(cpu=35.0, peak=750.0),
    MILLION: Limit(peak=2000.0),
}


def commands(*, say: Callable[[str], None]) -> Iterable[Measurement]:
    """Cost of ``--help``, of a short pair and of novels: the cheapest of several runs each.

    Other work on the machine only ever adds to the cost, and the first run may have to compile.
    """
    yield Measurement("diglot --help", cheapest(diglot("--help"), HELP_RUNS), LIMITS["help"])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        novel = load(TEXT)[0]
        short = repeated(novel, SHORT)
        say("a short pair")
        yield _aligned(folder, f"{SHORT} sentences, one a line", short, SHORT_RUNS, LIMITS["short"])
        running = _running_text(folder, short)
        memory = diglot("align", *map(str, running), "-o", str(folder / "out.tmx"), "--quiet")
        yield Measurement(
            f"{SHORT} sentences, running text to TMX, languages detected",
            cheapest(memory, SHORT_RUNS),
            LIMITS["short"],
        )
        say("a novel")
        yield _aligned(folder, "1984", novel, NOVEL_RUNS, LIMITS["novel"])
        longest = max(load(ROUGH), key=lambda document: len(document.source))
        yield _aligned(
            folder, f"novel {longest.name}", longest, NOVEL_RUNS, languages=("-s", "en", "-t", "fr")
        )


def growth(sizes: Iterable[int] = SIZES, *, say: Callable[[str], None]) -> Iterable[Measurement]:
    """Cost of 1984 repeated to so many sentences a side; long texts are aligned once only."""
    novel = load(TEXT)[0]
    with tempfile.TemporaryDirectory() as name:
        for size in sizes:
            say(f"{size:,} sentences a side")
            text = repeated(novel, size)
            limit = LIMITS.get(size, NO_LIMIT)
            try:
                runs = SHORT_RUNS if size <= SIZES[0] else 1
                yield _aligned(Path(name), f"{size:,} sentences", text, runs, limit)
            except CommandError as error:
                say(f"failed, and no longer text will do: {error}")
                return


def repeated(document: Gold, size: int) -> Gold:
    """A document with its links, end to end with itself, cut at the last link that fits.

    Args:
        document: what to repeat; a stretch of it if it is longer than ``size``.
        size: most sentences on a side.
    """
    source: list[str] = []
    target: list[str] = []
    links: list[Link] = []
    while True:
        shift = (len(source), len(target))
        for link in document.links:
            moved = Link(
                tuple(i + shift[0] for i in link.source), tuple(j + shift[1] for j in link.target)
            )
            lasts = (max(moved.source, default=-1), max(moved.target, default=-1))
            if max(lasts) >= size:
                ends = (
                    max((i + 1 for each in links for i in each.source), default=0),
                    max((j + 1 for each in links for j in each.target), default=0),
                )
                both = (source + document.source, target + document.target)
                return Gold(document.name, both[0][: ends[0]], both[1][: ends[1]], tuple(links))
            links.append(moved)
        source += document.source
        target += document.target


def cheapest(command: list[str], runs: int) -> Cost:
    """The cost of the run that took the least CPU time."""
    return min((measured(command) for _ in range(runs)), key=lambda cost: cost.cpu)


def diglot(*arguments: str) -> list[str]:
    """The command line of diglot in this environment."""
    return [sys.executable, "-m", "diglot", *arguments]


def _aligned(
    folder: Path,
    name: str,
    document: Gold,
    runs: int = 1,
    limit: Limit = NO_LIMIT,
    languages: tuple[str, ...] = LANGUAGES,
) -> Measurement:
    """Align one document, one sentence a line, and score the links."""
    files = folder / "src.txt", folder / "tgt.txt", folder / "out.links"
    for path, sentences in zip(files, (document.source, document.target), strict=False):
        path.write_text("".join(f"{sentence}\n" for sentence in sentences), "utf-8")
    source, target, out = map(str, files)
    command = diglot("align", source, target, "-o", out, "--segmented", *languages, "--quiet")
    cost = cheapest(command, runs)
    f1 = score([read_links(files[2])], [document.links])["strict"].values["f1"]
    return Measurement(name, cost, limit, f1)


def _running_text(folder: Path, document: Gold) -> tuple[Path, Path]:
    """Both sides as plain text with a paragraph every five sentences."""
    files = folder / "running.hu.txt", folder / "running.en.txt"
    for path, sentences in zip(files, (document.source, document.target), strict=True):
        paragraphs = (
            " ".join(sentences[begin : begin + 5]) for begin in range(0, len(sentences), 5)
        )
        path.write_text("\n\n".join(paragraphs) + "\n", "utf-8")
    return files
