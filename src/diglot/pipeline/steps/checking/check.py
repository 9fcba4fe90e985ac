"""Checking translations against termbases, from files to findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from diglot.consistency.entries import PROFILES
from diglot.consistency.suppressions import learn_from_answers, suppress
from diglot.errors import ConfigError, InputError
from diglot.files.binary import sha256_of_file
from diglot.formats.judgements.findings import (
    read_answers,
    read_checked,
    read_suppressions,
    write_checked,
    write_form_proposals,
    write_suppressions,
)
from diglot.model import Checked
from diglot.model.findings import SEVERITIES, WARNING, Answer, CheckedUnit, Finding, Suppression
from diglot.model.tables import Table
from diglot.options import files_of, from_plain, to_plain, with_keywords
from diglot.packs.vocabularies import cut_by_packs, words_by_packs
from diglot.pipeline.documents import ProgressCall
from diglot.pipeline.omegat import expand_projects
from diglot.pipeline.steps.checking.inputs import (
    SAMPLE,
    Termbases,
    Translation,
    decide_languages,
    read_units,
    translations_of,
)
from diglot.pipeline.steps.checking.options import NEVER, CheckOptions, check_options
from diglot.pipeline.steps.checking.translation import TranslationChecker
from diglot.plurals import count_of
from diglot.runs import Job, RunOptions, Shard, ShardResult, end_part, execute, shard_path


@dataclass(frozen=True, slots=True, repr=False)
class CheckRun(Table[Finding]):
    """What the check of one or more translations gave.

    Attributes:
        checked: one value for each translation, in their order.
        failures: why the check fails, in words; empty if it passes.
        profile: name of the profile.
        inputs: files that were read, with their SHA-256.
        notes: what to tell the user of the whole run.
        fingerprints: of the entries of the termbases, by id.
        expired: suppressions that hold nothing since their entry changed.
    """

    checked: tuple[Checked, ...]
    failures: tuple[str, ...] = ()
    profile: str = ""
    inputs: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    fingerprints: Mapping[str, str] = field(default_factory=dict)
    expired: tuple[Suppression, ...] = ()

    ITEMS = "findings"
    COLUMNS = ("unit", "severity", "rule", "term", "found", "message")

    def _row(self, item: Finding) -> tuple[object, ...]:
        return item.unit, item.severity, item.rule, item.term, item.found, item.message

    def _describe(self) -> str:
        return "passed" if self.passed else f"failed: {'; '.join(self.failures)}"

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of all translations, in their order."""
        return tuple(finding for each in self.checked for finding in each.findings)

    @property
    def passed(self) -> bool:
        """Whether nothing makes the check fail."""
        return not self.failures


@dataclass(frozen=True, slots=True)
class _Reviewed:
    """What reviewers said of findings before this check."""

    suppressions: tuple[Suppression, ...] = ()
    answers: tuple[Answer, ...] = ()


@with_keywords(CheckOptions)
def check(
    translation: str | Path | Sequence[str | Path],
    termbase: str | Path | Sequence[str | Path],
    options: CheckOptions,
) -> CheckRun:
    """Check translations against termbases.

    Args:
        translation: a file of units, or several files; text files in pairs, source first.
        termbase: a termbase or glossary, or several.
        options: fields of `CheckOptions`, given by keyword, such as ``profile="strict"``.

    Returns:
        The findings of every file, and whether the check passes.

    Raises:
        InputError: a file cannot be read, or holds nothing to check.
        ConfigError: an option is unknown or wrong, or no entry is in the languages.
    """
    return check_files(_paths(translation), _paths(termbase), options=options)


