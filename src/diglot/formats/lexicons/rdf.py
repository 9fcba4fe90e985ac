"""Lexicons as RDF: OntoLex-Lemon with vartrans, confidences of fuzzyLemon, provenance of PROV-O.

A translation says its confidence (``fuzzyLemon:confidenceDegree``, a decimal) and, where it was
inferred, the edges it was derived from and the paths they make, readable in ``rdfs:comment``; the
set of translations says which activity of which program made it. Everything that diglot knows is
written and read again, but languages whose tag RDF does not allow, and a reason said twice. Other
files of terms in RDF are read as termbases whose terms translate each other.

Reference: Lexicon Model for Ontologies, W3C 2016; PROV-O: The PROV Ontology, W3C 2013.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.lines import byte_blocks
from diglot.formats import rdf as names
from diglot.formats.blocks import Skips
from diglot.formats.lexicons.jsonl import path_of
from diglot.formats.lexicons.sources import Reading, name_of
from diglot.formats.rdf import DIGLOT, PROV, WRITERS, Statements, Value, node_value
from diglot.formats.termbases.rdf import read_statements, serialisation_of, statements_of
from diglot.formats.termbases.rdf_vocabularies import ends_of, form_of, lexinfo_name, owners_of
from diglot.formats.units import parse_probability, signature_of
from diglot.model import Signature
from diglot.model.lexicon import BOTH, DIRECTIONS, LexicalPath, Lexicon, Origin, Translation
from diglot.text.languages import UNDETERMINED

Block = tuple[str, dict[str, list[Value]]]


BASE = names.BASE + "lexicon:"
ABOUT = ("source", "title", "rights", "license", "family", "type", "signature", "description")
# What stands between subjects where diglot wrote them.
FIRST_BLOCKS = {"turtle": "\n\n", "nt": "\n"}
SETS = ("#TranslationSet", "#Dataset", "#ConceptScheme")


def read_translations(
    reading: Reading, *, serialisation: str | None = None, others: Sequence[str | Path] = ()
) -> Iterator[Translation]:
    """Give the translations of a lexicon, or of a termbase, in RDF.

    What the file says of translations is held in memory. Languages are those of the entries, else
    those of ``reading``; of a termbase they are the two to take, by default all.

    Args:
        reading: of the file.
        serialisation: ``turtle``, ``nt``, ``xml`` or ``json-ld``; by default told by the extension.
        others: further files of the same lexicon: Apertium RDF has translations in one file and
            the entries of each language in another.

    Raises:
        InputError: a file cannot be read, is unsafe or is no RDF.
        ConfigError: there is no such serialisation.
    """
    files = (reading.path, *map(Path, others))
    statements = join_sources(
        read_statements(
            file, encoding=reading.encoding, serialisation=serialisation, wanted=is_wanted
        )
        for file in files
    )
    found = LexiconRdfReader(statements, reading.languages, reading.skips)
    number = 0
    for number, each in enumerate(found.translations(), 1):  # noqa: B007
        yield each
    if not number:
        from diglot.formats.lexicons.tbx import translations_of
        from diglot.formats.termbases.rdf import read_concepts

        del statements, found
        for file in files:
            concepts = read_concepts(
                file, encoding=reading.encoding, serialisation=serialisation, skips=reading.skips
            )
            yield from translations_of(concepts, reading.told_languages, reading.skips)


def read_origin(path: str | Path) -> Origin:
    """Return what the set of translations says of its sources and its licence."""
    path = Path(path)
    said = _about(path)
    texts = {
        name: " ".join(
            dict.fromkeys(
                value.text
                for predicate, values in said.items()
                if predicate.endswith(("/" + name, "#" + name, ":" + name))
                for value in values
            )
        )
        for name in ABOUT
    }
    statement = texts["source"] or texts["description"]
    return Origin(name_of(path), statement, texts["rights"] or texts["license"], texts["family"])


def write_lexicon(
    path: str | Path,
    lexicon: Lexicon,
    *,
    skips: Skips | None = None,
    serialisation: str | None = None,
    base: str = BASE,
) -> int:
    """Write a lexicon as RDF, one translation after another; return their number.

    Args:
        lexicon: the translations.
        skips: collects what RDF cannot carry.
        serialisation: ``turtle``, ``nt``, ``xml`` or ``json-ld``; by default told by the extension.
        base: what all IRIs begin with.

    Raises:
        ConfigError: an option has a value that it cannot have.
    """
    path = Path(path)
    kind = serialisation_of(path, serialisation)
    if not names.IRI.fullmatch(base + "x"):
        raise ConfigError(f"the base is {base!r}; it must begin an IRI, such as https://a.org/t/")
    skips = skips if skips is not None else Skips()
    with atomic_open(path) as file:
        for line in WRITERS[kind](LexiconStatements(lexicon, base), skips):
            file.write(line)
    return len(lexicon.translations)


def read_signature(path: str | Path) -> Signature | None:
    """Return how a lexicon that diglot wrote was inferred; None when the file does not say it."""
    for said in _statements_about(Path(path)).values():
        for value in said.get(names.DIGLOT + "signature", ()):
            return signature_of(value.text)
    return None


def _about(path: Path) -> dict[str, list[names.Value]]:
    """Return what is said of the set of translations, or of whatever holds the file together."""
    statements = _statements_about(path)
    for kind in (SET, *SETS):
        for said in statements.values():
            if any(value.text.endswith(kind) for value in said.get(names.TYPE, ())):
                return said
    return {}


def _statements_about(path: Path) -> names.Statements:
    """Return what a file says of itself: its first subjects where diglot wrote it, else all."""
    kind = serialisation_of(path, None)
    if kind in FIRST_BLOCKS:
        data, _ = next(byte_blocks(path), (b"", ""))
        head = data.decode("utf-8", "replace")
        entries = head.find(names.ONTOLEX if kind == "nt" else "ontolex:LexicalEntry")
        if entries > 0 and names.BASE in head and names.VARTRANS in head:
            with suppress(FormatError):
                return statements_of(head[:entries].rpartition(FIRST_BLOCKS[kind])[0], kind, path)
    return read_statements(path, wanted=_is_about)


def _is_about(predicate: str) -> bool:
    return predicate.endswith(ABOUT)


# Statements as translations: OntoLex and lemon entries that vartrans puts together.
#
# Reference: Lexicon Model for Ontologies, W3C 2016, module vartrans; Gracia et al., The Apertium
# bilingual dictionaries on the web of data, Semantic Web 2018.

# Local names that say something of a translation, in whatever version of its vocabulary.
WANTED = frozenset(
    {"source", "target", "relates", "translation", "translatableAs", "translationSource"}
    | {"translationTarget", "sense", "isSenseOf", "canonicalForm", "lexicalForm", "writtenRep"}
    | {"language", "entry", "partOfSpeech", "label", "type", "confidenceDegree"}
    | {"translationConfidence", "definition", "direction", "reason", "path"}
)
CONFIDENCES = ("confidenceDegree", "translationConfidence")
ENTRY = (names.LIME + "entry", names.LEMON + "entry")

Place = tuple[str, str, str | None]


def is_wanted(predicate: str) -> bool:
    """Tell whether a statement has to do with translations."""
    name = predicate[max(predicate.rfind("#"), predicate.rfind("/"), predicate.rfind(":")) + 1 :]
    return name in WANTED


def join_sources(files: Iterable[Statements]) -> Statements:
    """Return what several files say; nodes without a name are each file's own."""
    found: Statements = {}
    for number, statements in enumerate(files):
        if not number:
            found = statements
            continue
        for subject, said in statements.items():
            place = found.setdefault(_own(subject, number), {})
            for predicate, values in said.items():
                place.setdefault(predicate, []).extend(
                    replace(value, text=_own(value.text, number)) if value.is_node else value
                    for value in values
                )
    return found


