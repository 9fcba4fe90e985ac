"""Consistency: is one term always translated in the same way, and what translates it.

Every occurrence's translation is compared with a pseudo-reference of its term: the ``first``
translation seen, the most ``frequent`` one, or the ``predefined`` one of the dictionary.

References:
    Semenov and Bojar 2022 (pseudo-references); Semenov et al. 2023 (F1 against the first);
    Semenov et al. 2025 (first, frequent, predefined; micro and macro).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from diglot.errors import ConfigError, describe_unknown
from diglot.evaluate.statistics.aggregate import ratios, score
from diglot.evaluate.terminology import success
from diglot.model import Score, WordLinks
from diglot.model.terms import AnnotatedSegment
from diglot.text.languages import COMPOUNDING, PILING

KINDS = ("first", "frequent", "predefined")
COLUMNS = ("document", "segment", "agreed", "repeated", "unaligned", "occurrences")
GIVEN = ("occurrences",)
_FIGURES = ratios(
    COLUMNS, {"micro": ("agreed", "repeated"), "unaligned": ("unaligned", "occurrences")}
)


@dataclass(frozen=True, slots=True)
class TaskConsistency:
    """Agreement with pseudo-references as the shared task counts it.

    Attributes:
        micro: share of occurrences that agree.
        macro: mean of the shares of the groups; a group is what has one pseudo-reference, as a
            string, so that two terms with one translation are one group.
        occurrences: their number.
        groups: their number.
        singletons: groups of one occurrence, which cannot be inconsistent.
    """

    micro: float
    macro: float
    occurrences: int
    groups: int
    singletons: int


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A source term in a text, and what stands for it in the translation.

    Attributes:
        entry: of the dictionary: its occurrences are compared with each other.
        segment: number of the segment, from 0.
        translation: as compared, e.g. its lemmas; None if nothing is linked to the term.
        document: number of the document.
    """

    entry: str
    segment: int
    translation: str | None
    document: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Consistency:
    """How consistently the terms of a text are translated.

    Attributes:
        score: ``micro``, the share of repeated, aligned occurrences that agree with their
            pseudo-reference, and ``unaligned``, the share of all occurrences without translation;
            one row for each segment.
        macro: mean over terms of the share of occurrences that agree.
        occurrences: all of them.
        support: those that ``micro`` is a share of.
        terms: entries that occur at least twice with a translation.
        singletons: entries with one such occurrence only, left out.
        unaligned: occurrences without translation, left out.
    """

    score: Score
    macro: float
    occurrences: int
    support: int
    terms: int
    singletons: int
    unaligned: int

    @property
    def micro(self) -> float:
        """Share of the supporting occurrences that agree."""
        return self.score.values["micro"]


def task_consistency(pairs: Sequence[tuple[str, str]]) -> TaskConsistency:
    """Return the consistency of WMT 2025 from translations and their pseudo-references.

    Terms seen once agree with themselves, and a translation that was not found is a string like
    any other that agrees with nothing: as published.

    Args:
        pairs: translation and pseudo-reference of every occurrence.
    """
    groups: dict[str, list[bool]] = {}
    for translation, pseudo_reference in pairs:
        groups.setdefault(pseudo_reference, []).append(translation == pseudo_reference)
    shares = [sum(agreed) / len(agreed) for agreed in groups.values()]
    agreed = sum(map(sum, groups.values()))
    return TaskConsistency(
        micro=agreed / len(pairs) if pairs else 0.0,
        macro=sum(shares) / len(shares) if shares else 0.0,
        occurrences=len(pairs),
        groups=len(groups),
        singletons=sum(len(agreed) == 1 for agreed in groups.values()),
    )


