"""Compiled searches for moves against the same source as plain Python.

`tests.evaluate.strings.test_ter` holds them against sacreBLEU, where every weight is 1, and
`test_ter_weighted` against a plain search, where no beam is narrower than the texts are long.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.evaluate.strings.kernels import ter as kernel
from tests.evaluate.strings.kernels.segments import SYMBOLS, flat
from tests.twins import load_twin

LONG = st.lists(st.integers(0, 9), min_size=30, max_size=45)
PAIRS = st.lists(st.tuples(SYMBOLS, SYMBOLS) | st.tuples(SYMBOLS, LONG), max_size=3)


@pytest.mark.slow
@settings(max_examples=10)
@given(PAIRS, st.randoms(use_true_random=False), st.sampled_from([5, 200]))
def test_weighted_costs_in_a_beam_are_those_of_the_source(pairs, rng, candidates):
    mine, wanted = [one for one, _ in pairs], [other for _, other in pairs]
    reference, offsets = flat(wanted)
    weights = np.array([rng.randrange(4) for _ in reference], np.int32)
    texts = *flat(mine), reference, offsets, weights, 2
    twin = load_twin(kernel.__name__)
    assert np.array_equal(
        kernel.edit_costs(*texts, candidates), twin.edit_costs(*texts, candidates)
    )
    assert np.array_equal(kernel.edit_distances(*texts), twin.edit_distances(*texts))
