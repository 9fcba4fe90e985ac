"""Terminology metrics of files: a test set with marked terms, and what systems made of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from diglot.errors import ConfigError, naming
from diglot.evaluate.statistics.ranks import correlations
from diglot.evaluate.statistics.significance import (
    combine_scores,
    combined_intervals,
    compare_scores,
)
from diglot.evaluate.terminology import strings as terminology_strings
from diglot.evaluate.terminology.cheat_detection import detect_cheating
from diglot.evaluate.terminology.scores import NO_PLACES, WINDOWS, score_terms
from diglot.evaluate.terminology.texts import encode_set, token_spans, words
from diglot.formats.marked_terms.conllu import read_heads
from diglot.pipeline.steps.scores import terminology_inputs
from diglot.pipeline.steps.scores.options import TerminologyScoreOptions
from diglot.pipeline.steps.scores.terminology_inputs import read_test_set, read_texts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.evaluate.statistics.ranks import Correlation
    from diglot.evaluate.statistics.significance import Comparison
    from diglot.evaluate.terminology.alam2021 import CompatScore
    from diglot.evaluate.terminology.cheat_detection import CheatReport
    from diglot.evaluate.terminology.consistency import Consistency, TaskConsistency
    from diglot.evaluate.terminology.scores import FoundTerm
    from diglot.evaluate.terminology.texts import EncodedSet, Tokeniser, Tokens
    from diglot.model import AnnotatedSet, Score
    from diglot.model.terms import Span
    from diglot.pipeline.documents import ProgressCall
    from diglot.pipeline.steps.scores.options import MarkedSetOptions
    from diglot.pipeline.steps.scores.terminology_inputs import TargetWords


Scored = TypeVar("Scored", "ScoredTerminology", "ScoredTask")

HEADLINES = (
    *("bleu.score", "chrf2.score", "ter.score", "term.score"),
    *("exact_match.surface", "exact_match.accuracy"),
    *("window_overlap_2.matched", "window_overlap_2.all_terms"),
    *("window_overlap_3.matched", "window_overlap_3.all_terms"),
    *("partial.accuracy", "term_bleu_2.score"),
)
"""Figures that systems are compared in, ``metric.figure``; those that are missing are left out."""


def figures_of(scores: Mapping[str, Score]) -> dict[str, float]:
    """Return all figures of scores by name, ``metric.figure``."""
    return {
        f"{name}.{figure}": value
        for name, score in scores.items()
        for figure, value in score.values.items()
    }


@dataclass(frozen=True, slots=True, eq=False)
class ScoredTerminology:
    """How one hypothesis fared.

    Attributes:
        prediction: the file.
        scores: by name of the metric, with intervals.
        terms: what became of every marked term.
        missing: why metrics are not there, by name.
        cheating: signs of terms that were added to please a metric.
        texts: the translations, in the order of the set.
        tokenise: how they were cut; None at white space.
    """

    prediction: Path
    scores: Mapping[str, Score]
    terms: tuple[FoundTerm, ...]
    missing: Mapping[str, str]
    cheating: CheatReport
    texts: tuple[str, ...]
    tokenise: Tokeniser | None = None

    @property
    def figures(self) -> dict[str, float]:
        """All figures by name, such as ``bleu.score``."""
        return figures_of(self.scores)

    @property
    def headlines(self) -> dict[str, float]:
        """The figures of ``HEADLINES`` that are known."""
        return {name: self.figures[name] for name in HEADLINES if name in self.figures}

    def characters(self, segment: int, span: Span) -> Span:
        """Return the range of characters of a range of tokens of a translation."""
        spans = token_spans(self.texts[segment], self.tokenise)
        return spans[span[0]][0], spans[span[1] - 1][1]


@dataclass(frozen=True, slots=True, eq=False)
class TerminologyScores:
    """How several hypotheses fared with one test set.

    Attributes:
        annotated: the test set.
        runs: one a hypothesis.
        compared: every two hypotheses, in the figures of ``HEADLINES``.
        correlations: of the ranks that two figures give the systems; empty for less than three.
        notes: remarks for the user.
    """

    annotated: AnnotatedSet
    runs: tuple[ScoredTerminology, ...]
    compared: tuple[tuple[ScoredTerminology, ScoredTerminology, Comparison], ...] = ()
    correlations: Mapping[tuple[str, str], Correlation] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


# What comes of systems in a shared task on terminology.

DICTIONARIES = ("proper", "random")
NO_TERMS = "noterm"
"""Mode of a run whose system saw no dictionary."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoredTask:
    """How one system fared.

    Attributes:
        prediction: the file.
        scores: by name, such as ``success_proper``, with intervals.
        consistency: by kind of pseudo-reference, from word links; empty without links.
        first_f1: precision, recall and F1 of 2023, from word links; empty without links.
        published: the consistency of 2025 from a table of occurrences, by kind.
        anomalies: signs that the run is not what it is said to be, in words.
    """

    prediction: Path
    scores: Mapping[str, Score]
    consistency: Mapping[str, Consistency] = field(default_factory=dict)
    first_f1: Mapping[str, float] = field(default_factory=dict)
    published: Mapping[str, TaskConsistency] = field(default_factory=dict)
    anomalies: tuple[str, ...] = ()

    @property
    def figures(self) -> dict[str, float]:
        """All figures by name, such as ``success_proper.success``."""
        return figures_of(self.scores)


