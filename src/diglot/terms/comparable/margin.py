"""`margin`: the scores of another method against the best ones of both terms."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.terms.comparable import scored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.model import TermPair
    from diglot.terms.comparable.resources import Resources


def margin(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    resources: Resources,
    *,
    base: str = "compositional",
) -> list[TermPair]:
    """Score pairs by ``s * s / best of the source * s / best of the target``.

    A pair that is no better than others of its terms falls behind one that is.

    Args:
        source_terms: distinct terms.
        target_terms: distinct terms.
        resources: what the other method needs.
        base: name of the method that gives the scores s; pairs of negative score get 0.

    Raises:
        ConfigError: there is no such method, or something is missing that it needs.

    Reference:
        Artetxe and Schwenk (2019), Margin-based parallel corpus mining, for the idea.
    """
    from diglot.terms.comparable import METHODS

    if base not in METHODS or base == "margin":
        names = ", ".join(name for name in METHODS if name != "margin")
        raise ConfigError(f"there is no method {base!r} to take scores from; there are {names}")
    pairs = METHODS[base](source_terms, target_terms, resources)
    scores = scored.margin(scored.of_pairs(pairs, source_terms, target_terms))
    return [replace(pair, score=score) for pair, score in zip(pairs, scores.tolist(), strict=True)]
