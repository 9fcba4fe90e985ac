"""Signs of terms added to please a metric, and of runs that are not what they are said to be.

Three signs, segment by segment: terms strung together after the end of the last sentence, terms
strung together before the first word (more than the reference has there), and a term that stands
more often in the translation than in the reference. Hits in a suspicious string do not count for
the guarded exact match. A system that shows one of the signs in more than `MOST` of the segments
with terms is called cheating.

Word links are a fourth sign, and stand in for a reference: a hit is supported if one of its words
is linked to a word of the source term. A term whose hits are all without support translates
nothing, or something else.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from diglot.errors import InputError
from diglot.evaluate.terminology.cheats import (
    Hit,
    MarkedTerm,
    Words,
    find_hits,
    marked_terms,
    word_positions,
)
from diglot.plurals import count_of
from diglot.text.detection import wrong_language_warning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from diglot.model.terms import AnnotatedSegment, AnnotatedSet

    Links = Iterable[tuple[int, int]]

MOST = 0.05
"""Share of segments with one sign that plain translations stay below: measured were 0.6 % at edges,
1.8 % with repeated terms and 2.8 % without links."""

FAR = 0.25
"""Difference of relative positions beyond which a hit stands somewhere else."""

# Of a sentence, in text that is not tokenised at the end of a word. Chinese, Hindi, Arabic, Urdu.
_ENDS = tuple(".!?:;…\u3002\uff01\uff1f\uff1a\uff1b\u0964\u061f\u06d4")
_BETWEEN = frozenset(",;/|·\u3001\uff0c\u060c\u061b")


@dataclass(frozen=True, slots=True)
class SegmentSigns:
    """What is suspicious in one segment.

    Attributes:
        segment: zero-based number.
        appended: half-open range of the words of terms strung together at the end; None if none.
        prepended: the same at the front.
        repeated: terms that stand there too often.
        unsupported: terms whose only hits are linked to other words of the source, or to none;
            empty without word links.
    """

    segment: int
    appended: tuple[int, int] | None = None
    prepended: tuple[int, int] | None = None
    repeated: tuple[str, ...] = ()
    unsupported: tuple[str, ...] = ()

    @property
    def any(self) -> bool:
        """True if there is any sign."""
        return self.at_an_edge or bool(self.repeated or self.unsupported)

    @property
    def at_an_edge(self) -> bool:
        """True if terms are strung together at the end or at the front."""
        return self.appended is not None or self.prepended is not None


@dataclass(frozen=True, slots=True)
class CheatReport:
    """What the detector says of one system.

    Attributes:
        segments: segments with marked terms.
        terms: marked terms.
        signs: of the segments that show any.
        matched: terms with a hit.
        guarded: terms with a hit outside suspicious strings.
        far: hits that stand more than `FAR` from where the reference has the term.
        unsupported: hits without a word link to their source term; None without word links.
        reasons: why the system is called cheating, in words; empty if it is not.
    """

    segments: int
    terms: int
    signs: tuple[SegmentSigns, ...]
    matched: int
    guarded: int
    far: int
    unsupported: int | None
    reasons: tuple[str, ...] = ()

    @property
    def cheating(self) -> bool:
        """True if any sign shows in too many segments."""
        return bool(self.reasons)

    @property
    def at_edges(self) -> int:
        """Segments with terms strung together at the end or at the front."""
        return sum(each.at_an_edge for each in self.signs)

    @property
    def repeating(self) -> int:
        """Segments in which a term stands too often."""
        return sum(bool(each.repeated) for each in self.signs)

    @property
    def misplacing(self) -> int:
        """Segments in which a term has no hit that word links support."""
        return sum(bool(each.unsupported) for each in self.signs)

    @property
    def exact_match(self) -> float:
        """Share of the terms that have a hit; 0 if there are no terms."""
        return self.matched / self.terms if self.terms else 0.0

    @property
    def guarded_exact_match(self) -> float:
        """Share of the terms that have a hit outside suspicious strings; 0 if there are none."""
        return self.guarded / self.terms if self.terms else 0.0


def detect_cheating(
    test_set: AnnotatedSet, hypotheses: Sequence[str], *, links: Sequence[Links] | None = None
) -> CheatReport:
    """Look for added terms in the translations of a system.

    Args:
        test_set: with marked terms. Where these have no place in a reference, a term may stand as
            often as its source does, and at the front two in a row are suspicious, or one that
            word links do not support.
        hypotheses: one per segment, in the order of the set.
        links: per segment, pairs of word positions (source, hypothesis), words as ``text.split()``
            gives them.

    Raises:
        InputError: numbers of hypotheses or links that are not that of the segments.
    """
    for what, given in (("hypotheses", hypotheses), ("lines of word links", links)):
        if given is not None and len(given) != len(test_set.segments):
            raise InputError(
                f"{len(given)} {what} for {count_of(len(test_set.segments), 'segment')}",
                cure="give one for each segment",
            )
    per_segment: Sequence[Links | None] = links or [None] * len(hypotheses)
    judged = [
        _judged(number, segment, hypothesis.split(), pairs)
        for number, (segment, hypothesis, pairs) in enumerate(
            zip(test_set.segments, hypotheses, per_segment, strict=True)
        )
        if segment.terms
    ]
    report = CheatReport(
        len(judged),
        sum(each.terms for each in judged),
        tuple(each.signs for each in judged if each.signs.any),
        sum(each.matched for each in judged),
        sum(each.guarded for each in judged),
        sum(each.far for each in judged),
        None if links is None else sum(len(each.signs.unsupported) for each in judged),
    )
    return replace(report, reasons=_reasons(report, MOST))


def is_supported(hit: Hit, term: MarkedTerm, links: Links) -> bool | None:
    """Return True if a word of the hit is linked to a word of the source term; None if unknown.

    Args:
        hit: in the hypothesis.
        term: what it stands for; without a place in the source nothing is known.
        links: pairs of word positions (source, hypothesis).
    """
    if not term.sources:
        return None
    return any(
        low <= ours < high and hit.start <= theirs < hit.end
        for ours, theirs in links
        for low, high in term.sources
    )


@dataclass(frozen=True, slots=True)
class _Judged:
    """Counts of one segment, named as in `CheatReport`."""

    terms: int
    matched: int
    guarded: int
    far: int
    signs: SegmentSigns


def _judged(
    number: int, segment: AnnotatedSegment, words: list[str], pairs: Links | None
) -> _Judged:
    terms = marked_terms(segment)
    reference = None if segment.reference is None else segment.reference.split()
    links = None if pairs is None else tuple(pairs)
    appended = _appended(words, terms)
    prepended = _prepended(words, reference, terms, links)
    runs = [run for run in (appended, prepended) if run is not None]

    def outside(_: MarkedTerm, start: int, end: int) -> bool:
        return not any(start < last and first < end for first, last in runs)

    found = find_hits(words, terms)
    unsupported: tuple[str, ...] = ()
    if links is not None:
        linked = {hit.term for hit in find_hits(words, terms, _linked(links))}
        unsupported = tuple(
            " ".join(terms[hit.term].form) for hit in found if hit.term not in linked
        )
    return _Judged(
        len(terms),
        len(found),
        len(find_hits(words, terms, outside)) if runs else len(found),
        sum(_is_far(hit, terms[hit.term], words, reference) for hit in found),
        SegmentSigns(number, appended, prepended, _repeated(words, reference, terms), unsupported),
    )


def _linked(links: Sequence[tuple[int, int]]) -> Callable[[MarkedTerm, int, int], bool]:
    """Return what allows the hits that word links support, and those nothing is known of."""
    return lambda term, start, end: is_supported(Hit(0, start, end), term, links) is not False


def _appended(words: list[str], terms: Sequence[MarkedTerm]) -> tuple[int, int] | None:
    """Return the words of terms that follow the end of a sentence up to the end."""
    forms, last = _forms(terms), len(words)
    # The string of terms may have a full stop of its own.
    for end in {last, last - 1 if words and words[-1] in _ENDS else last}:
        first = _run_before(words, end, forms)
        if 0 < first < end and words[first - 1].endswith(_ENDS):
            return first, end
    return None


def _prepended(
    words: list[str],
    reference: list[str] | None,
    terms: Sequence[MarkedTerm],
    links: Sequence[tuple[int, int]] | None,
) -> tuple[int, int] | None:
    """Return the words of terms at the front, if the reference has fewer or links refuse them.

    Where the terms have no place in a reference, it says too little: a translation may well begin
    with one term. Two in a row are suspicious, and one that links refuse.
    """
    forms = _forms(terms)
    length = _run_after(words, forms)
    if not length or (reference is not None and length <= _run_after(reference, forms)):
        return None
    if any(term.at is not None for term in terms):
        return 0, length
    first = max((len(form) for form in forms if tuple(words[: len(form)]) == form), default=length)
    if length > first:
        return 0, length
    refused = links is not None and any(
        is_supported(Hit(0, start, start + len(form)), term, links) is False
        for term in terms
        for form in term.alternatives
        for start in word_positions(words[:length], form)
    )
    return (0, length) if refused else None


def _forms(terms: Sequence[MarkedTerm]) -> set[Words]:
    return {form for term in terms for form in term.alternatives}


def _run_before(words: Sequence[str], end: int, forms: set[Words]) -> int:
    """Return where the longest string of terms that stops at ``end`` begins; ``end`` if none."""
    first, waiting, seen = end, [end], {end}
    while waiting:
        at = waiting.pop()
        begins = [
            at - len(form)
            for form in forms
            if len(form) <= at and tuple(words[at - len(form) : at]) == form
        ]
        first = min([first, *begins])
        if at and words[at - 1] in _BETWEEN:
            begins.append(at - 1)
        fresh = set(begins) - seen
        seen |= fresh
        waiting += fresh
    return first


def _run_after(words: Sequence[str], forms: set[Words]) -> int:
    """Return where the longest string of terms at the front ends; 0 if there is none."""
    return len(words) - _run_before(words[::-1], len(words), {form[::-1] for form in forms})


def _repeated(
    words: list[str], reference: list[str] | None, terms: Sequence[MarkedTerm]
) -> tuple[str, ...]:
    """Return the terms that stand more often than in the reference, and than they are asked for.

    Where they have no place in the reference, that may have other forms of them: as often as they
    stand in the source is not too often.
    """
    asked = Counter(term.form for term in terms)
    for term in terms:
        if term.at is None:
            asked[term.form] = max(asked[term.form], len(term.sources))
    return tuple(
        " ".join(form)
        for form, times in asked.items()
        if _times(words, form) > max(times, 0 if reference is None else _times(reference, form))
    )


def _times(words: Sequence[str], form: Words) -> int:
    return sum(1 for _ in word_positions(words, form))


def _is_far(hit: Hit, term: MarkedTerm, words: list[str], reference: list[str] | None) -> bool:
    if term.at is None or not reference:
        return False
    return abs(hit.start / len(words) - term.at / len(reference)) > FAR


def _reasons(report: CheatReport, most: float) -> tuple[str, ...]:
    counts = (
        (report.at_edges, "terms are strung together at the end or at the front of"),
        (report.repeating, "a term stands too often in"),
        (report.misplacing, "a term is linked to other words than its source in"),
    )
    return tuple(
        f"{what} {count} of {report.segments} segments with terms"
        for count, what in counts
        if count > most * report.segments
    )


# Signs that the run of a whole system is not what it is said to be, each with its reason in words.
#
# All were met in the submissions of shared tasks on terminology: terms used in a run that was
# declared to have none, one output for all sources, the wrong language, one file under two names.
#
# Reference: findings of the shared tasks on terminology of WMT 2023 and 2025.

TOO_GOOD = 0.9
"""Share of terms translated as listed that nobody reaches without seeing the list (the best plain
run of 2025 has 0.54)."""

FAILED = 0.05
"""Success below which consistency means nothing."""

STEADY = 0.7
"""Consistency that a working system may have."""

SAME_OUTPUT = 0.2
"""Share of different sources that one output may stand for."""

_FEW = 5


def terms_without_list(success: float) -> str | None:
    """Return a reason if a run declared to see no terms translates them as listed, else None.

    Args:
        success: share of terms translated as listed, in [0, 1].
    """
    if success <= TOO_GOOD:
        return None
    return f"{success:.1%} of the terms are as listed in a run that was declared to see no list"


def constant_output(sources: Sequence[str], outputs: Sequence[str]) -> str | None:
    """Return a reason if one output stands for many different sources, else None.

    Blank outputs count as one. Less than five different sources say nothing.

    Raises:
        InputError: the numbers differ.
    """
    if len(sources) != len(outputs):
        raise InputError(
            f"{count_of(len(outputs), 'output')} for {count_of(len(sources), 'source')}",
            cure="give one for each source",
        )
    pairs = {
        (" ".join(s.split()), " ".join(o.split())) for s, o in zip(sources, outputs, strict=True)
    }
    different = len({source for source, _ in pairs})
    if different < _FEW:
        return None
    output, times = Counter(output for _, output in pairs).most_common(1)[0]
    if times <= max(1.0, SAME_OUTPUT * different):
        return None
    shown = f'"{output[:40]}"' if output else "nothing"
    return f"one output stands for {times} of {different} different sources: {shown}"


def other_language(outputs: Sequence[str], language: str) -> str | None:
    """Return a reason if the outputs are surely not in a language, else None.

    Raises:
        ConfigError: the language is unknown.
    """
    return wrong_language_warning("\n".join(outputs), language)


def steady_failure(success: float, consistency: float) -> str | None:
    """Return a reason if a system is consistent in terms that it does not translate, else None.

    Args:
        success: share of terms translated as listed, in [0, 1].
        consistency: share of terms translated as elsewhere in the text, in [0, 1].
    """
    if success >= FAILED or consistency <= STEADY:
        return None
    return (
        f"consistency {consistency:.3f} with a success of {success:.3f}: "
        "the output is the same everywhere, and no translation"
    )


def same_runs(runs: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return a reason for every two runs of a system that hold the same outputs."""
    texts = {mode: [" ".join(each.split()) for each in outputs] for mode, outputs in runs.items()}
    return tuple(
        f"the runs {first} and {second} are the same"
        for first, second in combinations(texts, 2)
        if texts[first] and texts[first] == texts[second]
    )
