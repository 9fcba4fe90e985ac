"""Vectors of texts and of runs of them, kept by content."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from diglot.errors import InputError
from diglot.files.arrays import cache_folder, read_arrays, write_arrays
from diglot.flat_arrays import join_ranges, take_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

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
_KIND, _VERSION = "text-vectors", 3
LOW, HIGH = 0.12, 0.5
"""Cosines of sums of pieces less their mean: of a text and what is most like it in another by
chance, and in one that says the same, where it is .36 (Chinese novels) to .55 (yearbooks)."""
ASSUMED = 10
"""Texts of that cosine that count beside those at hand, which show how high cosines are."""
LEAST_SPAN = 0.15
TINY = 1e-3
"""Length of a vector below which it is nothing but rounding."""


class Encoder(Protocol):
    """What turns texts into vectors; one that has ``part_sums`` and ``finish``, too, adds up."""

    @property
    def name(self) -> str:
        """Name for messages and signatures, with the version."""
        ...

    def encode(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        """Return vectors of length one, float32 (texts, dimensions)."""
        ...


class PartSums(NamedTuple):
    """What the pieces of the parts of texts add up to.

    Attributes:
        sums: int8 (parts, d), in units of their own: 127 is the highest of a part.
        units: float32 (parts,).
        sizes: int32 (parts,), pieces.
        firsts: int64 (texts + 1,), the first part of every text, which has one at least.
        mean: float32 (d,), of the pieces of the whole document.
    """

    sums: NDArray[np.int8]
    units: Floats
    sizes: NDArray[np.int32]
    firsts: NDArray[np.int64]
    mean: Floats

    def part(self, texts: slice) -> PartSums:
        """Return those of some texts that stand together."""
        begin, end, _ = texts.indices(len(self.firsts) - 1)
        parts = slice(self.firsts[begin], self.firsts[max(begin, end)])
        firsts = self.firsts[begin : max(begin, end) + 1] - parts.start
        return PartSums(self.sums[parts], self.units[parts], self.sizes[parts], firsts, self.mean)

    def take(self, texts: NDArray[np.int64]) -> PartSums:
        """Return those of some texts, which may stand anywhere."""
        parts, firsts = take_rows(self.firsts, texts)
        return PartSums(self.sums[parts], self.units[parts], self.sizes[parts], firsts, self.mean)

    def before(self) -> Floats:
        """Return what all parts before each add up to, less the mean, float32 (parts + 1, d)."""
        sums = np.zeros((len(self.sums) + 1, self.sums.shape[1]), np.float32)
        np.multiply(self.sums, self.units[:, None], out=sums[1:])
        sums[1:] -= self.sizes[:, None].astype(np.float32) * self.mean
        return sums.cumsum(0, out=sums)

    def runs(self) -> tuple[Floats, NDArray[np.int64]]:
        """Return vectors of all runs of parts of each text, the whole text first, then its parts.

        They are of length one, of sums less the mean of so many pieces.

        Returns:
            float32 (runs, d), and int64 (texts + 1,), the first run of every text.
        """
        before = self.before()
        counts = np.diff(self.firsts)
        ends = np.repeat(self.firsts[1:], counts)
        at = np.arange(len(ends))
        begins = [self.firsts[:-1]]
        lengths = [counts]
        for length in range(1, int(counts.max(initial=0))):
            inside = at[at + length <= ends]
            whole = (counts == length)[np.searchsorted(self.firsts, inside, side="right") - 1]
            begins.append(inside[~whole])
            lengths.append(np.full(len(begins[-1]), length))
        begin, size = np.concatenate(begins), np.concatenate(lengths)
        text = np.searchsorted(self.firsts, begin, side="right") - 1
        order = np.argsort(text, kind="stable")
        begin, size, text = begin[order], size[order], text[order]
        runs: Floats = before[begin + size] - before[begin]
        runs /= np.maximum(np.linalg.norm(runs, axis=1, keepdims=True), TINY)
        return runs, np.searchsorted(text, np.arange(len(counts) + 1))


COMPARISONS = 5
"""What `compare_parts` compares."""


def compare_parts(ours: PartSums, theirs: PartSums) -> Floats:
    """Compare the parts of each text with each other text as a whole, and the reverse.

    Returns:
        Float32 (`COMPARISONS`, texts, other texts): the cosine of one of the two and the run of
        parts of the other that is most like it, the better of both ways; those of the first and of
        the last part of the text and the other; those of the text and the first and the last part
        of the other.
    """
    one, firsts = ours.runs()
    other, seconds = theirs.runs()
    wholes, other_wholes = firsts[:-1], seconds[:-1]
    in_other, in_one = one[wholes] @ other.T, one @ other[other_wholes].T
    contained = np.maximum(
        np.maximum.reduceat(in_other, other_wholes, axis=1),
        np.maximum.reduceat(in_one, wholes, axis=0),
    )
    first, last = _outer_parts(ours, wholes)
    other_first, other_last = _outer_parts(theirs, other_wholes)
    found: Floats = np.stack(
        (contained, in_one[first], in_one[last], in_other[:, other_first], in_other[:, other_last])
    )
    return found


def _outer_parts(
    texts: PartSums, wholes: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where the first and the last part of each text stand among its runs."""
    counts = np.diff(texts.firsts)
    return wholes + (counts > 1), wholes + np.where(counts > 1, counts, 0)


