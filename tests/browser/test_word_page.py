"""The page of aligned words as its readers meet it: list, interlinear view, matrix, slider."""

from __future__ import annotations

from functools import partial

import pytest

from diglot.report.pages.words import WordPair, write_word_page
from tests.browser.conftest import elements, few_made, settled
from tests.browser.test_reader import CONTRAST
from tests.report.word_pairs import harbour, many, pair, scripts

SIZES = [(1280, 800), (390, 844)]


@pytest.fixture
def show(show_written):
    """Open a page of aligned words."""
    return partial(show_written, write_word_page)


def numbers(page):
    """Numbers of the pairs in the list, as far as they are drawn."""
    return [int(n.replace(",", "")) for n in page.locator(".pair .number").all_inner_texts()]


def chosen(page):
    return page.locator("#pair-title").inner_text()


def lit(page, name="lit"):
    """Texts of the words that stand out, those of the lines only."""
    return page.locator(f'[role="option"].word.{name}').all_inner_texts()


def word(page, side, number):
    return page.locator(f'#{side} [role="option"][data-{side}="{number}"]')


def cell(page, i, j):
    return page.locator(f'#matrix td[data-source="{i}"][data-target="{j}"]')


def test_source_words_have_their_partners_below(show):
    page = show(harbour())
    units = [text.split("\n") for text in page.locator(".unit").all_inner_texts()]
    assert [[line.split() for line in unit] for unit in units][:2] == [
        [["The"], ["Le"]],
        [["keeper"], ["gardien"]],
    ]
    groups = page.locator(".unit.group")
    assert groups.nth(0).locator(".above .word").all_inner_texts() == ["does", "not"]
    assert groups.nth(0).locator(".below .word").all_inner_texts() == ["n'", "pas"]
    assert page.locator("#target .word").all_inner_texts() == list(harbour()[0].target_tokens)


def test_parts_of_a_group_that_stand_apart_carry_the_same_letter(show):
    page = show(harbour())
    assert page.locator("#source .name").all_inner_texts() == ["a", "b"]
    assert page.locator("#target .name").all_inner_texts() == ["a", "a", "b", "b"]
    page = show(harbour(), "#pair-2")
    assert page.locator(".name").count() == 0


def test_words_without_links_are_marked(show):
    page = show(harbour(), "#pair-3")
    assert page.locator("#source .unlinked").all_inner_texts() == ["painted", "the", "blue"]
    assert page.locator("#target .unlinked").all_inner_texts() == ["à", "dix", "heures"]
    assert page.locator(".unit .none").all_inner_texts() == ["∅"] * 3
    assert word(page, "source", 1).get_attribute("aria-label") == "painted: not linked"


def test_a_word_under_the_pointer_lights_up_with_its_partners(show):
    page = show(harbour(), "#pair-2")
    word(page, "source", 2).hover()
    assert lit(page) == ["potatoes"]
    assert lit(page, "partner") == ["pommes", "de", "terre"]
    assert page.locator("#matrix th.partner").all_inner_texts() == ["pommes", "de", "terre"]
    assert page.locator("#spoken").inner_text() == "potatoes: pommes 98 %, de 91 %, terre 96 %"
    word(page, "target", 9).hover()
    assert lit(page) == ["gare"]
    assert lit(page, "partner") == ["railway", "station"]
    page.mouse.move(600, 20)
    assert lit(page) == lit(page, "partner") == []


def test_the_focus_does_what_the_pointer_does_and_arrows_move_it(show):
    page = show(harbour(), "#pair-2")
    word(page, "source", 0).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert lit(page) == ["potatoes"]
    page.keyboard.press("ArrowDown")
    assert lit(page) == ["pommes"]
    assert lit(page, "partner") == ["potatoes"]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert lit(page) == ["the"]
    page.keyboard.press("Escape")
    assert lit(page) == []


