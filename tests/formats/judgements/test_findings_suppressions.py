"""The file of suppressions: read by people, written in a fixed order, nothing lost."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import FormatError, InputError
from diglot.formats.judgements.findings import read_suppressions, write_suppressions
from diglot.model.findings import LEVELS, RULES, Suppression

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
NAMED = {
    "entry": st.none() | TEXTS,
    "form": st.none() | TEXTS,
    "level": st.none() | st.sampled_from(LEVELS),
    "rule": st.none() | st.sampled_from(sorted(RULES)),
    "place": st.none() | TEXTS.filter(bool),
    "file": st.none() | TEXTS.filter(bool),
    "fingerprint": st.none() | TEXTS.filter(bool),
}
SUPPRESSIONS = st.lists(
    st.builds(
        Suppression,
        **NAMED,
        **{each.name: TEXTS for each in fields(Suppression) if each.name not in NAMED},
    ).filter(
        lambda each: any(
            getattr(each, name) is not None for name in ("entry", "form", "rule", "place")
        )
    ),
    max_size=4,
)


@given(SUPPRESSIONS)
def test_what_is_written_is_read_again(tmp_path_factory, suppressions):
    path = tmp_path_factory.mktemp("s") / "s.toml"
    write_suppressions(path, suppressions)
    assert set(read_suppressions(path)) == set(suppressions)
    first = path.read_bytes()
    write_suppressions(path, reversed(read_suppressions(path)))
    assert path.read_bytes() == first


def test_an_empty_form_and_none_have_an_order(tmp_path):
    both = [Suppression(rule="alternative", form=form) for form in ("", None)]
    for name, suppressions in (("one", both), ("two", both[::-1])):
        write_suppressions(tmp_path / name, suppressions)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_the_file_reads_well(tmp_path):
    path = tmp_path / "s.toml"
    told = Suppression(
        entry="c12", term="swab", form="muestra", reason='usual, "here"', author="MR"
    )
    write_suppressions(path, [replace(told, entry="c7", term="ventilator"), told, told])
    text = path.read_text("utf-8")
    assert text.startswith("# Findings of diglot check")
    assert text.count("[[suppress]]") == 2
    assert text.index("c12") < text.index("c7")
    assert 'reason = "usual, \\"here\\""\nauthor = "MR"\n' in text


def write(path, text):
    path.write_text(text, "utf-8", newline="")
    return path


def test_a_file_written_by_hand_needs_little(tmp_path):
    path = write(
        tmp_path / "s.toml",
        "\ufeff[[suppress]] # ours\r\nentry = 'c1'\r\nform = 'Muestra'\r\ndate = 2026-01-02\r\n",
    )
    assert read_suppressions(path) == (Suppression(entry="c1", form="Muestra", date="2026-01-02"),)
    assert read_suppressions(write(path, "")) == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<<<<<<< HEAD\n", "line 1: is not TOML"),
        ('[[suppress]]\nentry = "a\n', "line 2: is not TOML"),
        ("version = 9\n", "has version '9'"),
        ('[[suppress]]\nentri = "a"\n', "suppression 1: has the key 'entri'; available: entry"),
        ('[[suppress]]\nentry = "a"\n[[suppress]]\nfile = "x"\n', "suppression 2: would suppress"),
        ("[[suppress]]\n", "would suppress everything"),
        ("[[suppress]]\nentry = 12\n", "has no text as its entry"),
        ('[[suppress]]\nrule = "mising"\n', "has the rule 'mising'; it can be missing"),
        ('[[suppress]]\nentry = "a"\nlevel = "x"\n', "has the level 'x'; it can be exact"),
        ("suppress = 3\n", r"has no list of \[\[suppress\]\]"),
        ("suppress = [3]\n", "is not a table of keys"),
        ("[other]\nx = 1\n", "but 'other'"),
        ("x = " + "[" * 5000 + "]" * 5000, "is not TOML"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(tmp_path, text, message):
    with pytest.raises(FormatError, match=message):
        read_suppressions(write(tmp_path / "s.toml", text))


def test_halves_of_surrogate_pairs_do_not_stop_the_writing(tmp_path):
    write_suppressions(tmp_path / "s.toml", [Suppression(entry="a\ud800")])
    assert read_suppressions(tmp_path / "s.toml")[0].entry == "a\ufffd"


def test_files_that_cannot_be_are_one_line(tmp_path):
    with pytest.raises(InputError, match="cannot be"):
        write_suppressions(tmp_path / "no" / "s.toml", [])
    with pytest.raises(InputError):
        read_suppressions(tmp_path / "none.toml")