def least_in_order(texts: PartSums, others: PartSums) -> float:
    """Return how well that one of some texts is translated which is translated least.

    The parts of other texts are divided among these texts in their order, so that the sum of the
    cosines is highest. Where there are fewer parts than texts, each text is compared with all.

    Returns:
        The least of these cosines.
    """
    whole, firsts = texts.runs()
    whole = whole[firsts[:-1]]
    before = others.before()
    size = len(before)
    if size <= len(whole):
        total = before[-1] / max(float(np.linalg.norm(before[-1])), TINY)
        return float((whole @ total).min())
    runs = before[None, :] - before[:, None]
    runs /= np.maximum(np.linalg.norm(runs, axis=2, keepdims=True), TINY)
    # A run has one part at least.
    empty = np.tri(size, dtype=np.bool_)
    best = np.full(size, -np.inf)
    best[0] = 0.0
    begins, cosines = [], []
    for text in whole:
        cosines.append(runs @ text)
        ways = np.where(empty, -np.inf, best[:, None] + cosines[-1])
        begins.append(ways.argmax(0))
        best = ways.max(0)
    end, least = size - 1, 1.0
    for begin, cosine in zip(reversed(begins), reversed(cosines), strict=True):
        least = min(least, float(cosine[begin[end], end]))
        end = int(begin[end])
    return least


def typical_cosine(
    source: PartSums | None, target: PartSums | None, points: NDArray[np.int64]
) -> float:
    """Return the cosine that texts have with what says the same in others, parts being compared.

    Args:
        source: parts of the texts of one side, if they are known.
        target: of the other side.
        points: int64 (points, 2), increasing chain of texts that say the same.
    """
    total, count = HIGH * ASSUMED, ASSUMED
    if source and target:
        for begin in range(0, len(points), ROWS):
            i, j = points[begin : begin + ROWS].T
            total += float(compare_parts(source.take(i), target.take(j))[0].diagonal().sum())
            count += len(i)
    return total / count


