"""Random graphs of small dictionaries: directions, parts of speech, large letters, synonyms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from diglot.model import Origin, Translation
from diglot.model.lexicon import DIRECTIONS
from tests.lexicons.encoding import encode

if TYPE_CHECKING:
    from diglot.lexicons.graph.graph import Graph

LANGUAGES = ("ca", "en", "eo", "fr")
ENDS = st.sampled_from([("en", "fr"), ("ca", "eo"), ("fr", "ca")])
_LANGUAGES = st.sampled_from(LANGUAGES)
_WORDS = st.sampled_from(["a", "A", "b", "c"])
_PARTS = st.sampled_from([None, None, "noun"])
# So that each language has words.
_ANCHORS = ((Translation("a", "a", "ca", "en"), 0), (Translation("a", "a", "eo", "fr"), 1))


@st.composite
def rows(
    draw: st.DrawFn, *, directions: tuple[str, ...] = DIRECTIONS
) -> list[tuple[Translation, int]]:
    """Translations, each with the number of its dictionary; some are between synonyms."""
    row = st.builds(
        Translation,
        _WORDS,
        _WORDS,
        _LANGUAGES,
        _LANGUAGES,
        _PARTS,
        _PARTS,
        st.sampled_from(directions),
    )
    drawn = draw(st.lists(st.tuples(row, st.integers(0, 2)), max_size=60))
    return [*_ANCHORS, *drawn]


def graph_of_rows(
    found: list[tuple[Translation, int]], *, case: str = "keep", pos: str = "keep"
) -> Graph:
    """The graph of three dictionaries."""
    return encode(
        ((Origin(f"{of}"), [each for each, its in found if its == of]) for of in range(3)),
        case=case,
        pos=pos,
    )


def random_graphs(*, directions: tuple[str, ...] = DIRECTIONS) -> st.SearchStrategy[Graph]:
    """Graphs of such translations."""
    return rows(directions=directions).map(graph_of_rows)
