"""Metrics of single outputs against what people say of the terms in them.

Reference: Alam, Anastasopoulos, Besacier, Cross, Gallé, Koehn and Nikoulina 2021, On the
Evaluation of Machine Translation for Terminology Consistency, section 4.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import diglot
from diglot.errors import ConfigError, InputError
from diglot.model import AnnotatedSegment, AnnotatedSet, Signature, TermMark

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.evaluate.statistics.separation import Separation
    from diglot.evaluate.terminology.texts import Tokeniser
    from diglot.model import HumanAnswer
    from diglot.model.terminology import Span
    from diglot.pipeline.steps.scores.terminology_words import TargetWords

QUESTIONS = ("term", "context")
"""Is the term translated correctly; is what stands around it correct."""

METRICS = ("bleu", "1-term", "overlap")
WINDOWS = (2, 3)
BETWEEN = "|"


@dataclass(frozen=True, slots=True)
class StudiedOutput:
    """An output with its answers and its figures.

    Attributes:
        answer: what a person said of it.
        figures: by name of `METRICS`: sentence BLEU, 1-TERm of the segment, window overlap of the
            term (0 where the output does not have it as the reference does). Figures that the
            reference does not allow are left out.
    """

    answer: HumanAnswer
    figures: Mapping[str, float]

    def said(self, question: str) -> bool | None:
        """Return the answer to one of `QUESTIONS`."""
        return self.answer.term_correct if question == "term" else self.answer.context_correct


@dataclass(frozen=True, slots=True)
class AnswerStudy:
    """Outputs with figures and answers.

    Attributes:
        outputs: in the order of the file.
        separations: by question and metric: how the figures of yes and no differ.
        window: words a side of window overlap.
        notes: remarks for the user.
        signature: how the figures were made.
    """

    outputs: tuple[StudiedOutput, ...]
    separations: Mapping[tuple[str, str], Separation]
    window: int
    notes: tuple[str, ...]
    signature: Signature

    def values(self, question: str, metric: str) -> tuple[list[float], list[bool]]:
        """Return the figures of the outputs that have one and an answer, and these answers."""
        pairs = [
            (each.figures[metric], said)
            for each in self.outputs
            if metric in each.figures and (said := each.said(question)) is not None
        ]
        return [value for value, _ in pairs], [said for _, said in pairs]


def study_answers(
    answers: str | Path | Sequence[HumanAnswer],
    *,
    annotated: AnnotatedSet | None = None,
    target_language: str | None = None,
    lemmas: str = "auto",
    tokenise: bool = False,
    window: int = 3,
    encoding: str | None = None,
) -> AnswerStudy:
    """Compute the metrics of every output that people judged, and compare the classes.

    Args:
        answers: file (see `diglot.formats.judgements.human_answers`), or its rows.
        annotated: test set with the references of rows that have none: by the id of their segment,
            or by their source text.
        target_language: code, for lemmas and for the tokens of BLEU.
        lemmas: ``auto`` or ``none``.
        tokenise: cut texts with diglot's tokens rather than at white space.
        window: words a side of window overlap, 2 or 3.
        encoding: of the file, where it is not Unicode.

    Raises:
        InputError: the file cannot be read as such, or no row has a reference.
        ConfigError: another window.
    """
    from diglot.evaluate.statistics.separation import separation
    from diglot.pipeline.steps.scores.terminology_words import target_words

    if window not in WINDOWS:
        raise ConfigError(f"the window is {window}; it can be 2 or 3 words a side")
    path = Path(answers) if isinstance(answers, (str, Path)) else None
    given: Sequence[HumanAnswer] = (
        _read(answers, encoding) if isinstance(answers, (str, Path)) else answers
    )
    notes: Counter[str] = Counter()
    rows = _with_references(given, annotated, notes)
    known = [row for row in rows if row.reference is not None]
    if not known:
        raise InputError(
            "no row has a reference, and without one there are no metrics",
            path=path,
            cure="add a column 'reference', or name the test set with --source and --reference",
        )
    language = target_language or (annotated.target_language if annotated else None)
    words = target_words(language, lemmas=lemmas, tokenise=tokenise)
    figures = iter(_figures(known, words, language, window, notes))
    outputs = tuple(
        StudiedOutput(row, next(figures) if row.reference is not None else {}) for row in rows
    )
    study = AnswerStudy(
        outputs,
        {},
        window,
        (*words.notes, *(f"{count} {kind}" for kind, count in notes.items())),
        Signature("answers", diglot.__version__, (*words.options, ("window", str(window)))),
    )
    separations = {
        (question, metric): separation(*study.values(question, metric))
        for question in QUESTIONS
        for metric in METRICS
    }
    return replace(study, separations=separations)


def _read(path: str | Path, encoding: str | None) -> tuple[HumanAnswer, ...]:
    from diglot.formats.judgements.human_answers import read_answers

    return read_answers(Path(path), encoding=encoding)


def _with_references(
    rows: Sequence[HumanAnswer], annotated: AnnotatedSet | None, notes: Counter[str]
) -> list[HumanAnswer]:
    """Return rows with the references of their segments, where they have none."""
    segments = annotated.segments if annotated is not None else ()
    by_text = {" ".join(each.source.split()): each.reference for each in reversed(segments)}
    by_id = {each.id: each.reference for each in segments}
    found = []
    for row in rows:
        reference = row.reference
        if reference is None and row.segment is not None:
            reference = by_id.get(row.segment)
        if reference is None:
            reference = by_text.get(" ".join(row.source.split()))
        if reference is None:
            notes["outputs without a reference have no figures"] += 1
        found.append(replace(row, reference=reference))
    return found


def _figures(
    rows: Sequence[HumanAnswer],
    words: TargetWords,
    language: str | None,
    window: int,
    notes: Counter[str],
) -> list[dict[str, float]]:
    """Return the figures of outputs with references."""
    from diglot.evaluate.strings.string_metrics import bleu
    from diglot.evaluate.strings.weighted_ter import TERM_WEIGHT, weighted_ter
    from diglot.evaluate.terminology.terminology import score_terms
    from diglot.evaluate.terminology.terminology_strings import effective_bleu, term_weights
    from diglot.evaluate.terminology.texts import encode_set

    references = [row.reference or "" for row in rows]
    outputs = [row.output for row in rows]
    segments = tuple(_segment(number, row, words.tokenise) for number, row in enumerate(rows))
    gold = encode_set(AnnotatedSet(segments), vocabulary=words.vocabulary, tokenise=words.tokenise)
    hypothesis = gold.hypothesis(outputs)
    found = score_terms(gold, hypothesis, options=words.options)
    spelt = gold.vocabulary.words
    texts = [spelt(tokens) for tokens in hypothesis]
    wanted = [spelt(each.reference or ()) for each in gold.segments]
    rates = weighted_ter(texts, wanted, term_weights(gold, TERM_WEIGHT))
    blocks = effective_bleu(bleu(outputs, references, language=language).statistics)
    placed = {each.segment: each for each in found.terms}
    figures: list[dict[str, float]] = []
    for number, segment in enumerate(segments):
        one = {"bleu": float(blocks[number])}
        if rates.lengths[number]:
            one["1-term"] = 1 - float(rates.costs[number]) / int(rates.lengths[number])
        if all(mark.target_span is None for mark in segment.terms):
            notes["expected terms are not in their references: no window overlap"] += 1
        else:
            overlap = placed[number].overlap
            one["overlap"] = overlap[WINDOWS.index(window)] if overlap else 0.0
        figures.append(one)
    return figures


def _segment(number: int, row: HumanAnswer, tokenise: Tokeniser | None) -> AnnotatedSegment:
    """Return a row as a segment with one marked term, none if nobody says what it becomes."""
    expected = tuple(filter(None, (each.strip() for each in row.expected.split(BETWEEN))))
    place = _place(row.reference or "", expected, tokenise)
    mark = TermMark(row.term, row.term, expected, target_span=place)
    marks = (mark,) if expected else ()
    return AnnotatedSegment(str(number), row.source, row.reference, marks)


def _place(text: str, wanted: Sequence[str], tokenise: Tokeniser | None) -> Span | None:
    """Return where one of some terms stands in a text: in its own case, else in any."""
    from diglot.evaluate.terminology.texts import token_spans, words

    spans = token_spans(text, tokenise)
    tokens = [text[begin:end] for begin, end in spans]
    for fold in (str, str.casefold):
        folded = [fold(token) for token in tokens]
        for term in wanted:
            sought = [fold(token) for token in words(term, tokenise)]
            for at in range(len(folded) - len(sought) + 1):
                if sought and folded[at : at + len(sought)] == sought:
                    return spans[at][0], spans[at + len(sought) - 1][1]
    return None
