"""Spearman's correlation of metrics over systems, as published in 2021 and beyond."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.errors import InputError
from diglot.evaluate.statistics.ranks import OMITTED, correlations, mean_ranks, spearman

# BLEU, exact match, window overlap 3: tables 4 to 8 of Alam et al. 2021.
RUSSIAN = [
    (40.74, 88.65, 38.41),
    (33.84, 81.29, 33.60),
    (32.92, 88.19, 34.70),
    (32.68, 82.24, 34.52),
    (32.05, 83.65, 34.31),
    (30.23, 78.66, 31.09),
    (26.14, 69.07, 26.81),
    (24.88, 71.16, 27.28),
]
CHINESE = [
    (57.82, 85.88, 51.60),
    (40.82, 77.72, 38.86),
    (39.55, 78.34, 39.13),
    (35.23, 76.72, 35.99),
    (33.72, 68.27, 33.15),
    (33.17, 72.52, 33.68),
    (24.17, 56.20, 24.88),
    (22.69, 69.66, 26.34),
]
KHMER = [
    (35.54, 38.84, 18.07),
    (20.79, 23.91, 8.17),
    (19.58, 66.05, 23.84),
    (19.85, 14.00, 5.77),
    (14.33, 1.59, 0.72),
]
PASHTO = [
    (39.88, 84.96, 45.59),
    (21.47, 59.92, 23.44),
    (20.88, 70.80, 29.39),
    (16.42, 51.96, 18.43),
]
TAMIL = [
    (30.30, 76.48, 29.78),
    (15.57, 41.89, 13.48),
    (14.48, 49.66, 14.68),
    (12.82, 31.96, 10.07),
    (12.21, 44.63, 11.76),
    (11.93, 30.37, 8.70),
    (11.62, 41.89, 10.74),
    (11.61, 39.38, 11.52),
    (10.32, 40.87, 9.49),
    (9.74, 29.00, 6.98),
    (8.94, 51.94, 10.76),
    (7.32, 48.52, 9.57),
    (6.30, 24.32, 4.58),
    (2.93, 24.89, 3.42),
]


def table(rows: list[tuple[float, float, float]]) -> tuple[str, str]:
    bleu, match, overlap = zip(*rows, strict=True)
    return spearman(bleu, overlap).label, spearman(bleu, match).label


@pytest.mark.parametrize(
    ("rows", "shown"),
    [
        (RUSSIAN, ("0.8333*", "0.8095*")),
        (CHINESE, ("0.9286*", "0.8571*")),
        (KHMER, (OMITTED, OMITTED)),
        (PASHTO, (OMITTED, OMITTED)),
    ],
    ids=["Russian", "Chinese", "Khmer", "Pashto"],
)
def test_published_correlations(
    rows: list[tuple[float, float, float]], shown: tuple[str, str]
) -> None:
    assert table(rows) == shown


def test_the_published_tamil_correlations_do_not_follow_from_the_published_tamil_table() -> None:
    assert table(TAMIL) == ("0.7978*", "0.4840*")  # printed: 0.6271* and 0.4154


def test_omitted_correlations_are_known_all_the_same() -> None:
    bleu, _, overlap = zip(*KHMER, strict=True)
    assert (spearman(bleu, overlap).rho, spearman(bleu, overlap).n) == (pytest.approx(0.4), 5)
    assert spearman(bleu, overlap).p == pytest.approx(0.505, abs=0.001)
    bleu, match, _ = zip(*PASHTO, strict=True)
    assert spearman(bleu, match).rho == pytest.approx(0.8)
    assert spearman(bleu, match).p == pytest.approx(0.2)


def test_metrics_of_terms_agree_with_each_other() -> None:
    _, match, overlap = zip(*CHINESE, strict=True)
    assert spearman(match, overlap).rho == pytest.approx(0.976, abs=0.0005)


def test_every_pair_of_metrics_is_correlated() -> None:
    figures = {"a": [1, 2, 3], "b": [3, 2, 1], "c": [1, 3, 2]}
    found = correlations(figures)
    assert list(found) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert (found["a", "b"].rho, found["a", "b"].p, found["a", "b"].label) == (-1, 0, "-1.0000*")


def test_equal_figures_share_the_mean_of_their_ranks() -> None:
    assert mean_ranks(np.array([5.0, 1.0, 5.0, 9.0])).tolist() == [2.5, 1, 2.5, 4]


def test_figures_without_order_have_no_correlation() -> None:
    found = spearman([1, 1, 1, 1], [1, 2, 3, 4])
    assert math.isnan(found.rho)
    assert found.label == OMITTED


@pytest.mark.parametrize("systems", [0, 1, 2])
def test_two_systems_prove_nothing(systems: int) -> None:
    assert spearman(range(systems), range(systems)).label == OMITTED


def test_figures_of_different_systems_are_refused() -> None:
    with pytest.raises(InputError, match="of the same systems"):
        spearman([1, 2], [1, 2, 3])
    with pytest.raises(InputError, match="a figure of each system"):
        spearman([1, math.nan], [1, 2])


@settings(max_examples=20)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=3, max_size=12))
def test_as_in_a_library_of_statistics(figures: list[tuple[int, int]]) -> None:
    from scipy import stats

    one, other = zip(*figures, strict=True)
    found = spearman(one, other)
    if len(set(one)) == 1 or len(set(other)) == 1:
        assert math.isnan(found.rho)
        return
    expected = stats.spearmanr(one, other)
    assert found.rho == pytest.approx(expected.statistic, abs=1e-12)
    assert found.p == pytest.approx(expected.pvalue, abs=1e-6)
