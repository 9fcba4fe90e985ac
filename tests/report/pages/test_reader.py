"""The reader's file: one file, closed to the outside, its data exactly what the bitext holds."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import InputError
from diglot.model import Bitext, Link, Source
from diglot.report.pages.reader import render, write_html
from tests.report.bitexts import document, glossary, letter, two_scripts


def data_of(page):
    """Read the data as a browser would: up to the first end of the script element."""
    return json.loads(
        re.search(r'<script type="application/json" id="data">(.*?)</script', page)[1]
    )


def test_the_page_holds_texts_links_notes_and_signature():
    data = data_of(render(letter()))
    (found,) = data["documents"]
    assert found["source"]["segments"] == letter().source.segment_texts
    assert found["target"]["language"] == "fr"
    assert found["rows"][2] == [[2], [2, 3], 0.41, 1, ["12 ≠ 21", "length 2.4×"], "", 2, -1]
    assert found["notes"] == ["language of the second text detected: French"]
    assert found["signature"] == "method:crf|max-merge:6|version:0.1.0"
    assert found["source"]["headings"] == [0]
    assert found["source"]["begins"] == [0, 1, 3, 6]
    assert data["title"] == "letter.en · letter.fr"


def test_a_heading_of_two_sentences_is_heading_throughout():
    bitext = Bitext(document(["One."], "en"), document([["Eins."]], "de"))
    assert data_of(render(bitext))["documents"][0]["source"]["headings"] == [0]


def test_lines_of_a_segmented_file_are_not_set_apart():
    from dataclasses import replace

    plain = letter()
    lines = tuple(replace(block, kind="line") for block in plain.source.blocks)
    bitext = replace(plain, source=replace(plain.source, blocks=lines))
    assert data_of(render(bitext))["documents"][0]["source"]["begins"] == []


def test_scripts_of_the_texts_get_their_direction():
    (found,) = data_of(render(two_scripts()))["documents"]
    assert (found["source"]["direction"], found["target"]["direction"]) == ("rtl", "ltr")


def test_the_file_name_is_told_and_not_the_folder(tmp_path):
    from dataclasses import replace

    origin = Source(tmp_path / "secret" / "letter.docx", "docx", "ab" * 32)
    bitext = replace(letter(), source=replace(letter().source, source=origin))
    page = render(bitext)
    assert "letter.docx" in page
    assert "secret" not in page
    assert data_of(page)["documents"][0]["source"]["digest"] == "abababababab"


@given(st.text(st.characters(codec=None), max_size=30))
def test_any_text_comes_back_from_the_page_as_it_was(text):
    bitext = Bitext(document([[text]], "en", text), document([["x"]], None, "x"))
    page = render(bitext)
    page.encode("utf-8")
    (found,) = data_of(page)["documents"]
    assert found["source"]["segments"] == [text]
    assert page.lower().count("</script") == 2
    assert page.count("<!--") == 0


def test_the_policy_allows_exactly_what_is_in_the_file():
    page = render(letter())
    policy = re.search(r'Security-Policy" content="([^"]*)"', page)[1]
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    for kind, pattern in (
        ("style", r"<style>(.*?)</style>"),
        ("script", r"<script>(.*?)</script>"),
    ):
        inside = re.search(pattern, page, re.DOTALL)[1]
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy


def test_nothing_in_the_page_points_outside():
    page = render([letter(), two_scripts(), glossary()])
    assert not re.search(
        r"https?:|//[a-z]|url\(|@import|src=|<link|<iframe", page.replace("\n//", "\n")
    )
    assert not re.search(r"\son[a-z]+\s*=", page.split("<script", 1)[0])


def test_the_same_bitext_gives_the_same_bytes():
    assert render(letter()) == render(letter())


def test_segments_in_no_link_are_not_lost():
    bitext = Bitext(
        document([["a", "b", "c"]]), document([["x", "y", "z"]]), (Link((1,), (1,), 0.9),)
    )
    shown = [row[:2] for row in data_of(render(bitext))["documents"][0]["rows"]]
    assert shown == [[[0], []], [[], [0]], [[1], [1]], [[2], []], [[], [2]]]


def test_an_unwritable_target_is_one_clear_error_and_leaves_nothing(tmp_path):
    with pytest.raises(InputError, match="folder"):
        write_html(tmp_path / "nowhere" / "reader.html", letter())
    assert list(tmp_path.iterdir()) == []


def test_writing_replaces_the_whole_file(tmp_path):
    path = tmp_path / "reader.html"
    path.write_text("old" * 100_000)
    write_html(path, letter(), title="A letter")
    assert path.read_text("utf-8") == render(letter(), title="A letter")
    assert "<title>A letter</title>" in path.read_text("utf-8")


def _luminance(colour):
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return sum(v * w for v, w in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def _contrast(one, other):
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_stand_at_four_and_a_half_to_one_on_every_ground(scheme):
    style = (resources.files("diglot.report") / "static" / "base" / "colours.css").read_text(
        "utf-8"
    )
    blocks = re.findall(r":root \{([^}]*)\}", style)
    names = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", blocks[0]))
    if scheme == "dark":
        names |= dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", blocks[1]))
    grounds = ("ground", "button", "chosen", "doubtful-ground", "zone-ground")
    for ink in ("text", "muted", "doubtful", "null", "zone", "confirmed"):
        for ground in grounds:
            assert _contrast(names[ink], names[ground]) >= 4.5, (ink, ground)
    assert _contrast(names["hit-text"], names["hit"]) >= 4.5
    # Edges are drawings, not text: 3:1 is asked of them where they mark doubt or nulls.
    for edge in ("doubtful-edge", "null-edge"):
        for ground in grounds:
            assert _contrast(names[edge], names[ground]) >= 3, (edge, ground)


def test_a_long_text_shows_its_beginning_and_what_is_least_certain(tmp_path):
    sentences = [f"Sentence {number}." for number in range(20)]
    scores = [0.9] * 20
    scores[15], scores[12] = 0.2, 0.6
    links = [Link((k,), (k,), score) for k, score in enumerate(scores)]
    bitext = Bitext(document([sentences]), document([sentences]), tuple(links))
    (found,) = data_of(render(bitext, limit=6))["documents"]
    assert [row[6] for row in found["rows"]] == [0, 1, 2, 3, 12, 15]
    assert found["target"]["segments"] == [sentences[k] for k in (0, 1, 2, 3, 12, 15)]
    assert "6 of 20 rows" in found["notes"][0]
    assert write_html(tmp_path / "page.html", bitext, limit=6) == 14
    assert write_html(tmp_path / "page.html", bitext, limit=20) == 0
