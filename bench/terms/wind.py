"""Words and terms of wind energy to translate: lists of TTC, words of xling-eval held back."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from bench.terms.comparable_data import groups, ttc, wind, xling
from diglot.terms.comparable.dictionary import dictionary_from_pairs
from diglot.text.function_words import function_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from diglot.model import TermPair
    from diglot.terms.comparable.dictionary import Dictionary

SOURCE = "en"
COMPOUNDING = frozenset({"de"})
"""Languages whose single words are candidates for terms of several words, too."""
LEAST = 3
"""Occurrences of a candidate, and of a word."""
HELD_BACK = 5
"""Every so many words of the dictionary are held back to be translated."""
LONGEST = 5
RANKS = (1, 5, 10)


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """Source terms, where their translations are looked for, and which are right.

    Attributes:
        name: of the case.
        source: terms with a right target among the candidates.
        target: candidates.
        gold: right targets of every source.
        dictionary: what may be known.
        frequencies: of the candidates in the texts.
    """

    name: str
    source: tuple[str, ...]
    target: tuple[str, ...]
    gold: Mapping[str, frozenset[str]]
    dictionary: Dictionary
    frequencies: Mapping[str, int]


def cases(target: str) -> list[Case]:
    """Return words held back, single-word terms and terms of several words."""
    languages = (SOURCE, target)
    counts = [Counter(chain.from_iterable(wind(language))) for language in languages]
    little = function_words(target)
    words = {
        word: count
        for word, count in counts[1].items()
        if count >= LEAST and len(word) > 1 and word[0].isalpha() and word not in little
    }
    known = [(of.lower(), to.lower()) for of, to in xling(*languages)]
    kept = {word for k, word in enumerate(sorted({of for of, _ in known})) if k % HELD_BACK == 0}
    attested = {word for word, count in counts[0].items() if count >= LEAST}
    whole = dictionary_from_pairs(known, languages=languages)
    rest = dictionary_from_pairs(
        (pair for pair in known if pair[0] not in kept), languages=languages
    )
    listed = ttc(*languages)
    several = {
        term: count
        for term, count in groups(wind(target), target, least=LEAST, longest=LONGEST).items()
        if target in COMPOUNDING or " " in term or "'" in term
    }
    return [
        _case(
            "words held back",
            ((of, to) for of, to in known if of in kept & attested),
            words,
            rest,
        ),
        _case(
            "single-word terms",
            ((of, to) for kind, of, to in listed if kind == "swt" and of in attested),
            words,
            whole,
        ),
        _case(
            "terms of several words",
            ((of, to) for kind, of, to in listed if kind == "mwt"),
            several,
            whole,
        ),
    ]


def _case(
    name: str,
    pairs: Iterable[tuple[str, str]],
    candidates: Mapping[str, int],
    dictionary: Dictionary,
) -> Case:
    gold: dict[str, set[str]] = defaultdict(set)
    for of, to in pairs:
        if to in candidates:
            gold[of].add(to)
    return Case(
        name,
        tuple(sorted(gold)),
        tuple(sorted(candidates)),
        {of: frozenset(to) for of, to in gold.items()},
        dictionary,
        candidates,
    )


def found(pairs: Sequence[TermPair], case: Case) -> tuple[float, ...]:
    """Return the shares of sources with a right target among the first 1, 5 and 10."""
    ranked: dict[str, list[str]] = defaultdict(list)
    for pair in sorted(pairs, key=lambda each: (-(each.score or 0.0), each.source, each.target)):
        ranked[pair.source].append(pair.target)
    return tuple(
        sum(bool(case.gold[of] & set(ranked[of][:rank])) for of in case.source) / len(case.source)
        for rank in RANKS
    )
