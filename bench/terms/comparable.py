"""Term alignment on comparable text: ``python -m bench.terms.comparable [--parts PART …]``.

Parts: ``benchmark`` (English-French, see comparable_data), ``languages`` (other languages and
gold), ``wind`` (TTC terms of several words among all candidates), ``speed`` (1,270 x 9,712 terms).
The shipped ranker was trained on EuroVoc's English-French pairs outside the benchmark's gold.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from dataclasses import replace
from time import process_time
from typing import TYPE_CHECKING

from bench.terms import comparable_data as data
from bench.terms.comparable_dictionaries import aligned, full, of_terms, words_of
from diglot.evaluate.rankings.pairs import score
from diglot.evaluate.rankings.ranked_pairs import prepare_gold
from diglot.learning.encoders import AUTO, Encoder, find_encoder
from diglot.model import TermPair
from diglot.terms.comparable import Dictionary, Resources, Side, align_lists

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

METHODS = ("formula", "ranker", "vectors")
"""The last one is the ranker with the encoder that is found for the languages."""
PARTS = ("benchmark", "languages", "wind", "speed")
HEAD = (
    "task                 dictionaries  texts method    AP    recall judged P@1   P@100 500  1000"
    "  CPU s"
)
SPEED = (1270, 9712)
EVERY = 10**9
SLOVENE = (900, 3000, 400)
"""Gold pairs, and terms without counterpart on either side."""


def main() -> None:
    """Measure the parts that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=list(METHODS))
    arguments = parser.parse_args()
    parts = {"benchmark": _benchmark, "languages": _languages, "wind": _wind, "speed": _speed}
    for name in PARTS:
        if name in arguments.parts:
            parts[name](arguments.methods)


def _benchmark(methods: Sequence[str]) -> None:
    task = data.benchmark()
    kinds = Counter(task.gold.values())
    print(
        f"benchmark: {len(task.gold)} gold pairs {dict(kinds)}, D1 {len(task.source)}, "
        f"D2 {len(task.target)}\n{HEAD}"
    )
    english, french = data.php()
    texts = (
        english + data.wind("en") + data.acter("en"),
        french + data.wind("fr") + data.acter("fr"),
    )
    elsewhere = {pair: name for pair, name in task.gold.items() if name != "eurovoc"}
    for name, dictionary in (("xling", words_of("en", "fr")), ("+EuroVoc+TICO", full())):
        for given in (None, texts):
            for method in methods:
                pairs, seconds = _run(task, dictionary, method, given)
                _report("en-fr", name, given, method, pairs, task, task.gold, seconds)
                if name != "xling":
                    _report("en-fr TTC, TICO", name, given, method, pairs, task, elsewhere, seconds)


def _languages(methods: Sequence[str]) -> None:
    print(HEAD)
    for name, dictionary, task, texts in _tasks():
        for given in (None, texts) if texts else (None,):
            for method in methods:
                if method == "vectors" and task.languages[1] == "sl":
                    continue  # the encoder does not know it
                pairs, seconds = _run(task, dictionary, method, given)
                _report(
                    "-".join(task.languages), name, given, method, pairs, task, task.gold, seconds
                )


def _tasks() -> Iterable[
    tuple[str, Dictionary, data.Benchmark, tuple[data.Sentences, data.Sentences] | None]
]:
    """Give Dutch and Slovene EuroVoc, German and Spanish wind terms, Russian words."""
    english = data.wind("en")
    dutch, texts = data.dutch()
    rest = [pair for pair in data.eurovoc("nl") if pair not in dutch.gold and all(pair)]
    yield "EuroVoc", Dictionary().merge(*of_terms(rest, "nl")), dutch, texts
    slovene, rest = _slovene()
    yield "EuroVoc", Dictionary().merge(*of_terms(rest, "sl")), slovene, None
    for code in ("de", "es"):
        texts = english, data.wind(code)
        listed = [(one, other) for _, one, other in data.ttc("en", code)]
        known = words_of("en", "de") if code == "de" else aligned(data.tico_sentences("es"))
        name = "xling" if code == "de" else "TICO"
        yield name, known, data.assemble(("en", code), {"ttc": listed}, texts, texts), texts


def _slovene() -> tuple[data.Benchmark, list[tuple[str, str]]]:
    """Draw a task out of EuroVoc alone, and give the pairs that are left."""
    every = [pair for pair in data.eurovoc("sl") if all(pair)]
    random.Random(data.SEED).shuffle(every)
    gold, targets, sources = SLOVENE
    right, first = every[:gold], gold + targets
    task = data.Benchmark(
        ("en", "sl"),
        tuple({one for one, _ in right + every[first : first + sources]}),
        tuple({other for _, other in right + every[gold:first]}),
        dict.fromkeys(right, "eurovoc"),
    )
    return task, every[first + sources :]


