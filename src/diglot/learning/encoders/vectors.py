"""Vectors of texts and of runs of them, kept by content."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.errors import InputError
from diglot.files.arrays import cache_folder, read_arrays, write_arrays

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from diglot.learning.encoders import Encoder

    Floats = NDArray[np.float32]

LEAST_KEPT = 100
"""Texts from which on their vectors are kept: those of fewer are made as fast as they are read."""
COMPARED = 8
"""Texts that an encoder from elsewhere encodes again: does it still give what is kept?"""
MOST_KEPT = 1 << 30
"""Bytes of all vectors that are kept; the oldest go first."""
ROWS, RUNS = 128, 256
"""Texts whose cosines are computed at once, and whose runs are encoded at once."""
MORE_ROWS, MORE_COLUMNS = 3, 2
"""How much further the next question may reach: what was likely there, two rows and one column
round it, and the border of its own."""
_KIND, _VERSION = "text-vectors", 2


@dataclass(frozen=True, slots=True, eq=False)
class TextVectors:
    """Vectors of texts in their order.

    Attributes:
        vectors: float32 (n, d), of length one.
        sums: float32 (n, d), what the pieces of each text add up to; None where an encoder does
            not say.
        joints: float32 (n, d), what the marks between a text and the one before add to that.
        counts: int32 (n,), pieces of each text with the marks of its begin and its end.
        encoder: what made them.
    """

    vectors: Floats
    sums: Floats | None = None
    joints: Floats | None = None
    counts: NDArray[np.int32] | None = None
    encoder: Any = None

    def __len__(self) -> int:
        return len(self.vectors)

    def __getitem__(self, part: slice) -> TextVectors:
        """Return those of some texts that stand together."""
        if self.sums is None or self.joints is None or self.counts is None:
            return TextVectors(self.vectors[part])
        return TextVectors(
            self.vectors[part], self.sums[part], self.joints[part], self.counts[part], self.encoder
        )

    def runs(self, lengths: Sequence[int]) -> list[Floats]:
        """Return vectors of all runs of so many texts, for each length float32 (runs, d).

        They have length one. All are made at once: an encoder needs as long for a few as for
        hundreds. Where there are no sums of pieces, vectors are added.

        Reference:
            Thompson and Koehn (2019), Vecalign, for sums of vectors.
        """
        # A run of one text is the text, whose vector was made of the same sums.
        longer = [length for length in lengths if length > 1 or self.sums is None]
        if not longer:
            return [self.vectors for _ in lengths]
        if self.sums is None or self.joints is None or self.counts is None:
            total = np.concatenate([_add_runs(self.vectors, k) for k in longer])
            made: Floats = total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-9)
        else:
            inner = [_add_runs(self.joints[1:], k - 1) for k in longer]
            sums = [_add_runs(self.sums, k) for k in longer]
            for whole, part in zip(sums, inner, strict=True):
                whole -= part
            counts = [_add_runs(self.counts, k) - 2 * (k - 1) for k in longer]
            made = self.encoder.finish(np.concatenate(sums), np.concatenate(counts))
        ends = np.cumsum([max(0, len(self) - length + 1) for length in longer])
        made_of = dict(zip(longer, np.split(made, ends[:-1]), strict=True))
        return [made_of.get(length, self.vectors) for length in lengths]


def _add_runs(rows: NDArray[Any], length: int) -> NDArray[Any]:
    """Return the sums of all runs of so many rows; a run of none is 0."""
    size = max(0, len(rows) - length + 1)
    total = np.zeros((size, *rows.shape[1:]), rows.dtype)
    for k in range(length):
        total += rows[k : k + size]
    return total


class RunCosines:
    """Cosines of runs of two lists of texts, kept from one question to the next.

    They are kept at the pairs of the last texts of both runs, for more pairs than were asked for,
    because the next question may reach a little further.
    """

    def __init__(self, source: TextVectors, target: TextVectors) -> None:
        self._sides = source, target
        self._begin, self._end = np.full(len(source), len(target)), np.zeros(len(source), np.int64)
        self._first = np.zeros(len(source) + 1, np.int64)
        self._kept: dict[tuple[int, int], NDArray[np.float32]] = {}

    def of(
        self,
        lengths: Sequence[tuple[int, int]],
        rows: slice,
        begin: NDArray[np.int64],
        end: NDArray[np.int64],
    ) -> Floats:
        """Return the cosines of runs that end with the pairs of a band.

        Args:
            lengths: texts of the runs on both sides; (0, 0) has the cosine 0, as have runs that
                begin before the texts.
            rows: of the source.
            begin: int64 (source texts,), the first target text of every row of the band.
            end: the same of what is behind the last one.

        Returns:
            Float32 (lengths, pairs), row by row.
        """
        if (begin[rows] < self._begin[rows]).any() or (end[rows] > self._end[rows]).any():
            self._widen(begin, end)
        wanted = {pair: kind for kind, pair in enumerate(lengths) if all(pair)}
        self._compute([pair for pair in wanted if pair not in self._kept])
        sizes = (end - begin)[rows]
        first = np.cumsum(sizes) - sizes
        place = np.arange(sizes.sum()) + np.repeat(
            self._first[:-1][rows] + begin[rows] - self._begin[rows] - first, sizes
        )
        cosines = np.zeros((len(lengths), len(place)), np.float32)
        for pair, kind in wanted.items():
            np.take(self._kept[pair], place, out=cosines[kind])
        return cosines

    def _widen(self, begin: NDArray[np.int64], end: NDArray[np.int64]) -> None:
        """Keep all pairs of rows in [begin, end), and more; what was computed is forgotten."""
        before, behind = begin[:1].repeat(MORE_ROWS), end[-1:].repeat(MORE_ROWS)
        begin = np.concatenate((before, begin[:-MORE_ROWS]))[: len(begin)] - MORE_COLUMNS
        end = np.concatenate((end[MORE_ROWS:], behind))[-len(end) :] + MORE_COLUMNS
        self._begin = np.maximum(np.minimum(begin, self._begin), 0)
        self._end = np.minimum(np.maximum(end, self._end), len(self._sides[1]))
        np.cumsum(self._end - self._begin, out=self._first[1:])
        self._kept.clear()

    def _compute(self, missing: Sequence[tuple[int, int]]) -> None:
        """Compute the cosines of runs of so many sentences of both sides."""
        if not missing:
            return
        lengths = [sorted({pair[side] for pair in missing}) for side in (0, 1)]
        for pair in missing:
            self._kept[pair] = np.empty(self._first[-1], np.float32)
        for begin in range(0, len(self._begin), RUNS):
            end = min(len(self._begin), begin + RUNS)
            low, high = int(self._begin[begin]), int(self._end[end - 1])
            ours = _runs_to(self._sides[0], lengths[0], begin, end)
            theirs = _runs_to(self._sides[1], lengths[1], low, high)
            for top in range(begin, end, ROWS):
                rows = np.arange(top, min(end, top + ROWS))
                left, right = int(self._begin[rows[0]]), int(self._end[rows[-1]])
                part = slice(self._first[rows[0]], self._first[rows[-1] + 1])
                row = np.repeat(rows, (self._end - self._begin)[rows])
                column = np.arange(part.start, part.stop) - (self._first[:-1] - self._begin)[row]
                place = (row - top) * (right - left) + column - left
                for a, b in missing:
                    one, other = ours[a][rows - begin], theirs[b][left - low : right - low]
                    np.take(one @ other.T, place, out=self._kept[a, b][part])


def _runs_to(
    vectors: TextVectors, lengths: Sequence[int], begin: int, end: int
) -> dict[int, NDArray[np.float32]]:
    """Vectors of the runs that end with sentences begin <= i < end; zeros where there is none."""
    first = max(0, begin - max(lengths) + 1)
    found = {}
    for length, runs in zip(lengths, vectors[first:end].runs(lengths), strict=True):
        found[length] = np.zeros((end - begin, vectors.vectors.shape[1]), np.float32)
        known = min(end - begin, len(runs))
        found[length][end - begin - known :] = runs[len(runs) - known :]
    return found


def encode_texts(texts: Sequence[str], encoder: Encoder) -> TextVectors:
    """Return the vectors of texts, from the cache where the same ones were encoded before."""
    if not hasattr(encoder, "token_sums"):
        step = -(-len(texts) // COMPARED) or 1

        def still_made(found: dict[str, NDArray[Any]]) -> bool:
            """Whether the encoder is the one that made them: its name is silent about its code."""
            few = encoder.encode(texts[::step])
            kept = found["v"][::step]
            return few.shape == kept.shape and np.allclose(few, kept, atol=0.01)

        return TextVectors(
            _kept(texts, encoder, lambda: {"v": encoder.encode(texts)}, still_made)["v"]
        )

    def add_up() -> dict[str, NDArray[Any]]:
        sums, joints, counts = encoder.token_sums(texts)
        return {"sums": sums, "joints": joints, "counts": counts}

    found = _kept(texts, encoder, add_up)
    vectors = encoder.finish(found["sums"], found["counts"])  # type: ignore[attr-defined]
    return TextVectors(vectors, **found, encoder=encoder)


def _kept(texts: Sequence[str], encoder: Encoder, make: Any, holds: Any = None) -> Any:
    if len(texts) < LEAST_KEPT:
        return make()
    digest = blake2b(encoder.name.encode(), digest_size=20)
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        digest.update(b"%d " % len(data))
        digest.update(data)
    path = cache_folder() / "vectors" / f"{digest.hexdigest()}.arrays"
    try:
        found = read_arrays(path, kind=_KIND, version=_VERSION).arrays
        path.touch()
    except (OSError, InputError):
        pass
    else:
        if holds is None or holds(found):
            return found
    made = make()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_arrays(path, made, {}, kind=_KIND, version=_VERSION)
        _remove_oldest(path.parent)
    except (OSError, InputError):  # a home without a place to write is no reason to fail
        pass
    return made


def _remove_oldest(folder: Path) -> None:
    """Remove the files that were not used for longest."""
    files = sorted(
        ((file.stat(), file) for file in folder.glob("*.arrays")),
        key=lambda each: each[0].st_mtime_ns,
        reverse=True,
    )
    total = 0
    for state, file in files:
        total += state.st_size
        if total > MOST_KEPT:
            file.unlink(missing_ok=True)
