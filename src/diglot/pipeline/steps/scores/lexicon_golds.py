"""Which dictionaries are judged by which golds.

Golds and predictions as an evaluation reads them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError, InputError, naming
from diglot.files.binary import extension_of
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import read_translations
from diglot.formats.lexicons.sources import languages_of, name_of, reverse_translation
from diglot.formats.registry import LEXICON, extensions_of, find_format
from diglot.lexicons.graph.normalisation import (
    lexinfo_part,
    normalisation_for_format,
    normalise_translations,
)
from diglot.text.languages import UNDETERMINED, normalise

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from diglot.evaluate.lexicons.gold import Gold
    from diglot.evaluate.lexicons.pairs import Lemmas, WordPairs
    from diglot.lexicons.graph.families import PivotRecall
    from diglot.lexicons.graph.graph import Graph
    from diglot.model import Translation

Direction = tuple[str, str]
"""Codes of source and target language; a name and nothing where the languages are unknown."""
UNTOLD = (UNDETERMINED, UNDETERMINED)
# What `diglot infer` writes beside a dictionary.
_BESIDE = ".explained.jsonl"


@dataclass(frozen=True, slots=True)
class Reading:
    """How a dictionary is read.

    Attributes:
        format: name of its format, where neither name nor content tells it.
        skip_bad: leave bad lines out and count them.
    """

    format: str | None = None
    skip_bad: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The files of a direction.

    Attributes:
        direction: which one.
        golds: files of what is right, and whether each is read from target to source.
        predictions: one file a system.
    """

    direction: Direction
    golds: tuple[tuple[Path, bool], ...]
    predictions: tuple[Path, ...]

    @property
    def languages(self) -> Direction:
        """The languages to read, ``und`` where they are unknown."""
        return self.direction if self.direction[1] else UNTOLD


def plan_directions(
    gold: Path | None,
    reverse_gold: Path | None,
    predictions: Sequence[Path],
    *,
    languages: tuple[str | None, str | None] = (None, None),
    readings: tuple[Reading, Reading] = (Reading(), Reading()),
) -> list[Plan]:
    """Return the directions, in the order of their names.

    Args:
        gold: a dictionary, or a folder of one a direction.
        reverse_gold: the same, read from target to source.
        predictions: a dictionary a system, or a folder of one a direction.
        languages: codes or names of source and target; told by the files by default.
        readings: how golds and predictions are read.

    Raises:
        InputError: a file cannot be read, or a direction is missing.
        ConfigError: files and folders do not fit together.
    """
    golds = [(path, reverse) for path, reverse in ((gold, False), (reverse_gold, True)) if path]
    if not golds:
        raise ConfigError("give --gold or --reverse-gold, the dictionary to score against")
    folders = [path for path, _ in golds if path.is_dir()]
    if folders:
        return _folder_plans(golds, predictions, languages)
    for path in predictions:
        if path.is_dir():
            raise ConfigError(f"{path} is a folder: give a folder of golds, too")
    direction = _asked(languages) or _told_direction(golds, predictions[0], readings)
    return [Plan(direction, tuple(golds), tuple(predictions))]


def _folder_plans(
    golds: Sequence[tuple[Path, bool]],
    predictions: Sequence[Path],
    languages: tuple[str | None, str | None],
) -> list[Plan]:
    """Match the files of folders by their direction."""
    for path in (*(path for path, _ in golds), *predictions):
        if not path.is_dir():
            raise ConfigError(
                f"{path} is not a folder: golds and predictions are all folders, or none"
            )
    if any(languages):
        raise ConfigError("the names of the files tell the languages in a folder: leave -s and -t")
    found: dict[Direction, list[tuple[Path, bool]]] = {}
    for folder, reverse in golds:
        for direction, path in dictionaries_in_folder(folder).items():
            turned = direction[::-1] if reverse and direction[1] else direction
            found.setdefault(turned, []).append((path, reverse))
    systems = [dictionaries_in_folder(path) for path in predictions]
    for folder, files in zip(predictions, systems, strict=True):
        missing = ["-".join(filter(None, each)) for each in found if each not in files]
        if missing:
            raise InputError(
                f"has no dictionary for {', '.join(missing)}",
                path=folder,
                cure="name one like en-fr.tsv for every gold; an empty file counts as no answer",
            )
    return [
        Plan(direction, tuple(files), tuple(system[direction] for system in systems))
        for direction, files in found.items()
    ]


def _asked(languages: tuple[str | None, str | None]) -> Direction | None:
    if languages == (None, None):
        return None
    source, target = (UNDETERMINED if each is None else normalise(each) for each in languages)
    if UNDETERMINED in (source, target):
        raise ConfigError("name both languages, -s and -t, or none")
    return source, target


def _told_direction(
    golds: Sequence[tuple[Path, bool]], prediction: Path, readings: tuple[Reading, Reading]
) -> Direction:
    """Return the direction that gold tells; that of the prediction if it is of the same two.

    Where gold tells none, the prediction does.
    """
    of_prediction = file_languages(prediction, readings[1])
    for path, reverse in golds:
        direction = file_languages(path, readings[0])
        if UNDETERMINED not in direction:
            if of_prediction in (direction, direction[::-1]):
                return of_prediction
            return direction[::-1] if reverse else direction
    return of_prediction if UNDETERMINED not in of_prediction else UNTOLD


def file_languages(path: Path, reading: Reading) -> Direction:
    """Return the codes of the languages that a dictionary's name or first row tells."""
    first = next(read_translations(path, format=reading.format, skip_bad=True), None)
    if first is None:
        return codes_of(*languages_of(path))
    return codes_of(first.source_language, first.target_language)


