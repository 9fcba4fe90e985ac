"""Hypotheses that cheat: terms are added to a translation, whether they fit there or not.

A metric that rises on them can be gamed. ``naive`` adds every term of the segment, ``smart`` only
those that the translation lacks, both at its end or at its front; ``interleave`` puts every term
where it stands in the source.

Reference: Alam, Anastasopoulos, Besacier, Cross, Gallé, Koehn and Nikoulina 2021, section 3 and
Tables 13 and 14 (naive and smart).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError
from diglot.evaluate.terminology.marked_words import marked_terms, places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.evaluate.terminology.marked_words import MarkedTerm
    from diglot.model.terminology import AnnotatedSegment, AnnotatedSet

KINDS = ("naive", "smart", "interleave")
WHERE = ("end", "front")


def cheat(
    test_set: AnnotatedSet, hypotheses: Sequence[str], kind: str, *, where: str = "end"
) -> tuple[str, ...]:
    """Return the hypotheses with terms added as the reference has them.

    Terms come in the order of the reference. A hypothesis that gets no term stays as it is. Where
    terms have no place in a reference, the first alternative is added; where they have none in the
    source, ``interleave`` puts them at the end.

    Args:
        test_set: with marked terms.
        hypotheses: one per segment, in the order of the set.
        kind: one of `KINDS`.
        where: one of `WHERE`; for naive and smart.

    Raises:
        ConfigError: unknown kind or place, or ``front`` for ``interleave``.
        InputError: another number of hypotheses than of segments.
    """
    if kind not in KINDS:
        raise ConfigError(f"unknown cheat {kind!r}; known are: {', '.join(KINDS)}")
    if where not in WHERE:
        raise ConfigError(f"unknown place {where!r}; known are: {', '.join(WHERE)}")
    if kind == "interleave" and where != "end":
        raise ConfigError("interleave puts terms where the source has them: it takes no place")
    if len(hypotheses) != len(test_set.segments):
        raise InputError(
            f"{len(hypotheses)} hypotheses for {len(test_set.segments)} segments",
            cure="give one hypothesis for each segment",
        )
    return tuple(
        _cheated(segment, hypothesis, kind, where)
        for segment, hypothesis in zip(test_set.segments, hypotheses, strict=True)
    )


def _cheated(segment: AnnotatedSegment, hypothesis: str, kind: str, where: str) -> str:
    terms = marked_terms(segment)
    if kind == "interleave":
        return _interleaved(segment, terms, hypothesis)
    if kind == "smart":
        terms = _lacking(terms, hypothesis.split())
    if not terms:
        return hypothesis
    added = [" ".join(term.form) for term in terms]
    parts = [hypothesis, *added] if where == "end" else [*added, hypothesis]
    return " ".join(filter(None, (part.strip() for part in parts)))


def _lacking(terms: Sequence[MarkedTerm], words: Sequence[str]) -> tuple[MarkedTerm, ...]:
    """Return the terms whose form the words do not have, one occurrence for each of an entry."""
    used: set[tuple[str, int]] = set()
    lacking = []
    for term in terms:
        free = (at for at in places(words, term.form) if (term.id, at) not in used)
        at = next(free, None)
        if at is None:
            lacking.append(term)
        else:
            used.add((term.id, at))
    return tuple(lacking)


def _interleaved(segment: AnnotatedSegment, terms: Sequence[MarkedTerm], hypothesis: str) -> str:
    if not terms:
        return hypothesis
    words = hypothesis.split()
    length = len(segment.source.split())
    before: dict[int, list[str]] = {}
    for term in terms:
        share = term.sources[0][0] / length if term.sources else 1.0
        before.setdefault(round(share * len(words)), []).extend(term.form)
    pieces: list[str] = []
    for at in range(len(words) + 1):
        pieces += before.get(at, ())
        pieces += words[at : at + 1]
    return " ".join(pieces)
