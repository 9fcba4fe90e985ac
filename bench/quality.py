"""Quality of the sentence aligner on the development sets.

The default method is run twice: with the weights of the fold that never saw the set (the figure to
report) and with the weights that ship, through the public interface (what users get; these weights
were trained on the set).
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import TYPE_CHECKING

from bench.data import SETS, Gold, data_folder, load, plain
from bench.train_sentences import FOLDS
from bench.training import texts_of
from bench.twins import roughened, torn
from diglot.evaluate.alignments.confidence import Confidence, confidence, judge_links
from diglot.evaluate.alignments.links import distinct_links, without_nulls
from diglot.evaluate.alignments.sentences import score
from diglot.evaluate.statistics.significance import Comparison, bootstrap, paired_bootstrap
from diglot.sentences.assembly import Linker
from diglot.sentences.corpus import Corpus, encode
from diglot.sentences.evidence.features import (
    Weights,
    generative_weights,
    shipped_weights,
    weights_from_names,
)
from diglot.sentences.models import method_named
from diglot.sentences.models.crf import align_with
from diglot.sentences.reasons import Reasoner
from diglot.sentences.settings import Alignment, Settings

if TYPE_CHECKING:
    from diglot.model import Link, Score

ALL_SETS = (*SETS, "maligna-pl-de")
SMALL_SETS = (
    "textberg-dev-de-fr",
    "hunalign-dtm-hu-en",
    "parice-en-is",
    "alignar-law-ar-en",
    "maligna-pl-en",
    "maligna-pl-de",
)
"""Sets of at most 1,100 sentences a side: what ``--quick`` measures."""
DEFAULT = "crf"
SHIPPED = "crf, shipped weights"
OTHERS = ("lexical", "moore", "length", "length-classic")
LEVELS = ("align", "sentence", "word", "char")

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

Method = Callable[[Corpus], list[Alignment]]


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


@dataclass(frozen=True, slots=True)
class Quality:
    """Everything measured on one set.

    Attributes:
        name: name of the set.
        documents: names of its documents.
        links: number of gold links.
        nulls: share of them with an empty side.
        digest: of all its texts and gold links.
        runs: by method.
        evidence: runs of the default method with more than the texts, by evidence.
        twins: by harder twin, the run of the default method and that of ``lexical``.
        against_lexical: strict F1 of the default method less that of ``lexical``.
    """

    name: str
    documents: tuple[str, ...]
    links: int
    nulls: float
    digest: str
    runs: dict[str, Run]
    evidence: dict[str, Run] = field(default_factory=dict)
    twins: dict[str, tuple[Run, Run]] = field(default_factory=dict)
    against_lexical: Comparison | None = None


def measure(name: str, *, say: Callable[[str], None]) -> Quality:
    """Align one set in every way and score it.

    Args:
        name: name of the set.
        say: called with a line of progress.
    """
    documents = [plain(document) for document in load(name)]
    gold = [document.links for document in documents]
    default = partial(align_with, settings=Settings(), weights=[generative_weights(), fold(name)])
    methods: dict[str, Method] = {DEFAULT: default}
    for other in OTHERS:
        methods[other] = partial(method_named(other), settings=Settings())
    runs = {}
    for method, align in methods.items():
        say(f"{name}: {method}")
        runs[method] = aligned(documents, align)
        if method == DEFAULT:
            runs[SHIPPED] = as_users_get_it(name, documents)
    evidence = {}
    for kind, changed in _with_evidence(name):
        say(f"{name}: {kind}")
        evidence[kind] = aligned(changed, default)
    twins = {}
    for twin, change in TWINS.items():
        say(f"{name}: {twin}")
        changed = [change(document) for document in documents]
        twins[twin] = aligned(changed, default), aligned(changed, methods["lexical"])
    return Quality(
        name,
        tuple(document.name for document in documents),
        sum(map(len, gold)),
        _null_share(gold),
        _digest(documents),
        runs,
        evidence,
        twins,
        paired_bootstrap(runs["lexical"].scores["strict"], runs[DEFAULT].scores["strict"]),
    )


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


def aligned(documents: Sequence[Gold], align: Method) -> Run:
    """Align documents as one corpus and score the links."""
    begin = time.process_time()
    found = align(encode([texts_of(document) for document in documents]))
    cpu = time.process_time() - begin
    links = [
        list(Linker(0, 0, Reasoner(document.source, document.target)).links(alignment))
        for document, alignment in zip(documents, found, strict=True)
    ]
    return scored(documents, links, cpu)


def as_users_get_it(name: str, documents: Sequence[Gold]) -> Run:
    """Align the files of a set through the public interface."""
    from diglot import AlignOptions, Pair, align_files

    folder = data_folder() / "sentences" / name
    meta = json.loads((folder / "meta.json").read_text("utf-8"))
    files = [folder / document.name for document in documents]
    pairs = [Pair(file.name, file / "src.txt", file / "tgt.txt") for file in files]
    options = AlignOptions(segmented=True, source_language=meta["src"], target_language=meta["tgt"])
    begin = time.process_time()
    bitexts = align_files(pairs, options=options)
    cpu = time.process_time() - begin
    return scored(documents, [bitext.links for bitext in bitexts], cpu)


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


def _with_evidence(name: str) -> Iterable[tuple[str, list[Gold]]]:
    """The variants of a set that differ from its bare texts."""
    documents = load(name)
    seen = [[plain(document) for document in documents]]
    for kind, change in EVIDENCE.items():
        changed = [change(document) for document in documents]
        if changed not in seen:
            seen.append(changed)
            yield kind, changed


def _null_share(links: Sequence[Sequence[Link]]) -> float:
    """Share of null links, which precision counts and recall does not."""
    pairs = [distinct_links(document, split_nulls=True) for document in links]
    return 1 - sum(len(without_nulls(document)) for document in pairs) / sum(map(len, pairs))


def _digest(documents: Iterable[Gold]) -> str:
    """SHA-256 of texts and gold links, so that a figure tells what it was measured on."""
    digest = hashlib.sha256()
    for document in documents:
        for part in (document.source, document.target):
            digest.update("\n".join(part).encode() + b"\0")
        digest.update(repr([(link.source, link.target) for link in document.links]).encode())
    return digest.hexdigest()
