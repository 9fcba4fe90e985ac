"""Texts cut at blanks; the tokens of what stands between are remembered: words come again."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import regex

from diglot.consistency.matching.spelling import without_unseen
from diglot.text.languages import is_spaceless

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.consistency.matching.encoding import Forms

_T = TypeVar("_T", bound=np.generic)

LONGEST_STRETCH = 80
"""Bytes; longer stretches of text without a blank are not remembered: they hardly come again."""

MEMORY = 400_000
"""Stretches of text that are remembered before all are forgotten."""

# An abbreviation may go on behind a blank only here: "z. B.", "p. ex.".
_OPEN_END = regex.compile(r"\p{L}\.\Z")
_OPEN_BEGIN = regex.compile(r"\p{L}{1,3}\.")


class Stretches:
    """A memory of stretches of text without a blank, and of the tokens of each."""

    def __init__(self, forms: Forms) -> None:
        self._forms = forms
        self._spaced = not is_spaceless(forms.language)
        self._known: int
        self._slots: NDArray[np.int32]
        self._hashes: NDArray[np.uint64]
        self._starts: NDArray[np.int64]
        self._text: NDArray[np.uint8]
        self._forget()

    def numbers(self, texts: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the tokens of texts, and how many each text has."""
        from diglot.consistency.kernels import stretches as kernel

        stretches, cuts = self._look_up(texts)
        ends = np.array(self._ends, np.int64)
        tokens = np.empty(int(np.diff(ends)[stretches].sum()), np.int32)
        offsets = np.empty(len(cuts), np.int64)
        doubtful = np.zeros(len(texts), np.bool_)
        kernel.lay_out(
            *(stretches, cuts, ends, np.array(self._tokens, np.int32)),
            *(np.array(memoryview(each), np.uint8) for each in (self._open_end, self._open_begin)),
            *(tokens, offsets, doubtful),
        )
        sizes = np.diff(offsets)
        if self._known > MEMORY:
            self._forget()
        if not doubtful.any():
            return tokens, sizes
        # An abbreviation may go over a blank there: those texts are cut as wholes.
        parts: list[NDArray[np.int32]] = []
        begin = 0
        for text in np.flatnonzero(doubtful).tolist():
            whole = np.array(self._forms.cut(texts[text]), np.int32)
            parts += [tokens[begin : offsets[text]], whole]
            sizes[text] = len(whole)
            begin = offsets[text + 1]
        return np.concatenate([*parts, tokens[begin:]]), sizes

    def _look_up(self, texts: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the numbers of the stretches of texts, and where each text begins."""
        from diglot.consistency.kernels import stretches as kernel

        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
        joined = b"".join(encoded)
        data = np.frombuffer(joined, np.uint8)
        bounds = np.zeros(len(texts) + 1, np.int64)
        np.cumsum([len(each) for each in encoded], out=bounds[1:])
        most = int(np.count_nonzero(data == kernel.BLANK)) + len(texts)
        self._make_room(most, len(data))
        out, cuts = np.empty(most, np.int32), np.empty(len(texts) + 1, np.int64)
        new = np.empty((most, 2), np.int64)
        before = self._known
        self._known = kernel.number_stretches(
            *(data, bounds, self._slots, self._hashes, self._text, self._starts, before),
            *(LONGEST_STRETCH, out, cuts, new),
        )
        for begin, end in new[: self._known - before].tolist():
            self._learn(joined[begin:end].decode("utf-8", "surrogatepass"))
        return out[: cuts[-1]], cuts

    def _learn(self, stretch: str) -> None:
        # Most are a plain word or a number: nothing to cut.
        if self._spaced and stretch.isascii() and (stretch.isalpha() or stretch.isdecimal()):
            self._tokens.append(self._forms.number(stretch))
            dotted = ""
        else:
            self._tokens.extend(self._forms.cut(stretch))
            dotted = without_unseen(stretch) if "." in stretch else ""
        self._ends.append(len(self._tokens))
        self._open_end.append(bool(dotted) and _OPEN_END.search(dotted) is not None)
        self._open_begin.append(bool(dotted) and _OPEN_BEGIN.match(dotted) is not None)

    def _make_room(self, stretches: int, size: int) -> None:
        room = self._known + stretches
        self._hashes = _with_room(self._hashes, room)
        self._starts = _with_room(self._starts, room + 1)
        self._text = _with_room(self._text, int(self._starts[self._known]) + size)

    def _forget(self) -> None:
        self._known = 0
        self._slots = np.full(2 << MEMORY.bit_length(), -1, np.int32)
        self._hashes, self._starts = np.zeros(1, np.uint64), np.zeros(2, np.int64)
        self._text = np.zeros(1, np.uint8)
        self._tokens, self._ends = array("i"), array("q", [0])
        self._open_end, self._open_begin = bytearray(), bytearray()


def _with_room(values: NDArray[_T], room: int) -> NDArray[_T]:
    """Return the same values in an array of at least this size."""
    if room <= len(values):
        return values
    made = np.zeros(max(room, 2 * len(values)), values.dtype)
    made[: len(values)] = values
    return made
