"""Generated termbases: all that the formats say they carry, texts as they should never be."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import strategies as st

from diglot.formats.termbases.data_categories import in_one_line
from diglot.formats.termbases.tbx import LAID_OUT
from diglot.model import Concept, ConceptTerm, Context, Termbase
from diglot.model.termbase import REJECTED, STATUSES
from tests.formats.strategies import texts

LANGUAGES = ("en", "fr", "de-CH", "zh", "ar", "pt-BR", "sr-Latn", "und")
IDS = ("594", "c1", "id.594", "id._41_", "a b", "é/ü", "http://e.org/1", "=x", "%41", "$scheme")

terms = texts(xml=True).map(in_one_line).filter(lambda text: text.strip() != "")
prose = (
    texts(xml=True)
    .map(lambda text: LAID_OUT.sub(" ", text).strip(" \t\r\n"))
    .filter(lambda text: text.strip() != "" and not text.startswith("x-diglot-"))
)
words = prose.map(lambda text: in_one_line(re.sub(r"\s+", " ", text))).filter(str.strip)
names = st.from_regex(r"[a-z][a-z ]{0,8}[a-z]", fullmatch=True).filter(
    lambda name: not name.startswith(("concept", "definition"))
)
properties = st.lists(st.tuples(names, prose), max_size=2, unique_by=lambda each: each[0]).map(
    tuple
)
identifiers = st.sampled_from(IDS) | words.filter(lambda text: text == text.strip())


def statuses(*, rejected: bool):
    return st.none() | st.sampled_from([each for each in STATUSES if rejected or each != REJECTED])


@st.composite
def concept_terms(draw, language: str, text: str, *, rejected: bool):
    return ConceptTerm(
        text,
        language,
        draw(statuses(rejected=rejected)),
        draw(st.none() | st.sampled_from(["noun", "proper noun", "noun phrase", "aB"]) | words),
        draw(st.none() | st.sampled_from(["full form", "acronym", "inflection", "phrase"]) | words),
        draw(st.none() | st.floats(0, 1)),
        draw(st.none() | st.integers(0, 10**6)),
        tuple(draw(st.lists(contexts(), max_size=2))),
        draw(st.none() | prose),
        draw(st.none() | prose),
        draw(properties),
    )


def contexts():
    return st.builds(Context, prose, st.none() | prose, st.none() | prose)


@st.composite
def concepts(draw, identifier: str, languages: tuple[str, ...], *, rejected: bool):
    """A concept with terms in some of the languages, those of one language side by side."""
    chosen = draw(st.lists(st.sampled_from(languages), min_size=1, max_size=3, unique=True))
    made = []
    for language in sorted(chosen, key=languages.index):
        forms = draw(st.lists(terms, min_size=1, max_size=3, unique=True))
        made += [draw(concept_terms(language, form, rejected=rejected)) for form in forms]
    told = draw(
        st.lists(st.tuples(st.sampled_from(["", *languages]), prose), max_size=3, unique=True)
    )
    return Concept(
        identifier,
        tuple(made),
        tuple(sorted(told, key=lambda each: each[0])),
        draw(st.none() | prose),
        draw(st.none() | st.floats(0, 1)),
        draw(st.none() | prose),
        draw(st.none() | prose),
        draw(properties),
    )


@st.composite
def termbases(draw, *, languages: tuple[str, ...] = LANGUAGES, rejected: bool = True):
    """A termbase without title and signature."""
    ids = draw(st.lists(identifiers, min_size=1, max_size=3, unique=True))
    made = [draw(concepts(identifier, languages, rejected=rejected)) for identifier in ids]
    return Termbase(tuple(made))


def in_order(concept: Concept, *, of_terms: bool = False) -> Concept:
    """The concept with what has no order of its own in a fixed one."""
    kept = concept.terms
    if of_terms:
        kept = tuple(sorted(kept, key=lambda term: (term.language, term.text)))
    return replace(
        concept,
        terms=tuple(replace(term, properties=tuple(sorted(term.properties))) for term in kept),
        definitions=tuple(sorted(concept.definitions, key=lambda each: each[0])),
        properties=tuple(sorted(concept.properties)),
    )
