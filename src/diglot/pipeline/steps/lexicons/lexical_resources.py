"""What is known beside the dictionaries: vectors, texts, parallel text, an encoder."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.resources import LinkCounts, Resources
    from diglot.model import WordVectors
    from diglot.pipeline.documents import ProgressCall
    from diglot.pipeline.steps.lexicons.options import InferOptions


def lexical_resources(
    graph: Graph,
    source: str,
    target: str,
    options: InferOptions,
    progress: ProgressCall | None = None,
) -> Resources:
    """Read what the options name.

    Args:
        graph: the dictionaries.
        source: code of the source language.
        target: code of the target language.
        options: how the dictionary is to be inferred.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: a file cannot be read.
        ConfigError: vectors or texts of a language that the dictionaries do not have.
    """
    from diglot.lexicons.resources import Resources
    from diglot.pipeline.steps.sentences.encoder import encode

    return Resources(
        vectors=_vectors(graph, options.vectors, progress),
        texts=_texts(graph, options.texts, progress),
        links=_links(graph, source, target, options, progress),
        encode=partial(encode, encoder=options.encoder) if options.encoder else None,
        options=options.settings,
        seed=options.seed,
    )


def _vectors(
    graph: Graph, files: Mapping[str, Path], progress: ProgressCall | None
) -> dict[str, WordVectors]:
    from diglot.formats.term_lists.vectors import read_vectors

    found = {}
    for done, (language, path) in enumerate(_by_code(graph, files, "--vectors").items()):
        if progress:
            progress("reading vectors", done, len(files))
        found[language] = read_vectors(path, only=_spellings(graph, language))
    return found


def _spellings(graph: Graph, language: str) -> Collection[str]:
    """Return the words of a language as a file of vectors may write them."""
    needed: set[str] = set()
    for node in range(*graph.range(language)):
        lemma = graph.lemma(node)
        needed.update((lemma, lemma.replace(" ", "_")), lemma.split())
    needed |= {word.lower() for word in needed}
    # Where nouns are written with a capital, their vectors are.
    return needed | {word.capitalize() for word in needed}


def _texts(
    graph: Graph, files: Mapping[str, tuple[Path, ...]], progress: ProgressCall | None
) -> dict[str, list[list[str]]]:
    from diglot.pipeline.steps.terms.term_texts import TextOptions, read_texts

    found = {}
    for done, (language, paths) in enumerate(_by_code(graph, files, "--texts").items()):
        if progress:
            progress("reading texts", done, len(files))
        texts = read_texts(paths, TextOptions(language=language))
        found[language] = [[word.lower() for word in tokens] for tokens in texts.tokens]
    return found


def _links(
    graph: Graph,
    source: str,
    target: str,
    options: InferOptions,
    progress: ProgressCall | None,
) -> LinkCounts | None:
    if not options.bitext:
        return None
    from diglot.pipeline.steps.lexicons.link_evidence import link_counts

    return link_counts(graph, source, target, *options.bitext, seed=options.seed, progress=progress)


def _by_code(graph: Graph, files: Mapping[str, Any], option: str) -> dict[str, Any]:
    found = {}
    for language, value in files.items():
        code = language if language in graph.languages else normalise(language)
        if code not in graph.languages:
            raise ConfigError(
                f"{option} {language}: no dictionary has words of {code}; there are "
                f"{', '.join(graph.languages)}"
            )
        found[code] = value
    return found
