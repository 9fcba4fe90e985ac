"""What speaks against links though the path has no better place for their sentences.

The probability of a link compares it with other ways to divide the texts. Where a translation was
replaced by another passage the division is certain and the link wrong all the same. So every link
is judged once more by itself: by its words, with a lexicon that did not learn from it, by vectors,
lengths and the sentences beside it. A logistic model and, where there are vectors, boosted trees
say whether that is still a translation (``python -m bench.doubts --train``): fitted to faults
planted into the development texts and to short pieces of these. They weigh the probability, too: a
link whose border alone is uncertain is no wrong translation.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.learning.encoders.vectors import least_in_order
from diglot.learning.trees import Ranker
from diglot.sentences.evidence.features import FEATURES
from diglot.sentences.evidence.lexicon import held_out_ratios, span_ratios
from diglot.sentences.reasons import FOREIGN, WordCounts, Words
from diglot.sentences.search.bands import join_results

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.sentences.corpus import Corpus
    from diglot.sentences.link_types import Types
    from diglot.sentences.search.bands import SearchResult
    from diglot.sentences.search.blocks import BlockScorer
    from diglot.sentences.values import Lexicon, Pair, Path

OTHER = "the sides seem to say different things"
PARTLY = "a part seems to have no counterpart"
CROSSED = "the parts of one side seem to stand in another order"

_WORDS = (
    "length: distance", "length: log ratio", "context: llr over best neighbour",
    "merged: least length gain of an end", "merged: gain over split",
)  # fmt: skip
_VECTORS = "vectors: cosine", "vectors: least gain of an end"
_PARTS = "parts: ends over neighbours", "parts: least of a merge"
_NUMBERS = [FEATURES.index(name) for name in (*_WORDS, *_VECTORS, *_PARTS)]
_COSINE = len(_WORDS)
LEAST_ROOT = 10**0.5
"""Root of the tokens that both sides of a link need together to be judged by them."""
OWN = (
    "posterior", "lonely", "tokens", "held out: llr per token", "held out: llr per root",
    "held out: llr per token among others", "held out: least gain of an end",
)  # fmt: skip
TOKENS = OWN.index("tokens")
_BY_VECTORS = (
    "merged", "usual links of all texts",
    "vectors: cosine among others", "vectors: cosine as it is",
    "vectors: least margin over those beside",
)  # fmt: skip
_WITH_VECTORS = *OWN, *_WORDS, *_VECTORS, *_BY_VECTORS
NAMES = (*OWN, *_WORDS), _WITH_VECTORS, (*_WITH_VECTORS, *_PARTS, "parts: least in order")
"""Features of the model without vectors, with those of sentences, and with those of parts, too."""
BESIDE = 10
"""Sentences before and behind a link, each side, that its vectors are compared with."""
MOST_MARGIN = 0.6
"""Difference of two cosines beyond which more says nothing."""
ROWS = 128
LEAST_CROSSED = 4.0
"""Log odds of parts that fit crosswise, each pair of them, and more than in the order of the text.
"""

_Runs = tuple["NDArray[np.float32]", "NDArray[np.int64]", "NDArray[np.int64]"]
"""Vectors of the sentences of a side, and where each block begins and ends among them."""
MANY = 100
"""One-to-one links beyond which more say nothing of how much is known of the words."""
LOW = 0.4
"""Cosine between those of sentences that have nothing to do with each other, which are about .2
with encoders trained on translations, and those of translations."""


@dataclass(frozen=True, slots=True, eq=False)
class Judge:
    """A logistic model and trees over the same features, which err in different places.

    Trees follow what the development texts show; the model holds where texts are unlike these, too.

    Attributes:
        weights: float64 (2, features), of the logistic model for one-to-one and for merged links.
        bias: float64 (2,), added.
        trees: on the same features; None without vectors.
    """

    weights: NDArray[np.float64]
    bias: NDArray[np.float64]
    trees: Ranker | None = None

    def log_odds(
        self, features: NDArray[np.float64], merged: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Return how doubtful blocks are: above 0, a link is told, float64 (blocks,)."""
        of_kind = features @ self.weights.T + self.bias
        odds: NDArray[np.float64] = np.where(merged, of_kind[:, 1], of_kind[:, 0])
        return odds if self.trees is None else odds + self.trees.log_odds(features)

    def to_dict(self) -> dict[str, Any]:
        """Return the judge as what JSON can hold."""
        trees = self.trees and self.trees.to_dict()
        return {"weights": self.weights.tolist(), "bias": self.bias.tolist(), "trees": trees}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Judge:
        """Return the judge that `to_dict` gave."""
        trees = data["trees"] and Ranker.from_dict(data["trees"])
        return cls(np.array(data["weights"]), np.array(data["bias"]), trees)


