"""What stands for a term in a translation, by the links between words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from diglot.evaluate.terminology.term_consistency import Occurrence
from diglot.evaluate.terminology.term_places import COMPOUNDING, SHORTEST_PART, Words, places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from diglot.evaluate.terminology.task_texts import TaskTexts
    from diglot.model import WordLinks
    from diglot.model.terminology import AnnotatedSegment


def linked_occurrences(
    segments: Sequence[AnnotatedSegment],
    source_tokens: Sequence[Sequence[str]],
    target_tokens: Sequence[Sequence[str]],
    links: WordLinks,
    *,
    source: TaskTexts,
    target: TaskTexts,
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
        sought = {entry: Words(cut(term), source.lemma) for entry, term in terms.items()}
        linked: dict[int, set[int]] = {}
        for one, other in links.of(number):
            linked.setdefault(one, set()).add(other)
        for entry, begin, end in places(Words(source_tokens[number], source.lemma), sought):
            there = set().union(*(linked.get(place, set()) for place in range(begin, end)))
            said = [target_tokens[number][place] for place in sorted(there)]
            words = [word for word in said if any(map(str.isalnum, word))]
            content = [word for word in words if word.lower() not in function_words]
            translation = " ".join(map(target.lemma, content or words)) or None
            found.append(Occurrence(entry, number, translation, document))
    wanted = {entry: {said} for entry, said in wanted_translations(segments, target).items()}
    return _with_cores(found, wanted, compounds=target.language in COMPOUNDING)


def wanted_translations(segments: Iterable[AnnotatedSegment], target: TaskTexts) -> dict[str, str]:
    """Return the translation of the dictionary for each entry, as `linked_occurrences` has it.

    Where segments differ in it, the first one counts.
    """
    wanted: dict[str, str] = {}
    for segment in segments:
        for mark in segment.terms:
            wanted.setdefault(mark.source.lower(), target.joined(mark.alternatives[0], " "))
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
    if not compounds or " " in shorter or len(shorter) < SHORTEST_PART:
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
