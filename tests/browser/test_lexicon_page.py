"""The page of a lexicon as its readers meet it: list, picture, translations, summary."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from diglot.model import Lexicon, Origin
from diglot.report.pages.lexicon import Table, write_explanation_page, write_lexicon_page
from tests.browser.conftest import elements, settled
from tests.browser.test_reader import CONTRAST
from tests.report.explanations import chien, crowded, pathless, scripts, translation

SIZES = [(1280, 800), (390, 844)]


def write(path, what, **options):
    make = write_lexicon_page if isinstance(what, Lexicon) else write_explanation_page
    make(path, what, **options)


@pytest.fixture
def show(show_written):
    """Open a page of explanations, or of a lexicon."""
    return partial(show_written, write)


def lexicon(size=300):
    return Lexicon(
        tuple(
            replace(each, source=f"mot {k}", score=each.score * (1 - k / size / 2))
            for k in range(size)
            for each in chien().translations
        ),
        Origin("fr-en"),
    )


def head(page):
    return page.locator("#entry-title").inner_text()


def texts(page, kind):
    return page.locator(f"#picture .{kind}").all_text_contents()


def test_a_word_shows_its_picture_and_its_translations(show):
    page = show([chien()])
    assert head(page) == "chien"
    assert sorted(texts(page, "word")) == ["chien", "dog", "gos", "hundo", "perro", "pooch"]
    assert texts(page, "score") == ["98 %", "31 %"]
    assert page.locator("#picture .link").count() == 3
    assert page.locator("#translations .translation").all_inner_texts() == [
        "dog\nnoun",
        "pooch\nnoun",
    ]
    assert page.locator("#translations .path").first.inner_text().split() == [
        *("fr", "chien", "fra-spa", "es", "perro", "eng-spa", "en", "dog")
    ]
    assert "3 pivot languages: ca, eo, es" in page.locator("#translations").inner_text()


def test_one_word_needs_no_list_and_no_summary(show):
    page = show([chien()])
    for part in ("#nav", "#search", "#summary-button", "#summary"):
        assert not page.locator(part).is_visible()


def test_columns_go_from_the_word_over_pivots_to_translations(show):
    page = show([chien()])
    left = {
        node.locator(".word").text_content(): node.bounding_box()["x"]
        for node in page.locator("#picture .node").all()
    }
    assert left["chien"] < left["perro"] == left["gos"] == left["hundo"] < left["dog"]
    assert left["dog"] == left["pooch"]


def test_no_box_covers_another(show):
    for page in (show([crowded()]), show([crowded()], size=(390, 844))):
        boxes = [each.bounding_box() for each in page.locator("#picture .node").all()]
        assert 20 <= len(boxes) <= 40
        for at, one in enumerate(boxes):
            for other in boxes[:at]:
                assert (
                    one["x"] >= other["x"] + other["width"]
                    or other["x"] >= one["x"] + one["width"]
                    or one["y"] >= other["y"] + other["height"]
                    or other["y"] >= one["y"] + one["height"]
                )


def test_words_stay_inside_their_boxes(show):
    page = show([scripts(), chien(), crowded()])
    for _ in range(3):
        assert page.evaluate(
            """() => [...document.querySelectorAll('#picture .node')].every((node) => {
              const box = node.querySelector('rect').getBoundingClientRect();
              const word = node.querySelector('.word').getBoundingClientRect();
              const badge = node.querySelector('.badge').getBoundingClientRect();
              return word.left >= badge.right - 1 && word.right <= box.right + 1;
            })"""
        )
        page.keyboard.press("j")


def test_what_has_no_room_is_counted(show):
    page = show([crowded()])
    assert "more do not fit" in page.locator("#undrawn").inner_text()
    assert page.locator("#more").inner_text() == "3 more are not on this page."
    assert page.locator("#translations li").count() == 60


def lit(page):
    return sorted(page.locator("#picture .node.on .word").all_text_contents())


def test_a_translation_under_the_pointer_lights_up_its_paths(show):
    page = show([chien()])
    page.locator("#translations li").nth(1).hover()
    assert lit(page) == ["chien", "gos", "hundo", "pooch"]
    assert page.locator("#picture .edge.on").count() == 4
    page.mouse.move(5, 5)
    assert lit(page) == []
    page.locator("#translations li").nth(0).focus()
    assert lit(page) == ["chien", "dog", "gos", "hundo", "perro"]


def test_a_word_of_the_picture_lights_up_what_goes_through_it(show):
    page = show([chien()])
    page.locator("#picture .node", has_text="perro").hover()
    assert lit(page) == ["chien", "dog", "gos", "hundo", "perro"]
    page.locator("#picture .node", has_text="pooch").click()
    assert page.evaluate("document.activeElement.dataset.number") == "1"


def test_words_can_be_searched_by_their_translations(show):
    page = show(lexicon())
    page.keyboard.press("/")
    page.keyboard.type("mot 17")
    settled(page)
    assert page.locator("#tally").inner_text() == "11 of 300 words"
    assert head(page) == "mot 17"
    assert page.url.endswith("#word-18?q=mot+17")
    page.locator("#query").fill("nowhere")
    settled(page)
    assert page.locator("#nothing").inner_text() == "Nothing here contains “nowhere”."
    page.locator("#query").fill("POOCH")
    settled(page)
    assert page.locator("#tally").inner_text() == "300 of 300 words"


def test_the_word_itself_is_found_before_words_that_hold_it(show):
    page = show(lexicon(), "#?q=mot%204")
    assert page.locator(".row .word").all_inner_texts()[:3] == ["mot 4", "mot 40", "mot 41"]


def test_keys_walk_through_the_list_and_the_address_follows(show):
    page = show(lexicon(), "#word-5")
    assert head(page) == "mot 4"
    page.keyboard.press("j")
    assert head(page) == "mot 5"
    assert page.url.endswith("#word-6")
    page.locator("#entries").focus()
    page.keyboard.press("End")
    assert head(page) == "mot 299"
    page.keyboard.press("k")
    assert head(page) == "mot 298"
    page.keyboard.press("0")
    assert page.locator("#summary").is_visible()


def test_the_summary_has_figures_and_bars(show):
    page = show(lexicon(), tables=[Table("Reliability", ["score", "precision"], [["0.9", ".95"]])])
    assert page.locator("#summary").is_visible()
    titles = page.locator("#summary h3").all_inner_texts()
    assert titles == ["Entries by probability", "Pivot languages", "Dictionaries", "Reliability"]
    assert page.locator("#summary .bar-cell i").first.bounding_box()["width"] > 0
    assert "Esperanto" in page.locator("#summary").inner_text()


def test_a_word_without_translations_says_why(show):
    page = show([chien(), pathless()], "#word-2")
    assert page.locator("#why").inner_text() == "dictionaries lead from 'mot' nowhere"
    assert "dictionaries say directly: word" in page.locator("#entry-facts").inner_text()
    assert not page.locator("#picture").is_visible()


def test_markup_in_dictionaries_stays_text(show):
    page = show([scripts()])
    assert page.locator("img, #entry b, #entry i:not(.meter i)").count() == 0
    assert "<img src=x onerror=alert(1)>" in texts(page, "word")
    assert "<i>one</i> pivot & more" in page.locator("#translations").inner_text()
    assert page.locator("#translations .translation").nth(1).inner_text() == "</script><b>本"


def test_text_to_the_left_sets_itself_only(show):
    page = show([scripts()])
    assert page.locator("#entry-title").get_attribute("dir") == "rtl"
    assert page.locator("#entry-title").get_attribute("lang") == "ar"
    directions = {
        each.text_content(): each.get_attribute("direction")
        for each in page.locator("#picture .word").all()
    }
    assert directions["كتاب"] == "rtl"
    assert directions["书"] == "ltr"
    assert page.evaluate("getComputedStyle(document.querySelector('main')).direction") == "ltr"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_words_stand_out_from_their_ground(show, scheme):
    page = show([chien(), scripts()], scheme=scheme)
    for address in ("#word-1", "#word-2"):
        page.evaluate(f"location.hash = '{address}'")
        settled(page)
        assert page.evaluate(BADGES) == []
        assert [each for each in page.evaluate(CONTRAST) if not each.startswith("text.")] == []
    page = show(lexicon(20), scheme=scheme)
    assert page.evaluate(CONTRAST) == []


# Words of a picture stand on a fill, not on a background.
BADGES = """() => {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (colour) => {
    pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map(v => v / 255)
      .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
      .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  };
  const poor = [];
  for (const node of document.querySelectorAll('#picture .node')) {
    for (const [text, ground] of [['.code', '.badge'], ['.word', 'rect']]) {
      const [a, b] = [text, ground].map((name) => node.querySelector(name))
        .map((part) => light(getComputedStyle(part).fill));
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < 4.5) poor.push(`${node.getAttribute('class')} ${text} ${ratio.toFixed(2)}`);
    }
  }
  return poor;
}"""


def test_all_hues_carry_their_codes(show):
    many = [translation(f"en:word a q{k}:pivot b fr:t{k}") for k in range(14)]
    for scheme in ("light", "dark"):
        page = show([replace(crowded(), translations=tuple(many))], scheme=scheme)
        hues = set(
            page.locator("#picture .node").evaluate_all("all => all.map(e => e.classList[1])")
        )
        assert len(hues) == 12
        assert page.evaluate(BADGES) == []


@pytest.mark.parametrize("size", SIZES)
def test_nothing_but_the_picture_scrolls_sideways(show, size):
    page = show([crowded(), scripts(), pathless()], "#word-1", size=size)
    for _ in range(3):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        main = page.locator("main")
        assert main.evaluate("(main) => main.scrollWidth <= main.clientWidth")
        page.keyboard.press("j")


def test_of_a_large_lexicon_only_the_words_in_sight_are_drawn(show):
    page = show(lexicon(5000), "#word-3000")
    assert elements(page) < 1200
    assert head(page) == "mot 2999"
    assert page.locator(".row").count() < 60


def test_pictures_can_be_read_without_eyes(show):
    page = show([chien()])
    assert page.locator("#picture svg").get_attribute("aria-label") == "chien: dog 98 %, pooch 31 %"
    assert page.evaluate(
        "[...document.querySelectorAll('button')].every(b => b.innerText.trim() || b.ariaLabel)"
    )
