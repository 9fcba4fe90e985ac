"""What a check reads.

Translations unit by unit, their languages, and the termbases to check against.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

from diglot import formats
from diglot.consistency.entries import Entries, entries_of
from diglot.consistency.judging.blocks import quote
from diglot.consistency.suppressions import EntryFingerprints
from diglot.errors import ConfigError, FormatError
from diglot.files.binary import extension_of, missing_file, open_binary
from diglot.formats.blocks import Skips
from diglot.formats.registry import DOCUMENT, TERMBASE, extensions_of, find_format
from diglot.formats.termbases import WITHOUT_LANGUAGES
from diglot.formats.termbases.tables import UNTOLD
from diglot.formats.units import units_of
from diglot.formats.units.xliff_write import LOCKED
from diglot.model import Termbase, Unit, Variant
from diglot.model.findings import CheckedUnit
from diglot.pipeline.documents import code_of, is_tag
from diglot.pipeline.sentence_pairs import (
    Languages,
    check_two_languages,
    kind_of,
    places_of,
    sides_of,
)
from diglot.plurals import count_of
from diglot.terms.termbases import MendedTermbase, faults_of, mend_termbase, unclear_terms
from diglot.terms.termbases.cleaning import COPIED, FOREIGN, UNCLEAR
from diglot.text import detection
from diglot.text.languages import UNDETERMINED, is_language, name, normalise

TEXT = "text"
DOCUMENTS = "documents"
PLAIN = ".txt"
# Formats whose units need not have a translation yet; in the others such a unit is no part of it.
OPEN = frozenset({"xliff", "tool-xliff", "po", "tsv", "csv", "xlsx", "jsonl", "moses"})
# Units that readers leave out because nobody is to translate them, and how to call them.
PASSED_OVER = {
    "unit not to be translated": "not to be translated",
    "unit with binary content": "binary",
    "obsolete message": "obsolete",
    "fuzzy message": "fuzzy",
}
FAULT_NAMES = {
    COPIED: "is copied from the other language",
    FOREIGN: "is in another language",
    UNCLEAR: "may hold more than a term",
}
AHEAD = 1_000
"""Units that are looked through for one in two languages, and concepts for the order of these."""
LEAST_CROSSED, MOST_STRAIGHT = 2, 4
"""Terms in the text of the other side, and how many times those of the own one, that tell of
columns the other way round."""
_BETWEEN_WORDS = re.compile(r"[^\w'’-]+")


class NoEntriesError(ConfigError):
    """No entry of the termbases has terms in both languages."""


@dataclass(frozen=True, slots=True)
class Translation:
    """A file to check, or a pair of files.

    Attributes:
        path: the file of units; of a pair the one of the source.
        kind: name of its format; ``text`` for a pair of files with a unit a line, ``documents``
            for a pair whose sentences are to be aligned.
        target: file of the translation in a pair; None for a file of units.
    """

    path: Path
    kind: str
    target: Path | None = None

    @property
    def checked_path(self) -> Path:
        """The file that the translation stands in."""
        return self.target or self.path


@dataclass(slots=True)
class Units:
    """Units of a translation, to be read once, and what was met on the way.

    Attributes:
        stream: the units to check, those without a translation included.
        declared: languages that the file says it is in; None where it says none.
        passed_over: units that are not checked, by reason; grows while the stream is read.
        total: units of the file; likewise.
        notes: what to tell the user.
    """

    stream: Iterator[CheckedUnit]
    declared: Languages
    skips: Skips
    passed_over: Counter[str] = field(default_factory=Counter)
    read: int = 0
    notes: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Units met so far."""
        return self.read + sum(self._left_out().values())

    def reasons(self) -> dict[str, int]:
        """Return how many units were passed over, by reason."""
        return dict(self.passed_over + self._left_out())

    def _left_out(self) -> Counter[str]:
        found = {each.kind: each.count for each in self.skips.entries()}
        return Counter({PASSED_OVER[kind]: found[kind] for kind in PASSED_OVER if kind in found})


