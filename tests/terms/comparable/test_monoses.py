"""Unsupervised translation of terms: phrase tables, back-translation, pairs of both lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from diglot.errors import ConfigError
from diglot.terms.comparable import Resources, Side, align_lists
from diglot.terms.comparable.monoses import phrase_options

PARALLEL = [
    (["wind", "speed"], ["vitesse", "du", "vent"]),
    (["rotor", "blade"], ["pale", "du", "rotor"]),
] * 3


def phrases(
    pairs: Sequence[tuple[Sequence[str], Sequence[str]]], _: int
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], tuple[float, float, float, float]]]:
    """Give whole sentences, as word alignment would, and the words that they begin with."""
    for source, target in pairs:
        yield tuple(source), tuple(target), (0.5, 0.5, 0.5, 0.5)


def test_terms_are_translated_by_the_phrases_of_parallel_text() -> None:
    given = Resources(Side("en"), Side("fr"), parallel=PARALLEL, phrases=phrases)
    pairs = align_lists(
        ["wind speed", "rotor blade", "mast"],
        ["vitesse du vent", "pale du rotor", "mât"],
        resources=given,
        method="smt",
    )
    found = {(pair.source, pair.target): pair.score for pair in pairs}
    assert found.keys() == {("wind speed", "vitesse du vent"), ("rotor blade", "pale du rotor")}
    assert found["wind speed", "vitesse du vent"] == pytest.approx(1.0)


@pytest.mark.parametrize(("method", "what"), [("smt", "parallel text"), ("cuni-monoses", "texts")])
def test_what_is_missing_is_said(method: str, what: str) -> None:
    with pytest.raises(ConfigError, match=f"the method {method} needs {what}"):
        align_lists(["wind"], ["vent"], resources=Resources(Side("en"), Side("fr")), method=method)


def test_the_decoder_sees_the_likeliest_phrases_first() -> None:
    table = {("a",): [(("x",), (0.1, 0.1, 0.1, 0.1)), (("y",), (0.9, 0.9, 0.9, 0.9))]}
    assert [target for target, _ in phrase_options(table)["a",]] == [("y",), ("x",)]
