"""What a check of a translation finds, and what reviewers say of it and leave out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from diglot.model.score import Signature

ERROR = "error"
WARNING = "warning"
NOTE = "note"
SEVERITIES = (ERROR, WARNING, NOTE)
OFF = "off"
"""Severity of a rule that is not applied."""

RULES: dict[str, tuple[str, str]] = {
    "missing": (ERROR, "the translation of a term is missing"),
    "misplaced": (WARNING, "a term occurs in the translation, but translates something else"),
    "forbidden": (ERROR, "a forbidden term is used"),
    "do-not-translate": (ERROR, "what must not be translated was changed"),
    "untranslated": (
        ERROR,
        "a unit has no translation, or its translation is a copy of the source",
    ),
    "not-parallel": (ERROR, "the two sides of a unit do not translate each other"),
    "case": (WARNING, "a term that must keep its case has another"),
    "count": (WARNING, "a term occurs more often in the source than in the translation"),
    "entry": (WARNING, "an entry of the termbase is not a term, or does not fit the text"),
    "inconsistent": (WARNING, "one term is translated in several ways"),
    "appended": (WARNING, "terms are strung together at the edge of the translation"),
    "form": (NOTE, "the term is there in a form that its entry does not allow"),
    "variant": (NOTE, "a related word, or a misspelling, is used instead of the term"),
    "alternative": (NOTE, "another word that the text itself uses for the term"),
    "partial": (NOTE, "only a part of what the term translates is covered"),
    "not-preferred": (NOTE, "an admitted term is used though another is preferred"),
    "without-source": (NOTE, "a term of the termbase is used without its source term"),
    "lacking": (NOTE, "the text uses a term that the termbase lacks"),
}
"""Rules by name: usual severity, and what it means that one is broken."""

EXACT, CASE, LEMMA, STEM, ORDER_FREE = "exact", "case", "lemma", "stem", "order-free"
FAMILY, SPELLING, ALTERNATIVE, PARTIAL, NONE = (
    "family",
    "spelling",
    "alternative",
    "partial",
    "none",
)
LEVELS = (
    *(EXACT, CASE, LEMMA, STEM, ORDER_FREE),
    *(FAMILY, SPELLING, ALTERNATIVE, PARTIAL, NONE),
)
"""How near what was found is to a term of the termbase, nearest first."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to look at in a translation.

    Attributes:
        rule: a name of `RULES`.
        severity: one of `SEVERITIES`.
        unit: zero-based number of the unit in its file.
        message: one line for the user: what is wrong, and why it is believed.
        entry: id of the concept; None where no entry is concerned.
        term: source term, as the termbase has it; empty where no entry is concerned.
        source: half-open character ranges in the source text of the unit.
        target: the same in its translation; empty where nothing stands in the place of the term.
        found: what stands there, as the text has it; None where nothing does.
        expected: what the termbase allows, best first.
        level: one of `LEVELS`; None where nothing was compared.
        suggestion: what to do about it; None where that is open.
        score: probability, by the word links, that what was found stands for the term (where
            nothing was found: that nothing does), in [0, 1]; None without word links.
        suppressed: why a reviewer does not want to see it; None while it counts.
        lemmas: of the content words of what was found, in alphabetical order: forms of one
            rendering have the same; empty where nothing was found.
    """

    rule: str
    severity: str
    unit: int
    message: str
    entry: str | None = None
    term: str = ""
    source: tuple[Span, ...] = ()
    target: tuple[Span, ...] = ()
    found: str | None = None
    expected: tuple[str, ...] = ()
    level: str | None = None
    suggestion: str | None = None
    score: float | None = None
    suppressed: str | None = None
    lemmas: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedUnit:
    """A unit that something was found in.

    Attributes:
        number: zero-based number in its file.
        source: source text.
        target: its translation.
        id: identifier in the file; None if it has none.
        document: name of the document that it comes from; None if unknown.
        line: number of the line in the file that it begins in, from 1; None if unknown.
        column: number of the character of that line at which the translation begins, from 1; None
            if unknown, or if the file writes it with markup or escapes.
    """

    number: int
    source: str
    target: str
    id: str | None = None
    document: str | None = None
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """What the check of one file gave.

    Attributes:
        path: the file, as the user named it.
        languages: codes of source and target.
        findings: in the order of the units.
        units: units with findings, by number.
        total: units of the file.
        passed_over: units that were not checked, by reason (``empty``, ``locked``…).
        occurrences: source terms found in the text.
        levels: how many of them were found in the translation at each of `LEVELS`, in its order.
        entries: entries of the termbase that took part.
        notes: what to tell the user of the run: matching without lemmas, entries left out…
        signature: how it was done.
    """

    path: str
    languages: tuple[str, str]
    findings: tuple[Finding, ...]
    units: Mapping[int, CheckedUnit]
    total: int
    passed_over: Mapping[str, int]
    occurrences: int
    levels: Mapping[str, int]
    entries: int
    notes: tuple[str, ...] = ()
    signature: Signature | None = None


RIGHT = "right"
FALSE_ALARM = "false alarm"
ALWAYS_FALSE = "false alarm everywhere"
ACCEPT = "accept"
VERDICTS = (RIGHT, FALSE_ALARM, ALWAYS_FALSE, ACCEPT)
"""What a reviewer may say: the finding is right; it is wrong in this segment, or wherever the same
form answers the same entry; or the form is to be allowed for the entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppression:
    """Findings that nobody wants to see again; what is None says nothing against a finding.

    Attributes:
        entry: id of the concept.
        form: what stands in the translation, folded; empty where nothing does.
        level: one of `findings.LEVELS`.
        rule: a name of `findings.RULES`.
        place: fingerprint of rule, entry and source text, for one segment only.
        file: path or name of the file.
        term: source term, for people who read the file of suppressions.
        author: who decided.
        date: when, as YYYY-MM-DD.
        reason: why.
        fingerprint: of the entry as it was; when the entry changes, the suppression expires.
    """

    entry: str | None = None
    form: str | None = None
    level: str | None = None
    rule: str | None = None
    place: str | None = None
    file: str | None = None
    term: str = ""
    author: str = ""
    date: str = ""
    reason: str = ""
    fingerprint: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a reviewer says of a finding.

    Attributes:
        verdict: one of `VERDICTS`.
        rule: rule of the finding.
        place: its fingerprint.
        entry: id of the concept; None where no entry is concerned.
        term: source term.
        form: what stands in the translation, as the text has it; empty where nothing does.
        level: its level; None where nothing was compared.
        file: file of the finding.
        author: who answered.
        date: when, as YYYY-MM-DD.
        comment: what the reviewer notes.
        fingerprint: of the entry as it was; None when unknown.
    """

    verdict: str
    rule: str
    place: str
    entry: str | None = None
    term: str = ""
    form: str = ""
    level: str | None = None
    file: str = ""
    author: str = ""
    date: str = ""
    comment: str = ""
    fingerprint: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FormProposal:
    """A form that reviewers want a termbase to allow.

    Attributes:
        entry: id of the concept.
        term: its source term.
        form: the form, as the text has it.
        answers: reviewers' answers that ask for it.
        comment: what they note.
    """

    entry: str
    term: str
    form: str
    answers: int = 1
    comment: str = ""
