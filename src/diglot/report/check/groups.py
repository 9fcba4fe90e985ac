"""Findings of several files grouped by entry and form, with facts about the check."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from diglot.consistency.suppressions import folded_form
from diglot.model.findings import LEVELS, RULES, SEVERITIES, CheckedUnit
from diglot.plurals import count_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from diglot.model import Checked, Finding
    from diglot.model.findings import Suppression

_RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}


@dataclass(frozen=True, slots=True)
class Place:
    """A finding with where it stands.

    Attributes:
        finding: what was found.
        unit: its unit; without texts when the check did not keep it.
        file: number of its file among the checked ones.
        path: the file.
    """

    finding: Finding
    unit: CheckedUnit
    file: int
    path: str


@dataclass(frozen=True, slots=True)
class Group:
    """Findings of one severity about one entry that the same form answers.

    Attributes:
        severity: of all of them.
        entry: id of the concept; None where no entry is concerned.
        term: source term; of several spellings the most frequent one.
        found: what stands in the translation, likewise; None where nothing does.
        expected: what the termbase allows.
        rules: names of the rules, most frequent first.
        places: in the order of files and units.
    """

    severity: str
    entry: str | None
    term: str
    found: str | None
    expected: tuple[str, ...]
    rules: tuple[str, ...]
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Totals:
    """How many findings count, and how many are suppressed.

    Attributes:
        severities: findings that count, by each of `SEVERITIES`.
        rules: the same by each of `RULES` that was broken, in their order.
        levels: the same by each of `LEVELS` that occurs, in their order.
        suppressed: findings that do not count.
    """

    severities: Mapping[str, int]
    rules: Mapping[str, int]
    levels: Mapping[str, int]
    suppressed: int

    @property
    def findings(self) -> int:
        """Findings that count."""
        return sum(self.severities.values())


def rule_id(rule: str) -> str:
    """Return the name of a rule in reports: ``TERM-MISSING`` for ``missing``."""
    return f"TERM-{rule.upper()}"


def places(checked: Iterable[Checked]) -> Iterator[Place]:
    """Give all findings, suppressed ones among them, in the order of files and units."""
    for file, one in enumerate(checked):
        for finding in one.findings:
            unit = one.units.get(finding.unit) or CheckedUnit(finding.unit, "", "")
            yield Place(finding, unit, file, one.path)


def groups(several: Iterable[Place]) -> list[Group]:
    """Return findings in groups: by severity, then by size, then as they come."""
    collected: dict[tuple[str, ...], list[Place]] = {}
    for place in several:
        collected.setdefault(group_key(place.finding), []).append(place)
    found = [_group(members) for members in collected.values()]
    return sorted(found, key=lambda group: (severity_rank(group.severity), -len(group.places)))


def group_key(finding: Finding) -> tuple[str, ...]:
    """Return what the findings of one group share: forms of the same words are one form."""
    form = " ".join(finding.lemmas) or folded_form(finding.found)
    if finding.entry is not None:
        return finding.severity, "entry", finding.entry, form
    return finding.severity, finding.rule, folded_form(finding.term), form if finding.term else ""


def severity_rank(severity: str) -> int:
    """Return the place of a severity, 0 for the worst."""
    return _RANK.get(severity, len(_RANK))


def totals(checked: Iterable[Checked]) -> Totals:
    """Count the findings of several files."""
    findings = [finding for one in checked for finding in one.findings]
    counted = [finding for finding in findings if finding.suppressed is None]
    severities = Counter(finding.severity for finding in counted)
    rules = Counter(finding.rule for finding in counted)
    levels = Counter(finding.level for finding in counted if finding.level is not None)
    return Totals(
        {severity: severities[severity] for severity in SEVERITIES},
        _in_order(rules, RULES),
        _in_order(levels, LEVELS),
        len(findings) - len(counted),
    )


def rule_rows(several: Sequence[Place]) -> list[list[str]]:
    """Return a row for each rule that is broken: its name, and how often at each severity."""
    counts = Counter((place.finding.rule, place.finding.severity) for place in several)
    return [
        [rule_id(rule), *(f"{counts[rule, s]:,}" if counts[rule, s] else "" for s in SEVERITIES)]
        for rule in dict.fromkeys([*RULES, *(rule for rule, _ in counts)])
        if any(counts[rule, severity] for severity in SEVERITIES)
    ]


def totals_text(totals_: Totals, files: int) -> str:
    """Return totals as one line of plain text."""
    parts = [count_of(count, name) for name, count in totals_.severities.items() if count]
    line = f"{', '.join(parts) or 'no findings'} in {count_of(files, 'file')}"
    return line + (f"; {totals_.suppressed:,} suppressed" if totals_.suppressed else "")


def _group(members: Sequence[Place]) -> Group:
    first = members[0].finding
    return Group(
        first.severity,
        first.entry,
        _most_frequent(place.finding.term for place in members),
        _most_frequent(place.finding.found for place in members)
        if first.found is not None
        else None,
        tuple(dict.fromkeys(form for place in members for form in place.finding.expected)),
        tuple(rule for rule, _ in Counter(p.finding.rule for p in members).most_common()),
        tuple(members),
    )


def _most_frequent(texts: Iterable[str | None]) -> str:
    ((text, _),) = Counter(text or "" for text in texts).most_common(1)
    return text


def _in_order(counts: Counter[str], order: Iterable[str]) -> dict[str, int]:
    # Names that nobody knows come last rather than be lost.
    names = dict.fromkeys([*order, *sorted(counts)])
    return {name: counts[name] for name in names if counts[name]}


# What reports tell of a check beside its findings.


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckFacts:
    """How several files were checked.

    Attributes:
        profile: name of the profile; empty when none has a name.
        inputs: every file that was read, texts and termbases, with its SHA-256 in hex.
        notes: what to tell the user of the whole run.
        fingerprints: of the entries of the termbase, by id; they go with what reviewers answer.
        expired: suppressions that hold nothing since their entry changed.
    """

    profile: str = ""
    inputs: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    fingerprints: Mapping[str, str] = field(default_factory=dict)
    expired: tuple[Suppression, ...] = ()


NO_FACTS = CheckFacts()
