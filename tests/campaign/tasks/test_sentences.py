"""Campaigns of sentence alignment: what is scored, and what stands behind a figure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from diglot.campaign.plan import read_plan
from diglot.campaign.reporting import make_report, write_report
from diglot.campaign.running import run_campaign
from diglot.campaign.tasks import sentences
from diglot.errors import ConfigError, InputError

GOLD = 'name = "right"\noutputs = "letters/{document}.gold"'
WORSE = 'name = "worse"\noutputs = "worse/{document}.links"'


def worse(folder: Path) -> None:
    (folder / "worse").mkdir()
    for name in "ab":
        (folder / f"worse/{name}.links").write_text("[0]:[0]\n[1,2]:[1,2]\n[3]:[3]\n[4]:[]\n")


def test_a_click_finds_what_a_system_missed_that_others_found(
    campaign: Callable[..., Path], tmp_path: Path
) -> None:
    plan = read_plan(campaign(GOLD, WORSE))
    worse(tmp_path)
    report = make_report(plan, run_campaign(plan, tmp_path / "out"))
    write_report(tmp_path / "report", plan, report)
    page = (tmp_path / "report/index.html").read_text("utf-8")
    found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    data = json.loads(found[1])
    missed = [each for each in data["items"] if each["kind"] == "missed" and each["document"] == 0]
    assert [each["place"] for each in missed] == [[1, 1], [2, 2], [4, 4], [5, 5]]
    assert all(each["by"] == [1] and each["has"] == [0] for each in missed)
    assert missed[0]["source"] == ["a word long 1"]
    ranking = data["tables"][0]
    assert [row[0] for row in ranking["rows"]] == ["right", "worse"]
    assert ranking["rows"][1][1]["items"] == [1, [0, 1]]
    assert page.count('<figure><svg class="plots"') == len(report.figures) == 3
    assert (tmp_path / "report/figures.html").is_file()


def test_no_system_is_said_to_have_found_what_it_does_not_show(
    campaign: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = read_plan(campaign(GOLD, WORSE, 'name = "fails"\ncommand = "false"'))
    worse(tmp_path)
    monkeypatch.setattr(sentences, "_SHOWN", 1)
    report = make_report(plan, run_campaign(plan, tmp_path / "out"))
    write_report(tmp_path / "report", plan, report)
    page = (tmp_path / "report/index.html").read_text("utf-8")
    data = json.loads(re.findall(r'id="data">(.*?)</script>', page, re.DOTALL)[0])
    # What fails shows but the first link, and has not found the others for that.
    shown = [each for each in data["items"] if each["document"] == 0]
    assert [(each["place"], each["by"], each["has"]) for each in shown] == [
        ([1, 1], [1], [0]),
        ([0, 0], [2], [0, 1]),
    ]


def test_signatures_change_with_the_data_alone(
    campaign: Callable[..., Path], tmp_path: Path
) -> None:
    worse(tmp_path)
    plan = read_plan(campaign(GOLD, WORSE))
    found = []
    for _ in range(2):
        found.append(make_report(plan, run_campaign(plan, tmp_path / "out")).signatures)
        with (tmp_path / "letters/a.gold").open("a") as file:
            file.write("\n")
    *before, data, right, wrong = found[0]
    assert found[1][-3] != data
    assert found[1] == (*before, found[1][-3], right, wrong)
    assert wrong == "system:worse|outputs:worse/{document}.links"


def test_gold_of_another_segmentation_is_scored_by_characters(
    campaign: Callable[..., Path], tmp_path: Path
) -> None:
    path = campaign(GOLD, WORSE)
    for side in ("en", "fr"):
        for name in "ab":
            lines = (tmp_path / f"letters/{name}.{side}.txt").read_text().splitlines()
            joined = " ".join(lines[:2]), *lines[2:]
            (tmp_path / f"letters/{name}.{side}.joined").write_text("\n".join(joined))
            (tmp_path / f"letters/{name}.coarse").write_text(
                "".join(f"[{k}]:[{k}]\n" for k in range(5))
            )
    worse(tmp_path)
    path.write_text(
        path.read_text().replace(
            'gold = "letters/*.gold"',
            'gold = "letters/*.coarse"\ngold_source = "letters/*.en.joined"\n'
            'gold_target = "letters/*.fr.joined"',
        )
    )
    plan = read_plan(path)
    report = make_report(plan, run_campaign(plan, tmp_path / "out"))
    [types] = [each for each in report.tables if each.name == "types"]
    right = dict(zip(types.columns, types.rows[0], strict=True))
    assert right["Align F"].value is None  # type: ignore[union-attr]
    assert 0.5 < right["Char F"].value < 1  # type: ignore[union-attr,operator]


def test_links_to_other_segments_are_a_failure_that_names_their_file(
    campaign: Callable[..., Path], tmp_path: Path
) -> None:
    plan = read_plan(campaign(GOLD, WORSE))
    worse(tmp_path)
    (tmp_path / "worse/b.links").write_text("[0]:[0]\n[99]:[5]\n")
    report = make_report(plan, run_campaign(plan, tmp_path / "out"))
    [failures] = [each for each in report.tables if each.name == "failures"]
    assert [row[:3] for row in failures.rows] == [("worse", "letters", "b")]
    assert f"{tmp_path}/worse/b.links, b: a link names source segment 99" in str(failures.rows[0])


def test_links_of_a_corpus_are_counted_together_and_their_probabilities_judged(
    campaign: Callable[..., Path], tmp_path: Path
) -> None:
    worse(tmp_path)
    (tmp_path / "worse/a.links").write_text("[0]:[0]:.9\n[1,2]:[1,2]:.2\n[3]:[3]:.8\n[4]:[]:.1\n")
    (tmp_path / "worse/b.links").write_text("".join(f"[{k}]:[{k}]:1\n" for k in range(6)))
    plan = read_plan(campaign(GOLD, WORSE))
    report = make_report(plan, run_campaign(plan, tmp_path / "out"))
    tables = {each.name: each for each in report.tables}
    right, wrong = tables["corpora"].rows
    assert tables["corpora"].columns[2:6] == ("strict P", "strict R", "strict F", "lax F")
    assert [cell.value for cell in right[2:]] == [1.0] * 8  # type: ignore[union-attr]
    figures = [cell.value for cell in wrong[2:5]]  # type: ignore[union-attr]
    assert figures == pytest.approx([8 / 10, 8 / 12, 8 / 11])
    assert wrong[4].interval is None  # type: ignore[union-attr]  # two blocks
    assert "corpus-tests" not in tables
    [sure] = tables["confidence"].rows  # gold as an output has no probabilities
    assert sure[:2] == ("letters", "worse")
    assert [cell.value for cell in sure[2:]] == pytest.approx([10, 2, 0.06, 1, 0.5])  # type: ignore[union-attr]


def test_links_and_sentences_are_counted_by_text_and_type(
    campaign: Callable[..., Path], tmp_path: Path
) -> None:
    plan = read_plan(campaign(GOLD))
    report = make_report(plan, run_campaign(plan, tmp_path / "out"))
    [texts] = [each for each in report.tables if each.name == "texts"]
    assert texts.rows == (
        ("letters", "letters", "a", 6, 0, 6, 6),
        ("letters", "letters", "b", 6, 0, 6, 6),
        ("letters", "all", "2 texts", 12, 0, 12, 12),
    )


def test_the_heights_of_figure_1_are_logarithmic(
    campaign: Callable[..., Path], tmp_path: Path
) -> None:
    plan = read_plan(campaign(GOLD, WORSE))
    worse(tmp_path)
    report = make_report(plan, run_campaign(plan, tmp_path / "out"))
    [panel, _] = report.figures["types"].panels
    drawn = panel.draw(0, 0, 400, 300)
    ticks = dict(re.findall(r'end" x="38.0" y="([0-9.]+)">([0-9.]+)<', drawn))
    places = {float(value): float(place) for place, value in ticks.items()}
    assert sorted(places) == [0.1, 0.2, 0.5, 1]
    # Twice as much is as far everywhere.
    assert abs((places[0.1] - places[0.2]) - (places[0.5] - places[1])) < 0.2


def test_steadiness_is_the_distance_of_the_worst_type_from_the_best(
    campaign: Callable[..., Path], tmp_path: Path
) -> None:
    plan = read_plan(campaign(GOLD, WORSE))
    worse(tmp_path)
    report = make_report(plan, run_campaign(plan, tmp_path / "out"))
    [table] = [each for each in report.tables if each.name == "steadiness"]
    right, other = table.rows
    assert [each.value for each in right[1:4]] == [1, 1, 0]  # type: ignore[union-attr]
    assert (right[4], other[4]) == ("0 of 1", "1 of 1")


def test_the_ranking_is_repeated_with_each_text_left_out(
    campaign: Callable[..., Path], tmp_path: Path
) -> None:
    plan = read_plan(campaign(GOLD, WORSE, 'name = "other"\noutputs = "other/{document}.links"'))
    worse(tmp_path)
    (tmp_path / "other").mkdir()  # better than the second on one text, worse on the other
    (tmp_path / "other/a.links").write_text("".join(f"[{k}]:[{k}]\n" for k in range(6)))
    (tmp_path / "other/b.links").write_text("[0]:[5]\n")
    report = make_report(plan, run_campaign(plan, tmp_path / "out"))
    [table] = [each for each in report.tables if each.name == "left-out"]
    assert table.columns == ("left out", "right", "worse", "other")
    assert table.rows == (
        ("nothing", 1, 2, 3),
        ("letters: a", 1, 2, 3),
        ("letters: b", 1, 3, 1),
    )
    assert "the same with 1 of 2 texts left out" in table.notes[0]


def test_lines_of_two_texts_are_gold_as_in_the_one_line_form_of_baf(
    campaign: Callable[..., Path], tmp_path: Path
) -> None:
    path = campaign(GOLD, WORSE)
    worse(tmp_path)
    sides = 'gold_source = "letters/*.en.line"\ngold_target = "letters/*.fr.line"'
    for name in "ab":
        for side in ("en", "fr"):
            lines = (tmp_path / f"letters/{name}.{side}.txt").read_text().splitlines()
            joined = " ".join(lines[:2]), *lines[2:], ""
            (tmp_path / f"letters/{name}.{side}.line").write_text("\n".join(joined))
    path.write_text(path.read_text().replace('gold = "letters/*.gold"', sides))
    plan = read_plan(path)
    report = make_report(plan, run_campaign(plan, tmp_path / "out"))
    [types] = [each for each in report.tables if each.name == "types"]
    right = dict(zip(types.columns, types.rows[0], strict=True))
    assert right["Align F"].value is None  # type: ignore[union-attr]
    assert 0.5 < right["Char F"].value < 1  # type: ignore[union-attr,operator]
    (tmp_path / "letters/b.fr.line").write_text("one\ntwo\n")
    with pytest.raises(InputError, match=r"has 2 lines, the text beside it 5"):
        make_report(plan, run_campaign(plan, tmp_path / "out"))


def test_a_text_without_gold_is_named(campaign: Callable[..., Path], tmp_path: Path) -> None:
    path = campaign(GOLD)
    (tmp_path / "letters/b.gold").unlink()
    with pytest.raises(InputError, match=r"b\.en\.txt: no file fits .* \(gold of corpus letters\)"):
        run_campaign(read_plan(path), tmp_path / "out")


@pytest.mark.parametrize(
    "scores", ['draws = "many"', "seed = -1", "levels = []", 'rank_by = "char"']
)
def test_scores_of_another_type_are_refused(
    campaign: Callable[..., Path], tmp_path: Path, scores: str
) -> None:
    path = campaign(GOLD)
    path.write_text(f"{path.read_text()}[scores]\n{scores}\n")
    with pytest.raises(ConfigError, match=r"campaign.toml: \w+ of \[scores\] is .*, but must"):
        run_campaign(read_plan(path), tmp_path / "out")


@pytest.mark.parametrize(
    ("gold", "said"),
    [("", "gold is missing"), ('gold_source = "x"', "give both gold_source and gold_target")],
)
def test_a_corpus_without_gold_is_refused(
    campaign: Callable[..., Path], tmp_path: Path, gold: str, said: str
) -> None:
    path = campaign(GOLD)
    path.write_text(path.read_text().replace('gold = "letters/*.gold"', gold))
    with pytest.raises(ConfigError, match=f"corpus letters: {said}"):
        run_campaign(read_plan(path), tmp_path / "out")
