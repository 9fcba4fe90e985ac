"""The six systems of ARCADE against plain twins: dictionaries, recursion, and every cell searched.

With ``DIGLOT_TWINS=200`` as many texts are drawn for each; the suite draws a few.
"""

from __future__ import annotations

import math
import os
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median

import numpy as np
import pytest

from diglot.sentences.corpus import Corpus, Texts, encode
from diglot.sentences.models.gale_church import PRIORS
from diglot.sentences.settings import Settings
from diglot.sentences.systems import cognates, trees, words
from diglot.sentences.values import PARAGRAPH

TEXTS = int(os.environ.get("DIGLOT_TWINS", "8"))
KINDS = list(PRIORS)
LOG_PRIORS = [math.log(PRIORS[kind]) for kind in KINDS]
Score = Callable[[int, int, int, int, int], float]
"""Of the block of source sentences si..i and target sentences tj..j, of a kind."""
Block = tuple[int, int, int, int]


# What the twins share: a search of all cells, and the cost of lengths.


def tail(delta: float) -> float:
    x = abs(delta) / math.sqrt(2)
    return math.log(math.erfc(x)) if x < 20 else -x * x - math.log(x * math.sqrt(math.pi))


def length_score(
    ours: Sequence[float], theirs: Sequence[float], ratio: float, variance: float = 6.8
) -> Score:
    def score(si: int, i: int, tj: int, j: int, kind: int) -> float:
        one, other = sum(ours[si:i]), sum(theirs[tj:j])
        spread = math.sqrt(variance * 0.5 * (ratio * one + other) + 1e-9)
        return LOG_PRIORS[kind] + tail((other - ratio * one) / spread)

    return score


def ways(n: int, m: int, inside: Callable[[int, int], bool]) -> list[tuple[Block, int]]:
    """All blocks that begin and end inside, by where they end."""
    return [
        ((i - a, i, j - b, j), kind)
        for i in range(n + 1)
        for j in range(m + 1)
        for kind, (a, b) in enumerate(KINDS)
        if i >= a and j >= b and inside(i, j) and inside(i - a, j - b)
    ]


def best(
    n: int, m: int, score: Score, inside: Callable[[int, int], bool] = lambda *_: True
) -> tuple[list[Block], float]:
    """The best path and its score."""
    value = {(0, 0): (0.0, None)}
    for block, kind in ways(n, m, inside):
        si, i, tj, j = block
        if (si, tj) in value:
            total = value[si, tj][0] + score(si, i, tj, j, kind)
            if (i, j) not in value or total > value[i, j][0]:
                value[i, j] = (total, block)
    path, cell = [], (n, m)
    while cell != (0, 0):
        block = value[cell][1]
        path.append(block)
        cell = (block[0], block[2])
    return path[::-1], value[n, m][0]


def probabilities(n: int, m: int, score: Score) -> dict[Block, float]:
    """Posteriors of all blocks, by sums over all paths."""
    everywhere = ways(n, m, lambda *_: True)
    weight = {block: math.exp(score(*block, kind)) for block, kind in everywhere}
    before, after = {(0, 0): 1.0}, {(n, m): 1.0}
    for si, i, tj, j in weight:
        before[i, j] = before.get((i, j), 0.0) + before.get((si, tj), 0.0) * weight[si, i, tj, j]
    for si, i, tj, j in reversed(weight):
        after[si, tj] = after.get((si, tj), 0.0) + after.get((i, j), 0.0) * weight[si, i, tj, j]
    return {
        (si, i, tj, j): before.get((si, tj), 0) * value * after.get((i, j), 0) / before[n, m]
        for (si, i, tj, j), value in weight.items()
    }


# Random texts: words of one language, many of them alike on the other side.


