"""What is wrong with a termbase: its concepts, and cells that hold more than one plain term.

Cells hold several terms, glosses, access keys, and terms of other languages.

What is meant is taken apart where the other languages of the concept show that it is no part of
the term: a stroke divides terms unless the source term has one, too.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from diglot.errors import ConfigError, describe_unknown
from diglot.model import Concept, ConceptTerm, Termbase
from diglot.model.termbase import ADMITTED, DO_NOT_TRANSLATE, FORBIDDEN, PREFERRED, REJECTED
from diglot.terms.termbases.merging import Key, TermKeys, merge_termbases
from diglot.text.frequencies import general_frequencies
from diglot.text.function_words import function_words
from diglot.text.languages import UNDETERMINED, normalise, primary_subtag, script
from diglot.text.spelling import fold

COPIED, FOREIGN, UNCLEAR = "copied-source", "wrong-language", "unclear-marks"
LONGEST_PIECE = 4
"""Words of a term that a comma divides from another one."""
MOST_PLAIN = 2
"""Words of a term that hardly names several things."""
TYPICAL = 20
"""How many times as frequent as in another language a word has to be to belong to its own."""
OWN = 2
"""The same of words that stand beside such a one."""
SHORTEST = 3
"""Letters of words that tell a language."""

_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_ACCESS_KEY = re.compile(r"\s*[(（][&~_]?[A-Z0-9][)）](?=\s*(?:\.{3}|…|[:：])?\s*$)")
_ACCESS_MARK = re.compile(r"~(?=\w)|(?<![\w\s&])&(?=\w)|(?<=\s)&(?=\w)|^[&_](?=\w)")
_BRACKETS = re.compile(r"\s*\(([^()]+)\)\s*")
_GLOSSES = re.compile(r"(?<=\w)(?:\s*\([^()]+\)){2,}$")
_ENDING = re.compile(
    r"(?<=\w\w{0})(?:\({0}{{1,3}}\)|/(?:{0}|as|in)|/-{0}{{1,5}})(?!\w)".format("[a-zß-ÿĀ-ʯά-ۿ]")
)
_BREAK = re.compile(
    r"\([^()]*\)|"
    r"(\s*[;|•\n]\s*|\s+[:/]\s+|(?<=\w{3})/(?=\w{3})|,\s+|\s*[：／、]\s*)"
)
_PLAIN = str.maketrans("；؛｜،（）［］{}[]【】〔〕‹›", ";;|," + "()" * 7)
"""Marks that are others in some scripts."""
_LABEL = re.compile(
    r"(?<=\w\w),?\s+(?:(?:(?:m|f|n|c|mf|pl|sg|s|adj|adv|v|vt|vi|subst|sust|masc|fem|neutr"
    r"|м|ж|с|ср|мн|сущ|прил|гл)\.\s*)+|[mfn])$"
)
"""Gender, number and word class, as dictionaries say them."""
_UNCLEAR = re.compile(
    r"(?<=\w) [-–—] (?=\w)|[=:：\\]|(?<=[^\W\d])[,、，] ?(?=[^\W\d])|(?<!\w)1[.)].*\s2[.)]\s"
)
"""What divides terms, or a term and what is said of it, or belongs to a term."""
_END = re.compile(r"\s*(?:\.{3}|…|[:：])\s*$")
_VOWELS = frozenset("aeiouyáàâãéèêíìóòôõúùаеёиоуыэюяй")
_LETTERS = re.compile(r"[^\W\d_]{2}|[^\W\d_](?![ -~])|(?=[\u1100-\uffff])[^\W\d_]")
"""Two letters, or one that is a word: a character of Chinese, a letter on its own."""


@dataclass(frozen=True, slots=True)
class Mend:
    """What is wrong with a term, and what takes its place.

    Attributes:
        kind: a name of `MENDS`, or of `FAULTS`.
        concept: id of its concept.
        language: tag.
        term: as it was.
        instead: what it is now; nothing where it is left out.
    """

    kind: str
    concept: str
    language: str
    term: str
    instead: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MendedTermbase:
    """A termbase without what is wrong with it.

    Attributes:
        termbase: as `clean_termbase` returns it.
        mends: in the order of the concepts.
        united: how many concepts went into others.
        left_out: how many concepts have no second language any more.
    """

    termbase: Termbase
    mends: tuple[Mend, ...]
    united: int = 0
    left_out: int = 0


def clean_termbase(
    termbase: Termbase, *, match: str = "case", ignore: Collection[str] = ()
) -> MendedTermbase:
    """Mend terms, leave out those of another language, and unite concepts that share a pair.

    Args:
        termbase: the concepts.
        match: which terms are the same, as in `TermKeys`.
        ignore: kinds of `Mend` to leave as they are.

    Raises:
        ConfigError: an unknown match.
    """
    mended = mend_termbase(termbase, ignore=ignore)
    concepts: list[Concept] = []
    mends, left_out = list(mended.mends), 0
    for concept in mended.termbase.concepts:
        wrong = {(each.language, each.term) for each in faults_of(concept, ignore=ignore)}
        mends += faults_of(concept, ignore=ignore)
        terms = tuple(term for term in concept.terms if (term.language, term.text) not in wrong)
        if wrong and len({term.language for term in terms}) < 2:
            left_out += 1
        else:
            concepts.append(replace(concept, terms=terms))
    merged = merge_termbases([replace(termbase, concepts=tuple(concepts))], match=match)
    return MendedTermbase(merged.termbase, tuple(mends), merged.united, left_out)


def mend_termbase(termbase: Termbase, *, ignore: Collection[str] = ()) -> MendedTermbase:
    """Take cells apart; nothing that a person wrote is lost: what was a gloss becomes a note."""
    mends: list[Mend] = []
    concepts = tuple(_mended(concept, mends, ignore) for concept in termbase.concepts)
    return MendedTermbase(replace(termbase, concepts=concepts) if mends else termbase, tuple(mends))


def faults_of(concept: Concept, *, ignore: Collection[str] = ()) -> Iterator[Mend]:
    """Give the terms of a concept that are not in the language that they say."""
    for term in concept.terms:
        others = [each for each in concept.terms if each.language != term.language]
        for kind, is_faulty in FAULTS.items():
            if kind not in ignore and is_faulty(term, others):
                yield Mend(kind, concept.id, term.language, term.text, ())
                break


def unclear_terms(concept: Concept) -> Iterator[Mend]:
    """Give the terms with marks that the other languages of the concept do not have.

    Whether they divide terms or belong to one is for a person to say.
    """
    for term in concept.terms:
        others = [each.text for each in concept.terms if each.language != term.language]
        if others and _UNCLEAR.search(term.text) and not any(map(_UNCLEAR.search, others)):
            yield Mend(UNCLEAR, concept.id, term.language, term.text, (term.text,))


def _mended(concept: Concept, mends: list[Mend], ignore: Collection[str]) -> Concept:
    terms: list[ConceptTerm] = []
    seen = {(term.language, term.text) for term in concept.terms}
    for term in concept.terms:
        others = [
            unicodedata.normalize("NFKC", each.text).translate(_PLAIN)
            for each in concept.terms
            if each.language != term.language
        ]
        texts = [term.text]
        if term.status != DO_NOT_TRANSLATE:
            for kind, mend in MENDS.items():
                if kind in ignore:
                    continue
                made = [mend(text, others) for text in texts]
                if any(made):
                    both = zip(made, texts, strict=True)
                    texts = list(chain.from_iterable(new or [old] for new, old in both))
                    mends.append(Mend(kind, concept.id, term.language, term.text, tuple(texts)))
        if texts == [term.text]:
            terms.append(term)
            continue
        note = "; ".join(filter(None, (term.note, f"was: {term.text}")))
        further = ADMITTED if term.status == PREFERRED else term.status
        for place, text in enumerate(dict.fromkeys(texts)):
            if (term.language, text) not in seen:
                seen.add((term.language, text))
                status = further if place else term.status
                terms.append(replace(term, text=text, status=status, note=note))
    return replace(concept, terms=tuple(terms)) if terms != list(concept.terms) else concept


# What is wrong with a text, beside those of other languages: the texts instead, or nothing.


def _untagged(text: str, _: Sequence[str]) -> Sequence[str]:
    return _other(_TAG.sub("", text), text) if "<" in text else ()


def _without_access_key(text: str, others: Sequence[str]) -> Sequence[str]:
    key = _ACCESS_KEY.search(text)
    if key and any(key[0].strip() in other for other in others):
        return ()
    plain = text[: key.start()] + text[key.end() :] if key else text
    return _other(_ACCESS_MARK.sub("", plain), text)


def _apart(text: str, others: Sequence[str]) -> Sequence[str]:
    """Return the terms of a cell, those in brackets left alone."""
    pieces, begin = [], 0
    for found in _BREAK.finditer(text.translate(_PLAIN)):
        mark = unicodedata.normalize("NFKC", (found[1] or "").strip()) or "\n"
        if found[1] is None or any(mark in other for other in others):
            continue
        if mark == "," and max(len(piece.split()) for piece in text.split(",")) > LONGEST_PIECE:
            continue
        if mark == "、" and not all(map(_is_plain_term, others)):
            continue
        pieces.append(text[begin : found.start()])
        begin = found.end()
    pieces = [piece.strip() for piece in (*pieces, text[begin:])]
    return pieces if len(pieces) > 1 and all(map(_LETTERS.search, pieces)) else ()


def _without_gloss(text: str, others: Sequence[str]) -> Sequence[str]:
    """Return a term without its gloss, or its readings where brackets hold a part of it.

    >>> _without_gloss("SARS (síndrome respiratorio agudo grave)", ["SARS"])
    ['SARS', 'síndrome respiratorio agudo grave']
    """
    ending = _ENDING.search(text)
    if ending and ("(" in ending[0] or not any("/" in other for other in others)):
        before, after = text[: ending.start()], text[ending.end() :]
        inflected = _with_ending(before, ending[0].strip("(/-)"))
        return [before + after, inflected + after] if inflected else [before + after]
    label = _LABEL.search(text)
    if label and not any(
        "." in other or label[0].strip() in other.casefold().split() for other in others
    ):
        return [text[: label.start()]]
    text = text.translate(_PLAIN)
    if any("(" in other for other in others):
        return ()
    if glosses := _GLOSSES.search(text):
        return [text[: glosses.start()]]
    if len(_BRACKETS.findall(text)) != 1:
        return ()
    before, inside, after = (part.strip() for part in _BRACKETS.split(text))
    if not _LETTERS.search(before + after):
        return ()
    plain = f"{before} {after}".strip()
    if not before:
        return [plain, *(f"{piece.strip()} {after}" for piece in inside.split("/"))]
    if after:
        return [plain, f"{before} {inside} {after}"]
    is_expanded = _is_acronym(before) and len(inside.split()) > 1
    return [plain, inside] if is_expanded or (_is_acronym(inside) and " " in before) else [plain]


def _with_ending(before: str, ending: str) -> str:
    """Return a word with the ending of its other gender or number; empty where none is sure.

    >>> _with_ending("enfermeiros", "as"), _with_ending("autor", "es")
    ('enfermeiras', 'autores')
    """
    tail = before[-len(ending) :]
    if ending[0] in _VOWELS and ending[0] != "e":  # French adds its e: ami(e)
        if tail[0] in _VOWELS and tail[1:] == ending[1:]:
            return before[: -len(ending)] + ending
        if before[-1] in _VOWELS:
            return ""
    return before + ending


def _without_end(text: str, _: Sequence[str]) -> Sequence[str]:
    return _other(_END.sub("", text), text)


def _other(plain: str, text: str) -> Sequence[str]:
    plain = " ".join(plain.split())
    return [plain] if plain and plain != text and _LETTERS.search(plain) else ()


def _is_plain_term(text: str) -> bool:
    """Tell whether a term names one thing: "、" also stands for "and" in lists of several."""
    return len(text.split()) <= MOST_PLAIN and text.replace(" ", "").isalnum()


def _is_acronym(text: str) -> bool:
    return text.isupper() and 2 <= len(text) <= 8 and " " not in text


MENDS: dict[str, Callable[[str, Sequence[str]], Sequence[str]]] = {
    "markup": _untagged,
    "access-key": _without_access_key,
    "several-terms": _apart,
    "gloss": _without_gloss,
    "end-mark": _without_end,
}


# Terms that are in another language than they say.


def _is_copied(term: ConceptTerm, others: Sequence[ConceptTerm]) -> bool:
    """Tell whether a term is that of another language, and its words are words of that one.

    A single word is often a loan, unless the two languages have other scripts.
    """
    own = fold(term.text).text
    words = [word for word in term.text.split() if word.islower() and len(word) >= SHORTEST]
    return any(
        fold(other.text).text == own
        and (" " in own or _have_other_scripts(term.language, other.language))
        and any(_is_typical(word, other.language, term.language) for word in words)
        for other in others
    )


def _is_foreign(term: ConceptTerm, others: Sequence[ConceptTerm]) -> bool:
    """Tell whether a term has a function word of another language of its concept.

    Where the two languages have other scripts any typical word will do, if all of them are words
    of the other one rather than of its own.
    """
    words = [word for word in term.text.split() if word.islower() and len(word) >= SHORTEST]
    if not words or any(fold(other.text).text == fold(term.text).text for other in others):
        return False
    own = function_words(_code(term.language))
    return any(
        _is_typical(word, other.language, term.language)
        and (
            (len(words) > 1 and word not in own and word in function_words(_code(other.language)))
            or (
                _have_other_scripts(term.language, other.language)
                and all(
                    _is_typical(each, other.language, term.language, OWN) for each in _words(term)
                )
            )
        )
        for other in others
        for word in words
    )


def _words(term: ConceptTerm) -> list[str]:
    return term.text.casefold().split()


def _have_other_scripts(language: str, other: str) -> bool:
    return len({script(_code(each) or UNDETERMINED) for each in (language, other)}) > 1


def _is_typical(word: str, language: str, elsewhere: str, times: float = TYPICAL) -> bool:
    own, other = (general_frequencies(_code(each)) for each in (language, elsewhere))
    # Lists are of different lengths: a word that none has would be the likelier in the shorter one.
    if own is None or own.of(word) <= own.floor:
        return False
    if other is None:
        return _have_other_scripts(language, elsewhere)
    return own.of(word) >= times * other.of(word)


def _code(language: str) -> str | None:
    try:
        return normalise(language)
    except ConfigError:
        return None


FAULTS: dict[str, Callable[[ConceptTerm, Sequence[ConceptTerm]], bool]] = {
    COPIED: _is_copied,
    FOREIGN: _is_foreign,
}


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that a person should look at.

    Attributes:
        kind: a name of `CHECKS`.
        concept: id of the concept, the first one if there are several.
        language: tag, where it matters.
        term: text, where it matters.
        others: ids of further concepts that it concerns.
    """

    kind: str
    concept: str
    language: str | None = None
    term: str | None = None
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Inspection:
    """What the checks look at."""

    concepts: Sequence[Concept]
    languages: Sequence[str]
    keys: TermKeys
    mends: Sequence[Mend]


