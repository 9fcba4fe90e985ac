"""What a check demands of a translation: the terms of a termbase, and how strictly they hold.

One entry is one source term: several concepts that share it are alternatives of each other, since
a checker cannot know which one is meant.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache

import regex

from diglot.errors import ConfigError
from diglot.model import Concept, ConceptTerm, Termbase
from diglot.model.findings import (
    ERROR,
    FAMILY,
    LEMMA,
    LEVELS,
    NOTE,
    OFF,
    ORDER_FREE,
    RULES,
    WARNING,
)
from diglot.model.termbase import ADMITTED, DO_NOT_TRANSLATE, FORBIDDEN, PREFERRED, REJECTED
from diglot.text.frequencies import general_frequencies
from diglot.text.function_words import function_words, word_classes
from diglot.text.languages import UNDETERMINED, is_spaceless, normalise, primary_subtag
from diglot.text.lemmas import Lemmatiser
from diglot.text.tokens import words

LONGEST_ACRONYM = 5
"""Terms in capitals up to this number of characters are acronyms: WHO is not "who"."""

SURE, LIKELY = 0.9, 0.5
"""Probabilities from which an entry that nobody reviewed gives rise to errors, and to warnings."""

COMMON, VERY_COMMON = 5.0, 100.0
"""Occurrences in a million words of general language from which a word has several meanings: an
entry of such a word alone is doubtful until somebody has looked at it; and from which it has so
many that another word for it is doubtful even then."""

WITHOUT_AGREEMENT = frozenset({"en"})
"""Languages in which a word before the last has another form only as another word does."""
JOINING = (frozenset({"conjunction"}), frozenset({"conjunction", "linking"}))
"""Classes of words that join two things: "and", "or"."""

_GENERAL = 600.0  # in a million words of what any text puts to its nouns: "new", "right"
_OF_INTERFACE, _FEW_TERMS = 0.15, 60
"""Share of the terms from which those that are words of any text tell an interface; fewer terms
than that count as so many, since a short list by hand may have an "order" and an "account"."""
_OF_ADVERBS = "ly"  # what English adverbs end with
_DECIDED = frozenset({PREFERRED, ADMITTED, DO_NOT_TRANSLATE})
_SET = frozenset({"1", "true", "yes", "y", "on"})


@dataclass(frozen=True, slots=True)
class EntryTerm:
    """A term as the checker needs it.

    Attributes:
        text: as the termbase has it.
        preferred: the termbase prefers it to others of its concept.
        case_sensitive: another case is a finding.
        exact_form: another inflected form is a finding.
        inside_longer: it counts inside a longer term, too.
        anywhere: a forbidden term that is wrong even where its source term is not.
    """

    text: str
    preferred: bool = False
    case_sensitive: bool = False
    exact_form: bool = False
    inside_longer: bool = False
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A source term, and what the termbase says of its translation.

    Attributes:
        id: id of the concept; several are joined by ``+``.
        source: the source term.
        targets: terms that may stand for it, those preferred first; the source term itself where
            it is not to be translated.
        forbidden: terms that may not.
        untranslated: it must stand in the translation as it is.
        worst: most severe finding on a text that the entry is sure enough for, one of
            `SEVERITIES`; `OFF` if its source is no term at all.
        reviewed: a person has decided on it, or nothing else is known.
        fault: why the entry itself is doubtful; empty if nothing says so.
    """

    id: str
    source: EntryTerm
    targets: tuple[EntryTerm, ...]
    forbidden: tuple[EntryTerm, ...] = ()
    untranslated: bool = False
    worst: str = ERROR
    reviewed: bool = True
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Entries:
    """What a termbase demands for one pair of languages.

    Attributes:
        entries: in the order of the termbase.
        languages: codes of source and target.
        notes: what was left out, for the user.
    """

    entries: tuple[Entry, ...]
    languages: tuple[str, str]
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.entries)


