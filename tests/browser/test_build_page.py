"""The page of a build as its readers meet it: text, terms, inconsistent terms, find, counts."""

from __future__ import annotations

import dataclasses
from functools import partial

import pytest

from diglot.model import Concept, ConceptTerm, Termbase
from diglot.report.build.page import write_build_page
from tests.browser.conftest import elements, few_made, settled
from tests.browser.test_reader import CONTRAST
from tests.report.builds import LEASE, bitext, contract, lease, long_build, scripts, word_links

SIZES = [(1280, 800), (390, 844)]
ADDRESSES = ["#/read", "#/doubtful", "#/terms/1", "#/inconsistent", "#/counts", "#/find/tenant"]


@pytest.fixture
def show(show_written):
    """Open the page of a build."""
    return partial(show_written, write_build_page)


@pytest.fixture(scope="module")
def agreement(tmp_path_factory):
    """The contract that comes with diglot, aligned by diglot."""
    return contract(tmp_path_factory.mktemp("contract"))


def address(page):
    return page.evaluate("location.hash")


def hover(page, row, side, number):
    """Point at a word of a row of the text, after its words have become elements."""
    stretch = page.locator(f'.row[data-row="{row}"] .stretch').nth(side)
    stretch.hover()
    stretch.locator(f'.word[data-word="{number}"]').hover()


def names(page):
    return page.locator(".entry .name").all_inner_texts()


def groups(page):
    """Translations of the contexts and how many contexts each has."""
    return {
        group.locator("h3 > :first-child").inner_text(): group.locator(".context").count()
        for group in page.locator(".group").all()
    }


def marked(page, name="hit"):
    return page.locator(f"#contexts mark.{name}").all_inner_texts()


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)
    settled(page)


# The text.


def test_a_word_lights_up_its_partners(show):
    page = show(lease())
    hover(page, 4, 0, 2)
    assert page.locator(".word.lit").all_inner_texts() == ["agreement"]
    assert page.locator(".word.partner").all_inner_texts() == ["contrat"]
    hover(page, 4, 1, 3)
    assert page.locator(".word.lit").all_inner_texts() == ["prêt"]
    assert page.locator(".word.partner").all_inner_texts() == ["loan"]


def test_a_weak_link_looks_weak(show):
    page = show(lease(word_links=word_links([pair[2] for pair in LEASE], score=0.3)))
    hover(page, 0, 0, 3)
    assert page.locator(".word.partner.weak").all_inner_texts() == ["le"]


def test_terms_are_marked_and_tell_their_translations(show):
    page = show(lease())
    assert page.locator('.row[data-row="0"] a.term').all_inner_texts() == [
        "tenant",
        "rent",
        "locataire",
        "loyer",
    ]
    hover(page, 0, 0, 1)
    lines = page.locator("#tip .line").all_inner_texts()
    assert [line.split() for line in lines] == [
        ["tenant", "4×"],
        ["locataire", "2"],
        ["preneur", "2"],
    ]
    hover(page, 0, 0, 2)
    assert page.locator("#tip").is_hidden()


def test_a_longer_term_is_marked_as_one(show):
    page = show(lease())
    assert "loan agreement" in page.locator('.row[data-row="4"] a.term').all_inner_texts()


def test_a_term_leads_to_its_concept_and_back(show):
    page = show(lease())
    page.locator('.row[data-row="0"] a.term', has_text="loyer").click()
    assert address(page) == "#/terms/4"
    assert page.locator("#card h2").inner_text() == "rent"
    page.go_back()
    assert page.locator('.row[data-row="0"]').is_visible()


def test_n_goes_to_the_next_doubtful_link(show):
    page = show(lease())
    press(page, "n")
    assert address(page) == "#/read/8"
    chosen = page.locator(".row.chosen")
    assert "no shared names" in chosen.inner_text()
    assert page.locator("#place").inner_text() == "1 / 1"


def test_the_address_of_a_link_opens_it(show):
    page = show(lease(), "#/read/5")
    assert "loan agreement" in page.locator(".row.chosen").inner_text()


def test_doubtful_links_stand_alone_and_enter_shows_them_in_the_text(show):
    page = show(lease(), "#/doubtful")
    assert page.locator(".row:visible").count() == 1
    press(page, "n", "Enter")
    assert address(page) == "#/read/8"
    assert page.locator(".row:visible").count() == 10


