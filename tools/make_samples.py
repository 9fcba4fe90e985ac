"""Writes the sample contract as DOCX files into the package.

The text stands in ``tools/samples/contract.*.txt``, one block a line:

    # title    ## heading    - numbered clause    | cell | cell |    ^ footnote    anything else

and inline ``**bold**``, ``{+inserted+}``, ``{-deleted-}``, ``{#comment#}`` and ``{^}`` for a
footnote mark.
The same text always gives the same bytes.
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

ROOT = Path(__file__).resolve().parent.parent
TEXTS = ROOT / "tools" / "samples"
TARGET = ROOT / "src" / "diglot" / "samples"

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml."
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
NAMES = f'xmlns:w="{W}" xmlns:r="{OFFICE}"'
AUTHOR = 'w:author="H. Marsh" w:date="2024-03-08T10:00:00Z"'
LANGUAGES = {"en": "en-GB", "fr": "fr-FR"}
HEADERS = {"en": "Draft of 8 March 2024", "fr": "Projet du 8 mars 2024"}
PAGES = {"en": "Page ", "fr": "Page "}
WIDTHS = (4700, 1600, 2700)  # of the table's columns, in twentieths of a point

INLINE = re.compile(r"\*\*(.+?)\*\*|\{\+(.+?)\+\}|\{-(.+?)-\}|\{#(.+?)#\}|(\{\^\})")


def main() -> None:
    """Write both contracts."""
    TARGET.mkdir(exist_ok=True)
    for language in LANGUAGES:
        write(TARGET / f"contract.{language}.docx", members(language))


def write(path: Path, content: dict[str, str]) -> None:
    """Write a container whose bytes depend on nothing but its content."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in content.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, text.encode())


def members(language: str) -> dict[str, str]:
    """Return the parts of the contract in one language, by name."""
    lines = (TEXTS / f"contract.{language}.txt").read_text(encoding="utf-8").split("\n")
    contract = Contract([line for line in lines if line.strip()])
    parts = {
        "styles": ("styles", styles(language)),
        "numbering": ("numbering", NUMBERING),
        "settings": ("settings", f'<w:settings {NAMES}><w:zoom w:percent="100"/></w:settings>'),
        "footnotes": ("footnotes", contract.footnotes_part()),
        "header1": ("header", header(HEADERS[language])),
        "footer1": ("footer", footer(PAGES[language])),
    }
    if contract.comments:
        parts["comments"] = ("comments", contract.comments_part())
    overrides = "".join(
        f'<Override PartName="/word/{name}.xml" ContentType="{TYPE}{kind}+xml"/>'
        for name, (kind, _) in {"document": ("document.main", ""), **parts}.items()
    )
    arrows = "".join(
        f'<Relationship Id="{name}" Type="{OFFICE}/{kind}" Target="{name}.xml"/>'
        for name, (kind, _) in parts.items()
    )
    content = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
        f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
        f'relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
        f'{overrides}<Override PartName="/docProps/core.xml" ContentType="application/vnd.'
        f'openxmlformats-package.core-properties+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="document" Type="{OFFICE}/officeDocument" Target="word/document.xml"/>'
        f'<Relationship Id="core" Type="{PACKAGE}/relationships/metadata/core-properties" '
        f'Target="docProps/core.xml"/></Relationships>',
        "docProps/core.xml": f'<cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{escape(contract.title)}</dc:title></cp:coreProperties>",
        "word/document.xml": f"<w:document {NAMES}><w:body>{contract.body}{SECTION}</w:body>"
        "</w:document>",
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{arrows}'
        "</Relationships>",
    }
    content |= {f"word/{name}.xml": text for name, (_, text) in parts.items()}
    return {name: HEAD + text for name, text in content.items()}


