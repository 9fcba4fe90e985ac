"""Where the terms of a list stand in texts, found by the automaton of Aho and Corasick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from diglot.consistency.entries import LONGEST_ACRONYM, EntryTerm, is_acronym
from diglot.consistency.matching.encoding import EncodedTexts, Forms, FormTables, encode
from diglot.consistency.matching.words import OneWord, split_in_two
from diglot.flat_arrays import join_ranges, offsets_of

EXACT, CASE, LEMMA, COMPOUND = 0, 1, 2, 3
"""Levels: the term as it is written, but for case, but for its inflection or its hyphens, and as a
part of a longer word."""

_PLURALS = frozenset({"en", "nl", "pt", "es", "ca", "de", "da", "sv", "nb"})


@dataclass(frozen=True, slots=True, eq=False)
class Occurrences:
    """Where terms stand, by text, by begin, longer ones first, then by term.

    Attributes:
        text: shape (occurrences,), int32, number of the text.
        begin: shape (occurrences,), int32, first token in that text.
        end: shape (occurrences,), int32, token behind the last.
        term: shape (occurrences,), int32, number of the term.
        level: shape (occurrences,), uint8: EXACT, CASE, LEMMA or COMPOUND.
    """

    text: NDArray[np.int32]
    begin: NDArray[np.int32]
    end: NDArray[np.int32]
    term: NDArray[np.int32]
    level: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.text)

    def select(self, chosen: NDArray[np.bool_] | NDArray[np.int64]) -> Occurrences:
        """Return some of them, by a mask or by numbers."""
        return Occurrences(
            *(self.text[chosen], self.begin[chosen], self.end[chosen]),
            *(self.term[chosen], self.level[chosen]),
        )


class TermIndex:
    """Finds a list of terms in texts of one language.

    Terms are compared by their words, without case and by their lemmas. A term with a hyphen is
    also found with a blank or as one word, and the other way round. Acronyms are found as they are
    written only, in languages that write so with a small s behind.

    Args:
        terms: what to look for. One that is `case_sensitive` is found in its own case only, or
            with the capital that begins a text; one of an `exact_form` without other inflections.
        forms: words of the language; grows.
        compounds: find terms as parts of longer words, too (German, Dutch and their neighbours).
    """

    def __init__(
        self, terms: Sequence[EntryTerm], forms: Forms, *, compounds: bool = False
    ) -> None:
        self.forms = forms
        self._strict = np.array([_is_strict(term.text) for term in terms], np.bool_)
        self._cased = np.array([term.case_sensitive for term in terms], np.bool_)
        self._fixed = np.array([term.exact_form for term in terms], np.bool_)
        self._inside = np.array([term.inside_longer for term in terms], np.bool_)
        self._asking = self._strict | self._cased | self._fixed
        owner, self._tokens, self._offsets = _spellings(terms, forms, self._asking.tolist())
        self._spellings = len(owner)
        first = np.diff(owner, prepend=-1) != 0  # the spelling of the termbase
        # Behind the spellings come the terms in one word, and those in compounds.
        size = len(terms)
        self._term = np.concatenate([owner, *[np.arange(size, dtype=np.int32)] * 2])
        kinds = np.repeat(np.array([LEMMA, COMPOUND], np.uint8), size)
        self._least = np.concatenate([np.where(first, EXACT, LEMMA).astype(np.uint8), kinds])
        tables, bounds = forms.tables(), self._offsets.tolist()
        self._readings: list[tuple[str, Automaton]] = []
        # Where case changes no lemma, all that is found without case is found by lemmas.
        names = ["lemma"] if forms.method != "identity" else ["folded"]
        for name in [*names, "folded"] if forms.case_tells else names:
            keys = getattr(tables, name)[self._tokens].tolist()
            made = Automaton(
                [keys[begin:end] for begin, end in pairwise(bounds)],
                len(forms.keys),
                certain=~self._asking[owner],
                wanted=self._inside[owner],
            )
            self._readings.append((name, made))
        self._one_word = OneWord(
            [None if asks else term.text for term, asks in zip(terms, self._asking, strict=True)],
            forms,
            compounds=compounds,
            search=self._in_sequences,
        )

    @property
    def longest(self) -> int:
        """Words of the longest term."""
        return int(np.diff(self._offsets).max(initial=1))

    def ending(self) -> NDArray[np.bool_]:
        """Return which forms a term may end with, shape (forms,)."""
        found = self._one_word.forms()
        tables = self.forms.tables()
        own = self._tokens[self._offsets[1:] - 1]
        for keys in (tables.lemma, tables.folded):
            last = np.zeros(len(self.forms.keys), np.bool_)
            last[keys[own]] = True
            found |= last[keys]
        return found

    def find(self, texts: EncodedTexts, *, longest: bool = True) -> Occurrences:
        """Find the terms in texts.

        Args:
            texts: encoded with the forms of this index.
            longest: leave out what lies inside a longer term, but for terms that say
                `inside_longer`.
        """
        tokens = texts.tokens
        place, length, spelling = self._hits(texts, nested=not longest)
        alone, term = self._one_word.find(tokens)
        place, length, spelling = _sorted(
            np.concatenate([place, alone]),
            np.concatenate([length, np.ones(len(alone), np.int64)]),
            np.concatenate([spelling, term + self._spellings]),
            bounds=(len(tokens), self.longest, len(self._term)),
        )
        if longest:
            kept = _reaching(place, place + length) | self._inside[self._term[spelling]]
            place, length, spelling = place[kept], length[kept], spelling[kept]
        owner, level = self._term[spelling], self._least[spelling]
        words = np.flatnonzero(spelling < self._spellings)
        near = self._levels(self.forms.tables(), tokens, place[words], spelling[words])
        level[words] = np.maximum(level[words], near)
        nearest = _nearest(place, length, owner, level)
        place, length, owner = place[nearest], length[nearest], owner[nearest]
        text = np.repeat(np.arange(len(texts), dtype=np.int32), np.diff(texts.offsets))[place]
        begin = (place - texts.offsets[text]).astype(np.int32)
        return Occurrences(text, begin, (begin + length).astype(np.int32), owner, level[nearest])

    def _hits(
        self, texts: EncodedTexts, *, nested: bool
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return places, lengths and spellings of what terms allow."""
        tables = self.forms.tables()
        columns: list[list[NDArray[np.int64]]] = [[], [], []]
        for name, automaton in self._readings:
            keys = getattr(tables, name)[texts.tokens]
            hits = automaton.find(keys, texts.offsets, nested=nested)
            place = texts.offsets[hits.text] + hits.begin
            allowed = self._allowed(tables, texts, hits.pattern, place, hits.begin)
            for column, values in zip(
                columns, (place, hits.end - hits.begin, hits.pattern), strict=True
            ):
                column.append(values[allowed].astype(np.int64))
        place, length, spelling = (np.concatenate(column) for column in columns)
        return place, length, spelling

    def _in_sequences(
        self, sequences: Sequence[Sequence[int]]
    ) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return the sequences of forms that terms stand in, and the terms."""
        offsets = np.cumsum([0, *map(len, sequences)]).astype(np.int64)
        numbers = np.fromiter((each for one in sequences for each in one), np.int32, offsets[-1])
        place, _, spelling = self._hits(EncodedTexts(numbers, offsets), nested=True)
        fine = ~self._asking[self._term[spelling]]
        text = np.searchsorted(offsets, place[fine], side="right") - 1
        return text, self._term[spelling[fine]]

    def _levels(
        self,
        tables: FormTables,
        tokens: NDArray[np.int32],
        place: NDArray[np.int64],
        spelling: NDArray[np.integer],
    ) -> NDArray[np.uint8]:
        """Return how near the words at places are to those of spellings."""
        level = np.zeros(len(place), np.uint8)
        first = self._offsets[spelling]
        length = self._offsets[spelling + 1] - first
        rest = np.arange(len(place))
        step = 0
        while len(rest):
            here, there = tokens[place[rest] + step], self._tokens[first[rest] + step]
            worse = np.where(tables.folded[here] == tables.folded[there], CASE, LEMMA)
            same = tables.surface[here] == tables.surface[there]
            level[rest] = np.maximum(level[rest], np.where(same, EXACT, worse))
            step += 1
            rest = rest[length[rest] > step]
        return level

    def _allowed(
        self,
        tables: FormTables,
        texts: EncodedTexts,
        spelling: NDArray[np.int32],
        place: NDArray[np.int64],
        begin: NDArray[np.int32],
    ) -> NDArray[np.bool_]:
        """Return which hits their terms allow."""
        allowed = np.ones(len(spelling), np.bool_)
        term = self._term[spelling]
        asked = np.flatnonzero(self._asking[term])
        if not len(asked):
            return allowed
        term, level = term[asked], self._levels(tables, texts.tokens, place[asked], spelling[asked])
        fine = ~self._strict[term] | (level == EXACT)
        fine &= ~self._fixed[term] | (level <= CASE)
        cased = self._cased[term] & (level != EXACT)
        # Any word may have the capital that begins a text.
        for hit in np.flatnonzero(cased & fine).tolist():
            number = asked[hit]
            fine[hit] = begin[number] == 0 and self._with_capital(
                tables, spelling[number], texts.tokens[place[number] :]
            )
        allowed[asked] = fine
        return allowed

    def _with_capital(self, tables: FormTables, spelling: int, tokens: NDArray[np.int32]) -> bool:
        """Return True if tokens begin with a term that only got a first capital."""
        own = self._tokens[self._offsets[spelling] : self._offsets[spelling + 1]]
        here = tokens[: len(own)]
        first = self.forms.written[own[0]]
        return self.forms.written[here[0]] == first[:1].upper() + first[1:] and bool(
            (tables.surface[own[1:]] == tables.surface[here[1:]]).all()
        )


def _is_strict(text: str) -> bool:
    """Return True for terms that are found as they are written only."""
    if len(text) == 1:
        return text.isupper()
    return len(text) <= LONGEST_ACRONYM and is_acronym(text)


def plural_of_acronym(text: str, language: str | None) -> str | None:
    """Return the plural of an acronym in languages that write a small s behind it: "IDs"."""
    plural = language in _PLURALS and text.isalpha() and _is_strict(text)
    return text + "s" if plural else None


def _spellings(
    terms: Sequence[EntryTerm], forms: Forms, asking: Sequence[bool]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
    """Return the spellings of terms: numbers of the terms, words, and where each begins in these.

    Those of a term stand together, its own first: the plural of acronyms, a blank for a hyphen.
    """
    own = encode((term.text for term in terms), forms)
    numbers, texts = [], []
    for number, (term, asks) in enumerate(zip(terms, asking, strict=True)):
        other = None
        if not asks:
            other = " ".join(split_in_two(term.text)) if "-" in term.text else None
        else:
            other = plural_of_acronym(term.text, forms.language)
        if other:
            numbers.append(number)
            texts.append(other)
    others = encode(texts, forms)
    owner = np.concatenate([np.arange(len(terms)), np.array(numbers, np.int64)]).astype(np.int32)
    begins = np.concatenate([own.offsets[:-1], others.offsets[:-1] + len(own.tokens)])
    lengths = np.concatenate([np.diff(own.offsets), np.diff(others.offsets)])
    order = np.argsort(owner, kind="stable")
    order = order[lengths[order] > 0]
    begins, lengths = begins[order], lengths[order]
    tokens = np.concatenate([own.tokens, others.tokens])[join_ranges(begins, lengths)]
    return owner[order], tokens, offsets_of(lengths)


def _sorted(
    place: NDArray[np.int64],
    length: NDArray[np.int64],
    spelling: NDArray[np.int64],
    *,
    bounds: tuple[int, int, int],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Sort hits by place, longer ones first, then by spelling; equal ones become one."""
    _, longest, last = (bound.bit_length() for bound in bounds)
    if bounds[0].bit_length() + longest + last < 64:
        # One number a hit: sorting these is far quicker than sorting by three columns.
        packed = place << (longest + last)
        packed |= (bounds[1] - length) << last
        packed |= spelling
        packed.sort()
        packed = packed[np.concatenate([[True], packed[1:] != packed[:-1]])[: len(packed)]]
        return (
            packed >> (longest + last),
            bounds[1] - ((packed >> last) & ((1 << longest) - 1)),
            packed & ((1 << last) - 1),
        )
    columns = np.unique(np.stack([place, -length, spelling]), axis=1)
    return columns[0], -columns[1], columns[2]


