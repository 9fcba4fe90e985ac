"""Links over texts of any format, and gold with another segmentation."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.errors import ConfigError, InputError
from diglot.pipeline.steps.scores.links import score_sentences
from diglot.pipeline.steps.scores.options import SentenceScoreOptions

XML = "<cesDoc><text><body>{}</body></text></cesDoc>"
SOURCE = ["One two.", "Three four.", "Five."]
TARGET = ["Un deux.", "Trois quatre.", "Cinq."]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, sentences in (("s", SOURCE), ("t", TARGET)):
        marked = "".join(f"<p><s>{each}</s></p>" for each in sentences)
        (tmp_path / f"{name}.xml").write_text(XML.format(marked))
        (tmp_path / f"{name}.txt").write_text("\n".join(sentences) + "\n")
        (tmp_path / f"{name}.joined.txt").write_text(
            f"{sentences[0]}  {sentences[1]}\n{sentences[2]}"
        )
    (tmp_path / "pred.links").write_text("[0]:[0]\n[1]:[1]\n[2]:[2]\n")
    (tmp_path / "gold.links").write_text("[0]:[0]\n[1]:[1,2]\n[2]:[]\n")
    (tmp_path / "joined.links").write_text("[0]:[0]\n[1]:[1]\n")
    return tmp_path


def scores_of(
    folder: Path, gold: str | None, pred: str = "pred.links", **files: str
) -> dict[str, float]:
    options = SentenceScoreOptions(**{key: folder / name for key, name in files.items()})  # type: ignore[arg-type]
    [run] = score_sentences(gold and folder / gold, [folder / pred], options)
    return {name: score.values["f1"] for name, score in run.scores.items()}


def test_documents_serve_as_texts_like_their_lines(folder: Path) -> None:
    lines = scores_of(folder, "gold.links", source="s.txt", target="t.txt")
    marked = scores_of(folder, "gold.links", source="s.xml", target="t.xml")
    assert lines == marked
    assert 0 < lines["char"] < 1


def test_gold_of_another_segmentation_is_scored_by_characters(folder: Path) -> None:
    found = scores_of(
        folder,
        "joined.links",
        source="s.xml",
        target="t.xml",
        gold_source="s.joined.txt",
        gold_target="t.joined.txt",
    )
    # 17 by 19 characters are one rectangle in gold, 7 by 7 and 10 by 12 of it are found.
    gold, hits = 17 * 19 + 5 * 5, 7 * 7 + 10 * 12 + 5 * 5
    recall = hits / gold
    assert list(found) == ["word", "char"]
    assert found["char"] == pytest.approx(2 * recall / (1 + recall))


def test_the_same_segmentation_given_twice_keeps_all_levels(folder: Path) -> None:
    files = {"source": "s.txt", "target": "t.txt"}
    once = scores_of(folder, "gold.links", **files)
    twice = scores_of(folder, "gold.links", **files, gold_source="s.xml", gold_target="t.xml")
    assert once == twice


def test_points_of_coal_are_offsets_into_the_texts(folder: Path) -> None:
    (folder / "gold.coal").write_text("(0, 0)\n(9, 9)\n(21, 23)\n")
    found = scores_of(folder, "gold.coal", source="s.txt", target="t.txt")
    assert found == {"word": 1.0, "char": 1.0}
    with pytest.raises(InputError, match="give both --source and --target"):
        scores_of(folder, "gold.coal")
    (folder / "gold.coal").write_text("0 0\n9 x\n")
    with pytest.raises(InputError, match="line 2: no pair of offsets"):
        scores_of(folder, "gold.coal", source="s.txt", target="t.txt")


def test_lines_that_translate_each_other_are_gold(folder: Path) -> None:
    files = {"source": "s.xml", "target": "t.xml"}
    lines = {"gold_source": "s.joined.txt", "gold_target": "t.joined.txt"}
    found = scores_of(folder, None, **files, **lines)
    assert found == scores_of(folder, "joined.links", **files, **lines)
    for name, empty in (("s", 1), ("t", 2)):
        text = [*(SOURCE if name == "s" else TARGET)]
        text.insert(empty, "")
        (folder / f"{name}.one.txt").write_text("\n".join(text) + "\n")
    lines = {"gold_source": "s.one.txt", "gold_target": "t.one.txt"}
    # One two = Un deux; nothing = Trois quatre; Three four = nothing; Five = Cinq.
    gold = 7 * 7 + 5 * 5
    precision = gold / (gold + 10 * 12)
    found = scores_of(folder, None, **files, **lines)
    assert found["char"] == pytest.approx(2 * precision / (1 + precision))
    (folder / "t.one.txt").write_text("Un deux.\n")
    with pytest.raises(InputError, match="has 1 line, the text beside it 4"):
        scores_of(folder, None, **files, **lines)
    with pytest.raises(ConfigError, match="give --gold, or two texts"):
        scores_of(folder, None, **files)


def test_texts_that_differ_are_refused_where_they_do(folder: Path) -> None:
    (folder / "o.txt").write_text("One two.\nThree five.\nFive.\n")
    with pytest.raises(InputError, match=r"the texts differ: 'ive\.Five\.' against 'our\.Five\.'"):
        scores_of(
            folder, "gold.links", source="s.txt", target="t.txt",
            gold_source="o.txt", gold_target="t.txt",
        )  # fmt: skip


def test_a_sentence_may_stand_in_two_links_of_gold(folder: Path) -> None:
    (folder / "twice.links").write_text("[0]:[0]\n[0]:[1]\n[2]:[2]\n")
    found = scores_of(folder, "twice.links", source="s.txt", target="t.txt")
    assert found["sentence"] == pytest.approx(2 / 3)