def translations_of(paths: Sequence[Path]) -> tuple[Translation, ...]:
    """Tell what files are: each file of units stands alone, texts and documents come in pairs.

    Raises:
        ConfigError: a text lacks its partner, or a file holds something else.
        InputError: a file is missing, or is a folder.
    """
    found: list[Translation] = []
    waiting: tuple[Path, str] | None = None
    for path in paths:
        kind = _kind(path)
        if kind not in (TEXT, DOCUMENTS):
            if waiting is not None:
                raise _lacks_partner(*waiting)
            found.append(Translation(path, kind))
        elif waiting is None:
            waiting = path, kind
        else:
            before, its_kind = waiting
            if before.resolve() == path.resolve():
                raise ConfigError(f"source and translation are both {path}: give two files")
            by_line = {kind, its_kind} == {TEXT} and not _are_uneven(before, path)
            found.append(Translation(before, TEXT if by_line else DOCUMENTS, path))
            waiting = None
    if waiting is not None:
        raise _lacks_partner(*waiting)
    return tuple(found)


def _are_uneven(source: Path, target: Path) -> bool:
    """Tell texts that are no corpora line by line from their numbers of lines."""
    if any(extension_of(path) != PLAIN for path in (source, target)):
        return False
    return len({*map(_count_lines, (source, target))}) > 1


def _count_lines(path: Path) -> int:
    """Count lines whatever the encoding."""
    count, last = 0, b"\n"
    with open_binary(path) as file:
        while chunk := file.read(1 << 20):
            count, last = count + chunk.count(b"\n"), chunk[-1:]
    return count + (last not in b"\n\0")


def _lacks_partner(path: Path, kind: str) -> ConfigError:
    lines = ", line n translating line n" if kind == TEXT else ""
    return ConfigError(
        f"{path} is a text in one language: give the file of its translation right behind it{lines}"
    )


def _kind(path: Path) -> str:
    known = extension_of(path) in extensions_of(DOCUMENT)
    record = find_format(path, look=True) if known and path.is_file() else None
    if record and record.kind == DOCUMENT and record.name != TEXT:
        return DOCUMENTS
    kind = kind_of(path)
    if not path.is_file():
        raise missing_file(path)
    return kind


def read_units(
    translation: Translation,
    *,
    encoding: str | None = None,
    languages: Languages = (None, None),
    doubtful: bool = False,
    packs: tuple[str, ...] = (),
) -> Units:
    """Open a translation; texts come without markup, blank sides as empty texts.

    The sentences of a pair of documents are aligned first.

    Args:
        translation: the file or files.
        encoding: of text files that are not in Unicode.
        languages: of source and target as the user gave them; None takes the file's.
        doubtful: whether messages that their file calls fuzzy are checked.
        packs: language packs to align documents with; by default what is found.

    Raises:
        InputError: a file cannot be read, now or while the units are; it holds more languages
            than two and none was told; text files differ in their number of lines.
    """
    path, kind = translation.path, translation.kind
    given: dict[str, Any] = {}
    if kind == "po":
        given = {"untranslated": True, "fuzzy": doubtful}
    elif kind == TEXT:
        given = {"target": translation.target}
    elif kind == "moses" and all(languages):
        given = {"languages": languages}
    skips = Skips()
    notes: tuple[str, ...] = ()
    if kind == DOCUMENTS:
        units, notes = _aligned(translation, encoding, languages, packs)
    else:
        units = formats.read_units(
            path, format="moses" if kind == TEXT else kind, encoding=encoding, skips=skips, **given
        )
    begin: list[Unit] = []
    for unit in units:
        begin.append(unit)
        if len(unit.variants) > 1 or len(begin) == AHEAD:
            break
    variants: Sequence[Variant] = begin[-1].variants if begin else ()
    sides = sides_of(variants, languages)
    _check_there(variants, languages, path)
    declared = tuple(None if code_of(side) == UNDETERMINED else side for side in sides)
    found = Units(iter(()), (declared[0], declared[1]), skips, notes=notes)
    found.stream = _texts(chain(begin, units), sides, found, translation, told=any(languages))
    return found


def _aligned(
    translation: Translation, encoding: str | None, languages: Languages, packs: tuple[str, ...]
) -> tuple[Iterator[Unit], tuple[str, ...]]:
    """Align the sentences of two documents; return the units, and what to tell the user."""
    from diglot.pipeline.steps.sentences.alignment import align

    path, target = translation.path, translation.checked_path
    bitext = align(
        path,
        target,
        source_language=languages[0],
        target_language=languages[1],
        encoding=encoding,
        packs=packs,
    )
    aligned = (
        f"{path.name} and {target.name} were aligned first, {count_of(len(bitext.links), 'unit')}: "
        "diglot align shows them"
    )
    return units_of(bitext), (*bitext.notes, aligned)


