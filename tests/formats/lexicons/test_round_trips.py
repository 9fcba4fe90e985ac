"""A dictionary of Apertium goes through every format that can be written, and comes back."""

from __future__ import annotations

import pytest

from diglot.formats.lexicons import read_lexicon, read_translations, write_lexicon
from diglot.formats.termbases.data_categories import in_one_line


@pytest.fixture(scope="module")
def dictionary(shared_data):
    return read_lexicon(shared_data / "lexicons" / "apertium-rdf27" / "por-glg.tsv.gz")


@pytest.mark.slow
@pytest.mark.parametrize("extension", ["tei", "tbx", "ttl", "nt", "jsonl"])
def test_a_dictionary_comes_back(tmp_path, dictionary, extension):
    path = tmp_path / f"por-glg.{extension}"
    number = len(dictionary.translations)
    assert number > 5000
    assert all(in_one_line(each.source) == each.source for each in dictionary.translations)
    assert write_lexicon(path, dictionary) == number
    found = list(read_translations(path))
    assert len(found) == number
    assert set(found) == set(dictionary.translations)
