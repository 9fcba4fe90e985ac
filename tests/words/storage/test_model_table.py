import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.words.storage.model import entries, translation_table
from tests.words.saved_models import counts_of, model_of, models


def plain_table(model, minimum):
    counts = counts_of(model)
    found = {}
    for (e, f), (forward, backward) in counts.items():
        row = sum(both[0] for (word, _), both in counts.items() if word == e)
        column = sum(both[1] for (_, word), both in counts.items() if word == f)
        shares = (forward / row if row else 0.0, backward / column if column else 0.0)
        if max(shares) >= minimum:
            found[e, f] = (*shares, (forward + backward) / 2)
    return found


@settings(max_examples=30)
@given(models(), st.sampled_from([0.0, 0.01, 0.3]))
def test_probabilities_are_those_of_a_plain_loop(model, minimum):
    found = {(e, f): numbers for e, f, *numbers in entries(model, minimum=minimum)}
    wanted = plain_table(model, minimum)
    assert set(found) == set(wanted)
    for pair, numbers in wanted.items():
        assert found[pair] == pytest.approx(numbers, rel=1e-6)


@given(models())
def test_translations_of_a_word_follow_each_other_the_best_first(model):
    table = translation_table(model, minimum=0)
    keys = list(zip(table.source.tolist(), (-table.forward).tolist(), strict=True))
    assert keys == sorted(keys)


def test_counts_of_zero_give_no_division_by_zero():
    model = model_of({("a", "x"): (0.0, 0.0)})
    assert list(entries(model, minimum=0)) == [("a", "x", 0.0, 0.0, 0.0)]
    assert list(entries(model)) == []
