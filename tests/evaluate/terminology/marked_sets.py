"""Small test sets with marked terms."""

from __future__ import annotations

from diglot.model import AnnotatedSegment, AnnotatedSet, TermMark


def mark(
    source: str, reference: str | None, term: str, form: str, *others: str, entry: str = "1"
) -> TermMark:
    """The first place of a term on both sides."""
    start = source.index(term)
    at = None if reference is None else reference.index(form)
    return TermMark(
        entry,
        term,
        (form, *others),
        (start, start + len(term)),
        None if at is None else (at, at + len(form)),
    )


def one(source: str, reference: str | None, *marks: TermMark) -> AnnotatedSet:
    """A test set of one segment."""
    return AnnotatedSet((AnnotatedSegment("1", source, reference, marks),), "en", "fr")


def fever() -> AnnotatedSet:
    """Two terms, one of two words."""
    source, reference = "a dry cough and a fever .", "une toux sèche et de la fièvre ."
    return one(
        source,
        reference,
        mark(source, reference, "dry cough", "toux sèche", entry="7"),
        mark(source, reference, "fever", "fièvre", "la fièvre", entry="8"),
    )