Judges = tuple[Judge, Judge, Judge]
"""Without vectors, with those of sentences, and with those of parts, too."""


def find_remarks(
    corpus: Corpus,
    found: Sequence[SearchResult],
    types: Types,
    scorers: Iterable[tuple[int, BlockScorer]],
    lexicon: Lexicon,
    judges: Judges | None = None,
) -> list[dict[int, tuple[str, ...]]]:
    """Return what speaks against the blocks of every pair, by their numbers.

    The scorers are those of all pairs in order, each with the number of its first pair.
    """
    known = judges or shipped_judges()
    usual = count_usual(corpus, found, types)
    vocabularies, words = _word_counts(corpus)
    ratios = held_out_ratios(corpus, [each.path for each in found], types, lexicon)
    result: list[dict[int, tuple[str, ...]]] = []
    for begin, scorer in scorers:
        here = slice(begin, begin + len(scorer.pair.rows) - 1)
        joined = join_results(found[here], corpus.pairs[here])
        kinds = joined.path.kinds
        a, b = types.source[kinds], types.target[kinds]
        linked = (a > 0) & (b > 0)
        remarks: dict[int, list[str]] = {}
        blocks = [np.repeat(np.arange(len(kinds)), sizes) for sizes in (a, b)]
        for side, name in enumerate(("source", "target")):
            strange = vocabularies.strangers(side, _joined_words(words[here]), blocks)
            for block in sorted(block for block in strange if linked[block]):
                remarks.setdefault(block, []).append(FOREIGN.format(name))
        for block in find_crossings(scorer, joined.path):
            remarks.setdefault(block, []).append(CROSSED)
        features = evidence(scorer, joined, np.concatenate(ratios[here]), usual)
        merged = a + b > 2
        judge = known[[len(names) for names in NAMES].index(features.shape[1])]
        doubtful = judge.log_odds(features, merged) > 0.0
        doubtful &= linked & (features[:, TOKENS] >= LEAST_ROOT)
        for block in np.flatnonzero(doubtful).tolist():
            remarks.setdefault(block, []).append(PARTLY if merged[block] else OTHER)
        firsts = np.cumsum([0, *(len(each.path.kinds) for each in found[here])])
        of_pairs: list[dict[int, tuple[str, ...]]] = [{} for _ in found[here]]
        for block, said in remarks.items():
            place = int(np.searchsorted(firsts, block, side="right")) - 1
            of_pairs[place][block - int(firsts[place])] = tuple(said)
        result += of_pairs
    return result


def count_usual(corpus: Corpus, found: Sequence[SearchResult], types: Types) -> int:
    """Count the one-to-one links that words are known by, up to `MANY`."""
    if corpus.learned:
        return MANY
    single = (types.source == 1) & (types.target == 1)
    return min(MANY, sum(int(single[each.path.kinds].sum()) for each in found))


def _joined_words(words: Sequence[tuple[Words, Words]]) -> list[Words]:
    """Return the words of some pairs as those of one."""
    joined: list[Words] = []
    for sides in zip(*words, strict=True):
        keys, offsets = zip(*sides, strict=True)
        ends = np.cumsum(np.concatenate([[0], *(each[1:] - each[:-1] for each in offsets)]))
        joined.append((np.concatenate(keys), ends))
    return joined


