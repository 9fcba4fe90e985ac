"""Block features against a plain twin, feature by feature."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.sentences import kernels
from diglot.sentences.evidence.features import FEATURES, SIZE, background_log_density
from diglot.sentences.link_types import Types, link_types
from diglot.sentences.search.bands import Band
from diglot.sentences.search.blocks import BlockScorer
from diglot.sentences.values import Calibration, Path
from tests.sentences import corpora, covers
from tests.sentences.kernels.test_blocks_evidence import Twin as Evidence
from tests.sentences.kernels.test_blocks_evidence import is_hopeless
from tests.twins import load_twin

OPEN = {0, 4, 5, 6}
"""Classes of sentence ends that leave the sentence open: no mark, or a colon, comma or other."""
UNMARKED = 7
CALIBRATION = Calibration(0.2, 7.0)


class Twin:
    """The features of one block, from the sides and a plain lexicon."""

    def __init__(self, scorer: BlockScorer) -> None:
        self.scorer, self.types, self.length = scorer, scorer.types, scorer.lengths[0]
        self.source, self.target = scorer.pair.source, scorer.pair.target
        self.evidence = Evidence(scorer.corpus, scorer.lexicon)
        self.ground = (
            background_log_density(
                self.source.lengths * self.length.ratio, self.length.source_background
            ),
            background_log_density(self.target.lengths, self.length.target_background),
        )

    def pair(self, s: int, t: int) -> float:
        """1-1 log-likelihood ratio, 0 outside the texts."""
        inside = 0 <= s < self.source.size and 0 <= t < self.target.size
        return self.evidence.llr(s, s + 1, t, t + 1) if inside else 0.0

    def features(self, i: int, j: int, k: int) -> dict[str, float]:
        """What the block of type k that ends in (i, j) says; absent features are 0."""
        a, b = int(self.types.source[k]), int(self.types.target[k])
        sources, targets = range(i - a, i), range(j - b, j)
        found = {"log prior": float(self.types.log_prior[k]), self.class_of(a, b): 1.0}
        if "longer" in found:
            found["longer: shorter side"] = min(a, b) - 1
        if not (a and b):
            return found | self.null(sources, targets)
        found |= self.lengths(sources, targets) | self.lexical(sources, targets)
        found |= self.marks(sources, targets) | self.paragraphs(sources, targets)
        found |= self.breaks(sources, targets)
        if a + b == 2:
            around = max(
                self.pair(sources[0] + x, targets[0] + y)
                for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1))
            )
            over = self.pair(sources[0], targets[0]) - around
            found["context: llr over best neighbour"] = float(np.clip(over, -20, 20)) / 10
        else:
            found |= self.merged(sources, targets)
        if a + b <= 5:
            outside = [self.pair(s, t) for s in (i - a - 1, i) for t in targets]
            outside += [self.pair(s, t) for t in (j - b - 1, j) for s in sources]
            found["context: best llr outside"] = -math.sqrt(max(0.0, *outside))
        if self.scorer.pair.vectors is not None:
            found |= self.vectors(i, j, a, b) | self.parts(sources, targets)
        return found

    def by_parts(self, s: int, t: int, what: int = 0) -> float:
        """A comparison of two sentences by parts; low outside the texts."""
        n, m = self.source.size, self.target.size
        if not (0 <= s < n and 0 <= t < m):
            return -0.5
        assert self.scorer.pair.cosines is not None
        found = self.scorer.pair.cosines.by_parts(slice(0, n), np.zeros(n, int), np.full(n, m))
        assert found is not None
        return float(found[s * m + t, what])

    def parts(self, sources: range, targets: range) -> dict[str, float]:
        found = {}
        s, t, i, j = sources[0], targets[0], sources.stop, targets.stop
        for name, kinds in (("ends", (0, 0, 0, 0)), ("outer ones", (1, 2, 3, 4))):
            ends = [
                self.of_source(s, targets, kinds[0]) - self.by_parts(s, t - 1, kinds[0]),
                self.of_source(i - 1, targets, kinds[1]) - self.by_parts(i - 1, j, kinds[1]),
                self.of_target(t, sources, kinds[2]) - self.by_parts(s - 1, t, kinds[2]),
                self.of_target(j - 1, sources, kinds[3]) - self.by_parts(i, j - 1, kinds[3]),
            ]
            found[f"parts: {name} over neighbours"] = float(np.clip(min(ends), -1.5, 1.5))
        if len(sources) + len(targets) > 2:
            found["parts: least of a merge"] = min(
                *(self.of_source(s, targets) for s in sources),
                *(self.of_target(t, sources) for t in targets),
            )
        return found

    def of_source(self, s: int, targets: range, what: int = 0) -> float:
        return max(self.by_parts(s, t, what) for t in targets)

    def of_target(self, t: int, sources: range, what: int = 0) -> float:
        return max(self.by_parts(s, t, what) for s in sources)

    def cosine(self, i: int, j: int, a: int, b: int) -> float:
        """Cosine of the summed vectors of a block; -1 where there is none of its type."""
        kinds = set(zip(self.types.source.tolist(), self.types.target.tolist(), strict=True))
        inside = a <= i <= self.source.size and b <= j <= self.target.size
        if not (a > 0 and b > 0 and (a, b) in kinds and inside):
            return -1.0
        assert self.scorer.pair.vectors is not None
        ours, theirs = (
            side.vectors[end - count : end].astype(float).sum(0)
            for side, end, count in zip(self.scorer.pair.vectors, (i, j), (a, b), strict=True)
        )
        return float(ours @ theirs / np.linalg.norm(ours) / np.linalg.norm(theirs))

    def vectors(self, i: int, j: int, a: int, b: int) -> dict[str, float]:
        scale = CALIBRATION.slope / 10
        value = self.cosine(i, j, a, b)
        odds = CALIBRATION.slope * (value - CALIBRATION.middle)
        longer = [(i, j, a + 1, b), (i, j, a, b + 1), (i + 1, j, a + 1, b), (i, j + 1, a, b + 1)]
        beside = [(i - 1, j, a, b), (i + 1, j, a, b), (i, j - 1, a, b), (i, j + 1, a, b)]
        found = {
            "vectors: llr": float(np.clip(odds, -8, 8)) * (a + b) / 2,
            "vectors: cosine": odds / 10,
            "vectors: gain of one more": scale
            * max(0.0, max(self.cosine(*each) for each in longer) - value),
            "vectors: cosine over neighbours": scale
            * min(0.5, value - max(self.cosine(*each) for each in beside)),
        }
        if a + b == 2:
            return found
        shorter = []
        if a > 1:
            shorter.append(max(self.cosine(i - 1, j, a - 1, b), self.cosine(i, j, a - 1, b)))
        if b > 1:
            shorter.append(max(self.cosine(i, j - 1, a, b - 1), self.cosine(i, j, a, b - 1)))
        found["vectors: cosine of a merge"] = odds / 10
        found["vectors: least gain of an end"] = scale * min(1.0, value - max(shorter))
        divided = [
            self.cosine(i - a + c, j - b + d, c, d) * (c + d) / (a + b)
            + self.cosine(i, j, a - c, b - d) * (a + b - c - d) / (a + b)
            for c in range(1, a)
            for d in range(1, b)
        ]
        if divided:
            found["vectors: gain over split"] = scale * (value - max(divided))
        return found

    @staticmethod
    def class_of(a: int, b: int) -> str:
        if not (a and b):
            return "null"
        name = f"{min(a, b)}-{max(a, b)}"
        return name if name in FEATURES else "longer"

    def null(self, sources: range, targets: range) -> dict[str, float]:
        found = dict.fromkeys(
            (
                "null: log length", "null: best lexical neighbour per token",
                "null: best lexical neighbour", "null: wordless",
            ),
            0.0,
        )  # fmt: skip
        i, j = sources.stop, targets.stop
        alone = [
            (self.source, s, self.length.ratio, [(s, t) for t in range(j - 2, j + 2)])
            for s in sources
        ] + [(self.target, t, 1.0, [(s, t) for s in range(i - 2, i + 2)]) for t in targets]
        for side, index, scale, near in alone:
            best = max(0.0, *(self.pair(*each) for each in near))
            tokens = len(corpora.keys(side, index))
            found["null: log length"] += math.log(scale * side.lengths[index] / 20)
            found["null: best lexical neighbour per token"] += best / (tokens + 3)
            found["null: best lexical neighbour"] += min(best, 40.0) / 10
            found["null: wordless"] += float(side.wordless[index])
            if self.scorer.pair.vectors is not None:
                nearest = max(self.cosine(s + 1, t + 1, 1, 1) for s, t in near)
                gain = CALIBRATION.slope * (nearest - CALIBRATION.middle) / 10
                found["null: nearest vector"] = found.get("null: nearest vector", 0.0) + gain
        return found | {"null: sentences": float(len(alone) - 1)}

    def lengths(self, sources: range, targets: range) -> dict[str, float]:
        ls = self.length.ratio * sum(self.source.lengths[s] for s in sources)
        lt = sum(self.target.lengths[t] for t in targets)
        variance = self.length.variance * (ls + lt) / 2 + 1
        ground = sum(self.ground[0][s] for s in sources) + sum(self.ground[1][t] for t in targets)
        return {
            "length: distance": -min((lt - ls) ** 2 / variance, 25.0) / 2,
            "length: rest": -math.log(2 * math.pi * variance) / 2 - ground / 2,
            "length: split penalty": -(
                (len(sources) - 1) * math.log(ls) + (len(targets) - 1) * math.log(lt)
            )
            / 2,
            "length: log ratio": -abs(math.log(lt / ls)),
            "length: absolute difference": -math.log(1 + abs(lt - ls) / 10),
            "short": float(min(ls, lt) < 15),
        }

    def lexical(self, sources: range, targets: range) -> dict[str, float]:
        corpus = self.scorer.corpus
        total, shares, per_token, unexplained = 0.0, [], [], [0.0, 0.0]
        explained, idf = [0.0, 0.0], [0.0, 0.0]
        values = [(0, s, self.evidence.to_source(s, targets)) for s in sources]
        values += [(1, t, self.evidence.to_target(sources, t)) for t in targets]
        tokens = 0
        for number, index, (llr, gained) in values:
            side = (self.source, self.target)[number]
            weights = (corpus.idf_s, corpus.idf_t)[number]
            keys = corpora.keys(side, index)
            whole = float(sum(weights[key] for key in keys))
            total += llr
            explained[number] += gained
            idf[number] += whole
            shares.append((gained + 0.5) / (whole + 1))
            per_token.append(llr / (len(keys) + 1))
            tokens += len(keys)
        unexplained = [max(0.0, idf[side] - explained[side]) for side in (0, 1)]
        same = sum(self.evidence.shared(s, t) for s in sources for t in targets)
        return {
            "lexical: llr": total / 10,
            "lexical: root llr": math.copysign(math.sqrt(abs(total)), total),
            "lexical: llr per token": total / (tokens + 2),
            "lexical: least explained share": min(1.0, *shares),
            "lexical: explained shares": sum(explained[side] / (idf[side] + 1) for side in (0, 1)),
            "lexical: root unexplained": -sum(map(math.sqrt, unexplained)),
            "lexical: least llr per token": min(per_token),
            "identical: root idf": math.sqrt(same),
        }

    def merged(self, sources: range, targets: range) -> dict[str, float]:
        lexical = self.lexical(sources, targets)
        si, i, tj, j = sources.start, sources.stop, targets.start, targets.stop
        total = self.evidence.llr(si, i, tj, j)
        splits = [
            self.evidence.llr(si, s, tj, t) + self.evidence.llr(s, i, t, j)
            for s in range(si, i + 1)
            for t in range(tj, j + 1)
            if (s, t) not in ((si, tj), (i, j))
        ]
        gain = total - max(splits)
        ends: list[tuple[float, float]] = []
        if len(sources) > 1:
            ends += [self.end(sources, targets, total, range(si + 1, i), targets)]
            ends += [self.end(sources, targets, total, range(si, i - 1), targets)]
        if len(targets) > 1:
            ends += [self.end(sources, targets, total, sources, range(tj + 1, j))]
            ends += [self.end(sources, targets, total, sources, range(tj, j - 1))]
        return {
            "merged: least explained share": lexical["lexical: least explained share"],
            "merged: least llr per token": lexical["lexical: least llr per token"],
            "merged: gain over split": float(np.clip(gain, -30, 30)) / 10,
            "merged: root gain over split": math.copysign(math.sqrt(abs(gain)), gain),
            "merged: least lexical gain of an end": float(np.clip(min(x for x, _ in ends), -3, 3)),
            "merged: least length gain of an end": float(np.clip(min(y for _, y in ends), -10, 10))
            / 5,
            "merged: wordless": float(
                sum(self.source.wordless[s] for s in sources)
                + sum(self.target.wordless[t] for t in targets)
            ),
        }

    def end(
        self, sources: range, targets: range, total: float, fewer_s: range, fewer_t: range
    ) -> tuple[float, float]:
        """What an outer sentence of a merged block adds by its words and by its length."""
        without = self.evidence.llr(fewer_s.start, fewer_s.stop, fewer_t.start, fewer_t.stop)
        (side, index) = (
            (self.source, (set(sources) - set(fewer_s)).pop())
            if len(fewer_s) < len(sources)
            else (self.target, (set(targets) - set(fewer_t)).pop())
        )
        tokens = len(corpora.keys(side, index))
        z_with, z_without = self.z(sources, targets), self.z(fewer_s, fewer_t)
        return (total - without) / (tokens + 2), min(z_without, 30.0) - min(z_with, 30.0)

    def z(self, sources: range, targets: range) -> float:
        ls = self.length.ratio * sum(self.source.lengths[s] for s in sources)
        lt = sum(self.target.lengths[t] for t in targets)
        return float((lt - ls) ** 2 / (self.length.variance * (ls + lt) / 2 + 1))

    def marks(self, sources: range, targets: range) -> dict[str, float]:
        x, y = self.source, self.target
        s, t = list(sources), list(targets)
        inner = [(x, s[:-1]), (y, t[:-1])]
        end_s, end_t = int(x.ends[s[-1]]), int(y.ends[t[-1]])
        return {
            "marks: digit tokens differ": -float(abs(x.digits[s].sum() - y.digits[t].sum())),
            "marks: digits on both sides": float(x.digits[s].any() and y.digits[t].any()),
            "marks: ?! differ": -float(abs(x.asking[s].sum() - y.asking[t].sum())),
            "marks: quotes differ": -float(abs(x.quotes[s].sum() - y.quotes[t].sum())),
            "marks: same end": float(end_s == end_t or UNMARKED in (end_s, end_t)),
            "marks: ? on one side": float((end_s == 2) != (end_t == 2)),
            "marks: same start": float(x.starts[s[0]] == y.starts[t[0]]),
            "marks: inner sentence without end": float(
                sum(int(side.ends[n]) in OPEN for side, run in inner for n in run)
            ),
            "marks: inner sentence starts in lower case": float(
                sum(side.starts[n + 1] == 2 for side, run in inner for n in run)
            ),
            "marks: open ends differ": -float((end_s in OPEN) != (end_t in OPEN)),
        }

    def breaks(self, sources: range, targets: range) -> dict[str, float]:
        x, y, known = self.source, self.target, self.scorer.breaks
        inside = sum(
            told[side.ends[at - 1], side.starts[at]]
            for side, told, run in ((x, known.source, sources), (y, known.target, targets))
            for at in run[1:]
        )
        ends = known.ends[x.ends[sources[-1]], y.ends[targets[-1]]]
        starts = known.starts[x.starts[sources[0]], y.starts[targets[0]]]
        return {
            "breaks: inside": float(inside),
            "breaks: at the ends": float(ends + starts),
        }

    def paragraphs(self, sources: range, targets: range) -> dict[str, float]:
        x, y = self.source.opens, self.target.opens
        both, either = x[sources[0]] and y[targets[0]], x[sources[0]] or y[targets[0]]
        return {
            "paragraph: starts on both sides": float(bool(both)),
            "paragraph: starts on one side": float(bool(either and not both)),
            "paragraph: breaks inside": float(
                x[list(sources)[1:]].sum() + y[list(targets)[1:]].sum()
            ),
        }


def extracted(
    scorer: BlockScorer, band: Band, types: Types
) -> tuple[list[tuple[int, int, int]], np.ndarray]:
    """All blocks in a band and their features."""
    blocks = corpora.blocks(band, types)
    wanted = np.full((band.cells, len(types)), -1, np.int64)
    for number, (i, j, k) in enumerate(blocks):
        wanted[covers.cell(band, i, j), k] = number
    return blocks, scorer.features(band, wanted)


def test_features_of_a_path_are_those_of_its_blocks() -> None:
    types = link_types(2, 3, null_runs=())
    corpus = corpora.corpus(3, 6, 6, vectors=True, paragraphs=False)
    scorer = corpora.scorer(corpus, corpora.lexicon(3, corpus), types, CALIBRATION)
    kinds = [(1, 1), (2, 1), (1, 0), (1, 2), (0, 1), (1, 1)]
    numbers = list(zip(types.source.tolist(), types.target.tolist(), strict=True))
    ends = np.cumsum(kinds, axis=0)
    path = Path(ends[:, 0], ends[:, 1], np.array([numbers.index(kind) for kind in kinds]))
    blocks, rows = extracted(scorer, covers.full_band(6, 6), types)
    chosen = [tuple(each) for each in np.column_stack([ends, path.kinds]).tolist()]
    expected = rows[[blocks.index(block) for block in chosen]]
    names = [FEATURES.index(name) for name in ("log prior", "lexical: llr", "vectors: cosine")]
    assert scorer.path_features(path, names) == pytest.approx(expected[:, names], abs=1e-5)


def has_hopeless_part(scorer: BlockScorer, i: int, j: int, a: int, b: int) -> bool:
    return any(
        is_hopeless(scorer, i - x, j - y, a2, b2)
        for x in range(a)
        for y in range(b)
        for a2 in range(1, a - x + 1)
        for b2 in range(1, b - y + 1)
    )


@pytest.mark.slow
@given(
    n=st.integers(1, 6),
    m=st.integers(1, 6),
    types=st.sampled_from(
        [link_types(null_runs=(2, 3, 4, 5)), link_types(3, 4), link_types(1, 2), link_types(4, 5)]
    ),
    seed=st.integers(0, 10**6),
    vectors=st.booleans(),
    paragraphs=st.booleans(),
)
@settings(max_examples=15)
def test_every_feature_is_that_of_the_plain_twin(
    n: int, m: int, types: Types, seed: int, vectors: bool, paragraphs: bool
) -> None:
    corpus = corpora.corpus(seed, n, m, vectors=vectors, paragraphs=paragraphs)
    scorer = corpora.scorer(corpus, corpora.lexicon(seed, corpus), types, CALIBRATION)
    twin = Twin(scorer)
    for (i, j, k), row in zip(*extracted(scorer, covers.full_band(n, m), types), strict=True):
        if has_hopeless_part(scorer, i, j, int(types.source[k]), int(types.target[k])):
            continue
        expected = twin.features(i, j, k)
        assert set(expected) <= set(FEATURES)
        found = dict(zip(FEATURES, row.tolist(), strict=True))
        for name, value in found.items():
            assert value == pytest.approx(expected.get(name, 0.0), rel=1e-3, abs=2e-3), (
                name, (i, j, k),
            )  # fmt: skip


def test_every_feature_occurs() -> None:
    """The twin test above compares nothing by chance: each feature differs from 0 somewhere."""
    types = link_types(null_runs=(2, 3, 4, 5))
    seen = np.zeros(SIZE, bool)
    for seed in range(3):
        corpus = corpora.corpus(seed, 6, 6, vectors=True, paragraphs=True)
        scorer = corpora.scorer(corpus, corpora.lexicon(seed, corpus), types, CALIBRATION)
        _, features = extracted(scorer, covers.full_band(6, 6), types)
        seen |= (features != 0).any(0)
    assert [name for name, here in zip(FEATURES, seen, strict=True) if not here] == []


@pytest.mark.slow
@given(seed=st.integers(0, 10**6), half_width=st.floats(1, 9))
@settings(max_examples=10)
def test_a_score_is_the_weighted_sum_of_the_features(seed: int, half_width: float) -> None:
    types, band = link_types(null_runs=(2, 3, 4, 5)), corpora.diagonal(9, 8, half_width)
    corpus = corpora.corpus(seed, 9, 8, vectors=True, paragraphs=True)
    scorer = corpora.scorer(corpus, corpora.lexicon(seed, corpus), types, CALIBRATION)
    weights = np.random.default_rng(seed).normal(size=SIZE)
    scores = scorer.scores(band, weights)
    blocks, features = extracted(scorer, band, types)
    inside = np.zeros(scores.shape, bool)
    for (i, j, k), row in zip(blocks, features, strict=True):
        if is_hopeless(scorer, i, j, int(types.source[k]), int(types.target[k])):
            continue
        inside[covers.cell(band, i, j), k] = True
        assert scores[covers.cell(band, i, j), k] == pytest.approx(
            row.astype(float) @ weights, rel=1e-3, abs=1e-3
        )
    assert (scores[~inside] < -1e29).all()


def test_weights_of_costly_features_are_never_passed_over() -> None:
    """With no weight on them the kernel may skip these features; with one it must not."""
    types, band = link_types(), covers.full_band(5, 5)
    corpus = corpora.corpus(11, 5, 5)
    scorer = corpora.scorer(corpus, corpora.lexicon(11, corpus), types)
    _, features = extracted(scorer, band, types)
    for name in (name for name in FEATURES if name.startswith(("merged", "context"))):
        weights = np.zeros(SIZE)
        weights[FEATURES.index(name)] = 1.0
        scores = scorer.scores(band, weights)
        found = scores[scores > -1e29]
        assert found.min() == pytest.approx(features[:, weights > 0].min(), rel=1e-4)
        assert found.max() == pytest.approx(features[:, weights > 0].max(), rel=1e-4)


def test_rows_scored_in_pieces_are_the_rows_scored_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from diglot.sentences.search import blocks

    types, band = link_types(null_runs=(2, 3, 4, 5)), corpora.diagonal(50, 44, 3.0)
    corpus = corpora.corpus(8, 50, 44, vectors=True)
    scorer = corpora.scorer(corpus, corpora.lexicon(8, corpus), types, CALIBRATION)
    weights = np.random.default_rng(8).normal(size=SIZE)
    whole = scorer.scores(band, weights)
    monkeypatch.setattr(blocks, "ROWS", 7)
    np.testing.assert_allclose(scorer.scores(band, weights), whole, rtol=1e-5, atol=1e-4)


def test_lengths_out_of_all_proportion_rule_large_blocks_out() -> None:
    from diglot.sentences.corpus import Texts, encode

    corpus = encode([Texts(["mola " * 200] * 3 + ["e."], ["sarn."] * 3)])
    types, band = link_types(), covers.full_band(4, 3)
    scorer = corpora.scorer(corpus, corpora.lexicon(1, corpus), types)
    scores = scorer.scores(band, np.ones(SIZE))
    pairs = zip(types.source.tolist(), types.target.tolist(), strict=True)
    kind = {pair: k for k, pair in enumerate(pairs)}
    assert scores[covers.cell(band, 3, 1), kind[3, 1]] < -1e29
    assert scores[covers.cell(band, 1, 1), kind[1, 1]] > -1e29
    assert scores[covers.cell(band, 2, 1), kind[2, 1]] > -1e29


@pytest.mark.parametrize(("n", "m"), [(0, 2), (2, 0), (0, 0)])
def test_an_empty_side_has_sentences_without_counterpart_only(n: int, m: int) -> None:
    types, band = link_types(), covers.full_band(n, m)
    corpus = corpora.corpus(1, n, m)
    scorer = corpora.scorer(corpus, corpora.lexicon(1, corpus), types)
    _, linked = np.nonzero(scorer.scores(band, np.ones(SIZE)) > -1e29)
    assert not (types.source[linked] * types.target[linked]).any()
    assert len(linked) == n + m


def test_classes_of_types_have_names() -> None:
    named = {
        (1, 1): "1-1", (1, 0): "null", (0, 3): "null", (2, 1): "1-2", (2, 2): "2-2",
        (3, 1): "1-3", (3, 2): "2-3", (1, 4): "1-4", (3, 3): "3-3", (6, 1): "longer",
    }  # fmt: skip
    types = link_types(null_runs=(3,))
    pairs = list(zip(types.source.tolist(), types.target.tolist(), strict=True))
    for (a, b), name in named.items():
        of_type = types.shapes.features[pairs.index((a, b))]
        assert FEATURES[1 + of_type[1:10].argmax()] == name == Twin.class_of(a, b)


@given(
    n=st.integers(1, 3),
    m=st.integers(1, 3),
    seed=st.integers(0, 10**6),
    vectors=st.booleans(),
    paragraphs=st.booleans(),
)
@settings(max_examples=5)
def test_the_compiled_loops_compute_what_their_source_says(
    n: int, m: int, seed: int, vectors: bool, paragraphs: bool
) -> None:
    types, band = link_types(null_runs=(2, 3)), covers.full_band(n, m)
    corpus = corpora.corpus(seed, n, m, vectors=vectors, paragraphs=paragraphs)
    scorer = corpora.scorer(corpus, corpora.lexicon(seed, corpus), types, CALIBRATION)
    weights = np.random.default_rng(seed).normal(size=SIZE)
    expected = scorer.scores(band, weights)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "blocks", load_twin("diglot.sentences.kernels.blocks"))
        found = scorer.scores(band, weights)
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4)
