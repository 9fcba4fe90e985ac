"""Dictionaries from files to files.

In another format, chosen by language, or united into one graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from diglot.errors import ConfigError, InputError
from diglot.files.binary import extension_of
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import read_origin, read_translations
from diglot.formats.lexicons import write_lexicon as write_as_it_is
from diglot.formats.lexicons.sources import languages_of, reverse_translation
from diglot.formats.registry import LEXICON, extensions_of, find_format
from diglot.formats.stored import EXTENSION as GRAPH
from diglot.formats.stored import is_stored_graph
from diglot.lexicons.graph.graph import language_edge_counts
from diglot.lexicons.graph.normalisation import apertium_tag, is_known
from diglot.model import Lexicon, Origin, Skipped, Translation
from diglot.pipeline.documents import ProgressCall, advance
from diglot.pipeline.options import check_apart
from diglot.pipeline.steps.lexicons.dictionaries import (
    dictionary_files,
    load_graph,
    save_graph,
    unite_origins,
)
from diglot.pipeline.steps.lexicons.options import LexiconChoices
from diglot.text.languages import UNDETERMINED, code_if_known, normalise


def write_lexicon(
    path: str | Path,
    lexicon: Lexicon,
    *,
    format: str | None = None,  # noqa: A002 - the word users type
    skips: Skips | None = None,
) -> int:
    """Write a lexicon; return the number of its translations in the file.

    In a dictionary of Apertium parts of speech of LexInfo become its tags: ``noun`` is ``n``. One
    that is not of LexInfo is a tag already.

    Args:
        path: the file; it is replaced only when everything has been written.
        lexicon: the translations.
        format: name of the format, where the extension does not tell it.
        skips: collects what the format cannot carry.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an unknown or unsuitable format.
    """
    if find_format(path, LEXICON, format=format).name != "dix":
        return write_as_it_is(path, lexicon, format=format, skips=skips)
    parts = {part for each in lexicon.translations for part in (each.source_pos, each.target_pos)}
    tags = {part: apertium_tag(part) for part in parts if part and is_known(part)}
    return write_as_it_is(path, lexicon, format=format, skips=skips, tags=tags)


# Dictionaries from files to files: what can be written, and in another format.


@dataclass(frozen=True, slots=True)
class WrittenLexicon:
    """What was converted.

    Attributes:
        entries: translations in the file, or edges of a saved graph.
        pairs: their language pairs, in order of first use.
        left_out: what was not read.
        lost: what the format cannot carry.
        notes: remarks for the user.
    """

    entries: int
    pairs: tuple[tuple[str, str], ...]
    left_out: tuple[Skipped, ...] = ()
    lost: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()


def check_target(path: Path, format: str | None = None) -> None:  # noqa: A002 - what users type
    """Refuse a file whose format cannot be written.

    Raises:
        ConfigError: the extension tells no format, or one that is read only.
    """
    if path.suffix.lower() == GRAPH:
        return
    if format is None and extension_of(path) not in extensions_of(LEXICON):
        known = ", ".join(extensions_of(LEXICON, writes=True))
        raise ConfigError(
            f"{path}: the extension {path.suffix!r} names no format; write one of {known}, {GRAPH}"
        )
    record = find_format(path, LEXICON, format=format)
    if record.writes:
        return
    raise ConfigError(
        f"{path}: {record.name} dictionaries are read, not written; choose another format"
    )


def convert_lexicons(
    paths: Sequence[Path],
    output: Path,
    *,
    choices: LexiconChoices | None = None,
    format: str | None = None,  # noqa: A002 - what users type
    progress: ProgressCall | None = None,
) -> WrittenLexicon:
    """Read dictionaries and write them as one, or as a saved graph.

    Args:
        paths: files of any format of dictionaries, folders of them, or a saved graph.
        output: file to write; ``.lexgraph`` saves the graph that `infer` makes of them.
        choices: what is taken of them.
        format: name of the format of the output, where the extension does not tell it.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: a file cannot be read or written, or holds nothing of the languages wanted.
        ConfigError: an option is wrong, or the format cannot be written.
    """
    choices = choices or LexiconChoices()
    if (choices.source is None) != (choices.target is None):
        raise ConfigError("--from LANG and --to LANG belong together")
    check_apart(paths, [output])
    check_target(output, format)
    if output.suffix.lower() == GRAPH:
        return _saved(paths, output, choices, progress)
    read, lost = Skips(), Skips()
    lexicon = _united(paths, choices, read, progress)
    entries = write_lexicon(output, lexicon, format=format, skips=lost)
    notes = lexicon.notes
    if any(UNDETERMINED in pair for pair in lexicon.pairs):
        notes = (*notes, "no languages are stated: give them by --from and --to")
    return WrittenLexicon(entries, lexicon.pairs, read.entries(), lost.entries(), notes)


def _saved(
    paths: Sequence[Path], output: Path, choices: LexiconChoices, progress: ProgressCall | None
) -> WrittenLexicon:
    loaded = load_graph(
        paths,
        **choices.reading(),
        format=choices.format,
        encoding=choices.encoding,
        languages=[each for each in (choices.source, choices.target) if each],
        progress=progress,
    )
    save_graph(output, loaded)
    names = loaded.graph.languages
    joined = language_edge_counts(loaded.graph)
    pairs = tuple(
        (one, other)
        for number, one in enumerate(names)
        for other, edges in zip(names[number:], joined[number, number:].tolist(), strict=True)
        if edges
    )
    return WrittenLexicon(loaded.graph.edges, pairs, loaded.skipped)


def _united(
    paths: Sequence[Path], choices: LexiconChoices, skips: Skips, progress: ProgressCall | None
) -> Lexicon:
    """Return the translations of all files, each once."""
    found: dict[Translation, None] = {}
    origins: list[Origin] = []
    seen: set[tuple[str, str]] = set()
    files = dictionary_files(paths)
    for done, path in enumerate(files):
        advance(progress, "reading dictionaries", done, len(files))
        origin, translations = _read(path, choices, skips)
        origins += origin
        for each in _chosen(translations, choices, seen):
            if each in found:
                skips.add("duplicate translation", f"{each.source} | {each.target}")
            found[each] = None
    if not found:
        there = ", ".join(sorted(f"{one}-{other}" for one, other in seen)) or "no translations"
        wanted = f"of {choices.source} and {choices.target}" if choices.source else ""
        raise InputError(
            f"holds no translations {wanted}; available: {there}",
            path=paths[0],
            cure="check the languages",
        )
    return Lexicon(tuple(found), unite_origins(origins))


def _read(
    path: Path, choices: LexiconChoices, skips: Skips
) -> tuple[Sequence[Origin], Iterable[Translation]]:
    """Return the origins and the translations of a dictionary or of a saved graph."""
    if is_stored_graph(path):
        from diglot.lexicons.graph.interning import list_translations

        graph = load_graph([path]).graph
        return graph.origins, list_translations(graph)
    wanted = (choices.source, choices.target) if choices.source and choices.target else None
    translations = read_translations(
        path,
        format=choices.format,
        languages=wanted if UNDETERMINED in languages_of(path) else None,
        encoding=choices.encoding,
        skips=skips,
        skip_bad=choices.skip_bad,
    )
    if choices.rules:
        from diglot.lexicons.graph.normalisation import choose_rules, normalise_translations

        translations = normalise_translations(translations, choose_rules(choices.rules), skips)
    return [read_origin(path, format=choices.format)], translations


def _chosen(
    translations: Iterable[Translation], choices: LexiconChoices, seen: set[tuple[str, str]]
) -> Iterator[Translation]:
    """Give the translations that are wanted as they are wanted; note every pair of languages."""
    wanted = None
    if choices.source is not None and choices.target is not None:
        wanted = (normalise(choices.source), normalise(choices.target))
    codes: dict[str, str] = {}
    for each in translations:
        pair = (each.source_language, each.target_language)
        seen.add(pair)
        if wanted:
            one, other = (codes.setdefault(code, code_if_known(code)) for code in pair)
            if (other, one) == wanted and one != other:
                each = reverse_translation(each)
            elif (one, other) != wanted:
                continue
        if choices.case == "fold":
            each = replace(each, source=each.source.casefold(), target=each.target.casefold())
        if choices.pos == "ignore":
            each = replace(each, source_pos=None, target_pos=None)
        yield each
