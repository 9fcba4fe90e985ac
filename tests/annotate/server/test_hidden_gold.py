"""Known answers: nothing that an annotator is sent tells them from the other items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event

from diglot.annotate.bodies import Operation
from diglot.annotate.exchange import import_files
from diglot.annotate.exchange.importing import without_collecting
from diglot.annotate.items import NewItem, NewSuggestion
from diglot.annotate.options import ImportOptions
from diglot.annotate.server.identity import Entrance
from diglot.annotate.server.routes.layers import fields_to_conceal, view_items
from diglot.annotate.store import Store
from tests.annotate.server.conftest import browser, served, side
from tests.effort import calls

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KNOWN = 8


@pytest.fixture
def mixed(tmp_path: Path) -> Iterator[Store]:
    """Forty items with scores, reasons and proposals, and eight known answers without."""
    lines = [
        f"{n}\nknown {n}\nbekannt {n}\nFirst annotation: sure\nSecond annotation: sure\n"
        for n in range(KNOWN)
    ]
    (tmp_path / "answers.txt").write_text("".join(lines))
    with Store.create(tmp_path / "project", name="Mixed") as store:
        layer = store.layers.add("confidence", "confidence")
        proposal = NewSuggestion("aligner", "1", {"label": "sure"}, {}, 0.9)
        items = [
            NewItem(
                key=f"pair-{n}",
                payload={
                    "source": {**side("one"), "doc": "novel"},
                    "target": side("eins"),
                    "score": n / 40,
                    "reasons": ["length"],
                },
                score=n / 40,
                suggestions=(proposal,),
            )
            for n in range(40)
        ]
        store.items.add_many(layer.id, items)
        import_files(store, [tmp_path / "answers.txt"], options=ImportOptions(gold=True))
        yield store


def page_of(store: Store, role: Any) -> Any:
    page = browser(served(store, Entrance("team")))
    page.cookies.set("diglot", store.sessions.start(store.people.add(role, role).id))
    return page


def test_known_answers_stand_anywhere_and_keep_what_is_theirs(mixed: Store) -> None:
    items = list(mixed.items.each(1))
    hidden = [item for item in items if item.hidden_gold is not None]
    assert len(hidden) == KNOWN
    # One in 10^8 that chance leaves all of them at the end.
    assert [item.seq for item in hidden] != list(range(41, 41 + KNOWN))
    for item in items:
        known = item.payload["source"]["text"].startswith("known")
        assert known == (item.hidden_gold is not None) == item.key.startswith("answers:")
        assert len(mixed.items.suggestions([item.id])[item.id]) == (0 if known else 1)
    assert [item.seq for item in items] == list(range(1, 41 + KNOWN))
    reader = mixed.people.add("Reader", "owner")
    rows, _ = mixed.items.page(1, reader.id, text="KNOWN")
    assert {row.id for row in rows} == {item.id for item in hidden}


@pytest.mark.parametrize("role", ["annotator", "adjudicator"])
def test_an_annotator_is_sent_known_answers_like_others(mixed: Store, role: str) -> None:
    page = page_of(mixed, role)
    gold = {item.seq for item in mixed.items.each(1) if item.hidden_gold is not None}
    for order in ("seq", "doubt"):
        rows = page.get(f"/api/layers/1/items?order={order}").json()["items"]
        places = [n for n, row in enumerate(rows) if row["seq"] in gold]
        assert places[0] < 40
        assert {(row["score"], tuple(row["reasons"])) for row in rows} == {(None, ())}
    shapes = set()
    for seq in (min(gold), next(n for n in range(1, 49) if n not in gold)):
        item = page.get(f"/api/layers/1/items/{seq}").json()
        shapes.add((*sorted(item["payload"]), *sorted(item["payload"]["source"])))
        assert item["suggestions"] == []
    assert len(shapes) == 1


def test_only_those_who_lead_learn_how_often_known_answers_were_given(mixed: Store) -> None:
    annotator, owner = page_of(mixed, "annotator"), page_of(mixed, "owner")
    seq = next(item.seq for item in mixed.items.each(1) if item.hidden_gold is not None)
    own = annotator.get(f"/api/layers/1/items/{seq}").json()["annotation"]["id"]
    change = {"id": "1", "name": "x", "changes": {"label": [None, "sure"]}}
    url = f"/api/annotations/{own}"
    assert annotator.put(url, json={"operations": [change]}, headers={"If-Match": "0"}).is_success
    assert annotator.post(f"{url}/done", headers={"If-Match": "1"}).is_success

    def told(page: Any) -> tuple[Any, Any]:
        line = page.get("/api/progress").json()["layers"][0]["annotators"][0]
        return line["gold_right"], line["gold_seen"]

    assert (told(annotator), told(owner)) == ((None, None), (1, 1))


def test_known_answers_cost_the_server_the_same_work(tmp_path: Path) -> None:
    """Whoever measures how long an item, a save, or the end of a judgement takes learns nothing."""
    with Store.create(tmp_path / "project", name="Alike") as store:
        layer = store.layers.add("confidence", "confidence").id
        payload = {"source": side("one"), "target": side("eins")}
        answer = {"label": "sure"}
        store.items.add_many(
            layer,
            [NewItem(str(n), payload, hidden_gold=answer if n % 2 else None) for n in range(6)],
        )
        person = store.people.add("Anna", "annotator")
        said: list[str] = []
        event.listen(store.database.engine, "before_cursor_execute", lambda *a: said.append(a[2]))

        def work(seq: int) -> None:
            record = store.items.by_seq(layer, seq)
            own = store.annotations.open(record.id, person.id)
            hidden = fields_to_conceal(store, layer, person)
            view_items(store, person, [(record, own)], hidden)
            step = Operation(f"step {seq}", "set_label", {"label": (None, "sure")})
            saved = store.annotations.apply(own.id, person.id, own.rev, [step], seconds=1)
            store.annotations.finish(own.id, person.id, saved.rev)

        def effort(seq: int) -> tuple[int, list[str]]:
            said.clear()
            with without_collecting():
                return calls(lambda: work(seq)), list(said)

        efforts = [effort(seq) for seq in range(1, 7)][2:]  # the first ones prepare statements
        assert [count for count, _ in efforts] == [efforts[0][0]] * 4
        assert [each for _, each in efforts] == [efforts[0][1]] * 4


def test_known_answers_that_stand_alone_are_told(tmp_path: Path) -> None:
    (tmp_path / "answers.txt").write_text(
        "1\na\nb\nFirst annotation: sure\nSecond annotation: sure\n"
    )
    with Store.create(tmp_path / "project", name="Alone") as store:
        options = ImportOptions(gold=True)
        listed = import_files(store, [tmp_path / "answers.txt"], options=options).listed
    assert "could not be mixed with other items" in listed[-1].message
