"""Metrics of terminology as their published implementation of 2021 computes them, bugs included.

For figures that can be put beside published ones; `diglot.evaluate.terminology.scores` has the
clean definitions. What differs:

- A language without lemmas makes every term count as found.
- A term's place is that of the first words of the reference that are equal to its first and last
  word, and the words between are taken short of one: a quarter of the places are wrong.
- The window overlap is divided by all segments, those without terms included.
- All terms of a segment share one list of used places, and every alternative uses up one, so
  nested and repeated terms take each other's: the reference itself misses some of its terms.
- Terms are regular expressions that nobody escaped: ``(PCR)`` is never found, ``U.S.`` in
  ``UxSx``.
- The lemmas of the hypothesis are compared with terms as they are written.
- The weights of TERm reach one word too far, and end with the first shift; shifts cost 1.
- Punctuation is what is a part of the string of ASCII punctuation: not ``...`` or ``«``.

Where the implementation stops with an error, so does this with a line that names the segment, but
for two cases: a term that makes no regular expression is never found, and the lemmas of an empty
hypothesis are empty. Both stand in the notes.

Reference: Alam, Anastasopoulos, Besacier, Cross, Gallé, Koehn and Nikoulina 2021, On the Evaluation
    of Machine Translation for Terminology Consistency, section 2.2, and the code published with it.
"""

from __future__ import annotations

import re
import string
import warnings
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import islice
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError, InputError, describe_unknown
from diglot.evaluate.strings.ngrams import bleu
from diglot.evaluate.strings.ter import Pair, check_length, ter_m
from diglot.plurals import count_of
from diglot.text.lemmas import plain_lemmas

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from regex import Pattern

    from diglot.evaluate.statistics.aggregate import Floats
    from diglot.model.terms import AnnotatedSegment, AnnotatedSet, Span, TermMark

LEMMAS = ("simplemma", "identity", "none")
"""simplemma's lemmas; every word its own; no lemmatiser for the language."""

WINDOWS = (2, 3)


@dataclass(frozen=True, slots=True, eq=False)
class CompatScore:
    """Figures of one system, equal to what the published implementation prints.

    Attributes:
        bleu: BLEU, to the last digit that of sacreBLEU, in [0, 100].
        surface: terms found as written.
        lemma: terms found among the lemmas only.
        wrong: terms not found.
        exact_match: share of terms found.
        window_overlap_2: window overlap with two words at each side.
        window_overlap_3: the same with three.
        one_minus_term: 1-TERm.
        segments: array (segments, 6): surface, lemma, wrong, window overlaps, TERm.
        notes: remarks for the user.
    """

    bleu: float
    surface: int
    lemma: int
    wrong: int
    exact_match: float
    window_overlap_2: float
    window_overlap_3: float
    one_minus_term: float
    segments: Floats
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Read:
    """A segment as the published implementation keeps it.

    Attributes:
        reference: one space around every word.
        alternatives: of every term.
        written: string and positions of every term that was found as it is written.
        lemmatised: the same of those that were found by their lemmas.
    """

    reference: str
    alternatives: tuple[tuple[str, ...], ...]
    written: tuple[tuple[str, tuple[int, ...]], ...]
    lemmatised: tuple[tuple[str, tuple[int, ...]], ...]


