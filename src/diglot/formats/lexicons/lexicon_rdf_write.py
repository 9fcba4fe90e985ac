"""A lexicon as statements of OntoLex, vartrans, fuzzyLemon and PROV-O, one subject after another.

Nothing is collected but the names already described, so that the file may be as long as it likes.
Names are made of what they name: lemma, part of speech and language of an entry; dictionary and
words of an edge. The same word has the same name in every file with the same base. Forms and
senses have no names: blank nodes keep the file half as long.

Reference: Lexicon Model for Ontologies, W3C 2016, modules ontolex, lime and vartrans; PROV-O: The
PROV Ontology, W3C 2013.
"""

from __future__ import annotations

import json
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING
from urllib.parse import quote

from diglot.formats import rdf_names as names
from diglot.formats.rdf_names import DIGLOT, PROV, Value, node
from diglot.model.lexicon import BOTH

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from diglot.model.lexicon import LexicalPath, Lexicon, Translation

    Block = tuple[str, dict[str, list[Value]]]

# Individuals of LexInfo; other names of parts of speech are kept as texts.
PARTS_OF_SPEECH = frozenset(
    {"noun", "properNoun", "commonNoun", "verb", "auxiliary", "modal", "adjective", "adverb"}
    | {"pronoun", "determiner", "article", "numeral", "adposition", "preposition", "postposition"}
    | {"conjunction", "coordinatingConjunction", "subordinatingConjunction", "interjection"}
    | {"particle", "prefix", "suffix", "affix", "symbol", "punctuation", "letter"}
)
CONFIDENCE = names.FUZZY_LEMON + "confidenceDegree"
JSON = names.RDF + "JSON"
SET = names.VARTRANS + "TranslationSet"


def readable(path: LexicalPath) -> str:
    """Return a path for people: ``dog (en) — eng-spa — perro (es) — fra-spa — chien (fr)``."""
    parts = [f"{path.words[0]} ({path.languages[0]})"]
    for word, language, dictionaries in zip(
        path.words[1:], path.languages[1:], path.dictionaries, strict=True
    ):
        parts += [", ".join(dictionaries) or "?", f"{word} ({language})"]
    return " — ".join(parts)


