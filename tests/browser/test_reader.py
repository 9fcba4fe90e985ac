"""The reader as its readers meet it: keys, views, addresses, scripts of the world, sizes."""

from __future__ import annotations

import re

import pytest

from diglot.model import Bitext, Document, Link
from tests.browser.conftest import elements, few_made, settled
from tests.report.bitexts import document, glossary, letter, long_text, two_scripts

SIZES = [(1280, 800), (390, 844)]


def numbers(page):
    """Numbers of the links that can be seen in the page's rows."""
    return [
        int(n)
        for n in page.eval_on_selector_all(
            ".row:not([hidden])",
            "rows => rows.filter(r => r.dataset.link).map(r => r.dataset.link)",
        )
    ]


def chosen(page):
    return page.eval_on_selector_all(".row.chosen", "rows => rows.map(r => Number(r.dataset.link))")


def in_sight(page, link):
    return page.evaluate(
        """link => {
          const box = document.querySelector(`[data-link="${link}"]`).getBoundingClientRect();
          const edge = document.querySelector('header').getBoundingClientRect().bottom;
          return box.top >= edge - 1 && box.bottom <= innerHeight + 1;
        }""",
        link,
    )


def test_certain_links_are_plain_and_doubtful_ones_say_why(show):
    page = show(letter())
    rows = page.locator(".row")
    assert rows.count() == 8
    assert rows.nth(1).locator(".gutter").inner_text().split() == ["2"]
    doubtful = rows.nth(2)
    assert "doubtful" in doubtful.get_attribute("class")
    words = doubtful.locator(".gutter").inner_text()
    for part in ("3", "1-2", "▲", "41 %", "12 ≠ 21", "length 2.4×"):
        assert part in words
    assert doubtful.locator(".text").nth(1).locator("p").count() == 2
    assert "source only" in rows.nth(5).inner_text()
    assert "✓ confirmed" in rows.nth(4).inner_text()
    assert "doubtful" not in rows.nth(4).get_attribute("class")


def test_n_and_p_walk_the_doubtful_links_and_the_address_follows(show):
    page = show(letter())
    page.keyboard.press("n")
    assert chosen(page) == [3]
    assert page.url.endswith("#link-3")
    assert page.locator("#place").inner_text() == "1 / 2"
    page.keyboard.press("n")
    assert chosen(page) == [7]
    page.keyboard.press("n")
    assert chosen(page) == [7]
    page.keyboard.press("p")
    assert chosen(page) == [3]
    page.keyboard.press("j")
    assert chosen(page) == [4]
    page.keyboard.press("k")
    page.keyboard.press("k")
    assert chosen(page) == [2]


def test_views_show_a_part_and_can_be_taken_back(show):
    page = show(letter())
    page.keyboard.press("2")
    assert numbers(page) == [3, 7]
    assert page.url.endswith("#?view=doubtful")
    page.locator('[data-view="nulls"]').click()
    assert numbers(page) == [6, 7]
    assert page.locator('[data-view="nulls"]').get_attribute("aria-pressed") == "true"
    page.go_back()
    settled(page)
    assert numbers(page) == [3, 7]
    page.keyboard.press("1")
    assert numbers(page) == list(range(1, 9))


def test_an_address_opens_its_link_in_its_view(show):
    page = show(long_text(3000), "#link-2471?view=doubtful")
    assert chosen(page) == [2471]
    assert in_sight(page, 2471)
    assert len(numbers(page)) <= 60
    page = show(long_text(3000), "#link-999999?view=nonsense&doc=7")
    assert chosen(page) == []
    assert numbers(page)[:3] == [1, 2, 3]


def test_search_ignores_case_and_accents_and_marks_what_it_found(show):
    page = show(letter())
    page.keyboard.press("/")
    page.keyboard.type("ARRIVE")
    settled(page)
    assert numbers(page) == [2]
    assert page.evaluate("[...CSS.highlights.get('hit')].map(String)") == ["arrivé"]
    assert "q=ARRIVE" in page.url
    page.keyboard.press("Escape")
    settled(page)
    assert len(numbers(page)) == 8


