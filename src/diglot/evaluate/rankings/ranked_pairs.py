"""Ranked pairs of terms made ready for scoring, and when two terms count as the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache

import numpy as np

from diglot.errors import RIGHT_FILE, ConfigError, InputError, describe_unknown
from diglot.evaluate.rankings.average_precision import Ranking
from diglot.evaluate.statistics.aggregate import Floats
from diglot.model import TermPair
from diglot.text.lemmas import Lemmatiser
from diglot.text.spelling import to_latin
from diglot.text.tokens import tokenise

Keys = tuple[Callable[[str], str], Callable[[str], str]]

MATCHES = ("exact", "case", "lemma")
"""As written; in lower case; word by word the same lemma."""

COGNATE = 0.7
"""Least similarity of cognates: the bar of Repar et al. 2022 for words."""


def key_of(match: str = "exact", language: str | None = None) -> Callable[[str], str]:
    """Return the function that gives equal keys to terms that count as the same.

    Args:
        match: one of ``MATCHES``.
        language: of the terms; needed for lemmas.

    Raises:
        ConfigError: an unknown match, or lemmas of no language.
    """
    if match not in MATCHES:
        raise ConfigError(describe_unknown("match", match, MATCHES))
    if match == "exact":
        return compose_term
    if match == "case":
        return fold_term
    if language is None:
        raise ConfigError("matching by lemma needs the language of the terms")
    return _lemma_key(language)


def compose_term(term: str) -> str:
    """Return a term composed (NFC), without white space at its ends."""
    return unicodedata.normalize("NFC", term).strip()


def fold_term(term: str) -> str:
    """Return a term as `exact` does, in lower case."""
    return compose_term(compose_term(term).lower())


def count_words(term: str) -> int:
    """Return the number of words of a term: what stands between spaces."""
    return max(1, len(term.split()))


def similarity(source: str, target: str) -> float:
    """Return how alike two terms are spelt, in [0, 1]: 1 for the same but for case and accents.

    The longest common subsequence over the longer length, both in plain Latin letters, whatever
    script they are written in.

    Reference: Repar et al. 2022, feature family C.
    """
    from rapidfuzz.distance import LCSseq

    one, other = to_latin(source).strip(), to_latin(target).strip()
    longer = max(len(one), len(other))
    return LCSseq.similarity(one, other) / longer if longer else 0.0


@cache
def _lemma_key(language: str) -> Callable[[str], str]:
    lemma = Lemmatiser(language).lemma

    def key(term: str) -> str:
        text = compose_term(term)
        return " ".join(lemma(text[start:end]) for start, end in tokenise(text, language))

    return key


TARGETS_PER_TERM = 10
"""Pairs that the shared task let a run hold for every term, on the mean of both lists."""

PairKey = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Gold:
    """Right pairs, and the lists of terms that pairs are to be made of.

    Attributes:
        pairs: the keys of the right pairs, in the order of the file, to the pair as written.
        keys: what tells which terms of a side are the same.
        source_terms: keys of the terms of the source list; None without a list.
        target_terms: the same of the target list.
        duplicates: repetitions that were left out.
        outside: right pairs of which a term stands in no list: nobody can find them.
    """

    pairs: dict[PairKey, PairKey]
    keys: Keys
    source_terms: AbstractSet[str] | None
    target_terms: AbstractSet[str] | None
    duplicates: int
    outside: int

    @property
    def ceiling(self) -> int | None:
        """Most pairs that a run may hold; None without both lists.

        Reference: Adjali et al. 2022, section 2.
        """
        if self.source_terms is None or self.target_terms is None:
            return None
        return TARGETS_PER_TERM * (len(self.source_terms) + len(self.target_terms)) // 2

    def holds(self, pair: PairKey) -> bool:
        """Tell whether both terms stand in the lists; a missing list holds every term."""
        source, target = pair
        return (self.source_terms is None or source in self.source_terms) and (
            self.target_terms is None or target in self.target_terms
        )


@dataclass(frozen=True, slots=True, eq=False)
class RankedPairs:
    """The pairs of a run, best first.

    Attributes:
        keys: of the pairs, shape (n,) both.
        pairs: the same as written.
        ranking: which of them are right, and where ties begin.
        duplicates: repetitions that were left out.
        outside: pairs with a term of no list; left out if they are filtered.
        is_scored: the pairs had scores, so that equal scores are ties.
    """

    keys: tuple[PairKey, ...]
    pairs: tuple[PairKey, ...]
    ranking: Ranking
    duplicates: int
    outside: int
    is_scored: bool


def prepare_gold(
    pairs: Sequence[TermPair],
    *,
    source_terms: Collection[str] | None = None,
    target_terms: Collection[str] | None = None,
    keys: Keys = (compose_term, compose_term),
) -> Gold:
    """Return right pairs ready to judge by.

    Args:
        pairs: the right pairs.
        source_terms: the terms of the source list (D1).
        target_terms: the terms of the target list (D2).
        keys: what tells which terms of a side are the same.

    Raises:
        InputError: there is no pair.
    """
    if not pairs:
        raise InputError("gold holds no pair", cure=RIGHT_FILE)
    known: dict[PairKey, PairKey] = {}
    for pair in pairs:
        known.setdefault((keys[0](pair.source), keys[1](pair.target)), (pair.source, pair.target))
    sides = [
        None if terms is None else frozenset(map(key, terms))
        for key, terms in zip(keys, (source_terms, target_terms), strict=True)
    ]
    gold = Gold(known, keys, sides[0], sides[1], len(pairs) - len(known), 0)
    outside = sum(not gold.holds(pair) for pair in known)
    return Gold(known, keys, sides[0], sides[1], gold.duplicates, outside)


def rank_pairs(
    pairs: Sequence[TermPair], gold: Gold, *, filtered: bool = True, cut: int | None = None
) -> RankedPairs:
    """Order, tidy and judge the pairs of a run.

    Pairs with scores go by them, whatever their order; among equal scores the order of the file
    stays, and is a tie. Of repetitions the best ranked stays. Pairs outside the lists go before
    ranks are given, so that later ones move up.

    Args:
        pairs: of the run.
        gold: what is right.
        filtered: leave out pairs with a term of no list.
        cut: ranks that count.

    Raises:
        InputError: some pairs have scores and others have not.
    """
    order, values = order_by_score([pair.score for pair in pairs], "pairs")
    seen: dict[PairKey, int] = {}
    for index in order:
        pair = pairs[index]
        seen.setdefault((gold.keys[0](pair.source), gold.keys[1](pair.target)), index)
    kept = [(key, index) for key, index in seen.items() if gold.holds(key)]
    outside = len(seen) - len(kept)
    if not filtered:
        kept = list(seen.items())
    keys = tuple(key for key, _ in kept)
    hits = np.fromiter((key in gold.pairs for key in keys), np.bool_, len(keys))
    places = [index for _, index in kept]
    ranking = Ranking.of(hits, len(gold.pairs), None if values is None else values[places])
    return RankedPairs(
        keys=keys,
        pairs=tuple((pairs[index].source, pairs[index].target) for index in places),
        ranking=ranking if cut is None else Ranking(hits, ranking.starts, ranking.gold, cut),
        duplicates=len(pairs) - len(seen),
        outside=outside,
        is_scored=values is not None,
    )


def order_by_score(
    scores: Sequence[float | None], what: str
) -> tuple[Sequence[int], Floats | None]:
    """Return the places of what is ranked, best first, and the scores if there are any.

    Raises:
        InputError: some have scores and others have not, or a score is not finite.
    """
    known = [score for score in scores if score is not None]
    if not known:
        return range(len(scores)), None
    if len(known) < len(scores):
        raise InputError(
            f"{len(scores) - len(known)} of {len(scores)} {what} have no score",
            cure="give a score to all of them, or to none",
        )
    values = np.array(known, dtype=np.float64)
    if not np.isfinite(values).all():
        raise InputError("a score is not a finite number", cure=f"leave such {what} out")
    return np.argsort(-values, kind="stable").tolist(), values


def check_ceiling(ceiling: int | None) -> int:
    """Return the ceiling.

    Raises:
        ConfigError: there is none.
    """
    if ceiling is None:
        raise ConfigError("a ceiling needs the source and the target list of terms")
    return ceiling
