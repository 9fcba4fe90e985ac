"""Test sets with marked terms for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from diglot.model import AnnotatedSegment, AnnotatedSet, TermMark

WORDS = st.text(
    alphabet=st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp")),
    min_size=1,
    max_size=6,
)
NAMES = st.text(alphabet="abcdefgh0123456789-_é", min_size=1, max_size=6)


@st.composite
def ranges(draw, text):
    """A range of characters of whole words; None for a text without words."""
    words = text.split(" ")
    if not text:
        return None
    first = draw(st.integers(0, len(words) - 1))
    last = draw(st.integers(first, len(words) - 1))
    begin = sum(len(word) + 1 for word in words[:first])
    return begin, begin + len(" ".join(words[first : last + 1]))


@st.composite
def marks(draw, source, reference):
    """A mark of a segment."""
    target_span = None if reference is None else draw(st.none() | ranges(reference))
    alternatives = draw(st.lists(WORDS, min_size=1, max_size=3, unique=True))
    return TermMark(
        draw(NAMES),
        draw(WORDS),
        tuple(alternatives),
        draw(st.none() | ranges(source)),
        target_span,
        draw(st.booleans()),
        draw(st.booleans()),
        draw(st.none() | WORDS),
        draw(st.none() | st.just(True)),
    )


@st.composite
def annotated_sets(draw):
    """A test set whose segments all have a reference, or none has."""
    has_reference = draw(st.booleans())
    texts = st.lists(WORDS, max_size=6).map(" ".join)
    segments = []
    for identifier in draw(st.lists(NAMES, min_size=1, max_size=4, unique=True)):
        source = draw(texts)
        reference = draw(texts) if has_reference else None
        found = draw(st.lists(marks(source, reference), max_size=3))
        document = draw(st.none() | NAMES)
        segments.append(AnnotatedSegment(identifier, source, reference, tuple(found), document))
    languages = st.none() | st.sampled_from(["en", "fr", "zh"])
    return AnnotatedSet(tuple(segments), draw(languages), draw(languages), "set")
