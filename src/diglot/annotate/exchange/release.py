"""A release of gold data as one folder, with the figures for its datasheet."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from diglot._version import __version__
from diglot.annotate.agreement import Breach, agreement_of, check_judgements
from diglot.annotate.exchange.exporting import export_layer, gold_answers
from diglot.annotate.layers import LAYERS
from diglot.annotate.options import ExportOptions
from diglot.annotate.records import LayerRecord
from diglot.annotate.store import Store
from diglot.errors import ConfigError, FormatError, InputError
from diglot.files.atomic import write_bytes
from diglot.files.binary import sha256_of_file
from diglot.files.text import read_text
from diglot.model import Skipped
from diglot.plurals import count_of
from diglot.report.tables.agreement import agreement_json, agreement_text


@dataclass(frozen=True, slots=True)
class Question:
    """One field that the makers fill in.

    Attributes:
        section: heading that it stands under.
        key: its name in the file.
        question: what it asks.
        mandatory: whether a release needs it.
    """

    section: str
    key: str
    question: str
    mandatory: bool = True


QUESTIONS: tuple[Question, ...] = (
    Question("purpose", "purpose", "Why were these data made?"),
    Question("purpose", "intended_use", "What are they fit for, and what are they not?"),
    Question("texts", "genres", "What kinds of text are they?"),
    Question("texts", "sources", "Where do the texts come from, in which editions?"),
    Question("texts", "licences", "Under which licences are the texts available?"),
    Question("texts", "sampling", "How were texts and items chosen?"),
    Question("texts", "exclusions", "What was left out, and why?", mandatory=False),
    Question("annotators", "training", "How were the annotators trained?"),
    Question("annotators", "native_languages", "What are their native languages?"),
    Question("annotators", "payment", "How were they paid?"),
    Question("release", "licence", "Under which licence are the judgements published?"),
    Question("release", "known_problems", "Which problems are known?", mandatory=False),
    Question("release", "cite", "How are the data cited?"),
    Question("release", "contact", "Who answers questions?"),
)

Answers = dict[str, str]
"""Answers by key of the question."""


def write_template(path: Path, answers: Mapping[str, str] | None = None) -> None:
    """Write a file with all questions, to be filled in.

    Raises:
        InputError: it cannot be written.
    """
    lines = ["# The datasheet of this project. A release needs every field that is not optional."]
    section = ""
    for each in QUESTIONS:
        if each.section != section:
            section = each.section
            lines += ["", f"[{section}]"]
        optional = "" if each.mandatory else " (optional)"
        answer = _quoted((answers or {}).get(each.key, ""))
        lines += [f"# {each.question}{optional}", f"{each.key} = {answer}"]
    write_bytes(path, ("\n".join(lines) + "\n").encode())


def read_answers(path: Path) -> Answers:
    """Read a file of answers; what is not asked is refused, since it is a slip of the pen.

    Raises:
        FormatError: it is no TOML, or has an unknown field or one that is no text.
        InputError: it cannot be read.
    """
    try:
        sections = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"is not TOML: {error}", path=path, cure="repair that line") from error
    known = {(each.section, each.key) for each in QUESTIONS}
    answers: Answers = {}
    for section, fields in sections.items():
        for key, answer in fields.items() if isinstance(fields, dict) else [("", fields)]:
            if (section, key) not in known or not isinstance(answer, str):
                raise FormatError(
                    f"has the field {section}.{key}, which is not a question, or is not text",
                    path=path,
                    cure="write it between quotes under the name that the template gives it",
                )
            answers[key] = answer.strip()
    return answers


def check_answers(path: Path, answers: Mapping[str, str]) -> None:
    """Refuse answers in which a mandatory one is missing.

    Raises:
        InputError: fields are empty; names them all.
    """
    empty = [
        f"{each.section}.{each.key}"
        for each in QUESTIONS
        if each.mandatory and not answers.get(each.key)
    ]
    if empty:
        raise InputError(
            f"lacks {', '.join(empty)}", path=path, cure="fill these fields in, then release again"
        )


def render_datasheet(
    title: str, answers: Mapping[str, str], facts: Sequence[tuple[str, Sequence[str]]]
) -> str:
    """Return the datasheet as Markdown.

    Args:
        title: name and version of the release.
        answers: of the makers.
        facts: what the project knows: headings with lines of Markdown.
    """
    lines = [f"# {title}", ""]
    section = ""
    for each in QUESTIONS:
        if each.section != section:
            section = each.section
            lines += [f"## {section.capitalize()}", ""]
        lines += [f"**{each.question}** {answers.get(each.key) or '–'}", ""]
    for heading, body in facts:
        lines += [f"## {heading}", "", *body, ""]
    return "\n".join(lines)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of a project.

    Attributes:
        sections: headings with lines of Markdown.
        agreement: figures of every layer, as JSON.
    """

    sections: tuple[tuple[str, tuple[str, ...]], ...]
    agreement: list[dict[str, Any]]


