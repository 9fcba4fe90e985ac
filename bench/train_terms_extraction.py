"""Train the ranker of terms that ships: ``python -m bench.train_terms_extraction``.

It learns from all fields and languages of ACTER 1.5; what it is worth on a field that it never saw
is measured by ``python -m bench.terms_extraction``.
"""

from __future__ import annotations

import json
from pathlib import Path

from bench.extraction_data import every_text
from bench.terms_extraction import BAGS, trained
from diglot.formats._atomic import atomic_open

RANKER = Path(__file__).parents[1] / "src" / "diglot" / "terms" / "extraction_ranker.json"
NOTES = "ACTER 1.5 (corruption, dressage, wind energy; English, French, Dutch), without names"


def main() -> None:
    """Train and write."""
    ranker = trained(every_text(), BAGS, notes=NOTES)
    with atomic_open(RANKER) as file:
        json.dump(ranker.to_dict(), file, separators=(",", ":"))
        file.write("\n")
    print(f"{RANKER.name}: {RANKER.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
