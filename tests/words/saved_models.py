"""Word models for tests: small ones of given counts, random ones, and the comparison of two."""

import numpy as np
from hypothesis import strategies as st

from diglot.model import Signature
from diglot.words.corpus import Vocabulary
from diglot.words.storage.model import FERTILITIES, JUMPS, Model

WORD = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=5).map(str.lower)


def model_of(counts, *, source=None, target=None, pairs=1, seed=0, options=(), **fields):
    """A model of ``{(source word, target word): (forward, backward)}``; the rest is random."""
    vocabularies = [
        Vocabulary(words if words is not None else sorted({pair[side] for pair in counts}))
        for side, words in ((0, source), (1, target))
    ]
    numbered = sorted(
        (vocabularies[0][e], vocabularies[1][f], *both) for (e, f), both in counts.items()
    )
    size_s, size_t = (vocabulary.size for vocabulary in vocabularies)
    rng = np.random.default_rng(seed)
    rows = np.zeros(size_s + 1, np.int64)
    for e, *_ in numbered:
        rows[e + 1 :] += 1

    def some(*shape):
        return rng.integers(0, 9, shape).astype(np.float32)

    return Model(
        source_vocabulary=vocabularies[0],
        target_vocabulary=vocabularies[1],
        source_frequency=fields.pop("source_frequency", rng.integers(1, 9, size_s)),
        target_frequency=fields.pop("target_frequency", rng.integers(1, 9, size_t)),
        rows=rows,
        columns=np.array([each[1] for each in numbered], np.int32),
        forward=np.array([each[2] for each in numbered], np.float32),
        backward=np.array([each[3] for each in numbered], np.float32),
        null_forward=some(size_t),
        null_backward=some(size_s),
        jumps_forward=some(JUMPS),
        jumps_backward=some(JUMPS),
        fertility_forward=some(size_s, FERTILITIES),
        fertility_backward=some(size_t, FERTILITIES),
        pairs=pairs,
        signature=fields.pop("signature", Signature("gibbs", "1.0", tuple(options))),
        **fields,
    )


@st.composite
def models(draw, word=WORD):
    """Any model of a few words; counts are multiples of a quarter, so that sums are exact."""
    source, target = (draw(st.lists(word, max_size=5, unique=True)) for _ in range(2))
    quarters = st.integers(0, 40).map(lambda n: n / 4)
    counts = {}
    if source and target:
        pairs = st.tuples(st.sampled_from(source), st.sampled_from(target))
        counts = draw(st.dictionaries(pairs, st.tuples(quarters, quarters), max_size=12))
    return model_of(
        counts,
        source=source,
        target=target,
        pairs=draw(st.integers(0, 10**12)),
        seed=draw(st.integers(0, 99)),
        options=draw(st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3)), max_size=2)),
        tokeniser=draw(st.sampled_from(["diglot", "none"])),
    )


def counts_of(model):
    """The word pairs of a model with both counts, by their words."""
    found = {}
    for e in range(model.source_vocabulary.size):
        for k in range(model.rows[e], model.rows[e + 1]):
            pair = (
                model.source_vocabulary.words[e],
                model.target_vocabulary.words[model.columns[k]],
            )
            assert pair not in found
            found[pair] = (float(model.forward[k]), float(model.backward[k]))
    return found


ARRAYS = tuple(name for name, kind in Model.__annotations__.items() if kind.startswith("NDArray"))


def assert_same(one, other):
    """Both are equal to the bit."""
    for name in ARRAYS:
        a, b = getattr(one, name), getattr(other, name)
        assert a.dtype == b.dtype, name
        assert a.shape == b.shape, name
        assert a.tobytes() == b.tobytes(), name
    for name in ("pairs", "signature", "languages", "tokeniser"):
        assert getattr(one, name) == getattr(other, name), name
    assert one.source_vocabulary.words == other.source_vocabulary.words
    assert one.target_vocabulary.words == other.target_vocabulary.words
