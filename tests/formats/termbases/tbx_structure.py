"""The structure of TBX as the standard has it, written down apart from what writes it.

Reference: ISO 30042:2019, core structure and modules Min and Basic; TBXcoreStructV02.dtd of 2008.
"""

from __future__ import annotations

import re

from lxml import etree

CORE = "{urn:iso:std:iso:30042:ed-2}"
MODULES = {
    "{http://www.tbxinfo.net/ns/min}": "min",
    "{http://www.tbxinfo.net/ns/basic}": "basic",
}
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
NCNAME = re.compile(r"[A-Za-z_][\w.-]*")
LANGUAGE = re.compile(r"[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*")
AUX = "(admin|adminGrp|descrip|descripGrp|note|ref|transacGrp|xref)"
COMMON = {
    "fileDesc": "(titleStmt)?(sourceDesc)+",
    "titleStmt": "title(note)*",
    "title": "",
    "sourceDesc": "(p)+",
    "p": "",
    "text": "body",
    "descripGrp": "descrip(admin|adminGrp|descripNote|note|ref|transacGrp|xref)*",
    **dict.fromkeys(("term", "termNote", "admin", "descrip", "note", "ref", "xref"), ""),
}
MODERN = {
    **COMMON,
    "tbx": "tbxHeadertext",
    "tbxHeader": "fileDesc(encodingDesc)?(revisionDesc)?",
    "body": "(conceptEntry)+",
    "conceptEntry": f"{AUX}*(langSec)+",
    "langSec": f"({AUX}|termSec)+",
    "termSec": f"term(termNote|termNoteGrp)*{AUX}*",
}
OLD = {
    **COMMON,
    "martif": "martifHeadertext",
    "martifHeader": "fileDesc(encodingDesc)?(revisionDesc)?",
    "encodingDesc": "(p)+",
    "body": "(termEntry)+",
    "termEntry": f"{AUX}*(langSet)+",
    "langSet": f"{AUX}*(tig|ntig)+",
    "tig": f"term(termNote)*{AUX}*",
}
# TBX-Basic: carrier, module, and the levels at which a category may stand.
BASIC = {
    "definition": ("descrip", "basic", {"conceptEntry", "langSec"}),
    "context": ("descrip", "basic", {"termSec"}),
    "subjectField": ("descrip", "min", {"conceptEntry"}),
    "source": ("admin", "basic", {"conceptEntry", "langSec", "termSec"}),
    "projectSubset": ("admin", "basic", {"conceptEntry", "termSec"}),
    "customerSubset": ("admin", "min", {"conceptEntry", "termSec"}),
    "administrativeStatus": ("termNote", "min", {"termSec"}),
    "partOfSpeech": ("termNote", "min", {"termSec"}),
    "termType": ("termNote", "basic", {"termSec"}),
    "grammaticalGender": ("termNote", "basic", {"termSec"}),
    "geographicalUsage": ("termNote", "basic", {"termSec"}),
    "termLocation": ("termNote", "basic", {"termSec"}),
    "crossReference": ("ref", "basic", {"conceptEntry", "termSec"}),
    "externalCrossReference": ("xref", "min", {"conceptEntry", "langSec", "termSec"}),
    "xGraphic": ("xref", "basic", {"conceptEntry", "langSec"}),
}
VALUES = {
    "administrativeStatus": {
        *("preferredTerm-admn-sts", "admittedTerm-admn-sts"),
        *("deprecatedTerm-admn-sts", "supersededTerm-admn-sts"),
    },
    "partOfSpeech": {"adjective", "noun", "other", "verb", "adverb"},
    "termType": {"fullForm", "acronym", "abbreviation", "shortForm", "variant", "phrase"},
    "grammaticalGender": {"masculine", "feminine", "neuter", "other"},
}


def check(path, *, version: str) -> None:
    """Assert that a file is a valid TBX of that version."""
    root = etree.parse(path).getroot()
    if version == "2":
        assert root.tag == "martif"
        assert root.get("type") == "TBX"
        _walk(root, OLD, lambda each: each.tag)
    else:
        assert root.tag == f"{CORE}tbx"
        assert (root.get("type"), root.get("style")) == ("TBX-Basic", version[2:])
        _walk(root, MODERN, _carrier)
        for element in root.iter():
            _basic(element, dct=version == "3-dct")
    assert LANGUAGE.fullmatch(root.get(XML_LANG))
    ids = [element.get("id") for element in root.iter() if element.get("id") is not None]
    assert len(ids) == len(set(ids))
    assert all(NCNAME.fullmatch(each) for each in ids)


def _walk(element, model, name) -> None:
    children = "".join(name(child) for child in element)
    assert re.fullmatch(model[name(element)], children), (name(element), children)
    if name(element) in {"conceptEntry", "termEntry"} and "id" in element.attrib:
        assert element.get("id")
    if name(element) in {"langSec", "langSet"}:
        assert LANGUAGE.fullmatch(element.get(XML_LANG))
    for child in element:
        _walk(child, model, name)


def _carrier(element) -> str:
    """The name of an element in the core: that of style DCA."""
    if element.tag.startswith(CORE):
        return element.tag[len(CORE) :]
    return BASIC[_category(element)][0]


def _category(element) -> str:
    return element.tag.rpartition("}")[2]


def _basic(element, *, dct: bool) -> None:
    """Assert that a data category of TBX-Basic stands where it may, with a value it may have."""
    in_core = element.tag.startswith(CORE)
    if in_core and element.get("type") is None:
        return
    if _category(element) == "tbx":
        return
    assert in_core != dct
    category = element.get("type") if in_core else _category(element)
    carrier, module, levels = BASIC[category]
    if in_core:
        assert _category(element) == carrier
    else:
        assert MODULES[element.tag.partition("}")[0] + "}"] == module
        assert element.get("type") is None
    parent = element.getparent()
    while parent.tag.endswith("Grp"):
        parent = parent.getparent()
    assert _carrier(parent) in levels, (category, parent.tag)
    if category in VALUES:
        assert element.text in VALUES[category]
    if carrier == "xref":
        assert re.match("https?://.", element.get("target"))
