"""Routes of the workspace of one person: jobs, their files, the end; and of files under review."""

import io
import shutil
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, BackgroundTasks, Depends, HTTPException, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse

from diglot import formats
from diglot.annotate.layers.sources import EncodedText, read_in_encodings, write_as_unicode
from diglot.annotate.review.files import TERMS, write_report
from diglot.annotate.review.jobs import Job, Workspace
from diglot.annotate.review.live import FileState, Follower
from diglot.annotate.review.units import name_languages
from diglot.annotate.server.guard import UPLOAD_LIMIT
from diglot.annotate.server.identity import Leader
from diglot.annotate.server.refusals import describe_refusals
from diglot.annotate.server.routes.files import as_file, store_upload
from diglot.annotate.server.wire import Id, Jobs, NewJob, StartJob
from diglot.pipeline.build.building import REPORT

router = APIRouter(tags=["workspace"])

ALONE = {
    "content-security-policy": (
        "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
        "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}
"""Of the report, which names its own script by a digest besides."""

_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


def workspace_of(request: Request, _: Leader) -> Workspace:
    """The workspace that is served; a project alone has none."""
    found: Workspace | None = request.app.state.workspace
    if found is None:
        raise HTTPException(404, "this is a project, not a workspace: start diglot open")
    return found


Work = Annotated[Workspace, Depends(workspace_of)]
Side = Annotated[str, Query(pattern="^(source|target|termbase)$")]
Name = Annotated[str, Query(min_length=1, max_length=500)]


@router.get("/review")
def review(request: Request, _: Leader) -> FileState:
    """How far the files under review follow what was judged."""
    follower: Follower | None = request.app.state.follower
    if follower is None:
        return FileState((), behind=False, at=None, error=None)
    return follower.state()


@router.get("/jobs")
def jobs(work: Work) -> Jobs:
    """All jobs, the latest first."""
    owner = work.store.people.local_owner().id
    found = []
    for job in work.all():
        known = {each: work.store.progress.confirmations(each, owner) for each in job.layers}
        texts = []
        for each in job.texts:
            # What nobody has opened is as it came.
            confirmed, done = known[each.layer].get(each.item, (each.confirmed, False))
            texts.append(replace(each, confirmed=confirmed, done=done))
        found.append(replace(job, texts=tuple(texts)))
    return Jobs(jobs=found, folder=str(work.folder), now=time.time(), limit=UPLOAD_LIMIT)


@router.post("/jobs", status_code=201)
def add(work: Work, given: NewJob) -> Job:
    """Make a job, for files that follow."""
    return work.add(given.name)


@router.post("/jobs/sample", status_code=201)
def sample(work: Work) -> Job:
    """Make a job of the sample that comes with diglot."""
    return work.sample()


@router.post("/jobs/{job_id}/files", responses=describe_refusals(413), openapi_extra=_BODY)
async def upload(
    request: Request, work: Work, job_id: Id, side: Side, name: Name, encoding: str | None = None
) -> Job:
    """Take a file of a job; its language is recognised.

    Text in another encoding than UTF-8 is taken where that encoding is told.
    """
    path = await run_in_threadpool(work.place, job_id, side, name)
    with path.open("wb") as file:
        await store_upload(request.stream(), file)
    try:
        if encoding is not None:
            await run_in_threadpool(write_as_unicode, path, encoding)
        return await run_in_threadpool(work.take, job_id, side, name)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


@router.post("/encodings", responses=describe_refusals(413), openapi_extra=_BODY)
async def encodings(request: Request, _: Work) -> list[EncodedText]:
    """How the beginning of a text reads in the encodings that it may be in, the likeliest first."""
    file = io.BytesIO()
    await store_upload(request.stream(), file)
    return await run_in_threadpool(read_in_encodings, file.getvalue())


@router.post("/jobs/{job_id}/start")
def start(work: Work, job_id: Id, given: StartJob) -> Job:
    """Let a job be done, or done again after it failed."""
    return work.start(job_id, (given.source, given.target))


@router.post("/jobs/{job_id}/exchange")
def exchange(work: Work, job_id: Id) -> Job:
    """Make the source of a job its target, before it begins."""
    return work.exchange(job_id)


@router.delete("/jobs/{job_id}")
def remove(work: Work, job_id: Id) -> Job:
    """Put a job away."""
    return work.remove(job_id)


@router.post("/jobs/{job_id}/restore")
def restore(work: Work, job_id: Id) -> Job:
    """Bring back a job that was put away."""
    return work.restore(job_id)


@router.get("/jobs/{job_id}/results/{name}", response_class=FileResponse)
def download(
    work: Work,
    job_id: Id,
    name: str,
    extension: Annotated[str | None, Query(pattern="^\\.[a-z]{1,8}$")] = None,
    *,
    show: bool = False,
) -> FileResponse:
    """A result as it is corrected now, in its own format or in that of an extension.

    The report alone may be shown by the browser: cut off from the rest of the page, it can run
    its own script and nothing else.
    """
    job = work.get(job_id)
    if name not in job.results:
        raise HTTPException(404, f"this job has no result {name}")
    for each in work.follower.reviews:
        each.write()
    path = work.path(job) / "out" / name
    told = Path(job.name).name
    is_report = name == REPORT and bool(job.layers)
    if not is_report and (extension is None or path.suffix == extension):
        return as_file(path, f"{told}{path.suffix}")
    is_terms = work.kinds(job).get(path) == TERMS
    folder = Path(tempfile.mkdtemp(prefix="diglot-result-"))
    cleaning = BackgroundTasks()
    cleaning.add_task(shutil.rmtree, folder, ignore_errors=True)
    made = folder / f"{told}{' terms' if is_terms else ''}{extension or path.suffix}"
    if is_report:
        write_report(work.review(job), made)
        if show:
            return FileResponse(made, media_type="text/html", headers=ALONE, background=cleaning)
    elif is_terms:
        formats.write_termbase(made, formats.read_termbase(path))
    else:
        # A table need not name its languages; other formats have to.
        settings = work.store.layers.get(job.layers[0]).settings
        languages = settings["source"], settings["target"]
        formats.write_units(made, name_languages(formats.read_units(path), languages))
    return as_file(made, made.name, cleaning)


@router.post("/quit", status_code=204)
def end(work: Work) -> None:
    """End the program."""
    work.end()
