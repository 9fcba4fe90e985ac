"""Files of terms: how they are read and written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot.errors import ConfigError
from diglot.files.xml import root_of
from diglot.formats.blocks import Skips
from diglot.formats.termbases import EXTENSIONS, ROOTS, TABLES, termbase_format
from diglot.formats.termbases.termbase import carried, notes_of
from diglot.terms.termbases import in_languages

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.model import Skipped, Termbase

# Formats that hold nothing but termbases; tables may hold anything.
ONLY_TERMS = frozenset({"tbx", "rdf"})
# Which formats an option of writing is for.
SUITED = {
    "layout": TABLES,
    "languages": TABLES,
    "version": frozenset({"tbx"}),
    "vocabulary": frozenset({"rdf"}),
    "base": frozenset({"rdf"}),
    "mark": frozenset({"csv", "tsv"}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TermbaseInput:
    """How files of terms are read.

    Attributes:
        format: of the file, where its name hides it.
        languages: those to take, source first; they name the columns of a table that does not.
        encoding: of a text file that is not in Unicode.
        header: whether the first row of a table is one; None to see for ourselves.
    """

    format: str | None = None
    languages: tuple[str, ...] = ()
    encoding: str | None = None
    header: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TermbaseOutput:
    """How a file of terms is written; None and False for what the format does by itself.

    Attributes:
        format: of the file, where its name hides it.
        layout: of tables: ``pairs``, ``terms`` or ``concepts`` a row.
        tbx: version and style of TBX: ``3-dca``, ``3-dct`` or ``2``.
        vocabulary: of RDF: ``skos`` or ``ontolex``.
        base: of RDF: what stands before the ids of concepts.
        mark: whether CSV begins with a byte-order mark.
    """

    format: str | None = None
    layout: str | None = None
    tbx: str | None = None
    vocabulary: str | None = None
    base: str | None = None
    mark: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a termbase that was written.

    Attributes:
        concepts: how many were written.
        terms: how many they have.
        notes: what the reader left out.
        lost: what the format could not carry.
    """

    concepts: int
    terms: int
    notes: tuple[str, ...]
    lost: tuple[Skipped, ...]


def is_termbase(path: Path, format_name: str | None = None) -> bool:
    """Tell whether a file can be nothing but a termbase, by its name or by its root element.

    Raises:
        InputError: an ``.xml`` file cannot be read.
    """
    if format_name is not None:
        name = format_name.lower().lstrip(".")
        return EXTENSIONS.get(f".{name}", name) in ONLY_TERMS
    if path.suffix.lower() == ".xml" and path.is_file():
        return root_of(path) in ROOTS
    return EXTENSIONS.get(path.suffix.lower()) in ONLY_TERMS


def load_termbase(
    path: Path, options: TermbaseInput | None = None, *, skips: Skips | None = None
) -> Termbase:
    """Read a termbase in the languages that are wanted.

    Args:
        path: the file.
        options: how to read it.
        skips: collects what is left out, as the notes of the termbase do.

    Raises:
        InputError: it cannot be read.
        ConfigError: an unknown or unsuitable format or option.
    """
    options = options or TermbaseInput()
    skips = skips if skips is not None else Skips()
    given: dict[str, Any] = {"encoding": options.encoding, "skips": skips}
    if termbase_format(path, options.format, look=True) in TABLES:
        given["header"] = options.header
    languages = options.languages[:2] or None
    termbase = formats.read_termbase(path, format=options.format, languages=languages, **given)
    if not options.languages:
        return termbase
    chosen = in_languages(termbase, options.languages)
    before, after = _terms(termbase), _terms(chosen)
    if before == after:
        return chosen
    if not after:
        raise ConfigError(
            f"{path} holds no term in {', '.join(options.languages)}; it holds "
            f"{', '.join(termbase.languages) or 'none at all'}"
        )
    skips.add("term in another language", count=before - after)
    return replace(chosen, notes=notes_of(skips.found()))


def save_termbase(
    path: Path,
    termbase: Termbase,
    options: TermbaseOutput | None = None,
    *,
    languages: Sequence[str] = (),
) -> Written:
    """Write a termbase.

    Args:
        path: the file.
        termbase: the concepts.
        options: how to write them.
        languages: source and target of a table of pairs; by default in the order of first use.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an unknown or unsuitable format or option.
    """
    options = options or TermbaseOutput()
    name = termbase_format(path, options.format)
    given: dict[str, Any] = {
        "layout": options.layout,
        "version": options.tbx,
        "vocabulary": options.vocabulary,
        "base": options.base,
        "mark": options.mark or None,
    }
    if name in TABLES:
        given["languages"] = tuple(languages) or None
    given = {option: value for option, value in given.items() if value is not None}
    for option in given:
        if name not in SUITED[option]:
            raise ConfigError(
                f"{path}: {option} is said of {' and '.join(sorted(SUITED[option]))} files only"
            )
    skips = Skips()
    if name in ONLY_TERMS:
        # Left out here already, so that what is counted is what is written.
        termbase = replace(termbase, concepts=tuple(carried(termbase.concepts, skips)))
    lost = formats.write_termbase(path, termbase, format=options.format, **given)
    return Written(
        len(termbase.concepts), _terms(termbase), termbase.notes, (*skips.found(), *lost)
    )


def load_list(path: Path, options: TermbaseInput) -> Termbase:
    """Read a list of any kind, in whatever languages it is."""
    languages = options.languages[:2] or None
    return formats.read_termbase(path, languages=languages, encoding=options.encoding)


def check_apart(sources: Sequence[Path], target: Path) -> None:
    """Make sure that no input is overwritten.

    Raises:
        ConfigError: the target is one of the sources.
    """
    for source in sources:
        if source.resolve() == target.resolve():
            raise ConfigError(f"{target} is both input and output: write to another file")


def _terms(termbase: Termbase) -> int:
    return sum(len(each.terms) for each in termbase.concepts)
