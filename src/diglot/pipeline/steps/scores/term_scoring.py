"""Scores of files of extracted terms against gold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.errors import InputError
from diglot.formats.blocks import Skips
from diglot.formats.term_lists import read_term_list

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.evaluate.rankings.average_precision import Curve
    from diglot.evaluate.rankings.terms import TermScore
    from diglot.model import Skipped


@dataclass(frozen=True, slots=True, eq=False)
class ScoredTerms:
    """How one list of terms fared.

    Attributes:
        prediction: the file.
        forms: terms as they are written.
        lemmas: terms grouped by lemma; None if their language is not known.
        skipped: what was left out in reading.
        gold_skipped: the same of gold.
    """

    prediction: Path
    forms: TermScore
    lemmas: TermScore | None
    skipped: tuple[Skipped, ...]
    gold_skipped: tuple[Skipped, ...]

    @property
    def curve(self) -> Curve:
        """Figures after every rank, of the forms."""
        from diglot.evaluate.rankings.average_precision import curve

        return curve(self.forms.ranking)


def score_terms(
    gold: Path,
    predictions: Sequence[Path],
    *,
    match: str = "case",
    language: str | None = None,
    variants: bool = False,
) -> tuple[ScoredTerms, ...]:
    """Score ranked lists of terms.

    Args:
        gold: list of the right terms.
        predictions: lists of terms, best first or with scores.
        match: when terms are the same: ``exact``, ``case`` or ``lemma``.
        variants: the variants of a term are terms of the list, too, ranked with it.
        language: of the terms; known, they are scored by groups of lemmas, too.

    Raises:
        InputError: a file cannot be read, or gold holds no term.
        ConfigError: an unknown match, or lemmas of no language.
    """
    from diglot.evaluate.rankings import terms
    from diglot.evaluate.rankings.matching import key_of

    key = key_of(match, language)
    by_lemma = None if language is None else key_of("lemma", language)
    gold_skips = Skips()
    right = read_term_list(gold, language=language, skips=gold_skips)
    if not right:
        raise InputError("holds no term", path=gold, cure="write one term a line")
    runs = []
    for path in predictions:
        skips = Skips()
        found = read_term_list(path, language=language, skips=skips)
        try:
            unit = "lemma" if match == "lemma" else "form"
            forms = terms.score(found, right, key=key, unit=unit, with_variants=variants)
            lemmas = by_lemma and terms.score(
                found, right, key=by_lemma, unit="lemma", with_variants=variants
            )
        except InputError as error:
            raise InputError(error.message, path=path, cure=error.cure) from error
        runs.append(ScoredTerms(path, forms, lemmas or None, skips.found(), gold_skips.found()))
    return tuple(runs)
