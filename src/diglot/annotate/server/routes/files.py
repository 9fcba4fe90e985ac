"""Routes of uploads, imports, exports, assignments and releases."""

import os
import re
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Annotated, Any, Literal

from fastapi import APIRouter, BackgroundTasks, Depends, HTTPException, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse
from pydantic import Field, StringConstraints

from diglot.annotate import assignment
from diglot.annotate.exchange import FileNote, export_layer, import_files, preview_files
from diglot.annotate.exchange.release import release as make
from diglot.annotate.exchange.release import write_template
from diglot.annotate.layers import LAYERS
from diglot.annotate.options import AssignOptions, Design, ExportOptions, ImportOptions, Reading
from diglot.annotate.server import wire
from diglot.annotate.server.identity import Leader, Member, Project, Reader
from diglot.annotate.server.refusals import describe_refusals
from diglot.annotate.server.wire import LARGEST_ID, Answer, Id, Moment, Word
from diglot.annotate.store import Store
from diglot.errors import DiglotError, FormatError, InputError, leave_out_folder
from diglot.files.binary import extension_of, open_bounded_gzip, unpacked_name
from diglot.formats.registry import (
    DOCUMENT,
    SAVED_AS,
    TERMBASE,
    UNITS,
    WORD_LINKS,
    extensions_of,
)

ZIPPED = frozenset({".xlsx", ".docx", ".odt", ".epub"})
MARKED_UP = frozenset(
    {".tmx", ".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff", ".tbx", ".xml", ".sgm", ".sgml"}
)
PLAIN = frozenset(
    {".tsv", ".tab", ".csv", ".json", ".jsonl", ".moses", ".po", ".pot", ".txt", ".utx"}
)
MARKS = (b"\xff\xfe", b"\xfe\xff")
"""How texts in UTF-16 begin; only they hold zero bytes."""
PROGRAMS_AND_PICTURES = (
    b"PK",
    b"\x1f\x8b",
    b"\x7fELF",
    b"MZ",
    b"%PDF",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8",
)
LONGEST_NAME = 120
FileName = Annotated[str, StringConstraints(min_length=1, max_length=300)]
Size = Annotated[int, Field(ge=0, le=2**40)]
Language = Annotated[str | None, Query(max_length=35)]
_HEAD = 4096
_UNSAFE = re.compile(r"[^\w.+-]+")


@dataclass(frozen=True, slots=True)
class Upload:
    """Files that arrive together.

    Attributes:
        paths: where they lie.
        folder: with a random name, deleted afterwards.
    """

    paths: list[Path]
    folder: str


def safe_name(name: str) -> str:
    """The last part of a name, without anything that a file system could take for a command.

    Raises:
        InputError: nothing is left, or no extension that can be imported.
    """
    last = PurePosixPath(name.replace("\\", "/")).name
    clean = _UNSAFE.sub("_", last).lstrip(".")[-LONGEST_NAME:]
    known = (extensions_of(UNITS, TERMBASE, DOCUMENT).keys() & (ZIPPED | MARKED_UP | PLAIN)) | {
        ".xml", ".sgm", ".sgml", ".txt", ".json", ".jsonl", ".crp", ".aln", ".webanno",
        *extensions_of(WORD_LINKS),
    }  # fmt: skip
    extension = extension_of(clean)
    if extension not in known:
        raise InputError(
            f"{clean or 'a file without a name'} cannot be imported by its extension",
            cure=SAVED_AS.get(extension, "give it that of its format, such as .tmx, .csv or .txt"),
        )
    return clean


@contextmanager
def temporary_uploads(names: Sequence[str]) -> Iterator[Upload]:
    """A place for files while they are imported; errors inside name them as their sender does.

    Raises:
        InputError: one has no extension that can be imported, or cannot be read.
    """
    clean = [safe_name(name) for name in names]
    if len(set(clean)) < len(clean):
        raise InputError("two of the files have the same name", cure="rename one of them")
    with tempfile.TemporaryDirectory(prefix="diglot-upload-") as folder:
        try:
            yield Upload([Path(folder) / name for name in clean], folder)
        except DiglotError as error:
            if folder in str(error):
                raise leave_out_folder(error, folder) from error
            raise