def test_segments_without_a_pair_are_plain_text(show):
    page = show(lease(), "#/read?view=nulls")
    assert page.locator(".row:visible").all_inner_texts()[0].startswith("Signed in June.")
    assert page.locator(".row:visible .stretch").count() == 0


def test_documents_are_read_one_by_one(show):
    parts = [
        bitext(LEASE[:4], doubtful=-1, name="part one"),
        bitext(LEASE[4:], doubtful=3, name="two"),
    ]
    page = show(lease(bitexts=parts))
    assert page.locator("#list-label").inner_text() == "1 of 2"
    press(page, "]")
    assert address(page) == "#/read?doc=2"
    assert page.locator("#title").inner_text() == "two"
    press(page, "n")
    assert address(page) == "#/read/4?doc=2"
    page.evaluate("location.hash = '#/terms/3'")
    settled(page)
    assert page.locator(".context .document").first.inner_text() == "two"
    page.locator(".context .number").first.click()
    assert address(page) == "#/read/1?doc=2"
    assert "loan agreement" in page.locator(".row.chosen").inner_text()


def test_doubtful_links_are_walked_through_all_documents(show):
    parts = [bitext(LEASE[k : k + 3], doubtful=where) for k, where in ((0, -1), (3, 1), (6, 1))]
    page = show(lease(bitexts=parts), "#/doubtful")
    assert address(page) == "#/doubtful?doc=2"
    press(page, "n")
    assert address(page) == "#/doubtful/2?doc=2"
    press(page, "n")
    assert address(page) == "#/doubtful/2?doc=3"
    press(page, "n")
    assert address(page) == "#/doubtful/2?doc=3"
    press(page, "p")
    assert address(page) == "#/doubtful/2?doc=2"


# Terms.


def test_the_card_shows_names_status_definition_and_evidence(show):
    page = show(lease(), "#/terms/1")
    card = page.locator("#card")
    assert card.locator("h2").inner_text() == "tenant"
    assert "✓ preferred" in card.inner_text()
    assert "often linked" in card.inner_text()
    assert "tenant – preneur" in card.locator(".alternatives").inner_text()
    page.evaluate("location.hash = '#/terms/3'")
    settled(page)
    assert "Darlehensvertrag" in card.inner_text()
    assert "A contract under which money is lent." in card.inner_text()


def test_variants_and_measures_stand_on_the_card(show):
    page = show(lease(), "#/terms/2")
    assert page.locator(".variants").first.inner_text() == "agreements"
    page.locator("summary").click()
    assert "2.25" in page.locator("details").inner_text()


def test_contexts_are_grouped_by_translation_with_both_sides_marked(show):
    page = show(lease(), "#/terms/1")
    assert groups(page) == {"locataire": 2, "preneur": 2}
    assert marked(page) == ["tenant"] * 4
    assert marked(page, "partner") == ["locataire", "locataire", "preneur", "preneur"]


def test_evidence_of_the_pair_comes_first(show):
    page = show(lease(), "#/terms/1")
    first = page.locator(".group").first.locator(".context .number").all_inner_texts()
    assert first == ["2", "1"]


def test_a_translation_can_be_looked_at_alone_and_survives_a_reload(show):
    page = show(lease(), "#/terms/1")
    page.locator(".bar-line", has_text="preneur").click()
    assert groups(page) == {"preneur": 2}
    page.reload()
    assert groups(page) == {"preneur": 2}
    press(page, "0")
    assert groups(page) == {"locataire": 2, "preneur": 2}
    press(page, "]", "]")
    assert groups(page) == {"preneur": 2}


def test_the_other_language_can_be_asked(show):
    page = show(lease(), "#/terms/1")
    page.locator("#card a.name", has_text="locataire").click()
    assert address(page) == "#/terms/1?name=2"
    assert groups(page) == {"tenant": 2}


def test_contexts_lead_to_the_text(show):
    page = show(lease(), "#/terms/4")
    page.locator(".context .number").first.click()
    assert address(page) == "#/read/1"
    assert page.locator(".row.chosen").is_visible()


def test_words_of_contexts_light_up_too(show):
    page = show(lease(), "#/terms/4")
    stretch = page.locator(".context .stretch").first
    stretch.hover()
    stretch.locator('.word[data-word="2"]').hover()
    assert page.locator(".word.partner").all_inner_texts() == ["paie"]


