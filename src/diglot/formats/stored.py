"""Bitexts, lexicon graphs and trigram indexes in the binary files of a workspace."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import islice, pairwise
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from diglot.errors import FormatError, InputError
from diglot.files.arrays import pool_strings, read_arrays, strings_of_pool, verify, write_arrays
from diglot.files.atomic import atomic_open
from diglot.flat_arrays import offsets_of
from diglot.model import (
    Bitext,
    Block,
    Document,
    Link,
    Markup,
    Segment,
    Signature,
    Skipped,
    Source,
    Zone,
)
from diglot.model.lexicon import Origin

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray


# Bitexts as `arrays` has them: everything that is known, small, and quick to read again.
#
# Every field of every document, link and zone is kept; `read_bitexts` gives values that are equal
# to those written. The layout serves one version of diglot after the other, not other programs.

BITEXTS_KIND, BITEXTS_VERSION = "bitexts", 1


def write_bitexts(path: str | Path, bitexts: Sequence[Bitext]) -> None:
    """Write bitexts; the same ones give the same bytes.

    Raises:
        InputError: the file cannot be written.
    """
    import numpy as np

    names = _Names()
    documents = [side for bitext in bitexts for side in (bitext.source, bitext.target)]
    links = [link for bitext in bitexts for link in bitext.links]
    text, text_ends = pool_strings(document.text for document in documents)
    arrays: dict[str, NDArray[Any]] = {
        "text": text,
        "text_ends": text_ends,
        "blocks": _table(
            (_block_row(block, names) for document in documents for block in document.blocks),
            6,
        ),
        "segments": _table(
            (
                (each.start, each.end, each.paragraph)
                for document in documents
                for each in document.segments
            ),
            3,
        ),
        "markup": _table(
            (
                (each.start, each.end, names[each.kind], names[each.data])
                for document in documents
                for each in document.markup
            ),
            4,
        ),
        "links": _table(
            (
                (len(link.source), len(link.target), names[link.kind], len(link.reasons))
                for link in links
            ),
            4,
        ),
        "indices": np.array([i for each in links for i in (*each.source, *each.target)], np.int32),
        # NaN is no probability, so it can stand for None.
        "scores": np.array([np.nan if x.score is None else x.score for x in links], np.float64),
        "reasons": np.array([names[reason] for each in links for reason in each.reasons], np.int32),
    }
    arrays["names"], arrays["name_ends"] = pool_strings(names.strings)
    metadata = {
        "documents": [_document_fields(document) for document in documents],
        "bitexts": [_bitext_fields(bitext) for bitext in bitexts],
    }
    write_arrays(path, arrays, metadata, kind=BITEXTS_KIND, version=BITEXTS_VERSION)


def read_bitexts(path: str | Path) -> list[Bitext]:
    """Return the bitexts of a file that `write_bitexts` wrote.

    Raises:
        FormatError: it is something else, or damaged.
        InputError: it cannot be read.
    """
    verify(path, kind=BITEXTS_KIND, version=BITEXTS_VERSION)
    file = read_arrays(path, kind=BITEXTS_KIND, version=BITEXTS_VERSION)
    try:
        return _Reader(file.arrays, file.metadata).bitexts()
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise FormatError(
            f"its parts do not fit together ({error or type(error).__name__})",
            path=path,
            cure="make the file again with diglot",
        ) from error


class _Names(dict[str | None, int]):
    """Numbers of strings that come again and again; None has the number -1."""

    def __init__(self) -> None:
        super().__init__({None: -1})

    def __missing__(self, name: str | None) -> int:
        self[name] = number = len(self) - 1
        return number

    @property
    def strings(self) -> list[str]:
        return [name for name in self if name is not None]


def _table(rows: Iterable[tuple[int, ...]], columns: int) -> NDArray[np.int32]:
    import numpy as np

    listed = list(rows)
    return np.array(listed, np.int32).reshape(len(listed), columns)


def _block_row(block: Block, names: _Names) -> tuple[int, ...]:
    strings = names[block.kind], names[block.anchor], names[block.document]
    return (block.start, block.end, block.level, *strings)


def _document_fields(document: Document) -> dict[str, Any]:
    source = document.source
    return {
        "language": document.language,
        "name": document.name,
        "segmenter": document.segmenter,
        "skipped": [[each.kind, each.count, each.example] for each in document.skipped],
        "source": source and [str(source.path), source.reader, source.digest],
        "sizes": [len(document.blocks), len(document.segments), len(document.markup)],
    }


def _bitext_fields(bitext: Bitext) -> dict[str, Any]:
    made = bitext.signature
    return {
        "links": len(bitext.links),
        "zones": [[*each.source, *each.target, each.kind, each.reason] for each in bitext.zones],
        "notes": list(bitext.notes),
        "signature": made and [made.method, made.version, list(made.options), made.data],
    }


def _listed(rows: NDArray[Any]) -> Iterator[Any]:
    """Give the rows of a table; of a large corpus not all of them are lists at the same time."""
    for first in range(0, len(rows), 1 << 14):
        yield from rows[first : first + (1 << 14)].tolist()


class _Reader:
    """Takes the rows of the tables in their order."""

    def __init__(self, arrays: dict[str, NDArray[Any]], metadata: dict[str, Any]) -> None:
        self._metadata = metadata
        self._texts = iter(strings_of_pool(arrays["text"], arrays["text_ends"]))
        strings = strings_of_pool(arrays["names"], arrays["name_ends"])
        self._names: dict[int, str | None] = {-1: None, **dict(enumerate(strings))}
        self._rows = {
            name: _listed(arrays[name])
            for name in ("blocks", "segments", "markup", "links", "scores")
        }
        self._indices: list[int] = arrays["indices"].tolist()
        self._reasons: list[int] = arrays["reasons"].tolist()
        self._index = self._reason = 0

    def bitexts(self) -> list[Bitext]:
        fields = self._metadata["documents"]
        documents = [self._document(each) for each in fields]
        pairs = zip(documents[::2], documents[1::2], self._metadata["bitexts"], strict=True)
        return [self._bitext(source, target, each) for source, target, each in pairs]

    def _take(self, name: str, count: int) -> list[Any]:
        rows = self._rows[name]
        taken = list(islice(rows, count))
        if len(taken) != count:
            raise ValueError(f"{name} are missing")
        return taken

    def _name(self, number: int) -> str:
        name = self._names[number]
        if name is None:
            raise ValueError("a name is missing")
        return name

    def _document(self, fields: dict[str, Any]) -> Document:
        blocks, segments, marks = fields["sizes"]
        names = self._names
        source = fields["source"]
        return Document(
            text=next(self._texts),
            blocks=tuple(
                Block(start, end, self._name(kind), level, names[anchor], names[document])
                for start, end, level, kind, anchor, document in self._take("blocks", blocks)
            ),
            segments=tuple(Segment(*row) for row in self._take("segments", segments)),
            language=fields["language"],
            name=fields["name"],
            markup=tuple(
                Markup(start, end, self._name(kind), self._name(data))
                for start, end, kind, data in self._take("markup", marks)
            ),
            skipped=tuple(Skipped(*each) for each in fields["skipped"]),
            source=Source(Path(source[0]), source[1], source[2]) if source else None,
            segmenter=fields["segmenter"],
        )

    def _bitext(self, source: Document, target: Document, fields: dict[str, Any]) -> Bitext:
        rows = self._take("links", fields["links"])
        scores = self._take("scores", fields["links"])
        made = fields["signature"]
        signature = None
        if made:
            options = tuple((name, value) for name, value in made[2])
            signature = Signature(made[0], made[1], options, made[3])
        return Bitext(
            source,
            target,
            tuple(self._link(row, score) for row, score in zip(rows, scores, strict=True)),
            tuple(
                Zone((a, b), (c, d), kind, reason) for a, b, c, d, kind, reason in fields["zones"]
            ),
            tuple(fields["notes"]),
            signature,
        )

    def _link(self, row: list[int], score: float) -> Link:
        sources, targets, kind, reasons = row
        middle = self._index + sources
        end = middle + targets
        source, target = self._indices[self._index : middle], self._indices[middle:end]
        if len(source) != sources or len(target) != targets:
            raise ValueError("indices are missing")
        self._index = end
        said: tuple[str, ...] = ()
        if reasons:
            numbers = self._reasons[self._reason : self._reason + reasons]
            said = tuple(self._name(number) for number in numbers)
            if len(said) != reasons:
                raise ValueError("reasons are missing")
            self._reason += reasons
        known = None if score != score else score
        return Link(tuple(source), tuple(target), known, self._names[kind], said)


# Graphs of dictionaries in one file that is mapped into memory (``.lexgraph``).
#
# Opening costs the same for a graph of any size: pages are read from the disk where they are used.

GRAPH_KIND, GRAPH_VERSION = "lexicon-graph", 1
EXTENSION = ".lexgraph"
MAKE_AGAIN = "make the file again with diglot"
# Array to the types that it may have.
TYPES = {
    "bounds": ("<i8",),
    "lemma_bytes": ("|u1",),
    "lemma_starts": ("<i8",),
    "part": ("|u1", "<u2"),
    "word": ("<i4",),
    "starts": ("<i8",),
    "neighbours": ("<i4",),
    "allowed": ("|u1",),
    "witness": ("<u2", "<i4"),
}
SETS, SET_STARTS = "witness_sets", "witness_starts"
SET_TYPES = {SETS: ("<i4",), SET_STARTS: ("<i8",)}
_SWITCHES = {"case": ("keep", "fold"), "pos": ("keep", "ignore")}


@dataclass(frozen=True, slots=True, eq=False)
class StoredGraph:
    """What a file of a graph holds.

    Attributes:
        arrays: those of `TYPES`, as the graph has them.
        languages: their codes.
        parts: names of parts of speech.
        origins: the dictionaries.
        witnesses: sets of dictionaries, by number.
        case: how lemmas that differ in case were taken.
        pos: how parts of speech were taken.
        notes: remarks from the reading of the dictionaries.
        digest: the same for the same content.
    """

    arrays: Mapping[str, NDArray[Any]]
    languages: tuple[str, ...]
    parts: tuple[str, ...]
    origins: tuple[Origin, ...]
    witnesses: tuple[tuple[int, ...], ...]
    case: str
    pos: str
    notes: tuple[str, ...] = field(default=())
    digest: str = ""


def is_stored_graph(path: str | Path) -> bool:
    """Tell by its name whether a file is to hold a graph."""
    return Path(path).suffix.lower() == EXTENSION


def write_graph(path: str | Path, graph: StoredGraph) -> None:
    """Write a graph; the same one gives the same bytes.

    Raises:
        InputError: the file cannot be written.
    """
    import numpy as np

    sizes = np.fromiter(map(len, graph.witnesses), np.int64, count=len(graph.witnesses))
    said = [number for each in graph.witnesses for number in each]
    arrays = {name: graph.arrays[name] for name in TYPES} | {
        SETS: np.array(said, np.int32),
        SET_STARTS: offsets_of(sizes),
    }
    metadata = {
        "languages": list(graph.languages),
        "parts": list(graph.parts),
        "origins": [
            [each.name, each.statement, each.licence, each.family] for each in graph.origins
        ],
        "case": graph.case,
        "pos": graph.pos,
        "notes": list(graph.notes),
    }
    write_arrays(path, arrays, metadata, kind=GRAPH_KIND, version=GRAPH_VERSION)


def read_graph(path: str | Path) -> StoredGraph:
    """Map the graph of a file into memory.

    The header is checked, and that the arrays fit together; `verify` reads them through.

    Raises:
        FormatError: it is something else, cut short or damaged.
        InputError: it cannot be read.
    """
    file = read_arrays(path, kind=GRAPH_KIND, version=GRAPH_VERSION)
    said = file.metadata
    try:
        _check(file.arrays, said)
        numbers, starts = file.arrays[SETS].tolist(), file.arrays[SET_STARTS].tolist()
        graph = StoredGraph(
            arrays={name: file.arrays[name] for name in TYPES},
            languages=_texts(said["languages"]),
            parts=_texts(said["parts"]),
            origins=tuple(Origin(*_texts(each)) for each in said["origins"]),
            witnesses=tuple(tuple(numbers[begin:end]) for begin, end in pairwise(starts)),
            case=said["case"],
            pos=said["pos"],
            notes=_texts(said["notes"]),
            digest=file.digest,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise FormatError(
            f"holds no graph of dictionaries that makes sense ({error})",
            path=path,
            cure=MAKE_AGAIN,
        ) from error
    return graph


def _check(arrays: Mapping[str, NDArray[Any]], said: Mapping[str, Any]) -> None:
    """Check that arrays and metadata fit together, from shapes and ends alone."""
    for name, allowed in _SWITCHES.items():
        if said[name] not in allowed:
            raise ValueError(f"{name} is {said[name]!r}")
    for name, types in (TYPES | SET_TYPES).items():
        if arrays[name].dtype.str not in types or arrays[name].ndim != 1:
            raise ValueError(f"{name} is of {arrays[name].dtype}, {arrays[name].ndim} dimensions")
    nodes, edges = len(arrays["part"]), len(arrays["neighbours"])
    for name, length, last in (
        ("bounds", len(said["languages"]) + 1, nodes),
        ("lemma_starts", nodes + 1, len(arrays["lemma_bytes"])),
        ("starts", nodes + 1, edges),
        (SET_STARTS, len(arrays[SET_STARTS]), len(arrays[SETS])),
    ):
        array = arrays[name]
        if len(array) != length or not length or array[0] != 0 or array[-1] != last:
            raise ValueError(f"{name} does not fit the rest")
    for name, length in (("word", nodes), ("allowed", edges), ("witness", edges)):
        if len(arrays[name]) != length:
            raise ValueError(f"{name} has {len(arrays[name])} values, not {length}")
    for name in ("bounds", SET_STARTS):
        if (arrays[name][1:] < arrays[name][:-1]).any():
            raise ValueError(f"{name} does not ascend")
    sets = arrays[SETS]
    if len(sets) and not 0 <= sets.min() <= sets.max() < len(said["origins"]):
        raise ValueError("a dictionary is missing")


def _texts(values: Any) -> tuple[str, ...]:
    if not isinstance(values, list) or not all(isinstance(each, str) for each in values):
        raise TypeError("a name is not text")
    return tuple(values)


# Which texts hold a string: an index of three-letter sequences in one SQLite file.
#
# The index gives candidates, never too few: a string that is found nowhere in them is in no text.
# Sequences are of characters, so that languages without spaces between words are served as well.

INDEX_VERSION = 2
_GRAM = 3
# Behind every text, so that its last characters begin a sequence, too.
_PADDING = "\n" * (_GRAM - 1)
_MOST_GRAMS, _MOST_SETS = 32, 3  # of a long string, and of several: enough to leave few candidates


def supports_trigrams() -> bool:
    """Tell whether this SQLite has full-text search with trigrams (version 3.34 and later)."""
    try:
        with closing(sqlite3.connect(":memory:")) as base:
            _create(base, "probe")
    except sqlite3.Error:
        return False
    return True


def write_index(
    path: Path,
    texts: Mapping[str, Iterable[str]],
    *,
    forms: Mapping[str, Iterable[tuple[str, str]]],
    key: str,
) -> None:
    """Write an index of texts; the file is replaced when all of it has been written.

    Args:
        path: the file.
        texts: folded texts by the name of their collection; they are numbered from 0.
        forms: folded lemmas with words that have them, each pair once, by the name of the
            collection.
        key: what the index belongs to.

    Raises:
        InputError: it cannot be written.
    """
    with TemporaryDirectory(prefix="diglot-index-") as folder:
        made = Path(folder) / "index"
        try:
            _write(made, texts, forms, key)
        except sqlite3.Error as error:
            raise InputError(
                f"cannot be written ({str(error).lower()})",
                path=path,
                cure="make room in the folder of temporary files",
            ) from error
        with made.open("rb") as read, atomic_open(path, "wb") as file:
            copyfileobj(read, file)


def _write(
    path: Path,
    texts: Mapping[str, Iterable[str]],
    forms: Mapping[str, Iterable[tuple[str, str]]],
    key: str,
) -> None:
    """Write an index without a journal: a file that is not finished is thrown away anyway."""
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.execute("PRAGMA journal_mode = OFF")
        base.execute("PRAGMA synchronous = OFF")
        base.execute("BEGIN")
        base.execute("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT)")
        about = {"key": key, "version": str(INDEX_VERSION)}
        base.executemany("INSERT INTO about VALUES (?, ?)", about.items())
        for name, each in texts.items():
            _create(base, name)
            rows = ((number, text + _PADDING) for number, text in enumerate(each))
            base.executemany(f'INSERT INTO "{name}" (rowid, text) VALUES (?, ?)', rows)  # noqa: S608
            base.execute(f'INSERT INTO "{name}" ("{name}") VALUES (\'optimize\')')  # noqa: S608
        base.execute(
            "CREATE TABLE forms (name TEXT, lemma TEXT, word TEXT, PRIMARY KEY (name, lemma, word))"
            " WITHOUT ROWID"
        )
        for name, pairs in forms.items():
            base.executemany(
                "INSERT INTO forms VALUES (?, ?, ?)", ((name, *each) for each in pairs)
            )
        base.execute("COMMIT")


class TrigramIndex:
    """An open index; see `open_index`."""

    def __init__(self, base: sqlite3.Connection, path: Path) -> None:
        self._base = base
        self._path = path

    def candidates(
        self,
        name: str,
        wanted: Iterable[Iterable[str]],
        *,
        most: int | None = None,
        whole: bool = False,
    ) -> tuple[list[int], int]:
        """Return the numbers of the texts that may hold some strings, ascending, and how many may.

        Args:
            name: of the collection.
            wanted: strings of which a text holds one at least, as often as there are such; folded
                as the texts are, not empty.
            most: about so many of them are returned, evenly spread; None for all.
            whole: no letter follows a string.

        Raises:
            FormatError: the index is damaged.
        """
        try:
            # The longest words are the rarest: what they leave is looked through anyway.
            sets = sorted(
                (list(each) for each in wanted),
                key=lambda each: -len(max(each, default="", key=len)),
            )
            asked = [
                [self._expression(name, each, whole) for each in those]
                for those in sets[:_MOST_SETS]
            ]
            if not all(map(any, asked)):
                return [], 0
            query = " AND ".join(f"({' OR '.join(filter(None, each))})" for each in asked)
            where = f'FROM "{name}" WHERE "{name}" MATCH ?'
            count, step = 0, 1
            if most is not None:
                ((count,),) = self._base.execute(f"SELECT count(*) {where}", (query,))
                step = max(1, -(-count // most))
            ask = f"SELECT rowid {where} AND rowid % ? = 0 ORDER BY rowid"
            found = [number for (number,) in self._base.execute(ask, (query, step))]
            return found, max(count, len(found))
        except sqlite3.Error as error:
            raise _damaged(self._path, error) from error

    def forms(self, name: str, lemma: str) -> list[str]:
        """Return the folded words of a collection that have a folded lemma, ascending.

        Raises:
            FormatError: the index is damaged.
        """
        ask = "SELECT word FROM forms WHERE name = ? AND lemma = ? ORDER BY word"
        try:
            return [word for (word,) in self._base.execute(ask, (name, lemma))]
        except sqlite3.Error as error:
            raise _damaged(self._path, error) from error

    def _expression(self, name: str, needle: str, whole: bool) -> str:
        """Return what asks for a string; nothing if no text holds it."""
        if len(needle) >= _GRAM:
            grams = dict.fromkeys(needle[at : at + _GRAM] for at in range(len(needle) - _GRAM + 1))
            return f"({' AND '.join(_quoted(gram) for gram in [*grams][:_MOST_GRAMS])})"
        # All sequences that begin with a shorter string.
        self._base.execute(
            f'CREATE VIRTUAL TABLE IF NOT EXISTS temp."{name}_grams" '
            f"USING fts5vocab('main', '{name}', 'row')"
        )
        # The end of the range: no character follows the last one of Unicode.
        found = self._base.execute(
            f'SELECT term FROM temp."{name}_grams" WHERE term >= ? AND term <= ?',  # noqa: S608
            (needle, needle + "\U0010ffff" * _GRAM),
        )
        ends = whole and needle.isascii() and needle.isalpha()
        return " OR ".join(
            _quoted(gram)
            for (gram,) in found
            if not (ends and gram[len(needle)].isascii() and gram[len(needle)].isalpha())
        )


@contextmanager
def open_index(path: Path, *, key: str) -> Iterator[TrigramIndex]:
    """Open an index for reading; the file and its folder may be write-protected.

    Raises:
        FormatError: it is no index, damaged, or belongs to something else.
        InputError: it does not exist or cannot be read.
    """
    if not path.is_file():
        raise InputError("no such file", path=path)
    try:
        base = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    except sqlite3.Error as error:
        raise _damaged(path, error) from error
    with closing(base):
        try:
            about = dict(base.execute("SELECT name, value FROM about"))
        except sqlite3.Error as error:
            raise _damaged(path, error) from error
        if about.get("key") != key or about.get("version") != str(INDEX_VERSION):
            raise FormatError("belongs to other texts", path=path)
        yield TrigramIndex(base, path)


def _create(base: sqlite3.Connection, name: str) -> None:
    # Without texts and positions the index is a third as large; who asks has the texts.
    base.execute(
        f"CREATE VIRTUAL TABLE \"{name}\" USING fts5(text, content='', detail=none, "
        "columnsize=0, tokenize='trigram case_sensitive 1')"
    )


def _quoted(gram: str) -> str:
    doubled = gram.replace('"', '""')
    return f'"{doubled}"'


def _damaged(path: Path, error: sqlite3.Error) -> FormatError:
    return FormatError(f"is not an index of texts ({error})", path=path, cure="delete it")