async def store_upload(pieces: AsyncIterator[bytes], file: IO[bytes]) -> None:
    """Write what arrives."""
    async for piece in pieces:
        file.write(piece)
    file.flush()


async def store_uploads(
    pieces: AsyncIterator[bytes], paths: Sequence[Path], sizes: Sequence[int]
) -> None:
    """Write what arrives as files one after the other, each but the last of its size.

    Raises:
        InputError: it ends before the last file.
    """
    files = [path.open("wb") for path in paths]
    try:
        at, left = 0, sizes[0] if len(files) > 1 else None
        async for piece in pieces:
            rest = memoryview(piece)
            while left is not None and len(rest) >= left:
                files[at].write(rest[:left])
                rest = rest[left:]
                at += 1
                left = sizes[at] if at + 1 < len(files) else None
            files[at].write(rest)
            left = None if left is None else left - len(rest)
        if at + 1 < len(files):
            raise InputError("some of the files are missing", cure="send them again")
    finally:
        for file in files:
            file.close()


def check_content(path: Path) -> None:
    """Refuse a file whose first bytes, unpacked where its name says so, are not of its extension.

    Raises:
        FormatError: they are not, or it cannot be unpacked.
    """
    packed = unpacked_name(path) != path
    with open_bounded_gzip(path) if packed else path.open("rb") as file:
        head = file.read(_HEAD)
    extension = extension_of(path)
    wide = head.startswith(MARKS)
    if extension in ZIPPED:
        fits = head.startswith(b"PK\x03\x04")
    elif extension in MARKED_UP:
        fits = wide or head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")
    else:
        fits = not head.startswith(PROGRAMS_AND_PICTURES) and (wide or b"\0" not in head)
    if not head or not fits:
        what = "is empty" if not head else f"does not begin as a {extension} file does"
        raise FormatError(what, path=path, cure="check that it was saved completely")


# Files in and out, and designs: what managers do before and after the work.


files_router = APIRouter(tags=["files"])


class Assign(wire.Request):
    """A design, and who takes part."""

    design: Design = "ranges"
    to: Annotated[list[Word], Field(min_length=1, max_length=200)]
    per_item: Annotated[int, Field(ge=1, le=200)] = 2
    shared: Annotated[int, Field(ge=0, le=10_000_000)] | None = None
    repeat: Annotated[float, Field(ge=0, le=1)] = 0.0
    known: Annotated[float, Field(ge=0, le=1)] = 0.1
    random: Annotated[float, Field(ge=0, le=1)] = 0.1
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0


class AssignmentCounts(Answer):
    """How many items each of them has got."""

    items: dict[str, int]


class FileProblem(Answer):
    """What is wrong in a file, and where."""

    line: int | None
    place: str
    message: wire.Told


class PreviewView(Answer):
    """What an import would do."""

    layer: str
    new: bool
    kind: str
    languages: tuple[str, str]
    items: int
    known: int
    judgements: dict[str, int]
    rows: list[tuple[str, str]]
    listed: list[FileProblem]


class ImportedView(Answer):
    """What came of files; ``number`` is that of the import, by which it is undone."""

    layer: str
    kind: str
    added: int
    known: int
    judgements: int
    listed: list[FileProblem]
    number: int


class ImportView(Answer):
    """Files that were imported together; ``removed`` once that was undone."""

    id: int
    at: Moment
    by: str | None
    layer: int
    layer_name: str
    files: list[str]
    items: int
    judgements: int
    answered: int
    removed: Moment | None


class Imports(Answer):
    """All imports."""

    imports: list[ImportView]


class ReleaseRequest(wire.Request):
    """A release to make."""

    version: Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$")]
    datasheet: dict[Word, Annotated[str, StringConstraints(max_length=20_000)]] = Field(
        default_factory=dict
    )


class ReleaseView(Answer):
    """A release, or one being made."""

    id: int
    version: str
    state: Literal["building", "ready", "failed"]
    folder: str
    sha256: str
    message: wire.Told
    created: Moment


