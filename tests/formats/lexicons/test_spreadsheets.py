"""CSV files and workbooks of translations: columns by name, formulas as text, round trips."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diglot.errors import FormatError
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import read_translations, write_lexicon
from diglot.model.lexicon import Lexicon, Translation
from tests.formats.lexicons.strategies import translations

FOLDER = settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
FULL = Translation("=dog", "'chien, chaud", "en", "fr", "n", None, "forward", 0.5, "x", ("a", "b"))


def read(tmp_path: Path, text: str, **options) -> list[Translation]:
    path = tmp_path / "en-fr.csv"
    path.write_bytes(text.encode())
    return list(read_translations(path, **options))


@pytest.mark.parametrize("extension", ["csv", "xlsx"])
def test_every_column_comes_back_and_formulas_are_words(tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"a.{extension}"
    assert write_lexicon(path, Lexicon((FULL,))) == 1
    assert list(read_translations(path)) == [FULL]


@FOLDER
@given(found=st.lists(translations(), max_size=5))
def test_a_written_csv_is_read_again(tmp_path: Path, found) -> None:
    path = tmp_path / "a.csv"
    write_lexicon(path, Lexicon(tuple(found)))
    skips = Skips()
    again = list(read_translations(path, skips=skips))

    def flat(each: Translation) -> Translation:
        words = (each.source.strip(), each.target.strip())
        sense = (each.sense or "").strip() or None
        return Translation(
            *words,
            each.source_language,
            each.target_language,
            each.source_pos,
            each.target_pos,
            each.direction,
            each.score,
            sense,
        )

    assert [flat(each) for each in again] == [flat(each) for each in found]
    assert skips.entries() == ()


def test_without_names_the_first_columns_are_the_words(tmp_path: Path) -> None:
    expected = [Translation("dog", "chien", "en", "fr", score=0.5)]
    assert read(tmp_path, "dog;chien;0.5\n") == expected
    assert read(tmp_path, "dog,chien\n") == [Translation("dog", "chien", "en", "fr")]
    assert read(tmp_path, "") == []


def test_packed_csv_may_hold_line_breaks_in_cells(tmp_path: Path) -> None:
    path = tmp_path / "a.csv.gz"
    path.write_bytes(gzip.compress(b'source,target,sense\nbank,rive,"of a\nriver"\n'))
    (found,) = read_translations(path)
    assert found.sense == "of a\nriver"


def test_a_bad_row_is_named_or_counted(tmp_path: Path) -> None:
    text = "source,target,score\ndog,chien,2\ncat,chat,0.5\n"
    with pytest.raises(FormatError, match="line 2: the confidence '2' is not a number from 0 to 1"):
        read(tmp_path, text)
    skips = Skips()
    assert [each.source for each in read(tmp_path, text, skip_bad=True, skips=skips)] == ["cat"]
    assert skips.entries()[0].count == 1
