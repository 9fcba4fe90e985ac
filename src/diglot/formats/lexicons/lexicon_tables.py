"""Tables of translations in text: results of TIAD, graphs, translation sets, plain pairs.

A table without a header is known by its columns; see `_lexicon_layouts`. One with a header goes by
the names there. A confidence is cut off, not rounded, after six decimals: .4999999 must not reach
a threshold of .5 on its way through a file.
"""

from __future__ import annotations

import itertools
from decimal import ROUND_DOWN, Decimal
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files.atomic import atomic_open
from diglot.formats.blocks import Skips
from diglot.formats.lexicons.lexicon_faults import Faults
from diglot.formats.lexicons.lexicon_layouts import LAYOUTS, layout_of
from diglot.formats.lexicons.lexicon_lines import first_lines, numbered_lines
from diglot.formats.lexicons.lexicon_losses import count_losses
from diglot.formats.lexicons.lexicon_names import languages_of
from diglot.formats.lexicons.lexicon_origin import origin_beside
from diglot.formats.lexicons.lexicon_rows import cells_of, translations_of
from diglot.formats.term_rows import BREAKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from diglot.model.lexicon import Lexicon, Origin, Translation

GRAPH_HEADER = ("src_lemma", "src_lang", "src_pos", "tgt_lemma", "tgt_lang", "tgt_pos")
SETS_HEADER = (
    "written_rep_a",
    "lex_entry_a",
    "sense_a",
    "trans",
    "sense_b",
    "lex_entry_b",
    "written_rep_b",
    "POS",
)
STEP = Decimal("0.000001")


def read_translations(
    path: Path,
    *,
    languages: tuple[str, str] | None = None,
    encoding: str | None = None,
    skips: Skips | None = None,
    skip_bad: bool = False,
    layout: str | None = None,
) -> Iterator[Translation]:
    """Give the translations of a table one by one.

    Args:
        path: the file, plain or gzip.
        languages: of source and target where no column says them.
        encoding: where it is not Unicode.
        skips: collects what is left out.
        skip_bad: leave bad lines out rather than stop at the first.
        layout: one of `LAYOUTS`; seen from the first lines by default.

    Raises:
        FormatError: a bad line, or no layout that is known.
        InputError: it cannot be read.
    """
    languages = languages or languages_of(path)
    first = first_lines(path, encoding=encoding)
    chosen = layout_of(first, layout, languages=languages)
    if chosen is None:
        raise FormatError(
            f"has columns that no layout of dictionaries has; it begins {first[0][:60]!r}",
            path=path,
            cure="write a header with source and target, or name one of " + ", ".join(LAYOUTS),
        )
    faults = Faults(path, skips, skip_bad=skip_bad)
    lines = itertools.islice(numbered_lines(faults, encoding=encoding), chosen.header, None)
    yield from translations_of(cells_of(lines, chosen), chosen, languages, faults)


def read_origin(path: Path) -> Origin:
    """Return the name of a table, and what its folder says about its origin.

    Raises:
        InputError: ``meta.json`` beside it cannot be read.
    """
    return origin_beside(path)


def write_lexicon(
    path: Path, lexicon: Lexicon, *, skips: Skips | None = None, layout: str | None = None
) -> int:
    """Write a lexicon as a table; return the number of its lines.

    Args:
        path: the file.
        lexicon: the translations.
        skips: collects what the layout cannot carry.
        layout: one of `LAYOUTS`; ``tiad`` by default: exactly source, target, part of speech and
            confidence a line, and no header. A translation without a confidence gets 1.

    Raises:
        InputError: the file cannot be written.
    """
    layout = layout or "tiad"
    skips = skips if skips is not None else Skips()
    _note_losses(lexicon, layout, skips)
    header, row = _WRITERS[layout]
    separator = " , " if layout == "tiad-csv" else "\t"
    with atomic_open(path) as file:
        if header:
            names = [f'"{name}"' for name in header] if layout in _SETS else header
            file.write(separator.join(names) + "\n")
        for each in lexicon.translations:
            cells = [BREAKS.sub(" ", cell).strip() for cell in row(each)]
            if layout in _SETS:
                cells = [_quoted(cell, layout) for cell in cells]
            file.write(separator.join(cells) + "\n")
    return len(lexicon.translations)


def written_confidence(score: float | None) -> str:
    """Return a confidence with six decimals at most, cut off such that it never rises."""
    if score is None:
        return "1"
    text = format(Decimal(repr(float(score))).quantize(STEP, ROUND_DOWN), "f")
    return text.rstrip("0").rstrip(".")


def _result(each: Translation) -> tuple[str, ...]:
    return (
        each.source,
        each.target,
        each.source_pos or each.target_pos or "",
        written_confidence(each.score),
    )


def _edge(each: Translation) -> tuple[str, ...]:
    return (
        each.source,
        each.source_language,
        each.source_pos or "",
        each.target,
        each.target_language,
        each.target_pos or "",
    )


def _goel(each: Translation) -> tuple[str, ...]:
    source, language, part, target, other, its = _edge(each)
    return source, part, language, target, its, other


def _set(each: Translation) -> tuple[str, ...]:
    part = each.source_pos or each.target_pos or ""
    return each.source, "", each.sense or "", "", "", "", each.target, part


def _pair(each: Translation) -> tuple[str, ...]:
    return each.source, each.target


_SETS = frozenset({"acoli", "tiad-csv"})
_ALWAYS_LOST = ("direction", "reasons", "paths")
_LOST = {
    "tiad": (*_ALWAYS_LOST, "sense"),
    "graph": (*_ALWAYS_LOST, "sense", "score"),
    "goel": (*_ALWAYS_LOST, "sense", "score"),
    "pairs": (*_ALWAYS_LOST, "sense", "score", "source_pos", "target_pos"),
    "acoli": (*_ALWAYS_LOST, "score"),
    "tiad-csv": (*_ALWAYS_LOST, "score"),
}
_WRITERS: dict[str, tuple[tuple[str, ...], Callable[[Translation], tuple[str, ...]]]] = {
    "tiad": ((), _result),
    "graph": (GRAPH_HEADER, _edge),
    "goel": ((), _goel),
    "pairs": ((), _pair),
    "acoli": (SETS_HEADER, _set),
    "tiad-csv": (SETS_HEADER, _set),
}


def _note_losses(lexicon: Lexicon, layout: str, skips: Skips) -> None:
    """Count what the lines of a layout cannot say."""
    translations = lexicon.translations
    count_losses(translations, _LOST[layout], skips)
    if layout == "tiad":
        unscored = [each for each in translations if each.score is None]
        example = f"{unscored[0].source} | {unscored[0].target}" if unscored else ""
        skips.add("translation without a confidence, written with 1", example, len(unscored))
    if layout not in {"graph", "goel"}:
        if layout != "pairs":
            for each in translations:
                if each.source_pos and each.target_pos and each.source_pos != each.target_pos:
                    skips.add("other part of speech of the target word", each.target)
        for pair in lexicon.pairs[1:]:
            skips.add("languages beyond the first two, which no column tells", "-".join(pair))


def _quoted(cell: str, layout: str) -> str:
    """Quote a cell of a translation set; between tabs only its ends are looked at."""
    return f'"{cell}"' if layout == "acoli" else '"' + cell.replace('"', '""') + '"'
