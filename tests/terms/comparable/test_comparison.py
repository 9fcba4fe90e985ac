"""Lists compared as a whole: what only the dictionary knows."""

from __future__ import annotations

from diglot.terms.comparable import Dictionary, Resources, Side, align_lists

WIND = Dictionary(((("wind", "turbine"), ("éolienne",), 1.0), (("blade",), ("pale",), 1.0)))


def test_a_phrase_of_the_dictionary_is_found_whatever_its_words() -> None:
    resources = Resources(Side("en"), Side("fr"), WIND)
    for method in ("formula", "ranker"):
        pairs = align_lists(
            ["wind turbine", "rotor", "rotor blade"],
            ["éolienne", "rotor", "pale de rotor", "générateur"],
            resources=resources,
            method=method,
        )
        best: dict[str, str] = {}
        for pair in pairs:
            best.setdefault(pair.source, pair.target)
        assert best == {
            "wind turbine": "éolienne",
            "rotor": "rotor",
            "rotor blade": "pale de rotor",
        }


def test_an_unsure_entry_counts_less_than_a_sure_one() -> None:
    def score(weight: float) -> float:
        entries = Dictionary(((("wind", "turbine"), ("éolienne",), weight),))
        resources = Resources(Side("en"), Side("fr"), entries)
        (pair,) = align_lists(["wind turbine"], ["éolienne"], resources=resources, method="formula")
        return pair.score or 0.0

    assert score(0.2) < score(0.9)
