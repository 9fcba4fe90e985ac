"""Where the published implementation of 2021 finds terms, and the windows it looks at around them.

It makes a regular expression of every term without escaping it: the only place in diglot where
that is done. A term without special signs is searched for as it is, which gives the same places;
the others are searched for with a limit of time.

Reference: Alam, Anastasopoulos, Besacier, Cross, Gallé, Koehn and Nikoulina 2021, section 2.2.
"""

from __future__ import annotations

import re
import string
import warnings
from itertools import islice
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from regex import Pattern

_SPECIAL = frozenset("\\.^$*+?{}[]()|")
# No real term comes near these; hostile ones must not stop the run. A few may take their time.
_LONGEST = 1000
_SECONDS = (0.25, 0.02)
_PATIENT = 4
_MOST_SLOW = 20
_COUNT = re.compile(r"\{(\d{1,9})")
_LITERAL_BRACE = re.compile(r"(?<!\\)\{(?!\d*,?\d*\})")


class Finder:
    """Finds terms as the published implementation does.

    Attributes:
        invalid: terms that make no regular expression; the published implementation stops there.
        slow: terms whose search took too long, given up.
    """

    def __init__(self) -> None:
        self.invalid: dict[str, None] = {}
        self.slow: dict[str, None] = {}
        self._compiled: dict[str, Pattern[str]] = {}

    def starts(self, term: str, text: str) -> list[int]:
        """Return where ``term`` stands between two spaces in ``text``, overlaps included.

        Args:
            term: put between two spaces here.
            text: one space between its words, and at both of its ends.
        """
        wanted = f" {term} "
        if _SPECIAL.isdisjoint(wanted):
            found = []
            start = text.find(wanted)
            while start >= 0:
                found.append(start)
                start = text.find(wanted, start + 1)
            return found
        return self._searched(term, text)

    def _searched(self, term: str, text: str) -> list[int]:
        if term in self.invalid or term in self.slow:
            return []
        if len(self.slow) >= _MOST_SLOW or _is_too_big(term):
            self.slow[term] = None
            return []
        pattern = self._compiled.get(term)
        if pattern is None:
            pattern = _compiled(f"(?= {term} )")
            if pattern is None:
                self.invalid[term] = None
                return []
            self._compiled[term] = pattern
        patience = _SECONDS[len(self.slow) >= _PATIENT]
        try:
            return [each.start() for each in pattern.finditer(text, timeout=patience)]
        except TimeoutError:
            self.slow[term] = None
            return []


def _compiled(expression: str) -> Pattern[str] | None:
    """Return the compiled expression; None where the published code stops."""
    import regex

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            # Python's own module says what an expression is. The other one can be stopped, but
            # reads more into braces; those it would misread are escaped.
            re.compile(expression)
            return regex.compile(_LITERAL_BRACE.sub(r"\\{", expression), flags=regex.V0)
        except (re.error, regex.error, ArithmeticError, LookupError, RecursionError, ValueError):
            return None


def _is_too_big(term: str) -> bool:
    """Return True for expressions whose preparation alone would take long."""
    times = prod(max(1, int(each)) for each in _COUNT.findall(term[:_LONGEST]))
    return len(term) > _LONGEST or times > _LONGEST


def matched(
    terms: Sequence[Sequence[str]], surface: str, lemmas: str | None, finder: Finder
) -> tuple[int, int, int]:
    """Return how many terms were found as written, found among the lemmas, and not found.

    All terms of a segment share one list of used places, and every alternative uses one up.

    Args:
        terms: alternatives of every term.
        surface: the hypothesis, one space around every word.
        lemmas: the same of its lemmas; None where the language has none, when every term counts
            as found.
        finder: of the run.
    """
    used: set[int] = set()
    written = lemmatised = wrong = 0
    for alternatives in terms:
        if _take(alternatives, surface, used, finder) or lemmas is None:
            written += 1
        elif _take(alternatives, lemmas, used, finder):
            lemmatised += 1
        else:
            wrong += 1
    return written, lemmatised, wrong


def _take(alternatives: Sequence[str], text: str, used: set[int], finder: Finder) -> bool:
    """Use up one place for every alternative that has one left; True if any had."""
    found = False
    for each in alternatives:
        start = next((at for at in finder.starts(each, text) if at not in used), None)
        if start is not None:
            used.add(start)
            found = True
    return found


def windows_alike(
    terms: Sequence[tuple[str, Sequence[int]]],
    reference: str,
    hypothesis: str,
    size: int,
    finder: Finder,
    so_far: tuple[float, int] = (0.0, 0),
) -> tuple[float, int]:
    """Return the summed window overlap of the matched terms of a segment, and their number.

    Args:
        terms: string and positions in the reference of every term.
        reference: one space around every word.
        hypothesis: the same.
        size: words of the window at each side.
        finder: of the run.
        so_far: sum and number to go on from; figures then are equal to the last digit.
    """
    wanted: dict[str, list[Sequence[int]]] = {}
    for term, positions in terms:
        wanted.setdefault(term.strip(), []).append(positions)
    reference_words, words = reference.split(), hypothesis.split()
    total, count = so_far
    for term, places in wanted.items():
        length = len(term.split())
        theirs = [
            _window(words, first, first + length - 1, size)
            for first in _words_before(hypothesis, finder.starts(term, hypothesis))
        ]
        pairs = []
        for i, positions in enumerate(places):
            ours = _window(reference_words, min(positions), max(positions), size)
            pairs += [(_overlap(ours, other), i, j) for j, other in enumerate(theirs)]
        # The sort is stable: places that are equally good go in the order of the text.
        pairs.sort(key=lambda pair: -pair[0])
        taken: tuple[set[int], set[int]] = (set(), set())
        for overlap, i, j in pairs:
            if i not in taken[0] and j not in taken[1]:
                taken[0].add(i)
                taken[1].add(j)
                total += overlap
                count += 1
    return total, count


def _words_before(text: str, starts: Sequence[int]) -> Iterator[int]:
    """Yield the number of spaces before every start; starts ascend."""
    count = before = 0
    for start in starts:
        count += text.count(" ", before, start)
        before = start
        yield count


def _window(words: Sequence[str], first: int, last: int, size: int) -> list[str]:
    sides = (range(min(first, len(words)) - 1, -1, -1), range(last + 1, len(words)))
    return [
        word
        for side in sides
        for word in islice((words[at] for at in side if words[at] not in string.punctuation), size)
    ]


def _overlap(ours: list[str], theirs: list[str]) -> float:
    """Return the share of the reference's window that the hypothesis' window has."""
    if not ours:
        return 0.0
    left = list(theirs)
    shared = 0
    for word in ours:
        if word in left:
            left.remove(word)
            shared += 1
    return shared / len(ours)
