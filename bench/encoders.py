"""What the sentence encoder brings: ``python -m bench.encoders [TABLE …] [--pages]``.

Every set whose languages it knows is aligned with and without it, and with and without the pack
that diglot finds. Sentences are judged by weights that never saw the set; the weights of words have
seen all sets, in all columns alike, and no encoder.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unittest.mock import patch

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from bench import pages
from bench.data import Gold, load, plain
from bench.measure import measured
from bench.quality import fold, scored
from bench.tables import figure, table
from bench.train_vectors import COVERED, add_fold, encoded
from bench.training import texts_of
from bench.word_data import word_set
from diglot.evaluate.alignments.words import score
from diglot.files.atomic import atomic_open
from diglot.learning.encoders import USEM3, load_encoder
from diglot.packs.finding import find_pack
from diglot.sentences.assembly import Linker
from diglot.sentences.corpus import encode as encode_sentences
from diglot.sentences.evidence.features import Weights, generative_weights
from diglot.sentences.models.crf import align_with
from diglot.sentences.reasons import Reasoner
from diglot.sentences.settings import Settings
from diglot.words import Knowledge, align, links
from diglot.words.corpus import encode
from diglot.words.recutting import recut_pack
from diglot.words.similar import compare_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.quality import Run

PAGE = pages.ROOT / "docs" / "methods" / "encoders.md"
WORDS = (
    ("xlwa-en-es-dev", "en", "es"),
    ("xlwa-en-it-dev", "en", "it"),
    ("xlwa-en-nl-dev", "en", "nl"),
    ("xlwa-en-pt-dev", "en", "pt"),
    ("xlwa-en-ru-dev", "en", "ru"),
    ("awesome-jaen", "ja", "en"),
    ("graca-en-fr", "en", "fr"),
    ("alibi-fr-en", "fr", "en"),
)


def words() -> str:
    """Alignment error rates of the sets of words."""
    encoder = load_encoder(USEM3)
    rows = []
    for name, source, target in WORDS:
        data = word_set(name)
        corpus, pack = encode(data.pairs), find_pack(source, target)
        pack = pack and recut_pack(pack, corpus, ("given", "given"))
        begin = time.process_time()
        compare_words(corpus, encoder)
        cpu = time.process_time() - begin
        found = [
            align(corpus, Knowledge(pack=each, encoder=other), learn=False)
            for each in (None, pack)
            for other in (None, encoder)
        ]
        figures = [score(links(each), data.gold).values["aer"] for each in found]
        rows.append(
            [name, f"{len(data.pairs):,}", *(f"{100 * x:.1f}" for x in figures), f"{cpu:.1f}"]
        )
    return table(["set", "pairs", "without", "encoder", "pack", "both", "CPU s"], rows)


def sentences() -> str:
    """Strict and lax F1 of the sets of sentences, by weights that never saw the set."""
    rows = []
    for name, languages in COVERED.items():
        documents = [plain(document) for document in load(name)]
        known = [encoded(document) for document in documents]
        weights = [generative_weights(), add_fold(fold(name), name)]
        pack = find_pack(*languages)
        entries = pack.entries() if pack else []
        runs = [
            _aligned(given, weights, lexicon)
            for lexicon in ((), entries)
            for given in (documents, known)
        ]
        strict = [figure(run.scores["strict"].values["f1"]) for run in runs]
        lax = [figure(runs[k].scores["lax"].values["f1"]) for k in (0, 1)]
        errors = [figure(run.confidence.ece) if run.confidence else "–" for run in runs[:2]]
        links = sum(len(document.links) for document in documents)
        rows.append([name, f"{links:,}", *strict, *lax, *errors])
    header = ["set", "links", "without", "encoder", "pack", "both", "lax", "encoder"]
    return table([*header, "ECE", "encoder"], rows)


def _aligned(
    documents: list[Gold], weights: list[Weights], lexicon: Sequence[tuple[str, str, float]]
) -> Run:
    corpus = encode_sentences([texts_of(document) for document in documents], lexicon=lexicon)
    found = align_with(corpus, settings=Settings(), weights=weights)
    made = [
        list(Linker(0, 0, Reasoner(document.source, document.target)).links(alignment))
        for document, alignment in zip(documents, found, strict=True)
    ]
    return scored(documents, made, 0.0)


def costs() -> str:
    """What the novels of transread cost as one text, both sides, by the shipped weights."""
    documents = load("transread-en-fr")
    sides = [
        [sentence for document in documents for sentence in getattr(document, side)]
        for side in ("source", "target")
    ]
    encoder = load_encoder(USEM3)
    encoder.encode(sides[0][:100])
    begin = time.process_time()
    encoder.encode(sides[0])
    seconds = time.process_time() - begin
    what = f"{len(sides[0]):,} sentences encoded, {len(sides[0]) / seconds:,.0f} a second"
    rows = [[what, f"{seconds:.1f}", "–"]]
    with TemporaryDirectory() as folder, patch.dict(os.environ, DIGLOT_CACHE=f"{folder}/cache"):
        files = [Path(folder, name) for name in ("en.txt", "fr.txt")]
        for file, side in zip(files, sides, strict=True):
            file.write_text("".join(f"{sentence}\n" for sentence in side), "utf-8")
        command = [sys.executable, "-m", "diglot", "align", *map(str, files), "-o"]
        command += [f"{folder}/links.tsv", "-s", "en", "-t", "fr", "--segmented", "--quiet"]
        first = measured(command)
        shutil.rmtree(Path(folder, "cache", "vectors"))
        for what, cost in (
            ("both sides aligned", measured(command)),
            ("with vectors that are kept", measured(command)),
            ("with weights to unpack", first),
        ):
            rows.append([what, f"{cost.cpu:.1f}", f"{cost.peak:.0f}"])
    return table(["what", "CPU s", "peak MB"], rows)


def main() -> None:
    """Measure and print the tables asked for."""
    parser = argparse.ArgumentParser(description="measure what the sentence encoder brings")
    parser.add_argument("what", nargs="*", choices=[*TABLES, []], help="tables; all by default")
    parser.add_argument("--pages", action="store_true", help="put the tables into the manual")
    given = parser.parse_args()
    for name in given.what or TABLES:
        content = TABLES[name]()
        print(content, end="\n\n", flush=True)
        if given.pages:
            text = PAGE.read_text(encoding="utf-8")
            mark = rf"(<!-- table: encoders {name} -->\n)\n?((?:\|[^\n]*\n)*)\n?"
            text = re.sub(mark, lambda found, new=content: f"{found[1]}\n{new}\n\n", text)
            with atomic_open(PAGE, "w") as file:
                file.write(text)


TABLES = {"sentences": sentences, "words": words, "costs": costs}

if __name__ == "__main__":
    main()
