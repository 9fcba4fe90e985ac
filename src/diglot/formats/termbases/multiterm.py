"""MultiTerm XML: what Trados MultiTerm exports, read as the TBX that it corresponds to.

Every termbase defines its own fields; those with a usual English name have a place in the model,
the others are kept as properties under the name they have.

Reference: SDL MultiTerm, "MultiTerm XML", the export definition that ships with the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from diglot.files.xml import flat_text, iterparse
from diglot.formats.blocks import Skips
from diglot.formats.termbases.data_categories import CATEGORIES, TRANSACTIONS, About
from diglot.formats.termbases.tbx import TbxReader
from diglot.model import Concept
from diglot.text.languages import language_by_name

ROOT = "mtf"
# Its elements, and those of TBX that hold the same.
_ELEMENTS = {"conceptGrp": "termEntry", "languageGrp": "langSet", "termGrp": "tig"}
_FIELDS = {
    **dict.fromkeys(("definition", "meaning"), "definition"),
    **dict.fromkeys(("context", "example", "usage example"), "context"),
    **dict.fromkeys(("subject", "subject field", "domain", "topic"), "subjectField"),
    **dict.fromkeys(("source", "reference", "provenance"), "source"),
    **dict.fromkeys(("part of speech", "pos", "word class", "category"), "partOfSpeech"),
    **dict.fromkeys(("status", "term status", "usage", "usage status"), "administrativeStatus"),
    **dict.fromkeys(("term type", "type"), "termType"),
    **dict.fromkeys(("gender", "grammatical gender"), "grammaticalGender"),
    **dict.fromkeys(("geographical usage", "region"), "geographicalUsage"),
    **dict.fromkeys(("project", "project subset"), "projectSubset"),
    **dict.fromkeys(("customer", "client"), "customerSubset"),
}
_NOTES = frozenset({"note", "notes", "comment", "remark"})


def read_concepts(
    path: Path,
    *,
    encoding: str | None = None,
    about: About | None = None,
    skips: Skips | None = None,
) -> Iterator[Concept]:
    """Give the concepts of a termbase one by one; memory does not grow with the file.

    Args:
        about: not filled: the export says nothing of the whole.
    """
    skips = skips if skips is not None else Skips()
    reader = TbxReader(about if about is not None else About(), skips)
    for element in iterparse(path, ["{*}conceptGrp"], encoding=encoding, roots=(ROOT,)):
        concept = reader.concept(_as_tbx(element))
        if concept is not None:
            yield concept


def _as_tbx(element: etree._Element) -> etree._Element:
    """Return an entry, a language or a term with the names of TBX."""
    made = etree.Element(_ELEMENTS[str(element.tag)])
    for child in element:
        name = str(child.tag)
        if name in _ELEMENTS:
            made.append(_as_tbx(child))
        elif name == "concept":
            made.set("id", flat_text(child))
        elif name == "language":
            told = child.get("type", "")
            made.set("lang", child.get("lang") or language_by_name(told) or told)
        elif name in TRANSACTIONS:
            made.append(etree.Element("transac"))
        elif name == "descripGrp":
            _add_field(made, child)
        elif name != "system":
            # A prefix that nothing declares is in the name; the parser objects, but later.
            etree.SubElement(made, name.replace(":", "_")).text = flat_text(child)
    return made


def _add_field(made: etree._Element, group: etree._Element) -> None:
    """Add a field with those that stand inside its group, as a source does beside a context."""
    target = made
    for child in group:
        name = str(child.tag)
        if name == "descrip":
            field = child.get("type", "")
            known = field.strip().lower()
            category = _FIELDS.get(known, field)
            carrier = "note" if known in _NOTES else CATEGORIES.get(category, ("descrip", ""))[0]
            if target is made and len(group) > 1:
                target = etree.SubElement(made, "descripGrp")
            one = etree.SubElement(target, carrier)
            one.text = flat_text(child)
            if carrier != "note":
                one.set("type", category)
        elif name == "descripGrp":
            _add_field(target, child)