def _check_there(variants: Sequence[Variant], languages: Languages, path: Path) -> None:
    """Make sure that a file in two languages or more has those that the user told."""
    tags = [variant.language for variant in variants]
    codes = {code_of(tag) for tag in tags}
    if len(codes) < 2 or UNDETERMINED in codes:
        return
    for language in languages:
        if language is not None and code_of(language) not in codes:
            raise FormatError(
                f"holds no text in {language}, but in {', '.join(tags)}",
                path=path,
                cure="check -s and -t",
            )


def _texts(
    units: Iterator[Unit],
    sides: tuple[str, str],
    found: Units,
    translation: Translation,
    *,
    told: bool,
) -> Iterator[CheckedUnit]:
    # Nearly all units of a file have the same languages in the same order.
    known: dict[tuple[str, ...], tuple[int | None, int | None]] = {}
    # A line of plain text is the translation and nothing else.
    column = 1 if translation.kind == TEXT else None
    for number, unit in enumerate(units):
        variants: Sequence[Variant] = unit.variants
        languages = tuple([variant.language for variant in variants])
        if languages not in known:
            if not told:
                place = unit.line or f"unit {number + 1}"
                check_two_languages(variants, sides, translation.path, place)
            known[languages] = places_of(variants, sides)
        found.read += 1
        for variant in variants:
            if variant.markup:
                variants = _without_accelerators(variants)
                break
        first, second = known[languages]
        source = "" if first is None else variants[first].text
        target = "" if second is None else variants[second].text
        if LOCKED in unit.properties:
            found.passed_over["locked"] += 1
        elif not source.strip():
            found.passed_over["empty"] += 1
        elif not target.strip() and translation.kind not in OPEN and len(unit.variants) < 2:
            found.passed_over[f"without {sides[1]}"] += 1
        else:
            yield CheckedUnit(number, source, target, unit.id, unit.document, unit.line, column)


def _without_accelerators(variants: Sequence[Variant]) -> Sequence[Variant]:
    """Take out what marks the letter to press: it stands inside of words."""
    if not any(mark.kind == "accelerator" for variant in variants for mark in variant.markup):
        return variants
    plain = []
    for variant in variants:
        text = variant.text
        for mark in sorted(variant.markup, key=lambda each: -each.start):
            if mark.kind == "accelerator":
                text = text[: mark.start] + text[mark.end :]
        plain.append(replace(variant, text=text, markup=()))
    return plain


# In which languages a translation is checked: as told, as its file says, as detected.

SAMPLE = 100_000
"""Characters of a side that its language is detected from."""
LEAST_DOUBTED = 1_000
"""Characters of a side that may contradict the language that was given."""

_SIDES = ("source language", "target language")
_OPTIONS = ("-s", "-t")


@dataclass(frozen=True, slots=True)
class CheckLanguages:
    """Languages of a translation.

    Attributes:
        tags: of source and target, regions included where they are known.
        notes: what to tell the user.
    """

    tags: tuple[str, str]
    notes: tuple[str, ...] = ()


def decide_languages(
    texts: Sequence[tuple[str, str]],
    *,
    told: Languages,
    declared: Languages,
    candidates: Iterable[str] = (),
) -> CheckLanguages:
    """Decide the languages of both sides.

    A language that diglot does not know is taken as it is: there are no lemmas for it.

    Args:
        texts: beginning of both sides.
        told: codes or names that the user gave.
        declared: what the file says.
        candidates: languages of the termbases; others are taken only if the text surely is in
            one of them.

    Raises:
        ConfigError: what was told is no language, or nothing tells the language of a side, or
            both sides are in one language.
    """
    known = sorted({code_of(each) for each in candidates} - {UNDETERMINED})
    tags: list[str] = []
    notes: list[str] = []
    for side in (0, 1):
        tag, note = told[side], ""
        if tag is not None:
            tag = _as_told(tag)
            note = _doubt([pair[side] for pair in texts], tag)
        elif declared[side] is not None:
            tag = declared[side]
        else:
            # The other side is in another language.
            others = {code_of(each) for each in (*tags, told[1 - side], declared[1 - side]) if each}
            left = [code for code in known if code not in others]
            tag, note = _detected([pair[side] for pair in texts], left, side)
        tags.append(tag or UNDETERMINED)
        notes += [note] if note else []
    if code_of(tags[0]) == code_of(tags[1]) and tags[0].lower() == tags[1].lower():
        raise ConfigError(
            f"both sides are in {name(code_of(tags[0]))}: specify the languages with -s and -t"
        )
    return CheckLanguages((tags[0], tags[1]), tuple(notes))


