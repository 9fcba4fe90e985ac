"""Lexicons in RDF: what vartrans puts together, confidence, provenance; written and read again."""

from __future__ import annotations

import gzip
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import rdflib
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diglot.errors import ConfigError, FormatError
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import read_translations as read_any
from diglot.formats.lexicons.rdf import (
    read_origin,
    read_signature,
    readable_path,
    write_lexicon,
)
from diglot.model import Signature
from diglot.model.lexicon import LexicalPath, Lexicon, Origin, Translation
from tests.formats.lexicons.strategies import translations

read_translations = partial(read_any, format="ontolex")

PREFIXES = """@prefix ontolex: <http://www.w3.org/ns/lemon/ontolex#> .
@prefix lime: <http://www.w3.org/ns/lemon/lime#> .
@prefix vartrans: <http://www.w3.org/ns/lemon/vartrans#> .
@prefix lexinfo: <http://www.lexinfo.net/ontology/2.0/lexinfo#> .
@prefix lemon: <http://www.lemon-model.net/lemon#> .
@prefix tr: <http://purl.org/net/translation#> .
@prefix fuzzyLemon: <http://sid.cps.unizar.es/def/fuzzyLemon#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix : <http://e.org/> .
"""
# As Apertium RDF has it: the language stands at the lexicon, senses are the translation's own.
APERTIUM = """:lexEN a lime:Lexicon ; lime:language "en" ; lime:entry :bench-n-en .
:lexES a lime:Lexicon ; lime:language "es" ; lime:entry :banco-n-es .
:bench-n-en a ontolex:LexicalEntry ; lexinfo:partOfSpeech lexinfo:noun ;
  ontolex:lexicalForm [ ontolex:writtenRep "bench"@en ] .
:banco-n-es a ontolex:LexicalEntry ; lexinfo:partOfSpeech lexinfo:noun ;
  ontolex:lexicalForm [ ontolex:writtenRep "banco" ] .
:s1 a ontolex:LexicalSense ; ontolex:isSenseOf :bench-n-en .
:s2 a ontolex:LexicalSense ; ontolex:isSenseOf :banco-n-es .
:t a vartrans:Translation ; vartrans:source :s1 ; vartrans:target :s2 .
:set a vartrans:TranslationSet ; vartrans:trans :t ; dct:source "Apertium" ;
  dct:license <http://l.org/gpl> .
"""
PATHS = (
    LexicalPath(("dog", "perro", "chien"), ("en", "es", "fr"), (("eng-spa",), ("a", "b")), 0.25),
    LexicalPath(("dog", "chien"), ("en", "fr"), ((),)),
)
FULL = Translation(
    "dog", "chien", "en", "fr", "noun", "n:x", "forward", 0.5, "animal", ("r", "s"), PATHS
)


def read(tmp_path, content, name="en-es.ttl", **options):
    path = tmp_path / name
    path.write_text(PREFIXES + content, encoding="utf-8")
    return list(read_translations(path, **options))


def graph(path):
    return rdflib.Graph().parse(path, format="turtle")


def test_translations_of_apertium_rdf_are_read(tmp_path):
    assert read(tmp_path, APERTIUM) == [Translation("bench", "banco", "en", "es", "noun", "noun")]
    origin = read_origin(tmp_path / "en-es.ttl")
    assert origin == Origin("en-es", "Apertium", "http://l.org/gpl")
    assert read_signature(tmp_path / "en-es.ttl") is None


def test_older_vocabularies_and_direct_links_are_read(tmp_path):
    found = read(
        tmp_path,
        """:a a lemon:LexicalEntry ; lemon:sense :a1 ; lemon:canonicalForm
          [ lemon:writtenRep "bread"@en ] .
        :b a lemon:LexicalEntry ; lemon:sense :b1 ; lemon:canonicalForm
          [ lemon:writtenRep "pan"@es ] .
        :c a ontolex:Word ; ontolex:canonicalForm [ ontolex:writtenRep "pa"@ca ] ;
          vartrans:translatableAs :b .
        :t a tr:Translation ; tr:translationSource :a1 ; tr:translationTarget :b1 ;
          lexinfo:translationConfidence "0.25" .""",
    )
    assert {(each.source, each.target, each.score) for each in found} == {
        ("bread", "pan", 0.25),
        ("pa", "pan", None),
    }


