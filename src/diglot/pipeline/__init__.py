"""Every job of diglot from files to files, put together from the packages below it.

Paths and frozen option records enter. Results of model, files, and stored state between runs leave.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from diglot.pipeline.build.bucc import PARTS as TASK_PARTS
    from diglot.pipeline.build.bucc import FinishedTask, Task, finish_task, prepare_task
    from diglot.pipeline.build.bucc_options import BuccOptions
    from diglot.pipeline.build.build_options import BuildOptions
    from diglot.pipeline.build.building import Build, build_files
    from diglot.pipeline.build.concordance import Query
    from diglot.pipeline.build.term_alignment import align_terms
    from diglot.pipeline.build.workspace import Workspace, open_workspace
    from diglot.pipeline.convert import WordLinkOptions, convert_file
    from diglot.pipeline.documents import segment_file, segment_lines, write_lines
    from diglot.pipeline.pairing import Pair, pair_files
    from diglot.pipeline.samples import (
        copy_sample_dictionaries,
        copy_sample_terminology,
        sample_pairs,
    )
    from diglot.pipeline.steps.checking.check import CheckRun, check, check_files
    from diglot.pipeline.steps.checking.options import CheckOptions
    from diglot.pipeline.steps.lexicons.dictionaries import LoadedGraph, load_graph, save_graph
    from diglot.pipeline.steps.lexicons.explaining import explain_word
    from diglot.pipeline.steps.lexicons.explanation import ExplainOptions, Explanation
    from diglot.pipeline.steps.lexicons.inference import Inference, infer
    from diglot.pipeline.steps.lexicons.options import InferOptions
    from diglot.pipeline.steps.scores.agreement import (
        AgreementOptions,
        AgreementReport,
        score_agreement,
    )
    from diglot.pipeline.steps.scores.answer_study import AnswerStudy, study_answers
    from diglot.pipeline.steps.scores.pair_scoring import (
        PairScoreOptions,
        PairScores,
        ScoredPairs,
        score_pairs,
        score_pairs_as_bucc2022,
    )
    from diglot.pipeline.steps.scores.scoring import ScoredRun, compare_runs, score_sentences
    from diglot.pipeline.steps.scores.shared_tasks import score_task
    from diglot.pipeline.steps.scores.task_results import TaskOptions, TaskScores
    from diglot.pipeline.steps.scores.term_scoring import ScoredTerms, score_terms
    from diglot.pipeline.steps.scores.terminology import (
        score_terminology,
        score_terminology_as_alam2021,
    )
    from diglot.pipeline.steps.scores.terminology_results import (
        ScoredTerminology,
        TerminologyScoreOptions,
        TerminologyScores,
    )
    from diglot.pipeline.steps.scores.word_scoring import (
        ScoredWords,
        WordScoreOptions,
        compare_words,
        score_words,
    )
    from diglot.pipeline.steps.sentences.options import AlignOptions
    from diglot.pipeline.steps.sentences.run import align, align_files
    from diglot.pipeline.steps.terms.comparable_terms import ComparableOptions, align_comparable
    from diglot.pipeline.steps.terms.options import TermOptions
    from diglot.pipeline.steps.terms.term_extraction import (
        ExtractedTerms,
        ExtractOptions,
        extract_terms,
    )
    from diglot.pipeline.steps.terms.term_texts import TextOptions
    from diglot.pipeline.steps.terms.test_sets import MadeSet, make_set
    from diglot.pipeline.steps.terms.test_sets import annotate as annotate_terms
    from diglot.pipeline.steps.words.options import WordOptions, check_models
    from diglot.pipeline.steps.words.word_tables import write_phrases, write_translations
    from diglot.pipeline.steps.words.word_work import DOUBTFUL
    from diglot.pipeline.steps.words.words import WordRun, align_word_files, align_words
    from diglot.pipeline.stored.terms import FoundTerms
    from diglot.pipeline.stored.word_models import merge_models
    from diglot.pipeline.writing import WriteOptions

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
    "Query",
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
    "WordLinkOptions",
    "WordOptions",
    "WordRun",
    "WordScoreOptions",
    "Workspace",
    "WriteOptions",
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
    "check_models",
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
    "steps.scores.agreement": ("AgreementOptions", "AgreementReport", "score_agreement"),
    "steps.scores.answer_study": ("AnswerStudy", "study_answers"),
    "build.bucc": ("TASK_PARTS", "FinishedTask", "Task", "finish_task", "prepare_task"),
    "build.bucc_options": ("BuccOptions",),
    "build.build_options": ("BuildOptions",),
    "build.building": ("Build", "build_files"),
    "steps.checking.check": ("CheckRun", "check", "check_files"),
    "steps.checking.options": ("CheckOptions",),
    "steps.terms.comparable_terms": ("ComparableOptions", "align_comparable"),
    "build.concordance": ("Query",),
    "convert": ("WordLinkOptions", "convert_file"),
    "steps.lexicons.dictionaries": ("LoadedGraph", "load_graph", "save_graph"),
    "documents": ("segment_file", "segment_lines", "write_lines"),
    "steps.lexicons.explaining": ("explain_word",),
    "steps.lexicons.explanation": ("ExplainOptions", "Explanation"),
    "steps.lexicons.inference": ("Inference", "infer"),
    "steps.lexicons.options": ("InferOptions",),
    "steps.sentences.options": ("AlignOptions",),
    "steps.scores.pair_scoring": (
        "PairScoreOptions",
        "PairScores",
        "ScoredPairs",
        "score_pairs",
        "score_pairs_as_bucc2022",
    ),
    "pairing": ("Pair", "pair_files"),
    "steps.sentences.run": ("align", "align_files"),
    "samples": ("copy_sample_dictionaries", "copy_sample_terminology", "sample_pairs"),
    "steps.scores.scoring": ("ScoredRun", "compare_runs", "score_sentences"),
    "stored.terms": ("FoundTerms",),
    "steps.scores.task_results": ("TaskOptions", "TaskScores"),
    "build.term_alignment": ("align_terms",),
    "steps.terms.term_extraction": ("ExtractedTerms", "ExtractOptions", "extract_terms"),
    "steps.terms.options": ("TermOptions",),
    "steps.scores.term_scoring": ("ScoredTerms", "score_terms"),
    "steps.terms.term_texts": ("TextOptions",),
    "steps.scores.terminology_results": (
        "ScoredTerminology",
        "TerminologyScoreOptions",
        "TerminologyScores",
    ),
    "steps.scores.terminology": ("score_terminology", "score_terminology_as_alam2021"),
    "steps.terms.test_sets": ("MadeSet", "make_set", "annotate_terms"),
    "steps.scores.shared_tasks": ("score_task",),
    "stored.word_models": ("merge_models",),
    "steps.words.options": ("WordOptions", "check_models"),
    "steps.scores.word_scoring": (
        "ScoredWords",
        "WordScoreOptions",
        "compare_words",
        "score_words",
    ),
    "steps.words.word_tables": ("write_phrases", "write_translations"),
    "steps.words.word_work": ("DOUBTFUL",),
    "steps.words.words": ("WordRun", "align_word_files", "align_words"),
    "build.workspace": ("Workspace", "open_workspace"),
    "writing": ("WriteOptions",),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}
_OTHER_NAMES = {"TASK_PARTS": "PARTS", "annotate_terms": "annotate"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'diglot.pipeline' has no attribute {name!r}")
    module = import_module(f"diglot.pipeline.{_HOMES[name]}")
    return getattr(module, _OTHER_NAMES.get(name, name))


def __dir__() -> list[str]:
    return __all__