def _as_told(language: str) -> str:
    """Return the tag of a language that the user named."""
    if is_tag(language):
        return language.replace("_", "-")
    return normalise(language)


def _doubt(texts: Sequence[str], language: str) -> str:
    """Say that a text is not in the language that it is said to be in: files are swapped."""
    sample = "\n".join(texts)[:SAMPLE]
    known = len(sample) >= LEAST_DOUBTED and is_language(language)
    return (known and detection.wrong_language_warning(sample, language)) or ""


def _detected(texts: Sequence[str], candidates: Sequence[str], side: int) -> tuple[str, str]:
    sample = "\n".join(texts)[:SAMPLE]
    code, probability = detection.detect(sample)
    if code not in candidates and candidates and (code == UNDETERMINED or probability < 0.9):
        # A short text may be in many languages, but the termbase is in few of them.
        supported = [each for each in candidates if is_language(each)]
        code, probability = (
            detection.detect(sample, candidates=supported)
            if len(supported) > 1
            else (supported[0] if supported else code, 1.0)
        )
    if code == UNDETERMINED:
        raise ConfigError(
            f"nothing tells the {_SIDES[side]}: specify it with {_OPTIONS[side]}, such as "
            f"{_OPTIONS[side]} en"
        )
    return code, f"{_SIDES[side]} detected: {name(code)} ({code})"


# Termbases to check against: read once, and what they demand in a pair of languages.


@dataclass(frozen=True, slots=True)
class TermDemands:
    """What termbases demand in a pair of languages.

    Attributes:
        entries: with at least one source term.
        fingerprints: of the entries, by id.
        known: all terms of the source language, those that demand nothing, too.
        notes: what was left out.
    """

    entries: Entries
    fingerprints: Mapping[str, str]
    known: tuple[str, ...]
    notes: tuple[str, ...]


