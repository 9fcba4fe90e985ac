"""Unigram models of word pieces, as SentencePiece writes them."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.errors import FormatError
from diglot.files.text import read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

LONGEST = 4000
"""Characters of a text that count: what follows would change its vector little."""
_NORMAL = 1


@dataclass(frozen=True, slots=True, eq=False)
class PieceModel:
    """Pieces with their scores, and the rules by which texts are normalised.

    Attributes:
        scores: float32 (pieces,), log probabilities.
        children: int32 (nodes + 1,), first child of every node of the tree of pieces, level by
            level; children stand in the order of their labels.
        labels: uint8 (nodes,), the byte that leads to a node.
        pieces: int32 (nodes,), number of the piece that ends in a node, or -1.
        units: uint32, double array of the texts that are replaced.
        replacements: uint8, what they are replaced by, each with a zero behind it.
    """

    scores: NDArray[np.float32]
    children: NDArray[np.int32]
    labels: NDArray[np.uint8]
    pieces: NDArray[np.int32]
    units: NDArray[np.uint32]
    replacements: NDArray[np.uint8]

    @property
    def unknown_score(self) -> float:
        """Score of a character that no piece holds, as SentencePiece has it."""
        return float(self.scores.min()) - 10.0

    @property
    def expansion(self) -> int:
        """Bytes that a byte of text may become at most: a space is marked by three."""
        ends = np.flatnonzero(self.replacements == 0)
        spaces = np.cumsum(self.replacements == ord(" "))[ends]
        return int((np.diff(ends, prepend=-1) + 2 * np.diff(spaces, prepend=0)).max(initial=3))

    def cut(self, texts: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Cut texts into pieces: their numbers, and (texts + 1,) where each text begins."""
        from diglot.learning.kernels.pieces import cut_pieces

        encoded = [text[:LONGEST].encode("utf-8", "replace") for text in texts]
        offsets = np.zeros(len(encoded) + 1, np.int64)
        np.cumsum([len(each) for each in encoded], out=offsets[1:])
        found: tuple[NDArray[np.int32], NDArray[np.int64]] = cut_pieces(
            self, np.frombuffer(b"".join(encoded), np.uint8), offsets
        )
        return found


def read_piece_model(path: Path) -> PieceModel:
    """Read a model of pieces.

    Raises:
        FormatError: it is none of the kind unigram.
        InputError: it cannot be read.

    Reference:
        Kudo and Richardson (2018), SentencePiece; its file is a Protocol Buffer. Older ones keep
        the rules of normalisation with the options of training.
    """
    data = read_bytes(path)
    try:
        pieces, scores, rules = [], [], b""
        for field, value in _fields(data):
            if field == 1:
                each = dict(_fields(value))
                # Pieces for control, and the unknown one, are never found in a text.
                pieces.append(each[1] if each.get(3, _NORMAL) == _NORMAL else b"")
                scores.append(struct.unpack("<f", each[2])[0] if 2 in each else 0.0)
            elif field in (2, 3):
                found = dict(_fields(value)).get(2, b"")
                rules = found if len(found) > len(rules) else rules
        size = struct.unpack_from("<I", rules)[0] + 4
        units = np.frombuffer(rules[4:size], np.uint32)
    except (IndexError, ValueError, TypeError, KeyError, struct.error) as error:
        raise FormatError("is not a model of pieces", path=path) from error
    replacements = np.frombuffer(rules[size:] + b"\0", np.uint8)
    return PieceModel(np.array(scores, np.float32), *_tree(pieces), units, replacements)


def _fields(data: bytes) -> Iterator[tuple[int, Any]]:
    """Give numbers and values of the fields of a message: bytes, or an integer."""
    at, end = 0, len(data)
    while at < end:
        key, at = _varint(data, at)
        if key & 7 == 0:
            value, at = _varint(data, at)
            yield key >> 3, value
            continue
        size = {1: 8, 5: 4}.get(key & 7)
        if size is None:
            size, at = _varint(data, at)
        if at + size > end:
            raise ValueError("a field is cut short")
        yield key >> 3, data[at : at + size]
        at += size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def _tree(
    pieces: Sequence[bytes],
) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.int32]]:
    """Return first children, labels and pieces of the nodes of a tree of byte strings."""
    order = sorted((number for number, piece in enumerate(pieces) if piece), key=pieces.__getitem__)
    lengths = np.array([len(pieces[number]) for number in order])
    depth = int(lengths.max(initial=0))
    table = np.array([pieces[number] for number in order], f"S{depth}").view(np.uint8)
    table = table.reshape(len(order), depth)
    # Node of the prefix of every piece, level by level; -1 where the piece is shorter.
    node = np.zeros(len(order), np.int64)
    starts, labels, ends = [0], [np.zeros(1, np.uint8)], [np.full(1, -1)]
    total = 1
    for level in range(depth):
        inside = np.flatnonzero(lengths > level)
        byte, parent = table[inside, level], node[inside]
        new = np.ones(len(inside), bool)
        new[1:] = (byte[1:] != byte[:-1]) | (parent[1:] != parent[:-1])
        number = np.cumsum(new) - 1 + total
        labels.append(byte[new])
        here = np.full(int(new.sum()), -1)
        done = lengths[inside] == level + 1
        here[number[done] - total] = np.array(order)[inside[done]]
        ends.append(here)
        starts.extend(parent[new].tolist())
        node[inside] = number
        total += len(here)
    # Parents ascend, so the children of a node stand together: where they begin is a count.
    children = np.searchsorted(np.array(starts[1:]), np.arange(total + 1)) + 1
    return (
        children.astype(np.int32),
        np.concatenate(labels),
        np.concatenate(ends).astype(np.int32),
    )
