"""Success counted in words: each occurrence of a term needs a translation of its own.

diglot's own counterpart of `diglot.evaluate.terminology.success`. Strings do not match inside words, but
German and its like write a term and its neighbour as one word: those hits are a figure of their
own.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from diglot.evaluate.statistics.aggregate import divide, score
from diglot.evaluate.terminology.success import labelled, paired
from diglot.evaluate.terminology.term_places import COMPOUNDING, SHORTEST_PART, Words, places

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from diglot.evaluate.terminology.task_texts import TaskTexts
    from diglot.model import Score
    from diglot.model.signature import Signature
    from diglot.model.terminology import AnnotatedSegment

COLUMNS = ("document", "segment", "words", "hits", "terms")
GIVEN = ("terms",)
_PART = re.compile(r"\w+|[^\w\s]")


def term_success(
    segments: Sequence[AnnotatedSegment],
    hypotheses: Sequence[str],
    *,
    source: TaskTexts,
    target: TaskTexts,
    signature: Signature | None = None,
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
        signature: how it was computed.

    Raises:
        InputError: not as many outputs as segments.
    """
    rows = []
    for segment, hypothesis in paired(segments, hypotheses):
        wanted: dict[str, dict[str, None]] = {}
        for mark in segment.terms:
            wanted.setdefault(mark.source, {}).update(dict.fromkeys(mark.alternatives))
        asked = Counter(
            term for term, _, _ in places(_words(segment.source, source), _each(wanted, source))
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
        if target.language in COMPOUNDING:
            for term in asked:
                held = sum(_compounds(output, said) for of, said in choices if of == term)
                asked[term] -= min(asked[term], held)
        rows.append((words, terms - asked.total(), terms))
    return score(
        "terms",
        labelled(segments, rows),
        COLUMNS,
        given=GIVEN,
        aggregate=_figures,
        signature=signature,
    )


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


def _figures(counts: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    return {
        "success": divide(counts[..., 1], counts[..., 2]),
        "whole_words": divide(counts[..., 0], counts[..., 2]),
    }
