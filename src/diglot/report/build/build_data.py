"""What the page of a build holds, as its scripts expect it (see static/build/state.js)."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import TYPE_CHECKING, Any

from diglot.pipeline import DOUBTFUL as UNLIKELY
from diglot.report.build.build_choice import choose
from diglot.report.build.build_page import sentence_pairs
from diglot.report.build.build_scan import pack_links, scan
from diglot.report.build.build_terms import (
    concept_row,
    known_terms,
    pair_rows,
    shown_pairs,
    term_rows,
)
from diglot.report.doubt import is_doubtful
from diglot.report.pages.direction import direction
from diglot.report.pages.packing import pack
from diglot.report.pages.reader import document_data

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.model import Bitext, Concept, Link, TermPair, WordLinks
    from diglot.report.build.build_page import BuildContent
    from diglot.report.build.build_scan import Scan, ScannedPair

# Bars of the plot of confidence.
_BINS = 20
_UNSURE = "words do not match"


def page_data(content: BuildContent, *, threshold: float, limit: int | None) -> dict[str, Any]:
    """Return everything the page holds.

    Raises:
        ValueError: word links, tokens or confidence are not one for each pair.
    """
    languages = _languages(content)
    bitexts = _judged(content, threshold)
    links = [link for bitext in bitexts for link in bitext.links if not link.is_null]
    documents = [
        number for number, bitext in enumerate(bitexts) for link in bitext.links if not link.is_null
    ]
    known = known_terms(content.termbase, content.term_pairs, content.terms, languages)
    seen = scan(
        sentence_pairs(bitexts),
        content.tokens,
        documents=documents,
        links=content.word_links,
        forms=known.forms,
        partners=known.partners,
    )
    certainty = [
        (0.5 if link.score is None else link.score) - 2 * is_doubtful(link, threshold)
        for link in links
    ]
    chosen = choose(seen, content.term_pairs, certainty, limit)
    places = {number: place for place, number in enumerate(chosen)}
    shown = shown_pairs(content.termbase, content.term_pairs)
    pairs, reasons = pair_rows(shown, known, places)
    best = _best(content.term_pairs)
    return {
        "threshold": threshold,
        "languages": [language or "" for language in languages],
        "directions": [direction(language) for language in languages],
        "documents": _documents(bitexts, places, threshold),
        "pairs": [_pair(number, seen, content.word_links) for number in chosen],
        "shown": [len(chosen), len(links)],
        "terms": term_rows(known, seen, content.terms),
        "tags": known.languages,
        "sides": [-1 if side is None else side for side in known.sides],
        "concepts": [
            concept_row(concept, known, _score(concept, best))
            for concept in content.termbase.concepts
        ],
        "termPairs": pairs,
        "reasons": reasons,
        "figures": {
            **_figures(bitexts, seen, threshold),
            "termPairs": len(content.term_pairs),
        },
        "facts": [list(fact) for fact in content.facts],
        "notes": [*content.notes, *content.termbase.notes],
        "files": [list(file) for file in content.files],
        "signatures": [[name, str(signature)] for name, signature in content.signatures],
    }


def _languages(content: BuildContent) -> tuple[str | None, str | None]:
    """Return the languages of both sides: as told, else those of the first documents."""
    first = content.bitexts[0] if content.bitexts else None
    return (
        content.languages[0] or (first.source.language if first else None),
        content.languages[1] or (first.target.language if first else None),
    )


def _judged(content: BuildContent, threshold: float) -> list[Bitext]:
    """Return the bitexts with what the words say of their links.

    Links that had no probability get that of their words; links whose words make a translation
    unlikely get that as a reason against them.
    """
    if content.confidence is None:
        return list(content.bitexts)
    given = content.confidence.tolist()
    total = sum(not link.is_null for bitext in content.bitexts for link in bitext.links)
    if len(given) != total:
        raise ValueError(f"{len(given)} pairs have a confidence, {total} have text")
    values = iter(given)
    return [
        dataclasses.replace(
            bitext,
            links=tuple(
                link if link.is_null else _with_words(link, next(values), threshold)
                for link in bitext.links
            ),
        )
        for bitext in content.bitexts
    ]


def _with_words(link: Link, confidence: float, threshold: float) -> Link:
    """Return a link with the confidence of its words; NaN says nothing."""
    if confidence != confidence:
        return link
    score = confidence if link.score is None else link.score
    limit = threshold if link.score is None else UNLIKELY
    reasons = link.reasons
    if confidence < limit and link.kind != "confirmed":
        reasons = (*reasons, _UNSURE)
    return dataclasses.replace(link, score=score, reasons=reasons)


def _best(pairs: Sequence[TermPair]) -> dict[tuple[str, str], float]:
    """Return the probability of every term pair that has one."""
    return {
        (pair.source, pair.target): pair.probability
        for pair in reversed(pairs)
        if pair.probability is not None
    }


def _score(concept: Concept, best: Mapping[tuple[str, str], float]) -> float | None:
    """Return how sure a concept is: its own score, that of its best pair or of its best term."""
    if concept.score is not None:
        return concept.score
    texts = [term.text for term in concept.terms]
    pairs = [best[one, other] for one in texts for other in texts if (one, other) in best]
    return max(
        pairs or [term.score for term in concept.terms if term.score is not None], default=None
    )


def _documents(
    bitexts: Sequence[Bitext], places: Mapping[int, int], threshold: float
) -> list[dict[str, Any]]:
    """Return the documents as the reader expects them, each row with the place of its pair.

    Where pairs are left out, so are segments without a link and nulls nobody doubts.
    """
    result = []
    number = 0
    total = sum(not link.is_null for bitext in bitexts for link in bitext.links)
    for bitext in bitexts:
        document = document_data(bitext, threshold)
        numbers = {}
        for link, each in enumerate(bitext.links):
            if not each.is_null:
                numbers[link] = number
                number += 1
        table = []
        for row in document["rows"]:
            pair = numbers.get(row[6])
            place = -1 if pair is None else places.get(pair, -1)
            if place >= 0 or (pair is None and (row[3] or len(places) == total)):
                table.append([*row, place])
        document["rows"] = table
        if len(places) < total:
            _drop_segments(document)
        if table:
            result.append(document)
    return result


def _drop_segments(document: dict[str, Any]) -> None:
    """Leave out the segments that no row shows, and number the others anew."""
    for place, name in enumerate(("source", "target")):
        side = document[name]
        kept = sorted({index for row in document["rows"] for index in row[place]})
        new = {index: number for number, index in enumerate(kept)}
        side["segments"] = [side["segments"][index] for index in kept]
        for marks in ("begins", "headings"):
            side[marks] = [new[index] for index in side[marks] if index in new]
        for row in document["rows"]:
            row[place] = [new[index] for index in row[place]]


def _pair(number: int, seen: Scan, links: WordLinks | None) -> list[str]:
    """Return one sentence pair: tokens of both sides, links, terms of both sides, all packed."""
    pair = seen.pairs[number]
    marks = [_marks(pair, side, seen) for side in (0, 1)]
    return [*pair.tokens, pack_links(links, number), *marks]


def _marks(pair: ScannedPair, side: int, seen: Scan) -> str:
    """Return the terms of one side: number, step from the last, length and nesting, translation.

    A translation is its place among all forms that translate the term, from 1; 0 is none.
    """
    numbers = []
    before = 0
    for mark, translation in zip(pair.marks_of(side), pair.translations[side], strict=True):
        length = 2 * (mark.end - mark.start) + mark.nested
        place = seen.uses[side][mark.term].place(translation)
        numbers += [mark.term, mark.start - before, length, place]
        before = mark.start
    return pack(numbers)


def _figures(bitexts: Sequence[Bitext], seen: Scan, threshold: float) -> dict[str, Any]:
    """Count what the plots draw, over everything and not only over what the page shows."""
    links = [link for bitext in bitexts for link in bitext.links]
    scores = [link.score for link in links if link.score is not None and not link.is_null]
    bins = Counter(min(_BINS - 1, int(_BINS * score)) for score in scores)
    types = Counter(link.type for link in links)
    return {
        "documents": len(bitexts),
        "links": len(links),
        "nulls": sum(link.is_null for link in links),
        "doubtful": sum(is_doubtful(link, threshold) for link in links),
        "mean": round(sum(scores) / len(scores), 4) if scores else -1,
        "confidence": [bins[each] for each in range(_BINS)] if scores else [],
        "types": types.most_common(),
        "segments": [
            sum(len(bitext.source.segments) for bitext in bitexts),
            sum(len(bitext.target.segments) for bitext in bitexts),
        ],
        "words": [sum(pair.sizes[side] for pair in seen.pairs) for side in (0, 1)],
        "wordLinks": seen.links,
    }
