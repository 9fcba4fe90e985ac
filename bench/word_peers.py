"""Other word aligners: figures measured elsewhere, and the programs where they are installed.

eflomal is under the GPL, fast_align under the Apache licence; they are run as commands where they
are there, and never needed. They are sought in the folders of `DIGLOT_PEERS`, then on the path.

``python -m bench.word_peers PYTHON [--pairs N ...]`` measures fast_align as the package
systran-align has it, which the interpreter PYTHON can import: both directions are trained in one
process, with its diagonal prior and variational Bayes, and it symmetrises by itself.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from bench.measure import Cost, measured
from bench.word_data import TRIAL, word_set
from diglot.evaluate.alignments.words import score
from diglot.formats import read_word_links
from diglot.words.decoding.links import SYMMETRISATIONS, symmetrise

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diglot.model import WordLinks

PLACE = "DIGLOT_PEERS"


@dataclass(frozen=True, slots=True)
class Peer:
    """Alignment error rates, percent, of other aligners with their best symmetrisation.

    Attributes:
        fast_align: of fast_align; None if unknown.
        eflomal: of eflomal 2.0.
        prefixes: of eflomal on the first four letters of all words.
        must: what diglot has to reach at least.
    """

    fast_align: float | None
    eflomal: float | None
    prefixes: float | None
    must: float


KNOWN: dict[tuple[str, int], Peer] = {
    ("czenali-en-cs", 0): Peer(34.1, 22.9, 16.9, 14.6),
    ("alibi-fr-en", 0): Peer(24.0, 11.5, 9.6, 8.0),
    ("graca-en-fr", 0): Peer(44.9, 42.2, 38.9, 28.0),
    ("xlwa-en-hu-dev", 0): Peer(62.7, 53.5, 46.7, 38.2),
    ("xlwa-en-es-dev", 0): Peer(39.1, 36.6, 33.2, 18.9),
    ("xlwa-en-ru-dev", 0): Peer(41.4, 34.5, 31.1, 25.0),
    ("awesome-jaen", 0): Peer(None, 59.8, 58.0, 53.0),
    (TRIAL, 3_000): Peer(21.6, 14.4, 9.2, 8.0),
    (TRIAL, 30_000): Peer(15.1, 10.1, 11.7, 7.3),
}
"""By set and pairs of training text; the peers' were measured elsewhere (see README.md)."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A program that aligns two files of tokens.

    Attributes:
        name: of the tool.
        program: that has to be there.
        commands: makes the commands from the program, both files, and where the links of both
            directions go.
        reversed_out: the second file of links counts the target side first.
    """

    name: str
    program: str
    commands: Callable[[str, Path, Path, tuple[Path, Path]], list[list[str]]]


def _eflomal(program: str, source: Path, target: Path, out: tuple[Path, Path]) -> list[list[str]]:
    files = ["-s", str(source), "-t", str(target), "-f", str(out[0]), "-r", str(out[1])]
    # One thread, as diglot has; waiting for another one would count as CPU time.
    return [["env", "OMP_NUM_THREADS=1", program, "--overwrite", *files]]


def _fast_align(
    program: str, source: Path, target: Path, out: tuple[Path, Path]
) -> list[list[str]]:
    joint = source.with_suffix(".joint")
    with (
        source.open(encoding="utf-8") as one,
        target.open(encoding="utf-8") as other,
        joint.open("w", encoding="utf-8") as both,
    ):
        both.writelines(
            f"{left.strip()} ||| {right.strip()}\n" for left, right in zip(one, other, strict=True)
        )
    redirected = ["sh", "-c", 'out=$1; shift; exec "$@" > "$out" 2> /dev/null', "sh"]
    options = [program, "-i", str(joint), "-d", "-o", "-v"]
    return [
        [*redirected, str(file), *options, *more]
        for file, more in zip(out, ([], ["-r"]), strict=True)
    ]


TOOLS = (
    Tool("eflomal", "eflomal-align", _eflomal),
    Tool("fast_align", "fast_align", _fast_align),
)


def program(tool: Tool) -> str | None:
    """Where the program of a tool is; None if it is not installed."""
    path = os.pathsep.join(filter(None, (os.environ.get(PLACE), os.environ.get("PATH"))))
    return shutil.which(tool.program, path=path)


def run(tool: Tool, found: str, source: Path, target: Path) -> tuple[tuple[WordLinks, ...], Cost]:
    """Align two files with a tool: the links of both directions, and what it cost in all.

    Peak memory is that of the largest process; eflomal's has a smaller one beside it.
    """
    out = (source.with_suffix(".forward"), source.with_suffix(".reverse"))
    costs = [measured(command) for command in tool.commands(found, source, target, out)]
    cost = Cost(
        sum(each.cpu for each in costs),
        sum(each.wall for each in costs),
        max(each.peak for each in costs),
    )
    return tuple(read_word_links(path, format="pharaoh") for path in out), cost


def symmetrised(
    directions: Sequence[WordLinks], lengths: tuple[Sequence[int], Sequence[int]]
) -> dict[str, WordLinks]:
    """Join the links of both directions in all the classical ways.

    Args:
        directions: links of source-to-target and of target-to-source.
        lengths: words of each source and of each target sentence.
    """
    import numpy as np

    offsets = [np.append(0, np.cumsum(each)).astype(np.int64) for each in lengths]
    forward, backward = directions
    of_target = np.full(offsets[1][-1], -1, np.int32)
    of_source = np.full(offsets[0][-1], -1, np.int32)
    pairs = [np.repeat(np.arange(each.pairs), np.diff(each.offsets)) for each in directions]
    of_target[offsets[1][pairs[0]] + forward.target] = forward.source
    of_source[offsets[0][pairs[1]] + backward.source] = backward.target
    return {
        name: symmetrise(of_target, of_source, *offsets, method=name) for name in SYMMETRISATIONS
    }


_SYSTRAN = """
import sys
import systran_align as tool
joint, forward, backward, out = sys.argv[1:]
tool.generate_alignment_probabilities(
    joint, forward, backward, favor_diagonal=True, optimize_tension=True, variational_bayes=True)
