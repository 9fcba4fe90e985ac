"""Measure the sentence aligner for its gate, and pin what was measured.

    python -m tests.gates.sentences                  measure and compare with the pinned floors
    python -m tests.gates.sentences --update         pin new floors; refuses to lower one
    python -m tests.gates.sentences --update --allow-regression

A floor is the measured figure less a small margin, for the weights that ship, which were trained on
these sets: the gate shows that nothing got lost, not how good it is (`bench.quality` does).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from diglot.evaluate.alignments.confidence import Confidence, confidence, judge_links
from diglot.evaluate.alignments.sentences import score
from diglot.formats import read
from diglot.formats.links.plain import read_links
from diglot.model import Document, Link
from diglot.sentences import align
from diglot.sentences.evidence.features import shipped_weights

PINNED = Path(__file__).with_name("sentences.json")
MARGIN = 0.004
SETS = (
    "alignar-law-ar-en",
    "hunalign-1984-hu-en",
    "hunalign-dtm-hu-en",
    "mac-dev-zh-en",
    "maligna-pl-en",
    "parice-en-is",
    "textberg-dev-de-fr",
    "transread-en-fr",
)
FILES = ("src.txt", "tgt.txt", "gold.txt")
METRICS = ("strict", "lax")
LEAST_CERTAIN = 0.10

Floors = dict[str, float]


@dataclass(frozen=True)
class Measured:
    """One set as it was aligned just now.

    Attributes:
        digest: SHA-256 of the files of the set.
        f1: strict and lax.
        confidence: quality of the probabilities.
    """

    digest: str
    f1: Mapping[str, float]
    confidence: Confidence


def documents_of(folder: Path) -> list[Path]:
    """The documents of a set, in order."""
    return sorted(path for path in folder.iterdir() if path.is_dir())


def digest(folder: Path) -> str:
    """SHA-256 of the texts and gold links of a set, names included."""
    found = hashlib.sha256()
    for document in documents_of(folder):
        for name in FILES:
            content = (document / name).read_bytes()
            found.update(f"{document.name}/{name} {len(content)}\n".encode())
            found.update(content)
    return found.hexdigest()


def measure(folder: Path) -> Measured:
    """Align a set through the public interface and score it."""
    documents = documents_of(folder)
    pairs = [(_lines(path / "src.txt"), _lines(path / "tgt.txt")) for path in documents]
    found: list[Sequence[Link]] = [bitext.links for bitext in align(pairs)]
    gold = [read_links(path / "gold.txt") for path in documents]
    scores = score(found, gold)
    return Measured(
        digest(folder),
        {metric: scores[metric].values["f1"] for metric in METRICS},
        confidence(*judge_links(found, gold), shares=(LEAST_CERTAIN,)),
    )


def _lines(path: Path) -> Document:
    document = read(path, format="text", lines=True)
    assert isinstance(document, Document)
    return document


def weights_digest() -> str:
    """SHA-256 of the weights that ship."""
    return hashlib.sha256(shipped_weights().values.tobytes()).hexdigest()


def pinned(path: Path = PINNED) -> dict[str, dict[str, float | str]]:
    """Floors and digests by set, as pinned."""
    content: dict[str, dict[str, float | str]] = json.loads(path.read_text("utf-8"))["sets"]
    return content


def floors(measured: Measured) -> Floors:
    """What to pin for a set."""
    return {metric: round(max(0.0, measured.f1[metric] - MARGIN), 4) for metric in METRICS}


def lowered(
    before: Mapping[str, Mapping[str, float | str]], after: Mapping[str, Mapping[str, float | str]]
) -> list[str]:
    """Floors that would fall, one line each; sets of other content have no floor to keep."""
    found = []
    for name, old in before.items():
        new = after.get(name)
        if new is None:
            found.append(f"{name}: not measured")
            continue
        if new["sha256"] != old["sha256"]:
            continue
        found.extend(
            f"{name}: {metric} {old[metric]} -> {new[metric]}"
            for metric in METRICS
            if float(new[metric]) < float(old[metric])
        )
    return found


def write(content: Mapping[str, Mapping[str, float | str]], path: Path = PINNED) -> None:
    """Pin floors."""
    table = {"weights": weights_digest(), "margin": MARGIN, "sets": content}
    path.write_text(json.dumps(table, indent=1) + "\n", "utf-8")


def update(
    after: Mapping[str, Mapping[str, float | str]],
    path: Path = PINNED,
    *,
    allow_regression: bool = False,
) -> list[str]:
    """Pin floors unless one would fall; the lines of those that would."""
    falls = lowered(pinned(path), after) if path.exists() else []
    if not falls or allow_regression:
        write(after, path)
    return falls


def main() -> int:
    """Measure all sets, print a table, and pin the floors on request."""
    from bench.data import data_folder

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--update", action="store_true", help="pin what is measured now")
    parser.add_argument("--allow-regression", action="store_true", help="let floors fall")
    options = parser.parse_args()
    after: dict[str, dict[str, float | str]] = {}
    for name in SETS:
        found = measure(data_folder() / "sentences" / name)
        after[name] = {"sha256": found.digest, **floors(found)}
        figures = "  ".join(f"{metric} {found.f1[metric]:.4f}" for metric in METRICS)
        share = found.confidence.found[LEAST_CERTAIN]
        wrong = f"{found.confidence.wrong}/{found.confidence.links} wrong"
        print(f"{name:22} {figures}  ECE {found.confidence.ece:.3f}  {share:.2f} of {wrong}")  # noqa: T201 a command
    if options.update:
        falls = update(after, allow_regression=options.allow_regression)
    else:
        falls = lowered(pinned(), after)
    print("\n".join(falls or ["no floor falls"]))  # noqa: T201 a command
    return 1 if falls and not options.allow_regression else 0


if __name__ == "__main__":
    sys.exit(main())
