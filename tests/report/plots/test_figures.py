"""Plots against rank: well-formed, complete, safe."""

from __future__ import annotations

import numpy as np
import pytest
from lxml import etree

from diglot.evaluate.rankings.average_precision import Ranking, rank_curve
from diglot.report.plots.figures import as_html, as_svg, rank_figures
from diglot.report.plots.lines import Panel, Series, xml_safe

SVG = "{http://www.w3.org/2000/svg}"


def figures(names, lengths):
    rng = np.random.default_rng(0)
    curves = [rank_curve(Ranking.of(rng.random(length) < 0.2, 50)) for length in lengths]
    return rank_figures(names, curves, list(range(len(names))), what="term pairs")


def drawn(panel):
    return etree.fromstring(f"<g>{panel.draw(0, 0, 340, 300)}</g>")


def points(panel):
    path = drawn(panel).find("path[@stroke-dasharray]").get("d")
    return [tuple(map(float, point.split())) for point in _pairs(path[1:].split())]


def _pairs(numbers):
    return [f"{x} {y}" for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def test_three_figures_of_seven_panels():
    root = etree.fromstring(as_svg(figures(["one", "two"], [30, 20])))
    heads = [each.text for each in root.iter(f"{SVG}text") if each.get("class") == "head"]
    assert heads == [
        *("precision", "recall", "F1"),
        "average precision",
        *("precision", "recall", "F1"),
    ]


def test_the_third_figure_has_the_three_best_runs():
    third = figures(["a", "b", "c", "d"], [10, 10, 10, 10])[2]
    assert [line.name for line in third.panels[0].lines] == ["b", "c", "d"]
    assert [line.style for line in third.panels[0].lines] == [1, 2, 3]


def test_a_line_runs_from_the_first_rank_to_the_last():
    values = np.linspace(1, 0, 11)
    line = points(Panel("p", "x", (Series("one", values, 0),), top=1.0))
    assert len(line) == 11
    assert line[0][1] < line[-1][1]  # y runs down
    assert line[-1][0] == pytest.approx(340 - 22, abs=0.1)


def test_a_long_line_keeps_its_first_ranks_and_few_points():
    values = np.zeros(60_000)
    values[:5] = 1
    line = points(Panel("p", "x", (Series("one", values, 0),), log=True, top=1.0))
    assert len(line) < 1100
    assert sum(y < 100 for _, y in line) == 5


def test_a_logarithmic_axis_spaces_powers_evenly():
    panel = Panel("p", "x", (Series("one", np.ones(1000), 0),), log=True, top=1.0)
    ticks = [
        float(each.get("x"))
        for each in drawn(panel).iter("text")
        if each.get("text-anchor") == "middle"
    ]
    assert np.diff(ticks) == pytest.approx([(340 - 22 - 44) / 3] * 3, abs=0.2)


@pytest.mark.parametrize("lengths", [[0, 5], [1, 1]])
def test_empty_and_short_lists_are_drawn(lengths):
    etree.fromstring(as_svg(figures(["one", "two"], lengths)))


def test_names_are_text_and_nothing_else():
    name = '<script>"\x00\ud800'
    assert "<script" not in as_html(figures([name], [5]), name)
    etree.fromstring(as_svg(figures([name], [5])))
    assert xml_safe("a<b") == "a&lt;b"


def test_the_page_asks_for_nothing_from_outside():
    page = as_html(figures(["one"], [5]), "Title")
    assert "default-src 'none'" in page
    assert "http" not in page.replace("http-equiv", "")
    assert "prefers-color-scheme: dark" in page
