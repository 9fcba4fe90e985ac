"""What a check of a translation finds, with its places, its reason and what to do about it."""

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
    "missing": (ERROR, "the translation of a term is not there"),
    "misplaced": (ERROR, "a term stands in the translation, but translates something else"),
    "forbidden": (ERROR, "a forbidden term is used"),
    "do-not-translate": (ERROR, "what must not be translated was changed"),
    "untranslated": (ERROR, "a unit has no translation, or its source stands in its place"),
    "not-parallel": (ERROR, "the two sides of a unit do not translate each other"),
    "case": (WARNING, "a term that must keep its case has another"),
    "count": (WARNING, "a term stands in the source more often than in the translation"),
    "entry": (WARNING, "an entry of the termbase is no term, or does not fit the text"),
    "inconsistent": (WARNING, "one term is translated in several ways"),
    "appended": (WARNING, "terms are strung together at the edge of the translation"),
    "form": (NOTE, "the term is there in a form that its entry does not allow"),
    "variant": (NOTE, "a word of the same family, or a misspelling, stands in place of the term"),
    "alternative": (NOTE, "another word that the text itself uses for the term"),
    "partial": (NOTE, "only a part of what the term translates is covered"),
    "not-preferred": (NOTE, "an admitted term is used though another is preferred"),
    "without-source": (NOTE, "a term of the termbase stands there without its source term"),
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