@dataclass(frozen=True, slots=True, eq=False)
class TaskScores:
    """How several systems fared in a shared task.

    Attributes:
        task: one of ``TASKS``.
        dictionaries: the test set by the dictionary that its marks are from.
        runs: one a system.
        compared: every two systems, in each figure.
        correlations: of figures over systems; empty for fewer than three.
        notes: remarks for the user.
    """

    task: str
    dictionaries: Mapping[str, AnnotatedSet]
    runs: tuple[ScoredTask, ...]
    compared: tuple[tuple[ScoredTask, ScoredTask, Comparison], ...] = ()
    correlations: Mapping[tuple[str, str], Correlation] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


# What systems are compared by.

_FEWEST_SYSTEMS = 3


def compare_systems(
    runs: Sequence[Scored], figures: Sequence[str], options: MarkedSetOptions
) -> tuple[tuple[Scored, Scored, Comparison], ...]:
    """Compare every two systems in figures, named ``metric.figure``."""
    if not options.draws or len(runs) < 2:
        return ()
    wanted = {figure.partition(".")[0] for figure in figures}
    scores = [
        combine_scores("all", {name: run.scores[name] for name in run.scores if name in wanted})
        for run in runs
    ]
    found = compare_scores(scores, tuple(figures), unit=options.unit, draws=options.draws)
    return tuple((runs[one], runs[other], each) for one, other, each in found)


def correlate(runs: Sequence[Mapping[str, float]]) -> dict[tuple[str, str], Correlation]:
    """Correlate the ranks that two figures give three systems or more."""
    if len(runs) < _FEWEST_SYSTEMS:
        return {}
    return correlations({name: [each[name] for each in runs] for name in runs[0]})


_STRINGS = ("bleu", "chrf2", "chrf2++", "ter")
_TERM_STRINGS = ("term", "term_bleu", "term_chrf")
_NO_REFERENCES = "the test set has segments without a reference"


