"""Pairs of candidates by co-occurrence and by links, against counting in plain loops."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, InputError
from diglot.model import WordLinks
from diglot.terms.association_measures import MEASURES
from diglot.terms.extraction.candidates import Candidates, find_candidates
from diglot.terms.extraction.corpus import encode_corpus
from diglot.terms.parallel import association
from diglot.terms.parallel.association import (
    competitive_pairs,
    cooccurring_pairs,
    linked_pairs,
    term_pairs,
)

LINKING = {"of", "de"}
STOP = {"the", "la"} | LINKING


def side(*sentences: str) -> Candidates:
    return find_candidates(
        encode_corpus(
            [sentence.split() for sentence in sentences],
            function_words=STOP,
            linking_words=LINKING,
        )
    )


def word_links(*pairs: str) -> WordLinks:
    """Links as ``0-0 1-2``, a string a sentence pair."""
    listed = [sorted(tuple(map(int, one.split("-"))) for one in each.split()) for each in pairs]
    flat = [link for each in listed for link in each]
    return WordLinks(
        np.cumsum([0, *map(len, listed)], dtype=np.int64),
        np.array([link[0] for link in flat], np.int32),
        np.array([link[1] for link in flat], np.int32),
    )


def texts(found: association.Associations, source: Candidates, target: Candidates) -> list[str]:
    return [f"{pair.source} = {pair.target}" for pair in term_pairs(found, source, target)]


SOURCE = ("wind farm", "the wind farm", "wind power", "power of wind")
TARGET = ("parc eolien", "la parc eolien", "energie eolienne", "energie")


@pytest.mark.slow
def test_a_linking_word_alone_is_no_candidate() -> None:
    source, target = side("wind"), side("energie de")
    assert not len(linked_pairs(source, target, word_links("0-1")))


@pytest.mark.slow
def test_terms_that_always_meet_come_first() -> None:
    source, target = side(*SOURCE), side(*TARGET)
    found = cooccurring_pairs(source, target, measure="dice")
    assert found.scores[0] == 1
    assert "wind farm = parc eolien" in texts(found, source, target)[:3]
    assert (np.diff(found.scores) <= 0).all()


def test_counts_of_a_pair() -> None:
    source, target = side(*SOURCE), side(*TARGET)
    pairs = {
        (pair.source, pair.target): pair
        for pair in term_pairs(
            cooccurring_pairs(source, target, least=1, measure="count"), source, target
        )
    }
    wind = pairs["wind", "parc"]
    assert (wind.frequency, wind.source_frequency, wind.target_frequency) == (2, 4, 2)
    assert ("farm", "energie") not in pairs


def test_a_term_twice_in_a_sentence_counts_once() -> None:
    source, target = side("wind the wind", "wind"), side("vent la vent", "vent")
    found = cooccurring_pairs(source, target, measure="count")
    assert found.counts.tolist() == [2]


def test_pairs_seen_less_often_are_left_out() -> None:
    source, target = side(*SOURCE), side(*TARGET)
    assert "power = energie" in texts(cooccurring_pairs(source, target, least=2), source, target)
    assert not len(cooccurring_pairs(source, target, least=3))


def test_the_best_targets_of_each_source() -> None:
    source, target = side(*SOURCE), side(*TARGET)
    everything = cooccurring_pairs(source, target, least=1, best=None)
    few = cooccurring_pairs(source, target, least=1, best=2)
    for number in np.unique(everything.source):
        full = everything.target[everything.source == number].tolist()
        assert few.target[few.source == number].tolist() == full[:2]


@pytest.mark.parametrize("capacity", [1, 7, 50])
def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch, capacity: int) -> None:
    source, target = side(*SOURCE), side(*TARGET)
    whole = cooccurring_pairs(source, target, least=1)
    monkeypatch.setattr(association, "CAPACITY", capacity)
    parts = cooccurring_pairs(source, target, least=1)
    for name in ("source", "target", "counts", "scores"):
        np.testing.assert_array_equal(getattr(whole, name), getattr(parts, name))


def ngrams(sentence: str) -> list[tuple[int, str]]:
    """Candidates of a sentence with their first words, by the definition."""
    words = sentence.split()
    return [
        (begin, " ".join(words[begin:end]))
        for begin in range(len(words))
        for end in range(begin + 1, min(begin + 5, len(words)) + 1)
        if not {words[begin], words[end - 1]} & STOP and not {*words[begin:end]} & (STOP - LINKING)
    ]


SENTENCES = st.lists(
    st.tuples(
        st.lists(st.sampled_from(["aa", "bb", "cc", "of", "the"]), max_size=6).map(" ".join),
        st.lists(st.sampled_from(["xx", "yy", "zz", "de", "la"]), max_size=6).map(" ".join),
    ),
    max_size=8,
)


@given(SENTENCES)
def test_cooccurrence_is_what_plain_loops_count(pairs: list[tuple[str, str]]) -> None:
    source, target = (side(*(pair[k] for pair in pairs)) for k in (0, 1))
    expected: Counter[tuple[str, str]] = Counter()
    for one, other in pairs:
        expected.update(
            product({text for _, text in ngrams(one)}, {text for _, text in ngrams(other)})
        )
    found = term_pairs(cooccurring_pairs(source, target, measure="count", least=1), source, target)
    assert {(pair.source, pair.target): pair.frequency for pair in found} == expected


@given(
    st.tuples(*[st.integers(0, 40)] * 4).filter(lambda cells: cells[0] > 0),
)
def test_log_likelihood_is_the_ratio_of_binomials(cells: tuple[int, int, int, int]) -> None:
    """Dunning's own form: a term in sentences with, and without, the other."""
    both, only_s, only_t, neither = cells

    def log_l(p: float, k: int, n: int) -> float:
        return sum(c * np.log(q) for c, q in ((k, p), (n - k, 1 - p)) if c)

    n1, n2 = both + only_s, only_t + neither
    p = (both + only_t) / (n1 + n2)
    expected = 2 * (
        log_l(both / n1, both, n1)
        + (log_l(only_t / n2, only_t, n2) if n2 else 0)
        - log_l(p, both, n1)
        - log_l(p, only_t, n2)
    )
    found = MEASURES["llr"](
        np.array([float(both)]), np.array([float(n1)]), np.array([float(both + only_t)]), n1 + n2
    )
    assert abs(found[0]) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ("count", 8),
        ("dice", 16 / 30),
        ("jaccard", 8 / 22),
        ("cosine", 8 / np.sqrt(200)),
        # The table 8, 2, 12, 78 of a hundred; expected 2, 8, 18, 72.
        ("chi2", 36 / 2 + 36 / 8 + 36 / 18 + 36 / 72),
        ("pmi", 2),
        ("npmi", 2 / np.log2(100 / 8)),
        ("t-score", 6 / np.sqrt(8)),
        ("z-score", 6 / np.sqrt(2)),
        ("min-log", 8 / 20 * np.log(9)),
        ("dice-log", 16 / 30 * np.log(9)),
        (
            "llr",
            2 * (8 * np.log(4) + 2 * np.log(1 / 4) + 12 * np.log(2 / 3) + 78 * np.log(78 / 72)),
        ),
    ],
)
def test_measures_of_a_known_table(measure: str, value: float) -> None:
    found = MEASURES[measure](np.array([8.0]), np.array([10.0]), np.array([20.0]), 100.0)
    assert found[0] == pytest.approx(value)