def _wind(methods: Sequence[str]) -> None:
    """Terms of several words among all candidates of the texts."""
    print("wind energy, terms of several words   sources candidates  P@1   P@5   P@10")
    counted = {
        code: data.groups(data.wind(code), code, least=3, longest=5) for code in ("en", "fr", "es")
    }
    for code, dictionary in (
        ("fr", words_of("en", "fr")),
        ("es", aligned(data.tico_sentences("es"))),
    ):
        targets = {
            term: count for term, count in counted[code].items() if len(data.tokens(term, code)) > 1
        }
        gold: dict[str, set[str]] = {}
        for kind, one, other in data.ttc("en", code):
            if kind == "mwt" and other in targets:
                gold.setdefault(one, set()).add(other)
        resources = Resources(
            Side("en", frequencies=counted["en"], sentences=data.wind("en")),
            Side(code, frequencies=targets, sentences=data.wind(code)),
            dictionary,
        )
        for method in methods:
            # No ceiling: every source is asked for its ten best.
            encoders = _encoders(method, resources.source, resources.target)
            pairs = align_lists(
                [*counted["en"], *gold],
                list(targets),
                resources=replace(resources, encoders=encoders),
                method=_name(method),
                limit=EVERY,
            )
            answers: dict[str, list[str]] = {}
            for pair in pairs:
                if pair.source in gold:
                    answers.setdefault(pair.source, []).append(pair.target)
            found = [[target in gold[one] for target in answers.get(one, ())[:10]] for one in gold]
            shares = [sum(any(each[:k]) for each in found) / len(gold) for k in (1, 5, 10)]
            print(
                f"en-{code} {method:30s} {len(gold):7d} {len(targets):10d}  "
                + "  ".join(f"{share:.3f}" for share in shares)
            )


def _speed(methods: Sequence[str]) -> None:
    """Lists of the shared task's sizes: benchmark, spare groups, EuroVoc."""
    task = data.benchmark()
    sources = [*task.source, *task.spare[0]][: SPEED[0]]
    more = sorted(
        {other for _, other in data.eurovoc("fr")} - set(task.target) - set(task.spare[1])
    )
    targets = [*task.target, *task.spare[1], *more][: SPEED[1]]
    for method in methods:
        best = None
        for _ in range(3):
            begin = process_time()
            sides = Side("en"), Side("fr")
            known = Resources(*sides, full(), encoders=_encoders(method, *sides))
            pairs = align_lists(sources, targets, resources=known, method=_name(method))
            seconds = process_time() - begin
            best = seconds if best is None else min(best, seconds)
        print(f"{len(sources)} x {len(targets)}, {method}: {best:.2f} CPU s, {len(pairs)} pairs")


def _run(
    task: data.Benchmark,
    dictionary: Dictionary,
    method: str,
    texts: tuple[data.Sentences, data.Sentences] | None,
) -> tuple[Sequence[TermPair], float]:
    sides = [
        Side(code, sentences=texts[k] if texts else None) for k, code in enumerate(task.languages)
    ]
    begin = process_time()
    pairs = align_lists(
        task.source,
        task.target,
        resources=Resources(sides[0], sides[1], dictionary, encoders=_encoders(method, *sides)),
        method=_name(method),
    )
    return pairs, process_time() - begin


def _encoders(method: str, *sides: Side) -> tuple[Encoder, ...]:
    found = find_encoder(AUTO, *(side.language for side in sides)) if method == "vectors" else None
    return (found,) if found else ()


def _name(method: str) -> str:
    return "ranker" if method == "vectors" else method


def _report(
    name: str,
    dictionaries: str,
    texts: object,
    method: str,
    pairs: Sequence[TermPair],
    task: data.Benchmark,
    gold: data.Pairs,
    seconds: float,
) -> None:
    right = [TermPair(*pair) for pair in gold]
    whole = score(pairs, prepare_gold(right, source_terms=task.source, target_terms=task.target))
    sources = {one for one, _ in gold}
    judged = score([pair for pair in pairs if pair.source in sources], prepare_gold(right))
    values, at = whole.values, whole.p_at_expected
    print(
        f"{name:20s} {dictionaries:13s} {'yes' if texts else 'no':5s} {method:8s} "
        f"{values['ap_expected']:.3f}  {values['recall']:.3f}  "
        f"{judged.values['ap_expected']:.3f}  {judged.source.score.values['p@1']:.3f} "
        f"{at[100]:.2f} {at[500]:.2f} {at[1000]:.2f}  {seconds:.1f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