def score_terminology(
    source: str | Path,
    reference: str | Path | None,
    hypotheses: Sequence[str | Path],
    *,
    termbase: str | Path | None = None,
    options: TerminologyScoreOptions | None = None,
    progress: ProgressCall | None = None,
) -> TerminologyScores:
    """Score how systems translate the marked terms of a test set.

    Args:
        source: file of the source segments, or of both sides, with marked terms.
        reference: file of the reference translations.
        hypotheses: files of translations, one a system.
        termbase: its terms are looked up in a test set without marks.
        options: how to read and count.
        progress: called with the stage, the parts done and the parts in all, where words are
            aligned.

    Raises:
        InputError: a file cannot be read, or does not fit the others, or no terms are marked.
        ConfigError: options do not fit together.
    """
    options = options or TerminologyScoreOptions()
    paths = [Path(each) for each in hypotheses]
    _check(paths, options)
    annotated = read_test_set(source, reference, termbase, options)
    texts = [read_texts(annotated, path, options) for path in paths]
    words = terminology_inputs.target_words(
        options.target_language or annotated.target_language,
        options.source_language or annotated.source_language,
        lemmas=options.lemmas,
        tokenise=options.tokenise,
    )
    gold = encode_set(
        annotated,
        vocabulary=words.vocabulary,
        tokenise=words.tokenise,
        source_tokenise=words.source_tokenise,
    )
    scorer = _Scorer(annotated, gold, words, options, progress)
    runs = tuple(
        scorer.scored(path, each, number)
        for number, (path, each) in enumerate(zip(paths, texts, strict=True))
    )
    return TerminologyScores(
        annotated,
        runs,
        compare_systems(runs, tuple(runs[0].headlines), options),
        correlate([run.headlines for run in runs]),
        (*annotated.notes, *words.notes),
    )


def score_terminology_as_alam2021(
    source: Path,
    reference: Path | None,
    hypotheses: Sequence[Path],
    *,
    termbase: Path | None = None,
    options: TerminologyScoreOptions | None = None,
) -> tuple[tuple[Path, CompatScore], ...]:
    """Score as the published implementation of 2021 does, number for number.

    Arguments are those of `score_terminology`; of ``lemmas``, ``auto`` is simplemma.

    Raises:
        InputError: a file cannot be read, or does not fit the others, or the implementation stops.
        ConfigError: options do not fit together.
    """
    from diglot.evaluate.terminology import alam2021

    options = options or TerminologyScoreOptions()
    lemmas = "simplemma" if options.lemmas == "auto" else options.lemmas
    annotated = read_test_set(source, reference, termbase, options)
    found = []
    for path in hypotheses:
        texts = read_texts(annotated, path, options)
        with naming(path):
            score = alam2021.score(
                annotated, texts, lemmas=lemmas, language=options.target_language
            )
        found.append((path, score))
    return tuple(found)


