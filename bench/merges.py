"""Sentences where merges are many: ``python -m bench.merges [--shipped] [--pages]``.

Twins of the development texts (``bench.twins``) that no weights were trained on, aligned with the
weights of the fold that never saw the set: one side cut at marks and conjunctions, runs of
sentences joined, and both with a passage missing on each side; with a pack and vectors or without,
these of the sets whose languages the encoder knows. A path is lost where sentences that the gold
links stand in long runs without counterpart.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from statistics import fmean
from typing import TYPE_CHECKING

from bench import pages
from bench.data import LANGUAGES, SETS, Gold, plain
from bench.doubts import STATES, aligner_of
from bench.quality import scored
from bench.tables import figure, table
from bench.train_vectors import COVERED, encoded
from bench.training import texts_of
from bench.twins import joined, resplit, sample, torn
from diglot.packs.finding import find_pack
from diglot.sentences.assembly import Linker
from diglot.sentences.corpus import encode
from diglot.sentences.models.crf import align_with
from diglot.sentences.reasons import Reasoner
from diglot.sentences.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diglot.model import Link

SEED = 5
LINKS = 600
"""Links of a document at most."""
MOST = 1200
"""Links of a set, about."""
RUN = 5
"""Sentences in a row without counterpart, all linked in the gold, that show a lost path."""

TWINS: dict[str, Callable[[Gold], Gold]] = {
    "source cut": partial(resplit, seed=SEED, source=True),
    "target cut": partial(resplit, seed=SEED, source=False),
    "source cut, sure": partial(resplit, seed=SEED, source=True, sure=True),
    "target cut, sure": partial(resplit, seed=SEED, source=False, sure=True),
    "joined": partial(joined, seed=SEED),
    "torn": torn,
    "cut and torn": lambda document: torn(resplit(document, SEED)),
    "joined and torn": lambda document: torn(joined(document, SEED)),
}


@dataclass(frozen=True, slots=True)
class Merged:
    """A twin of a set, aligned.

    Attributes:
        strict: strict F1.
        ece: calibration error of the probabilities.
        lost: sentences that a lost path left without counterpart.
        cpu: CPU seconds.
    """

    strict: float
    ece: float
    lost: int
    cpu: float


def measure(name: str, twin: str, state: str, *, shipped: bool = False) -> Merged:
    """Align a twin of a set in a state of ``bench.doubts`` and score it."""
    packed, similar = STATES[state]
    documents = [TWINS[twin](plain(each)) for each in sample(name, MOST, LINKS)]
    if similar:
        documents = [encoded(each) for each in documents]
    pack = find_pack(*LANGUAGES[name]) if packed else None
    weights = aligner_of(name, shipped=shipped)
    begin = time.process_time()
    corpus = encode(
        [texts_of(document) for document in documents], lexicon=pack.entries() if pack else ()
    )
    found = align_with(corpus, settings=Settings(), weights=weights)
    links = [
        list(Linker(0, 0, Reasoner(document.source, document.target)).links(alignment))
        for document, alignment in zip(documents, found, strict=True)
    ]
    cpu = time.process_time() - begin
    run = scored(documents, links, cpu)
    assert run.confidence is not None
    lost = sum(lost_sentences(*each) for each in zip(documents, links, strict=True))
    return Merged(run.scores["strict"].values["f1"], run.confidence.ece, lost, cpu)


def lost_sentences(document: Gold, links: Sequence[Link]) -> int:
    """Count the sentences in runs without counterpart that the gold gives one."""
    total = 0
    for side in ("source", "target"):
        linked = {k for link in document.links if not link.is_null for k in getattr(link, side)}
        wrong = linked & {k for link in links if link.is_null for k in getattr(link, side)}
        runs = groupby(range(len(getattr(document, side))), wrong.__contains__)
        lengths = [len(list(run)) for inside, run in runs if inside]
        total += sum(length for length in lengths if length >= RUN)
    return total


def main() -> None:
    """Measure all twins of all sets and print them, with means over the sets."""
    parser = argparse.ArgumentParser(description="measure the aligner where merges are many")
    parser.add_argument("--shipped", action="store_true", help="weights that have seen the sets")
    parser.add_argument("--twins", nargs="+", default=list(TWINS), choices=TWINS)
    parser.add_argument("--sets", nargs="+", default=list(SETS), choices=SETS)
    parser.add_argument("--states", nargs="+", default=list(STATES), choices=STATES)
    parser.add_argument("--pages", action="store_true", help="put the means into the manual")
    given = parser.parse_args()
    rows: list[list[str]] = []
    means = {twin: [twin] for twin in given.twins}
    for twin in given.twins:
        for state in given.states:
            found = {
                name: measure(name, twin, state, shipped=given.shipped)
                for name in given.sets
                if name in COVERED or not STATES[state][1]
            }
            shown = (found.get(name) for name in given.sets)
            mean = figure(fmean(each.strict for each in found.values()))
            lost = sum(each.lost for each in found.values())
            rows.append(
                [
                    f"{twin}, {state}",
                    *(f"{figure(each.strict)} ({each.lost})" if each else "–" for each in shown),
                    mean,
                    str(lost),
                    figure(fmean(each.ece for each in found.values())),
                    f"{sum(each.cpu for each in found.values()):.1f}",
                ]
            )
            means[twin] += [mean, str(lost)]
    header = ["twin", *(name[:9] for name in given.sets), "mean", "lost", "ECE", "CPU s"]
    print(table(header, rows))
    columns = [column for state in given.states for column in (state, "lost")]
    compact = table(["twin", *columns], list(means.values()))
    print(compact)
    if given.pages:
        pages.write({"merges": compact})


if __name__ == "__main__":
    main()