def scale_cosines(cosines: Floats, high: float) -> Floats:
    """Bring cosines to a scale on which 0 is by chance and 1 is ``high``, in place."""
    cosines -= LOW
    cosines /= max(high - LOW, LEAST_SPAN)
    return np.clip(cosines, -1.0, 2.0, out=cosines)


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
        parts: of the texts; None where an encoder does not say.
    """

    vectors: Floats
    sums: Floats | None = None
    joints: Floats | None = None
    counts: NDArray[np.int32] | None = None
    encoder: Any = None
    parts: PartSums | None = None

    def __len__(self) -> int:
        return len(self.vectors)

    def __getitem__(self, part: slice) -> TextVectors:
        """Return those of some texts that stand together."""
        return TextVectors(
            self.vectors[part],
            None if self.sums is None else self.sums[part],
            None if self.joints is None else self.joints[part],
            None if self.counts is None else self.counts[part],
            self.encoder,
            self.parts and self.parts.part(part),
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
    because the next question may reach a little further. ``high`` is the cosine of a text and what
    says the same in another, see `typical_cosine`.
    """

    def __init__(self, source: TextVectors, target: TextVectors, high: float = HIGH) -> None:
        self.high = high
        self._sides = source, target
        self._begin, self._end = np.full(len(source), len(target)), np.zeros(len(source), np.int64)
        self._first = np.zeros(len(source) + 1, np.int64)
        self._kept: dict[tuple[int, int], NDArray[np.float32]] = {}
        self._by_parts: NDArray[np.float32] | None = None

    @property
    def has_parts(self) -> bool:
        """Whether the parts of the texts of both sides are known."""
        return all(side.parts is not None for side in self._sides)

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
        place = self._places(rows, begin, end)
        wanted = {pair: kind for kind, pair in enumerate(lengths) if all(pair)}
        self._compute([pair for pair in wanted if pair not in self._kept])
        cosines = np.zeros((len(lengths), len(place)), np.float32)
        for pair, kind in wanted.items():
            np.take(self._kept[pair], place, out=cosines[kind])
        return cosines

    def by_parts(
        self, rows: slice, begin: NDArray[np.int64], end: NDArray[np.int64]
    ) -> Floats | None:
        """Return the cosines of the parts of one text of each pair of a band and the other text.

        They are those of `compare_parts`, on a scale on which 0 is as high as by chance, 1 as high
        as it is where both say the same: in these texts for how far one is contained in the other,
        in any for outer parts, of which differences are taken. The arguments are those of `of`.

        Returns:
            Float32 (pairs, `COMPARISONS`), row by row; None where the parts are not known.
        """
        ours, theirs = (side.parts for side in self._sides)
        if ours is None or theirs is None:
            return None
        place = self._places(rows, begin, end)
        if self._by_parts is None:
            self._by_parts = self._compare_parts(ours, theirs)
        return self._by_parts[place]

    def _places(
        self, rows: slice, begin: NDArray[np.int64], end: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return where the pairs of a band are kept, and make place for those that are not."""
        if (begin[rows] < self._begin[rows]).any() or (end[rows] > self._end[rows]).any():
            self._widen(begin, end)
        first = self._first[:-1][rows] + begin[rows] - self._begin[rows]
        return join_ranges(first, (end - begin)[rows])

    def _widen(self, begin: NDArray[np.int64], end: NDArray[np.int64]) -> None:
        """Keep all pairs of rows in [begin, end), and more; what was computed is forgotten."""
        before, behind = begin[:1].repeat(MORE_ROWS), end[-1:].repeat(MORE_ROWS)
        begin = np.concatenate((before, begin[:-MORE_ROWS]))[: len(begin)] - MORE_COLUMNS
        end = np.concatenate((end[MORE_ROWS:], behind))[-len(end) :] + MORE_COLUMNS
        self._begin = np.maximum(np.minimum(begin, self._begin), 0)
        self._end = np.minimum(np.maximum(end, self._end), len(self._sides[1]))
        np.cumsum(self._end - self._begin, out=self._first[1:])
        self._kept.clear()
        self._by_parts = None

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
            for rows, columns, part, place in self._blocks(begin, end):
                for a, b in missing:
                    one = ours[a][rows.start - begin : rows.stop - begin]
                    other = theirs[b][columns.start - low : columns.stop - low]
                    np.take(one @ other.T, place, out=self._kept[a, b][part])

    def _compare_parts(self, ours: PartSums, theirs: PartSums) -> Floats:
        """Compare the parts of the texts of all pairs that are kept."""
        found = np.empty((self._first[-1], COMPARISONS), np.float32)
        for rows, columns, part, place in self._blocks(0, len(self._begin)):
            if len(place):
                compared = compare_parts(ours.part(rows), theirs.part(columns))
                found[part] = compared.reshape(COMPARISONS, -1)[:, place].T
        scale_cosines(found[:, :1], self.high)
        scale_cosines(found[:, 1:], HIGH)
        return found

    def _blocks(
        self, begin: int, end: int
    ) -> Iterator[tuple[slice, slice, slice, NDArray[np.int64]]]:
        """Give the pairs that are kept of some rows, so many rows at once.

        Returns:
            Rows; the columns that any of them has; where their pairs are kept; and where these are
            in a table of these rows and columns.
        """
        for top in range(begin, end, ROWS):
            rows = np.arange(top, min(end, top + ROWS))
            left, right = int(self._begin[rows[0]]), int(self._end[rows[-1]])
            part = slice(self._first[rows[0]], self._first[rows[-1] + 1])
            row = np.repeat(rows, (self._end - self._begin)[rows])
            column = np.arange(part.start, part.stop) - (self._first[:-1] - self._begin)[row]
            place = (row - top) * (right - left) + column - left
            yield slice(top, int(rows[-1]) + 1), slice(left, right), part, place


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
    if not hasattr(encoder, "part_sums"):
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
        sums, joints, counts, parts = encoder.part_sums(texts)
        return {"sums": sums, "joints": joints, "counts": counts} | {
            f"part {name}": value for name, value in parts._asdict().items()
        }

    found = _kept(texts, encoder, add_up)
    sums, joints, counts = found["sums"], found["joints"], found["counts"]
    vectors = encoder.finish(sums, counts)  # type: ignore[attr-defined]
    parts = PartSums(*(found[f"part {name}"] for name in PartSums._fields))
    return TextVectors(vectors, sums, joints, counts, encoder, parts)


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
