"""TICO-19 as a task for the checker: human translations, glossaries, and wrong targets for both."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass
from functools import cached_property
from time import process_time
from typing import TYPE_CHECKING

import numpy as np

from bench import office
from bench.data import data_folder
from diglot import formats
from diglot.consistency.entries import Entries, Entry, EntryTerm, entries_of
from diglot.consistency.judging.checker import Block, Checker
from diglot.consistency.judging.judgements import Spelling, judge, target_terms
from diglot.files.text import read_text
from diglot.model import Concept, ConceptTerm, Termbase
from diglot.model.findings import LEVELS, CheckedUnit
from diglot.pipeline.steps.checking.links import Linker
from diglot.terms.termbases import mend_termbase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from diglot.consistency.judging.judgements import Judgements, LinkProbabilities, TargetTerms

GLOSSARIES = {
    "es": ("en-es-419", "es-419", ("f_en-es_XX.csv", "g_en_es-419.csv")),
    "fr": ("en-fr", "fr", ("f_en-fr_XX.csv", "g_en_fr-FR.csv")),
}
MACHINE = {"es": "apertium/tico19.en-es.apertium-eng-spa.es"}
CLASS = 5  # letters of the lemma that words of one class share
DRAWS = 4
PART = "part of it"
"""A kind of wrong targets."""
OFFICE_UNITS = 3_071
"""Paragraphs of a task made of an office suite's help: as many as TICO-19 has."""


@dataclass(eq=False)
class Task:
    """A translation with its termbase, ready to be judged.

    Attributes:
        pairs: source texts and translations.
        checker: of the glossaries.
        seed: of the word aligner.
        linked: whether word links are used.
        only: tells which entries count in which units.
        languages: those whose pack helps to link words; without them none does.
    """

    pairs: list[tuple[str, str]]
    checker: Checker
    seed: int = 0
    linked: bool = True
    only: Callable[[int, int], bool] = lambda _unit, _entry: True
    languages: tuple[str | None, str | None] = (None, None)

    @cached_property
    def block(self) -> Block:
        """The texts as numbers."""
        return self.checker.encode(self.pairs)

    @cached_property
    def timed_links(self) -> tuple[LinkProbabilities, float]:
        """Word links learnt from the texts themselves, and the CPU seconds they took."""
        begin = process_time()
        forms = self.checker.source.forms.written, self.checker.target.forms.written
        linker = Linker(seed=self.seed, languages=self.languages)
        links = linker.links((self.block.source, self.block.target), forms)
        self.checker.learn_forms(self.block, links)
        return links, process_time() - begin

    @property
    def links(self) -> LinkProbabilities:
        """Word links learnt from the texts themselves."""
        return self.timed_links[0]

    @cached_property
    def gated(self) -> NDArray[np.bool_]:
        """Units that are no translations of each other."""
        return self.checker.not_parallel(self.block, self.links)

    @cached_property
    def judged(self) -> Judgements:
        """What the checker says of the right targets."""
        links = self.links if self.linked else None
        checked = self.block.has_tokens & ~self.gated
        units = [CheckedUnit(number, *pair) for number, pair in enumerate(self.pairs)]
        return self.checker.judged_block(self.block, units, links=links, checked=checked).judged

    def against(self, targets: Sequence[tuple[int, Sequence[int]]]) -> NDArray[np.uint8]:
        """Return the best level of wrong targets in place of the right ones.

        Args:
            targets: the number of a case (see `cases`) and the forms of its wrong target.
        """
        found, entries = self.checker.occurrences(self.block)
        of_case = {case: number for number, case in enumerate(self.cases)}
        wanted: dict[int, list[int]] = {}
        for row, key in enumerate(zip(found.text.tolist(), entries.tolist(), strict=True)):
            if key in of_case:
                wanted.setdefault(of_case[key], []).append(row)
        rows = [row for case, _ in targets for row in wanted[case]]
        number = [n for n, (case, _) in enumerate(targets) for _ in wanted[case]]
        content = self.checker.target.tables().content
        terms = target_terms(
            [[Spelling(0, forms, _content(list(forms), content))] for _, forms in targets]
        )
        judged = judge(
            found.select(np.array(rows, np.int64)),
            np.array(number, np.int32),
            (self.block.source, self.block.target),
            terms,
            (self.checker.source.tables(), self.checker.target.tables()),
            links=self.links,
            table=self.checker.link_table([(self.block, self.links)]),
        )
        best = np.full(len(targets), LEVELS.index("none"), np.uint8)
        np.minimum.at(best, judged.entry, judged.level)
        return best

    @cached_property
    def cases(self) -> list[tuple[int, int]]:
        """Units with an entry that has occurrences there, ascending."""
        judged = self.judged
        found = sorted(set(zip(judged.unit.tolist(), judged.entry.tolist(), strict=True)))
        return [case for case in found if self.only(*case)]

    @cached_property
    def written(self) -> set[tuple[int, int]]:
        """Units that have a right target of an entry in any inflection, whatever links say."""
        found = self.checker.judge(self.block)
        here = found.level <= LEVELS.index("order-free")
        return set(zip(found.unit[here].tolist(), found.entry[here].tolist(), strict=True))

    @cached_property
    def best(self) -> NDArray[np.uint8]:
        """The best level of every case."""
        of_case = {case: number for number, case in enumerate(self.cases)}
        judged = self.judged
        keys = list(zip(judged.unit.tolist(), judged.entry.tolist(), strict=True))
        rows = [row for row, key in enumerate(keys) if key in of_case]
        best = np.full(len(of_case), LEVELS.index("none"), np.uint8)
        np.minimum.at(best, [of_case[keys[row]] for row in rows], judged.level[rows])
        return best


