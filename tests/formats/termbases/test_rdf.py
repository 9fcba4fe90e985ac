"""SKOS, SKOS-XL and OntoLex: small files by hand, and termbases back from every kind of RDF."""

from __future__ import annotations

import pytest
import rdflib
from hypothesis import given, settings
from rdflib import Literal, URIRef
from rdflib.namespace import RDF, SKOS

from diglot.errors import ConfigError, InputError, UnsafeFileError
from diglot.formats import read_termbase, write_termbase
from diglot.formats.rdf import id_of, iri_of
from diglot.model import Concept, ConceptTerm, Context, Signature, Termbase
from tests.formats.termbases.strategies import in_order, termbases

KINDS = {"ttl": "turtle", "nt": "nt", "rdf": "xml", "jsonld": "json-ld"}
PREFIXES = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix ontolex: <http://www.w3.org/ns/lemon/ontolex#> .
@prefix lemon: <http://www.lemon-model.net/lemon#> .
@prefix lime: <http://www.w3.org/ns/lemon/lime#> .
@prefix vartrans: <http://www.w3.org/ns/lemon/vartrans#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix lexinfo: <http://www.lexinfo.net/ontology/2.0/lexinfo#> .
@prefix : <http://e.org/> .
"""


def read(tmp_path, content, name="t.ttl"):
    path = tmp_path / name
    path.write_text(PREFIXES + content if name.endswith("ttl") else content, encoding="utf-8")
    return read_termbase(path)


def forms(concept):
    return [(term.language, term.text, term.status) for term in concept.terms]


def test_labels_of_skos_become_terms_with_their_statuses(tmp_path):
    termbase = read(
        tmp_path,
        """:s a skos:ConceptScheme ; dct:title "Food" .
        :bread a skos:Concept ; skos:inScheme :s ; skos:broader :food ;
          skos:prefLabel "bread"@en , "pain"@fr ; skos:altLabel "loaf"@en ;
          skos:hiddenLabel "bred"@en ; skos:notation "5" ;
          skos:definition "what is baked"@en , [ rdf:value "aliment"@fr ] ;
          dct:subject "kitchen" ; dct:source "me" ; skos:note "n" .""",
    )
    (concept,) = termbase.concepts
    assert termbase.title == "Food"
    assert concept.id == "http://e.org/bread"
    assert forms(concept) == [
        ("en", "bread", "preferred"),
        ("en", "loaf", "admitted"),
        ("en", "bred", "forbidden"),
        ("fr", "pain", "preferred"),
    ]
    assert concept.definitions == (("en", "what is baked"), ("fr", "aliment"))
    assert (concept.subject, concept.source, concept.note) == ("kitchen", "me", "n")
    assert dict(concept.properties) == {
        "skos:inScheme": "<http://e.org/s>",
        "skos:broader": "<http://e.org/food>",
        "skos:notation": "5",
    }


def test_a_second_preferred_label_is_demoted_with_a_note(tmp_path):
    termbase = read(tmp_path, ':a a skos:Concept ; skos:prefLabel "x"@en , "y"@en .')
    assert forms(termbase.concepts[0]) == [("en", "x", "preferred"), ("en", "y", "admitted")]
    assert termbase.notes == ('1 second prefLabel in a language, taken as altLabel: "y"',)


def test_a_concept_without_labels_is_counted(tmp_path):
    termbase = read(tmp_path, ":a a skos:Concept . :b a skos:Concept ; skos:prefLabel 'x'@en .")
    assert [each.id for each in termbase.concepts] == ["http://e.org/b"]
    assert termbase.notes == ('1 concept without terms: "http://e.org/a"',)


def test_labels_of_skos_xl_alone_make_a_concept_and_collections_are_counted(tmp_path):
    termbase = read(
        tmp_path,
        """@prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
        :a xl:prefLabel [ xl:literalForm "bread"@en ] ; xl:altLabel :l .
        :l xl:literalForm "pain"@fr .
        :c a skos:Collection ; skos:prefLabel "baked"@en ; skos:member :a .""",
    )
    (concept,) = termbase.concepts
    assert forms(concept) == [("en", "bread", "preferred"), ("fr", "pain", "admitted")]
    assert termbase.notes == ('1 collection of concepts: "http://e.org/c"',)


def test_senses_with_one_reference_name_one_concept(tmp_path):
    termbase = read(
        tmp_path,
        """:bread-n a ontolex:LexicalEntry ; lime:language "en" ;
          lexinfo:partOfSpeech lexinfo:properNoun ;
          ontolex:canonicalForm [ ontolex:writtenRep "bread"@en ] ;
          ontolex:otherForm [ ontolex:writtenRep "breads"@en ] ;
          ontolex:sense [ ontolex:reference :food ] .
        :pain-n a ontolex:Word ; ontolex:canonicalForm [ ontolex:writtenRep "pain" ] ;
          lime:language "fr" ; ontolex:denotes :food .""",
    )
    (concept,) = termbase.concepts
    assert concept.id == "http://e.org/food"
    assert forms(concept) == [("en", "bread", None), ("fr", "pain", None)]
    assert concept.terms[0].part_of_speech == "proper noun"
    assert termbase.notes == ('1 other form of a lexical entry: "bread"',)


def test_senses_that_translate_each_other_make_a_concept(tmp_path):
    termbase = read(
        tmp_path,
        """:a a lemon:LexicalEntry ; lemon:canonicalForm [ lemon:writtenRep "bread"@en ] ;
          lemon:sense :a1 , :a2 .
        :b a lemon:LexicalEntry ; lemon:canonicalForm [ lemon:writtenRep "pain"@fr ] ;
          lemon:sense :b1 .
        :t a vartrans:Translation ; vartrans:source :a1 ; vartrans:target :b1 .""",
    )
    assert [forms(each) for each in termbase.concepts] == [
        [("en", "bread", None), ("fr", "pain", None)],
        [("en", "bread", None)],
    ]


WHOLE = Termbase(
    (
        Concept(
            "594",
            (
                ConceptTerm(
                    "bread",
                    "en",
                    "preferred",
                    "noun",
                    "full form",
                    0.875,
                    12,
                    (Context("Fresh bread.", "Du pain frais.", "menu"),),
                    "a book",
                    "a\nnote",
                    (("colour", "brown"),),
                ),
                ConceptTerm("pain", "fr"),
                ConceptTerm("miche", "fr", "do-not-translate"),
            ),
            (("", "food"), ("fr", "aliment")),
            "kitchen",
            0.5,
            "the house",
            "whole",
            (("skos:broader", "<http://e.org/food>"), ("skos:example@fr", "un pain"), ("a", "b")),
        ),
        Concept("http://e.org/oven", (ConceptTerm("oven", "en", "preferred"),)),
    ),
    "Food",
    (),
    Signature("terms", "1.0"),
)


@pytest.mark.parametrize("vocabulary", ["skos", "ontolex"])
@pytest.mark.parametrize("extension", KINDS)
def test_everything_that_is_said_comes_back(tmp_path, extension, vocabulary):
    path = tmp_path / f"t.{extension}"
    assert write_termbase(path, WHOLE, vocabulary=vocabulary, base="https://a.org/t/") == ()
    back = read_termbase(path)
    assert (back.title, back.signature, back.notes) == ("Food", WHOLE.signature, ())
    assert [in_order(each, of_terms=True) for each in back.concepts] == [
        in_order(each, of_terms=True) for each in WHOLE.concepts
    ]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("extension", KINDS)
def test_what_is_written_is_the_same_graph_in_every_kind_of_rdf(tmp_path, extension):
    graphs = []
    for kind in ("nt", extension):
        path = tmp_path / f"t.{kind}"
        write_termbase(path, WHOLE)
        graphs.append(set(rdflib.Graph().parse(data=path.read_text(), format=KINDS[kind])))
    assert len(graphs[0]) > 30
    assert graphs[0] == graphs[1]


def test_plain_readers_of_skos_find_one_preferred_label_a_language(tmp_path):
    termbase = Termbase(
        (
            Concept(
                "a",
                (
                    ConceptTerm("x", "en", "preferred"),
                    ConceptTerm("y", "en", "preferred"),
                    ConceptTerm("z", "en", "forbidden"),
                ),
            ),
        )
    )
    lost = write_termbase(tmp_path / "t.ttl", termbase)
    assert [each.kind for each in lost] == [
        "second preferred term of a language, written as altLabel"
    ]
    graph = rdflib.Graph().parse(data=(tmp_path / "t.ttl").read_text())
    concept = URIRef("urn:diglot:a")
    assert (concept, RDF.type, SKOS.Concept) in graph
    assert list(graph.objects(concept, SKOS.prefLabel)) == [Literal("x", lang="en")]
    assert list(graph.objects(concept, SKOS.altLabel)) == [Literal("y", lang="en")]
    assert list(graph.objects(concept, SKOS.hiddenLabel)) == [Literal("z", lang="en")]
    assert read_termbase(tmp_path / "t.ttl").concepts == termbase.concepts


def test_same_termbase_same_bytes(tmp_path):
    for extension in KINDS:
        first, second = tmp_path / f"1.{extension}", tmp_path / f"2.{extension}"
        write_termbase(first, WHOLE)
        write_termbase(second, WHOLE)
        assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize(
    "name", ["594", "a b", "é/ü?#", "%41", "$scheme", "http://e.org/1", "urn:diglot:x"]
)
def test_any_id_becomes_an_iri_and_itself_again(name):
    assert id_of(iri_of(name, "urn:diglot:"), "urn:diglot:") == name


@pytest.mark.slow
@pytest.mark.parametrize("vocabulary", ["skos", "ontolex"])
@pytest.mark.parametrize("extension", KINDS)
@settings(max_examples=5)
@given(termbase=termbases(rejected=False))
def test_every_termbase_comes_back(tmp_path_factory, extension, vocabulary, termbase):
    path = tmp_path_factory.mktemp("rdf") / f"t.{extension}"
    write_termbase(path, termbase, vocabulary=vocabulary)
    assert [in_order(each, of_terms=True) for each in read_termbase(path).concepts] == [
        in_order(each, of_terms=True) for each in termbase.concepts
    ]


@pytest.mark.parametrize(
    "content",
    [
        '{"@context": "http://e.org/context.jsonld", "@id": "a"}',
        '[{"x": {"@context": ["http://e.org/c", {}]}}]',
        '{"@context": {"@import": "http://e.org/c"}}',
    ],
)
def test_contexts_are_never_fetched(tmp_path, content):
    with pytest.raises(UnsafeFileError, match="context"):
        read(tmp_path, content, "t.jsonld")


def test_entities_are_refused(tmp_path):
    content = '<!DOCTYPE r [<!ENTITY a "b">]><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>'
    with pytest.raises(UnsafeFileError, match="declares the entity"):
        read(tmp_path, content, "t.rdf")


@pytest.mark.parametrize("extension", KINDS)
def test_what_is_no_rdf_is_one_clear_line(tmp_path, extension):
    with pytest.raises(InputError) as caught:
        read(tmp_path, "{ this is <nothing", f"x.{extension}")
    assert "\n" not in str(caught.value)
    assert f"x.{extension}" in str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"vocabulary": "owl"}, "'owl'; it can be skos or ontolex"),
        ({"serialisation": "n3"}, "'n3'; it can be turtle"),
        ({"base": "no iri"}, "must begin an IRI"),
    ],
)
def test_unknown_options_are_one_clear_line(tmp_path, options, message):
    with pytest.raises(ConfigError, match=message):
        write_termbase(tmp_path / "t.ttl", WHOLE, **options)
