"""Success rates of the shared tasks on terminology: how many dictionary entries were obeyed.

A dictionary says how terms of a segment are to be translated, and the tasks look for the wanted
translation anywhere in the output, as a string. `term_success` counts words instead, one occurrence
for one.

References:
    Semenov et al. 2023, "Findings of the WMT 2023 shared task on machine translation with
    terminologies", section 5; Semenov et al. 2025, the same for WMT 2025, tracks 1 and 2.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from diglot.errors import ConfigError, InputError, describe_unknown
from diglot.evaluate.statistics.aggregate import Floats, ratios, score
from diglot.model import Score
from diglot.model.terms import AnnotatedSegment
from diglot.plurals import count_of
from diglot.text.languages import COMPOUNDING, PILING, is_spaceless, normalise

WMT23_VARIANTS = ("regex", "fuzzy90", "lemma_regex", "lemma_fuzzy90")
COLUMNS = ("document", "segment", "hits", "terms")
GIVEN = ("terms",)
FUZZY_ABOVE = 90.0


def wmt25_success(
    segments: Sequence[AnnotatedSegment],
    hypotheses: Sequence[str],
    *,
    source: TaskTexts,
    target: TaskTexts,
) -> Score:
    """Return the success rate of WMT 2025, track 1 (segments).

    An entry counts if its source is in the source text, as a lower-cased string or in the row of
    lemmas; it is a hit if one of its targets is in the output in the same sense.

    Kept as published: strings match inside words ("Art" in "Start"), in the row of lemmas the
    first and the last may match in part, and one place in the output serves every entry.

    Raises:
        InputError: not as many outputs as segments.
    """
    rows = []
    for segment, hypothesis in pair_outputs(segments, hypotheses):
        plain, row = segment.source.lower(), source.joined_lemmas(segment.source)
        output, output_row = hypothesis.lower(), target.joined_lemmas(hypothesis)
        hits = terms = 0
        for mark in segment.terms:
            if mark.source.lower() not in plain and source.joined_lemmas(mark.source) not in row:
                continue
            terms += 1
            hits += any(
                wanted.lower() in output or target.joined_lemmas(wanted) in output_row
                for wanted in mark.alternatives
            )
        rows.append((hits, terms))
    return success_score("wmt25", segments, rows)


def wmt25_document_success(
    segments: Sequence[AnnotatedSegment], hypotheses: Sequence[str]
) -> Score:
    """Return the success rate of WMT 2025, track 2 (documents; a segment is a document here).

    An entry counts for a document whose source holds its source and whose reference holds one of
    its targets, all in lower case. It earns the number of its targets in the output over the
    number of its source in the source text, at most 1; the rate is the mean over entries.

    Kept as published: a term inside a longer term counts for both; a target that is listed twice
    counts twice; a blank one is in every text, so that its entry counts as found.

    Args:
        segments: with their dictionaries as they are listed.
        hypotheses: the output for each document.

    Raises:
        InputError: not as many outputs as documents, or a document without reference.
    """
    rows = []
    for segment, hypothesis in pair_outputs(segments, hypotheses):
        if segment.reference is None:
            raise InputError(
                f"the document {segment.id} has no reference",
                cure="track 2 counts only entries whose target is in the reference",
            )
        text, reference, output = (
            each.strip().lower() for each in (segment.source, segment.reference, hypothesis)
        )
        earned, terms = 0.0, 0
        for mark in segment.terms:
            wanted = [target.lower() for target in mark.alternatives]
            there = text.count(mark.source.strip().lower()) if mark.source.strip() else 0
            if not there or not any(target in reference for target in wanted):
                continue
            terms += 1
            # The scorer of the task takes spaces off here, and not where it asks the reference.
            found = sum(output.count(target.strip()) for target in wanted)
            earned += min(found / there, 1.0)
        rows.append((earned, terms))
    return success_score("wmt25-documents", segments, rows)


def wmt23_success(
    segments: Sequence[AnnotatedSegment],
    hypotheses: Sequence[str],
    variant: str,
    *,
    target: TaskTexts,
) -> Score:
    """Return a success rate of WMT 2023: listed pairs whose target is in the output.

    A pair that a segment lists k times needs k places. Comparison is in lower case; ``regex``
    counts the term as a plain string (no term becomes a pattern), ``fuzzy90`` asks for a part of
    the output that is more than 90 % alike, the ``lemma_`` variants do so on lemmas. The findings
    leave open what follows from a pair listed twice and from case: this is our reading.

    Args:
        segments: with their pairs as marks.
        hypotheses: the output for each segment.
        variant: one of ``WMT23_VARIANTS``; the corrected findings rank by ``lemma_regex``.
        target: texts of the target language.

    Raises:
        ConfigError: an unknown variant.
        InputError: not as many outputs as segments.
    """
    if variant not in WMT23_VARIANTS:
        raise ConfigError(describe_unknown("variant", variant, WMT23_VARIANTS))
    count = _fuzzy_count if variant.endswith("fuzzy90") else str.count
    rows = []
    for segment, hypothesis in pair_outputs(segments, hypotheses):

        def form(text: str) -> str:
            return target.joined_lemmas(text, " ") if variant.startswith("lemma") else text.lower()

        output = form(hypothesis)
        listed = Counter(
            (mark.source, tuple(dict.fromkeys(map(form, mark.alternatives))))
            for mark in segment.terms
        )
        hits = sum(
            min(times, sum(count(output, term) for term in terms if term))
            for (_, terms), times in listed.items()
        )
        rows.append((hits, len(segment.terms)))
    return success_score(f"wmt23-{variant}", segments, rows)


def _fuzzy_count(output: str, term: str) -> int:
    """Return 1 if a part of ``output`` is more than 90 % like ``term``."""
    from rapidfuzz import fuzz

    # The other way round a scrap of output would be found in the term.
    alike = fuzz.ratio if len(output) < len(term) else fuzz.partial_ratio
    return int(alike(term, output) > FUZZY_ABOVE)


def pair_outputs(
    segments: Sequence[AnnotatedSegment], hypotheses: Sequence[str]
) -> Iterable[tuple[AnnotatedSegment, str]]:
    """Give each segment with its output.

    Raises:
        InputError: not as many outputs as segments.
    """
    if len(segments) != len(hypotheses):
        raise InputError(
            f"{count_of(len(hypotheses), 'output')} for {count_of(len(segments), 'segment')}",
            cure="give the output of every segment, in the order of the test set",
        )
    return zip(segments, hypotheses, strict=True)


def success_score(
    name: str, segments: Sequence[AnnotatedSegment], rows: Sequence[tuple[float, int]]
) -> Score:
    """Return the score of rows with hits and terms, one for each segment."""
    statistics = label_rows(segments, rows)
    success = ratios(COLUMNS, {"success": ("hits", "terms")})
    return score(name, statistics, COLUMNS, success, given=GIVEN)


def label_rows(
    segments: Sequence[AnnotatedSegment], rows: Sequence[tuple[float, ...]] | Floats
) -> Floats:
    """Return rows with the number of their document and of their segment in front."""
    counts = np.array(rows, dtype=np.float64).reshape(len(rows), -1)
    return np.hstack([np.array(places_of(segments), dtype=np.float64).reshape(-1, 2), counts])


def places_of(segments: Sequence[AnnotatedSegment]) -> list[tuple[int, int]]:
    """Return the number of the document and the own number of each segment, from 0."""
    documents: dict[str | None, int] = {}
    return [
        (documents.setdefault(segment.document, len(documents)), number)
        for number, segment in enumerate(segments)
    ]


# Texts as the success rates compare them: words in lower case, lemmas, lemmas in a row.

# Between lemmas: no text holds it, but the first and the last lemma may still match in part.
JOINT = "|||"
# Hyphens and apostrophes stay inside: a German lemmatiser sees "SAP-Produkt" as one word.
_TOKEN = re.compile(r"\w+(?:[-'’]\w+)*|[^\w\s]")


class TaskTexts:
    """Texts of one language, each analysed once: many systems cost little more than one.

    Args:
        language: code or name; None leaves words as they are, in lower case.
        lemmas: False does the same for a language that has lemmas.

    Raises:
        ConfigError: the language is unknown.
    """

    def __init__(self, language: str | None = None, *, lemmas: bool = True) -> None:
        self.language = normalise(language) if language is not None else None
        self.method = "identity"
        self.lemma: Callable[[str], str] = str.lower
        if self.language is not None and lemmas:
            from diglot.text.lemmas import Lemmatiser

            lemmatiser = Lemmatiser(self.language)
            self.method, self.lemma = lemmatiser.method, lemmatiser.lemma
        self._spaceless = is_spaceless(self.language)
        self._lemmas: dict[str, tuple[str, ...]] = {}

    def tokens(self, text: str) -> list[str]:
        """Return words and signs as written; in languages without spaces single characters."""
        if self._spaceless:
            from diglot.text.tokens import words

            return words(text, self.language)
        return _TOKEN.findall(text)

    def lemmas(self, text: str) -> tuple[str, ...]:
        """Return the lemmas of the tokens, in lower case."""
        known = self._lemmas.get(text)
        if known is None:
            known = self._lemmas[text] = tuple(map(self.lemma, self.tokens(text)))
        return known

    def joined_lemmas(self, text: str, joint: str = JOINT) -> str:
        """Return the lemmas of ``text`` as one string."""
        return joint.join(self.lemmas(text))


# Success counted in words: each occurrence of a term needs a translation of its own. Strings do not
# match inside words, but German and its like write a term and its neighbour as one word: those hits
# are a figure of their own.

TERM_COLUMNS = ("document", "segment", "words", "hits", "terms")
_PART = re.compile(r"\w+|[^\w\s]")


def term_success(
    segments: Sequence[AnnotatedSegment],
    hypotheses: Sequence[str],
    *,
    source: TaskTexts,
    target: TaskTexts,
) -> Score:
    """Return the share of term occurrences in the source that are answered in the output.

    Occurrences are whole words, by form or lemma; the longest term goes first, and no two share a
    word. The same holds in the output, where the longest translation chooses first. An occurrence
    that finds no such place is answered by a compound that begins or ends with the translation,
    where the target language has them; a compound answers each term once.

    Figures: ``success``, and ``whole_words``, which leaves compounds out.

    Args:
        segments: with their entries as marks; marks of one source are one entry.
        hypotheses: the output for each segment.
        source: texts of the source language.
        target: texts of the target language.

    Raises:
        InputError: not as many outputs as segments.
    """
    rows = []
    for segment, hypothesis in pair_outputs(segments, hypotheses):
        wanted: dict[str, dict[str, None]] = {}
        for mark in segment.terms:
            wanted.setdefault(mark.source, {}).update(dict.fromkeys(mark.alternatives))
        asked = Counter(
            term for term, _, _ in find_terms(_words(segment.source, source), _each(wanted, source))
        )
        terms = asked.total()
        output = _words(hypothesis, target)
        choices = sorted(
            ((term, _words(said, target)) for term in asked for said in wanted[term]),
            key=lambda choice: -len(choice[1].forms),
        )
        for term, said in choices:
            while asked[term] and output.take(said) is not None:
                asked[term] -= 1
        words = terms - asked.total()
        if target.language in COMPOUNDING | PILING:
            for term in asked:
                held = sum(_compounds(output, said) for of, said in choices if of == term)
                asked[term] -= min(asked[term], held)
        rows.append((words, terms - asked.total(), terms))
    statistics = label_rows(segments, rows)
    shares = {"success": ("hits", "terms"), "whole_words": ("words", "terms")}
    metrics = ratios(TERM_COLUMNS, shares)
    return score("terms", statistics, TERM_COLUMNS, metrics, given=GIVEN)


def _words(text: str, texts: TaskTexts) -> Words:
    """Return the words of a text; parts of hyphenated words are words."""
    return Words(
        [part for token in texts.tokens(text) for part in _PART.findall(token)], texts.lemma
    )


def _each(terms: Iterable[str], texts: TaskTexts) -> dict[str, Words]:
    return {term: _words(term, texts) for term in terms}


def _compounds(words: Words, sought: Words) -> int:
    """Return how many free words begin or end with ``sought``, if that is a single word."""
    if len(sought.forms) != 1 or len(sought.forms[0]) < SHORTEST_PART:
        return 0
    part = sought.forms[0]
    return sum(
        not taken and form != part and (form.startswith(part) or form.endswith(part))
        for form, taken in zip(words.forms, words.taken, strict=True)
    )


# Where terms stand in a text: whole words, the longest term first, no word for two.

# Shorter parts of words are found by chance: "Art" in "Start".
SHORTEST_PART = 4


class Words:
    """A text as words that can be used up.

    Args:
        tokens: the words as written.
        lemma: gives the lemma of a word in lower case.

    Attributes:
        forms: the words in lower case.
        lemmas: their lemmas.
        taken: whether a term has used up the word.
    """

    __slots__ = ("forms", "lemmas", "taken")

    def __init__(self, tokens: Sequence[str], lemma: Callable[[str], str]) -> None:
        self.forms = [token.lower() for token in tokens]
        self.lemmas = [lemma(token) for token in tokens]
        self.taken = [False] * len(tokens)

    def take(self, sought: Words) -> int | None:
        """Use up the first free place of ``sought``, by form or lemma; return where it begins."""
        size = len(sought.forms)
        for begin in range(len(self.forms) - size + 1 if size else 0):
            if all(self._is(begin + step, sought, step) for step in range(size)):
                self.taken[begin : begin + size] = [True] * size
                return begin
        return None

    def _is(self, place: int, sought: Words, step: int) -> bool:
        return not self.taken[place] and (
            self.forms[place] == sought.forms[step] or self.lemmas[place] == sought.lemmas[step]
        )


def find_terms(text: Words, terms: Mapping[str, Words]) -> list[tuple[str, int, int]]:
    """Return term, begin and end of every occurrence, in the order of the text.

    Args:
        text: is used up where a term stands.
        terms: words of each term.
    """
    found = []
    for term, sought in sorted(terms.items(), key=lambda pair: -len(pair[1].forms)):
        while (begin := text.take(sought)) is not None:
            found.append((term, begin, begin + len(sought.forms)))
    return sorted(found, key=lambda place: place[1])
