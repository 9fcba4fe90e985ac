"""Files of strings are linked by their keys."""

from __future__ import annotations

import pytest

from diglot.errors import InputError
from diglot.pipeline.file_pairs import Pair, pair_files
from diglot.pipeline.steps.sentences.alignment import align_files
from diglot.pipeline.steps.sentences.options import AlignOptions

LANGUAGES = {"source_language": "de", "target_language": "en"}


def align(tmp_path, source: str, target: str, name: str = "s.properties", **options):
    paths = tmp_path / f"de_{name}", tmp_path / f"en_{name}"
    for path, text in zip(paths, (source, target), strict=True):
        path.write_text(text)
    [bitext] = align_files(pair_files(*paths), options=AlignOptions(**LANGUAGES, **options))
    return bitext


def pairs(bitext) -> list[tuple[list[str], list[str]]]:
    sides = bitext.source.segment_texts, bitext.target.segment_texts
    return [
        ([sides[0][i] for i in link.source], [sides[1][j] for j in link.target])
        for link in bitext.links
    ]


def test_strings_are_linked_by_key_whatever_their_order(tmp_path):
    bitext = align(
        tmp_path, "a=Eins. Noch eins.\nb=Zwei\nc=Drei\n", "c=Three\nx=Extra\na=One. Another.\n"
    )
    assert pairs(bitext) == [
        (["Eins. Noch eins."], ["One. Another."]),
        (["Zwei"], []),
        (["Drei"], ["Three"]),
        ([], ["Extra"]),
    ]
    assert {link.score for link in bitext.links} == {1.0}
    assert "linked by their keys: 2 strings" in bitext.notes
    assert "keys that only one side has: 1 source, 1 target" in bitext.notes


def test_a_key_that_is_used_twice_is_linked_in_order(tmp_path):
    bitext = align(tmp_path, "a=Eins\na=Zwei\n", "a=One\na=Two\na=Three\n")
    assert pairs(bitext) == [(["Eins"], ["One"]), (["Zwei"], ["Two"]), ([], ["Three"])]


def test_files_that_share_no_keys_are_aligned_by_content(tmp_path):
    bitext = align(tmp_path, "a=Eins\nb=Zwei\n", "c=One\nd=Two\n")
    assert bitext.signature.method == "crf"


def test_unknown_extension_is_refused_with_what_to_do(tmp_path):
    with pytest.raises(InputError, match=r"extension '.foo'.*--input-format text"):
        align(tmp_path, "Eins", "One", name="a.foo")
    with pytest.raises(InputError, match=r"'.doc'.*save it as DOCX"):
        align(tmp_path, "Eins", "One", name="a.doc")


def test_format_of_inputs_can_be_named(tmp_path):
    bitext = align(tmp_path, "# Eins\n", "# One\n", name="a.foo", input_format="markdown")
    assert [block.kind for block in bitext.source.blocks] == ["heading"]


def test_language_as_extension_and_no_extension_are_plain_text(tmp_path):
    paths = tmp_path / "news.de", tmp_path / "news.en"
    bare = tmp_path / "eins", tmp_path / "one"
    for source, target in (paths, bare):
        source.write_text("Eins zwei drei.\n")
        target.write_text("One two three.\n")
        [bitext] = align_files([Pair("n", source, target)], options=AlignOptions(**LANGUAGES))
        assert bitext.source.source.reader == "text"
