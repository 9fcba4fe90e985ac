"""``diglot score words``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

SPAN = '<docSpan beginPos="a 1.0" endPos="a 1.0">x</docSpan>'


def tree(*links: tuple[str, str]) -> str:
    body = "".join(f'<link id="{name}" parentID="{parent}">{SPAN}</link>' for name, parent in links)
    return (
        '<trAnnot xmlns="http://transread.limsi.fr" version="1.1"><linkList level="chunk">'
        '<linkGroup id="1" type="alignment"><docPart doc="a"/><docPart doc="b"/>'
        f"{body}</linkGroup></linkList></trAnnot>"
    )


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "gold.txt").write_text("0-0 1-1 1p2\n", encoding="utf-8")
    (tmp_path / "one.pharaoh").write_text("0-0 1-2 2-2\n", encoding="utf-8")
    (tmp_path / "same.pharaoh").write_text("0-0 1-1\n", encoding="utf-8")
    (tmp_path / "scored.pharaoh").write_text("0-0:0.9 1-1:0.6 0-2:0.2\n", encoding="utf-8")
    root = "1.0_0-1_0-2"
    (tmp_path / "gold.xml").write_text(
        tree((root, "ROOT"), ("1.1_0-0_0-0", root), ("1.1_1-1_1-2", root)), encoding="utf-8"
    )
    (tmp_path / "flat.xml").write_text(tree((root, "ROOT")), encoding="utf-8")
    (tmp_path / "s.txt").write_text("a b c\n", encoding="utf-8")
    (tmp_path / "t.txt").write_text("A B !\n", encoding="utf-8")
    (tmp_path / "by_anna.txt").write_text("1 0:0:sure 1:1:partial 0:2:wrong\n", encoding="utf-8")
    (tmp_path / "by_ben.txt").write_text("1 0:0:sure 1:1:partial 0:2:sure\n", encoding="utf-8")
    return tmp_path


def test_json_has_the_figures_at_the_top(run: Run, files: Path) -> None:
    result = run(
        *("score", "words", "--gold", files / "gold.txt"),
        *("--pred", files / "one.pharaoh", "--json"),
    )
    assert result.code == 0
    values = result.json
    assert values["aer"] == pytest.approx(0.4)
    assert values["precision"] == pytest.approx(2 / 3)
    assert values["recall"] == pytest.approx(1 / 2)
    assert values["f1"] == values["f_alpha"] == pytest.approx(4 / 7)
    assert values["intervals"] is None  # one pair says nothing of how it varies
    assert values["counts"] == {
        "pairs": 1,
        "predicted": 3,
        "possible_hits": 2,
        "sure_hits": 1,
        "sure": 2,
        "possible": 3,
    }
    assert values["name"] == "AER"
    assert values["note"] == "1 pair: too few for intervals and tests, which need 10"
    assert "gold:sure+possible" in values["signature"]


def test_an_error_rate_on_sure_links_alone_is_called_so(run: Run, files: Path) -> None:
    arguments = ("--gold", files / "same.pharaoh", "--pred", files / "one.pharaoh")
    values = run("score", "words", *arguments, "--json").json
    assert values["name"] == "AER (sure only)"
    assert "1 - F1" in values["note"]
    shown = run("score", "words", *arguments).out
    assert "AER (sure only)" in shown
    assert "1 - F1" in shown


def test_options_on_possible_links_and_alpha(run: Run, files: Path) -> None:
    arguments = ("--gold", files / "gold.txt", "--pred", files / "one.pharaoh", "--json")
    sure = run("score", "words", *arguments, "--all-sure").json
    assert sure["recall"] == pytest.approx(2 / 3)
    ignored = run("score", "words", *arguments, "--ignore-possible", "--alpha", "0.1").json
    assert ignored["precision"] == pytest.approx(1 / 3)
    assert ignored["f_alpha"] == pytest.approx(1 / (0.1 * 3 + 0.9 * 2))
    assert "alpha:0.1" in ignored["signature"]
    both = run("score", "words", *arguments, "--ignore-possible", "--all-sure")
    assert both.code == 2


def test_links_of_punctuation_can_be_left_out(run: Run, files: Path) -> None:
    arguments = ("--gold", files / "gold.txt", "--pred", files / "one.pharaoh", "--json")
    texts = ("--source", files / "s.txt", "--target", files / "t.txt")
    values = run("score", "words", *arguments, *texts, "--no-punctuation").json
    assert values["counts"]["predicted"] == 1
    refused = run("score", "words", *arguments, "--no-punctuation")
    assert refused.code == 2
    assert "--source" in refused.error


def test_links_beyond_the_tokens_are_refused_with_their_line(run: Run, files: Path) -> None:
    (files / "s.txt").write_text("a b\n", encoding="utf-8")
    result = run(
        *("score", "words", "--gold", files / "gold.txt", "--pred", files / "one.pharaoh"),
        *("--source", files / "s.txt", "--target", files / "t.txt"),
    )
    assert result.code == 2
    assert "one.pharaoh, line 1" in result.error


def test_bases_and_formats_are_told_for_each_side(run: Run, files: Path) -> None:
    (files / "gold.one").write_text("1-1 2-2 2p3\n", encoding="utf-8")
    (files / "pred.naacl").write_text("1 1 1\n1 2 3\n1 3 3\n", encoding="utf-8")
    values = run(
        *("score", "words", "--gold", files / "gold.one", "--base", "1"),
        *("--pred", files / "pred.naacl", "--json"),
    ).json
    assert values["aer"] == pytest.approx(0.4)
    (files / "pred.one").write_text("1-1 2-3 3-3\n", encoding="utf-8")
    values = run(
        *("score", "words", "--gold", files / "gold.txt", "--format", "pharaoh"),
        *("--pred", files / "pred.one", "--pred-base", "1", "--pred-format", "talp", "--json"),
    ).json
    assert values["aer"] == pytest.approx(0.4)


def test_numbered_lines_may_leave_out_pairs_at_the_end(run: Run, files: Path) -> None:
    (files / "gold.naacl").write_text("1 1 1\n", encoding="utf-8")
    (files / "pred.pharaoh").write_text("0-0\n\n0-0\n", encoding="utf-8")
    for gold, pred in (("gold.naacl", "pred.pharaoh"), ("pred.pharaoh", "gold.naacl")):
        arguments = ("--gold", files / gold, "--pred", files / pred, "--json")
        values = run("score", "words", *arguments).json
        assert values["aer"] == pytest.approx(1 / 3)
        assert values["counts"]["pairs"] == 3


def test_unequal_numbers_of_pairs_are_refused(run: Run, files: Path) -> None:
    (files / "one.pharaoh").write_text("0-0\n0-0\n", encoding="utf-8")
    result = run("score", "words", "--gold", files / "gold.txt", "--pred", files / "one.pharaoh")
    assert result.code == 2
    assert "the prediction has 2 pairs, gold has 1" in result.error


def test_files_without_pairs_have_no_error_rate(run: Run, files: Path) -> None:
    (files / "empty.txt").touch()
    result = run("score", "words", "--gold", files / "empty.txt", "--pred", files / "empty.txt")
    assert result.code == 2
    assert "holds no sentence pairs" in result.error


def test_several_predictions_are_compared(run: Run, files: Path) -> None:
    both = ("--pred", files / "one.pharaoh", "--pred", files / "same.pharaoh")
    shown = run("score", "words", "--gold", files / "gold.txt", *both)
    assert "difference" in shown.out
    values = run("score", "words", "--gold", files / "gold.txt", *both, "--json").json
    assert [each["aer"] for each in values["runs"]] == [pytest.approx(0.4), 0]
    (compared,) = values["comparisons"]
    assert compared["figure"] == "aer"
    assert compared["difference"] == pytest.approx(-0.4)


def test_trees_alone_are_enough(run: Run, files: Path) -> None:
    (files / "odd.pharaoh").write_text("0-0 1-1 0-2\n", encoding="utf-8")
    arguments = ("--trees", files / "gold.xml", "--pred", files / "odd.pharaoh")
    values = run("score", "words", *arguments, "--json").json
    assert values["aer"] is None
    assert values["trees"]["leaves"]["weighted_aer"] == pytest.approx(1 - 2.5 / 3.5)
    assert values["trees"]["nodes"]["consistency"] == pytest.approx(1 / 3)
    assert [row["depth"] for row in values["depths"]] == [0, 1]
    shown = run("score", "words", *arguments).out
    for words in ("node consistency", "leaf-weighted AER", ".286", "depth"):
        assert words in shown
    both = run("score", "words", *arguments, "--pred", files / "same.pharaoh", "--json").json
    assert both["comparisons"][0]["figure"] == "consistency"


def test_a_group_without_a_tree_is_left_out_where_the_links_have_no_line_for_it(
    run: Run, files: Path
) -> None:
    head, _, rest = (files / "gold.xml").read_text("utf-8").partition("<linkGroup")
    group = '<linkGroup id="0" type="alignment"><docPart doc="a"/><docPart doc="b"/></linkGroup>'
    (files / "empty.xml").write_text(f"{head}{group}<linkGroup{rest}", encoding="utf-8")
    arguments = ("score", "words", "--pred", files / "one.pharaoh", "--json", "--trees")
    found = run(*arguments, files / "empty.xml").json
    assert found["leaves"] == run(*arguments, files / "gold.xml").json["leaves"]
    assert found["note"].startswith("1 tree without nodes left out: the links have no line for")


def test_trees_may_stand_for_links_and_are_compared_with_trees(run: Run, files: Path) -> None:
    values = run(
        *("score", "words", "--gold", files / "gold.xml", "--trees", files / "gold.xml"),
        *("--pred", files / "flat.xml", "--json"),
    ).json
    assert values["recall"] == 1
    assert values["precision"] == pytest.approx(3 / 6)
    assert values["agreement"]["brackets"]["f1"] == pytest.approx(2 / 4)
    shown = run("score", "words", "--trees", files / "gold.xml", "--pred", files / "flat.xml")
    assert "bracket precision" in shown.out


def test_probabilities_are_judged_against_gold_and_labels(run: Run, files: Path) -> None:
    arguments = ("--pred", files / "scored.pharaoh", "--gold", files / "gold.txt")
    labels = ("--labels", files / "by_anna.txt", files / "by_ben.txt")
    texts = ("--source", files / "s.txt", "--target", files / "t.txt")
    values = run("score", "words", *arguments, *labels, *texts, "--json").json
    assert values["confidence"]["possible"]["wrong"] == 1
    assert values["confidence"]["possible"]["auc"] == 1
    assert set(values["confidence"]["sure"]["risk"]["errors"]) == {"0.5", "0.8", "0.95"}
    rows = {row["label"]: row for row in values["labels"]["labels"]}
    assert rows["sure"]["links"] == rows["partial"]["links"] == 1
    assert rows["wrong"]["links"] == 0  # the two disagree
    assert rows["partial"]["auc"] == 1
    assert len(values["pairs"]["mean_log"]) == 1
    shown = run("score", "words", *arguments, *labels).out
    for words in ("AUC against sure", "expected calibration error", "area of risk", "sure in gold"):
        assert words in shown


def test_labels_need_probabilities(run: Run, files: Path) -> None:
    arguments = ("--pred", files / "one.pharaoh", "--labels", files / "by_anna.txt")
    result = run("score", "words", *arguments)
    assert result.code == 2
    assert "i-j:p" in result.error


def test_there_must_be_something_to_score_against(run: Run, files: Path) -> None:
    result = run("score", "words", "--pred", files / "one.pharaoh")
    assert result.code == 2
    assert "--gold, --trees or --labels" in result.error
    result = run("score", "sentences", "--pred", files / "one.pharaoh")
    assert result.code == 2
    assert "--gold" in result.error


@pytest.mark.parametrize("option", ["--alpha=0.3", "--base=0", "--all-sure"])
def test_options_of_words_are_refused_for_sentences(run: Run, files: Path, option: str) -> None:
    arguments = ("--gold", files / "gold.txt", "--pred", files / "one.pharaoh", option)
    result = run("score", "sentences", *arguments)
    assert result.code == 2
    assert f"unrecognized arguments: {option}" in result.error


def test_a_broken_file_is_named_with_its_line(run: Run, files: Path) -> None:
    (files / "one.pharaoh").write_text("0-0\n", encoding="utf-8")
    (files / "bad.pharaoh").write_text("0~0\n", encoding="utf-8")
    result = run("score", "words", "--gold", files / "gold.txt", "--pred", files / "bad.pharaoh")
    assert result.code == 2
    assert "bad.pharaoh, line 1" in result.error
