"""Looking terms up: all places, their translations, with an index and without."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.formats.stored import open_index
from diglot.model import Bitext, Document, Link, Segment, WordLinks
from diglot.pipeline.build.options import Query
from diglot.pipeline.find import Concordance, find
from diglot.pipeline.stored import pairs as stored_pairs
from diglot.pipeline.stored.pairs import (
    StoredPairs,
    index_of,
    pairs_of,
    read_pairs,
    write_index,
    write_pairs,
)
from diglot.text.spelling import fold
from diglot.text.tokens import WordSegmenter, segmenters_in_use

LETTERS = "aAbé’' 中文.e\u0301İß"
SENTENCES = st.lists(st.text(alphabet=LETTERS, max_size=10), min_size=1, max_size=8)


def document(sentences: list[str], name: str = "") -> Document:
    starts = [sum(len(each) + 1 for each in sentences[:k]) for k in range(len(sentences))]
    spans = [Segment(at, at + len(each)) for at, each in zip(starts, sentences, strict=True)]
    return Document("\n".join(sentences), segments=tuple(spans), name=name)


def pairs_from(
    rows: list[tuple[str, str]], languages: tuple[str | None, str | None] = ("en", "fr")
):
    one, other = ([row[side] for row in rows] for side in (0, 1))
    links = tuple(Link((k,), (k,), 0.9) for k in range(len(rows)))
    return pairs_of([Bitext(document(one, "text"), document(other), links)], languages)


def word_links(*pairs: str) -> WordLinks:
    """Links of pairs written as ``0-1 2-2``."""
    listed = [sorted(tuple(map(int, link.split("-"))) for link in pair.split()) for pair in pairs]
    flat = [link for each in listed for link in each]
    return WordLinks(
        np.cumsum([0, *map(len, listed)]),
        np.array([i for i, _ in flat], np.int32),
        np.array([j for _, j in flat], np.int32),
        np.ones(len(flat), np.float32),
    )


def none(pairs: StoredPairs) -> WordLinks:
    return word_links(*[""] * len(pairs))


def groups(found: Concordance) -> list[tuple[str, int]]:
    return [(group.translation, group.count) for group in found.groups]


def marked(found: Concordance) -> list[str]:
    return [hit.text[a:b] for group in found.groups for hit in group.hits for a, b in hit.marks]


PUMPS = pairs_from(
    [
        ("The water pump runs.", "La pompe à eau marche."),
        ("A water pump and a pump.", "Une pompe à eau et un moteur."),
        ("Pumps run.", "Les pompes marchent."),
        ("The pumping stops.", "L’aspiration cesse."),
        ("Pump it up.", "Gonfle-le."),
    ]
)
LINKS = word_links(
    "0-0 1-3 2-1 3-4 4-5", "0-0 1-3 2-1 3-4 4-5 5-6", "0-1 1-2 2-3", "0-0 1-1 2-2 3-3", "2-0 3-1"
)


@given(SENTENCES, st.text(alphabet=LETTERS, min_size=1, max_size=4))
def test_what_is_found_equals_a_search_through_all_sentences(
    tmp_path_factory: pytest.TempPathFactory, sentences: list[str], term: str
) -> None:
    needle = " ".join(fold(term).text.split())
    if not needle:
        return
    folder = tmp_path_factory.mktemp("index")
    write_pairs(
        folder / "pairs",
        pairs_from([(each, "x") for each in sentences if each.strip()] or [("a", "x")]),
    )
    pairs = read_pairs(folder / "pairs")
    write_index(folder / "index", index_of(pairs))
    expected = [
        number
        for number, each in enumerate(pairs.sides[0].sentences())
        if needle in fold(each).text
    ]
    plain = find(Query(term, side="source"), pairs, none(pairs))
    with open_index(folder / "index", key=pairs.digest) as index:
        indexed = find(
            Query(term, side="source"),
            pairs,
            none(pairs),
            index=index,
        )
    assert plain == indexed
    assert [hit.pair for group in plain[0].groups for hit in group.hits] == expected
    assert plain[0].count == len(expected)
    for text in marked(plain[0]):
        assert needle in fold(text).text


def test_pairs_are_grouped_by_translation_the_most_frequent_first() -> None:
    (found,) = find(Query("pump", side="source"), PUMPS, LINKS)
    assert found.count == 5
    assert groups(found) == [("pompe", 2), ("moteur", 1), ("pompes", 1), ("aspiration", 1), ("", 1)]
    first = found.groups[0].hits[0]
    assert (first.pair, first.document, first.score) == (0, "text", pytest.approx(0.9))
    assert first.text[slice(*first.marks[0])] == "pump"
    assert first.translation[slice(*first.translation_marks[0])] == "pompe"


def test_words_between_that_are_linked_to_nothing_belong_to_the_translation() -> None:
    (found,) = find(Query("water pump", side="source"), PUMPS, LINKS)
    assert groups(found) == [("pompe à eau", 2)]


def test_parts_that_stand_apart_are_joined_by_an_ellipsis() -> None:
    pairs = pairs_from([("He gave up smoking.", "Er gab das Rauchen auf.")], ("en", "de"))
    (found,) = find(Query("gave up", side="source"), pairs, word_links("1-1 2-4 3-3"))
    assert groups(found) == [("gab … auf", 1)]


def test_both_sides_are_looked_through() -> None:
    source, target = find(Query("pompe"), PUMPS, LINKS)
    assert (source.side, source.count) == ("source", 0)
    assert groups(target) == [("pump", 2), ("Pumps", 1)]


def test_whole_words_leave_out_parts_of_words() -> None:
    (found,) = find(Query("pump", side="source", whole_words=True), PUMPS, LINKS)
    assert {hit.pair for group in found.groups for hit in group.hits} == {0, 1, 4}


def test_a_lemma_finds_every_form_of_the_words() -> None:
    (found,) = find(Query("pump", side="source", lemma=True), PUMPS, LINKS)
    assert {"pump", "Pumps"} <= set(marked(found))
    (found,) = find(Query("water pumps", side="source", lemma=True), PUMPS, LINKS)
    assert marked(found) == ["water pump", "water pump"]


@pytest.mark.parametrize("term", ["pumps", "water pump", "run", "be", "l'été"])
def test_lemmas_are_found_by_the_index_as_they_are_without_it(tmp_path: Path, term: str) -> None:
    rows = [
        ("The water pump runs.", "La pompe marche."),
        ("L’été l'été, and it was hot.", "Il faisait chaud."),
        ("Pumps RUN.", "Les pompes marchent."),
        ("We are pumped.", "Rien."),
    ]
    write_pairs(tmp_path / "pairs", pairs_from(rows))
    pairs = read_pairs(tmp_path / "pairs")
    write_index(tmp_path / "index", index_of(pairs))
    with open_index(tmp_path / "index", key=pairs.digest) as index:
        query = Query(term, side="source", lemma=True)
        found = find(query, pairs, none(pairs), index=index)
    assert found == find(query, pairs, none(pairs))
    assert found[0].count


def test_a_lemma_of_chinese_is_a_run_of_whole_words_however_they_are_cut() -> None:
    with segmenters_in_use(
        lambda _: WordSegmenter("机器学习水", np.array([4, 1]), np.array([1, 1]), name="x")
    ):
        pairs = pairs_from([("机器学习水。", "x"), ("水", "y")], ("zh", "en"))
    for term, count in (("机器学习", 1), ("机器学习水", 1), ("学习", 0), ("水", 2)):
        (found,) = find(Query(term, side="source", lemma=True), pairs, none(pairs))
        assert (term, found.count) == (term, count)


def test_letters_that_fold_to_more_hide_nothing_in_the_sentences_around_them() -> None:
    pairs = pairs_from([("water", "x"), ("İ water", "y"), ("e\u0301 water", "z")])
    (found,) = find(Query("water", side="source"), pairs, none(pairs))
    assert marked(found) == ["water"] * 3


def test_a_regular_expression_is_looked_for_in_the_text_itself() -> None:
    (found,) = find(Query(r"^\w+ it\b", side="source", regex=True), PUMPS, LINKS)
    assert marked(found) == ["Pump it"]
    (found,) = find(Query("x*", side="source", regex=True), PUMPS, LINKS)
    assert found.count == 0


def test_a_limit_shortens_groups_but_not_their_counts() -> None:
    (found,) = find(Query("pump", side="source"), PUMPS, LINKS, limit=1)
    assert groups(found)[0] == ("pompe", 2)
    assert len(found.groups[0].hits) == 1


def test_two_places_with_one_translation_are_one_pair() -> None:
    pairs = pairs_from([("pump after pump", "pompe après pompe")])
    (found,) = find(Query("pump", side="source"), pairs, word_links("0-0 1-1 2-2"))
    assert groups(found) == [("pompe", 1)]
    (hit,) = found.groups[0].hits
    assert list(hit.marks) == [(0, 4), (11, 15)]
    assert list(hit.translation_marks) == [(0, 5), (12, 17)]


def test_short_chinese_words_are_found_with_their_translation() -> None:
    pairs = pairs_from([("我喝水。", "I drink water."), ("茶。", "Tea.")], ("zh", "en"))
    links = word_links("0-0 1-1 2-2 3-3", "0-0 1-1")
    (found,) = find(Query("喝水", side="source"), pairs, links)
    assert groups(found) == [("drink water", 1)]
    (found,) = find(Query("水", side="source"), pairs, links)
    assert groups(found) == [("water", 1)]


def test_case_apostrophes_and_composition_make_no_difference() -> None:
    pairs = pairs_from([("x", "L’E\u0301TE\u0301 arrive.")])
    for term in ("l'été", "L’ÉTÉ", "l’e\u0301te\u0301", "  l'été  "):
        (found,) = find(Query(term, side="target"), pairs, none(pairs))
        assert marked(found) == ["L’E\u0301TE\u0301"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (Query(" "), "nothing to look for"),
        (Query("", lemma=True), "nothing to look for"),
        (Query("(", regex=True), "not a regular expression"),
    ],
)
def test_a_query_that_asks_for_nothing_is_refused(query: Query, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        find(query, PUMPS, LINKS)


def test_an_unknown_side_is_refused() -> None:
    with pytest.raises(ConfigError, match="--side is 'left', but must be one of: source"):
        Query("a", side="left")


def test_an_empty_corpus_holds_nothing(tmp_path: Path) -> None:
    pairs = pairs_from([])
    write_pairs(tmp_path / "pairs", pairs)
    (found,) = find(Query("a", side="source"), read_pairs(tmp_path / "pairs"), word_links())
    assert (found.count, found.groups) == (0, ())


def test_a_frequent_term_is_counted_in_pairs_spread_evenly(tmp_path: Path) -> None:
    rows = [("the pump" if number % 50 == 7 else "the end", "x") for number in range(200)]
    write_pairs(tmp_path / "pairs", pairs_from(rows))
    pairs = read_pairs(tmp_path / "pairs")
    write_index(tmp_path / "index", index_of(pairs))
    with open_index(tmp_path / "index", key=pairs.digest) as index:

        def look(term: str, **choices: bool) -> Concordance:
            query = Query(term, side="source", **choices)
            return find(query, pairs, none(pairs), index=index, most=20)[0]

        found = look("the")
        assert (found.count, found.sample) == (20, (20, 200))
        assert [hit.pair for hit in found.groups[0].hits] == list(range(0, 200, 10))
        assert look("the", lemma=True).sample == (20, 200)
        # Nearly all that holds these letters holds no such word: all of it is read.
        rare = look("th", whole_words=True)
        assert (rare.count, rare.sample) == (0, None)
        assert look("pump").sample is None


def test_lemmas_of_an_index_do_not_hang_on_the_order_of_a_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def listen(lemmatiser: object, word: str) -> str:
        asked.append(word)
        return word

    monkeypatch.setattr(stored_pairs, "lemma_of", listen)
    write_pairs(tmp_path / "pairs", pairs_from([("Il est là, il dort au lit.", "x")]))
    write_index(tmp_path / "index", index_of(read_pairs(tmp_path / "pairs")))
    assert asked.index("Il") < asked.index("il")
    assert asked[:-1] == sorted(asked[:-1])


ENGLISH = "Whether it runs depends on the hardware of the system and on additional blobs"
OTHERS = [("The installer asks for a name.", "Installationsprogrammet frågar efter ett namn.")] * 3


@pytest.mark.parametrize(
    ("pair", "copied"),
    [
        ((ENGLISH, ENGLISH), True),
        ((f"{ENGLISH} (see Section 2).", f"{ENGLISH} (se Avsnitt 2)."), True),
        ((f"{ENGLISH}.", "Om det fungerar beror på maskinvaran och på additional blobs."), False),
        (("Linux and the rest", "Linux and the rest"), False),
    ],
)
def test_a_pair_whose_words_are_mostly_those_of_the_source_is_no_translation(pair, copied) -> None:
    assert pairs_from([*OTHERS, pair], ("en", "sv")).copies() == (
        frozenset([3]) if copied else set()
    )


def test_of_a_text_that_is_mostly_not_translated_the_copies_are_known_all_the_same() -> None:
    copies = [(f"{ENGLISH} {part}", f"{ENGLISH} {part}") for part in ("here", "there", "now")]
    title = ("Supported Hardware", "Supported Hardware")
    near = [("The blobs of the hardware", "The blobs of the Hardware")]
    assert pairs_from([*copies, title, *near], ("en", "ko")).copies() == {0, 1, 2, 3}
    assert pairs_from([*copies, title, *near * 5], ("en", "ko")).copies() == {0, 1, 2}
    assert pairs_from([*copies, title, *near], ("no", "da")).copies() == set()
