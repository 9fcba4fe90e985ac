"""Word links of a build with everything that later steps ask of them, kept in one mapped file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diglot.errors import FormatError
from diglot.files.arrays import read_arrays, write_arrays
from diglot.model import Signature, WordLinks

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

KIND, VERSION = "build-words", 1


@dataclass(frozen=True, slots=True, eq=False)
class StoredWords:
    """Word links of all sentence pairs.

    Attributes:
        links: with their probabilities, unlikely ones, too: terms weigh them all.
        confidence: shape (pairs,), float32, probability that the sides of a pair translate each
            other, NaN where unknown.
        threshold: probability from which a link is one to show.
        reason: why this method.
        notes: remarks for the user.
        signature: how the links were made.
    """

    links: WordLinks
    confidence: NDArray[np.float32]
    threshold: float
    reason: str
    notes: tuple[str, ...]
    signature: Signature

    def sure(self) -> WordLinks:
        """Return the links that are probable enough to be shown."""
        import numpy as np

        links = self.links
        if links.scores is None:
            return links
        kept = links.scores >= np.float32(self.threshold)
        before = np.zeros(len(kept) + 1, np.int64)
        np.cumsum(kept, out=before[1:])
        return WordLinks(
            before[links.offsets], links.source[kept], links.target[kept], links.scores[kept]
        )


def write_words(path: Path, words: StoredWords) -> None:
    """Write word links; the same ones give the same bytes.

    Raises:
        InputError: the file cannot be written.
    """
    links, made = words.links, words.signature
    arrays: dict[str, NDArray[Any]] = {
        "offsets": links.offsets,
        "source": links.source,
        "target": links.target,
        "confidence": words.confidence,
    }
    if links.scores is not None:
        arrays["scores"] = links.scores
    metadata = {
        "threshold": words.threshold,
        "reason": words.reason,
        "notes": list(words.notes),
        "signature": [made.method, made.version, list(made.options), made.data],
    }
    write_arrays(path, arrays, metadata, kind=KIND, version=VERSION)


def read_words(path: Path) -> StoredWords:
    """Map the word links of a file into memory.

    Raises:
        FormatError: it is something else, or damaged.
        InputError: it cannot be read.
    """
    file = read_arrays(path, kind=KIND, version=VERSION)
    arrays, said = file.arrays, file.metadata
    try:
        links = WordLinks(
            arrays["offsets"], arrays["source"], arrays["target"], arrays.get("scores")
        )
        method, version, options, data = said["signature"]
        words = StoredWords(
            links,
            arrays["confidence"],
            float(said["threshold"]),
            said["reason"],
            tuple(said["notes"]),
            Signature(method, version, tuple((name, value) for name, value in options), data),
        )
        fit = len(words.confidence) == links.pairs and links.offsets[-1] == len(links.source)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise _damaged(path) from error
    if not fit:
        raise _damaged(path)
    return words


def _damaged(path: Path) -> FormatError:
    return FormatError("its parts do not fit together", path=path, cure="build it again")
