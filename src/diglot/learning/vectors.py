"""Word vectors trained on the texts at hand, by gensim (extra ``vectors``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.errors import ConfigError
from diglot.model import WordVectors

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS = ("fasttext", "word2vec")
BUCKETS = 200_000
"""Of character n-grams; two million, as usual for billions of words, would take 1.6 GB."""


def train_vectors(
    sentences: Sequence[Sequence[str]],
    *,
    kind: str = "fasttext",
    dimensions: int = 200,
    window: int = 5,
    epochs: int = 10,
    least: int = 3,
    seed: int = 1,
) -> WordVectors:
    """Train vectors of all words that come often enough; the same texts give the same vectors.

    Args:
        sentences: tokens of every sentence, in lower case.
        kind: ``fasttext`` (skip-gram with character n-grams) or ``word2vec`` (skip-gram).
        dimensions: of the vectors.
        window: words on each side.
        epochs: times the texts are read.
        least: occurrences of a word at least.
        seed: of the random numbers.

    Raises:
        ConfigError: gensim is not installed, there is no such kind, or no word comes that often.

    Reference:
        Mikolov et al. (2013), Distributed representations of words and phrases; Bojanowski et al.
        (2017), Enriching word vectors with subword information.
    """
    if kind not in KINDS:
        raise ConfigError(f"there are no vectors {kind!r}; there are {', '.join(KINDS)}")
    try:
        from gensim.models import FastText, Word2Vec
    except ImportError as error:
        raise ConfigError(
            "training word vectors needs the extra vectors: install diglot[vectors], or give "
            "files of vectors"
        ) from error
    options: dict[str, Any] = {
        "vector_size": dimensions,
        "window": window,
        "epochs": epochs,
        "min_count": least,
        "sg": 1,
        "negative": 10,
        "seed": seed,
        "workers": 1,  # more threads would give other vectors each time
    }
    if kind == "fasttext":
        options["bucket"] = BUCKETS
    model = (FastText if kind == "fasttext" else Word2Vec)(**options)
    texts = [list(sentence) for sentence in sentences if sentence]
    if texts:
        model.build_vocab(texts)
    if not texts or not len(model.wv):
        raise ConfigError(f"no word of the texts comes {least} times: word vectors need more text")
    model.train(texts, total_examples=len(texts), epochs=epochs)
    return WordVectors(tuple(model.wv.index_to_key), np.asarray(model.wv.vectors, np.float32))