def test_filters_stand_in_the_address_and_survive_a_reload(show):
    page = show(lease(), "#/terms")
    press(page, "/")
    page.keyboard.type("agree")
    settled(page)
    assert names(page) == ["agreement", "loan agreement"]
    page.locator("#freq").select_option("3")
    assert names(page) == ["agreement"]
    page.locator("#filter").blur()
    page.reload()
    assert names(page) == ["agreement"]
    assert page.locator("#filter").input_value() == "agree"
    assert page.locator("#shown").inner_text() == "1 of 4"
    page.locator("#clear").click()
    assert len(names(page)) == 4
    assert "freq" not in address(page)


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ("status=preferred", ["tenant"]),
        ("status=none", ["agreement", "loan agreement", "rent"]),
        ("score=90", ["tenant", "agreement"]),
        ("spread=3", ["tenant", "agreement"]),
        ("q=darlehen", ["loan agreement"]),
        ("q=PRÊT", ["loan agreement"]),
    ],
)
def test_terms_are_filtered_by(show, options, shown):
    assert names(show(lease(), f"#/terms?{options}")) == shown


@pytest.mark.parametrize(
    ("order", "first"),
    [
        ("rank", "tenant"),
        ("name", "agreement"),
        ("frequency", "tenant"),
        ("translations", "tenant"),
    ],
)
def test_terms_are_sorted_by(show, order, first):
    assert names(show(lease(), f"#/terms?sort={order}"))[0] == first


def test_a_filter_that_leaves_nothing_says_so(show):
    page = show(lease(), "#/terms?q=zebra")
    assert "Nothing in the list" in page.locator("#no-entries").inner_text()
    page.locator("#no-entries button").click()
    assert len(names(page)) == 4


def test_j_and_k_walk_through_the_terms(show):
    page = show(lease(), "#/terms")
    assert page.locator("#card h2").inner_text() == "tenant"
    press(page, "j", "j", "k")
    assert address(page) == "#/terms/2"
    assert page.locator("#card h2").inner_text() == "agreement"


def test_n_and_p_walk_through_the_contexts_and_enter_opens_one(show):
    page = show(lease(), "#/terms/1")
    press(page, "n", "n", "n", "p")
    assert page.locator(".context.chosen .number").inner_text() == "1"
    press(page, "Enter")
    assert address(page) == "#/read/1"


def test_a_tab_remembers_where_it_was_left(show):
    page = show(lease(), "#/terms?q=rent")
    press(page, "1", "2")
    assert names(page) == ["rent"]


def test_the_same_sentences_stand_once_with_their_number(show):
    page = show(long_build(18), "#/terms/4")
    assert page.locator(".context").count() == 1
    assert page.locator(".about").inner_text().split() == ["1", "×", "2"]


def test_long_sentences_are_cut_around_the_term_and_open_with_a_click(show):
    long = ("Nothing to see here, please move on. " * 12, "Rien à voir ici, circulez. " * 14)
    pair = (f"{long[0]}The tenant pays. {long[0]}", f"{long[1]}Le locataire paie. {long[1]}", "")
    page = show(lease(bitexts=[bitext([pair])], word_links=None), "#/terms/1")
    text = page.locator(".context .stretch").first
    assert "The tenant pays" in text.inner_text()
    assert len(text.inner_text()) < 330
    page.locator(".context").click(position={"x": 30, "y": 30})
    assert len(text.inner_text()) > 800


def test_contexts_can_stand_in_lines(show):
    page = show(lease(), "#/terms/1")
    full = page.locator(".context").first.bounding_box()["height"]
    press(page, "v")
    source, target = page.locator(".context").first.locator(".text").all()
    assert source.bounding_box()["y"] < target.bounding_box()["y"]
    page.reload()
    assert page.locator("#lines").get_attribute("aria-pressed") == "true"
    page.locator("#lines").click()
    assert page.locator(".context").first.bounding_box()["height"] == full


# Inconsistent terms.


def test_terms_with_competing_translations_are_listed(show):
    page = show(lease(), "#/inconsistent")
    assert names(page) == ["tenant"]
    assert page.locator(".entry .other").inner_text() == "locataire 2 · preneur 2"
    assert groups(page) == {"locataire": 2, "preneur": 2}