def test_a_cell_tells_its_probability_and_lights_up_its_words(show):
    page = show(harbour(False))
    cell(page, 5, 8).hover()
    assert page.locator("#hint").inner_text() == "21 %"
    assert lit(page) == ["the", "le"]
    cell(page, 0, 0).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.ariaLabel") == "keeper – gardien: 99 %"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.ariaLabel") == "keeper – n': no link"
    assert not page.locator("#hint").is_visible()


def test_the_shade_of_a_cell_is_its_probability(show):
    page = show(harbour(False))
    strength = "(cell) => Number(getComputedStyle(cell, '::before').opacity)"
    weak, middle, strong = (cell(page, *at).evaluate(strength) for at in ((5, 8), (2, 2), (1, 1)))
    assert 0.1 < weak < middle < strong <= 1
    assert page.locator("#matrix td.link").count() == 12


def test_the_slider_hides_links_below_a_probability(show):
    page = show(harbour(False))
    assert page.locator("#matrix td.link").count() == 12
    page.locator("#threshold").fill("50")
    assert page.locator("#matrix td.link").count() == 10
    assert "unlinked" in word(page, "source", 2).get_attribute("class")
    assert page.locator("#threshold-value").inner_text() == "≥ 50 %"
    assert page.url.endswith("?from=50")
    page.keyboard.press("[")
    page.keyboard.press("[")
    assert page.locator("#matrix td.link").count() == 11
    page = show(harbour(False), threshold=0.7)
    assert page.locator("#threshold").input_value() == "70"
    assert page.locator("#matrix td.link").count() == 10


def test_links_without_a_probability_are_never_hidden(show):
    page = show([pair(1, "a b", "x y", "0-0 1-1:.3", None)], "#?from=90")
    assert page.locator("#matrix td.link").count() == 1
    page = show([pair(1, "a b", "x y", "0-0 1-1", None)])
    assert page.locator("#matrix td.link").count() == 2
    for part in ("#slider", "#sort", '[data-view="doubtful"]', '[data-view="errors"]'):
        assert not page.locator(part).is_visible()


def test_gold_marks_differ_in_shape_and_say_what_they_are(show):
    page = show(harbour(), "#?from=30")
    classes = {
        (0, 0): "link sure",
        (2, 2): "link possible",
        (2, 3): "left",
    }
    for at, expected in classes.items():
        assert cell(page, *at).get_attribute("class") == f"cell {expected}"
    assert page.locator("#matrix .wrong").count() == 0
    page.locator("#threshold").fill("0")
    assert cell(page, 5, 8).get_attribute("aria-label") == "the – le: 21 %, wrong: not in the gold"
    page.locator("#threshold").fill("97")
    assert "missed: sure in the gold" in cell(page, 3, 2).get_attribute("aria-label")
    shape = """(cell) => ['::before', '::after'].map((part) => {
      const style = getComputedStyle(cell, part);
      return [style.content, style.borderTopStyle, style.borderTopWidth, style.borderRadius].join();
    }).join(' ')"""
    page.locator("#threshold").fill("0")
    places = {"sure": (0, 0), "possible": (2, 2), "wrong": (5, 8), "left": (2, 3)}
    shapes = {name: cell(page, *at).evaluate(shape) for name, at in places.items()}
    page.locator("#threshold").fill("97")
    shapes["missed"] = cell(page, 3, 2).evaluate(shape)
    assert len(set(shapes.values())) == 5


def test_measures_against_the_gold_follow_the_slider(show):
    page = show(harbour())
    assert "precision .917 · recall 1.000 · AER .045" in page.locator("#pair-facts").inner_text()
    page.locator("#threshold").fill("30")
    assert "precision 1.000 · recall 1.000 · AER .000" in page.locator("#pair-facts").inner_text()
    settled(page)
    assert page.locator('[data-view="errors"] b').inner_text() == "0"
    assert "links of at least 30 %" in page.locator("#foot").inner_text()