def test_letters_typed_into_the_search_are_no_commands(show):
    page = show(letter())
    page.keyboard.press("/")
    page.keyboard.type("n123?")
    assert page.locator("#query").input_value() == "n123?"
    assert chosen(page) == []
    assert page.locator("#keys").get_attribute("open") is None


def test_an_empty_view_says_so_and_offers_the_way_back(show):
    page = show(two_scripts(), "#?view=nulls")
    assert page.locator("#nothing p").inner_text() == "There are no nulls in this document."
    page.locator("#nothing button").click()
    assert numbers(page) == [1, 2, 3]
    assert not page.locator("#nothing").is_visible()


def test_the_question_mark_shows_the_keys(show):
    page = show(letter())
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    assert "next, previous doubtful link" in page.locator("#keys").inner_text()
    page.keyboard.press("n")
    assert chosen(page) == []
    page.keyboard.press("Escape")
    assert not page.locator("#keys").is_visible()


def test_every_key_on_a_button_does_what_the_button_does(show):
    page = show([letter(), two_scripts()])
    for button in page.locator("header button").all():
        key = button.locator("kbd").inner_text()
        page.keyboard.press(key if len(key) > 1 else key.lower())
        by_key = page.evaluate("[location.hash, !!document.querySelector('dialog[open]')]")
        page.keyboard.press("Escape")
        page.keyboard.press("1")
        page.evaluate("history.replaceState(null, '', '#'); dispatchEvent(new Event('popstate'))")
        button.click()
        by_click = page.evaluate("[location.hash, !!document.querySelector('dialog[open]')]")
        assert by_click == by_key, key
        page.keyboard.press("Escape")
        page.keyboard.press("1")
        page.evaluate("history.replaceState(null, '', '#'); dispatchEvent(new Event('popstate'))")


def test_several_documents_have_a_list_with_their_doubt(show):
    page = show([letter(), two_scripts(), glossary()])
    page.keyboard.press("d")
    lines = page.locator("#documents tbody tr").all_inner_texts()
    assert [re.sub(r"\s+", " ", line) for line in lines] == [
        "letter.en · letter.fr 8 ▲ 2 2 76 %",
        "رسالة · 信 3 ▲ 1 – 68 %",
        "a · b 2 – – 98 %",
    ]
    page.locator("#find-document").fill("信")
    page.locator("#documents tbody a").first.click()
    assert page.locator("#title").inner_text() == "رسالة · 信"
    assert page.url.endswith("#?doc=2")
    page.keyboard.press("]")
    assert page.locator("#title").inner_text() == "a · b"
    page.keyboard.press("]")
    assert page.locator("#title").inner_text() == "a · b"
    page.keyboard.press("[")
    page.keyboard.press("n")
    assert page.url.endswith("#link-2?doc=2")


def test_right_to_left_text_sets_its_own_side_only(show):
    page = show(two_scripts())
    cells = page.locator(".row").first.locator(".text")
    assert (cells.nth(0).get_attribute("dir"), cells.nth(0).get_attribute("lang")) == ("rtl", "ar")
    assert (cells.nth(1).get_attribute("dir"), cells.nth(1).get_attribute("lang")) == ("ltr", "zh")
    assert page.evaluate("getComputedStyle(document.body).direction") == "ltr"
    left, gutter, right = (
        page.locator(".row").first.locator(part).bounding_box()
        for part in (".text >> nth=0", ".gutter", ".text >> nth=1")
    )
    assert left["x"] + left["width"] <= gutter["x"] <= right["x"]


