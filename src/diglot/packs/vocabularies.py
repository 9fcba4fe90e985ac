"""Vocabularies of languages that are written without spaces: what cuts their texts into words.

A ``.words`` file lies beside the packs, is named by its languages as in ``ja_zh.words``, and is
compressed and cached as packs are.
"""

from __future__ import annotations

import tempfile
from dataclasses import asdict, dataclass
from functools import lru_cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import numpy as np

from diglot.errors import FormatError, naming
from diglot.files.arrays import cache_folder, read_arrays, write_arrays
from diglot.packs.files import compress, read_unpacked
from diglot.packs.finding import list_vocabularies, uses_no_packs
from diglot.packs.pack import PackSource
from diglot.text.tokens import WordSegmenter, segmenters_in_use

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager

P = ParamSpec("P")
T = TypeVar("T")

KIND = "word-vocabulary"
VERSION = 1
LONGEST = 255
"""Letters of the longest word."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words with their costs, and where they are from.

    Attributes:
        segmenter: cuts texts by them; its name tells the version.
        languages: codes of the languages that it cuts.
        sources: what it was made of.
        date: day it was made, ISO 8601.
        digest: of its content.
    """

    segmenter: WordSegmenter
    languages: tuple[str, ...]
    sources: tuple[PackSource, ...]
    date: str
    digest: str


def write_vocabulary(
    path: str | Path,
    costs: Mapping[str, int],
    *,
    languages: Sequence[str],
    sources: Sequence[PackSource],
    date: str,
) -> None:
    """Write a vocabulary; the same content gives the same bytes.

    Args:
        path: the file.
        costs: of every word, 0 to 255, see `WordSegmenter`.
        languages: codes.
        sources: what the words and costs are from.
        date: ISO 8601.

    Raises:
        InputError: the file cannot be written.
    """
    words = sorted(word for word in costs if 0 < len(word) <= LONGEST)
    arrays = {
        "letters": np.frombuffer("".join(words).encode(), np.uint8),
        "lengths": np.array([len(word) for word in words], np.uint8),
        "costs": np.array([costs[word] for word in words], np.uint8),
    }
    about = {
        "languages": list(languages),
        "sources": [asdict(source) for source in sources],
        "date": date,
    }
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder, "words")
        write_arrays(plain, arrays, about, kind=KIND, version=VERSION)
        compress(plain, path)


def read_vocabulary(path: str | Path, *, cache: Path | None = None) -> Vocabulary:
    """Read a vocabulary.

    Args:
        path: the file.
        cache: folder for its unpacked copy; None keeps none.

    Raises:
        FormatError: it is none, of another version, or damaged.
        InputError: it cannot be read.
    """
    return read_unpacked(Path(path), cache, _read)


def _read(plain: Path, path: Path) -> Vocabulary:
    with naming(path):
        file = read_arrays(plain, kind=KIND, version=VERSION)
    arrays, about = file.arrays, file.metadata
    try:
        letters = arrays["letters"].tobytes().decode()
        name = f"words@{file.digest[:8]}"
        return Vocabulary(
            WordSegmenter(letters, arrays["lengths"], arrays["costs"], name=name),
            tuple(map(str, about["languages"])),
            tuple(PackSource(**source) for source in about["sources"]),
            str(about["date"]),
            file.digest,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise FormatError(
            f"its content is invalid ({error or type(error).__name__})",
            path=path,
            cure="copy it again",
        ) from error


def find_segmenter(code: str) -> WordSegmenter | None:
    """Return what cuts a language into words; None where no vocabulary lies for it.

    Raises:
        InputError: one that lies there cannot be read.
    """
    base = code.partition("-")[0]
    base = "zh" if base == "yue" else base
    for path in list_vocabularies():
        if base in path.stem.split("_"):
            return _opened(path, path.stat().st_mtime_ns)
    return None


@lru_cache(maxsize=8)
def _opened(path: Path, _: int) -> WordSegmenter:
    return read_vocabulary(path, cache=cache_folder() / "packs").segmenter


def words_by_packs(packs: Sequence[str | Path]) -> AbstractContextManager[None]:
    """Let texts be cut by the vocabularies that are found, unless no packs are to be used.

    Args:
        packs: what an option says, see `load_pack`.
    """
    return segmenters_in_use(None if uses_no_packs(packs) else lru_cache(find_segmenter))


def cut_by_packs(step: Callable[P, T]) -> Callable[P, T]:
    """Let a step cut its texts as its keyword ``options`` say in their ``packs``."""

    @wraps(step)
    def cutting(*arguments: P.args, **options: P.kwargs) -> T:
        with words_by_packs(getattr(options.get("options"), "packs", ())):
            return step(*arguments, **options)

    return cutting
