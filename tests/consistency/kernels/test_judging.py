"""Compiled judgements against the same source as plain Python."""

from __future__ import annotations

from dataclasses import fields
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.consistency.judging.checker import Checker
from diglot.consistency.judging.judgements import LinkProbabilities
from diglot.consistency.kernels import judging as kernel
from tests.consistency.judging.test_checker import checker
from tests.twins import load_twin

SOURCES = ("mask", "swab", "swab test", "mask and swab", "covid-19")
WORDS = (
    *("mascarilla", "mascarillas", "Mascarilla", "mascarila", "máscara", "enmascarar"),
    *("de", "la", "prueba", "pruebas", "probar", "hisopo", "covid", "covid-19", "COVID19"),
)
TARGETS = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join), min_size=1, max_size=3
)
TEXTS = st.lists(
    st.tuples(
        st.lists(st.sampled_from((*SOURCES, "the")), min_size=1, max_size=5).map(" ".join),
        st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join),
    ),
    min_size=1,
    max_size=6,
)


@pytest.fixture(scope="module")
def twin():
    return load_twin(kernel.__name__)


def random_links(made: Checker, pairs, rng: np.random.Generator) -> LinkProbabilities:
    """Links between any words of a unit, half of those that there could be."""
    block = made.encode(pairs)
    places, sizes = [], []
    for n, m in zip(np.diff(block.source.offsets), np.diff(block.target.offsets), strict=True):
        places.append(np.argwhere(rng.random((n, m)) < 0.5))
        sizes.append(len(places[-1]))
    source, target = np.concatenate(places).T.astype(np.int32)
    probability = rng.choice([0.03, 0.2, 0.5, 0.78, 0.95], len(source)).astype(np.float32)
    return LinkProbabilities(np.cumsum([0, *sizes]), source.copy(), target.copy(), probability)


@pytest.mark.slow
@settings(max_examples=40)
@given(st.tuples(*[TARGETS] * len(SOURCES)), TEXTS, st.booleans(), st.integers(0, 99))
def test_judgements_are_those_of_the_source(twin, targets, pairs, linked, seed) -> None:
    made = checker(*zip(SOURCES, map(";".join, targets), strict=True))
    block = made.encode(pairs)
    links = random_links(made, pairs, np.random.default_rng(seed)) if linked else None
    found = made.judge(block, links=links)
    with mock.patch.object(kernel, "judge", twin.judge):
        expected = made.judge(block, links=links)
    for field in fields(found):
        one, other = getattr(found, field.name), getattr(expected, field.name)
        assert np.array_equal(one, other, equal_nan=field.name == "support"), field.name
