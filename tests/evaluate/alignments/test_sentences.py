"""The scores of sentence alignment against their definitions and against published figures."""

from __future__ import annotations

import itertools
import random
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import diglot
from diglot.errors import InputError
from diglot.evaluate.alignments.sentences import METRICS, by_type, score
from diglot.evaluate.statistics.aggregate import COLUMNS, per_document
from diglot.model import Link
from tests.evaluate.alignments import twin
from tests.evaluate.alignments.strategies import alignments, cover, covers, documents

SOURCE = ["La phrase numéro un.", "La phrase numéro deux qui ressemble à la lère."]
TARGET = ["This is the first sentence.", "This is the 2nd sentence.", "It looks like the first."]
GOLD = [Link((0,), (0,)), Link((1,), (1, 2))]
MEANT = [Link((0,), (0,)), Link((), (1,)), Link((1,), (2,))]
PRINTED = [Link((0,), (0,)), Link((1,), (1,)), Link((1,), (2,))]


def prf(result):
    return tuple(result.values[name] for name in ("precision", "recall", "f1"))


def figures(predicted, gold, *texts, **options):
    return {name: prf(s) for name, s in score(predicted, gold, *texts, **options).items()}


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("align", (1 / 3, 1 / 2, 0.40)),
        ("sentence", (1, 2 / 3, 0.80)),
        ("word", (1, 65 / 110, 0.743)),
        ("char", (1, 1644 / 2794, 0.741)),
        ("strict", (1 / 3, 1 / 2, 0.40)),
        ("lax", (2 / 3, 1, 0.80)),
    ],
)
def test_arcade_worked_example_with_the_null_link_it_was_computed_with(level, expected):
    assert figures([MEANT], [GOLD], [SOURCE], [TARGET])[level] == pytest.approx(expected, abs=5e-4)


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("align", (1 / 3, 1 / 2, 0.40)),
        ("sentence", (1, 1, 1)),
        ("word", (1, 1, 1)),
        ("char", (1, 1, 1)),
        ("strict", (1 / 3, 1 / 2, 0.40)),
        ("lax", (1, 1, 1)),
    ],
)
def test_arcade_worked_example_as_printed_counts_a_repeated_sentence_once(level, expected):
    result = figures([PRINTED], [GOLD], [SOURCE], [TARGET])
    assert result[level] == pytest.approx(expected, abs=5e-4)


def test_silence_and_noise_complete_recall_and_precision():
    values = score([MEANT], [GOLD], [SOURCE], [TARGET])["sentence"].values
    assert values["silence"] == pytest.approx(1 / 3)
    assert values["noise"] == 0


@pytest.mark.slow
@given(documents(), st.booleans())
@settings(max_examples=60)
def test_every_level_equals_its_definition_on_any_links(run, split_nulls):
    predicted, gold, source, target = run
    expected = twin.strict_and_lax(predicted, gold, split_nulls)
    expected |= twin.arcade(predicted, gold, source, target, split_nulls)
    result = figures(predicted, gold, source, target, split_nulls=split_nulls)
    assert set(result) == set(METRICS)
    for name, values in expected.items():
        assert result[name] == pytest.approx(values, abs=1e-12), name


@given(documents())
def test_all_figures_lie_between_zero_and_one(run):
    for result in score(*run).values():
        assert all(0 <= value <= 1 for value in result.values.values())
        assert result.columns == COLUMNS
        assert result.statistics.shape[1] == len(COLUMNS)


@given(covers(min_size=1))
def test_gold_itself_is_perfect_at_every_level(gold):
    if not any(link.source and link.target for link in gold):
        gold = [*gold, *cover([(1, 1)])]
    for name, values in figures([gold], [gold], *_wrap(gold)).items():
        assert values == (1, 1, 1), name


@given(documents(), st.randoms(use_true_random=False))
def test_order_of_links_and_of_indices_does_not_matter(run, rng):
    predicted, gold, source, target = run
    expected = figures(*run)

    def shuffled(links):
        links = [Link(link.source[::-1], link.target[::-1]) for link in links]
        return rng.sample(links, len(links))

    mixed = [shuffled(links) for links in predicted], [shuffled(links) for links in gold]
    assert figures(*mixed, source, target) == expected


