"""Graphs of dictionaries in one file that is mapped into memory (``.lexgraph``).

Opening costs the same for a graph of any size: pages are read from the disk where they are used.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.errors import FormatError
from diglot.files import arrays as array_files
from diglot.files.arrays import read_arrays, write_arrays
from diglot.model.lexicon import Origin

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

KIND, VERSION = "lexicon-graph", 1
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
        SET_STARTS: np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
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
    write_arrays(path, arrays, metadata, kind=KIND, version=VERSION)


def read_graph(path: str | Path) -> StoredGraph:
    """Map the graph of a file into memory.

    The header is checked, and that the arrays fit together; `verify` reads them through.

    Raises:
        FormatError: it is something else, cut short or damaged.
        InputError: it cannot be read.
    """
    file = read_arrays(path, kind=KIND, version=VERSION)
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


def verify(path: str | Path) -> None:
    """Read the whole file and compare it with the digest of its data.

    Raises:
        FormatError: it is something else, cut short or damaged.
        InputError: it cannot be read.
    """
    array_files.verify(path, kind=KIND, version=VERSION)


def _check(arrays: Mapping[str, NDArray[Any]], said: Mapping[str, Any]) -> None:
    """Check that arrays and metadata fit together, from shapes and ends alone.

    Raises:
        KeyError: something is missing.
        TypeError, ValueError: something does not fit.
    """
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
        raise TypeError("a name is no text")
    return tuple(values)