def _own(name: str, number: int) -> str:
    return f"_:{number}{name[1:]}" if name.startswith("_:") else name


class LexiconRdfReader:
    """Turns statements into translations.

    Args:
        statements: those of the file that `is_wanted` tells of.
        languages: of source and target, where the file does not say them.
        skips: collects what is left out.
    """

    def __init__(self, statements: Statements, languages: tuple[str, str], skips: Skips) -> None:
        self._said = statements
        self._languages = languages
        self._skips = skips
        owners = owners_of(statements)
        self._entries = {sense: entry for entry, senses in owners.items() for sense in senses}
        self._lexicons = {
            entry.text: language
            for said in statements.values()
            for name in ENTRY
            for entry in said.get(name, ())
            if (language := _language(said))
        }
        self._known: dict[str, Place | None] = {}

    def translations(self) -> Iterator[Translation]:
        """Give every pair of entries that a translation puts together."""
        for own, first, second in ends_of(self._said):
            source, target = self._place(first), self._place(second)
            if source is None or target is None:
                self._skips.add("translation of an entry without a written form", own or first)
                continue
            languages = source[1] or self._languages[0], target[1] or self._languages[1]
            if languages[0] == languages[1] != UNDETERMINED:
                self._skips.add("translation within one language", source[0])
                continue
            said = self._said.get(own, {}) if own is not None else {}
            direction = _text(said, DIGLOT + "direction") or BOTH
            if direction not in DIRECTIONS:
                self._skips.add("direction that is not known", direction)
                direction = BOTH
            yield Translation(
                source[0],
                target[0],
                *languages,
                source[2],
                target[2],
                direction,
                self._score(said),
                _text(self._said.get(first, {}), names.SKOS + "definition"),
                tuple(value.text for value in said.get(DIGLOT + "reason", ())),
                tuple(self._paths(said)),
            )

    def _place(self, end: str) -> Place | None:
        """Return word, language (empty when not said) and part of speech of a sense or an entry."""
        entry = self._entries.get(end, end)
        if entry not in self._known:
            form = form_of(self._said, entry, self._skips)
            if form is None or not form[0].strip():
                self._known[entry] = None
            else:
                said = self._said[entry]
                told = _language(said) or (form[1] if form[1] != UNDETERMINED else "")
                part = lexinfo_name(self._said, entry, "partOfSpeech")
                if part is None:
                    part = _text(said, DIGLOT + "partOfSpeech")
                self._known[entry] = form[0], told or self._lexicons.get(entry, ""), part
        return self._known[entry]

    def _score(self, said: dict[str, list[Value]]) -> float | None:
        for predicate, values in said.items():
            if predicate.endswith(CONFIDENCES):
                score = parse_probability(values[0].text)
                if score is None:
                    self._skips.add("confidence that is not a probability", values[0].text)
                return score
        return None

    def _paths(self, said: dict[str, list[Value]]) -> Iterator[LexicalPath]:
        for value in said.get(DIGLOT + "path", ()):
            try:
                yield path_of(json.loads(value.text))
            except (ValueError, TypeError, KeyError, RecursionError):
                self._skips.add("path that cannot be read", value.text)