def score(
    test_set: AnnotatedSet,
    hypotheses: Sequence[str],
    *,
    lemmas: str = "simplemma",
    language: str | None = None,
) -> CompatScore:
    """Score one system as the published implementation does.

    Args:
        test_set: with references and marked terms.
        hypotheses: one per segment, in the order of the set.
        lemmas: one of `LEMMAS`; the published figures used a neural lemmatiser instead.
        language: of the target side, for simplemma; by default that of the set.

    Raises:
        ConfigError: unknown lemmas, or simplemma without a language.
        InputError: the implementation stops here: another number of hypotheses than of segments, no
            or an empty reference, a term that is not made of whole words of the reference, no terms
            at all, or a segment too long for TERm.

    Reference: Alam et al. 2021, section 2.2.
    """
    if len(hypotheses) != len(test_set.segments):
        raise InputError(
            f"{count_of(len(hypotheses), 'translation')} for "
            f"{count_of(len(test_set.segments), 'segment')}",
            cure="give one hypothesis for each segment",
        )
    lemmatise = _line_lemmatiser(lemmas, language or test_set.target_language)
    read = [_read(segment, lemmatise) for segment in test_set.segments]
    padded = [_padded(each.split()) for each in hypotheses]
    for segment, each, line in zip(test_set.segments, read, padded, strict=True):
        check_length(segment.id, line.count(" ") - 1, each.reference.count(" ") - 1)
    finder = Finder()
    rows = np.zeros((len(read), 6))
    lemma_lines = [
        None if lemmatise is None or not each.alternatives else lemmatise(hypothesis)
        for each, hypothesis in zip(read, padded, strict=True)
    ]
    for i, (each, hypothesis, by_lemma) in enumerate(zip(read, padded, lemma_lines, strict=True)):
        rows[i, :3] = count_matches(each.alternatives, hypothesis, by_lemma, finder)
        by_reference = lemmatise(each.reference) if lemmatise and each.lemmatised else None
        for column, size in enumerate(WINDOWS, 3):
            found = window_overlap(each.written, each.reference, hypothesis, size, finder)
            if by_reference is not None and by_lemma is not None:
                found = window_overlap(
                    each.lemmatised, by_reference, by_lemma, size, finder, so_far=found
                )
            rows[i, column] = found[0] / found[1] if found[1] else 0.0
    rows[:, 5] = _ter_m(test_set, read, padded, lemma_lines, lemmatise)
    counts = bleu(padded, [each.reference for each in read])
    return _summed(rows, counts.score, _notes(finder, lemmas, lemmatised=lemmatise is not None))


def _summed(rows: Floats, bleu_score: float, notes: tuple[str, ...]) -> CompatScore:
    surface, lemma, wrong = (int(each) for each in rows[:, :3].sum(axis=0))
    if not surface + lemma + wrong:
        raise InputError(
            "no segment has a marked term", cure="give the files in which terms are marked"
        )
    means = []
    for column in rows[:, 3:].T:
        # One after the other: numpy and newer versions of sum() round in other ways.
        total = 0.0
        for each in column.tolist():
            total += each
        means.append(total / len(rows))
    return CompatScore(
        bleu_score,
        surface,
        lemma,
        wrong,
        (surface + lemma) / (surface + lemma + wrong),
        means[0],
        means[1],
        1 - means[2],
        rows,
        notes,
    )


def _read(segment: AnnotatedSegment, lemmatise: Callable[[str], str] | None) -> _Read:
    if segment.reference is None or not segment.reference.strip():
        raise InputError(
            "without a reference there is nothing to divide by",
            place=f"segment {segment.id}",
            cure="leave the segment out",
        )
    words = segment.reference.split()
    alternatives, written, lemmatised = [], [], []
    for span, mark in _in_reference_order(segment.terms):
        surface = segment.reference[slice(*span)].strip()
        positions = _positions(surface.split(), words, segment.id)
        alternatives.append(_alternatives(mark, surface))
        if not mark.target_lemma:
            written.append((surface, positions))
        elif lemmatise is not None:
            lemmatised.append((lemmatise(surface).strip(), positions))
    return _Read(_padded(words), tuple(alternatives), tuple(written), tuple(lemmatised))


def _in_reference_order(marks: Sequence[TermMark]) -> list[tuple[Span, TermMark]]:
    """Return the marks that stand in the reference, the outer one of two nested first."""
    placed = [(mark.target_span, mark) for mark in marks if mark.target_span is not None]
    return sorted(placed, key=lambda each: (each[0][0], -each[0][1]))


def _alternatives(mark: TermMark, surface: str) -> tuple[str, ...]:
    """Return the alternatives, with the form of the reference unless it is a part of their list."""
    listed = "|".join(mark.alternatives) if mark.listed is None else mark.listed
    if surface not in listed:
        listed = f"{listed}|{surface}"
    return tuple(listed.split("|"))


