"""Turtle read as a stream says what rdflib says, or leaves the file to it."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st
from rdflib.compare import isomorphic

from diglot.errors import UnsafeFileError
from diglot.formats import rdf as _turtle
from diglot.formats.blocks import Skips
from diglot.formats.rdf import (
    DIGLOT,
    RDF,
    RDFS,
    XSD,
    Value,
    node_value,
    ntriples_lines,
    quick_statements,
    turtle_lines,
)
from diglot.formats.termbases.rdf import statements_of
from tests.formats.strategies import texts

PREFIXES = "@prefix : <http://e.org/> . @prefix e: <http://e.org/ns#> .\n"


def quick(content, *, wanted=None, encoding=None):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.ttl"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return quick_statements(path, encoding, wanted)


def slow(content):
    return statements_of(content, "turtle", Path("x.ttl"))


def same(found, expected):
    """Whether two files say the same, in the same order where nodes have names."""
    return isomorphic(graph(found), graph(expected)) and with_names(found) == with_names(expected)


def graph(statements):
    made = rdflib.Graph()
    for subject, said in statements.items():
        for predicate, values in said.items():
            for each in values:
                term = (
                    resource(each.text)
                    if each.is_node
                    else rdflib.Literal(each.text, each.language, each.datatype, normalize=False)
                )
                made.add((resource(subject), rdflib.URIRef(predicate), term))
    return made


def resource(name):
    return rdflib.BNode(name[2:]) if name.startswith("_:") else rdflib.URIRef(name)


def with_names(statements):
    return {
        subject: {
            predicate: ["_:" if each.text.startswith("_:") else each.text for each in values]
            for predicate, values in said.items()
        }
        for subject, said in statements.items()
        if not subject.startswith("_:")
    }


@pytest.mark.parametrize(
    "content",
    [
        ':a :b :c , "d" ; e:f "g"@pt-BR ; a e:H . :i :j :k .',
        '<urn:a> <urn:b> "x"^^e:t , "y"^^<urn:t> .',
        ":a :b [ :c [ :d 1 ] ; :e 2 ] , [] . :f :g :h .",
        "_:x :b _:y . _:y :b _:x .",
        r':a :b "tab\t quote\" back\\ é \U0001F600 line\n" .',
        ":a :b 1 , -2 , 0.750 , true , false .",
        '# a remark\n:a :b "#no remark" . # another\n:c :d <http://e.org/#x> . #',
        ":a :b :c; .",
        ":a :b :c ; ; :d :e .",
        ":a.b :c%20d :e-f .",
        ":a :b :c , :c . :a :b :c .",
        ':a :b "" .',
        "@prefix : <http://other.org/> . :a :b :c .",
    ],
)
def test_what_is_read_is_what_rdflib_reads(content):
    found = quick(PREFIXES + content)
    assert found is not None
    assert same(found, slow(PREFIXES + content))


@pytest.mark.parametrize(
    "content",
    [
        ':a :b """long""" .',
        ":a :b 'single' .",
        ":a :b ( 1 2 ) .",
        "@base <http://e.org/> . :a :b <c> .",
        "PREFIX f: <urn:f> f:a :b :c .",
        ":a unknown:b :c .",
        "[] :b :c .",
        ":a :b 1e3 .",
        ":a :b :c%2 .",
        ":a :b .5 .",
        ":a :b +1 .",
        "",
        ":a :b",
        ":a :b :c",
        ":a . ",
        ":a :b . ",
        ":a :b :c :d .",
        ":a :b :c ] .",
        ":a :b [ :c :d .",
        ":a _:b :c .",
        '"a" :b :c .',
        ":a :b :c . :d .",
        ":a :b , :c .",
        r':a :b "\x" .',
        r':a :b "\uD800" .',
        ":a :b \x00 .",
    ],
)
def test_what_is_rare_or_wrong_is_left_to_rdflib(content):
    assert quick(PREFIXES + content) is None


values = st.one_of(
    st.sampled_from(["urn:a", DIGLOT + "b", "http://e.org/%C3%A9/x#y", "_:c"]).map(node_value),
    texts().map(Value),
    st.builds(Value, texts(), st.sampled_from(["en", "pt-BR"])),
    st.builds(Value, texts(), st.none(), st.just("urn:t")),
    st.sampled_from(["0.5", "12"]).map(lambda text: Value(text, None, XSD + "decimal")),
)
statements = st.dictionaries(
    st.sampled_from(["urn:s", "_:s", "http://e.org/x/y"]),
    st.dictionaries(
        st.sampled_from([RDF + "type", RDFS + "label", "urn:p", RDF + "_1"]),
        st.lists(values, min_size=1, max_size=3, unique=True),
        min_size=1,
        max_size=3,
    ),
    min_size=1,
    max_size=3,
)


@pytest.mark.parametrize("write", [turtle_lines, ntriples_lines])
@given(made=statements)
def test_what_is_written_is_read_again(write, made):
    assert quick("".join(write(made, Skips()))) == made


@pytest.mark.slow
def test_what_is_damaged_is_never_read_otherwise_than_rdflib_reads_it():
    content = PREFIXES + (
        ':a :b :c , "d"@en ; e:f [ a e:H ; :p "x"^^e:t , 1.5 ] .\n_:x :y <urn:z> ; :q true . # r\n'
    )
    junk = (*':;,.[]"<>#@^_ \n\\', "a", "1", "%", "-", "")
    rng = random.Random("turtle")
    read = 0
    for _ in range(600):
        place = rng.randrange(len(PREFIXES), len(content))
        mutated = content[:place] + rng.choice(junk) + content[place + rng.choice((0, 1)) :]
        found = quick(mutated)
        if found is None:
            continue
        assert same(found, slow(mutated)), mutated
        read += 1
    assert read > 50


def test_predicates_can_be_chosen():
    found = quick(PREFIXES + ":a :b 1 ; :c [ :b 2 ; :d 3 ] .", wanted=lambda name: name[-1] == "b")
    assert list(found.values()) == [
        {"http://e.org/b": [Value("1", None, XSD + "integer")]},
        {"http://e.org/b": [Value("2", None, XSD + "integer")]},
    ]


def test_blocks_may_be_cut_anywhere():
    content = PREFIXES + "".join(f':s{n} :p "{"x" * n}" .\n' for n in range(600))
    assert quick(content) == slow(content)
    assert quick(content.encode("utf-16"), encoding=None) == slow(content)


def test_a_file_that_is_far_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(_turtle, "MAX_CHARACTERS", 10)
    with pytest.raises(UnsafeFileError, match="MB of RDF"):
        quick(PREFIXES)
