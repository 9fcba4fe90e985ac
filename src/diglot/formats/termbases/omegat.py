"""Glossaries of OmegaT: source, target and comment between tabs, one pair a line.

Reference: OmegaT user manual, "Glossaries", file format.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.lines import stream_lines
from diglot.formats.blocks import Skips
from diglot.formats.termbases.data_categories import SPACES, About, in_one_line, writable_concepts
from diglot.formats.termbases.tables import LANGUAGES_CURE, UNTOLD
from diglot.model import Concept, ConceptTerm, Skipped, Termbase
from diglot.model.termbase import FORBIDDEN

REMARK = "#"
HEADER = "# Glossary in tab-separated format -*- coding: utf-8 -*-\n"


def read_concepts(
    path: Path,
    *,
    encoding: str | None = None,
    languages: Sequence[str] | None = None,
    about: About | None = None,  # noqa: ARG001 - a glossary says nothing of the whole
    skips: Skips | None = None,
) -> Iterator[Concept]:
    """Give one concept for each line with a source and a target.

    Args:
        languages: of source and target.
        skips: collects lines without a target.

    Raises:
        FormatError: the languages are not given, or no line has a tab.
    """
    if languages is None or len(languages) != 2:
        raise FormatError(UNTOLD, path=path, cure=LANGUAGES_CURE)
    skips = skips if skips is not None else Skips()
    number = 0
    for line in stream_lines(path, encoding=encoding):
        if line.startswith(REMARK) or not line.strip():
            continue
        source, target, note = [in_one_line(cell) for cell in (line + "\t\t").split("\t")[:3]]
        if not source or not target:
            skips.add("line without a source and a target", line)
            continue
        number += 1
        terms = (ConceptTerm(source, languages[0]), ConceptTerm(target, languages[1]))
        yield Concept(f"c{number}", terms, note=note or None)
    if not number and skips.entries():
        raise FormatError("holds no pair of terms", path=path, cure="put a tab between them")


def write(
    path: Path, termbase: Termbase, *, languages: Sequence[str] | None = None
) -> tuple[Skipped, ...]:
    """Write every pair of a source and a target term; return what the glossary could not carry.

    The comment holds the status of a forbidden term, the subject, the definitions and the notes.

    Args:
        termbase: its rejected terms are left out.
        languages: of source and target; by default the first two of the termbase.

    Raises:
        ConfigError: the termbase has one language only.
    """
    chosen = tuple(languages or termbase.languages[:2])
    if len(chosen) != 2:
        raise ConfigError("a glossary of OmegaT has a source and a target: name two languages")
    skips = Skips()
    for other in termbase.languages:
        if other not in chosen:
            skips.add("language that a glossary has no place for", other)
    with atomic_open(path) as file:
        file.write(HEADER)
        for concept in writable_concepts(termbase.concepts, skips):
            told = (concept.subject, *(text for _, text in concept.definitions), concept.note)
            sources, targets = (concept.of(language) for language in chosen)
            if not sources or not targets:
                skips.add("concept without terms in both languages", concept.id)
            for source in sources:
                for target in targets:
                    state = (FORBIDDEN,) if target.status == FORBIDDEN else ()
                    comment = "; ".join(filter(None, (*state, *told, target.note)))
                    cells = (_cell(source.text), target.text, comment)
                    file.write("\t".join(SPACES.sub(" ", cell) for cell in cells) + "\n")
    return skips.entries()


def _cell(text: str) -> str:
    """Keep a term apart from a remark."""
    return f" {text}" if text.startswith(REMARK) else text
