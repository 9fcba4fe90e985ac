"""The runs of BUCC 2022 on the rebuilt task: ``python -m bench.terms.bucc [--vectors FOLDER]``.

Texts, lists and gold are those of ``bench.terms.comparable`` (English-French). CUNI's runs know no
dictionary; IJS's have xling-eval, and learn from EuroVoc pairs outside the gold. Options were
chosen on TTC's wind energy texts, English-German (``--development``), or left as published. Also
says what preparation of a task of parallel text takes (``--preparation PAIRS``).
"""

from __future__ import annotations

import argparse
import gzip
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event, Thread
from time import process_time
from typing import TYPE_CHECKING

from bench.terms import comparable_data as data
from bench.terms.comparable_dictionaries import words_of
from diglot.evaluate.rankings.pairs import score
from diglot.evaluate.rankings.ranked_pairs import prepare_gold
from diglot.evaluate.rankings.splits import gold_difficulty
from diglot.formats.term_lists.word_vectors import read_vectors, write_vectors
from diglot.learning.encoders import AUTO, find_encoder
from diglot.learning.word_vectors import train_vectors
from diglot.model import TermPair
from diglot.pipeline.steps.terms.comparable import extract_phrases, learn_judge
from diglot.terms.comparable import Resources, Side, align_lists, distinct_terms
from diglot.terms.comparable.cuni import cuni_combined, cuni_muse
from diglot.terms.comparable.monoses import cuni_monoses

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from diglot.model import WordVectors

