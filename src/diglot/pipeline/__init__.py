"""Every job of diglot from files to files, put together from the packages below it.

Paths and frozen option records enter. Results of model, files, and stored state between runs leave.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from diglot.pipeline.build.bucc import PARTS as TASK_PARTS
    from diglot.pipeline.build.bucc import FinishedTask, Task, finish_task, prepare_task
    from diglot.pipeline.build.building import Build, build_files
    from diglot.pipeline.build.options import BuccOptions, BuildOptions
    from diglot.pipeline.build.term_alignment import align_terms
    from diglot.pipeline.build.workspace import Workspace, open_workspace
    from diglot.pipeline.convert import convert_file
    from diglot.pipeline.documents import (
        Pair,
        copy_sample_dictionaries,
        copy_sample_terminology,
        pair_files,
        sample_pairs,
        segment_file,
        segment_lines,
        write_lines,
    )
    from diglot.pipeline.steps.checking.check import CheckRun, check, check_files
    from diglot.pipeline.steps.checking.options import CheckOptions
    from diglot.pipeline.steps.lexicons.dictionaries import LoadedGraph, load_graph, save_graph
    from diglot.pipeline.steps.lexicons.explanation import Explanation, explain_word
    from diglot.pipeline.steps.lexicons.inference import Inference, infer
    from diglot.pipeline.steps.lexicons.options import ExplainOptions, InferOptions
    from diglot.pipeline.steps.scores.agreement import (
        AgreementReport,
        score_agreement,
    )
    from diglot.pipeline.steps.scores.links import (
        ScoredRun,
        ScoredWords,
        compare_runs,
        compare_words,
        score_sentences,
        score_words,
    )
    from diglot.pipeline.steps.scores.metric_studies import AnswerStudy, study_answers
    from diglot.pipeline.steps.scores.options import (
        AgreementOptions,
        PairScoreOptions,
        TaskOptions,
        TerminologyScoreOptions,
        WordScoreOptions,
    )
    from diglot.pipeline.steps.scores.shared_tasks import score_task
    from diglot.pipeline.steps.scores.terminology import (
        score_terminology,
        score_terminology_as_alam2021,
    )
    from diglot.pipeline.steps.scores.terminology_results import (
        ScoredTerminology,
        TaskScores,
        TerminologyScores,
    )
    from diglot.pipeline.steps.scores.terms import (
        PairScores,
        ScoredPairs,
        ScoredTerms,
        score_pairs,
        score_pairs_as_bucc2022,
        score_terms,
    )
    from diglot.pipeline.steps.sentences.alignment import align, align_files
    from diglot.pipeline.steps.sentences.options import AlignOptions
    from diglot.pipeline.steps.terms.comparable import align_comparable
    from diglot.pipeline.steps.terms.extraction import (
        ExtractedTerms,
        extract_terms,
    )
    from diglot.pipeline.steps.terms.options import (
        ComparableOptions,
        ExtractOptions,
        TermOptions,
        TextOptions,
    )
    from diglot.pipeline.steps.terms.test_sets import MadeSet, annotate_terms, make_set
    from diglot.pipeline.steps.words.alignment import (
        WordRun,
        align_word_files,
        align_words,
        write_phrases,
        write_translations,
    )
    from diglot.pipeline.steps.words.chunks import DOUBTFUL
    from diglot.pipeline.steps.words.options import WordOptions
    from diglot.pipeline.stored.terms import FoundTerms
    from diglot.pipeline.stored.words import merge_models

__all__ = [
    "DOUBTFUL",
    "TASK_PARTS",
    "AgreementOptions",
    "AgreementReport",
    "AlignOptions",
    "AnswerStudy",
    "BuccOptions",
    "Build",
    "BuildOptions",
    "CheckOptions",
    "CheckRun",
    "ComparableOptions",
    "ExplainOptions",
    "Explanation",
    "ExtractOptions",
    "ExtractedTerms",
    "FinishedTask",
    "FoundTerms",
    "InferOptions",
    "Inference",
    "LoadedGraph",
    "MadeSet",
    "Pair",
    "PairScoreOptions",
    "PairScores",
    "ScoredPairs",
    "ScoredRun",
    "ScoredTerminology",
    "ScoredTerms",
    "ScoredWords",
    "Task",
    "TaskOptions",
    "TaskScores",
    "TermOptions",
    "TerminologyScoreOptions",
    "TerminologyScores",
    "TextOptions",
    "WordOptions",
    "WordRun",
    "WordScoreOptions",
    "Workspace",
    "align",
    "align_comparable",
    "align_files",
    "align_terms",
    "align_word_files",
    "align_words",
    "annotate_terms",
    "build_files",
    "check",
    "check_files",
    "compare_runs",
    "compare_words",
    "convert_file",
    "copy_sample_dictionaries",
    "copy_sample_terminology",
    "explain_word",
    "extract_terms",
    "finish_task",
    "infer",
    "load_graph",
    "make_set",
    "merge_models",
    "open_workspace",
    "pair_files",
    "prepare_task",
    "sample_pairs",
    "save_graph",
    "score_agreement",
    "score_pairs",
    "score_pairs_as_bucc2022",
    "score_sentences",
    "score_task",
    "score_terminology",
    "score_terminology_as_alam2021",
    "score_terms",
    "score_words",
    "segment_file",
    "segment_lines",
    "study_answers",
    "write_lines",
    "write_phrases",
    "write_translations",
]

_MODULES = {
    "build.bucc": (
        "TASK_PARTS",
        "FinishedTask",
        "Task",
        "finish_task",
        "prepare_task",
    ),
    "build.building": (
        "Build",
        "build_files",
    ),
    "build.options": (
        "BuccOptions",
        "BuildOptions",
    ),
    "build.term_alignment": ("align_terms",),
    "build.workspace": (
        "Workspace",
        "open_workspace",
    ),
    "convert": ("convert_file",),
    "documents": (
        "segment_file",
        "segment_lines",
        "write_lines",
        "Pair",
        "pair_files",
        "copy_sample_dictionaries",
        "copy_sample_terminology",
        "sample_pairs",
    ),
    "steps.checking.check": (
        "CheckRun",
        "check",
        "check_files",
    ),
    "steps.checking.options": ("CheckOptions",),
    "steps.lexicons.dictionaries": (
        "LoadedGraph",
        "load_graph",
        "save_graph",
    ),
    "steps.lexicons.explanation": (
        "explain_word",
        "Explanation",
    ),
    "steps.lexicons.inference": (
        "Inference",
        "infer",
    ),
    "steps.lexicons.options": ("ExplainOptions", "InferOptions"),
    "steps.scores.agreement": (
        "AgreementReport",
        "score_agreement",
    ),
    "steps.scores.links": (
        "ScoredRun",
        "compare_runs",
        "score_sentences",
        "ScoredWords",
        "compare_words",
        "score_words",
    ),
    "steps.scores.metric_studies": (
        "AnswerStudy",
        "study_answers",
    ),
    "steps.scores.options": (
        "AgreementOptions",
        "PairScoreOptions",
        "TaskOptions",
        "TerminologyScoreOptions",
        "WordScoreOptions",
    ),
    "steps.scores.shared_tasks": ("score_task",),
    "steps.scores.terminology": (
        "score_terminology",
        "score_terminology_as_alam2021",
    ),
    "steps.scores.terminology_results": (
        "TaskScores",
        "ScoredTerminology",
        "TerminologyScores",
    ),
    "steps.scores.terms": (
        "PairScores",
        "ScoredPairs",
        "score_pairs",
        "score_pairs_as_bucc2022",
        "ScoredTerms",
        "score_terms",
    ),
    "steps.sentences.alignment": (
        "align",
        "align_files",
    ),
    "steps.sentences.options": ("AlignOptions",),
    "steps.terms.comparable": ("align_comparable",),
    "steps.terms.extraction": (
        "ExtractedTerms",
        "extract_terms",
    ),
    "steps.terms.options": ("ComparableOptions", "ExtractOptions", "TermOptions", "TextOptions"),
    "steps.terms.test_sets": (
        "MadeSet",
        "make_set",
        "annotate_terms",
    ),
    "steps.words.alignment": (
        "write_phrases",
        "write_translations",
        "WordRun",
        "align_word_files",
        "align_words",
    ),
    "steps.words.chunks": ("DOUBTFUL",),
    "steps.words.options": ("WordOptions",),
    "stored.terms": ("FoundTerms",),
    "stored.words": ("merge_models",),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}
_OTHER_NAMES = {"TASK_PARTS": "PARTS"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'diglot.pipeline' has no attribute {name!r}")
    module = import_module(f"diglot.pipeline.{_HOMES[name]}")
    return getattr(module, _OTHER_NAMES.get(name, name))


def __dir__() -> list[str]:
    return __all__
