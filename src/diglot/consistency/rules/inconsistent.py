"""One term of the source, translated in several ways that its entry allows."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from diglot.consistency.judging.blocks import JudgedBlock, characters, quote
from diglot.consistency.matching.words import strip_marks
from diglot.model.findings import ALTERNATIVE, LEVELS, CheckedUnit, Finding, Span
from diglot.text.spelling import shared_prefix

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from diglot.consistency.entries import Entry
    from diglot.consistency.judging.judgements import TargetTerms
    from diglot.consistency.matching.encoding import Forms


LEAST_WORDS = 2
"""Words of a source below which the same text may be its translation: a name, a code."""

MANY_WORDS = 6
"""Words from which the same text is no translation, function words or not."""

# What programs put values for, and what stands for a text that was not delivered.
_PLACEHOLDER = re.compile(r"\{[^{}]*\}|%\w|<[^<>]*>|\[[^\[\]]*\]")
# Addresses, and what programs have for names: "netcfg/get_domain", "ruby(1)".
# "And/or" is none.
_ADDRESS = re.compile(
    r"\S*(?:://|@|www\.|\w[_=:]\w|\w(?<!\band)/\w|\w/(?!or\b)\w|\w\(\d)\S*", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# Commands with the prompt before them, their options and paths, and what stands in a script.
_OPTION = re.compile(r"(?:^|\s)(?:[#$]\s+\S|--?[a-z])|^\([a-z]+\)\s|\w\|\w")
_COMMAND = re.compile(_OPTION.pattern + r"|\s/\w|[{}]|;\s*$|<<")
_SENTENCE, _SHORT_SENTENCE = 1 / 5, 1 / 2
"""Shares of function words in a text, and in a short one with a prompt or an option, above which it
is language, whatever commands it quotes: "gitk --all" is none."""


def find_untranslated(
    unit: CheckedUnit,
    *,
    severity: str,
    own: AbstractSet[str] = frozenset(),
    spaceless: bool = False,
) -> Finding | None:
    """Return a finding if a unit has no translation.

    A copy of the source counts as none if it holds words that only the source language has, or
    is long: names, codes, commands and addresses stay as they are in any language.

    Args:
        unit: with a text on the source side.
        severity: of the finding.
        own: function words of the source language that the other one does not have, in lower case.
        spaceless: the source language is written without spaces.
    """
    source, target = unit.source.strip(), unit.target.strip()
    if not target:
        return _finding(unit, severity, "the translation is empty", found=None)
    if _WORD.search(_without_placeholders(target)):
        # Nearly every unit ends here.
        if source[0].casefold() != target[0].casefold() or not _is_same(source, target):
            return None
        words = _words(source)
    else:
        # Figures and signs translate figures and signs.
        words = _words(source)
        alone = not _without_placeholders(source).strip(" .,;:!?")
        if len(words) < LEAST_WORDS or not _PLACEHOLDER.search(target) or alone:
            return None
        return _finding(unit, severity, f"only {target} stands in the translation", found=target)
    if spaceless:
        copied = sum(map(len, words)) >= MANY_WORDS and not source.isascii()
    else:
        foreign = sum(word.lower().replace("’", "'") in own for word in words)
        copied = len(words) >= (LEAST_WORDS if foreign else MANY_WORDS)
        plain = _without_placeholders(source)
        short = len(words) < MANY_WORDS and _OPTION.search(plain)
        language = foreign > (_SHORT_SENTENCE if short else _SENTENCE) * len(words)
        named = not foreign and all(word[0].isupper() for word in words)
        if named or (not language and _COMMAND.search(plain)):
            return None
    if not copied:
        return None
    return _finding(unit, severity, "the translation is a copy of its source", found=target)


def _is_same(one: str, other: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def _words(text: str) -> list[str]:
    return _WORD.findall(_ADDRESS.sub(" ", _without_placeholders(text)))


def _without_placeholders(text: str) -> str:
    if not any(sign in text for sign in "{%<["):
        return text
    return _PLACEHOLDER.sub(" ", text)


def _finding(unit: CheckedUnit, severity: str, message: str, *, found: str | None) -> Finding:
    return Finding(
        rule="untranslated",
        severity=severity,
        unit=unit.number,
        message=message,
        source=((0, len(unit.source)),),
        target=((0, len(unit.target)),) if found is not None else (),
        found=found,
        suggestion="translate the unit",
    )


SHORTEST_PREFIX, LONG_PREFIX, LONGEST_DIFFERENCE = 3, 4, 3
"""How far two words have to begin alike to have one stem."""

LEAST_SUPPORT = 0.3
"""Share of words with links that a rendering needs to belong to the term."""

MOST_PLACES = 5
"""Units that a message names."""


@dataclass(slots=True)
class _Rendering:
    """One way in which a document translates an entry."""

    term: int
    count: int = 0
    units: list[int] = field(default_factory=list)
    unit: CheckedUnit | None = None
    source: tuple[Span, ...] = ()
    target: tuple[Span, ...] = ()
    found: str = ""


class Renderings:
    """Collects how entries are translated, block by block; memory grows with the entries only.

    Renderings with the same stems are one: inflection is no inconsistency, and neither is a noun
    that stands for a verb.

    Args:
        entries: in the order of their numbers.
        terms: their target terms, as judged by.
        forms: words of the target language.
    """

    def __init__(self, entries: Sequence[Entry], terms: TargetTerms, forms: Forms) -> None:
        self._entries = entries
        self._target = terms.target
        self._same = _same_stems(terms, forms)
        # Where all renderings are one there is nothing to compare; most entries are such.
        sizes = np.diff(terms.entry_offsets)
        first = np.repeat(terms.entry_offsets[:-1], sizes)
        owner = np.repeat(np.arange(len(sizes)), sizes)
        self._several = np.zeros(len(sizes), np.bool_)
        self._several[owner[self._same != first]] = True
        self._found: dict[tuple[str | None, int], dict[int, _Rendering]] = defaultdict(dict)

    def add(self, block: JudgedBlock) -> None:
        """Count the renderings of a block that are allowed and surely belong to their terms."""
        judged = block.judged
        sure = np.isnan(judged.support) | (judged.support >= LEAST_SUPPORT)
        allowed = (judged.level < LEVELS.index(ALTERNATIVE)) & (judged.term >= 0)
        for row in np.flatnonzero(sure & allowed & self._several[judged.entry]).tolist():
            unit = block.units[int(judged.unit[row])]
            renderings = self._found[unit.document, int(judged.entry[row])]
            term = int(self._same[int(judged.term[row])])
            one = renderings.setdefault(term, _Rendering(int(judged.term[row])))
            one.count += 1
            if len(one.units) <= MOST_PLACES and unit.number not in one.units:
                one.units.append(unit.number)
            if one.unit is None:
                self._remember(one, block, row, unit)

    def findings(self, severity: str) -> list[tuple[Finding, CheckedUnit]]:
        """Return a finding for each rendering but the most frequent one, with its unit."""
        found: list[tuple[Finding, CheckedUnit]] = []
        for (_, number), renderings in self._found.items():
            if len(renderings) < 2:
                continue
            ordered = sorted(renderings.values(), key=lambda each: (-each.count, each.units))
            usual = ordered[0]
            found += [
                (self._finding(number, usual, one, severity), one.unit)
                for one in ordered[1:]
                if one.unit is not None
            ]
        return found

    def _remember(self, one: _Rendering, block: JudgedBlock, row: int, unit: CheckedUnit) -> None:
        judged = block.judged
        number = int(judged.unit[row])
        begin, end = int(judged.begin[row]), int(judged.end[row])
        one.unit = unit
        one.source = (characters(block, number, 0, (begin, end)),)
        if places := judged.places_of(row):
            one.target = (characters(block, number, 1, (min(places), max(places) + 1)),)
        one.found = unit.target[slice(*one.target[0])] if one.target else ""

    def _finding(self, number: int, usual: _Rendering, one: _Rendering, severity: str) -> Finding:
        entry = self._entries[number]
        names = [entry.targets[int(self._target[each.term])].text for each in (usual, one)]
        return Finding(
            rule="inconsistent",
            severity=severity,
            unit=one.units[0],
            message=f"{quote(entry.source.text)} is {quote(names[0])} {_times(usual.count)}, but "
            f"{quote(names[1])} {_times(one.count)} ({_units(one.units)})",
            entry=entry.id,
            term=entry.source.text,
            source=one.source,
            target=one.target,
            found=one.found or None,
            expected=(names[0],),
            suggestion=f"use {quote(names[0])} throughout, if both mean the same here",
        )


def _same_stems(terms: TargetTerms, forms: Forms) -> NDArray[np.int64]:
    """Return for every target term the first one of its entry that has the same stems."""
    same = np.arange(len(terms.target))
    lemmas = forms.tables().lemma
    for begin, end in zip(
        terms.entry_offsets[:-1].tolist(), terms.entry_offsets[1:].tolist(), strict=True
    ):
        if terms.target[begin:end].max(initial=0) == 0:
            # Spellings of one term.
            same[begin:end] = begin
            continue
        known: list[tuple[int, list[_Word]]] = []
        for term in range(begin, end):
            own = terms.words[terms.word_offsets[term] : terms.word_offsets[term + 1]].tolist()
            words = [
                (strip_marks(forms.written[form].casefold()), int(lemmas[form])) for form in own
            ]
            first = next((one for one, other in known if _have_same_stems(words, other)), None)
            if first is None:
                known.append((term, words))
            else:
                same[term] = first
    return same


_Word = tuple[str, int]
"""A word in small letters, and the number of its lemma."""


def _have_same_stems(one: Sequence[_Word], other: Sequence[_Word]) -> bool:
    """Tell whether each word has one with the same stem on the other side, in any order.

    >>> _have_same_stems([("virus", 1), ("propagar", 2)], [("propagación", 3), ("virus", 1)])
    True
    """
    if len(one) != len(other):
        # "COVID-19" and "COVID 19"
        return "".join(word for word, _ in one) == "".join(word for word, _ in other)
    left = list(other)
    for word in one:
        found = next((each for each in left if _have_same_stem(word, each)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def _have_same_stem(one: _Word, other: _Word) -> bool:
    """Tell whether two words have one lemma, or begin alike as `findings.STEM` has it."""
    if one[1] == other[1]:
        return True
    shorter, longer = sorted((one[0], other[0]), key=len)
    common = shared_prefix(shorter, longer)
    if common == len(shorter) >= SHORTEST_PREFIX:
        return len(longer) - common <= LONGEST_DIFFERENCE
    return common >= max(LONG_PREFIX, round(0.6 * len(longer)))


def _times(count: int) -> str:
    return "once" if count == 1 else "twice" if count == 2 else f"{count:,} times"


def _units(numbers: Sequence[int]) -> str:
    shown = ", ".join(f"{number + 1:,}" for number in numbers[:MOST_PLACES])
    more = ", …" if len(numbers) > MOST_PLACES else ""
    return f"unit{'s' if len(numbers) > 1 else ''} {shown}{more}"
