"""Mutated lists of terms and pairs: readers refuse them in one line, or read them sanely."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from diglot.errors import InputError
from diglot.formats.term_lists import (
    read_term_list,
    read_term_pairs,
    write_term_list,
    write_term_pairs,
)
from diglot.formats.term_lists.bucc import read_proposals, write_proposals
from diglot.model import Term, TermPair
from diglot.model.terms import Proposal
from diglot.pipeline.steps.lexicons.inference import read_scorer
from diglot.pipeline.steps.terms.comparable import read_judge
from diglot.pipeline.steps.terms.extraction import read_term_ranker
from diglot.pipeline.steps.terms.parallel import read_ranker
from tests.hostile.damage import mutated, refusal

TERMS = [Term("wind turbine", score=0.5, frequency=2), Term("rotor", score=0.25)]
PROPOSALS = [
    Proposal("wind turbine", "éolienne", "yes", ("phrases",), 0.5, 0.25, 1, 3, 4, "a", "b"),
    Proposal("rotor", "rotor"),
]
PAIRS = [TermPair("wind turbine", "éolienne", 0.5), TermPair("rotor", "rotor", 0.25)]


@pytest.mark.parametrize("extension", ["txt", "tsv", "csv", "xlsx"])
@pytest.mark.parametrize("kind", ["terms", "pairs", "proposals"])
def test_mutated_lists_are_read_sanely_or_refused(tmp_path: Path, kind: str, extension: str):
    path = tmp_path / f"t.{extension}"
    values, write, read = {
        "terms": (TERMS, write_term_list, read_term_list),
        "pairs": (PAIRS, write_term_pairs, read_term_pairs),
        "proposals": (PROPOSALS, write_proposals, read_proposals),
    }[kind]
    write(path, values)
    seed = path.read_bytes()
    rng = random.Random(f"{kind} {extension}")
    for _ in range(150 if extension != "xlsx" else 30):
        path.write_bytes(mutated(seed, rng))
        found: list[Any] = []
        refusal(lambda each: found.extend(read(each)), path)  # noqa: B023 - called at once
        for each in found:
            for text in (each.text,) if kind == "terms" else (each.source, each.target):
                assert text
                assert text == text.strip()


@pytest.mark.parametrize("read", [read_judge, read_ranker, read_scorer, read_term_ranker])
@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[1]", "5", "null", "{}"])
def test_json_that_is_deep_or_no_ranker_is_refused_in_one_line(tmp_path, read, text):
    path = tmp_path / "ranker.json"
    path.write_text(text)
    with pytest.raises(InputError, match=r"ranker\.json: is not a (ranker|scorer)") as caught:
        read(path)
    assert "\n" not in str(caught.value)
