"""Comparable texts are mined for sentences that translate each other."""

from __future__ import annotations

import dataclasses
import zlib

import numpy as np
import pytest

from diglot.errors import ConfigError, EmptyTextError, MissingExtraError
from diglot.pipeline.steps.sentences import mining
from diglot.pipeline.steps.sentences.mining import Sentences, mine_files
from diglot.pipeline.steps.sentences.options import MineOptions

ENGLISH = [
    "The old bridge was built by the monks in 1315.",
    "We bought 42 apples at the market this morning.",
    "Nobody knows where the king is buried.",
]
GERMAN = [
    "Die alte Brücke wurde 1315 von den Mönchen gebaut.",
    "Wir haben heute Morgen 42 Äpfel auf dem Markt gekauft.",
    "Niemand weiß, wo der König begraben ist.",
]
SUBJECTS = ["The doctor", "Her neighbour", "A soldier", "That child", "My teacher", "The driver"]
OBJECTS = ["a blue car", "the heavy stone", "some new shoes", "an empty house", "this letter"]
FILLERS = [f"{one} never wanted to sell {other}." for one in SUBJECTS for other in OBJECTS]
FÜLLER = [
    f"{one} hat {other} gestern Abend gesehen."
    for one in ("Der Arzt", "Ein Soldat", "Die Tante", "Mein Lehrer", "Das Kind", "Ein Fahrer")
    for other in ("einen Hund", "die Berge", "das Schiff", "einen Brief", "die Königin")
]


class Encoder:
    """Gives a translation nearly the same vector; all others have something in common, too."""

    def encode(self, texts):
        meanings = {text: k for side in (ENGLISH, GERMAN) for k, text in enumerate(side)}
        rows, common = [], np.random.default_rng(99).standard_normal(512)
        for text in texts:
            own = np.random.default_rng(zlib.crc32(text.encode())).standard_normal(512)
            meaning = meanings.get(text)
            if meaning is not None:
                own = own * 0.4 + np.random.default_rng(meaning).standard_normal(512)
            rows.append(own + 0.8 * common)
        return np.array(rows, np.float32)


OPTIONS = MineOptions(
    source_language="en",
    target_language="de",
    segmented=True,
    encoder=f"{__name__}:Encoder",
)


@pytest.fixture
def sides(tmp_path):
    texts = ([*FILLERS, *ENGLISH, ENGLISH[0]], [*GERMAN[::-1], "", *FÜLLER])
    paths = [tmp_path / name for name in ("a.txt", "b.txt")]
    for path, lines in zip(paths, texts, strict=True):
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return paths


def test_translations_are_found_with_their_places_and_probabilities(sides):
    run = mine_files(*sides, options=OPTIONS)
    units = list(run.units())
    assert {tuple(each.text for each in unit.variants) for unit in units} == set(
        zip(ENGLISH, GERMAN, strict=True)
    )
    assert [each.language for each in units[0].variants] == ["en", "de"]
    assert all(unit.score > 0.5 and unit.document == "a.txt | b.txt" for unit in units)
    scores = [unit.score for unit in units]
    assert scores == sorted(scores, reverse=True)
    assert {unit.id for unit in units} == {"31-3", "32-2", "33-1"}
    assert run.sides[0].repeated == 1


def test_batches_and_blocks_change_nothing(sides, monkeypatch):
    whole = mine_files(*sides, options=OPTIONS)
    monkeypatch.setattr(mining, "BATCH", 7)
    monkeypatch.setattr(mining.mining, "ROWS", 8)
    monkeypatch.setattr(mining.mining, "COLUMNS", 5)
    parts = mine_files(*sides, options=OPTIONS)
    assert parts.pairs.tolist() == whole.pairs.tolist()
    assert np.allclose(parts.scores, whole.scores)


def test_a_folder_is_all_of_its_files(sides, tmp_path):
    folder = tmp_path / "english"
    folder.mkdir()
    for k, part in enumerate((FILLERS[:15], [*FILLERS[15:], *ENGLISH])):
        text = "".join(f"{line}\n" for line in part)
        (folder / f"{k}.txt").write_text(text, encoding="utf-8")
    run = mine_files(folder, sides[1], options=OPTIONS)
    assert {unit.document for unit in run.units()} == {"1.txt | b.txt"}


def test_files_of_a_folder_may_be_empty_or_have_equal_names(sides, tmp_path):
    folder = tmp_path / "english"
    folder.mkdir()
    sides[0].rename(folder / "a.txt")
    (folder / "a.md").write_text("One more sentence.\n", encoding="utf-8")
    (folder / "empty.txt").touch()
    (folder / "white.txt").write_text("\n \n", encoding="utf-8")
    run = mine_files(folder, sides[1], options=dataclasses.replace(OPTIONS, segmented=False))
    assert "without text, and passed over: empty.txt and 1 more" in run.notes
    assert {unit.document for unit in run.units()} == {"a.txt | b.txt"}


def test_one_sentence_a_side_is_no_pair_and_no_error(tmp_path):
    paths = [tmp_path / name for name in ("a.txt", "b.txt")]
    for path, text in zip(paths, (ENGLISH[0], GERMAN[0]), strict=True):
        path.write_text(text, encoding="utf-8")
    # Its margin says nothing: there are no neighbours to compare it with.
    assert len(mine_files(*paths, options=OPTIONS)) == 0


def test_without_an_encoder_the_extra_is_named(sides, monkeypatch):
    monkeypatch.setenv("DIGLOT_ENCODER", "none")
    with pytest.raises(MissingExtraError, match=r"pip install 'diglot\[encoder\]'"):
        mine_files(*sides, options=MineOptions(source_language="en", target_language="de"))


def test_languages_that_the_encoder_does_not_know_are_named(sides, monkeypatch):
    monkeypatch.setattr(mining, "identify_encoder", lambda choice: ["one"])
    monkeypatch.setattr(mining, "find_encoder", lambda *_: None)
    with pytest.raises(ConfigError, match="does not know English and Hungarian"):
        mine_files(*sides, options=MineOptions(source_language="en", target_language="hu"))


def test_both_sides_in_one_language_are_refused(sides):
    options = MineOptions(segmented=True, encoder=f"{__name__}:Encoder")
    with pytest.raises(ConfigError, match="both sides are in English"):
        mine_files(sides[0], sides[0], options=options)


def test_empty_input_is_an_error(sides, tmp_path):
    empty = tmp_path / "empty.txt"
    empty.write_text("\n \n")
    with pytest.raises(EmptyTextError, match=r"empty\.txt.*holds no text"):
        mine_files(empty, sides[1], options=OPTIONS)


def test_sentences_keep_where_they_came_from():
    found = Sentences()
    found.add("x", iter(["One  and\ttwo.", "", "Three."]))
    found.add("y", iter(["Three.", "Four."]))
    assert list(found) == ["One and two.", "Three.", "Four."]
    assert [found.origin(k) for k in range(3)] == [("x", 0), ("x", 2), ("y", 1)]
    assert found.repeated == 1
