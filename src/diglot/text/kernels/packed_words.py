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

BANDS_HEADER = b"\x82\xa6format\xa2cB\xa7version\x01"  # a map in msgpack
ARRAY16 = cython.declare(cython.longlong, 0xDC)
ARRAY32 = cython.declare(cython.longlong, 0xDD)
STRING8 = cython.declare(cython.longlong, 0xD9)
STRING16 = cython.declare(cython.longlong, 0xDA)
SEED = cython.declare(cython.ulonglong, 14695981039346656037)
PRIME = cython.declare(cython.ulonglong, 1099511628211)
MIXER = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


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
        row = self.find(word[::-1] if self.backwards else word)
        if row < 0:
            return None
        value = self.joined_values[self.value_starts[row] : self.value_starts[row + 1]]
        return value[::-1] if self.backwards else value

    @cython.cfunc
    def find(self, word: cython.const_uchar[::1]) -> cython.longlong:
        """Number of a word as it is stored, by bisection; -1 if it is not there."""
        low: cython.longlong = 0
        high: cython.longlong = self.count
        while low < high:
            middle = (low + high) // 2
            start = self.word_starts[middle]
            length = self.word_starts[middle + 1] - start
            k: cython.longlong = 0
            while k < min(length, len(word)) and self.words[start + k] == word[k]:
                k += 1
            if k == length == len(word):
                return middle
            if k == length or (k < len(word) and self.words[start + k] < word[k]):
                low = middle + 1
            else:
                high = middle
        return -1

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
    """Words in bands of equal frequency, the most frequent band first.

    The format is wordfreq's cB, version 1: an array of msgpack that begins with a map of both, and
    goes on with an array of words a band. A word that stands in several is of the last one.
    """

    data: cython.const_uchar[::1]
    at: cython.longlong
    sound: cython.bint
    size: cython.longlong  # of the word read last; it ends where the next begins
    # By hash: where a word ends, its size and its band, in 32, 16 and 16 bits; 0 where free.
    slots: cython.ulonglong[::1]
    count = cython.declare(cython.longlong, visibility="readonly")
    last_band = cython.declare(cython.longlong, visibility="readonly")

    def __init__(self, data: bytes) -> None:
        """Read a list.

        Args:
            data: bytes in the format.

        Raises:
            ValueError: if they are in another format, or damaged.
        """
        self.data = data
        self.at = 0
        self.sound = len(data) < 1 << 31
        bands = self.read_array() - 1
        begin = self.at + len(BANDS_HEADER)
        if not self.sound or data[self.at : begin] != BANDS_HEADER or bands >= 1 << 16:
            raise ValueError("another format")
        self.at = begin
        words: cython.longlong = self.count_words(bands)
        if not self.sound or self.at != len(data):
            raise ValueError("damaged")
        slots: cython.longlong = 2
        while slots < 2 * words:
            slots *= 2
        self.slots = np.zeros(slots, np.uint64)
        self.at = begin
        with cython.nogil:
            self.fill(bands)

    def __len__(self):
        """Number of words."""
        return self.count

    def __iter__(self):
        """Go through the words, in no order."""
        for number in range(len(self.slots)):
            slot = self.slots[number]
            if slot:
                end: cython.longlong = slot >> 32
                size: cython.longlong = slot >> 16 & 0xFFFF
                yield bytes(self.data[end - size : end])

    def get(self, word: bytes) -> int:
        """Number of a word's band, from 0; -1 if it is not there."""
        slot = self.slots[self.find(word, 0, len(word))]
        return slot & 0xFFFF if slot else -1

    @cython.cfunc
    @cython.nogil
    @cython.overflowcheck(False)
    def find(
        self, text: cython.const_uchar[::1], begin: cython.longlong, end: cython.longlong
    ) -> cython.longlong:
        """Slot of the word ``text[begin:end]``, or the free one that it would take."""
        mask: cython.ulonglong = len(self.slots) - 1
        mixed: cython.ulonglong = SEED
        for k in range(begin, end):
            mixed = (mixed ^ text[k]) * PRIME
        mixed = (mixed ^ (mixed >> 32)) * MIXER
        number: cython.ulonglong = (mixed >> 32) & mask
        while self.slots[number]:
            slot: cython.ulonglong = self.slots[number]
            size: cython.longlong = slot >> 16 & 0xFFFF
            if size == end - begin:
                first: cython.longlong = cython.cast(cython.longlong, slot >> 32) - size
                k = 0
                while k < size and self.data[first + k] == text[begin + k]:
                    k += 1
                if k == size:
                    break
            number = (number + 1) & mask
        return number

    @cython.cfunc
    @cython.nogil
    def count_words(self, bands: cython.longlong) -> cython.longlong:
        """Read on to the end of all bands; return the number of words."""
        words: cython.longlong = 0
        for _ in range(bands):
            here = self.read_array()
            for _ in range(here):
                self.read_word()
                if not self.sound:
                    return 0
            words += here
        return words

    @cython.cfunc
    @cython.nogil
    def fill(self, bands: cython.longlong) -> cython.void:
        """Put all words into their slots."""
        for band in range(bands):
            for _ in range(self.read_array()):
                self.read_word()
                number = self.find(self.data, self.at - self.size, self.at)
                self.count = self.count + (self.slots[number] == 0)
                self.slots[number] = (
                    cython.cast(cython.ulonglong, self.at) << 32 | self.size << 16 | band
                )
                self.last_band = band

    @cython.cfunc
    @cython.nogil
    def read_array(self) -> cython.longlong:
        """Read the head of an array; return how many values follow."""
        kind = self.read_bytes(1)
        if kind == ARRAY16:
            return self.read_bytes(2)
        if kind == ARRAY32:
            return self.read_bytes(4)
        self.sound = self.sound and kind >> 4 == 0x9
        return kind & 0xF

    @cython.cfunc
    @cython.nogil
    def read_word(self) -> cython.void:
        """Read a word, of `size` bytes."""
        kind = self.read_bytes(1)
        if kind == STRING8:
            self.size = self.read_bytes(1)
        elif kind == STRING16:
            self.size = self.read_bytes(2)
        else:
            self.sound = self.sound and kind >> 5 == 0b101
            self.size = kind & 0x1F
        self.sound = self.sound and self.size <= len(self.data) - self.at
        if self.sound:
            self.at = self.at + self.size

    @cython.cfunc
    @cython.inline
    @cython.nogil
    def read_bytes(self, size: cython.longlong) -> cython.longlong:
        """Read a number, the highest byte first; 0 beyond the end."""
        if size > len(self.data) - self.at:
            self.sound = False
            return 0
        number: cython.longlong = 0
        for k in range(size):
            number = number << 8 | self.data[self.at + k]
        self.at = self.at + size
        return number
