"""Assignment of the items of a layer to people, by a design."""

import itertools
import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal, TypeAlias, TypeVar

from diglot.annotate.items import AGAIN, NewItem
from diglot.annotate.layers import LAYERS
from diglot.annotate.options import AssignOptions
from diglot.annotate.records import ItemRecord, Turn
from diglot.annotate.store import Store
from diglot.errors import ConfigError

# Who judges which items, and in which order: assignment designs, pure and repeatable.
#
# Items are named by whatever the caller has, annotators by their number. Training items (sandbox)
# are
# no data: leave them out of the items given here.

_T = TypeVar("_T")

Why: TypeAlias = Literal["", "uncertain", "random", "gold", "repeat"]
"""Why an item stands where it does; known to managers only."""


@dataclass(frozen=True, slots=True)
class Place:
    """An item in the queue of an annotator."""

    item: int
    why: Why = ""


Queue: TypeAlias = tuple[Place, ...]
"""What one annotator judges, in this order."""


def ranges_design(items: Sequence[int], annotators: int, *, per_item: int = 2) -> list[Queue]:
    """Overlapping ranges: as many blocks as annotators, each begins with the block of its number.

    With three annotators and two judgements an item the first has the blocks 1 and 2, the second 2
    and 3, the third 3 and 1.

    Raises:
        ConfigError: there are fewer annotators than judgements an item.

    Reference: Xu and Yvon 2016, Novel annotation schemes for sentential and sub-sentential
        alignments of bi-texts, LREC, section 3.1.
    """
    _check(annotators, per_item)
    blocks = _blocks(items, annotators)
    return [
        tuple(
            Place(item) for step in range(per_item) for item in blocks[(number + step) % annotators]
        )
        for number in range(annotators)
    ]


def circular_design(items: Sequence[int], annotators: int, *, per_item: int = 2) -> list[Queue]:
    """Block ``b`` goes to the annotators ``b``, ``b + 1``, ... until it has its judgements.

    Every two neighbours share items where an item has two judgements or more.

    Args:
        items: in their order.
        annotators: how many.
        per_item: judgements of an item.

    Raises:
        ConfigError: there are fewer annotators than judgements an item.
    """
    _check(annotators, per_item)
    queues: list[list[Place]] = [[] for _ in range(annotators)]
    for number, block in enumerate(_blocks(items, annotators)):
        for step in range(per_item):
            queues[(number + step) % annotators] += [Place(item) for item in block]
    return [tuple(queue) for queue in queues]


def full_design(items: Sequence[int], annotators: int) -> list[Queue]:
    """Everybody judges everything."""
    _check(annotators, 1)
    return [tuple(Place(item) for item in items)] * annotators


def sample_design(items: Sequence[int], annotators: int, *, shared: int) -> list[Queue]:
    """Everybody judges the first items, each of the rest is judged by one.

    Raises:
        ConfigError: the number is negative, or there is no annotator.
    """
    _check(annotators, 1)
    if shared < 0:
        raise ConfigError("the number of shared items cannot be negative")
    common = tuple(Place(item) for item in items[:shared])
    rest = _blocks(items[shared:], annotators)
    return [common + tuple(Place(item) for item in block) for block in rest]


def active_design(
    scores: Mapping[int, float | None],
    annotators: int,
    *,
    per_item: int = 1,
    share: float = 0.1,
    seed: int = 0,
) -> list[Queue]:
    """The least certain items first, with a random stratum that figures can be estimated from.

    Items go round the annotators. The random ones are drawn before any order and stand between the
    others at equal distances, so that they are judged even if the work stops early.

    Args:
        scores: probability that what is proposed is right, by item; None counts as unknown, hence
            as the least certain.
        annotators: how many.
        per_item: judgements of an item.
        share: of items in the random stratum.
        seed: of what is drawn.

    Raises:
        ConfigError: there are fewer annotators than judgements an item, or the share is none.
    """
    _check(annotators, per_item)
    _check_share(share)
    drawn = set(random.Random(seed).sample(sorted(scores), round(share * len(scores))))  # noqa: S311
    ranked = sorted(scores, key=lambda item: (-1.0 if scores[item] is None else scores[item], item))
    uncertain = [Place(item, "uncertain") for item in ranked if item not in drawn]
    others = [Place(item, "random") for item in _shuffled(sorted(drawn), seed)]
    queues: list[list[Place]] = [[] for _ in range(annotators)]
    for number, place in enumerate(_spread(uncertain, others)):
        for step in range(per_item):
            queues[(number + step) % annotators].append(place)
    return [tuple(queue) for queue in queues]


def with_gold(
    queues: Sequence[Queue], gold: Sequence[int], *, share: float, seed: int = 0
) -> list[Queue]:
    """Hide items with a known answer between the others, at places that nobody can guess.

    Args:
        queues: of the annotators.
        gold: the items with a known answer; nobody gets one twice.
        share: of such items in what each annotator judges, as far as there are enough.
        seed: of what is drawn.

    Raises:
        ConfigError: the share is none, or one that leaves no room for other items.
    """
    _check_share(share)
    if share == 1:
        raise ConfigError("a share of 1 would leave no room for other items")
    found: list[Queue] = []
    for number, queue in enumerate(queues):
        rng = random.Random(f"{seed}/{number}")  # noqa: S311 - repeatable, no secret
        known = {place.item for place in queue}
        free = [item for item in gold if item not in known]
        wanted = min(round(share * len(queue) / (1 - share)), len(free))
        hidden = [Place(item, "gold") for item in rng.sample(free, wanted)]
        places = sorted(rng.sample(range(len(queue) + wanted), wanted))
        found.append(_merged(queue, dict(zip(places, hidden, strict=True))))
    return found


