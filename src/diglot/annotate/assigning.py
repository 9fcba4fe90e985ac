"""The items of a layer shared out among the people of a project, by a design."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.annotate import designs
from diglot.annotate.items import NewItem
from diglot.annotate.store.records import Turn
from diglot.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diglot.annotate.designs import Queue
    from diglot.annotate.store import Store
    from diglot.annotate.store.records import ItemRecord

AGAIN = "#again"
"""End of the key of an item that the same person is asked again: it is no data of its own."""


@dataclass(frozen=True, slots=True)
class AssignOptions:
    """How items are shared out.

    Attributes:
        design: a name of `DESIGNS`.
        per_item: judgements of an item, where the design leaves it open.
        shared: items that everybody judges in a sample.
        repeat: share of items that come back to the same person.
        distance: least number of other items before one comes back.
        known: share of items with a known answer in what each person judges.
        random: share of the active design that is drawn at random.
        seed: of what is drawn.
    """

    design: str = "ranges"
    per_item: int = 2
    shared: int | None = None
    repeat: float = 0.0
    distance: int = 20
    known: float = 0.1
    random: float = 0.1
    seed: int = 0


def _sample(items: Sequence[ItemRecord], people: int, options: AssignOptions) -> list[Queue]:
    if options.shared is None:
        raise ConfigError("a sample needs the number of items that everybody judges: --shared")
    return designs.sample([item.id for item in items], people, shared=options.shared)


def _active(items: Sequence[ItemRecord], people: int, options: AssignOptions) -> list[Queue]:
    return designs.active(
        {item.id: item.score for item in items},
        people,
        per_item=options.per_item,
        share=options.random,
        seed=options.seed,
    )


DESIGNS: dict[str, Callable[[Sequence[ItemRecord], int, AssignOptions], list[Queue]]] = {
    "ranges": lambda items, people, options: designs.ranges(
        [item.id for item in items], people, per_item=options.per_item
    ),
    "circular": lambda items, people, options: designs.circular(
        [item.id for item in items], people, per_item=options.per_item
    ),
    "full": lambda items, people, _: designs.full([item.id for item in items], people),
    "sample": _sample,
    "active": _active,
}
"""Every design by its name."""


def assign(
    store: Store, layer: str, people: Sequence[str], options: AssignOptions | None = None
) -> dict[str, int]:
    """Share the items of a layer out; training items go to everybody, before all others.

    Args:
        store: the project.
        layer: name of the layer.
        people: names of annotators; whoever is new is added to the project.
        options: the design.

    Returns:
        The number of items by name.

    Raises:
        ConfigError: there is no such layer or design, or it does not fit the number of people.
    """
    options = options or AssignOptions()
    if options.design not in DESIGNS:
        raise ConfigError(f"there is no design {options.design!r}; there are {', '.join(DESIGNS)}")
    if len(set(people)) != len(people) or not people:
        raise ConfigError("name each annotator once")
    record = store.layers.get(layer)
    items = [item for item in store.items.each(record.id) if not item.key.endswith(AGAIN)]
    training = [item.id for item in items if item.sandbox]
    known = [item.id for item in items if item.hidden_gold is not None and not item.sandbox]
    data = [item for item in items if not item.sandbox and item.hidden_gold is None]
    queues = DESIGNS[options.design](data, len(people), options)
    if record.kind == "questions":
        # Whoever has just read one translation of a segment judges the next one by it.
        segments = {item.id: str(item.payload.get("segment") or item.id) for item in data}
        queues = designs.apart(queues, segments, seed=options.seed)
    if known:
        queues = designs.with_gold(queues, known, share=options.known, seed=options.seed)
    if options.repeat:
        queues = designs.with_repeats(
            queues, share=options.repeat, distance=options.distance, seed=options.seed
        )
    numbers = {each.name: each.id for each in store.people.all()}
    for name in people:
        if name not in numbers:
            numbers[name] = store.people.add(name, "annotator").id
    again = _copies(store, record.id, items, queues)
    turns = []
    counts = {}
    for name, queue in zip(people, queues, strict=True):
        places = [
            *training,
            *(again[place.item] if place.why == "repeat" else place.item for place in queue),
        ]
        turns += [Turn(item, numbers[name], position) for position, item in enumerate(places)]
        counts[name] = len(places)
    store.queue.assign(record.id, turns)
    return counts


def _copies(
    store: Store, layer: int, items: Sequence[ItemRecord], queues: Sequence[Queue]
) -> dict[int, int]:
    """Items that are asked again as items of their own, by the number of the first.

    A person has one judgement of an item, so the second needs another; it is no data.
    """
    wanted = {place.item for queue in queues for place in queue if place.why == "repeat"}
    if not wanted:
        return {}
    by_number = {item.id: item for item in items}
    store.items.add_many(
        layer,
        [
            NewItem(
                key=by_number[number].key + AGAIN,
                payload=by_number[number].payload,
                cells=by_number[number].cells,
                score=by_number[number].score,
                sandbox=True,
            )
            for number in sorted(wanted)
        ],
    )
    keys = {item.key: item.id for item in store.items.each(layer)}
    return {number: keys[by_number[number].key + AGAIN] for number in wanted}


def answered_again(store: Store, layer: str) -> list[tuple[str, str, str]]:
    """What people answered the first and the second time: pseudonym, first label, second label.

    Raises:
        ConfigError: there is no such layer.
    """
    record = store.layers.get(layer)
    labels = {
        (each.user, each.key): each.label
        for each in store.judgements.all(record.id)
        if each.role == "annotator" and each.state != "draft"
    }
    return [
        (person, labels[person, key.removesuffix(AGAIN)], label)
        for (person, key), label in labels.items()
        if key.endswith(AGAIN) and (person, key.removesuffix(AGAIN)) in labels
    ]