def test_search_filters_and_marks(show):
    page = show(harbour())
    page.keyboard.press("/")
    page.keyboard.type("DEPART a dix")
    settled(page)
    assert numbers(page) == [3]
    assert chosen(page) == "Pair 3"
    assert page.evaluate("[...CSS.highlights.get('hit')].map(String)") == ["départ à dix"]
    page.keyboard.press("Escape")
    settled(page)
    assert numbers(page) == [1, 2, 3, 4]
    assert chosen(page) == "Pair 3"
    page.locator("#query").fill("nowhere")
    settled(page)
    assert page.locator("#nothing p").inner_text() == "Nothing here contains “nowhere”."
    assert not page.locator("#pair").is_visible()
    page.locator("#nothing button").click()
    assert numbers(page) == [1, 2, 3, 4]


def test_views_and_order_and_the_way_back(show):
    page = show(harbour())
    page.keyboard.press("2")
    assert numbers(page) == [3]
    assert "possibly not translations" in page.locator("#pair-facts").inner_text()
    page.keyboard.press("3")
    assert numbers(page) == [1, 3]
    page.go_back()
    settled(page)
    assert numbers(page) == [3]
    page.keyboard.press("1")
    page.keyboard.press("s")
    assert numbers(page) == [3, 2, 1, 4]
    assert chosen(page) == "Pair 3"
    assert page.locator("#sort").get_attribute("aria-pressed") == "true"
    assert "order=certainty" in page.url


def test_j_and_k_walk_the_pairs_and_the_address_follows(show):
    page = show(harbour())
    page.keyboard.press("j")
    assert chosen(page) == "Pair 2"
    assert page.url.endswith("#pair-2")
    page.keyboard.press("k")
    page.keyboard.press("k")
    assert chosen(page) == "Pair 1"
    page.locator("#pairs").focus()
    page.keyboard.press("End")
    assert chosen(page) == "Pair 4"
    active = page.locator("#pairs").get_attribute("aria-activedescendant")
    assert page.locator(f"#{active}").get_attribute("aria-selected") == "true"


def test_right_to_left_text_runs_its_own_way(show):
    page = show(scripts(), languages=("ar", "zh"))
    first, last = (word(page, "source", k).bounding_box()["x"] for k in (0, 4))
    assert first > last
    first, last = (word(page, "target", k).bounding_box()["x"] for k in (0, 4))
    assert first < last
    word(page, "source", 0).focus()
    page.keyboard.press("ArrowLeft")
    assert lit(page) == ["القارب"]
    turned = [
        WordPair(p.number, p.target_tokens, p.source_tokens, [(j, i, q) for i, j, q in p.links])
        for p in scripts()
    ]
    page = show(turned, languages=("zh", "ar"))
    assert cell(page, 0, 0).bounding_box()["x"] > cell(page, 0, 4).bounding_box()["x"]
    cell(page, 0, 0).focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.target") == "1"


@pytest.mark.parametrize(
    "payload",
    [
        "<img src=x onerror=\"document.title='hit'\">",
        "</script><script>document.title='hit'</script>",
        "<!--<script>\u2028\u2029 ${document.title='hit'}",
        'a b\t"&amp;\x00\x07',
        "half \ud83d pair",
        "",
    ],
)
def test_markup_in_words_titles_and_notes_stays_text(show, payload):
    hostile = WordPair(1, [payload, "x"], ["y", payload], [(0, 1, 0.5), (1, 1, 0.5)], 0.2)
    page = show([hostile], title="T", notes=[payload], languages=(payload, payload))
    assert page.title() == "T"
    expected = payload.replace("\ud83d", "\ufffd")
    assert (
        word(page, "source", 0).evaluate("w => w.textContent").replace("\ud83d", "\ufffd")
        == expected
    )
    assert page.locator("#pair img, #pair script, footer img, nav img").count() == 0
    word(page, "target", 1).hover()
    assert page.locator("#matrix td.link").count() == 2


