"""Lemmas as dictionaries print them become words.

Their parts of speech become names of LexInfo.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, describe_unknown
from diglot.text.languages import code_if_known

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from diglot.formats.blocks import Skips
    from diglot.model import Translation


# Parts of speech by their names in LexInfo, which the Apertium RDF graph has, too.
# Reference: Cimiano, Buitelaar, McCrae and Sintek 2011, LexInfo.

UNKNOWN = ""

# Name in LexInfo to what dictionaries write for it: tags of Apertium and of Universal
# Dependencies, letters of WordNet, words and abbreviations of printed dictionaries. Small letters,
# words parted by one space, no points.
SPELLINGS = {
    "noun": "n|nn|ns|nom|sub|subst|substantive|substantif|sustantivo|substantivo|sostantivo|"
    "substantiv|hauptwort|nomen|nome|s|sb|common noun|nm|nf|nmf|nc|nt|sm|sf|smf|"
    "zn|zelfst naamw|zelfstandig naamwoord|rzeczownik|m|f|mf|podstatne jmeno",
    "properNoun": "np|propn|pn|prop|nprop|n prop|n pr|nnp|nom propre|proper name|name|eigenname|"
    "nombre propio|nome proprio|nome próprio|eigennaam|proper",
    "verb": "v|vb|vblex|vbser|vbhaver|vbdo|verbe|verbo|verbum|zeitwort|vt|vi|vr|vp|vtr|vitr|vti|"
    "vit|vrefl|vpr|vpron|vn|vsep|werkw|ww|werkwoord|czasownik|transitive verb|"
    "intransitive verb|reflexive verb|phrasal verb|tr|intr|itr",
    "modal": "vbmod|modal verb",
    "auxiliary": "vaux|aux|auxiliary verb|v aux",
    "adjective": "adj|a|jj|adjectif|adjetivo|adjectivo|aggettivo|adjektiv|adjectief|bn|"
    "bijv naamw|bijvoeglijk naamwoord|eigenschaftswort|przymiotnik|agg|adiettivo",
    "adverb": "adv|r|rb|preadv|adverbe|adverbio|advérbio|avverbio|avv|adverbium|bijw|bijwoord|"
    "przysłówek",
    "numeral": "num|number|cardinal|cardinal number|cardinal numeral|ordinal|ordinal number|"
    "cardinalnumeral|card|ord|numerale|numéral|numeral cardinal|telw|liczebnik",
    "preposition": "pr|prep|adp|adposition|präp|préposition|preposición|preposição|preposizione|"
    "voorz|voorzetsel|przyimek|präposition",
    "postposition": "post|postp",
    "pronoun": "prn|pron|pro|prp|pronom|pronombre|pronome|vnw|voornaamwoord|zaimek",
    "personalPronoun": "personal pronoun|pers pron|pron pers|prn pers",
    "possessivePronoun": "possessive pronoun|poss pron|pron poss|prn pos",
    "demonstrativePronoun": "demonstrative pronoun|dem pron|pron dem|prn dem",
    "indefinitePronoun": "indefinite pronoun|indef pron|pron indef|prn ind",
    "interrogativePronoun": "interrogative pronoun|interr pron|pron interr|prn itg",
    "relativePronoun": "relative pronoun|rel|rel pron|pron rel|prn rel",
    "reflexivePersonalPronoun": "reflexive pronoun|refl pron|pron refl|prn ref",
    "reciprocalPronoun": "reciprocal pronoun|pron rec|prn rec",
    "determiner": "det|dt|predet|detnt|déterminant|determinante|determinant|determinador",
    "article": "art|artículo|artigo|articolo|artikel|lidw",
    "conjunction": "conj|cnj|cj|conjonction|conjunción|conjunção|congiunzione|konjunktion|"
    "voegw|voegwoord|spójnik|konj|cong",
    "coordinatingConjunction": "cnjcoo|cconj|cc|coordinating conjunction|conj coord",
    "subordinatingConjunction": "cnjsub|cnjadv|sconj|subordinating conjunction|conj sub|"
    "conj subord",
    "interjection": "ij|intj|interj|int|uh|excl|exclamation|exclam|interjección|interjeição|"
    "interiezione|tussenw|wykrzyknik|itj",
    "particle": "part|ptcl|prt|partikel|particule|partícula|particella",
    "punctuation": "punct|sent|lpar|rpar|lquest|lquot|rquot|guio|apos|punctuation mark",
    "comma": "cm",
    "prefix": "pref|préfixe|prefijo|prefixo|prefisso|präfix|pfx",
    "suffix": "suff|suf|suffixe|sufijo|sufixo|suffisso|sfx",
    "infix": "interfix|circumfix",
    "affix": "combining form|bound form",
    "abbreviation": "abbr|abbrev|abr|abk|abrév|abréviation|abreviatura|initialism",
    "acronym": "acr",
    "symbol": "sym|character|char",
    "letter": "ltr",
    "contraction": "contr|contracted",
    "idiom": "idm|id|locution|loc|phraseologicalunit|expr|expression",
    "phrase": "phr|phrs|prepositional phrase|prep phrase|prepphrase|adverbial phrase|adv phrase|"
    "noun phrase|verb phrase|phrasal|wendung",
    "proverb": "prov|saying|proverbe|proverbio|sprichwort",
}
# Tags of Apertium; in its dictionaries a possessive or a demonstrative is a kind of pronoun.
APERTIUM = {
    "noun": "n",
    "properNoun": "np",
    "verb": "vblex",
    "modal": "vbmod",
    "auxiliary": "vaux",
    "adjective": "adj",
    "presentParticipleAdjective": "adj",
    "adverb": "adv",
    "numeral": "num",
    "preposition": "pr",
    "postposition": "post",
    "pronoun": "prn",
    "personalPronoun": "prn",
    "possessivePronoun": "prn",
    "demonstrativePronoun": "prn",
    "indefinitePronoun": "prn",
    "interrogativePronoun": "prn",
    "reflexivePersonalPronoun": "prn",
    "reciprocalPronoun": "prn",
    "relativePronoun": "rel",
    "determiner": "det",
    "article": "det",
    "conjunction": "cnjcoo",
    "coordinatingConjunction": "cnjcoo",
    "subordinatingConjunction": "cnjsub",
    "interjection": "ij",
    "particle": "part",
    "punctuation": "sent",
    "comma": "cm",
    "abbreviation": "abbr",
    "acronym": "acr",
}
# What stands in a column of parts of speech where none is known.
_MARKS = frozenset({"", "x", "other", "unknown", "unk", "none", "null", "nan", "misc", "und"})
_ADDRESS = re.compile(r"<?\w+://|#")
_CAMEL = re.compile(r"(?<=[a-zà-ÿ])(?=[A-Z])")
_WORD = re.compile(r"[^\W_]+")


@lru_cache(1 << 12)
def lexinfo_part(found: str) -> str:
    """Return the name in LexInfo of a part of speech.

    ``Noun``, ``n``, ``n.m``, ``s. m.``, ``NOUN`` and ``…/lexinfo#noun`` are all ``noun``. What
    follows the part of speech proper (gender, number, inflection) is passed over.

    Args:
        found: what a dictionary says: a word, an abbreviation, a tag, or an address that ends
            with one.

    Returns:
        The name; empty where it says that the part is unknown; what no table knows in small
        letters as it is, which `is_known` tells.
    """
    told = found.strip().removeprefix("lexinfo:")
    if _ADDRESS.match(told):
        told = re.split(r"[#/]", told.rstrip(">#/"))[-1]
    words = _WORD.findall(_CAMEL.sub(" ", told).casefold())
    known = _known()
    # From the longest: "n prop" is no "n", but "n m pl" is.
    for length in range(len(words), 0, -1):
        for spelling in (" ".join(words[:length]), "".join(words[:length])):
            if spelling in known:
                return known[spelling]
    return UNKNOWN if "".join(words) in _MARKS else " ".join(told.lower().split())


def is_known(part: str) -> bool:
    """Tell whether a part of speech is a name of LexInfo that diglot knows, or empty."""
    return part in SPELLINGS or part in APERTIUM or part == UNKNOWN


def apertium_tag(part: str) -> str:
    """Return the first tag that Apertium's dictionaries give a part of speech.

    Args:
        part: a name of LexInfo, or anything that `lexinfo_part` understands.

    Returns:
        The tag; empty where Apertium has none.
    """
    return APERTIUM.get(part) or APERTIUM.get(lexinfo_part(part), "")


@cache
def _known() -> dict[str, str]:
    known: dict[str, str] = {}
    for name, spellings in SPELLINGS.items():
        for spelling in spellings.split("|"):
            known[spelling] = name
    for name in (*SPELLINGS, *APERTIUM):
        known[_CAMEL.sub(" ", name).casefold()] = name
        known[name.casefold()] = name
    return known


# Rules for lemmas, each with a name to switch it by; what they leave out or change is counted.
# Unicode form and blanks are the graph's own business (`interning.normal`).

WORDS = 4  # more are a gloss, not a lemma
LENGTH = "length"  # name of the rule that says so

_OPTIONAL = re.compile(r"(?<=\w)\((\w+)\)|\((\w+['’-]?)\)(?=\w)")
_REMARK = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*\}|(?<!\S)/[^/]*[^/\s]/(?!\S)")
# Half a remark, where a parser cut it in two; a bracket alone is no remark.
_ALONE = re.compile(r"(?<!\S)[()\[\]<>{}](?!\S)")
_HALF = re.compile(r"(?<!\S)[(\[<{][^)\]>}]*$|^[^(\[<{]*[)\]>}](?!\S)")
_UNDERSCORE = re.compile(r"(?<=\w)_+(?=\w)")
_JOIN = re.compile(r"(?<=[^\W\d_]{2})\+(?=[^\W\d_]{2})")
_BETWEEN_VARIANTS = re.compile(r"\s*;\s*|\s*[,،、]\s+|\s*、\s*")
_SENTENCE = re.compile(r"\w{3}[.!?…]['\"”»)]?\s+\S|:\s|[\"“”«»]|(?:\S+\s+){2,}\S*[^.\s]{3,}\.$|…$")
# Where no part of speech is told, these are no verbs after "to".
_PHRASES = frozenset({"boot", "capacity", "date", "order", "perfection", "scale", "wit", "some"})


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that is done to a lemma.

    Attributes:
        trigger: what a lemma must hold for the rule to look at it: a regular expression.
        apply: gives the words that a lemma stands for: none if it is no word, several if it lists
            variants; called with the lemma, the code of its language and its part of speech (that
            of its translation where it has none).
        counted: what is counted when the rule leaves a lemma out; empty if it never does.
    """

    trigger: str
    apply: Callable[[str, str, str], tuple[str, ...]]
    counted: str = ""