@given(documents())
def test_order_of_documents_does_not_matter(run):
    forwards, backwards = figures(*run), figures(*(part[::-1] for part in run))
    for name in METRICS:
        assert forwards[name] == pytest.approx(backwards[name], abs=1e-12)


@given(documents())
def test_swapping_prediction_and_gold_swaps_precision_and_recall_of_the_arcade_levels(run):
    predicted, gold, source, target = run
    forwards = figures(predicted, gold, source, target)
    backwards = figures(gold, predicted, source, target)
    for name in ("align", "sentence", "word", "char"):
        precision, recall, f1 = forwards[name]
        assert backwards[name] == pytest.approx((recall, precision, f1), abs=1e-12)


@given(documents())
def test_swapping_languages_changes_nothing(run):
    predicted, gold, source, target = run
    mirrored = [
        [[Link(link.target, link.source) for link in links] for links in side]
        for side in (predicted, gold)
    ]
    forwards, backwards = figures(*run), figures(*mirrored, target, source)
    for name in METRICS:
        assert backwards[name] == pytest.approx(forwards[name], abs=1e-12)


@given(documents())
def test_a_lax_hit_is_never_missed_by_the_strict_score_alone(run):
    values = figures(*run)
    assert values["lax"][0] >= values["strict"][0]
    assert values["lax"][1] >= values["strict"][1]


@given(covers(min_size=3), st.data())
def test_leaving_a_link_out_lowers_recall_and_never_precision(gold, data):
    both = [k for k, link in enumerate(gold) if link.source and link.target]
    if len(both) < 2:
        return
    gone = data.draw(st.sampled_from(both))
    values = figures([[*gold[:gone], *gold[gone + 1 :]]], [gold], *_wrap(gold))
    for name, (precision, recall, _) in values.items():
        assert precision == 1, name
        assert recall < 1, name


@given(covers(min_size=2), st.data())
def test_an_added_wrong_link_lowers_precision_and_not_recall(gold, data):
    both = [link for link in gold if link.source and link.target]
    if len(both) < 2:
        return
    one, other = data.draw(st.permutations(both))[:2]
    values = figures([[*gold, Link(one.source, other.target)]], [gold], *_wrap(gold))
    for name, (precision, recall, _) in values.items():
        assert precision < 1, name
        assert recall == 1, name


@given(covers(min_size=2))
def test_merging_two_right_links_keeps_their_sentence_pairs_and_loses_the_links(gold):
    for k, (one, other) in enumerate(itertools.pairwise(gold)):
        if one.is_null or other.is_null:
            continue
        merged = Link(one.source + other.source, one.target + other.target)
        values = figures([[*gold[:k], merged, *gold[k + 2 :]]], [gold], *_wrap(gold))
        assert values["lax"][:2] == (1, 1)
        for name in ("sentence", "word", "char"):
            assert values[name][0] < 1
            assert values[name][1] == 1
        assert values["align"][2] < 1
        assert values["strict"][2] < 1
        return


@given(alignments)
def test_duplicates_collapse(links):
    doubled = [link for link in links for _ in range(2)]
    assert figures([doubled], [links], *_wrap(links)) == figures([links], [links], *_wrap(links))


def test_a_segment_named_twice_in_a_link_counts_once():
    assert figures([[Link((0, 0), (0,)), *GOLD[1:]]], [GOLD], [SOURCE], [TARGET]) == figures(
        [GOLD], [GOLD], [SOURCE], [TARGET]
    )


def test_null_runs_count_as_single_nulls_unless_kept_whole():
    gold = [Link((0, 1), ()), Link((2,), (0,))]
    predicted = [Link((0,), ()), Link((1,), ()), Link((2,), (0,))]
    assert prf(score([predicted], [gold])["strict"]) == (1, 1, 1)
    assert prf(score([predicted], [gold])["align"]) == (1, 1, 1)
    kept = score([predicted], [gold], split_nulls=False)
    assert kept["strict"].values["precision"] == pytest.approx(1 / 3)
    assert kept["strict"].values["recall"] == 1
    assert kept["align"].values["recall"] == 1 / 2


