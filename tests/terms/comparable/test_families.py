"""The feature families, against their definitions in plain Python."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.terms.comparable import Resources, Side
from diglot.terms.comparable.compositional import encode_lists, written_list
from diglot.terms.comparable.dictionary import Dictionary, dictionary_from_pairs
from diglot.terms.comparable.families import NAMES, NEIGHBOUR_NAMES, clean_relation, family_features
from diglot.terms.comparable.word_similarity import sound_spelling
from tests.terms.kernels.test_families import five

PAIRS = (
    ("wind", "vent"),
    ("speed", "vitesse"),
    ("turbine", "turbine"),
    ("blade", "pale"),
    ("house", "haus"),
)


def of(
    source: str,
    target: str,
    dictionary: Dictionary | None = None,
    languages: tuple[str, str] = ("en", "fr"),
) -> dict[str, float]:
    """Figures of one pair by name."""
    known = dictionary_from_pairs(PAIRS, languages=languages) if dictionary is None else dictionary
    one, other = map(
        written_list,
        encode_lists([source], [target], Resources(Side(languages[0]), Side(languages[1]))),
    )
    zero = np.zeros(1, np.int64)
    (row,) = family_features(one, other, zero, zero, known)
    return dict(zip((*NAMES, *NEIGHBOUR_NAMES), row.tolist(), strict=True))


def test_numbers_of_the_families() -> None:
    assert len(NAMES) == 12 + 2 + 5 + 10 + 3 + 1
    assert len(NEIGHBOUR_NAMES) == 34
    assert len({*NAMES, *NEIGHBOUR_NAMES}) == len(NAMES) + len(NEIGHBOUR_NAMES)


def test_translated_words() -> None:
    found = of("wind speed", "vent fort")
    assert found["translated_first_source"] == 1
    assert found["translated_last_source"] == 0
    assert found["translated_share_source"] == 0.5
    assert found["translated_rest_source"] == 0.5
    assert found["translated_first_target"] == 1
    assert found["translated_mean"] == 0.5


def test_first_and_last_words_are_taken_by_place() -> None:
    found = of("wind speed", "vitesse vent")
    assert found["translated_first_source"] == 0
    assert found["translated_last_source"] == 0
    assert found["translated_share_source"] == 1


def test_longest_runs() -> None:
    found = of("wind speed tower blade", "vent vitesse pale")
    assert found["translated_run_source"] == 2 / 4
    assert found["translated_gap_source"] == 1 / 4
    assert found["translated_run_target"] == 1
    # A run does not end the search: a longer one may follow.
    assert of("wind tower speed blade", "vent vitesse pale")["translated_run_source"] == 2 / 4


def test_compounds_begin_and_end_with_translations() -> None:
    languages = ("en", "de")
    known = dictionary_from_pairs([("wind", "wind"), ("mill", "mühle")], languages=languages)
    found = of("wind mill", "windmühle", known, languages)
    assert found["translated_first_source"] == 1
    assert found["translated_last_source"] == 1
    # The whole word is no translation.
    assert found["translated_share_source"] == 0


def test_inflected_forms_are_translated() -> None:
    assert of("blades", "pales")["translated_share_source"] == 1


def test_cognates_at_both_ends() -> None:
    found = of("turbine generator", "turbines generateur", Dictionary())
    assert (found["cognate_first"], found["cognate_last"]) == (1, 1)
    found = of("gas site", "gaz lieu", Dictionary())
    assert (found["cognate_first"], found["cognate_last"]) == (0, 0)


@given(st.text("abcd", min_size=1, max_size=8), st.text("abcd", min_size=1, max_size=8))
def test_likeness_of_strings(one: str, other: str) -> None:
    found = of(one, other, Dictionary())
    expected = five(sound_spelling(one), sound_spelling(other))
    assert [value for name, value in found.items() if name.startswith("string_")] == pytest.approx(
        expected
    )
    covered = float(max(expected) > 0.7)
    assert found["covered_share_source"] == covered
    assert found["covered_first_target"] == covered


def test_words_are_covered_by_translation_or_by_the_whole_string() -> None:
    found = of("wind turbine", "turbine du vent")
    assert found["covered_share_source"] == 1
    assert found["covered_difference_source"] == 1
    found = of("offshore turbine", "turbine du vent", Dictionary())
    assert found["covered_first_source"] == 0
    assert found["covered_last_source"] == 1
    assert found["covered_rest_source"] == 0.5
    assert found["covered_difference_source"] == 0


def test_numbers_of_words() -> None:
    found = of("wind speed", "vitesse du vent")
    assert found["same_length"] == 1
    assert found["source_length"] == found["target_length"] == 2


def test_unlike_lengths_and_rare_translations_are_not_trusted() -> None:
    known = Dictionary(
        (
            (("it",), ("informatique",), 1.0),
            (("wind",), ("vent",), 0.04),
            (("power", "plant"), ("centrale",), 1.0),
            (("speed",), ("vitesse",), 0.05),
        )
    )
    assert clean_relation(known).entries == ((("speed",), ("vitesse",), 0.05),)


def test_without_vectors_neighbours_are_unknown() -> None:
    found = of("wind", "vent")
    assert all(np.isnan(found[name]) for name in NEIGHBOUR_NAMES)
    assert not any(np.isnan(found[name]) for name in NAMES)


def test_neighbours_in_the_space_translate() -> None:
    languages = Resources(Side("en"), Side("fr"))
    one, other = map(
        written_list, encode_lists(["wind tower", "speed"], ["vent pylône", "vitesse"], languages)
    )
    angles = {"wind": 0.0, "vent": 0.1, "tower": 2.0, "pylône": 2.1, "speed": 4.0, "vitesse": 4.1}
    vectors = [
        np.array([[np.cos(angles[word]), np.sin(angles[word])] for word in side.words], np.float32)
        for side in (one, other)
    ]
    pair = np.array([0, 1])
    table = family_features(one, other, pair, pair, Dictionary(), vectors=(vectors[0], vectors[1]))
    found = [dict(zip((*NAMES, *NEIGHBOUR_NAMES), row.tolist(), strict=True)) for row in table]
    for row in found:
        assert row["nearest_first_source"] == row["nearest_last_target"] == 1
        assert row["nearest_share_source"] == 1
        assert row["translated_share_source"] == 0
        assert row["near_covered_share_target"] == 1


def test_words_without_vector_have_no_neighbours() -> None:
    languages = Resources(Side("en"), Side("fr"))
    one, other = map(written_list, encode_lists(["wind"], ["vent"], languages))
    zero = np.zeros(1, np.int64)
    none = np.zeros((1, 2), np.float32)
    (row,) = family_features(one, other, zero, zero, Dictionary(), vectors=(none, none))
    assert dict(zip((*NAMES, *NEIGHBOUR_NAMES), row, strict=True))["near_share_source"] == 0