class Contract:
    """The text of a contract as WordprocessingML."""

    def __init__(self, lines: list[str]) -> None:
        self.title = lines[0].removeprefix("# ")
        self.comments: list[str] = []
        self._changes = 0
        self._marks = 0
        self._footnotes = [line[2:] for line in lines if line.startswith("^ ")]
        body: list[str] = []
        table: list[str] = []
        for line in lines:
            if line.startswith("| "):
                table.append(line)
                continue
            if table:
                body.append(self._table(table))
                table = []
            if not line.startswith("^ "):
                body.append(self._block(line))
        self.body = "".join(body)

    def _block(self, line: str) -> str:
        for sign, style in (("# ", "Title"), ("## ", "Heading1"), ("- ", "Clause")):
            if line.startswith(sign):
                return self._paragraph(line.removeprefix(sign), style)
        return self._paragraph(line, "")

    def _paragraph(self, text: str, style: str, note: str = "") -> str:
        properties = f'<w:pStyle w:val="{style}"/>' if style else ""
        if re.fullmatch(r"\{\+[^{}]+\+\}", text):  # the whole paragraph is new, its mark too
            properties += f'<w:rPr><w:ins w:id="{self._change()}" {AUTHOR}/></w:rPr>'
        stated = f"<w:pPr>{properties}</w:pPr>" if properties else ""
        return f"<w:p>{stated}{note}{self._inline(text)}</w:p>"

    def _inline(self, text: str) -> str:
        pieces = []
        position = 0
        for match in INLINE.finditer(text):
            pieces.append(run(text[position : match.start()]))
            position = match.end()
            bold, inserted, deleted, comment, mark = match.groups()
            if bold:
                pieces.append(run(bold, "<w:b/>"))
            elif inserted:
                pieces.append(f'<w:ins w:id="{self._change()}" {AUTHOR}>{run(inserted)}</w:ins>')
            elif deleted:
                gone = run(deleted).replace("w:t>", "w:delText>").replace("<w:t ", "<w:delText ")
                pieces.append(f'<w:del w:id="{self._change()}" {AUTHOR}>{gone}</w:del>')
            elif comment:
                number = len(self.comments)
                self.comments.append(comment)
                pieces.append(f'<w:r><w:commentReference w:id="{number}"/></w:r>')
            elif mark:
                self._marks += 1
                pieces.append(
                    '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>'
                    f'<w:footnoteReference w:id="{self._marks}"/></w:r>'
                )
        pieces.append(run(text[position:]))
        return "".join(pieces)

    def _table(self, lines: list[str]) -> str:
        rows = []
        for number, line in enumerate(lines):
            cells = [cell.strip() for cell in line.strip("| ").split("|")]
            style = "" if number else "TableHead"
            rows.append(
                "<w:tr>"
                + "".join(
                    f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/></w:tcPr>'
                    f"{self._paragraph(cell, style)}</w:tc>"
                    for width, cell in zip(WIDTHS, cells, strict=True)
                )
                + "</w:tr>"
            )
        columns = "".join(f'<w:gridCol w:w="{width}"/>' for width in WIDTHS)
        return (
            '<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/><w:tblW w:w="9000" w:type="dxa"/></w:tblPr>'
            f"<w:tblGrid>{columns}</w:tblGrid>{''.join(rows)}</w:tbl>"
        )

    def footnotes_part(self) -> str:
        """Return the part with the footnotes; the first two separate them from the text."""
        notes = (
            '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p>'
            '</w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r>'
            "<w:continuationSeparator/></w:r></w:p></w:footnote>"
        )
        mark = (
            '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>'
            + run(" ")
        )
        for number, text in enumerate(self._footnotes, 1):
            content = self._paragraph(text, "FootnoteText", mark)
            notes += f'<w:footnote w:id="{number}">{content}</w:footnote>'
        return f"<w:footnotes {NAMES}>{notes}</w:footnotes>"

    def comments_part(self) -> str:
        """Return the part with the comments."""
        comments = "".join(
            f'<w:comment w:id="{number}" {AUTHOR} w:initials="HM"><w:p>{run(text)}</w:p>'
            "</w:comment>"
            for number, text in enumerate(self.comments)
        )
        return f"<w:comments {NAMES}>{comments}</w:comments>"

    def _change(self) -> int:
        self._changes += 1
        return 100 + self._changes