def check_termbase(
    termbase: Termbase,
    *,
    languages: Sequence[str] | None = None,
    match: str = "case",
    ignore: Collection[str] = (),
) -> tuple[Problem, ...]:
    """Return what is wrong with a termbase, by kind, in the order of the concepts.

    Args:
        termbase: the concepts.
        languages: those that every concept must have; by default those of more than half of them.
        match: which terms are the same, as in `TermKeys`.
        ignore: names of `CHECKS` to leave out.

    Raises:
        ConfigError: an unknown match or check.
    """
    for name in ignore:
        if name not in CHECKS:
            raise ConfigError(describe_unknown("check", name, CHECKS))
    wanted = _usual(termbase) if languages is None else languages
    mended = mend_termbase(termbase)
    mends = (
        *mended.mends,
        *chain.from_iterable(map(faults_of, termbase.concepts)),
        *chain.from_iterable(map(unclear_terms, mended.termbase.concepts)),
    )
    inspection = _Inspection(termbase.concepts, wanted, TermKeys(match), mends)
    return tuple(
        problem
        for name, function in CHECKS.items()
        if name not in ignore
        for problem in function(inspection)
    )


def _usual(termbase: Termbase) -> list[str]:
    """Return the languages that more than half of the concepts have."""
    counts = Counter(
        language
        for concept in termbase.concepts
        for language in dict.fromkeys(primary_subtag(term.language) for term in concept.terms)
    )
    return [language for language, count in counts.items() if 2 * count > len(termbase.concepts)]


