"""diglot: pairs of texts become checked bilingual knowledge.

``build`` goes the whole way to a termbase and a report; ``align`` two files, ``align_words`` of
sentence pairs, ``read`` and ``write`` documents, bitexts, termbases and lexicons; the values that
flow between them are importable from here too. Everything is loaded on first use, so that
importing diglot and asking for help stay fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from diglot.errors import ConfigError, DiglotError, InputError, RunError
    from diglot.formats import (
        read,
        read_lexicon,
        read_termbase,
        read_word_links,
        write,
        write_lexicon,
        write_termbase,
        write_word_links,
    )
    from diglot.model import (
        BisegmentTrees,
        Bitext,
        Block,
        Concept,
        ConceptTerm,
        Context,
        Document,
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
        TermPair,
        TermVariant,
        Translation,
        Unit,
        Variant,
        WordLinks,
        WordVectors,
        Zone,
    )
    from diglot.pipeline import (
        AlignOptions,
        Build,
        BuildOptions,
        ComparableOptions,
        ExplainOptions,
        Explanation,
        ExtractedTerms,
        ExtractOptions,
        FoundTerms,
        Inference,
        InferOptions,
        LoadedGraph,
        Pair,
        TermOptions,
        TextOptions,
        WordOptions,
        WordRun,
        align,
        align_comparable,
        align_files,
        align_terms,
        align_words,
        explain_word,
        extract_terms,
        infer,
        load_graph,
        pair_files,
        save_graph,
    )
    from diglot.report.built import build
    from diglot.words import Aligner

__version__ = "0.1.0"

__all__ = [
    "AlignOptions",
    "Aligner",
    "BisegmentTrees",
    "Bitext",
    "Block",
    "Build",
    "BuildOptions",
    "ComparableOptions",
    "Concept",
    "ConceptTerm",
    "ConfigError",
    "Context",
    "DiglotError",
    "Document",
    "ExplainOptions",
    "Explanation",
    "ExtractOptions",
    "ExtractedTerms",
    "FoundTerms",
    "InferOptions",
    "Inference",
    "InputError",
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
    "Term",
    "TermOptions",
    "TermPair",
    "TermVariant",
    "Termbase",
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
    "build",
    "explain_word",
    "extract_terms",
    "infer",
    "load_graph",
    "pair_files",
    "read",
    "read_lexicon",
    "read_termbase",
    "read_word_links",
    "save_graph",
    "write",
    "write_lexicon",
    "write_termbase",
    "write_word_links",
]

_ROOMS = {
    "diglot.errors": ("ConfigError", "DiglotError", "InputError", "RunError"),
    "diglot.formats": (
        "read",
        "read_lexicon",
        "read_termbase",
        "read_word_links",
        "write",
        "write_lexicon",
        "write_termbase",
        "write_word_links",
    ),
    "diglot.pipeline": (
        "AlignOptions",
        "Build",
        "BuildOptions",
        "ComparableOptions",
        "ExplainOptions",
        "Explanation",
        "ExtractOptions",
        "ExtractedTerms",
        "FoundTerms",
        "InferOptions",
        "Inference",
        "LoadedGraph",
        "Pair",
        "TermOptions",
        "TextOptions",
        "WordOptions",
        "WordRun",
        "align",
        "align_comparable",
        "align_files",
        "align_terms",
        "align_words",
        "explain_word",
        "extract_terms",
        "infer",
        "load_graph",
        "pair_files",
        "save_graph",
    ),
    "diglot.report.built": ("build",),
    "diglot.words": ("Aligner",),
}
_HOMES = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'diglot' has no attribute {name!r}")
    # The values of the model are the rest of __all__.
    return getattr(import_module(_HOMES.get(name, "diglot.model")), name)


def __dir__() -> list[str]:
    return __all__