def test_confidence_and_definition_are_read(tmp_path):
    skips = Skips()
    found = read(
        tmp_path,
        APERTIUM
        + """:t fuzzyLemon:confidenceDegree 0.75 . :s1 skos:definition "a seat"@en .
        :u a vartrans:Translation ; vartrans:source :s2 ; vartrans:target :s1 ;
          fuzzyLemon:confidenceDegree "high" .""",
        skips=skips,
    )
    assert [(each.score, each.sense) for each in found] == [(0.75, "a seat"), (None, None)]
    assert [each.kind for each in skips.entries()] == ["confidence that is not a probability"]


def test_what_translates_nothing_is_counted(tmp_path):
    skips = Skips()
    found = read(
        tmp_path,
        APERTIUM
        + """:seat a ontolex:LexicalEntry ; ontolex:lexicalForm [ ontolex:writtenRep "seat"@en ] ;
          ontolex:sense :s3 . :mute a ontolex:LexicalEntry ; ontolex:sense :s4 .
        :v a vartrans:Translation ; vartrans:source :s1 ; vartrans:target :s3 .
        :w a vartrans:Translation ; vartrans:source :s1 ; vartrans:target :s4 .""",
        skips=skips,
    )
    assert len(found) == 1
    assert {each.kind for each in skips.entries()} == {
        "translation within one language",
        "translation of an entry without a written form",
    }


def test_a_thesaurus_is_read_as_a_termbase(tmp_path):
    (found,) = read(
        tmp_path,
        ':d a skos:Concept ; skos:prefLabel "dog"@en , "chien"@fr ; skos:hiddenLabel "x"@fr .',
    )
    assert found == Translation("dog", "chien", "en", "fr")


def test_all_translations_of_a_lemma_survive(tmp_path):
    path = tmp_path / "x.ttl"
    made = tuple(
        Translation("dog", target, "en", "fr", "noun", "noun", score=score)
        for target, score in (("chien", 0.9), ("clebs", 0.5), ("chien", 0.25))
    )
    assert write_lexicon(path, Lexicon(made, Origin("x"))) == 3
    assert list(read_translations(path)) == list(made)


def test_names_are_made_of_lemma_part_of_speech_and_language(tmp_path):
    path = tmp_path / "x.ttl"
    made = Translation("a/b é#", "c", "en", "pt-BR", "noun")
    write_lexicon(path, Lexicon((made,), Origin("x")), base="https://e.org/")
    subjects = {str(each) for each in graph(path).subjects() if isinstance(each, rdflib.URIRef)}
    assert "https://e.org/entry/en/a%2Fb%20%C3%A9%23/noun" in subjects
    assert "https://e.org/entry/pt-BR/c" in subjects


def test_confidence_is_a_decimal_and_provenance_names_every_edge(tmp_path):
    path = tmp_path / "x.ttl"
    signature = Signature("learned", "1.0", (("top", "3"),))
    tiny = Translation("dog", "cabot", "en", "fr", score=1e-7)
    write_lexicon(path, Lexicon((FULL, tiny), Origin("x"), ("a note",), signature))
    found = graph(path)
    prov = rdflib.Namespace("http://www.w3.org/ns/prov#")
    fuzzy = rdflib.Namespace("http://sid.cps.unizar.es/def/fuzzyLemon#")
    degrees = sorted(found.objects(None, fuzzy.confidenceDegree), key=str)
    assert [str(each) for each in degrees] == ["0.0000001", "0.5"]
    assert {each.datatype for each in degrees} == {rdflib.XSD.decimal}
    (translation,) = set(found.subjects(prov.wasDerivedFrom))
    edges = [str(each) for each in found.objects(translation, prov.wasDerivedFrom)]
    assert sorted(edges) == [
        "urn:diglot:lexicon:edge/a/es/perro/fr/chien",
        "urn:diglot:lexicon:edge/b/es/perro/fr/chien",
        "urn:diglot:lexicon:edge/eng-spa/en/dog/es/perro",
    ]
    comments = {str(each) for each in found.objects(translation, rdflib.RDFS.comment)}
    assert comments == {
        "dog (en) — eng-spa — perro (es) — a, b — chien (fr)",
        "dog (en) — ? — chien (fr)",
    }
    assert comments == set(map(readable_path, PATHS))
    (activity,) = found.objects(None, prov.wasGeneratedBy)
    (agent,) = found.objects(activity, prov.wasAssociatedWith)
    assert (agent, rdflib.RDF.type, prov.SoftwareAgent) in found
    assert str(found.value(agent, rdflib.RDFS.label)) == "diglot 1.0"
    assert read_signature(path) == signature


