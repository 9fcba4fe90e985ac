"""Lexicons as termbases: TBX, written with a concept a word and meaning; any termbase is read.

Written are words, languages, parts of speech, scores (those of the target terms), senses (as
definitions), reasons (as notes of the target terms), origin and signature; directions and paths
are counted as left out. When reading, every term of the one language translates every term of the
other, in the order in which a concept has them.

Reference: ISO 30042:2019, Management of terminology resources – TermBase eXchange.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from diglot.formats.blocks import Skips
from diglot.formats.lexicons.sources import Reading, count_losses, name_of
from diglot.formats.termbases.data_categories import USUAL_VERSION, About, by_language
from diglot.formats.termbases.tbx import read_concepts, write
from diglot.model import Concept, ConceptTerm, Signature, Termbase
from diglot.model.lexicon import Lexicon, Origin, Translation
from diglot.model.termbase import FORBIDDEN, REJECTED
from diglot.text.languages import is_of

LOST = ("direction", "paths")
# Terms of a concept in two languages: beyond that it is no concept.
MAX_PAIRS = 10_000
BETWEEN_REASONS = "\n"
OUT_OF_USE = frozenset({FORBIDDEN, REJECTED})


def read_translations(reading: Reading) -> Iterator[Translation]:
    """Give the translations of a TBX file, concept by concept.

    The languages that the user tells are those to take, with their regions; by default every pair
    of languages of a concept, in the order of their first terms.
    """
    concepts = read_concepts(reading.path, encoding=reading.encoding, skips=reading.skips)
    yield from translations_of(concepts, reading.told_languages, reading.skips)


def read_origin(path: str | Path) -> Origin:
    """Return the title that a TBX file gives itself as the statement of its origin."""
    return Origin(name_of(path), _about(path).title)


def read_signature(path: str | Path) -> Signature | None:
    """Return how a lexicon that diglot wrote was inferred; None when the file does not say it."""
    return _about(path).signature


def write_lexicon(
    path: str | Path, lexicon: Lexicon, *, skips: Skips | None = None, version: str = USUAL_VERSION
) -> int:
    """Write a lexicon as TBX; return the number of its translations.

    Args:
        lexicon: the translations.
        version: of TBX: ``3-dca``, ``3-dct`` or ``2``.

    Raises:
        ConfigError: there is no such version.
    """
    skips = skips if skips is not None else Skips()
    count_losses(lexicon.translations, LOST, skips)
    groups: dict[tuple[str, str, str | None, str | None], list[Translation]] = {}
    for each in lexicon.translations:
        key = (each.source, each.source_language, each.source_pos, each.sense)
        groups.setdefault(key, []).append(each)
    concepts = tuple(
        concept
        for number, group in enumerate(groups.values(), 1)
        for concept in _concepts(f"c{number}", group)
    )
    title = lexicon.origin.statement or lexicon.origin.name
    termbase = Termbase(concepts, title, lexicon.notes, lexicon.signature)
    for lost in write(Path(path), termbase, version=version):
        skips.add(lost.kind, lost.example, lost.count)
    return len(lexicon.translations)


def translations_of(
    concepts: Iterable[Concept], languages: Sequence[str] | None, skips: Skips
) -> Iterator[Translation]:
    """Give the pairs of terms of concepts in two languages; what must not be used is left out.

    Args:
        concepts: taken one by one.
        languages: source and target to take, with their regions; None for every pair.
        skips: collects what is left out.
    """
    for concept in concepts:
        usable = [term for term in concept.terms if term.status not in OUT_OF_USE]
        out = len(concept.terms) - len(usable)
        skips.add("forbidden or rejected term", concept.terms[0].text if out else "", out)
        number = 0
        for source, target in _sides(usable, languages):
            if len(source) * len(target) > MAX_PAIRS:
                skips.add("concept with too many terms", source[0].text)
                continue
            for one, other in itertools.product(source, target):
                number += 1
                yield _translation(concept, one, other)
        if not number:
            skips.add("concept without terms of two languages", concept.id)


def _about(path: str | Path) -> About:
    about = About()
    next(iter(read_concepts(Path(path), about=about)), None)
    return about


def _sides(
    terms: Sequence[ConceptTerm], languages: Sequence[str] | None
) -> Iterator[tuple[Sequence[ConceptTerm], Sequence[ConceptTerm]]]:
    """Give the terms of source and target for every pair of languages that is wanted."""
    if languages is not None:
        source, target = (
            [term for term in terms if is_of(term.language, language)] for language in languages
        )
        if source and target:
            yield source, target
        return
    yield from itertools.combinations(by_language(terms).values(), 2)


def _translation(concept: Concept, one: ConceptTerm, other: ConceptTerm) -> Translation:
    told = dict(concept.definitions)
    scores = (other.score, one.score, concept.score)
    return Translation(
        one.text,
        other.text,
        one.language,
        other.language,
        one.part_of_speech,
        other.part_of_speech,
        score=next((score for score in scores if score is not None), None),
        sense=told.get(one.language) or told.get(""),
        reasons=() if other.note is None else tuple(other.note.split(BETWEEN_REASONS)),
    )


def _concepts(identifier: str, group: Sequence[Translation]) -> Iterator[Concept]:
    """Give the concept of a word and a meaning; further ones where a target comes twice."""
    left = list(group)
    number = 0
    while left:
        taken: dict[tuple[str, str], Translation] = {}
        again: list[Translation] = []
        for each in left:
            key = (each.target_language, each.target)
            if key in taken:
                again.append(each)
            else:
                taken[key] = each
        first, left = left[0], again
        source = ConceptTerm(first.source, first.source_language, part_of_speech=first.source_pos)
        targets = [
            ConceptTerm(
                each.target,
                each.target_language,
                part_of_speech=each.target_pos,
                score=each.score,
                note=BETWEEN_REASONS.join(each.reasons) or None,
            )
            for each in taken.values()
        ]
        number += 1
        yield Concept(
            identifier if number == 1 else f"{identifier}.{number}",
            (source, *targets),
            () if first.sense is None else ((first.source_language, first.sense),),
        )
