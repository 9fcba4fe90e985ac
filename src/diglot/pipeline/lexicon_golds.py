"""Dictionaries as an evaluation reads them: in the wanted direction, with the words of a graph."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError, InputError
from diglot.formats._lexicon_names import UNKNOWN, languages_of, unpacked_name
from diglot.formats.lexicons import EXTENSIONS, lexicon_format, read_translations
from diglot.lexicons.parts_of_speech import lexinfo_part
from diglot.pipeline.explaining import turned
from diglot.pipeline.lexicon_directions import UNTOLD, Direction, Reading, codes_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.evaluate.lexicon import WordPairs
    from diglot.evaluate.lexicon_gold import Gold
    from diglot.evaluate.lexicon_pairs import Lemmas
    from diglot.formats._blocks import Skips
    from diglot.lexicons.families import PivotRecall
    from diglot.lexicons.graph import Graph
    from diglot.model import Translation

# Formats that a list of words may look like, with what parts their columns.
_SEPARATORS = {"tsv": "\t", "csv": ","}


@dataclass(frozen=True, slots=True)
class Directed:
    """Translations of one direction.

    Attributes:
        path: their file.
        format: name of its format, if it had to be said.
        straight: those that stand in the direction.
        turned: those that stand the other way round, as they stand.
    """

    path: Path
    format: str | None
    straight: tuple[Translation, ...]
    turned: tuple[Translation, ...] = ()

    @property
    def columns(self) -> WordPairs:
        """All of them in the direction, parts of speech by their names in LexInfo.

        Raises:
            InputError: a score is no number in [0, 1].
        """
        from diglot.evaluate.lexicon import WordPairs

        try:
            pairs = WordPairs.of(self.straight)
            if self.turned:
                pairs += WordPairs.of(self.turned).reversed()
        except InputError as error:
            raise InputError(error.message, path=self.path, cure=error.cure) from error
        parts = [
            None if each is None else [lexinfo_part(part) for part in each]
            for each in (pairs.source_pos, pairs.target_pos)
        ]
        return replace(pairs, source_pos=parts[0], target_pos=parts[1])

    @property
    def translations(self) -> tuple[Translation, ...]:
        """All of them in the direction, in the order of `columns`."""
        return (*self.straight, *map(turned, self.turned))


def read_direction(
    path: Path,
    wanted: Direction,
    *,
    reverse: bool = False,
    reading: Reading | None = None,
    skips: Skips | None = None,
) -> Directed:
    """Return the translations of a dictionary in the wanted direction.

    Languages in its columns decide, then those in its name if they are the wanted two; where
    neither tells, rows are read as they stand, or the other way round with ``reverse``.

    Args:
        path: a dictionary of any format.
        wanted: codes of source and target language; ``und`` takes what there is.
        reverse: it stands from target to source, where nothing else tells.
        reading: how it is read.
        skips: collects what is left out.

    Raises:
        InputError: it cannot be read, or holds translations, but none in that direction.
    """
    named = codes_of(*languages_of(path))
    counts = named in (wanted, wanted[::-1]) or UNKNOWN in wanted
    sides: tuple[list[Translation], list[Translation]] = ([], [])
    ways: dict[Direction, int] = {}
    other: dict[Direction, int] = {}
    reading = reading or Reading()
    for each in read_translations(
        path,
        format=reading.format,
        languages=named if counts else UNTOLD,
        skips=skips,
        skip_bad=reading.skip_bad,
    ):
        languages = each.source_language, each.target_language
        way = ways.get(languages)
        if way is None:
            way = ways[languages] = _way(codes_of(*languages), wanted, reverse=reverse)
        if way < 0:
            other[languages] = other.get(languages, 0) + 1
        else:
            sides[way].append(each)
    if other and not any(sides):
        raise InputError(
            f"holds translations {'-'.join(next(iter(other)))} and none {'-'.join(wanted)}",
            path=path,
            cure="check the file and the languages (-s and -t)",
        )
    if skips is not None:
        for languages, count in other.items():
            skips.add("translation between other languages", "-".join(languages), count)
    return Directed(path, reading.format, tuple(sides[0]), tuple(sides[1]))


def _way(languages: Direction, wanted: Direction, *, reverse: bool) -> int:
    """Return 0 for a translation that stands in the direction, 1 for one to turn, -1 for others."""
    if UNKNOWN in wanted or UNKNOWN in languages:
        return int(reverse)
    return int(languages != wanted) if languages in (wanted, wanted[::-1]) else -1


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


def kinship(
    graph: Graph, files: Sequence[Directed], gold: Gold, direction: Direction
) -> tuple[tuple[PivotRecall, ...], tuple[str, ...]]:
    """Return what each pivot language gives back of a gold, and warnings about common origins.

    Args:
        graph: the dictionaries that predictions were inferred from.
        files: where gold comes from.
        gold: what is right.
        direction: of it.
    """
    from diglot.formats.lexicons import read_origin
    from diglot.lexicons.families import family_warnings, leak_warnings, pivot_recalls

    recalls = pivot_recalls(graph, *direction, gold.texts)
    warnings = [
        warning
        for file in files
        for warning in family_warnings(graph, read_origin(file.path, format=file.format))
    ]
    return recalls, (*warnings, *leak_warnings(recalls, "gold"))


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
    for each in read_translations(path, skips=skips):
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
    from diglot.formats._lexicon_lines import first_lines

    extension = unpacked_name(path).suffix.lower()
    if extension not in EXTENSIONS:
        return True
    name = lexicon_format(path)
    if name not in _SEPARATORS or UNKNOWN not in languages_of(path):
        return False
    return not any(_SEPARATORS[name] in line for line in first_lines(path))


def _load(paths: Sequence[Path], skips: Skips) -> Graph:
    from diglot.pipeline.dictionaries import load_graph

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
