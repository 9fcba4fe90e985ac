"""What a graph of dictionaries holds, as tables for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.report.tables.scores import table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.lexicons.graph.statistics import GraphStatistics

SHOWN = 20
_UNKNOWN = "unknown"


def graph_tables(found: GraphStatistics, *, most: int = SHOWN) -> str:
    """Show languages, dictionaries, parts of speech, and pairs that could be inferred.

    Args:
        found: the figures.
        most: rows of a table at most; the last line says how many more there are.
    """
    parts = [_totals(found)]
    titled: tuple[tuple[str, Sequence[str], list[list[str]]], ...] = (
        (
            "Languages",
            ("", "entries", "words", "of several parts", "translations"),
            [
                [each.code, *_counts(each.nodes, each.words, each.multiword, each.edges)]
                for each in found.languages
            ],
        ),
        (
            "Pairs of languages",
            ("", "translations", "one way", "in several", "bridges", "dictionaries"),
            [
                [
                    f"{each.one}-{each.other}",
                    *_counts(each.edges, each.restricted, each.agreed, each.bridges),
                    _some(each.dictionaries),
                ]
                for each in found.pairs
            ],
        ),
        (
            "Dictionaries",
            ("", "translations", "alone", "source", "licence"),
            [
                [
                    each.name,
                    *_counts(each.edges, each.alone),
                    each.family or "–",
                    _short(each.licence),
                ]
                for each in found.dictionaries
            ],
        ),
        (
            "Parts of speech",
            ("", "entries", "translations", "with another"),
            [
                [each.part or _UNKNOWN, *_counts(each.nodes, each.edges, each.mixed)]
                for each in found.parts
            ],
        ),
        (
            "Pairs that could be inferred",
            ("", "words", "other words", "known", "pivots"),
            [
                [
                    f"{each.one}-{each.other}",
                    *_counts(each.one_words, each.other_words, each.direct),
                    _some(each.pivots),
                ]
                for each in found.inferable
            ],
        ),
    )
    for title, header, rows in titled:
        if rows:
            shown = table([title, *header[1:]], rows[:most])
            more = len(rows) - most
            parts.append(f"{shown}\n… and {more} more" if more > 0 else shown)
    return "\n\n".join(parts)


def _totals(found: GraphStatistics) -> str:
    degrees, components = found.degrees, found.components
    rows = (
        (
            "entries",
            (
                f"{found.nodes:,} (case {found.case}, parts of speech {found.pos}), "
                f"{found.words:,} words"
            ),
        ),
        (
            "translations",
            f"{found.edges:,}, {found.restricted:,} of them one way, {found.bridges:,} bridges",
        ),
        (
            "of an entry",
            (
                f"{degrees.mean:.1f} on average, {degrees.median} in the middle, at most "
                f"{degrees.most:,} ({degrees.example})"
            ),
        ),
        (
            "connected parts",
            (
                f"{components.components:,}, the largest with {components.share:.1%} of the "
                f"entries; {components.pairs:,} are two entries alone"
            ),
        ),
    )
    return "\n".join(f"{name:<16} {value}" for name, value in rows)


def _counts(*numbers: int) -> list[str]:
    return [f"{number:,}" for number in numbers]


def _some(names: Sequence[str], most: int = 4) -> str:
    more = f" +{len(names) - most}" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _short(text: str, most: int = 24) -> str:
    text = " ".join(text.split()) or "–"
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
