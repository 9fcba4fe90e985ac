"""Termbases from file to file: converted, merged, compared, filtered, checked, described."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.model.termbase import STATUSES
from diglot.pipeline.steps.terms.termbase_files import (
    TermbaseInput,
    TermbaseOutput,
    Written,
    check_apart,
    load_list,
    load_termbase,
    save_termbase,
)
from diglot.terms.termbases import (
    at_least,
    check,
    diff,
    in_languages,
    merge,
    only_new,
    stop_list,
    with_status,
    without_stopped,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.formats.blocks import Skips
    from diglot.model import Termbase
    from diglot.terms.termbases import Merged, Problem, TermbaseDiff


@dataclass(frozen=True, slots=True, kw_only=True)
class TermbaseFilter:
    """What a filtered termbase keeps.

    Attributes:
        known: termbases whose content is left out.
        unit: what has to be new: ``pair`` or ``term``.
        stop_lists: lists of terms, or reviewed termbases.
        score: least score.
        statuses: those to keep; empty for any.
        complete: keep only concepts with a term in every language that is taken.
        match: which terms are the same.
    """

    known: tuple[Path, ...] = ()
    unit: str = "pair"
    stop_lists: tuple[Path, ...] = ()
    score: float | None = None
    statuses: tuple[str, ...] = ()
    complete: bool = False
    match: str = "case"


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
) -> Written:
    """Read a termbase and write it in another format.

    Args:
        source: the file to read.
        target: the file to write.
        reading: how to read.
        writing: how to write.
        skips: collects what was left out while reading, as the notes of the result do.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: an unknown or unsuitable format or option.
    """
    reading = reading or TermbaseInput()
    check_apart((source,), target)
    termbase = load_termbase(source, reading, skips=skips)
    return save_termbase(target, termbase, writing, languages=reading.languages)


def merge_termbases(
    sources: Sequence[Path],
    target: Path,
    *,
    rule: str = "pair",
    prefer: str = "first",
    match: str = "case",
    reading: TermbaseInput | None = None,
    writing: TermbaseOutput | None = None,
) -> tuple[Merged, Written]:
    """Unite termbases and write what came out; see `diglot.terms.termbases.merge`.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: an unknown or unsuitable format or option.
    """
    reading = reading or TermbaseInput()
    check_apart(sources, target)
    merged = merge(
        [load_termbase(path, reading) for path in sources], rule=rule, prefer=prefer, match=match
    )
    written = save_termbase(target, merged.termbase, writing, languages=reading.languages)
    return merged, written


def diff_termbases(
    old: Path, new: Path, *, match: str = "case", reading: TermbaseInput | None = None
) -> TermbaseDiff:
    """Compare two termbases; see `diglot.terms.termbases.diff`.

    Raises:
        InputError: a file cannot be read.
        ConfigError: an unknown or unsuitable format or option.
    """
    return diff(load_termbase(old, reading), load_termbase(new, reading), match=match)


def filter_termbase(
    source: Path,
    target: Path,
    *,
    keep: TermbaseFilter,
    reading: TermbaseInput | None = None,
    writing: TermbaseOutput | None = None,
) -> tuple[tuple[tuple[str, int], ...], Written]:
    """Write a part of a termbase.

    Returns:
        Each filter with the number of concepts that it left, and what was written.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: an unknown or unsuitable format or option.
    """
    reading = reading or TermbaseInput()
    check_apart((source, *keep.known, *keep.stop_lists), target)
    termbase = load_termbase(source, reading)
    # What the other files hold is read as it is: their formats are told by their names.
    others = TermbaseInput(languages=reading.languages, encoding=reading.encoding)
    steps = [("read", len(termbase.concepts))]

    def step(name: str, result: Termbase) -> Termbase:
        steps.append((name, len(result.concepts)))
        return result

    if keep.complete:
        wanted = reading.languages or termbase.languages
        termbase = step("complete", in_languages(termbase, wanted, complete=True))
    if keep.statuses:
        termbase = step("status", with_status(termbase, keep.statuses))
    if keep.score is not None:
        termbase = step("score", at_least(termbase, keep.score))
    if keep.stop_lists:
        stopped = stop_list([load_list(path, others) for path in keep.stop_lists], match=keep.match)
        termbase = step("stop list", without_stopped(termbase, stopped, match=keep.match))
    if keep.known:
        known = [load_list(path, others) for path in keep.known]
        termbase = step("new", only_new(termbase, known, unit=keep.unit, match=keep.match))
    written = save_termbase(target, termbase, writing, languages=reading.languages)
    return tuple(steps), written


def check_termbase(
    path: Path,
    *,
    languages: Sequence[str] | None = None,
    match: str = "case",
    ignore: Sequence[str] = (),
    reading: TermbaseInput | None = None,
) -> tuple[Problem, ...]:
    """Return what is wrong with a termbase; see `diglot.terms.termbases.check`.

    Raises:
        InputError: it cannot be read.
        ConfigError: an unknown or unsuitable format or option.
    """
    termbase = load_termbase(path, reading)
    return check(termbase, languages=languages, match=match, ignore=ignore)


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
