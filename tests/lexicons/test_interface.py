"""Options of a method are checked, and read from text."""

from __future__ import annotations

import pytest

from diglot.errors import ConfigError
from diglot.lexicons.interface import Resources, options_of

DEFAULTS = {"depth": 3, "share": 0.5, "mutual": False, "combine": "max", "pivots": (), "any": None}


def options(**given: object) -> dict[str, object]:
    return options_of(
        Resources(options=given),
        DEFAULTS,
        choices={"combine": ("max", "mean"), "pivots": ("es", "ca")},
        limits={"depth": (1, 4), "share": (0.0, float("inf"))},
    )


def test_defaults_hold_where_nothing_is_given() -> None:
    assert options() == DEFAULTS


def test_given_values_come_before_defaults() -> None:
    assert options(depth=4, share=1)["depth"] == 4
    assert options(share=1)["share"] == 1.0
    assert options(any=[1])["any"] == [1]


def test_text_is_read_as_the_type_of_the_default() -> None:
    found = options(depth="2", share=".25", mutual="yes", pivots="es, ca,")
    assert found["depth"] == 2
    assert found["share"] == 0.25
    assert found["mutual"] is True
    assert found["pivots"] == ("es", "ca")


def test_an_unknown_option_names_the_known_ones_and_the_nearest() -> None:
    with pytest.raises(
        ConfigError, match=r"unknown option 'dept' .did you mean depth\?.; available: any"
    ):
        options(dept=2)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("depth", 2.5),
        ("depth", "two"),
        ("depth", True),
        ("depth", None),
        ("mutual", 1),
        ("mutual", "perhaps"),
        ("combine", 3),
        ("pivots", 7),
        ("pivots", [1]),
    ],
)
def test_a_value_of_another_type_is_refused(name: str, value: object) -> None:
    with pytest.raises(ConfigError, match=f"option {name} is .*: give "):
        options(**{name: value})


def test_a_word_outside_the_choices_is_refused() -> None:
    with pytest.raises(ConfigError, match="option combine: unknown choice 'maxi'"):
        options(combine="maxi")
    with pytest.raises(ConfigError, match="option pivots: unknown choice 'de'"):
        options(pivots=("es", "de"))


@pytest.mark.parametrize("depth", [0, 5])
def test_a_number_outside_the_limits_is_refused(depth: int) -> None:
    with pytest.raises(ConfigError, match=f"option depth is {depth}: give a number from 1 to 4"):
        options(depth=depth)


@pytest.mark.parametrize("share", [-1.0, float("nan"), "nan"])
def test_a_limit_without_top_says_so_and_nan_passes_no_limit(share: object) -> None:
    with pytest.raises(ConfigError, match=r"give a number 0\.0 or more"):
        options(share=share)