class Statements:
    """The statements of a lexicon; see `diglot.formats.rdf_names.Described`.

    Args:
        lexicon: what is described.
        base: what all IRIs begin with.
    """

    def __init__(self, lexicon: Lexicon, base: str) -> None:
        self._lexicon = lexicon
        self._base = base
        self._set = f"{base}set/{_quoted(lexicon.origin.name)}"
        self._described: set[str] = set()
        self._blanks = 0

    def items(self) -> Iterator[Block]:
        """Give every subject with what is said of it."""
        self._described.clear()
        yield from self._about()
        times: dict[str, int] = {}
        for each in self._lexicon.translations:
            source = self._entry_name(each.source, each.source_pos, each.source_language)
            target = self._entry_name(each.target, each.target_pos, each.target_language)
            yield from self._entry(source, each.source, each.source_pos, each.source_language)
            yield from self._entry(target, each.target, each.target_pos, each.target_language)
            start = len(self._base) + len("entry/")
            own = f"{self._base}translation/{source[start:]}/{target[start:]}"
            count = times[own] = times.get(own, 0) + 1
            yield from self._translation(
                each, own if count == 1 else f"{own}/{count}", source, target
            )

    def _about(self) -> Iterator[Block]:
        """Describe the whole: origin, languages, and who made it."""
        lexicon, origin = self._lexicon, self._lexicon.origin
        languages = dict.fromkeys(language for pair in lexicon.pairs for language in pair)
        said = {
            names.TYPE: [node(SET)],
            names.DCT + "title": [Value(origin.name)],
        }
        if languages:
            said[names.LIME + "language"] = [Value(language) for language in languages]
        for name, text in (
            (names.DCT + "source", origin.statement),
            (names.DCT + "rights", origin.licence),
            (DIGLOT + "family", origin.family),
        ):
            if text:
                said[name] = [Value(text)]
        if lexicon.notes:
            said[names.RDFS + "comment"] = [Value(note) for note in lexicon.notes]
        if lexicon.signature is not None:
            agent, activity = f"{self._set}/agent", f"{self._set}/activity"
            said[PROV + "wasGeneratedBy"] = [node(activity)]
            said[PROV + "wasAttributedTo"] = [node(agent)]
            yield self._set, said
            yield (
                activity,
                {
                    names.TYPE: [node(PROV + "Activity")],
                    PROV + "wasAssociatedWith": [node(agent)],
                    DIGLOT + "signature": [Value(str(lexicon.signature))],
                },
            )
            yield (
                agent,
                {
                    names.TYPE: [node(PROV + "SoftwareAgent")],
                    names.RDFS + "label": [Value(f"diglot {lexicon.signature.version}".strip())],
                },
            )
        else:
            yield self._set, said
        for language in languages:
            yield (
                self._lexicon_name(language),
                {
                    names.TYPE: [node(names.LIME + "Lexicon")],
                    names.LIME + "language": [Value(language)],
                },
            )

    def _lexicon_name(self, language: str) -> str:
        return f"{self._base}lexicon/{_quoted(language)}"

    def _entry_name(self, lemma: str, pos: str | None, language: str) -> str:
        part = "" if pos is None else f"/{_quoted(pos)}"
        return f"{self._base}entry/{_quoted(language)}/{_quoted(lemma)}{part}"

    def _entry(self, own: str, lemma: str, pos: str | None, language: str) -> Iterator[Block]:
        """Describe an entry and its form, once."""
        if own in self._described:
            return
        self._described.add(own)
        self._blanks += 1
        form = f"_:f{self._blanks}"
        said = {
            names.TYPE: [node(names.ONTOLEX + "LexicalEntry")],
            names.LIME + "language": [Value(language)],
            names.ONTOLEX + "canonicalForm": [node(form)],
        }
        if pos in PARTS_OF_SPEECH:
            said[names.LEXINFO + "partOfSpeech"] = [node(names.LEXINFO + pos)]
        elif pos is not None:
            said[DIGLOT + "partOfSpeech"] = [Value(pos)]
        yield own, said
        yield (
            form,
            {
                names.TYPE: [node(names.ONTOLEX + "Form")],
                names.ONTOLEX + "writtenRep": [Value(lemma, language)],
            },
        )
        yield self._lexicon_name(language), {names.LIME + "entry": [node(own)]}

    def _translation(
        self, each: Translation, own: str, source: str, target: str
    ) -> Iterator[Block]:
        """Describe a translation, its two senses, and the paths it was found on.

        The senses are its own, as in Apertium RDF: were they the entries' own, everything that a
        word translates would seem to mean the same.
        """
        yield self._set, {names.VARTRANS + "trans": [node(own)]}
        self._blanks += 1
        senses = f"_:s{self._blanks}", f"_:t{self._blanks}"
        said = {
            names.TYPE: [node(names.VARTRANS + "Translation")],
            names.VARTRANS + "source": [node(senses[0])],
            names.VARTRANS + "target": [node(senses[1])],
        }
        if each.score is not None:
            said[CONFIDENCE] = [_decimal(each.score)]
        if each.direction != BOTH:
            said[DIGLOT + "direction"] = [Value(each.direction)]
        if each.reasons:
            said[DIGLOT + "reason"] = [Value(reason) for reason in each.reasons]
        if each.paths:
            edges = yield from self._edges(each.paths)
            if edges:
                said[PROV + "wasDerivedFrom"] = edges
            said[DIGLOT + "path"] = [Value(_exact(path), datatype=JSON) for path in each.paths]
            said[names.RDFS + "comment"] = [Value(readable(path)) for path in each.paths]
        yield own, said
        for place, entry in zip(senses, (source, target), strict=True):
            sense = {
                names.TYPE: [node(names.ONTOLEX + "LexicalSense")],
                names.ONTOLEX + "isSenseOf": [node(entry)],
            }
            if each.sense is not None and place is senses[0]:
                sense[names.SKOS + "definition"] = [Value(each.sense)]
            yield place, sense

    def _edges(self, paths: Iterable[LexicalPath]) -> Generator[Block, None, list[Value]]:
        """Describe the edges of paths that are not yet, and return the nodes of all.

        An edge is what one dictionary says of two words.
        """
        found: dict[str, None] = {}
        for path in paths:
            ends = list(zip(path.languages, path.words, strict=True))
            for pair, dictionaries in zip(pairwise(ends), path.dictionaries, strict=True):
                (first, one), (second, other) = sorted(pair)
                for dictionary in dictionaries:
                    own = f"{self._base}edge/" + "/".join(
                        map(_quoted, (dictionary, first, one, second, other))
                    )
                    found[own] = None
                    if own in self._described:
                        continue
                    self._described.add(own)
                    source = f"{self._base}dictionary/{_quoted(dictionary)}"
                    said = {
                        names.TYPE: [node(PROV + "Entity")],
                        names.RDFS + "label": [Value(f"{one} ({first}) — {other} ({second})")],
                        names.DCT + "isPartOf": [node(source)],
                    }
                    yield own, said
                    if source not in self._described:
                        self._described.add(source)
                        title = [Value(dictionary)]
                        kind = [node(PROV + "Entity")]
                        yield source, {names.TYPE: kind, names.DCT + "title": title}
        return [node(each) for each in found]


def _exact(path: LexicalPath) -> str:
    """Return a path as JSON, for programs."""
    return json.dumps(
        {
            "words": path.words,
            "languages": path.languages,
            "dictionaries": path.dictionaries,
            "score": path.score if path.score is None else float(path.score),
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


@lru_cache(maxsize=1 << 16)
def _quoted(text: str) -> str:
    return quote(text, safe="")


def _decimal(number: float) -> Value:
    """Return a number as xsd:decimal writes it: every digit of it, no exponent."""
    told = repr(float(number))
    if "e" in told:
        told = format(Decimal(told), "f")
    return Value(told, datatype=names.DECIMAL)