aligner = tool.Aligner(forward, backward)
with open(joint, encoding="utf-8") as lines, open(out, "w", encoding="utf-8") as file:
    for line in lines:
        one, other = line.rstrip("\\n").split(" ||| ")
        found = aligner.align(one.split(), other.split())["alignments"]
        file.write(" ".join(f"{i}-{j}" for i, j in found) + "\\n")
"""


def systran_command(python: str, joint: Path, links: Path) -> list[str]:
    """Return what aligns a file of ``source ||| target`` lines; tables go beside the links."""
    tables = [str(links.with_suffix(each)) for each in (".forward", ".backward")]
    return [python, "-c", _SYSTRAN, str(joint), *tables, str(links)]


def main() -> None:
    """Print cost and error rate of fast_align for texts of several sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", help="interpreter that can import systran_align")
    parser.add_argument("--pairs", type=int, nargs="+", default=[3_000, 30_000, 100_000, 310_000])
    options = parser.parse_args()
    for size in options.pairs:
        data = word_set(TRIAL, size)
        with tempfile.TemporaryDirectory() as name:
            joint, links, first = (Path(name, part) for part in ("joint", "links", "gold.pharaoh"))
            lines = (" ||| ".join(map(" ".join, pair)) for pair in data.pairs if all(pair))
            joint.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            cost = measured(systran_command(options.python, joint, links))
            with links.open(encoding="utf-8") as found:
                first.write_text("".join(islice(found, data.gold.pairs)), encoding="utf-8")
            rate = 100 * score(read_word_links(first), data.gold).values["aer"]
        print(f"{size:>7,} pairs: AER {rate:.1f}, {cost.cpu:.1f} CPU s, {cost.peak:.0f} MB")


if __name__ == "__main__":
    main()
