"""The official scorer's numbers: what evaluation.py 1.1 prints for these files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import InputError
from diglot.evaluate.rankings import bucc2022, pairs
from diglot.evaluate.rankings.ranked_pairs import prepare_gold
from diglot.model import TermPair
from diglot.report.tables.pairs import HEADER, compat_lines

GOLD = ["a\tx", "b\ty", "c\tz", "d\tw"]
TERMS = (frozenset("abcd"), frozenset("xyzw"))
RUNS = {
    "fttt": ["q\tq", "a\tx", "b\ty", "c\tz"],
    "dup": ["a\tx", "a\tx", "a\tx", "b\ty"],
    "oov": ["a\tx", "q\tq", "b\ty", "a\ty", "c\tz"],
    "empty": [],
    "none": ["q\tq"],
    "rough": ["\ufeffa\tx", "", "b\ty", "A\tx", "b \ty", "c\tz\t.5", "c\tz"],
}
MEAN = "_mean_ _mean_"
PLAIN = {
    "fttt": "4 0.4792 0.0000 0.4792 0.0000 4 4 3 1 1 0.7500 0.7500 0.7500 0.7500",
    "dup": "4 1.0000 0.0000 1.0000 0.0000 4 4 4 0 0 1.0000 1.0000 1.0000 1.0000",
    "oov": "5 0.5667 0.0000 0.5667 0.0000 5 4 3 2 1 0.6000 0.7500 0.6667 0.6000",
    "empty": "0 0.0000 0.0000 0.0000 0.0000 0 4 0.0000 0.0000 4.0000 0 0.0000 0 0",
    "none": "1 0.0000 0.0000 0.0000 0.0000 1 4 0 1 4 0.0000 0.0000 0 0.0000",
    "rough": "7 0.1548 0.0000 0.1548 0.0000 7 4 2 5 2 0.2857 0.5000 0.3636 0.2857",
}
FILTERED = {
    "fttt": "3 0.7500 0.0000 0.7500 0.0000 3 4 3 0 1 1.0000 0.7500 0.8571 1.0000",
    "oov": "4 0.6875 0.0000 0.6875 0.0000 4 4 3 1 1 0.7500 0.7500 0.7500 0.7500",
    "none": "0 0.0000 0.0000 0.0000 0.0000 0 4 0.0000 0.0000 4.0000 0 0.0000 0 0",
}
DETAILS = {
    "fttt": [
        "2 0.1250 0.1875 0.5000 0.7500 2 4 1 1 3 0.5000 0.2500 0.3333 0.7500 a x",
        "3 0.2917 0.3750 0.5833 0.7500 3 4 2 1 2 0.6667 0.5000 0.5714 0.7500 b y",
        "4 0.4792 0.5625 0.6389 0.7500 4 4 3 1 1 0.7500 0.7500 0.7500 0.7500 c z",
        f"4 0.4792 0.5625 0.4792 0.5625 4 4 3 1 1 0.7500 0.7500 0.7500 0.7500 {MEAN}",
    ],
    "dup": [
        "1 0.2500 0.2500 1.0000 1.0000 1 4 1 0 3 1.0000 0.2500 0.4000 1.0000 a x",
        "2 0.5000 0.5000 1.0000 1.0000 2 4 2 0 2 1.0000 0.5000 0.6667 1.0000 a x",
        "3 0.7500 0.7500 1.0000 1.0000 3 4 3 0 1 1.0000 0.7500 0.8571 1.0000 a x",
        "4 1.0000 1.0000 1.0000 1.0000 4 4 4 0 0 1.0000 1.0000 1.0000 1.0000 b y",
        f"4 1.0000 1.0000 1.0000 1.0000 4 4 4 0 0 1.0000 1.0000 1.0000 1.0000 {MEAN}",
    ],
    "rough": [
        "3 0.0833 0.0833 0.3333 0.3333 3 4 1 2 3 0.3333 0.2500 0.2857 0.3333 b y",
        "7 0.1548 0.1548 0.3095 0.3095 7 4 2 5 2 0.2857 0.5000 0.3636 0.2857 c z",
        f"7 0.1548 0.1548 0.1548 0.1548 7 4 2 5 2 0.2857 0.5000 0.3636 0.2857 {MEAN}",
    ],
}


def printed(name, *, terms=None, **options):
    score = bucc2022.score(RUNS[name], GOLD, terms=terms)
    return [line.split("\t") for line in compat_lines(name, score, **options)]


def test_the_header():
    assert HEADER.replace("\t", " ") == (
        "run k AP_u_min AP_i_min AP_u_max AP_i_max nSys nGold TP FP FN P R F1 P_i source target"
    )


@pytest.mark.parametrize("name", PLAIN)
def test_the_last_line(name):
    assert printed(name) == [f"{name} {PLAIN[name]} {MEAN}".split()]


@pytest.mark.parametrize("name", FILTERED)
def test_the_last_line_without_terms_of_no_list(name):
    assert printed(name, terms=TERMS) == [f"{name} {FILTERED[name]} {MEAN}".split()]


@pytest.mark.parametrize("name", DETAILS)
def test_the_line_of_every_hit(name):
    assert printed(name, details=True) == [f"{name} {line}".split() for line in DETAILS[name]]


def test_what_stops_the_official_scorer_is_left_out_and_counted():
    score = bucc2022.score(RUNS["rough"], [*GOLD, "", "lonely"], terms=TERMS)
    assert score.skipped == (
        ("line of gold without a tab", 2),
        ("line of the run without two columns", 2),
    )
    assert (score.last_row.pairs, score.last_row.true) == (2, 2)


def test_repetitions_may_raise_recall_above_one():
    score = bucc2022.score(["a\tx"] * 3, ["a\tx"])
    assert score.last_row.recall == 3
    assert score.last_row.missed == -2


def test_an_empty_gold_is_refused():
    with pytest.raises(InputError, match="gold holds no pair"):
        bucc2022.score(["a\tx"], [""])


LINES = st.tuples(st.sampled_from("abcdef"), st.sampled_from("xyzuvw")).map("\t".join)


@given(
    run=st.lists(LINES, max_size=20, unique=True),
    gold=st.lists(LINES, min_size=1, max_size=8, unique=True),
    known=st.tuples(st.sets(st.sampled_from("abcdef")), st.sets(st.sampled_from("xyzuvw"))),
)
def test_every_row_is_what_the_overview_defines(run, gold, known):
    """Section 4 of Adjali et al. 2022: equations 1, 2 and 4, and what is filtered beforehand."""
    kept = [line for line in run if line[0] in known[0] and line[2] in known[1]]
    rows = bucc2022.score(run, gold, terms=tuple(map(frozenset, known))).rows
    ranks = [k for k, line in enumerate(kept, 1) if line in gold]
    precision = {k: len([r for r in ranks if r <= k]) / k for k in ranks}
    best = {k: max(precision[r] for r in ranks if r >= k) for k in ranks}
    for row, k in zip(rows[:-1], ranks, strict=True):
        found = [r for r in ranks if r <= k]
        assert (row.pair, row.k, row.pairs, row.gold) == (kept[k - 1], k, k, len(gold))
        assert (row.true, row.false, row.missed) == (
            *(len(found), k - len(found)),
            len(gold) - len(found),
        )
        assert row.ap == pytest.approx(sum(precision[r] for r in found) / len(gold))
        assert row.ap_interpolated == pytest.approx(sum(best[r] for r in found) / len(gold))
        assert row.precision == pytest.approx(precision[k])
        assert row.recall == pytest.approx(len(found) / len(gold))
    # The last row is the one of table 5, and what diglot's own score of the pairs says.
    last = rows[-1]
    assert (last.pairs, last.true) == (len(kept), len(ranks))
    judged = prepare_gold(
        [TermPair(*line.split("\t")) for line in gold],
        source_terms=sorted(known[0]),
        target_terms=sorted(known[1]),
    )
    own = pairs.score([TermPair(*line.split("\t")) for line in run], judged).values
    assert own["ap"] == pytest.approx(last.ap)
    assert (own["precision"], own["recall"], own["f1"]) == pytest.approx(
        (last.precision, last.recall, last.f1)
    )
