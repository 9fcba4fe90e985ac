"""Sentence encoders: a real one when the extra is installed, and what happens when it is not."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from diglot.errors import ConfigError, InputError
from diglot.pipeline.steps.sentences import evidence


@pytest.fixture(autouse=True)
def _forget_models() -> None:
    evidence._load_encoder.cache_clear()


class Letters:
    """An encoder that counts letters, with the interface of sentence-transformers."""

    loaded = 0

    def __init__(self, name: str) -> None:
        if name != "letters":
            raise OSError(f"no model {name}")
        type(self).loaded += 1

    def encode(self, sentences: Sequence[str], **options: Any) -> np.ndarray:
        assert options["normalize_embeddings"]
        vectors = np.array([[text.count(letter) for letter in "abc"] for text in sentences], float)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("sentence_transformers")
    module.SentenceTransformer = Letters  # type: ignore[attr-defined]  # a stand-in
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    monkeypatch.setattr(Letters, "loaded", 0)


def test_texts_become_single_floats_and_the_model_is_loaded_once(plugged: None) -> None:
    vectors = evidence.encode(["aa", "ab"], encoder="letters")
    assert vectors.dtype == np.float32
    assert vectors == pytest.approx(np.array([[1, 0, 0], [0.5**0.5, 0.5**0.5, 0]]))
    evidence.encode(["c"], encoder="letters")
    assert Letters.loaded == 1


def test_a_model_that_does_not_exist_is_one_line(plugged: None) -> None:
    with pytest.raises(InputError, match="'nothing' cannot be loaded"):
        evidence.encode(["a"], encoder="nothing")


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(ConfigError, match=r"diglot\[neural\]"):
        evidence.encode(["a"], encoder="letters")


@pytest.mark.filterwarnings("default")
def test_a_tiny_model_made_on_the_spot_is_loaded_and_encodes(tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers", reason="the extra neural is not installed")
    from sentence_transformers import SentenceTransformer, models
    from transformers import BertConfig, BertModel, BertTokenizerFast

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "one", "two", "un", "deux"]
    (tmp_path / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    BertTokenizerFast(vocab_file=str(tmp_path / "vocab.txt")).save_pretrained(tmp_path / "bert")
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
    )
    BertModel(config).save_pretrained(tmp_path / "bert")
    bert = models.Transformer(str(tmp_path / "bert"))
    pooling = models.Pooling(16)
    SentenceTransformer(modules=[bert, pooling]).save(str(tmp_path / "model"))
    vectors = evidence.encode(["one two", "un deux", "one two"], encoder=str(tmp_path / "model"))
    assert vectors.shape == (3, 16)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1], abs=1e-5)
    assert vectors[0] == pytest.approx(vectors[2], abs=1e-5)
