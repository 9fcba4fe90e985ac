"""Pairs of terms to be decided, with sentences that show them, from a termbase and back to one."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot.annotate.items import AnsweredItem, NewItem
from diglot.annotate.layers.cells import SIDES, Payload
from diglot.annotate.layers.layer import (
    AnnotatorJudgement,
    Measure,
    annotator_pairs,
    cell_measures,
)
from diglot.annotate.layers.payloads import known_language, lemmas, marks_in, side
from diglot.annotate.layers.sources import FileContents, FileNote, format_kind
from diglot.annotate.layers.terms.rules import VARIANTS
from diglot.errors import ConfigError, FormatError, InputError
from diglot.evaluate.agreement import set_agreement
from diglot.formats.blocks import Skips
from diglot.formats.registry import TERMBASE, extensions_of
from diglot.formats.termbases.tables import LANGUAGES_CURE
from diglot.model import Concept, ConceptTerm, Context, Skipped, Termbase
from diglot.model.termbase import ADMITTED, DO_NOT_TRANSLATE, FORBIDDEN, PREFERRED, REJECTED
from diglot.pipeline.steps.scores.agreement import AgreementComparison
from diglot.pipeline.steps.terms.options import TermbaseInput
from diglot.pipeline.steps.terms.termbases import load_termbase
from diglot.terms.concepts import VARIANT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime
    from pathlib import Path

    from diglot.annotate.bodies import Body
    from diglot.annotate.options import ImportOptions, Reading
    from diglot.annotate.records import ItemRecord, LayerRecord
    from diglot.annotate.schemes import Scheme


VALID, WRONG = "valid", "wrong"
_DECIDED = (VALID, WRONG)

Named = tuple[str, str]
"""Language and text of a term."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person said of a pair of terms.

    Attributes:
        concept: id of its concept.
        source: language and text of the source term, as it was shown.
        target: the same of the target term.
        cells: the judgement.
        name: who gave it; empty if nobody is to be named.
        at: when.
    """

    concept: str
    source: Named
    target: Named
    cells: Body
    name: str = ""
    at: datetime | None = None


def apply_decisions(termbase: Termbase, decisions: Iterable[Decision]) -> Termbase:
    """Return a termbase with what was decided; concepts that nobody looked at stay as they are.

    Concepts that were merged become one, in the place of the first.
    """
    by_concept: dict[str, list[Decision]] = {}
    for each in decisions:
        by_concept.setdefault(each.concept, []).append(each)
    merged: dict[str, Concept] = {}
    for concept in termbase.concepts:
        given = by_concept.get(concept.id, [])
        home = next((str(each.cells["concept"]) for each in given if "concept" in each.cells), "")
        changed = _changed(concept, given)
        key = home or concept.id
        known = merged.get(key)
        merged[key] = changed if known is None else _joined(known, changed)
    return dataclasses.replace(termbase, concepts=tuple(merged.values()))


def _changed(concept: Concept, decisions: Sequence[Decision]) -> Concept:
    for each in decisions:
        concept = _with(concept, each)
    return concept


def _with(concept: Concept, decision: Decision) -> Concept:
    """Apply one decision to the two terms that it is about, and to the forms of the target."""
    cells = decision.cells
    terms: list[ConceptTerm] = []
    head: Named | None = None
    for term in concept.terms:
        named = (term.language, term.text)
        head = head if term.kind == VARIANT else named
        if named == decision.source:
            terms.append(_renamed(term, cells.get("source")))
        elif named == decision.target:
            terms.append(_judged(_renamed(term, cells.get("target")), decision))
        elif head == decision.target and cells.get("status") in _DECIDED:
            status = _status({**cells, "preferred": False})
            terms.append(dataclasses.replace(term, status=status))
        else:
            terms.append(term)
    for letter, language in (("s", decision.source[0]), ("t", decision.target[0])):
        known = {term.text for term in terms if term.language == language}
        terms += [
            ConceptTerm(text, language, kind=VARIANT)
            for text in [name[2:] for name in cells if name.startswith(f"v{letter}")]
            if text not in known
        ]
    note = cells.get("note")
    return dataclasses.replace(
        concept, terms=tuple(terms), note=str(note) if note else concept.note
    )


def _renamed(term: ConceptTerm, text: object) -> ConceptTerm:
    return dataclasses.replace(term, text=text) if isinstance(text, str) and text else term


def _judged(term: ConceptTerm, decision: Decision) -> ConceptTerm:
    """The target term with its status, flags, and who decided."""
    cells = decision.cells
    if cells.get("status") not in _DECIDED:
        return term
    extra = {
        "relation": cells.get("relation"),
        "reliability": cells.get("reliability"),
        "case-sensitive": "yes" if cells.get("case") else None,
        "confirmed-by": decision.name or None,
        "confirmed-at": decision.at.isoformat(timespec="seconds") if decision.at else None,
    }
    properties = tuple(each for each in term.properties if each[0] not in extra)
    return dataclasses.replace(
        term,
        status=_status(cells),
        part_of_speech=str(cells["pos"]) if cells.get("pos") else term.part_of_speech,
        properties=(*properties, *((k, str(v)) for k, v in extra.items() if v is not None)),
    )


def _status(cells: Body) -> str:
    if cells.get("status") == WRONG:
        return REJECTED
    for cell, status in (
        ("forbidden", FORBIDDEN),
        ("do_not_translate", DO_NOT_TRANSLATE),
        ("preferred", PREFERRED),
    ):
        if cells.get(cell):
            return status
    return ADMITTED


def _joined(one: Concept, other: Concept) -> Concept:
    """Two concepts that are the same; a term that both have counts once."""
    known = {(term.language, term.text) for term in one.terms}
    more = tuple(term for term in other.terms if (term.language, term.text) not in known)
    notes = [note for note in (one.note, other.note) if note]
    return dataclasses.replace(
        one,
        terms=(*one.terms, *more),
        definitions=tuple(dict.fromkeys((*one.definitions, *other.definitions))),
        note="; ".join(dict.fromkeys(notes)) or None,
        properties=tuple(dict.fromkeys((*one.properties, *other.properties))),
    )


SHOWN = 5
"""Contexts shown."""

_NOUNS_HAVE_CAPITALS = frozenset({"de", "lb"})
_NUMBERS = re.compile(r"\d+")


def term_items(termbase: Termbase, source: str, target: str) -> list[NewItem]:
    """Every term of a concept with every translation of it; other forms stand beside them."""
    found: list[NewItem] = []
    for concept in termbase.concepts:
        for ours, our_forms in _with_forms(concept.terms, source):
            for theirs, their_forms in _with_forms(concept.terms, target):
                payload = _payload(concept, ours, theirs, (source, target))
                forms = {f"{VARIANTS['source']}{form}": True for form in our_forms}
                forms |= {f"{VARIANTS['target']}{form}": True for form in their_forms}
                key = f"{concept.id}:{ours.text}:{theirs.text}"
                cells = _marks(theirs) | forms
                found.append(NewItem(key, payload, cells, score=payload["score"]))
    return _compared(found)


def _with_forms(terms: Sequence[ConceptTerm], language: str) -> list[tuple[ConceptTerm, list[str]]]:
    """Terms of a language, those of its regions included, each with the forms behind it."""
    found: list[tuple[ConceptTerm, list[str]]] = []
    for term in terms:
        if language not in (term.language, term.language.partition("-")[0]):
            continue
        if found and term.kind == VARIANT:
            found[-1][1].append(term.text)
        else:
            found.append((term, []))
    return found


def _payload(
    concept: Concept, ours: ConceptTerm, theirs: ConceptTerm, languages: tuple[str, str]
) -> dict[str, Any]:
    forms = (ours.text, theirs.text)
    score = concept.score if theirs.score is None else theirs.score
    sides = [
        {"lang": shown["lang"], "dir": shown["dir"], "text": form, **_lemma(form, language)}
        for form, language in zip(forms, languages, strict=True)
        for shown in [side(form, language, tokens=False)]
    ]
    return {
        "source": sides[0],
        "target": sides[1],
        "frequency": [ours.frequency, theirs.frequency, None],
        "score": None if score is None else round(score, 4),
        "contexts": _contexts(ours, theirs, languages)[:SHOWN],
        "reasons": list(_reasons(ours, theirs)),
        "concept": concept.id,
    }


def _lemma(form: str, language: str) -> dict[str, str]:
    """The headword of a form, if lemmas tell it and the term is a single word."""
    code = known_language(language)
    if code is None or " " in form.strip() or not form.isalpha() or not form.islower():
        return {}
    found = lemmas(form, code)
    return {"lemma": found[0]} if len(found) == 1 else {}


def _has_capital(term: ConceptTerm) -> bool | None:
    """Whether a name may stand in a term; None where capitals do not tell, or there are none."""
    if (
        known_language(term.language) in _NOUNS_HAVE_CAPITALS
        or term.text.upper() == term.text.lower()
    ):
        return None
    return term.text != term.text.lower()


def _reasons(ours: ConceptTerm, theirs: ConceptTerm) -> Iterable[str]:
    seen = (ours.frequency, theirs.frequency)
    if None not in seen and (seen[0] == 0) != (seen[1] == 0):
        yield f"seen {seen[0]:g} times in the source, {seen[1]:g} times in the target"
    if {_has_capital(ours), _has_capital(theirs)} == {True, False}:
        yield "capitalisation differs"
    numbers = [sorted(_NUMBERS.findall(term.text)) for term in (ours, theirs)]
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
            shown = ", ".join(f"“{other}”" for other in others[:3])
            reason = f"“{pair[1]}” also translates {shown}"
            payload["reasons"] = [*payload["reasons"], reason]
        if item.key not in keys:
            keys.add(item.key)
            found.append(NewItem(item.key, payload, item.cells, score=item.score))
    return found


def _concept(pair: NewItem | AnsweredItem | ItemRecord) -> str:
    """The concept that a pair is shown as part of; one that comes alone is a concept of its own."""
    return str(pair.payload.get("concept") or pair.key)


def _marks(term: ConceptTerm) -> dict[str, Any]:
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
    shown = [(each.text, each.translation or "", each.source) for each in ours.contexts]
    known = {source for source, _, _ in shown}
    shown += [
        (each.translation or "", each.text, each.source)
        for each in theirs.contexts
        if each.translation not in known
    ]
    return [
        {
            "source": source,
            "target": target,
            "source_marks": marks_in(source, ours.text, languages[0]),
            "target_marks": marks_in(target, theirs.text, languages[1]),
            "doc": place or "",
            "bead": "",
        }
        for source, target, place in shown
    ]


CURE = "name the two languages in its first row, or with -s and -t"
FORMATS = {extension: each.name for extension, each in extensions_of(TERMBASE).items()}


def recognises(paths: Sequence[Path], options: ImportOptions) -> bool:
    """One termbase."""
    return len(paths) == 1 and format_kind(paths[0]) == TERMBASE


def read(paths: Sequence[Path], options: ImportOptions) -> FileContents:
    """Read the pairs of one termbase.

    Raises:
        InputError: the file cannot be read, or has terms in one language only.
        ConfigError: more than one file.
    """
    if len(paths) != 1:
        raise ConfigError(f"{len(paths)} files: import one termbase at a time")
    path = paths[0]
    skips = Skips()
    termbase = read_pairs_of_terms(path, options.reading, skips=skips)
    source, target = languages_of(path, termbase, options.reading)
    return FileContents(
        tuple(term_items(termbase, source, target)),
        listed=FileNote.of(path.name, skips.entries()),
        settings={"source": source, "target": target},
    )


def read_pairs_of_terms(path: Path, reading: Reading, *, skips: Skips | None = None) -> Termbase:
    """Read a termbase, or a list of pairs as one.

    Raises:
        InputError: the file cannot be read.
    """
    told = tuple(filter(None, reading.languages))
    options = TermbaseInput(
        source_format=reading.format,
        languages=told if len(told) == 2 else (),
        encoding=reading.encoding,
    )
    try:
        return load_termbase(path, options, skips=skips)
    except FormatError as error:
        if error.cure != LANGUAGES_CURE:
            raise
        raise FormatError(error.message, path=path, place=error.place, cure=CURE) from error


def languages_of(path: Path, termbase: Termbase, reading: Reading) -> tuple[str, str]:
    """The languages of source and target: those told, else the first two of the termbase.

    Raises:
        InputError: there are no two.
    """
    told = reading.languages
    rest = [each for each in termbase.languages if each not in told]
    source = told[0] or (rest.pop(0) if rest else None)
    target = told[1] or (rest.pop(0) if rest else None)
    if source is None or target is None:
        raise InputError(
            f"has terms in {', '.join(termbase.languages) or 'no language'} only",
            path=path,
            cure=CURE,
        )
    return source, target


def write(
    path: Path, name: str, answers: Sequence[AnsweredItem], layer: LayerRecord
) -> tuple[Skipped, ...]:
    """Write the concepts of all decided pairs, refused ones marked as rejected.

    Raises:
        InputError: the file cannot be written.
    """
    termbase = apply_decisions(
        Termbase(tuple(_concepts_of(answers)), title=layer.name),
        (decision_on(each, each.cells) for each in answers),
    )
    return formats.write_termbase(path, termbase, format=name)


def decision_on(
    pair: AnsweredItem | ItemRecord, cells: Body, name: str = "", at: datetime | None = None
) -> Decision:
    """A judgement of a pair as a decision on its concept, with who gave it when."""
    source, target = (
        (shown["lang"], shown["text"]) for shown in (pair.payload["source"], pair.payload["target"])
    )
    return Decision(_concept(pair), source, target, cells, name, at)


def _concepts_of(answers: Iterable[AnsweredItem]) -> list[Concept]:
    """The concepts as they were shown, each term once."""
    terms: dict[str, dict[tuple[str, str], ConceptTerm]] = {}
    for each in answers:
        known = terms.setdefault(_concept(each), {})
        for at, name in enumerate(SIDES):
            term = _term(each.payload, name, at)
            known.setdefault((term.language, term.text), term)
    return [Concept(name, tuple(found.values())) for name, found in terms.items()]


def _term(payload: Payload, name: str, at: int) -> ConceptTerm:
    other = SIDES[1 - at]
    return ConceptTerm(
        payload[name]["text"],
        payload[name]["lang"],
        score=payload.get("score") if name == "target" else None,
        frequency=(payload.get("frequency") or (None, None, None))[at],
        contexts=tuple(
            Context(each[name], each.get(other) or None, each.get("doc") or None)
            for each in payload.get("contexts") or ()
            if each.get(name)
        ),
    )


# Agreement on pairs of terms.


def compare(judgements: Sequence[AnnotatorJudgement], scheme: Scheme) -> Iterator[Measure]:
    """Compare statuses, relations, and which pairs are accepted."""
    yield from cell_measures("status", judgements, scheme.names)
    yield from cell_measures("relation", judgements)
    for between, both in annotator_pairs(judgements):
        accepted = [
            [judged.item for judged in side if judged.cells.get("status") == "valid"]
            for side in zip(*both, strict=True)
        ]
        yield AgreementComparison("terms accepted", *between, set_agreement(*accepted))
