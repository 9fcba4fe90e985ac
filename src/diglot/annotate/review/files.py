"""A file under review: opened as a project beside it, and written back with the corrections."""

import dataclasses
import getpass
import json
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby, islice
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any

from diglot import formats
from diglot.annotate.layers.terms.files import (
    Decision,
    apply_decisions,
    decision_on,
    languages_of,
    read_pairs_of_terms,
    term_items,
)
from diglot.annotate.options import Reading, ReviewOptions
from diglot.annotate.review.units import add_units, corrected_units, write_units
from diglot.annotate.store import Store
from diglot.annotate.store.store import FILE as PROJECT
from diglot.errors import ConfigError, FormatError, InputError
from diglot.files.atomic import copy_file, write_bytes
from diglot.files.binary import sha256_of_file
from diglot.files.text import read_text
from diglot.formats import registry
from diglot.formats.registry import GENERAL, UNITS, Format, find_format
from diglot.formats.stored import read_bitexts
from diglot.formats.table_rows import read_heading
from diglot.formats.units import bitext_of
from diglot.model import Skipped
from diglot.model.termbase import REJECTED
from diglot.pipeline.build.building import MEMORY, TERMBASE
from diglot.pipeline.build.building import SENTENCES as BITEXTS
from diglot.pipeline.stored.folder import WORK, read_manifest
from diglot.report.build.page import write_reviewed_page
from diglot.text.boundaries import FINAL_MARKS
from diglot.text.languages import UNDETERMINED

Languages = tuple[str | None, str | None]

REFUSED = "rejected.tsv"
"""End of the name of the table of refused pairs."""


def add_terms(store: Store, layer: str, path: Path, reading: Reading) -> Languages:
    """Add the pairs of a termbase to a new layer; return their languages.

    Raises:
        InputError: the file cannot be read, or has terms in one language only.
    """
    termbase = read_pairs_of_terms(path, reading)
    source, target = languages_of(path, termbase, reading)
    record = store.layers.add("terms", layer, settings={"source": source, "target": target})
    store.items.add_many(record.id, term_items(termbase, source, target))
    return source, target


def write_terms(
    store: Store,
    layer: str,
    original: Path,
    target: Path,
    reading: Reading,
) -> tuple[dict[str, int], tuple[Skipped, ...]]:
    """Write the termbase with what was decided; return what became of the pairs.

    A file of which nothing was touched is copied, byte for byte.

    Not every format keeps refused pairs, and none should be proposed again: they stand in a table
    in the folder of the review, too.

    Raises:
        InputError: a file cannot be read or written.
        ConfigError: the target has a format that cannot be written.
    """
    decisions = list(_decisions(store, layer))
    termbase = apply_decisions(read_pairs_of_terms(original, reading), decisions)
    statuses = Counter(str(each.cells.get("status", "open")) for each in decisions)
    counts = {"pairs": len(decisions), **statuses}
    if not any(each.cells for each in decisions) and target.suffix == original.suffix:
        copy_file(original, target)
        return counts, ()
    refused = [
        each for each in termbase.concepts if any(term.status == REJECTED for term in each.terms)
    ]
    if store.folder is not None and refused:
        path = store.folder / f"{target.stem}.{REFUSED}"
        formats.write_termbase(path, dataclasses.replace(termbase, concepts=tuple(refused)))
    return counts, formats.write_termbase(target, termbase)


def _decisions(store: Store, layer: str) -> Iterator[Decision]:
    owner = store.people.local_owner()
    items = list(store.items.each(store.layers.get(layer).id))
    for begin in range(0, len(items), _TOGETHER):
        part = items[begin : begin + _TOGETHER]
        records = store.annotations.open_many([item.id for item in part], owner.id)
        for item, record in zip(part, records, strict=True):
            yield decision_on(item, record.cells, owner.name, record.updated)


SENTENCES, TERMS = "sentences", "terms"

_TOGETHER = 500  # judgements read in one transaction
_LOOK = 100  # rows of a table that are looked at
_TABLES = frozenset({"csv", "tsv", "xlsx"})
# Columns that tables of terms have, and tables of sentences never.
_OF_TERMS = frozenset({"status", "termhood", "frequency", "target frequency", "part of speech"})
# Columns that tables of strings may have as well, under any name that is known for them.
_OFTEN_OF_TERMS = frozenset({"definition", "subject", "part of speech", "forbidden"})
_LONGEST_TERM = 5, 40  # words and characters that nearly all terms keep to
_FEWEST = 5  # rows that tell what a table holds, where its columns do not