@pytest.mark.parametrize("measure", MEASURES)
def test_measures_stay_finite_where_a_term_is_everywhere(measure: str) -> None:
    both = np.array([1.0, 5.0, 5.0, 2.0])
    source, target = np.array([1.0, 5.0, 5.0, 5.0]), np.array([1.0, 5.0, 5.0, 2.0])
    assert np.isfinite(MEASURES[measure](both, source, target, 5.0)).all()


@pytest.mark.parametrize("measure", ["llr", "chi2", "pmi", "npmi", "t-score", "z-score"])
def test_terms_that_shun_each_other_score_below_zero(measure: str) -> None:
    found = MEASURES[measure](np.array([1.0]), np.array([50.0]), np.array([50.0]), 100.0)
    assert found[0] < 0


def test_links_give_the_span_they_hold() -> None:
    source, target = side("wind farm"), side("parc de eolien")
    found = linked_pairs(source, target, word_links("0-2 1-0"))
    # Single words too: "wind" and "farm" have one link each.
    assert sorted(texts(found, source, target)) == [
        "farm = parc",
        "wind = eolien",
        "wind farm = parc de eolien",
    ]


def test_a_link_from_outside_forbids_a_span() -> None:
    source, target = side("wind the farm"), side("parc eolien")
    # "parc eolien" is held by "wind", but "parc" by "farm", too.
    found = linked_pairs(source, target, word_links("0-0 0-1 2-0"))
    assert texts(found, source, target) == []