def facts_of(store: Store, layers: list[LayerRecord]) -> Facts:
    """Collect texts, annotators, items, pace, suggestions and agreement of all layers."""
    agreements = {layer.name: agreement_of(store, layer.name) for layer in layers}
    return Facts(
        sections=(
            ("Documents", _documents(store)),
            ("Items and time", tuple(line for layer in layers for line in _work(store, layer))),
            (
                "Agreement",
                tuple(
                    line
                    for found in agreements.values()
                    for each in found
                    for line in ("```", *agreement_text(each).splitlines(), "```", "")
                ),
            ),
        ),
        agreement=[agreement_json(each) for found in agreements.values() for each in found],
    )


def _documents(store: Store) -> tuple[str, ...]:
    rows = [
        f"| {each.name} | {each.lang} | {each.characters:,} | `{each.sha256[:16]}` |"
        for each in store.documents.all()
    ]
    return ("| document | language | characters | SHA-256 |", "|---|---|---|---|", *rows)


def _work(store: Store, layer: LayerRecord) -> tuple[str, ...]:
    """How much each annotator did, how fast, and how many suggestions were taken."""
    progress = store.progress.layer(layer.id)
    lines = [
        f"### {layer.name} ({layer.kind})",
        "",
        f"Guideline `{layer.guideline_sha[:16]}`, scheme version {layer.scheme.version}.",
        "",
        "| annotator | done | median seconds | warnings accepted | suggestions taken |",
        "|---|---|---|---|---|",
    ]
    pseudonyms = {each.id: each.pseudonym or each.name for each in store.people.all()}
    for each in progress.annotators:
        median = "–" if each.median_seconds is None else f"{each.median_seconds:.1f}"
        taken = ", ".join(
            f"{method}: {each.taken.get(method, 0)} of {count}"
            for method, count in sorted(each.suggested.items())
        )
        lines.append(
            f"| {pseudonyms[each.user]} | {each.done:,} | {median} | {each.acknowledged} | "
            f"{taken or '–'} |"
        )
    return (*lines, "")


# A release of gold data: one folder with all that others need to use and to judge the data.
#
# Gold is what an adjudicator decided, or what all annotators of an item said. A release is made
# beside its place and moved there when it is complete; it never changes afterwards.


SCHEMA = "diglot-release"
VERSION = 1
DATASHEET = "datasheet.toml"
NAMES = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_"
"""Characters that the name of a version may have: it names a folder."""


@dataclass(frozen=True, slots=True)
class Release:
    """A release as it lies on the disk.

    Attributes:
        folder: where.
        files: names of its files, relative to the folder.
        sha256: of its manifest, which has the hashes of all others.
    """

    folder: Path
    files: tuple[str, ...]
    sha256: str


def release(store: Store, version: str, *, datasheet: Path | None = None) -> Release:
    """Make a release of all layers of a project that hold data.

    Args:
        store: the project; its folder takes the release.
        version: names it, such as ``1.0``; never used twice.
        datasheet: answers of the makers; by default ``datasheet.toml`` of the project.

    Raises:
        ConfigError: the version has a name that cannot be a folder, or was released before.
        InputError: a mandatory field of the datasheet is empty, an item has no decision, or a
            judgement breaks a rule; each error names all of them.
    """
    folder = _place(store, version)
    path = datasheet or folder.parent.parent / DATASHEET
    answers = _answers(path)
    layers = [layer for layer in store.layers.all() if _has_data(store, layer)]
    if not layers:
        raise InputError("there is no item to release", cure="import some, and have them judged")
    _refuse_open(store, layers)
    record = store.releases.start(version)
    building = folder.with_name(f".{version}.building")
    shutil.rmtree(building, ignore_errors=True)
    try:
        building.mkdir(parents=True)
        _fill(store, building, version, layers, answers)
        files = sorted(
            path.relative_to(building).as_posix() for path in building.rglob("*") if path.is_file()
        )
        manifest = _write_manifest(store, building, version, layers, files, answers)
        building.replace(folder)
    except BaseException as error:
        store.releases.mark_failed(record.id, str(error) or type(error).__name__)
        shutil.rmtree(building, ignore_errors=True)
        raise
    store.releases.mark_ready(record.id, sha256=manifest)
    return Release(folder, tuple(files), manifest)


def _place(store: Store, version: str) -> Path:
    if not version or version.startswith(".") or set(version) - set(NAMES):
        raise ConfigError(
            f"{version!r} is not a valid name of a version: use letters, digits, dots, hyphens and "
            "underscores"
        )
    if store.folder is None:
        raise ConfigError("a release needs the folder of the project: open it by its folder")
    folder = store.folder / "releases" / version
    if folder.exists():
        raise ConfigError(f"{folder} is released and never changes: name another version")
    return folder


def _answers(path: Path) -> dict[str, str]:
    if not path.exists():
        write_template(path)
        raise InputError(
            "was missing and has been made", path=path, cure="fill it in, then release again"
        )
    answers = read_answers(path)
    check_answers(path, answers)
    return answers