def random_corpus(seed: int) -> Corpus:
    rng = random.Random(seed)
    stems = ["".join(rng.choices("abcdefghij", k=rng.randint(2, 8))) for _ in range(60)]
    partner = {stem: rng.choice([stem, stem[:4] + "xy", stem[::-1], "1998"]) for stem in stems}
    source, target = [], []
    for _ in range(rng.randint(2, 10)):
        sentence = rng.choices(stems, k=rng.randint(1, 14))
        kind = rng.random()
        if kind < 0.9:
            source.append(" ".join(sentence) + rng.choice([".", "?", " ,"]))
        if kind > 0.1:
            other = [partner[word] for word in sentence if rng.random() < 0.9] or ["zz"]
            cut = rng.randint(1, len(other)) if rng.random() < 0.2 else len(other)
            target += [" ".join(part) + "." for part in (other[:cut], other[cut:]) if part]
    lexicon = [(stem, other, rng.random()) for stem, other in partner.items() if rng.random() < 0.5]
    texts = Texts(
        source or ["a"],
        target or ["b"],
        outlines=(marks(rng, len(source or "a")), marks(rng, len(target or "b"))),
    )
    return encode([texts], lexicon=lexicon)


def marks(rng: random.Random, size: int) -> list[int]:
    return [rng.choice([0, 0, 0, PARAGRAPH, PARAGRAPH, 1, 2]) for _ in range(size)]


@pytest.fixture(params=range(TEXTS))
def corpus(request: pytest.FixtureRequest) -> Corpus:
    return random_corpus(request.param)


def blocks_of(found: object) -> list[Block]:
    [alignment] = found  # type: ignore[misc]
    path, types = alignment.path, alignment.types
    blocks, before = [], (0, 0)
    for i, j in zip(path.ends_i.tolist(), path.ends_j.tolist(), strict=True):
        blocks.append((before[0], i, before[1], j))
        before = (i, j)
    kinds = zip(types.source[path.kinds].tolist(), types.target[path.kinds].tolist(), strict=True)
    assert [(i - si, j - tj) for si, i, tj, j in blocks] == list(kinds)
    return blocks


def check(corpus: Corpus, found: list[Block], score: Score, inside=lambda *_: True) -> None:  # type: ignore[no-untyped-def]
    """The twin's path, or one as good to the last digits of single precision."""
    pair = corpus.pairs[0]
    wanted, value = best(pair.source.size, pair.target.size, score, inside)
    if found != wanted:
        kinds = [KINDS.index((i - si, j - tj)) for si, i, tj, j in found]
        total = sum(score(*block, kind) for block, kind in zip(found, kinds, strict=True))
        assert total == pytest.approx(value, abs=1e-3)


def lengths_of(corpus: Corpus) -> tuple[list[float], list[float], float]:
    pair = corpus.pairs[0]
    ours, theirs = pair.source.lengths.tolist(), pair.target.lengths.tolist()
    return ours, theirs, sum(theirs) / sum(ours)


def tokens_of(corpus: Corpus) -> tuple[list[list[str]], list[list[str]]]:
    pair = corpus.pairs[0]
    return tuple(  # type: ignore[return-value]
        [
            [forms[key] for key in side.tokens[side.offsets[k] : side.offsets[k + 1]]]
            for k in range(side.size)
        ]
        for side, forms in zip((pair.source, pair.target), corpus.forms, strict=True)
    )


# Jacal and LIA.


def stem(form: str) -> str:
    return form[:4] if form.isalpha() else form


Points = list[tuple[int, int]]


def longest_chain(points: set[tuple[int, int]]) -> Points:
    """The longest chain; of several the one that takes the last of equally long beginnings."""
    ordered = sorted(points, key=lambda each: (each[0], -each[1]))
    chains: list[Points] = []
    for p, q in ordered:
        below = [chain for chain in chains if chain[-1][0] < p and chain[-1][1] < q]
        most = max(map(len, below), default=0)
        chains.append([*next((c for c in reversed(below) if len(c) == most), []), (p, q)])
    most = max(map(len, chains), default=0)
    return next((chain for chain in reversed(chains) if len(chain) == most), [])


