"""Named methods of term alignment measured: ``python -m bench.terms.methods [--vectors FOLDER]``.

Three parts: association measures on TICO-19 (``association``); words and terms of wind energy on
comparable texts (``wind``); the rebuilt benchmark of two term lists (``lists``). Word vectors that
are not in the folder are trained by gensim (95 CPU seconds) where it is installed, else left out.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from bench.terms.comparable_data import benchmark, eurovoc, wind, xling
from bench.terms.parallel_data import LOCALES, judged, task
from bench.terms.wind import SOURCE, cases, found
from diglot.evaluate.rankings.pairs import score
from diglot.evaluate.rankings.ranked_pairs import prepare_gold
from diglot.formats.term_lists.word_vectors import read_vectors, write_vectors
from diglot.learning.word_vectors import KINDS, train_vectors
from diglot.model import TermPair
from diglot.terms.association_measures import MEASURES
from diglot.terms.comparable import METHODS, Resources, Side, align_lists, ranking
from diglot.terms.comparable.compositional import compositional
from diglot.terms.comparable.context import WEIGHTS, context_scores
from diglot.terms.comparable.dictionary import dictionary_from_pairs
from diglot.terms.comparable.learned import LEARNERS, train_learner
from diglot.terms.comparable.mapped import cmwep, mapped_vectors
from diglot.terms.parallel import association

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diglot.model import WordVectors
    from diglot.terms.comparable import Method

PARTS = ("association", "wind", "lists")
HARD = 0.4
"""Least probability of a link that counts."""
TRAINED = 3000
"""Pairs of EuroVoc that the rankers learn from."""

Vectors = dict[str, tuple["WordVectors", "WordVectors"]]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="; ".join(PARTS))
    parser.add_argument("--vectors", type=Path, metavar="FOLDER", help="keeps trained vectors")
    parser.add_argument("--target", default="fr", metavar="LANG", help="of wind energy: fr, de")
    arguments = parser.parse_args()
    if wrong := set(arguments.parts) - set(PARTS):
        parser.error(f"no part {wrong.pop()}: there are {', '.join(PARTS)}")
    for part in arguments.parts or PARTS:
        if part == "association":
            _association()
        elif part == "wind":
            languages = (SOURCE, arguments.target)
            _wind(word_vectors(arguments.vectors, languages), languages)
        else:
            _lists()


def word_vectors(folder: Path | None, languages: tuple[str, str]) -> Vectors:
    """Read vectors of the wind energy texts, or train them."""
    trained: Vectors = {}
    for kind in KINDS:
        sides = []
        for language in languages:
            path = folder / f"{kind}-{language}.npy" if folder else None
            if path is not None and path.exists():
                sides.append(read_vectors(path))
            elif find_spec("gensim"):
                sides.append(train_vectors(wind(language), kind=kind))
                if path is not None:
                    write_vectors(path, sides[-1])
        if len(sides) == len(languages):
            trained[kind] = (sides[0], sides[1])
        else:
            print(f"no {kind} vectors: give --vectors, or install gensim\n")
    return trained


def _association() -> None:
    """Measure every measure over co-occurrence, one-to-two, and links."""
    for language in LOCALES:
        each = task(language)
        sources = len({source for source, _ in each.gold})
        print(f"TICO-19 en-{language}: {len(each.gold)} pairs of {sources} sources; R/AP/P@1\n")
        print("| measure | co-occurrence | one to two | links |\n|---|---|---|---|")
        begin = process_time()
        for measure in MEASURES:
            beside = association.cooccurring_pairs(each.source, each.target, measure=measure)
            held = association.linked_pairs(
                each.source, each.target, each.links, measure=measure, threshold=HARD
            )
            cells = [
                judged(association.term_pairs(pairs, each.source, each.target), each.gold)
                for pairs in (beside, association.competitive_pairs(beside), held)
            ]
            shown = [" / ".join(f"{value:.2f}" for value in cell) for cell in cells]
            print(f"| `{measure}` | {' | '.join(shown)} |")
        print(f"\n{process_time() - begin:.1f} CPU s for all\n")


def _wind(vectors: Vectors, languages: tuple[str, str]) -> None:
    """Measure the share of sources with a right target among the first 1, 5 and 10."""
    texts = {language: wind(language) for language in languages}
    listed = cases(languages[1])
    sizes = "; ".join(f"{each.name}: {len(each.source)} x {len(each.target)}" for each in listed)
    print(f"TTC wind energy {'-'.join(languages)}, P@1/P@5/P@10; {sizes}\n")
    print(f"| method | {' | '.join(each.name for each in listed)} | CPU s |")
    print(f"|---|{'---|' * len(listed)}---:|")
    for name, method, kind in _wind_methods(vectors):
        begin = process_time()
        cells = []
        for case in listed:
            pair = vectors.get(kind) if kind else None
            sides = [
                Side(
                    language,
                    vectors=pair[k] if pair else None,
                    frequencies=case.frequencies if k else None,
                    sentences=texts[language] if kind == "texts" else None,
                )
                for k, language in enumerate(languages)
            ]
            pairs = method(case.source, case.target, Resources(sides[0], sides[1], case.dictionary))
            cells.append("/".join(f"{share:.2f}" for share in found(pairs, case)))
        print(f"| {name} | {' | '.join(cells)} | {process_time() - begin:.1f} |", flush=True)
    print()


def _wind_methods(vectors: Vectors) -> Iterator[tuple[str, Method, str]]:
    """Give names, methods, and what these need: kind of vectors, ``texts`` or nothing."""
    yield "`compositional`", compositional, ""
    yield "`compositional`, edits", partial(compositional, spelling="edits"), ""
    yield "`termsuite` without texts", METHODS["termsuite"], ""
    yield "`termsuite`", METHODS["termsuite"], "texts"
    for weight in WEIGHTS:
        yield f"`context`, {weight}", partial(context_scores, weight=weight), "texts"
    for kind in vectors:
        yield f"`mapped`, {kind}, cosine", partial(mapped_vectors, retrieval="cosine"), kind
        yield f"`mapped`, {kind}, CSLS", mapped_vectors, kind
        yield f"`mapped`, {kind}, ratio", partial(mapped_vectors, retrieval="ratio"), kind
        yield f"`mapped`, {kind}, CSLS, 2 rounds", partial(mapped_vectors, rounds=2), kind
        yield f"`mapped`, {kind}, CSLS, strings", partial(mapped_vectors, strings=True), kind
        plain = partial(cmwep, length=0.0, frequency=0.0)
        yield f"`cmwep`, {kind}, cosine only", plain, kind
        yield f"`cmwep`, {kind}", cmwep, kind
    yield "`formula`", METHODS["formula"], ""


def _lists() -> None:
    """Measure methods on the two lists of the rebuilt benchmark, dictionary xling-eval only."""
    task_of_lists = benchmark()
    languages = (SOURCE, "fr")
    known = dictionary_from_pairs(xling(*languages), languages=languages)
    given = Resources(Side(languages[0]), Side(languages[1]), known)
    right = task_of_lists.gold
    gold = [TermPair(one, other) for one, other in sorted(right)]
    print(
        f"two lists, {len(task_of_lists.source)} x {len(task_of_lists.target)}, {len(gold)} right "
        "pairs; average precision expected over ties\n"
    )
    print("| method | AP | AP of judged sources | R | CPU s |\n|---|---:|---:|---:|---:|")
    for name in ("compositional", "margin", "termsuite", "formula"):
        _row(f"`{name}`", given, name, task_of_lists.source, task_of_lists.target, gold)
    pairs = [
        pair
        for pair in dict.fromkeys(eurovoc("fr"))
        if all(pair) and pair not in task_of_lists.gold
    ]
    random.Random(1).shuffle(pairs)
    pairs = pairs[:TRAINED]
    source = sorted({one for one, _ in pairs})
    target = sorted({other for _, other in pairs} | {*task_of_lists.spare[1][:TRAINED]})
    for name in ("ijs", "mixture", "ranker"):
        for learner in LEARNERS if name != "ranker" else LEARNERS[:1]:
            begin = process_time()
            if name == "ranker":
                ranker = ranking.train_ranker(
                    [ranking.ranking_examples(source, target, pairs, given)]
                )
            else:
                ranker = train_learner(source, target, pairs, given, method=name, learner=learner)
            spent = process_time() - begin
            _row(
                f"`{name}`, {learner} (trained in {spent:.0f} s)",
                replace(given, ranker=ranker),
                name,
                task_of_lists.source,
                task_of_lists.target,
                gold,
            )
    print()


def _row(
    name: str,
    given: Resources,
    method: str,
    source: Sequence[str],
    target: Sequence[str],
    gold: Sequence[TermPair],
) -> None:
    begin = process_time()
    pairs = align_lists(source, target, resources=given, method=method)
    spent = process_time() - begin
    judged_sources = {pair.source for pair in gold}
    few = [pair for pair in pairs if pair.source in judged_sources]
    everything, some = (score(each, prepare_gold(gold)).values for each in (pairs, few))
    print(
        f"| {name} | {everything['ap_expected']:.3f} | {some['ap_expected']:.3f} "
        f"| {everything['recall']:.2f} | {spent:.1f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
