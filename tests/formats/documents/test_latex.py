"""LaTeX."""

from __future__ import annotations

import pytest

from diglot.errors import UnsafeFileError
from diglot.formats.documents import latex
from tests.formats.documents import packages

read = packages.reader_of("a.tex", latex.read)


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


def test_a_space_after_an_accented_letter_stays(tmp_path):
    document = read(tmp_path, "Si pu\\`o concludere, gi\\`a{} ora, s\\`{\\i} che \\`e vero.\n")
    assert packages.texts(document) == ["Si può concludere, già ora, sì che è vero."]


def test_macros_of_the_file_are_read_as_what_they_stand_for(tmp_path):
    document = read(
        tmp_path,
        "\\documentclass{article}\n\\newcommand{\\us}{Diglot Ltd.}\n\\def\\both#1#2{#1 #2}\n"
        "\\newcommand*\\option[2]{\\itshape#1 is #2}\n\\renewcommand{\\self}{so-called \\self}\n"
        "\\begin{document}\n\\us{} pays \\us{} \\option{Speed}{fast}. A \\self{name}.\n"
        "\\end{document}\n",
    )
    expected = "Diglot Ltd. pays Diglot Ltd. Speed is fast. A so-called name."
    assert packages.texts(document) == [expected]


def test_arguments_of_unknown_macros_stand_apart(tmp_path):
    assert packages.texts(read(tmp_path, "\\row{One}{two}{three} end\n")) == ["One two three end"]


def test_cells_of_tables_and_texts_side_by_side_have_their_places(tmp_path):
    document = read(
        tmp_path,
        "\\begin{longtable}{ll}\nH & I\\\\\\endfirsthead\nH & I\\\\\\endhead\n"
        "a & \\makecell{b\\\\c}\\\\[1mm]\n\\multicolumn{2}{c}{d} & e\\\\ & f\n\n"
        "g\\\\\n\\end{longtable}\n"
        "\\begin{paracol}{2}one\\switchcolumn two\\switchcolumn* three\\end{paracol}\n"
        "\\begin{Parallel}{}{}\\ParallelLText{i}\\ParallelRText{j}\\ParallelLText{k}\\end{Parallel}\n",
    )
    assert packages.anchored(document) == [
        ("table 1 row 1 cell 1", "H"),
        ("table 1 row 1 cell 2", "I"),
        ("table 1 row 2 cell 1", "a"),
        ("table 1 row 2 cell 2", "b c"),
        ("table 1 row 3 cell 1", "d"),
        ("table 1 row 3 cell 3", "e"),
        ("table 1 row 4 cell 2", "f"),
        ("table 1 row 4 cell 2", "g"),
        ("table 2 row 1 cell 1", "one"),
        ("table 2 row 1 cell 2", "two"),
        ("table 2 row 2 cell 1", "three"),
        ("table 3 row 1 cell 1", "i"),
        ("table 3 row 1 cell 2", "j"),
        ("table 3 row 2 cell 1", "k"),
    ]
    assert packages.skipped(document) == {"repeated head or foot of a table": 1}


def test_of_what_is_printed_and_what_bookmarks_show_only_the_first_is_read(tmp_path):
    shown = "\\protect\\hypertarget{n}{}{}A \\emph{name}"
    text = f"\\section[N]{{\\texorpdfstring{{{shown}}}{{A name}}}}\\label{{n}}\nText.\n"
    assert packages.texts(read(tmp_path, text)) == ["A name", "Text."]


def test_cells_of_unknown_tables_stand_apart(tmp_path):
    document = read(tmp_path, "\\begin{widetable}{ll}\na & b\n\\end{widetable}\n")
    assert "b" in packages.texts(document)


def test_a_chapter_that_shows_a_preamble_is_read_from_its_beginning(tmp_path):
    document = read(
        tmp_path,
        "% a part of a book\n\\chapter{Basics}\nWrite this:\n\\begin{code}\n\\documentclass{x}\n"
        "\\begin{document}\n\\end{code}\nThen go on.\n",
    )
    assert packages.texts(document)[:2] == ["Basics", "Write this:"]


def test_macros_that_grow_without_end_are_read_in_bounded_time(tmp_path):
    lines = ["\\newcommand{\\a}{x}"]
    for before, name in zip("abcdefghij", "bcdefghijk", strict=True):
        lines.append(f"\\newcommand{{\\{name}}}{{{f' {chr(92)}{before}' * 30}}}")
    document = read(tmp_path, "\n".join([*lines, "\\begin{document}", "\\k end"]))
    assert len(document.text) < 4_000_000