def _text(said: dict[str, list[Value]], name: str) -> str | None:
    return next((value.text for value in said.get(name, ())), None)


def _language(said: dict[str, list[Value]]) -> str:
    """Return the language that an entry or a lexicon says it has; of an IRI its last part."""
    for name in (names.LIME + "language", names.LEMON + "language", names.DCT + "language"):
        for value in said.get(name, ()):
            text = value.text.rstrip("/").rpartition("/")[2] if value.is_node else value.text
            if text.strip():
                return text.strip()
    return ""


# A lexicon as statements of OntoLex, vartrans, fuzzyLemon and PROV-O, one subject after another.
#
# Nothing is collected but the names already described, so that the file may be as long as it likes.
# Names are made of what they name: lemma, part of speech and language of an entry; dictionary and
# words of an edge. The same word has the same name in every file with the same base. Forms and
# senses have no names: blank nodes keep the file half as long.
#
# Reference: Lexicon Model for Ontologies, W3C 2016, modules ontolex, lime and vartrans; PROV-O: The
# PROV Ontology, W3C 2013.

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


def readable_path(path: LexicalPath) -> str:
    """Return a path for people: ``dog (en) — eng-spa — perro (es) — fra-spa — chien (fr)``."""
    parts = [f"{path.words[0]} ({path.languages[0]})"]
    for word, language, dictionaries in zip(
        path.words[1:], path.languages[1:], path.dictionaries, strict=True
    ):
        parts += [", ".join(dictionaries) or "?", f"{word} ({language})"]
    return " — ".join(parts)