def near_chain(points: Points, n: int, m: int, half: int) -> Callable[[int, int], bool]:
    """The cells near a chain: between two points from omission first to omission last."""
    if half >= max(n, m):
        return lambda *_: True
    corners = [(0, 0), *points, (n, m)]
    steps = [(d - b) / max(c - a, 1) for (a, b), (c, d) in pairwise(points)]
    slope = median(steps) if steps else m / n
    low, high = [], []
    for i in range(n + 1):
        k = max(k for k, (row, _) in enumerate(corners[:-1]) if row <= i)
        (row, column), (next_row, next_column) = corners[k : k + 2]
        late = min(max(column + slope * (i - row), column), next_column)
        early = min(max(next_column - slope * (next_row - i), column), next_column)
        low.append(min(max(math.floor(min(late, early) - half), 0), m))
        high.append(min(max(math.ceil(max(late, early) + half), 0), m))
    low[0], high[-1] = 0, m
    low = [min(low[i:]) for i in range(n + 1)]
    high = [max(high[: i + 1]) for i in range(n + 1)]
    low = [low[0], *(min(low[i], high[i - 1]) for i in range(1, n + 1))]
    return lambda i, j: low[i] <= j <= high[i]


def cognate_points(corpus: Corpus) -> set[tuple[int, int]]:
    """Pairs of isolated cognates, as numbers of words."""
    sides = [[stem(form) for sentence in side for form in sentence] for side in tokens_of(corpus)]
    alone = [
        [
            k
            for k, form in enumerate(side)
            if form not in side[max(0, k - 30) : k] + side[k + 1 : k + 31]
        ]
        for side in sides
    ]
    return {
        (p, q)
        for p in alone[0]
        for q in alone[1]
        if sides[0][p] == sides[1][q]
        and abs(p / len(sides[0]) - q / len(sides[1])) <= cognates.MOST_SHIFT + 1e-12
    }


def sentence_chain(corpus: Corpus) -> Points:
    """The chain of cognates as numbers of sentences."""
    of = [[k for k, sentence in enumerate(side) for _ in sentence] for side in tokens_of(corpus)]
    return longest_chain({(of[0][p], of[1][q]) for p, q in longest_chain(cognate_points(corpus))})


def test_the_chain_is_a_longest_one_of_isolated_cognates(corpus: Corpus) -> None:
    found = cognates.chain(corpus.pairs[0], cognates.cognate_classes(corpus.forms))
    assert [tuple(each) for each in found.tolist()] == sentence_chain(corpus)


def test_jacal_aligns_by_lengths_within_its_beam(corpus: Corpus) -> None:
    pair = corpus.pairs[0]
    inside = near_chain(
        sentence_chain(corpus), pair.source.size, pair.target.size, cognates.JACAL_BEAM
    )
    found = blocks_of(cognates.jacal(corpus, Settings()))
    check(corpus, found, length_score(*lengths_of(corpus)), inside)


def dictionary(corpus: Corpus) -> set[tuple[str, str]]:
    seeds = corpus.seeds
    return {
        (corpus.forms[0][row], corpus.forms[1][key])
        for row in range(len(corpus.forms[0]))
        for key in seeds.key[seeds.first[row] : seeds.first[row + 1]].tolist()
    }


def test_lia_weighs_lengths_cognates_dictionary_and_types(corpus: Corpus) -> None:
    schemes = dict(zip(KINDS, LOG_PRIORS, strict=True))
    # A further sentence makes a type ten times as rare.
    more = {(1, 3): 0.0089, (1, 4): 0.00089, (2, 3): 0.0011}
    more |= {(b, a): share for (a, b), share in more.items()}
    schemes |= {kind: math.log(share) for kind, share in more.items()}
    schemes = fit_to_sizes(schemes, corpus.pairs[0].source.size, corpus.pairs[0].target.size)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules[__name__], "KINDS", list(schemes))
        patch.setattr(sys.modules[__name__], "LOG_PRIORS", list(schemes.values()))
        _check_lia(corpus)


def fit_to_sizes(
    schemes: dict[tuple[int, int], float], n: int, m: int
) -> dict[tuple[int, int], float]:
    """Favour types by a factor for each further sentence, until they bring n : m sentences."""
    both = {kind: math.exp(prior) for kind, prior in schemes.items() if all(kind)}
    excess = {(a, b): (b * n - a * m) / (n + m) for a, b in both}
    low, high = -20.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        weights = {kind: both[kind] * math.exp(middle * excess[kind]) for kind in both}
        low, high = (
            (low, middle)
            if sum(weights[kind] * excess[kind] for kind in both) > 0
            else (middle, high)
        )
    scale = sum(both.values()) / sum(weights.values())
    return schemes | {kind: math.log(weight * scale) for kind, weight in weights.items()}


