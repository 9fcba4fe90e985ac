"""Segments of text as arrays for compiled loops, and signatures in the form of sacreBLEU."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from itertools import chain, count
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.evaluate.statistics.aggregate import Ints

    Flat = tuple[NDArray[np.int32], Ints]

Segment = Sequence[str]
"""A text, or a list of words that are taken as they are."""


class WordNumbers:
    """Numbers of words, equal for equal words in everything that one object numbered."""

    def __init__(self) -> None:
        self._numbers: defaultdict[str, int] = defaultdict(count().__next__)

    def flat(self, segments: Sequence[Sequence[str]]) -> Flat:
        """Return numbers of all words, (words,), and where each segment begins, (segments + 1,)."""
        offsets = starts(segments)
        numbers = map(self._numbers.__getitem__, chain.from_iterable(segments))
        return np.fromiter(numbers, np.int32, int(offsets[-1])), offsets


def starts(segments: Sequence[Sequence[object]]) -> Ints:
    """Return where each segment begins when they stand one behind the other, (segments + 1,)."""
    offsets = np.zeros(len(segments) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, segments), np.int64, len(segments)), out=offsets[1:])
    return offsets


def split_words(segments: Sequence[Segment | None], *, case_sensitive: bool) -> list[Sequence[str]]:
    """Return the words of every segment: of texts what blanks divide; of None nothing."""
    if case_sensitive:
        return [each.split() if isinstance(each, str) else each or () for each in segments]
    return [
        each.lower().split() if isinstance(each, str) else [word.lower() for word in each or ()]
        for each in segments
    ]


def same_number(hypotheses: Sequence[Segment], *streams: Sequence[Segment | None]) -> None:
    """Check that there are as many references as translations.

    Raises:
        InputError: there are not.
    """
    for stream in streams:
        if len(stream) != len(hypotheses):
            raise InputError(
                f"{len(hypotheses):,} translations but {len(stream):,} references",
                cure="give one reference for each translation, in the same order",
            )


# Lines of options in the form of sacreBLEU, so that figures can be compared with published ones.
#
# Reference: Post 2018, "A call for clarity in reporting BLEU scores".


def sacrebleu_signature(references: Ints, **options: str | bool) -> str:
    """Return the line of a run.

    Args:
        references: number of references of every segment.
        options: names and values in sacreBLEU's order.
    """
    numbers = {int(each) for each in references}
    parts = [f"nrefs:{numbers.pop() if len(numbers) == 1 else 'var'}"]
    parts += [
        f"{name}:{value if isinstance(value, str) else ('no', 'yes')[value]}"
        for name, value in options.items()
    ]
    return "|".join([*parts, f"version:{_version()}"])


@cache
def _version() -> str:
    from importlib.metadata import version

    return version("sacrebleu")
