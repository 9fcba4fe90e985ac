"""The rules of the layers applied to everything that a project holds."""

from collections.abc import Iterator
from dataclasses import dataclass

from diglot.annotate.bodies import Problem, open_problems
from diglot.annotate.layers import LAYERS
from diglot.annotate.store import Store
from diglot.annotate.store.records import JudgementRecord, LayerRecord


@dataclass(frozen=True, slots=True)
class Breach:
    """A breach of a rule and where it stands.

    Attributes:
        layer: name of the layer.
        seq: number of the item.
        annotator: pseudonym of whoever judged.
        problem: the breach.
        training: whether the item serves training, and is no data.
    """

    layer: str
    seq: int
    annotator: str
    problem: Problem
    training: bool = False


def check_judgements(store: Store, layer: str | None = None) -> Iterator[Breach]:
    """Give the errors and the unacknowledged warnings of all judgements, drafts included.

    Args:
        store: the project.
        layer: name of the only layer to look at.

    Raises:
        ConfigError: there is no such layer.
    """
    layers = store.layers.all() if layer is None else (store.layers.get(layer),)
    for each in layers:
        rules = LAYERS[each.kind].rules
        for judgement in store.judgements.all(each.id):
            payload = store.items.get(judgement.item).payload
            problems = rules.problems(payload, each.scheme, judgement.cells)
            for problem in open_problems(problems, judgement.cells):
                yield Breach(each.name, judgement.seq, judgement.user, problem, judgement.sandbox)
        yield from _across_items(store, each)


def _across_items(store: Store, layer: LayerRecord) -> Iterator[Breach]:
    """Breaches that only show when the judgements of one person are compared."""
    across = LAYERS[layer.kind].across
    if across is None:
        return
    by_person: dict[str, list[JudgementRecord]] = {}
    for judgement in store.judgements.all(layer.id):
        by_person.setdefault(judgement.user, []).append(judgement)
    for person, judgements in by_person.items():
        compared = across(
            (
                (str(each.seq), store.items.get(each.item).payload, each.cells)
                for each in judgements
            ),
            layer.scheme,
        )
        for each in judgements:
            for problem in open_problems(compared.get(str(each.seq), []), each.cells):
                yield Breach(layer.name, each.seq, person, problem, each.sandbox)
