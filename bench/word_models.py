"""What a saved model is worth on new text, and how long it takes for a pair."""

from __future__ import annotations

import statistics
import tempfile
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bench.tables import table
from bench.word_data import TRIAL, Words, hansards, word_set
from diglot.evaluate.alignments.words import score
from diglot.model import WordLinks
from diglot.words import Aligner, Knowledge, align, links
from diglot.words.corpus import encode
from diglot.words.storage.files import save

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from diglot.words.storage.model import Model

LAST: tuple[tuple[str, int, int], ...] = (
    ("czenali-en-cs", 0, 487),
    ("czenali-en-cs", 0, 50),
    ("alibi-fr-en", 0, 100),
    (TRIAL, 3_000, 37),
    (TRIAL, 30_000, 37),
    (TRIAL, 100_000, 37),
)
"""Set, pairs of training text behind it, and how many last pairs with gold are new text."""

LATENCY_PAIRS = 100_000
LATENCY_WORDS = (12, 25)
CALLS = 200


@dataclass(frozen=True, slots=True)
class Inductive:
    """Error rates of new text.

    Attributes:
        name: of the set.
        more: pairs of training text behind it.
        new: pairs of new text.
        together: its error rate when it is learnt from with all the rest.
        at_once: when a model of the rest aligns it as one corpus.
        singly: when the model aligns it pair by pair.
    """

    name: str
    more: int
    new: int
    together: float
    at_once: float
    singly: float


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds of opening a model, and of aligning single pairs with it.

    Attributes:
        pairs: the model was trained on.
        words: on each side of a pair, about.
        opening: of the file, and of the first pair.
        median: of a call.
        high: 95 calls of a hundred are faster.
    """

    pairs: int
    words: int
    opening: float
    median: float
    high: float


def inductive(name: str, more: int, new: int) -> Inductive:
    """Align the last pairs with gold together with the rest, and by a model of the rest."""
    data = word_set(name, more)
    count = data.gold.pairs
    first = count - new
    rest, text = data.pairs[:first] + data.pairs[count:], data.pairs[first:count]
    gold = part(data.gold, first, count)
    whole = links(align(encode(data.pairs), reported=count, learn=False))
    model = align(encode(rest), reported=0).model
    assert model is not None
    aligner = Aligner(model)
    return Inductive(
        name,
        more,
        new,
        score(part(whole, first, count), gold).values["aer"],
        score(links(align(encode(text), Knowledge(model), learn=False)), gold).values["aer"],
        score(joined([aligner.align(*pair) for pair in text]), gold).values["aer"],
    )


def part(every: WordLinks, first: int, last: int) -> WordLinks:
    """The links of some pairs that stand together."""
    begin, end = int(every.offsets[first]), int(every.offsets[last])
    return WordLinks(
        every.offsets[first : last + 1] - begin,
        every.source[begin:end],
        every.target[begin:end],
        None if every.scores is None else every.scores[begin:end],
        None if every.possible is None else every.possible[begin:end],
    )


def joined(found: list[list[tuple[int, int, float]]]) -> WordLinks:
    """The links of pairs that were aligned one by one."""
    offsets = np.append(0, np.cumsum([len(each) for each in found])).astype(np.int64)
    flat = [link for each in found for link in each]
    source = np.array([link[0] for link in flat], np.int32)
    target = np.array([link[1] for link in flat], np.int32)
    return WordLinks(offsets, source, target, np.array([link[2] for link in flat], np.float32))


def latency(pairs: int = LATENCY_PAIRS) -> list[Latency]:
    """Train on the Hansards, save, load, and time calls on later text, by length.

    The sentences there are short, so that two neighbours make a pair of the greater length.
    """
    text = hansards(pairs + 20_000)
    later = text[pairs:]
    later += [(a[0] + b[0], a[1] + b[1]) for a, b in pairwise(text[pairs:])]
    model = align(encode(text[:pairs]), reported=0).model
    found = []
    for words in LATENCY_WORDS:
        near = range(words - 2, words + 3)
        fit = [pair for pair in later if len(pair[0]) in near and len(pair[1]) in near]
        found.append(timed(model, fit[:CALLS], pairs, words))
    return found


def timed(model: Model | None, later: list[Words], pairs: int, words: int) -> Latency:
    """Time a saved model on pairs; the first calls, which load kernels, do not count."""
    assert model is not None
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "model"
        save(path, model)
        Aligner(model).align(*later[0])
        begin = time.perf_counter()
        aligner = Aligner.load(path)
        aligner.align(*later[0])
        opening = time.perf_counter() - begin
        taken = []
        for pair in later:
            begin = time.perf_counter()
            aligner.align(*pair)
            taken.append(1000 * (time.perf_counter() - begin))
    high = sorted(taken)[int(0.95 * (len(taken) - 1))]
    return Latency(pairs, words, 1000 * opening, statistics.median(taken), high)


def models(
    cases: Iterable[tuple[str, int, int]] = LAST, *, say: Callable[[str], None]
) -> list[Inductive]:
    """Measure all cases."""
    found = []
    for name, more, new in cases:
        say(f"{name} + {more:,}, last {new} by a model")
        found.append(inductive(name, more, new))
    return found


def models_table(results: Iterable[Inductive]) -> str:
    """Error rates of new text."""
    return table(
        ["new text", "learnt from", "together", "by the model", "pair by pair"],
        (
            [
                f"{each.name}, last {each.new}",
                f"the rest + {each.more:,}" if each.more else "the rest",
                *(f"{100 * value:.1f}" for value in (each.together, each.at_once, each.singly)),
            ]
            for each in results
        ),
    )


def latency_table(found: Iterable[Latency]) -> str:
    """Milliseconds."""
    return table(
        ["model of", "words a side", "opening and first pair", "median", "95 % under"],
        (
            [
                f"{each.pairs:,} pairs",
                str(each.words),
                *(f"{value:.1f} ms" for value in (each.opening, each.median, each.high)),
            ]
            for each in found
        ),
    )
