"""Judgements as findings: the rule broken, and how severe that is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

import numpy as np
import regex
from numpy.typing import NDArray

from diglot.consistency.entries import (
    COMMON,
    EACH,
    ONCE,
    RATIO,
    VERY_COMMON,
    WITHOUT_AGREEMENT,
    Entry,
    EntryTerm,
    Policy,
    is_acronym,
    is_any_phrase,
    is_common,
    is_interface,
)
from diglot.consistency.judging import judgements, usage
from diglot.consistency.judging.blocks import JudgedBlock, Places, quote
from diglot.model.findings import (
    ALTERNATIVE,
    CASE,
    ERROR,
    EXACT,
    FAMILY,
    LEVELS,
    NONE,
    PARTIAL,
    SEVERITIES,
    SPELLING,
    WARNING,
    Finding,
)
from diglot.text.languages import COMPOUNDING, PILING, UNDETERMINED, is_spaceless

_ABBREVIATED = 4  # letters of an abbreviation
_CODE = 3  # letters of a name with one capital that may be code: "Var" is not only "variance"
_WORD, _CAPITAL_INSIDE = regex.compile(r"\p{L}{2}"), regex.compile(r"\p{L}*\p{Ll}\p{Lu}\p{L}*")
_SEVERAL_SENSES = 2.0  # from which another word for a single word may mean something else
_MANY_SENSES = 20.0  # from which a capital at the end of a clause makes no name of it
SURE, SURE_OF_WORD, SURE_OF_UNREAD, NOTHING_SURE = 0.6, 0.75, 0.8, 0.9
"""Probabilities from which a link to another word makes an error, that of a term of several words,
of one, and of an entry that nobody reviewed, and from which no link at all does."""

_NUMBER = {name: number for number, name in enumerate(LEVELS)}
_RULE_OF_LEVEL = {
    FAMILY: "variant",
    SPELLING: "variant",
    ALTERNATIVE: "alternative",
    PARTIAL: "partial",
}


class TermFindings:
    """Turns judgements into findings.

    Args:
        entries: in the order of their numbers.
        terms: their target terms, as judged by.
        policy: what counts as a finding.
    """

    def __init__(
        self, entries: Sequence[Entry], terms: judgements.TargetTerms, policy: Policy
    ) -> None:
        self._entries = entries
        self._terms = terms
        self._target = terms.target
        self._policy = policy
        sizes = np.diff(terms.entry_offsets)
        entry_of_term = np.repeat(np.arange(len(entries)), sizes).tolist()
        targets = [
            entries[entry].targets[target]
            for entry, target in zip(entry_of_term, terms.target.tolist(), strict=True)
        ]
        has_preferred = [any(term.preferred for term in entry.targets) for entry in entries]
        preferred = np.array([term.preferred for term in targets], np.bool_)
        self._second_choice = np.repeat(np.array(has_preferred, np.bool_), sizes) & ~preferred
        self._cased = np.array([term.case_sensitive for term in targets], np.bool_)
        self._fixed = np.array([term.exact_form for term in targets], np.bool_)
        self._usage = usage.Usage()
        self._misfits: dict[int, bool] = {}  # by the number of an entry
        names = [entry.source.text for entry in entries]
        self._names, self._modifiers = names, frozenset[str]()
        self._untranslated = np.array([entry.untranslated for entry in entries], np.bool_)
        self._of_interface: bool | None = None

    def findings(
        self, block: JudgedBlock, *, settled: AbstractSet[int] = frozenset()
    ) -> list[Finding]:
        """Return what is wrong with the terms of a block, in the order of its units.

        Args:
            block: units with what was judged of them.
            settled: judgements that need no finding any more.
        """
        judged = block.judged
        doubtful = self._doubtful(judged)
        places = Places(block, doubtful)
        answered = self._answered(judged)
        if self._of_interface is None:
            self._of_interface = is_interface(self._names, block.forms[0].language or UNDETERMINED)
        self._usage, self._misfits = usage.read_usage(block, self._entries), {}
        unread = not all(entry.reviewed for entry in self._entries)
        self._modifiers = usage.free_modifiers(self._names if unread else (), block)
        found = []
        for row in doubtful.tolist():
            finding = None if row in settled else self._finding(places, row, answered)
            if finding is not None:
                found.append(finding)
        return _once(found)

    def _answered(self, judged: judgements.Judgements) -> dict[tuple[int, int], list[int]]:
        """Return occurrences and answers of every entry in a unit that is refused somewhere.

        Another word that the text has for a term elsewhere is no answer by the termbase.
        """
        refused = judged.level == _NUMBER[NONE]
        answers = judged.level < _NUMBER[ALTERNATIVE]
        key = judged.unit.astype(np.int64) * max(len(self._entries), 1) + judged.entry
        concerned = np.isin(key, key[refused])
        counts: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
        for row in np.flatnonzero(concerned).tolist():
            both = counts[int(judged.unit[row]), int(judged.entry[row])]
            both[0] += 1
            both[1] += answers[row]
        return counts

    def _doubtful(self, judged: judgements.Judgements) -> NDArray[np.int64]:
        """Return the rows that may be worth a finding."""
        doubtful = judged.level > _NUMBER[self._policy.profile.passing]
        doubtful |= self._untranslated[judged.entry]
        rows = np.flatnonzero(judged.term >= 0)
        terms = judged.term[rows]
        level = judged.level[rows]
        doubtful[rows] |= self._second_choice[terms]
        doubtful[rows] |= self._cased[terms] & (level != _NUMBER[EXACT])
        doubtful[rows] |= self._fixed[terms] & (level > _NUMBER[CASE])
        return np.flatnonzero(doubtful)

    def _finding(
        self, places: Places, row: int, answered: Mapping[tuple[int, int], Sequence[int]]
    ) -> Finding | None:
        judged = places.judged
        entry = self._entries[int(judged.entry[row])]
        level = LEVELS[int(judged.level[row])]
        if entry.untranslated:
            return self._changed(places, row, entry, level)
        if level == NONE:
            both = answered[int(judged.unit[row]), int(judged.entry[row])]
            return self._refused(places, row, entry, both)
        term = self._term(entry, row, judged)
        rule, message = self._accepted(places, row, entry, term, level)
        if not rule or rule not in self._policy.severities:
            return None
        return Finding(
            rule=rule,
            severity=self._severity(rule, entry),
            unit=places.unit(row).number,
            message=message,
            entry=entry.id,
            term=entry.source.text,
            source=places.source(row),
            target=places.target(row),
            found=places.accepted_text(row),
            expected=_texts(entry),
            level=level,
            suggestion=f"use {quote(entry.targets[0].text)}"
            if rule in ("case", "not-preferred")
            else None,
            score=places.strongest_link(row),
            lemmas=places.lemmas(row),
        )

    def _term(self, entry: Entry, row: int, judged: judgements.Judgements) -> EntryTerm:
        return entry.targets[int(self._target[judged.term[row]])]

    def _words(self, entry: int) -> NDArray[np.int32]:
        """Return the forms of the words of all target terms of an entry."""
        terms = self._terms
        first, last = terms.entry_offsets[entry], terms.entry_offsets[entry + 1]
        return terms.words[terms.word_offsets[first] : terms.word_offsets[last]]

    def _accepted(
        self, places: Places, row: int, entry: Entry, term: EntryTerm, level: str
    ) -> tuple[str, str]:
        """Return the rule that an accepted rendering breaks, and why; empty if none."""
        found = places.accepted_text(row) or ""
        here, there, own = quote(found), quote(term.text), quote(entry.source.text)
        if level in _RULE_OF_LEVEL and not self._policy.profile.passes(level):
            rule = _RULE_OF_LEVEL[level]
            why = {
                "variant": f"{here} stands for {own}: near {there}, but not a form of it",
                "alternative": f"{here} stands for {own}, as elsewhere in the text; the termbase "
                f"has {_listed(entry)}",
                "partial": f"{here} stands for {own}, but {_left_over(places, row)}"
                + ("" if found.casefold() == term.text.casefold() else f"; it has {there}"),
            }
            return rule, why[rule]
        if term.exact_form and _NUMBER[level] > _NUMBER[CASE]:
            return "form", f"{here} stands for {own}, which must be {there} in this very form"
        if term.case_sensitive and level != EXACT and not places.begins_text(row, term.text):
            return "case", f"{here} stands for {own}, which must be written {there}"
        if not self._policy.profile.passes(level):
            return "form", f"{here} stands for {own}: {there} in another form or order"
        if not term.preferred and entry.targets[0].preferred:
            better = quote(entry.targets[0].text)
            return "not-preferred", f"{here} stands for {own}; {better} is preferred"
        return "", ""

    def _changed(self, places: Places, row: int, entry: Entry, level: str) -> Finding | None:
        """Return a finding if what must stay as it is does not stand in the translation."""
        severity = self._policy.severities.get("do-not-translate")
        if severity is None:
            return None
        text = places.source_text(row)
        unit = places.unit(row)
        # A name that is there is the name, whatever is linked to it.
        if places.copies(row, text) >= places.copies(row, text, source=True):
            return None
        found, spans, lemmas = (
            (places.accepted_text(row), places.target(row), places.lemmas(row))
            if level != NONE
            else places.linked_target(row)
        )
        message = f"{quote(text)} must not be translated, but " + (
            f"{quote(found)} stands in its place" if found else "it is not there"
        )
        return Finding(
            rule="do-not-translate",
            severity=severity,
            unit=unit.number,
            message=message,
            entry=entry.id,
            term=entry.source.text,
            source=places.source(row),
            target=spans,
            found=found,
            expected=(text,),
            level=level,
            suggestion=f"write {quote(text)}",
            lemmas=lemmas,
        )

    def _refused(
        self, places: Places, row: int, entry: Entry, both: Sequence[int]
    ) -> Finding | None:
        """Return the finding for an occurrence that nothing answers."""
        occurrences, answers = both
        cause = judgements.CAUSES[int(places.judged.cause[row])]
        there, again = None, False
        if cause == judgements.MISPLACED:
            there, again = places.holders(row, self._words(int(places.judged.entry[row])))
        counting = self._policy.counting
        rule = _rule_of(cause, counted=bool(answers or again))
        first = rule != "count" or counting == EACH or places.first_refused(row)
        if rule not in self._policy.severities or not first or (rule, counting) == ("count", ONCE):
            return None
        found, spans, lemmas = places.linked_target(row)
        replaced = cause == judgements.REPLACED
        if replaced and places.is_shortened(row, self._shapes(row, places), SURE):
            cause = judgements.SHORTENED
        own, wanted = quote(entry.source.text), _listed(entry)
        score = None
        if cause in (judgements.OMITTED, judgements.REPLACED, judgements.SHORTENED):
            score = places.strongest_link(row, to_nothing=cause == judgements.OMITTED)
        kept = places.is_kept(row, spans)
        likely = score is None or score >= _least_score(cause, entry)
        # What is there may be right where nothing else is linked to the term.
        likely &= cause != judgements.MISPLACED or None not in (there, found)
        sure = likely and not (
            kept or cause == judgements.SHORTENED or self._is_doubtful(places, row, entry, cause)
        )
        if answers:
            ratio = f" ({answers / occurrences:.0%})" if counting == RATIO else ""
            share = f"{answers} of {occurrences} times in this unit{ratio}"
            message = f"{own} is translated {wanted} only {share}"
        elif again:
            message = f"{wanted} stands in the translation, but for {quote(there)} elsewhere"
        elif cause == judgements.MISPLACED:
            what = f"translates {quote(there)}, not {own}" if there else f"is not linked to {own}"
            message = f"{wanted} stands in the translation, but {what}"
        elif kept:
            message = f"{own} stands as it is: a name, or not translated; the termbase has {wanted}"
        elif cause == judgements.SHORTENED and found and all(" " in each for each in _texts(entry)):
            message = f"only {quote(found)} stands for {own}; the termbase has {wanted}"
        elif cause in (judgements.REPLACED, judgements.SHORTENED) and found:
            message = f"{quote(found)} stands for {own}; the termbase has {wanted}"
        elif cause == judgements.OMITTED and likely:
            message = f"nothing in the translation stands for {own}; the termbase has {wanted}"
        else:
            found, spans, lemmas = None, (), ()
            message = f"no form of {wanted} is in the translation of {own}"
        return Finding(
            rule=rule,
            severity=self._severity(rule, entry, sure=sure),
            unit=places.unit(row).number,
            message=message,
            entry=entry.id,
            term=entry.source.text,
            source=places.source(row),
            target=spans,
            found=found,
            expected=_texts(entry),
            level=NONE,
            suggestion=f"use {quote(entry.targets[0].text)}" if entry.targets else None,
            score=score,
            lemmas=lemmas,
        )

    def _is_doubtful(self, places: Places, row: int, entry: Entry, cause: str) -> bool:
        """Tell whether the term may be there after all, or not be meant by its source."""
        omitted = cause == judgements.OMITTED
        if (
            row in self._usage.doubtful
            or (row in self._usage.verbs and not self._is_command(places, row, entry))
            or self._may_be_code(places, row)
            or places.is_shared(row)
            or usage.leaves_words_out(places.block, row, self._usage.usual)
            or (not entry.reviewed and self._is_no_term(places, row, entry))
            or self._may_be_any_word(places, row, entry, omitted=omitted)
            or self._is_rephrased(places, row, entry)
        ):
            return True
        if cause == judgements.MISPLACED:
            return False
        shapes = self._shapes(row, places)
        if not omitted and places.is_derived(row, shapes, SURE):
            return True
        spaceless = is_spaceless(places.forms[1].language)
        if not spaceless and usage.is_compound(places.linked_target(row)[0], _texts(entry)):
            return True
        if omitted:
            shapes = [[word] for words in shapes for word in words]  # any may stand for all
        return places.has_all_words(row, shapes)

    def _is_no_term(self, places: Places, row: int, entry: Entry) -> bool:
        """Tell whether a text gave a term that nobody reviewed, and that is none.

        A phrase of any text, what does not cover its translation, or one word made of two of the
        text: "start and end point" has no "endpoint".
        """
        language = places.forms[0].language or UNDETERMINED
        if len(places.source_text(row).split()) != len(entry.source.text.split()):
            return True
        if is_any_phrase(entry.source.text, language, modifiers=self._modifiers):
            return True
        number = int(places.judged.entry[row])
        if number not in self._misfits:
            self._misfits[number] = usage.is_misfit(places.block, number)
        return self._misfits[number]

    def _is_command(self, places: Places, row: int, entry: Entry) -> bool:
        """Tell whether what begins with a verb is written as a name that somebody reviewed."""
        term = entry.source.text
        capitals = any(word[:1].isupper() for word in term.split()[1:])
        as_it_is = capitals and places.source_text(row) == term
        return entry.reviewed and (as_it_is or places.is_named(row, term))

    def _may_be_code(self, places: Places, row: int) -> bool:
        """Tell whether what stands for a term is a sign, a name in code, or a part of a word.

        "σ" for "Sigma", "StAbw" for "StDev", "Datums" in "Datums- und Zeitfunktionen".
        """
        found, spans, _ = places.linked_target(row)
        if found is None or is_spaceless(places.forms[1].language):
            return False
        inside = _CAPITAL_INSIDE.fullmatch(found) and _CAPITAL_INSIDE.fullmatch(
            places.source_text(row)
        )
        text = places.unit(row).target
        # A date is written by the letters of its language, too.
        code = usage.is_code(places.source_text(row))
        cut = any(
            text.startswith(("- ", "-,"), end) or text.endswith(" -", 0, begin)
            for begin, end in spans
        )
        return bool(cut or inside or code or not _WORD.search(found))

    def _may_be_any_word(self, places: Places, row: int, entry: Entry, *, omitted: bool) -> bool:
        """Tell whether the text may have an ordinary word, and the termbase a term made of it.

        Interfaces call things "Help" and "Position"; what helps or is positioned is none of them.
        A "line" or a "space" is many things. In a glossary of terms a "pump" is nothing else; of
        the errors read on common words that are names of an interface half were right.
        """
        if places.is_in_name(row):
            return True
        forms, term = places.forms[0], entry.source.text
        language = forms.language or UNDETERMINED
        text = places.source_text(row)
        # An English word before an article is a verb: "Right click the cell".
        if language in WITHOUT_AGREEMENT and places.is_before(row, usage.DETERMINERS):
            return True
        # What stands before another noun is often said by the word for that, and what kind of
        # thing a name is, is not said at all.
        unread = not entry.reviewed
        if omitted and (places.is_before(row) or (unread and places.is_behind_name(row))):
            return True
        if " " in term:
            # A text gives terms of its own as parts of longer ones, too.
            other = text.casefold() != term.casefold() or not entry.reviewed
            other = other and places.is_before(row)
            return other or usage.is_other_phrase(text, term, language)
        if is_acronym(term):  # what is short for words may be said in words
            found = places.linked_target(row)[0] or ""
            return not any(map(is_acronym, regex.findall(r"\w+", found)))
        if usage.is_other_form(text, term, language, case_tells=forms.case_tells):
            return True
        least = COMMON if omitted else _SEVERAL_SENSES
        # Where nouns have capitals these tell nothing.
        named = (term[0].isupper() or self._of_interface) and not forms.case_tells
        if named and len(term) <= _CODE and not term.isupper():
            return True
        if named:
            many = is_common(term, language, least=_MANY_SENSES)
            common = is_common(term, language, least=least)
            return common and not places.is_named(row, term, apart=many)
        least = VERY_COMMON if entry.reviewed and not omitted else least
        return is_common(term, language, least=least)

    def _is_rephrased(self, places: Places, row: int, entry: Entry) -> bool:
        """Tell whether a text may have a name of several words as a phrase of its own.

        One word leaves something out where words are not put together: "the walls" are the "City
        Walls". Or the name stands in small letters, and what stands for it shares some words with
        the term, but no more than half of them: "the text direction is", "il testo scorre".
        """
        term, found = entry.source.text, places.linked_target(row)[0]
        language = places.forms[1].language
        if found is None or " " not in term or is_spaceless(language) or term[0].islower():
            return False
        if language not in COMPOUNDING | PILING and usage.is_one_for_several(found, _texts(entry)):
            return True
        small = places.source_text(row)[0].islower()
        return small and usage.has_few_words(found, _texts(entry))

    def _shapes(self, row: int, places: Places) -> list[list[str]]:
        """Return the words that are looked for, of every target term of an entry."""
        terms, entry = self._terms, int(places.judged.entry[row])
        found = []
        for at in range(*terms.entry_offsets[entry : entry + 2].tolist()):
            text = self._entries[entry].targets[int(terms.target[at])].text
            forms = terms.words[slice(*terms.word_offsets[at : at + 2])].tolist()
            words = [
                word for form in forms for word in places.forms[1].written[form].split("-") if word
            ]
            dots = [
                "." if len(word) <= _ABBREVIATED and f"{word}." in text else "" for word in words
            ]
            found.append(
                [places.spelling(word) + dot for word, dot in zip(words, dots, strict=True)]
            )
        return found

    def _severity(self, rule: str, entry: Entry, *, sure: bool = True) -> str:
        """Return the severity of a finding: no worse than the entry and the links allow."""
        return max(
            (self._policy.severities[rule], entry.worst, ERROR if sure else WARNING),
            key=SEVERITIES.index,
        )


def _rule_of(cause: str, *, counted: bool) -> str:
    return "count" if counted else "misplaced" if cause == judgements.MISPLACED else "missing"


def _least_score(cause: str, entry: Entry) -> float:
    """Return how sure links must be of what stands for a term, or that nothing does."""
    if cause == judgements.OMITTED:
        return NOTHING_SURE
    if not entry.reviewed:
        return SURE_OF_UNREAD
    return SURE if " " in entry.source.text else SURE_OF_WORD


def _left_over(places: Places, row: int) -> str:
    """Return what a rendering leaves out of its term, or what stands beside it."""
    left, others = places.left_over(row)
    if left:
        return f"{quote(left)} in it is linked to {quote(others)}"
    return f"{quote(others)} is linked to it, too" if others else "not to all of it"


def _once(findings: Sequence[Finding]) -> list[Finding]:
    """Make what is wrong with all occurrences of a term in a unit alike one finding."""
    found: dict[object, Finding] = {}
    for place, each in enumerate(findings):
        alike = each.rule in ("missing", "misplaced")
        key = (each.unit, each.entry, each.rule, each.lemmas) if alike else place
        known = found.get(key)
        if known is not None:
            each = replace(
                known,
                source=tuple(sorted({*known.source, *each.source})),
                target=tuple(sorted({*known.target, *each.target})),
            )
        found[key] = each
    return list(found.values())


def _texts(entry: Entry) -> tuple[str, ...]:
    return tuple(term.text for term in entry.targets)


def _listed(entry: Entry) -> str:
    """Return the terms that an entry allows, the first three of them."""
    texts = [quote(text) for text in _texts(entry)]
    if len(texts) > 3:
        texts = [*texts[:3], f"{len(texts) - 3} more"]
    return " or ".join(texts)


def count_levels(judged: judgements.Judgements) -> Iterator[tuple[str, int]]:
    """Give how many occurrences there are at each level."""
    yield from zip(LEVELS, np.bincount(judged.level, minlength=len(LEVELS)).tolist(), strict=False)
