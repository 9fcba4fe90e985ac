"""Links between the words of source and hypothesis, for terminology metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import WordLinks
    from diglot.pipeline.documents import ProgressCall


def align_hypothesis(
    source: Sequence[Sequence[str]],
    hypothesis: Sequence[Sequence[str]],
    reference: Sequence[Sequence[str]] = (),
    *,
    progress: ProgressCall | None = None,
) -> WordLinks:
    """Align the words of source and hypothesis with diglot's aligner.

    Args:
        source: tokens of each segment.
        hypothesis: tokens of their translations.
        reference: tokens of other translations, which the aligner learns from, too; empty for
            none.
        progress: called with the stage, the parts done and the parts in all.

    Returns:
        The links of every segment with its hypothesis.
    """
    from diglot.words.alignment import align, links
    from diglot.words.corpus import encode

    lowered = [_lowered(each) for each in (source, hypothesis, reference)]
    pairs = list(zip(lowered[0], lowered[1], strict=True))
    if reference:
        pairs += zip(lowered[0], lowered[2], strict=True)
    found = align(encode(pairs), reported=len(source), learn=False, progress=progress)
    return links(found)


def read_links(
    path: Path, source: Sequence[Sequence[str]], hypothesis: Sequence[Sequence[str]]
) -> WordLinks:
    """Read word links between source and hypothesis.

    Raises:
        InputError: the file cannot be read, or has links to words or segments that are not there.
    """
    from diglot.formats.word_links import read_word_links

    found = read_word_links(path)
    if found.pairs != len(source):
        raise InputError(
            f"has links of {found.pairs:,} segments, the test set has {len(source):,}",
            path=path,
            cure="give one line for each segment",
        )
    for number, (one, other) in enumerate(zip(source, hypothesis, strict=True)):
        for begin, end in found.of(number):
            if begin >= len(one) or end >= len(other):
                raise InputError(
                    f"links words {begin}-{end} of texts with {len(one)} and {len(other)} words",
                    path=path,
                    place=number + 1,
                    cure="number words from 0, cut as the metrics cut them",
                )
    return found


def _lowered(sentences: Sequence[Sequence[str]]) -> list[list[str]]:
    return [[word.lower() for word in sentence] for sentence in sentences]
