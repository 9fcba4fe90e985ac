"""Rankers of comparable terms from files of validated pairs, and vectors from files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from diglot.errors import ConfigError, FormatError
from diglot.formats.term_lists.word_vectors import write_vectors
from diglot.model import WordVectors
from diglot.pipeline.steps.terms.comparable import (
    align_comparable,
    train_comparable,
)
from diglot.pipeline.steps.terms.options import TrainingOptions
from diglot.terms.comparable.learned import LEARNERS
from tests.terms.comparable.spaces import PAIRS, resources

GOLD = [
    (f"{one} {other}", f"{autre} {un}")
    for one, un in PAIRS
    for other, autre in PAIRS
    if one < other
]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A dictionary, validated pairs, and lists of other terms."""
    half = len(GOLD) // 2
    contents = {
        "words.tsv": PAIRS,
        "pairs.tsv": GOLD[:half],
        "more.txt": [(f"{other} faux",) for _, other in PAIRS],
        "d1.txt": [(one,) for one, _ in GOLD[half:]],
        "d2.txt": [(other,) for _, other in GOLD],
    }
    for name, rows in contents.items():
        lines = ("\t".join(row) for row in rows)
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


def options(files: Path) -> TrainingOptions:
    return TrainingOptions(
        source_language="en",
        target_language="fr",
        dictionaries=(files / "words.tsv",),
        learner="linear-svm",
    )


@pytest.mark.slow
@pytest.mark.parametrize("method", ["ranker", "mixture", "ijs"])
@pytest.mark.parametrize("learner", LEARNERS[1:])
def test_what_was_learnt_from_one_list_ranks_another(
    files: Path, method: str, learner: str
) -> None:
    known = replace(options(files), method=method, learner=learner)
    learnt = train_comparable([], [], files / "pairs.tsv", files / "ranker.json", options=known)
    assert learnt.validated == len(GOLD) // 2
    assert learnt.notes == ()
    found = align_comparable(
        options=replace(
            known,
            source_terms=files / "d1.txt",
            target_terms=files / "d2.txt",
            ranker=files / "ranker.json",
        )
    )
    best = {pair.source: pair.target for pair in reversed(found.pairs)}
    right = sum(best[source] == dict(GOLD)[source] for source in best)
    assert right >= 0.8 * len(best)


@pytest.mark.slow
def test_terms_of_lists_are_wrong_targets_besides(files: Path) -> None:
    known = replace(options(files), target_terms=files / "more.txt")
    outputs = []
    for each in (known, options(files)):
        path = files / "ranker.json"
        train_comparable([], [], files / "pairs.tsv", path, options=each)
        outputs.append(path.read_text())
    assert outputs[0] != outputs[1]


def test_pairs_that_the_dictionary_has_are_told(files: Path) -> None:
    known = replace(options(files), dictionaries=(files / "words.tsv", files / "pairs.tsv"))
    learnt = train_comparable([], [], files / "pairs.tsv", files / "r.json", options=known)
    (note,) = learnt.notes
    assert note.startswith(f"in the dictionary, too: {len(GOLD) // 2} validated pairs")


def test_nothing_is_written_when_there_is_too_little_to_learn(files: Path) -> None:
    (files / "few.tsv").write_text("wind speed\tvitesse vent\n")
    with pytest.raises(ConfigError, match="too few"):
        train_comparable([], [], files / "few.tsv", files / "r.json", options=options(files))
    assert not (files / "r.json").exists()


def test_the_former_name_of_a_method_is_understood_and_told(files: Path) -> None:
    known = replace(options(files), method="combined")
    learnt = train_comparable([], [], files / "pairs.tsv", files / "r.json", options=known)
    assert learnt.notes == (
        "the method combined is called mixture now: CUNI's combined run is another system",
    )
    lists = replace(
        known,
        source_terms=files / "d1.txt",
        target_terms=files / "d2.txt",
        ranker=files / "r.json",
    )
    found = align_comparable(options=lists)
    assert found.notes[0] == learnt.notes[0]
    assert found.signature.method == "mixture"


def test_methods_that_are_not_trained(files: Path) -> None:
    known = replace(options(files), method="mapped")
    with pytest.raises(ConfigError, match="mapped is not trained; those that are: ranker"):
        train_comparable([], [], files / "pairs.tsv", files / "r.json", options=known)


def test_languages_must_be_said(files: Path) -> None:
    with pytest.raises(ConfigError, match="-s and -t"):
        train_comparable([], [], files / "pairs.tsv", files / "r.json")


@pytest.mark.parametrize("content", ["[]", "{}", "x", '{"format": "diglot machine 1"}', "1"])
def test_files_that_are_no_rankers(files: Path, content: str) -> None:
    (files / "r.json").write_text(content)
    known = replace(
        options(files),
        source_terms=files / "d1.txt",
        target_terms=files / "d2.txt",
        ranker=files / "r.json",
        method="combined",
    )
    with pytest.raises(FormatError, match=r"r\.json: is not a ranker .*; train it again"):
        align_comparable(options=known)


@pytest.mark.parametrize("extension", [".vec", ".npy"])
def test_vectors_of_files_find_what_the_dictionary_lacks(files: Path, extension: str) -> None:
    space = resources()
    for side, name in ((space.source, "en"), (space.target, "fr")):
        assert side.vectors is not None
        write_vectors(files / f"{name}{extension}", side.vectors)
    (files / "some.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in PAIRS[:11]))
    (files / "d1.txt").write_text("noise\n")
    (files / "d2.txt").write_text("bruit\nlieu\n")
    found = align_comparable(
        options=TrainingOptions(
            source_language="en",
            target_language="fr",
            source_terms=files / "d1.txt",
            target_terms=files / "d2.txt",
            dictionaries=(files / "some.tsv",),
            source_vectors=files / f"en{extension}",
            target_vectors=files / f"fr{extension}",
            method="mapped",
        )
    )
    # The map is learnt from words of the dictionary that are in neither list.
    assert (found.pairs[0].source, found.pairs[0].target) == ("noise", "bruit")


def test_capitals_of_vectors_are_no_matter(files: Path) -> None:
    space = resources()
    assert space.source.vectors is not None
    assert space.target.vectors is not None
    write_vectors(files / "en.vec", space.source.vectors)
    capitals = WordVectors(
        [word.capitalize() for word in space.target.vectors.words], space.target.vectors.matrix
    )
    write_vectors(files / "fr.vec", capitals)
    (files / "d1.txt").write_text("wind\n")
    (files / "d2.txt").write_text("vent\npale\n")
    found = align_comparable(
        options=replace(
            options(files),
            source_terms=files / "d1.txt",
            target_terms=files / "d2.txt",
            source_vectors=files / "en.vec",
            target_vectors=files / "fr.vec",
            method="mapped",
        )
    )
    assert found.pairs[0].target == "vent"
    assert np.isfinite(found.pairs[0].score or np.nan)
