"""Tables of a campaign in every form."""

from __future__ import annotations

from dataclasses import replace

from diglot.campaign.tables import (
    LATEX_ROWS,
    Cell,
    Table,
    as_csv,
    as_json,
    as_latex,
    as_markdown,
    as_text,
    mark_best,
)

[BEST] = mark_best([[Cell(0.5, (0.4, 0.6), "a"), Cell(0.4996, letters="ab"), Cell(None)]])
TABLE = Table(
    "t",
    "F of x_1 & 50 %",
    ("system", "F"),
    tuple(zip(("o|ne", "two", "three"), BEST, strict=True)),
    notes=("a note",),
)


def test_what_is_printed_alike_is_best_alike() -> None:
    assert [each.best for each in BEST] == [True, True, False]


def test_text_has_intervals_in_a_column_of_their_own() -> None:
    assert as_text(TABLE).splitlines() == [
        "F of x_1 & 50 %",
        "system        F  95 % of F",
        "──────  ───────  ─────────",
        "o|ne     .500 a  .400–.600",
        "two     .500 ab",
        "three         –",
        "  a note",
    ]


def test_csv_has_ends_and_letters_apart() -> None:
    assert as_csv(TABLE) == (
        "system,F,F low,F high,F letters\no|ne,0.5,0.4,0.6,a\ntwo,0.4996,,,ab\nthree,,,,\n"
    )


def test_markdown_escapes_bars() -> None:
    assert "| o\\|ne | **.500 a .400–.600** |" in as_markdown(TABLE).splitlines()


def test_latex_escapes_what_latex_reads() -> None:
    latex = as_latex(TABLE)
    assert "\\caption{F of x\\_1 \\& 50 \\%. A note.}" in latex
    line = "    o$|$ne & \\textbf{.500}\\textsuperscript{a} {\\footnotesize .400--.600} \\\\"
    assert line in latex.splitlines()


def test_latex_names_what_its_default_fonts_lack_and_says_where_it_cannot() -> None:
    rows = (("« tour »", "Łódź", "5 ≥ 3", 1), ("ę", "a", "b", 2))
    latex = as_latex(replace(TABLE, rows=tuple(row[: len(TABLE.columns)] for row in rows)))
    assert "{\\fontencoding{T1}\\selectfont\\guillemotleft} tour" in latex
    assert "{\\fontencoding{T1}\\selectfont\\k{e}}" in latex
    assert "«" not in latex
    assert "LuaLaTeX" not in latex
    assert "LuaLaTeX" in as_latex(replace(TABLE, title="β"))


def test_latex_makes_wide_tables_smaller_and_long_ones_several() -> None:
    rows = tuple((str(number), Cell(0.5)) for number in range(LATEX_ROWS + 1))
    latex = as_latex(replace(TABLE, rows=rows))
    lines = [line.strip() for line in latex.splitlines()]
    assert (
        lines.count("\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%") == 2
    )
    assert lines.count("\\end{tabular}}") == 2
    assert lines.index("\\label{tab:t}") < lines.index("39 & .500 \\\\")
    assert lines.index("39 & .500 \\\\") < lines.index("\\label{tab:t-2}")
    assert lines.index("\\label{tab:t-2}") < lines.index("40 & .500 \\\\")


def test_json_holds_values() -> None:
    assert as_json(TABLE)["rows"][1] == ["two", {"value": 0.4996, "letters": "ab"}]
