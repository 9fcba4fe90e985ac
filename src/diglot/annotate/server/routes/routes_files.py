"""Files in and out, and designs: what managers do before and after the work."""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, BackgroundTasks, HTTPException, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse

from diglot.annotate.server.identity import Leader, Project
from diglot.annotate.server.refusals import described
from diglot.annotate.server.report_models import Assign, Assigned, ImportedView, Listed
from diglot.annotate.server.routes.uploads import Upload, check_content, kept, told
from diglot.annotate.server.routes.uploads import store as write
from diglot.annotate.server.wire import LARGEST_ID, Id
from diglot.annotate.store import Store
from diglot.errors import InputError

router = APIRouter(tags=["files"])

_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
_FILE: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        "description": "The file, or a zip container of a folder.",
    }
}


@router.post("/imports", responses=described(413), openapi_extra=_BODY)
async def imports(
    request: Request,
    project: Project,
    user: Leader,
    name: Annotated[str, Query(min_length=1, max_length=300)],
    layer: Annotated[str | None, Query(max_length=200)] = None,
    kind: Annotated[str | None, Query(max_length=40)] = None,
) -> ImportedView:
    """Take a file into a layer, by number or by name; lists what is wrong in the file.

    A layer of a name that is new is made; without one the file goes to the layer of its kind.
    """
    with kept(name) as (upload, file):
        await write(request.stream(), file)
        return await run_in_threadpool(_import, project, upload, layer, kind, user.id)


def _import(
    project: Store, upload: Upload, layer: str | None, kind: str | None, user: int
) -> ImportedView:
    from diglot.annotate.exchange import import_files

    if any("\0" in (word or "") for word in (layer, kind)):
        raise InputError("names cannot hold the character NUL")
    check_content(upload.path)
    if layer and layer.isascii() and layer.isdigit():
        layer = project.layers.get(min(int(layer), LARGEST_ID)).name
    imported = import_files(project, [upload.path], layer=layer or None, kind=kind or None)
    details = {"file": upload.name, "layer": imported.layer, "added": imported.added}
    project.audit.add("import", user=user, details=details)
    folder = str(upload.path.parent)
    return ImportedView(
        layer=imported.layer,
        kind=imported.kind,
        added=imported.added,
        known=imported.known,
        judgements=imported.judgements,
        listed=[
            Listed(
                line=_line(each.place),
                place=each.place,
                message=told(each.message, folder),
            )
            for each in imported.listed
        ],
    )


def _line(place: str) -> int | None:
    word = place.removeprefix("line ")
    return int(word) if word.isascii() and word.isdigit() else None


@router.post("/layers/{layer_id}/assign")
def assign(project: Project, user: Leader, layer_id: Id, given: Assign) -> Assigned:
    """Share the items of a layer out among members by a design."""
    from diglot.annotate import assigning

    layer = project.layers.get(layer_id)
    missing = set(given.to) - {each.name for each in project.people.all() if each.active}
    if missing:
        raise HTTPException(400, f"no member is called {', '.join(sorted(missing))}; invite first")
    options = assigning.AssignOptions(
        design=given.design,
        per_item=given.per_item,
        shared=given.shared,
        repeat=given.repeat,
        known=given.known,
        random=given.random,
        seed=given.seed,
    )
    shares = assigning.assign(project, layer.name, given.to, options)
    project.audit.add("assign", user=user.id, details={"layer": layer.name, "design": given.design})
    return Assigned(items=dict(shares))


@router.get("/layers/{layer_id}/export", responses=_FILE, response_class=FileResponse)
def export(
    project: Project,
    user: Leader,
    layer_id: Id,
    format: Annotated[str, Query(max_length=40)] = "standoff",  # noqa: A002 - part of the address
    annotator: Annotated[str | None, Query(max_length=200)] = None,
    judgements: bool = False,
) -> FileResponse:
    """The gold of a layer, what one person said, or all judgements, as a file."""
    from diglot.annotate.exchange import export_layer
    from diglot.annotate.exchange.exporting import writer_of

    layer = project.layers.get(layer_id)
    known = writer_of(layer.kind).FORMATS.items()
    extensions = {name: extension for extension, name in reversed(list(known))}
    extension = extensions.get(format, ".jsonl")
    folder = Path(tempfile.mkdtemp(prefix="diglot-export-"))
    cleaning = BackgroundTasks()
    cleaning.add_task(shutil.rmtree, folder, ignore_errors=True)
    try:
        path = folder / f"layer-{layer.id}{extension}"
        export_layer(
            project, layer.name, path, format=format, annotator=annotator, judgements=judgements
        )
        project.audit.add("export", user=user.id, details={"layer": layer.name, "format": format})
        return as_file(path, f"{layer.name}{extension}", cleaning)
    except InputError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise InputError(told(str(error), str(folder))) from error
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def as_file(path: Path, name: str, cleaning: BackgroundTasks | None = None) -> FileResponse:
    """A file to be saved; a folder becomes a zip container beside it."""
    if path.is_dir():
        path, name = Path(shutil.make_archive(os.fspath(path), "zip", path)), f"{name}.zip"
    # Never shown by the browser: what people have written could be a page.
    return FileResponse(
        path, media_type="application/octet-stream", filename=name, background=cleaning
    )
