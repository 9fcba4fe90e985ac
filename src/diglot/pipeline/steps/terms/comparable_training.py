"""Rankers of comparable terms, learnt from the user's validated pairs."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.files.atomic import atomic_open
from diglot.pipeline.steps.terms.comparable_terms import ComparableOptions, resources, sides
from diglot.text.tokens import words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.learning.machines import Machine
    from diglot.learning.ranker import Ranker
    from diglot.pipeline.steps.terms.comparable_terms import Extract
    from diglot.terms.comparable.dictionary import Dictionary
    from diglot.terms.comparable.resources import Resources

TRAINED = ("ranker", "combined", "ijs")
LEARNERS = ("trees", "svm", "linear-svm")


@dataclass(frozen=True, slots=True)
class Learnt:
    """What was learnt from.

    Attributes:
        validated: validated pairs.
        notes: what to tell the user.
    """

    validated: int
    notes: tuple[str, ...]


def train_comparable(
    source: Sequence[Path],
    target: Sequence[Path],
    validated: Path,
    save: Path,
    *,
    learner: str = LEARNERS[0],
    options: ComparableOptions | None = None,
    extract: Extract | None = None,
) -> Learnt:
    """Train a ranker of a method from validated pairs, and save it.

    Other pairs with a source term of the list count as wrong. Terms of lists and texts, where they
    are given, are wrong targets besides those of the list.

    Args:
        source: texts of the source language; may be empty.
        target: texts of the target language.
        validated: list of pairs, or a termbase.
        save: file to write the ranker to.
        learner: ``trees``, ``svm`` or ``linear-svm``.
        options: as for aligning; the method is ``ranker`` (the default), ``combined`` or ``ijs``.
        extract: gives the terms of texts.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: the method or learner is unknown, or there are too few pairs.
    """
    from diglot.formats.term_lists.term_pairs import read_term_pairs
    from diglot.terms.comparable import distinct

    options = options or ComparableOptions()
    method = options.method or TRAINED[0]
    if method not in TRAINED:
        raise ConfigError(
            f"the method {method} is not trained; those that are: {', '.join(TRAINED)}"
        )
    languages = options.source_language, options.target_language
    if languages[0] is None or languages[1] is None:
        raise ConfigError("say the languages of the validated pairs with -s and -t")
    pairs = [
        (pair.source, pair.target)
        for pair in read_term_pairs(validated, languages=(languages[0], languages[1]))
    ]
    spare = [one for one, _ in pairs], [other for _, other in pairs]
    one, other = sides(source, target, options, extract, spare=spare)
    known = resources(one, other, replace(options, ranker=None))
    judge = _learnt(
        (distinct(one.terms), distinct(other.terms)),
        pairs,
        known,
        method,
        learner,
        f"{len(pairs)} validated pairs, {one.language}-{other.language}",
    )
    with atomic_open(save) as file:
        json.dump(judge.to_dict(), file, separators=(",", ":"))
        file.write("\n")
    notes = [*one.notes, *other.notes]
    if listed := _listed(pairs, known.dictionary, (one.language, other.language)):
        notes.append(
            f"{listed} validated pairs stand in the dictionary: the ranker may trust it too much"
        )
    return Learnt(len(pairs), tuple(notes))


def _learnt(
    terms: tuple[Sequence[str], Sequence[str]],
    pairs: Sequence[tuple[str, str]],
    known: Resources,
    method: str,
    learner: str,
    notes: str,
) -> Ranker | Machine:
    from diglot.learning import machines
    from diglot.terms.comparable import learned, ranking
    from diglot.terms.comparable.figures import NAMES

    if learner not in LEARNERS:
        raise ConfigError(f"there is no learner {learner!r}; there are {', '.join(LEARNERS)}")
    if method != "ranker":
        return learned.train(*terms, pairs, known, method=method, learner=learner, notes=notes)
    found = ranking.examples(*terms, pairs, known)
    if learner == "trees":
        return ranking.train([found], notes=notes)
    kernel = "rbf" if learner == "svm" else "linear"
    return machines.train(found.figures, found.right, names=NAMES, kernel=kernel, notes=notes)


def _listed(
    pairs: Sequence[tuple[str, str]], dictionary: Dictionary, languages: tuple[str, str]
) -> int:
    """Count the pairs of several words that are entries of the dictionary."""
    entries = {(of, to) for of, to, _ in dictionary.entries if len(of) > 1}
    cut = (
        tuple(
            tuple(word.lower() for word in words(term, language))
            for term, language in zip(pair, languages, strict=True)
        )
        for pair in pairs
    )
    return sum(pair in entries for pair in cut)
