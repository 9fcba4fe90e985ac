"""Pairs of terms to be judged, with sentences that show them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from diglot.annotate.items import NewItem
from diglot.annotate.layers.payloads import known_language, marks_in, side
from diglot.model.termbase import DO_NOT_TRANSLATE, FORBIDDEN, PREFERRED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from diglot.model import Bitext, ConceptTerm, Termbase, TermPair

SHOWN = 5
"""Contexts shown."""

_NUMBERS = re.compile(r"\d+")


def term_items(termbase: Termbase, source: str, target: str) -> list[NewItem]:
    """Every term of a concept with every translation of it.

    Args:
        termbase: its concepts.
        source: language of the terms.
        target: language of the translations.
    """
    found: list[NewItem] = []
    for concept in termbase.concepts:
        for ours in _of(concept.terms, source):
            for theirs in _of(concept.terms, target):
                contexts = _contexts(ours, theirs, (source, target))
                payload = _payload(
                    (ours.text, theirs.text),
                    (source, target),
                    score=_score(concept.score, theirs.score),
                    frequency=[ours.frequency, theirs.frequency, None],
                    contexts=contexts,
                )
                payload["concept"] = concept.id
                cells = _marks(theirs)
                key = f"{concept.id}:{ours.text}:{theirs.text}"
                found.append(NewItem(key=key, payload=payload, cells=cells, score=payload["score"]))
    return _compared(found)


def term_pair_items(
    pairs: Sequence[TermPair], languages: tuple[str, str], *, bitext: Bitext | None = None
) -> list[NewItem]:
    """Pairs of terms that diglot found, in their order.

    Args:
        pairs: the pairs.
        languages: of source and target.
        bitext: where they were found: ``contexts`` of a pair are numbers of its links.
    """
    found = []
    for pair in pairs:
        contexts = [] if bitext is None else _shown(pair, languages, bitext)
        payload = _payload(
            (pair.source, pair.target),
            languages,
            score=pair.probability,
            frequency=[pair.source_frequency, pair.target_frequency, pair.frequency],
            contexts=contexts,
        )
        payload["reasons"] = [*pair.reasons, *payload["reasons"]]
        key = f"{pair.source}:{pair.target}"
        found.append(NewItem(key=key, payload=payload, score=pair.probability))
    return _compared(found)


def _payload(
    forms: tuple[str, str],
    languages: tuple[str, str],
    *,
    score: float | None,
    frequency: list[float | None],
    contexts: list[dict[str, Any]],
) -> dict[str, Any]:
    sides = [
        {"lang": shown["lang"], "dir": shown["dir"], "text": form, **_lemma(form, language)}
        for form, language in zip(forms, languages, strict=True)
        for shown in [side(form, language, tokens=False)]
    ]
    return {
        "source": sides[0],
        "target": sides[1],
        "frequency": frequency,
        "score": None if score is None else round(score, 4),
        "contexts": contexts[:SHOWN],
        "reasons": list(_reasons(forms, frequency)),
        "concept": None,
    }


def _lemma(form: str, language: str) -> dict[str, str]:
    """The headword of a form, if lemmas tell it and the term is a single word."""
    code = known_language(language)
    if code is None or " " in form.strip() or not form.isalpha() or not form.islower():
        return {}
    from diglot.annotate.layers.forms import lemmas

    found = lemmas(form, code)
    return {"lemma": found[0]} if len(found) == 1 else {}


def _reasons(forms: tuple[str, str], frequency: list[float | None]) -> Iterable[str]:
    source, target = forms
    seen = frequency[:2]
    if None not in seen and (seen[0] == 0) != (seen[1] == 0):
        yield f"seen {seen[0]:g} times in the source, {seen[1]:g} times in the target"
    if source[:1].isupper() != target[:1].isupper():
        yield "capitalisation differs"
    numbers = [sorted(_NUMBERS.findall(form)) for form in forms]
    if numbers[0] != numbers[1]:
        yield f"{' '.join(numbers[0]) or 'no number'} ≠ {' '.join(numbers[1]) or 'no number'}"


def _compared(items: list[NewItem]) -> list[NewItem]:
    """Add what only shows between pairs: the same pair twice, the same target."""
    first: dict[tuple[str, str], str] = {}
    # Terms of one concept share their translations: that is what a concept is.
    sources: dict[str, dict[str, set[str]]] = {}
    for item in items:
        of_target = sources.setdefault(item.payload["target"]["text"], {})
        of_target.setdefault(_concept(item), set()).add(item.payload["source"]["text"])
    found, keys = [], set[str]()
    for item in items:
        pair = (item.payload["source"]["text"], item.payload["target"]["text"])
        payload: dict[str, Any] = dict(item.payload)
        before = first.setdefault(pair, item.key)
        if before != item.key:
            payload["duplicate_of"] = before
        elsewhere = [
            forms for concept, forms in sources[pair[1]].items() if concept != _concept(item)
        ]
        others = sorted(set().union(*elsewhere) - {pair[0]})
        if others:
            reason = f"{pair[1]} is the target of {', '.join(others[:3])}, too"
            payload["reasons"] = [*payload["reasons"], reason]
        if item.key not in keys:
            keys.add(item.key)
            found.append(NewItem(item.key, payload, item.cells, score=item.score))
    return found


def _concept(item: NewItem) -> str:
    """The concept of a pair; one that comes without is its own."""
    return str(item.payload.get("concept") or item.key)


def _of(terms: Sequence[ConceptTerm], language: str) -> list[ConceptTerm]:
    """Terms of a language, those of its regions included."""
    return [
        term
        for term in terms
        if term.language == language or term.language.partition("-")[0] == language
    ]


def _score(concept: float | None, term: float | None) -> float | None:
    return term if term is not None else concept


def _marks(term: ConceptTerm) -> Mapping[str, Any]:
    """What the termbase says of a term already."""
    names = {PREFERRED: "preferred", FORBIDDEN: "forbidden", DO_NOT_TRANSLATE: "do_not_translate"}
    cells: dict[str, Any] = {}
    if term.status in names:
        cells[names[term.status]] = True
    if term.part_of_speech:
        cells["pos"] = term.part_of_speech
    return cells


def _contexts(
    ours: ConceptTerm, theirs: ConceptTerm, languages: tuple[str, str]
) -> list[dict[str, Any]]:
    found = [
        _context(
            each.text, each.translation or "", (ours.text, theirs.text), languages, each.source
        )
        for each in ours.contexts
    ]
    return found + [
        _context(
            each.translation or "", each.text, (ours.text, theirs.text), languages, each.source
        )
        for each in theirs.contexts
        if each.translation not in {context["source"] for context in found}
    ]


def _context(
    source: str,
    target: str,
    forms: tuple[str, str],
    languages: tuple[str, str],
    place: str | None,
    bead: str | None = None,
) -> dict[str, Any]:
    return {
        "source": source,
        "target": target,
        "source_marks": marks_in(source, forms[0], languages[0]),
        "target_marks": marks_in(target, forms[1], languages[1]),
        "doc": place or "",
        "bead": bead or "",
    }


def _shown(pair: TermPair, languages: tuple[str, str], bitext: Bitext) -> list[dict[str, Any]]:
    links = [bitext.links[at] for at in pair.contexts[:SHOWN] if at < len(bitext.links)]
    return [
        _context(
            bitext.source_text(link),
            bitext.target_text(link),
            (pair.source, pair.target),
            languages,
            bitext.source.name,
            str(at),
        )
        for at, link in zip(pair.contexts, links, strict=False)
    ]