def entries_of(
    termbases: Termbase | Sequence[Termbase],
    source: str,
    target: str,
    *,
    faults: Mapping[str, str] | None = None,
) -> Entries:
    """Return what termbases demand of a translation.

    Args:
        termbases: one or several; what they say of one source term is put together.
        source: language of the text, a tag such as ``en`` or ``en-GB``.
        target: language of the translation. Terms of its own region go before others.
        faults: why concepts are doubtful, by id.

    Raises:
        ConfigError: a language is unknown.
    """
    both = [termbases] if isinstance(termbases, Termbase) else termbases
    gathered: dict[str, _Gathered] = {}
    without, terms_without = 0, []
    for termbase in both:
        for concept in termbase.concepts:
            sources = _usable(_in_language(concept, source))
            if not sources:
                continue
            targets = _in_language(concept, target)
            untranslated = any(term.status == DO_NOT_TRANSLATE for term in (*sources, *targets))
            if not targets and not untranslated:
                without += 1
                terms_without.append(sources[0].text)
                continue
            for term in sources:
                if term.status == FORBIDDEN:
                    continue
                key = _key(term.text)
                if key not in gathered:
                    gathered[key] = _Gathered(_entry_term(term, concept), _code(source))
                gathered[key].fault = gathered[key].fault or (faults or {}).get(concept.id, "")
                gathered[key].add(concept, targets, untranslated=untranslated)
    notes = []
    if without:
        shown = ", ".join(terms_without[:3]) + ("…" if without > 3 else "")
        were = (
            "entry without a term in {} was"
            if without == 1
            else "entries without a term in {} were"
        )
        notes.append(f"{without} {were.format(target)} left out: {shown}")
    return Entries(
        tuple(each.entry() for each in gathered.values()),
        (_code(source), _code(target)),
        tuple(notes),
    )


class _Gathered:
    """All that is said of one source term."""

    def __init__(self, source: EntryTerm, language: str) -> None:
        self.source, self.language = source, language
        self.fault = ""
        self.score: float | None = 0.0  # None as soon as a person has decided
        self.ids: dict[str, None] = {}
        self.allowed: dict[str, EntryTerm] = {}
        self.forbidden: dict[str, EntryTerm] = {}
        self.untranslated = False

    def add(self, concept: Concept, targets: Iterable[ConceptTerm], *, untranslated: bool) -> None:
        targets = tuple(targets)
        self.ids[concept.id] = None
        self.untranslated |= untranslated
        if concept.score is None or any(term.status in _DECIDED for term in targets):
            self.score = None
        elif self.score is not None:
            self.score = max(self.score, concept.score)
        for term in targets:
            if term.status == FORBIDDEN:
                self.forbidden.setdefault(term.text, _entry_term(term, concept))
            elif term.status not in (DO_NOT_TRANSLATE, REJECTED):
                known = self.allowed.get(term.text)
                if known is None or not known.preferred:
                    self.allowed[term.text] = _entry_term(term, concept)

    def entry(self) -> Entry:
        targets = tuple(self.allowed.values())
        if self.untranslated:
            targets = (self.source,)
        return Entry(
            id="+".join(self.ids),
            source=self.source,
            targets=tuple(sorted(targets, key=lambda term: not term.preferred)),
            # What one concept forbids another may allow.
            forbidden=tuple(t for t in self.forbidden.values() if t.text not in self.allowed),
            untranslated=self.untranslated,
            worst=self._worst(),
            reviewed=self.score is None,
            fault=self.fault,
        )

    def _worst(self) -> str:
        """Return the most severe finding that this entry is sure enough for."""
        source = self.source.text
        if not (self.untranslated or is_acronym(source)) and is_general(source, self.language):
            return OFF
        if self.score is None:
            return ERROR
        doubtful = is_acronym(source) or is_common(source, self.language)
        # A text that copies a term, or has code for it, is found to do so by chance.
        doubtful |= all(_is_copy(text, source, self.language) for text in self.allowed)
        return _severity(min(self.score, LIKELY) if doubtful else self.score)


def is_general(term: str, language: str) -> bool:
    """Tell whether a term is made of words of closed classes only, or is a single letter."""
    if len(term) == 1 and not is_spaceless(language):
        return True
    closed = function_words(language) if language != UNDETERMINED else frozenset()
    found = [word for word in words(term.lower(), language) if any(map(str.isalnum, word))]
    return bool(found) and all(word in closed for word in found)


