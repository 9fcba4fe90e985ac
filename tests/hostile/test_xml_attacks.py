"""Hostile XML: each attack ends in one clear line, whole-document and streaming alike."""

import tracemalloc

import pytest

from diglot.errors import ConfigError, FormatError, InputError, UnsafeFileError
from diglot.files.xml import iterparse, local_name, parse, remove_illegal_characters

LAUGHS = (
    '<!DOCTYPE t [<!ENTITY a "ha">'
    + "".join(
        f'<!ENTITY a{i} "{"&a" + str(i - 1) + ";" if i else "&a;"}{"&a;" * 9}">' for i in range(9)
    )
    + "]><t><u>&a8;</u></t>"
)
ENTITIES = {
    "harmless internal entity": '<!DOCTYPE t [<!ENTITY a "text">]><t><u>&a;</u></t>',
    "entity that is never used": '<!DOCTYPE t [<!ENTITY a "text">]><t><u>x</u></t>',
    "external file entity": '<!DOCTYPE t [<!ENTITY a SYSTEM "file:///etc/passwd">]><t><u>&a;</u></t>',
    "external parameter entity": (
        '<!DOCTYPE t [<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;]><t><u>x</u></t>'
    ),
    "entity behind an unknown parameter entity": (
        '<!DOCTYPE t [%unknown; <!ENTITY a "text">]><t><u>&a;</u></t>'
    ),
    "billion laughs": LAUGHS,
    "quadratic blow-up": (
        f'<!DOCTYPE t [<!ENTITY a "{"x" * 50_000}">]><t><u>{"&a;" * 2_000}</u></t>'
    ),
    "entity in an attribute": '<!DOCTYPE t [<!ENTITY a "text">]><t><u b="&a;"/></t>',
    "unparsed entity": (
        '<!DOCTYPE t [<!NOTATION n SYSTEM "n"><!ENTITY a SYSTEM "a" NDATA n>]><t><u>x</u></t>'
    ),
    "comment in front of the DOCTYPE": (
        '<!-- > --><!DOCTYPE t [<!-- ]> --><!ENTITY a "text">]><t><u>&a;</u></t>'
    ),
}


def whole(path):
    return parse(path)


def streamed(path):
    return list(iterparse(path, {"u"}))


@pytest.fixture(params=[whole, streamed])
def read(request):
    return request.param


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("name", ENTITIES)
def test_entity_declaration_is_refused(tmp_path, read, name, encoding):
    path = tmp_path / "t.xml"
    path.write_bytes(ENTITIES[name].encode(encoding))
    with pytest.raises(UnsafeFileError, match="declares the entity") as caught:
        read(path)
    assert caught.value.path == path


def test_bytes_from_a_container_are_checked_too():
    data = ENTITIES["harmless internal entity"].encode()
    with pytest.raises(UnsafeFileError, match=r"a.docx, word/document.xml: declares"):
        parse(data, path="a.docx", part="word/document.xml")


def test_doctype_without_entities_is_allowed_and_not_fetched(tmp_path, read):
    path = tmp_path / "t.xml"
    path.write_text('<!DOCTYPE t SYSTEM "no-such.dtd"><t><u>x</u></t>')
    read(path)


def test_reference_to_an_entity_of_the_unread_dtd_is_an_error(tmp_path, read):
    path = tmp_path / "t.xml"
    path.write_text('<!DOCTYPE t SYSTEM "no-such.dtd">\n<t>\n<u>one &mdash; two</u></t>')
    with pytest.raises(FormatError, match="line 3: uses the entity &mdash;"):
        read(path)


@pytest.mark.parametrize("depth", [300, 5_000, 100_000])
def test_deep_nesting_is_refused(tmp_path, read, depth):
    path = tmp_path / "t.xml"
    path.write_text("<u>" * depth + "</u>" * depth)
    with pytest.raises(UnsafeFileError, match="Excessive depth"):
        read(path)


@pytest.mark.parametrize(
    "content",
    ["<u>" + "x" * 11_000_000 + "</u>", '<u a="' + "x" * 11_000_000 + '"/>', f"<{'n' * 60_000}/>"],
    ids=["text", "attribute", "name"],
)
def test_endless_text_attribute_or_name_is_refused(tmp_path, read, content):
    path = tmp_path / "t.xml"
    path.write_text(content)
    with pytest.raises(UnsafeFileError):
        read(path)


def test_too_many_elements_are_refused_before_any_is_built(tmp_path, monkeypatch):
    monkeypatch.setattr("diglot.files.xml.MAX_ELEMENTS", 100)
    with pytest.raises(UnsafeFileError, match="100 XML elements"):
        parse(b"<t>" + b"<u/>" * 300 + b"</t>")


def test_too_many_bytes_are_refused(monkeypatch):
    monkeypatch.setattr("diglot.files.xml.MAX_BYTES", 10)
    with pytest.raises(UnsafeFileError):
        parse(b"<ttttttttttt/>")


