"""A graph as translations, and back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from diglot.lexicons.graph.interning import list_translations
from diglot.model import Origin, Translation
from diglot.model.lexicon import DIRECTIONS
from tests.lexicons.encoding import encode

word = st.sampled_from(["a", "A", "b", "é"])
entry = st.builds(
    Translation,
    word,
    word,
    st.just("en"),
    st.sampled_from(["es", "fr"]),
    source_pos=st.sampled_from([None, "noun", "verb"]),
    target_pos=st.sampled_from([None, "noun"]),
    direction=st.sampled_from(DIRECTIONS),
)


@given(
    st.lists(
        entry,
        min_size=1,
        unique_by=lambda each: (
            *(each.source, each.target, each.target_language),
            *(each.source_pos, each.target_pos),
        ),
    )
)
def test_what_was_encoded_is_listed_again(translations: list[Translation]) -> None:
    graph = encode([(Origin("all"), translations)])
    found = list(list_translations(graph))
    assert set(found) == set(translations)
    assert len(found) == graph.edges
