from __future__ import annotations

import numpy as np
import pytest

from diglot.model import WordLinks
from diglot.terms.comparable.dictionary import (
    Dictionary,
    dictionary_from_counts,
    dictionary_from_links,
    dictionary_from_pairs,
)


def test_pairs_are_cut_and_in_lower_case() -> None:
    found = dictionary_from_pairs([("Wind Farm", "Parc d'éoliennes")], languages=("en", "fr"))
    assert found.entries == ((("wind", "farm"), ("parc", "d'", "éoliennes"), 1.0),)


def test_blank_sides_and_weightless_pairs_are_left_out() -> None:
    rows = [("", "vent"), ("wind", " "), ("wind", "vent", 0.0), ("wind", "vent", 7.0)]
    assert dictionary_from_pairs(rows, languages=("en", "fr")).entries == (
        (("wind",), ("vent",), 1.0),
    )


def test_the_larger_weight_counts() -> None:
    one = dictionary_from_pairs([("wind", "vent", 0.2)], languages=("en", "fr"))
    other = dictionary_from_pairs([("wind", "vent", 0.7)], languages=("en", "fr"))
    assert one.merge(other).entries == ((("wind",), ("vent",), 0.7),)
    assert len(Dictionary().merge(one, other)) == 1


def test_reversed_twice_is_the_same() -> None:
    known = dictionary_from_pairs(
        [("wind", "vent", 0.2), ("sea wind", "vent")], languages=("en", "fr")
    )
    assert known.reverse().reverse() == known


def test_links_become_weights() -> None:
    pairs = [(["Wind", "farm"], ["parc", "éolien"]), (["wind"], ["éolien"])]
    links = WordLinks(
        np.array([0, 3, 4]),
        np.array([0, 1, 1, 0], np.int32),
        np.array([1, 0, 1, 0], np.int32),
        np.array([0.9, 0.8, 0.05, 1.0], np.float32),
    )
    found = {(of, to): weight for of, to, weight in dictionary_from_links(pairs, links).entries}
    assert found == pytest.approx({(("wind",), ("éolien",)): 1.0, (("farm",), ("parc",)): 1.0})


def test_rare_and_unlikely_pairs_are_left_out() -> None:
    counts = {("wind", "vent"): 50.0, ("wind", "mer"): 1.0, ("sea", "mer"): 9.0, ("a", "b"): 0.5}
    assert [entry[:2] for entry in dictionary_from_counts(counts).entries] == [
        (("wind",), ("vent",)),
        (("sea",), ("mer",)),
    ]
    assert (("a",), ("b",), 1.0) in dictionary_from_counts(counts, least_count=0.4).entries
