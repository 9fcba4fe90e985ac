"""Train the ranker of comparable text: ``python -m bench.terms.train_comparable``.

On EuroVoc's English and French terms outside the benchmark's gold. Each half is aligned with a
dictionary from xling-eval, TICO-19 and the other half, and once with xling-eval alone.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np

import diglot.terms.comparable as package
from bench.terms import comparable_data as data
from bench.terms.comparable_dictionaries import aligned, of_terms, words_of
from diglot.files.atomic import atomic_open
from diglot.terms.comparable import Resources, Side
from diglot.terms.comparable.ranking import Examples, ranking_examples, train_ranker

SEED = 1
DISTRACTORS = 1000
_HOME = Path(package.__file__).parent


def runs(*, seed: int = SEED) -> list[Examples]:
    """Make the examples."""
    task = data.benchmark()
    pairs = sorted(pair for pair in data.eurovoc("fr") if pair not in task.gold and all(pair))
    rng = random.Random(seed)
    rng.shuffle(pairs)
    halves = pairs[: len(pairs) // 2], pairs[len(pairs) // 2 :]
    small = words_of("en", "fr")
    large = small.merge(aligned(data.tico_sentences("fr")))
    found = []
    for here, there in (halves, halves[::-1]):
        more = large.merge(*of_terms(there, "fr"))
        for dictionary in (more, small):
            spare = rng.sample(task.spare[1], min(DISTRACTORS, len(task.spare[1])))
            found.append(
                ranking_examples(
                    sorted({one for one, _ in here}),
                    sorted({other for _, other in here} | set(spare)),
                    here,
                    Resources(Side("en"), Side("fr"), dictionary),
                    seed=seed,
                )
            )
    return found


def calibration(found: list[Examples]) -> tuple[float, float]:
    """Fit the log-odds of a pair to the logarithm of its score by formula."""
    from sklearn.linear_model import LogisticRegression

    score = np.log(np.concatenate([run.score for run in found]))[:, None]
    right = np.concatenate([run.right for run in found])
    weights = np.concatenate([run.weights for run in found])
    line = LogisticRegression(C=1e6).fit(score, right, sample_weight=weights)
    return float(line.coef_[0, 0]), float(line.intercept_[0])


def main() -> None:
    """Train, write the ranker into the package, print the calibration of the formula."""
    found = runs()
    grown = train_ranker(
        found, notes="EuroVoc en-fr outside the benchmark's gold, two dictionaries"
    )
    with atomic_open(_HOME / "ranker.json") as file:
        json.dump(grown.to_dict(), file)
        file.write("\n")
    slope, offset = calibration(found)
    print(f"by formula: slope {slope:.2f}, offset {offset:.2f}")


if __name__ == "__main__":
    main()
