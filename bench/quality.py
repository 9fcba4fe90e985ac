"""The corpora of the campaigns on quality and costs, and links by weights that never saw them.

The method that ships is run twice: with the weights of the fold that never saw the set (the figure
to report; its links are made here, and stand in the campaign as outputs), and as users get it
(these weights were trained on the set).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from bench.data import LANGUAGES, SETS, Gold, data_folder, load, plain
from bench.train_sentences import FOLDS
from bench.training import texts_of
from bench.twins import roughened, torn
from diglot.evaluate.alignments.confidence import Confidence, confidence, judge_links
from diglot.evaluate.alignments.sentences import score
from diglot.evaluate.statistics.significance import bootstrap
from diglot.formats import write_links
from diglot.model import Link
from diglot.sentences.assembly import Linker
from diglot.sentences.corpus import encode
from diglot.sentences.evidence.features import (
    Weights,
    generative_weights,
    shipped_weights,
    weights_from_names,
)
from diglot.sentences.models.crf import align_with
from diglot.sentences.reasons import Reasoner
from diglot.sentences.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.model import Score

    Plan = dict[str, Any]

ALL_SETS = (*SETS, "maligna-pl-de")
DEFAULT = "crf"
SHIPPED = "crf, shipped weights"
LEXICAL = "lexical"
OTHERS = (LEXICAL, "moore", "length", "length-classic")

EVIDENCE: dict[str, Callable[[Gold], Gold]] = {
    "translated source": lambda gold: replace(
        plain(gold), source_translation=gold.source_translation
    ),
    "translated target": lambda gold: replace(
        plain(gold), target_translation=gold.target_translation
    ),
    "both translated": lambda gold: replace(gold, source_paragraphs=None, target_paragraphs=None),
    "paragraphs": lambda gold: replace(gold, source_translation=None, target_translation=None),
}
"""What some sets hold beside the two texts, by name; documents without it are aligned as usual."""

TWINS: dict[str, Callable[[Gold], Gold]] = {
    "roughened": partial(roughened, seed=2),
    "torn": torn,
}
"""Harder versions of the same texts; roughened otherwise than for training."""

_FILES = {"source": "src", "target": "tgt", "gold": "gold"}
_ALONE = {"packs": ["none"], "encoder": "none"}
"""Options of a method that sees nothing but the texts."""

# A text that is repeated until it is long: real sentences, and gold that tells whether the
# alignment still holds.
TEXT = "hunalign-1984-hu-en"
ROUGH = "transread-en-fr"
"""A set of novels whose longest one is less regular than 1984."""
SHORT = 200
SIZES = (1_000, 5_000, 20_000, 80_000)


@dataclass(frozen=True, slots=True)
class Run:
    """One way of aligning a set.

    Attributes:
        scores: by metric, pooled over the documents; strict with its interval.
        confidence: quality of the probabilities of the links.
        cpu: CPU seconds, reading and scoring not counted.
    """

    scores: dict[str, Score]
    confidence: Confidence | None
    cpu: float


def scored(documents: Sequence[Gold], links: Sequence[Sequence[Link]], cpu: float) -> Run:
    """Score the links of documents, their probabilities too if they have any."""
    gold = [document.links for document in documents]
    scores = score(
        links,
        gold,
        [document.source for document in documents],
        [document.target for document in documents],
    )
    scores["strict"] = bootstrap(scores["strict"])
    known = all(link.score is not None for of_one in links for link in of_one)
    return Run(scores, confidence(*judge_links(links, gold)) if known else None, cpu)


def fold(name: str) -> Weights:
    """Weights that never saw a set: those of its fold, or the shipped ones if it is in none."""
    folds = _folds()
    return (
        weights_from_names(folds[name], f"without {name}") if name in folds else shipped_weights()
    )


@cache
def _folds() -> dict[str, dict[str, float]]:
    """All folds, read once: a training that ends meanwhile must not mix two sets of weights."""
    folds: dict[str, dict[str, float]] = json.loads(FOLDS.read_text("utf-8"))
    return folds


def quality(folder: Path) -> Plan:
    """Every set, aligned by every method."""
    corpora = []
    for name in ALL_SETS:
        _write_links_left_out(folder, name, name, [plain(document) for document in load(name)])
        corpora.append(_corpus(name, data_folder() / "sentences" / name, name))
    others = [{"name": name, "method": name, "options": _ALONE} for name in OTHERS]
    return {
        "campaign": {"task": "sentences", "title": "Sentence alignment on the development sets"},
        "corpus": corpora,
        "system": [_left_out(folder), {"name": SHIPPED, "method": "crf"}, *others],
    }


def variants(folder: Path) -> Plan:
    """The sets with more evidence than the texts, and harder twins of them."""
    corpora = []
    for name in ALL_SETS:
        documents = load(name)
        seen = [[plain(document) for document in documents]]
        for kind, change in EVIDENCE.items():
            changed = [change(document) for document in documents]
            if changed not in seen:
                seen.append(changed)
                _write_links_left_out(folder, f"{name}, {kind}", name, changed)
                place = data_folder() / "sentences" / name
                corpora.append(_corpus(f"{name}, {kind}", place, name))
        for twin, harder in TWINS.items():
            changed = [harder(document) for document in seen[0]]
            for document in changed:
                _write_text(folder / f"{name}, {twin}" / document.name, document)
            _write_links_left_out(folder, f"{name}, {twin}", name, changed)
            corpora.append(_corpus(f"{name}, {twin}", folder / f"{name}, {twin}", name))
    lexical = {"name": LEXICAL, "method": LEXICAL, "options": _ALONE}
    return {
        "campaign": {"task": "sentences", "title": "More evidence, and harder texts"},
        "corpus": corpora,
        "system": [_left_out(folder), lexical],
    }


def growth(folder: Path) -> Plan:
    """Short and long texts, for what they cost; one of them is not cut into sentences."""
    novel = load(TEXT)[0]
    longest = max(load(ROUGH), key=lambda document: len(document.source))
    short = repeated(novel, SHORT)
    texts = {f"{SHORT} sentences, one per line": short, "1984": novel}
    texts |= {f"{size:,} sentences": repeated(novel, size) for size in SIZES}
    corpora = []
    for name, document in texts.items():
        _write_text(folder / name / "text", document)
        corpora.append(_corpus(name, folder / name, TEXT))
    name = f"novel {longest.name}"
    _write_text(folder / name / "text", longest)
    corpora.insert(2, _corpus(name, folder / name, ROUGH))
    running = folder / "running text"
    _write_text(running / "text", short)
    sides = dict(zip(("source", "target"), _write_running_text(running, short), strict=True))
    golds = {f"gold_{side}": str(running / "*" / f"{_FILES[side]}.txt") for side in sides}
    gold = str(running / "*" / "gold.txt")
    name = f"{SHORT} sentences, running text, languages detected"
    corpora.insert(1, {"name": name, "type": "novel", "gold": gold, **sides, **golds})
    return {
        "campaign": {"task": "sentences", "title": "What alignment costs"},
        "corpus": corpora,
        "system": [{"name": SHIPPED, "method": "crf"}],
        "limits": {"seconds": 3600, "megabytes": 0},
    }


def _corpus(name: str, folder: Path, of: str) -> Plan:
    source, target = LANGUAGES[of]
    files = {key: str(folder / "*" / f"{file}.txt") for key, file in _FILES.items()}
    languages = {"source_language": source, "target_language": target}
    return {"name": name, "type": of, "segmented": True, **files, **languages}


def _left_out(folder: Path) -> Plan:
    return {"name": DEFAULT, "outputs": str(folder / "left out" / "{corpus}" / "{document}.links")}


def _write_links_left_out(folder: Path, corpus: str, name: str, documents: Sequence[Gold]) -> None:
    """Align documents as one corpus by weights that never saw their set."""
    found = align_with(
        encode([texts_of(document) for document in documents]),
        Settings(),
        [generative_weights(), fold(name)],
    )
    place = folder / "left out" / corpus
    place.mkdir(parents=True, exist_ok=True)
    for document, alignment in zip(documents, found, strict=True):
        links = Linker(0, 0, Reasoner(document.source, document.target)).links(alignment)
        write_links(place / f"{document.name}.links", tuple(links), format="links")


def _write_text(folder: Path, document: Gold) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, lines in (("src", document.source), ("tgt", document.target)):
        (folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    write_links(folder / "gold.txt", document.links, format="links")


def repeated(document: Gold, size: int) -> Gold:
    """A document with its links, end to end with itself, cut at the last link that fits.

    Args:
        document: what to repeat; a stretch of it if it is longer than ``size``.
        size: most sentences on a side.
    """
    source: list[str] = []
    target: list[str] = []
    links: list[Link] = []
    while True:
        shift = (len(source), len(target))
        for link in document.links:
            moved = Link(
                tuple(i + shift[0] for i in link.source), tuple(j + shift[1] for j in link.target)
            )
            lasts = (max(moved.source, default=-1), max(moved.target, default=-1))
            if max(lasts) >= size:
                ends = (
                    max((i + 1 for each in links for i in each.source), default=0),
                    max((j + 1 for each in links for j in each.target), default=0),
                )
                both = (source + document.source, target + document.target)
                return Gold(document.name, both[0][: ends[0]], both[1][: ends[1]], tuple(links))
            links.append(moved)
        source += document.source
        target += document.target


def _write_running_text(folder: Path, document: Gold) -> tuple[str, str]:
    """Write both sides as plain text with a paragraph every five sentences; return patterns."""
    for name, lines in (("src", document.source), ("tgt", document.target)):
        paragraphs = (" ".join(lines[begin : begin + 5]) for begin in range(0, len(lines), 5))
        path = folder / "text" / f"running.{name}.txt"
        path.write_text("\n\n".join(paragraphs) + "\n", "utf-8")
    return str(folder / "*" / "running.src.txt"), str(folder / "*" / "running.tgt.txt")


CAMPAIGNS: Mapping[str, Callable[[Path], Plan]] = {
    "quality": quality,
    "variants": variants,
    "growth": growth,
}