@pytest.mark.parametrize(
    "payload",
    [
        "<img src=x onerror=\"document.title='hit'\">",
        "</script><script>document.title='hit'</script>",
        "<!--<script>document.title='hit'</script>-->",
        "<style>*{display:none}</style>\u2028\u2029 ${document.title='hit'}",
        "javascript:document.title='hit' &lt;b&gt; &amp;",
    ],
)
def test_markup_in_texts_names_reasons_and_notes_stays_text(show, payload):
    bitext = Bitext(
        document([[payload]], "en", payload),
        document([[payload]], payload, payload),
        (Link((0,), (0,), 0.1, payload, (payload,)),),
        notes=(payload,),
    )
    page = show([bitext, bitext], f"#?q={payload[:3]}")
    page.keyboard.press("d")
    assert page.title() == "2 aligned texts"
    assert page.locator(".row .text p").first.evaluate("p => p.textContent") == payload
    assert page.locator(".reason").first.evaluate("p => p.textContent") == payload
    assert page.locator("main img, main script, main style, footer img").count() == 0
    page = show(bitext, title=payload)
    assert page.title() == payload.replace("\u2028", " ").replace("\u2029", " ") or (
        page.title().split() == payload.split()
    )
    assert page.locator("h1").count() == 1


def test_texts_that_utf8_cannot_hold_are_shown_nevertheless(show):
    bitext = Bitext(
        document([["half \ud83d pair"]], "en", "a\udcff"),
        document([["nul \x00 and bell \x07"]], "en", "b"),
        (Link((0,), (0,)),),
    )
    page = show(bitext)
    assert page.locator(".row").count() == 1


def test_a_zone_is_a_marked_band_with_both_lists_beside_each_other(show):
    page = show(glossary())
    band = page.locator(".zone-head")
    assert band.count() == 1
    assert "Other order" in band.inner_text()
    assert "sorted by alphabet" in band.inner_text()
    row = page.locator(".row.in-zone")
    assert row.count() == 1
    assert row.locator(".text").nth(0).inner_text().split() == ["Anker", "Boot", "Leuchtturm"]
    assert row.locator(".text").nth(1).inner_text().split() == ["anchor", "lighthouse", "boat"]
    assert "not linked" in row.inner_text()
    page.keyboard.press("2")
    assert not band.is_visible()


def test_the_foot_says_how_it_was_made(show):
    foot = show(letter()).locator("#foot").inner_text()
    for part in ("method:crf|max-merge:6", "language of the second text", "5 1-1", "below 20 %"):
        assert part in foot


def test_a_report_without_links_or_without_documents_says_so(show):
    empty = Bitext(Document(""), Document(""))
    assert show(empty).locator("#nothing").inner_text() == "There are no links in this document."
    assert show([]).locator("#nothing").is_visible()


def test_ten_thousand_links_are_laid_out_once_for_scrolling_and_jumping(show):
    page = show(long_text())
    assert elements(page) < 100_000
    with few_made(page, 0):
        page.evaluate(
            """async () => {
              for (let k = 0; k < 60; k += 1) {
                scrollBy(0, 3000);
                await new Promise(requestAnimationFrame);
              }
            }"""
        )
    box = page.locator("#strip").bounding_box()
    page.mouse.click(box["x"] + 5, box["y"] + box["height"] * 0.7)
    settled(page)
    assert abs(chosen(page)[0] - 7000) <= 60
    assert in_sight(page, chosen(page)[0])
    with few_made(page, 30):
        page.keyboard.press("2")
    assert set(numbers(page)) <= set(range(21, 10_000, 50))
    assert page.locator('[data-view="doubtful"] b').inner_text() == "200"


@pytest.mark.parametrize("link", [1, 2, 99, 100, 101, 5000, 9999, 10000])
def test_every_place_of_a_long_text_can_be_reached_by_address(show, link):
    page = show(long_text(), f"#link-{link}", size=SIZES[link % 2])
    settled(page)
    assert chosen(page) == [link]
    assert in_sight(page, link)


def test_the_browsers_own_search_finds_the_last_link(show):
    page = show(long_text(2000))
    settled(page)
    assert page.evaluate("window.find('Sentence 1998 of')")