def task(language: str, *, machine: bool = False, seed: int = 0) -> Task:
    """Read a translation into a language and its glossaries."""
    folder = data_folder() / "consistency"
    name, code, glossaries = GLOSSARIES[language]
    sides = [
        read_text(folder / "tico19" / "txt" / f"{name}.{each}").removesuffix("\n").split("\n")
        for each in ("en", code)
    ]
    if machine:
        sides[1] = read_text(folder / MACHINE[language]).removesuffix("\n").split("\n")
    termbases = [
        mend_termbase(formats.read_termbase(folder / "tico19" / "terminologies" / each)).termbase
        for each in glossaries
    ]
    checker = Checker(entries_of(termbases, "en", language))
    return Task(list(zip(*sides, strict=True)), checker, seed)


def office_task(language: str, *, most: int = OFFICE_UNITS) -> Task:
    """Read paragraphs of an office suite's help; its interface strings are the termbase.

    Links are learnt from the paragraphs alone: packs are partly made of the same text. What cuts
    Chinese and Japanese into words is the vocabulary that ships.
    """
    concepts = tuple(
        Concept(
            f"u{number}",
            (ConceptTerm(source, "en"), *(ConceptTerm(each, language) for each in targets)),
        )
        for number, (source, targets) in enumerate(office.interface_terms(language).items())
    )
    return Task(
        office.help_pairs(language, most=most),
        Checker(entries_of(mend_termbase(Termbase(concepts)).termbase, "en", language)),
    )


def named_in(task: Task) -> Callable[[int, int], bool]:
    """Tell cases where a text names a part of the interface: in its case, not as any word.

    These are what translators had to follow: the name begins with a capital and has several words,
    or stands behind others.
    """

    def is_named(unit: int, entry: int) -> bool:
        name = office.undressed(task.checker.entries[entry].source.text)
        before = "" if " " in name else r"(?<=[\w,;\-(“\"] )"
        there = re.search(rf"{before}(?<!\w){re.escape(name)}(?!\w)", task.pairs[unit][0])
        return name[:1].isupper() and there is not None

    return is_named


