"""Pairs of terms read one by one: ``python -m bench.terms.judged [draw FOLDER]``.

Two hundred of the first thousand pairs of a run on TICO-19 are drawn with a fixed seed. A person
reads each with a sentence that shows it and writes ``y`` if the two are translations of each other
as they stand (other number or tense of a verb is right, a missing or surplus content word is not),
else ``n`` and why. Without arguments the judgements in ``bench/judged`` are counted.
"""

from __future__ import annotations

import argparse
import csv
import random
from pathlib import Path

from bench.data import data_folder
from bench.terms.parallel_data import LOCALES, SOURCE
from diglot.pipeline.build.building import align_pairs
from diglot.pipeline.build.inputs import find_inputs, read_bitexts
from diglot.pipeline.build.options import BuildOptions
from diglot.pipeline.steps.terms.parallel import find_terms
from diglot.pipeline.stored.pairs import pairs_of

JUDGED = Path(__file__).parents[1] / "judged"
FIRST, DRAWN, SEED = 1000, 200, 19
HEADER = ("rank", "source", "target", "right", "why")


def main() -> None:
    """Draw samples to judge, or count what was judged."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("action", choices=("count", "draw"), nargs="?", default="count")
    parser.add_argument("folder", type=Path, nargs="?", default=JUDGED)
    arguments = parser.parse_args()
    for language in LOCALES:
        path = arguments.folder / f"tico19.en-{language}.tsv"
        if arguments.action == "draw":
            draw(language, path)
        else:
            count(path)


def draw(language: str, path: Path) -> None:
    """Write a sample with a sentence pair for each, still to be judged."""
    folder = data_folder() / "consistency" / "tico19" / "txt"
    locale = LOCALES[language]
    options = BuildOptions(source_language=SOURCE, target_language=language, parallel=True)
    files = [folder / f"en-{locale}.{side}" for side in (SOURCE, locale)]
    pairs = pairs_of(read_bitexts(find_inputs(*files, options), options), (SOURCE, language))
    ranked = find_terms(pairs, align_pairs(pairs, options)).pairs[:FIRST]
    chosen = sorted(random.Random(SEED).sample(range(len(ranked)), min(DRAWN, len(ranked))))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, delimiter="\t", lineterminator="\n")
        rows.writerow((*HEADER, "sentence", "translation"))
        for rank in chosen:
            pair = ranked[rank]
            shown = [side.sentence(pair.contexts[0]) for side in pairs.sides]
            rows.writerow((rank + 1, pair.source, pair.target, "", "", *shown))
    print(f"{path}: {len(chosen)} of the first {len(ranked)}")


def count(path: Path) -> None:
    """Print the share of right pairs, and the wrong ones."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    right = sum(row["right"] == "y" for row in rows)
    print(f"{path.name}: {right} of {len(rows)} right ({right / len(rows):.1%})")
    for row in rows:
        if row["right"] != "y":
            print(f"  {row['rank']}\t{row['source']}\t{row['target']}\t{row['why']}")


if __name__ == "__main__":
    main()