def kind_of(
    path: Path, told: str | None = None, encoding: str | None = None, *, fewest: int = _FEWEST
) -> str:
    """Return the kind of the layer that a file is reviewed in.

    Args:
        path: the file; a table is a termbase if it has columns that only terms have, or texts
            like terms in languages that it names: short, and without a mark at their end.
        told: the kind, where somebody knows.
        encoding: of a text file that is not in Unicode.
        fewest: rows by whose texts a table is known.

    Raises:
        InputError: the file cannot be read.
        ConfigError: it is neither a memory nor a termbase.
    """
    if told is not None:
        return told
    record = find_format(path, *GENERAL, registry.TERMBASE, look=True)
    if record.kind == registry.TERMBASE:
        return TERMS
    if record.kind != UNITS:
        raise ConfigError(
            f"{path} ({record.name}) is neither a translation memory nor a termbase: align it "
            "first (diglot align), or import it into a project (diglot annotate import)"
        )
    is_table = record.name in _TABLES
    return TERMS if is_table and _has_terms(path, record, encoding, fewest) else SENTENCES


def _has_terms(path: Path, record: Format, encoding: str | None, fewest: int) -> bool:
    rows = list(islice(formats.read_units(path, format=record, encoding=encoding), _LOOK))
    names = {name for row in rows for name, _ in row.properties}
    if any(name.lower() in _OF_TERMS for name in names):
        return True
    if len(rows) < fewest and not any(
        read_heading(name).meaning in _OFTEN_OF_TERMS for name in names
    ):
        return False
    variants = [variant for row in rows for variant in row.variants]
    # Without languages there are no terms.
    if any(each.language == UNDETERMINED for each in variants):
        return False
    texts = [each.text.strip() for each in variants]
    return sum(map(_is_like_a_term, texts)) >= 0.9 * len(texts) > 0


def _is_like_a_term(text: str) -> bool:
    words, characters = _LONGEST_TERM
    is_short = len(text.split()) <= words and len(text) <= characters
    return is_short and not text.endswith((*FINAL_MARKS, ":", ","))


# A file under review: a project beside it that remembers, and the file written back.
#
# The project of ``memory.tmx`` is the folder ``memory.tmx.review``: it keeps the file as it was,
# so
# that a review can be taken up again, and whatever was corrected can be written as often as one
# likes. What ``diglot build`` made is reviewed in its folder: memory and termbase together.


STATE = "review.json"
ORIGINALS = "original"


@dataclass(frozen=True, slots=True)
class ReviewFile:
    """A file of a review.

    Attributes:
        path: where it is, and is written back to.
        original: as it was when the review began.
        layer: name of its layer.
        kind: ``sentences`` or ``terms``.
        reading: its languages, and the encoding of a text file that is not in Unicode.
        hashes: SHA-256 of the file as it was, and of what was written last.
        whole: whether the original holds sentences without a counterpart, which the file does not:
            they are shown, joined and confirmed, and never written.
    """

    path: Path
    original: Path
    layer: str
    kind: str
    reading: Reading
    hashes: tuple[str, str]
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Review:
    """A review that is open.

    Attributes:
        store: its project.
        files: what is reviewed; none where the project is no review of files.
        start: address of the page to begin at.
        folder: where it is remembered; None where it is no review of files.
    """

    store: Store
    files: tuple[ReviewFile, ...]
    start: str
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class WrittenReview:
    """A file that was written back.

    Attributes:
        path: where.
        counts: units or pairs by what became of them, such as ``confirmed``.
        lost: what the format could not carry.
    """

    path: Path
    counts: Mapping[str, int]
    lost: tuple[Skipped, ...]


@contextmanager
def open_review(path: Path, options: ReviewOptions | None = None) -> Iterator[Review]:
    """Open the review of a file, of the folder of a build, or of an annotation project.

    Raises:
        InputError: the file cannot be read, or changed since its review began.
        ConfigError: it is nothing that can be reviewed, or is under review in other languages.
    """
    options = options or ReviewOptions()
    if (path / PROJECT).is_file():
        with Store.open(path) as store:
            yield Review(store, (), _start(store))
        return
    paths = _paths(path)
    folder = path / "review" if path.is_dir() else path.with_name(f"{path.name}.review")
    if options.restart:
        shutil.rmtree(folder, ignore_errors=True)
    if (folder / STATE).is_file():
        with Store.open(folder) as store:
            yield Review(store, known_files(folder, paths, options), _start(store), folder)
        return
    shutil.rmtree(folder, ignore_errors=True)  # one that was interrupted before it was complete
    with Store.create(folder, name=path.name) as store:
        try:
            store.people.add(owner_name(), "owner")
            files = begin_files(store, folder, {each: each.name for each in paths}, options)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        yield Review(store, files, _start(store), folder)