class Releases(Answer):
    """All releases."""

    releases: list[ReleaseView]


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


@dataclass(frozen=True, slots=True)
class ImportChoice:
    """How files are to be imported: query parameters.

    Attributes:
        name: of each file, in the order of their contents.
        size: of each file but the last, in bytes.
        layer: number or name; a layer of a name that is new is made, and without one the files go
            to the layer of their kind.
        kind: of the layer; by default what the files are for.
        source, target: languages, where the files do not tell.
    """

    name: Annotated[list[FileName], Query(min_length=1, max_length=8)]
    size: Annotated[list[Size] | None, Query(max_length=8)] = None
    layer: Annotated[str | None, Query(max_length=200)] = None
    kind: Annotated[str | None, Query(max_length=40)] = None
    source: Language = None
    target: Language = None


Asked = Annotated[ImportChoice, Depends()]


@files_router.post("/previews", responses=describe_refusals(413), openapi_extra=_BODY)
async def preview(request: Request, project: Project, _: Leader, wanted: Asked) -> PreviewView:
    """Tell what an import of files would do; nothing is stored."""
    with temporary_uploads(wanted.name) as upload:
        await store_uploads(request.stream(), upload.paths, _sizes(wanted))
        return await run_in_threadpool(_preview, project, upload, wanted)


@files_router.post("/imports", responses=describe_refusals(413), openapi_extra=_BODY)
async def imports(request: Request, project: Project, user: Leader, wanted: Asked) -> ImportedView:
    """Take files into a layer, by number or by name; lists what is wrong in them."""
    with temporary_uploads(wanted.name) as upload:
        await store_uploads(request.stream(), upload.paths, _sizes(wanted))
        return await run_in_threadpool(_import, project, upload, wanted, user.id)


@files_router.get("/imports")
def list_imports(project: Project, _: Leader) -> Imports:
    """All imports, the latest first, those that were undone among them."""
    return Imports.make(imports=project.imports.all())


@files_router.delete("/imports/{import_id}")
def withdraw(project: Project, user: Leader, import_id: Id, *, final: bool = False) -> Imports:
    """Undo an import; finally, delete what was undone for good."""
    if final:
        project.imports.delete(import_id, by=user.id)
    else:
        project.imports.withdraw(import_id, by=user.id)
    return list_imports(project, user)


@files_router.post("/imports/{import_id}/restore")
def restore(project: Project, user: Leader, import_id: Id) -> Imports:
    """Bring back what an import that was undone had brought."""
    project.imports.restore(import_id, by=user.id)
    return list_imports(project, user)


def _sizes(wanted: ImportChoice) -> list[int]:
    sizes = wanted.size or []
    if len(sizes) + 1 < len(wanted.name):
        raise InputError("each file but the last needs its size", cure="send size=N")
    return sizes


def _choice(project: Store, upload: Upload, wanted: ImportChoice) -> dict[str, Any]:
    """Arguments of an import, its files looked at."""
    words = (wanted.layer, wanted.kind, wanted.source, wanted.target)
    if any("\0" in (word or "") for word in words):
        raise InputError("names cannot hold the character NUL")
    for path in upload.paths:
        check_content(path)
    layer = wanted.layer or None
    if layer and layer.isascii() and layer.isdigit():
        layer = project.layers.get(min(int(layer), LARGEST_ID)).name
    reading = Reading(source_language=wanted.source or None, target_language=wanted.target or None)
    return {"layer": layer, "kind": wanted.kind or None, "options": ImportOptions(reading=reading)}


def _preview(project: Store, upload: Upload, wanted: ImportChoice) -> PreviewView:
    found = preview_files(project, upload.paths, **_choice(project, upload, wanted))
    return PreviewView.make(
        **{name: getattr(found, name) for name in PreviewView.model_fields if name != "listed"},
        listed=_listed(found.listed, upload),
    )


