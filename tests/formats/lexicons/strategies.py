"""Generated lexicons: words as they should never be, every field of a translation."""

from __future__ import annotations

from hypothesis import strategies as st

from diglot.formats.termbases.data_categories import in_one_line
from diglot.model.lexicon import DIRECTIONS, LexicalPath, Translation
from tests.formats.strategies import texts

LANGUAGES = ("en", "fr", "pt-BR", "sr-Latn", "es", "und")
PARTS = ("noun", "properNoun", "verb", "n", "a b", "é/ü", "adj:x")

words = texts(xml=True).map(in_one_line).filter(lambda text: text.strip() != "")


@st.composite
def paths(draw, source: str, target: str, languages: tuple[str, str], word):
    """A path whose words differ, each step made by one or more dictionaries."""
    between = draw(st.lists(word, max_size=2, unique=True))
    nodes = [
        (source, languages[0]),
        *((each, draw(st.sampled_from(LANGUAGES[2:]))) for each in between),
        (target, languages[1]),
    ]
    names = st.sampled_from(("eng-spa", "a b/c", "é|x", "fra-cat"))
    return LexicalPath(
        tuple(text for text, _ in nodes),
        tuple(language for _, language in nodes),
        tuple(tuple(draw(st.lists(names, max_size=2, unique=True))) for _ in range(len(nodes) - 1)),
        draw(st.none() | st.floats(0, 1)),
    )


@st.composite
def translations(draw, *, word=words, pair=("en", "fr"), full=True):
    """A translation of one pair of languages; ``full`` ones say everything."""
    source, target = draw(word), draw(word)
    part = st.none() | st.sampled_from(PARTS)
    return Translation(
        source,
        target,
        *pair,
        draw(part),
        draw(part),
        draw(st.sampled_from(DIRECTIONS)) if full else "both",
        draw(st.none() | st.floats(0, 1)),
        draw(st.none() | word),
        tuple(draw(st.lists(word, max_size=2))) if full else (),
        tuple(draw(st.lists(paths(source, target, pair, word), max_size=2))) if full else (),
    )
