"""Word lists of libraries, looked up where they lie, without a Python object a word (compiled)."""

from __future__ import annotations

import cython
import numpy as np

MAGIC = b"SMFC1"
BACKWARDS = 1
# In place of a number of letters.
SAME_VALUE = cython.declare(cython.longlong, 254)  # as that of the word before
WHOLE_VALUE = cython.declare(cython.longlong, 255)
MARGIN = cython.declare(cython.longlong, 8)  # more than the shortest record has

BANDS_MAGIC = b"DGWB1\n"
COLUMNS = cython.declare(cython.longlong, 4)  # bytes of a word that stand in columns


@cython.final
@cython.cclass
class FrontCoding:
    """Words with a value each, as bytes, stored as the differences between neighbours.

    A record says how many letters a word shares with the one before, and how it goes on; then how
    many letters its value lacks at the end of the word, and how that goes on. Words ascend. Where
    words change at their beginning, words and values are stored backwards.

    Reference:
        Witten, Moffat and Bell 1999, "Managing gigabytes", section 4.1; the format is simplemma's.
    """

    count: cython.longlong
    backwards: cython.bint
    # The record at hand: letters that the word shares, how many follow and where they stand; how
    # many of its letters the value lacks, how many follow and where.
    data: cython.const_uchar[::1]
    at: cython.longlong
    sound: cython.bint
    shared: cython.longlong
    rest: cython.longlong
    rest_at: cython.longlong
    lacks: cython.longlong
    tail: cython.longlong
    tail_at: cython.longlong
    # All words and all values, each behind the one before, and where each begins.
    words: cython.uchar[::1]
    word_starts: cython.longlong[::1]
    values: cython.uchar[::1]
    value_starts: cython.longlong[::1]
    joined_values: object

    def __init__(self, data: bytes) -> None:
        """Read a dictionary.

        Args:
            data: bytes in the format.

        Raises:
            ValueError: if they are in another format, or damaged.
        """
        if data[: len(MAGIC)] != MAGIC:
            raise ValueError("another format")
        self.data = data + bytes(MARGIN)
        self.backwards = self.data[len(MAGIC)] & BACKWARDS
        self.at = len(MAGIC) + 1
        self.count = self.read_number()
        self.sound = self.count < len(data)
        if self.sound:
            self.word_starts = np.zeros(self.count + 1, np.int64)
            self.value_starts = np.zeros(self.count + 1, np.int64)
            start = self.at
            self.measure()
        if not self.sound:
            raise ValueError("damaged")
        self.words = np.empty(self.word_starts[self.count], np.uint8)
        self.values = np.empty(self.value_starts[self.count], np.uint8)
        self.at = start
        with cython.nogil:
            self.fill()
        self.joined_values = bytes(self.values)

    def __len__(self):
        """Number of words."""
        return self.count

    def __iter__(self):
        """Go through the words."""
        for row in range(self.count):
            word = bytes(self.words[self.word_starts[row] : self.word_starts[row + 1]])
            yield word[::-1] if self.backwards else word

    def get(self, word: bytes) -> bytes | None:
        """Value of a word, None if it is not there."""
        row = bisect(word[::-1] if self.backwards else word, self.words, self.word_starts)
        if row < 0:
            return None
        value = self.joined_values[self.value_starts[row] : self.value_starts[row + 1]]
        return value[::-1] if self.backwards else value

    @cython.cfunc
    @cython.nogil
    def measure(self) -> cython.void:
        """Find out where words and values begin, and whether the data are sound."""
        word: cython.longlong = 0
        value: cython.longlong = 0
        stop: cython.longlong = len(self.data) - MARGIN
        for row in range(self.count):
            self.read_record()
            self.sound = self.sound and self.shared <= word and self.at <= stop
            word = self.shared + self.rest
            if self.lacks != SAME_VALUE:
                value = self.tail
                if self.lacks != WHOLE_VALUE:
                    self.sound = self.sound and self.lacks <= word
                    value += word - self.lacks
            if not self.sound:
                return
            self.word_starts[row + 1] = self.word_starts[row] + word
            self.value_starts[row + 1] = self.value_starts[row] + value
        self.sound = self.at == stop

    @cython.cfunc
    @cython.nogil
    def fill(self) -> cython.void:
        """Write words and values."""
        last_word: cython.longlong = 0
        last_value: cython.longlong = 0
        for row in range(self.count):
            self.read_record()
            word, value = self.word_starts[row], self.value_starts[row]
            for k in range(self.shared):
                self.words[word + k] = self.words[last_word + k]
            for k in range(self.rest):
                self.words[word + self.shared + k] = self.data[self.rest_at + k]
            if self.lacks == SAME_VALUE:
                for k in range(self.value_starts[row + 1] - value):
                    self.values[value + k] = self.values[last_value + k]
            else:
                begin = self.value_starts[row + 1] - self.tail
                for k in range(begin - value):
                    self.values[value + k] = self.words[word + k]
                for k in range(self.tail):
                    self.values[begin + k] = self.data[self.tail_at + k]
            last_word, last_value = word, value

    @cython.cfunc
    @cython.nogil
    def read_record(self) -> cython.void:
        """Read on to the end of a record; behind the end of the data there are zeros."""
        self.shared = self.read_number()
        self.rest = self.read_number()
        self.rest_at = self.skip(self.rest)
        self.lacks = self.data[self.at]
        self.at = self.at + 1
        self.tail = 0
        if self.lacks != SAME_VALUE:
            self.tail = self.read_number()
            self.tail_at = self.skip(self.tail)

    @cython.cfunc
    @cython.nogil
    def skip(self, n: cython.longlong) -> cython.longlong:
        """Go on behind letters, and return where they stand."""
        here = self.at
        self.at = here + n
        if self.at > len(self.data) - MARGIN:
            self.at = len(self.data) - MARGIN
            self.sound = False
        return here

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def read_number(self) -> cython.longlong:
        """Read a number, seven bits a byte, the lowest first."""
        number: cython.longlong = 0
        shift: cython.longlong = 0
        while True:
            byte: cython.longlong = self.data[self.at]
            self.at = self.at + 1
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 or shift > 28:
                return number