def _spans(
    place: NDArray[np.int64], end: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where stretches of equal spans begin, and the stretch of every hit."""
    new = (np.diff(place, prepend=-1) != 0) | (np.diff(end, prepend=-1) != 0)
    return np.flatnonzero(new), np.cumsum(new) - 1


def _reaching(place: NDArray[np.int64], end: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which hits, sorted, lie inside no longer one."""
    if not len(place):
        return np.zeros(0, np.bool_)
    spans, span = _spans(place, end)
    # Of those that begin earlier, or here and are longer, which reaches farthest?
    reach = np.concatenate([[-1], np.maximum.accumulate(end[spans])[:-1]])
    found: NDArray[np.bool_] = end[spans] > reach
    return found[span]


def _nearest(
    place: NDArray[np.int64],
    length: NDArray[np.int64],
    term: NDArray[np.int32],
    level: NDArray[np.uint8],
) -> NDArray[np.int64]:
    """Return which hits, sorted by place, stay: of a term in one place the one nearest to it.

    What is a term as a whole is no compound.
    """
    kept = np.arange(len(place))
    spans, span = _spans(place, place + length)
    if len(spans) == len(place):
        return kept
    whole = np.minimum.reduceat(level, spans)[span] < COMPOUND
    kept = kept[(level < COMPOUND) | ~whole]
    kept = kept[np.lexsort((level[kept], term[kept], span[kept]))]
    new = (np.diff(term[kept], prepend=-1) != 0) | (np.diff(span[kept], prepend=-1) != 0)
    nearest: NDArray[np.int64] = kept[new]
    return nearest


# Many sequences of numbers looked for at once, by the automaton of Aho and Corasick.

_SEPARATOR, _OTHER = 0, 1
LETTERS = 8192
"""Characters that numbers are written with, two of them for a number where these do not do: with
100,000 characters it takes 16 seconds to make the automaton, with these half a second."""

BLOCK = 250_000
"""Tokens that are searched at once: a Python object is made for every place where something ends.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """Where patterns were found, in the order of the texts and of the ends of the hits.

    Attributes:
        text: shape (hits,), int32, number of the text.
        begin: shape (hits,), int32, first token in that text.
        end: shape (hits,), int32, token behind the last.
        pattern: shape (hits,), int32, number of the pattern.
    """

    text: NDArray[np.int32]
    begin: NDArray[np.int32]
    end: NDArray[np.int32]
    pattern: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.text)


class Automaton:
    """Finds all patterns in texts, those that overlap, nest or are equal included.

    Every number becomes a character, so that a text is a short string and a hit begins and ends
    at a word whatever the words look like. Numbers of no pattern share one character.

    Args:
        patterns: numbers of each, none negative; an empty one is never found.
        size: of the table by number, one more than the largest number that a pattern may have.
        letters: characters that may be used; with fewer than numbers, a number takes several.
        certain: shape (patterns,), bool: what ends such a pattern is of no interest when patterns
            inside others are not asked for; None: any pattern is certain.
        wanted: shape (patterns,), bool: always of interest; None: none is.

    Reference:
        Aho and Corasick (1975), Efficient string matching: an aid to bibliographic search.
    """

    def __init__(
        self,
        patterns: Sequence[Sequence[int]],
        size: int,
        *,
        letters: int = LETTERS,
        certain: NDArray[np.bool_] | None = None,
        wanted: NDArray[np.bool_] | None = None,
    ) -> None:
        from daachorse import CharwiseDoubleArrayAhoCorasick

        same: dict[tuple[int, ...], list[int]] = {}
        for number, pattern in enumerate(patterns):
            if len(pattern):
                same.setdefault(tuple(pattern), []).append(number)
        self._written = _alphabet(same, size, letters)
        self._width = self._written.shape[1]
        self._engine: CharwiseDoubleArrayAhoCorasick | None = None
        if same:
            lengths = np.fromiter(map(len, same), np.int64, len(same))
            joined = np.fromiter(chain.from_iterable(same), np.int64, int(lengths.sum()))
            text = _string(self._written[joined].ravel())
            ends = (np.cumsum(lengths) * self._width).tolist()
            begins = [0, *ends[:-1]]
            self._engine = CharwiseDoubleArrayAhoCorasick(
                [text[begin:end] for begin, end in zip(begins, ends, strict=True)]
            )
        self._lengths = np.fromiter(map(len, patterns), np.int32, len(patterns))
        every = np.ones(len(patterns), np.bool_)
        # Many texts are never asked for patterns inside others.
        self._nested = cache(lambda: _endings(same, ~every, every))
        self._longest = _endings(
            same, every if certain is None else certain, ~every if wanted is None else wanted
        )

    def find(
        self, keys: NDArray[np.int32], offsets: NDArray[np.int64], *, nested: bool = True
    ) -> Hits:
        """Find all patterns in texts.

        Args:
            keys: shape (tokens,), the numbers of all texts; what no pattern has may be anything.
            offsets: shape (texts + 1,), where texts begin in ``keys``.
            nested: False leaves out patterns that end others; those that lie inside without
                ending them are found all the same.
        """
        endings = self._nested() if nested else self._longest
        blocks = [self._block(keys, offsets, endings, *bounds) for bounds in _blocks(offsets)]
        texts, ends, patterns = (
            np.concatenate([block[column] for block in blocks]) if blocks else np.zeros(0, np.int32)
            for column in range(3)
        )
        return Hits(texts, ends - self._lengths[patterns], ends, patterns)

    def _block(
        self,
        keys: NDArray[np.int32],
        offsets: NDArray[np.int64],
        endings: tuple[NDArray[np.int32], NDArray[np.int64]],
        first: int,
        last: int,
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """Return text, end and pattern of the hits of some texts."""
        bounds = offsets[first : last + 1] - offsets[first]
        part = keys[offsets[first] : offsets[last]]
        # One place of every text is its separator, the one before its first token.
        at = np.arange(len(part)) + np.repeat(np.arange(1, last - first + 1), np.diff(bounds))
        letters = np.full((len(part) + last - first, self._width), _SEPARATOR, np.uint32)
        inside = (part >= 0) & (part < len(self._written) - 1)
        letters[at] = self._written[np.where(inside, part, len(self._written) - 1)]
        found = (
            self._engine.find_overlapping_no_suffix(_string(letters.ravel()))
            if self._engine
            else []
        )
        table = np.fromiter(chain.from_iterable(found), np.int64, 3 * len(found)).reshape(-1, 3)
        # Only the longest hit that ends at a place is told; the others follow from the pattern.
        ending = table[:, 2]
        members, member_offsets = endings
        counts = np.diff(member_offsets)[ending]
        ends = np.repeat(table[:, 1] // self._width, counts)
        patterns = members[join_ranges(member_offsets[ending], counts)]
        places = bounds[:-1] + np.arange(last - first) + 1
        text = np.searchsorted(places, ends, side="right") - 1
        return ((text + first).astype(np.int32), (ends - places[text]).astype(np.int32), patterns)


def _alphabet(
    patterns: dict[tuple[int, ...], list[int]], size: int, letters: int
) -> NDArray[np.uint32]:
    """Return the characters of every number, shape (size + 1, width); the last is of all others."""
    used = np.unique(np.fromiter(chain.from_iterable(patterns), np.int64))
    if len(used) and (used[0] < 0 or used[-1] >= size):
        raise ValueError(f"patterns have numbers from 0 to {size - 1}")
    width = 1
    while (letters // width) ** width < len(used):
        width += 1
        if letters // width < 2:
            raise ValueError(f"{letters} characters are too few for {len(used)} numbers")
    base = letters // width
    written = np.full((size + 1, width), _OTHER, np.uint32)
    rank = np.arange(len(used))
    for column in range(width):
        # Every column has its own characters: no pattern is found across two numbers.
        written[used, column] = rank // base**column % base + column * base + 2
    return written


def _endings(
    patterns: dict[tuple[int, ...], list[int]],
    certain: NDArray[np.bool_],
    wanted: NDArray[np.bool_],
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return what ends where a pattern ends: itself, its equals, and patterns that end it.

    Behind a pattern that is certain only those that are wanted follow.
    """
    sure, asked = certain.tolist(), wanted.tolist()
    found: list[int] = []
    offsets = [0]
    for pattern, equals in patterns.items():
        found += equals
        closed = any(sure[number] for number in equals)
        for cut in range(1, len(pattern)):
            shorter = patterns.get(pattern[cut:])
            if shorter is None:
                continue
            found += [number for number in shorter if asked[number] or not closed]
            closed = closed or any(sure[number] for number in shorter)
        offsets.append(len(found))
    return np.array(found, np.int32), np.array(offsets, np.int64)


def _string(letters: NDArray[np.uint32]) -> str:
    return letters.astype("<u4").tobytes().decode("utf-32-le")


def _blocks(offsets: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Yield ranges of texts of about `BLOCK` tokens."""
    first, texts = 0, len(offsets) - 1
    while first < texts:
        wanted = int(np.searchsorted(offsets, offsets[first] + BLOCK, side="right")) - 1
        last = min(max(wanted, first + 1), texts)
        yield first, last
        first = last
