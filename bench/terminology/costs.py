"""TER, BLEU and chrF beside sacreBLEU, speed and figures: ``python -m bench.terminology.costs``.

Segments per CPU second on the development set of terminology and on TICO-19, diglot and sacreBLEU
in turn, since other work on a machine slows both; and edits that differ on 32,940 random pairs,
many of which exercise beam and limits (minutes, nearly all of them sacreBLEU's; ``--quick`` takes
one in twenty).
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.data import data_folder
from bench.tables import table
from diglot.evaluate.strings.ngrams import bleu, chrf
from diglot.evaluate.strings.ter import ter, weighted_ter
from diglot.files.atomic import atomic_open
from diglot.formats.marked_terms.sgml import read_hypotheses

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sacrebleu.metrics import BLEU

    Pair = tuple[list[str], list[str]]

ROUNDS = 3
SAMPLE = 100
"""About as many segments, from the whole text, go to sacreBLEU in a round."""

SYSTEMS = {
    "en-fr FAIRSEQ": "en-fr.dev.txt.truecased.sgm",
    "en-fr naive cheat": "derived/naive.sgm",
    "en-fr smart cheat": "derived/smart.sgm",
}


def texts() -> dict[str, tuple[list[str], list[str]]]:
    """Translations and references by name."""
    folder = data_folder() / "consistency"
    dev = folder / "terminology_evaluation"
    wanted = list(read_hypotheses(dev / "dev.en-fr.fr.sgm").texts)
    found = {
        name: (list(read_hypotheses(dev / file).texts), wanted) for name, file in SYSTEMS.items()
    }
    sides = ("apertium/tico19.en-es.apertium-eng-spa.es", "tico19/txt/en-es-419.es-419")
    mine, wanted = ((folder / side).read_text("utf-8").splitlines() for side in sides)
    return found | {"en-es Apertium": (mine, wanted)}


def words(rng: random.Random, vocabulary: int, low: int, high: int) -> list[str]:
    """Draw words."""
    return [str(rng.randrange(vocabulary)) for _ in range(rng.randint(low, high))]


def unequal(rng: random.Random) -> Pair:
    """Draw a few words and many."""
    few, many = words(rng, 6, 1, 4), words(rng, 6, 30, 230)
    return (few, many) if rng.random() < 0.5 else (many, few)


def shuffled(rng: random.Random) -> Pair:
    """Draw a long text and the same with blocks moved."""
    wanted = words(rng, 60, 100, 260)
    mine = list(wanted)
    for _ in range(rng.randint(1, 8)):
        start, length = rng.randrange(len(mine)), rng.randint(1, 12)
        block = mine[start : start + length]
        del mine[start : start + length]
        to = rng.randint(0, len(mine))
        mine[to:to] = block
    return mine, wanted


FUZZ: dict[str, tuple[int, Callable[[random.Random], Pair]]] = {
    "up to 12 of 3 words": (20_000, lambda rng: (words(rng, 3, 0, 12), words(rng, 3, 0, 12))),
    "up to 12 of 2 words": (8_000, lambda rng: (words(rng, 2, 0, 12), words(rng, 2, 0, 12))),
    "up to 40 of 4 words": (1_500, lambda rng: (words(rng, 4, 0, 40), words(rng, 4, 0, 40))),
    "up to 60 of 20 words": (400, lambda rng: (words(rng, 20, 0, 60), words(rng, 20, 0, 60))),
    "very unequal lengths": (3_000, unequal),
    "100-260 words, blocks moved": (40, shuffled),
}


def fuzz(*, part: int, seed: int) -> dict[str, Any]:
    """Count pairs whose edits are not sacreBLEU's, and those of weights 1 that are not TER's."""
    from sacrebleu.metrics.lib_ter import translation_edit_rate

    found = {}
    for name, (number, draw) in FUZZ.items():
        rng = random.Random(f"{seed} {name}")
        pairs = [draw(rng) for _ in range(max(2, number // part))]
        hypotheses, references = map(list, zip(*pairs, strict=True))
        begin = time.process_time()
        mine = ter(hypotheses, references).edits.tolist()
        between = time.process_time()
        theirs = [translation_edit_rate(*pair)[0] for pair in pairs]
        end = time.process_time()
        ones = [[1] * len(reference) for reference in references]
        weighted = weighted_ter(hypotheses, references, ones).costs.tolist()
        found[name] = {
            "pairs": len(pairs),
            "different": sum(a != b for a, b in zip(mine, theirs, strict=True)),
            "weighted different": sum(a != b for a, b in zip(mine, weighted, strict=True)),
            "ours": len(pairs) / (between - begin),
            "sacrebleu": len(pairs) / (end - between),
        }
    return found


def speeds(rounds: int) -> dict[str, Any]:
    """Segments per CPU second, medians over rounds, with the median ratio within rounds."""
    return {name: _speeds(*pair, rounds) for name, pair in texts().items()}


def _speeds(mine: list[str], wanted: list[str], rounds: int) -> dict[str, Any]:
    from sacrebleu.metrics import BLEU, CHRF
    from sacrebleu.metrics.lib_ter import translation_edit_rate

    some = slice(None, None, len(mine) // SAMPLE)
    split = [(a.split(), b.split()) for a, b in zip(mine[some], wanted[some], strict=True)]
    weights = [[1.0 + k % 2 for k in range(len(text.split()))] for text in wanted]
    runs: dict[str, tuple[Callable[[], Any], Callable[[], Any] | None, int]] = {
        "TER": (
            lambda: ter(mine, wanted, case_sensitive=True),
            lambda: [translation_edit_rate(*pair) for pair in split],
            len(split),
        ),
        "TERm": (lambda: weighted_ter(mine, wanted, weights), None, 0),
        "BLEU": (
            lambda: bleu(mine, wanted),
            lambda: _forgetful(BLEU(force=True)).corpus_score(mine[some], [wanted[some]]),
            len(split),
        ),
        "chrF2 and chrF2++": (
            lambda: chrf(mine, wanted),
            lambda: [CHRF(word_order=n).corpus_score(mine[some], [wanted[some]]) for n in (0, 2)],
            len(split),
        ),
    }
    rate = ter(mine, wanted, case_sensitive=True)
    same = [translation_edit_rate(*pair)[0] for pair in split]
    return {
        "segments": len(mine),
        "TER": rate.score,
        "TER, lower case": ter(mine, wanted).score,
        "different": sum(a != b for a, b in zip(rate.edits[some].tolist(), same, strict=True)),
        "compared": len(split),
        "metrics": {
            metric: _alternating(ours, len(mine), theirs, number, rounds)
            for metric, (ours, theirs, number) in runs.items()
        },
    }


def _forgetful(metric: BLEU) -> BLEU:
    """A metric that remembers no text of an earlier round."""
    from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp

    for kind in (type(metric.tokenizer), TokenizerRegexp):
        kind.__call__.cache_clear()
    return metric


def _alternating(
    ours: Callable[[], Any],
    number: int,
    theirs: Callable[[], Any] | None,
    their_number: int,
    rounds: int,
) -> dict[str, float | None]:
    ours()
    here, there = [], []
    for _ in range(rounds):
        here.append(number / _seconds(ours))
        if theirs:
            there.append(their_number / _seconds(theirs))
    return {
        "ours": statistics.median(here),
        "fastest": max(here),
        "sacrebleu": statistics.median(there) if there else None,
        "ratio": statistics.median(a / b for a, b in zip(here, there, strict=True))
        if there
        else None,
    }


def _seconds(run: Callable[[], Any]) -> float:
    # Several times, since CPU time is counted in steps and our runs are short.
    begin = time.process_time()
    times = 0
    while time.process_time() - begin < 0.2:
        run()
        times += 1
    return (time.process_time() - begin) / times


def _rate(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print tables, write JSON."""
    made = argparse.ArgumentParser(prog="python -m bench.terminology.costs", description=__doc__)
    made.add_argument("--quick", action="store_true", help="one in twenty of the random pairs")
    made.add_argument("--seed", type=int, default=0, help="of the random pairs")
    made.add_argument("--out", type=Path, metavar="FILE", help="JSON file to write")
    asked = made.parse_args(arguments)
    record: dict[str, Any] = {"speeds": speeds(ROUNDS)}
    header = ["segments per CPU second", "TER", "different", "diglot", "sacreBLEU", "ratio"]
    rows = []
    for name, each in record["speeds"].items():
        for metric, rates in each["metrics"].items():
            plain = metric == "TER"
            rows.append(
                [
                    f"{name}, {metric}",
                    f"{each['TER']:.4f}" if plain else "",
                    f"{each['different']} of {each['compared']}" if plain else "",
                    _rate(rates["ours"]),
                    _rate(rates["sacrebleu"]),
                    _rate(rates["ratio"]),
                ]
            )
    print(table(header, rows), end="\n\n", flush=True)
    record["fuzz"] = fuzz(part=20 if asked.quick else 1, seed=asked.seed)
    header = ["random pairs", "pairs", "different", "weights 1", "diglot", "sacreBLEU", "ratio"]
    rows = [
        [
            name,
            f"{each['pairs']:,}",
            str(each["different"]),
            str(each["weighted different"]),
            _rate(each["ours"]),
            _rate(each["sacrebleu"]),
            _rate(each["ours"] / each["sacrebleu"]),
        ]
        for name, each in record["fuzz"].items()
    ]
    print(table(header, rows))
    pairs = sum(each["pairs"] for each in record["fuzz"].values())
    different = sum(each["different"] for each in record["fuzz"].values())
    print(f"\n{different} of {pairs:,} random pairs differ from sacreBLEU")
    if asked.out:
        with atomic_open(asked.out) as file:
            json.dump(record, file, indent=1, ensure_ascii=False)
            file.write("\n")
        print(f"written: {asked.out}")


if __name__ == "__main__":
    main()
