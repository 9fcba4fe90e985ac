"""What language packs bring: ``python -m bench.packs [--only checks] [--pages]``.

Every set is aligned without a pack and with the one that diglot finds for its languages. The sets
are from other sources than the packs, and are judged by weights that never saw them.
"""

from __future__ import annotations

import argparse
import re
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING
from unittest import mock

import numpy as np

from bench import pages
from bench.data import LANGUAGES as SENTENCES
from bench.data import load, plain
from bench.quality import fold, scored
from bench.tables import figure, table
from bench.terminology.checks_data import Task, task
from bench.train_words import networks_without
from bench.training import texts_of
from bench.word_data import LANGUAGES, TRIAL, WordSet, first_pairs, word_set
from diglot.evaluate.alignments.words import score
from diglot.files.atomic import atomic_open
from diglot.model.findings import LEVELS
from diglot.packs.finding import find_pack
from diglot.sentences.assembly import Linker
from diglot.sentences.corpus import encode as encode_sentences
from diglot.sentences.evidence.features import generative_weights
from diglot.sentences.models.crf import align_with
from diglot.sentences.reasons import Reasoner
from diglot.sentences.settings import Settings
from diglot.words import Knowledge, align, links
from diglot.words.corpus import encode
from diglot.words.decoding import confidence
from diglot.words.recutting import recut_pack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from diglot.packs.pack import Pack

PAGE = pages.ROOT / "docs" / "methods" / "packs.md"
SMALL = 60
"""Sentence pairs of a small job."""

WORDS = (
    *((name, 0) for name in LANGUAGES),
    *((TRIAL, more) for more in (3_000, 30_000, 100_000)),
)


CHECKS = (("es", 4, 50), ("es", 6, 100), ("es", 1, 1_000), ("fr", 6, 100), ("fr", 1, 1_000))
"""Languages of TICO-19, and how many parts of how many units are checked."""


@dataclass(frozen=True, slots=True)
class Gain:
    """A set aligned twice.

    Attributes:
        name: of the set.
        size: what was aligned of it.
        without: figure without a pack.
        with_pack: figure with it.
        pack: name of the pack.
        cpu: CPU seconds without and with it.
    """

    name: str
    size: str
    without: float
    with_pack: float
    pack: str
    cpu: tuple[float, float]


def sentences(name: str, languages: tuple[str, str]) -> Gain:
    """Strict F1 of a set of sentences."""
    documents = [plain(document) for document in load(name)]
    texts = [texts_of(document) for document in documents]
    weights = [generative_weights(), fold(name)]

    def measure(pack: Pack | None) -> float:
        corpus = encode_sentences(texts, lexicon=pack.entries() if pack else ())
        found = align_with(corpus, settings=Settings(), weights=weights)
        made = [
            list(Linker(0, 0, Reasoner(document.source, document.target)).links(alignment))
            for document, alignment in zip(documents, found, strict=True)
        ]
        return scored(documents, made, 0.0).scores["strict"].values["f1"]

    return _gain(name, f"{sum(len(one.links) for one in documents):,}", *languages, measure)


def words(name: str, more: int) -> Iterator[Gain]:
    """Alignment error rate of a set of words; of the first pairs alone, too."""
    data = word_set(name, more)
    source, target = LANGUAGES[name]

    networks = networks_without(name)

    def measure(part: WordSet, pack: Pack | None) -> float:
        corpus = encode(part.pairs)
        pack = pack and recut_pack(pack, corpus, ("none", "none"))
        with mock.patch.object(confidence, "shipped_networks", return_value=networks):
            found = align(corpus, Knowledge(pack=pack), reported=part.gold.pairs, learn=False)
        return score(links(found), part.gold).values["aer"]

    if not more and data.gold.pairs > SMALL:
        first = partial(measure, first_pairs(data, SMALL))
        yield _gain(name, f"first {SMALL}", source, target, first)
    size = f"{data.gold.pairs:,}" + (f" + {more:,}" if more else "")
    yield _gain(name, size, source, target, partial(measure, data))


def checks(language: str, parts: int, size: int) -> list[str]:
    """Row of terms in human translations: accepted with notes, and alarms."""
    pairs = task(language).pairs
    found = []
    for languages in ((None, None), ("en", language)):
        best = [
            Task(pairs[n * size : (n + 1) * size], task(language).checker, languages=languages).best
            for n in range(parts)
        ]
        accepted = np.concatenate(best) <= LEVELS.index("alternative")
        found.append((figure(float(accepted.mean())), str(int((~accepted).sum()))))
    (one, alarms), (other, fewer) = found
    return [f"TICO-19 en-{language}", f"{parts} x {size:,}", one, other, alarms, fewer]


def _gain(
    name: str, size: str, source: str, target: str, measure: Callable[[Pack | None], float]
) -> Gain:
    pack = find_pack(source, target)
    figures, seconds = [], []
    for given in (None, pack):
        begin = time.process_time()
        figures.append(measure(given))
        seconds.append(time.process_time() - begin)
    return Gain(
        name, size, figures[0], figures[1], pack.name if pack else "–", (seconds[0], seconds[1])
    )


def rows(gains: list[Gain], *, percent: bool) -> str:
    """Lay out gains as a table."""
    header = ["set", "size", "without", "with", "CPU s", "with", "pack"]
    return table(
        header,
        (
            [
                gain.name,
                gain.size,
                *(
                    f"{100 * value:.1f}" if percent else figure(value)
                    for value in (gain.without, gain.with_pack)
                ),
                *(f"{seconds:.1f}" for seconds in gain.cpu),
                gain.pack.partition("@")[0],
            ]
            for gain in gains
        ),
    )


def main() -> None:
    """Measure all sets and print the tables."""
    parser = argparse.ArgumentParser(description="measure what language packs bring")
    parser.add_argument("--pages", action="store_true", help="put the tables into the manual")
    parser.add_argument(
        "--only", choices=["sentences", "words", "checks"], help="measure one kind of sets"
    )
    given = parser.parse_args()
    made = {}
    if given.only in (None, "sentences"):
        found = [sentences(*each) for each in SENTENCES.items()]
        made["packs sentences"] = rows(found, percent=False)
    if given.only in (None, "words"):
        gains = [gain for each in WORDS for gain in words(*each)]
        made["packs words"] = rows(gains, percent=True)
    if given.only in (None, "checks"):
        header = ["set", "units", "accepted without", "with", "alarms without", "with"]
        made["packs checks"] = table(header, (checks(*each) for each in CHECKS))
    print("\n\n".join(made.values()))
    if given.pages:
        text = PAGE.read_text(encoding="utf-8")
        for name, content in made.items():
            mark = rf"(<!-- table: {name} -->\n)\n?((?:\|[^\n]*\n)*)\n?"
            text = re.sub(mark, lambda found, new=content: f"{found[1]}\n{new}\n\n", text)
        with atomic_open(PAGE, "w") as file:
            file.write(text)


if __name__ == "__main__":
    main()
