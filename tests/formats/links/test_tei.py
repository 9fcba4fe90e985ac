from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from hypothesis import given

from diglot.errors import FormatError, InputError
from diglot.formats.links import ces
from diglot.model import Link, Skipped
from tests.formats.links.strategies import alignments

read_groups = partial(ces.read_groups, dialect="tei")
read_links = partial(ces.read_links, dialect="tei")
write_links = partial(ces.write_links, dialect="tei")


def written(folder: Path, text: str) -> Path:
    path = folder / "a.tei"
    path.write_text(text, encoding="utf-8")
    return path


def test_intertext_names_the_to_document_first(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '<?xml version="1.0"?><linkGrp toDoc="t.xml" fromDoc="f.xml">'
        "<link type='1-2' xtargets='1;1 2' status='man'/>"
        "<link type='1-0' xtargets='2;' status='auto' mark='x'/>"
        "<link type='0-1' xtargets=';3' status='plain'/></linkGrp>",
    )
    assert read_links(path) == (
        Link((0, 1), (0,), None, "confirmed"),
        Link((), (1,)),
        Link((2,), (), None, "plain"),
    )


def test_names_of_paragraph_and_sentence(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "<linkGrp toDoc='t' fromDoc='f'><link type='1-2' xtargets='12:3;13:1 13:2'/>"
        "<link type='1-1' xtargets='9:1;2:5'/></linkGrp>",
    )
    assert read_links(path) == (Link((1, 2), (1,)), Link((0,), (0,)))


def test_known_names_decide_against_the_custom_of_the_tool(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "<linkGrp toDoc='t' fromDoc='f'><link type='1-2' xtargets='f1;t1 t2'/></linkGrp>",
    )
    assert read_links(path, source_ids=["f1"], target_ids=["t1", "t2"]) == (Link((0,), (0, 1)),)


def test_pointers_of_tei_p5(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><linkGrp type="alignment">'
        '<link target="f.xml#s1 t.xml#s1 t.xml#s2"/><link target="f.xml#s2 t.xml#s3"/>'
        "</linkGrp></text></TEI>",
    )
    assert read_links(path) == (Link((0,), (0, 1)), Link((1,), (2,)))


@pytest.mark.parametrize(
    "link",
    [
        "<link/>",
        '<link xtargets="1"/>',
        '<link target="#a #b #c"/>',
        '<link target="x#a y#b z#c"/>',
    ],
)
def test_a_malformed_link_is_named(tmp_path: Path, link: str) -> None:
    with pytest.raises(FormatError, match="line 2"):
        read_links(written(tmp_path, f"<linkGrp>\n{link}</linkGrp>"))


@given(alignments(scored=False, kinds=True))
def test_round_trip(tmp_path_factory: pytest.TempPathFactory, links: tuple[Link, ...]) -> None:
    path = tmp_path_factory.mktemp("tei") / "a.tei"
    if not links:
        links = (Link((0,), (0,)),)
    assert write_links(path, links) == ()
    assert read_links(path) == links


def test_scores_and_other_kinds_are_listed_as_lost(tmp_path: Path) -> None:
    path = tmp_path / "a.tei"
    lost = write_links(path, [Link((0,), (0,), 0.5), Link((1,), (1,), None, "zone")])
    assert lost == (Skipped("link score", 1, "0.5"), Skipped("link kind", 1, "zone"))
    assert path.read_text(encoding="utf-8").count('status="auto"') == 2


@pytest.mark.parametrize("rubbish", [b"", b"text", b"<a/>", b"<linkGrp", b"<linkGrp/>"])
def test_rubbish_is_refused(tmp_path: Path, rubbish: bytes) -> None:
    path = tmp_path / "a.tei"
    path.write_bytes(rubbish)
    if rubbish == b"<linkGrp/>":
        assert read_links(path) == ()
    else:
        with pytest.raises(InputError):
            read_links(path)
