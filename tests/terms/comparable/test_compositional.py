"""Terms matched word by word, and margins over their scores."""

from __future__ import annotations

import pytest

from diglot.errors import ConfigError
from diglot.terms.comparable import METHODS, Resources, Side, align_lists, margin_ranking
from diglot.terms.comparable.compositional import compositional
from diglot.terms.comparable.dictionary import Dictionary, dictionary_from_pairs


def resources(*pairs: tuple[str, str], languages: tuple[str, str] = ("en", "fr")) -> Resources:
    return Resources(
        Side(languages[0]), Side(languages[1]), dictionary_from_pairs(pairs, languages=languages)
    )


def scores(
    source: list[str], target: list[str], known: Resources, **options: object
) -> dict[tuple[str, str], float]:
    pairs = compositional(source, target, known, **options)  # type: ignore[arg-type]
    return {(pair.source, pair.target): pair.score or 0.0 for pair in pairs}


def test_words_are_translated_in_any_order() -> None:
    found = scores(
        ["wind speed"],
        ["vitesse du vent", "vitesse de rotation"],
        resources(("wind", "vent"), ("speed", "vitesse")),
    )
    assert found["wind speed", "vitesse du vent"] == pytest.approx(1)
    assert found["wind speed", "vitesse de rotation"] == pytest.approx(0.5)


def test_words_too_many_on_either_side_cost_as_much() -> None:
    known = resources(("wind", "vent"), ("speed", "vitesse"))
    one = scores(["wind speed"], ["vitesse"], known)
    other = scores(["speed"], ["vitesse vent"], known)
    assert one["wind speed", "vitesse"] == pytest.approx(0.75)
    assert other["speed", "vitesse vent"] == pytest.approx(0.75)


def test_cognates_stand_in_for_the_dictionary() -> None:
    found = scores(["rotor blade"], ["pale du rotor"], resources())
    assert found["rotor blade", "pale du rotor"] == pytest.approx(0.95 / 2)


def test_edits_are_stricter_than_common_letters() -> None:
    known = resources(languages=("en", "fr"))
    terms = (["abcdefghlm"], ["abxcdefoghlm"])
    assert scores(*terms, known)[terms[0][0], terms[1][0]] == pytest.approx(0.95 * 10 / 12)
    swapped = (["transformer"], ["transformier"])
    by_edits = scores(*swapped, known, spelling="edits")
    assert by_edits[swapped[0][0], swapped[1][0]] == pytest.approx(0.95 * 11 / 12)
    reordered = (["abcdefg"], ["bacdefg"])
    assert scores(*reordered, known)[reordered[0][0], reordered[1][0]] > 0.8
    assert not scores(*reordered, known, spelling="edits", least=0.8)


@pytest.mark.slow
def test_a_russian_term_matches_by_its_sound() -> None:
    found = scores(["transformator"], ["трансформатор"], resources(languages=("en", "ru")))
    assert found["transformator", "трансформатор"] == pytest.approx(0.95)


def test_chinese_terms_match_by_the_dictionary() -> None:
    known = resources(("wind", "风"), ("speed", "速度"), languages=("en", "zh"))
    found = scores(["wind speed"], ["风速度", "速度"], known)
    assert found["wind speed", "风速度"] > found["wind speed", "速度"] > 0.5


def test_margin_puts_the_mutual_best_first() -> None:
    known = resources(("wind", "vent"), ("speed", "vitesse"))
    pairs = margin_ranking(["wind speed", "speed"], ["vitesse vent", "vitesse"], known)
    found = {(pair.source, pair.target): pair.score for pair in pairs}
    assert found["speed", "vitesse"] == pytest.approx(1)
    assert found["wind speed", "vitesse"] == pytest.approx(0.75**3)


def test_margin_names_the_methods_it_can_stand_on() -> None:
    with pytest.raises(ConfigError, match=r"'margin'.*compositional"):
        margin_ranking(["a"], ["b"], resources(), base="margin")
    with pytest.raises(ConfigError, match="'none'"):
        margin_ranking(["a"], ["b"], resources(), base="none")


@pytest.mark.parametrize("method", ["compositional", "margin"])
def test_methods_by_name(method: str) -> None:
    known = resources(("wind", "vent"))
    assert method in METHODS
    (best, *_) = align_lists(
        ["wind", "wind"], ["vent", "", "vents"], resources=known, method=method
    )
    assert (best.source, best.target) == ("wind", "vent")


@pytest.mark.parametrize("method", ["compositional", "margin"])
def test_nothing_known_and_nothing_alike_gives_no_pairs(method: str) -> None:
    known = Resources(Side("en"), Side("fr"), Dictionary())
    assert align_lists(["wind"], ["pale"], resources=known, method=method) == ()