def test_nulls_are_judged_in_precision_only():
    gold = [Link((0,), (0,)), Link((1,), ())]
    values = score([[Link((0,), (0,))]], [gold])
    assert prf(values["strict"]) == (1, 1, 1)
    assert values["align"].values["recall"] == 1 / 2
    wrong_null = [Link((0,), (0,)), Link((), (1,))]
    assert score([wrong_null], [gold])["lax"].values["precision"] == 1 / 2


def test_nothing_against_nothing_is_zero_for_strict_and_perfect_for_arcade():
    result = figures([[]], [[]], [[]], [[]])
    assert result["strict"] == result["lax"] == (0, 0, 0)
    for name in ("align", "sentence", "word", "char"):
        assert result[name] == (1, 1, 1)
    assert figures([], []) == figures([[]], [[]])


def test_nothing_against_something_is_zero():
    for values in figures([[]], [GOLD], [SOURCE], [TARGET]).values():
        assert values == (0, 0, 0)


def test_links_empty_on_both_sides_are_dropped():
    assert figures([[*GOLD, Link((), ())]], [GOLD]) == figures([GOLD], [GOLD])


def test_word_and_character_levels_need_the_texts():
    for texts in ((), ([SOURCE],), (None, [TARGET])):
        assert set(score([GOLD], [GOLD], *texts)) == {"strict", "lax", "align", "sentence"}


def test_chinese_words_are_counted_by_character_and_latin_ones_by_space():
    gold = [Link((0,), (0,)), Link((1,), (1,))]
    predicted = [Link((0,), (0,))]
    source = ["你好世界 OK", "好"]  # 5 words and 1
    target = ["one two", "three"]
    recall = score([predicted], [gold], [source], [target])["word"].values["recall"]
    assert recall == pytest.approx(5 * 2 / (5 * 2 + 1 * 1))


def test_line_breaks_inside_a_segment_are_no_characters():
    gold = [Link((0,), (0,)), Link((1,), (1,))]
    broken = score([gold[:1]], [gold], [["ab\r\ncd", "ef"]], [["x", "y"]])
    whole = score([gold[:1]], [gold], [["abcd", "ef"]], [["x", "y"]])
    assert prf(broken["char"]) == prf(whole["char"])


def test_rows_are_blocks_of_25_source_segments_in_each_document():
    gold = cover([(1, 1)] * 60)
    result = score([gold, gold[:10]], [gold, gold[:10]])["strict"]
    assert result.statistics[:, :2].tolist() == [[0, 0], [0, 1], [0, 2], [1, 0]]
    assert result.statistics[:, 5].tolist() == [25, 25, 10, 10]


def test_an_insertion_is_counted_in_the_block_where_it_stands():
    gold = cover([(1, 1)] * 30 + [(0, 1)] + [(1, 1)] * 30)
    nulls = score([gold], [gold])["align"].statistics[:, 5] - 25
    assert nulls.tolist() == [0, 1, -15]


def test_an_insertion_stands_where_the_link_before_it_begins():
    gold = cover([(1, 1)] * 24 + [(2, 1), (0, 1)] + [(1, 1)] * 10)
    nulls = score([[Link((), (25,))]], [gold])["align"].statistics[:, 3]
    assert nulls.tolist() == [1, 0]


def test_a_link_across_two_blocks_counts_where_it_begins():
    gold = cover([(1, 1)] * 24 + [(2, 1)])
    assert score([gold], [gold])["align"].statistics[:, 3].tolist() == [25, 0]


def test_what_lies_beyond_the_gold_counts_in_its_last_block():
    gold = cover([(1, 1)] * 30)
    found = [Link((), (99,)), Link((99,), ()), Link((98,), (98,))]
    assert score([found], [gold])["align"].statistics[:, 3].tolist() == [0, 3]


@given(covers(min_size=1, max_size=60), alignments, alignments)
def test_rows_depend_on_the_gold_alone(gold, one, other):
    first, second = score([one], [gold]), score([other], [gold])
    for name in first:
        rows, others = first[name].statistics, second[name].statistics
        assert np.array_equal(rows[:, [0, 1, 5]], others[:, [0, 1, 5]])


def test_figures_of_single_documents_come_from_their_own_rows():
    first, second = per_document(score([GOLD, MEANT], [GOLD, GOLD])["strict"])
    assert first["f1"] == 1
    assert second["f1"] == pytest.approx(0.4)