def _import(project: Store, upload: Upload, wanted: ImportChoice, user: int) -> ImportedView:
    choice = _choice(project, upload, wanted)
    imported = import_files(project, upload.paths, **choice, by=user)
    files = [path.name for path in upload.paths]
    details = {"file": ", ".join(files), "layer": imported.layer, "added": imported.added}
    project.audit.add("import", user=user, details=details)
    return ImportedView(
        layer=imported.layer,
        kind=imported.kind,
        added=imported.added,
        known=imported.known,
        judgements=imported.judgements,
        listed=_listed(imported.listed, upload),
        number=imported.number,
    )


def _listed(notes: Sequence[FileNote], upload: Upload) -> list[FileProblem]:
    return [
        FileProblem(
            line=_line(each.place),
            place=each.place,
            message=str(leave_out_folder(InputError(each.message), upload.folder)),
        )
        for each in notes
    ]


def _line(place: str) -> int | None:
    word = place.removeprefix("line ")
    return int(word) if word.isascii() and word.isdigit() else None


@files_router.post("/layers/{layer_id}/assign")
def assign(project: Project, user: Leader, layer_id: Id, given: Assign) -> AssignmentCounts:
    """Share the items of a layer out among members by a design."""
    layer = project.layers.get(layer_id)
    missing = set(given.to) - {each.name for each in project.people.all() if each.active}
    if missing:
        raise HTTPException(400, f"no member is called {', '.join(sorted(missing))}; invite first")
    options = AssignOptions(**given.model_dump(exclude={"to"}))
    shares = assignment.assign(project, layer.name, given.to, options)
    project.audit.add("assign", user=user.id, details={"layer": layer.name, "design": given.design})
    return AssignmentCounts(items=dict(shares))


@files_router.get("/layers/{layer_id}/export", responses=_FILE, response_class=FileResponse)
def export(
    project: Project,
    user: Leader,
    layer_id: Id,
    format: Annotated[str, Query(max_length=40)] = "standoff",  # noqa: A002 - part of the address
    annotator: Annotated[str | None, Query(max_length=200)] = None,
    judgements: bool = False,
) -> FileResponse:
    """The gold of a layer, what one person said, or all judgements, as a file."""
    layer = project.layers.get(layer_id)
    known = LAYERS[layer.kind].files.FORMATS.items()
    extensions = {name: extension for extension, name in reversed(list(known))}
    extension = extensions.get(format, ".jsonl")
    folder = Path(tempfile.mkdtemp(prefix="diglot-export-"))
    cleaning = BackgroundTasks()
    cleaning.add_task(shutil.rmtree, folder, ignore_errors=True)
    try:
        path = folder / f"layer-{layer.id}{extension}"
        options = ExportOptions(format=format, annotator=annotator, judgements=judgements)
        export_layer(project, layer.name, path, options)
        project.audit.add("export", user=user.id, details={"layer": layer.name, "format": format})
        return as_file(path, f"{layer.name}{extension}", cleaning)
    except InputError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise leave_out_folder(error, folder) from error
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


# Releases of gold data: made in the background, read by every member but annotators.


releases_router = APIRouter(tags=["releases"])

PATIENCE = 3.0
"""Seconds in which a release that cannot be made says so to the one who asked for it."""

# One at a time: each reads the whole project.
_worker = ThreadPoolExecutor(1, thread_name_prefix="release")


@releases_router.get("/releases")
def releases(store: Project, _: Member) -> Releases:
    """All releases, the latest first."""
    return Releases.make(releases=store.releases.all()[::-1])


@releases_router.post("/releases", status_code=202)
def release(store: Project, user: Leader, given: ReleaseRequest) -> Releases:
    """Begin a release; a project that is not ready for one says why."""
    making = _worker.submit(_make, store, given)
    store.audit.add("release", user=user.id, details={"version": given.version})
    wait([making], timeout=PATIENCE)
    if making.done():
        making.result()
    return releases(store, user)


@releases_router.get("/releases/{release_id}/files", responses=_FILE, response_class=FileResponse)
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
    if not given.datasheet:
        make(store, given.version)
        return
    with tempfile.TemporaryDirectory(prefix="diglot-datasheet-") as folder:
        path = Path(folder) / "datasheet.toml"
        write_template(path, given.datasheet)
        try:
            make(store, given.version, datasheet=path)
        except InputError as error:
            raise leave_out_folder(error, folder) from error
