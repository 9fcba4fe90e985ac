"""Measure the word aligner for its gate, and pin what was measured.

    python -m tests.gates.words                  measure and compare with the pinned ceilings
    python -m tests.gates.words --update         pin new ceilings; refuses to raise one
    python -m tests.gates.words --update --allow-regression

A ceiling is the measured alignment error rate and a small margin, for the weights that ship, which
were trained on these sets: the gate shows that nothing got lost, not how good the aligner is
(``python -m bench.train_words --folds`` does, with weights that never saw the set).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from diglot.evaluate.alignments.confidence import against_gold
from diglot.evaluate.alignments.words import score
from diglot.words import align, links
from diglot.words.corpus import encode
from diglot.words.decoding.links import by_threshold

PINNED = Path(__file__).with_name("words.json")
MARGIN = 0.004
SETS: dict[str, tuple[str, int]] = {
    "alibi-fr-en": ("alibi-fr-en", 0),
    "awesome-jaen": ("awesome-jaen", 0),
    "graca-en-fr": ("graca-en-fr", 0),
    "xlwa-en-es-dev": ("xlwa-en-es-dev", 0),
    "xlwa-en-hu-dev": ("xlwa-en-hu-dev", 0),
    "xlwa-en-ru-dev": ("xlwa-en-ru-dev", 0),
    "trial + 3,000": ("hansards-en-fr-trial", 3_000),
    "trial + 30,000": ("hansards-en-fr-trial", 30_000),
}
"""Set and pairs of Hansard text behind it, by the name that is pinned: both schedules are run."""

Pins = Mapping[str, Mapping[str, float | str]]


@dataclass(frozen=True)
class Measured:
    """One set as it was aligned just now.

    Attributes:
        digest: SHA-256 of its pairs, those it learns from included, and of its gold.
        aer: alignment error rate, 0 to 1, links chosen by the default threshold.
        ece: calibration error of all candidates; possible links are right in the first, wrong in
            the second.
    """

    digest: str
    aer: float
    ece: tuple[float, float]


def measure(name: str) -> Measured:
    """Align a set through the public interface and score it."""
    from bench.word_data import folder, word_set

    data = word_set(*SETS[name])
    found = align(encode(data.pairs), reported=data.gold.pairs, learn=False)
    judged = against_gold(by_threshold(found.posteriors, found.probabilities, 0.0), data.gold)
    return Measured(
        digest(data.pairs, (folder() / SETS[name][0] / "gold.txt").read_bytes()),
        score(links(found), data.gold).values["aer"],
        (judged["possible"].ece, judged["sure"].ece),
    )


def digest(pairs: list[tuple[list[str], list[str]]], gold: bytes) -> str:
    """SHA-256 of pairs and gold."""
    found = hashlib.sha256(gold)
    for source, target in pairs:
        found.update(f"\n{' '.join(source)}\n{' '.join(target)}".encode())
    return found.hexdigest()


def weights_digest() -> str:
    """SHA-256 of the weights that ship."""
    return hashlib.sha256(files("diglot.words").joinpath("weights.json").read_bytes()).hexdigest()


def pinned(path: Path = PINNED) -> Pins:
    """Ceilings and digests by set, as pinned."""
    content: Pins = json.loads(path.read_text("utf-8"))["sets"]
    return content


def ceiling(measured: Measured) -> dict[str, float | str]:
    """What to pin for a set."""
    return {"sha256": measured.digest, "aer": round(measured.aer + MARGIN, 4)}


def raised(before: Pins, after: Pins) -> list[str]:
    """Ceilings that would rise, one line each; sets of other content have none to keep."""
    found = []
    for name, old in before.items():
        new = after.get(name)
        if new is None:
            found.append(f"{name}: not measured")
        elif new["sha256"] == old["sha256"] and float(new["aer"]) > float(old["aer"]):
            found.append(f"{name}: aer {old['aer']} -> {new['aer']}")
    return found


def update(after: Pins, path: Path = PINNED, *, allow_regression: bool = False) -> list[str]:
    """Pin ceilings unless one would rise; the lines of those that would."""
    rises = raised(pinned(path), after) if path.exists() else []
    if not rises or allow_regression:
        content = {"weights": weights_digest(), "margin": MARGIN, "sets": after}
        path.write_text(json.dumps(content, indent=1) + "\n", "utf-8")
    return rises


def main() -> int:
    """Measure all sets, print a table, and pin the ceilings on request."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--update", action="store_true", help="pin what is measured now")
    parser.add_argument("--allow-regression", action="store_true", help="let ceilings rise")
    options = parser.parse_args()
    after = {}
    for name in SETS:
        found = measure(name)
        after[name] = ceiling(found)
        ece = " ".join(f"{each:.3f}" for each in found.ece)
        print(f"{name:16} AER {found.aer:.4f}  ECE in P and in S {ece}")  # noqa: T201 a command
    if options.update:
        rises = update(after, allow_regression=options.allow_regression)
    else:
        rises = raised(pinned(), after)
    print("\n".join(rises or ["no ceiling rises"]))  # noqa: T201 a command
    return 1 if rises and not options.allow_regression else 0


if __name__ == "__main__":
    sys.exit(main())