def dictionaries_in_folder(folder: Path) -> dict[Direction, Path]:
    """Return the dictionaries of a folder by their direction, or by name where that is untold.

    Raises:
        InputError: there are none, or two of one direction.
    """
    from diglot.pipeline.steps.lexicons.dictionaries import dictionary_files

    found: dict[Direction, Path] = {}
    for path in dictionary_files([folder]):
        if path.name.endswith(_BESIDE):
            continue
        named = codes_of(*languages_of(path))
        key = (name_of(path), "") if UNDETERMINED in named else named
        if key in found:
            raise InputError(
                f"has the same direction as {found[key].name}",
                path=path,
                cure="leave one file for each direction in the folder",
            )
        found[key] = path
    return found


@lru_cache(1 << 10)
def codes_of(*languages: str) -> Direction:
    """Return normalised codes; a name that looks like two codes and is none tells nothing."""
    try:
        source, target = (normalise(each) for each in languages)
    except ConfigError:
        return UNTOLD
    return source, target


# Golds and predictions as an evaluation reads them, and what golds share with a graph.


@dataclass(frozen=True, slots=True)
class DirectedTranslations:
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
        from diglot.evaluate.lexicons.pairs import WordPairs

        with naming(self.path):
            pairs = WordPairs.of(self.straight)
            if self.turned:
                pairs += WordPairs.of(self.turned).reverse()
        parts = [
            None if each is None else [lexinfo_part(part) for part in each]
            for each in (pairs.source_pos, pairs.target_pos)
        ]
        return replace(pairs, source_pos=parts[0], target_pos=parts[1])

    @property
    def translations(self) -> tuple[Translation, ...]:
        """All of them in the direction, in the order of `columns`."""
        return (*self.straight, *map(reverse_translation, self.turned))


def read_direction(
    path: Path,
    wanted: Direction,
    *,
    reverse: bool = False,
    reading: Reading | None = None,
    skips: Skips | None = None,
) -> DirectedTranslations:
    """Return the translations of a dictionary in the wanted direction.

    Lemmas become words by the rules that suit the format (``to go`` in a printed dictionary is
    ``go``), as in the graph. Languages in its columns decide, then those in its name if they are
    the wanted two; where neither tells, rows are read as they stand, or the other way round with
    ``reverse``.

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
    counts = named in (wanted, wanted[::-1]) or UNDETERMINED in wanted
    sides: tuple[list[Translation], list[Translation]] = ([], [])
    ways: dict[Direction, int] = {}
    other: dict[Direction, int] = {}
    reading = reading or Reading()
    for each in words_of(path, named if counts else UNTOLD, reading, skips):
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
    return DirectedTranslations(path, reading.format, tuple(sides[0]), tuple(sides[1]))


def words_of(
    path: Path, languages: Direction | None, reading: Reading, skips: Skips | None
) -> Iterator[Translation]:
    """Give translations with their lemmas as words, as the graph of dictionaries has them."""
    skips = Skips() if skips is None else skips
    record = find_format(path, LEXICON, format=reading.format, look=True)
    translations = read_translations(
        path, format=record, languages=languages, skips=skips, skip_bad=reading.skip_bad
    )
    rules = normalisation_for_format(record.name)
    return normalise_translations(translations, rules, skips)


def _way(languages: Direction, wanted: Direction, *, reverse: bool) -> int:
    """Return 0 for a translation that stands in the direction, 1 for one to turn, -1 for others."""
    if UNDETERMINED in wanted or UNDETERMINED in languages:
        return int(reverse)
    return int(languages != wanted) if languages in (wanted, wanted[::-1]) else -1


def pivot_overlap(
    graph: Graph, files: Sequence[DirectedTranslations], gold: Gold, direction: Direction
) -> tuple[tuple[PivotRecall, ...], tuple[str, ...]]:
    """Return what each pivot language gives back of a gold, and warnings about common origins."""
    from diglot.formats.lexicons import read_origin
    from diglot.lexicons.graph.families import family_warnings, leak_warnings, pivot_recalls

    recalls = pivot_recalls(graph, *direction, gold.texts)
    warnings = [
        warning
        for file in files
        for warning in family_warnings(graph, read_origin(file.path, format=file.format))
    ]
    return recalls, (*warnings, *leak_warnings(recalls, "gold"))


# The words that dictionaries, lists or a saved graph have: what gold is restricted to.


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
            if UNDETERMINED in wanted:
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
                language = "" if wanted[side] == UNDETERMINED else f" of {wanted[side]!r}"
                raise InputError(f"holds no word{language}", path=path, cure="check the file")
        return self._words[key]


def _file_words(path: Path, wanted: Direction, side: int, skips: Skips) -> Lemmas:
    """Return the words of one language in a list, a dictionary or a saved graph."""
    from diglot.formats.stored import is_stored_graph

    language = wanted[side]
    if is_stored_graph(path):
        if language == UNDETERMINED:
            raise ConfigError(f"{path}: name the languages (-s and -t) of the words to take")
        return _graph_words(_load([path], skips), language)
    if _is_list(path):
        from diglot.formats.term_lists import read_term_list

        return [term.text for term in read_term_list(path, skips=skips)]
    found: dict[tuple[str, str] | str, None] = {}
    for each in words_of(path, None, Reading(), skips):
        ends = ((each.source, each.source_pos), (each.target, each.target_pos))
        codes = codes_of(each.source_language, each.target_language)
        if UNDETERMINED in (language, *codes):
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
    from diglot.formats.lexicons.sources import first_lines

    extension = extension_of(path)
    if extension not in extensions_of(LEXICON):
        return True
    name = find_format(path, LEXICON).name
    if name not in _SEPARATORS or UNDETERMINED not in languages_of(path):
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