def split_underscores(lemma: str, language: str, part: str) -> tuple[str, ...]:  # noqa: ARG001
    """``demi_pre`` is ``demi pre``: some formats write blanks inside a lemma so."""
    return (_UNDERSCORE.sub(" ", lemma),)


def split_joins(lemma: str, language: str, part: str) -> tuple[str, ...]:  # noqa: ARG001
    """``de+el`` is ``de el``: Apertium joins words with ``+``. ``I+D`` and ``Na+`` stay."""
    return (_JOIN.sub(" ", lemma),)


def strip_remarks(lemma: str, language: str, part: str) -> tuple[str, ...]:  # noqa: ARG001
    """``bank (money)`` is ``bank``, ``colo(u)r`` is ``colour``; what is all remark is no word."""
    without = _OPTIONAL.sub(r"\1\2", lemma)
    while (shorter := _REMARK.sub(" ", without)) != without:
        without = shorter
    without = " ".join(_HALF.sub(" ", _ALONE.sub(" ", without)).split())
    return (without,) if without else ()


def split_variants(lemma: str, language: str, part: str) -> tuple[str, ...]:  # noqa: ARG001
    """``car; automobile`` is two words. ``1,000`` is one."""
    return tuple(dict.fromkeys(filter(None, _BETWEEN_VARIANTS.split(lemma))))


