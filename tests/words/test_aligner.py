"""What a model remembers: learning on, single pairs, files, merging and pruning."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from diglot.errors import InputError
from diglot.words import METHODS, Aligner, Knowledge, align, links
from diglot.words.corpus import encode, index
from diglot.words.models.prior_counts import PriorLookup
from diglot.words.storage import files
from diglot.words.storage.merging import merge, prune
from diglot.words.storage.model import JUMPS, Model
from tests.words.saved_models import counts_of, model_of
from tests.words.toys import f1, toy

if TYPE_CHECKING:
    from pathlib import Path

TEXT = toy(1, 120)
NEW = toy(2, 12)
BOTH = pytest.mark.parametrize("method", list(METHODS))


@cache
def learnt(method: str = "gibbs") -> Model:
    return align(TEXT.corpus, method=method).model


def together(model: Model | PriorLookup | None, method: str = "gibbs", pairs=None):
    found = links(align(encode(pairs or NEW.pairs), Knowledge(model), method=method, learn=False))
    return [set(found.of(pair)) for pair in range(found.pairs)]


def alone(model: Model) -> list[set[tuple[int, int]]]:
    aligner = Aligner(model)
    return [{(i, j) for i, j, _ in aligner.align(*pair)} for pair in NEW.pairs]


@pytest.mark.slow
@BOTH
def test_a_model_counts_every_token_of_its_text(method: str) -> None:
    model, corpus = learnt(method), TEXT.corpus
    assert model.pairs == 120
    np.testing.assert_array_equal(model.source_frequency, np.bincount(corpus.source))
    np.testing.assert_array_equal(model.target_frequency, np.bincount(corpus.target))
    assert model.jumps_forward.shape == model.jumps_backward.shape == (JUMPS,)
    assert model.signature.method == method
    for name in model.__slots__:
        values = getattr(model, name)
        if isinstance(values, np.ndarray):
            assert np.isfinite(values).all(), name
            assert values.min() >= 0, name
    for row in range(len(model.rows) - 1):
        assert (np.diff(model.columns[model.rows[row] : model.rows[row + 1]]) > 0).all()
    if method == "gibbs":
        forward = model.forward.sum(dtype=float) + model.null_forward.sum(dtype=float)
        assert forward == pytest.approx(len(corpus.target), rel=0.01)
        of_words = model.fertility_forward.sum(axis=1, dtype=float)
        np.testing.assert_allclose(of_words, model.source_frequency, rtol=1e-4)
    else:
        assert not model.fertility_forward.any()


@pytest.mark.slow
@BOTH
def test_the_translations_of_the_toy_have_the_greatest_counts(method: str) -> None:
    model = learnt(method)
    words, others = model.source_vocabulary.words, model.target_vocabulary.words
    right = 0
    for e in range(1, len(words)):
        here = slice(model.rows[e], model.rows[e + 1])
        best = model.columns[here][np.argmax(model.forward[here])]
        right += others[best] == TEXT.lexicon[words[e]]
    assert right > 0.9 * (len(words) - 1)


@pytest.mark.slow
@pytest.mark.parametrize("trained", list(METHODS))
@BOTH
def test_what_a_model_knows_helps_with_two_pairs(trained: str, method: str) -> None:
    two = NEW.pairs[:2]
    knowing = f1(together(learnt(trained), method, two), NEW.gold[:2])
    assert knowing > 0.9
    assert knowing > f1(together(None, method, two), NEW.gold[:2])


@pytest.mark.slow
def test_single_pairs_are_aligned_with_a_model() -> None:
    assert f1(alone(learnt()), NEW.gold) > 0.95


def test_a_word_model_of_the_hmm_aligns_single_pairs() -> None:
    assert f1(alone(learnt("hmm")), NEW.gold) > 0.9


@pytest.mark.slow
def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    aligner, other = Aligner(learnt()), Aligner(learnt())
    first = [aligner.align(*pair) for pair in NEW.pairs]
    other.align(["neverseen", "ka"], ["ka"])
    backwards = [other.align(*pair) for pair in reversed(NEW.pairs)]
    assert backwards[::-1] == first
    assert [aligner.align(*pair) for pair in NEW.pairs] == first


def test_answers_ascend_and_reach_the_threshold() -> None:
    aligner = Aligner(learnt())
    for pair in NEW.pairs:
        everything = aligner.align(*pair, threshold=0)
        assert everything == sorted(everything)
        assert all(0 <= score <= 1 for *_, score in everything)
        likely = aligner.align(*pair, threshold=0.9)
        assert likely == [link for link in everything if link[2] >= 0.9]


def test_a_side_without_words_or_with_too_many_has_no_links() -> None:
    aligner = Aligner(learnt())
    word = [next(iter(TEXT.lexicon))]
    assert aligner.align([], word) == []
    assert aligner.align(word, []) == []
    assert aligner.align([], []) == []
    assert aligner.align(word * 1001, word) == []


def test_unknown_words_are_aligned_somehow() -> None:
    assert Aligner(learnt()).align(["neverseen"], ["neverseen"])[0][:2] == (0, 0)


@pytest.mark.slow
def test_a_thousand_words_are_aligned_with_a_model() -> None:
    source = np.random.default_rng(0).choice(list(TEXT.lexicon), 1000).tolist()
    found = Aligner(learnt()).align(source, [TEXT.lexicon[word] for word in source])
    right = [TEXT.lexicon[source[i]] == TEXT.lexicon[source[j]] for i, j, _ in found]
    assert len(found) > 500
    assert np.mean(right) > 0.9


@BOTH
def test_a_saved_model_gives_the_links_of_the_one_in_memory(tmp_path: Path, method: str) -> None:
    path = tmp_path / "toy.model"
    files.save(path, learnt(method))
    loaded, kept = Aligner.load(path), Aligner(learnt(method))
    for pair in NEW.pairs:
        assert loaded.align(*pair, threshold=0) == kept.align(*pair, threshold=0)


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("no model at all")
    with pytest.raises(InputError):
        Aligner.load(path)


@pytest.mark.slow
@BOTH
def test_going_on_adds_up(method: str) -> None:
    before = learnt(method)
    after = align(NEW.corpus, Knowledge(before), method=method).model
    alone = align(NEW.corpus, method=method).model
    assert after.pairs == before.pairs + alone.pairs
    for side in ("source", "target"):

        def tokens(model: Model, side: str = side) -> dict[str, int]:
            words = getattr(model, f"{side}_vocabulary").words
            return dict(zip(words, getattr(model, f"{side}_frequency").tolist(), strict=True))

        one, other = tokens(before), tokens(alone)
        assert tokens(after) == {
            word: one.get(word, 0) + other.get(word, 0) for word in {**one, **other}
        }
    known, new = counts_of(before), counts_of(after)
    assert set(known) <= set(new)
    assert all(
        now >= then - 1e-3
        for pair in known
        for now, then in zip(new[pair], known[pair], strict=True)
    )
    assert (after.jumps_forward >= before.jumps_forward - 1e-2).all()


def test_going_on_with_a_model_leaves_it_as_it_was() -> None:
    model = learnt()
    copies = {
        name: getattr(model, name).tobytes()
        for name in model.__slots__
        if isinstance(getattr(model, name), np.ndarray)
    }
    size = model.source_vocabulary.size
    align(encode([(["brandnew", "ka"], ["ka"])]), Knowledge(model), method="gibbs")
    assert all(getattr(model, name).tobytes() == values for name, values in copies.items())
    assert model.source_vocabulary.size == size


@pytest.mark.slow
def test_models_of_two_halves_know_what_the_whole_knows() -> None:
    halves = [align(encode(part)).model for part in (TEXT.pairs[:60], TEXT.pairs[60:])]
    assert f1(alone(merge(halves)), NEW.gold) > 0.9


def test_a_pruned_model_aligns() -> None:
    pruned = prune(learnt(), 5.0, 1)
    assert len(pruned.columns) < len(learnt().columns)
    assert f1(alone(pruned), NEW.gold) > 0.9


def test_a_memory_finds_counts_by_words() -> None:
    counts = {("ka", "xu"): (2.0, 1.5), ("bo", "ye"): (1.0, 0.5), ("bo", "xu"): (0.25, 0.75)}
    model = model_of(counts, pairs=7)
    corpus = encode([(["BO", "new", "ka"], ["ye", "other", "xu"])])
    pairs = index(corpus)
    known = PriorLookup(model).recall(corpus, pairs)
    one, other = corpus.source_vocabulary.words, corpus.target_vocabulary.words
    rows = np.repeat(np.arange(len(pairs.rows) - 1), np.diff(pairs.rows))
    for p, (e, f) in enumerate(zip(rows, pairs.columns, strict=True)):
        expected = counts.get((one[e], other[f]), (0, 0))
        assert (known.links[0][p], known.links[1][p]) == expected
    by_word = dict(zip(one, known.totals[0].tolist(), strict=True))
    assert by_word["bo"] == 1.25
    assert by_word["new"] == 0
    assert by_word[""] == pytest.approx(model.null_forward.sum())
    tokens = dict(zip(one, known.frequencies[0].tolist(), strict=True))
    vocabulary = model.source_vocabulary
    assert tokens["ka"] == model.source_frequency[vocabulary.find("ka")]
    assert tokens["new"] == 0
    assert known.pairs == 7


def test_classes_hold_what_the_corpus_does_not() -> None:
    counts = {("kabulix", "zedefos"): (2.0, 1.0), ("kabulor", "zedefun"): (3.0, 4.0)}
    memory = PriorLookup(model_of(counts))
    corpus = encode([(["kabulix", "kabulum"], ["zedefos", "zedefat"])])
    pairs = index(corpus)
    known = memory.recall(corpus, pairs)
    finest = known.classes[-1]  # two letters: all words of a side are one class
    everything = np.zeros(2, np.int32)
    classes = (everything[[0, 0, 0, 0]], everything[[0, 0, 0, 0]])
    number = np.zeros(pairs.size, np.int32)
    sums, totals = finest.outside_links((["ka"], ["ze"]), classes, number, known.links)
    # Two of the five links are those of a pair of this corpus.
    assert sums[0].tolist() == totals[0].tolist() == [3.0]
    assert sums[1].tolist() == totals[1].tolist() == [4.0]
    sums, _ = finest.outside_links((["zz"], ["ze"]), classes, number, known.links)
    assert sums[0].tolist() == [0.0]
    assert finest.frequency(0, ["ka", "zz"])[1] == 0


def test_an_empty_model_is_as_good_as_none() -> None:
    empty = model_of({}, source=[], target=[])
    found = align(NEW.corpus, Knowledge(empty), method="gibbs", learn=False)
    assert np.isfinite(found.probabilities).all()
