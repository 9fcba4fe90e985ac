"""Layers with one label a decision, judged from the list of items to done by keys alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from diglot.annotate.layers.terms.files import term_items
from diglot.model import Concept, ConceptTerm, Context, Termbase
from tests.browser.annotate.hands import Hands, from_list
from tests.browser.annotate.samples import FRENCH

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.annotate.conftest import Visits
    from tests.browser.annotate.served import Project


def begun(visit: Visits, kind: str) -> Hands:
    """Hands on the first item of a layer, opened from its list by keys."""
    return from_list(visit(f"/l/{visit.project.layers[kind]}"), 1)


def test_confidence_takes_one_key_a_pair(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    hands = begun(visit, "confidence")
    keep(hands.page, "confidence-begun")
    hands.press("1").at_item(2).saved()
    assert mill.judgement("confidence", 1).state == "done"
    assert mill.cells("confidence", 1) == {"label": "sure"}
    hands.press("3").at_item(3).press("5").at_item(4).saved()
    assert hands.pressed == 3
    assert [mill.cells("confidence", seq)["label"] for seq in (2, 3)] == [
        "unperfect",
        "undecidable",
    ]
    # Partial wants the words that are not translated.
    hands.press("2", "ArrowRight", "x", "Tab")
    keep(hands.page, "confidence-marking")
    hands.press("Shift+ArrowLeft", "x", "Enter")
    hands.hears("Nothing else is left").saved()
    words = mill.payload("confidence", 4)
    source, target = words["source"]["tokens"], words["target"]["tokens"]
    assert mill.judgement("confidence", 4).state == "done"
    assert mill.cells("confidence", 4) == {
        "label": "partial",
        f"s{source[1][0]}": source[1][1],
        f"t{target[1][0]}": target[2][1],
    }


def test_the_queue_is_filtered_and_leaves_the_keys_to_the_item(
    visit: Visits, mill: Project
) -> None:
    page = visit(f"/l/{mill.layers['terms']}/i/2", "Bina")
    hands = Hands(page).at_item(2)
    page.get_by_label("Which items").select_option("open")
    hands.press("f")
    search = page.get_by_label("Search in both sides")
    search.fill("wheel")
    expect(page.locator(".queue li")).to_have_count(1)
    search.press("Enter")
    hands.press("y").at_item(3).saved()
    cells = mill.cells("terms", 2, "Bina")
    assert (cells["status"], cells["forbidden"]) == ("valid", True)


def test_word_labels_take_one_key_a_link(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    hands = begun(visit, "word_labels")
    links = mill.payload("word_labels", 1)["candidates"]
    hands.press("1", "2")
    keep(hands.page, "word-labels-lines")
    hands.press("v")
    expect(hands.page.locator(".matrix")).to_be_visible()
    keep(hands.page, "word-labels-matrix")
    hands.press("v")
    hands.pressed = 2
    hands.press(*"4" * (len(links) - 2)).at_item(2).saved()
    assert hands.pressed == len(links)
    labels = ["sure", "contextual", *["wrong"] * (len(links) - 2)]
    assert mill.judgement("word_labels", 1).state == "done"
    assert mill.cells("word_labels", 1) == {
        f"l{link['source']}-{link['target']}": label
        for link, label in zip(links, labels, strict=True)
    }


def test_a_partial_word_link_names_its_group(visit: Visits, mill: Project) -> None:
    page = visit(f"/l/{mill.layers['word_labels']}/i/3")
    hands = Hands(page)
    links = mill.payload("word_labels", 3)["candidates"]
    hands.press("3", "g", *"1" * (len(links) - 1)).at_item(4).saved()
    first = f"{links[0]['source']}-{links[0]['target']}"
    cells = mill.cells("word_labels", 3)
    assert cells.pop(f"l{first}") == "partial"
    assert cells.pop(f"g{first}") == "1"
    assert set(cells.values()) == {"sure"}


def test_terms_take_one_key_a_pair(visit: Visits, mill: Project, keep: Callable[..., None]) -> None:
    hands = begun(visit, "terms")
    keep(hands.page, "terms")
    hands.press("y").at_item(2).press("n").at_item(3).saved()
    assert hands.pressed == 2
    assert mill.cells("terms", 1) == {"status": "valid"}
    assert mill.cells("terms", 2) == {"status": "wrong"}
    # The last one is edited first, gets a variant and a flag.
    hands.press("e")
    expect(hands.page.locator("input[name=source]")).to_be_focused()
    hands.press("Tab", "Control+a")
    hands.page.keyboard.type("roue")
    hands.press("Enter", "v")
    expect(hands.page.locator("input[name=variant]")).to_be_focused()
    hands.page.keyboard.type("la roue")
    keep(hands.page, "terms-editing")
    # No context shows that form: a warning, which stops nobody.
    hands.press("Enter", "r", "y").hears("Nothing else is left").saved()
    assert mill.judgement("terms", 3).state == "done"
    assert mill.cells("terms", 3) == {
        "status": "valid",
        "target": "roue",
        "vtla roue": True,
        "preferred": True,
    }


def test_a_warning_is_said_once_for_a_list(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    # No sentence shows these translations.
    concepts = [
        Concept(
            word,
            (
                ConceptTerm(word, "en", contexts=(Context(*FRENCH[at], "mill.en"),)),
                ConceptTerm(f"{word}que", "fr"),
            ),
        )
        for word, at in (("gate", 0), ("miller", 2), ("wheel", 4))
    ]
    layer = mill.store.layers.add("terms", "unproven").id
    mill.store.items.add_many(layer, term_items(Termbase(tuple(concepts)), "en", "fr"))
    page = visit(f"/l/{layer}")
    expect(page.locator(".items a").first).to_be_focused()
    hands = Hands(page).press("y", "y", "n").saved()
    warnings = page.locator("[aria-label='Warnings of this page'] li")
    expect(warnings).to_have_count(1)
    expect(warnings).to_contain_text("no context shows the term in the target")
    expect(warnings).to_contain_text("2 items")
    expect(page.locator(".list-head")).to_contain_text("3 of 3 done")
    keep(page, "terms-one-warning")
    # Item by item it is told at the first one and folded at the next.
    page.goto(f"{mill.address}/l/{layer}/i/1")
    hands.at_item(1)
    expect(page.locator("ul.problems li.warning")).to_have_count(1)
    page.get_by_role("button", name="Next item").click()
    hands.at_item(2)
    expect(page.locator("ul.problems li.warning")).to_have_count(0)
    expect(page.locator("ul.problems summary")).to_have_text(
        "1 warning as in other items of this list"
    )


def test_matches_take_one_key_where_they_hold(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    hands = begun(visit, "matches")
    hands.press("y").at_item(2).saved()
    assert hands.pressed == 1
    assert mill.cells("matches", 1) == {"label": "valid"}
    # Translated otherwise: the words are marked and become an alternative.
    hands.press("o", "Home", "x", "Shift+ArrowRight", "a")
    keep(hands.page, "matches-marking")
    hands.press("Enter").at_item(3).saved()
    target = mill.payload("matches", 2)["target"]["tokens"]
    assert mill.cells("matches", 2) == {
        "label": "translated otherwise",
        "target": [[target[0][0], target[1][1]]],
        "alternative": True,
    }
    hands.press("0").hears("Nothing else is left").saved()
    assert mill.cells("matches", 3) == {"label": "not translated"}
    assert mill.judgement("matches", 3).state == "done"


def test_questions_take_two_keys_an_output(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    hands = begun(visit, "questions")
    keep(hands.page, "questions")
    hands.press("y", "n").at_item(2).saved()
    assert hands.pressed == 2
    assert mill.judgement("questions", 1).state == "done"
    assert mill.cells("questions", 1) == {"term": "yes", "context": "no"}
    for seq in range(2, 6):
        hands.press(right(mill, seq), "n").at_item(seq + 1)
    hands.press(right(mill, 6), "y").hears("Nothing else is left").saved()
    assert mill.judgement("questions", 6).state == "done"


def test_questions_are_answered_in_their_list_one_after_the_other(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    page = visit(f"/l/{mill.layers['questions']}", "Adam")
    rows = page.locator("table.items tbody tr")
    expect(rows.nth(0).locator(".hit").first).to_have_text("gate")
    expect(rows.nth(0)).to_contain_text("gate → porte")
    hands = Hands(page).press("y").hears("Is its context translated correctly?")
    hands.press("n", "Shift+ArrowDown", "y").saved()
    expect(rows.nth(1)).to_contain_text("term yes")
    keep(page, "questions-list")
    hands.press("y").saved()
    found = [mill.judgement("questions", seq, "Adam") for seq in (1, 2, 3)]
    assert [each.state for each in found] == ["done"] * 3
    answers = {"term": "yes", "context": "yes"}
    assert [each.cells for each in found] == [{"term": "yes", "context": "no"}, answers, answers]


def right(mill: Project, seq: int) -> str:
    """The key that says whether the output has the term."""
    shown = mill.payload("questions", seq)
    return "y" if any(form in shown["output"]["text"] for form in shown["expected"]) else "n"
