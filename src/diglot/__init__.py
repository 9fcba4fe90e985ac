"""diglot: pairs of texts become checked bilingual knowledge.

``build`` goes the whole way to a termbase and a report; ``align`` two files, ``align_words`` of
sentence pairs, ``read`` and ``write`` documents, bitexts, termbases and lexicons; the values that
flow between them are importable from here too. Everything is loaded on first use, so that
importing diglot and asking for help stay fast.
"""

from __future__ import annotations

from importlib import import_module

from diglot._version import __version__

TYPE_CHECKING = False  # typing is not loaded for diglot --help
if TYPE_CHECKING:
    from typing import Any

    from diglot.errors import ConfigError, DiglotError, InputError, RunError
    from diglot.formats import (
        read,
        read_annotated_set,
        read_hypotheses,
        read_lexicon,
        read_termbase,
        read_word_links,
        write,
        write_annotated_set,
        write_lexicon,
        write_termbase,
        write_word_links,
    )
    from diglot.model import (
        AnnotatedSegment,
        AnnotatedSet,
        BisegmentTrees,
        Bitext,
        Block,
        Checked,
        CheckedUnit,
        Concept,
        ConceptTerm,
        ConfidenceJudgement,
        Context,
        DividedText,
        Document,
        Finding,
        HumanAnswer,
        Hypotheses,
        JudgedPair,
        LabelledLink,
        LexicalPath,
        Lexicon,
        Link,
        Markup,
        Origin,
        Score,
        Segment,
        Signature,
        Skipped,
        Source,
        TaggedSentence,
        Term,
        Termbase,
        TermMark,
        TermPair,
        TermVariant,
        Translation,
        Unit,
        Variant,
        WordLinks,
        WordVectors,
        Zone,
    )
    from diglot.pipeline.build.building import Build
    from diglot.pipeline.build.options import BuildOptions
    from diglot.pipeline.build.term_alignment import align_terms
    from diglot.pipeline.file_pairs import Pair, pair_files
    from diglot.pipeline.steps.checking.check import CheckRun, check
    from diglot.pipeline.steps.checking.options import CheckOptions
    from diglot.pipeline.steps.lexicons.dictionaries import LoadedGraph, load_graph, save_graph
    from diglot.pipeline.steps.lexicons.explanation import Explanation, explain_word
    from diglot.pipeline.steps.lexicons.inference import Inference, infer
    from diglot.pipeline.steps.lexicons.options import ExplainOptions, InferOptions
    from diglot.pipeline.steps.scores.metric_studies import AnswerStudy, study_answers
    from diglot.pipeline.steps.scores.options import TaskOptions, TerminologyScoreOptions
    from diglot.pipeline.steps.scores.shared_tasks import score_task
    from diglot.pipeline.steps.scores.terminology import (
        TaskScores,
        TerminologyScores,
        score_terminology,
    )
    from diglot.pipeline.steps.sentences.alignment import align, align_files
    from diglot.pipeline.steps.sentences.options import AlignOptions
    from diglot.pipeline.steps.terms.comparable import align_comparable
    from diglot.pipeline.steps.terms.extraction import ExtractedTerms, extract_terms
    from diglot.pipeline.steps.terms.options import (
        ComparableOptions,
        ExtractOptions,
        TermOptions,
        TextOptions,
    )
    from diglot.pipeline.steps.terms.test_sets import annotate_terms
    from diglot.pipeline.steps.words.alignment import WordRun, align_words
    from diglot.pipeline.steps.words.options import WordOptions
    from diglot.pipeline.stored.terms import FoundTerms
    from diglot.report.build.page import build
    from diglot.words import Aligner