class _Scorer:
    """Scores hypotheses of one test set; what they share is prepared once."""

    def __init__(
        self,
        annotated: AnnotatedSet,
        gold: EncodedSet,
        words: TargetWords,
        options: TerminologyScoreOptions,
        progress: ProgressCall | None,
    ) -> None:
        self._annotated = annotated
        self._gold = gold
        self._words = words
        self._options = options
        self._progress = progress
        self._language = options.target_language or annotated.target_language
        self._source: list[list[str]] | None = None
        self._reference_heads: list[list[int]] | None = None

    def scored(self, path: Path, texts: tuple[str, ...], number: int) -> ScoredTerminology:
        hypothesis = self._gold.hypothesis(texts)
        links = self._links(hypothesis, number)
        found = score_terms(
            self._gold,
            hypothesis,
            links=links,
            heads=self._heads(hypothesis, number),
            skip_function_words=self._options.skip_function_words,
            options=self._words.options,
        )
        strings, lacking = self._string_scores(texts, hypothesis)
        scores = strings | dict(found.scores)
        if self._options.draws:
            scores = combined_intervals(scores, unit=self._options.unit, draws=self._options.draws)
        # The detector numbers words between spaces.
        cheating = detect_cheating(
            self._annotated, texts, links=None if self._options.tokenise else links
        )
        return ScoredTerminology(
            path,
            scores,
            found.terms,
            lacking | dict(found.missing),
            cheating,
            texts,
            self._words.tokenise,
        )

    def _string_scores(
        self, texts: Sequence[str], hypothesis: Sequence[Tokens]
    ) -> tuple[dict[str, Score], dict[str, str]]:
        """Return the metrics that compare whole segments, and why some are missing."""
        if not self._gold.has_references:
            return {}, dict.fromkeys((*_STRINGS, *_TERM_STRINGS), _NO_REFERENCES)
        references = [segment.reference or "" for segment in self._annotated.segments]
        scores = terminology_strings.text_scores(
            self._gold, texts, references, language=self._language
        )
        scores |= terminology_strings.edit_rates(self._gold, hypothesis, self._words.options)
        if not self._gold.located_terms:
            return scores, dict.fromkeys(_TERM_STRINGS, NO_PLACES)
        phrases = partial(
            terminology_strings.phrase_scores,
            self._gold,
            hypothesis,
            WINDOWS,
            self._words.options,
        )
        scores |= phrases()
        if not self._options.align:
            return scores, {"term_bleu_linked": "the words are not aligned (--align)"}
        # Two texts of one language: what either was translated from teaches nothing here.
        sides = self._strings(self._references()), self._strings(hypothesis)
        linked = terminology_inputs.align_hypothesis(*sides, progress=self._progress)
        return scores | phrases(links=[linked.of(row) for row in range(linked.pairs)]), {}

    def _sources(self) -> list[list[str]]:
        if self._source is None:
            cut = self._words.source_tokenise
            self._source = [words(each.source, cut) for each in self._annotated.segments]
        return self._source

    def _strings(self, sentences: Sequence[Tokens]) -> list[list[str]]:
        return [self._gold.vocabulary.words(sentence) for sentence in sentences]

    def _links(
        self, hypothesis: Sequence[Tokens], number: int
    ) -> list[list[tuple[int, int]]] | None:
        """Return the word links of each segment; None if nobody asked for them."""
        if not self._options.align and not self._options.links:
            return None
        texts = self._strings(hypothesis)
        if self._options.links:
            found = terminology_inputs.read_links(
                self._options.links[number], self._sources(), texts
            )
        else:
            found = terminology_inputs.align_hypothesis(
                self._sources(), texts, self._strings(self._references()), progress=self._progress
            )
        return [found.of(row) for row in range(found.pairs)]

    def _references(self) -> list[Tokens]:
        found = [segment.reference for segment in self._gold.segments]
        return [each for each in found if each is not None] if self._gold.has_references else []

    def _heads(
        self, hypothesis: Sequence[Tokens], number: int
    ) -> tuple[Sequence[Sequence[int]], Sequence[Sequence[int]]] | None:
        options = self._options
        if not self._gold.has_references:
            return None
        sides = self._strings(self._references()), self._strings(hypothesis)
        if options.parser is not None:
            one, other = (_checked_heads(options.parser(each), each) for each in sides)
            return one, other
        if options.reference_parse is None:
            return None
        if self._reference_heads is None:
            self._reference_heads = read_heads(options.reference_parse, sides[0])
        return self._reference_heads, read_heads(options.parses[number], sides[1])


def _check(hypotheses: Sequence[Path], options: TerminologyScoreOptions) -> None:
    if not hypotheses:
        raise ConfigError("give --hypothesis, a translation to score")
    if bool(options.parses) != bool(options.reference_parse):
        raise ConfigError("--parsed needs --parsed-reference, and the other way round")
    if options.parses and options.parser:
        raise ConfigError("give --parser or --parsed, not both")
    if options.parses and len(options.parses) != len(hypotheses):
        raise ConfigError(
            f"there are {len(options.parses)} files of --parsed for {len(hypotheses)} hypotheses; "
            "give one for each, in the same order"
        )
    if options.align and options.links:
        raise ConfigError("give --align or --links, not both")
    if options.links and len(options.links) != len(hypotheses):
        raise ConfigError(
            f"there are {len(options.links)} files of links for {len(hypotheses)} hypotheses; "
            "give --links once for each, in the same order"
        )


def _checked_heads(
    heads: Sequence[Sequence[int]], sentences: Sequence[Sequence[str]]
) -> Sequence[Sequence[int]]:
    """Check what a parser says of sentences."""
    if len(heads) != len(sentences):
        raise ConfigError(f"the parser returned {len(heads)} sentences for {len(sentences)}")
    for number, (found, tokens) in enumerate(zip(heads, sentences, strict=True), 1):
        if len(found) != len(tokens):
            raise ConfigError(
                f"the parser returned {len(found)} heads for the {len(tokens)} tokens of "
                f"sentence {number}"
            )
        if any(not -1 <= head < len(tokens) for head in found):
            raise ConfigError(f"the parser named a head outside sentence {number}")
    return heads
