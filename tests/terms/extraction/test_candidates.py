"""Candidates for terms: which n-grams, how often, and where."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from diglot.terms.extraction.candidates import find_candidates
from diglot.terms.extraction.corpus import CONTENT, LINKING, OTHER, encode_corpus

FUNCTION = frozenset({"the", "of", "is"})
LINKS = frozenset({"of"})
WORDS = st.sampled_from(["wind", "Farm", "energy", "the", "of", "is", ",", "5"])


def _slow(sentence: list[str], longest: int) -> list[str]:
    """Every candidate of a sentence, by the definition."""
    found = []
    words = [word.lower() for word in sentence]
    content = [word.isalpha() and word not in FUNCTION for word in words]
    for begin in range(len(words)):
        for end in range(begin + 1, min(len(words), begin + longest) + 1):
            inside = words[begin:end]
            ends = content[begin] and content[end - 1]
            if ends and all(
                c or w in LINKS for w, c in zip(inside, content[begin:end], strict=True)
            ):
                found.append(" ".join(inside))
    return found


@given(st.lists(st.lists(WORDS, max_size=9), max_size=5), st.integers(1, 6))
def test_candidates_are_those_of_the_definition(sentences: list[list[str]], longest: int) -> None:
    corpus = encode_corpus(sentences, function_words=FUNCTION, linking_words=LINKS)
    found = find_candidates(corpus, longest=longest)
    slow = [_slow(sentence, longest) for sentence in sentences]
    texts = [found.text(k) for k in range(len(found))]
    occurrences = Counter(text for each in slow for text in each)
    assert dict(zip(texts, found.frequencies.tolist(), strict=True)) == occurrences
    held = Counter(text for each in slow for text in set(each))
    assert dict(zip(texts, found.sentences.tolist(), strict=True)) == held
    for number, each in enumerate(slow):
        here = slice(found.offsets[number], found.offsets[number + 1])
        assert [texts[k] for k in found.ngrams[here]] == each


def test_kinds_of_words() -> None:
    corpus = encode_corpus(
        [["The", "Wind", "of", "5", "x", "H1"]], function_words=FUNCTION, linking_words=LINKS
    )
    kinds = dict(zip(corpus.words, corpus.kinds.tolist(), strict=True))
    assert kinds == {
        "the": OTHER,
        "wind": CONTENT,
        "of": LINKING,
        "5": OTHER,
        "x": OTHER,
        "h1": CONTENT,
    }
    assert corpus.capitals.tolist() == [True, True, False, False, False, True]


def test_an_elided_word_leans_on_the_next() -> None:
    corpus = encode_corpus([["production", "d’", "énergie"]], language="fr", linking_words={"d'"})
    found = find_candidates(corpus)
    assert [found.text(k) for k in range(len(found))] == [
        "production",
        "production d'énergie",
        "énergie",
    ]


def test_one_character_is_a_word_where_none_are_spaced() -> None:
    corpus = encode_corpus([list("风力发电")], language="zh")
    found = find_candidates(corpus, longest=2)
    assert [found.text(k) for k in range(len(found))] == [
        "风",
        "风力",
        "力",
        "力发",
        "发",
        "发电",
        "电",
    ]


def test_no_text_has_no_candidates() -> None:
    assert len(find_candidates(encode_corpus([]))) == 0


def test_an_acronym_is_no_function_word() -> None:
    sentences = [["Who", "told", "the", "WHO"], ["THE", "WHO", "SAYS"]]
    corpus = encode_corpus(sentences, function_words={"who", "the"})
    assert corpus.words == ("who", "told", "the", "WHO", "says")
    assert corpus.kinds.tolist() == [OTHER, CONTENT, OTHER, CONTENT, CONTENT]
    assert corpus.tokens.tolist() == [0, 1, 2, 3, 2, 0, 4]


def test_words_of_a_tag_are_in_no_candidate() -> None:
    corpus = encode_corpus(
        [
            [
                "use",
                "<",
                "span",
                "size",
                "=",
                '"',
                "large",
                '"',
                ">",
                "wind",
                "<",
                "/",
                "span",
                ">",
            ],
            ["wind", "<", "farm", "and", "energy", ">", "wind"],
        ],
        function_words=frozenset({"use", "and"}),
    )
    found = find_candidates(corpus, longest=2)
    assert sorted({found.text(k) for k in range(len(found))}) == ["energy", "farm", "wind"]
