"""Findings of several files grouped by entry and form, with facts about the check."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from diglot.consistency.suppressions import folded_form
from diglot.model import Checked, Finding
from diglot.model.findings import LEVELS, RULES, SEVERITIES, CheckedUnit, Span, Suppression
from diglot.plurals import count_of

_PLACES = 20  # that are shown
GAP = " … "
# Characters that a cut may move to keep a word whole.
_WORD = 15


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A text with what is left of it.

    Attributes:
        text: pieces with an ellipsis between them and where an end was cut off.
        spans: the marked places in it, ascending, without overlaps.
        is_whole: whether nothing was cut.
    """

    text: str
    spans: tuple[Span, ...]
    is_whole: bool

    def pieces(self) -> Iterator[tuple[str, bool]]:
        """Give the text in pieces, and whether each is a marked place."""
        at = 0
        for begin, end in self.spans:
            yield self.text[at:begin], False
            yield self.text[begin:end], True
            at = end
        yield self.text[at:], False


def merged_spans(spans: Iterable[Span], length: int) -> tuple[Span, ...]:
    """Return spans inside a text of some length, ascending; those that overlap become one."""
    found: list[Span] = []
    for begin, end in sorted((max(0, begin), min(end, length)) for begin, end in spans):
        if begin >= end:
            continue
        if found and begin < found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((begin, end))
    return tuple(found)


def excerpt(text: str, spans: Iterable[Span], *, around: int) -> Excerpt:
    """Return the surroundings of marked places; of a text without them the beginning.

    Args:
        text: the whole text.
        spans: half-open character ranges.
        around: characters to keep on each side of a place.
    """
    marked = merged_spans(spans, len(text))[:_PLACES]
    # What stands before the first place tells least when the text is short anyway.
    windows: list[list[int]] = []
    for begin, end in marked or ((0, 0),):
        # A marked place may be a whole book: its ends are what matters.
        pieces = [(begin, end)] if end - begin <= 2 * around else [(begin, begin), (end, end)]
        for first, last in pieces:
            start = _moved(text, max(0, first - around), -1)
            stop = _moved(text, min(len(text), last + around + (0 if marked else around)), 1)
            if windows and start <= windows[-1][1]:
                windows[-1][1] = max(stop, windows[-1][1])
            else:
                windows.append([start, stop])
    found: list[str] = []
    places: list[Span] = []
    at = 0
    for number, (start, stop) in enumerate(windows):
        lead = GAP if number else "… " if start else ""
        found += [lead, text[start:stop]]
        at += len(lead)
        for begin, end in marked:
            inside = max(begin, start), min(end, stop)
            if inside[0] < inside[1]:
                places.append((inside[0] - start + at, inside[1] - start + at))
        at += stop - start
    if windows[-1][1] < len(text):
        found.append(" …")
    whole = len(windows) == 1 and windows[0] == [0, len(text)]
    return Excerpt("".join(found), tuple(places), whole)


def _moved(text: str, at: int, step: int) -> int:
    """Move a cut outwards to the end of the word it stands in, if that is near."""
    if at in (0, len(text)):
        return at
    for distance in range(_WORD):
        place = at + step * distance
        if place in (0, len(text)) or text[place if step > 0 else place - 1].isspace():
            return place
    return at


# Texts of any origin as a terminal, a file in UTF-8 and a line can carry them.

# Halves of surrogate pairs come from broken files; UTF-8 cannot write them. A text file with a NUL
# is taken for a binary one.
_UNWRITABLE = re.compile("[\0\ud800-\udfff]")
# Controls may move the cursor or colour a terminal; marks of direction may hide what follows.
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_FIRST_PICTURE, _DELETE, _DELETE_PICTURE = 0x2400, "\x7f", "\u2421"


def replace_unwritable(text: str) -> str:
    """Return a text that a text file in UTF-8 can hold."""
    return _UNWRITABLE.sub("\ufffd", text)


def show_controls(text: str) -> str:
    """Return a text on one line, with pictures of the characters that could act on a terminal."""
    return _CONTROLS.sub(_picture, " ".join(re.split("[\t\n\r ]+", text))).strip()


def _picture(match: re.Match[str]) -> str:
    character = match[0]
    if character == _DELETE:
        return _DELETE_PICTURE
    if character < " ":
        return chr(_FIRST_PICTURE + ord(character))
    return "\ufffd"


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
