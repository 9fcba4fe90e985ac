"""What values show in a notebook."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.model import (
    Bitext,
    Concept,
    ConceptTerm,
    Document,
    Hypotheses,
    Lexicon,
    Link,
    Segment,
    Termbase,
    Translation,
    WordLinks,
    WordVectors,
)

LONG = Document("word " * 100_000, segments=tuple(Segment(5 * k, 5 * k + 4) for k in range(12)))
BITEXT = Bitext(LONG, LONG, tuple(Link((k,), (k,), 0.5) for k in range(12)))
TERMBASE = Termbase(
    (Concept("1", (ConceptTerm("<b>", "en"), ConceptTerm("gras", "fr")), score=0.25),), title="t"
)
LINKS = WordLinks(np.array([0, 1, 1]), np.zeros(1, np.int32), np.ones(1, np.int32))
VALUES = [
    (LONG, 12, "<Document: 500,000 characters, 12 segments>"),
    (BITEXT, 12, "<Bitext: ?-?, 12 links>"),
    (TERMBASE, 1, "<Termbase: t, en-fr, 1 concept>"),
    (Lexicon((Translation("a", "b", "en", "fr"),)), 1, "<Lexicon: 1 translation>"),
    (LINKS, 2, "<WordLinks: 1 link, 2 pairs>"),
    (Hypotheses(("a",), name="system"), 1, "<Hypotheses: system, 1 text>"),
]


@pytest.mark.parametrize(("value", "length", "shown"), VALUES)
def test_length_items_and_a_representation_in_one_line(value, length, shown):
    assert len(value) == len(list(value)) == length
    assert repr(value) == shown


def test_a_value_without_items_is_still_a_value():
    assert Termbase()
    assert len(Termbase()) == 0


def test_vectors_do_not_print_their_numbers():
    vectors = WordVectors(["a"], np.zeros((1, 3), np.float32))
    assert repr(vectors) == "<WordVectors: 1 word, 3 dimensions>"


def test_a_notebook_shows_the_first_rows_and_escapes_them():
    shown = BITEXT._repr_html_()
    assert shown.count("<tr>") == 11
    assert "… and 2 more" in shown
    assert "<th>en</th><th>fr</th>" in TERMBASE._repr_html_()
    assert '<span dir="auto">&lt;b&gt;</span>' in TERMBASE._repr_html_()
    assert "<td>0.250</td>" in TERMBASE._repr_html_()


def test_a_data_frame_has_a_row_for_each_item(monkeypatch):
    made = SimpleNamespace(DataFrame=lambda rows, columns: (rows, columns))
    monkeypatch.setitem(sys.modules, "pandas", made)
    rows, columns = LINKS.to_pandas()
    assert columns == ["pair", "links"]
    assert rows == [(0, "0-1"), (1, "")]


def test_a_data_frame_without_pandas_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ConfigError, match="pip install pandas"):
        TERMBASE.to_pandas()
