"""Dictionaries in files become one graph; a graph is saved and opened again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from diglot.errors import ConfigError, FormatError, InputError
from diglot.files.binary import PACKED, unpacked_name
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import read_chunks, read_origin, read_translations
from diglot.formats.lexicons.sources import languages_of
from diglot.formats.registry import LEXICON, extensions_of, find_format
from diglot.formats.stored import (
    EXTENSION,
    GRAPH_KIND,
    TYPES,
    StoredGraph,
    is_stored_graph,
    read_graph,
    write_graph,
)
from diglot.lexicons.graph.encoding import Encoder
from diglot.lexicons.graph.families import add_families
from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.graph.normalisation import (
    Normalisation,
    choose_rules,
    is_known,
    lexinfo_part,
    normalisation_for_format,
    normalise_translations,
)
from diglot.model import Origin, Skipped
from diglot.pipeline.documents import ProgressCall, advance
from diglot.text.languages import UNDETERMINED, normalise

_Read = TypeVar("_Read")

# Files of other kinds share these extensions: in a folder only those count that tell two languages.
_MANY_USES = frozenset({".txt", ".json", ".xlsx", ".csv", ".rdf", ".owl"})
# A dictionary of several files is read by one of them.
_MAIN_FILES = {".index": ".dict", ".dict": ".ifo"}


def dictionary_files(paths: Sequence[str | Path]) -> tuple[Path, ...]:
    """Return the files that are given, and those of folders that hold dictionaries, by name.

    In folders, hidden files are passed over, and so are those whose name tells no format of
    dictionaries; of files such as ``.txt`` or ``.json`` those count that name two languages, of XML
    those whose root element is that of a dictionary.

    Raises:
        InputError: something does not exist, or a folder holds no dictionary.
    """
    found: dict[Path, None] = {}
    for path in map(Path, paths):
        if not path.is_dir():
            if not path.exists():
                raise InputError("no such file", path=path, cure="check the name")
            found[path] = None
            continue
        inside = [each for each in sorted(path.rglob("*")) if _is_dictionary(each, path)]
        if not inside:
            raise InputError(
                "the folder holds no dictionary",
                path=path,
                cure=f"name files with one of the extensions {', '.join(extensions_of(LEXICON))}",
            )
        found.update(dict.fromkeys(inside))
    return tuple(found)


def _is_dictionary(path: Path, folder: Path) -> bool:
    if not path.is_file() or any(part[0] == "." for part in path.relative_to(folder).parts):
        return False
    plain = unpacked_name(path)
    extension = plain.suffix.lower()
    if extension == EXTENSION:
        return True
    if extension == ".xml":
        return _is_readable(path)
    if extension not in extensions_of(LEXICON):
        return False
    if extension in _MANY_USES:
        return languages_of(path) != (UNDETERMINED, UNDETERMINED)
    main = _MAIN_FILES.get(extension)
    return main is None or not any(
        plain.with_suffix(main + packed).exists() for packed in ("", *PACKED)
    )


def _is_readable(path: Path) -> bool:
    try:
        find_format(path, LEXICON, look=True)
    except InputError:
        return False
    return True


# Dictionaries in files become one graph; a graph is saved and opened again.


WORDNET = "wordnet"


@dataclass(frozen=True, slots=True, eq=False)
class LoadedGraph:
    """A graph and what was found when it was read.

    Attributes:
        graph: the dictionaries.
        skipped: what was left out, changed, or said twice.
        notes: the same as remarks for the user.
        rows: number of translations that were read; 0 for a saved graph.
        duplicates: number of those that their dictionary gives more than once.
    """

    graph: Graph
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()
    rows: int = 0
    duplicates: int = 0


def load_graph(
    paths: Sequence[str | Path],
    *,
    case: str = "keep",
    pos: str = "keep",
    skip_bad: bool = False,
    format: str | None = None,  # noqa: A002 - the word users type
    encoding: str | None = None,
    languages: Collection[str] = (),
    rules: Collection[str] | None = None,
    progress: ProgressCall | None = None,
) -> LoadedGraph:
    """Read dictionaries into one graph, or open a saved graph.

    Languages are those that a file says, else those in its name; their codes become diglot's.

    Args:
        paths: files of any format of dictionaries, folders of them, saved graphs.
        case: ``keep`` makes lemmas that differ in case different words, ``fold`` the same.
        pos: ``keep`` makes parts of speech different words, ``ignore`` forgets them.
        skip_bad: leave bad lines and unknown languages out, and count them.
        format: name of the format of all files, where names and contents do not tell it.
        encoding: of text files that are not in Unicode.
        languages: codes or names of those to read; empty for all.
        rules: names of what is done to lemmas (`lexicons.normalisation.RULES` and ``length``); None
            does what suits each format.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: a file cannot be read, a line is bad, or a language unknown; the nearest one
            is named.
        ConfigError: a switch, a rule or a language is unknown, or there is no translation at all.
    """
    only = frozenset(map(normalise, languages))
    normalisation = None if rules is None else choose_rules(rules)
    files = dictionary_files(paths)
    told: tuple[str, ...] = ()
    if len(files) == 1 and is_stored_graph(files[0]):
        stored = read_graph(files[0])
        told = tuple(_unlike(stored, files[0], case, pos))
        case = stored.case if stored.case != "keep" else case
        pos = stored.pos if stored.pos != "keep" else pos
        if not only and (stored.case, stored.pos) == (case, pos):
            return LoadedGraph(_graph_of(stored), notes=(*stored.notes, *told))
    loaded = _Reading(skip_bad, format, encoding, only, normalisation).graph(
        files, case, pos, progress
    )
    return replace(loaded, notes=(*loaded.notes, *told))


def save_graph(path: str | Path, loaded: LoadedGraph | Graph) -> None:
    """Save a graph in a file (``.lexgraph``) that opens at once; the same one gives the same bytes.

    Raises:
        InputError: the file cannot be written.
    """
    notes = loaded.notes if isinstance(loaded, LoadedGraph) else ()
    graph = loaded.graph if isinstance(loaded, LoadedGraph) else loaded
    write_graph(
        path,
        StoredGraph(
            arrays={name: getattr(graph, name) for name in TYPES},
            languages=graph.languages,
            parts=graph.parts,
            origins=graph.origins,
            witnesses=graph.witnesses,
            case=graph.case,
            pos=graph.pos,
            notes=notes,
        ),
    )


def _graph_of(stored: StoredGraph) -> Graph:
    def value(name: str) -> Any:
        return stored.arrays[name] if name in TYPES else getattr(stored, name)

    return Graph(**{field.name: value(field.name) for field in fields(Graph)})


def _unlike(stored: StoredGraph, path: Path, case: str, pos: str) -> Iterator[str]:
    """Give a remark for every switch that a saved graph cannot have any more."""
    for what, wanted in (("case", case), ("pos", pos)):
        there = getattr(stored, what)
        if there != wanted == "keep":
            yield f"{path.name} was saved with --{what} {there}, and stays so"


class _UnknownLanguage(Exception):  # noqa: N818 - it never leaves this module
    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


class _Reading:
    """Reads files as `load_graph` was told to."""

    def __init__(
        self,
        skip_bad: bool,
        format: str | None,  # noqa: A002
        encoding: str | None,
        only: frozenset[str],
        normalisation: Normalisation | None,
    ) -> None:
        self._skip_bad, self._format, self._encoding = skip_bad, format, encoding
        self._only, self._normalisation = only, normalisation
        self._skips = Skips()
        self._places: list[str] = []
        self._notes: list[str] = []

    def graph(
        self, files: Sequence[Path], case: str, pos: str, progress: ProgressCall | None
    ) -> LoadedGraph:
        """Read all files into one graph."""
        encoder = Encoder(case=case, pos=pos, language=self._language, part=self._part)
        groups = self._groups(files)
        for done, (name, paths) in enumerate(groups):
            advance(progress, "reading dictionaries", done, len(groups))
            if name == GRAPH_KIND:
                self._add_graph(encoder, paths[0], case, pos)
            else:
                self._add(encoder, name, paths)
        advance(progress, "making a graph")
        graph = encoder.graph()
        graph = replace(graph, origins=add_families(rename_origins(graph.origins, self._places)))
        for kind, count in (
            ("translation of a language left out", encoder.foreign),
            ("translation without a word on one side", encoder.blank),
            ("word given for itself", encoder.loops),
            ("repetition of a translation in its dictionary", encoder.repeated),
        ):
            self._skips.add(kind, count=count)
        found = self._skips.entries()
        notes = (*self._notes, *map(str, found))
        return LoadedGraph(graph, found, notes, encoder.rows, encoder.repeated)

    def _groups(self, files: Sequence[Path]) -> list[tuple[str, list[Path]]]:
        """Return the format and the files of every dictionary.

        Wordnets are one: a word of one has its translations in the others.
        """
        groups: list[tuple[str, list[Path]]] = []
        wordnets: list[Path] = []
        for path in files:
            name = (
                GRAPH_KIND
                if is_stored_graph(path)
                else find_format(path, LEXICON, format=self._format, look=True).name
            )
            if name != WORDNET:
                groups.append((name, [path]))
                continue
            if not wordnets:
                groups.append((name, wordnets))
            wordnets.append(path)
        return groups

    def _add(self, encoder: Encoder, name: str, paths: Sequence[Path]) -> None:
        rules = self._normalisation or normalisation_for_format(name)
        self._places.append(paths[0].resolve().parent.name)
        before = encoder.rows
        try:
            origin = unite_origins([read_origin(path, format=name) for path in paths])
            if rules.is_none:
                encoder.add_chunks(origin, self._read(read_chunks, name, paths, self._skips))
            else:
                translations = self._read(read_translations, name, paths, self._skips)
                encoder.add(origin, normalise_translations(translations, rules, self._skips))
        except _UnknownLanguage as error:
            raise FormatError(
                str(error),
                path=paths[0],
                place=self._place(name, paths, error.name),
                cure=(
                    "name it after them, such as eng-spa.tsv, or the columns of a table, such as "
                    "English and Spanish"
                    if error.name == UNDETERMINED
                    else "fix it, or leave such translations out with --skip-bad"
                ),
            ) from error
        if encoder.rows == before:
            self._skips.add("dictionary without translations", paths[0].name)

    def _add_graph(self, encoder: Encoder, path: Path, case: str, pos: str) -> None:
        stored = read_graph(path)
        for what, wanted in (("case", case), ("pos", pos)):
            if (there := getattr(stored, what)) != wanted == "keep":
                raise ConfigError(
                    f"{path} was saved with --{what} {there}: unite it with others of the same "
                    f"--{what} {there}"
                )
        self._places += [path.stem] * len(stored.origins)
        self._notes += stored.notes
        encoder.add_graph(_graph_of(stored))

    def _read(
        self,
        read: Callable[..., Iterator[_Read]],
        name: str,
        paths: Sequence[Path],
        skips: Skips | None,
    ) -> Iterator[_Read]:
        others: dict[str, Any] = {"others": paths[1:]} if paths[1:] else {}
        return read(
            paths[0],
            format=name,
            encoding=self._encoding,
            skips=skips,
            skip_bad=self._skip_bad,
            **others,
        )

    def _language(self, name: str) -> str | None:
        try:
            code = normalise(name)
            message = "" if code != UNDETERMINED else "does not state its languages"
        except ConfigError as error:
            message = str(error)
        if not message:
            return code if not self._only or code in self._only else None
        if self._skip_bad:
            self._skips.add("unknown language", name)
            return None
        raise _UnknownLanguage(name, message)

    def _place(self, name: str, paths: Sequence[Path], language: str) -> str | None:
        """Return where a language is met first, None if that is the whole file."""
        for number, each in enumerate(self._read(read_translations, name, paths, None), 1):
            if language in (each.source_language, each.target_language):
                where = f"translation {number} ({each.source} | {each.target})"
                return where if number > 1 else None
        return None

    def _part(self, name: str) -> str:
        part = lexinfo_part(name)
        if not is_known(part):
            self._skips.add("part of speech without a name in LexInfo, kept", name)
        return part


def unite_origins(origins: Sequence[Origin]) -> Origin:
    """Return one origin for dictionaries that are read as one."""
    if len(origins) == 1:
        return origins[0]

    def together(values: Iterator[str], between: str) -> str:
        return between.join(dict.fromkeys(filter(None, values)))

    return Origin(
        together((each.name for each in origins), "+"),
        together((each.statement for each in origins), "; "),
        together((each.licence for each in origins), "; "),
    )


def rename_origins(origins: Sequence[Origin], places: Sequence[str]) -> tuple[Origin, ...]:
    """Return origins with names that differ: by where each comes from, then by number."""
    counts = Counter(each.name for each in origins)
    found: dict[str, Origin] = {}
    for origin, place in zip(origins, places, strict=True):
        plain = f"{place}/{origin.name}" if counts[origin.name] > 1 else origin.name
        name, number = plain, 2
        while name in found:
            name = f"{plain}~{number}"
            number += 1
        found[name] = replace(origin, name=name)
    return tuple(found.values())
