"""Two judge, a third one decides and does not learn who they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.annotate.hands import Hands

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.annotate.conftest import Visits
    from tests.browser.annotate.served import Project


def len_then_name(name: str) -> tuple[int, str]:
    """Names of cells in the order of the places in them."""
    return (len(name), name)


@pytest.fixture(scope="module", autouse=True)
def disagreements(mill: Project) -> None:
    """Two annotators who agree on nothing but the last pair."""
    for seq, ours, theirs in ((1, "sure", "erroneous"), (2, "unperfect", "sure")):
        mill.judge("confidence", seq, "Adam", {"label": ours})
        mill.judge("confidence", seq, "Bina", {"label": theirs})
    for person in ("Adam", "Bina"):
        mill.judge("confidence", 4, person, {"label": "sure"})


def test_a_decision_is_taken_from_a_hidden_judgement_by_keys(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    layer = mill.layers["confidence"]
    page = visit(f"/l/{layer}/adjudicate", "Jo")
    expect(page.locator("caption").first).to_have_text("judged differently")
    keep(page, "adjudication-queue")
    page.locator("table a[href$='/adjudicate/1']").first.focus()
    hands = Hands(page).press("Enter").at_item(1)
    expect(page.locator(".differences tr.here")).to_be_visible()
    keep(page, "adjudication")
    shown = page.content()
    assert "Adam" not in shown
    assert "Bina" not in shown
    hidden = mill.store.adjudication.judgements(
        mill.store.items.by_seq(layer, 1).id, mill.people["Jo"]
    )
    assert [each.name for each in hidden] == ["A", "B"]
    hands.press("Shift+a", "Shift+s").saved()
    hands.press("Control+Enter").at_item(2)
    decision = mill.store.adjudication.open(mill.store.items.by_seq(layer, 1).id, mill.people["Jo"])
    assert decision.state == "adjudicated"
    assert dict(decision.cells) == {**hidden[0].cells, "reason": "slip"}
    # The judgements stay as they are.
    labels = {mill.cells("confidence", 1, name)["label"] for name in ("Adam", "Bina")}
    assert labels == {"sure", "erroneous"}


def test_what_differs_is_decided_under_the_cursor(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    payload = mill.payload("groups", 5)
    source, target = ([s for s, _ in payload[side]["tokens"]] for side in ("source", "target"))
    ours = {"g1": [source[:1], target[:1], "S"], "g2": [source[1:2], target[1:2], "S"]}
    # The second numbers its groups otherwise, joins two words and adds a link.
    theirs = {
        "g1": [source[1:3], target[1:3], "P"],
        "g2": [source[:1], target[:1], "S"],
        "g3": [source[3:4], target[3:4], "S"],
    }
    mill.judge("groups", 5, "Adam", ours)
    mill.judge("groups", 5, "Bina", theirs)
    page = visit(f"/l/{mill.layers['groups']}/adjudicate/5", "Jo")
    rows = page.locator(".differences tbody tr")
    expect(rows).to_have_count(2)
    expect(page.locator(".merged .by")).to_have_count(6)
    keep(page, "adjudication-groups")
    item = mill.store.items.by_seq(mill.layers["groups"], 5).id
    (first, _) = mill.store.adjudication.judgements(item, mill.people["Jo"])
    joined = "b" if first.cells == ours else "a"
    hands = Hands(page).at_item(5).press(joined, "0", "z", joined)
    expect(rows.locator("b[aria-label=decided]")).to_have_count(2)
    # Of each row the judgement that was taken, and no other.
    expect(rows.locator("button[aria-pressed=true]")).to_have_count(2)
    hands.saved().press("Enter").at(f"/l/{mill.layers['groups']}/adjudicate")
    decision = mill.store.adjudication.open(item, mill.people["Jo"])
    assert decision.state == "adjudicated"
    assert sorted(decision.cells.values()) == sorted(theirs.values())


def test_links_of_sentences_that_differ_are_decided_together(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    before = mill.cells("sentences", 1, "Adam")
    first, second = sorted((name for name in before if name[0] == "b"), key=len_then_name)[:2]
    confirmed = {f"c{name[1:]}": True for name in before if name[0] == "b"}
    mill.judge("sentences", 1, "Adam", confirmed)
    # The second joins the first two links.
    joined = {**confirmed, first: before[second], second: None, f"c{second[1:]}": None}
    mill.judge(
        "sentences",
        1,
        "Bina",
        {name: each for name, each in joined.items() if name in before or each},
    )
    page = visit(f"/l/{mill.layers['sentences']}/adjudicate/1", "Jo")
    rows = page.locator(".differences tbody tr")
    expect(rows).to_have_count(1)
    keep(page, "adjudication-sentences")
    item = mill.store.items.by_seq(mill.layers["sentences"], 1).id
    (one, _) = mill.store.adjudication.judgements(item, mill.people["Jo"])
    theirs = "b" if second in one.cells else "a"
    hands = Hands(page).at_item(1).press(theirs)
    expect(rows.locator("b[aria-label=decided]")).to_have_count(1)
    hands.saved().press("Enter").at(f"/l/{mill.layers['sentences']}/adjudicate")
    decision = mill.store.adjudication.open(item, mill.people["Jo"])
    assert decision.state == "adjudicated"
    assert second not in decision.cells
    assert decision.cells[first] == before[second]


def test_what_all_say_alike_is_the_decision(visit: Visits, mill: Project) -> None:
    payload = mill.payload("groups", 3)
    starts = [payload[side]["tokens"][0][0] for side in ("source", "target")]
    for person in ("Adam", "Bina"):
        mill.judge("groups", 3, person, {"g1": [starts[:1], starts[1:], "S"]})
    page = visit(f"/l/{mill.layers['groups']}/adjudicate/3", "Jo")
    Hands(page).at_item(3).press("Enter").at(f"/l/{mill.layers['groups']}/adjudicate")
    item = mill.store.items.by_seq(mill.layers["groups"], 3).id
    decision = mill.store.adjudication.open(item, mill.people["Jo"])
    assert decision.state == "adjudicated"
    assert decision.cells == {"g1": [starts[:1], starts[1:], "S"]}


def test_no_difference_is_left_undecided(visit: Visits, mill: Project) -> None:
    payload = mill.payload("groups", 4)
    source, target = ([s for s, _ in payload[side]["tokens"]] for side in ("source", "target"))
    mill.judge("groups", 4, "Adam", {"g1": [source[:1], target[:1], "S"]})
    mill.judge("groups", 4, "Bina", {"g1": [source[1:2], target[1:2], "S"]})
    page = visit(f"/l/{mill.layers['groups']}/adjudicate/4", "Jo")
    hands = Hands(page).at_item(4).press("a", "Control+Enter").hears("1 difference to decide")
    # Who opens the editor has seen the rest.
    hands.press("e", "Control+Enter").at(f"/l/{mill.layers['groups']}/adjudicate")


def test_a_term_is_seen_by_whoever_decides_about_it(
    visit: Visits, mill: Project, keep: Callable[..., None]
) -> None:
    mill.judge("terms", 1, "Adam", {"status": "valid"})
    mill.judge("terms", 1, "Bina", {"status": "wrong"})
    page = visit(f"/l/{mill.layers['terms']}/adjudicate/1", "Jo")
    shown = [mill.payload("terms", 1)[side]["text"] for side in ("source", "target")]
    expect(page.locator(".term-form")).to_have_text(shown)
    keep(page, "adjudication-terms")


def test_the_server_tells_no_names_to_adjudicators(visit: Visits, mill: Project) -> None:
    page = visit("/", "Jo")
    layer = mill.layers["confidence"]
    for address in (f"layers/{layer}/items/2?role=adjudicator", f"layers/{layer}/adjudication"):
        answer = page.request.get(f"{mill.address}/api/{address}")
        assert answer.ok
        assert "Adam" not in answer.text()


def test_annotators_do_not_come_to_the_desk(visit: Visits, mill: Project) -> None:
    visit.refusals = True
    page = visit(f"/l/{mill.layers['confidence']}/adjudicate", "Adam")
    expect(page.locator("[role=alert]")).to_be_visible()
