"""The figures that the published implementation of 2021 prints, to the last digit."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.evaluate.terminology.alam2021 import score
from diglot.formats.marked_terms.sgml import read_annotated_set, read_hypotheses
from diglot.model import AnnotatedSet

SYSTEM = "en-fr.dev.txt.truecased.sgm"
ROWS = {
    (SYSTEM, "identity"): (
        *(45.33867641150976, 759, 0, 142, 0.8423973362930077),
        *(0.29439867261700425, 0.28798232063165125, 0.5965478224690218),
    ),
    (SYSTEM, "simplemma"): (
        *(45.33867641150976, 759, 14, 128, 0.8579356270810211),
        *(0.2968231491017279, 0.29065711179768855, 0.5975036448889821),
    ),
    (SYSTEM, "none"): (
        *(45.33867641150976, 901, 0, 0, 1.0),
        *(0.28821518480375324, 0.28228515848495267, 0.5966058855662661),
    ),
    ("derived/reference_as_hyp.sgm", "identity"): (
        *(100.00000000000004, 898, 0, 3, 0.9966703662597114),
        *(0.4840021332941003, 0.48938665751230115, 1.0),
    ),
    ("derived/smart.sgm", "identity"): (
        *(45.069737019507926, 899, 0, 2, 0.9977802441731409),
        *(0.27664512938714797, 0.2740917970346394, 0.5900476720820452),
    ),
    ("derived/naive.sgm", "identity"): (
        *(43.761952262447025, 900, 0, 1, 0.9988901220865705),
        *(0.2804249832442418, 0.27711142987919507, 0.558502389323054),
    ),
}


@pytest.fixture(scope="module")
def folder(shared_data: Path) -> Path:
    return shared_data / "consistency" / "terminology_evaluation"


@pytest.fixture(scope="module")
def test_set(folder: Path) -> AnnotatedSet:
    return read_annotated_set(folder / "dev.en-fr.en.sgm", folder / "dev.en-fr.fr.sgm")


@pytest.mark.slow
@pytest.mark.parametrize(("file", "lemmas"), ROWS)
def test_figures_are_those_of_the_published_implementation(
    file: str, lemmas: str, folder: Path, test_set: AnnotatedSet
) -> None:
    hypotheses = read_hypotheses(folder / file).texts
    found = score(test_set, hypotheses, lemmas=lemmas)
    assert (
        *(found.bleu, found.surface, found.lemma, found.wrong, found.exact_match),
        *(found.window_overlap_2, found.window_overlap_3, found.one_minus_term),
    ) == ROWS[file, lemmas]