def test_of_twenty_thousand_pairs_only_those_in_sight_are_drawn(show):
    from playwright.sync_api import expect

    pairs = list(many(20_000))
    page = show(pairs, "#pair-15000", languages=("en", "de"), limit=None)
    assert elements(page) < 3000
    assert chosen(page) == "Pair 15,000"
    assert 15_000 in numbers(page)
    assert page.locator(".pair").count() < 60
    page.locator("#pairs").evaluate("list => { list.scrollTop = 500000; }")
    settled(page)
    assert page.locator(".pair").first.evaluate(
        "row => Math.abs(row.offsetTop - row.closest('#pairs').scrollTop) < 1500"
    )
    with few_made(page, 3000):
        page.locator("#query").fill("number 19999")
        expect(page.locator(".pair")).to_have_count(1)
    with few_made(page, 8000):
        page.locator("#query").fill("")
        page.keyboard.press("Escape")
        page.locator("#sort").click()
    assert numbers(page)[0] == 20


def test_a_part_of_the_pairs_says_so(show):
    page = show(many(300), limit=100)
    assert page.locator("#part").inner_text() == "The first 100 of 300 pairs"


def test_a_sentence_too_long_for_a_matrix_is_cut_there_and_nowhere_else(show):
    words = [f"w{k}" for k in range(700)]
    page = show([WordPair(1, words, words, [(k, k, 0.9) for k in range(700)], 0.9)])
    assert page.locator("#matrix tbody tr").count() == 120
    assert page.locator("#cut").inner_text() == "The matrix shows the first 120 words of each side."
    assert page.locator("#target .word").count() == 700
    word(page, "source", 650).hover()
    assert lit(page, "partner") == ["w650"]


def test_a_page_without_pairs_or_without_words_says_so(show):
    assert show([]).locator("#nothing p").inner_text() == "There are no pairs."
    page = show([WordPair(1, [], ["x"], [])])
    assert chosen(page) == "Pair 1"
    assert page.locator("#matrix td.cell").count() == 0


@pytest.mark.parametrize("size", SIZES)
def test_nothing_sticks_out_sideways(show, size):
    endless = WordPair(9, ["Donaudampfschifffahrt" * 40, "b"], ["x" * 900], [(0, 0, 0.4)], 0.3)
    for address in ("#pair-1", "#pair-9"):
        page = show([*harbour(), endless], address, size=size, languages=("en", "fr"))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        main = "(main) => main.scrollWidth <= main.clientWidth"
        assert page.locator("main").evaluate(main)
        for box in (each.bounding_box() for each in page.locator("header button:visible").all()):
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size[0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_words_stand_out_from_their_ground(show, scheme):
    page = show(harbour(), "#pair-3?from=10", scheme=scheme, languages=("en", "fr"))
    assert page.evaluate(CONTRAST) == []
    for act in (
        word(page, "source", 3).hover,
        cell(page, 3, 1).hover,
        page.locator(".pair").nth(2).hover,
        lambda: page.keyboard.press("?"),
    ):
        act()
        settled(page)
        assert page.evaluate(CONTRAST) == []


def test_every_control_and_part_has_a_name(show):
    page = show(harbour(), languages=("en", "fr"))
    assert page.evaluate(
        "[...document.querySelectorAll('button')].every(b => b.innerText.trim() || b.ariaLabel)"
    )
    assert page.locator("#source").get_attribute("aria-label") == "Source words, English"
    assert page.locator('#matrix [role="grid"]').get_attribute("aria-label")
    stops = page.evaluate(
        "['#source', '#target', '#matrix'].map(part =>"
        " document.querySelectorAll(`${part} [tabindex='0']`).length)"
    )
    assert stops == [1, 1, 1]


def test_print_shows_the_pair_and_no_controls(show):
    page = show(harbour())
    page.emulate_media(media="print")
    assert page.locator("#matrix").is_visible()
    for part in ("nav", ".views", ".search", "#slider"):
        assert not page.locator(part).is_visible()
