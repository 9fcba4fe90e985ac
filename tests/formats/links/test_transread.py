from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path

import pytest

from diglot.errors import FormatError, InputError, UnsafeFileError
from diglot.formats.links import transread
from diglot.formats.links.transread import Group, Node
from diglot.model import Link

HEAD = (
    '<trAnnot xmlns="http://transread.limsi.fr" version="1.1"><docList>'
    '<docName id="doc_fr" xml:lang="fr">a.html</docName>'
    '<docName id="doc_en" xml:lang="en">b.html</docName></docList>'
)
PARTS = '<docPart doc="doc_fr"/><docPart doc="doc_en"/>'


def written(folder: Path, body: str) -> Path:
    path = folder / "a.xml"
    path.write_text(f"{HEAD}{body}</trAnnot>", encoding="utf-8")
    return path


def span(document: str, begin: str, end: str, text: str = "x") -> str:
    positions = f'beginPos="{document} {begin}" endPos="{document} {end}"'
    return f"<docSpan {positions}>{text}</docSpan>"


def test_sentences_are_numbered_by_position_and_one_span_is_a_null_link(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        f'<linkList level="sentence"><linkGroup type="alignment">{PARTS}'
        f'<link id="1" certainty="0.5">{span("doc_fr", "1.2.10.0", "1.2.10.9")}'
        f"{span('doc_en', '1.3.0', '1.3.9')}</link>"
        f'<link id="2">{span("doc_fr", "1.2.9.0", "1.2.9.9")}</link>'
        f"</linkGroup></linkList>",
    )
    assert transread.read_links(path) == (Link((1,), (0,), 0.5), Link((0,), ()))
    assert transread.documents(path) == (("doc_fr", "fr"), ("doc_en", "en"))


def test_tokens_say_their_sentences(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        f'<linkList level="token"><linkGroup type="alignment">{PARTS}'
        f'<link id="1">{span("doc_fr", "4.11", "4.12")}{span("doc_en", "5.0", "5.0")}</link>'
        f"</linkGroup></linkList>",
    )
    assert transread.read_links(path, level="token") == (Link((11, 12), (0,), None, "token:4-5"),)


def test_nodes_of_trees_keep_their_parents_and_levels_do_not_mix(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        f'<linkList level="chunk"><linkGroup id="7" type="alignment">{PARTS}'
        f'<link id="7.1_0-0_1-1" parentID="7.0_0-1_0-1">{span("doc_fr", "1.0", "1.1")}'
        f"{span('doc_en', '1.0', '1.1', 'a b')}</link>"
        f'<link id="7.0_0-1_0-1" parentID="ROOT">{span("doc_fr", "1.0", "1.1")}</link>'
        f'</linkGroup></linkList><linkList level="token"><linkGroup type="annotation">{PARTS}'
        f"</linkGroup></linkList>",
    )
    groups = list(transread.read_groups(path))
    assert [group.level for group in groups] == ["chunk"]
    assert groups[0].nodes[0].spans[1].text == "a b"
    links = transread.read_links(path, level="chunk")
    assert links[0] == Link((0,), (1,), None, "chunk:7:7.1_0-0_1-1<7.0_0-1_0-1")
    assert links[1].kind == "chunk:7:7.0_0-1_0-1<ROOT"
    with pytest.raises(FormatError, match="no links of the level 'token'"):
        transread.read_links(path, level="token")


@pytest.mark.parametrize(
    ("level", "link", "words"),
    [
        ("sentence", '<link id="1"/>', "without docSpan"),
        ("sentence", f'<link id="1">{span("doc_fr", "a.b", "1")}</link>', "not a position"),
        ("sentence", f'<link id="1" certainty="x">{span("doc_fr", "1", "1")}</link>', "no score"),
        ("chunk", f'<link id="odd">{span("doc_fr", "1", "1")}</link>', "no token ranges"),
        ("chunk", f'<link id="1.0_0-999999_0-1">{span("doc_fr", "1", "1")}</link>', "too long"),
        ("token", f'<link id="1">{span("doc_fr", "1.2.3", "1.2.3")}</link>', "not a token"),
        ("token", f'<link id="1">{span("doc_fr", "1.0", "1.900000")}</link>', "not a token"),
    ],
)
def test_malformed_links_are_refused(tmp_path: Path, level: str, link: str, words: str) -> None:
    path = written(
        tmp_path,
        f'<linkList level="{level}"><linkGroup type="alignment">{PARTS}{link}'
        "</linkGroup></linkList>",
    )
    with pytest.raises(FormatError, match=words):
        transread.read_links(path, level=level)


def test_a_file_that_names_no_two_documents_is_refused(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '<linkList level="sentence"><linkGroup type="alignment"><link id="1">'
        f"{span('doc_fr', '1.2.9.0', '1.2.9.9')}</link></linkGroup></linkList>",
    )
    path.write_text(
        path.read_text().replace("<docName", "<noName").replace("</docName", "</noName")
    )
    with pytest.raises(FormatError, match="names no two documents"):
        transread.read_links(path)


def test_hostile_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text('<!DOCTYPE a [<!ENTITY x "y">]><trAnnot>&x;</trAnnot>', encoding="utf-8")
    with pytest.raises(UnsafeFileError):
        transread.read_links(path)
    for rubbish in (b"", b"\x00", b"<trAnnot", b"<html/>", b"<trAnnot/>"):
        path.write_bytes(rubbish)
        with pytest.raises(InputError):
            transread.read_links(path)


def kinds(group: Group) -> Counter[str]:
    """Count splits, trims and leaves of one tree from ids and parents alone."""
    ranges = {}
    children: dict[str, list[str]] = {}
    for node in group.nodes:
        match = transread._NODE.fullmatch(node.id)
        assert match
        ranges[node.id] = tuple(int(number) for number in match.groups()[2:])
        children.setdefault(node.parent or "", []).append(node.id)
    found: Counter[str] = Counter()
    for node in group.nodes:
        below = sorted(ranges[child] for child in children.get(node.id, []))
        if not below:
            found["leaf"] += 1
            found["leaf 1-1"] += ranges[node.id][0::2] == ranges[node.id][1::2]
        elif len(below) == 1:
            found["trim"] += 1
        else:
            assert len(below) == 2
            found["direct" if below[0][2] < below[1][2] else "inverse"] += 1
    found["tree"] += bool(group.nodes)
    found["root"] += sum(is_root(node) for node in group.nodes)
    return found


def is_root(node: Node) -> bool:
    return node.parent == transread.ROOT


def test_the_trees_of_alibi(shared_data: Path, tmp_path: Path) -> None:
    groups: list[Group] = []
    links = 0
    for packed in sorted((shared_data / "annotation/alibi/dat").glob("*.ali.xml.gz")):
        path = tmp_path / packed.stem
        path.write_bytes(gzip.decompress(packed.read_bytes()))
        groups.extend(transread.read_groups(path, level="chunk"))
        links += len(transread.read_links(path, level="chunk"))
    assert len(groups) == 322
    assert sum(not group.nodes for group in groups) == 4
    assert sum(len(group.nodes) for group in groups) == links == 13_784
    total = sum((kinds(group) for group in groups), Counter())
    assert total == Counter(
        {
            "tree": 318,
            "root": 318,
            "direct": 5802,
            "inverse": 440,
            "trim": 982,
            "leaf": 6560,
            "leaf 1-1": 5063,
        }
    )
    assert {node.certainty for group in groups for node in group.nodes} == {1.0}
