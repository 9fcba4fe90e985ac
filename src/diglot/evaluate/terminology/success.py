"""Success rates of the shared tasks on terminology: how many dictionary entries were obeyed.

A dictionary says how terms of a segment are to be translated, and the tasks look for the wanted
translation anywhere in the output, as a string. `diglot.evaluate.terminology.term_success` counts words
instead, one occurrence for one.

References:
    Semenov et al. 2023, "Findings of the WMT 2023 shared task on machine translation with
    terminologies", section 5; Semenov et al. 2025, the same for WMT 2025, tracks 1 and 2.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError, InputError
from diglot.evaluate.statistics.aggregate import divide, score

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from diglot.evaluate.terminology.task_texts import TaskTexts
    from diglot.model import Score
    from diglot.model.signature import Signature
    from diglot.model.terminology import AnnotatedSegment

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
    signature: Signature | None = None,
) -> Score:
    """Return the success rate of WMT 2025, track 1 (segments).

    An entry counts if its source is in the source text, as a lower-cased string or in the row of
    lemmas; it is a hit if one of its targets is in the output in the same sense.

    Kept as published: strings match inside words ("Art" in "Start"), in the row of lemmas the
    first and the last may match in part, and one place in the output serves every entry.

    Args:
        segments: with their entries as marks.
        hypotheses: the output for each segment.
        source: texts of the source language.
        target: texts of the target language.
        signature: how it was computed.

    Raises:
        InputError: not as many outputs as segments.
    """
    rows = []
    for segment, hypothesis in paired(segments, hypotheses):
        plain, row = segment.source.lower(), source.joined(segment.source)
        output, output_row = hypothesis.lower(), target.joined(hypothesis)
        hits = terms = 0
        for mark in segment.terms:
            if mark.source.lower() not in plain and source.joined(mark.source) not in row:
                continue
            terms += 1
            hits += any(
                wanted.lower() in output or target.joined(wanted) in output_row
                for wanted in mark.alternatives
            )
        rows.append((hits, terms))
    return success_score("wmt25", segments, rows, signature)


def wmt25_document_success(
    segments: Sequence[AnnotatedSegment],
    hypotheses: Sequence[str],
    *,
    signature: Signature | None = None,
) -> Score:
    """Return the success rate of WMT 2025, track 2 (documents; a segment is a document here).

    An entry counts for a document whose source holds its source and whose reference holds one of
    its targets, all in lower case. It earns the number of its targets in the output over the
    number of its source in the source text, at most 1; the rate is the mean over entries.

    Kept as published: a term inside a longer term counts for both.

    Raises:
        InputError: not as many outputs as documents, or a document without reference.
    """
    rows = []
    for segment, hypothesis in paired(segments, hypotheses):
        if segment.reference is None:
            raise InputError(
                f"the document {segment.id} has no reference",
                cure="track 2 counts only entries whose target is in the reference",
            )
        text, reference = segment.source.lower(), segment.reference.lower()
        output = hypothesis.lower()
        earned, terms = 0.0, 0
        for mark in segment.terms:
            wanted = [target.strip().lower() for target in mark.alternatives]
            there = text.count(mark.source.strip().lower()) if mark.source.strip() else 0
            if not there or not any(target in reference for target in wanted):
                continue
            terms += 1
            earned += min(sum(map(output.count, wanted)) / there, 1.0)
        rows.append((earned, terms))
    return success_score("wmt25-documents", segments, rows, signature)


def wmt23_success(
    segments: Sequence[AnnotatedSegment],
    hypotheses: Sequence[str],
    variant: str,
    *,
    target: TaskTexts,
    signature: Signature | None = None,
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
        signature: how it was computed.

    Raises:
        ConfigError: an unknown variant.
        InputError: not as many outputs as segments.
    """
    if variant not in WMT23_VARIANTS:
        raise ConfigError(f"unknown variant {variant!r}; known are: {', '.join(WMT23_VARIANTS)}")
    count = _fuzzy_count if variant.endswith("fuzzy90") else str.count
    rows = []
    for segment, hypothesis in paired(segments, hypotheses):

        def form(text: str) -> str:
            return target.joined(text, " ") if variant.startswith("lemma") else text.lower()

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
    return success_score(f"wmt23-{variant}", segments, rows, signature)


def _fuzzy_count(output: str, term: str) -> int:
    """Return 1 if a part of ``output`` is more than 90 % like ``term``."""
    from rapidfuzz import fuzz

    # The other way round a scrap of output would be found in the term.
    alike = fuzz.ratio if len(output) < len(term) else fuzz.partial_ratio
    return int(alike(term, output) > FUZZY_ABOVE)


def paired(
    segments: Sequence[AnnotatedSegment], hypotheses: Sequence[str]
) -> Iterable[tuple[AnnotatedSegment, str]]:
    """Give each segment with its output.

    Raises:
        InputError: not as many outputs as segments.
    """
    if len(segments) != len(hypotheses):
        raise InputError(
            f"there are {len(hypotheses)} outputs for {len(segments)} segments",
            cure="give the output of every segment, in the order of the test set",
        )
    return zip(segments, hypotheses, strict=True)


def success_score(
    name: str,
    segments: Sequence[AnnotatedSegment],
    rows: Sequence[tuple[float, int]],
    signature: Signature | None,
) -> Score:
    """Return the score of rows with hits and terms, one for each segment."""
    return score(
        name,
        labelled(segments, rows),
        COLUMNS,
        given=GIVEN,
        aggregate=_figures,
        signature=signature,
    )


def labelled(
    segments: Sequence[AnnotatedSegment],
    rows: Sequence[tuple[float, ...]] | NDArray[np.float64],
) -> NDArray[np.float64]:
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


def _figures(counts: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    return {"success": divide(counts[..., 0], counts[..., 1])}
