from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from diglot.errors import ConfigError, FormatError, InputError, UnsafeFileError
from diglot.formats.links import ces
from diglot.formats.links import ces as ces_document
from diglot.model import Link
from tests.formats.links.strategies import alignments

DOCTYPE = '<!DOCTYPE cesAlign PUBLIC "-//CES//DTD XML cesAlign//EN" "">'


def align_file(folder: Path, links: str, *, head: str = 'fromDoc="a.xml" toDoc="b.xml"') -> Path:
    path = folder / "links.xml"
    path.write_text(
        f'<?xml version="1.0"?>\n{DOCTYPE}\n<cesAlign {head} version="1.0"><linkList>'
        f'<linkGrp {head} targType="s">\n{links}\n</linkGrp></linkList></cesAlign>',
        encoding="utf-8",
    )
    return path


def document_file(path: Path, names: list[str]) -> Path:
    sentences = "".join(f'<s id="{name}"><w>Word</w> <w>{name}</w></s>' for name in names)
    path.write_text(f'<text><p id="1">{sentences}</p></text>', encoding="utf-8")
    return path


def test_links_with_running_numbers(tmp_path: Path) -> None:
    path = align_file(
        tmp_path,
        '<link id="SL0" xtargets="1.1;1.1"/><link id="SL1" xtargets="1.3;"/>'
        '<link id="SL2" xtargets=";1.2" certainty="0.5"/>'
        '<link id="SL3" xtargets="1.9;1.8 1.10"/>',
    )
    assert ces.read_links(path) == (
        Link((0,), (0,)),
        Link((2,), ()),
        Link((), (1,), 0.5),
        Link((8,), (7, 9)),
    )


def test_paragraph_numbers_are_sorted_as_numbers(tmp_path: Path) -> None:
    path = align_file(
        tmp_path,
        '<link xtargets="2.1;p10s1"/><link xtargets="10.1;p9s2"/><link xtargets="2.2;p9s1"/>',
    )
    assert ces.read_links(path) == (Link((0,), (2,)), Link((2,), (1,)), Link((1,), (0,)))


def test_the_documents_beside_the_file_give_the_numbers(tmp_path: Path) -> None:
    document_file(tmp_path / "a.xml", ["x", "y", "z"])
    document_file(tmp_path / "b.xml", ["q", "r"])
    path = align_file(tmp_path, '<link xtargets="z;q r"/><link xtargets="x;"/>')
    assert ces.read_links(path) == (Link((2,), (0, 1)), Link((0,), ()))


def test_the_order_of_the_lists_is_looked_up(tmp_path: Path) -> None:
    path = align_file(tmp_path, '<link xtargets="b1;a1 a2"/><link xtargets="b2;"/>')
    source, target = ["a1", "a2"], ["b1", "b2"]
    assert ces.read_links(path, source_ids=source, target_ids=target) == (
        Link((0, 1), (0,)),
        Link((), (1,)),
    )


def test_the_order_can_be_said(tmp_path: Path) -> None:
    path = align_file(tmp_path, '<link xtargets="1;1 2"/>')
    assert ces.read_links(path) == (Link((0,), (0, 1)),)
    assert ces.read_links(path, first="to") == (Link((0, 1), (0,)),)
    with pytest.raises(ConfigError, match="from or to"):
        ces.read_links(path, first="second")


def test_an_unknown_sentence_is_named(tmp_path: Path) -> None:
    path = align_file(tmp_path, '<link xtargets="a1;b1"/>\n<link xtargets="a9;b1"/>')
    with pytest.raises(FormatError, match=r"line 5: the sentence 'a9' is not in the from document"):
        ces.read_links(path, source_ids=["a1"], target_ids=["b1"])


@pytest.mark.parametrize(
    "link",
    [
        "<link/>",
        '<link xtargets="1"/>',
        '<link xtargets="1;2;3"/>',
        '<link xtargets="1;1" certainty="x"/>',
    ],
)
def test_a_malformed_link_is_named(tmp_path: Path, link: str) -> None:
    with pytest.raises(FormatError, match="line 4"):
        ces.read_links(align_file(tmp_path, link))


def test_several_pairs_need_a_name(tmp_path: Path) -> None:
    path = tmp_path / "links.xml"
    groups = "".join(
        f'<linkGrp targType="s" fromDoc="{name}.xml" toDoc="t{name}.xml">'
        f'<link xtargets="s{number};s1"/></linkGrp>'
        for number, name in ((1, "one"), (2, "two"))
    )
    path.write_text(f"<cesAlign>{groups}</cesAlign>", encoding="utf-8")
    with pytest.raises(FormatError, match=r"2 pairs of documents.*one\.xml"):
        ces.read_links(path)
    assert ces.read_links(path, document="two.xml") == (Link((1,), (0,)),)
    with pytest.raises(FormatError, match="no links"):
        ces.read_links(path, document="three.xml")


