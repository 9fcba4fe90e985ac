"""The judgements of a layer that an export takes: its gold, or what one person said."""

from diglot.annotate.items import AnsweredItem
from diglot.annotate.store import Store
from diglot.annotate.store.records import LayerRecord
from diglot.errors import ConfigError


def gold_answers(store: Store, layer: LayerRecord) -> list[AnsweredItem]:
    """The gold of a layer, in the order of its items; items without a decision are not there."""
    found = [
        AnsweredItem(each.item.key, each.item.seq, each.item.payload, each.cells, each.source)
        for each in store.judgements.gold(layer.id)
    ]
    return sorted(found, key=lambda each: each.seq)


def answers_of(store: Store, layer: LayerRecord, annotator: str) -> list[AnsweredItem]:
    """What one person is done with.

    Args:
        store: the project.
        layer: a layer of it.
        annotator: name or pseudonym of the person.

    Raises:
        ConfigError: there is nobody of that name.
    """
    person = next(
        (each for each in store.people.all() if annotator in (each.name, each.pseudonym)), None
    )
    if person is None:
        names = ", ".join(each.name for each in store.people.all())
        raise ConfigError(f"no annotator is called {annotator}; available: {names}")
    found = [
        AnsweredItem(
            each.key, each.seq, store.items.get(each.item).payload, each.cells, person.pseudonym
        )
        for each in store.judgements.all(layer.id)
        if each.user == person.pseudonym and each.role == "annotator" and each.state == "done"
    ]
    return sorted(found, key=lambda each: each.seq)
