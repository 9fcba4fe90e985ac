"""Tables for terminals and for pages."""

from __future__ import annotations

import pytest

from bench import tables
from bench.measure import Cost
from bench.tables import Limit, Measurement


def test_columns_line_up_and_the_second_line_is_the_rule_of_a_markdown_table() -> None:
    lines = tables.table(["set", "F1"], [["a", ".5"], ["longer name", "1.000"]]).split("\n")
    assert len({len(line) for line in lines}) == 1
    assert lines[0] == "| set         |    F1 |"
    assert lines[1] == "| ----------- | ----: |"
    assert lines[2] == "| a           |    .5 |"


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (0.8749, ".875"),
        (1.0, "1.000"),
        (0.99996, "1.000"),
        (0.0, ".000"),
        (-0.0123, "-.012"),
        (-0.0001, ".000"),
        (None, "–"),
    ],
)
def test_figures_are_printed_as_in_papers(value: float | None, printed: str) -> None:
    assert tables.figure(value) == printed


def test_costs_stand_beside_their_limits() -> None:
    table = tables.costs(
        [
            Measurement("novel", Cost(3.904, 4.1, 219.4), Limit(cpu=4.0), 0.9941),
            Measurement("help", Cost(0.04, 0.05, 14.6)),
        ]
    )
    _, _, novel, other = table.split("\n")
    assert [cell.strip() for cell in novel.strip("|").split("|")] == [
        *("novel", "3.90", "4", "4.10", "219", "–", ".994")
    ]
    assert other.count("–") == 3