def _has_data(store: Store, layer: LayerRecord) -> bool:
    """Whether a layer has more than items to train with."""
    return any(not item.sandbox and item.hidden_gold is None for item in store.items.each(layer.id))


def _refuse_open(store: Store, layers: list[LayerRecord]) -> None:
    """Refuse a project with items that nobody decided, or with judgements that break rules."""
    for layer in layers:
        decided = {each.item.id for each in store.judgements.gold(layer.id)}
        lacking = [
            item.seq
            for item in store.items.each(layer.id)
            if not item.sandbox and item.hidden_gold is None and item.id not in decided
        ]
        if lacking:
            shown = ", ".join(map(str, lacking[:10])) + (" …" if len(lacking) > 10 else "")
            raise InputError(
                f"the layer {layer.name} has {count_of(len(lacking), 'item')} "
                f"without a decision: {shown}",
                cure="finish or adjudicate them, then release again",
            )
    broken = [each for each in _checked(store) if each.problem.severity == "error"]
    if broken:
        first = broken[0]
        raise InputError(
            f"a rule is broken by {count_of(len(broken), 'judgement')}, "
            f"first item {first.seq} of {first.layer}: {first.problem.message}",
            cure="see all with diglot annotate check",
        )


def _checked(store: Store) -> Iterator[Breach]:
    """What is wrong or doubtful in the judgements that are data."""
    return (each for each in check_judgements(store) if not each.training)


def _fill(
    store: Store,
    folder: Path,
    version: str,
    layers: list[LayerRecord],
    answers: Mapping[str, str],
) -> None:
    """Write everything but the manifest."""
    log: list[dict[str, Any]] = []
    for layer in layers:
        place = folder / "layers" / layer.name
        place.mkdir(parents=True)
        export_layer(store, layer.name, place / "gold.jsonl", ExportOptions(format="standoff"))
        export_layer(store, layer.name, place / "judgements.jsonl", ExportOptions(judgements=True))
        write_bytes(place / "guideline.md", layer.guideline.encode())
        log += _derived(store, layer, place)
    log += [
        {
            "layer": each.layer,
            "item": each.seq,
            "annotator": each.annotator,
            "code": each.problem.code,
            "severity": each.problem.severity,
            "message": each.problem.message,
        }
        for each in _checked(store)
    ]
    write_bytes(folder / "validation.jsonl", _lines(log))
    facts = facts_of(store, layers)
    write_bytes(folder / "agreement.json", _json(facts.agreement))
    title = f"{store.project.name} {version}"
    write_bytes(folder / "datasheet.md", render_datasheet(title, answers, facts.sections).encode())


def _derived(store: Store, layer: LayerRecord, place: Path) -> list[dict[str, Any]]:
    """Write the gold in every format of the field that can hold it; log what each lost."""
    files = LAYERS[layer.kind].files
    gold = gold_answers(store, layer)
    log: list[dict[str, Any]] = []
    derived = place / "derived"
    derived.mkdir()
    for extension, name in files.FORMATS.items():
        if name in {entry["format"] for entry in log if "format" in entry}:
            continue
        path = derived / (f"{layer.name}{extension}" if extension else name)
        entry: dict[str, Any] = {"layer": layer.name, "format": name}
        try:
            lost: tuple[Skipped, ...] = files.write(path, name, gold, layer)
        except (ConfigError, InputError) as error:
            log.append({**entry, "left_out": str(error)})
            continue
        log.append({**entry, "lost": [{"kind": each.kind, "count": each.count} for each in lost]})
    return log


def _write_manifest(
    store: Store,
    folder: Path,
    version: str,
    layers: list[LayerRecord],
    files: list[str],
    answers: Mapping[str, str],
) -> str:
    """Write the manifest last and return its hash: it has the hashes of all other files."""
    manifest = {
        "schema": SCHEMA,
        "schema_version": VERSION,
        "name": store.project.name,
        "version": version,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "tool": f"diglot {__version__}",
        "licence": answers.get("licence", ""),
        "text_licences": answers.get("licences", ""),
        "layers": [
            {
                "name": layer.name,
                "kind": layer.kind,
                "items": sum(1 for _ in store.judgements.gold(layer.id)),
                "guideline_sha256": layer.guideline_sha,
                "scheme_version": layer.scheme.version,
                "links": {label.name: label.links for label in layer.scheme.labels},
            }
            for layer in layers
        ],
        "documents": [
            {"name": each.name, "language": each.lang, "sha256": each.sha256}
            for each in store.documents.all()
        ],
        "annotators": sorted(each.pseudonym for each in store.people.all() if each.pseudonym),
        "files": {name: sha256_of_file(folder / name) for name in files},
    }
    path = folder / "manifest.json"
    write_bytes(path, _json(manifest))
    sums = [
        *((sha256_of_file(folder / name), name) for name in files),
        (sha256_of_file(path), path.name),
    ]
    write_bytes(
        folder / "SHA256SUMS", "".join(f"{value}  {name}\n" for value, name in sums).encode()
    )
    return sha256_of_file(path)


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) + "\n").encode()


def _lines(records: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records).encode()