@cut_by_packs
def check_files(
    translations: Sequence[Path],
    termbases: Sequence[Path],
    *,
    options: CheckOptions | None = None,
    run: RunOptions | None = None,
    home: Path | None = None,
    progress: ProgressCall | None = None,
) -> CheckRun:
    """Check translations against termbases; see `check`.

    Args:
        translations: see `check`.
        termbases: see `check`.
        options: see `check`.
        run: which part is done, where each translation is a shard.
        home: folder of the shards; None checks one after the other without any.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: a file cannot be read or written, or holds nothing to check.
        ConfigError: an option is wrong, or no entry is in the languages.
        RunError: a shard failed again and again.
        PartDone: only a part was to be done.
    """
    options = options or CheckOptions()
    check_options(options)
    translations, termbases, languages = expand_projects(translations, termbases)
    if not termbases:
        raise ConfigError("give the termbase to check against: --termbase TERMBASE")
    if languages is not None:
        options = replace(
            options,
            source_language=options.source_language or languages[0],
            target_language=options.target_language or languages[1],
        )
    files = translations_of(translations)
    if not files:
        raise ConfigError("give a translation to check")
    reviewed = _reviewed(options)
    fingerprints: Mapping[str, str] = {}
    checked = []
    results: Iterator[tuple[Checked, Mapping[str, str]]]
    if home is None:
        loaded = Termbases(termbases, encoding=options.encoding)
        results = (_checked(file, loaded, options, progress) for file in files)
    else:
        results = _in_shards(files, termbases, options, run or RunOptions(), home, progress)
    for one, of_entries in results:
        checked.append(one)
        fingerprints = {**fingerprints, **of_entries} if fingerprints else of_entries
    done, expired, notes = _suppressed(checked, fingerprints, reviewed, options)
    inputs = [path for file in files for path in (file.path, file.target) if path is not None]
    return CheckRun(
        checked=done,
        failures=tuple(_failures(done, options)),
        profile=options.profile,
        inputs=tuple((str(path), sha256_of_file(path)) for path in (*inputs, *termbases)),
        notes=notes,
        fingerprints=fingerprints,
        expired=expired,
    )


def _in_shards(
    files: Sequence[Translation],
    termbases: Sequence[Path],
    options: CheckOptions,
    run: RunOptions,
    home: Path,
    progress: ProgressCall | None,
) -> Iterator[tuple[Checked, Mapping[str, str]]]:
    """Check each translation by itself; give what was found, from the files of the shards."""
    shards = tuple(
        Shard(
            f"{number:06}",
            tuple(str(path) for path in (file.path, file.target) if path is not None),
            file.kind,
        )
        for number, file in enumerate(files)
    )
    # What reviewers said counts when all shards are there.
    alone = replace(options, jobs=1, suppressions=None, answers=(), proposals=None, author="")
    alone = replace(alone, fail_on=None, max_alarms=None, max_rate=None)
    job = Job(
        "checking",
        f"{__name__}:check_shard",
        shards,
        {"check": to_plain(alone), "termbases": [str(path) for path in termbases]},
        tuple(str(path) for path in (*termbases, *(path for _, path in files_of(alone)))),
    )
    folder = home / "1-checking"
    execute(job, folder, workers=options.jobs, options=run, progress=progress)
    end_part(folder, run, last=True)
    return (read_checked(shard_path(folder, shard.name)) for shard in shards)


def check_shard(shard: Shard, options: Mapping[str, Any], output: Path) -> ShardResult:
    """Check one translation; the file holds what was found, and the entries that took part."""
    how: CheckOptions = from_plain(options["check"], CheckOptions)
    path, *target = map(Path, shard.files)
    file = Translation(path, shard.content, target[0] if target else None)
    loaded = _loaded(tuple(map(Path, options["termbases"])), how.encoding)
    with words_by_packs(how.packs):
        checked, fingerprints = _checked(file, loaded, how, None)
    write_checked(output, checked, fingerprints)
    return ShardResult({"units": checked.total, "findings": len(checked.findings)})


@lru_cache(1)
def _loaded(paths: tuple[Path, ...], encoding: str | None) -> Termbases:
    """Read termbases once for all shards of a worker."""
    return Termbases(paths, encoding=encoding)


def _checked(
    file: Translation, termbases: Termbases, options: CheckOptions, progress: ProgressCall | None
) -> tuple[Checked, Mapping[str, str]]:
    """Check one translation; give the fingerprints of the entries that took part, too."""
    from itertools import chain

    if progress:
        progress(f"reading {file.checked_path.name}", 0, 1)
    told = (options.source_language, options.target_language)
    units = read_units(
        file,
        encoding=options.encoding,
        languages=told,
        doubtful=PROFILES[options.profile].doubtful_units,
        packs=options.packs,
    )
    begin = _beginning(units.stream)
    if not begin:
        return _nothing(file, units.total, units.reasons(), options), {}
    texts = [(unit.source, unit.target) for unit in begin]
    languages = decide_languages(
        texts,
        told=told,
        declared=units.declared,
        candidates=termbases.languages,
    )
    languages = replace(languages, notes=(*units.notes, *languages.notes))
    demanded = termbases.entries(languages.tags, texts)
    work = TranslationChecker(demanded, options, languages, progress=progress)
    work.check(chain(begin, units.stream))
    return work.result(str(file.checked_path), units), demanded.fingerprints


