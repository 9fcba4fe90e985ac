"""The systems of the results page of TIAD 2021 by name."""

from __future__ import annotations

import pytest

from diglot.lexicons import METHODS
from diglot.lexicons.interface import SYSTEMS, System, find_system


def test_the_page_has_fourteen_systems_and_two_baselines_and_no_two_are_read_alike() -> None:
    assert len(SYSTEMS) == 16
    assert sum(each.name.startswith("baseline") for each in SYSTEMS) == 2
    assert {each.method for each in SYSTEMS} <= set(METHODS)
    read = {(each.method, tuple(each.settings.items()), each.encoder) for each in SYSTEMS}
    assert len(read) == len(SYSTEMS)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda each: each.name)
def test_case_hyphens_and_underscores_do_not_count(system: System) -> None:
    name = system.name
    spellings = [
        name,
        name.lower(),
        name.upper(),
        name.replace("_", "-"),
        name.replace("_", ""),
        name.replace("-", "_"),
        f" {name}",
    ]
    assert {find_system(each) for each in spellings} == {system}


def test_baselines_are_found_without_that_word() -> None:
    assert find_system("OTIC") is find_system("baseline-OTIC")
    assert find_system("Word2Vec") is find_system("baseline_word2vec")
    assert find_system("baseline") is find_system("") is None
