"""Dictionaries in other formats."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import diglot
from diglot.errors import ConfigError, InputError
from diglot.formats.lexicons import read_lexicon
from diglot.formats.lexicons.sources import reverse_translation
from diglot.model import LexicalPath, Translation
from diglot.model.lexicon import DIRECTIONS
from diglot.pipeline.steps.lexicons.conversion import check_target, convert_lexicons
from diglot.pipeline.steps.lexicons.options import LexiconChoices

SAMPLES = Path(diglot.__file__).parent / "samples" / "dictionaries"
DIX = """<?xml version="1.0" encoding="UTF-8"?>
<dictionary><section id="main" type="standard">
<e><p><l>dog<s n="n"/></l><r>perro<s n="n"/></r></p></e>
<e r="LR"><p><l>hound<s n="n"/></l><r>perro<s n="n"/></r></p></e>
<e r="RL"><p><l>doggy<s n="n"/></l><r>perro<s n="n"/></r></p></e>
</section></dictionary>
"""


@pytest.fixture
def dix(tmp_path: Path) -> Path:
    path = tmp_path / "apertium.eng-spa.dix"
    path.write_text(DIX, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["out.csv", "out.jsonl", "out.xlsx"])
def test_restrictions_of_direction_are_kept(dix: Path, tmp_path: Path, name: str) -> None:
    written = convert_lexicons([dix], tmp_path / name)
    again = read_lexicon(tmp_path / name)
    assert written.entries == 3
    assert [(each.source, each.direction) for each in again.translations] == [
        ("dog", "both"),
        ("hound", "forward"),
        ("doggy", "backward"),
    ]


def test_turned_entries_are_restricted_the_other_way(dix: Path, tmp_path: Path) -> None:
    choices = LexiconChoices(source="es", target="en")
    convert_lexicons([dix], tmp_path / "out.dix", choices=choices)
    again = read_lexicon(tmp_path / "out.dix", languages=("es", "en"))
    assert [(each.source, each.target, each.direction) for each in again.translations] == [
        ("perro", "dog", "both"),
        ("perro", "hound", "backward"),
        ("perro", "doggy", "forward"),
    ]


def test_what_the_format_cannot_carry_is_counted(dix: Path, tmp_path: Path) -> None:
    written = convert_lexicons([dix], tmp_path / "out.tsv", format="pairs")
    assert any("direction" in each.kind for each in written.lost)


def test_many_dictionaries_become_one(tmp_path: Path) -> None:
    paths = sorted(SAMPLES.glob("*.tsv"))
    written = convert_lexicons(paths, tmp_path / "all.jsonl")
    assert written.pairs == (("ca", "fr"), ("en", "ca"), ("en", "es"), ("es", "fr"))
    assert written.entries == sum(len(read_lexicon(path).translations) for path in paths)


def test_of_many_pairs_of_languages_one_is_taken(tmp_path: Path) -> None:
    convert_lexicons(sorted(SAMPLES.glob("*.tsv")), tmp_path / "all.jsonl")
    choices = LexiconChoices(source="French", target="spa")
    written = convert_lexicons([tmp_path / "all.jsonl"], tmp_path / "fr-es.csv", choices=choices)
    assert written.pairs == (("fr", "es"),)
    assert written.entries == len(read_lexicon(SAMPLES / "es-fr.tsv").translations)


def test_languages_that_are_not_there_are_told_with_those_that_are(tmp_path: Path) -> None:
    choices = LexiconChoices(source="en", target="fr")
    with pytest.raises(InputError, match=r"no translations of en and fr; available: en-es"):
        convert_lexicons([SAMPLES / "en-es.tsv"], tmp_path / "out.tsv", choices=choices)
    assert not (tmp_path / "out.tsv").exists()


def test_duplicates_are_written_once_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "en-es.tsv"
    path.write_text("source\ttarget\ndog\tperro\ncat\tgato\ndog\tperro\n", encoding="utf-8")
    written = convert_lexicons([path], tmp_path / "out.tsv")
    assert written.entries == 2
    assert [(each.kind, each.count) for each in written.left_out] == [("duplicate translation", 1)]


def test_small_letters_and_no_parts_of_speech_on_request(tmp_path: Path) -> None:
    path = tmp_path / "en-de.tsv"
    path.write_text("source\ttarget\tpos\nDog\tHund\tnoun\ndog\thund\tverb\n", encoding="utf-8")
    choices = LexiconChoices(case="fold", pos="ignore")
    written = convert_lexicons([path], tmp_path / "out.csv", choices=choices)
    (only,) = read_lexicon(tmp_path / "out.csv").translations
    assert written.entries == 1
    assert (only.source, only.target, only.source_pos) == ("dog", "hund", None)


def test_a_format_that_is_only_read_is_refused_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="read, not written"):
        convert_lexicons([tmp_path / "nowhere.tsv"], tmp_path / "out.ifo")


@pytest.mark.parametrize("name", ["out.tsv", "out.dix", "out.jsonl", "out.xlsx", "out.csv"])
def test_formats_that_are_written_are_known(tmp_path: Path, name: str) -> None:
    check_target(tmp_path / name)


def test_a_saved_graph_holds_what_its_dictionaries_say(dix: Path, tmp_path: Path) -> None:
    saved = convert_lexicons([dix, SAMPLES], tmp_path / "all.lexgraph")
    assert saved.pairs == (("ca", "en"), ("ca", "fr"), ("en", "es"), ("es", "fr"))
    choices = LexiconChoices(source="es", target="en")
    convert_lexicons([tmp_path / "all.lexgraph"], tmp_path / "es-en.csv", choices=choices)
    found = {
        (each.source, each.target): each.direction
        for each in read_lexicon(tmp_path / "es-en.csv").translations
    }
    assert found["perro", "hound"] == "backward"
    assert found["perro", "doggy"] == "forward"
    assert found["perro", "dog"] == found["gato", "cat"] == "both"
    assert len(found) == saved.entries - sum(
        len(read_lexicon(SAMPLES / f"{name}.tsv").translations)
        for name in ("en-ca", "ca-fr", "es-fr")
    )


def test_a_graph_of_two_languages_alone_can_be_saved(tmp_path: Path) -> None:
    choices = LexiconChoices(source="en", target="es")
    saved = convert_lexicons([SAMPLES], tmp_path / "two.lexgraph", choices=choices)
    assert saved.pairs == (("en", "es"),)


def test_a_folder_stands_for_its_dictionaries(tmp_path: Path) -> None:
    written = convert_lexicons([SAMPLES], tmp_path / "all.jsonl")
    assert len(written.pairs) == 4


def test_a_file_is_not_read_and_written_at_once(dix: Path) -> None:
    with pytest.raises(ConfigError, match="both input and output"):
        convert_lexicons([dix], dix)


def test_one_language_alone_is_no_pair(dix: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="belong together"):
        convert_lexicons([dix], tmp_path / "out.tsv", choices=LexiconChoices(source="en"))


text = st.text(min_size=1, max_size=3)
part = st.none() | text


@given(
    st.builds(
        Translation,
        text,
        text,
        text,
        text,
        source_pos=part,
        target_pos=part,
        direction=st.sampled_from(DIRECTIONS),
        paths=st.tuples(
            st.builds(
                LexicalPath,
                st.tuples(text, text),
                st.tuples(text, text),
                st.tuples(st.tuples(text)),
            )
        ),
    )
)
def test_turning_twice_changes_nothing(each: Translation) -> None:
    assert reverse_translation(reverse_translation(each)) == each
