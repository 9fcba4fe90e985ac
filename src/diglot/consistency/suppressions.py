"""Findings that reviewers do not want to see, and fingerprints by which they are known again."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from diglot.model import Checked, Concept, Finding, Termbase
from diglot.model.findings import (
    ACCEPT,
    ALWAYS_FALSE,
    FALSE_ALARM,
    RIGHT,
    Answer,
    FormProposal,
    Suppression,
)
from diglot.text.languages import primary_subtag
from diglot.text.spelling import fold_line

NO_REASON = "suppressed by a reviewer"
WAITING = "accepted, waits for the termbase"


@dataclass(frozen=True, slots=True)
class SuppressionResult:
    """A check after suppressions.

    Attributes:
        checked: the same findings, with ``suppressed`` filled where a suppression holds.
        counts: how many findings each suppression holds back; those that hold none are missing.
        expired: suppressions of entries that have changed since or are gone; they hold nothing.
    """

    checked: tuple[Checked, ...]
    counts: Mapping[Suppression, int]
    expired: tuple[Suppression, ...]


@dataclass(frozen=True, slots=True)
class SuppressionChanges:
    """What answers of reviewers change.

    Attributes:
        suppressions: those of before without the withdrawn ones, and the new ones.
        added: number of new ones.
        withdrawn: number of those that an answer contradicts.
        proposals: forms that reviewers want the termbase to allow.
    """

    suppressions: tuple[Suppression, ...]
    added: int
    withdrawn: int
    proposals: tuple[FormProposal, ...]


def suppress(
    checked: Sequence[Checked],
    suppressions: Iterable[Suppression],
    *,
    fingerprints: Mapping[str, str] | None = None,
) -> SuppressionResult:
    """Mark the findings that suppressions hold back; nothing is taken away.

    Args:
        checked: the checks of several files.
        suppressions: of those that fit a finding the first one counts, one for its segment before
            one for all.
        fingerprints: of the entries of the termbase, by id (`EntryFingerprints`); None when
            unknown, so that nothing expires.
    """
    expired = []
    by_place: _ByPlace = defaultdict(list)
    for each in dict.fromkeys(suppressions):
        if _is_expired(each, fingerprints):
            expired.append(each)
        else:
            # People write forms as they read them.
            form = None if each.form is None else folded_form(each.form)
            by_place[each.entry, each.place].append((each, form))
    counts: Counter[Suppression] = Counter()
    done = []
    for one in checked:
        found = []
        for finding in one.findings:
            held = _first_that_fits(finding, one, by_place)
            if held is None:
                found.append(finding)
            else:
                counts[held] += 1
                found.append(replace(finding, suppressed=suppression_reason(held)))
        done.append(replace(one, findings=tuple(found)))
    return SuppressionResult(tuple(done), counts, tuple(expired))


def suppression_reason(suppression: Suppression) -> str:
    """Return the reason of a suppression with its author and date, on one line."""
    signed = ", ".join(filter(None, (suppression.author, suppression.date)))
    reason = " ".join(suppression.reason.split()) or NO_REASON
    return f"{reason} ({signed})" if signed else reason


def learn_from_answers(
    answers: Iterable[Answer],
    suppressions: Iterable[Suppression],
    *,
    fingerprints: Mapping[str, str] | None = None,
) -> SuppressionChanges:
    """Turn answers of reviewers into suppressions and into proposals for the termbase.

    A false alarm holds for its segment; a false alarm everywhere, and an accepted form, hold for
    the entry with that form, unless another answer finds the same form right to report. Where
    nothing stands in the translation only the segment is meant, for otherwise one answer would
    silence every omission of the term. An answer that a finding is right withdraws what suppresses
    it. The last answer to the same finding counts.

    Args:
        answers: in the order in which they were given.
        suppressions: those of before.
        fingerprints: of the entries of the termbase, by id; an answer that knows its own keeps it.
    """
    kept = dict.fromkeys(suppressions)
    before = set(kept)
    of_finding: dict[_About, dict[Suppression, None]] = defaultdict(dict)
    for each in kept:
        if each.form is not None:
            of_finding[each.entry, folded_form(each.form), each.place][each] = None
    proposals: dict[tuple[str, str], FormProposal] = {}
    for answer in _last(answers):
        entry, form = _meant(answer)
        # A new answer replaces the old one with its reason. That a finding is a false alarm in one
        # segment says nothing of the others.
        meant: tuple[str | None, ...] = (answer.place,)
        if answer.verdict != FALSE_ALARM:
            meant = (answer.place, None)
        for place in meant:
            for each in of_finding.pop((entry, form, place), ()):
                del kept[each]
        if answer.verdict != RIGHT:
            new = _suppression(answer, fingerprints)
            kept[new] = None
            of_finding[entry, form, new.place][new] = None
        if answer.verdict == ACCEPT and answer.entry is not None and answer.form.strip():
            key = answer.entry, folded_form(answer.form)
            proposals[key] = _proposal(answer, proposals.get(key))
    return SuppressionChanges(
        tuple(kept),
        added=len(set(kept) - before),
        withdrawn=len(before - set(kept)),
        proposals=tuple(proposals.values()),
    )


# Entry, folded form and place of what a suppression is about.
_About = tuple[str | None, str, str | None]
_ByPlace = dict[tuple[str | None, str | None], list[tuple[Suppression, str | None]]]


def _is_expired(suppression: Suppression, fingerprints: Mapping[str, str] | None) -> bool:
    if fingerprints is None or suppression.entry is None:
        return False
    known = fingerprint_of(suppression.entry, fingerprints)
    return known is None or suppression.fingerprint not in (None, known)


def _first_that_fits(finding: Finding, checked: Checked, by_place: _ByPlace) -> Suppression | None:
    unit = checked.units.get(finding.unit)
    place = finding_fingerprint(finding, unit.source if unit else "")
    entries = (finding.entry, None) if finding.entry is not None else (None,)
    candidates = [
        each
        for where in (place, None)
        for entry in entries
        for each in by_place.get((entry, where), ())
    ]
    form = folded_form(finding.found)
    for each, wanted in candidates:
        if (
            wanted in (None, form)
            and each.level in (None, finding.level)
            and each.rule in (None, finding.rule)
            and (each.file is None or each.file in (checked.path, PurePath(checked.path).name))
        ):
            return each
    return None


def _last(answers: Iterable[Answer]) -> list[Answer]:
    """Return the last answer to each finding, in the order of the first ones.

    Where a finding is right, the same form cannot be a false alarm everywhere: only in the
    segments that were answered so.
    """
    found: dict[tuple[str, str, str], Answer] = {}
    for answer in answers:
        found[answer.rule, answer.place, folded_form(answer.form)] = answer
    right = {_meant(each) for each in found.values() if each.verdict == RIGHT}
    return [
        replace(each, verdict=FALSE_ALARM)
        if each.verdict == ALWAYS_FALSE and _meant(each) in right
        else each
        for each in found.values()
    ]


def _meant(answer: Answer) -> tuple[str | None, str]:
    return answer.entry, folded_form(answer.form)


def _suppression(answer: Answer, fingerprints: Mapping[str, str] | None) -> Suppression:
    form = folded_form(answer.form)
    known = fingerprint_of(answer.entry, fingerprints or {})
    everywhere = bool(form) and answer.verdict != FALSE_ALARM
    accepted = answer.verdict == ACCEPT
    return Suppression(
        entry=answer.entry,
        form=form,
        level=None if accepted else answer.level,
        rule=None if everywhere and answer.entry is not None else answer.rule,
        place=None if everywhere else answer.place,
        term=answer.term,
        author=answer.author,
        date=answer.date,
        reason=answer.comment or (WAITING if accepted else ""),
        fingerprint=answer.fingerprint or known,
    )


def _proposal(answer: Answer, known: FormProposal | None) -> FormProposal:
    if known is None:
        return FormProposal(
            entry=answer.entry or "",
            term=answer.term,
            form=answer.form.strip(),
            comment=answer.comment,
        )
    return replace(known, answers=known.answers + 1, comment=known.comment or answer.comment)


# Fingerprints by which findings and entries are known again in the next check.

# Hex digits; 64 bits leave a chance of one in ten million for a million findings to share one.
_DIGITS = 16


def finding_fingerprint(finding: Finding, source: str) -> str:
    """Return what stays the same when units are added or moved: of entry, source text and rule.

    A finding about a term that no entry has is about the term, wherever it stands.
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
    wanted = {primary_subtag(language) for language in languages}
    terms = sorted(
        (primary_subtag(term.language), term.text, term.status or "", repr(term.properties))
        for term in concept.terms
        if primary_subtag(term.language) in wanted
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
        if entry not in self._known:
            self._known[entry] = entry_fingerprint(self._concepts[entry], self._languages)
        return self._known[entry]

    def __iter__(self) -> Iterator[str]:
        return iter(self._concepts)

    def __len__(self) -> int:
        return len(self._concepts)

    def __contains__(self, entry: object) -> bool:
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
    return fold_line(text or "")


def _digest(parts: Iterable[str]) -> str:
    # Lengths keep ("ab", "c") and ("a", "bc") apart.
    encoded = [part.encode("utf-8", "surrogatepass") for part in parts]
    content = b"".join(b"%d:%s" % (len(part), part) for part in encoded)
    return hashlib.sha256(content).hexdigest()[:_DIGITS]
