import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.model import Signature
from diglot.words.storage import merging
from diglot.words.storage.files import load, save
from diglot.words.storage.merging import merge, subtract
from tests.words.saved_models import assert_same, counts_of, model_of, models

SHARED = st.sampled_from(list("abcde"))


def same_tokeniser(word=SHARED):
    return st.lists(models(word), min_size=1, max_size=4).filter(
        lambda found: len({model.tokeniser for model in found}) == 1
    )


def plain_sum(found, weights):
    total = {}
    for model, weight in zip(found, weights, strict=True):
        for pair, (forward, backward) in counts_of(model).items():
            before = total.get(pair, (0.0, 0.0))
            total[pair] = (before[0] + weight * forward, before[1] + weight * backward)
    return total


def by_word(model, name, side):
    words = getattr(model, f"{side}_vocabulary").words
    return dict(zip(words, getattr(model, name).tolist(), strict=True))


@given(same_tokeniser(), st.data())
def test_counts_are_added_word_by_word(found, data):
    weights = data.draw(st.lists(st.sampled_from([0.5, 1, 2]), min_size=len(found), max_size=4))
    weights = weights[: len(found)]
    merged = merge(found, weights)
    assert counts_of(merged) == plain_sum(found, weights)
    for e in range(merged.source_vocabulary.size):
        assert (np.diff(merged.columns[merged.rows[e] : merged.rows[e + 1]]) > 0).all()
    parts = [by_word(model, "null_forward", "target") for model in found]
    for word, count in by_word(merged, "null_forward", "target").items():
        assert count == sum(w * part.get(word, 0) for w, part in zip(weights, parts, strict=True))
    assert merged.jumps_forward.tolist() == [
        sum(w * model.jumps_forward[k] for w, model in zip(weights, found, strict=True))
        for k in range(len(merged.jumps_forward))
    ]


@given(models())
def test_one_model_merged_is_itself(model):
    merged = merge([model])
    assert merged.signature.options[-1] == ("merged", "1")
    for name in ("rows", "columns", "forward", "backward", "source_frequency", "null_backward"):
        assert getattr(merged, name).tobytes() == getattr(model, name).tobytes()
    assert merged.source_vocabulary.words == model.source_vocabulary.words


@pytest.mark.slow
@given(same_tokeniser())
def test_a_merged_model_is_saved_and_loaded(found):
    merged = merge(found)
    with tempfile.TemporaryDirectory() as folder:
        save(Path(folder) / "m", merged)
        assert_same(load(Path(folder) / "m"), merged)


def test_sums_in_portions_are_those_at_once(monkeypatch):
    found = [
        model_of({(a, "x"): (n, 1.0), ("z", b): (2.0, n)})
        for n, (a, b) in enumerate([("a", "x"), ("b", "y"), ("a", "y"), ("z", "x"), ("b", "x")])
    ]
    whole = merge(found)
    monkeypatch.setattr(merging, "WAITING", 1)
    assert_same(merge(found), whole)


def test_frequencies_fertilities_and_pairs_are_added():
    one = model_of({("a", "x"): (1.0, 1.0)}, pairs=10, source_frequency=np.array([0, 3]))
    other = model_of({("b", "x"): (1.0, 1.0)}, pairs=5, source_frequency=np.array([0, 4]))
    merged = merge([one, other], [1, 0.5])
    assert by_word(merged, "source_frequency", "source") == {"": 0, "a": 3, "b": 2}
    assert merged.source_frequency.dtype == np.int64
    assert merged.pairs == 12
    assert merged.fertility_forward[1].tolist() == one.fertility_forward[1].tolist()
    assert merged.fertility_forward[2].tolist() == (other.fertility_forward[1] / 2).tolist()


def test_words_that_were_looked_up_since_training_do_not_enter():
    model = model_of({("a", "x"): (1.0, 1.0)})
    assert model.source_vocabulary["new"] == 2
    assert merge([model, model]).source_vocabulary.words == ["", "a"]


def test_the_signature_keeps_what_all_share():
    one = model_of({}, signature=Signature("gibbs", "1", (("chains", "3"), ("seed", "1"))))
    other = model_of({}, signature=Signature("gibbs", "1", (("chains", "3"), ("seed", "2"))))
    assert merge([one, other], [1, 2]).signature.options == (
        ("chains", "3"),
        ("merged", "2"),
        ("weights", "1,2"),
    )
    assert merge([one, other]).signature.method == "gibbs"
    hmm = model_of({}, signature=Signature("hmm", "1"))
    assert merge([one, hmm]).signature.method == "mixed"


def test_an_unknown_language_goes_with_any():
    found = [model_of({}, languages=each) for each in ((None, "fr"), ("en", None))]
    assert merge(found).languages == ("en", "fr")


@pytest.mark.parametrize(
    ("fields", "weights", "message"),
    [
        ([], None, "there are no models to merge"),
        ([{}], [1, 2], "1 models need as many weights, not 2"),
        ([{}], [0], "positive"),
        ([{}], [float("nan")], "positive"),
        ([{}], [float("inf")], "positive"),
        ([{"languages": ("en", "fr")}, {"languages": ("en", "de")}], None, "languages: de, fr"),
        ([{"tokeniser": "none"}, {}], None, "tokenised"),
    ],
)
def test_what_does_not_go_together_is_refused(fields, weights, message):
    with pytest.raises(ConfigError, match=message):
        merge([model_of({}, **each) for each in fields], weights)


@given(same_tokeniser().filter(lambda found: len({model.languages for model in found}) == 1))
def test_what_is_taken_off_a_sum_leaves_the_others(found):
    *others, part = (merge([model]) for model in found)
    whole = subtract(merge([*others, part]), part)
    left = plain_sum(others, [1.0] * len(others))
    for pair, counts in counts_of(whole).items():
        assert counts == pytest.approx(left.get(pair, (0.0, 0.0)), rel=1e-5, abs=1e-3)
    assert whole.pairs == sum(model.pairs for model in others)
