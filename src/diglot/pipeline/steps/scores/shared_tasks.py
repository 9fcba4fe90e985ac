"""Systems scored as the shared tasks on terminology score them, beside diglot's own figures."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, InputError
from diglot.evaluate.statistics.aggregate import score
from diglot.evaluate.statistics.significance import combined_intervals
from diglot.evaluate.strings import ngrams
from diglot.evaluate.terminology import cheat_detection, success
from diglot.evaluate.terminology.cheat_detection import same_runs
from diglot.evaluate.terminology.consistency import (
    KINDS,
    consistency,
    dictionary_translations,
    first_translation_f1,
    linked_occurrences,
    task_consistency,
)
from diglot.evaluate.terminology.success import TaskTexts, label_rows, term_success
from diglot.formats.marked_terms import read_annotated_set, read_hypotheses, texts_for
from diglot.formats.marked_terms.shared_tasks import read_dictionaries, read_pseudo_references
from diglot.pipeline.steps.scores import terminology
from diglot.pipeline.steps.scores.options import TaskOptions
from diglot.pipeline.steps.scores.terminology_inputs import align_hypothesis, read_links
from diglot.text.function_words import function_words
from diglot.text.languages import normalise
from diglot.text.tokens import words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from diglot.evaluate.strings.ngrams import SegmentCounts
    from diglot.evaluate.terminology.consistency import Consistency, Occurrence, TaskConsistency
    from diglot.model import AnnotatedSet, Score, WordLinks

_NO_LINKS = "consistency by word links needs --align, or --links FILE for each system"


def score_task(
    source: Path,
    hypotheses: Sequence[Path],
    *,
    reference: Path | None = None,
    options: TaskOptions | None = None,
) -> terminology.TaskScores:
    """Score systems as a shared task on terminology does.

    Success is counted for each dictionary of the test set, whatever the systems saw, by the rules
    of the task and in words (`evaluate.terminology.success`). Consistency is that of the first
    dictionary.

    Args:
        source: the test set: JSON lines of 2025, or the source texts of 2023.
        hypotheses: the output of each system.
        reference: the reference translations of 2023.
        options: how to read and count.

    Raises:
        InputError: a file cannot be read, or does not fit the others.
        ConfigError: options do not fit together.
    """
    options = options or TaskOptions()
    _check(hypotheses, options)
    dictionaries = _read(source, reference, options)
    listed = _as_listed(source, dictionaries, options)
    scorer = _Scorer(dictionaries, listed, options)
    texts = [scorer.texts_of(path) for path in hypotheses]
    runs = tuple(
        scorer.scored(path, each, number)
        for number, (path, each) in enumerate(zip(hypotheses, texts, strict=True))
    )
    return terminology.TaskScores(
        options.task,
        dictionaries,
        runs,
        terminology.compare_systems(runs, tuple(runs[0].figures), options),
        terminology.correlate([run.figures for run in runs]),
        (
            *next(iter(dictionaries.values())).notes,
            *_same_outputs(hypotheses, texts),
            *scorer.notes,
        ),
    )


class _Scorer:
    """Scores the systems of one test set; what they share is prepared once."""

    def __init__(
        self,
        dictionaries: Mapping[str, AnnotatedSet],
        listed: Mapping[str, AnnotatedSet],
        options: TaskOptions,
    ) -> None:
        self._dictionaries = dictionaries
        self._listed = listed
        self._options = options
        self._main = next(iter(dictionaries.values()))
        self._languages = (
            options.source_language or self._main.source_language,
            options.target_language or self._main.target_language,
        )
        self.notes: list[str] = []
        self.source, self.target = (
            self._texts(code, side)
            for code, side in zip(self._languages, ("source", "target"), strict=True)
        )
        if not (options.align or options.links):
            self.notes.append(_NO_LINKS)
        self._source_words: list[list[str]] | None = None

    def _texts(self, code: str | None, side: str) -> TaskTexts:
        """Return how texts of a side are compared; a note where that is without lemmas."""
        if self._options.lemmas == "none":
            return TaskTexts(_known(code), lemmas=False)
        texts = TaskTexts(_known(code))
        if texts.method == "identity":
            which = f"the {side} language {code!r}" if code else f"the {side} language, unknown,"
            self.notes.append(f"{which} has no lemmas here: words stand for themselves")
        return texts

    def texts_of(self, path: Path) -> tuple[str, ...]:
        found = read_hypotheses(path, target_language=self._options.target_language)
        return tuple(text.strip() for text in texts_for(self._main, found, path))

    def scored(self, path: Path, outputs: tuple[str, ...], number: int) -> terminology.ScoredTask:
        options = self._options
        scores = self._strings(outputs) | self._success(outputs)
        occurrences = self._occurrences(outputs, number)
        kinds = {} if occurrences is None else self._consistency(occurrences)
        scores |= {f"consistency_{kind}": each.score for kind, each in kinds.items()}
        if options.draws:
            scores = combined_intervals(scores, unit=options.unit, draws=options.draws)
        published = self._published(number)
        return terminology.ScoredTask(
            path,
            scores,
            kinds,
            {} if occurrences is None else first_translation_f1(occurrences),
            published,
            self._anomalies(outputs, scores, published),
        )

    def _strings(self, outputs: Sequence[str]) -> dict[str, Score]:
        references = [segment.reference for segment in self._main.segments]
        if None in references:
            return {}
        _, chrf = ngrams.chrf(outputs, references)
        return {
            "bleu": self._as_score(ngrams.bleu(outputs, references, language=self.target.language)),
            "chrf2++": self._as_score(chrf),
        }

    def _as_score(self, counts: SegmentCounts) -> Score:
        rows = label_rows(self._main.segments, counts.statistics)
        columns = ("document", "segment", *counts.columns)
        return score(counts.name, rows, columns, partial(_as_figure, counts=counts))

    def _success(self, outputs: Sequence[str]) -> dict[str, Score]:
        found: dict[str, Score] = {}
        for name, annotated in self._dictionaries.items():
            segments = annotated.segments
            if self._options.task == "wmt23":
                for variant in success.WMT23_VARIANTS:
                    found[f"{variant}_{name}"] = success.wmt23_success(
                        segments, outputs, variant, target=self.target
                    )
            elif self._options.task == "wmt25":
                found[f"success_{name}"] = success.wmt25_success(
                    segments, outputs, source=self.source, target=self.target
                )
            else:
                found[f"success_{name}"] = success.wmt25_document_success(
                    self._listed[name].segments, outputs
                )
            found[f"words_{name}"] = term_success(
                segments, outputs, source=self.source, target=self.target
            )
        return found

    def _occurrences(self, outputs: Sequence[str], number: int) -> list[Occurrence] | None:
        """Return the terms with what is linked to them; None if nobody asked for links."""
        if not (self._options.align or self._options.links):
            return None
        cut, cut_target = (partial(words, language=texts.language) for texts in self._sides)
        if self._source_words is None:
            self._source_words = [cut(segment.source) for segment in self._main.segments]
        translation = [cut_target(output) for output in outputs]
        return linked_occurrences(
            self._main.segments,
            self._source_words,
            translation,
            self._links(self._source_words, translation, number),
            source=self.source,
            target=self.target,
            cut=cut,
            function_words=function_words(self.target.language),
        )

    @property
    def _sides(self) -> tuple[TaskTexts, TaskTexts]:
        return self.source, self.target

    def _links(
        self, source: list[list[str]], translation: list[list[str]], number: int
    ) -> WordLinks:
        if self._options.links:
            return read_links(self._options.links[number], source, translation)
        references = [segment.reference for segment in self._main.segments]
        known = [each for each in references if each is not None]
        others = [words(each, self.target.language) for each in known]
        return align_hypothesis(
            source, translation, others if len(known) == len(references) else ()
        )

    def _consistency(self, occurrences: Sequence[Occurrence]) -> dict[str, Consistency]:
        segments = self._main.segments
        wanted = dictionary_translations(segments, self.target)
        return {
            kind: consistency(occurrences, kind, predefined=wanted, segments=segments)
            for kind in KINDS
        }

    def _published(self, number: int) -> dict[str, TaskConsistency]:
        if not self._options.pseudo_references:
            return {}
        tables = read_pseudo_references(self._options.pseudo_references[number])
        return {kind: task_consistency(pairs) for kind, pairs in tables.items()}

    def _anomalies(
        self,
        outputs: Sequence[str],
        scores: Mapping[str, Score],
        published: Mapping[str, TaskConsistency],
    ) -> tuple[str, ...]:
        name = next(iter(self._dictionaries))
        main = "lemma_regex" if self._options.task == "wmt23" else "success"
        success = scores[f"{main}_{name}"].values["success"]
        steady = "consistency_frequent"
        found = [
            cheat_detection.terms_without_list(success)
            if self._options.mode == terminology.NO_TERMS
            else None,
            cheat_detection.constant_output([each.source for each in self._main.segments], outputs),
            cheat_detection.other_language(outputs, self.target.language)
            if self.target.language
            else None,
            cheat_detection.steady_failure(success, published["frequent"].micro)
            if "frequent" in published
            else cheat_detection.steady_failure(success, scores[steady].values["micro"])
            if steady in scores
            else None,
        ]
        return tuple(each for each in found if each is not None)


def _known(language: str | None) -> str | None:
    """Return a language that diglot knows, None for others: keys of a file may be any words."""
    try:
        return None if language is None else normalise(language)
    except ConfigError:
        return None


def _as_figure(
    counts_sum: NDArray[np.float64], *, counts: SegmentCounts
) -> dict[str, NDArray[np.float64]]:
    return {"score": counts.aggregate(counts_sum)}


def _read(source: Path, reference: Path | None, options: TaskOptions) -> dict[str, AnnotatedSet]:
    """Return the test set by dictionary."""
    read = partial(
        read_annotated_set,
        source,
        reference,
        format=options.format,
        terms=options.terms,
        source_language=options.source_language,
        target_language=options.target_language,
    )
    found: dict[str, AnnotatedSet] = {}
    if options.task == "wmt23":
        found["terms"] = read()
    else:
        for name in terminology.DICTIONARIES:
            try:
                found[name] = read(mode=name)
            except ConfigError:
                continue
    found = {
        name: each for name, each in found.items() if any(part.terms for part in each.segments)
    }
    if not found:
        raise InputError(
            "holds no dictionary with terms",
            path=source,
            cure="give the test set of 2025 with its dictionaries, or --terms FILE for 2023",
        )
    return found


def _as_listed(
    source: Path, dictionaries: Mapping[str, AnnotatedSet], options: TaskOptions
) -> dict[str, AnnotatedSet]:
    """Return the dictionaries of documents with the blank targets that the published rate counts.

    Nothing but that rate may see them: a blank target demands nothing.
    """
    if options.task != "wmt25-documents":
        return {}
    return {
        name: read_dictionaries(
            source,
            mode=name,
            source_language=options.source_language,
            target_language=options.target_language,
            as_listed=True,
        )
        for name in dictionaries
    }


def _check(hypotheses: Sequence[Path], options: TaskOptions) -> None:
    if not hypotheses:
        raise ConfigError("give --hypothesis, the output of a system")
    if options.task == "wmt23" and options.pseudo_references:
        raise ConfigError("tables of pseudo-references belong to the task of 2025")
    if options.task != "wmt23" and options.terms is not None:
        raise ConfigError("a file of terms (--terms) belongs to the task of 2023")
    for what, files in (
        ("--links", options.links),
        ("--pseudo-references", options.pseudo_references),
    ):
        if files and len(files) != len(hypotheses):
            raise ConfigError(
                f"there are {len(files)} files of {what} for {len(hypotheses)} systems; give one "
                "for each, in the same order"
            )


def _same_outputs(paths: Sequence[Path], texts: Sequence[Sequence[str]]) -> tuple[str, ...]:
    short = len({path.name for path in paths}) == len(paths)
    names = [path.name if short else str(path) for path in paths]
    return same_runs(dict(zip(names, texts, strict=True)))