def _beginning(stream: Iterable[CheckedUnit]) -> list[CheckedUnit]:
    """Take units off a stream until there is enough text to tell the languages from."""
    begin: list[CheckedUnit] = []
    sizes = [0, 0]
    for unit in stream:
        begin.append(unit)
        sizes[0] += len(unit.source)
        sizes[1] += len(unit.target)
        if min(sizes) > SAMPLE:
            break
    return begin


def _nothing(
    file: Translation, total: int, passed: Mapping[str, int], options: CheckOptions
) -> Checked:
    """Return the check of a file without anything to check, if that is no fault."""
    if not options.allow_empty:
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in passed.items())
        raise InputError(
            f"holds nothing to check ({reasons})" if reasons else "holds no units",
            path=file.checked_path,
            cure="check that it is the right file, or add --allow-empty",
        )
    return Checked(
        path=str(file.checked_path),
        languages=("und", "und"),
        findings=(),
        units={},
        total=total,
        passed_over=dict(passed),
        occurrences=0,
        levels={},
        entries=0,
        notes=("there is nothing to check",),
    )


def _reviewed(options: CheckOptions) -> _Reviewed:
    """Read what reviewers said before."""
    path = options.suppressions
    if path is None:
        return _Reviewed()
    today = datetime.now(tz=UTC).date().isoformat()
    new = bool(options.answers) and not path.exists()
    return _Reviewed(
        () if new else read_suppressions(path),
        tuple(
            answer
            for file in options.answers
            for answer in read_answers(file, author=options.author, date=today)
        ),
    )


def _suppressed(
    checked: Sequence[Checked],
    fingerprints: Mapping[str, str],
    reviewed: _Reviewed,
    options: CheckOptions,
) -> tuple[tuple[Checked, ...], tuple[Suppression, ...], tuple[str, ...]]:
    """Learn from answers, then mark what nobody wants to see."""
    path = options.suppressions
    if path is None:
        return tuple(checked), (), ()
    known, answers = reviewed.suppressions, reviewed.answers
    notes: tuple[str, ...] = ()
    if answers:
        learnt = learn_from_answers(answers, known, fingerprints=fingerprints)
        known = learnt.suppressions
        write_suppressions(path, known)
        told = f"{count_of(learnt.added, 'suppression')} added, {learnt.withdrawn:,} withdrawn"
        if learnt.proposals:
            told += f", accepted for the termbase: {len(learnt.proposals):,}"
        if options.proposals is not None:
            write_form_proposals(options.proposals, learnt.proposals)
        notes = (f"{count_of(len(answers), 'answer')} learnt into {path}: {told}",)
    done = suppress(checked, known, fingerprints=fingerprints)
    return done.checked, done.expired, notes


def _failures(checked: Sequence[Checked], options: CheckOptions) -> Iterable[str]:
    """Give the reasons why the check fails."""
    counts = dict.fromkeys(SEVERITIES, 0)
    for one in checked:
        for finding in one.findings:
            if finding.suppressed is None:
                counts[finding.severity] += 1
    if options.failing != NEVER:
        failing = SEVERITIES[: SEVERITIES.index(options.failing) + 1]
        if any(counts[each] for each in failing):
            yield ", ".join(count_of(counts[each], each) for each in failing if counts[each])
    alarms = sum(counts[each] for each in SEVERITIES[: SEVERITIES.index(WARNING) + 1])
    if options.max_alarms is not None and alarms > options.max_alarms:
        yield f"{alarms:,} errors and warnings, more than {options.max_alarms:,}"
    occurrences = sum(one.occurrences for one in checked)
    if options.max_rate is not None and alarms > options.max_rate * occurrences:
        rate = f"{alarms / occurrences:.3g} for each" if occurrences else "but no"
        yield f"{alarms:,} errors and warnings, {rate} source term: more than {options.max_rate:g}"


def _paths(given: str | Path | Sequence[str | Path]) -> tuple[Path, ...]:
    return (Path(given),) if isinstance(given, (str, Path)) else tuple(map(Path, given))