def strip_infinitive(lemma: str, language: str, part: str) -> tuple[str, ...]:
    """``to go`` is ``go`` if it is an English verb; ``to and fro`` stays."""
    if language != "en" or lemma[:3].casefold() != "to ":
        return (lemma,)
    rest = lemma[3:].strip()
    if part == UNKNOWN:
        is_verb = rest.isalpha() and rest.casefold() not in _PHRASES
    else:
        is_verb = part in {"verb", "auxiliary", "modal"}
    return (rest,) if is_verb and rest else (lemma,)


def drop_glosses(lemma: str, language: str, part: str) -> tuple[str, ...]:  # noqa: ARG001
    """What reads as a sentence explains a word and is none."""
    return () if _SENTENCE.search(lemma) else (lemma,)


RULES = {
    "underscores": Rule("_", split_underscores),
    "joins": Rule(r"\+", split_joins),
    "remarks": Rule(r"[()\[\]<>{}/]", strip_remarks, "lemma that is all remark"),
    "glosses": Rule(r"[.!?:…\"“”«»]", drop_glosses, "sentence in place of a lemma"),
    "variants": Rule("[;,،、]", split_variants, "lemma without a word"),
    "infinitive": Rule(r"^[Tt]o\s", strip_infinitive),
}
"""The rules by name, in the order in which they apply; the limit of words comes last."""

