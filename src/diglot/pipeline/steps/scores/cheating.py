"""Cheating on terminology metrics, from file to file: made to test metrics, and detected."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.formats import marked_terms
from diglot.formats.marked_terms import hypotheses
from diglot.pipeline.steps.scores import terminology_links
from diglot.pipeline.steps.scores.terminology_inputs import read_test_set
from diglot.pipeline.steps.scores.terminology_results import TerminologyScoreOptions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from diglot.evaluate.terminology.cheat_detection import CheatReport
    from diglot.model import AnnotatedSet


@dataclass(frozen=True, slots=True)
class MadeCheat:
    """A cheating translation that was written.

    Attributes:
        path: the file.
        kind: of the cheat.
        segments: all segments.
        with_terms: segments with marked terms.
        changed: segments that got terms.
        notes: remarks for the user.
    """

    path: Path
    kind: str
    segments: int
    with_terms: int
    changed: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedSystem:
    """What the detectors say of one translation.

    Attributes:
        path: the file.
        report: signs of added terms.
        texts: the translations, in the order of the test set.
        anomalies: what else is not as it should be, in words.
    """

    path: Path
    report: CheatReport
    texts: tuple[str, ...]
    anomalies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedSystems:
    """What the detectors say of several translations of one test set.

    Attributes:
        test_set: what was translated.
        systems: one per file.
        anomalies: what concerns several of them.
    """

    test_set: AnnotatedSet
    systems: tuple[JudgedSystem, ...]
    anomalies: tuple[str, ...] = ()


def make_cheat(
    source: Path,
    reference: Path | None,
    hypothesis: Path,
    output: Path,
    *,
    kind: str,
    where: str = "end",
    options: TerminologyScoreOptions | None = None,
) -> MadeCheat:
    """Write a translation into which the marked terms were put, in the format of the honest one.

    Args:
        source: file of the source segments, or of both sides, with marked terms.
        reference: file of the reference translations.
        hypothesis: the honest translation.
        output: file to write; ``.sgm`` and ``.txt`` decide on the format.
        kind: of the cheat, as `diglot.evaluate.terminology.cheats.KINDS` has them.
        where: ``end`` or ``front``.
        options: how to read the test set.

    Raises:
        InputError: a file cannot be read or written, or no terms are marked.
        ConfigError: unknown kind or place, an output that would overwrite an input, or a format
            that translations are not written in.
    """
    from diglot.evaluate.terminology.cheats import cheat

    options = options or TerminologyScoreOptions()
    _check_apart((source, reference, hypothesis), output)
    format_read = marked_terms.set_format(hypothesis)
    name = hypotheses.hypothesis_format(output, "sgml" if format_read == "sgml" else "lines")
    test_set = read_test_set(source, reference, None, options)
    honest = marked_terms.read_hypotheses(hypothesis, target_language=options.target_language)
    texts = marked_terms.texts_for(test_set, honest, hypothesis)
    made = cheat(test_set, texts, kind, where=where)
    hypotheses.write_hypotheses(
        output,
        replace(
            honest, texts=made, ids=tuple(each.id for each in test_set.segments), name=output.stem
        ),
        format=name,
        languages=(test_set.source_language, test_set.target_language),
    )
    return MadeCheat(
        output,
        kind,
        len(made),
        sum(bool(each.terms) for each in test_set.segments),
        sum(one != other for one, other in zip(texts, made, strict=True)),
        (*test_set.notes, *honest.notes),
    )


def detect_cheats(
    source: Path,
    reference: Path | None,
    translations: Sequence[Path],
    *,
    links: Sequence[Path] = (),
    align: bool = False,
    without_terms: bool = False,
    options: TerminologyScoreOptions | None = None,
) -> JudgedSystems:
    """Look for added terms, and for other signs of a broken run, in translations of a test set.

    Args:
        source: file of the source segments, or of both sides, with marked terms.
        reference: file of the reference translations; None to judge without.
        translations: one file a system.
        links: files of word links of source and translation, one a system.
        align: link the words with diglot's aligner.
        without_terms: the systems were not shown the terms.
        options: how to read the test set.

    Raises:
        InputError: a file cannot be read, or does not fit the others, or no terms are marked.
        ConfigError: options do not fit together.
    """
    from diglot.evaluate.terminology.anomalies import same_runs
    from diglot.evaluate.terminology.cheat_detection import detect_cheating

    options = options or TerminologyScoreOptions()
    if links and align:
        raise ConfigError("give word links or have them made, not both")
    if links and len(links) != len(translations):
        raise ConfigError(f"{len(links)} files of word links for {len(translations)} translations")
    test_set = read_test_set(source, reference, None, options)
    texts = []
    for path in translations:
        found = marked_terms.read_hypotheses(path, target_language=options.target_language)
        texts.append(marked_terms.texts_for(test_set, found, path))
    systems = []
    for number, (path, each) in enumerate(zip(translations, texts, strict=True)):
        pairs = _links(test_set, each, links[number] if links else None, align=align)
        report = detect_cheating(test_set, each, links=pairs)
        anomalies = _anomalies(test_set, each, report, options, without_terms=without_terms)
        systems.append(JudgedSystem(path, report, each, anomalies))
    names = {str(path): each for path, each in zip(translations, texts, strict=True)}
    return JudgedSystems(test_set, tuple(systems), same_runs(names))


def _anomalies(
    test_set: AnnotatedSet,
    texts: Sequence[str],
    report: CheatReport,
    options: TerminologyScoreOptions,
    *,
    without_terms: bool,
) -> tuple[str, ...]:
    from diglot.evaluate.terminology.anomalies import (
        constant_output,
        other_language,
        terms_without_list,
    )

    language = options.target_language or test_set.target_language
    found = (
        terms_without_list(report.exact_match) if without_terms else None,
        constant_output([each.source for each in test_set.segments], texts),
        other_language(texts, language) if language else None,
    )
    return tuple(each for each in found if each is not None)


def _links(
    test_set: AnnotatedSet, texts: Sequence[str], path: Path | None, *, align: bool
) -> list[Iterable[tuple[int, int]]] | None:
    """Return pairs of word positions per segment; None without word links."""
    source = [each.source.split() for each in test_set.segments]
    words = [each.split() for each in texts]
    if path is not None:
        found = terminology_links.read_links(path, source, words)
    elif align:
        references = [each.reference for each in test_set.segments if each.reference is not None]
        whole = len(references) == len(source)
        found = terminology_links.align_hypothesis(
            source, words, [each.split() for each in references] if whole else ()
        )
    else:
        return None
    return [found.of(number) for number in range(found.pairs)]


def _check_apart(sources: Iterable[Path | None], output: Path) -> None:
    for source in sources:
        if source is not None and source.resolve() == output.resolve():
            raise ConfigError(f"{output} is both input and output: write to another file")
