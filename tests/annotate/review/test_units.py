"""Files of units that people correct: what stays, what is made anew, who confirmed."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime
from pathlib import Path

from diglot import formats
from diglot.annotate.options import Reading
from diglot.annotate.review.units import (
    Confirmation,
    place_of,
    read_unit_file,
    reviewed_units,
)
from diglot.model import Link, Segment

TMX = """<?xml version="1.0"?>
<tmx version="1.4"><header creationtool="x" creationtoolversion="1" segtype="sentence" o-tmf="x"
adminlang="en" srclang="en" datatype="plaintext"/><body>
<tu tuid="one" creationid="ann"><prop type="x-client">Acme</prop>
<tuv xml:lang="en">
<seg>Press <bpt i="1">&lt;b&gt;</bpt>start<ept i="1">&lt;/b&gt;</ept>.</seg></tuv>
<tuv xml:lang="fr">
<seg>Appuyez <bpt i="1">&lt;b&gt;</bpt>marche<ept i="1">&lt;/b&gt;</ept>.</seg></tuv>
<tuv xml:lang="de"><seg>Start drücken.</seg></tuv></tu>
<tu tuid="alone"><tuv xml:lang="en"><seg>English only.</seg></tuv></tu>
<tu tuid="two"><tuv xml:lang="en"><seg>Wait. Then stop.</seg></tuv>
<tuv xml:lang="fr"><seg>Attendez.</seg></tuv></tu>
<tu tuid="three"><tuv xml:lang="en"><seg>Thanks.</seg></tuv>
<tuv xml:lang="fr"><seg>Puis arrêtez. Merci.</seg></tuv></tu>
</body></tmx>
"""
AT = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def _file(folder: Path) -> Path:
    path = folder / "memory.tmx"
    path.write_text(TMX, encoding="utf-8")
    return path


def test_links_stand_for_the_units_with_both_languages(tmp_path: Path) -> None:
    file = read_unit_file(_file(tmp_path), Reading())
    assert [file.units[number].id for number in file.numbers] == ["one", "two", "three"]
    assert [link.kind for link in file.bitext.links] == [None, None, None]


def test_what_nobody_changed_is_written_as_it_was_found(tmp_path: Path) -> None:
    file = read_unit_file(_file(tmp_path), Reading())
    out = tmp_path / "out.tmx"
    formats.write_units(out, reviewed_units(file, file.bitext, {}))
    assert list(formats.read_units(out)) == list(file.units)


def test_a_confirmed_unit_says_who_confirmed_it_and_when(tmp_path: Path) -> None:
    file = read_unit_file(_file(tmp_path), Reading())
    out = tmp_path / "out.tmx"
    place = place_of(file.bitext, file.bitext.links[0])
    formats.write_units(out, reviewed_units(file, file.bitext, {place: Confirmation("eva", AT)}))
    first = next(formats.read_units(out))
    assert (first.kind, first.score) == ("confirmed", 1.0)
    assert {("changeid", "eva"), ("changedate", "20261121T093000Z")} <= set(first.properties)
    assert {("creationid", "ann"), ("client", "Acme")} <= {
        (name.removeprefix("x-"), value) for name, value in first.properties
    }
    assert len(first.variants) == 3
    assert first.variants[0].markup == file.units[0].variants[0].markup


def test_what_another_tool_calls_approved_is_confirmed(tmp_path: Path) -> None:
    path = tmp_path / "job.mqxliff"
    units = "".join(
        f'<trans-unit id="{status}" mq:status="{status}"><source>Start.</source>'
        "<target>Marche.</target></trans-unit>"
        for status in ("Edited", "ManuallyConfirmed", "Proofread")
    )
    path.write_text(
        '<xliff version="1.2" xmlns:mq="MQXliff"><file original="x" source-language="en"'
        f' target-language="fr" datatype="x"><body>{units}</body></file></xliff>'
    )
    links = read_unit_file(path, Reading()).bitext.links
    assert [link.kind for link in links] == [None, "confirmed", "confirmed"]


def test_sentences_that_moved_make_new_units(tmp_path: Path) -> None:
    file = read_unit_file(_file(tmp_path), Reading())
    text = file.bitext.target.text
    cut = text.index("Merci.")
    segments = file.bitext.target.segments
    old = segments[2]
    target = dataclasses.replace(
        file.bitext.target,
        segments=(
            *segments[:2],
            Segment(old.start, cut - 1, old.paragraph),
            Segment(cut, old.end, old.paragraph),
        ),
    )
    links = (Link((0,), (0,)), Link((1,), (1, 2)), Link((2,), (3,)))
    corrected = dataclasses.replace(file.bitext, target=target, links=links)
    out = tmp_path / "out.tmx"
    formats.write_units(out, reviewed_units(file, corrected, {}))
    units = list(formats.read_units(out))
    assert [unit.id for unit in units] == ["one", "alone", None, None]
    assert units[2].variants[1].text == "Attendez. Puis arrêtez."
    assert units[3].variants[1].text == "Merci."


def test_a_corrected_text_keeps_its_codes_and_says_nothing_of_other_languages(
    tmp_path: Path,
) -> None:
    file = read_unit_file(_file(tmp_path), Reading())
    start = file.bitext.target.segments[0].start
    out = tmp_path / "out.tmx"
    formats.write_units(
        out, reviewed_units(file, file.bitext, {}, ({}, {start: "Appuyez vite sur marche."}))
    )
    first = next(formats.read_units(out))
    assert [each.text for each in first.variants] == [
        "Press start.",
        "Appuyez vite sur marche.",
        "Start drücken.",
    ]
    codes = [(each.start, each.end) for each in first.variants[1].markup]
    assert len(codes) == len(file.units[0].variants[1].markup)
    assert "Appuyez vite sur marche."[codes[-1][0] - 6 : codes[-1][0]] == "marche"
