"""Quality of word alignment on all sets, default settings; other settings for what they show.

The weights that ship were trained on these very sets: their figures show what users get on text
like this, not what they get on other text. ``python -m bench.train_words --folds`` judges every set
by weights that never saw it.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from unittest import mock

import numpy as np

from bench.tables import figure, table
from bench.word_data import SELF, TRIAL, WordSet, word_set
from bench.word_peers import KNOWN
from diglot.evaluate.alignments.confidence import against_gold
from diglot.evaluate.alignments.words import score
from diglot.words import align, links
from diglot.words.alignment import remove_copies, restore_copies
from diglot.words.corpus import encode
from diglot.words.decoding.links import SYMMETRISATIONS, by_threshold
from diglot.words.models import gibbs, views
from diglot.words.models.surface import Surface, surface

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from diglot.model import WordLinks
    from diglot.words.corpus import Corpus

VARIANTS: tuple[tuple[str, int], ...] = (
    *((name, 0) for name in SELF),
    *((TRIAL, more) for more in (3_000, 30_000, 100_000, 310_000)),
    ("alibi-fr-en", 30_000),
    ("alibi-fr-en", 100_000),
    ("graca-en-fr", 30_000),
    ("graca-en-fr", 100_000),
)
"""Sets, and how many pairs of the Hansards are learnt from behind them."""

QUICK = tuple((name, more) for name, more in VARIANTS if more <= 3_000 and name != "czenali-en-cs")

DISSECTED: tuple[tuple[str, int], ...] = (
    ("alibi-fr-en", 0),
    ("graca-en-fr", 0),
    *((f"xlwa-en-{code}-dev", 0) for code in ("hu", "es", "ru")),
    ("awesome-jaen", 0),
    ("czenali-en-cs", 0),
    (TRIAL, 3_000),
    (TRIAL, 30_000),
)
"""Sets on which parts of the method are taken out."""

FIXED = 0.4
"""Threshold where no network calibrates the probabilities."""


@dataclass(frozen=True, slots=True)
class Quality:
    """One set as it was aligned just now.

    Attributes:
        name: of the set.
        more: pairs of training text behind it.
        pairs: pairs with gold.
        aer, precision, recall: of the links, with possible links as in Och and Ney 2000.
        threshold: probability from which links were taken.
        ece_possible: calibration error of all candidates if possible links are right.
        ece_sure: the same if only sure links are.
        ece_half: the same if a possible link is half right.
        cpu: seconds, without reading the text.
    """

    name: str
    more: int
    pairs: int
    aer: float
    precision: float
    recall: float
    threshold: float
    ece_possible: float
    ece_sure: float
    ece_half: float
    cpu: float


def measure(name: str, more: int) -> Quality:
    """Align a set by default settings and score it."""
    data = word_set(name, more)
    begin = time.process_time()
    corpus = encode(data.pairs)
    found = align(corpus, reported=data.gold.pairs, learn=False)
    chosen = links(found)
    cpu = time.process_time() - begin
    values = score(chosen, data.gold).values
    candidates = by_threshold(found.posteriors, found.probabilities, 0.0)
    judged = against_gold(candidates, data.gold)
    value = (judged["possible"], judged["sure"])
    return Quality(
        name,
        more,
        data.gold.pairs,
        values["aer"],
        values["precision"],
        values["recall"],
        found.threshold,
        value[0].ece,
        value[1].ece,
        _half(*(tuple((b.count, b.confidence, b.accuracy) for b in v.reliability) for v in value)),
        cpu,
    )


def _half(*sides: tuple[tuple[int, float, float], ...]) -> float:
    """Calibration error where the outcome is the mean of that in P and that in S."""
    total = sum(count for count, _, _ in sides[0])
    gap = sum(
        one[0] * abs(one[1] - (one[2] + other[2]) / 2) for one, other in zip(*sides, strict=True)
    )
    return float(gap / max(total, 1))


def quality(
    variants: Iterable[tuple[str, int]] = VARIANTS, *, say: Callable[[str], None]
) -> list[Quality]:
    """Measure sets, after one whose figures are thrown away: kernels are loaded by then."""
    measure("xlwa-en-ru-dev", 0)
    found = []
    for name, more in variants:
        say(f"{name} + {more:,}")
        found.append(measure(name, more))
    return found


def quality_table(results: Iterable[Quality]) -> str:
    """Error rates beside those of peers, and how far the probabilities are right."""
    header = [
        "set", "+ pairs", "fast_align", "eflomal", "4-letter", "must", "AER", "P", "R",
        "threshold", "ECE", "in P", "in S", "CPU s",
    ]  # fmt: skip
    rows = []
    for each in results:
        peer = KNOWN.get((each.name, each.more))
        rows.append(
            [
                each.name,
                f"{each.more:,}" if each.more else "",
                *(
                    _percent(getattr(peer, column) if peer else None, scale=1)
                    for column in ("fast_align", "eflomal", "prefixes", "must")
                ),
                *(_percent(value) for value in (each.aer, each.precision, each.recall)),
                figure(each.threshold, 2),
                *(figure(v) for v in (each.ece_half, each.ece_possible, each.ece_sure)),
                f"{each.cpu:.1f}",
            ]
        )
    return table(header, rows)


@dataclass(frozen=True, slots=True)
class Parts:
    """Error rates of a set, with parts of the method taken out.

    Attributes:
        name: of the set.
        more: pairs of training text behind it.
        aer: error rate by what was measured.
    """

    name: str
    more: int
    aer: dict[str, float]


WHOLE = "whole"


def dissect(name: str, more: int) -> Parts:
    """Align a set with parts of the method left out."""
    data = word_set(name, more)
    corpus = encode(data.pairs)
    found = align(corpus, reported=data.gold.pairs, learn=False)
    aer = {
        WHOLE: _error(links(found), data),
        f"at {FIXED}": _error(links(found, threshold=FIXED), data),
        **_without_network(corpus, data),
    }
    with without_surface():
        bare = _without_network(corpus, data)
    aer |= {f"{key}, no surface": value for key, value in bare.items()}
    classic = (_error(links(found, symmetrise=rule), data) for rule in SYMMETRISATIONS)
    return Parts(name, more, {**aer, "best symmetrisation": min(classic)})


def _without_network(corpus: Corpus, data: WordSet) -> dict[str, float]:
    """Error rates of sampler, HMM and their mean, at a fixed threshold."""
    originals = remove_copies(corpus)
    where = originals.where[: data.gold.pairs]
    pairs = originals.corpus.pairs
    seen = views.view(
        originals.corpus, plan=gibbs.sampling_schedule(pairs), reported=int(where.max()) + 1
    )
    evidence = seen.evidence
    sampled = np.sqrt(evidence.forward * evidence.backward)
    expected = np.sqrt(evidence.expected_forward * evidence.expected_backward)
    opinions = {"sampler": sampled, "HMM": expected, "mean": (sampled + expected) / 2}
    return {key: _error_of(opinion, seen, where, data) for key, opinion in opinions.items()}


def _error_of(
    opinion: NDArray[np.float32],
    seen: views.Views,
    where: NDArray[np.int64],
    data: WordSet,
) -> float:
    posteriors, values = restore_copies(seen.posteriors, opinion, where)
    return _error(by_threshold(posteriors, values, FIXED), data)


def _error(found: WordLinks, data: WordSet) -> float:
    return float(score(found, data.gold).values["aer"])


class _Bare(Surface):
    """Base measures that know nothing of the forms of words."""

    __slots__ = ()

    def mass(self, direction: int, *, flat: float, strength: float) -> float:
        """Pseudo-count of all pairs of a word."""
        return flat * self.sizes[1 - direction] + 0 * strength


@contextmanager
def without_surface() -> Iterator[None]:
    """Leave out what the forms of words say."""

    def bare(*arguments: object, **options: object) -> Surface:
        full = surface(*arguments, **options)  # type: ignore[arg-type]
        nothing = (np.zeros(0, np.int64), np.zeros(0, np.float32))
        return _Bare(
            full.rows,
            full.columns,
            full.sizes,
            np.ones_like(full.shape),
            nothing,
            full.more,
            full.masses,
            (),
        )

    with mock.patch.object(views, "surface", bare):
        yield


def parts(
    variants: Iterable[tuple[str, int]] = DISSECTED, *, say: Callable[[str], None]
) -> list[Parts]:
    """Take parts of the method out on sets."""
    found = []
    for name, more in variants:
        say(f"parts of {name} + {more:,}")
        found.append(dissect(name, more))
    return found


def parts_table(results: Iterable[Parts]) -> str:
    """Error rates with parts taken out, side by side."""
    results = list(results)
    columns = list(results[0].aer)
    return table(
        ["set", "+ pairs", *columns],
        (
            [each.name, f"{each.more:,}" if each.more else "", *map(_percent, each.aer.values())]
            for each in results
        ),
    )


def _percent(value: float | None, scale: float = 100) -> str:
    return "–" if value is None else f"{scale * value:.1f}"
