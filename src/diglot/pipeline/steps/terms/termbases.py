"""Termbases from file to file: convert, merge, compare, filter, check, clean, describe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from diglot import formats
from diglot.errors import ConfigError, describe_unknown
from diglot.formats.blocks import Skips
from diglot.formats.registry import TERMBASE, find_format
from diglot.formats.termbases import TABLES, WITHOUT_LANGUAGES
from diglot.formats.termbases.data_categories import writable_concepts
from diglot.model import Skipped, Termbase
from diglot.model.termbase import STATUSES
from diglot.pipeline.options import check_apart
from diglot.pipeline.steps.terms.options import (
    TermbaseCheck,
    TermbaseClean,
    TermbaseDifference,
    TermbaseFilter,
    TermbaseInput,
    TermbaseMerge,
    TermbaseOutput,
)
from diglot.terms import termbases
from diglot.terms.termbases import MendedTermbase, MergeResult, Problem, TermbaseDiff
from diglot.terms.termbases import check_termbase as check
from diglot.terms.termbases import clean_termbase as clean
from diglot.terms.termbases import merge_termbases as merge

# Formats that hold nothing but termbases; tables may hold anything.
ONLY_TERMS = frozenset({"tbx", "rdf"})
# Which formats an option of writing is for.
SUITED = {
    "layout": TABLES,
    "languages": WITHOUT_LANGUAGES,
    "version": frozenset({"tbx"}),
    "vocabulary": frozenset({"rdf"}),
    "base": frozenset({"rdf"}),
    "mark": frozenset({"csv", "tsv"}),
}


@dataclass(frozen=True, slots=True)
class WrittenTermbase:
    """What became of a termbase that was written.

    Attributes:
        concepts: how many were written.
        terms: how many they have.
        notes: what the reader left out.
        lost: what the format could not carry.
    """

    concepts: int
    terms: int
    notes: tuple[str, ...]
    lost: tuple[Skipped, ...]


def load_termbase(
    path: Path, options: TermbaseInput | None = None, *, skips: Skips | None = None
) -> Termbase:
    """Read a termbase in the languages that are wanted.

    ``skips`` collects what is left out, as the notes of the termbase do.

    Raises:
        InputError: it cannot be read.
        ConfigError: an unknown or unsuitable format or option.
    """
    options = options or TermbaseInput()
    skips = skips if skips is not None else Skips()
    given: dict[str, Any] = {"encoding": options.encoding, "skips": skips}
    record = find_format(path, TERMBASE, format=options.source_format, look=True)
    if record.name in TABLES:
        given["header"] = options.header
    languages = options.languages[:2] or None
    termbase = formats.read_termbase(path, format=record, languages=languages, **given)
    if not options.languages:
        return termbase
    chosen = termbases.in_languages(termbase, options.languages)
    before, after = _terms(termbase), _terms(chosen)
    if before == after:
        return chosen
    if not after:
        raise ConfigError(
            f"{path} holds no term in {', '.join(options.languages)}; it holds "
            f"{', '.join(termbase.languages) or 'none at all'}"
        )
    skips.add("term in another language", count=before - after)
    return replace(chosen, notes=tuple(map(str, skips.entries())))


def save_termbase(
    path: Path,
    termbase: Termbase,
    options: TermbaseOutput | None = None,
    *,
    languages: Sequence[str] = (),
) -> WrittenTermbase:
    """Write a termbase.

    ``languages`` are source and target of a table of pairs; by default in the order of first use.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an unknown or unsuitable format or option.
    """
    options = options or TermbaseOutput()
    name = find_format(path, TERMBASE, format=options.target_format).name
    given: dict[str, Any] = {
        "layout": options.layout,
        "version": options.tbx,
        "vocabulary": options.vocabulary,
        "base": options.base,
        "mark": options.mark or None,
    }
    if name in WITHOUT_LANGUAGES:
        given["languages"] = tuple(languages) or None
    given = {option: value for option, value in given.items() if value is not None}
    for option in given:
        if name not in SUITED[option]:
            raise ConfigError(
                f"{path}: {option} applies to {' and '.join(sorted(SUITED[option]))} files only"
            )
    skips = Skips()
    if name in ONLY_TERMS:
        # Left out here already, so that what is counted is what is written.
        termbase = replace(termbase, concepts=tuple(writable_concepts(termbase.concepts, skips)))
    lost = formats.write_termbase(path, termbase, format=options.target_format, **given)
    return WrittenTermbase(
        len(termbase.concepts), _terms(termbase), termbase.notes, (*skips.entries(), *lost)
    )


def load_list(path: Path, options: TermbaseInput) -> Termbase:
    """Read a list of any kind, in whatever languages it is."""
    languages = options.languages[:2] or None
    return formats.read_termbase(path, languages=languages, encoding=options.encoding)


def _terms(termbase: Termbase) -> int:
    return sum(len(each.terms) for each in termbase.concepts)


# Termbases from file to file: converted, merged, compared, filtered, checked, described.


@dataclass(frozen=True, slots=True)
class LanguageInfo:
    """One language of a termbase.

    Attributes:
        language: tag.
        terms: number of terms.
        concepts: number of concepts that have one.
        statuses: number of terms by status, those without one left out.
        contexts: number of terms with a context.
    """

    language: str
    terms: int
    concepts: int
    statuses: dict[str, int]
    contexts: int


@dataclass(frozen=True, slots=True)
class TermbaseInfo:
    """What a termbase holds.

    Attributes:
        title: its name; may be empty.
        signature: how it was made; None when unknown.
        concepts: how many.
        definitions: how many of them have one.
        subjects: number of concepts by subject field.
        languages: in the order of first use.
        notes: what the reader left out.
    """

    title: str
    signature: str | None
    concepts: int
    definitions: int
    subjects: dict[str, int]
    languages: tuple[LanguageInfo, ...]
    notes: tuple[str, ...]


def convert_termbase(
    source: Path,
    target: Path,
    *,
    reading: TermbaseInput | None = None,
    writing: TermbaseOutput | None = None,
    skips: Skips | None = None,
) -> WrittenTermbase:
    """Read a termbase and write it in another format.

    ``skips`` collects what was left out while reading, as the notes of the result do.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: an unknown or unsuitable format or option.
    """
    reading = reading or TermbaseInput()
    check_apart([source], [target])
    termbase = load_termbase(source, reading, skips=skips)
    return save_termbase(target, termbase, writing, languages=reading.languages)


def merge_termbases(
    sources: Sequence[Path],
    target: Path,
    *,
    how: TermbaseMerge | None = None,
    reading: TermbaseInput | None = None,
    writing: TermbaseOutput | None = None,
) -> tuple[MergeResult, WrittenTermbase]:
    """Unite termbases and write what came out; see `diglot.terms.termbases.merge_termbases`.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: an unknown or unsuitable format or option.
    """
    reading = reading or TermbaseInput()
    how = how or TermbaseMerge()
    check_apart(sources, [target])
    merged = merge(
        [load_termbase(path, reading) for path in sources],
        rule=how.rule,
        prefer=how.prefer,
        match=how.match,
    )
    written = save_termbase(target, merged.termbase, writing, languages=reading.languages)
    return merged, written


def diff_termbases(
    old: Path,
    new: Path,
    *,
    how: TermbaseDifference | None = None,
    reading: TermbaseInput | None = None,
) -> TermbaseDiff:
    """Compare two termbases; see `diglot.terms.termbases.diff`.

    Raises:
        InputError: a file cannot be read.
        ConfigError: an unknown or unsuitable format or option.
    """
    how = how or TermbaseDifference()
    return termbases.diff(load_termbase(old, reading), load_termbase(new, reading), match=how.match)


def filter_termbase(
    source: Path,
    target: Path,
    *,
    keep: TermbaseFilter,
    reading: TermbaseInput | None = None,
    writing: TermbaseOutput | None = None,
) -> tuple[tuple[tuple[str, int], ...], WrittenTermbase]:
    """Write a part of a termbase.

    Returns:
        Each filter with the number of concepts that it left, and what was written.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: an unknown or unsuitable format or option.
    """
    reading = reading or TermbaseInput()
    check_apart((source, *keep.known, *keep.stop_lists), [target])
    termbase = load_termbase(source, reading)
    # What the other files hold is read as it is: their formats are told by their names.
    others = TermbaseInput(languages=reading.languages, encoding=reading.encoding)
    steps = [("read", len(termbase.concepts))]

    def step(name: str, result: Termbase) -> Termbase:
        steps.append((name, len(result.concepts)))
        return result

    if keep.complete:
        wanted = reading.languages or termbase.languages
        termbase = step("complete", termbases.in_languages(termbase, wanted, complete=True))
    if keep.statuses:
        termbase = step("status", termbases.with_status(termbase, keep.statuses))
    if keep.score is not None:
        termbase = step("score", termbases.with_least_score(termbase, keep.score))
    if keep.stop_lists:
        stopped = termbases.make_stop_list(
            [load_list(path, others) for path in keep.stop_lists], match=keep.match
        )
        termbase = step("stop list", termbases.without_stopped(termbase, stopped, match=keep.match))
    if keep.known:
        known = [load_list(path, others) for path in keep.known]
        termbase = step(
            "new", termbases.without_known(termbase, known, unit=keep.unit, match=keep.match)
        )
    written = save_termbase(target, termbase, writing, languages=reading.languages)
    return tuple(steps), written


def check_termbase(
    path: Path, *, what: TermbaseCheck | None = None, reading: TermbaseInput | None = None
) -> tuple[Problem, ...]:
    """Return what is wrong with a termbase; see `diglot.terms.termbases.check_termbase`.

    Raises:
        InputError: it cannot be read.
        ConfigError: an unknown or unsuitable format or option.
    """
    what, reading = what or TermbaseCheck(), reading or TermbaseInput()
    return check(
        load_termbase(path, reading),
        languages=reading.languages or None,
        match=what.match,
        ignore=what.ignore,
    )


def clean_termbase(
    source: Path,
    target: Path,
    *,
    what: TermbaseClean | None = None,
    reading: TermbaseInput | None = None,
    writing: TermbaseOutput | None = None,
) -> tuple[MendedTermbase, WrittenTermbase]:
    """Mend a termbase and write it; see `diglot.terms.termbases.clean_termbase`.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: an unknown or unsuitable format or option.
    """
    what, reading = what or TermbaseClean(), reading or TermbaseInput()
    check_apart([source], [target])
    kinds = (*termbases.MENDS, *termbases.FAULTS)
    for name in what.ignore:
        if name not in kinds:
            raise ConfigError(describe_unknown("kind", name, kinds))
    cleaned = clean(load_termbase(source, reading), match=what.match, ignore=what.ignore)
    written = save_termbase(target, cleaned.termbase, writing, languages=reading.languages)
    return cleaned, written


def describe_termbase(path: Path, *, reading: TermbaseInput | None = None) -> TermbaseInfo:
    """Count what a termbase holds.

    Raises:
        InputError: it cannot be read.
        ConfigError: an unknown or unsuitable format or option.
    """
    termbase = load_termbase(path, reading)
    subjects = Counter(each.subject for each in termbase.concepts if each.subject is not None)
    return TermbaseInfo(
        termbase.title,
        str(termbase.signature) if termbase.signature else None,
        len(termbase.concepts),
        sum(bool(each.definitions) for each in termbase.concepts),
        dict(subjects.most_common()),
        tuple(_language(termbase, language) for language in termbase.languages),
        termbase.notes,
    )


def _language(termbase: Termbase, language: str) -> LanguageInfo:
    terms = [term for each in termbase.concepts for term in each.of(language)]
    counts = Counter(term.status for term in terms)
    return LanguageInfo(
        language,
        len(terms),
        sum(bool(each.of(language)) for each in termbase.concepts),
        {status: counts[status] for status in STATUSES if counts[status]},
        sum(bool(term.contexts) for term in terms),
    )