def pseudo_references(
    occurrences: Iterable[Occurrence], kind: str, predefined: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Choose a pseudo-reference for every entry that has a translation.

    Args:
        occurrences: in the order of the text.
        kind: one of ``KINDS``; of equally frequent translations the first seen counts.
        predefined: the translation of each entry, as compared; needed for ``predefined``. It is
            used only if it occurs in the output: a pseudo-reference that nothing equals is none.

    Raises:
        ConfigError: an unknown kind, or ``predefined`` without translations.
    """
    if kind not in KINDS:
        raise ConfigError(describe_unknown("pseudo-reference", kind, KINDS))
    if kind == "predefined" and predefined is None:
        raise ConfigError("predefined pseudo-references need the translations of the dictionary")
    seen: dict[str, Counter[str]] = {}
    for each in occurrences:
        if each.translation is not None:
            seen.setdefault(each.entry, Counter())[each.translation] += 1
    if kind == "first":
        return {entry: next(iter(counts)) for entry, counts in seen.items()}
    if kind == "frequent":
        return {entry: counts.most_common(1)[0][0] for entry, counts in seen.items()}
    given = predefined or {}
    used = {translation for counts in seen.values() for translation in counts}
    return {entry: given[entry] for entry in seen if given.get(entry) in used}


def consistency(
    occurrences: Sequence[Occurrence],
    kind: str = "frequent",
    *,
    predefined: Mapping[str, str] | None = None,
    segments: Sequence[AnnotatedSegment] | None = None,
) -> Consistency:
    """Return how consistently terms are translated, by entries rather than by strings.

    Entries with fewer than two translated occurrences say nothing and are counted apart, and so
    are occurrences without translation.

    Args:
        occurrences: in the order of the text.
        kind: of the pseudo-reference, one of ``KINDS``.
        predefined: see `pseudo_references`.
        segments: of the test set, to have a row for each; None for rows where occurrences are.

    Raises:
        ConfigError: as `pseudo_references`.
    """
    chosen = pseudo_references(occurrences, kind, predefined)
    aligned = Counter(each.entry for each in occurrences if each.translation is not None)
    agreed: Counter[str] = Counter()
    rows: dict[tuple[int, int], list[int]] = {
        place: [0, 0, 0, 0] for place in (success.places_of(segments) if segments else ())
    }
    for each in occurrences:
        row = rows.setdefault((each.document, each.segment), [0, 0, 0, 0])
        row[3] += 1
        if each.translation is None:
            row[2] += 1
        elif aligned[each.entry] > 1:
            agrees = each.translation == chosen.get(each.entry)
            agreed[each.entry] += agrees
            row[0] += agrees
            row[1] += 1
    repeated = {entry: number for entry, number in aligned.items() if number > 1}
    shares = [agreed[entry] / number for entry, number in repeated.items()]
    statistics = np.array(
        [(*place, *counts) for place, counts in rows.items()], dtype=np.float64
    ).reshape(-1, len(COLUMNS))
    return Consistency(
        score=score(f"consistency-{kind}", statistics, COLUMNS, _FIGURES, given=GIVEN),
        macro=sum(shares) / len(shares) if shares else 0.0,
        occurrences=len(occurrences),
        support=sum(repeated.values()),
        terms=len(repeated),
        singletons=len(aligned) - len(repeated),
        unaligned=sum(each.translation is None for each in occurrences),
    )


def first_translation_f1(occurrences: Sequence[Occurrence]) -> dict[str, float]:
    """Return precision, recall and F1 of WMT 2023: translations against the first of their term.

    An occurrence without translation is missed: it lowers the recall, not the precision. The
    findings give no more than "F1"; this is our reading.
    """
    chosen = pseudo_references(occurrences, "first")
    aligned = sum(each.translation is not None for each in occurrences)
    agreed = sum(
        each.translation is not None and each.translation == chosen[each.entry]
        for each in occurrences
    )
    precision = agreed / aligned if aligned else 0.0
    recall = agreed / len(occurrences) if occurrences else 0.0
    both = precision + recall
    return {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / both if both else 0.0,
    }


# What stands for a term in a translation, by the links between words.


def linked_occurrences(
    segments: Sequence[AnnotatedSegment],
    source_tokens: Sequence[Sequence[str]],
    target_tokens: Sequence[Sequence[str]],
    links: WordLinks,
    *,
    source: success.TaskTexts,
    target: success.TaskTexts,
    cut: Callable[[str], Sequence[str]],
    function_words: frozenset[str] = frozenset(),
) -> list[Occurrence]:
    """Find the occurrences of the marked terms and the words that are linked to them.

    A translation is the lemmas of all linked words in the order of the text, without function
    words, unless nothing else is linked, and without signs. One that contains another translation
    of its term, or that of the dictionary, as words or as the begin or end of a compound, counts
    as that one: links take in a neighbour now and then.

    Args:
        segments: their marks say which terms to look for; a term's text is its entry.
        source_tokens: of each segment.
        target_tokens: of its translation.
        links: of each such pair.
        source: lemmas of the source language.
        target: lemmas of the target language.
        cut: cuts a term as ``source_tokens`` were cut.
        function_words: of the target language, in lower case.

    Returns:
        The occurrences in the order of the text.
    """
    documents: dict[str | None, int] = {}
    found = []
    for number, segment in enumerate(segments):
        document = documents.setdefault(segment.document, len(documents))
        terms = {mark.source.lower(): mark.source for mark in segment.terms}
        if not terms:
            continue
        sought = {entry: success.Words(cut(term), source.lemma) for entry, term in terms.items()}
        linked: dict[int, set[int]] = {}
        for one, other in links.of(number):
            linked.setdefault(one, set()).add(other)
        for entry, begin, end in success.find_terms(
            success.Words(source_tokens[number], source.lemma), sought
        ):
            there = set().union(*(linked.get(place, set()) for place in range(begin, end)))
            said = [target_tokens[number][place] for place in sorted(there)]
            words = [word for word in said if any(map(str.isalnum, word))]
            content = [word for word in words if word.lower() not in function_words]
            translation = " ".join(map(target.lemma, content or words)) or None
            found.append(Occurrence(entry, number, translation, document))
    wanted = {entry: {said} for entry, said in dictionary_translations(segments, target).items()}
    return _with_cores(found, wanted, compounds=target.language in COMPOUNDING | PILING)


def dictionary_translations(
    segments: Iterable[AnnotatedSegment], target: success.TaskTexts
) -> dict[str, str]:
    """Return the translation of the dictionary for each entry, as `linked_occurrences` has it.

    Where segments differ in it, the first one counts.
    """
    wanted: dict[str, str] = {}
    for segment in segments:
        for mark in segment.terms:
            wanted.setdefault(mark.source.lower(), target.joined_lemmas(mark.alternatives[0], " "))
    return wanted


def cores(translations: Iterable[str], *, compounds: bool) -> dict[str, str]:
    """Map each translation of a term to the shortest translation of it that it contains.

    Args:
        translations: as words between spaces.
        compounds: a word also contains what it begins or ends with.
    """
    core: dict[str, str] = {}
    for longer in sorted(set(translations), key=lambda said: (said.count(" "), len(said), said)):
        held = (each for each in core if core[each] == each and _holds(longer, each, compounds))
        core[longer] = next(held, longer)
    return core


def _holds(longer: str, shorter: str, compounds: bool) -> bool:
    if f" {shorter} " in f" {longer} ":
        return True
    if not compounds or " " in shorter or len(shorter) < success.SHORTEST_PART:
        return False
    return any(word.startswith(shorter) or word.endswith(shorter) for word in longer.split())


def _with_cores(
    found: Sequence[Occurrence], said: dict[str, set[str]], *, compounds: bool
) -> list[Occurrence]:
    """Replace translations by their cores; ``said`` holds those known beforehand."""
    for each in found:
        if each.translation is not None:
            said.setdefault(each.entry, set()).add(each.translation)
    core = {entry: cores(each, compounds=compounds) for entry, each in said.items()}
    return [
        each
        if each.translation is None
        else replace(each, translation=core[each.entry][each.translation])
        for each in found
    ]
