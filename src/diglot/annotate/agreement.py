"""How far the annotators of a project agree, layer by layer; never one number alone."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from diglot.annotate.bodies import Problem, open_problems
from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.layer import AnnotatorJudgement
from diglot.errors import ConfigError
from diglot.evaluate.agreement import RESAMPLES, with_interval
from diglot.pipeline.steps.scores.agreement import AgreementComparison, AgreementReport
from diglot.plurals import count_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diglot.annotate.records import JudgementRecord, LayerRecord
    from diglot.annotate.schemes import Scheme
    from diglot.annotate.store import Store
    from diglot.evaluate.agreement.labels import LabelAgreement


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


def agreement_of(
    store: Store, layer: str | None = None, *, resamples: int = RESAMPLES, seed: int = 0
) -> list[AgreementReport]:
    """Compare what annotators have declared done; training items are left out.

    Args:
        store: the project.
        layer: name of the only layer to look at; None for all.
        resamples: of the bootstrap by item; 0 for no intervals.
        seed: of the bootstrap.

    Returns:
        A report for each thing that is labelled, at least one for a layer.

    Raises:
        NotFoundError: there is no such layer.
        ConfigError: a negative number of resamples.
    """
    layers = store.layers.all() if layer is None else [store.layers.get(layer)]
    return [
        report
        for each in layers
        for report in agreement(
            each.name, each.kind, each.scheme, _judged(store, each), resamples=resamples, seed=seed
        )
    ]


def agreement(
    name: str,
    kind: str,
    scheme: Scheme,
    judgements: Sequence[AnnotatorJudgement],
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> list[AgreementReport]:
    """Compare the judgements of one layer by all the measures that belong to its kind.

    Args:
        name: of the layer.
        kind: of the layer.
        scheme: whose labels come first in tables.
        judgements: at most one of an annotator for an item.
        resamples: of the bootstrap by item; 0 for no intervals.
        seed: of the bootstrap.

    Returns:
        A report for each thing that is labelled; what was marked or linked stands in the first.

    Raises:
        ConfigError: there is no such kind, or a negative number of resamples.
    """
    if kind not in LAYERS:
        raise ConfigError(f"unknown kind {kind!r}; available: {', '.join(LAYERS)}")
    if resamples < 0:
        raise ConfigError(f"the number of resamples is {resamples}; it must not be negative")
    counts = Counter(each.item for each in judgements)
    shared = sum(count > 1 for count in counts.values())
    labelled: list[tuple[str, LabelAgreement]] = []
    compared: list[AgreementComparison] = []
    for measure in LAYERS[kind].files.compare(judgements, scheme) if shared else ():
        if isinstance(measure, AgreementComparison):
            score = with_interval(measure.score, resamples=resamples, seed=seed)
            compared.append(replace(measure, score=score))
        else:
            score = with_interval(measure[1].score, resamples=resamples, seed=seed)
            labelled.append((f"{name}: {measure[0]}", replace(measure[1], score=score)))
    remarks = _remarks(judgements, shared)
    what, first = labelled[0] if labelled else (name, None)
    return [
        AgreementReport(what, kind, first, tuple(compared), remarks),
        *(AgreementReport(what, kind, found, (), ()) for what, found in labelled[1:]),
    ]


def _remarks(judgements: Sequence[AnnotatorJudgement], shared: int) -> tuple[str, ...]:
    """How much there is to compare, and how fast each annotator was."""
    if not shared:
        return (f"no item has two judgements that are done, of {len(judgements):,} judgements",)
    seconds: dict[str, list[float]] = defaultdict(list)
    for each in judgements:
        seconds[each.annotator].append(each.seconds)
    return tuple(
        f"{annotator}: {count_of(len(times), 'item')}, "
        f"median {statistics.median(times):.1f} seconds"
        for annotator, times in sorted(seconds.items())
    )


def _judged(store: Store, layer: LayerRecord) -> list[AnnotatorJudgement]:
    """What annotators have done, decisions of adjudicators left out."""
    done = [
        each
        for each in store.judgements.all(layer.id)
        if each.role == "annotator" and each.state != "draft" and not each.sandbox
    ]
    payloads = store.items.payloads({each.item for each in done})
    return [
        AnnotatorJudgement(each.key, payloads[each.item], each.user, each.cells, each.seconds)
        for each in done
    ]
