"""Items: added once, listed, searched, ordered; layers, documents, schemes and guidelines."""

from __future__ import annotations

import hashlib
import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from diglot.annotate.bodies import Body
from diglot.annotate.items import NewItem, NewSuggestion
from diglot.annotate.records import (
    FaultError,
    LayerRecord,
    Neighbours,
    NewJudgement,
    NotFoundError,
    StateError,
    Turn,
    UserRecord,
)
from diglot.annotate.schemes import Label
from diglot.annotate.store import Store
from diglot.errors import ConfigError, InputError
from tests.annotate.store.conftest import add, judged, pair, side, step

if TYPE_CHECKING:
    from pathlib import Path


def test_items_are_added_once(store: Store, layer: LayerRecord) -> None:
    items = [pair(1), pair(2), pair(1)]
    assert store.items.add_many(layer.id, items) == 2
    assert store.items.add_many(layer.id, [*items, pair(3)]) == 1
    assert [item.seq for item in store.items.each(layer.id)] == [1, 2, 3]


def test_a_key_may_be_in_two_layers(store: Store, layer: LayerRecord) -> None:
    other = store.layers.add("plain", "other")
    assert add(store, layer, 1) != add(store, other, 1)


def test_an_item_comes_back_as_it_was_given(store: Store, layer: LayerRecord) -> None:
    suggestion = NewSuggestion("aligner", "1", {"label": "yes"}, {"seed": 3}, 0.7)
    given = pair(1, score=0.25, hidden_gold={"label": "yes"}, suggestions=(suggestion,))
    store.items.add_many(layer.id, [given])
    item = store.items.by_seq(layer.id, 1)
    assert item == store.items.get(item.id)
    assert (item.payload, item.score, item.hidden_gold) == (
        given.payload,
        given.score,
        given.hidden_gold,
    )
    found = store.items.suggestions([item.id])[item.id][0]
    assert (found.method, found.version, found.cells, found.params, found.score) == (
        "aligner",
        "1",
        {"label": "yes"},
        {"seed": 3},
        0.7,
    )


def test_a_payload_that_is_no_text_is_refused_and_nothing_is_added(
    store: Store, layer: LayerRecord
) -> None:
    with pytest.raises(InputError, match="surrogate"):
        store.items.add_many(layer.id, [pair(1), NewItem("2", {"source": side("\ud800")})])
    assert list(store.items.each(layer.id)) == []


def test_neighbours_pass_over_gaps(store: Store, layer: LayerRecord) -> None:
    store.items.add_many(layer.id, [pair(1), pair(2, seq=5), pair(3)])
    found = store.items.neighbours([item.id for item in store.items.each(layer.id)])
    assert [found[each] for each in sorted(found)] == [
        Neighbours(6, None, 5),
        Neighbours(6, 1, 6),
        Neighbours(6, 5, None),
    ]


def test_neighbours_take_no_look_at_all_items_before(tmp_path: Path) -> None:
    def steps(store: Store, item: int) -> int:
        count = 0

        def see() -> None:
            nonlocal count
            count += 1

        with store.database.reading() as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
        driver.set_progress_handler(see, 10)
        store.items.neighbours([item])
        driver.set_progress_handler(None, 0)
        return count

    with Store.create(tmp_path / "project", name="Long") as store:
        layer = store.layers.add("confidence", "confidence")
        first, *_, last = add(store, layer, 2000)
        assert 0 < steps(store, last) <= steps(store, first) + 10


def test_unknown_items_and_layers_are_named(store: Store, layer: LayerRecord) -> None:
    for call in (
        lambda: store.items.get(9),
        lambda: store.items.by_seq(layer.id, 9),
        lambda: store.items.add_many(9, []),
        lambda: store.layers.get("none"),
        lambda: store.layers.get(9),
    ):
        with pytest.raises(NotFoundError):
            call()


def test_a_page_shows_excerpts_states_and_labels(
    store: Store, layer: LayerRecord, anna: UserRecord
) -> None:
    payload = {"source": side("x" * 300), "output": side("y"), "reasons": ["length 2.4×"]}
    store.items.add_many(layer.id, [NewItem("a", payload, score=0.3), pair(2), pair(3)])
    judged(store, store.items.by_seq(layer.id, 2).id, anna, "yes")
    rows, total = store.items.page(layer.id, anna.id, limit=2)
    assert total == 3
    assert (rows[0].source, rows[0].target, rows[0].reasons) == ("x" * 200, "y", ("length 2.4×",))
    assert [(row.seq, row.state, row.label) for row in rows] == [
        (1, "open", ""),
        (2, "done", "yes"),
    ]


