"""What preparing a task like BUCC 2022 takes: ``python -m bench.terms.preparation PAIRS [TERM]``.

Parallel text is that of three corpora; pairs beyond come again, each time with another number at
the end of both sides.
"""

from __future__ import annotations

import argparse
import gzip
import random
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from threading import Event, Thread
from time import process_time
from typing import TYPE_CHECKING

from bench.data import data_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

TEXTS = (
    ("words/train/hansard-toronto", "en.txt.gz", "fr.txt.gz"),
    ("words/train/tatoeba-2017", "en.txt.gz", "fr.txt.gz"),
    ("terms/php-docs", "php.en.gz", "php.fr.gz"),
)


def _write_texts(folder: Path, pairs: int) -> None:
    """Write so many sentence pairs of three texts, in random order."""
    texts: list[tuple[str, str]] = []
    for text, *names in TEXTS:
        files = [data_folder() / text / name for name in names]
        sides = [gzip.decompress(file.read_bytes()).decode().split("\n") for file in files]
        texts += [pair for pair in zip(*sides, strict=True) if all(pair)]
    random.Random(7).shuffle(texts)
    for side, code in enumerate(("en", "fr")):
        with (folder / f"{code}.txt").open("w") as file:
            for number in range(pairs):
                again, place = divmod(number, len(texts))
                file.write(f"{texts[place][side]}{f' {again}' if again else ''}\n")


def prepare(pairs: int, domain: Sequence[str] = ()) -> None:
    """Prepare a task of sentence pairs; tell the memory for data of every step.

    Args:
        pairs: how many sentence pairs there are.
        domain: source terms; only sentences that hold one are taken. None takes all.
    """
    from diglot.cli.output import return_large_arrays
    from diglot.pipeline.bucc.options import BuccOptions
    from diglot.pipeline.bucc.task import prepare_task

    return_large_arrays()
    most: dict[str, float] = {}
    steps, done = ["reading"], Event()

    def watch() -> None:
        while not done.wait(0.02):
            lines = Path("/proc/self/status").read_text().splitlines()
            held = next(int(line.split()[1]) / 1024 for line in lines if line.startswith("RssAnon"))
            most[steps[-1]] = max(most.get(steps[-1], 0), held)

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with ProcessPoolExecutor(1) as pool:  # what the texts take does not count
            pool.submit(_write_texts, folder, pairs).result()
        seeds = folder / "domain.txt"
        seeds.write_text("".join(f"{term}\n" for term in domain), "utf-8")
        begin = process_time()
        Thread(target=watch, daemon=True).start()
        prepare_task(
            folder / "en.txt",
            folder / "fr.txt",
            out=folder / "task",
            options=BuccOptions(
                source_language="en",
                target_language="fr",
                sample=1000,
                seed_terms=seeds if domain else None,
            ),
            progress=lambda step, *_: steps.append(step),
        )
        done.set()
        spent = process_time() - begin
    told = ", ".join(f"{step} {held:,.0f} MB" for step, held in most.items())
    print(f"{pairs:,} pairs: {spent:.0f} CPU s; {told}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.terms.preparation", description=__doc__)
    parser.add_argument("pairs", type=int, metavar="PAIRS", help="sentence pairs of the task")
    parser.add_argument(
        "domain", nargs="*", metavar="TERM", help="source terms of its domain (default: all pairs)"
    )
    options = parser.parse_args()
    prepare(options.pairs, options.domain)
