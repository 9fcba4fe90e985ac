"""Parts of speech: whatever a dictionary calls them, by their names in LexInfo.

Reference: Cimiano, Buitelaar, McCrae and Sintek 2011, LexInfo: a declarative model for the
lexicon-ontology interface; the names of the Apertium RDF graph are the same.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

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