@pytest.mark.parametrize("extension", ["ttl", "nt", "rdf", "jsonld"])
def test_every_serialisation_carries_everything(tmp_path, extension):
    path = tmp_path / f"x.{extension}"
    origin = Origin("x", "from <a> & b", "GPL", "Ergane")
    signature = Signature("walk", "1.0")
    lexicon = Lexicon((FULL, Translation("\u00a0x", '"\\', "en", "fr")), origin, (), signature)
    write_lexicon(path, lexicon)
    assert list(read_translations(path)) == list(lexicon.translations)
    assert read_origin(path) == origin
    assert read_signature(path) == signature


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(translations(pair=("pt-BR", "sr-Latn")), max_size=4), st.sampled_from(["ttl", "nt"])
)
def test_what_is_written_is_read_again(found, extension):
    made = tuple(
        replace(
            each, reasons=tuple(dict.fromkeys(each.reasons)), paths=tuple(dict.fromkeys(each.paths))
        )
        for each in found
    )
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"x.{extension}"
        assert write_lexicon(path, Lexicon(made, Origin("x"))) == len(made)
        if made:
            assert list(read_translations(path)) == list(made)


@pytest.mark.parametrize("extension", ["ttl", "nt", "rdf", "jsonld"])
def test_a_lexicon_without_translations_still_says_what_it_is(tmp_path, extension):
    path = tmp_path / f"x.{extension}"
    write_lexicon(path, Lexicon((), Origin("x", "from a"), signature=Signature("walk", "1.0")))
    assert read_origin(path).statement == "from a"
    assert read_signature(path) == Signature("walk", "1.0")
    assert list(read_translations(path)) == []


def test_entries_and_translations_may_be_in_several_files(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_text(PREFIXES + content, encoding="utf-8")
        return path

    entry = "a ontolex:LexicalEntry ; ontolex:canonicalForm _:f . _:f ontolex:writtenRep"
    path = write("t.ttl", ":t a vartrans:Translation ; vartrans:source :a ; vartrans:target :b .")
    others = [write("a.ttl", f':a {entry} "dog"@en .'), write("b.ttl", f':b {entry} "chien"@fr .')]
    assert list(read_translations(path, others=others)) == [Translation("dog", "chien", "en", "fr")]


def test_a_packed_file_is_read(tmp_path):
    path = tmp_path / "en-es.ttl.gz"
    path.write_bytes(gzip.compress((PREFIXES + APERTIUM).encode()))
    assert [each.target for each in read_translations(path)] == ["banco"]


def test_a_damaged_path_or_direction_is_counted(tmp_path):
    skips = Skips()
    (found,) = read(
        tmp_path,
        APERTIUM
        + """@prefix diglot: <urn:diglot:ns:> .
        :t diglot:direction "up" ; diglot:path "[", "{}", '{"words": ["a"]}' .""",
        skips=skips,
    )
    assert (found.direction, found.paths) == ("both", ())
    assert {each.kind: each.count for each in skips.entries()} == {
        "direction that is not known": 1,
        "path that cannot be read": 3,
    }


def test_damaged_rdf_and_odd_options_are_refused(tmp_path):
    with pytest.raises(FormatError, match="is not well-formed RDF"):
        read(tmp_path, ":a :b")
    with pytest.raises(ConfigError, match="the base is"):
        write_lexicon(tmp_path / "y.ttl", Lexicon((FULL,)), base="a b")
    with pytest.raises(ConfigError, match="the serialisation is"):
        write_lexicon(tmp_path / "y.ttl", Lexicon((FULL,)), serialisation="yaml")


def test_a_language_that_rdf_does_not_allow_is_counted_and_still_read(tmp_path):
    skips = Skips()
    path = tmp_path / "x.ttl"
    made = Translation("dog", "cão", "en", "Portuguese (Brazil)")
    write_lexicon(path, Lexicon((made,)), skips=skips)
    assert [each.kind for each in skips.entries()] == [
        "language tag that RDF does not allow, written as und"
    ]
    assert list(read_translations(path)) == [made]
