"""Train the ranker of term pairs on parallel text: ``python -m bench.terms.train_parallel``.

Examples are all pairs whose source is in a glossary of TICO-19, English-French and English-Spanish,
or in the interface of an office suite, English-Russian; right ones are those of the glossary. Of n
examples of a set each weighs one by the square root of n: the interface has thirty times as many.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bench.terms.parallel_data import LOCALES, OFFICE_TRAINED, office, task
from diglot.files.atomic import atomic_open
from diglot.learning.trees import Ranker, train_trees
from diglot.terms.parallel import alignment
from diglot.terms.parallel.alignment import GROWTH
from diglot.terms.parallel.correspondences import (
    NAMES,
    correspondence_features,
    find_correspondences,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bench.terms.parallel_data import Task

NOTES = "glossaries of TICO-19, en-fr and en-es; interface of LibreOffice, en-ru"


def examples(
    each: Task,
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.int64]]:
    """Return figures, labels and source numbers of the pairs with a gold source."""
    found = find_correspondences(each.source, each.target, each.links)
    texts = [
        [side.text(ngram).lower() for ngram in wanted.tolist()]
        for side, wanted in ((each.source, found.source), (each.target, found.target))
    ]
    sources = {source for source, _ in each.gold}
    here = np.array([source in sources for source in texts[0]])
    labels = np.array([pair in each.gold for pair in zip(*texts, strict=True)])
    return (
        correspondence_features(each.source, each.target, found)[here],
        labels[here],
        found.source[here],
    )


def trained(tasks: Sequence[Task], *, notes: str = "") -> Ranker:
    """Train a ranker on several sets together."""
    parts = [examples(each) for each in tasks]
    groups = np.concatenate([part[2] + 10**7 * k for k, part in enumerate(parts)])
    weights = np.concatenate([np.full(len(part[1]), len(part[1]) ** -0.5) for part in parts])
    return train_trees(
        np.concatenate([part[0] for part in parts]),
        np.concatenate([part[1] for part in parts]),
        names=NAMES,
        weights=weights / weights.mean(),
        groups=groups,
        growth=GROWTH,
        notes=notes,
    )


def main() -> None:
    """Train on all three and write the ranker that the package ships."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    tasks = [*(task(language) for language in LOCALES), office(OFFICE_TRAINED)]
    ranker = trained(tasks, notes=NOTES)
    path = Path(alignment.__file__).parents[1] / "parallel_ranker.json"
    with atomic_open(path) as file:
        json.dump(ranker.to_dict(), file, separators=(",", ":"))
        file.write("\n")
    print(f"{path.name}: {len(ranker.roots)} trees, slope {ranker.slope:.2f}")


if __name__ == "__main__":
    main()
