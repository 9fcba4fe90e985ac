"""The main job from Python."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import diglot
from diglot.files.binary import sha256_of_file

GERMAN = "Der Vertrag beginnt am Montag.\nEr endet nach drei Jahren.\nDas Gericht ist in Wien.\n"
ENGLISH = "The agreement begins on Monday.\nIt ends after three years.\nThe court is in Vienna.\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    paths = tmp_path / "a.de.txt", tmp_path / "a.en.txt"
    for path, text in zip(paths, (GERMAN, ENGLISH), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def test_two_files_become_a_bitext(files: tuple[Path, Path]) -> None:
    bitext = diglot.align(*map(str, files), source_language="de", target_language="en")
    assert [(link.source, link.target) for link in bitext.links] == [((n,), (n,)) for n in range(3)]
    assert all(link.score is not None and 0 < link.score <= 1 for link in bitext.links)
    assert bitext.source_text(bitext.links[2]) == "Das Gericht ist in Wien."
    assert bitext.target.name == "a"
    assert bitext.signature is not None
    assert bitext.notes == ()


@pytest.mark.parametrize(
    ("method", "unused"),
    [("crf", ""), ("moore", "--embeddings"), ("length", "--lexicon, --embeddings")],
)
def test_evidence_that_a_method_makes_no_use_of_is_said(
    files: tuple[Path, Path], tmp_path: Path, method: str, unused: str
) -> None:
    (tmp_path / "words.tsv").write_text("Gericht\tcourt\n", encoding="utf-8")
    for path in files:
        np.save(path.with_suffix(".npy"), np.eye(3, 8, dtype=np.float32))
    bitext = diglot.align(
        *files,
        method=method,
        lexicon=tmp_path / "words.tsv",
        embeddings=tuple(path.with_suffix(".npy") for path in files),
    )
    told = [note for note in bitext.notes if "makes no use" in note]
    wanted = f"--method {method} makes no use of {unused}; crf does"
    assert told == ([wanted] if unused else [])
    assert bitext.signature is not None
    named = {"lexicon", "embeddings"} & dict(bitext.signature.options).keys()
    assert named == {"lexicon", "embeddings"} - {each.strip("- ") for each in unused.split(",")}


def test_dictionary_and_vectors_are_named_with_their_digests(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    words = tmp_path / "words.tsv"
    words.write_text("Gericht\tcourt\n", encoding="utf-8")
    vectors = tuple(path.with_suffix(".npy") for path in files)
    for path in vectors:
        np.save(path, np.eye(3, 8, dtype=np.float32))
    bitext = diglot.align(*files, lexicon=words, embeddings=vectors)
    both = f"a.de.npy@{sha256_of_file(vectors[0])[:8]}+a.en.npy@{sha256_of_file(vectors[1])[:8]}"
    assert bitext.signature is not None
    assert bitext.signature.options[-2:] == (
        ("lexicon", f"words.tsv@{sha256_of_file(words)[:8]}"),
        ("embeddings", both),
    )
    assert f"sentence vectors: {both}" in bitext.notes


def test_what_was_aligned_can_be_written_and_read_again(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    bitext = diglot.align(*files)
    diglot.write(tmp_path / "a.tmx", bitext)
    again = diglot.read(tmp_path / "a.tmx")
    assert isinstance(again, diglot.Bitext)
    assert again.target.segment_texts == ENGLISH.splitlines()
    assert [link.score for link in again.links] == [link.score for link in bitext.links]


def test_many_pairs_report_their_progress(files: tuple[Path, Path]) -> None:
    stages: dict[str, list[tuple[int, int]]] = {}

    def note(stage: str, done: int, total: int) -> None:
        stages.setdefault(stage, []).append((done, total))

    pairs = [diglot.Pair("a", *files), diglot.Pair("b", *files)]
    bitexts = diglot.align_files(pairs, progress=note)
    assert [bitext.source.name for bitext in bitexts] == ["a", "b"]
    assert stages["reading"] == [(0, 2), (1, 2), (2, 2)]
    assert all(0 <= done <= total for steps in stages.values() for done, total in steps)


def test_a_pair_is_aligned_alike_alone_and_with_options_by_name(files: tuple[Path, Path]) -> None:
    alone = diglot.align(*files, max_merge=1)
    (together,) = diglot.align_files(
        [diglot.Pair("a", *files)], options=diglot.AlignOptions(max_merge=1)
    )
    assert alone == together


def test_an_unknown_option_lists_the_known_ones(files: tuple[Path, Path]) -> None:
    with pytest.raises(diglot.ConfigError, match=r"unknown option 'languages' .*available: anchor"):
        diglot.align(*files, languages=("de", "en"))


def test_several_pairs_need_the_other_function(tmp_path: Path) -> None:
    for side, text in {"de": GERMAN, "en": ENGLISH}.items():
        (tmp_path / side).mkdir()
        for name in "12":
            (tmp_path / side / f"{name}.txt").write_text(text, encoding="utf-8")
    with pytest.raises(diglot.ConfigError, match="align_files"):
        diglot.align(tmp_path / "de", tmp_path / "en")
    pairs = diglot.pair_files(tmp_path / "de", tmp_path / "en")
    assert len(diglot.align_files(pairs)) == 2


def test_a_lexicon_is_passed_on(files: tuple[Path, Path], tmp_path: Path) -> None:
    lexicon = tmp_path / "words.tsv"
    lexicon.write_text("Vertrag\tagreement\nGericht\tcourt\n", encoding="utf-8")
    with_words = diglot.align(*files, lexicon=lexicon)
    without = diglot.align(*files)
    assert [link.score for link in with_words.links] != [link.score for link in without.links]
