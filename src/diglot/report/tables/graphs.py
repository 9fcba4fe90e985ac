"""What a graph of dictionaries holds, as tables for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.report.tables.layout import record_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.lexicons.graph.statistics import GraphStatistics
    from diglot.report.tables.layout import Columns

SHOWN = 20


def graph_tables(found: GraphStatistics, *, most: int = SHOWN) -> str:
    """Show languages, dictionaries, parts of speech, and pairs that could be inferred.

    Args:
        found: the figures.
        most: rows of a table at most; the last line says how many more there are.
    """
    parts = [_totals(found)]
    several: tuple[tuple[Columns, Sequence[Any]], ...] = (
        (_LANGUAGES, found.languages),
        (_PAIRS, found.pairs),
        (_DICTIONARIES, found.dictionaries),
        (_PARTS, found.parts),
        (_INFERABLE, found.inferable),
    )
    for columns, records in several:
        if records:
            shown = record_table(columns, records[:most], thousands=True)
            more = len(records) - most
            parts.append(f"{shown}\n… and {more} more" if more > 0 else shown)
    return "\n\n".join(parts)


def _some(names: Sequence[str], most: int = 4) -> str:
    more = f" +{len(names) - most}" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _short(text: str, most: int = 24) -> str:
    text = " ".join(text.split()) or "–"
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


_LANGUAGES: Columns = (
    *("Languages=code", "entries=nodes", "words", "of several parts=multiword"),
    "translations=edges",
)
_PAIRS: Columns = (
    ("Pairs of languages", "{0.one}-{0.other}".format),
    *("translations=edges", "one way=restricted", "in several=agreed", "bridges"),
    ("dictionaries", lambda each: _some(each.dictionaries)),
)
_DICTIONARIES: Columns = (
    *("Dictionaries=name", "translations=edges", "alone"),
    ("source", lambda each: each.family or "–"),
    ("licence", lambda each: _short(each.licence)),
)
_PARTS: Columns = (
    ("Parts of speech", lambda each: each.part or "unknown"),
    *("entries=nodes", "translations=edges", "with another=mixed"),
)
_INFERABLE: Columns = (
    ("Pairs that could be inferred", "{0.one}-{0.other}".format),
    *("words=one_words", "other words=other_words", "known=direct"),
    ("pivots", lambda each: _some(each.pivots)),
)


def _totals(found: GraphStatistics) -> str:
    degrees, components = found.degrees, found.components
    rows = {
        "entries": (
            f"{found.nodes:,} (case {found.case}, parts of speech {found.pos}), "
            f"{found.words:,} words"
        ),
        "translations": (
            f"{found.edges:,}, {found.restricted:,} of them one way, {found.bridges:,} bridges"
        ),
        "of an entry": (
            f"{degrees.mean:.1f} on average, {degrees.median} in the middle, at most "
            f"{degrees.most:,} ({degrees.example})"
        ),
        "connected parts": (
            f"{components.components:,}, the largest with {components.share:.1%} of the "
            f"entries; {components.pairs:,} are two entries alone"
        ),
    }
    return "\n".join(f"{name:<16} {value}" for name, value in rows.items())
