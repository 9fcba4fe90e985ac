"""Word alignment of files, from reading to links."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from diglot.errors import ConfigError, FormatError, InputError
from diglot.files.binary import sha256_of_file
from diglot.pipeline.steps.words.alignment import align_word_files, align_words
from diglot.pipeline.steps.words.options import WordOptions
from diglot.words.storage import files
from tests.pipeline.sentences_in_two import ENGLISH, FRENCH, write_sides

DIAGONAL = [(each, each) for each in range(7)]
SURE = 0.6  # the default threshold takes "and the" for one expression in so small a text


@pytest.mark.slow
def test_links_answer_lines(tmp_path: Path) -> None:
    found = align_words(*write_sides(tmp_path), tokenised=True, threshold=SURE)
    assert found.links.pairs == len(ENGLISH)
    right = sum(found.links.of(pair) == DIAGONAL for pair in range(len(ENGLISH)))
    assert right > 0.8 * len(ENGLISH)


@pytest.mark.slow
def test_every_link_has_a_probability(tmp_path: Path) -> None:
    found = align_words(*write_sides(tmp_path), tokenised=True)
    assert found.links.scores is not None
    assert ((found.links.scores >= found.threshold) & (found.links.scores <= 1)).all()
    assert found.tally.mean == pytest.approx(float(found.links.scores.mean()))


@pytest.mark.slow
def test_passed_over_pairs_are_empty_and_counted(tmp_path: Path) -> None:
    sides = write_sides(
        tmp_path, ["", ENGLISH[0], "a " * 1001, *ENGLISH], ["rien", "", "b", *FRENCH]
    )
    found = align_words(*sides, tokenised=True)
    assert found.links.pairs == len(ENGLISH) + 3
    assert found.links.offsets[3] == 0
    assert found.tally.skipped["empty"].first == [0, 1]
    assert found.tally.skipped["long"].first == [2]
    assert np.isnan(found.confidence[:3]).all()
    assert not set(found.tally.doubtful.first) & {0, 1, 2}


@pytest.mark.slow
def test_training_text_is_learned_from_and_not_reported(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    more = write_sides(tmp_path / "more", ["", *ENGLISH], ["rien", *FRENCH])
    sides = write_sides(tmp_path, ENGLISH[:1], FRENCH[:1])
    training = {"train_source": more[0], "train_target": more[1]}
    found = align_words(*sides, tokenised=True, threshold=SURE, **training)
    assert found.links.pairs == 1
    assert found.links.of(0) == DIAGONAL
    assert found.tally.skipped == {}
    assert any("training" in note for note in found.notes)


@pytest.mark.slow
def test_tokens_are_written_and_links_count_them(tmp_path: Path) -> None:
    text = ["The Smith's house, p. ex., is red.", *ENGLISH]
    sides = write_sides(tmp_path, text, ["La maison des Smith, p. ex., est rouge.", *FRENCH])
    found = align_words(*sides, source_language="en", target_language="fr", tokens=tmp_path / "cut")
    source = (tmp_path / "cut.source").read_text(encoding="utf-8").splitlines()
    target = (tmp_path / "cut.target").read_text(encoding="utf-8").splitlines()
    assert source[0].split()[:4] == ["The", "Smith", "'s", "house"]
    assert "p._ex." in target[0].split()
    assert len(source) == len(target) == found.links.pairs
    sizes = [len(line.split()) for line in source]
    for pair, size in enumerate(sizes):
        assert all(i < size for i, _ in found.links.of(pair))
    assert next(iter(found.read_again()))[0][:4] == ["The", "Smith", "'s", "house"]


@pytest.mark.slow
def test_a_saved_model_aligns_the_same_words(tmp_path: Path) -> None:
    path = tmp_path / "m.model"
    sides = write_sides(tmp_path)
    align_words(*sides, tokenised=True, source_language="en", save_model=path)
    model = files.load(path)
    assert model.languages == ("en", None)
    assert model.tokeniser == "none"
    one = write_sides(tmp_path, ENGLISH[5:6], FRENCH[5:6])
    assert align_words(*one, tokenised=True, models=(path,), threshold=SURE).links.of(0) == DIAGONAL


@pytest.mark.slow
def test_a_model_gives_its_languages_and_refuses_others(tmp_path: Path) -> None:
    path = tmp_path / "m.model"
    sides = write_sides(tmp_path)
    align_words(*sides, source_language="en", target_language="fr", save_model=path)
    found = align_words(*sides, models=(path,))
    assert found.tokenising.codes == ("en", "fr")
    assert not any("detected" in note for note in found.notes)
    with pytest.raises(ConfigError, match="a model of English and French: German"):
        align_words(*sides, models=(path,), source_language="de")
    notes = align_words(*sides, models=(path,), tokenised=True).notes
    assert any("not tokenised, this text is" in note for note in notes)


@pytest.mark.slow
def test_the_result_depends_on_the_seed_and_not_on_the_workers(tmp_path: Path) -> None:
    sides = write_sides(tmp_path)
    runs = [align_words(*sides, tokenised=True, jobs=jobs, seed=3).links for jobs in (1, 2)]
    assert np.array_equal(runs[0].source, runs[1].source)
    assert np.array_equal(runs[0].scores, runs[1].scores)


@pytest.mark.slow
def test_progress_tells_reading_and_aligning(tmp_path: Path) -> None:
    stages: list[str] = []
    align_word_files(
        *write_sides(tmp_path),
        options=WordOptions(tokenised=True),
        progress=lambda stage, done, total: stages.append(stage),
    )
    assert stages[0] == "reading"
    assert len(set(stages)) > 1


@pytest.mark.slow
def test_the_signature_says_what_decides_the_result(tmp_path: Path) -> None:
    found = align_words(*write_sides(tmp_path), tokenised=True, seed=7, threshold=0.25)
    assert str(found.signature).startswith(f"method:{found.method}|")
    for part in ("tokens:given", "seed:7", "threshold:0.25", "version:"):
        assert part in str(found.signature)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "magic"}, "--method is 'magic', but must be one of: auto, "),
        ({"symmetrise": "magic"}, "--symmetrise is 'magic', but must be one of: .*union"),
        ({"threshold": 0.5, "symmetrise": "union"}, "--threshold and --symmetrise"),
        ({"threshold": 1.5}, "--threshold is 1.5"),
        ({"threshold": float("nan")}, "--threshold is nan"),
        ({"jobs": 0}, "--jobs is 0"),
        ({"seed": -1}, "--seed is -1"),
        ({"train_source": Path("a")}, "both --train-source and --train-target"),
        ({"train_target": Path("a")}, "both --train-source and --train-target"),
        ({"method": "eflomal", "models": (Path("m"),)}, "eflomal takes no --model"),
        ({"method": "eflomal", "save_model": Path("m")}, "eflomal takes no --save-model"),
        ({"method": "eflomal", "lexicon": Path("m")}, "eflomal takes no --lexicon"),
        ({"method": "eflomal", "threshold": 0.5}, "eflomal takes no --threshold"),
        ({"magic": 1}, "unknown option 'magic'"),
    ],
)
def test_wrong_options_are_refused_before_anything_is_read(options: dict, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        align_words("no such file", "neither this", **options)


def test_a_failure_leaves_the_token_files_of_the_last_run(tmp_path: Path) -> None:
    (tmp_path / "cut.source").write_text("precious", encoding="utf-8")
    sides = write_sides(tmp_path, ENGLISH, FRENCH[:-1])
    with pytest.raises(FormatError, match=f"has {len(ENGLISH)} lines"):
        align_words(*sides, tokenised=True, tokens=tmp_path / "cut")
    assert (tmp_path / "cut.source").read_text(encoding="utf-8") == "precious"
    assert not (tmp_path / "cut.target").exists()


@pytest.mark.slow
def test_a_text_without_any_pair_is_refused(tmp_path: Path) -> None:
    sides = write_sides(tmp_path, ["", "a"], ["b", ""])
    with pytest.raises(InputError, match="no pair with words on both sides"):
        align_words(*sides, tokenised=True)
    for path in sides:
        path.write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="holds no pairs"):
        align_words(*sides, tokenised=True)


@pytest.mark.slow
def test_a_lexicon_helps_where_the_text_says_little(tmp_path: Path) -> None:
    lexicon = tmp_path / "words.tsv"
    lexicon.write_text("one\tdeux\ntwo\tun\n", encoding="utf-8")
    sides = write_sides(tmp_path, ["one two"] * 3, ["un deux"] * 3)
    found = align_words(*sides, tokenised=True, lexicon=lexicon)
    assert found.links.of(0) == [(0, 1), (1, 0)]
    named = f"words.tsv@{sha256_of_file(lexicon)[:8]}"
    assert f"dictionary: {named}" in found.notes
    assert ("lexicon", named) in found.signature.options


class Numbers:
    """An encoder that finds words alike that end with the same digit."""

    def encode(self, words: list[str]) -> list[list[float]]:
        return [[float(word[-1:] == str(digit)) for digit in range(10)] + [0.1] for word in words]


@pytest.mark.slow
def test_words_that_an_encoder_finds_alike_are_linked(tmp_path: Path) -> None:
    sides = tmp_path / "one.txt", tmp_path / "other.txt"
    sides[0].write_text("a1 b2 c3 d4\n", encoding="utf-8")
    sides[1].write_text("w3 x4 y1 z2\n", encoding="utf-8")
    name = f"{__name__}:Numbers"
    found = align_words(*sides, tokenised=True, encoder=name)
    assert sorted(found.links.of(0)) == [(0, 2), (1, 3), (2, 0), (3, 1)]
    assert f"sentence encoder: {name}" in found.notes
    assert ("encoder", name) in found.signature.options
    assert not any("encoder" in note for note in align_words(*sides, tokenised=True).notes)


def test_tokenised_text_of_unnamed_languages_says_that_no_pack_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DIGLOT_PACKS", str(tmp_path / "packs"))
    sides, note = write_sides(tmp_path), "name the languages of tokenised text with -s and -t"
    assert any(note in each for each in align_words(*sides, tokenised=True).notes)
    for known in ({"source_language": "en", "target_language": "de"}, {"packs": ("none",)}):
        found = align_words(*sides, tokenised=True, **known)
        assert not any(note in each for each in found.notes)
