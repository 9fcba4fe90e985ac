"""How frequent words are in general language: what a word of a special field is weighed against."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diglot.errors import RunError
from diglot.text.function_words import fold_word
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from diglot.text.kernels.packed_words import WordBands

# Lists that serve other languages.
_SAME = {"no": "nb", "nn": "nb", "hr": "sh", "sr": "sh", "bs": "sh", "tl": "fil", "yue": "zh"}
_MILLION = 1e6

FOLDER = Path(__file__).parent / "data" / "frequencies"
"""Lists of words with their frequencies, a file a language, made by ``tools/packs``."""


@dataclass(frozen=True, slots=True)
class Frequencies:
    """Relative frequencies of words.

    Attributes:
        per_million: occurrences in a million words, by word in lower case.
        floor: the same for words that are not listed: half of the rarest listed word's.
        name: where they come from, for signatures.
    """

    per_million: Mapping[str, float]
    floor: float
    name: str

    def of(self, word: str) -> float:
        """Return the occurrences of ``word`` in a million words; never 0.

        A hyphenated word that is not listed is at most as frequent as its rarest part: the
        reciprocals of its parts' frequencies add up.
        """
        word = fold_word(word)
        known = self._listed(word)
        if known is not None:
            return known
        parts = [part for part in word.replace("’", "'").replace("'", "-").split("-") if part]
        if len(parts) < 2:
            return self.floor
        listed = [self._listed(part) for part in parts]
        inverse = sum(1 / each if each else 1 / self.floor for each in listed)
        return max(self.floor, 1 / inverse)

    def _listed(self, word: str) -> float | None:
        found = self.per_million.get(word)
        if found is None:
            # The library writes "grossen" for "großen".
            found = self.per_million.get(word.casefold().replace("i̇", "i"))
        if found is None and word.endswith("'"):
            found = self.per_million.get(word[:-1])
        return found

    def array(self, words: Iterable[str]) -> NDArray[np.float64]:
        """Return the occurrences in a million words, one for each word."""
        return np.fromiter((self.of(word) for word in words), dtype=np.float64)


def general_frequencies(language: str | None) -> Frequencies | None:
    """Return the frequencies of words in general ``language``, or None where there are none.

    The table is read once, when it is first asked for (0.03 CPU seconds).

    Args:
        language: code or name; None for a text whose language is unknown.

    Raises:
        ConfigError: the language is unknown.

    Reference:
        R. Speer, rspeer/wordfreq 3, 2022.
    """
    if not language:
        return None
    code = normalise(language)
    return _table(_SAME.get(code, code))


def counted_frequencies(counts: Mapping[str, int]) -> Frequencies | None:
    """Return the frequencies of words counted in a text of the user, None when it is empty."""
    folded: dict[str, int] = {}
    for word, count in counts.items():
        key = fold_word(word)
        folded[key] = folded.get(key, 0) + count
    total = sum(folded.values())
    if total <= 0:
        return None
    # One more occurrence of everything, and as many unseen words as there are seen ones.
    unit = _MILLION / (total + len(folded))
    return Frequencies({word: (n + 1) * unit for word, n in folded.items()}, unit, "own text")


@cache
def _table(code: str) -> Frequencies | None:
    listed = _read(code)
    return None if listed is None else Frequencies(listed, listed.least / 2, "wordfreq")


class _Listed(Mapping[str, float]):
    """Occurrences of words in a million.

    Those of a band are a hundredth of a power of ten less frequent than those of the band before.
    """

    def __init__(self, bands: WordBands) -> None:
        self._bands = bands
        self._of_band = [10 ** (-number / 100) * _MILLION for number in range(bands.last_band + 1)]
        self.least = self._of_band[-1]

    def get(self, word: str, default: Any = None) -> Any:
        band = self._bands.get(word.encode("utf-8", "surrogatepass"))
        return default if band < 0 else self._of_band[band]

    def __getitem__(self, word: str) -> float:
        found: float | None = self.get(word)
        if found is None:
            raise KeyError(word)
        return found

    def __iter__(self) -> Iterator[str]:
        return (word.decode() for word in self._bands)

    def __len__(self) -> int:
        return len(self._bands)


def _read(code: str) -> _Listed | None:
    """Read the list of a language; None if there is none.

    Raises:
        RunError: the list is damaged.
    """
    from diglot.text.kernels.packed_words import WordBands

    file = FOLDER / f"{code}.bands"
    if not file.exists():
        return None
    try:
        return _Listed(WordBands(zlib.decompress(file.read_bytes())))
    except (ValueError, zlib.error) as error:
        raise RunError(f"{file} is damaged: install diglot again") from error


def pack_bands(bands: Mapping[bytes, int]) -> bytes:
    """Return words with the numbers of their bands as a file that ships.

    Args:
        bands: 0 to 65,535, of words of at most 255 bytes.
    """
    words = sorted(bands)
    shared = [
        next(
            (k for k, (a, b) in enumerate(zip(*pair, strict=False)) if a != b), min(map(len, pair))
        )
        for pair in zip([b"", *words], words, strict=False)
    ]
    columns = (
        bytes(shared),
        bytes(len(word) - same for word, same in zip(words, shared, strict=True)),
        bytes(bands[word] & 255 for word in words),
        bytes(bands[word] >> 8 for word in words),
    )
    letters = (word[same:] for word, same in zip(words, shared, strict=True))
    return zlib.compress(
        b"".join([b"DGWB1\n", len(words).to_bytes(4, "little"), *columns, *letters]), 9
    )
