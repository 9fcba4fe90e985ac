"""The page of aligned words as a file: what it holds, what it leaves out, what it forbids."""

from __future__ import annotations

import json
import math
import re
from itertools import count

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import InputError
from diglot.model import Signature
from diglot.report.pages.words import WordPair, write_word_page
from tests.report.word_pairs import harbour, many, pair, scripts


@pytest.fixture
def written(tmp_path):
    """Write a page and return its text."""

    def write(pairs, **options):
        path = tmp_path / "words.html"
        write_word_page(path, pairs, **options)
        return path.read_text("utf-8")

    return write


def data_of(page):
    """Read the data as a browser would: up to the first end of the script element."""
    return json.loads(
        re.search(r'<script type="application/json" id="data">(.*?)</script', page, re.DOTALL)[1]
    )


def words_of(side):
    """Undo the joining of words as the page's script does."""
    return side.split(" ") if isinstance(side, str) else side


def test_the_page_holds_words_links_confidence_and_gold(written):
    data = data_of(written(harbour()))
    assert data["pairs"][3] == [
        4,
        "Thank you .",
        "Merci .",
        [0, 0, 980, 1, 0, 960, 2, 1, 1000],
        990,
        [0, 0, 1, 1, 0, 1, 2, 1, 1],
    ]
    assert data["pairs"][2][5] == [5, 5, 0]
    assert data["part"] == ""


def test_what_is_unknown_is_marked_as_such(written):
    (found,) = data_of(written([WordPair(1, ["a"], ["x"], [(0, 0, None)])]))["pairs"]
    assert found == [1, "a", "x", [0, 0, -1], -1]
    (found,) = data_of(written([WordPair(1, ["a"], ["x"], [], math.nan)]))["pairs"]
    assert found == [1, "a", "x", [], -1]


def test_title_languages_signature_and_notes_are_on_the_page(written):
    page = written(
        scripts(),
        title="Two <scripts>",
        languages=("ar", "zh"),
        signature=Signature("gibbs", "0.2.0", (("threshold", ".4"),)),
        notes=["1 pair passed over"],
    )
    data = data_of(page)
    assert "<title>Two &lt;scripts&gt;</title>" in page
    assert data["languages"] == ["ar", "zh"]
    assert data["directions"] == ["rtl", "ltr"]
    assert data["signature"] == "method:gibbs|threshold:.4|version:0.2.0"
    assert data["notes"] == ["1 pair passed over"]
    assert data_of(written([]))["directions"] == ["auto", "auto"]


def test_probabilities_are_rounded_down_but_not_for_single_precision(written):
    values = np.array([0.7, 0.9996, 1.0, 0.0, 0.0004], dtype=np.float32)
    links = [(0, k, value) for k, value in enumerate(values)]
    (found,) = data_of(written([WordPair(1, ["a"], list("vwxyz"), links)]))["pairs"]
    assert found[3][2::3] == [700, 999, 1000, 0, 0]


@pytest.mark.parametrize("link", [(2, 0, 0.5), (0, 1, 0.5), (-1, 0, 0.5)])
def test_a_link_outside_its_pair_is_refused(written, link):
    with pytest.raises(ValueError, match=r"pair 7: link .* lies outside its 2 and 1 words"):
        written([WordPair(7, ["a", "b"], ["x"], [link])])
    with pytest.raises(ValueError, match="pair 7"):
        written([WordPair(7, ["a", "b"], ["x"], [], gold=[(*link[:2], True)])])


@pytest.mark.parametrize("value", [math.nan, math.inf, -0.1, 1.1])
def test_what_is_no_probability_is_refused(written, value):
    with pytest.raises(ValueError, match="is not a probability"):
        written([WordPair(1, ["a"], ["x"], [(0, 0, value)])])


TOKENS = st.lists(st.text(st.characters(codec=None), max_size=8), max_size=6)


@given(TOKENS, TOKENS)
def test_any_words_come_back_from_the_page_as_they_were(tmp_path_factory, source, target):
    path = tmp_path_factory.mktemp("page") / "words.html"
    write_word_page(path, [WordPair(1, source, target, [])], notes=source)
    page = path.read_bytes().decode("utf-8")
    (found,) = data_of(page)["pairs"]
    assert words_of(found[1]) == source
    assert words_of(found[2]) == target
    assert page.lower().count("</script") == 2
    assert page.count("<!--") == 0


def test_words_with_spaces_stay_one_word(written):
    words = ["p. ex.", "", "x\u00a0y", "a  b"]
    (found,) = data_of(written([WordPair(1, words, ["x"], [(0, 0, 1.0)])]))["pairs"]
    assert words_of(found[1]) == words


def test_beyond_the_limit_the_first_pairs_are_shown_and_the_rest_is_counted(written):
    data = data_of(written(many(1200), limit=1000))
    assert [row[0] for row in data["pairs"]] == list(range(1, 1001))
    assert data["part"] == "first 1,000 of 1,200 pairs"
    assert data_of(written(many(1000), limit=1000))["part"] == ""


def test_a_known_total_spares_reading_the_rest(written):
    endless = (pair(number, "a", "x", "0-0") for number in count(1))
    data = data_of(written(endless, limit=3, total=310_661))
    assert data["part"] == "first 3 of 310,661 pairs"
    assert next(endless).number == 4


@pytest.mark.slow
def test_no_limit_shows_all_pairs(written):
    assert len(data_of(written(many(5100), limit=None))["pairs"]) == 5100
    assert len(data_of(written(many(5100)))["pairs"]) == 5000


@pytest.mark.slow
def test_five_thousand_pairs_take_about_three_megabytes(written):
    assert len(written(many(5000))) < 3_500_000


def test_nothing_in_the_page_points_outside(written):
    page = written(harbour())
    policy = re.search(r'Security-Policy" content="([^"]*)"', page)[1]
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    assert not re.search(
        r"https?:|//[a-z]|url\(|@import|src=|<link|<iframe", page.replace("\n//", "\n")
    )
    assert not re.search(r"\son[a-z]+\s*=", page.split("<script", 1)[0])


def test_the_same_pairs_give_the_same_bytes(written):
    assert written(harbour()) == written(harbour())


def test_pairs_that_fail_halfway_leave_the_old_page(tmp_path):
    path = tmp_path / "words.html"
    path.write_text("old")

    def broken():
        yield from harbour()
        raise InputError("the text ends early", path=path)

    with pytest.raises(InputError, match="ends early"):
        write_word_page(path, broken())
    assert path.read_text() == "old"


def test_an_unwritable_target_is_one_clear_error_and_leaves_nothing(tmp_path):
    with pytest.raises(InputError, match="folder"):
        write_word_page(tmp_path / "nowhere" / "words.html", harbour())
    assert list(tmp_path.iterdir()) == []
