"""Dictionaries in files become one graph; a graph is saved and opened again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError, FormatError, InputError
from diglot.formats._blocks import Skips
from diglot.formats._termbase import notes_of
from diglot.formats.lexicons import EXTENSIONS, lexicon_format, read_origin, read_translations
from diglot.formats.stored_graphs import (
    TYPES,
    StoredGraph,
    is_stored_graph,
    read_graph,
    write_graph,
)
from diglot.text.languages import UNDETERMINED, normalise

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from diglot.lexicons.graph import Graph
    from diglot.lexicons.normalisation import Normalisation
    from diglot.model import Origin, Skipped, Translation
    from diglot.pipeline.documents import ProgressCall

_PACKED = (".gz", ".dz")
# Files of other kinds share these extensions: in a folder only those count that tell two languages.
_MANY_USES = frozenset({".txt", ".json", ".xml", ".xlsx", ".csv", ".rdf", ".owl"})
# A dictionary of several files is read by one of them.
_MAIN_FILES = {".index": ".dict", ".dict": ".ifo"}


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
    normalisation: Normalisation | None = None,
    progress: ProgressCall | None = None,
) -> LoadedGraph:
    """Read dictionaries into one graph, or open a saved graph.

    Languages are those that a file says, else those in its name; their codes become diglot's.

    Args:
        paths: files of any format of dictionaries, folders of them, or one saved graph.
        case: ``keep`` makes lemmas that differ in case different words, ``fold`` the same.
        pos: ``keep`` makes parts of speech different words, ``ignore`` forgets them.
        skip_bad: leave bad lines and unknown languages out, and count them.
        format: name of the format of all files, where names and contents do not tell it.
        encoding: of text files that are not in Unicode.
        languages: codes or names of those to read; empty for all.
        normalisation: what is done to lemmas; None does what suits each format.
        progress: called with the stage, the parts done and the parts in all.

    Raises:
        InputError: a file cannot be read, a line is bad, or a language unknown; the nearest one
            is named.
        ConfigError: a switch or a language is unknown, or there is no translation at all.
    """
    only = frozenset(map(normalise, languages))
    if len(paths) == 1 and is_stored_graph(paths[0]):
        return _open(Path(paths[0]), case, pos, only)
    files = dictionary_files(paths)
    stored = next(filter(is_stored_graph, files), None)
    if stored is not None:
        raise ConfigError(
            f"{stored} is a saved graph and stands alone: save all dictionaries in one graph"
        )
    reading = _Reading(skip_bad, format, encoding, only, normalisation)
    return reading.graph(files, case, pos, progress)


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


def dictionary_files(paths: Sequence[str | Path]) -> tuple[Path, ...]:
    """Return the files that are given, and those of folders that hold dictionaries, by name.

    In folders, hidden files are passed over, and so are those whose name tells no format of
    dictionaries; of files such as ``.txt`` or ``.json`` those count that name two languages.

    Raises:
        InputError: something does not exist, or a folder holds no dictionary.
    """
    found: dict[Path, None] = {}
    for path in map(Path, paths):
        if not path.is_dir():
            if not path.exists():
                raise InputError("there is no such file", path=path, cure="check the name")
            found[path] = None
            continue
        inside = [each for each in sorted(path.rglob("*")) if _is_dictionary(each, path)]
        if not inside:
            raise InputError(
                "the folder holds no dictionary",
                path=path,
                cure=f"name files with one of the extensions {', '.join(EXTENSIONS)}",
            )
        found.update(dict.fromkeys(inside))
    return tuple(found)


def _is_dictionary(path: Path, folder: Path) -> bool:
    from diglot.formats._lexicon_names import UNKNOWN, languages_of

    if not path.is_file() or any(part[0] == "." for part in path.relative_to(folder).parts):
        return False
    plain = path.with_suffix("") if path.suffix.lower() in _PACKED else path
    extension = plain.suffix.lower()
    if extension not in EXTENSIONS:
        return False
    if extension in _MANY_USES:
        return languages_of(path) != (UNKNOWN, UNKNOWN)
    main = _MAIN_FILES.get(extension)
    return main is None or not any(
        plain.with_suffix(main + packed).exists() for packed in ("", *_PACKED)
    )


def _open(path: Path, case: str, pos: str, only: frozenset[str]) -> LoadedGraph:
    """Open a saved graph with the switches that are wanted, as far as it can have them."""
    from diglot.lexicons.graph import Graph
    from diglot.lexicons.selection import among

    stored = read_graph(path)
    graph = Graph(**{field.name: _field(stored, field.name) for field in fields(Graph)})
    notes = list(stored.notes)
    for what, wanted in (("case", case), ("pos", pos)):
        there = getattr(graph, what)
        if there != wanted == "keep":
            notes.append(f"{path.name} was saved with --{what} {there}, and stays so")
        elif there != wanted:
            raise ConfigError(
                f"{path} was saved with --{what} {there}: save it again with --{what} {wanted}"
            )
    if only:
        graph = among(graph, only)
    return LoadedGraph(graph, notes=tuple(notes))


def _field(stored: StoredGraph, name: str) -> Any:
    return stored.arrays[name] if name in TYPES else getattr(stored, name)


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

    def graph(
        self, files: Sequence[Path], case: str, pos: str, progress: ProgressCall | None
    ) -> LoadedGraph:
        from diglot.lexicons.encoding import Encoder
        from diglot.lexicons.normalisation import for_format, normalised

        encoder = Encoder(case=case, pos=pos, language=self._language, part=self._part)
        origins = distinct([read_origin(path, format=self._format) for path in files], files)
        for done, (path, origin) in enumerate(zip(files, origins, strict=True)):
            if progress:
                progress("reading dictionaries", done, len(files))
            before = encoder.rows
            rules = self._normalisation or for_format(lexicon_format(path, self._format, look=True))
            try:
                encoder.add(
                    origin, normalised(self._translations(path, self._skips), rules, self._skips)
                )
            except _UnknownLanguage as error:
                raise FormatError(
                    str(error),
                    path=path,
                    place=self._place(path, error.name),
                    cure="mend it, or leave such translations out with --skip-bad",
                ) from error
            if encoder.rows == before:
                self._skips.add("dictionary without translations", path.name)
        if progress:
            progress("making a graph", 0, 1)
        graph = encoder.graph()
        for kind, count in (
            ("translation of a language left out", encoder.foreign),
            ("translation without a word on one side", encoder.blank),
            ("word given for itself", encoder.loops),
            ("translation that its dictionary gives more than once", encoder.repeated),
        ):
            self._skips.add(kind, count=count)
        found = self._skips.found()
        return LoadedGraph(graph, found, notes_of(found), encoder.rows, encoder.repeated)

    def _translations(self, path: Path, skips: Skips | None) -> Iterator[Translation]:
        return read_translations(
            path,
            format=self._format,
            encoding=self._encoding,
            skips=skips,
            skip_bad=self._skip_bad,
        )

    def _language(self, name: str) -> str | None:
        try:
            code = normalise(name)
            message = "" if code != UNDETERMINED else "does not say its languages"
        except ConfigError as error:
            message = str(error)
        if not message:
            return code if not self._only or code in self._only else None
        if self._skip_bad:
            self._skips.add("unknown language", name)
            return None
        raise _UnknownLanguage(name, message)

    def _place(self, path: Path, language: str) -> str | None:
        """Return where a language is met first, None if that is the whole file."""
        for number, each in enumerate(self._translations(path, None), 1):
            if language in (each.source_language, each.target_language):
                where = f"translation {number} ({each.source} | {each.target})"
                return where if number > 1 else None
        return None

    def _part(self, name: str) -> str:
        from diglot.lexicons.parts_of_speech import is_known, lexinfo_part

        part = lexinfo_part(name)
        if not is_known(part):
            self._skips.add("part of speech without a name in LexInfo, kept", name)
        return part


def distinct(origins: Sequence[Origin], files: Sequence[Path]) -> tuple[Origin, ...]:
    """Return origins with names that differ: by the name of the folder, then by number."""
    counts = Counter(each.name for each in origins)
    found: dict[str, Origin] = {}
    for origin, path in zip(origins, files, strict=True):
        name = origin.name
        if counts[name] > 1:
            name = f"{path.resolve().parent.name}/{name}"
        number = 2
        while name in found:
            name = f"{name.partition('~')[0]}~{number}"
            number += 1
        found[name] = replace(origin, name=name)
    return tuple(found.values())
