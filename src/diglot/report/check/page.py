"""A page to go through the findings of a check: its data and the HTML file."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from diglot.consistency.suppressions import finding_fingerprint, fingerprint_of
from diglot.errors import ConfigError
from diglot.formats.judgements.findings import SCHEMA, VERSION
from diglot.model.findings import LEVELS, RULES, SEVERITIES
from diglot.plurals import count_of
from diglot.report.check.groups import NO_FACTS, excerpt, groups, merged_spans, places, rule_id
from diglot.report.pages.base import Numbers, write_page
from diglot.text.languages import direction

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from diglot.model import Checked
    from diglot.model.findings import Span
    from diglot.report.check.groups import CheckFacts, Group, Place


# Findings on one page; a hundred thousand have about 21 MB and open within seconds.
LIMIT = 100_000

_SCRIPTS = (
    *("base/list.js", "base/search.js"),
    *(f"check/{name}.js" for name in ("state", "answers", "list", "findings", "check")),
)


def write_check_page(
    path: Path | str,
    checked: Sequence[Checked],
    *,
    facts: CheckFacts = NO_FACTS,
    title: str = "",
    limit: int | None = LIMIT,
) -> None:
    """Write a single-file page of findings, where a reviewer answers them and saves the answers.

    Args:
        path: file to write; replaced as a whole or left as it was.
        checked: the checks of several files.
        facts: how they were checked.
        title: title of the page; by default the names of the files.
        limit: most findings on the page, which says how many there are; None for all.

    Raises:
        InputError: the file cannot be written.
        ConfigError: the limit is less than 1.
    """
    if limit is not None and limit < 1:
        raise ConfigError(f"the limit is {limit}, but must be 1 or more")
    write_page(
        path,
        title or _title(checked),
        page_data(checked, facts=facts, limit=limit),
        body="check/check.html",
        styles=["base/panes.css", "check/check.css"],
        scripts=_SCRIPTS,
    )


def _title(checked: Sequence[Checked]) -> str:
    from pathlib import PurePath

    if len(checked) == 1:
        return f"Terms in {PurePath(checked[0].path).name}"
    return f"Terms in {len(checked)} files"


# The findings of a check as the script of their page expects them (static/check/state.js).

# Characters of a text that is shown as a whole, and around the marked places of a longer one.
_WHOLE = 2_000
_AROUND = 500


def page_data(
    checked: Sequence[Checked], *, facts: CheckFacts = NO_FACTS, limit: int | None = None
) -> dict[str, Any]:
    """Return findings, those of a group one after the other, with their texts.

    Args:
        checked: the checks of several files.
        facts: how they were checked.
        limit: most findings to return, those of the worst and largest groups; None for all.
    """
    store = _Store(facts)
    total = sum(len(one.findings) for one in checked)
    found = [store.group(group) for group in _first(groups(places(checked)), limit)]
    return {
        "files": [
            {
                "name": one.path,
                "languages": list(one.languages),
                "directions": [direction(language) for language in one.languages],
                "facts": _facts(one),
            }
            for one in checked
        ],
        "rules": [[rule_id(rule), RULES[rule][1]] for rule in store.rules],
        "severities": list(SEVERITIES),
        "levels": [level for level in LEVELS if level in store.levels],
        "schema": SCHEMA,
        "schemaVersion": VERSION,
        "groups": found,
        "findings": store.findings,
        "units": list(store.units),
        "strings": list(store.strings),
        "entries": store.entries,
        "notes": [*facts.notes, *(note for one in checked for note in one.notes)],
        "profile": facts.profile,
        "inputs": [[path, digest[:12]] for path, digest in facts.inputs],
        "expired": len(facts.expired),
        "digest": store.digest(),
        "total": total,
    }


def _first(several: Iterable[Group], limit: int | None) -> Iterator[Group]:
    """Give groups until there are enough findings; the last group may lose some."""
    for group in several:
        if limit is None:
            yield group
        elif limit > 0:
            yield replace(group, places=group.places[:limit])
            limit -= len(group.places)


def utf16_spans(text: str, spans: Iterable[Span]) -> list[int]:
    """Return ascending spans as flat offsets in UTF-16, in which scripts count characters."""
    flat = [place for span in merged_spans(spans, len(text)) for place in span]
    if text.isascii() or max(text) <= "\uffff":
        return flat
    found, at, extra = [], 0, 0
    for place in flat:
        extra += sum(character > "\uffff" for character in text[at:place])
        at = place
        found.append(place + extra)
    return found


class _Store:
    """What many findings share, each thing with its number."""

    def __init__(self, facts: CheckFacts) -> None:
        self.findings: list[list[Any]] = []
        self.units: Numbers[tuple[Any, ...]] = Numbers()
        self.strings: Numbers[str] = Numbers()
        self.rules: Numbers[str] = Numbers()
        self.levels: set[str] = set()
        self.entries: dict[str, str] = {}
        self._facts = facts
        self._digest = hashlib.sha256()

    def group(self, group: Group) -> list[Any]:
        """Add the findings of a group; return the group as the script expects it."""
        for place in group.places:
            self.findings.append(self._finding(place))
        known = fingerprint_of(group.entry, self._facts.fingerprints)
        if group.entry is not None and known is not None:
            self.entries[group.entry] = known
        return [
            SEVERITIES.index(group.severity),
            group.entry,
            group.term,
            group.found,
            list(group.expected),
            len(group.places),
        ]

    def digest(self) -> str:
        """Return what tells the findings of this page from those of another."""
        return self._digest.hexdigest()[:16]

    def _finding(self, place: Place) -> list[Any]:
        finding, unit = place.finding, place.unit
        source = _shown(unit.source, finding.source)
        target = _shown(unit.target, finding.target)
        if finding.level is not None:
            self.levels.add(finding.level)
        fingerprint = finding_fingerprint(finding, unit.source)
        self._digest.update(f"{fingerprint}{finding.found}".encode("utf-8", "replace"))
        where = (place.file, unit.number, unit.id, unit.document, unit.line)
        return [
            self.units[where],
            self.rules[finding.rule],
            finding.level or "",
            -1 if finding.score is None else round(1000 * finding.score),
            self.strings[finding.message],
            self.strings[finding.suggestion or ""],
            -1 if finding.suppressed is None else self.strings[finding.suppressed],
            fingerprint,
            self.strings[source[0]],
            source[1],
            self.strings[target[0]],
            target[1],
            -1 if finding.found is None else self.strings[finding.found],
        ]


def _shown(text: str, spans: Sequence[Span]) -> tuple[str, list[int]]:
    if len(text) <= _WHOLE:
        return text, utf16_spans(text, spans)
    part = excerpt(text, spans, around=_AROUND)
    return part.text, utf16_spans(part.text, part.spans)


def _facts(one: Checked) -> list[list[str]]:
    passed = ", ".join(f"{count:,} {reason}" for reason, count in one.passed_over.items())
    levels = ", ".join(f"{count:,} {level}" for level, count in one.levels.items() if count)
    return [
        ["units", f"{one.total:,}" + (f", not checked: {passed}" if passed else "")],
        ["source terms", f"{one.occurrences:,} of {count_of(one.entries, 'entry')}"],
        ["found as", levels],
        ["signature", str(one.signature) if one.signature else ""],
    ]
