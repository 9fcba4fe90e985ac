"""``diglot score sentences``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

LEVELS = ("strict", "lax", "align", "sentence", "word", "char")
GOLD = "[0]:[0]\n[1,2]:[1]\n[3]:[2]\n[4]:[]\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "gold.links").write_text(GOLD, encoding="utf-8")
    (tmp_path / "same.links").write_text(GOLD, encoding="utf-8")
    (tmp_path / "other.links").write_text("[0]:[0]:0.9\n[1]:[1]:0.4\n[3]:[2]:0.8\n")
    (tmp_path / "s.txt").write_text("a b\nc\nd e f\ng\nh\n", encoding="utf-8")
    (tmp_path / "t.txt").write_text("A B\nC D E F\nG\n", encoding="utf-8")
    return tmp_path


def test_json_has_every_level_with_three_figures(run: Run, files: Path) -> None:
    result = run(
        *("score", "sentences", "--gold", files / "gold.links", "--pred", files / "same.links"),
        *("--source", files / "s.txt", "--target", files / "t.txt", "--json"),
    )
    assert result.code == 0
    for level in LEVELS:
        figures = result.json[level]
        assert (figures["precision"], figures["recall"], figures["f1"]) == (1, 1, 1)


def test_without_texts_two_levels_are_null_and_a_note_says_why(run: Run, files: Path) -> None:
    result = run(
        *("score", "sentences", "--gold", files / "gold.links"),
        *("--pred", files / "other.links", "--json"),
    )
    assert result.json["word"] is None
    assert result.json["char"] is None
    assert result.json["sentence"]["recall"] == pytest.approx(3 / 4)
    assert result.json["strict"]["precision"] == pytest.approx(2 / 3)
    assert result.json["strict"]["recall"] == pytest.approx(2 / 3)
    assert "--source" in result.json["note"]


def test_the_table_shows_levels_types_and_the_quality_of_probabilities(
    run: Run, files: Path
) -> None:
    result = run(
        "score", "sentences", "--gold", files / "gold.links", "--pred", files / "other.links"
    )
    assert result.code == 0
    for word in ("strict", "lax", "1-1", "2-1", "expected calibration error", "--source"):
        assert word in result.out


def test_several_predictions_are_compared(run: Run, files: Path) -> None:
    both = ("--pred", files / "other.links", "--pred", files / "same.links")
    shown = run("score", "sentences", "--gold", files / "gold.links", *both)
    assert "difference" in shown.out
    values = run("score", "sentences", "--gold", files / "gold.links", *both, "--json").json
    assert [each["pred"] for each in values["runs"]] == [str(both[1]), str(both[3])]
    (compared,) = values["comparisons"]
    assert compared["difference"] == pytest.approx(1 - 2 / 3)
    assert (compared["p"], compared["interval"]) == (None, [None, None])


def test_several_predictions_stand_in_one_table_with_letters(run: Run, tmp_path: Path) -> None:
    gold = tmp_path / "gold.links"
    gold.write_text("".join(f"[{k}]:[{k}]\n" for k in range(400)))
    wrong = tmp_path / "wrong.links"
    wrong.write_text("".join(f"[{k}]:[{k + k % 2}]\n" for k in range(400)))
    shown = run("score", "sentences", "--gold", gold, "--pred", wrong, "--pred", gold).out
    rows = [line.split() for line in shown.splitlines() if line.startswith(str(tmp_path))][:2]
    assert [row[:3] for row in rows] == [[str(gold), "1.000", "a"], [str(wrong), ".500", "b"]]


def test_folders_are_paired_by_name(run: Run, files: Path) -> None:
    for folder in ("gold", "pred", "source", "target"):
        (files / folder).mkdir()
        for name in ("1", "2"):
            what = {"source": "s.txt", "target": "t.txt"}.get(folder, "gold.links")
            suffix = {"source": ".de.txt", "target": ".fr.txt"}.get(folder, ".links")
            (files / folder / f"{name}{suffix}").write_bytes((files / what).read_bytes())
    result = run(
        *("score", "sentences", "--gold", files / "gold", "--pred", files / "pred"),
        *("--source", files / "source", "--target", files / "target", "--json"),
    )
    assert result.json["char"]["f1"] == 1
    (files / "pred" / "2.links").unlink()
    result = run("score", "sentences", "--gold", files / "gold", "--pred", files / "pred")
    assert result.code == 2
    assert "2.links" in result.error


def test_gold_called_txt_is_read_as_links(run: Run, files: Path) -> None:
    gold = (files / "gold.links").rename(files / "gold.txt")
    result = run("score", "sentences", "--gold", gold, "--pred", files / "same.links", "--json")
    assert result.json["strict"]["f1"] == 1


def test_one_text_alone_is_refused(run: Run, files: Path) -> None:
    arguments = ("--gold", files / "gold.links", "--pred", files / "same.links")
    result = run("score", "sentences", *arguments, "--source", files / "s.txt")
    assert result.code == 2
    assert "--target" in result.error


def test_links_beyond_the_texts_are_refused(run: Run, files: Path) -> None:
    (files / "s.txt").write_text("only one\n", encoding="utf-8")
    result = run(
        *("score", "sentences", "--gold", files / "gold.links", "--pred", files / "same.links"),
        *("--source", files / "s.txt", "--target", files / "t.txt"),
    )
    assert result.code == 2
    assert result.error


def test_a_broken_link_file_is_named_with_its_line(run: Run, files: Path) -> None:
    (files / "other.links").write_text("[0]:[0]\nnonsense\n", encoding="utf-8")
    result = run(
        "score", "sentences", "--gold", files / "gold.links", "--pred", files / "other.links"
    )
    assert result.code == 2
    assert "other.links, line 2" in result.error


def test_a_memory_is_no_file_of_links(run: Run, files: Path, tmp_path: Path) -> None:
    memory = tmp_path / "found.tmx"
    memory.write_text('<?xml version="1.0"?><tmx version="1.4"><header/><body/></tmx>', "utf-8")
    result = run("score", "sentences", "--gold", files / "gold.links", "--pred", memory)
    assert result.code == 2
    assert "tmx files hold no links" in result.error
    assert "diglot align" in result.error


def test_options_may_stand_before_the_kind(run: Run, files: Path) -> None:
    options = ("--gold", files / "gold.links", "--pred", files / "other.links")
    after = run("score", "sentences", *options)
    assert after.code == 0
    assert run("score", *options, "sentences").out == after.out


def test_a_value_before_the_kind_may_be_a_word_of_a_kind(
    run: Run, files: Path, monkeypatch
) -> None:
    monkeypatch.chdir(files)
    (files / "gold.links").rename("words")
    assert run("score", "--gold", "words", "sentences", "--pred", "other.links").code == 0


def test_help_lists_the_options_of_the_kind_only(run: Run) -> None:
    out = run("score", "sentences", "--help").out
    assert "--source" in out
    assert "--alpha" not in out
