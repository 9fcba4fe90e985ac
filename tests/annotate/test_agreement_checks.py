"""Rules applied to a whole project, between judgements too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from diglot.annotate.agreement import check_judgements
from diglot.annotate.assignment import assign
from diglot.annotate.items import NewItem
from diglot.annotate.options import AssignOptions
from diglot.annotate.records import NewJudgement
from diglot.annotate.store import Store
from tests.annotate.layers.pairs import side
from tests.annotate.store.conftest import turns_of

CONTEXT = {"source": "beam", "target": "poutre", "source_marks": [[0, 4]], "target_marks": [[0, 6]]}


def term(form: str) -> dict[str, object]:
    return {
        "source": {"lang": "en", "text": form},
        "target": {"lang": "fr", "text": "poutre"},
        "contexts": [CONTEXT],
    }


def test_pairs_of_terms_are_compared_by_annotator(tmp_path: Path) -> None:
    store = Store.create(tmp_path / "project", name="Trial")
    layer = store.layers.add("terms", "terms")
    store.items.add_many(layer.id, [NewItem(form, term(form)) for form in ("beam", "girder")])
    judged: dict[str, dict[str, Any]] = {
        "beam": {"status": "valid"},
        "girder": {"status": "valid", "source": "beam"},
    }
    numbers = {item.key: item.id for item in store.items.each(layer.id)}
    for name, forms in (("ann", ("beam", "girder")), ("bo", ("beam",))):
        person = store.people.add(name, "annotator")
        store.annotations.put_many(
            NewJudgement(numbers[form], person.id, judged[form]) for form in forms
        )
    found = [(each.seq, each.problem.code) for each in check_judgements(store)]
    assert found == [(2, "terms.duplicate")]
    store.close()


def test_outputs_of_one_segment_stand_apart(tmp_path: Path) -> None:
    store = Store.create(tmp_path / "project", name="Trial")
    layer = store.layers.add("questions", "questions")
    items = [
        NewItem(f"{segment}/{system}", {**_question(), "segment": f"s{segment}"})
        for segment in range(6)
        for system in range(2)
    ]
    store.items.add_many(layer.id, items)
    assign(store, "questions", ("ann", "bo"), AssignOptions(design="full"))
    segments = {item.id: item.payload["segment"] for item in store.items.each(layer.id)}
    orders = []
    for person in store.people.all():
        order = [segments[item] for item in turns_of(store, person.id)]
        if order:
            orders.append(order)
            assert order[:6] == order[6:]
    assert orders[0] != orders[1]
    store.close()


def _question() -> dict[str, object]:
    return {"source": side("a house"), "output": side("une maison"), "expected": ["maison"]}
