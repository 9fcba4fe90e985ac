"""Sentence alignment.

Pairs of segmented documents enter, with optional evidence. Bitexts leave, with a probability on
every link.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError, describe_unknown
from diglot.model.links import DOUBTFUL
from diglot.sentences.models import LEARNER, METHODS
from diglot.sentences.settings import MOST_MERGED, Evidence, Settings, no_progress

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diglot.model import Bitext, Document
    from diglot.sentences.knowledge import SentenceModel

__all__ = ["DOUBTFUL", "LEARNER", "METHODS", "Evidence", "align", "learn"]


def align(
    pairs: Sequence[tuple[Document, Document]],
    *,
    method: str = "crf",
    max_merge: int | None = None,
    evidence: Sequence[Evidence] | None = None,
    lexicon: Sequence[tuple[str, str, float]] | None = None,
    jobs: int = 1,
    progress: Callable[[str, int, int], None] | None = None,
    learned: SentenceModel | None = None,
) -> list[Bitext]:
    """Align the segments of pairs of documents; all pairs share what is learned of the languages.

    Args:
        pairs: segmented documents, source first.
        method: a name of ``METHODS``.
        max_merge: most segments on one side of a link, at most ``MOST_MERGED``; 1 allows no merges
            at all; by default 6, and 10 where merges are many.
        evidence: what is known of each pair beyond its texts.
        lexicon: (source word or phrase, target word or phrase, weight in (0, 1]).
        jobs: threads; the result is the same for any number.
        progress: called with the stage, pairs done and pairs in all.
        learned: what `learn` learned of other pairs, instead of a lexicon; every pair is then
            aligned as if it were alone.

    Returns:
        A bitext for each pair; every segment is in exactly one link, and links are in order.

    Raises:
        ConfigError: the method is unknown or an option is out of range.
        InputError: evidence does not fit the segments of its pair.
    """
    if method not in METHODS:
        raise ConfigError(describe_unknown("method", method, METHODS))
    if learned is not None and method != LEARNER:
        raise ConfigError(f"what was learned serves the method {LEARNER}, not {method}")
    if max_merge is not None and not 1 <= max_merge <= MOST_MERGED:
        raise ConfigError(f"max_merge is {max_merge}, but must be from 1 to {MOST_MERGED}")
    if evidence is not None and len(evidence) != len(pairs):
        raise InputError(f"evidence for {len(evidence)} pairs, but {len(pairs)} were given")
    from diglot.sentences.assembly import align_pairs

    settings = Settings.with_merges(max_merge, jobs, progress or no_progress)
    given = list(evidence) if evidence is not None else [Evidence()] * len(pairs)
    return align_pairs(pairs, given, method, lexicon or (), settings, learned)


def learn(
    pairs: Sequence[tuple[Document, Document]],
    *,
    max_merge: int | None = None,
    evidence: Sequence[Evidence] | None = None,
    lexicon: Sequence[tuple[str, str, float]] | None = None,
    jobs: int = 1,
    progress: Callable[[str, int, int], None] | None = None,
) -> SentenceModel:
    """Learn from pairs of documents what any number of others can be aligned by, one by one.

    Args:
        pairs: segmented documents, source first.
        max_merge: most segments on one side of a link, as for `align`.
        evidence: what is known of each pair beyond its texts.
        lexicon: (source word or phrase, target word or phrase, weight in (0, 1]).
        jobs: threads; the result is the same for any number.
        progress: called with the stage, pairs done and pairs in all.

    Raises:
        InputError: evidence does not fit the segments of its pair, or there is nothing to learn.
    """
    from diglot.sentences.assembly import learn_pairs

    settings = Settings.with_merges(max_merge, jobs, progress or no_progress)
    given = list(evidence) if evidence is not None else [Evidence()] * len(pairs)
    return learn_pairs(pairs, given, lexicon or (), settings)
