"""The sample documents that the package ships."""

from __future__ import annotations

import importlib.util
import zipfile
from pathlib import Path

import pytest

import diglot
from diglot.files.xml import parse
from diglot.formats.documents import docx, html
from tests.formats.documents import packages

SAMPLES = Path(diglot.__file__).parent / "samples"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_contracts_are_what_the_tool_writes(project, language):
    spec = importlib.util.spec_from_file_location("tool", project / "tools" / "make_samples.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    with zipfile.ZipFile(SAMPLES / f"contract.{language}.docx") as archive:
        shipped = {name: archive.read(name).decode() for name in archive.namelist()}
    assert shipped == tool.members(language)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_part_of_a_contract_is_declared_and_related(language):
    with zipfile.ZipFile(SAMPLES / f"contract.{language}.docx") as archive:
        parts = {name: parse(archive.read(name)) for name in archive.namelist()}
    declared = {item.get("PartName", "")[1:] for item in parts["[Content_Types].xml"]}
    related = {f"word/{item.get('Target')}" for item in parts["word/_rels/document.xml.rels"]} | {
        "word/document.xml",
        "docProps/core.xml",
    }
    written = {name for name in parts if not name.endswith((".rels", "Types].xml"))}
    assert written == related == declared - {""}


def test_contract_has_what_the_tour_shows():
    english = docx.read(SAMPLES / "contract.en.docx")
    french = docx.read(SAMPLES / "contract.fr.docx")
    for document in (english, french):
        packages.check(document)
        kinds = [block.kind for block in document.blocks]
        assert kinds.count("heading") == 10
        assert kinds.count("cell") == 12
        assert kinds.count("footnote") == 1
    assert "within 30 days" in english.text
    assert "within 45 days" in docx.read(SAMPLES / "contract.en.docx", tracked="original").text
    assert "les 45 jours" in french.text
    assert packages.skipped(english) == {
        "deleted revision": 1,
        "header": 1,
        "footer": 1,
        "comment": 1,
    }
    assert [b.kind for b in english.blocks][:-1].count("item") == kinds.count("item")


def test_pages_have_the_same_blocks():
    german, english = (html.read(SAMPLES / f"headlamp.{code}.html") for code in ("de", "en"))
    assert (german.language, english.language) == ("de", "en")
    assert [block.kind for block in german.blocks] == [block.kind for block in english.blocks]
    assert packages.marked(german, "notranslate") == ["Kauz 2"] * 2