def test_groups_of_paragraphs_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "links.xml"
    path.write_text(
        '<cesAlign fromDoc="a" toDoc="b"><linkGrp targType="p"><link xtargets="p1;p1"/></linkGrp>'
        '<linkGrp targType="s"><link xtargets="s1;s1"/></linkGrp></cesAlign>',
        encoding="utf-8",
    )
    assert ces.read_links(path) == (Link((0,), (0,)),)


@given(alignments())
def test_round_trip(tmp_path_factory: pytest.TempPathFactory, links: tuple[Link, ...]) -> None:
    path = tmp_path_factory.mktemp("ces") / "a.xml"
    if not links:
        links = (Link((0,), (0,)),)
    assert ces.write_links(path, links) == ()
    assert ces.read_links(path) == links
    names = [f"n{index}&<\"'é" for index in range(60)]
    ces.write_links(path, links, source_ids=names, target_ids=names, from_document='a"&.xml')
    assert ces.read_links(path, source_ids=names, target_ids=names) == links


def test_too_few_names_leave_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(ConfigError, match="1 sentence names"):
        ces.write_links(path, [Link((1,), (0,))], source_ids=["a"], target_ids=["b"])
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_document_keeps_sentences_paragraphs_and_names(tmp_path: Path) -> None:
    path = tmp_path / "d.xml"
    path.write_text(
        '<cesDoc xml:lang="fr"><cesHeader>x</cesHeader><text><body><head><s id="h">Titre</s></head>'
        '<p id="7"><s id="7.1"><w>L\'</w><w>eau</w> <w>.</w></s>\n'
        '<s id="7.2">Du  <hi>vin</hi>.</s></p>'
        "</body></text></cesDoc>",
        encoding="utf-8",
    )
    document = ces_document.read(path)
    assert document.segment_texts == ["Titre", "L' eau .", "Du vin."]
    assert [block.kind for block in document.blocks] == ["heading", "paragraph"]
    assert document.blocks[1].anchor == "7"
    assert [each.paragraph for each in document.segments] == [0, 1, 1]
    assert ces_document.sentence_ids(document) == ("h", "7.1", "7.2")
    assert document.language == "fr"
    assert document.skipped[0].kind == "header"


def test_a_document_without_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "d.xml"
    path.write_text("<text><p> </p></text>", encoding="utf-8")
    with pytest.raises(FormatError, match="holds no text"):
        ces_document.read(path)


@pytest.mark.parametrize("read", [ces.read_links, ces_document.read])
def test_entities_and_rubbish_are_refused(tmp_path: Path, read: object) -> None:
    path = tmp_path / "bad.xml"
    path.write_text('<!DOCTYPE a [<!ENTITY x "y">]><cesAlign>&x;</cesAlign>', encoding="utf-8")
    with pytest.raises(UnsafeFileError, match="entity"):
        read(path)  # type: ignore[operator]
    for rubbish in (b"", b"\x00\x01", b"<a", b"PK\x03\x04", b"<cesAlign>" * 5000):
        path.write_bytes(rubbish)
        with pytest.raises(InputError):
            read(path)  # type: ignore[operator]


def test_a_document_whose_name_no_file_can_have_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(
        f'<cesAlign fromDoc="{"a" * 300}" toDoc="b"><linkGrp targType="s">'
        '<link xtargets="1;1"/></linkGrp></cesAlign>'
    )
    assert len(ces.read_links(path)) == 1


def test_no_document_outside_the_folder_is_opened(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    document_file(tmp_path / "a.xml", ["z9"])
    path = align_file(inner, '<link xtargets="s2;s1"/>', head='fromDoc="../a.xml" toDoc="/etc/b"')
    assert ces.read_links(path) == (Link((1,), (0,)),)


def test_the_novels_of_transread(shared_data: Path) -> None:
    counts = {"Emma": (164, 216, 160), "JaneEyre": (174, 205, 229), "LaFaute": (222, 226, 258)}
    for folder in sorted((shared_data / "annotation/transread/dat/novels").glob("*_EN-FR")):
        links = ces.read_links(next(folder.glob("*_sent_align_en-fr.xml")))
        source, target = (ces_document.read(path) for path in sorted(folder.glob("cut_*.xml")))
        expected = next(value for name, value in counts.items() if folder.name.startswith(name))
        assert (len(links), len(source.segments), len(target.segments)) == expected
        ids = ces_document.sentence_ids(source), ces_document.sentence_ids(target)
        path = next(folder.glob("*_sent_align_en-fr.xml"))
        assert ces.read_links(path, source_ids=ids[0], target_ids=ids[1]) == links
        swapped = ces.read_links(path, source_ids=ids[1], target_ids=ids[0])
        assert swapped == tuple(Link(link.target, link.source) for link in links)
