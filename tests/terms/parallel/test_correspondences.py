"""Spans of parallel sentences that correspond."""

from __future__ import annotations

import itertools
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.model import WordLinks
from diglot.terms.extraction.candidates import Candidates, find_candidates
from diglot.terms.extraction.corpus import encode_corpus
from diglot.terms.parallel import correspondences
from diglot.terms.parallel.correspondences import (
    BOUNDARY,
    EVIDENCE,
    HIGHEST,
    LEAST,
    LEAST_COUNT,
    find_correspondences,
)

Pair = tuple[list[str], list[str], dict[tuple[int, int], float]]


def _links(pairs: list[dict[tuple[int, int], float]]) -> WordLinks:
    flat = [(i, j, p) for links in pairs for (i, j), p in sorted(links.items())]
    return WordLinks(
        np.cumsum([0, *map(len, pairs)]).astype(np.int64),
        np.array([i for i, _, _ in flat], np.int32),
        np.array([j for _, j, _ in flat], np.int32),
        np.array([p for _, _, p in flat], np.float32),
    )


def _sides(pairs: list[Pair]) -> tuple[Candidates, Candidates]:
    stops = frozenset({"the", "of"})
    source, target = (
        find_candidates(
            encode_corpus(
                (pair[side] for pair in pairs), function_words=stops, linking_words={"of"}
            )
        )
        for side in (0, 1)
    )
    return source, target


def _slow(pair: Pair, one: range, other: range) -> float:
    """Score of two spans, by the definition."""
    weight = {cell: -np.log1p(-min(float(np.float32(p)), HIGHEST)) for cell, p in pair[2].items()}
    inside = sum(w for (i, j), w in weight.items() if i in one and j in other)
    crossing = sum(w for (i, j), w in weight.items() if (i in one) != (j in other))
    if inside == 0:
        return 0.0
    extent = (1 - np.exp(-inside)) * np.exp(-crossing)
    edges = 1.0
    for i in (one[0], one[-1]):
        edges *= max(1 - np.exp(-sum(weight.get((i, j), 0.0) for j in other)), BOUNDARY)
    for j in (other[0], other[-1]):
        edges *= max(1 - np.exp(-sum(weight.get((i, j), 0.0) for i in one)), BOUNDARY)
    score = extent * edges**0.25
    return score if extent >= LEAST and score >= LEAST else 0.0


@st.composite
def _corpora(draw: st.DrawFn) -> list[Pair]:
    words = st.lists(st.sampled_from(["wind", "farm", "of", "the", "sea"]), min_size=1, max_size=6)
    pairs = []
    for _ in range(draw(st.integers(1, 3))):
        source, target = draw(words), draw(words)
        cells = list(itertools.product(range(len(source)), range(len(target))))
        chosen = draw(st.lists(st.sampled_from(cells), unique=True, max_size=8))
        links = {cell: draw(st.sampled_from([0.02, 0.3, 0.7, 0.99, 1.0])) for cell in chosen}
        pairs.append((source, target, links))
    return pairs


@given(_corpora())
def test_counts_are_those_of_the_definition(pairs: list[Pair]) -> None:
    source, target = _sides(pairs)
    found = find_correspondences(source, target, _links([pair[2] for pair in pairs]))
    slow: dict[tuple[str, str], list[float]] = {}
    for pair in pairs:
        best: dict[tuple[str, str], float] = {}
        for (a, b), (c, d) in itertools.product(_spans(pair[0]), _spans(pair[1])):
            key = (" ".join(pair[0][a:b]), " ".join(pair[1][c:d]))
            best[key] = max(best.get(key, 0.0), _slow(pair, range(a, b), range(c, d)))
        for key, score in best.items():
            if score > 0:
                slow.setdefault(key, []).append(score)
    expected = {key: sum(scores) for key, scores in slow.items() if sum(scores) > LEAST_COUNT}
    counts = {
        (source.text(int(s)), target.text(int(t))): n
        for s, t, n in zip(found.source, found.target, found.counts, strict=True)
    }
    assert counts.keys() == expected.keys()
    for key, count in counts.items():
        assert count == pytest.approx(expected[key], rel=1e-4)