def test_signature_says_nulls_documents_and_version():
    line = str(score([GOLD, GOLD], [GOLD, GOLD], split_nulls=False)["lax"].signature)
    assert "nulls:kept" in line
    assert "documents:2" in line
    assert line.endswith(f"version:{diglot.__version__}")


def test_types_table_counts_exact_matches_by_type():
    rows = {row.type: row for row in by_type([MEANT], [GOLD])}
    assert list(rows) == ["1-1", "1-2", "0-1"]
    assert (rows["1-1"].gold, rows["1-1"].predicted, rows["1-1"].hits) == (1, 2, 1)
    assert rows["1-1"].precision == 1 / 2
    assert (rows["1-2"].gold, rows["1-2"].predicted, rows["1-2"].f1) == (1, 0, 0)
    assert (rows["0-1"].gold, rows["0-1"].predicted) == (0, 1)


@pytest.mark.parametrize("extra", [[[]], [[], []]])
def test_different_numbers_of_documents_are_refused(extra):
    with pytest.raises(InputError, match="documents"):
        score(extra, [[], [], []])
    with pytest.raises(InputError, match="documents"):
        by_type(extra, [[], [], []])
    with pytest.raises(InputError, match="source documents"):
        score([GOLD], [GOLD], [SOURCE, SOURCE], [TARGET])


def test_links_beyond_the_texts_are_refused_by_name_and_place():
    with pytest.raises(InputError, match=r"document 2.*target segment 2.* has 2"):
        score([GOLD, GOLD], [GOLD, GOLD], [SOURCE] * 2, [TARGET, TARGET[:2]])


def test_a_null_link_beyond_the_texts_does_no_harm():
    gold = [*GOLD, Link((99,), ())]
    assert prf(score([gold], [gold], [SOURCE], [TARGET])["char"]) == (1, 1, 1)


def test_a_negative_index_is_refused():
    with pytest.raises(InputError, match="segment -1"):
        score([[Link((-1,), (0,))]], [GOLD])
    with pytest.raises(InputError, match="segment -1"):
        score([GOLD], [[Link((0,), (-1, 3))]])


def test_a_glossary_left_as_one_link_costs_no_quadratic_work():
    size = 20_000
    block = [Link(tuple(range(size)), tuple(range(size)))]
    gold = cover([(1, 1)] * size)
    values = score([block], [gold])
    assert values["sentence"].values["precision"] == pytest.approx(1 / size)
    assert values["sentence"].values["recall"] == 1
    assert values["lax"].values["precision"] == 1


@pytest.mark.slow
def test_a_hundred_thousand_links_are_scored():
    rng = random.Random(5)
    types = [(1, 1)] * 8 + [(2, 1), (1, 2), (1, 0), (0, 1)]
    gold = cover(rng.choices(types, k=100_000))
    predicted = [link for link in gold if rng.random() < 0.9]
    side = ["ein Satz mit fünf Wörtern"] * 200_000
    values = score([predicted], [gold], [side], [side])
    assert values["strict"].values["precision"] == 1


def read_gold(path):
    links = []
    for line in path.read_text("utf-8").splitlines():
        sides = re.findall(r"\[([^\]]*)\]", line)
        links.append(Link(*(tuple(int(i) for i in re.findall(r"\d+", side)) for side in sides[:2])))
    return links


def test_development_gold_files_score_as_their_definition_says(shared_data):
    rng = random.Random(1)
    for set_name in ("textberg-dev-de-fr", "alignar-law-ar-en", "parice-en-is"):
        folders = sorted(p for p in (shared_data / "sentences" / set_name).iterdir() if p.is_dir())
        gold = [read_gold(folder / "gold.txt") for folder in folders]
        predicted = [
            [
                Link(link.source, tuple(j + (rng.random() < 0.2) for j in link.target))
                for link in links
            ]
            for links in gold
        ]
        for split_nulls in (True, False):
            expected = twin.strict_and_lax(predicted, gold, split_nulls)
            result = figures(predicted, gold, split_nulls=split_nulls)
            for name, values in expected.items():
                assert result[name] == pytest.approx(values, abs=1e-12)


def _wrap(links):
    from tests.evaluate.alignments.strategies import texts

    source, target = texts(links)
    return [source], [target]
