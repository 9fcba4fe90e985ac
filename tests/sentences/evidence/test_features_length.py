"""The length model: what is estimated, and what keeps it steady."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.sentences.evidence.features import background_log_density, first_model, fitted_model


def lengths(size: int, ratio: float, variance: float, seed: int = 1) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(seed)
    source = np.exp(rng.normal(4.5, 0.5, size)).round()
    target = ratio * source + rng.normal(0, 1, size) * np.sqrt(variance * ratio * source)
    return source, np.maximum(target.round(), 1.0)


def test_the_ratio_comes_from_the_totals() -> None:
    source, target = lengths(2000, 0.31, 2.0)
    assert first_model(source, target, 1.0).ratio == pytest.approx(0.31, abs=0.02)


def test_a_short_text_leans_on_the_ratio_of_all_texts() -> None:
    source, target = np.array([10.0]), np.array([40.0])
    assert 1.0 < first_model(source, target, 1.0).ratio < 1.02
    assert first_model(source * 1000, target * 1000, 1.0).ratio > 3.2


def test_ratio_and_variance_are_fitted_to_links() -> None:
    source, target = lengths(3000, 1.2, 5.0)
    model = first_model(source, target, 1.2)
    fitted = fitted_model(model, source, target, source, target)
    assert fitted.ratio == pytest.approx(1.2, abs=0.01)
    assert fitted.variance == pytest.approx(5.0, abs=0.8)


def test_wrong_links_do_not_blow_the_variance_up() -> None:
    source, target = lengths(1000, 1.0, 4.0)
    spoilt = target.copy()
    spoilt[:20] *= 4
    model = first_model(source, target, 1.0)
    fitted = fitted_model(model, source, target, source, spoilt)
    assert fitted.variance < 8.0
    wild = fitted_model(model, source, target, source, target[::-1])
    assert wild.variance == 20.0
    exact = fitted_model(model, source, target, source, source)
    assert exact.variance == 1.0


def test_few_links_leave_the_variance_alone() -> None:
    source, target = lengths(20, 1.0, 2.0)
    model = first_model(source, target, 1.0)
    assert fitted_model(model, source, target, source, target).variance == model.variance == 10.0


def test_the_background_is_a_log_normal_density() -> None:
    source, target = lengths(500, 1.5, 3.0)
    model = first_model(source, target, 1.5)
    grid = np.linspace(0.5, 20_000, 400_000)
    for background in (model.source_background, model.target_background):
        mass = np.exp(background_log_density(grid, background)).sum() * (grid[1] - grid[0])
        assert mass == pytest.approx(1.0, abs=1e-3)
    assert model.source_background[0] == pytest.approx(np.log(source * model.ratio).mean())


def test_sentences_all_of_one_length_have_a_finite_background() -> None:
    same = np.full(5, 30.0)
    model = first_model(same, same, 1.0)
    assert np.isfinite(
        background_log_density(np.array([1.0, 30.0, 9999.0]), model.target_background)
    ).all()
    assert model.target_background[1] == 0.1
