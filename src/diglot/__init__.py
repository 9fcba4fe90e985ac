"""diglot: pairs of texts become checked bilingual knowledge.

``build`` goes the whole way to a termbase and a report; ``align`` two files, ``align_words`` of
sentence pairs, ``read`` and ``write`` documents, bitexts, termbases and lexicons; the values that
flow between them are importable from here too. Everything is loaded on first use, so that
importing diglot and asking for help stay fast.
"""

from __future__ import annotations

from importlib import import_module

from diglot._version import __version__ as __version__

# Where each public name is; type checkers read the same in the stub beside this file.
_MODULES = {
    "diglot.errors": "ConfigError DiglotError InputError RunError",
    "diglot.formats": (
        "read read_annotated_set read_hypotheses read_lexicon read_termbase read_word_links write "
        "write_annotated_set write_lexicon write_termbase write_word_links"
    ),
    "diglot.model": (
        "AnnotatedSegment AnnotatedSet BisegmentTrees Bitext Block Checked CheckedUnit Concept "
        "ConceptTerm ConfidenceJudgement Context DividedText Document Finding HumanAnswer "
        "Hypotheses JudgedPair LabelledLink LexicalPath Lexicon Link Markup Origin Score "
        "Segment Signature Skipped Source TaggedSentence Term TermMark TermPair TermVariant "
        "Termbase Translation Unit Variant WordLinks WordVectors Zone"
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
    "diglot.pipeline.steps.terms.annotated_sets": "annotate_terms",
    "diglot.pipeline.steps.words.alignment": "WordRun align_words",
    "diglot.pipeline.steps.words.options": "WordOptions",
    "diglot.pipeline.stored.terms": "FoundTerms",
    "diglot.report.build.page": "build",
    "diglot.words": "Aligner",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}
__all__ = sorted([*_HOMES, "__version__"])


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'diglot' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