def test_views_orders_and_search(store: Store, layer: LayerRecord, anna: UserRecord) -> None:
    texts = ["Straße 100%", "STRASSE_1", "plain"]
    scores = [0.8, None, 0.1]
    store.items.add_many(
        layer.id,
        [
            NewItem(text, {"source": side(text)}, score=score)
            for text, score in zip(texts, scores, strict=True)
        ],
    )
    ids = [item.id for item in store.items.each(layer.id)]
    judged(store, ids[1], anna, "yes")
    mine = store.annotations.open(ids[2], anna.id)
    store.annotations.apply(mine.id, anna.id, 0, [step("1", label=(None, "no"))])

    def seqs(**options: object) -> list[int]:
        rows, total = store.items.page(layer.id, anna.id, **options)
        assert total == len(rows)
        return [row.seq for row in rows]

    assert seqs(text="strasse") == [1, 2]
    assert (seqs(text="0%"), seqs(text="e_1"), seqs(text="\0\ud800")) == ([1], [2], [1, 2, 3])
    assert (seqs(view="open"), seqs(view="draft"), seqs(view="done")) == ([1], [3], [2])
    assert (seqs(view="doubtful"), seqs(view="mine"), seqs(view="adjudicated")) == ([3], [2, 3], [])
    assert seqs(order="doubt") == [3, 1, 2]
    assert seqs(order="updated")[-1] == 1


def test_annotators_see_their_items_and_free_ones(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord
) -> None:
    items = add(store, layer, 4)
    store.queue.assign(layer.id, [Turn(items[0], anna.id, 0), Turn(items[1], bert.id, 0)])
    judged(store, items[2], bert, "yes")

    def seen(user: UserRecord) -> list[int]:
        return [row.seq for row in store.items.page(layer.id, user.id)[0]]

    manager = store.people.add("Manager", "manager")
    assert (seen(anna), seen(bert), seen(manager)) == ([1, 4], [2, 3, 4], [1, 2, 3, 4])
    counts = store.progress.counts(layer.id, anna.id)
    assert (counts.open, counts.done) == (2, 0)


def test_a_layer_takes_its_kinds_scheme_and_has_a_name_of_its_own(
    store: Store, layer: LayerRecord
) -> None:
    assert (layer.scheme.version, layer.scheme.names) == (1, ("yes",))
    assert store.layers.all() == [layer] == [store.layers.get("plain")]
    with pytest.raises(StateError, match="already"):
        store.layers.add("plain", "plain")
    with pytest.raises(ConfigError, match="available: plain, groups"):
        store.layers.add("unheard", "x")


def test_guidelines_have_hashes(store: Store) -> None:
    text = "Look twice — always."
    found = store.layers.add("plain", "guided", guideline=text)
    assert (found.guideline, found.guideline_sha) == (
        text, hashlib.sha256(text.encode()).hexdigest(),
    )  # fmt: skip
    assert store.layers.get("guided") == found


def test_a_new_scheme_brings_judgements_along_as_events(
    store: Store, layer: LayerRecord, anna: UserRecord
) -> None:
    items = add(store, layer, 2)
    labels = dict(zip(items, "ab", strict=True))
    store.annotations.put_many(
        [NewJudgement(item, anna.id, {"label": label}) for item, label in labels.items()]
    )

    def migrate(body: Body) -> Body:
        return {**body, "label": "A" if body["label"] == "a" else body["label"]}

    scheme = replace(layer.scheme, labels=(Label("A", "1", "blue", "a", "new"),))
    assert store.schemes.replace(layer.id, scheme, migrate=migrate).scheme.version == 2
    found = list(store.judgements.all(layer.id))
    assert [(each.label, each.state, each.scheme_version) for each in found] == [
        ("A", "done", 2),
        ("b", "done", 1),
    ]
    mine = store.annotations.open(items[0], anna.id)
    events = store.annotations.events(mine.id, anna.id)
    assert [event.name for event in events] == ["import", "done", "migrate"]
    assert events[-1].changes == {"label": ("a", "A")}


def test_a_migration_that_goes_wrong_changes_nothing(
    store: Store, layer: LayerRecord, anna: UserRecord
) -> None:
    items = add(store, layer, 1)
    store.annotations.put_many([NewJudgement(items[0], anna.id, {"label": "a"})])
    with pytest.raises(FaultError):
        store.schemes.replace(layer.id, layer.scheme, migrate=lambda body: {**body, "bad": 1})
    assert store.layers.get(layer.id) == layer


def test_documents_are_kept_once_a_revision(store: Store) -> None:
    first = store.documents.add("a.txt", "fr", "Bonjour 𝔘", provenance={"reader": "text"})
    assert store.documents.add("a.txt", "fr", "Bonjour 𝔘") == first
    second = store.documents.add("a.txt", "fr", "Bonsoir")
    assert store.documents.all() == [first, second]
    assert first.characters == 9