def begin_files(
    store: Store,
    folder: Path,
    paths: Mapping[Path, str],
    options: ReviewOptions,
    remarks: Mapping[int, tuple[str, ...]] = MappingProxyType({}),
    kinds: Mapping[Path, str] = MappingProxyType({}),
) -> tuple[ReviewFile, ...]:
    """Take files under review in a project.

    Args:
        store: the project.
        folder: where the files are kept as they are, and the review is remembered.
        paths: the files, and what their layers are called.
        options: how they are taken.
        remarks: what speaks against units of a memory, by their number in the file.
        kinds: of files that need no look to tell.

    Raises:
        InputError: a file cannot be read.
        ConfigError: one is neither a memory nor a termbase.
    """
    files = tuple(
        _begun(store, folder, path, name, options, remarks, kinds.get(path))
        for path, name in paths.items()
    )
    _remember(folder, files)
    return files


def check_output(review: Review, output: Path | None = None) -> tuple[Path, ...]:
    """Return the files that `write_review` will write.

    Raises:
        ConfigError: an output for several files, or one of a format that cannot be written.
    """
    if output is not None and not review.files:
        raise ConfigError(
            f"what a project holds is written by diglot annotate export, not to {output}"
        )
    if output is not None and len(review.files) != 1:
        raise ConfigError(f"{len(review.files)} files are reviewed: they are written back in place")
    targets = tuple(output or file.path for file in review.files)
    for file, target in zip(review.files, targets, strict=True):
        if file.kind != SENTENCES:
            find_format(target, registry.TERMBASE)
            continue
        record = find_format(target, look=target.is_file())
        if record.kind != UNITS or not record.writes:
            raise ConfigError(
                f"{target}: {record.name} files cannot be written back; name another file with -o, "
                "such as OUT.tmx"
            )
    return targets


def write_review(
    review: Review, output: Path | None = None
) -> tuple[Review, tuple[WrittenReview, ...]]:
    """Write the files of a review with what was corrected; return it as it stands then.

    Args:
        review: open.
        output: where to write instead of the file itself; for a review of one file.

    Raises:
        InputError: a file changed on the disk meanwhile, or cannot be written.
        ConfigError: an output for several files, or one of a format that cannot be written.
    """
    targets = check_output(review, output)
    written = []
    files = []
    for file, target in zip(review.files, targets, strict=True):
        if target == file.path:
            _refuse_changed(file)
        given = (review.store, file.layer, file.original, target, file.reading)
        if file.kind == SENTENCES:
            counts, lost = write_units(*given, keep_nulls=not file.whole)
        else:
            counts, lost = write_terms(*given)
        written.append(WrittenReview(target, counts, lost))
        hashes = (file.hashes[0], sha256_of_file(target)) if target == file.path else file.hashes
        files.append(dataclasses.replace(file, hashes=hashes))
    if review.folder is not None:
        _remember(review.folder, tuple(files))
    return dataclasses.replace(review, files=tuple(files)), tuple(written)


def write_report(review: Review, path: Path) -> None:
    """Write the report of a build with what was corrected and decided in its review.

    Raises:
        InputError: a file cannot be read or written.
    """
    memory = next(file for file in review.files if file.path.name == MEMORY)
    units, _ = corrected_units(review.store, memory.layer, memory.original, memory.reading)
    source, target = memory.reading.languages
    bitexts = [
        bitext_of(each, source_language=source, target_language=target, name=name or "")
        for name, each in groupby(units, attrgetter("document"))
    ]
    folder = memory.path.parent
    write_reviewed_page(path, folder, bitexts, formats.read_termbase(folder / TERMBASE))


def _paths(path: Path) -> list[Path]:
    """The files to review."""
    if path.is_dir():
        found = [path / name for name in (MEMORY, TERMBASE) if (path / name).is_file()]
        if not found:
            raise InputError(
                f"holds no {PROJECT}, {MEMORY} or {TERMBASE}",
                path=path,
                cure="name a file, the folder of diglot build, or an annotation project",
            )
        return found
    if not path.is_file():
        raise InputError("no such file", path=path, cure="check the name")
    return [path]


