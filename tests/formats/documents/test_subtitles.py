"""SRT and WebVTT."""

from __future__ import annotations

import pytest

from diglot.errors import FormatError
from diglot.formats import read_units
from diglot.formats.documents import subtitles
from tests.formats.documents import packages

read = packages.reader_of("a.srt", subtitles.read)


def test_srt_cues_with_time_codes_and_tags(tmp_path):
    document = read(
        tmp_path,
        "\ufeff1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Where are</i>\r\nyou?\r\n\r\n"
        "2\r\n00:00:02,000 --> 01:00:04,250\r\n"
        '{\\an8}I\'m <font color="red">here</font> &amp; <3\r\n',
    )
    assert packages.blocks(document) == [
        ("cue", "Where are you?"),
        ("cue", "I'm here &amp; <3"),
    ]
    assert [block.anchor for block in document.blocks] == [
        "00:00:01.000 --> 00:00:02.500",
        "00:00:02.000 --> 01:00:04.250",
    ]
    assert packages.marked(document, "i") == ["Where are"]
    assert packages.marked(document, "font") == ["here"]
    assert [m.data for m in document.markup if m.kind == "position"] == ["\\an8"]


def test_vtt_cues_notes_styles_voices_and_entities(tmp_path):
    document = read(
        tmp_path,
        "WEBVTT - title\nLanguage: fr\n\nSTYLE\n::cue { color: red }\n\nNOTE\nfor the editor\n\n"
        "intro\n00:01.000 --> 00:02.000 align:start line:0\n<v Anne>Oui &amp; <c.loud>non</c>\n"
        "- bon<00:01.500> !\n\n01:00:00.000 --> 01:00:01.000\nFin\n",
        "a.vtt",
    )
    assert packages.blocks(document) == [("cue", "Oui & non - bon !"), ("cue", "Fin")]
    assert document.blocks[0].anchor == "00:01.000 --> 00:02.000"
    assert document.language == "fr"
    assert packages.marked(document, "v") == ["Oui & non - bon !"]
    assert [m.data for m in document.markup if m.kind == "v"] == ["Anne"]
    assert packages.marked(document, "c") == ["non"]
    assert packages.skipped(document) == {"style": 1, "note": 1}


def test_bad_vtt_time_code_names_its_line(tmp_path):
    with pytest.raises(FormatError, match=r"line 4.*00:01 --> x"):
        read(tmp_path, "WEBVTT\n\nid\n00:01 --> x\ntext\n", "a.vtt")


def test_text_between_srt_cues_names_its_line(tmp_path):
    with pytest.raises(FormatError, match="SRT"):
        read(tmp_path, "stray\n\n1\n00:00:01,000 --> 00:00:02,000\na\n")


def test_a_cue_without_a_time_code_is_no_text_of_the_one_before(tmp_path):
    path = tmp_path / "a.srt"
    path.write_text(
        "1\n00:00:01,000 --> 00:00:02,000\nIn\n\n12\n\n2\n00:00:03,000 --> 00:00:04,000\nOne.\n\n"
        "3\nTwo.\n"
    )
    with pytest.raises(FormatError, match=r"line 11: cue 3 has no time code"):
        subtitles.read(path)


def test_lines_of_an_old_macintosh_are_cues(tmp_path):
    path = tmp_path / "a.srt"
    path.write_bytes(
        b"1\r00:00:01,000 --> 00:00:02,000\rOne.\r\r2\r00:00:03,000 --> 00:00:04,000\rTwo."
    )
    assert subtitles.read(path).text == "One.\nTwo."


def test_a_time_code_ends_a_cue_without_a_blank_line(tmp_path):
    """As in automatic captions."""
    path = tmp_path / "a.vtt"
    path.write_text(
        "WEBVTT\n\n00:01.000 --> 00:02.000\nOne.\n00:02.000 --> 00:03.000 align:start\nTwo.\n"
    )
    document = subtitles.read(path)
    assert document.text == "One.\nTwo."
    assert [block.anchor for block in document.blocks][1] == "00:02.000 --> 00:03.000"


def test_a_cue_in_two_scripts_is_a_text_and_its_translation(tmp_path):
    pairs = [
        ("该部今天宣布了一项计划。", "The ministry announced a plan today."),
        ("农民将获得新的补贴。", "Farmers will receive new subsidies."),
        ("你听到消息了吗？", "Have you heard the news?"),
        ("他们会按公顷付钱给我们。", "They will pay us for every hectare."),
    ]
    cues = "".join(
        f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n<i>{one}</i>\n♪\n{other}\n\n"
        for n, (one, other) in enumerate(pairs, 1)
    )
    path = tmp_path / "a.srt"
    path.write_text(cues, encoding="utf-8")
    assert subtitles.read(path).text.split("\n")[:2] == [f"{pairs[0][0]} ♪", pairs[0][1]]
    units = list(read_units(path))
    assert [[each.language for each in unit.variants] for unit in units] == [["zh", "en"]] * 4


def test_prose_is_not_srt(tmp_path):
    with pytest.raises(FormatError, match="no time codes"):
        read(tmp_path, "Just prose.\n")