def test_stream_without_the_elements_asked_for_does_not_fill_the_memory(tmp_path, monkeypatch):
    monkeypatch.setattr("diglot.files.xml.MAX_UNMATCHED", 1_000_000)
    path = tmp_path / "t.xml"
    path.write_text("<t>" + "<x/>" * 1_000_000 + "</t>")
    with pytest.raises(UnsafeFileError, match="without one of the elements u"):
        list(iterparse(path, {"u"}))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"   ",
        b"plain",
        b"<t>",
        b"<t><u></t>",
        b"<t/><t/>",
        b"<t>&amp</t>",
        b"<t a=1/>",
        b"<t>\x00</t>",
        b"<t>&#0;</t>",
        b"<t>&#xD800;</t>",
        b"\xff\xfe<",
        b"<?xml version='1.0' encoding='utf-99'?><t/>",
        b"<?xml version='9.9'",
        bytes(range(256)),
        b"PK\x03\x04",
    ],
)
def test_what_is_no_xml_is_one_clear_line(tmp_path, read, data):
    path = tmp_path / "t.xml"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        read(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_wrong_bytes_name_line_and_option(tmp_path, read):
    path = tmp_path / "t.xml"
    path.write_bytes("<t>\n<u>noël</u></t>".encode("latin-1"))
    with pytest.raises(FormatError, match=r"line 2: .*--encoding"):
        read(path)


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "iso8859_15"])
def test_encoding_given_overrides_the_declared_one(tmp_path, encoding):
    path = tmp_path / "t.xml"
    path.write_bytes("<?xml version='1.0' encoding='utf-8'?><t><u>noël</u></t>".encode(encoding))
    assert parse(path, encoding=encoding).findtext("u") == "noël"
    assert [u.text for u in iterparse(path, {"u"}, encoding=encoding)] == ["noël"]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_bytes_that_are_declared_as_utf_16_are_utf_8(tmp_path, read, mark):
    """As .NET writes them."""
    path = tmp_path / "t.xml"
    path.write_bytes(mark + '<?xml version="1.0" encoding="utf-16"?><u>noël</u>'.encode())
    read(path)
    assert parse(path).text == "noël"


@pytest.mark.parametrize("text", ["A & B", "a < b", "A &B C"])
def test_a_sign_that_is_no_markup_says_how_to_write_it(tmp_path, read, text):
    path = tmp_path / "t.xml"
    path.write_text(f"<t><u>{text}</u></t>")
    with pytest.raises(FormatError, match="write the sign & as &amp;"):
        read(path)


def test_byte_order_mark_beats_the_encoding_given(tmp_path):
    path = tmp_path / "t.xml"
    path.write_bytes("<?xml version='1.0' encoding='utf-16'?><t><u>noël</u></t>".encode("utf-16"))
    assert parse(path, encoding="latin-1").findtext("u") == "noël"
    assert [u.text for u in iterparse(path, {"u"}, encoding="latin-1")] == ["noël"]


@pytest.mark.parametrize("name", ["utf-99", "hex"])
def test_unknown_encoding_given_is_a_configuration_error(tmp_path, read, name):
    path = tmp_path / "t.xml"
    path.write_bytes(b"<t/>")
    with pytest.raises(ConfigError):
        parse(path, encoding=name)
    with pytest.raises(ConfigError):
        list(iterparse(path, {"u"}, encoding=name))


def test_bytes_that_the_given_encoding_lacks_are_an_error(tmp_path):
    path = tmp_path / "t.xml"
    path.write_bytes("<t><u>noël</u></t>".encode("latin-1"))
    with pytest.raises(FormatError, match="not ASCII"):
        parse(path, encoding="ascii")
    with pytest.raises(FormatError, match="not ASCII"):
        list(iterparse(path, {"u"}, encoding="ascii"))


def test_other_root_is_named(tmp_path):
    path = tmp_path / "t.xml"
    path.write_text("<html/>")
    with pytest.raises(FormatError, match="<html>, not <tmx>"):
        list(iterparse(path, {"tu"}, roots=("tmx",)))


def test_comments_and_cdata_do_not_cut_text(tmp_path):
    path = tmp_path / "t.xml"
    path.write_text("<t><u>a<!-- x -->b<![CDATA[<c>]]>d<?pi x?>e</u></t>")
    assert parse(path).findtext("u") == "ab<c>de"
    assert [u.text for u in iterparse(path, {"u"})] == ["ab<c>de"]


@pytest.mark.slow
def test_streaming_forgets_what_was_used(tmp_path):
    path = tmp_path / "t.xml"
    path.write_text("<t>" + f"<u>{'x' * 1000}</u>" * 20_000 + "</t>")
    tracemalloc.start()
    count = sum(1 for _ in iterparse(path, {"u"}))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 20_000
    assert peak < 5_000_000


def test_any_namespace_can_be_asked_for(tmp_path):
    path = tmp_path / "t.xml"
    path.write_text('<t xmlns="urn:x"><u>1</u><v/></t>')
    assert [local_name(u) for u in iterparse(path, {"{*}u"})] == ["u"]


def test_forbidden_characters_are_dropped_and_counted():
    assert remove_illegal_characters("a\x00b\x0bc\ufffe\ud800d\t\r\n\u2028𝒜") == (
        "abcd\t\r\n\u2028𝒜",
        4,
    )


def test_what_stands_inside_an_element_of_its_kind_stays_in_it_on_request(tmp_path):
    path = tmp_path / "t.xml"
    path.write_text("<t><u>a<u>b</u></u><v><u>c</u></v></t>")
    found = ["".join(each.itertext()) for each in iterparse(path, {"u"}, outermost=True)]
    assert found == ["ab", "c"]