def _positions(term: list[str], words: list[str], segment: str) -> tuple[int, ...]:
    """Return what the implementation takes for the positions of a term."""
    try:
        first, last = words.index(term[0]), words.index(term[-1])
    except (ValueError, IndexError):
        shown = " ".join(term)
        raise InputError(
            f'the term "{shown}" is not made of whole words of the reference',
            place=f"segment {segment}",
            cure="put spaces around it, or take the clean metrics",
        ) from None
    return (*range(first, last - 1), last)


def _padded(words: Sequence[str]) -> str:
    return f" {' '.join(words)} "


def _line_lemmatiser(lemmas: str, language: str | None) -> Callable[[str], str] | None:
    """Return what gives the lemmas of a line, one space around each; None for no lemmatiser."""
    if lemmas not in LEMMAS:
        raise ConfigError(describe_unknown("lemmas", lemmas, LEMMAS))
    if lemmas == "none":
        return None
    if lemmas == "identity":
        return lambda line: _padded(line.split())
    if language is None:
        raise ConfigError("lemmas need the language of the target side")
    lemma = plain_lemmas(language)
    if lemma is None:
        return None
    remembered = cache(lemma)
    return lambda line: _padded([remembered(word) for word in line.split()])


def _ter_m(
    test_set: AnnotatedSet,
    read: Sequence[_Read],
    padded: Sequence[str],
    lemma_lines: Sequence[str | None],
    lemmatise: Callable[[str], str] | None,
) -> Floats:
    """Return TERm of every segment: float64 (segments,)."""
    names = [segment.id for segment in test_set.segments]
    pairs = [
        Pair(name, line.split(), each.reference.split(), _marked(each.written))
        for name, line, each in zip(names, padded, read, strict=True)
    ]
    # Segments with terms found by lemma have a second figure, and the mean of both.
    second = []
    for i, (each, line) in enumerate(zip(read, lemma_lines, strict=True)):
        if each.lemmatised and lemmatise is not None and line is not None:
            second.append(i)
            reference = lemmatise(each.reference).split()
            pairs.append(Pair(names[i], line.split(), reference, _marked(each.lemmatised)))
    rates = ter_m(pairs)
    found = rates[: len(read)]
    found[second] = (found[second] + rates[len(read) :]) / 2.0
    return found


def _marked(terms: Sequence[tuple[str, Sequence[int]]]) -> list[int]:
    return [position for _, positions in terms for position in positions]


def _notes(finder: Finder, lemmas: str, *, lemmatised: bool) -> tuple[str, ...]:
    notes = []
    if not lemmatised:
        why = "as asked" if lemmas == "none" else "the language has none here"
        notes.append(
            f"no lemmas ({why}): every marked term counts as found, as in the published code"
        )
    for terms, what in (
        (finder.invalid, "no regular expression, where the published code stops: never found"),
        (finder.slow, "took too long to search for: counted as not found"),
    ):
        if terms:
            first = next(iter(terms))
            notes.append(f'{len(terms)} terms {what}; the first: "{first[:80]}"')
    return tuple(notes)


# Where the published implementation of 2021 finds terms, and the windows it looks at around them.
#
# It makes a regular expression of every term without escaping it: the only place in diglot where
# that is done. A term without special signs is searched for as it is, which gives the same places;
# the others are searched for with a limit of time.

_SPECIAL = frozenset("\\.^$*+?{}[]()|")
# No real term comes near these; hostile ones must not stop the run. A few may take their time.
_LONGEST = 1000
_MOST_GROUPS = 100  # how deep expressions may nest depends on the program that calls
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
    """Return True for expressions whose preparation alone would take long or nest too deeply."""
    times = prod(max(1, int(each)) for each in _COUNT.findall(term[:_LONGEST]))
    return len(term) > _LONGEST or times > _LONGEST or term.count("(") > _MOST_GROUPS


def count_matches(
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


def window_overlap(
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
    return (Counter(ours) & Counter(theirs)).total() / len(ours) if ours else 0.0