def _check_lia(corpus: Corpus) -> None:
    source, target = tokens_of(corpus)
    known = dictionary(corpus)
    rarity: dict[str, float] = {}
    for forms, idf in zip(corpus.forms, (corpus.idf_s, corpus.idf_t), strict=True):
        for form, value in zip(forms, idf.tolist(), strict=True):
            rarity[stem(form)] = min(value, rarity.get(stem(form), math.inf))
    own = dict(zip(corpus.forms[0], corpus.idf_s.tolist(), strict=True))
    ours, theirs, ratio = lengths_of(corpus)
    by_length = length_score(ours, theirs, ratio, 6.8 * max(1.0, ratio))

    def worth(value: float, form: str, common: float) -> float:
        clipped = min(max(value - common, 0), cognates.MOST_RARITY)
        return clipped if form[0].isalnum() else 0.0

    def score(si: int, i: int, tj: int, j: int, kind: int) -> float:
        if si == i or tj == j:
            return LOG_PRIORS[kind] - cognates.OMISSION
        ours = {form for sentence in source[si:i] for form in sentence}
        theirs = {form for sentence in target[tj:j] for form in sentence}
        stems = {stem(form) for form in theirs}
        total = by_length(si, i, tj, j, kind)
        total += sum(
            cognates.COGNATE * worth(rarity[each], each, cognates.COMMON)
            for each in {stem(form) for form in ours} & stems
        )
        for form in ours:
            if stem(form) not in stems:
                translated = any((form, other) in known for other in theirs)
                each = cognates.TRANSLATION if translated else -cognates.UNSHARED
                total += each * worth(own[form], form, cognates.KNOWN)
        return total

    check(corpus, blocks_of(cognates.lia(corpus, Settings())), score)