def test_the_strip_draws_doubt_where_it_is(show):
    page = show(letter())
    drawn = page.evaluate(
        """() => {
          const strip = document.getElementById('strip');
          const copy = new OffscreenCanvas(strip.width, strip.height);
          const pen = copy.getContext('2d', { willReadFrequently: true });
          pen.drawImage(strip, 0, 0);
          const colour = line => {
            const y = Math.round((line + 0.5) * 10);
            return [...pen.getImageData(strip.width - 2, y, 1, 1).data].slice(0, 3).join();
          };
          return [0, 1, 2, 3, 4, 5, 6, 7].map(colour);
        }"""
    )
    vermillion, blue = "213,94,0", "0,114,178"
    assert drawn[2] == drawn[6] == vermillion
    assert drawn[5] == blue
    assert len(set(drawn[:2] + drawn[3:5] + drawn[7:])) == 1


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("make", [letter, two_scripts, glossary])
def test_nothing_sticks_out_sideways(show, size, make):
    page = show(make(), size=size)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for part in ("header button:visible", ".search", ".row .text:not(:empty)"):
        for box in (each.bounding_box() for each in page.locator(part).all()):
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size[0]


def test_a_long_word_and_a_long_name_do_not_break_the_columns(show):
    endless = "Donaudampfschifffahrt" * 40
    bitext = Bitext(
        document([[endless]], "de", endless),
        document([[endless]], "en", endless),
        (Link((0,), (0,), 0.1, None, (endless,)),),
    )
    for size in SIZES:
        page = show(bitext, size=size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_narrow_window_stacks_the_sides(show):
    page = show(letter(), size=SIZES[1])
    source, target = (page.locator(".row").nth(1).locator(".text").nth(k) for k in (0, 1))
    assert source.bounding_box()["y"] < target.bounding_box()["y"]
    wide = show(letter())
    source, target = (wide.locator(".row").nth(1).locator(".text").nth(k) for k in (0, 1))
    assert source.bounding_box()["y"] == target.bounding_box()["y"]
    assert source.bounding_box()["width"] == target.bounding_box()["width"]


CONTRAST = """() => {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgb = (colour, under) => {
    pen.fillStyle = under; pen.fillRect(0, 0, 1, 1);
    pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const ground = node => {
    for (let at = node; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!/, 0\\)$|transparent/.test(colour)) return colour;
    }
    return 'white';
  };
  const poor = [];
  for (const node of document.querySelectorAll('body *')) {
    const own = [...node.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    if (!own || ['SCRIPT', 'NOSCRIPT', 'STYLE'].includes(node.tagName)) continue;
    if (!node.checkVisibility({ visibilityProperty: true })) continue;
    const under = ground(node);
    const [a, b] = [light(rgb(getComputedStyle(node).color, under)), light(rgb(under, 'white'))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) poor.push(`${node.tagName}.${node.className} ${ratio.toFixed(2)}`);
  }
  return poor;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("make", [letter, glossary])
def test_all_words_stand_out_from_their_ground(show, scheme, make):
    page = show([make(), two_scripts()], "#link-3", scheme=scheme)
    assert page.evaluate(CONTRAST) == []
    for act in (
        page.locator(".row.doubtful, .row").first.hover,
        lambda: page.keyboard.press("?"),
        lambda: page.keyboard.press("Escape"),
        lambda: page.keyboard.press("d"),
    ):
        act()
        settled(page)
        assert page.evaluate(CONTRAST) == []


def test_print_shows_all_rows_and_no_controls(show):
    page = show(long_text(500))
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".row").count() == 500
    assert page.locator(".row").nth(499).is_visible()
    for part in ("#strip", ".views", ".steps", ".search"):
        assert not page.locator(part).is_visible()


def test_rows_can_be_reached_and_read_without_eyes(show):
    page = show(letter())
    page.keyboard.press("n")
    focused = page.evaluate("document.activeElement.innerText")
    assert "12 letters" in focused
    assert "probability, doubtful" in focused
    assert page.locator(".row.chosen").get_attribute("aria-current") == "true"
    assert page.evaluate(
        "[...document.querySelectorAll('button')].every(b => b.innerText.trim() || b.ariaLabel)"
    )
