"""What every method promises of every pair of texts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.errors import ConfigError, InputError
from diglot.model import Bitext
from diglot.sentences import DOUBTFUL, METHODS, Evidence, align
from diglot.sentences.corpus import Texts, encode
from diglot.sentences.link_types import link_types
from diglot.sentences.models import rounds
from diglot.sentences.search.bands import SearchResult
from diglot.sentences.settings import Settings
from diglot.sentences.values import Path
from tests.link_rules import errors
from tests.sentences.texts import Language, aligned, document, f1, mirrored, sides

METHOD = pytest.mark.parametrize("method", METHODS)
# The languages of these tests have no words alike, and those two systems know of no others.
WITHOUT_COGNATES = pytest.mark.parametrize(
    "method", [name for name in METHODS if name not in ("jacal", "irmc")]
)
SENTENCE = st.one_of(
    st.sampled_from(
        [
            "", " ", "***", "…", "?!", "1.", "Ja.", "Да.", "好。", "ไทย", "كتاب", "a" * 700, "x\ny",
            "12 345,67 kg", "See http://a.org/x.", "“Oui”, dit-elle.", "\u2028", "😀😀", "e\u0301",
            "He came back, and nobody had expected it so soon.", "Niemand hatte ihn erwartet.",
        ]
    ),
    st.text(max_size=30),
)  # fmt: skip
TEXT = st.lists(SENTENCE, max_size=12)


def check(bitext: Bitext) -> None:
    """Every segment once, in order, with a probability; zones may cross."""
    n, m = len(bitext.source.segments), len(bitext.target.segments)
    if bitext.zones:
        seen = [
            sorted(i for link in bitext.links for i in getattr(link, side))
            for side in ("source", "target")
        ]
        assert seen == [list(range(n)), list(range(m))]
    else:
        assert errors(bitext.links, n, m) == []
        starts = [(link.source or (None,))[0] for link in bitext.links]
        assert [i for i in starts if i is not None] == sorted(i for i in starts if i is not None)
        starts = [(link.target or (None,))[0] for link in bitext.links]
        assert [j for j in starts if j is not None] == sorted(j for j in starts if j is not None)
    for link in bitext.links:
        assert link.score is not None
        assert 0.0 <= link.score <= 1.0
        assert not link.is_null or link.type in ("1-0", "0-1")
        assert link.score >= DOUBTFUL or link.reasons


@METHOD
@given(source=TEXT, target=TEXT, max_merge=st.sampled_from([1, 2, 6]))
@settings(max_examples=25)
def test_every_segment_is_in_one_link_and_links_are_in_order(
    method: str, source: list[str], target: list[str], max_merge: int
) -> None:
    bitext = aligned(source, target, method=method, max_merge=max_merge)
    check(bitext)
    assert all(max(len(a), len(b)) <= max_merge for a, b in sides(bitext))


@pytest.mark.slow
@METHOD
@given(texts=st.lists(st.tuples(TEXT, TEXT), max_size=4))
@settings(max_examples=8)
def test_many_pairs_come_back_in_their_order(
    method: str, texts: list[tuple[list[str], list[str]]]
) -> None:
    bitexts = align([(document(a), document(b)) for a, b in texts], method=method)
    assert len(bitexts) == len(texts)
    for bitext, (source, target) in zip(bitexts, texts, strict=True):
        assert bitext.source.segment_texts == source
        assert bitext.target.segment_texts == target
        check(bitext)


@METHOD
def test_identical_texts_are_linked_one_to_one(method: str) -> None:
    text = Language(3).text(80, words=(2, 25)).source
    bitext = aligned(text, text, method=method)
    assert sides(bitext) == [((n,), (n,)) for n in range(80)]


LETTERS = st.characters(categories=["L", "N", "Zs"])
LINES = st.lists(st.text(LETTERS, min_size=3, max_size=40), min_size=1, max_size=10)


@METHOD
@given(text=LINES)
@settings(max_examples=10)
def test_short_identical_texts_are_linked_one_to_one(method: str, text: list[str]) -> None:
    distinct = [f"{'bcdfghjklm'[n]}{'aeiou'[n % 5]}r {line}." for n, line in enumerate(text)]
    assert sides(aligned(distinct, distinct, method=method)) == [
        ((n,), (n,)) for n in range(len(text))
    ]


@METHOD
@given(text=TEXT)
@settings(max_examples=10)
def test_a_text_without_a_translation_has_no_counterparts(method: str, text: list[str]) -> None:
    alone = aligned(text, [], method=method)
    assert sides(alone) == [((n,), ()) for n in range(len(text))]
    assert sides(aligned([], text, method=method)) == [((), (n,)) for n in range(len(text))]
    assert all(link.score == 1.0 and not link.reasons for link in alone.links)


@METHOD
def test_two_sentences_that_may_translate_each_other_are_one_link(method: str) -> None:
    bitext = aligned(
        ["The agreement begins on Monday."], ["Der Vertrag beginnt am Montag."], method=method
    )
    assert sides(bitext) == [((0,), (0,))]


@METHOD
def test_one_sentence_against_many_keeps_all_of_them(method: str) -> None:
    check(aligned(["One."], [f"Number {n} of them." for n in range(300)], method=method))
    check(aligned([f"Number {n} of them." for n in range(300)], ["One."], method=method))


@WITHOUT_COGNATES
def test_merges_and_omissions_of_a_clear_text_are_found(method: str) -> None:
    language = Language(8)
    text = language.text(300, [(1, 1)] * 20 + [(1, 2), (2, 1)], words=(3, 22))
    found = f1(sides(aligned(text.source, text.target, method=method)), text.links)
    assert found > {"length-classic": 0.85, "length": 0.85, "moore": 0.9}.get(method, 0.97)


@pytest.mark.parametrize("method", ["crf", "lexical"])
def test_omissions_are_found_where_words_are_known(method: str) -> None:
    text = Language(9).text(300, [(1, 1)] * 20 + [(1, 0), (0, 1), (2, 1), (1, 2)], words=(4, 16))
    found = sides(aligned(text.source, text.target, method=method))
    assert f1(found, text.links) > 0.95
    lonely = [link for link in text.links if not (link[0] and link[1])]
    assert len(set(lonely) & set(found)) > 0.8 * len(lonely)


@WITHOUT_COGNATES
def test_swapped_sides_give_mirrored_links_on_a_clear_text(method: str) -> None:
    text = Language(4, words=200).text(150, [(1, 1)] * 8 + [(1, 2), (2, 1)], words=(4, 20))
    forth = aligned(text.source, text.target, method=method)
    back = aligned(text.target, text.source, method=method)
    agreement = f1(mirrored(sides(back)), sides(forth))
    if method == "moore":  # Poisson lengths of the target given the source: not symmetric
        assert agreement > 0.95
    else:
        assert agreement == 1.0


@pytest.mark.slow
@WITHOUT_COGNATES
def test_no_merges_leave_single_links_and_nulls(method: str) -> None:
    text = Language(5).text(60, [(1, 1), (1, 2), (2, 1)])
    bitext = aligned(text.source, text.target, method=method, max_merge=1)
    assert {link.type for link in bitext.links} <= {"1-1", "1-0", "0-1"}
    assert {link.type for link in aligned(text.source, text.target, method=method).links} & {
        "1-2",
        "2-1",
    }


@pytest.mark.slow
@pytest.mark.parametrize("max_merge", [2, 3, 4, 5, 6])
def test_the_largest_merge_is_the_one_allowed(max_merge: int) -> None:
    language = Language(6, words=200, common=0.5)
    text = language.text(250, [(1, 1)] * 8 + [(1, 5), (5, 1), (1, 6)], words=(6, 12))
    bitext = aligned(text.source, text.target, max_merge=max_merge)
    check(bitext)
    assert max(max(map(len, link)) for link in sides(bitext)) == max_merge


@pytest.mark.parametrize("pieces", [3, 8])
@pytest.mark.slow
def test_a_text_that_was_cut_at_commas_is_put_together(pieces: int) -> None:
    text = Language(9, words=200, common=0.3).text(80, [(1, 1)], words=(24, 30))
    source, links = [], []
    for number, sentence in enumerate(text.source):
        words = sentence.split()
        cut = [
            " ".join(words[k * len(words) // pieces : (k + 1) * len(words) // pieces])
            for k in range(pieces)
        ]
        links.append((tuple(range(len(source), len(source) + pieces)), (number,)))
        source += [f"{piece}," for piece in cut[:-1]] + cut[-1:]
    found = sides(aligned(source, text.target))
    assert len(set(found) & set(links)) >= 0.95 * len(links)


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("items", [7, 8])
def test_a_list_that_is_one_sentence_elsewhere_is_one_link(items: int, swapped: bool) -> None:
    language = Language(4)
    parts = [language.text(30), language.text(1, [(1, items)], words=(4, 8)), language.text(30)]
    texts = [
        [line for part in parts for line in getattr(part, side)] for side in ("source", "target")
    ]
    links = sides(aligned(*reversed(texts)) if swapped else aligned(*texts))
    whole = ((30,), tuple(range(30, 30 + items)))
    assert (mirrored(links) if swapped else links)[30] == whole
    assert len(links) == 61


def test_one_sentence_left_alone_on_each_side_is_a_doubtful_link() -> None:
    types = link_types(null_runs=(2,))
    place = {pair: k for k, pair in enumerate(zip(types.source, types.target, strict=True))}
    blocks = [(1, 1), (1, 0), (0, 1), (1, 2), (0, 1), (1, 0), (1, 0), (1, 1), (0, 1), (1, 0)]
    cells = np.array(blocks).cumsum(0)
    path = Path(cells[:, 0], cells[:, 1], np.array([place[block] for block in blocks]))
    lonely = np.linspace(0.5, 0.9, cells[-1, 0]), np.linspace(0.6, 0.8, cells[-1, 1])
    found = SearchResult(path, np.linspace(0.1, 1, len(blocks)), *lonely, np.zeros(0, np.float32))
    (linked,) = rounds.link_lone([found], types)
    kinds = [(types.source[k], types.target[k]) for k in linked.path.kinds]
    assert kinds == [(1, 1), (1, 1), *blocks[3:8], (1, 1)]
    assert np.array_equal(np.cumsum(kinds, 0).T, [linked.path.ends_i, linked.path.ends_j])
    assert linked.posterior[1] == pytest.approx(1 - max(lonely[0][1], lonely[1][1]))
    assert linked.posterior[2] == found.posterior[3]


@pytest.mark.parametrize(
    ("mark", "similar", "more"),
    [(",", True, True), (",", False, True), (".", False, True), (".", True, False)],
)
def test_another_round_is_for_sides_that_were_cut_otherwise(
    mark: str, similar: bool, more: bool
) -> None:
    source = [f"mola fen{mark}", "dira gul."] * 20
    target = ["karp tin pos rut."] * 20
    vectors = np.eye(40, 60)[:, :40], np.eye(20, 40)
    given = Texts(source, target)
    if similar:
        given = replace(given, source_vectors=vectors[0], target_vectors=vectors[1])
    corpus, options = encode([given]), Settings()
    types = link_types()
    two_one = np.flatnonzero((types.source == 2) & (types.target == 1))
    path = Path(np.arange(2, 41, 2), np.arange(1, 21), np.repeat(two_one, 20))
    state = rounds.State([], [path], types, [])
    found = rounds.longer_types(corpus.pairs, state, options)
    assert (found is not None) == more
    assert found is None or found.source.max() == options.longest


def test_probabilities_tell_right_links_from_wrong_ones() -> None:
    language = Language(7, common=0.2)
    text = language.text(
        400, [(1, 1)] * 4 + [(1, 2), (2, 1), (1, 0), (0, 1)], words=(4, 14)
    )  # fmt: skip
    bitext = aligned(text.source, text.target)
    scores: dict[bool, list[float]] = {True: [], False: []}
    for link in bitext.links:
        assert link.score is not None
        scores[(link.source, link.target) in text.links].append(link.score)
    assert len(scores[False]) >= 10
    assert sum(scores[True]) / len(scores[True]) > 0.85
    assert sum(scores[False]) / len(scores[False]) < 0.75


@METHOD
def test_the_signature_names_method_options_version_and_data(method: str) -> None:
    import diglot

    first, again, other = (
        aligned(["Ein Satz.", "Noch einer."], target, method=method, max_merge=3).signature
        for target in (
            ["A sentence.", "Another."],
            ["A sentence.", "Another."],
            ["A sentence.", "One."],
        )
    )
    assert first is not None
    assert other is not None
    assert (first.method, first.version) == (method, diglot.__version__)
    assert ("max_merge", "3") in first.options
    assert first == again
    assert first.data != other.data


def test_progress_counts_every_stage_to_its_end() -> None:
    steps: dict[str, list[tuple[int, int]]] = {}
    pairs = [(document(["Ein Satz."]), document(["A sentence."]))] * 3
    align(
        pairs, progress=lambda stage, done, total: steps.setdefault(stage, []).append((done, total))
    )
    assert len(steps) >= 3
    for counted in steps.values():
        assert [done for done, _ in counted] == list(range(counted[-1][1] + 1))


@pytest.mark.parametrize(("shares", "repeats"), [([0.6, 0.2, 0.1], 2), ([0.3], 0)])
def test_a_round_that_finds_a_lost_path_is_repeated_until_few_links_change(
    shares: list[float], repeats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = iter(shares)
    monkeypatch.setattr(rounds, "share_changed", lambda before, after: next(found))
    stages: dict[str, None] = {}
    text = Language(3).text(30)
    pairs = [(document(text.source), document(text.target))]
    align(pairs, progress=lambda stage, done, total: stages.setdefault(stage))
    expected = ["round 1 of 2", *(f"round 1 of 2, repeat {k + 1}" for k in range(repeats))]
    assert [stage for stage in stages if "1 of 2" in stage] == expected


def test_the_share_of_changed_links_counts_those_with_two_sides() -> None:
    types = link_types(2, 3)
    kinds = list(zip(types.source.tolist(), types.target.tolist(), strict=True))

    def state(sizes: list[tuple[int, int]]) -> rounds.State:
        ends = np.cumsum(sizes, axis=0)
        path = Path(ends[:, 0], ends[:, 1], np.array([kinds.index(size) for size in sizes]))
        return rounds.State([], [path], types, [])

    before = state([(1, 1), (1, 1), (1, 0), (0, 1), (1, 1), (2, 1)])
    assert rounds.share_changed(before, before) == 0
    assert rounds.share_changed(before, state([(1, 1), (1, 1), (1, 1), (1, 1), (2, 1)])) == 0.2
    assert rounds.share_changed(before, state([(1, 0)])) == 0


def test_nothing_to_align_gives_nothing() -> None:
    assert align([]) == []


def test_unknown_methods_and_impossible_options_are_refused() -> None:
    pair = (document(["a"]), document(["b"]))
    with pytest.raises(ConfigError, match="unknown method 'best'; available: crf, "):
        align([pair], method="best")
    with pytest.raises(ConfigError, match="max_merge is 0"):
        align([pair], max_merge=0)
    with pytest.raises(InputError, match="evidence for 1 pairs, but 2"):
        align([pair, pair], evidence=[Evidence()])
