"""Releases of gold data: made in the background, read by every member but annotators."""

import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

from fastapi import APIRouter, BackgroundTasks, HTTPException
from fastapi.responses import FileResponse

from diglot.annotate.server.identity import Leader, Member, Project, Reader
from diglot.annotate.server.report_models import ReleaseRequest, Releases, ReleaseView
from diglot.annotate.server.routes.routes_files import _FILE, as_file
from diglot.annotate.server.wire import Id
from diglot.annotate.store import Store
from diglot.annotate.store.records import ReleaseRecord
from diglot.errors import InputError

router = APIRouter(tags=["releases"])

PATIENCE = 3.0
"""Seconds in which a release that cannot be made says so to the one who asked for it."""

# One at a time: each reads the whole project.
_worker = ThreadPoolExecutor(1, thread_name_prefix="release")


@router.get("/releases")
def releases(store: Project, _: Member) -> Releases:
    """All releases, the latest first."""
    return Releases(releases=[_view(each) for each in reversed(list(store.releases.all()))])


@router.post("/releases", status_code=202)
def release(store: Project, user: Leader, given: ReleaseRequest) -> Releases:
    """Begin a release; a project that is not ready for one says why."""
    making = _worker.submit(_make, store, given)
    store.audit.add("release", user=user.id, details={"version": given.version})
    wait([making], timeout=PATIENCE)
    if making.done():
        making.result()
    return releases(store, user)


@router.get("/releases/{release_id}/files", responses=_FILE, response_class=FileResponse)
def download(store: Project, _: Reader, release_id: Id) -> FileResponse:
    """Everything that a release holds, in a zip container."""
    found = store.releases.get(release_id)
    if found.state != "ready" or store.folder is None:
        raise HTTPException(404, f"the release {found.version} is not ready")
    folder = Path(tempfile.mkdtemp(prefix="diglot-release-"))
    copied = folder / found.version
    shutil.copytree(store.folder / "releases" / found.folder, copied)
    cleaning = BackgroundTasks()
    cleaning.add_task(shutil.rmtree, folder, ignore_errors=True)
    return as_file(copied, f"{store.project.name}-{found.version}", cleaning)


def _make(store: Store, given: ReleaseRequest) -> None:
    from diglot.annotate.exchange.datasheet import write_template
    from diglot.annotate.exchange.release import release as make

    if not given.datasheet:
        make(store, given.version)
        return
    with tempfile.TemporaryDirectory(prefix="diglot-datasheet-") as folder:
        path = Path(folder) / "datasheet.toml"
        write_template(path, given.datasheet)
        try:
            make(store, given.version, datasheet=path)
        except InputError as error:
            raise InputError(str(error).replace(f"{folder}/", "")) from error


def _view(record: ReleaseRecord) -> ReleaseView:
    fields: dict[str, Any] = {
        name: getattr(record, name) for name in ReleaseView.model_fields if name != "created"
    }
    return ReleaseView(**fields, created=record.created.isoformat())