def with_repeats(
    queues: Sequence[Queue], *, share: float, distance: int, seed: int = 0
) -> list[Queue]:
    """Ask annotators some of their items again, after a number of others at least.

    Args:
        queues: of the annotators.
        share: of their items that come again, as far as the queue is long enough.
        distance: least number of other items between the two.
        seed: of what is drawn.

    Raises:
        ConfigError: the share is none, or the distance negative.
    """
    _check_share(share)
    if distance < 0:
        raise ConfigError("the distance of repeats cannot be negative")
    found: list[Queue] = []
    for number, queue in enumerate(queues):
        rng = random.Random(f"{seed}/{number}")  # noqa: S311 - repeatable, no secret
        able = range(max(len(queue) - distance, 0))
        chosen = sorted(rng.sample(able, min(round(share * len(queue)), len(able))))
        # What is put in later only moves places further apart.
        after: dict[int, list[Place]] = {}
        for at in chosen:
            place = rng.randint(at + distance, len(queue) - 1)
            after.setdefault(place, []).append(Place(queue[at].item, "repeat"))
        longer: list[Place] = []
        for at, each in enumerate(queue):
            longer += [each, *after.get(at, [])]
        found.append(tuple(longer))
    return found


def spread_apart(
    queues: Sequence[Queue], groups: Mapping[int, Hashable], *, seed: int = 0
) -> list[Queue]:
    """Every queue in an order of its own, items of one group as far from each other as can be.

    Args:
        queues: of the annotators.
        groups: what items have in common, such as the segment whose translations they show.
        seed: of the orders.
    """
    found: list[Queue] = []
    for number, queue in enumerate(queues):
        members: dict[Hashable, list[Place]] = {}
        for place in _shuffled(queue, f"{seed}/{number}"):
            members.setdefault(groups.get(place.item, place.item), []).append(place)
        # A round takes one of each group, so between two of a group there is one of all others.
        rounds = zip_longest(*members.values())
        found.append(tuple(place for row in rounds for place in row if place is not None))
    return found


def _check(annotators: int, per_item: int) -> None:
    if annotators < 1:
        raise ConfigError("name at least one annotator")
    if not 1 <= per_item <= annotators:
        people = "1 annotator" if annotators == 1 else f"{annotators} annotators"
        raise ConfigError(
            f"{people} cannot judge an item {per_item} times: name more, choose another design or "
            "another number per item"
        )


def _check_share(share: float) -> None:
    if not 0 <= share <= 1:
        raise ConfigError(f"a share must be between 0 and 1, not {share}")


def _blocks(items: Sequence[int], count: int) -> list[Sequence[int]]:
    """Items in blocks of equal size, the first ones longer by one where they do not divide."""
    size, longer = divmod(len(items), count)
    ends = [number * size + min(number, longer) for number in range(count + 1)]
    return [items[begin:end] for begin, end in itertools.pairwise(ends)]


def _shuffled(each: Sequence[_T], seed: int | str) -> list[_T]:
    mixed = list(each)
    random.Random(seed).shuffle(mixed)  # noqa: S311 - repeatable, no secret
    return mixed


def _spread(many: Sequence[Place], few: Sequence[Place]) -> list[Place]:
    """Put places between others at equal distances."""
    step = (len(many) + len(few)) / max(len(few), 1)
    return list(_merged(many, {int((at + 0.5) * step): each for at, each in enumerate(few)}))


def _merged(many: Sequence[Place], at: Mapping[int, Place]) -> Queue:
    """Many places with others at given positions of the whole."""
    rest = iter(many)
    return tuple(
        at[position] if position in at else next(rest) for position in range(len(many) + len(at))
    )


# The items of a layer shared out among the people of a project, by a design.


def _sample(items: Sequence[ItemRecord], people: int, options: AssignOptions) -> list[Queue]:
    if options.shared is None:
        raise ConfigError("a sample needs the number of items that everybody judges: --shared")
    return sample_design([item.id for item in items], people, shared=options.shared)


def _active(items: Sequence[ItemRecord], people: int, options: AssignOptions) -> list[Queue]:
    return active_design(
        {item.id: item.score for item in items},
        people,
        per_item=options.per_item,
        share=options.random,
        seed=options.seed,
    )


_QUEUES: dict[str, Callable[[Sequence[ItemRecord], int, AssignOptions], list[Queue]]] = {
    "ranges": lambda items, people, options: ranges_design(
        [item.id for item in items], people, per_item=options.per_item
    ),
    "circular": lambda items, people, options: circular_design(
        [item.id for item in items], people, per_item=options.per_item
    ),
    "full": lambda items, people, _: full_design([item.id for item in items], people),
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
        ConfigError: there is no such layer, or the design does not fit the number of people.
    """
    options = options or AssignOptions()
    if len(set(people)) != len(people) or not people:
        raise ConfigError("name each annotator once")
    record = store.layers.get(layer)
    items = [item for item in store.items.each(record.id) if not item.key.endswith(AGAIN)]
    training = [item.id for item in items if item.sandbox]
    known = [item.id for item in items if item.hidden_gold is not None and not item.sandbox]
    data = [item for item in items if not item.sandbox and item.hidden_gold is None]
    queues = _QUEUES[options.design](data, len(people), options)
    if field := LAYERS[record.kind].apart:
        groups = {item.id: str(item.payload.get(field) or item.id) for item in data}
        queues = spread_apart(queues, groups, seed=options.seed)
    if known:
        queues = with_gold(queues, known, share=options.known, seed=options.seed)
    if options.repeat:
        queues = with_repeats(
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


def repeated_answers(store: Store, layer: str) -> list[tuple[str, str, str]]:
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
