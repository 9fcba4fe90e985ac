"""The words that dictionaries, lists or a saved graph have: what gold is restricted to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError, InputError
from diglot.formats.lexicons import EXTENSIONS, lexicon_format
from diglot.formats.lexicons.lexicon_names import UNKNOWN, languages_of, unpacked_name
from diglot.lexicons.graph.parts_of_speech import lexinfo_part
from diglot.pipeline.steps.scores.lexicon_directions import Reading, codes_of
from diglot.pipeline.steps.scores.lexicon_golds import words_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.evaluate.lexicons.pairs import Lemmas
    from diglot.formats.blocks import Skips
    from diglot.lexicons.graph.graph import Graph
    from diglot.pipeline.steps.scores.lexicon_directions import Direction

# Formats that a list of words may look like, with what parts their columns.
_SEPARATORS = {"tsv": "\t", "csv": ","}


@dataclass(slots=True)
class Lexicons:
    """The words that a graph has, read once for all directions.

    Attributes:
        source: file of words of the source language; None for no restriction.
        target: the same of the target language.
        paths: dictionaries, or a saved graph, that have the words of both languages.
    """

    source: Path | None = None
    target: Path | None = None
    paths: Sequence[Path] = ()
    _graph: Graph | None = field(default=None, init=False)
    _words: dict[tuple[Path, str], Lemmas] = field(default_factory=dict, init=False)

    def of(self, wanted: Direction, skips: Skips) -> tuple[Lemmas | None, Lemmas | None]:
        """Return the words of both languages; None where nothing restricts them.

        Raises:
            InputError: a file cannot be read, or has no word of a language.
            ConfigError: the languages are not known, or the graph has none of them.
        """
        if self.paths:
            if UNKNOWN in wanted:
                raise ConfigError(
                    "name the languages of gold (-s and -t) for the words of --lexicon"
                )
            graph = self.graph(skips)
            return _graph_words(graph, wanted[0]), _graph_words(graph, wanted[1])
        return self._of_file(self.source, wanted, 0, skips), self._of_file(
            self.target, wanted, 1, skips
        )

    def graph(self, skips: Skips) -> Graph:
        """Return the graph, read once."""
        if self._graph is None:
            self._graph = _load(self.paths, skips)
        return self._graph

    def _of_file(
        self, path: Path | None, wanted: Direction, side: int, skips: Skips
    ) -> Lemmas | None:
        if path is None:
            return None
        key = path, wanted[side]
        if key not in self._words:
            self._words[key] = words = _file_words(path, wanted, side, skips)
            if not words:
                language = "" if wanted[side] == UNKNOWN else f" of {wanted[side]!r}"
                raise InputError(f"holds no word{language}", path=path, cure="check the file")
        return self._words[key]


def _file_words(path: Path, wanted: Direction, side: int, skips: Skips) -> Lemmas:
    """Return the words of one language in a list, a dictionary or a saved graph."""
    from diglot.formats.stored_graphs import is_stored_graph

    language = wanted[side]
    if is_stored_graph(path):
        if language == UNKNOWN:
            raise ConfigError(f"{path}: name the languages (-s and -t) of the words to take")
        return _graph_words(_load([path], skips), language)
    if _is_list(path):
        from diglot.formats.term_lists import read_term_list

        return [term.text for term in read_term_list(path, skips=skips)]
    found: dict[tuple[str, str] | str, None] = {}
    for each in words_of(path, None, Reading(), skips):
        ends = (
            (each.source, each.source_pos),
            (each.target, each.target_pos),
        )
        codes = codes_of(each.source_language, each.target_language)
        if UNKNOWN in (language, *codes):
            chosen = ends[side : side + 1]
        else:
            chosen = tuple(end for end, code in zip(ends, codes, strict=True) if code == language)
        for word, part in chosen:
            named = lexinfo_part(part or "")
            found[(word, named) if named else word] = None
    return list(found)


def _is_list(path: Path) -> bool:
    """Tell a list of words from a dictionary: its name has no two languages, its lines no columns.

    Words may hold blanks and commas, so that only the tab, or the comma of a CSV file, tells.
    """
    from diglot.formats.lexicons.lexicon_lines import first_lines

    extension = unpacked_name(path).suffix.lower()
    if extension not in EXTENSIONS:
        return True
    name = lexicon_format(path)
    if name not in _SEPARATORS or UNKNOWN not in languages_of(path):
        return False
    return not any(_SEPARATORS[name] in line for line in first_lines(path))


def _load(paths: Sequence[Path], skips: Skips) -> Graph:
    from diglot.pipeline.steps.lexicons.dictionaries import load_graph

    loaded = load_graph(paths)
    for each in loaded.skipped:
        skips.add(each.kind, each.example, each.count)
    return loaded.graph


def _graph_words(graph: Graph, language: str) -> Lemmas:
    first, last = graph.range(language)
    parts = graph.part[first:last].tolist()
    words = graph.lemmas(np.arange(first, last))
    return [
        (word, graph.parts[part]) if part else word for word, part in zip(words, parts, strict=True)
    ]