@lru_cache(4096)
def is_common(term: str, language: str, *, least: float = COMMON) -> bool:
    """Tell whether a term is a single word that is frequent in general language.

    Args:
        term: the term.
        language: its code.
        least: occurrences in a million words from which a word is frequent.
    """
    word = regex.sub(r"^\W+|\W+$", "", term)  # "Good." is as common as "good"
    found = words(word.lower(), language)
    frequencies = general_frequencies(language) if language != UNDETERMINED else None
    if frequencies is None or len(found) > 1:
        return False
    return max(map(frequencies.of, (word, Lemmatiser(language).lemma(word)))) >= least


def is_interface(terms: Sequence[str], language: str) -> bool:
    """Tell whether the terms of a termbase are the names of an interface.

    Most have capitals, or many are words of any text ("show", "left"), as a quarter of the terms of
    an interface in small letters is, and hardly one in fifteen of a glossary.

    Args:
        terms: source terms.
        language: of the terms.
    """
    words = [term for term in terms if term[:1].isalpha()]
    common = sum(is_common(term, language, least=VERY_COMMON) for term in words)
    capitals = sum(term[0].isupper() for term in words)
    return 2 * capitals > len(words) or common > _OF_INTERFACE * max(len(words), _FEW_TERMS)


def is_any_phrase(term: str, language: str, *, modifiers: AbstractSet[str]) -> bool:
    """Tell whether what a text gave as a term is a phrase of any text.

    English adverbs and clauses ("wraps text"), words of any text beside another ("new name"),
    what "and" joins, what begins with a free modifier ("current page"), and a common word before
    another with a preposition ("number of rows"); participles and verbs stand before nouns freely
    as well ("selected text").
    """
    first, *others = term.casefold().split()
    if language in WITHOUT_AGREEMENT:
        if first in modifiers or (not others and first.endswith(_OF_ADVERBS)):
            return True
        if others and first.endswith(("s", "ed")) and Lemmatiser(language).lemma(first) != first:
            return True
    if is_general_phrase(term, language):
        return True
    classes = word_classes(language)
    inside = [classes.get(word, frozenset()) for word in others]
    if any("preposition" in each for each in inside):
        return is_common(first, language, least=VERY_COMMON)
    return any(each in JOINING for each in inside)


def is_general_phrase(term: str, language: str) -> bool:
    """Tell whether a term begins or ends with a word that any text puts to its nouns: "new"."""
    first, *others = term.casefold().split()
    return any(is_common(word, language, least=_GENERAL) for word in (first, *others[-1:]))


def _is_copy(target: str, source: str, language: str) -> bool:
    """Whether a term is its source in any form, or the name of a function though that is none."""
    code = target.isupper() and len(target) > 2 and not source.isupper() and " " not in target
    if code or _key(target) == _key(source):
        return True
    lemma = Lemmatiser(language).lemma
    one, other = (
        "".join(lemma(word) for word in words(text.casefold(), language) if word[0].isalnum())
        for text in (target, source)
    )
    return one == other


def _severity(score: float) -> str:
    return ERROR if score >= SURE else WARNING if score >= LIKELY else NOTE


def is_acronym(term: str) -> bool:
    """Return True for short terms in capitals, whose small letters make another word."""
    if len(term) > LONGEST_ACRONYM:
        return False
    letters = [character for character in term if character.isalpha()]
    return (
        len(letters) > 1
        and not any(map(str.isspace, term))
        and all(character.isupper() for character in letters)
    )


def _key(text: str) -> str:
    plain = unicodedata.normalize("NFC", " ".join(text.split()))
    return plain if is_acronym(plain) else plain.casefold()


def _entry_term(term: ConceptTerm, concept: Concept) -> EntryTerm:
    # Columns of a table speak of the whole concept.
    properties = (*concept.properties, *term.properties)
    if not properties:
        return EntryTerm(" ".join(term.text.split()), term.status == PREFERRED)
    said = {name.strip().lower().replace("_", "-"): value for name, value in properties}

    def told(*names: str) -> bool:
        return any(said.get(name, "").strip().lower() in _SET for name in names)

    return EntryTerm(
        text=" ".join(term.text.split()),
        preferred=term.status == PREFERRED,
        case_sensitive=told("case-sensitive", "case"),
        exact_form=told("exact-form", "exact"),
        inside_longer=told("inside-longer"),
        anywhere=told("anywhere"),
    )


