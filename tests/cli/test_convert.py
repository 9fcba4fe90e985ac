"""``diglot convert``."""

from __future__ import annotations

from pathlib import Path

from diglot.formats.registry import FORMATS
from tests.cli.conftest import Run


def test_a_table_becomes_a_memory(run: Run, tmp_path: Path) -> None:
    table, out = tmp_path / "table.tsv", tmp_path / "out.tmx"
    table.write_text("One.\tUn.\nTwo.\tDeux.\n", encoding="utf-8")
    result = run("convert", table, out, "-s", "en", "-t", "fr")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"{out}: 2 written\n")
    assert '<tuv xml:lang="fr"><seg>Deux.</seg></tuv>' in out.read_text(encoding="utf-8")


def test_what_a_format_cannot_carry_is_said(run: Run, tmp_path: Path) -> None:
    links, out = tmp_path / "a.links", tmp_path / "a.ladder"
    links.write_text("[0]:[0]:0.5\n", encoding="utf-8")
    values = run("convert", links, out, "--json").json
    assert values == {"output": str(out), "records": 1, "lost": []}


def test_formats_can_be_named(run: Run, tmp_path: Path) -> None:
    links, out = tmp_path / "gold.txt", tmp_path / "out"
    links.write_text("[0]:[0]\n", encoding="utf-8")
    # Options may stand between the two files.
    assert run("convert", links, "--from", "links", out, "--to", "ces", "--quiet").out == ""
    assert "cesAlign" in out.read_text(encoding="utf-8")
    result = run("convert", links, out, "--from", "links", "--to", "magic")
    assert result.code == 2
    assert "tmx" in result.error


def test_a_broken_memory_leaves_the_old_output(run: Run, tmp_path: Path) -> None:
    memory, out = tmp_path / "broken.tmx", tmp_path / "out.tsv"
    memory.write_text("<tmx><body><tu></body></tmx>", encoding="utf-8")
    out.write_text("precious", encoding="utf-8")
    result = run("convert", memory, out)
    assert result.code == 2
    assert "broken.tmx" in result.error
    assert out.read_text(encoding="utf-8") == "precious"
    assert len(list(tmp_path.iterdir())) == 2


def test_inline_codes_and_versions_are_chosen(run: Run, tmp_path: Path) -> None:
    memory, out = tmp_path / "a.tmx", tmp_path / "a.xlf"
    memory.write_text(
        '<tmx version="1.4"><header srclang="en"/><body><tu>'
        '<tuv xml:lang="en"><seg>Press <ph x="1">&lt;b/&gt;</ph> now.</seg></tuv>'
        '<tuv xml:lang="fr"><seg>Appuyez.</seg></tuv></tu></body></tmx>',
        encoding="utf-8",
    )
    assert run("convert", memory, out, "--quiet").code == 0
    first = out.read_text(encoding="utf-8")
    assert 'version="1.2"' in first
    assert "<ph" in first
    assert run("convert", memory, out, "--quiet", "--strip-tags", "--xliff", "2.1").code == 0
    second = out.read_text(encoding="utf-8")
    assert 'version="2.1"' in second
    assert "<ph" not in second


def test_word_links_become_other_word_links(run: Run, tmp_path: Path) -> None:
    gold, out, back = (tmp_path / name for name in ("gold.txt", "out.naacl", "back.pharaoh"))
    gold.write_text("0-0:0.5 1p2:1\n\n2-1:0.25\n\n", encoding="utf-8")
    result = run("convert", gold, out)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"{out}: 3 written\n")
    assert "pair without links at the end" in result.out
    assert out.read_text(encoding="utf-8") == "1 1 1 S 0.5\n1 2 3 P 1\n3 3 2 S 0.25\n"
    assert run("convert", out, back, "--pairs", "4", "--quiet").out == ""
    assert back.read_text(encoding="utf-8") == gold.read_text(encoding="utf-8")


def test_bases_and_direction_of_word_links(run: Run, tmp_path: Path) -> None:
    talp, out = tmp_path / "a.talp", tmp_path / "out"
    talp.write_text("1-2 3p1\n", encoding="utf-8")
    result = run("convert", talp, out, "--to", "pharaoh")
    assert result.code == 2
    assert "give the base" in result.error
    run("convert", talp, out, "--to", "pharaoh", "--base", "1", "--reverse")
    assert out.read_text(encoding="utf-8") == "0p2 1-0\n"
    run("convert", talp, out, "--to", "talp", "--base", "1", "--to-base", "1")
    assert out.read_text(encoding="utf-8") == "1-2 3p1\n"


def test_a_broken_file_of_word_links_leaves_the_old_output(run: Run, tmp_path: Path) -> None:
    links, out = tmp_path / "a.pharaoh", tmp_path / "out.wa"
    links.write_text("0-0\n0-x\n", encoding="utf-8")
    out.write_text("precious", encoding="utf-8")
    result = run("convert", links, out)
    assert result.code == 2
    assert "a.pharaoh, line 2: '0-x' is not a link" in result.error
    assert out.read_text(encoding="utf-8") == "precious"


def test_trees_of_bisegments_become_the_links_they_stand_for(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "trees.xml", tmp_path / "links.pharaoh"
    nodes = (
        ("1.0_0-2_0-1", "ROOT"),
        ("1.1_0-1_1-1", "1.0_0-2_0-1"),
        ("1.1_2-2_0-0", "1.0_0-2_0-1"),
    )
    links = "".join(
        f'<link id="{name}" parentID="{parent}"><docSpan>x</docSpan></link>'
        for name, parent in nodes
    )
    source.write_text(
        f'<trAnnot><linkList level="chunk"><linkGroup id="1">{links}</linkGroup></linkList>'
        "</trAnnot>"
    )
    assert run("convert", source, target).code == 0
    assert target.read_text() == "0p1 1p1 2-0\n"
    assert run("convert", source, tmp_path / "links.aln").code == 0
    assert (tmp_path / "links.aln").read_text() == "1 0:1:possible 1:1:possible 2:0:sure\n"


def test_the_table_of_formats_has_a_row_for_each(run: Run) -> None:
    lines = run("convert", "--formats").out.splitlines()
    assert lines[0].split() == ["kind", "format", "extensions", "read", "write", "what", "it", "is"]
    assert len(lines) == len(FORMATS) + 1
    assert any(line.split()[:5] == ["units", "tmx", ".tmx", "yes", "yes"] for line in lines)
    values = run("convert", "--formats", "--json").json
    assert [each["format"] for each in values if each["kind"] == "links"][:2] == ["links", "ces"]


def test_files_have_to_be_named(run: Run) -> None:
    result = run("convert", "a.tmx")
    assert result.code == 2
    assert "name the file to read and the file to write" in result.error