__all__ = [
    "AlignOptions",
    "Aligner",
    "AnnotatedSegment",
    "AnnotatedSet",
    "AnswerStudy",
    "BisegmentTrees",
    "Bitext",
    "Block",
    "Build",
    "BuildOptions",
    "CheckOptions",
    "CheckRun",
    "Checked",
    "CheckedUnit",
    "ComparableOptions",
    "Concept",
    "ConceptTerm",
    "ConfidenceJudgement",
    "ConfigError",
    "Context",
    "DiglotError",
    "DividedText",
    "Document",
    "ExplainOptions",
    "Explanation",
    "ExtractOptions",
    "ExtractedTerms",
    "Finding",
    "FoundTerms",
    "HumanAnswer",
    "Hypotheses",
    "InferOptions",
    "Inference",
    "InputError",
    "JudgedPair",
    "LabelledLink",
    "LexicalPath",
    "Lexicon",
    "Link",
    "LoadedGraph",
    "Markup",
    "Origin",
    "Pair",
    "RunError",
    "Score",
    "Segment",
    "Signature",
    "Skipped",
    "Source",
    "TaggedSentence",
    "TaskOptions",
    "TaskScores",
    "Term",
    "TermMark",
    "TermOptions",
    "TermPair",
    "TermVariant",
    "Termbase",
    "TerminologyScoreOptions",
    "TerminologyScores",
    "TextOptions",
    "Translation",
    "Unit",
    "Variant",
    "WordLinks",
    "WordOptions",
    "WordRun",
    "WordVectors",
    "Zone",
    "__version__",
    "align",
    "align_comparable",
    "align_files",
    "align_terms",
    "align_words",
    "annotate_terms",
    "build",
    "check",
    "explain_word",
    "extract_terms",
    "infer",
    "load_graph",
    "pair_files",
    "read",
    "read_annotated_set",
    "read_hypotheses",
    "read_lexicon",
    "read_termbase",
    "read_word_links",
    "save_graph",
    "score_task",
    "score_terminology",
    "study_answers",
    "write",
    "write_annotated_set",
    "write_lexicon",
    "write_termbase",
    "write_word_links",
]

# Where the public names are that are no values of the model.
_MODULES = {
    "diglot.errors": "ConfigError DiglotError InputError RunError",
    "diglot.formats": (
        "read read_annotated_set read_hypotheses read_lexicon read_termbase read_word_links write "
        "write_annotated_set write_lexicon write_termbase write_word_links"
    ),
    "diglot.pipeline.build.building": "Build",
    "diglot.pipeline.build.options": "BuildOptions",
    "diglot.pipeline.build.term_alignment": "align_terms",
    "diglot.pipeline.file_pairs": "Pair pair_files",
    "diglot.pipeline.steps.checking.check": "CheckRun check",
    "diglot.pipeline.steps.checking.options": "CheckOptions",
    "diglot.pipeline.steps.lexicons.dictionaries": "LoadedGraph load_graph save_graph",
    "diglot.pipeline.steps.lexicons.explanation": "Explanation explain_word",
    "diglot.pipeline.steps.lexicons.inference": "Inference infer",
    "diglot.pipeline.steps.lexicons.options": "ExplainOptions InferOptions",
    "diglot.pipeline.steps.scores.metric_studies": "AnswerStudy study_answers",
    "diglot.pipeline.steps.scores.options": "TaskOptions TerminologyScoreOptions",
    "diglot.pipeline.steps.scores.shared_tasks": "score_task",
    "diglot.pipeline.steps.scores.terminology": "TaskScores TerminologyScores score_terminology",
    "diglot.pipeline.steps.sentences.alignment": "align align_files",
    "diglot.pipeline.steps.sentences.options": "AlignOptions",
    "diglot.pipeline.steps.terms.comparable": "align_comparable",
    "diglot.pipeline.steps.terms.extraction": "ExtractedTerms extract_terms",
    "diglot.pipeline.steps.terms.options": (
        "ComparableOptions ExtractOptions TermOptions TextOptions"
    ),
    "diglot.pipeline.steps.terms.test_sets": "annotate_terms",
    "diglot.pipeline.steps.words.alignment": "WordRun align_words",
    "diglot.pipeline.steps.words.options": "WordOptions",
    "diglot.pipeline.stored.terms": "FoundTerms",
    "diglot.report.build.page": "build",
    "diglot.words": "Aligner",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'diglot' has no attribute {name!r}")
    return getattr(import_module(_HOMES.get(name, "diglot.model")), name)


def __dir__() -> list[str]:
    return __all__