def _in_language(concept: Concept, language: str) -> tuple[ConceptTerm, ...]:
    """Return the terms of a language: those of its region, or else of any."""
    code, tag = _code(language), _tag(language)
    of_language = tuple(term for term in concept.terms if _code(term.language) == code)
    if tag == code:
        return of_language
    return tuple(term for term in of_language if _tag(term.language) == tag) or of_language


def _usable(terms: Iterable[ConceptTerm]) -> tuple[ConceptTerm, ...]:
    return tuple(term for term in terms if term.status != REJECTED and term.text.strip())


@lru_cache(1024)
def _tag(language: str) -> str:
    return language.replace("_", "-").casefold()


@lru_cache(1024)
def _code(language: str) -> str:
    try:
        return normalise(language)
    except ConfigError:
        # A checker does not fail on a language without rules.
        return primary_subtag(language) or UNDETERMINED


# How strictly a check holds to them.

EACH, ONCE, RATIO = "each", "once", "ratio"
COUNTING = {
    EACH: "every occurrence of a term needs one in the translation",
    ONCE: "one occurrence in the translation is enough",
    RATIO: "one finding a unit says how many are there",
}


@dataclass(frozen=True, slots=True)
class Profile:
    """How strict a check is.

    Attributes:
        passing: worst of `LEVELS` that passes without a remark on the form.
        severities: of rules, where they are not those of `RULES`; `OFF` leaves a rule out.
        doubtful_units: whether units that their file calls doubtful (fuzzy) are checked.
    """

    passing: str
    severities: Mapping[str, str] = field(default_factory=dict)
    doubtful_units: bool = False

    def passes(self, level: str) -> bool:
        """Tell whether a rendering at this level needs no remark on its form."""
        return LEVELS.index(level) <= LEVELS.index(self.passing)


PROFILES = {
    # Terms are words of the language, too: most that stand there unasked mean something else.
    "standard": Profile(ORDER_FREE, {"without-source": OFF}),
    "strict": Profile(
        LEMMA,
        {
            "form": WARNING,
            "variant": WARNING,
            "alternative": WARNING,
            "partial": WARNING,
            "not-preferred": WARNING,
            "misplaced": ERROR,
        },
        doubtful_units=True,
    ),
    "lenient": Profile(
        FAMILY,
        {
            "case": NOTE,
            "count": OFF,
            "inconsistent": NOTE,
            "form": OFF,
            "variant": OFF,
            "partial": OFF,
            "not-preferred": OFF,
            "without-source": OFF,
        },
    ),
}


def severities_of(
    profile: Profile,
    *,
    told: Mapping[str, str],
    only: Collection[str] = (),
    ignored: Collection[str] = (),
) -> dict[str, str]:
    """Return the severities of the rules that are applied.

    Args:
        profile: what holds where nothing is told.
        told: severities by rule; `OFF` leaves a rule out.
        only: the only rules to apply; empty for all.
        ignored: rules to leave out.
    """
    found = {}
    for rule, (usual, _) in RULES.items():
        severity = told.get(rule, profile.severities.get(rule, usual))
        if rule in only and rule not in told and severity == OFF:
            severity = usual  # who names a rule wants it
        if severity != OFF and rule not in ignored and (not only or rule in only):
            found[rule] = severity
    return found


@dataclass(frozen=True, slots=True)
class Policy:
    """What counts as a finding, and how bad it is.

    Attributes:
        severities: of the rules that are applied.
        profile: how near a rendering has to be.
        counting: one of `COUNTING`.
    """

    severities: Mapping[str, str] = field(
        default_factory=lambda: {rule: severity for rule, (severity, _) in RULES.items()}
    )
    profile: Profile = PROFILES["standard"]
    counting: str = EACH
