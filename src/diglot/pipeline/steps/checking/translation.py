"""The check of one translation, block by block, and the terms that the termbase lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from diglot._version import __version__
from diglot.consistency.entries import PROFILES, Policy, severities_of
from diglot.consistency.judging.blocks import JudgedBlock
from diglot.consistency.judging.checker import Block, Checker
from diglot.consistency.judging.findings import TermFindings, count_levels
from diglot.consistency.judging.judgements import LinkProbabilities
from diglot.consistency.rules.doubtful_entries import DoubtfulEntries
from diglot.consistency.rules.inconsistent import Renderings, find_untranslated
from diglot.consistency.rules.target_terms import AddedTerms, ForbiddenTerms
from diglot.model import Checked, Signature, Term
from diglot.model.findings import LEVELS, SEVERITIES, WARNING, CheckedUnit, Finding, Span
from diglot.pipeline.documents import ProgressCall, advance
from diglot.pipeline.options import resource_notes, sign_resources
from diglot.pipeline.steps.checking.inputs import (
    CheckLanguages,
    TermDemands,
    Units,
    read_units,
    translations_of,
)
from diglot.pipeline.steps.checking.links import TRAINED, GivenLinks, Linker
from diglot.pipeline.steps.checking.options import AUTO, LACKING_UNITS, NONE, CheckOptions
from diglot.pipeline.steps.terms.extraction import TermTexts, extract_from
from diglot.pipeline.steps.terms.options import ExtractOptions
from diglot.plurals import count_of
from diglot.text.function_words import function_words
from diglot.text.languages import is_spaceless
from diglot.text.lemmas import Lemmatiser
from diglot.text.spelling import fold
from diglot.text.tokens import words

BLOCK, SMALL_BLOCK = 50_000, 10_000
"""Units that are judged together, with and without links to learn: memory stays bounded, and words
are linked well."""

LEAST_UNITS = 50
"""Units that word links can be learnt from without a model or a memory; fewer were not measured."""

MANY_UNITS, MOST_DOUBTFUL = 1_000, 1 / 3
"""Up to this number of units, more units without links than this share tell of weak links rather
than of slipped sides."""

LONGEST = 5_000
"""Tokens of a side beyond which a unit is no sentence, nor a paragraph, and is passed over."""

LONGEST_WORDS = 20
"""Characters of words that are long on average."""

_BETTER = "give --memory or --model for better findings"


class TranslationChecker:
    """Checks one translation.

    Args:
        demanded: what the termbases demand.
        options: how to check.
        languages: of both sides.
        checker: one of the same entries, to use again.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: word links, a model or a memory cannot be read.
        ConfigError: a model is one of other languages.
    """

    def __init__(
        self,
        demanded: TermDemands,
        options: CheckOptions,
        languages: CheckLanguages,
        *,
        checker: Checker | None = None,
        progress: ProgressCall | None = None,
    ) -> None:
        self._options, self._languages, self._demanded = options, languages, demanded
        self._progress = progress
        self._notes: dict[str, None] = dict.fromkeys((*languages.notes, *demanded.notes))
        profile = PROFILES[options.profile]
        self._rules = severities_of(
            profile, told=options.severities, only=options.rules, ignored=options.ignore
        )
        self._checker = checker or Checker(
            demanded.entries, lemmas=options.lemmas == AUTO, notice=self._note
        )
        self._forms = self._checker.source.forms, self._checker.target.forms
        self._terms = TermFindings(
            self._checker.entries,
            self._checker.terms,
            Policy(self._rules, profile, options.counting),
        )
        self._forbidden = ForbiddenTerms(
            self._checker.entries, self._forms[1], self._rules.get("forbidden", "")
        )
        self._unasked = AddedTerms(self._checker.entries, self._forms[1], self._rules)
        self._doubtful = DoubtfulEntries(self._checker.entries, self._rules.get("entry", ""))
        self._renderings = Renderings(self._checker.entries, self._checker.terms, self._forms[1])
        own, other = (function_words(forms.language) for forms in self._forms)
        self._own_words = own - other
        self._given = GivenLinks(Path(options.links)) if self._links_are_given else None
        self._linker: Linker | None = None
        self._memory: tuple[Block, LinkProbabilities] | None = None
        if options.links == AUTO:
            self._linker = Linker(
                models=options.models,
                packs=options.packs,
                languages=(self._forms[0].language, self._forms[1].language),
                jobs=options.jobs,
                seed=options.seed,
                progress=progress,
            )
        self._findings: list[Finding] = []
        self._units: dict[int, CheckedUnit] = {}
        self._texts: list[CheckedUnit] = []
        self._levels: Counter[str] = Counter()
        self._passed: Counter[str] = Counter()
        self._count = self._linked = 0

    @property
    def _links_are_given(self) -> bool:
        return self._options.links not in (AUTO, NONE)

    def check(self, units: Iterable[CheckedUnit]) -> None:
        """Check units, in the order of their file.

        Raises:
            InputError: the stream cannot be read on, or given word links do not fit.
        """
        stream = iter(units)
        self._learn_memories()
        size = SMALL_BLOCK if self._linker is None else BLOCK
        block = list(islice(stream, size))
        while block:
            following = list(islice(stream, size))
            self._check(block, last=not following)
            block = following

    def result(self, path: str, units: Units) -> Checked:
        """Return what was found.

        Raises:
            FormatError: given word links are of another number of units.
        """
        if self._given is not None:
            self._given.check(units.read)
        if "inconsistent" in self._rules:
            for finding, unit in self._renderings.findings(self._rules["inconsistent"]):
                self._findings.append(finding)
                self._units[unit.number] = unit
        self._look_for_lacking()
        self._fold()
        order = sorted(self._findings, key=lambda each: (each.unit, each.source[:1], each.rule))
        passed = Counter(units.reasons()) + self._passed
        return Checked(
            path=path,
            languages=self._languages.tags,
            findings=tuple(order),
            units=self._units,
            total=units.total,
            passed_over=dict(passed),
            occurrences=sum(self._levels.values()),
            levels={level: self._levels[level] for level in LEVELS if self._levels[level]},
            entries=len(self._checker.entries),
            notes=tuple(self._notes),
            signature=self._signature(),
        )

    def _check(self, units: list[CheckedUnit], *, last: bool) -> None:
        units = self._translated(self._of_possible_length(units))
        block = self._checker.encode([(unit.source, unit.target) for unit in units])
        units, block = self._short_enough(units, block)
        self._keep_texts(units)
        links = self._links(units, block, last=last)
        checked = block.has_tokens
        table = None
        if links is not None:
            if self._given is None and not self._count:
                self._checker.learn_forms(block, links)
            doubtful = self._checker.not_parallel(block, links)
            checked &= ~doubtful
            blocks = [(block, links), *([self._memory] if self._memory else [])]
            table = self._checker.link_table(blocks)
            numbers = np.flatnonzero(doubtful)
            sure = self._checker.belong_elsewhere(numbers, block, table)
            for number, is_sure in zip(numbers.tolist(), sure.tolist(), strict=True):
                self._add(_not_parallel(units[number], self._rules, sure=is_sure), units[number])
        advance(self._progress, "judging", self._count, self._count + len(units))
        done = self._checker.judged_block(block, units, links=links, table=table, checked=checked)
        by_number = {unit.number: unit for unit in units}
        found, settled = self._forbidden_terms(block, done, checked)
        found += self._terms.findings(done, settled=settled)
        found += self._unasked.findings(done, checked)
        for finding in found:
            self._add(finding, by_number[finding.unit])
        self._renderings.add(done)
        self._count_entries(block, done, checked)
        self._levels.update(dict(count_levels(done.judged)))
        self._count += len(units)

    def _count_entries(self, block: Block, done: JudgedBlock, checked: NDArray[np.bool_]) -> None:
        self._doubtful.count(done.judged)
        self._doubtful.count_names((entry, done.units[unit]) for entry, unit in done.names)
        if self._doubtful.has_general:
            found, entry = self._checker.occurrences(block)
            here = checked[found.text]
            units = [done.units[number] for number in found.text[here].tolist()]
            self._doubtful.pass_over(entry[here].tolist(), units)

    def _fold(self) -> None:
        """Make what doubtful entries give rise to one finding each."""
        pairs = list(self._doubtful.fold(self._findings, self._units))
        self._findings = [finding for finding, _ in pairs]
        self._units = {unit.number: unit for _, unit in pairs}

    def _forbidden_terms(
        self, block: Block, done: JudgedBlock, checked: NDArray[np.bool_]
    ) -> tuple[list[Finding], set[int]]:
        if not len(self._forbidden) or "forbidden" not in self._rules:
            return [], set()
        sources, entry = self._checker.occurrences(block)
        return self._forbidden.findings(done, sources, entry, checked)

    def _translated(self, units: Sequence[CheckedUnit]) -> list[CheckedUnit]:
        """Return the units that have a translation; note those that have none."""
        severity = self._rules.get("untranslated")
        left = []
        for unit in units:
            finding = find_untranslated(
                unit,
                severity=severity or "",
                own=self._own_words,
                spaceless=is_spaceless(self._forms[0].language),
            )
            if finding is None:
                left.append(unit)
                continue
            self._passed["untranslated"] += 1
            self._add(finding if severity else None, unit)
        return left

    def _of_possible_length(self, units: list[CheckedUnit]) -> list[CheckedUnit]:
        """Leave out what has too many characters to be worth cutting into words."""
        kept = [
            unit
            for unit in units
            if max(len(unit.source), len(unit.target)) <= LONGEST * LONGEST_WORDS
        ]
        self._pass_over_long(len(units) - len(kept))
        return kept

    def _pass_over_long(self, count: int) -> None:
        if count:
            self._passed["too long"] += count
            self._note(f"units of more than {LONGEST:,} words are not checked")

    def _short_enough(
        self, units: list[CheckedUnit], block: Block
    ) -> tuple[list[CheckedUnit], Block]:
        """Leave out units that are longer than any text one can compare word by word."""
        sizes = np.maximum(np.diff(block.source.offsets), np.diff(block.target.offsets))
        long = sizes > LONGEST
        if not long.any():
            return units, block
        self._pass_over_long(int(long.sum()))
        kept = [unit for unit, too_long in zip(units, long.tolist(), strict=True) if not too_long]
        return kept, self._checker.encode([(unit.source, unit.target) for unit in kept])

    def _links(
        self, units: Sequence[CheckedUnit], block: Block, *, last: bool
    ) -> LinkProbabilities | None:
        if self._given is not None:
            numbers = [unit.number for unit in units]
            return self._given.links((block.source, block.target), numbers)
        if self._linker is None:
            return None
        known = self._options.models or self._memory or self._linked
        # The same text again teaches nothing.
        different = len({(unit.source, unit.target) for unit in units})
        if not known and different < LEAST_UNITS:
            self._note(
                f"word links are learnt from {LEAST_UNITS} different units or more, and this has "
                f"{different}: words alone decide; {_BETTER}"
            )
            return None
        written = self._forms[0].written, self._forms[1].written
        links = self._linker.links((block.source, block.target), written, last=last)
        if not known and different < MANY_UNITS:
            doubtful = self._checker.not_parallel(block, links)
            if doubtful.mean() > MOST_DOUBTFUL:
                self._note(
                    "few words could be linked: either most units are not translations of each "
                    f"other, or they are too few and too short to learn from: words alone decide; "
                    f"{_BETTER}"
                )
                return None
        self._linked += different
        for note in resource_notes(self._linker.pack):
            self._note(note)
        return links

    def _learn_memories(self) -> None:
        """Align translation memories, whose links say how words are usually translated."""
        if not self._options.memories or self._linker is None:
            return
        pairs: list[tuple[str, str]] = []
        for file in translations_of(self._options.memories):
            found = read_units(
                file,
                encoding=self._options.encoding,
                languages=self._languages.tags,
                packs=self._options.packs,
            )
            texts = ((unit.source, unit.target) for unit in found.stream if unit.target.strip())
            pairs += islice(texts, TRAINED - len(pairs))
        block = self._checker.encode(pairs)
        written = self._forms[0].written, self._forms[1].written
        links = self._linker.links((block.source, block.target), written, last=False)
        self._memory = block, links
        self._note(f"learnt from {count_of(len(pairs), 'unit')} of translation memories")

    def _keep_texts(self, units: Sequence[CheckedUnit]) -> None:
        """Keep what terms that the termbase lacks are looked for in."""
        wanted = self._options.lacking
        if wanted == "no" or "lacking" not in self._rules:
            return
        if wanted == AUTO and self._count + len(units) > LACKING_UNITS:
            if self._texts:
                self._texts = []
            return
        self._texts += units

    def _look_for_lacking(self) -> None:

        if not self._texts:
            return
        advance(self._progress, "looking for terms that the termbase lacks")
        by_number = {unit.number: unit for unit in self._texts}
        for finding in lacking_terms(
            self._texts,
            self._demanded.known,
            language=self._forms[0].language,
            severity=self._rules["lacking"],
        ):
            self._add(finding, by_number[finding.unit])

    def _add(self, finding: Finding | None, unit: CheckedUnit) -> None:
        if finding is not None:
            self._findings.append(finding)
            self._units[unit.number] = unit

    def _note(self, note: str) -> None:
        self._notes[note] = None

    def _signature(self) -> Signature:
        options = self._options
        links = "given" if self._links_are_given else options.links
        if links == AUTO and not self._linked:
            links = NONE
        parts = {
            "languages": "-".join(self._languages.tags),
            "profile": options.profile,
            "count": options.counting,
            "links": links,
            "lemmas": "-".join(forms.method for forms in self._forms),
            "seed": str(options.seed),
        }
        used = self._linker.pack if self._linker and self._linked else None
        return sign_resources(Signature("check", __version__, tuple(parts.items())), used)


def _not_parallel(unit: CheckedUnit, rules: dict[str, str], *, sure: bool) -> Finding | None:
    """Return the finding on a unit of few links, a warning where it may be a free translation."""
    if "not-parallel" not in rules:
        return None
    severity = rules["not-parallel"]
    return Finding(
        rule="not-parallel",
        severity=severity if sure else max(severity, WARNING, key=SEVERITIES.index),
        unit=unit.number,
        message="the two sides do not seem to translate each other: too few of their words, or of "
        "those around them, are linked; terms were not looked at here",
        source=((0, len(unit.source)),),
        target=((0, len(unit.target)),),
        suggestion="compare the two sides; lines may have slipped",
    )


# Terms that a text uses and a termbase lacks.

MOST = 30
"""Terms that are listed, the likeliest first: a termbase grows in small steps."""

LEAST_SCORE = 0.4
LEAST_FREQUENCY = 3
"""Times that a text uses a term that is worth an entry."""


def lacking_terms(
    units: Sequence[CheckedUnit], known: Iterable[str], *, language: str | None, severity: str
) -> list[Finding]:
    """Return a finding for each likely term of the source texts that is not known.

    Args:
        units: the translation; their source texts are looked at.
        known: terms of the source language that the termbase has, in any form.
        language: code of the source language.
        severity: of the findings.
    """
    if not units:
        return []
    names = tuple(dict.fromkeys(unit.document or "" for unit in units))
    numbers = {name: number for number, name in enumerate(names)}
    # Units of several documents may be mixed; the extractor wants them in order.
    ordered = sorted(units, key=lambda unit: numbers[unit.document or ""])
    sentences = [" ".join(unit.source.split()) for unit in ordered]
    texts = TermTexts(
        language,
        sentences,
        [words(sentence, language) for sentence in sentences],
        [numbers[unit.document or ""] for unit in ordered],
        names,
    )
    found = extract_from(texts, ExtractOptions(min_frequency=LEAST_FREQUENCY))
    keys = _Keys(language)
    taken = {keys.of(term) for term in known}
    findings: list[Finding] = []
    for term in found.terms:
        if len(findings) == MOST or (term.score is not None and term.score < LEAST_SCORE):
            break
        if keys.of(term.text) not in taken:
            findings.append(_finding(term, ordered, severity))
    return findings


def _finding(term: Term, units: Sequence[CheckedUnit], severity: str) -> Finding:
    unit = units[term.contexts[0]] if term.contexts else units[0]
    times = f"{term.frequency} times" if term.frequency else "several times"
    return Finding(
        rule="lacking",
        severity=severity,
        unit=unit.number,
        message=f"“{term.text}” occurs {times} in the text and is not in the termbase",
        term=term.text,
        source=_places(unit.source, (term.text, *(variant.text for variant in term.variants))),
        suggestion="add it to the termbase with its translation",
        score=term.score,
    )


def _places(text: str, forms: Sequence[str]) -> tuple[Span, ...]:
    """Return where the first of the forms that the text has stands for the first time."""
    folded = fold(text)
    for form in forms:
        wanted = fold(form).text
        begin = folded.text.find(wanted)
        if wanted and begin >= 0:
            return (folded.original(begin, begin + len(wanted)),)
    return ()


class _Keys:
    """What terms are compared by: the lemmas of their words, without case."""

    def __init__(self, language: str | None) -> None:
        self._language = language
        lemmas = language is not None and not is_spaceless(language)
        self._lemmatiser = Lemmatiser(language) if lemmas and language else None

    def of(self, term: str) -> tuple[str, ...]:
        """Return the key of a term."""
        lemma = self._lemmatiser.lemma if self._lemmatiser else str
        return tuple(fold(lemma(word)).text for word in words(term, self._language))