def _empty(inspection: _Inspection) -> Iterator[Problem]:
    for concept in inspection.concepts:
        if not any(term.text.strip() for term in concept.terms):
            yield Problem("empty-concept", concept.id)


def _missing(inspection: _Inspection) -> Iterator[Problem]:
    for concept in inspection.concepts:
        usable = {primary_subtag(term.language) for term in _used(concept) if term.text.strip()}
        for language in inspection.languages:
            if concept.terms and primary_subtag(language) not in usable:
                yield Problem("missing-language", concept.id, language)


def _twice(inspection: _Inspection) -> Iterator[Problem]:
    for concept in inspection.concepts:
        seen: dict[Key, ConceptTerm] = {}
        for term in concept.terms:
            key = inspection.keys.of(term)
            if key in seen:
                yield Problem("term-twice", concept.id, term.language, term.text)
            seen.setdefault(key, term)


def _shared(inspection: _Inspection) -> Iterator[Problem]:
    holders: dict[Key, list[tuple[Concept, ConceptTerm]]] = {}
    for concept in inspection.concepts:
        found = {inspection.keys.of(term): term for term in _used(concept)}
        for key, term in found.items():
            holders.setdefault(key, []).append((concept, term))
    for several in holders.values():
        if len(several) > 1:
            (concept, term), *rest = several
            others = tuple(each.id for each, _ in rest)
            yield Problem("term-in-several-concepts", concept.id, term.language, term.text, others)


