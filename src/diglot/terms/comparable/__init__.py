"""Pairing of two lists of terms without parallel text.

Two lists of terms enter, with a dictionary, vectors or texts as resources. For each term those of
the other list leave, best first, with a score or probability.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from inspect import Parameter, signature
from typing import Any, Protocol

from diglot.errors import ConfigError, describe_unknown
from diglot.model import TermPair
from diglot.terms.comparable import interface
from diglot.terms.comparable.compositional import compositional
from diglot.terms.comparable.context import context_scores
from diglot.terms.comparable.cuni import cuni_combined, cuni_muse
from diglot.terms.comparable.dictionary import Dictionary
from diglot.terms.comparable.interface import Resources, Side
from diglot.terms.comparable.learned import (
    feature_families,
    ijs_1,
    ijs_2,
    ijs_3,
    mixture_features,
)
from diglot.terms.comparable.mapped import cmwep, mapped_vectors
from diglot.terms.comparable.monoses import cuni_monoses, smt
from diglot.terms.comparable.ranking import by_formula, by_ranker
from diglot.terms.comparable.termsuite import termsuite


def margin_ranking(
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
    if base not in METHODS or base == "margin":
        names = ", ".join(name for name in METHODS if name != "margin")
        raise ConfigError(f"there is no method {base!r} to take scores from; available: {names}")
    pairs = METHODS[base](source_terms, target_terms, resources)
    scores = interface.margin_scores(interface.score_pairs(pairs, source_terms, target_terms))
    return [replace(pair, score=score) for pair, score in zip(pairs, scores.tolist(), strict=True)]


__all__ = [
    "DEFAULT", "METHODS", "Dictionary", "Method", "Resources", "Side", "align_lists", "most_pairs",
]  # fmt: skip


class Method(Protocol):
    """A way of aligning two lists of terms; its options are keywords with defaults."""

    def __call__(
        self, source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources
    ) -> Sequence[TermPair]:
        """Score pairs.

        Args:
            source_terms: distinct terms, none blank.
            target_terms: the same of the other language.
            resources: what is known beside.

        Returns:
            Pairs with a score each, the higher the better, in any order; a pair comes once. The
            order of the lists must not matter.

        Raises:
            ConfigError: something is missing that the method needs.
        """


METHODS: Mapping[str, Method] = {
    "ranker": by_ranker,
    "formula": by_formula,
    "compositional": compositional,
    "margin": margin_ranking,
    "termsuite": termsuite,
    "context": context_scores,
    "cmwep": cmwep,
    "mapped": mapped_vectors,
    "ijs": feature_families,
    "mixture": mixture_features,
    "smt": smt,
    "cuni-muse": cuni_muse,
    "cuni-monoses": cuni_monoses,
    "cuni-combined": cuni_combined,
    "ijs-1": ijs_1,
    "ijs-2": ijs_2,
    "ijs-3": ijs_3,
}
"""Ways of aligning, by name."""

FORMER_NAMES: Mapping[str, str] = {"combined": "mixture"}
"""Names that methods had before; a run of BUCC 2022 by the name of combined is something else."""

DEFAULT = "ranker"


def most_pairs(source_terms: int, target_terms: int) -> int:
    """Return how many pairs a run may hold: ten for a term of the average list.

    Reference: Adjali et al., Overview of the 2022 BUCC shared task, section 2.
    """
    return 10 * (source_terms + target_terms) // 2


def align_lists(
    source_terms: Sequence[str],
    target_terms: Sequence[str],
    *,
    resources: Resources,
    method: str = DEFAULT,
    limit: int | None = None,
    settings: Mapping[str, Any] | None = None,
) -> tuple[TermPair, ...]:
    """Rank the pairs of two lists of terms, the most trusted first.

    Args:
        source_terms: blank ones and repetitions are passed over.
        target_terms: the same of the other language.
        resources: languages, dictionary and whatever else is known.
        method: a name of `METHODS`.
        limit: pairs at most; None for `most_pairs`.
        settings: options of the method by name, such as ``start`` of ``cuni-muse``.

    Returns:
        Pairs by falling score; pairs of equal score by their text, so that no order of the lists
        shows.

    Raises:
        ConfigError: there is no such method, or something is missing that it needs.
    """
    method = FORMER_NAMES.get(method, method)
    if method not in METHODS:
        raise ConfigError(describe_unknown("method", method, METHODS))
    source, target = distinct_terms(source_terms), distinct_terms(target_terms)
    if limit is None:
        limit = most_pairs(len(source), len(target))
    if not source or not target:
        return ()
    call: Callable[..., Sequence[TermPair]] = METHODS[method]
    pairs = call(source, target, resources, **_settings(method, settings or {}))
    return tuple(sorted(pairs, key=_rank)[:limit])


def _settings(method: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a method, each of the type of its default."""
    known = {
        name: each.default
        for name, each in signature(METHODS[method]).parameters.items()
        if each.kind is Parameter.KEYWORD_ONLY
    }
    for name, value in given.items():
        if name not in known:
            raise ConfigError(f"method {method}: {describe_unknown('option', name, known)}")
        kind = type(known[name])
        if not (isinstance(value, kind) or (kind is float and isinstance(value, int))):
            raise ConfigError(f"method {method}: {name} is {value!r}, but must be {kind.__name__}")
    return dict(given)


def distinct_terms(terms: Sequence[str]) -> tuple[str, ...]:
    """Return the terms without surrounding space, blanks and repetitions, sorted."""
    return tuple(sorted({term.strip() for term in terms} - {""}))


def _rank(pair: TermPair) -> tuple[float, str, str]:
    return (-(pair.score or 0.0), pair.source, pair.target)
