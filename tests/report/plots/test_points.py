"""Systems as named points: complete, in their places, safe."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from diglot.report.plots.figures import Figure, as_html, as_svg
from diglot.report.plots.points import Point, PointPanel
from diglot.report.plots.systems import panel, system_names
from diglot.report.tables.tasks import label_of

FRAME = (0.0, 0.0, 400.0, 300.0)


def drawn(shown: PointPanel) -> etree._Element:
    return etree.fromstring(f"<g>{shown.draw(*FRAME)}</g>")


def circles(shown: PointPanel) -> list[tuple[float, float]]:
    return [
        (float(each.get("cx", "")), float(each.get("cy", "")))
        for each in drawn(shown).iter("circle")
    ]


def points(*places: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(f"system {n}", x, y) for n, (x, y) in enumerate(places))


def test_a_higher_figure_stands_higher_and_a_greater_one_further_right() -> None:
    (x0, y0), (x1, y1) = circles(PointPanel("up", "across", points((0.2, 0.3), (0.4, 0.9))))
    assert x0 < x1
    assert y0 > y1


def test_every_point_says_its_name_and_figures() -> None:
    tips = [each.text for each in drawn(PointPanel("a", "b", points((0.25, 7)))).iter("title")]
    assert tips == ["system 0: 0.25, 7"]


def test_names_keep_clear_of_each_other_or_stay_away() -> None:
    crowd = PointPanel("a", "b", points(*[(0.5, 0.5)] * 30, (0, 0), (1, 1)))
    marks = [each for each in drawn(crowd).iter("text") if each.get("class", "").startswith("mark")]
    assert 3 <= len(marks) < 32
    assert len({(each.get("x"), each.get("y")) for each in marks}) == len(marks)


def test_the_line_of_least_squares_goes_through_points_on_a_line() -> None:
    shown = PointPanel("a", "b", points((0, 0), (1, 2), (2, 4)))
    (line,) = [each for each in drawn(shown).iter("path") if "line" in each.get("class", "")]
    ends = line.get("d", "").removeprefix("M").split("L")
    places = circles(shown)
    assert [tuple(map(float, end.split())) for end in ends] == [places[0], places[-1]]


@pytest.mark.parametrize(
    "places", [[(0, 0), (1, 2)], [(0, 0), (0, 1), (0, 2)], [(0, 0), (0, 1), (2e-239, 2)]]
)
def test_two_points_and_points_above_each_other_have_no_line(
    places: list[tuple[float, float]],
) -> None:
    shown = PointPanel("a", "b", points(*places))
    assert not [each for each in drawn(shown).iter("path") if "line" in each.get("class", "")]


@given(st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), max_size=12))
def test_all_points_stand_inside_the_frame(places: list[tuple[float, float]]) -> None:
    for x, y in circles(PointPanel("a", "b", points(*places))):
        assert 0 <= x <= 400
        assert 0 <= y <= 300


def test_the_title_tells_a_correlation_that_is_sure() -> None:
    names = [f"s{n}" for n in range(6)]
    sure = panel(names, [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 6, 5], ("EM", "WO2"))
    assert sure.title == "WO2 (Spearman 0.9429*, 6 systems)"
    assert panel(names[:3], [1, 2, 3], [1, 3, 2], ("EM", "WO2")).title == "WO2"


def test_what_all_names_end_with_is_left_out() -> None:
    paths = [Path("x/BIT.ende.proper.jsonl"), Path("x/o3.ende.proper.jsonl")]
    assert system_names(paths) == ["BIT", "o3"]
    assert system_names([Path("mine.jsonl")]) == ["mine"]
    assert system_names([Path("a.b.c.jsonl"), Path("b.c.jsonl")]) == ["a.b", "b"]


@pytest.mark.parametrize("write", [as_svg, lambda figures: as_html(figures, "systems")])
def test_names_cannot_break_out(write) -> None:
    figure = Figure("c", (PointPanel("a", "b", (Point("<script>x()</script>", 1, 2),)),))
    text = write([figure])
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("bleu.score", "BLEU"),
        ("success_proper.success", "success, proper"),
        ("words_random.whole_words", "success in words, random, whole words only"),
        ("lemma_regex_terms.success", "success, lemma regex"),
        ("consistency_first.micro", "consistency, first, micro"),
    ],
)
def test_figures_have_names_for_people(name: str, label: str) -> None:
    assert label_of(name) == label
