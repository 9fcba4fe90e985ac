"""Entries that no text can satisfy: one finding about the entry instead of one at every place."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from diglot.consistency.judging.blocks import quote
from diglot.model.findings import ERROR, LEVELS, NONE, NOTE, OFF, WARNING, CheckedUnit, Finding
from diglot.plurals import count_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from diglot.consistency.entries import Entry
    from diglot.consistency.judging.judgements import Judgements

REFUSALS = ("missing", "misplaced")
MANY, MOST_REFUSED, USUAL = 10, 0.5, 1 / 3
"""Occurrences of an entry that say something of it, the share refused from which it does not fit,
and the share of these that one rendering must have to be a mistake rather than one of many."""
NEVER = 0.9
"""Share refused from which the text does not follow an entry at all."""
SEVERAL, RARELY = 5, 2 / 3
"""Places refused, and share of all places, from which text and termbase mean different things by a
term, unless half of these places have the same other words."""


class DoubtfulEntries:
    """Counts what becomes of entries in all blocks of a translation.

    Args:
        entries: in the order of their numbers.
        severity: of findings about entries; empty if none are wanted.
    """

    def __init__(self, entries: Sequence[Entry], severity: str) -> None:
        self._entries = entries
        self._severity = severity
        self._judged, self._refused = np.zeros((2, len(entries)), np.int64)
        self._passed: dict[int, list[CheckedUnit]] = defaultdict(list)
        self._names: dict[int, list[CheckedUnit]] = defaultdict(list)
        self.has_general = any(entry.worst == OFF for entry in entries)

    def count(self, judged: Judgements) -> None:
        """Count the occurrences that were judged."""
        size = len(self._entries)
        self._judged += np.bincount(judged.entry, minlength=size)
        refused = judged.entry[judged.level == LEVELS.index(NONE)]
        self._refused += np.bincount(refused, minlength=size)

    def pass_over(self, entry: Sequence[int], units: Sequence[CheckedUnit]) -> None:
        """Count occurrences of entries, those that are no terms among them, with their units."""
        for number, unit in zip(entry, units, strict=True):
            if self._entries[number].worst == OFF:
                self._passed[number].append(unit)

    def count_names(self, found: Iterable[tuple[int, CheckedUnit]]) -> None:
        """Count occurrences of terms that the text keeps as names: entries with their units."""
        for number, unit in found:
            self._names[number].append(unit)

    def fold(
        self, findings: Sequence[Finding], units: dict[int, CheckedUnit]
    ) -> Iterator[tuple[Finding, CheckedUnit]]:
        """Give findings with their units, those of doubtful entries as one for each entry."""
        refused: dict[str, list[Finding]] = defaultdict(list)
        for finding in findings:
            if finding.rule in REFUSALS and finding.entry is not None:
                refused[finding.entry].append(finding)
        told = {
            entry.id: message
            for number, entry in enumerate(self._entries)
            if entry.id in refused and self._severity
            if (message := self._doubt(number, refused[entry.id]))
        }
        again = self._again(refused)
        for finding in findings:
            if finding.rule not in REFUSALS or finding.entry not in told:
                yield again.get(id(finding), finding), units[finding.unit]
            elif finding is refused[finding.entry][0]:
                yield self._about(finding, told[finding.entry]), units[finding.unit]
        if not self._severity:
            return
        for number, several in self._passed.items():
            yield self._unjudged(number, several, "is a word of every text, no term"), several[0]
        for number, several in self._names.items():
            why = "stays as it is in the translation, as a name does"
            yield self._unjudged(number, several, why), several[0]

    def _again(self, refused: Mapping[str, Sequence[Finding]]) -> dict[int, Finding]:
        """Return what becomes of findings on entries that the text does not follow, by identity.

        The usual other rendering is one error where the text never follows the entry, as one
        decision mends all its places: the termbase lacks it, or it is wrong throughout. The places
        behind the first are warnings, and so are renderings that are one of many. Of entries that
        nobody reviewed so is each rendering that the text has twice: a slip happens once, and what
        a termbase was made of says no more for its terms than for another habit of the text.
        """
        found: dict[int, Finding] = {}
        for number, entry in enumerate(self._entries):
            several = refused.get(entry.id, ())
            if not entry.reviewed:
                habits = Counter(each.lemmas for each in several if each.lemmas)
                found |= {
                    id(each): replace(each, severity=WARNING)
                    for each in several
                    if each.severity == ERROR and habits[each.lemmas] > 1
                }
            if len(several) < SEVERAL or self._refused[number] < RARELY * self._judged[number]:
                continue
            never = len(several) >= MANY and self._refused[number] >= NEVER * self._judged[number]
            alike = Counter(each.lemmas for each in several)
            ways: dict[tuple[str, ...], list[Finding]] = defaultdict(list)
            for each in several:
                if each.severity == ERROR:
                    ways[each.lemmas].append(each)
            for lemmas, (first, *rest) in ways.items():
                if 2 * alike[lemmas] < len(several):
                    rest.append(first)
                elif not never:
                    continue
                elif rest:
                    times = f"; so in {count_of(len(rest), 'more unit')}, which are warnings"
                    found[id(first)] = replace(first, message=first.message + times)
                found |= {id(each): replace(each, severity=WARNING) for each in rest}
        return found

    def _doubt(self, number: int, refused: Sequence[Finding]) -> str:
        """Return why the entry is to blame rather than the text; empty if it is not."""
        entry, judged = self._entries[number], int(self._judged[number])
        if len(refused) < MOST_REFUSED * judged:
            return ""
        own = f"{quote(entry.source.text)} → {quote(entry.targets[0].text)}"
        share = f"{len(refused):,} of {judged:,} occurrences are translated otherwise"
        if entry.fault:
            return f"{own}: {entry.fault}; {share}"
        ways = Counter(each.lemmas for each in refused)
        if judged < MANY or ways.most_common(1)[0][1] > USUAL * len(refused):
            return ""
        return f"{own} does not fit the text: {share}, in {len(ways):,} ways"

    def _about(self, first: Finding, message: str) -> Finding:
        return replace(
            first,
            rule="entry",
            severity=self._severity,
            message=message,
            target=(),
            found=None,
            lemmas=(),
            score=None,
            suggestion="look at the entry: diglot termbase check lists what is wrong with it",
        )

    def _unjudged(self, number: int, units: Sequence[CheckedUnit], why: str) -> Finding:
        entry = self._entries[number]
        return Finding(
            rule="entry",
            severity=NOTE,
            unit=units[0].number,
            message=f"{quote(entry.source.text)} {why}: "
            f"{count_of(len(units), 'occurrence')} not looked at",
            entry=entry.id,
            term=entry.source.text,
            expected=tuple(term.text for term in entry.targets),
            suggestion="take it out of the termbase"
            if entry.worst == OFF
            else "translate it, if it is not a name",
        )
