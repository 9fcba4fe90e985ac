"""LaTeX."""

from __future__ import annotations

import pytest

from diglot.errors import UnsafeFileError
from diglot.formats.documents import latex
from tests.formats.documents import packages


def read(tmp_path, text: str):
    path = tmp_path / "a.tex"
    path.write_text(text)
    document = latex.read(path)
    packages.check(document)
    return document


def test_blocks_of_a_document(tmp_path):
    document = read(
        tmp_path,
        "\\documentclass[a4]{article}\n\\title{The \\emph{Title}}\n\\begin{document}\n"
        "\\maketitle\n\n"
        "\\section[short]{One}\\label{s}\nA line % comment\nand more\\footnote{A note.} of it.\n\n"
        "\\begin{itemize}\\item first\n\\item second\\end{itemize}\n"
        "\\begin{description}\\item[Term] Meaning\\end{description}\n"
        "\\begin{tabular}{l|r}\na & b \\\\\nc & d\n\\end{tabular}\n\\end{document}\n",
    )
    assert packages.blocks(document) == [
        ("heading", "The Title"),
        ("heading", "One"),
        ("paragraph", "A line and more of it."),
        ("footnote", "A note."),
        ("paragraph", "first"),
        ("paragraph", "second"),
        ("paragraph", "Term"),
        ("paragraph", "Meaning"),
        ("cell", "a"),
        ("cell", "b"),
        ("cell", "c"),
        ("cell", "d"),
    ]


def test_characters_and_commands(tmp_path):
    document = read(
        tmp_path,
        "Caf\\'e, na\\\"{\\i}ve, gar\\c{c}on, stra\\ss e, \\v{S}koda, 5\\,\\% of ``all'' --- "
        "see~\\cite{x} \\textbf{bold \\textit{both}} \\href{http://x}{link} \\LaTeX{} "
        "\\unknown{kept} "
        "\\verb|a_b| 10\\textdegree C.",
    )
    assert packages.texts(document) == [
        "Café, naïve, garçon, straße, Škoda, 5\u202f% of “all” — "
        "see\xa0[] bold both link LaTeX kept a_b 10° C.".replace("° C", "°C")
    ]


def test_formulas_stay_in_the_sentence_and_stand_apart_when_displayed(tmp_path):
    document = read(
        tmp_path, "If $x_1 \\le 2$ then \\(y\\).\n\\begin{equation}z\\end{equation}\n\\[w\\] End."
    )
    assert packages.texts(document) == ["If $x_1 \\le 2$ then $y$.", "End."]
    assert packages.marked(document, "math") == ["$x_1 \\le 2$", "$y$"]
    assert packages.skipped(document) == {"formula": 2}


def test_code_is_listed(tmp_path):
    document = read(tmp_path, "A\n\\begin{verbatim}\n\\x{ % $\n\\end{verbatim}\nB")
    assert packages.texts(document) == ["A", "B"]
    assert packages.skipped(document) == {"code": 1}


def test_deep_groups_are_refused(tmp_path):
    with pytest.raises(UnsafeFileError, match="nests"):
        read(tmp_path, "a" + "\\footnote{" * 1000)
