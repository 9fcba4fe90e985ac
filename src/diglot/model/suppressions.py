"""What reviewers say of the findings of a check, and what a check leaves out because of it."""

from __future__ import annotations

from dataclasses import dataclass

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
