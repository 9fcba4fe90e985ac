"""Terms that a text uses and a termbase lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.model.findings import Finding
from diglot.pipeline.steps.terms.term_extraction import ExtractOptions, extract_from
from diglot.pipeline.steps.terms.term_texts import TermTexts
from diglot.text.languages import is_spaceless
from diglot.text.lemmas import Lemmatiser
from diglot.text.spelling import fold
from diglot.text.tokens import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from diglot.model import Term
    from diglot.model.findings import CheckedUnit, Span

MOST = 30
"""Terms that are listed, the likeliest first: a termbase grows in small steps."""

LEAST_SCORE = 0.4
LEAST_FREQUENCY = 3
"""Times that a text uses a term that is worth an entry."""


def lacking_terms(
    units: Sequence[CheckedUnit], known: Iterable[str], *, language: str | None, severity: str
) -> list[Finding]:
    """Return a finding for each likely term of the source texts that is not known.

    Args:
        units: the translation; their source texts are looked at.
        known: terms of the source language that the termbase has, in any form.
        language: code of the source language.
        severity: of the findings.
    """
    if not units:
        return []
    names = tuple(dict.fromkeys(unit.document or "" for unit in units))
    numbers = {name: number for number, name in enumerate(names)}
    # Units of several documents may be mixed; the extractor wants them in order.
    ordered = sorted(units, key=lambda unit: numbers[unit.document or ""])
    sentences = [" ".join(unit.source.split()) for unit in ordered]
    texts = TermTexts(
        language,
        sentences,
        [words(sentence, language) for sentence in sentences],
        [numbers[unit.document or ""] for unit in ordered],
        names,
    )
    found = extract_from(texts, ExtractOptions(min_frequency=LEAST_FREQUENCY))
    keys = _Keys(language)
    taken = {keys.of(term) for term in known}
    findings: list[Finding] = []
    for term in found.terms:
        if len(findings) == MOST or (term.score is not None and term.score < LEAST_SCORE):
            break
        if keys.of(term.text) not in taken:
            findings.append(_finding(term, ordered, severity))
    return findings


def _finding(term: Term, units: Sequence[CheckedUnit], severity: str) -> Finding:
    unit = units[term.contexts[0]] if term.contexts else units[0]
    times = f"{term.frequency} times" if term.frequency else "several times"
    return Finding(
        rule="lacking",
        severity=severity,
        unit=unit.number,
        message=f"“{term.text}” stands {times} in the text and is not in the termbase",
        term=term.text,
        source=_places(unit.source, (term.text, *(variant.text for variant in term.variants))),
        suggestion="add it to the termbase with its translation",
        score=term.score,
    )


def _places(text: str, forms: Sequence[str]) -> tuple[Span, ...]:
    """Return where the first of the forms that the text has stands for the first time."""
    folded = fold(text)
    for form in forms:
        wanted = fold(form).text
        begin = folded.text.find(wanted)
        if wanted and begin >= 0:
            return (folded.original(begin, begin + len(wanted)),)
    return ()


class _Keys:
    """What terms are compared by: the lemmas of their words, without case."""

    def __init__(self, language: str | None) -> None:
        self._language = language
        lemmas = language is not None and not is_spaceless(language)
        self._lemmatiser = Lemmatiser(language) if lemmas and language else None

    def of(self, term: str) -> tuple[str, ...]:
        """Return the key of a term."""
        lemma = self._lemmatiser.lemma if self._lemmatiser else str
        return tuple(fold(lemma(word)).text for word in words(term, self._language))
