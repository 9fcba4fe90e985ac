"""Every reader of text files says in which line a unit begins."""

import pytest

from diglot import formats

FILES = {
    "t.tsv": "source\ttarget\na\tb\nc\td\n",
    "t.csv": 'source,target\n"a\na",b\nc,d\n',
    "t.jsonl": '{"source": "a", "target": "b"}\n\n{"source": "c", "target": "d"}\n',
    "t.po": 'msgid ""\nmsgstr ""\n\n# seen\nmsgid "a"\nmsgstr "b"\n\nmsgid "c"\nmsgstr "d"\n',
    "t.tmx": '<tmx version="1.4"><header srclang="en"/><body>\n<tu><tuv xml:lang="en"><seg>a</seg>'
    '</tuv></tu>\n\n<tu>\n<tuv xml:lang="en"><seg>c</seg></tuv></tu></body></tmx>',
    "t.xlf": '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n'
    '<file source-language="en" target-language="fr" original="o" datatype="x"><body>\n'
    '<trans-unit id="1"><source>a</source></trans-unit>\n'
    '<trans-unit id="2"><source>c</source></trans-unit></body></file></xliff>',
}
LINES = {
    "t.tsv": [2, 3],
    "t.csv": [2, 4],
    "t.jsonl": [1, 3],
    "t.po": [4, 8],
    "t.tmx": [2, 4],
    "t.xlf": [3, 4],
}


@pytest.mark.parametrize("name", FILES)
def test_units_know_their_line(tmp_path, name):
    path = tmp_path / name
    path.write_text(FILES[name])
    assert [unit.line for unit in formats.read_units(path)] == LINES[name]


def test_lines_of_parallel_files_are_counted(tmp_path):
    for language in ("en", "fr"):
        (tmp_path / f"t.{language}").write_text("a\n\nb\n")
    assert [unit.line for unit in formats.read_units(tmp_path / "t.moses")] == [1, 2, 3]


def test_where_a_unit_stands_is_no_part_of_what_it_is(tmp_path):
    path = tmp_path / "t.tsv"
    path.write_text("a\tb\na\tb\n")
    first, second = formats.read_units(path)
    assert first == second
