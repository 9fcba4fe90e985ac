"""What a graph of many dictionaries costs: to make, to keep, to open and to walk.

``python -m bench.lexicons.scale --edges 50`` draws dictionaries of that many million translations
at random, makes their graph, saves it, and opens it in a new process that looks for the
translations of one language pair through one pivot. Words are syllables, commoner ones are drawn
more often, and a word and its translations come from one number, so that dictionaries agree and
disagree.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from diglot.lexicons.graph.encoding import Encoder
from diglot.model import Origin, Translation
from diglot.pipeline.steps.lexicons.dictionaries import load_graph, save_graph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

LANGUAGES = (
    "en es fr pt ca it ro gl oc eu eo de nl sv da no fi pl cs sk ru uk bg el tr hu et lv lt ga"
)
PARTS = ("noun", "properNoun", "adjective", "verb", "adverb")
ROWS = 500_000  # of one dictionary
AT_ONCE = 50_000
VOCABULARY = 500_000  # numbers that words of one language come from
SYLLABLES = np.array([a + b for a in "bcdfghjklmnprstvwxyz" for b in "aeiou"], "S2")


def words(numbers: NDArray[np.int64], language: int) -> list[str]:
    """Return the words of numbers: three to five syllables, others in every language."""
    mixed = (numbers * 48_271 + language * 7_919) % 2_147_483_647
    digits = np.stack([mixed // 100**power % 100 for power in range(5)], axis=1)
    letters = SYLLABLES[digits].view("S10")[:, 0].astype(str)
    return [
        word[: 6 + 2 * (number % 3)]
        for word, number in zip(letters.tolist(), numbers.tolist(), strict=True)
    ]


def dictionary(number: int, rows: int) -> Iterator[Translation]:
    """Draw the translations of one dictionary."""
    random = np.random.default_rng(number)
    codes = LANGUAGES.split()
    # English is in every fourth dictionary, as in life.
    one, other = 0, 1 + number // 4 % (len(codes) - 1)
    if number % 4:
        one, other = random.choice(len(codes), 2, replace=False).tolist()
    for begin in range(0, rows, AT_ONCE):
        size = min(AT_ONCE, rows - begin)
        source = (VOCABULARY * random.random(size) ** 1.5).astype(np.int64)
        moved = np.where(random.random(size) < 0.6, 0, random.integers(1, 40, size))
        parts = [PARTS[each] for each in (source % len(PARTS)).tolist()]
        for from_word, to_word, part in zip(
            words(source, one), words(source + moved, other), parts, strict=True
        ):
            yield Translation(from_word, to_word, codes[one], codes[other], part, part)


def peak() -> float:
    """Most memory of this process so far, in gigabytes; files that are mapped count as read."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(re.search(r"VmHWM:\s*(\d+)", status)[1]) * 1024 / 1e9


def make(millions: float, path: Path) -> None:
    """Make and save a graph, and print what that costs."""
    rows = round(millions * 1e6)
    sizes = [min(ROWS, rows - begin) for begin in range(0, rows, ROWS)]
    begin = time.process_time()
    drawn = sum(1 for number, size in enumerate(sizes[:2]) for _ in dictionary(number, size))
    drawing = (time.process_time() - begin) / drawn * rows
    begin = time.process_time()
    encoder = Encoder()
    for number, size in enumerate(sizes):
        encoder.add(Origin(f"d{number}"), dictionary(number, size))
    graph = encoder.graph()
    making = time.process_time() - begin - drawing
    print(f"{rows:,} translations in {len(sizes)} dictionaries: {graph.edges:,} edges between")
    print(f"{graph.nodes:,} words, {len(graph.witnesses):,} sets of dictionaries")
    print(
        f"made in {making:.0f} CPU seconds (and {drawing:.0f} to draw them), peak {peak():.2f} GB"
    )
    begin = time.process_time()
    save_graph(path, graph)
    size = path.stat().st_size / 1e9
    print(f"saved in {time.process_time() - begin:.1f} CPU seconds: {size:.2f} GB", flush=True)


def walk(path: Path) -> None:
    """Open a graph and look for translations of one language pair through one pivot."""
    from diglot.lexicons.graph.graph import edges_between

    begin = time.process_time()
    graph = load_graph([path]).graph
    print(f"opened in {time.process_time() - begin:.3f} CPU seconds, peak {peak():.2f} GB")
    begin = time.process_time()
    found = edges_between(graph, "fr", "en") @ edges_between(graph, "en", "pt")
    print(
        f"fr-en-pt: {found.nnz:,} pairs in {time.process_time() - begin:.1f} CPU seconds, "
        f"peak {peak():.2f} GB"
    )


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.lexicons.scale", description=__doc__)
    parser.add_argument("--edges", type=float, default=5, help="millions of translations")
    parser.add_argument("--walk", type=Path, help="only open this graph and walk")
    options = parser.parse_args()
    if options.walk:
        walk(options.walk)
        return
    with TemporaryDirectory() as name:
        path = Path(name, "big.lexgraph")
        make(options.edges, path)
        subprocess.run(
            [sys.executable, "-m", "bench.lexicons.scale", "--walk", str(path)], check=True
        )


if __name__ == "__main__":
    main()