@given(_corpora(), st.integers(0, 99))
def test_neither_blocks_nor_what_is_wanted_change_a_figure(pairs: list[Pair], seed: int) -> None:
    source, target = _sides(pairs)
    links = _links([pair[2] for pair in pairs])
    whole = find_correspondences(source, target, links)
    drawn = np.random.default_rng(seed)
    wanted = drawn.random(len(source)) < 0.5, drawn.random(len(target)) < 0.5
    with patch.object(correspondences, "BLOCK", 1):
        parts = find_correspondences(source, target, links, wanted=wanted)
    groups = whole.forms[1].groups
    held = np.bincount(groups, wanted[1], len(groups)) > 0  # with all forms of a wanted target
    chosen = wanted[0][whole.source] & held[groups[whole.target]]
    for name in ("source", "target", "counts", "seen", "best", "evidence", "sums"):
        assert np.array_equal(getattr(whole, name)[chosen], getattr(parts, name)), name


def _spans(words: list[str]) -> list[tuple[int, int]]:
    content = [word not in ("the", "of") for word in words]
    return [
        (a, b)
        for a in range(len(words))
        for b in range(a + 1, min(a + 5, len(words)) + 1)
        if content[a] and content[b - 1] and "the" not in words[a:b]
    ]


def test_evidence_is_the_clearest_sentences_best_first() -> None:
    sure, unsure = {(0, 0): 0.97}, {(0, 0): 0.4}
    pairs: list[Pair] = [
        (["wind"], ["vent"], links) for links in (unsure, sure, unsure, sure, sure)
    ]
    found = find_correspondences(*_sides(pairs), _links([pair[2] for pair in pairs]))
    assert found.evidence.tolist() == [[1, 3, 4]]
    assert found.seen.tolist() == [5]
    assert EVIDENCE == 3


def test_a_span_whose_words_are_linked_elsewhere_does_not_correspond() -> None:
    pair: Pair = (["wind", "farm"], ["parc", "vent"], {(0, 1): 0.98, (1, 0): 0.98})
    source, target = _sides([pair])
    found = find_correspondences(source, target, _links([pair[2]]))
    names = {
        (source.text(int(s)), target.text(int(t)))
        for s, t in zip(found.source, found.target, strict=True)
    }
    assert names == {("wind", "vent"), ("farm", "parc"), ("wind farm", "parc vent")}


def test_no_links_give_no_pairs() -> None:
    pairs: list[Pair] = [(["wind"], ["vent"], {})]
    found = find_correspondences(*_sides(pairs), _links([{}]))
    assert len(found.source) == len(found.evidence) == 0


def test_sides_of_other_texts_are_refused() -> None:
    one, other = _sides([(["wind"], ["vent"], {})])
    with pytest.raises(ValueError, match="different sentence pairs"):
        find_correspondences(one, other, _links([{}, {}]))


def _translations_of_memory(syllables: dict[tuple[int, int], float], language: str) -> set[str]:
    """Return what mostly stands for "memory" in "the new memory", "bộ nhớ mới"."""
    links = _links([syllables | {(1, 2): 0.9, (2, 1): 0.9}] * 9)
    source = encode_corpus(
        [["the", "new", "memory"]] * 9, language="en", function_words=frozenset({"the"})
    )
    target = encode_corpus([["bộ", "nhớ", "mới"]] * 9, language=language)
    sides = find_candidates(source), find_candidates(target)
    found = find_correspondences(*sides, links)
    return {
        sides[1].text(int(other))
        for one, other, count in zip(found.source, found.target, found.counts, strict=True)
        if sides[0].text(int(one)) == "memory" and count > 9 / 2
    }


@pytest.mark.parametrize("links", [{}, {(0, 0): 0.4}, {(2, 0): 0.3}])
def test_a_syllable_that_no_other_noun_is_linked_to_belongs_to_the_word_beside_it(
    links: dict[tuple[int, int], float],
) -> None:
    assert _translations_of_memory(links, "vi") == {"bộ nhớ"}


def test_a_syllable_that_another_noun_is_linked_to_stays_apart() -> None:
    assert _translations_of_memory({(1, 0): 0.9}, "vi") == {"nhớ"}


def test_syllables_of_the_source_grow_as_those_of_the_target() -> None:
    links = _links([{(0, 1): 0.1, (1, 1): 0.9, (2, 0): 0.9}] * 9)
    source = encode_corpus([["bộ", "nhớ", "mới"]] * 9, language="vi")
    target = encode_corpus([["new", "memory"]] * 9, language="en")
    sides = find_candidates(source), find_candidates(target)
    found = find_correspondences(*sides, links)
    best = max(
        (count, sides[0].text(int(one)))
        for one, other, count in zip(found.source, found.target, found.counts, strict=True)
        if sides[1].text(int(other)) == "memory"
    )
    assert best[1] == "bộ nhớ"


def test_words_of_other_languages_do_not_grow() -> None:
    assert _translations_of_memory({}, "fr") == {"nhớ"}