def _begun(
    store: Store,
    folder: Path,
    path: Path,
    layer: str,
    options: ReviewOptions,
    remarks: Mapping[int, tuple[str, ...]],
    kind: str | None,
) -> ReviewFile:
    """Copy a file into a new review, and make its layer."""
    kind = kind or kind_of(path, options.kind, options.encoding)
    original = folder / ORIGINALS / path.name
    original.parent.mkdir(parents=True, exist_ok=True)
    whole = path.name == MEMORY and _write_whole(path, original)
    if not whole:
        shutil.copyfile(path, original)
    reading = Reading(
        source_language=options.source_language,
        target_language=options.target_language,
        encoding=options.encoding,
    )
    # The file itself is read, so that whatever is wrong is said of the file that somebody knows.
    if kind == SENTENCES:
        source, target = add_units(store, layer, original if whole else path, reading, remarks)
    else:
        source, target = add_terms(store, layer, path, reading)
    reading = dataclasses.replace(reading, source_language=source, target_language=target)
    value = sha256_of_file(path)
    return ReviewFile(path, original, layer, kind, reading, (value, value), whole)


def _write_whole(memory: Path, original: Path) -> bool:
    """Write the memory of a build with the sentences that have no counterpart.

    Returns:
        False, and nothing is written, where no sentence lacks one, or the memory is not what the
        build made of every pair.
    """
    manifest = read_manifest(memory.parent)
    built = (
        next((each for each in manifest.outputs if each.file == MEMORY), None) if manifest else None
    )
    if built is None or sha256_of_file(memory) != built.sha256:
        return False
    bitexts = read_bitexts(memory.parent / WORK / BITEXTS.file)
    links = [link for bitext in bitexts for link in bitext.links]
    if built.count != sum(not link.is_null for link in links) or built.count == len(links):
        return False
    formats.write(original, bitexts)
    return True


def known_files(
    folder: Path, paths: Sequence[Path], options: ReviewOptions
) -> tuple[ReviewFile, ...]:
    """The files of an earlier review, each as it was left.

    Raises:
        InputError: a file was changed since, or was not there.
        ConfigError: the review was begun with something else in mind.
    """
    return tuple(_known(folder, paths, options))


def _known(folder: Path, paths: Sequence[Path], options: ReviewOptions) -> Iterator[ReviewFile]:
    state = _state(folder)
    for path in paths:
        told = state.get(path.name)
        if told is None:
            raise InputError(
                "was not there when the review of this folder began",
                path=path,
                cure="start again with --restart, or remove the file",
            )
        file = ReviewFile(
            path,
            folder / ORIGINALS / path.name,
            str(told["layer"]),
            str(told["kind"]),
            Reading(
                source_language=told["languages"][0],
                target_language=told["languages"][1],
                encoding=told.get("encoding"),
            ),
            (str(told["hashes"][0]), str(told["hashes"][1])),
            bool(told.get("whole")),
        )
        _refuse_changed(file)
        _refuse_other(file, options)
        yield file


def _state(folder: Path) -> dict[str, Any]:
    path = folder / STATE
    try:
        state = json.loads(read_text(path))
        return {str(name): dict(told) for name, told in dict(state).items()}
    except (ValueError, TypeError, RecursionError) as error:
        raise FormatError(
            f"is damaged: {error}", path=path, cure="begin the review again with --restart"
        ) from error


def _refuse_changed(file: ReviewFile) -> None:
    if sha256_of_file(file.path) not in file.hashes:
        raise InputError(
            "was changed by something else since its review began",
            path=file.path,
            cure="write the review elsewhere with -o, or start again with --restart",
        )


def _refuse_other(file: ReviewFile, options: ReviewOptions) -> None:
    """Refuse to go on with a review that was begun with something else in mind."""
    asked = (options.source_language, options.target_language, options.kind)
    begun = (file.reading.source_language, file.reading.target_language, file.kind)
    for one, other in zip(asked, begun, strict=True):
        if one is not None and one != other:
            raise ConfigError(
                f"{file.path} is under review as {file.kind}, {' to '.join(map(str, begun[:2]))}: "
                "continue without -s, -t and --kind, or start again with --restart"
            )


def _remember(folder: Path, files: tuple[ReviewFile, ...]) -> None:
    state = {
        file.path.name: {
            "layer": file.layer,
            "kind": file.kind,
            "languages": [file.reading.source_language, file.reading.target_language],
            "encoding": file.reading.encoding,
            "hashes": list(file.hashes),
            "whole": file.whole,
        }
        for file in files
    }
    write_bytes(folder / STATE, (json.dumps(state, ensure_ascii=False, indent=2) + "\n").encode())


def _start(store: Store) -> str:
    """Where the page begins: at the first doubtful link, or with the list of doubtful pairs."""
    layers = store.layers.all()
    if not layers:
        return "/"
    place = "/i/1" if layers[0].kind == SENTENCES else ""
    return f"/l/{layers[0].id}{place}?view=doubtful"


def owner_name() -> str:
    """Who sits at this machine, to be named as the one who confirmed."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # KeyError until Python 3.12
        return "owner"
