"""The main job and its relatives: formats, text, sentences and evaluate put together.

Names are loaded on first use, so that a job pays for its own modules only.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from diglot.pipeline.agreement import AgreementOptions, AgreementReport, score_agreement
    from diglot.pipeline.answer_study import AnswerStudy, study_answers
    from diglot.pipeline.bucc import PARTS as TASK_PARTS
    from diglot.pipeline.bucc import FinishedTask, Task, finish_task, prepare_task
    from diglot.pipeline.bucc_options import BuccOptions
    from diglot.pipeline.build_options import BuildOptions
    from diglot.pipeline.building import Build, build_files
    from diglot.pipeline.checking import CheckRun, check, check_files
    from diglot.pipeline.checking_options import CheckOptions
    from diglot.pipeline.comparable_terms import ComparableOptions, align_comparable
    from diglot.pipeline.concordance import Query
    from diglot.pipeline.convert import WordLinkOptions, convert_file
    from diglot.pipeline.dictionaries import LoadedGraph, load_graph, save_graph
    from diglot.pipeline.documents import segment_file, segment_lines, write_lines
    from diglot.pipeline.explaining import explain_word
    from diglot.pipeline.explanation import ExplainOptions, Explanation
    from diglot.pipeline.inference import Inference, infer
    from diglot.pipeline.inference_options import InferOptions
    from diglot.pipeline.options import AlignOptions
    from diglot.pipeline.pair_scoring import (
        PairScoreOptions,
        PairScores,
        ScoredPairs,
        score_pairs,
        score_pairs_as_bucc2022,
    )
    from diglot.pipeline.pairing import Pair, pair_files
    from diglot.pipeline.run import align, align_files
    from diglot.pipeline.samples import (
        copy_sample_dictionaries,
        copy_sample_terminology,
        sample_pairs,
    )
    from diglot.pipeline.scoring import ScoredRun, compare_runs, score_sentences
    from diglot.pipeline.stored_terms import FoundTerms
    from diglot.pipeline.task_results import TaskOptions, TaskScores
    from diglot.pipeline.term_alignment import align_terms
    from diglot.pipeline.term_extraction import ExtractedTerms, ExtractOptions, extract_terms
    from diglot.pipeline.term_options import TermOptions
    from diglot.pipeline.term_scoring import ScoredTerms, score_terms
    from diglot.pipeline.term_texts import TextOptions
    from diglot.pipeline.terminology_results import (
        ScoredTerminology,
        TerminologyScoreOptions,
        TerminologyScores,
    )
    from diglot.pipeline.terminology_scoring import (
        score_terminology,
        score_terminology_as_alam2021,
    )
    from diglot.pipeline.terminology_sets import MadeSet, make_set
    from diglot.pipeline.terminology_sets import annotate as annotate_terms
    from diglot.pipeline.terminology_tasks import score_task
    from diglot.pipeline.word_models import merge_models
    from diglot.pipeline.word_options import WordOptions, check_models
    from diglot.pipeline.word_scoring import (
        ScoredWords,
        WordScoreOptions,
        compare_words,
        score_words,
    )
    from diglot.pipeline.word_tables import write_phrases, write_translations
    from diglot.pipeline.word_work import DOUBTFUL
    from diglot.pipeline.words import WordRun, align_word_files, align_words
    from diglot.pipeline.workspace import Workspace, open_workspace
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
    "agreement": ("AgreementOptions", "AgreementReport", "score_agreement"),
    "answer_study": ("AnswerStudy", "study_answers"),
    "bucc": ("TASK_PARTS", "FinishedTask", "Task", "finish_task", "prepare_task"),
    "bucc_options": ("BuccOptions",),
    "build_options": ("BuildOptions",),
    "building": ("Build", "build_files"),
    "checking": ("CheckRun", "check", "check_files"),
    "checking_options": ("CheckOptions",),
    "comparable_terms": ("ComparableOptions", "align_comparable"),
    "concordance": ("Query",),
    "convert": ("WordLinkOptions", "convert_file"),
    "dictionaries": ("LoadedGraph", "load_graph", "save_graph"),
    "documents": ("segment_file", "segment_lines", "write_lines"),
    "explaining": ("explain_word",),
    "explanation": ("ExplainOptions", "Explanation"),
    "inference": ("Inference", "infer"),
    "inference_options": ("InferOptions",),
    "options": ("AlignOptions",),
    "pair_scoring": (
        "PairScoreOptions",
        "PairScores",
        "ScoredPairs",
        "score_pairs",
        "score_pairs_as_bucc2022",
    ),
    "pairing": ("Pair", "pair_files"),
    "run": ("align", "align_files"),
    "samples": ("copy_sample_dictionaries", "copy_sample_terminology", "sample_pairs"),
    "scoring": ("ScoredRun", "compare_runs", "score_sentences"),
    "stored_terms": ("FoundTerms",),
    "task_results": ("TaskOptions", "TaskScores"),
    "term_alignment": ("align_terms",),
    "term_extraction": ("ExtractedTerms", "ExtractOptions", "extract_terms"),
    "term_options": ("TermOptions",),
    "term_scoring": ("ScoredTerms", "score_terms"),
    "term_texts": ("TextOptions",),
    "terminology_results": ("ScoredTerminology", "TerminologyScoreOptions", "TerminologyScores"),
    "terminology_scoring": ("score_terminology", "score_terminology_as_alam2021"),
    "terminology_sets": ("MadeSet", "make_set", "annotate_terms"),
    "terminology_tasks": ("score_task",),
    "word_models": ("merge_models",),
    "word_options": ("WordOptions", "check_models"),
    "word_scoring": ("ScoredWords", "WordScoreOptions", "compare_words", "score_words"),
    "word_tables": ("write_phrases", "write_translations"),
    "word_work": ("DOUBTFUL",),
    "words": ("WordRun", "align_word_files", "align_words"),
    "workspace": ("Workspace", "open_workspace"),
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
