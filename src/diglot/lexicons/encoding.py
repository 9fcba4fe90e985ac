"""The graph of dictionaries: translations become numbers."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.lexicons.graph import BACK, FORTH, Graph
from diglot.model.lexicon import BACKWARD, FORWARD

if TYPE_CHECKING:
    from collections.abc import Iterable

    from diglot.model import Origin, Translation

CASES = ("keep", "fold")
PARTS = ("keep", "ignore")
_ALLOWED = {FORWARD: FORTH, BACKWARD: BACK}


def encode(
    dictionaries: Iterable[tuple[Origin, Iterable[Translation]]],
    *,
    case: str = "keep",
    pos: str = "keep",
) -> Graph:
    """Return the graph of dictionaries.

    Args:
        dictionaries: the origin and the translations of each; translations are taken one by one.
        case: ``keep`` makes lemmas that differ in case different nodes, ``fold`` the same.
        pos: ``keep`` makes parts of speech different nodes, ``ignore`` forgets them.

    Raises:
        ConfigError: an unknown switch, or no translation at all.
    """
    if case not in CASES or pos not in PARTS:
        raise ConfigError(f"case is one of {', '.join(CASES)}; pos is one of {', '.join(PARTS)}")
    numbers: dict[tuple[str, str, str], int] = {}
    origins: list[Origin] = []
    columns: tuple[list[int], ...] = ([], [], [], [])
    for origin, translations in dictionaries:
        of = len(origins)
        origins.append(origin)
        for each in translations:
            ends = []
            for lemma, language, part in (
                (each.source, each.source_language, each.source_pos),
                (each.target, each.target_language, each.target_pos),
            ):
                text = " ".join(unicodedata.normalize("NFC", lemma).split())
                key = (
                    language,
                    text if case == "keep" else text.casefold(),
                    "" if pos == "ignore" else part or "",
                )
                ends.append(numbers.setdefault(key, len(numbers)))
            if ends[0] != ends[1]:
                way = _ALLOWED.get(each.direction, FORTH | BACK)
                for column, value in zip(columns, (*ends, way, of), strict=True):
                    column.append(value)
    if not columns[0]:
        raise ConfigError("the dictionaries hold no translation: give others")
    return _graph(numbers, columns, tuple(origins), case, pos)


def _graph(
    numbers: dict[tuple[str, str, str], int],
    columns: tuple[list[int], ...],
    origins: tuple[Origin, ...],
    case: str,
    pos: str,
) -> Graph:
    keys = list(numbers)
    folded = [text.casefold() for _, text, _ in keys]
    order = sorted(
        range(len(keys)), key=lambda at: (keys[at][0], folded[at], keys[at][1], keys[at][2])
    )
    place = np.empty(len(keys), np.int64)
    place[order] = np.arange(len(keys))
    languages = tuple(sorted({key[0] for key in keys}))
    parts = ("", *sorted({key[2] for key in keys} - {""}))
    part_number = {name: at for at, name in enumerate(parts)}
    language_number = {name: at for at, name in enumerate(languages)}
    language = np.array([language_number[keys[at][0]] for at in order])
    words = [(keys[at][0], folded[at]) for at in order]
    new = np.array([True, *(one != other for one, other in pairwise(words))])
    encoded = [keys[at][1].encode("utf-8", "surrogatepass") for at in order]
    source, target, way, of = (np.array(column, np.int64) for column in columns)
    source, target = place[source], place[target]
    # Every edge at both its ends; the way round, "forth" is "back".
    turned = ((way & FORTH) << 1) | ((way & BACK) >> 1)
    row = np.concatenate([source, target])
    column = np.concatenate([target, source])
    way = np.concatenate([way, turned])
    of = np.concatenate([of, of])
    sequence = np.lexsort((of, column, row))
    row, column, way, of = row[sequence], column[sequence], way[sequence], of[sequence]
    first = np.concatenate([[True], (row[1:] != row[:-1]) | (column[1:] != column[:-1])])
    at = np.flatnonzero(first)
    sets, witness = _witnesses(of, at)
    return Graph(
        languages=languages,
        parts=parts,
        origins=origins,
        witnesses=sets,
        bounds=np.searchsorted(language, np.arange(len(languages) + 1)).astype(np.int64),
        lemma_bytes=np.frombuffer(b"".join(encoded), np.uint8),
        lemma_starts=np.concatenate([[0], np.cumsum([len(each) for each in encoded])]).astype(
            np.int64
        ),
        part=np.array([part_number[keys[each][2]] for each in order], np.uint8),
        word=(np.cumsum(new) - 1).astype(np.int32),
        starts=np.searchsorted(row[at], np.arange(len(keys) + 1)).astype(np.int64),
        neighbours=column[at].astype(np.int32),
        allowed=np.bitwise_or.reduceat(way, at).astype(np.uint8),
        witness=witness,
        case=case,
        pos=pos,
    )


def _witnesses(
    of: np.ndarray[tuple[int], np.dtype[np.int64]], at: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> tuple[tuple[tuple[int, ...], ...], np.ndarray[tuple[int], np.dtype[np.int32]]]:
    """Return the sets of dictionaries, and which of them says each edge."""
    found: dict[tuple[int, ...], int] = {}
    ends = np.append(at[1:], len(of))
    names = of.tolist()
    witness = np.fromiter(
        (
            found.setdefault(tuple(dict.fromkeys(names[begin:end])), len(found))
            for begin, end in zip(at.tolist(), ends.tolist(), strict=True)
        ),
        np.int32,
        count=len(at),
    )
    return tuple(found), witness