def _preferred(inspection: _Inspection) -> Iterator[Problem]:
    for concept in inspection.concepts:
        counts = Counter(term.language for term in concept.terms if term.status == PREFERRED)
        for language, count in counts.items():
            if count > 1:
                yield Problem("two-preferred-terms", concept.id, language)


def _forbidden(inspection: _Inspection) -> Iterator[Problem]:
    """Give languages with nothing but forbidden terms, unless no translation is asked for there.

    Tables forbid terms in rows of their own: another row with the source term says what to use.
    """
    answered: set[tuple[Key, str]] = set()
    only: list[tuple[Concept, str, str]] = []
    for concept in inspection.concepts:
        by_language: dict[str, list[ConceptTerm]] = {}
        for term in _used(concept):
            by_language.setdefault(term.language, []).append(term)
        for language, terms in by_language.items():
            if any(term.status != FORBIDDEN for term in terms):
                answered.update((key, language) for key in _others(inspection, concept, language))
            elif len(by_language) > 1:
                only.append((concept, language, terms[0].text))
    for concept, language, text in only:
        others = _others(inspection, concept, language)
        if not any((key, language) in answered for key in others):
            yield Problem("forbidden-terms-only", concept.id, language, text)


def _others(inspection: _Inspection, concept: Concept, language: str) -> Iterator[Key]:
    """Give the keys of the terms of a concept in its other languages."""
    return (inspection.keys.of(each) for each in _used(concept) if each.language != language)


def _mends_of(inspection: _Inspection, kind: str) -> Iterator[Problem]:
    for mend in inspection.mends:
        if mend.kind == kind:
            yield Problem(kind, mend.concept, mend.language, mend.term)


def _used(concept: Concept) -> Iterator[ConceptTerm]:
    """Give the terms that name the concept: not those that a person has refused."""
    return (term for term in concept.terms if term.status != REJECTED)


CHECKS: dict[str, Callable[[_Inspection], Iterator[Problem]]] = {
    "empty-concept": _empty,
    "missing-language": _missing,
    "term-twice": _twice,
    "term-in-several-concepts": _shared,
    "two-preferred-terms": _preferred,
    "forbidden-terms-only": _forbidden,
    **{kind: partial(_mends_of, kind=kind) for kind in (*MENDS, *FAULTS, UNCLEAR)},
}
