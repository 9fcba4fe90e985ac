"""What is known about the work: disagreements, agreement, progress, the log."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query

from diglot.annotate.agreement import agreement_of
from diglot.annotate.records import LayerRecord
from diglot.annotate.server.identity import Adjudicator, Leader, Member, Project, Reader
from diglot.annotate.server.routes.layers import LAST_SEQ, MOST_ROWS
from diglot.annotate.server.wire import Answer, Id, Moment
from diglot.annotate.store.progress import Counts, LayerProgress
from diglot.report.tables.agreement import GUIDE, agreement_json

router = APIRouter(tags=["reports"])


class Group(Answer):
    """Items judged with the same labels."""

    labels: list[str]
    items: list[int]


class AdjudicationQueue(Answer):
    """What waits for an adjudicator, disagreements first."""

    groups: list[Group]


class AgreementView(Answer):
    """Figures of a layer with their tables, never one alone, and how to read them."""

    layer: str
    kind: str
    reports: list[dict[str, Any]]
    guide: list[str]


class AnnotatorView(Answer):
    """How far somebody is, and how fast."""

    user: int
    name: str
    assigned: int
    draft: int
    done: int
    median_seconds: float | None
    per_minute: float | None
    hasty: list[int]
    suggested: dict[str, int]
    taken: dict[str, int]
    acknowledged: int
    gold_right: int | None
    gold_seen: int | None
    last_saved: Moment | None


class LayerProgressView(Answer):
    """How far a layer is."""

    layer: int
    name: str
    kind: str
    states: Counts
    disagreements: int
    annotators: list[AnnotatorView]


class ProgressView(Answer):
    """How far the project is."""

    layers: list[LayerProgressView]


class AuditRow(Answer):
    """Something that was done, and by whom."""

    id: int
    at: Moment
    user: int | None
    action: str
    details: dict[str, Any]


class AuditPage(Answer):
    """A stretch of the log, the latest first."""

    total: int
    entries: list[AuditRow]


@router.get("/layers/{layer_id}/adjudication")
def adjudication(store: Project, user: Adjudicator, layer_id: Id) -> AdjudicationQueue:
    """What waits for an adjudicator, disagreements first."""
    store.layers.get(layer_id)
    return AdjudicationQueue.make(groups=store.adjudication.queue(layer_id, user.id))


@router.get("/layers/{layer_id}/agreement")
def agreement(
    store: Project,
    _: Reader,
    layer_id: Id,
    resamples: Annotated[int, Query(ge=0, le=2000)] = 1000,
    seed: Annotated[int, Query(ge=0, le=LAST_SEQ)] = 0,
) -> AgreementView:
    """How far annotators agree: several figures with intervals, never one alone."""
    layer = store.layers.get(layer_id)
    found = agreement_of(store, layer.name, resamples=resamples, seed=seed)
    return AgreementView(
        layer=layer.name,
        kind=layer.kind,
        reports=[agreement_json(each) for each in found],
        guide=list(GUIDE),
    )


@router.get("/progress")
def progress(store: Project, user: Member) -> ProgressView:
    """How far the work is; annotators and adjudicators see their own pace only."""
    if user.role == "viewer":
        raise HTTPException(403, "viewers may not do this")
    own = user.id if user.role in ("annotator", "adjudicator") else None
    return ProgressView(
        layers=[_progress(x, store.progress.layer(x.id), own) for x in store.layers.all()]
    )


@router.get("/audit")
def audit(
    store: Project,
    _: Leader,
    offset: Annotated[int, Query(ge=0, le=LAST_SEQ)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_ROWS)] = 100,
) -> AuditPage:
    """What was done to the project, the latest first."""
    entries, total = store.audit.page(offset=offset, limit=limit)
    return AuditPage.make(total=total, entries=entries)


def _progress(layer: LayerRecord, found: LayerProgress, own: int | None) -> LayerProgressView:
    return LayerProgressView.make(
        layer=layer.id,
        name=layer.name,
        kind=layer.kind,
        states=found.states,
        disagreements=0 if own is not None else found.disagreements,
        # Which answers were known before is for those who lead: it would tell them apart.
        annotators=[
            each if own is None else replace(each, gold_right=None, gold_seen=None)
            for each in found.annotators
            if own in (None, each.user)
        ],
    )