def run(text: str, properties: str = "") -> str:
    """Return a run of text; nothing for no text."""
    if not text:
        return ""
    stated = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{stated}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def header(text: str) -> str:
    """Return the part with the running head."""
    return f"<w:hdr {NAMES}><w:p>{run(text)}</w:p></w:hdr>"


def footer(text: str) -> str:
    """Return the part with the page number."""
    number = '<w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple>'
    return f"<w:ftr {NAMES}><w:p>{run(text)}{number}</w:p></w:ftr>"


def styles(language: str) -> str:
    """Return the part with the styles."""
    code = quoteattr(LANGUAGES[language])
    return (
        f"<w:styles {NAMES}><w:docDefaults><w:rPrDefault><w:rPr>"
        '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Calibri"/>'
        f'<w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val={code}/></w:rPr></w:rPrDefault>'
        '<w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="264" w:lineRule="auto"/></w:pPr>'
        f"</w:pPrDefault></w:docDefaults>{STYLES}</w:styles>"
    )


STYLES = (
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/>'
    "<w:qFormat/></w:style>"
    '<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/>'
    '<w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr>'
    '<w:spacing w:after="240"/></w:pPr><w:rPr><w:b/><w:sz w:val="36"/></w:rPr></w:style>'
    '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/>'
    '<w:basedOn w:val="Normal"/><w:next w:val="Clause"/><w:qFormat/><w:pPr><w:keepNext/><w:numPr>'
    '<w:numId w:val="1"/></w:numPr><w:spacing w:before="240"/><w:outlineLvl w:val="0"/></w:pPr>'
    '<w:rPr><w:b/><w:sz w:val="26"/></w:rPr></w:style>'
    '<w:style w:type="paragraph" w:customStyle="1" w:styleId="Clause"><w:name w:val="Clause"/>'
    '<w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:numPr><w:ilvl w:val="1"/>'
    '<w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    '<w:style w:type="paragraph" w:customStyle="1" w:styleId="TableHead">'
    '<w:name w:val="Table Head"/><w:basedOn w:val="Normal"/><w:rPr><w:b/></w:rPr></w:style>'
    '<w:style w:type="paragraph" w:styleId="FootnoteText"><w:name w:val="footnote text"/>'
    '<w:basedOn w:val="Normal"/><w:rPr><w:sz w:val="18"/></w:rPr></w:style>'
    '<w:style w:type="character" w:styleId="FootnoteReference">'
    '<w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
    "</w:style>"
    '<w:style w:type="table" w:default="1" w:styleId="TableNormal">'
    '<w:name w:val="Normal Table"/><w:tblPr><w:tblCellMar><w:left w:w="108" w:type="dxa"/>'
    '<w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>'
    '<w:style w:type="table" w:styleId="Grid"><w:name w:val="Table Grid"/>'
    '<w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>'
    + "".join(
        f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>'
        for side in ("top", "left", "bottom", "right", "insideH", "insideV")
    )
    + "</w:tblBorders></w:tblPr></w:style>"
)
NUMBERING = (
    f'<w:numbering {NAMES}><w:abstractNum w:abstractNumId="0">'
    '<w:multiLevelType w:val="multilevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/>'
    '<w:numFmt w:val="decimal"/><w:pStyle w:val="Heading1"/><w:lvlText w:val="%1"/>'
    '<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="567" w:hanging="567"/></w:pPr></w:lvl>'
    '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="Clause"/>'
    '<w:lvlText w:val="%1.%2"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="567" '
    'w:hanging="567"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1">'
    '<w:abstractNumId w:val="0"/></w:num></w:numbering>'
)
SECTION = (
    '<w:sectPr><w:headerReference w:type="default" r:id="header1"/>'
    '<w:footerReference w:type="default" r:id="footer1"/><w:pgSz w:w="11906" w:h="16838"/>'
    '<w:pgMar w:top="1418" w:right="1418" w:bottom="1418" w:left="1418" w:header="709" '
    'w:footer="709" w:gutter="0"/></w:sectPr>'
)

if __name__ == "__main__":
    main()