class LexiconStatements:
    """The statements of a lexicon; see `diglot.formats.rdf.StatementSource`."""

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
            names.TYPE: [node_value(SET)],
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
            said[PROV + "wasGeneratedBy"] = [node_value(activity)]
            said[PROV + "wasAttributedTo"] = [node_value(agent)]
            yield self._set, said
            yield (
                activity,
                {
                    names.TYPE: [node_value(PROV + "Activity")],
                    PROV + "wasAssociatedWith": [node_value(agent)],
                    DIGLOT + "signature": [Value(str(lexicon.signature))],
                },
            )
            yield (
                agent,
                {
                    names.TYPE: [node_value(PROV + "SoftwareAgent")],
                    names.RDFS + "label": [Value(f"diglot {lexicon.signature.version}".strip())],
                },
            )
        else:
            yield self._set, said
        for language in languages:
            yield (
                self._lexicon_name(language),
                {
                    names.TYPE: [node_value(names.LIME + "Lexicon")],
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
            names.TYPE: [node_value(names.ONTOLEX + "LexicalEntry")],
            names.LIME + "language": [Value(language)],
            names.ONTOLEX + "canonicalForm": [node_value(form)],
        }
        if pos in PARTS_OF_SPEECH:
            said[names.LEXINFO + "partOfSpeech"] = [node_value(names.LEXINFO + pos)]
        elif pos is not None:
            said[DIGLOT + "partOfSpeech"] = [Value(pos)]
        yield own, said
        yield (
            form,
            {
                names.TYPE: [node_value(names.ONTOLEX + "Form")],
                names.ONTOLEX + "writtenRep": [Value(lemma, language)],
            },
        )
        yield self._lexicon_name(language), {names.LIME + "entry": [node_value(own)]}

    def _translation(
        self, each: Translation, own: str, source: str, target: str
    ) -> Iterator[Block]:
        """Describe a translation, its two senses, and the paths it was found on.

        The senses are its own, as in Apertium RDF: were they the entries' own, everything that a
        word translates would seem to mean the same.
        """
        yield self._set, {names.VARTRANS + "trans": [node_value(own)]}
        self._blanks += 1
        senses = f"_:s{self._blanks}", f"_:t{self._blanks}"
        said = {
            names.TYPE: [node_value(names.VARTRANS + "Translation")],
            names.VARTRANS + "source": [node_value(senses[0])],
            names.VARTRANS + "target": [node_value(senses[1])],
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
            said[names.RDFS + "comment"] = [Value(readable_path(path)) for path in each.paths]
        yield own, said
        for place, entry in zip(senses, (source, target), strict=True):
            sense = {
                names.TYPE: [node_value(names.ONTOLEX + "LexicalSense")],
                names.ONTOLEX + "isSenseOf": [node_value(entry)],
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
                        names.TYPE: [node_value(PROV + "Entity")],
                        names.RDFS + "label": [Value(f"{one} ({first}) — {other} ({second})")],
                        names.DCT + "isPartOf": [node_value(source)],
                    }
                    yield own, said
                    if source not in self._described:
                        self._described.add(source)
                        title = [Value(dictionary)]
                        kind = [node_value(PROV + "Entity")]
                        yield source, {names.TYPE: kind, names.DCT + "title": title}
        return [node_value(each) for each in found]


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