def test_terms_of_the_target_side_are_listed_too(show):
    turned = [(target, source, "") for source, target, _ in LEASE]
    content = lease(bitexts=[bitext(turned, ("fr", "en"))], languages=("fr", "en"), word_links=None)
    turned_pairs = tuple(
        dataclasses.replace(pair, source=pair.target, target=pair.source)
        for pair in content.term_pairs
    )
    page = show(dataclasses.replace(content, term_pairs=turned_pairs), "#/inconsistent")
    assert page.locator("#no-entries").is_visible()
    page.locator('#directions [data-side="1"]').click()
    assert names(page) == ["tenant"]
    page.reload()
    assert names(page) == ["tenant"]


def test_a_consistent_build_says_so(show):
    page = show(
        lease(bitexts=[bitext(LEASE[:2])], word_links=None, term_pairs=()), "#/inconsistent"
    )
    assert "one way" in page.locator("#no-entries").inner_text()


# Find.


def test_find_groups_any_word_by_what_it_is_linked_with(show):
    page = show(lease())
    press(page, "f")
    page.keyboard.type("the")
    page.keyboard.press("Enter")
    settled(page)
    assert address(page) == "#/find/the"
    assert set(groups(page)) >= {"Le", "la", "les"}
    press(page, "j")
    assert len(groups(page)) == 1
    page.reload()
    assert len(groups(page)) == 1


def test_find_looks_into_both_sides_and_ignores_case_and_accents(show):
    page = show(lease(), "#/find/CLES")
    assert marked(page) == ["clés"]
    assert groups(page) == {"keys": 1}


def test_find_takes_a_known_term_as_the_translation(show):
    page = show(lease(), "#/find/tenant")
    assert groups(page) == {"locataire": 2, "preneur": 2}


def test_find_can_ask_for_whole_words(show):
    page = show(lease(), "#/find/rent")
    assert page.locator("#card .sides").inner_text().split()[:2] == ["English", "1"]
    page.evaluate("location.hash = '#/find/ten'")
    settled(page)
    assert marked(page)[0] == "tenant"
    press(page, "w")
    assert "whole=1" in address(page)
    assert marked(page) == []


def test_find_works_for_chinese_and_arabic(show):
    page = show(scripts(), "#/find/合同")
    assert marked(page) == ["合同", "合同"]
    assert groups(page) == {"عقد القرض": 1, "العقد": 1}
    page = show(scripts(), "#/find/القرض")
    assert marked(page) == ["القرض"]


def test_find_of_what_is_not_there_says_so(show):
    page = show(lease(), "#/find/zebra")
    assert "Nothing here contains “zebra”" in page.locator("#contexts").inner_text()


# Counts, notes, keys.


def test_counts_and_plots_lead_on(show):
    page = show(lease(), "#/counts")
    assert page.locator(".plot svg").count() == 3
    assert "Two sentences were too long." in page.locator("#foot").inner_text()
    assert "method:gibbs" in page.locator("#foot").inner_text()
    assert "termbase.tbx" in page.locator("#foot").inner_text()
    page.locator("#counts a", has_text="4").first.click()
    assert address(page).startswith("#/terms")


def test_a_page_that_holds_a_part_says_so(show):
    page = show(long_build(900), limit=50)
    assert "50 of 900 sentence pairs" in page.locator("#part").inner_text()
    assert page.locator(".row.gap").count() > 0
    page.evaluate("location.hash = '#/terms/1'")
    settled(page)
    assert "on this page" in page.locator(".group h3").first.inner_text()


def test_the_keys_are_told_and_numbers_change_the_view(show):
    page = show(lease())
    press(page, "?")
    assert page.locator("#keys").is_visible()
    press(page, "Escape")
    for key, tab in enumerate(("read", "terms", "inconsistent", "doubtful", "counts"), 1):
        press(page, str(key))
        assert page.locator("#tabs [aria-current]").get_attribute("data-tab") == tab


def test_an_address_that_leads_nowhere_shows_the_beginning_of_its_view_or_the_text(show):
    for wrong, tab in (
        ("#/nowhere/7", "read"),
        ("#/read/900", "read"),
        ("#/terms/900", "terms"),
        ("#/inconsistent/900", "inconsistent"),
    ):
        page = show(lease(), wrong)
        assert page.locator("#tabs [aria-current]").get_attribute("data-tab") == tab
    page = show(lease(), "#/find/%E0%A4")
    assert page.get_by_text("Nothing here contains").is_visible()


