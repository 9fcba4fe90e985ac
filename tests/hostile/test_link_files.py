"""Mutated link files: only errors of ours may leave a reader."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from diglot.errors import InputError
from diglot.formats.documents import srx
from diglot.formats.links import ces, ladder, plain, transread
from diglot.formats.links import ces as ces_document
from diglot.formats.links import transread as bisegments
from tests.hostile.damage import mutated, refusal

SEEDS: dict[str, tuple[Callable[[Path], object], bytes]] = {
    "links": (plain.read_links, b"[0, 1]:[2]:0.93\n[]:[3]\n[2]:[]:1\n"),
    "ladder": (ladder.read_links, b"0\t0\t0.5\n1\t2\t0.1\n3\t3\t0\n"),
    "ces": (
        ces.read_links,
        (
            b'<?xml version="1.0"?><cesAlign fromDoc="a" toDoc="b"><linkGrp targType="s">'
            b'<link id="1" xtargets="1.1 1.2;1.1" certainty="0.5"/></linkGrp></cesAlign>'
        ),
    ),
    "ces document": (
        ces_document.read,
        b'<text><p id="1"><s id="1.1"><w>One</w><w>two</w></s></p></text>',
    ),
    "tei": (
        partial(ces.read_links, dialect="tei"),
        (
            b"<linkGrp toDoc='t' fromDoc='f'><link type='1-2' xtargets='1;1 2' status='man'/>"
            b"</linkGrp>"
        ),
    ),
    "transread": (
        transread.read_links,
        (
            b'<trAnnot><docList><docName id="d">a</docName><docName id="e">b</docName></docList>'
            b'<linkList level="sentence"><linkGroup type="alignment"><link id="1">'
            b'<docSpan beginPos="d 1.2" endPos="d 1.3">x</docSpan>'
            b'<docSpan beginPos="e 1.2" endPos="e 1.3">y</docSpan></link></linkGroup></linkList>'
            b"</trAnnot>"
        ),
    ),
    "trees": (
        bisegments.read_trees_with_tokens,
        (
            b'<trAnnot><docList><docName id="d">a</docName><docName id="e">b</docName></docList>'
            b'<linkList level="chunk"><linkGroup id="1" type="alignment">'
            b'<link id="1.0_0-1_0-1" parentID="ROOT"><docSpan>x y</docSpan><docSpan>u v</docSpan>'
            b'</link><link id="1.1_0-0_1-1" parentID="1.0_0-1_0-1"><docSpan>x</docSpan>'
            b"<docSpan>v</docSpan></link></linkGroup></linkList></trAnnot>"
        ),
    ),
    "srx": (
        srx.read_rules,
        (
            b'<srx version="2.0"><header cascade="yes"/><body><languagerules>'
            b'<languagerule languagerulename="D"><rule break="no"><beforebreak>a</beforebreak>'
            b"</rule>"
            b'</languagerule></languagerules><maprules><languagemap languagepattern=".*" '
            b'languagerulename="D"/></maprules></body></srx>'
        ),
    ),
}


@pytest.mark.parametrize("name", SEEDS)
@pytest.mark.slow
def test_mutations_give_a_result_or_one_clear_line(tmp_path: Path, name: str) -> None:
    read, seed = SEEDS[name]
    path = tmp_path / "a.xml"
    path.write_bytes(seed)
    assert read(path)
    chance = random.Random(name)
    refused = 0
    for _ in range(300):
        path.write_bytes(mutated(seed, chance))
        refused += bool(refusal(read, path))
    assert refused


@pytest.mark.parametrize("name", SEEDS)
def test_folders_and_missing_files_are_refused(tmp_path: Path, name: str) -> None:
    read, _ = SEEDS[name]
    for path in (tmp_path, tmp_path / "missing.xml"):
        with pytest.raises(InputError):
            read(path)
