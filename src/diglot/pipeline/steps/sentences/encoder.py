"""Sentence encoders (extra ``neural``): models that turn sentences of any language into vectors."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError, InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

_BATCH = 64


def encode(texts: Sequence[str], *, encoder: str) -> NDArray[np.float32]:
    """Encode texts with a sentence-transformers model such as LaBSE.

    Args:
        texts: one segment each.
        encoder: name of the model, or the folder it lies in.

    Returns:
        Vectors of length one, float32 (texts, dimensions).

    Raises:
        ConfigError: the extra is not installed.
        InputError: there is no such model, or it cannot be loaded.

    Reference:
        Feng et al. 2022, "Language-agnostic BERT sentence embedding".
    """
    import numpy as np

    vectors = _load(encoder).encode(
        list(texts),
        batch_size=_BATCH,
        normalize_embeddings=True,
        convert_to_numpy=True,
        show_progress_bar=False,
    )
    return np.asarray(vectors, np.float32)


@cache
def _load(encoder: str) -> Any:
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise ConfigError(
            "--encoder needs the extra neural: pip install 'diglot[neural]'"
        ) from error
    try:
        return SentenceTransformer(encoder)
    except (OSError, ValueError, KeyError) as error:
        raise InputError(
            f"the sentence encoder {encoder!r} cannot be loaded ({error})",
            cure="give the name of a sentence-transformers model or its folder",
        ) from error