HOSTILE = "</script><img src=x onerror=alert(1)><b>"


def test_markup_stays_text_in_every_view(show):
    concept = Concept(
        HOSTILE,
        (
            ConceptTerm(HOSTILE, "en", status=HOSTILE, note=HOSTILE, source=HOSTILE),
            ConceptTerm(HOSTILE, "fr", part_of_speech=HOSTILE),
        ),
        definitions=(("en", HOSTILE),),
        note=HOSTILE,
    )
    content = lease(
        bitexts=[bitext([(HOSTILE, HOSTILE, "")] * 2, doubtful=0, name=HOSTILE)],
        word_links=None,
        termbase=Termbase((concept,)),
        term_pairs=(),
        notes=[HOSTILE],
        facts=[(HOSTILE, HOSTILE)],
    )
    page = show(content, title=HOSTILE)
    assert HOSTILE in page.locator(".row").first.inner_text()
    for where in (*ADDRESSES, "#/find/img"):
        page.evaluate(f"location.hash = '{where}'")
        settled(page)
        assert page.locator("img, b img, .row b, #card b").count() == 0
    assert page.locator("#card h2").inner_text() == "img"


@pytest.mark.parametrize("size", SIZES)
def test_nothing_sticks_out_sideways(show, size):
    endless = ("Donaudampfschifffahrt" * 30, "x" * 700, "0-0")
    concept = Concept("c" * 300, (ConceptTerm(endless[0], "en"), ConceptTerm(endless[1], "fr")))
    pairs = [*LEASE, endless]
    content = lease(
        bitexts=[bitext(pairs)],
        word_links=word_links([pair[2] for pair in pairs]),
        termbase=Termbase((*lease().termbase.concepts, concept)),
    )
    page = show(content, size=size)
    for where in (*ADDRESSES, "#/terms/5", "#/terms"):
        page.evaluate(f"location.hash = '{where}'")
        settled(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where
        for part in ("#panes", "#card", "#contexts", "#side"):
            fits = "(box) => !box.checkVisibility() || box.scrollWidth <= box.clientWidth + 1"
            assert page.locator(part).evaluate(fits), (where, part)
        for box in (
            each.bounding_box() for each in page.locator("header :is(button, a):visible").all()
        ):
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size[0] + 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_words_stand_out_from_their_ground(show, scheme):
    page = show(lease(), scheme=scheme)
    hover(page, 4, 0, 2)
    settled(page)
    assert page.evaluate(CONTRAST) == []
    for where in (*ADDRESSES, "#/terms/1?only=preneur&q=tenant", "#/terms/1?lines=1"):
        page.evaluate(f"location.hash = '{where}'")
        settled(page)
        assert page.evaluate(CONTRAST) == [], where


def test_a_narrow_window_shows_the_list_or_the_card(show):
    page = show(lease(), "#/terms", size=SIZES[1])
    assert page.locator("#side").is_visible()
    assert not page.locator("#card").is_visible()
    page.locator(".entry").nth(1).click()
    assert not page.locator("#side").is_visible()
    assert page.locator("#card h2").inner_text() == "agreement"
    page.locator(".back").click()
    assert page.locator("#side").is_visible()


def test_all_controls_have_names(show):
    page = show(lease())
    for where in ADDRESSES:
        page.evaluate(f"location.hash = '{where}'")
        settled(page)
        assert page.evaluate(
            "[...document.querySelectorAll('button, select, input, [role=listbox]')].every("
            "each => each.innerText.trim() || each.ariaLabel || each.tagName === 'SELECT')"
        )


def test_of_ten_thousand_pairs_only_those_in_sight_are_drawn(show):
    page = show(long_build(10_000), "#/terms/1")
    assert elements(page) < 800
    assert page.locator(".context").count() == 4
    with few_made(page, 200):
        press(page, "f")
        page.keyboard.type("agreement")
        page.keyboard.press("Enter")
        page.locator("#card h2", has_text="agreement").wait_for()


def test_the_shipped_contract_reads_as_it_was_aligned(show, agreement):
    page = show(agreement)
    assert page.locator("#tabs [data-tab=terms] b").inner_text() == "11"
    page.evaluate("location.hash = '#/terms/3'")
    settled(page)
    assert page.locator("#card h2").inner_text() == "sensor"
    assert page.locator(".context").count() >= 4
    assert "capteur" in " ".join(marked(page, "partner"))
