"""Golds and predictions as an evaluation reads them, and what golds share with a graph."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from diglot.errors import InputError
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import lexicon_format, read_translations
from diglot.formats.lexicons.lexicon_names import UNKNOWN, languages_of
from diglot.lexicons.graph.normalisation import for_format, normalised
from diglot.lexicons.graph.parts_of_speech import lexinfo_part
from diglot.pipeline.steps.lexicons.explaining import turned
from diglot.pipeline.steps.scores.lexicon_directions import UNTOLD, Direction, Reading, codes_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from diglot.evaluate.lexicons.lexicon import WordPairs
    from diglot.evaluate.lexicons.lexicon_gold import Gold
    from diglot.lexicons.graph.families import PivotRecall
    from diglot.lexicons.graph.graph import Graph
    from diglot.model import Translation


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
        from diglot.evaluate.lexicons.lexicon import WordPairs

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
    counts = named in (wanted, wanted[::-1]) or UNKNOWN in wanted
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
    return Directed(path, reading.format, tuple(sides[0]), tuple(sides[1]))


def words_of(
    path: Path, languages: Direction | None, reading: Reading, skips: Skips | None
) -> Iterator[Translation]:
    """Give translations with their lemmas as words, as the graph of dictionaries has them."""
    skips = Skips() if skips is None else skips
    translations = read_translations(
        path,
        format=reading.format,
        languages=languages,
        skips=skips,
        skip_bad=reading.skip_bad,
    )
    rules = for_format(lexicon_format(path, reading.format, look=True))
    return normalised(translations, rules, skips)


def _way(languages: Direction, wanted: Direction, *, reverse: bool) -> int:
    """Return 0 for a translation that stands in the direction, 1 for one to turn, -1 for others."""
    if UNKNOWN in wanted or UNKNOWN in languages:
        return int(reverse)
    return int(languages != wanted) if languages in (wanted, wanted[::-1]) else -1


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
    from diglot.lexicons.graph.families import family_warnings, leak_warnings, pivot_recalls

    recalls = pivot_recalls(graph, *direction, gold.texts)
    warnings = [
        warning
        for file in files
        for warning in family_warnings(graph, read_origin(file.path, format=file.format))
    ]
    return recalls, (*warnings, *leak_warnings(recalls, "gold"))
