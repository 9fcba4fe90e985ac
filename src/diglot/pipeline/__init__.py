"""The main job and its relatives: formats, text, sentences and evaluate put together."""

from diglot.pipeline.bucc import PARTS as TASK_PARTS
from diglot.pipeline.bucc import FinishedTask, Task, finish_task, prepare_task
from diglot.pipeline.bucc_options import BuccOptions
from diglot.pipeline.build_options import BuildOptions
from diglot.pipeline.building import Build, build_files
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
from diglot.pipeline.samples import copy_sample_dictionaries, sample_pairs
from diglot.pipeline.scoring import ScoredRun, compare_runs, score_sentences
from diglot.pipeline.stored_terms import FoundTerms
from diglot.pipeline.term_alignment import align_terms
from diglot.pipeline.term_extraction import ExtractedTerms, ExtractOptions, extract_terms
from diglot.pipeline.term_options import TermOptions
from diglot.pipeline.term_scoring import ScoredTerms, score_terms
from diglot.pipeline.term_texts import TextOptions
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
    "AlignOptions",
    "BuccOptions",
    "Build",
    "BuildOptions",
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
    "Pair",
    "PairScoreOptions",
    "PairScores",
    "Query",
    "ScoredPairs",
    "ScoredRun",
    "ScoredTerms",
    "ScoredWords",
    "Task",
    "TermOptions",
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
    "build_files",
    "check_models",
    "compare_runs",
    "compare_words",
    "convert_file",
    "copy_sample_dictionaries",
    "explain_word",
    "extract_terms",
    "finish_task",
    "infer",
    "load_graph",
    "merge_models",
    "open_workspace",
    "pair_files",
    "prepare_task",
    "sample_pairs",
    "save_graph",
    "score_pairs",
    "score_pairs_as_bucc2022",
    "score_sentences",
    "score_terms",
    "score_words",
    "segment_file",
    "segment_lines",
    "write_lines",
    "write_phrases",
    "write_translations",
]
