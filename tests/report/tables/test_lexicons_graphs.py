"""Figures of a graph as tables."""

from __future__ import annotations

from diglot.lexicons.graph.statistics import graph_statistics
from diglot.report.tables.lexicons import graph_tables
from tests.lexicons.dictionaries import graph_of

DICTIONARIES = {
    "en-es": [("dog", "perro", "noun"), ("ice cream", "helado", "noun"), ("run", "correr", "verb")],
    "es-fr": [("perro", "chien", "noun"), ("helado", "glace", "noun", "properNoun")],
}


def rows(text: str, title: str) -> list[list[str]]:
    """The rows of a table, its header and rule left out."""
    table = next(part for part in text.split("\n\n") if part.startswith(f"{title} "))
    return [line.split() for line in table.split("\n")[2:]]


def test_every_table_has_its_figures() -> None:
    shown = graph_tables(graph_statistics(graph_of(DICTIONARIES)))
    assert rows(shown, "Languages")[0] == ["en", "3", "3", "1", "3"]
    assert ["es-fr", "2", "0", "0", "2", "es-fr"] in rows(shown, "Pairs of languages")
    assert ["en-es", "3", "3", "–", "–"] in rows(shown, "Dictionaries")
    assert ["properNoun", "1", "0", "1"] in rows(shown, "Parts of speech")
    assert ["en-fr", "2", "2", "0", "es"] in rows(shown, "Pairs that could be inferred")


def test_totals_come_first() -> None:
    shown = graph_tables(graph_statistics(graph_of(DICTIONARIES)))
    assert shown.startswith("entries          8 (case keep, parts of speech keep), 8 words\n")
    assert "translations     5, 0 of them one way, 5 bridges\n" in shown


def test_a_long_table_says_what_it_leaves_out() -> None:
    shown = graph_tables(graph_statistics(graph_of(DICTIONARIES)), most=1)
    assert "… and 2 more" in shown
    assert rows(shown, "Languages")[0][0] == "en"


def test_a_graph_where_nothing_can_be_inferred_has_no_such_table() -> None:
    shown = graph_tables(graph_statistics(graph_of({"en-es": DICTIONARIES["en-es"]})))
    assert "Pairs that could be inferred" not in shown
