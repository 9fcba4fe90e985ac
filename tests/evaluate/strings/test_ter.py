"""TER must be sacreBLEU's to the last digit: its search, its limits, its options, its oddities."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from diglot.errors import InputError
from diglot.evaluate.strings.ter import edit_rate, ter
from diglot.formats.marked_terms.sgml import read_hypotheses


def sacrebleu_edits(pairs):
    from sacrebleu.metrics.lib_ter import translation_edit_rate

    return [translation_edit_rate(mine, wanted)[0] for mine, wanted in pairs]


def corpus_score(hypotheses, *streams, **options):
    from sacrebleu.metrics import TER

    metric = TER(**options)
    return metric.corpus_score(hypotheses, streams).score, str(metric.get_signature())


def random_words(rng, vocabulary, low, high):
    return [str(rng.randrange(vocabulary)) for _ in range(rng.randint(low, high))]


def short(rng, vocabulary, longest):
    return tuple(random_words(rng, vocabulary, 0, longest) for _ in range(2))


def unequal(rng):
    pair = random_words(rng, 6, 1, 4), random_words(rng, 6, 30, 230)
    return pair if rng.random() < 0.5 else pair[::-1]


def with_moved_blocks(rng, low, high):
    wanted = random_words(rng, 40, low, high)
    mine = list(wanted)
    for _ in range(rng.randint(1, 6)):
        start, length = rng.randrange(len(mine)), rng.randint(1, 12)
        block = mine[start : start + length]
        del mine[start : start + length]
        to = rng.randint(0, len(mine))
        mine[to:to] = block
    return mine, wanted


FUZZ = {
    "three words": (1600, lambda rng: short(rng, 3, 12)),
    "two words": (800, lambda rng: short(rng, 2, 10)),
    "to 40 of four words": (10, lambda rng: short(rng, 4, 40)),
    "30 to 40 of two words, where the limit ends the search": (
        8,
        lambda rng: (random_words(rng, 2, 30, 40), random_words(rng, 2, 30, 40)),
    ),
    "very unequal lengths": (150, unequal),
    "long with moved blocks": (2, lambda rng: with_moved_blocks(rng, 55, 65)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FUZZ)
def test_edits_are_those_of_sacrebleu(name):
    number, draw = FUZZ[name]
    rng = random.Random(name)
    pairs = [draw(rng) for _ in range(number)]
    found = ter([mine for mine, _ in pairs], [wanted for _, wanted in pairs])
    assert found.edits.tolist() == sacrebleu_edits(pairs)
    assert found.lengths.tolist() == [len(wanted) for _, wanted in pairs]


def test_a_reference_that_rises_fifty_words_a_word_stays_in_the_beam():
    wanted = [str(number % 7) for number in range(200)]
    pairs = [(["1", "3", "1", "5"], wanted), (["0"] * 4, wanted), (wanted, ["6"] * 4)]
    found = ter(*map(list, zip(*pairs, strict=True)))
    assert found.edits.tolist() == sacrebleu_edits(pairs)


TEXT = st.text(alphabet="aAb .,'-1\n\t&;\u3000。中İß\u2028", max_size=30)


@given(
    st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=4),
    st.fixed_dictionaries(
        dict.fromkeys(("case_sensitive", "normalized", "no_punct", "asian_support"), st.booleans())
    ),
)
@example([("", "..1"), ("1", "")], {"normalized": True})
def test_score_and_signature_of_texts_are_those_of_sacrebleu(pairs, options):
    hypotheses, references = map(list, zip(*pairs, strict=True))
    found = ter(hypotheses, references, **options)
    assert (found.score, found.signature) == corpus_score(hypotheses, references, **options)


def test_of_several_references_the_nearest_counts_and_the_mean_length():
    hypotheses = ["a b c d", "x", "", "a c b"]
    streams = (
        ["a b c", "x y", "z", "a b c"],
        ["d a b c", "x", None, "c a b"],
        ["a", None, "", "a b c d e"],
    )
    found = ter(hypotheses, *streams)
    assert (found.score, found.signature) == corpus_score(hypotheses, *streams)
    assert found.edits.tolist() == [1, 0, 0, 1]
    assert found.moves.tolist() == [0, 0, 0, 1]
    assert found.lengths.tolist() == [8 / 3, 1.5, 0.5, 11 / 3]


@pytest.mark.parametrize(
    ("hypothesis", "reference", "score"), [("", "", 0), ("a", "", 100), ("", "a b", 100)]
)
def test_empty_sides_count_as_in_sacrebleu(hypothesis, reference, score):
    found = ter([hypothesis], [reference])
    assert found.score == corpus_score([hypothesis], [reference])[0] == score


def test_no_segments_give_no_error():
    assert ter([], []).score == 0


def test_lists_of_words_are_taken_as_they_are():
    assert ter([["New York", "is"]], [["is", "New York"]]).moves.tolist() == [1]
    assert ter([["A"]], [["a"]]).score == 0
    assert ter([["A"]], [["a"]], case_sensitive=True).score == 100


def test_sums_of_statistics_give_rates_of_any_shape():
    found = ter(["a b", "c", "d e f"], ["a", "c d", "d f e"])
    rows = np.stack([found.statistics[[0, 1]].sum(axis=0), found.statistics.sum(axis=0)])
    assert edit_rate(rows[None]).tolist() == [[100 * (2 / 3), found.score]]


def test_unequal_numbers_of_segments_are_refused():
    with pytest.raises(InputError, match="2 translations but 1 reference"):
        ter(["a", "b"], ["a"])


def test_a_segment_without_any_reference_is_named():
    with pytest.raises(InputError, match="segment 2: no reference"):
        ter(["a", "b"], ["a", None], [None, None])


def test_a_huge_segment_needs_memory_for_its_beam_only():
    rng = np.random.default_rng(0)
    mine, wanted = (rng.integers(0, 5000, 100_000).astype(str).tolist() for _ in range(2))
    assert 90 < ter([mine], [wanted]).score < 100


def test_real_systems_have_their_known_rates(shared_data):
    folder = shared_data / "consistency" / "terminology_evaluation"
    wanted = read_hypotheses(folder / "dev.en-fr.fr.sgm").texts
    mine = read_hypotheses(folder / "en-fr.dev.txt.truecased.sgm").texts
    found = ter(mine, wanted, case_sensitive=True)
    assert round(found.score, 4) == 40.1524
    sample = slice(0, 60)
    pairs = [(a.split(), b.split()) for a, b in zip(mine[sample], wanted[sample], strict=True)]
    assert found.edits[sample].tolist() == sacrebleu_edits(pairs)


def test_a_rule_based_system_has_its_known_rate(shared_data):
    folder = shared_data / "consistency"
    system = folder / "apertium" / "tico19.en-es.apertium-eng-spa.es"
    mine = system.read_text("utf-8").splitlines()
    wanted = (folder / "tico19" / "txt" / "en-es-419.es-419").read_text("utf-8").splitlines()
    assert round(ter(mine, wanted, case_sensitive=True).score, 4) == 63.5745
    assert round(ter(mine, wanted).score, 4) == 62.7157
