from diglot._version import __version__ as __version__
from diglot.errors import (
    ConfigError as ConfigError,
    DiglotError as DiglotError,
    InputError as InputError,
    RunError as RunError,
)
from diglot.formats import (
    read as read,
    read_annotated_set as read_annotated_set,
    read_hypotheses as read_hypotheses,
    read_lexicon as read_lexicon,
    read_termbase as read_termbase,
    read_word_links as read_word_links,
    write as write,
    write_annotated_set as write_annotated_set,
    write_lexicon as write_lexicon,
    write_termbase as write_termbase,
    write_word_links as write_word_links,
)
from diglot.model import *
from diglot.pipeline.build.building import Build as Build
from diglot.pipeline.build.options import BuildOptions as BuildOptions
from diglot.pipeline.build.term_alignment import align_terms as align_terms
from diglot.pipeline.file_pairs import Pair as Pair, pair_files as pair_files
from diglot.pipeline.steps.checking.check import CheckRun as CheckRun, check as check
from diglot.pipeline.steps.checking.options import CheckOptions as CheckOptions
from diglot.pipeline.steps.lexicons.dictionaries import (
    LoadedGraph as LoadedGraph,
    load_graph as load_graph,
    save_graph as save_graph,
)
from diglot.pipeline.steps.lexicons.explanation import (
    Explanation as Explanation,
    explain_word as explain_word,
)
from diglot.pipeline.steps.lexicons.inference import Inference as Inference, infer as infer
from diglot.pipeline.steps.lexicons.options import (
    ExplainOptions as ExplainOptions,
    InferOptions as InferOptions,
)
from diglot.pipeline.steps.scores.metric_studies import (
    AnswerStudy as AnswerStudy,
    study_answers as study_answers,
)
from diglot.pipeline.steps.scores.options import (
    TaskOptions as TaskOptions,
    TerminologyScoreOptions as TerminologyScoreOptions,
)
from diglot.pipeline.steps.scores.shared_tasks import score_task as score_task
from diglot.pipeline.steps.scores.terminology import (
    TaskScores as TaskScores,
    TerminologyScores as TerminologyScores,
    score_terminology as score_terminology,
)
from diglot.pipeline.steps.sentences.alignment import align as align, align_files as align_files
from diglot.pipeline.steps.sentences.options import AlignOptions as AlignOptions
from diglot.pipeline.steps.terms.comparable import align_comparable as align_comparable
from diglot.pipeline.steps.terms.extraction import (
    ExtractedTerms as ExtractedTerms,
    extract_terms as extract_terms,
)
from diglot.pipeline.steps.terms.options import (
    ComparableOptions as ComparableOptions,
    ExtractOptions as ExtractOptions,
    TermOptions as TermOptions,
    TextOptions as TextOptions,
)
from diglot.pipeline.steps.terms.annotated_sets import annotate_terms as annotate_terms
from diglot.pipeline.steps.words.alignment import WordRun as WordRun, align_words as align_words
from diglot.pipeline.steps.words.options import WordOptions as WordOptions
from diglot.pipeline.stored.terms import FoundTerms as FoundTerms
from diglot.report.build.page import build as build
from diglot.words import Aligner as Aligner