def test_free_words_at_the_edges_make_a_candidate() -> None:
    source, target = side("wind"), side("force de vent")
    # "de" alone is no candidate: a word on either side makes it one.
    found = linked_pairs(source, target, word_links("0-1"))
    assert texts(found, source, target) == ["wind = force de vent"]


def test_linked_words_are_never_added() -> None:
    source, target = side("wind the power"), side("force de vent")
    found = linked_pairs(source, target, word_links("0-1 2-2"))
    assert texts(found, source, target) == ["power = vent"]


def test_a_sentence_pair_counts_a_pair_of_terms_once() -> None:
    source, target = side("wind the wind", "wind"), side("vent la vent", "vent")
    found = linked_pairs(source, target, word_links("0-0 2-2", "0-0"), measure="count")
    assert found.counts.tolist() == [2]


def test_doubtful_links_are_left_out_by_the_threshold() -> None:
    source, target = side("wind farm"), side("parc eolien")
    links = word_links("0-0 0-1 1-0")
    scored = WordLinks(
        links.offsets, links.source, links.target, np.array([0.2, 0.9, 0.8], np.float32)
    )
    found = linked_pairs(source, target, scored, threshold=0.5)
    assert sorted(texts(found, source, target)) == [
        "farm = parc",
        "wind = eolien",
        "wind farm = parc eolien",
    ]


def held(source: list[str], target: list[str], links: set[tuple[int, int]]) -> set[tuple[str, str]]:
    """Linked candidates of one sentence pair, by the definition."""
    targets = {(begin, len(text.split())): text for begin, text in ngrams(" ".join(target))}
    result = set()
    for begin, text in ngrams(" ".join(source)):
        inside = range(begin, begin + len(text.split()))
        reached = {t for s, t in links if s in inside}
        if not reached:
            continue
        low, high = min(reached), max(reached)
        if any(low <= t <= high and s not in inside for s, t in links):
            continue
        for left, right in ((0, 0), (1, 0), (0, 1), (1, 1)):
            added = {low - 1} if left else set()
            added |= {high + 1} if right else set()
            if not added <= set(range(len(target))) or any(t in added for _, t in links):
                continue
            span = targets.get((low - left, high - low + 1 + left + right))
            if span:
                result.add((text, span))
                break
    return result


@given(SENTENCES, st.data())
def test_linked_spans_are_what_plain_loops_find(
    pairs: list[tuple[str, str]], data: st.DataObject
) -> None:
    source, target = (side(*(pair[k] for pair in pairs)) for k in (0, 1))
    expected: Counter[tuple[str, str]] = Counter()
    listed = []
    for one, other in pairs:
        s, t = one.split(), other.split()
        cells = list(product(range(len(s)), range(len(t))))
        links = data.draw(st.sets(st.sampled_from(cells), max_size=6)) if cells else set()
        listed.append(" ".join(f"{a}-{b}" for a, b in links))
        expected.update(held(s, t, links))
    found = linked_pairs(source, target, word_links(*listed), measure="count")
    assert {
        (pair.source, pair.target): pair.frequency for pair in term_pairs(found, source, target)
    } == expected


def test_one_target_a_source_and_two_sources_a_target() -> None:
    source = side("aa", "bb", "cc", "aa", "bb", "cc")
    target = side("xx", "xx", "xx", "xx", "xx", "xx yy")
    found = competitive_pairs(cooccurring_pairs(source, target, least=1, measure="count"))
    assert texts(found, source, target) == ["aa = xx", "bb = xx", "cc = xx yy"]


def test_empty_corpora_give_nothing() -> None:
    assert not len(cooccurring_pairs(side(), side()))
    assert not len(linked_pairs(side("", ""), side("", ""), word_links("", "")))
    assert not len(competitive_pairs(cooccurring_pairs(side(), side())))


def test_unknown_measures_are_listed() -> None:
    with pytest.raises(ConfigError, match=r"'dise' .*; available: count, dice"):
        cooccurring_pairs(side(), side(), measure="dise")


def test_sides_of_different_length_are_refused() -> None:
    with pytest.raises(InputError, match="1 source and 2 target sentences"):
        cooccurring_pairs(side("aa"), side("xx", "yy"))
    with pytest.raises(InputError, match="2 pairs have links, but there are 1 pairs"):
        linked_pairs(side("aa"), side("xx"), word_links("0-0", ""))


def test_links_that_leave_the_sentence_are_refused() -> None:
    with pytest.raises(InputError, match="a link of pair 2 leaves the sentence"):
        linked_pairs(side("aa", "bb"), side("xx", "yy"), word_links("0-0", "0-1"))