def evidence(
    scorer: BlockScorer, found: SearchResult, ratios: NDArray[np.float64], known: int
) -> NDArray[np.float64]:
    """Return the features of every block, float64 (blocks, names), see `NAMES`.

    Args:
        scorer: of some pairs.
        found: what was found for them.
        ratios: held-out ones, see `held_out_ratios`.
        known: see `count_usual`.
    """
    path, types = found.path, scorer.types
    a, b = types.source[path.kinds], types.target[path.kinds]
    tokens = np.zeros(len(a))
    for sums, ends, run in (
        (scorer.source_sums.tokens, path.ends_i, a),
        (scorer.target_sums.tokens, path.ends_j, b),
    ):
        tokens += sums[ends] - sums[ends - run]
    root = np.sqrt(tokens) + 1.0
    lonely = np.zeros(len(a))
    for alone, run in ((found.lonely_source, a), (found.lonely_target, b)):
        np.maximum.at(lonely, np.repeat(np.arange(len(run)), run), alone)
    usual = (a == 1) & (b == 1)
    texts = np.searchsorted(path.ends_i, scorer.pair.rows).tolist()
    ratio, gain = ratios.T
    own = (
        _log_odds(found.posterior),
        _log_odds(lonely),
        np.sqrt(np.minimum(tokens, 100.0)),
        ratio / root**2,
        np.clip(ratio / root, -2.0, 8.0),
        _among(ratio / root**2, usual, texts),
        np.clip(gain, -8.0, 8.0),
    )
    features = scorer.path_features(path, _NUMBERS).astype(np.float64)
    vectors = scorer.pair.vectors
    if vectors is None:
        return np.column_stack([*own, features[:, :_COSINE]])
    sides = [
        (side.vectors, end - run, end)
        for side, end, run in zip(vectors, (path.ends_i, path.ends_j), (a, b), strict=True)
    ]
    by_vectors = (
        a + b > 2,
        np.full(len(a), np.sqrt(known)),
        _among(features[:, _COSINE], usual, texts),
        _plain_cosines(sides) - LOW if scorer.calibration.slope == 0.0 else np.zeros(len(a)),
        np.minimum(_least_margins(*sides), _least_margins(*sides[::-1])),
    )
    known_of = [*own, features[:, : -len(_PARTS)], *by_vectors]
    if (least := _least_in_order(scorer.pair, path, a, b)) is not None:
        known_of += [features[:, -len(_PARTS) :], least]
    return np.column_stack(known_of)


def _least_in_order(
    pair: Pair, path: Path, a: NDArray[np.int64], b: NDArray[np.int64]
) -> NDArray[np.float64] | None:
    """How well the sentences of merged blocks stand in the parts of the other side, the worst.

    None where the parts of a side are not known.
    """
    if pair.vectors is None or pair.cosines is None:
        return None
    source, target = (side.parts for side in pair.vectors)
    if source is None or target is None:
        return None
    found = np.zeros(len(a))
    for block in np.flatnonzero((a > 0) & (b > 0) & (a + b > 2)).tolist():
        i, j = int(path.ends_i[block]), int(path.ends_j[block])
        ours, theirs = source.part(slice(i - a[block], i)), target.part(slice(j - b[block], j))
        sides = ((ours, theirs, a[block]), (theirs, ours, b[block]))
        found[block] = min(least_in_order(one, other) for one, other, size in sides if size > 1)
    return found / pair.cosines.high


def _plain_cosines(sides: Sequence[_Runs]) -> NDArray[np.float64]:
    """Cosines of both sides of every block, for where few links show what a high one is."""
    cosines: NDArray[np.float64] = np.einsum("ld,ld->l", *(_sum_of(*side) for side in sides))
    return cosines


LEAST_SPREAD = 0.05
"""Added to the spread of a feature in a text, because a few links may agree by chance."""


def _log_odds(probability: NDArray[np.float64]) -> NDArray[np.float64]:
    known = np.clip(probability, 1e-4, 1.0 - 1e-4)
    odds: NDArray[np.float64] = np.log(known / (1.0 - known))
    return odds


def _among(
    feature: NDArray[np.float64], usual: NDArray[np.bool_], texts: Sequence[int]
) -> NDArray[np.float64]:
    """A feature by median and spread of the usual links of its text: translations may be loose."""
    found = np.empty(len(feature))
    for begin, end in pairwise(texts):
        here = feature[begin:end]
        middle, spread = 0.0, 1.0
        known = here[usual[begin:end]]
        if len(known):
            middle = _median(known)
            spread = 1.4826 * _median(np.abs(known - middle))
        found[begin:end] = (here - middle) / (spread + LEAST_SPREAD)
    return np.clip(found, -10.0, 10.0)


def _median(values: NDArray[np.float64]) -> float:
    """Return the median; numpy's own takes ten times as long for the few links of a section."""
    ordered = np.sort(values)
    half = len(ordered) // 2
    return float(ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2)


def _least_margins(ours: _Runs, theirs: _Runs) -> NDArray[np.float64]:
    """Least margin of a sentence of every block: its best cosine inside less the best beside it."""
    vectors, begin, end = ours
    others, low, high = theirs
    block = np.repeat(np.arange(len(begin)), end - begin)
    margins = np.zeros(len(block))
    for first in range(0, len(block), ROWS):
        part = slice(first, first + ROWS)
        inner, outer = low[block[part], None], high[block[part], None]
        left, right = max(0, inner.min() - BESIDE), outer.max() + BESIDE
        cosines = vectors[part] @ others[left:right].T
        place = np.arange(left, left + cosines.shape[1])
        inside = (place >= inner) & (place < outer)
        beside = (place >= inner - BESIDE) & (place < outer + BESIDE) & ~inside
        margins[part] = cosines.max(1, where=inside, initial=-1.0)
        margins[part] -= cosines.max(1, where=beside, initial=-0.5)
    least = np.full(len(begin), MOST_MARGIN)
    np.minimum.at(least, block, np.maximum(margins, -MOST_MARGIN))
    return least


