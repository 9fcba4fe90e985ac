"""Labels that people gave to links between words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LabelledLink:
    """A link between words of one sentence pair with what an annotator thinks of it.

    Attributes:
        pair: number of the sentence pair in its text, as the file has it.
        source: zero-based positions of the source words; empty for words without a counterpart.
        target: zero-based positions of the target words.
        label: ``sure``, ``contextual``, ``partial`` or ``wrong``; any other word as it was found.
    """

    pair: int
    source: tuple[int, ...]
    target: tuple[int, ...]
    label: str