def wmt25_task(*, linked: bool) -> Task:
    """Read the English-German reference of WMT25 with the entries that its makers list.

    Every unit has entries of its own; only those count in it.
    """
    source = data_folder() / "consistency" / "wmt25-en-de" / "full_data.ende.jsonl"
    rows = [json.loads(line) for line in read_text(source).splitlines()]
    targets: dict[str, list[str]] = {}
    for row in rows:
        for term, target in row["proper"].items():
            targets.setdefault(term, []).append(target)
    listed = [
        Entry(str(number), EntryTerm(term), tuple(map(EntryTerm, dict.fromkeys(found))))
        for number, (term, found) in enumerate(targets.items())
    ]
    checker = Checker(Entries(tuple(listed), ("en", "de")))
    made = Task([(row["en"], row["de"]) for row in rows], checker, linked=linked)
    own = [{term.casefold() for term in row["proper"]} for row in rows]
    made.only = lambda unit, entry: checker.entries[entry].source.text.casefold() in own[unit]
    return made


def wrong_targets(task: Task, *, seed: int) -> Mapping[str, list[tuple[int, list[int]]]]:
    """Draw a wrong target of each kind for every case that has one.

    ``other entry``: a target of any other entry, without a word of a common class (`CLASS` letters
    of the lemma) or a source word in common. ``same segment``: the same of an entry that occurs in
    the same unit. ``near miss``: of an entry that shares a class with the right target, but has
    other classes, too; one for each entry. ``part of it``: of an entry whose classes are a part of
    those of the right target. ``word replaced``: the right target with one content word replaced by
    a word of any other target; ``by word of segment``: by a word of the same translation.
    """
    draw = random.Random(seed)
    cases = task.cases  # before the tables, which have the forms of what was encoded
    checker = task.checker
    words = checker.target.tables()
    keys = _classes(task)
    apart = _Apart(task)
    targets, by_entry, every = apart.targets, apart.by_target, apart.classes
    pool = [form for each in targets for target in each for form in _content(target, words.content)]
    in_unit: dict[int, set[int]] = {}
    for unit, entry in cases:
        in_unit.setdefault(unit, set()).add(entry)

    near: dict[int, tuple[list[int] | None, list[int] | None]] = {}
    drawn: dict[str, list[tuple[int, list[int]]]] = {
        name: []
        for name in (
            *("other entry", "same segment", "near miss", PART),
            *("word replaced", "by word of segment"),
        )
    }
    filled = [entry for entry, each in enumerate(targets) if each]
    for case, (unit, entry) in enumerate(cases):
        for _ in range(50):
            other = draw.choice(filled)
            if other != entry and apart.are(entry, other):
                drawn["other entry"].append((case, draw.choice(targets[other])))
                break
        others = [
            each for each in sorted(in_unit[unit]) if each != entry and apart.are(entry, each)
        ]
        if others:
            drawn["same segment"].append((case, draw.choice(targets[draw.choice(others)])))
        if entry not in near:
            near[entry] = _near(entry, targets, by_entry, every, draw)
        for name, target in zip(("near miss", PART), near[entry], strict=True):
            if target is not None:
                drawn[name].append((case, target))
        right = _content(draw.choice(targets[entry]), words.content)
        place = draw.randrange(len(right))
        word = draw.choice(pool)
        if keys[word] not in every[entry]:
            drawn["word replaced"].append((case, [*right[:place], word, *right[place + 1 :]]))
        offsets = task.block.target.offsets
        here = task.block.target.tokens[offsets[unit] : offsets[unit + 1]].tolist()
        here = [form for form in here if words.content[form] and keys[form] not in every[entry]]
        if here:
            word = draw.choice(here)
            drawn["by word of segment"].append((case, [*right[:place], word, *right[place + 1 :]]))
    return drawn


