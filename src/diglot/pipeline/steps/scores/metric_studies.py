"""Studies of terminology metrics: translations that cheat them, and how they fit human answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from diglot._version import __version__
from diglot.errors import ConfigError, InputError
from diglot.evaluate.statistics.ranks import Separation, separation
from diglot.evaluate.strings.ngrams import bleu
from diglot.evaluate.strings.ter import TERM_WEIGHT, weighted_ter
from diglot.evaluate.terminology import cheat_detection
from diglot.evaluate.terminology.cheats import cheat
from diglot.evaluate.terminology.scores import WINDOWS, score_terms
from diglot.evaluate.terminology.strings import effective_bleu, term_weights
from diglot.evaluate.terminology.texts import Tokeniser, encode_set, token_spans, words
from diglot.formats import marked_terms
from diglot.formats.judgements.answers import read_answers
from diglot.formats.marked_terms import shared_tasks
from diglot.model import AnnotatedSegment, AnnotatedSet, HumanAnswer, Signature, TermMark
from diglot.model.terms import Span
from diglot.pipeline.options import check_apart
from diglot.pipeline.steps.scores import terminology_inputs
from diglot.pipeline.steps.scores.options import CheatOptions
from diglot.pipeline.steps.scores.terminology_inputs import TargetWords, read_test_set, target_words


@dataclass(frozen=True, slots=True)
class MadeCheat:
    """A cheating translation that was written."""

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
    report: cheat_detection.CheatReport
    texts: tuple[str, ...]
    anomalies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedSystems:
    """What the detectors say of several translations of one test set."""

    test_set: AnnotatedSet
    systems: tuple[JudgedSystem, ...]
    anomalies: tuple[str, ...] = ()


def make_cheat(
    source: Path,
    reference: Path | None,
    hypothesis: Path,
    output: Path,
    options: CheatOptions | None = None,
) -> MadeCheat:
    """Write a translation into which the marked terms were put, in the format of the honest one.

    Args:
        source: file of the source segments, or of both sides, with marked terms.
        reference: file of the reference translations.
        hypothesis: the honest translation.
        output: file to write; ``.sgm`` and ``.txt`` decide on the format.
        options: how to read the test set, and what to do with its terms.

    Raises:
        InputError: a file cannot be read or written, or no terms are marked.
        ConfigError: unknown kind or place, an output that would overwrite an input, or a format
            that translations are not written in.
    """
    options = options or CheatOptions()
    check_apart((source, reference, hypothesis), [output])
    format_read = marked_terms.set_format(hypothesis).name
    name = shared_tasks.hypothesis_format(output, "sgml" if format_read == "sgml" else "lines")
    test_set = read_test_set(source, reference, None, options)
    honest = marked_terms.read_hypotheses(hypothesis, target_language=options.target_language)
    texts = marked_terms.texts_for(test_set, honest, hypothesis)
    made = cheat(test_set, texts, options.kind, where=options.where)
    shared_tasks.write_hypotheses(
        output,
        replace(
            honest, texts=made, ids=tuple(each.id for each in test_set.segments), name=output.stem
        ),
        format=name,
        languages=(test_set.source_language, test_set.target_language),
    )
    return MadeCheat(
        output,
        options.kind,
        len(made),
        sum(bool(each.terms) for each in test_set.segments),
        sum(one != other for one, other in zip(texts, made, strict=True)),
        (*test_set.notes, *honest.notes),
    )


def detect_cheats(
    source: Path,
    reference: Path | None,
    translations: Sequence[Path],
    options: CheatOptions | None = None,
) -> JudgedSystems:
    """Look for added terms, and for other signs of a broken run, in translations of a test set.

    Args:
        source: file of the source segments, or of both sides, with marked terms.
        reference: file of the reference translations; None to judge without.
        translations: one file a system.
        options: how to read the test set, where word links come from, and whether the systems
            were shown the terms.

    Raises:
        InputError: a file cannot be read, or does not fit the others, or no terms are marked.
        ConfigError: options do not fit together.
    """
    options = options or CheatOptions()
    links = options.links
    if links and options.align:
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
        pairs = _links(test_set, each, links[number] if links else None, align=options.align)
        report = cheat_detection.detect_cheating(test_set, each, links=pairs)
        anomalies = _anomalies(test_set, each, report, options)
        systems.append(JudgedSystem(path, report, each, anomalies))
    names = {str(path): each for path, each in zip(translations, texts, strict=True)}
    return JudgedSystems(test_set, tuple(systems), cheat_detection.same_runs(names))


def _anomalies(
    test_set: AnnotatedSet,
    texts: Sequence[str],
    report: cheat_detection.CheatReport,
    options: CheatOptions,
) -> tuple[str, ...]:
    language = options.target_language or test_set.target_language
    found = (
        cheat_detection.terms_without_list(report.exact_match) if options.without_terms else None,
        cheat_detection.constant_output([each.source for each in test_set.segments], texts),
        cheat_detection.other_language(texts, language) if language else None,
    )
    return tuple(each for each in found if each is not None)


def _links(
    test_set: AnnotatedSet, texts: Sequence[str], path: Path | None, *, align: bool
) -> list[Iterable[tuple[int, int]]] | None:
    """Return pairs of word positions per segment; None without word links."""
    source = [each.source.split() for each in test_set.segments]
    words = [each.split() for each in texts]
    if path is not None:
        found = terminology_inputs.read_links(path, source, words)
    elif align:
        references = [each.reference for each in test_set.segments if each.reference is not None]
        whole = len(references) == len(source)
        found = terminology_inputs.align_hypothesis(
            source, words, [each.split() for each in references] if whole else ()
        )
    else:
        return None
    return [found.of(number) for number in range(found.pairs)]


# Metrics of single outputs against human judgements of the terms in them.
#
# Reference: Alam, Anastasopoulos, Besacier, Cross, Gallé, Koehn and Nikoulina 2021, On the
# Evaluation of Machine Translation for Terminology Consistency, section 4.

QUESTIONS = ("term", "context")
"""Is the term translated correctly; is what stands around it correct."""

METRICS = ("bleu", "1-term", "overlap")
WINDOW = 3
"""Words a side of the window overlap."""
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

    def answer_to(self, question: str) -> bool | None:
        """Return the answer to one of `QUESTIONS`."""
        return self.answer.term_correct if question == "term" else self.answer.context_correct


@dataclass(frozen=True, slots=True)
class AnswerStudy:
    """Outputs with figures and answers.

    Attributes:
        outputs: in the order of the file.
        separations: by question and metric: how the figures of yes and no differ.
        notes: remarks for the user.
        signature: how the figures were made.
    """

    outputs: tuple[StudiedOutput, ...]
    separations: Mapping[tuple[str, str], Separation]
    notes: tuple[str, ...]
    signature: Signature

    def values(self, question: str, metric: str) -> tuple[list[float], list[bool]]:
        """Return the figures of the outputs that have one and an answer, and these answers."""
        pairs = [
            (each.figures[metric], said)
            for each in self.outputs
            if metric in each.figures and (said := each.answer_to(question)) is not None
        ]
        return [value for value, _ in pairs], [said for _, said in pairs]


def study_answers(
    answers: str | Path | Sequence[HumanAnswer],
    *,
    annotated: AnnotatedSet | None = None,
    target_language: str | None = None,
    lemmas: str = "auto",
    tokenise: bool = False,
) -> AnswerStudy:
    """Compute the metrics of every output that people judged, and compare the classes.

    Args:
        answers: file (see `diglot.formats.judgements.answers`), or its rows.
        annotated: test set with the references of rows that have none: by the id of their segment,
            or by their source text.
        target_language: code, for lemmas and for the tokens of BLEU.
        lemmas: ``auto`` or ``none``.
        tokenise: cut texts with diglot's tokens rather than at white space.

    Raises:
        InputError: the file cannot be read as such, or no row has a reference.
    """
    path = None
    if isinstance(answers, (str, Path)):
        path = Path(answers)
        answers = read_answers(path)
    notes: Counter[str] = Counter()
    rows = _with_references(answers, annotated, notes)
    known = [row for row in rows if row.reference is not None]
    if not known:
        raise InputError(
            "no row has a reference, and without one there are no metrics",
            path=path,
            cure="add a column 'reference', or name the test set with --source and --reference",
        )
    language = target_language or (annotated.target_language if annotated else None)
    words = target_words(language, lemmas=lemmas, tokenise=tokenise)
    figures = iter(_figures(known, words, language, notes))
    outputs = tuple(
        StudiedOutput(row, next(figures) if row.reference is not None else {}) for row in rows
    )
    study = AnswerStudy(
        outputs,
        {},
        (*words.notes, *(f"{count} {kind}" for kind, count in notes.items())),
        Signature("answers", __version__, (*words.options, ("window", str(WINDOW)))),
    )
    separations = {
        (question, metric): separation(*study.values(question, metric))
        for question in QUESTIONS
        for metric in METRICS
    }
    return replace(study, separations=separations)


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
    notes: Counter[str],
) -> list[dict[str, float]]:
    """Return the figures of outputs with references."""
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
            one["overlap"] = overlap[WINDOWS.index(WINDOW)] if overlap else 0.0
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
