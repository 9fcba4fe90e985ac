import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import FormatError, InputError
from diglot.formats.blocks import Skips
from diglot.formats.units import jsonl
from diglot.model import Markup, Unit, Variant
from tests.formats.strategies import texts, tmx_markup, units


@pytest.mark.slow
@given(st.lists(units(text=texts(), sides=(0, 4), markup=tmx_markup), max_size=4))
def test_what_is_written_is_read_again(found):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.jsonl"
        assert jsonl.write_units(path, found) == ()
        assert list(jsonl.read_units(path)) == found


def test_first_line_names_the_schema_and_lines_are_units(tmp_path):
    path = tmp_path / "t.jsonl"
    jsonl.write_units(path, [Unit((Variant("en", "é\u2028"), Variant("fr", "b")), score=0.5)])
    first, second = path.read_text().split("\n")[:2]
    assert json.loads(first) == {"schema": "diglot-units", "version": 1}
    assert json.loads(second) == {
        "score": 0.5,
        "variants": [{"language": "en", "text": "é\u2028"}, {"language": "fr", "text": "b"}],
    }


def test_corpora_of_other_tools_are_read(tmp_path):
    path = tmp_path / "t.jsonl"
    path.write_text(
        '{"translation": {"en": "a", "fr": "b"}, "id": 7}\n\n'
        '{"source": "c", "target": "d", "score": 0.5, "tags": ["x"], "source_lang": "de"}\n'
    )
    skips = Skips()
    first, second = jsonl.read_units(path, skips=skips)
    assert first == Unit((Variant("en", "a"), Variant("fr", "b")), id="7")
    assert second == Unit(
        (Variant("de", "c"), Variant("und", "d")), score=0.5, properties=(("tags", '["x"]'),)
    )
    assert skips.entries()[0].kind == "blank line"


VARIANT = '{"language": "en", "text": "ab"%s}'


@pytest.mark.parametrize(
    "line",
    [
        "plain",
        "[]",
        "7",
        "{}",
        '{"variants": 7}',
        '{"variants": [7]}',
        '{"variants": [{"text": "a"}]}',
        '{"variants": [{"language": "en", "text": 7}]}',
        '{"variants": [], "score": 7}',
        '{"variants": [], "score": NaN}',
        '{"variants": [], "score": "high"}',
        '{"variants": [], "score": true}',
        '{"variants": [], "paragraphs": [1]}',
        '{"variants": [], "notes": "n"}',
        '{"variants": [], "properties": [["a"]]}',
        '{"variants": [%s]}' % (VARIANT % ', "markup": [[0, 9, "ph", ""]]'),
        '{"variants": [%s]}' % (VARIANT % ', "markup": [[2, 1, "ph", ""]]'),
        '{"variants": [%s]}' % (VARIANT % ', "segments": ["1"]'),
        '{"variants": [{"language": "en", "text": "\\ud800"}]}',
        '{"variants": [], "notes": ["\\udc00"]}',
        '{"source": "a"}',
        '{"source": 1, "target": 2}',
        "[" * 100_000,
        '{"variants": [], "x": ' + "9" * 5000 + "}",
    ],
)
def test_line_that_is_no_unit_names_its_number(tmp_path, line):
    path = tmp_path / "t.jsonl"
    path.write_text('{"source": "a", "target": "b"}\n' + line)
    stream = jsonl.read_units(path)
    next(stream)
    with pytest.raises(FormatError, match="line 2: is not a translation unit"):
        next(stream)


@pytest.mark.parametrize(
    "head", ['{"schema": "other"}', '{"schema": "diglot-units", "version": 9}']
)
def test_other_schema_or_version_is_refused(tmp_path, head):
    path = tmp_path / "t.jsonl"
    path.write_text(head)
    with pytest.raises(FormatError, match="line 1"):
        list(jsonl.read_units(path))


def test_lone_surrogate_is_not_written(tmp_path):
    unit = Unit((Variant("en", "\ud800", (Markup(0, 0, "x"),)),))
    with pytest.raises(InputError, match=r"U\+D800"):
        jsonl.write_units(tmp_path / "t.jsonl", [unit])
    assert list(tmp_path.iterdir()) == []