def _sum_of(
    vectors: NDArray[np.float32], begin: NDArray[np.int64], end: NDArray[np.int64]
) -> NDArray[np.float32]:
    """Sums of the vectors of runs, of length one; zeros of empty ones."""
    sums = np.zeros((len(begin), vectors.shape[1]), np.float32)
    for step in range(int((end - begin).max(initial=0))):
        longer = begin + step < end
        sums[longer] += vectors[begin[longer] + step]
    sums /= np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
    return sums


def find_crossings(scorer: BlockScorer, path: Path) -> list[int]:
    """Numbers of the blocks whose parts fit crosswise, and better than in the order of the text.

    Args:
        scorer: of the pair.
        path: of the pair.
    """
    a, b = scorer.types.source[path.kinds], scorer.types.target[path.kinds]
    blocks, spans = [], []
    for block in np.flatnonzero((a > 1) & (b > 1)).tolist():
        i, j = int(path.ends_i[block]), int(path.ends_j[block])
        for x in range(i - int(a[block]) + 1, i):
            for y in range(j - int(b[block]) + 1, j):
                heads, tails = ((i - a[block], x), (x, i)), ((j - b[block], y), (y, j))
                spans += [(*heads[k], *tails[n]) for k, n in ((0, 0), (1, 1), (0, 1), (1, 0))]
                blocks.append(block)
    if not blocks:
        return []
    places = np.array(spans, np.int64)
    fit = span_ratios(scorer.corpus, scorer.pair, scorer.lexicon, places)
    if scorer.pair.vectors is not None:
        means = [
            _sum_of(side.vectors, *places[:, at : at + 2].T)
            for side, at in zip(scorer.pair.vectors, (0, 2), strict=True)
        ]
        known = scorer.calibration
        odds = np.clip(known.slope * (np.einsum("ld,ld->l", *means) - known.middle), -8.0, 8.0)
        fit += 0.5 * odds * (places[:, 1::2] - places[:, ::2]).sum(1)
    straight, across = fit.reshape(-1, 2, 2).sum(2).T
    across = np.where(fit.reshape(-1, 4)[:, 2:].min(1) > LEAST_CROSSED, across, -np.inf)
    first = np.unique(blocks, return_index=True)[1]
    gain = np.maximum.reduceat(across, first) - np.maximum.reduceat(straight, first)
    found: list[int] = np.unique(blocks)[gain > LEAST_CROSSED].tolist()
    return found


@cache
def shipped_judges() -> Judges:
    """Return the judges that come with the package."""
    text = resources.files("diglot.sentences").joinpath("doubts.json").read_text("utf-8")
    without, similar, divided = map(Judge.from_dict, json.loads(text))
    return without, similar, divided


def _word_counts(corpus: Corpus) -> tuple[WordCounts, list[tuple[Words, Words]]]:
    """Count the tokens of both sides, those of the target by the keys of the same source ones.

    Where something was learned of other texts, those are counted: a text is judged the same beside
    any others.
    """
    size = corpus.vocabulary_s
    of_target = np.arange(corpus.vocabulary_t) + size
    shared = np.flatnonzero(corpus.seeds.identical >= 0)
    of_target[corpus.seeds.identical[shared]] = shared
    width = size + corpus.vocabulary_t
    words: list[tuple[Words, Words]] = [
        (
            (pair.source.tokens, pair.source.offsets),
            (of_target[pair.target.tokens], pair.target.offsets),
        )
        for pair in corpus.pairs
    ]
    if corpus.learned:
        counts = [np.zeros(width), np.zeros(width)]
        for count, learned, keys in zip(
            counts, corpus.learned.counts, (np.arange(size), of_target), strict=True
        ):
            count[keys] = learned
    else:
        counts = [
            np.bincount(np.concatenate([keys for keys, _ in side]), minlength=width).astype(float)
            for side in zip(*words, strict=True)
        ]
    telling = np.zeros(width, np.bool_)
    for forms, keys in zip(corpus.forms, (np.arange(size), of_target), strict=True):
        telling[keys[: len(forms)]] = [form[:1].isalpha() for form in forms]
    if corpus.learned:
        telling &= np.add(*counts) > 0.0
    return WordCounts(counts, telling, held=corpus.learned is None), words
