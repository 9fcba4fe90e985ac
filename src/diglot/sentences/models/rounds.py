"""Rounds of alignment: each learns from the links of the one before and searches near them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from diglot.sentences.evidence import length
from diglot.sentences.evidence.lexicon import Lexicon, learn
from diglot.sentences.evidence.vectors import calibrated
from diglot.sentences.models.additive import first_pass
from diglot.sentences.search import bands
from diglot.sentences.search.blocks import BlockScorer
from diglot.sentences.search.paths import Found, search
from diglot.sentences.search.types import Types, counts, link_types
from diglot.sentences.settings import Alignment, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diglot.sentences.corpus import Corpus, Pair, Path
    from diglot.sentences.evidence.length import LengthModel
    from diglot.sentences.evidence.weights import Weights
    from diglot.sentences.zones import FoundZone

DOUBT = 0.3
"""Factor on the scores of all rounds but the last: their posteriors only make the next band, so
doubt is cheap and certainty dangerous."""
LIKELY = 1e-5
FIRST_NULL_RUNS = (5, 10)
LAST_NULL_RUNS = (2, 3, 4, 5)
SMALL = 100

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """What one round hands to the next."""

    paths: list[Path]
    types: Types
    lengths: list[LengthModel]
    lexicon: Lexicon | None = None


def start(corpus: Corpus, settings: Settings) -> State:
    """First pass over all pairs: lengths and identical tokens."""
    types = link_types(
        min(settings.max_merge, 3), min(settings.max_total, 4), null_runs=FIRST_NULL_RUNS
    )
    source_total = sum(float(pair.source.lengths.sum()) for pair in corpus.pairs)
    target_total = sum(float(pair.target.lengths.sum()) for pair in corpus.pairs)
    pooled = target_total / max(source_total, 1.0) or 1.0
    lengths = [
        length.first_model(pair.source.lengths, pair.target.lengths, pooled)
        for pair in corpus.pairs
    ]

    def one(item: tuple[Pair, LengthModel]) -> Path:
        return first_pass(corpus, item[0], types, item[1])

    paths = mapped(one, list(zip(corpus.pairs, lengths, strict=True)), settings, "first pass")
    return State(paths, types, lengths)


def first_bands(corpus: Corpus, state: State) -> list[bands.Band]:
    """Bands round the paths of the first pass."""
    result = []
    for pair, path in zip(corpus.pairs, state.paths, strict=True):
        n, m = pair.source.size, pair.target.size
        width = 40 if max(n, m) <= SMALL else 4
        result.append(bands.near_path(path, state.types, n, m, width))
    return result


def next_bands(
    corpus: Corpus, before: Sequence[bands.Band], found: Sequence[Found]
) -> list[bands.Band]:
    """Bands of the cells that the last round thought possible."""
    result = []
    for pair, band, result_of in zip(corpus.pairs, before, found, strict=True):
        n, m = pair.source.size, pair.target.size
        pad = 12 if max(n, m) <= SMALL else 1
        result.append(bands.where_likely(band, result_of.passing, result_of.path, m, LIKELY, pad))
    return result


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """A prepared round: models learned, nothing searched yet."""

    types: Types
    lengths: list[LengthModel]
    lexicon: Lexicon
    scorers: list[BlockScorer]


def prepare(corpus: Corpus, state: State, types: Types) -> Round:
    """Learn lengths, priors and lexicon from the links so far."""
    lengths = [
        _fitted(pair, path, state.types, model)
        for pair, path, model in zip(corpus.pairs, state.paths, state.lengths, strict=True)
    ]
    lexicon = learn(corpus, state.paths, state.types, state.lexicon)
    calibration = calibrated(corpus.pairs, state.paths, state.types)
    types = types.reestimated(counts(state.paths, state.types, types))
    scorers = [
        BlockScorer(corpus, pair, types, model, lexicon, calibration)
        for pair, model in zip(corpus.pairs, lengths, strict=True)
    ]
    return Round(types, lengths, lexicon, scorers)


def run(
    prepared: Round,
    searched: Sequence[bands.Band],
    weights: Weights,
    settings: Settings,
    *,
    stage: str,
    inverse_temperature: float = 1.0,
) -> tuple[State, list[Found]]:
    """Search every pair in its band."""

    def one(item: tuple[BlockScorer, bands.Band]) -> Found:
        scorer, band = item
        return search(
            lambda begin, end: scorer.scores(band, weights.values, begin, end),
            band,
            prepared.types,
            inverse_temperature=inverse_temperature,
        )

    items = list(zip(prepared.scorers, searched, strict=True))
    found = mapped(one, items, settings, stage)
    paths = [each.path for each in found]
    return State(paths, prepared.types, prepared.lengths, prepared.lexicon), found


def alignments(
    types: Types, found: Sequence[Found], zones: Sequence[tuple[FoundZone, ...]] | None = None
) -> list[Alignment]:
    """Results in the form every method returns."""
    return [
        Alignment(each.path, types, each.posterior, each.lonely_source, each.lonely_target, of_pair)
        for each, of_pair in zip(found, zones or [()] * len(found), strict=True)
    ]


def mapped(
    function: Callable[[Item], Result], items: Sequence[Item], settings: Settings, stage: str
) -> list[Result]:
    """Apply a function to items in order, on ``settings.jobs`` threads."""
    results: list[Result] = []
    settings.progress(stage, 0, len(items))
    if settings.jobs == 1 or len(items) == 1:
        for item in items:
            results.append(function(item))
            settings.progress(stage, len(results), len(items))
        return results
    with ThreadPoolExecutor(settings.jobs) as pool:
        for result in pool.map(function, items):
            results.append(result)
            settings.progress(stage, len(results), len(items))
    return results


def _fitted(pair: Pair, path: Path, types: Types, model: LengthModel) -> LengthModel:
    single = (types.source[path.kinds] == 1) & (types.target[path.kinds] == 1)
    return length.fitted_model(
        model,
        pair.source.lengths,
        pair.target.lengths,
        pair.source.lengths[path.ends_i[single] - 1],
        pair.target.lengths[path.ends_j[single] - 1],
    )
