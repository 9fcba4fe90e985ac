"""Fingerprints by which findings and entries are known again in the next check."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from diglot.text.spelling import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from diglot.model import Concept, Finding, Termbase

# Hex digits; 64 bits leave a chance of one in ten million for a million findings to share one.
_DIGITS = 16


def finding_fingerprint(finding: Finding, source: str) -> str:
    """Return what stays the same when units are added or moved: of entry, source text and rule.

    A finding about a term that no entry has is about the term, wherever it stands.

    Args:
        finding: of any unit.
        source: source text of its unit.
    """
    if finding.entry is None and finding.term:
        return _digest((finding.rule, "term", folded_form(finding.term)))
    return _digest((finding.rule, "entry", finding.entry or "", source))


def entry_fingerprint(concept: Concept, languages: Iterable[str]) -> str:
    """Return what changes when a concept gains, loses or changes a term of these languages.

    Args:
        concept: the entry.
        languages: tags; regions and scripts make no difference.
    """
    wanted = {_primary(language) for language in languages}
    terms = sorted(
        (_primary(term.language), term.text, term.status or "", repr(term.properties))
        for term in concept.terms
        if _primary(term.language) in wanted
    )
    return _digest(part for term in terms for part in term)


class EntryFingerprints(Mapping[str, str]):
    """Fingerprints of concepts by their ids, made when they are asked for: most never are.

    Args:
        termbases: of the concepts; of two with the same id the last one counts.
        languages: tags; regions and scripts make no difference.
    """

    def __init__(self, termbases: Iterable[Termbase], languages: Iterable[str]) -> None:
        self._concepts = {concept.id: concept for each in termbases for concept in each.concepts}
        self._languages = tuple(languages)
        self._known: dict[str, str] = {}

    def __getitem__(self, entry: str) -> str:
        """Return the fingerprint of a concept."""
        if entry not in self._known:
            self._known[entry] = entry_fingerprint(self._concepts[entry], self._languages)
        return self._known[entry]

    def __iter__(self) -> Iterator[str]:
        """Give the ids."""
        return iter(self._concepts)

    def __len__(self) -> int:
        """Return how many concepts there are."""
        return len(self._concepts)

    def __contains__(self, entry: object) -> bool:
        """Tell whether there is such a concept, without its fingerprint."""
        return entry in self._concepts


def fingerprint_of(entry: str | None, fingerprints: Mapping[str, str]) -> str | None:
    """Return the fingerprint of an entry, None if it is not known.

    Args:
        entry: id of a concept, or of several that share a source term, joined by ``+``.
        fingerprints: of concepts, by id.
    """
    if entry is None or entry in fingerprints:
        return None if entry is None else fingerprints[entry]
    parts = [fingerprints.get(each) for each in entry.split("+")]
    return None if None in parts else _digest(filter(None, parts))


def folded_form(text: str | None) -> str:
    """Return a form as forms are compared: without case, with single spaces; empty for None."""
    return " ".join(fold(text or "").text.split())


@lru_cache(1024)
def _primary(language: str) -> str:
    return language.lower().replace("_", "-").partition("-")[0]


def _digest(parts: Iterable[str]) -> str:
    # Lengths keep ("ab", "c") and ("a", "bc") apart.
    encoded = [part.encode("utf-8", "surrogatepass") for part in parts]
    content = b"".join(b"%d:%s" % (len(part), part) for part in encoded)
    return hashlib.sha256(content).hexdigest()[:_DIGITS]
