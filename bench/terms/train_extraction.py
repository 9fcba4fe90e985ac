"""Train the ranker of terms that ships: ``python -m bench.terms.train_extraction``.

It learns from all fields and languages of ACTER 1.5; what it is worth on a field that it never saw
is measured by ``python -m bench.terms.extraction``.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bench.terms.extraction import BAGS, trained
from bench.terms.extraction_data import every_text
from diglot.files.atomic import atomic_open
from diglot.terms.extraction.termhood import TermRanker

if TYPE_CHECKING:
    from diglot.learning.trees import Ranker

RANKER = Path(__file__).parents[2] / "src" / "diglot" / "terms" / "extraction_ranker.json"
NOTES = "ACTER 1.5 (corruption, dressage, wind energy; English, French, Dutch), without names"


def short(ranker: Ranker) -> Ranker:
    """Return a ranker whose numbers have as many digits as matter: half the file."""
    return replace(
        ranker,
        threshold=np.array([float(f"{value:.7g}") for value in ranker.threshold]),
        value=ranker.value.round(5),
    )


def main() -> None:
    """Train and write."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    ranker = trained(every_text(), BAGS, notes=NOTES)
    ranker = TermRanker(short(ranker.first), short(ranker.second))
    with atomic_open(RANKER) as file:
        json.dump(ranker.to_dict(), file, separators=(",", ":"))
        file.write("\n")
    print(f"{RANKER.name}: {RANKER.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