@cython.final
@cython.cclass
class WordBands:
    """Words, each in one of the bands of equal frequency.

    Behind the number of words, of four bytes, stand four columns of a byte a word: how many bytes
    it shares with the word before, how many it adds, and its band, the lower byte first. What the
    words add follows. Words ascend.
    """

    words: cython.uchar[::1]
    starts: cython.longlong[::1]
    bands: object
    last_band = cython.declare(cython.longlong, visibility="readonly")

    def __init__(self, data: bytes) -> None:
        """Read a list.

        Args:
            data: bytes in the format.

        Raises:
            ValueError: if they are in another format, or damaged.
        """
        if data[: len(BANDS_MAGIC)] != BANDS_MAGIC:
            raise ValueError("another format")
        begin = len(BANDS_MAGIC) + 4
        count = int.from_bytes(data[len(BANDS_MAGIC) : begin], "little")
        if len(data) < begin + COLUMNS * count:
            raise ValueError("damaged")
        columns = np.frombuffer(data, np.uint8, COLUMNS * count, begin).reshape(COLUMNS, count)
        letters = np.frombuffer(data, np.uint8, offset=begin + columns.size)
        shared, added = columns[:2].astype(np.int64)
        sizes = shared + added
        if added.sum() != len(letters) or (shared > np.append(0, sizes)[:count]).any():
            raise ValueError("damaged")
        self.starts = np.append(0, sizes.cumsum())
        self.words = np.empty(self.starts[count], np.uint8)
        self.bands = columns[2] + 256 * columns[3].astype(np.int64)
        self.last_band = self.bands.max(initial=0)
        fill_words(columns[0], columns[1], letters, self.words, self.starts)

    def __len__(self):
        """Number of words."""
        return len(self.starts) - 1

    def __iter__(self):
        """Go through the words."""
        for row in range(len(self.starts) - 1):
            yield bytes(self.words[self.starts[row] : self.starts[row + 1]])

    def get(self, word: bytes) -> int:
        """Number of a word's band, from 0; -1 if it is not there."""
        row = bisect(word, self.words, self.starts)
        return -1 if row < 0 else int(self.bands[row])


@cython.cfunc
@cython.nogil
def fill_words(
    shared: cython.const_uchar[::1],
    added: cython.const_uchar[::1],
    letters: cython.const_uchar[::1],
    words: cython.uchar[::1],
    starts: cython.longlong[::1],
) -> cython.void:
    """Write all words, each behind the one before."""
    at: cython.longlong = 0
    for row in range(len(shared)):
        begin = starts[row]
        for k in range(shared[row]):
            words[begin + k] = words[starts[row - 1] + k]
        for k in range(added[row]):
            words[begin + shared[row] + k] = letters[at + k]
        at += added[row]


@cython.cfunc
@cython.nogil
def bisect(
    word: cython.const_uchar[::1], words: cython.uchar[::1], starts: cython.longlong[::1]
) -> cython.longlong:
    """Number of a word among those that ascend; -1 if it is not there."""
    low: cython.longlong = 0
    high: cython.longlong = len(starts) - 1
    while low < high:
        middle = (low + high) // 2
        start = starts[middle]
        length = starts[middle + 1] - start
        k: cython.longlong = 0
        while k < min(length, len(word)) and words[start + k] == word[k]:
            k += 1
        if k == length == len(word):
            return middle
        if k == length or (k < len(word) and words[start + k] < word[k]):
            low = middle + 1
        else:
            high = middle
    return -1
