"""What the arguments of ``diglot terms align`` say, as options of its steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline.build.build_options import BuildOptions
    from diglot.pipeline.steps.terms.comparable_terms import ComparableOptions
    from diglot.pipeline.steps.terms.options import TermOptions


def texts(arguments: argparse.Namespace) -> BuildOptions:
    """Return how the texts are read and their words aligned."""
    from diglot.pipeline.build.build_options import BuildOptions

    return BuildOptions(
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        same_language=arguments.same_language,
        parallel=arguments.parallel,
        encoding=arguments.encoding,
        srx=arguments.srx,
        tracked=arguments.tracked,
        lexicon=arguments.lexicon,
        models=tuple(arguments.model),
        jobs=arguments.jobs,
        seed=arguments.seed,
    )


def term_options(arguments: argparse.Namespace) -> TermOptions:
    """Return how terms are found and paired."""
    from diglot.pipeline.steps.terms.options import MIN_TERMHOOD, TermOptions

    return TermOptions(
        method=arguments.method or "spans",
        measure=arguments.measure,
        longest=arguments.max_words,
        min_frequency=arguments.min_frequency,
        min_score=arguments.min_score,
        stop_words=arguments.stop_words,
        stop_list=arguments.stop_list,
        existing=tuple(arguments.existing),
        min_termhood=MIN_TERMHOOD if arguments.min_termhood is None else arguments.min_termhood,
        names=bool(arguments.names),
        ranker=arguments.ranker,
    )


def comparable_options(arguments: argparse.Namespace) -> ComparableOptions:
    """Return how terms of comparable texts are paired."""
    from diglot.pipeline.steps.terms.comparable_terms import ComparableOptions

    return ComparableOptions(
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        source_terms=arguments.source_terms,
        target_terms=arguments.target_terms,
        dictionaries=tuple(arguments.dictionary),
        source_vectors=arguments.source_vectors,
        target_vectors=arguments.target_vectors,
        method=arguments.method,
        ranker=arguments.ranker,
        limit=arguments.limit,
        lines=bool(arguments.lines),
        encoding=arguments.encoding,
    )
