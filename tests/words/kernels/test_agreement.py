"""The compiled expectation and maximisation: one phenomenon a test."""

from __future__ import annotations

import numpy as np

from diglot.words.kernels.agreement import inform


def test_a_text_may_have_more_source_words_than_target_words() -> None:
    # As plain Python, so that numpy checks every index.
    rows, columns = np.array([0, 0, 1, 2, 4]), np.array([1, 1, 0, 1], np.int32)
    counts = np.array([1, 2, 3, 4], np.float32)
    links = np.array([0.5, 0.5, 1, 1, 0], np.float32)
    inform.py_func(0, 4, rows, columns, counts, False, links, np.array([8.0, 10.0]), True)
    assert links.tolist() == np.array([0.15, 0.25, 0.5, 0.5, 0], np.float32).tolist()