class Termbases:
    """Termbases of a run.

    Raises:
        InputError: a file cannot be read as a termbase.
        ConfigError: its name tells no format.
    """

    def __init__(self, paths: Sequence[Path], *, encoding: str | None = None) -> None:
        self._paths = tuple(paths)
        self._encoding = encoding
        self._formats = {path: find_format(path, TERMBASE, look=True) for path in paths}
        self._as_they_are = [self._read_as_it_is(path) for path in paths]
        if not any(each is None or each[0].concepts for each in self._as_they_are):
            raise ConfigError(f"{_named(self._paths)}: there is no concept in it")

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages of the terms, those that a table does not say left out."""
        read = (each[0] for each in self._as_they_are if each is not None)
        found = (tag for termbase in read for tag in termbase.languages)
        return tuple(dict.fromkeys(tag for tag in found if tag != UNDETERMINED))

    def entries(
        self, languages: tuple[str, str], texts: Sequence[tuple[str, str]] = ()
    ) -> TermDemands:
        """Return what the termbases demand in two languages.

        Args:
            languages: of the text and its translation.
            texts: beginning of both; it tells the order of columns that name no language.

        Raises:
            InputError: a file cannot be read again.
            NoEntriesError: no entry has terms in both languages.
        """
        termbases, notes = [], []
        for path, known in zip(self._paths, self._as_they_are, strict=True):
            # Columns that name no language are those of the text, and a status is of its target.
            is_told = known and not (self._is_table(path) and _has_status(known[0]))
            termbase, left = known if known and is_told else self._read(path, languages)
            if known is None and _stand_in_each_other(termbase, texts):
                termbase, left = self._read(path, (languages[1], languages[0]))
                order = f"its first column is read as {languages[1]}, in whose text its terms stand"
                left = (*left, order)
            termbases.append(termbase)
            notes += [f"{path.name}: {note}" for note in left]
        termbases = self._apart(termbases)
        mended = [mend_termbase(termbase) for termbase in termbases]
        counts = Counter(mend.kind for each in mended for mend in each.mends)
        if counts:
            told = ", ".join(f"{count:,} {kind}" for kind, count in counts.items())
            notes.append(f"understood in the termbase: {told}; diglot termbase clean mends them")
        demanded = entries_of(
            [each.termbase for each in mended], *languages, faults=_faults(mended, languages)
        )
        if not len(demanded):
            raise NoEntriesError(
                f"{_named(self._paths)}: no entry has terms in {' and '.join(languages)}; its "
                f"languages are {', '.join(self.languages) or 'not said'}; give a termbase of both"
            )
        prints = EntryFingerprints(termbases, languages)
        source = code_of(languages[0])
        terms = (
            term.text
            for termbase in termbases
            for concept in termbase.concepts
            for term in concept.terms
            if code_of(term.language) == source
        )
        return TermDemands(demanded, prints, tuple(dict.fromkeys(terms)), (*notes, *demanded.notes))

    def _read_as_it_is(self, path: Path) -> tuple[Termbase, tuple[str, ...]] | None:
        """Read a termbase whose languages are not known yet; None for a table that says none."""
        try:
            termbase, left = self._read(path, None)
        except FormatError as error:
            if error.message != UNTOLD:
                raise
            return None
        unsaid = UNDETERMINED in termbase.languages and self._is_table(path)
        return None if unsaid else (termbase, left)

    def _is_table(self, path: Path) -> bool:
        return self._formats[path].name in WITHOUT_LANGUAGES

    def _read(
        self, path: Path, languages: tuple[str, str] | None
    ) -> tuple[Termbase, tuple[str, ...]]:
        skips = Skips()
        termbase = formats.read_termbase(
            path,
            format=self._formats[path],
            languages=languages,
            encoding=self._encoding,
            skips=skips,
        )
        return termbase, tuple(f"left out: {each}" for each in skips.entries())

    def _apart(self, termbases: list[Termbase]) -> list[Termbase]:
        """Put the name of its file before each id where two termbases number alike."""
        ids = [{concept.id for concept in termbase.concepts} for termbase in termbases]
        if sum(map(len, ids)) == len(set().union(*ids)):
            return termbases
        return [
            replace(
                termbase,
                concepts=tuple(
                    replace(concept, id=f"{path.stem}:{concept.id}")
                    for concept in termbase.concepts
                ),
            )
            for path, termbase in zip(self._paths, termbases, strict=True)
        ]


def _stand_in_each_other(termbase: Termbase, texts: Sequence[tuple[str, str]]) -> bool:
    """Tell whether terms of pairs stand in the text of the other side, nearly all of them."""
    source, target = (
        (
            f" {_BETWEEN_WORDS.sub(' ', ' '.join(side)).casefold()} "
            for side in zip(*texts, strict=True)
        )
        if texts
        else ("", "")
    )
    straight = crossed = 0
    for concept in termbase.concepts[:AHEAD]:
        one, other = (f" {each.text.casefold()} " for each in (concept.terms[0], concept.terms[-1]))
        straight += (one in source) + (other in target)
        crossed += (one in target) + (other in source)
    return crossed >= LEAST_CROSSED and crossed > MOST_STRAIGHT * straight


def _has_status(termbase: Termbase) -> bool:
    return any(term.status for concept in termbase.concepts for term in concept.terms)


def _faults(mended: Sequence[MendedTermbase], languages: tuple[str, str]) -> dict[str, str]:
    """Return what is wrong with concepts in two languages and cannot be mended, by id."""
    codes = {code_of(each) for each in languages}
    return {
        fault.concept: f"{quote(fault.term)} {FAULT_NAMES[fault.kind]}"
        for each in mended
        for concept in each.termbase.concepts
        for fault in (*unclear_terms(concept), *faults_of(concept))
        if code_of(fault.language) in codes
    }


def _named(paths: Sequence[Path]) -> str:
    return ", ".join(map(str, paths))
