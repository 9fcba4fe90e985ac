"""Rounds of alignment: a first pass, then rounds that learn from the links before."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, product
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from diglot.sentences.anchors import anchor_chain
from diglot.sentences.corpus import (
    MOST_JOINED,
    Corpus,
    OwnWords,
    distinct_words,
    own_words,
    postings,
    runs_of,
)
from diglot.sentences.evidence.features import (
    ENDS,
    FULL_STOPS,
    LengthModel,
    background_log_density,
    calibrate,
    first_model,
    fitted_model,
    inner_breaks,
    no_breaks,
)
from diglot.sentences.evidence.lexicon import learn
from diglot.sentences.link_types import Types, counts, link_types, tilt
from diglot.sentences.search import bands
from diglot.sentences.search.bands import SearchResult, search
from diglot.sentences.search.blocks import BlockScorer
from diglot.sentences.settings import Alignment, Settings
from diglot.sentences.values import (
    Breaks,
    Calibration,
    Lexicon,
    Pair,
    Path,
    repeat_for_sentences,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from diglot.sentences.encoding import Side
    from diglot.sentences.evidence.features import Weights
    from diglot.sentences.zones import FoundZone

MIDDLE = 1500
ANCHORED_HALF_WIDTH = 60
VECTOR_HALF_WIDTH = 15
MAX_BORDER_SHARE = 0.003
MAX_WIDENINGS = 5


def first_pass(
    corpus: Corpus, pair: Pair, types: Sequence[Types], lengths: Sequence[LengthModel]
) -> Path:
    """Align one pair, or several joined ones, by length and identical tokens.

    With sentence vectors that convince, the band follows the pairs that are each other's nearest.
    Otherwise it starts at a quarter of the text, 300 cells at least, and at 60 cells round the
    anchor chain for long texts. It doubles as long as the path comes near its border. Joined pairs
    are short, and looked at as wholes.
    """
    from diglot.sentences.kernels import additive, search

    n, m = pair.source.size, pair.target.size
    rows, columns = pair.rows, pair.columns
    target_index = postings(pair.target, corpus.vocabulary_t)
    several, longer = len(lengths) > 1, max(n, m)
    points = np.zeros((0, 2), np.int64)
    if len(pair.nearest):
        half = VECTOR_HALF_WIDTH
        points = pair.nearest
    elif longer <= MIDDLE or several:
        half = max(MOST_JOINED, longer // 4)
    else:
        half = ANCHORED_HALF_WIDTH
        points = anchor_chain(
            postings(pair.source, corpus.vocabulary_s), target_index, corpus.seeds, n, m
        )
    words = distinct_words(pair.source, corpus.vocabulary_s)
    ratio = repeat_for_sentences([each.ratio for each in lengths], rows)
    backgrounds = zip(
        *((*each.source_background, *each.target_background) for each in lengths), strict=True
    )
    a, b, c, d = (
        repeat_for_sentences(each, begins)
        for each, begins in zip(backgrounds, (rows, rows, columns, columns), strict=True)
    )
    grounds = (
        background_log_density(pair.source.lengths * ratio, (a, b)),
        background_log_density(pair.target.lengths, (c, d)),
    )
    whole = [
        bands.whole_band(n - 1, m - 1)
        for n, m in zip(np.diff(rows).tolist(), np.diff(columns).tolist(), strict=True)
    ]
    for _ in range(MAX_WIDENINGS + 1):
        band = bands.join_bands(whole) if several else bands.band_between(points, n, m, half)
        back, _ = additive.additive_viterbi(
            corpus, pair, band, types, lengths, grounds, words, target_index
        )
        found = search.trace(
            back, band.lo, band.first, types[0].source, types[0].target, 0, n, m, rows, band.hi
        )
        path = Path(*found)
        if several or bands.border_share(band, path, max(2, half // 6), m) <= MAX_BORDER_SHARE:
            break
        half *= 2
    return path


DOUBT = 0.3
"""Factor on the scores of all rounds but the last: their posteriors only make the next band, so
doubt is cheap and certainty dangerous."""
LIKELY = 1e-5
FIRST_NULL_RUNS = (5, 10)
NULL_RUNS = (2, 3, 4, 5)
SMALL = 100
SCORERS_KEPT, MOST_KEPT = 200, 1000
"""Scorers that are kept for later, and the sentences of a stretch that is still short."""
MANY_MERGES = 0.3
"""Share of the sentences of a side that follow another one of their link."""
BESIDE = 6
"""Links on both sides of one as long as any may be that are searched again with it."""
LOST, SETTLED, MAX_REPEATS = 0.4, 0.15, 3
"""Share of links by whose change a round shows that the path before was lost. What it learned came
from wrong links, so it is done again, until it changes few."""
UNLIKE = 1.4
"""How many times the sentences of one side the other must have for long merges to be likely."""

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """What one round hands to the next.

    Attributes:
        own: the pairs by runs, over their own words.
        paths: of each pair.
        types: the link types of the paths.
        lengths: of each pair.
        lexicon: over the words of the corpus; None before there is one.
    """

    own: list[OwnWords]
    paths: list[Path]
    types: Types
    lengths: list[LengthModel]
    lexicon: Lexicon | None = None


def start(corpus: Corpus, settings: Settings) -> State:
    """First pass over all pairs: lengths and identical tokens."""
    sizes, (source_total, target_total) = totals(corpus)
    merge, total = settings.max_merge, settings.max_total
    if max(sizes) < UNLIKE * min(sizes):
        # Long merges are rare here, and would tempt a pass that knows no words.
        merge, total = min(merge, 3), min(total, 4)
    types = link_types(merge, total, null_runs=FIRST_NULL_RUNS)
    pooled = target_total / max(source_total, 1.0) or 1.0
    lengths = [
        first_model(pair.source.lengths, pair.target.lengths, pooled) for pair in corpus.pairs
    ]

    own = [own_words(corpus, run) for run in runs_of(corpus.pairs)]

    @cache  # most sections of pages are short, and of few sizes
    def tilted(n: int, m: int) -> Types:
        return tilt(types, n, m)

    def one(stretch: Stretch) -> list[Path]:
        here = slice(stretch.begin, stretch.end)
        types_of = [tilted(pair.source.size, pair.target.size) for pair in corpus.pairs[here]]
        path = first_pass(stretch.own.corpus, stretch.pair, types_of, lengths[here])
        return bands.split_path(path, stretch.pair.rows, stretch.pair.columns)

    found = map_items(one, stretches(own), settings, "first pass")
    return State(own, [*chain.from_iterable(found)], types, lengths)


def totals(corpus: Corpus) -> tuple[tuple[int, int], tuple[float, float]]:
    """Sentences and characters of each side, of what the corpus was learned from if it was."""
    if corpus.learned:
        return corpus.learned.sizes, corpus.learned.characters
    sides = [pair.source for pair in corpus.pairs], [pair.target for pair in corpus.pairs]
    sizes = [sum(side.size for side in each) for each in sides]
    characters = [sum(float(side.lengths.sum()) for side in each) for each in sides]
    return (sizes[0], sizes[1]), (characters[0], characters[1])


def first_bands(corpus: Corpus, state: State) -> list[bands.Band]:
    """Bands round the paths of the first pass."""
    result = []
    for pair, path in zip(corpus.pairs, state.paths, strict=True):
        n, m = pair.source.size, pair.target.size
        width = 40 if max(n, m) <= SMALL else 4
        result.append(bands.band_near_path(path, state.types, n, m, width))
    return result


def next_bands(
    corpus: Corpus, before: Sequence[bands.Band], found: Sequence[SearchResult]
) -> list[bands.Band]:
    """Bands of the cells that the last round thought possible."""
    result = []
    for pair, band, result_of in zip(corpus.pairs, before, found, strict=True):
        n, m = pair.source.size, pair.target.size
        pad = 12 if max(n, m) <= SMALL else 1
        result.append(bands.likely_band(band, result_of.passing, result_of.path, m, LIKELY, pad))
    return result


def share_changed(before: State, after: State) -> float:
    """Share of the links of a state, with two sides, that the one before did not have."""
    new = total = 0
    for one, other in zip(before.paths, after.paths, strict=True):
        now = _links(other, after.types)
        new += int((~np.isin(now, _links(one, before.types))).sum())
        total += len(now)
    return new / max(total, 1)


def _links(path: Path, types: Types) -> NDArray[np.int64]:
    """The links of a path with two sides as numbers: where they end, and their sizes."""
    a, b = types.source[path.kinds], types.target[path.kinds]
    links: NDArray[np.int64] = (path.ends_i << 34 | path.ends_j << 10 | a << 5 | b)[a * b > 0]
    return links


def longer_types(pairs: Sequence[Pair], state: State, settings: Settings) -> Types | None:
    """Types for one more round, with longer merges of a side that was cut otherwise than the other.

    It has many, and most breaks inside its links are not behind a full stop or the like. With
    vectors another round brings nothing where a translator joins whole sentences.
    """
    many = []
    for name in ("source", "target"):
        inside = np.zeros(ENDS)
        for pair, path in zip(pairs, state.paths, strict=True):
            linked = (state.types.source * state.types.target > 0)[path.kinds]
            last = (path.ends_i if name == "source" else path.ends_j)[linked]
            side: Side = getattr(pair, name)
            begin = last - getattr(state.types, name)[path.kinds[linked]]
            inside += np.bincount(
                side.ends[inner_breaks(side.size, begin, last) - 1], minlength=ENDS
            )
        total = sum(getattr(pair, name).size for pair in pairs)
        cut = (
            any(pair.vectors is None for pair in pairs)
            or 2 * inside[FULL_STOPS].sum() < inside.sum()
        )
        many.append(bool(inside.sum() > MANY_MERGES * total and cut))
    return _types_longer_on(many, settings) if any(many) else None


def _types_longer_on(many: Sequence[bool], settings: Settings) -> Types:
    """Link types with longer merges of the sides that have many."""
    total = max(settings.max_total, settings.longest + 2)
    types = link_types(settings.longest, total, null_runs=NULL_RUNS)
    limits = [max(settings.longest if each else settings.max_merge, NULL_RUNS[-1]) for each in many]
    kept = (types.source <= limits[0]) & (types.target <= limits[1])
    return Types(types.source[kept], types.target[kept], types.log_prior[kept])


def lengthen(
    prepared: Round, found: Sequence[SearchResult], weights: Weights, settings: Settings
) -> tuple[Round, list[SearchResult]]:
    """Look for longer links where one is as long as any may be: a list is one sentence elsewhere.

    The links beside it are searched with it, up to `BESIDE` on both sides.
    """
    known = prepared.types
    longest = int(np.maximum(known.source, known.target)[known.source * known.target > 0].max())
    if longest >= settings.longest:
        return prepared, list(found)
    types = _types_longer_on((True, True), settings)
    types = types.reestimate(counts([each.path for each in found], known, types))
    longer = replace(prepared, types=types, kept={})
    results, changed = [], False
    for number, each in enumerate(found):
        a, b = known.source[each.path.kinds], known.target[each.path.kinds]
        full = np.flatnonzero((a * b > 0) & (np.maximum(a, b) == longest))
        parts = []
        runs = np.split(full, np.flatnonzero(np.diff(full) > 2 * BESIDE) + 1)
        scorers = [longer.scorer(number)] if len(full) else []
        for scorer, run in product(scorers, runs):
            begin, end = max(0, run[0] - BESIDE), min(len(a), run[-1] + BESIDE + 1)
            cells = bands.corners(each.path)[[begin, end]]
            part = scorer.of(scorer.pair.part(*cells.T.tolist()))
            band = bands.whole_band(part.pair.source.size, part.pair.target.size)
            again = _search(part, band, types, weights)
            sides = types.source[again.path.kinds], types.target[again.path.kinds]
            if ((sides[0] * sides[1] > 0) & (np.maximum(*sides) > longest)).any():
                parts.append((begin, end, again))
        changed |= bool(parts)
        results.append(bands.splice(each, parts, types.places_of(known)))
    return (longer, results) if changed else (prepared, list(found))


def link_lone(found: Sequence[SearchResult], types: Types) -> list[SearchResult]:
    """Link a sentence that is alone on each side at the same place between links.

    What is left out there and added in its stead is mostly one sentence, translated freely. Its
    probability is that of having a counterpart, so it is doubtful.
    """
    one_one = int(np.flatnonzero((types.source == 1) & (types.target == 1))[0])
    results = []
    for each in found:
        path = each.path
        a, b = types.source[path.kinds], types.target[path.kinds]
        linked = np.pad(a * b > 0, (1, 2), constant_values=True)
        # A block without counterpart, another one, and links on both sides of the two.
        first = np.flatnonzero(linked[:-3] & ~linked[1:-2] & ~linked[2:-1] & linked[3:])
        first = first[(a[first] + a[first + 1] == 1) & (b[first] + b[first + 1] == 1)]
        kinds, posterior = path.kinds.copy(), each.posterior.copy()
        kinds[first + 1] = one_one
        posterior[first + 1] = 1.0 - np.maximum(
            each.lonely_source[path.ends_i[first + 1] - 1],
            each.lonely_target[path.ends_j[first + 1] - 1],
        )
        joined = Path(*(np.delete(part, first) for part in (path.ends_i, path.ends_j, kinds)))
        results.append(replace(each, path=joined, posterior=np.delete(posterior, first)))
    return results


def _search(
    scorer: BlockScorer,
    band: bands.Band,
    types: Types,
    weights: Weights,
    inverse_temperature: float = 1.0,
) -> SearchResult:
    """Search a pair, or several ones below each other, in a band."""
    return search(
        lambda begin, end: scorer.scores(band, weights.of(scorer.pair), begin, end),
        band,
        types,
        inverse_temperature=inverse_temperature,
        most_right=inverse_temperature == 1.0 and scorer.pair.vectors is not None,
    )


def stretches(own: Sequence[OwnWords]) -> list[Stretch]:
    """Return all pairs as they are searched."""
    return [
        Stretch(begin, end, words, joined)
        for words in own
        for begin, end, joined in words.stretches()
    ]


class Stretch(NamedTuple):
    """Pairs begin <= k < end of the corpus, searched at once.

    Attributes:
        begin, end: numbers of the pairs.
        own: the words of their run.
        pair: all of them below each other.
    """

    begin: int
    end: int
    own: OwnWords
    pair: Pair


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """A prepared round: models learned, nothing searched yet.

    Attributes:
        own: the pairs by runs, over their own words.
        types: link types with their priors.
        lengths: of each pair.
        lexicon: over the words of the corpus.
        calibration: of vectors.
        breaks: of sentences, where merges are many.
        kept: scorers of short pairs, which are asked for again.
    """

    own: list[OwnWords]
    types: Types
    lengths: list[LengthModel]
    lexicon: Lexicon
    calibration: Calibration
    breaks: Breaks = field(default_factory=no_breaks)
    kept: dict[int, BlockScorer] = field(default_factory=dict)

    def joined_scorer(self, stretch: Stretch) -> BlockScorer:
        """Return the scorer of all pairs of a stretch at once."""
        if known := self.kept.get(stretch.begin):
            return known
        lengths = self.lengths[stretch.begin : stretch.end]
        scorer = self._scorer(stretch.own, stretch.pair, lengths, self.lexicon)
        if len(self.kept) < SCORERS_KEPT and stretch.pair.source.size <= MOST_KEPT:
            self.kept[stretch.begin] = scorer
        return scorer

    def scorer(self, number: int, lexicon: Lexicon | None = None) -> BlockScorer:
        """Return the scorer of one pair; by another lexicon of the corpus if one is given."""
        place = bisect_right(self.own, number, key=lambda words: words.first) - 1
        words = self.own[place]
        pair = words.corpus.pairs[number - words.first]
        return self._scorer(words, pair, [self.lengths[number]], lexicon or self.lexicon)

    def _scorer(
        self, words: OwnWords, pair: Pair, lengths: Sequence[LengthModel], lexicon: Lexicon
    ) -> BlockScorer:
        known = lexicon.restrict(words.source, words.target)
        return BlockScorer(
            words.corpus, pair, self.types, lengths, known, self.calibration, self.breaks
        )


def prepare(corpus: Corpus, state: State, types: Types) -> Round:
    """Learn lengths, priors and lexicon from the links so far, or take what was learned before."""
    lengths = [
        _fitted(pair, path, state.types, model)
        for pair, path, model in zip(corpus.pairs, state.paths, state.lengths, strict=True)
    ]
    if known := corpus.learned:
        return Round(
            state.own, known.types, lengths, known.lexicon, known.calibration, known.breaks
        )
    lexicon = learn(corpus, state.paths, state.types, state.lexicon)
    calibration = calibrate(corpus.pairs, state.paths, state.types)
    types = types.reestimate(counts(state.paths, state.types, types))
    return Round(state.own, types, lengths, lexicon, calibration)


def run(
    prepared: Round,
    searched: Sequence[bands.Band],
    weights: Weights,
    settings: Settings,
    *,
    stage: str,
    inverse_temperature: float = 1.0,
) -> tuple[State, list[SearchResult]]:
    """Search every pair in its band."""

    def one(stretch: Stretch) -> list[SearchResult]:
        scorer = prepared.joined_scorer(stretch)
        band = bands.join_bands(searched[stretch.begin : stretch.end])
        found = _search(scorer, band, prepared.types, weights, inverse_temperature)
        return bands.split_result(found, band)

    found = [*chain.from_iterable(map_items(one, stretches(prepared.own), settings, stage))]
    paths = [each.path for each in found]
    return State(prepared.own, paths, prepared.types, prepared.lengths, prepared.lexicon), found


def alignments(
    types: Types,
    found: Sequence[SearchResult],
    zones: Sequence[tuple[FoundZone, ...]] | None = None,
    remarks: Sequence[Mapping[int, tuple[str, ...]]] | None = None,
) -> list[Alignment]:
    """Results in the form every method returns."""
    judged: Sequence[Mapping[int, tuple[str, ...]] | None] = remarks or [None] * len(found)
    return [
        Alignment(
            each.path, types, each.posterior, each.lonely_source, each.lonely_target, of_pair, said
        )
        for each, of_pair, said in zip(found, zones or [()] * len(found), judged, strict=True)
    ]


def map_items(
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
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(settings.jobs) as pool:
        for result in pool.map(function, items):
            results.append(result)
            settings.progress(stage, len(results), len(items))
    return results


def _fitted(pair: Pair, path: Path, types: Types, model: LengthModel) -> LengthModel:
    single = (types.source[path.kinds] == 1) & (types.target[path.kinds] == 1)
    return fitted_model(
        model,
        pair.source.lengths,
        pair.target.lengths,
        pair.source.lengths[path.ends_i[single] - 1],
        pair.target.lengths[path.ends_j[single] - 1],
    )
