"""Numbers for what stands between blanks, and the tokens that belong to them."""

from __future__ import annotations

import numpy as np
from numba import njit

FREE = np.int32(-1)
BLANK = np.uint8(32)


@njit(cache=True, nogil=True)
def number_stretches(
    text, bounds, slots, hashes, known_text, starts, known, longest, out, cuts, new
):
    """Look up stretches of text between blanks; those that are new get the next numbers.

    Stretches are compared byte by byte; their hash only says where to look. A stretch that is too
    long, or that finds the table half full, gets a number that no other will get.

    Args:
        text: uint8 (bytes,), all texts, one behind the other.
        bounds: int64 (texts + 1,), where each begins.
        slots: int32, a power of two of them: numbers of stretches by hash, -1 where free. Changed.
        hashes: uint64 (room,), of the stretches. Changed.
        known_text: uint8 (room,), the stretches that are remembered. Changed.
        starts: int64 (room + 1,), where each begins there, and where the next one will. Changed.
        known: number of stretches so far.
        longest: bytes of the longest one to remember.
        out: int32 (stretches,), the number of each stretch of the texts. Changed.
        cuts: int64 (texts + 1,), where the stretches of each text begin in ``out``. Changed.
        new: int64 (stretches, 2), byte ranges of those that are new. Changed.

    Returns:
        Number of stretches known now.
    """
    mask = np.uint64(len(slots) - 1)
    first_known = known
    filled = 0
    for slot in slots:
        filled += slot != FREE
    at = 0
    for number in range(len(bounds) - 1):
        cuts[number] = at
        end = bounds[number]
        last = bounds[number + 1]
        while end < last:
            if text[end] == BLANK:
                end += 1
                continue
            begin = end
            mixed = np.uint64(14695981039346656037)
            while end < last and text[end] != BLANK:
                mixed = (mixed ^ np.uint64(text[end])) * np.uint64(1099511628211)
                end += 1
            mixed = (mixed ^ (mixed >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(29)
            slot = mixed & mask
            size = end - begin
            found = FREE
            while size <= longest and slots[slot] != FREE:
                candidate = slots[slot]
                first = starts[candidate]
                if hashes[candidate] == mixed and starts[candidate + 1] - first == size:
                    same = True
                    for step in range(size):
                        if known_text[first + step] != text[begin + step]:
                            same = False
                            break
                    if same:
                        found = candidate
                        break
                slot = (slot + np.uint64(1)) & mask
            if found == FREE:
                found = np.int32(known)
                first = starts[known]
                hashes[known] = mixed
                if size <= longest and 2 * filled < len(slots):
                    slots[slot] = found
                    filled += 1
                    for step in range(size):
                        known_text[first + step] = text[begin + step]
                    first += size
                new[known - first_known, 0] = begin
                new[known - first_known, 1] = end
                known += 1
                starts[known] = first
            out[at] = found
            at += 1
    cuts[len(bounds) - 1] = at
    return known


@njit(cache=True, nogil=True)
def lay_out(stretches, cuts, ends, tokens, open_end, open_begin, out, offsets, doubtful):
    """Write the tokens of stretches one behind the other.

    Args:
        stretches: int32 (stretches,), numbers.
        cuts: int64 (texts + 1,), where the stretches of each text begin.
        ends: int64 (known + 1,), where the tokens of each known stretch begin.
        tokens: int32, tokens of known stretches.
        open_end: bool (known,), a token may go on behind the stretch.
        open_begin: bool (known,), a token may come from before it.
        out: int32, the tokens of the texts. Changed.
        offsets: int64 (texts + 1,), where each begins in ``out``. Changed.
        doubtful: bool (texts,), set where a token may go over a blank. Changed.
    """
    at = 0
    for text in range(len(cuts) - 1):
        offsets[text] = at
        before = False
        for place in range(cuts[text], cuts[text + 1]):
            stretch = stretches[place]
            if before and open_begin[stretch]:
                doubtful[text] = True
            before = open_end[stretch]
            for token in range(ends[stretch], ends[stretch + 1]):
                out[at] = tokens[token]
                at += 1
    offsets[len(cuts) - 1] = at