TRAINED = 1000
"""Pairs of EuroVoc that the runs of IJS learn from."""
TEXTS = (
    ("words/train/hansard-toronto", "en.txt.gz", "fr.txt.gz"),
    ("words/train/tatoeba-2017", "en.txt.gz", "fr.txt.gz"),
    ("terms/php-docs", "php.en.gz", "php.fr.gz"),
)
HEAD = (
    "| run | AP | nSys | TP | FP | FN | P | R | F1 | CPU s |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)


def main() -> None:
    """Run and score every system."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vectors", type=Path, metavar="FOLDER", help="keeps trained vectors")
    parser.add_argument("--development", action="store_true", help="wind energy, English-German")
    parser.add_argument("--runs", nargs="+", metavar="NAME", help="these alone")
    parser.add_argument("--preparation", type=int, metavar="PAIRS", help="prepare a task alone")
    arguments = parser.parse_args()
    if arguments.preparation:
        _prepare(arguments.preparation)
        return
    task, texts = _development() if arguments.development else _benchmark()
    vectors = [
        _vectors(arguments.vectors, f"{len(task.gold)}-{code}", text)
        for code, text in zip(task.languages, texts, strict=True)
    ]
    sides = [
        Side(code, sentences=text, vectors=vector)
        for code, text, vector in zip(task.languages, texts, vectors, strict=True)
    ]
    known = Resources(sides[0], sides[1], phrases=extract_phrases)
    print(f"{len(task.source)} x {len(task.target)} terms, {len(task.gold)} right pairs\n\n{HEAD}")
    right = [TermPair(*pair) for pair in task.gold]
    gold = prepare_gold(right, source_terms=task.source, target_terms=task.target)
    runs = []
    for name, method in _systems(task, known):
        if arguments.runs and name not in arguments.runs:
            continue
        begin = process_time()
        pairs = sorted(method(), key=lambda each: (-(each.score or 0.0), each.source, each.target))
        spent = process_time() - begin
        found = score(pairs, gold)
        counts = (len(pairs), found.hits, len(pairs) - found.hits, len(right) - found.hits)
        values = found.values
        print(
            f"| {name} | {values['ap']:.4f} | {' | '.join(map(str, counts))} "
            f"| {values['precision']:.4f} | {values['recall']:.4f} | {values['f1']:.4f} "
            f"| {spent:.0f} |",
            flush=True,
        )
        if not name.endswith(")"):  # variants are no runs of their own
            runs.append(found.run)
    bins = gold_difficulty(runs, gold).bins
    print(f"\n| found by | {' | '.join(str(each.runs) for each in bins)} |")
    print(f"|---|{'--:|' * len(bins)}\n| pairs | {' | '.join(str(each.size) for each in bins)} |")


def _systems(
    task: data.Benchmark, known: Resources
) -> Iterator[tuple[str, Callable[[], Sequence[TermPair]]]]:
    """Give the runs with what starts them; each may use what the ones before have found."""
    source, target = distinct_terms(task.source), distinct_terms(task.target)
    lists = (source, target, known)
    made: dict[str, Sequence[TermPair]] = {}

    def keep(name: str, run: Callable[[], Sequence[TermPair]]) -> Sequence[TermPair]:
        made[name] = run()
        return made[name]

    yield "cuni-muse", partial(keep, "muse", partial(cuni_muse, *lists))
    yield "cuni-muse (no refinement)", partial(cuni_muse, *lists, rounds=0)
    yield "cuni-muse (adversarial)", partial(cuni_muse, *lists, start="adversarial")
    yield "cuni-monoses", partial(keep, "monoses", partial(cuni_monoses, *lists))
    encoder = find_encoder(AUTO, *task.languages)
    encoders = (encoder,) if encoder else ()
    if encoder:
        combined = partial(
            cuni_combined, source, target, replace(known, encoders=encoders),
            runs=tuple(made.values()) if len(made) == 2 else (),
        )  # fmt: skip
        yield "cuni-combined", combined
    pairs = [pair for pair in data.eurovoc("fr") if all(pair) and pair not in task.gold]
    if task.languages[1] != "fr":
        return
    random.Random(1).shuffle(pairs)
    pairs = pairs[:TRAINED]
    asked = replace(known, dictionary=words_of(*task.languages), encoders=encoders, validated=pairs)
    for name in ("ijs-1", "ijs-2", *(("ijs-3",) if encoder else ())):
        yield name, partial(_learnt, name, source, target, asked)
    ranker = partial(align_lists, source, target, method="ranker")
    yield "(diglot: ranker)", partial(ranker, resources=asked)
    yield "(ranker, no encoder)", partial(ranker, resources=replace(asked, encoders=()))


def _learnt(
    method: str, source: Sequence[str], target: Sequence[str], known: Resources
) -> Sequence[TermPair]:
    lists = [distinct_terms(side) for side in zip(*known.validated, strict=True)]
    judge = learn_judge((lists[0], lists[1]), known.validated, known, method, None, "EuroVoc")
    return align_lists(source, target, resources=replace(known, ranker=judge), method=method)


def _benchmark() -> tuple[data.Benchmark, list[data.Sentences]]:
    english, french = data.php()
    return data.benchmark(), [
        english + data.wind("en") + data.acter("en"),
        french + data.wind("fr") + data.acter("fr"),
    ]


def _development() -> tuple[data.Benchmark, list[data.Sentences]]:
    texts = data.wind("en"), data.wind("de")
    listed = [(one, other) for _, one, other in data.ttc("en", "de")]
    return data.assemble(("en", "de"), {"ttc": listed}, texts, texts), list(texts)


def _vectors(folder: Path | None, name: str, text: data.Sentences) -> WordVectors:
    path = folder / f"bucc-{name}.npy" if folder else None
    if path is not None and path.exists():
        return read_vectors(path)
    found = train_vectors(text)
    if path is not None:
        write_vectors(path, found)
    return found


def _write_texts(folder: Path, pairs: int) -> None:
    """Write so many sentence pairs of three texts, in random order."""
    texts: list[tuple[str, str]] = []
    for text, *names in TEXTS:
        files = [data.data_folder() / text / name for name in names]
        sides = [gzip.decompress(file.read_bytes()).decode().split("\n") for file in files]
        texts += [pair for pair in zip(*sides, strict=True) if all(pair)]
    random.Random(7).shuffle(texts)
    for side, code in enumerate(("en", "fr")):
        lines = "".join(f"{pair[side]}\n" for pair in texts[:pairs])
        (folder / f"{code}.txt").write_text(lines)


def _prepare(pairs: int) -> None:
    """Prepare a task of sentence pairs; tell the memory for data of every step."""
    import tempfile

    from diglot.cli.output import return_large_arrays
    from diglot.pipeline.bucc.options import BuccOptions
    from diglot.pipeline.bucc.task import prepare_task

    return_large_arrays()
    most: dict[str, float] = {}
    steps, done = ["reading"], Event()

    def watch() -> None:
        while not done.wait(0.02):
            lines = Path("/proc/self/status").read_text().splitlines()
            held = next(int(line.split()[1]) / 1024 for line in lines if line.startswith("RssAnon"))
            most[steps[-1]] = max(most.get(steps[-1], 0), held)

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with ProcessPoolExecutor(1) as pool:  # what the texts take does not count
            pool.submit(_write_texts, folder, pairs).result()
        begin = process_time()
        Thread(target=watch, daemon=True).start()
        prepare_task(
            folder / "en.txt",
            folder / "fr.txt",
            out=folder / "task",
            options=BuccOptions(source_language="en", target_language="fr", sample=1000),
            progress=lambda step, *_: steps.append(step),
        )
        done.set()
        spent = process_time() - begin
    told = ", ".join(f"{step} {held:,.0f} MB" for step, held in most.items())
    print(f"{pairs:,} pairs: {spent:.0f} CPU s; {told}")


if __name__ == "__main__":
    main()