def test_lia_knows_rare_words_where_texts_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words of such texts are all frequent: the weights only count where none is free."""
    monkeypatch.setattr(cognates, "COMMON", 0.0)
    monkeypatch.setattr(cognates, "KNOWN", 0.0)
    for seed in range(TEXTS):
        test_lia_weighs_lengths_cognates_dictionary_and_types(random_corpus(seed))


# SAlign and IRMC.


Table = dict[tuple[str, str], float]


def model_1(corpus: Corpus, links: list[tuple[list[str], list[str]]]) -> Table:
    """Probability of a target word given a source word: five rounds of EM in both directions."""
    seen = Counter(pair for one, other in links for pair in {(s, t) for s in one for t in other})
    first, known = corpus.seeds.first.tolist(), corpus.seeds.weight.tolist()
    given = {
        (corpus.forms[0][row], corpus.forms[1][corpus.seeds.key[k]]): 0.5 * known[k]
        for row in range(len(corpus.forms[0]))
        for k in range(first[row], first[row + 1])
    }
    pairs = [pair for pair, times in seen.items() if times > 1 or pair in given]
    tables: list[Table] = []
    common = [
        dict(zip(forms, shares.tolist(), strict=True))
        for forms, shares in zip(
            corpus.forms, (corpus.probability_s, corpus.probability_t), strict=True
        )
    ]
    for to in (1, 0):  # a word of side ``to`` is explained by one of the other
        sizes = Counter(pair[1 - to] for pair in pairs)
        table = {pair: 1 / sizes[pair[1 - to]] for pair in pairs}
        null = common[to]
        for _ in range(5):
            counts = {pair: given.get(pair, 0.0) for pair in pairs}
            nulls: dict[str, float] = defaultdict(float)
            for link in links:
                for word in link[to]:
                    here = [
                        pair
                        for other in link[1 - to]
                        if (pair := (other, word) if to else (word, other)) in table
                    ]
                    total = null[word] + sum(table[pair] for pair in here)
                    nulls[word] += null[word] / total
                    for pair in here:
                        counts[pair] += table[pair] / total
            totals: dict[str, float] = defaultdict(lambda: 0.5)
            for pair, count in counts.items():
                totals[pair[1 - to]] += count
            table = {pair: count / totals[pair[1 - to]] for pair, count in counts.items()}
            every = max(sum(nulls.values()), 1e-9)
            null = {word: (nulls[word] / every + share) / 2 for word, share in common[to].items()}
        tables.append(table)
    forward, backward = tables
    return {
        (s, t): forward[s, t]
        for s, t in pairs
        if max(forward[s, t] / common[1][t], backward[s, t] / common[0][s]) >= 0.3
    }


def test_salign_learns_from_the_text_and_scores_by_its_words(corpus: Corpus) -> None:
    source, target = tokens_of(corpus)
    n, m = len(source), len(target)
    score = length_score(*lengths_of(corpus))
    common = dict(zip(corpus.forms[1], corpus.probability_t.tolist(), strict=True))
    for _ in range(words.TRAININGS):
        path, posterior = best(n, m, score)[0], probabilities(n, m, score)
        table = model_1(
            corpus,
            [
                (source[block[0]], target[block[2]])
                for block in path
                if posterior[block] >= 0.9 and (block[1] - block[0], block[3] - block[2]) == (1, 1)
            ],
        )

        def score(si: int, i: int, tj: int, j: int, kind: int, known: Table = table) -> float:
            if si == i:
                return LOG_PRIORS[kind]
            ours = [form for sentence in source[si:i] for form in sentence]
            total = LOG_PRIORS[kind]
            for form in (form for sentence in target[tj:j] for form in sentence):
                mass = sum(known.get((word, form), 0.0) for word in ours) / (len(ours) + 1)
                # Few links say little: nine tenths of the words are left unexplained.
                total += math.log(0.1 * mass / common[form] + 0.9)
            return total

    check(corpus, blocks_of(words.salign(corpus, Settings())), score)


def nearest(candidates: list[int], wanted: float, farthest: float) -> int:
    found = min(candidates, key=lambda q: (abs(q - wanted), q), default=-1)
    return found if found >= 0 and abs(found - wanted) <= farthest else -1


def test_irmc_weighs_links_order_gaps_and_place(corpus: Corpus) -> None:
    pair = corpus.pairs[0]
    source, target = tokens_of(corpus)
    known = dictionary(corpus)
    ours, theirs = ([form for sentence in side for form in sentence] for side in (source, target))
    own = dict(zip(corpus.forms[0], corpus.idf_s.tolist(), strict=True))

    def linked(expected: list[float], farthest: float) -> list[int]:
        return [
            nearest(
                [
                    q
                    for q, other in enumerate(theirs)
                    if form[0].isalnum() and (stem(form) == stem(other) or (form, other) in known)
                ],
                expected[p],
                farthest,
            )
            for p, form in enumerate(ours)
        ]

    rough = linked(
        [p * (len(theirs) / len(ours)) for p in range(len(ours))], words.MOST_SHIFT * len(theirs)
    )
    chain = longest_chain(
        {(p, q) for p, q in enumerate(rough) if q >= 0 and own[ours[p]] >= words.RARE}
    )
    rows, columns = zip((0, 0), *chain, (len(ours), len(theirs)), strict=True)
    partner = linked([float(np.interp(p, rows, columns)) for p in range(len(ours))], words.NEAR)
    first = pair.source.offsets.tolist(), pair.target.offsets.tolist()
    places = [
        float(np.interp(np.interp(p, rows, columns), first[1], range(len(first[1]))))
        for p in first[0]
    ]
    link, step, without, off = words.CRITERIA

    def score(si: int, i: int, tj: int, j: int, kind: int) -> float:
        if si == i or tj == j:
            return LOG_PRIORS[kind]
        here = [(p, partner[p]) for p in range(first[0][si], first[0][i])]
        inside = [q for _, q in here if first[1][tj] <= q < first[1][j]]
        lonely = sum(ours[p][0].isalnum() and not first[1][tj] <= q < first[1][j] for p, q in here)
        ordered = sum(one < other for one, other in pairwise(inside))
        apart = abs(places[si] + places[i] - tj - j) / 2
        gain = link * len(inside) + step * ordered - without * lonely
        return LOG_PRIORS[kind] + gain - off * apart

    check(corpus, blocks_of(words.irmc(corpus, Settings())), score)


# LORIA and ISSCO, as recursion over nested lists.

Node = tuple[int, int]


def split(node: Node, outline: Sequence[int], most: int) -> list[Node]:
    starts = [node[0], *(k for k in range(node[0] + 1, node[1]) if 0 < outline[k] <= most)]
    return list(zip(starts, [*starts[1:], node[1]], strict=True))


def align_nodes(corpus: Corpus, ours: list[Node], theirs: list[Node]) -> list[tuple[Node, Node]]:
    one, other, ratio = lengths_of(corpus)
    weights = [sum(one[a:b]) for a, b in ours], [sum(other[a:b]) for a, b in theirs]
    path, _ = best(len(ours), len(theirs), length_score(*weights, ratio))
    starts = [a for a, _ in ours] + [ours[-1][1]], [a for a, _ in theirs] + [theirs[-1][1]]
    return [((starts[0][si], starts[0][i]), (starts[1][tj], starts[1][j])) for si, i, tj, j in path]


def align_leaves(corpus: Corpus, source: Node, target: Node) -> list[Block]:
    if source[0] == source[1] or target[0] == target[1]:
        return [(k, k + 1, target[0], target[0]) for k in range(*source)] + [
            (source[0], source[0], k, k + 1) for k in range(*target)
        ]
    sides = [[(k, k + 1) for k in range(*node)] for node in (source, target)]
    return [(a, b, c, d) for (a, b), (c, d) in align_nodes(corpus, *sides)]


def loria(corpus: Corpus, source: Node, target: Node, levels: list[int]) -> list[Block]:
    if not levels or source[0] == source[1] or target[0] == target[1]:
        return align_leaves(corpus, source, target)
    ours, theirs = (
        split(node, outline, levels[0])
        for node, outline in zip((source, target), outlines_of(corpus), strict=True)
    )
    if min(len(ours), len(theirs)) < 2:
        return loria(corpus, source, target, levels[1:])
    return [
        block
        for one, other in align_nodes(corpus, ours, theirs)
        for block in loria(corpus, one, other, levels[1:])
    ]


def issco(
    corpus: Corpus, nodes: tuple[Node, Node], levels: tuple[list[int], list[int]]
) -> list[Block]:
    children, below = [], []
    for node, outline, known in zip(nodes, outlines_of(corpus), levels, strict=True):
        while known and len(split(node, outline, known[0])) < 2:
            known = known[1:]
        children.append(split(node, outline, known[0]) if known else [])
        below.append(known[1:])
    if not all(children) or any(a == b for a, b in nodes):
        return align_leaves(corpus, *nodes)
    return [
        block
        for pair in align_nodes(corpus, *children)
        for block in issco(corpus, pair, (below[0], below[1]))
    ]


def outlines_of(corpus: Corpus) -> tuple[list[int], list[int]]:
    outlines = corpus.pairs[0].outlines
    assert outlines
    return outlines[0].tolist(), outlines[1].tolist()


def whole(corpus: Corpus) -> tuple[Node, Node]:
    pair = corpus.pairs[0]
    return (0, pair.source.size), (0, pair.target.size)


def levels_of(corpus: Corpus) -> list[int]:
    marks_ = {mark for outline in outlines_of(corpus) for mark in outline if mark}
    deepest = max((mark for mark in marks_ if mark < PARAGRAPH), default=0)
    return [*range(1, deepest + 1), PARAGRAPH]


def test_loria_aligns_level_by_level(corpus: Corpus) -> None:
    wanted = loria(corpus, *whole(corpus), levels_of(corpus))
    assert blocks_of(trees.loria(corpus, Settings())) == wanted


def test_issco_aligns_the_children_of_aligned_nodes(corpus: Corpus) -> None:
    levels = levels_of(corpus)
    wanted = issco(corpus, whole(corpus), (levels, levels))
    assert blocks_of(trees.issco(corpus, Settings())) == wanted