SHEETS = ("infinitive",)
APERTIUM_RULES = ("underscores", "joins", "infinitive")
PRINTED = ("remarks", "glosses", "variants", "infinitive")
_BY_FORMAT = {
    "dix": APERTIUM_RULES,
    "csv": SHEETS,
    "xlsx": SHEETS,
    "freedict": PRINTED,
    "dictd": PRINTED,
    "stardict": PRINTED,
    "wiktextract": PRINTED,
}


@dataclass(frozen=True, slots=True)
class Normalisation:
    """Which rules apply.

    Attributes:
        rules: names of `RULES`.
        words: most words of a lemma; None for any number.
    """

    rules: tuple[str, ...] = ()
    words: int | None = None

    @property
    def is_none(self) -> bool:
        """Whether all lemmas stay as they are."""
        return not self.rules and self.words is None


def normalisation_for_format(name: str) -> Normalisation:
    """Return what suits the dictionaries of a format.

    Data sets are taken as they are; dictionaries that people print hold remarks, variants and
    glosses beside their words; those of Apertium join words in ways of their own.
    """
    rules = _BY_FORMAT.get(name, ())
    return Normalisation(rules, WORDS if rules == PRINTED else None)


def choose_rules(names: Collection[str]) -> Normalisation:
    """Return a choice of rules.

    Args:
        names: of `RULES`, or ``length`` for the limit of words; none leaves lemmas as they are.

    Raises:
        ConfigError: there is no such rule.
    """
    known = (*RULES, LENGTH)
    for name in names:
        if name not in known:
            raise ConfigError(describe_unknown("rule", name, known))
    limit = WORDS if LENGTH in names else None
    return Normalisation(tuple(name for name in RULES if name in names), limit)


def normalise_translations(
    translations: Iterable[Translation], normalisation: Normalisation, skips: Skips
) -> Iterator[Translation]:
    """Give translations with their lemmas as words.

    Args:
        translations: as they stand in a dictionary.
        normalisation: which rules apply.
        skips: counts what is left out, and how many lemmas a rule changes.
    """
    rules = [(name, RULES[name]) for name in RULES if name in normalisation.rules]
    triggers = [rule.trigger for _, rule in rules]
    if normalisation.words is not None:
        triggers.append(rf"\S(?:\s+\S+){{{normalisation.words}}}")
    if not triggers:
        yield from translations
        return
    concerned: Callable[[str], object] = re.compile("|".join(triggers)).search
    steps = _Steps(rules, normalisation.words, skips)
    for each in translations:
        if not concerned(each.source) and not concerned(each.target):
            yield each
            continue
        sources = steps.words(
            each.source, each.source_language, each.source_pos or each.target_pos or ""
        )
        targets = steps.words(
            each.target, each.target_language, each.target_pos or each.source_pos or ""
        )
        for source in sources:
            for target in targets:
                if source == each.source and target == each.target:
                    yield each
                else:
                    yield replace(each, source=source, target=target)


class _Steps:
    """The rules in turn, and what they did."""

    def __init__(self, rules: list[tuple[str, Rule]], words: int | None, skips: Skips) -> None:
        self._rules, self._words, self._skips = rules, words, skips
        self._triggers = [re.compile(rule.trigger).search for _, rule in rules]

    def words(self, lemma: str, language: str, part: str) -> list[str]:
        found = [lemma]
        for (name, rule), triggered in zip(self._rules, self._triggers, strict=True):
            before, found = found, []
            for each in before:
                if not triggered(each):
                    found.append(each)
                    continue
                after = rule.apply(each, code_if_known(language), lexinfo_part(part))
                found.extend(after)
                if not after:
                    self._skips.add(rule.counted, each)
                elif after != (each,):
                    self._skips.add(f"lemma changed by the rule {name}", each)
        if self._words is None:
            return found
        short = [each for each in found if len(each.split()) <= self._words]
        for each in found:
            if len(each.split()) > self._words:
                self._skips.add(f"lemma of more than {self._words} words", each)
        return short