class _Apart:
    """Which entries have nothing in common: no class of a target word, no source word."""

    def __init__(self, task: Task) -> None:
        checker = task.checker
        keys = _classes(task)
        content, sources = checker.target.tables().content, checker.source.tables()
        entries = range(len(checker.entries))
        self.targets = [_targets(checker.terms, entry) for entry in entries]
        self.by_target = [
            [{keys[form] for form in _content(target, content)} for target in each]
            for each in self.targets
        ]
        self.classes: list[set[str]] = [set().union(*each) for each in self.by_target]
        self._source_words = [
            {
                int(sources.lemma[form])
                for form in checker.source.forms.tokens(entry.source.text)
                if sources.content[form]
            }
            for entry in checker.entries
        ]

    def are(self, one: int, other: int) -> bool:
        """Whether two entries have nothing in common."""
        shared = self.classes[one] & self.classes[other]
        return not (shared or self._source_words[one] & self._source_words[other])

    def of(self, entry: int) -> list[int]:
        """The entries with targets that have nothing in common with one."""
        return [
            other
            for other, targets in enumerate(self.targets)
            if targets and other != entry and self.are(entry, other)
        ]


def _classes(task: Task) -> list[str]:
    forms = task.checker.target.forms
    lemmas = forms.tables().lemma.tolist()
    from diglot.consistency.matching.words import strip_marks

    return [strip_marks(forms.keys[key])[:CLASS] for key in lemmas]


def _near(
    entry: int,
    targets: list[list[list[int]]],
    classes: list[list[set[str]]],
    every: list[set[str]],
    draw: random.Random,
) -> tuple[list[int] | None, list[int] | None]:
    near, inside = [], []
    for other, of_other in enumerate(classes):
        if other == entry or not every[other] & every[entry]:
            continue
        for number, own in enumerate(of_other):
            if not any(own <= right for right in classes[entry]):
                near.append(targets[other][number])
            elif not any(right <= own for right in classes[entry]):
                inside.append(targets[other][number])
    return (draw.choice(near) if near else None, draw.choice(inside) if inside else None)


def _targets(terms: TargetTerms, entry: int) -> list[list[int]]:
    """The targets of an entry in their first spelling."""
    found: dict[int, list[int]] = {}
    for term in range(*terms.entry_offsets[entry : entry + 2].tolist()):
        begin, end = terms.token_offsets[term : term + 2].tolist()
        found.setdefault(int(terms.target[term]), terms.tokens[begin:end].tolist())
    return list(found.values())


def _content(target: list[int], content: NDArray[np.bool_]) -> list[int]:
    return [form for form in target if content[form]] or target


def with_errors(task: Task, kind: str, *, most: int, seed: int) -> tuple[Task, list[int]]:
    """Put errors into a translation, at most one a unit; return it, and the cases concerned.

    Args:
        task: its right answers that stand in one piece are what errors replace.
        kind: ``other term``: a target of another entry; ``dropped``: nothing.
        most: number of errors.
        seed: of what is drawn.
    """
    draw = random.Random(seed)
    judged = task.judged
    of_case = {case: number for number, case in enumerate(task.cases)}
    rows = np.flatnonzero(judged.level <= LEVELS.index("stem")).tolist()
    draw.shuffle(rows)
    pairs, changed, taken = list(task.pairs), [], set()
    entries = task.checker.entries
    apart = _Apart(task)
    for row in rows:
        unit, entry = int(judged.unit[row]), int(judged.entry[row])
        here = (judged.unit == unit) & (judged.entry == entry)
        if unit in taken or here.sum() > 1 or len(changed) == most:
            continue
        source, target = pairs[unit]
        spans = task.checker.target.forms.spans(target)
        tokens = [place for place in judged.target[row].tolist() if place >= 0]
        begin, end = spans[min(tokens)][0], spans[max(tokens)][1]
        other = ""
        if kind == "other term":
            other = entries[draw.choice(apart.of(entry))].targets[0].text
        pairs[unit] = (source, target[:begin] + other + target[end:])
        taken.add(unit)
        changed.append(of_case[unit, entry])
    return Task(pairs, task.checker, task.seed), changed
