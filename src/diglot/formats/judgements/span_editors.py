"""Judged pairs of sentences as tools that mark spans have them: Label Studio and INCEpTION.

Label Studio: JSON, a task a pair, with the choice ``label`` of the pair and regions
``untranslated`` of its texts ``source`` and ``target``. INCEpTION: WebAnno TSV 3, a sentence a
side, the source before the target, with a span layer of two features: ``label`` on the whole
source, and ``untranslated``.

Reference: Label Studio, Label Studio JSON format of annotated tasks; INCEpTION user guide, appendix
    WebAnno TSV 3.3 file format.
"""

from __future__ import annotations

import itertools
import json
import re
from typing import TYPE_CHECKING, Any

from diglot.errors import FormatError
from diglot.files.atomic import write_bytes
from diglot.files.lines import stream_lines
from diglot.files.text import read_text
from diglot.formats.judgements.answers import load_json_line
from diglot.formats.judgements.transread_labels import Judgements
from diglot.model import ConfidenceJudgement, JudgedPair

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

SIDES = ("source", "target")
LABEL, UNTRANSLATED = "label", "untranslated"
_LABEL_STUDIO_CURE = 'export tasks as JSON, each with "data": {"source": ..., "target": ...}'


def read_label_studio(path: Path, *, encoding: str | None = None) -> Judgements:
    """Read tasks with their annotations; a task without any is a pair that nobody has judged.

    A region marks every word that it touches.

    Raises:
        FormatError: the file is none of tasks with two texts.
        InputError: it cannot be read.
    """
    try:
        tasks = load_json_line(read_text(path, encoding=encoding))
    except (ValueError, RecursionError) as error:
        raise FormatError("is not JSON", path=path, cure=_LABEL_STUDIO_CURE) from error
    if not isinstance(tasks, list):
        raise FormatError("is no list of tasks", path=path, cure=_LABEL_STUDIO_CURE)
    try:
        return Judgements(tuple(_of_task(task, n) for n, task in enumerate(tasks, 1)))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise FormatError(
            f"holds a task of another form ({error})", path=path, cure=_LABEL_STUDIO_CURE
        ) from error


def _of_task(task: dict[str, Any], number: int) -> JudgedPair:
    texts = {side: " ".join(str(task["data"][side]).split()) for side in SIDES}
    judgements = []
    for count, given in enumerate(task.get("annotations", ()), 1):
        if given.get("was_cancelled"):
            continue
        marked: dict[str, set[int]] = {side: set() for side in SIDES}
        label = ""
        for region in given["result"]:
            value = region["value"]
            if region["type"] == "choices":
                label = str(value["choices"][0])
            elif region["type"] == "labels" and region["to_name"] in SIDES:
                side, raw = region["to_name"], str(task["data"][region["to_name"]])
                start, end = _code_points(raw, value)
                marked[side] |= _touched(raw, start, end)
        if label:
            annotator = _annotator(given, count)
            spans = (tuple(sorted(marked[side])) for side in SIDES)
            judgements.append(ConfidenceJudgement(annotator, label, *spans))
    identifier = str(task["data"].get("id", task.get("id", number)))
    return JudgedPair(identifier, texts["source"], texts["target"], tuple(judgements))


def _annotator(given: dict[str, Any], count: int) -> str:
    by = given.get("completed_by")
    if isinstance(by, dict):
        by = by.get("email") or by.get("id")
    return str(by) if isinstance(by, str) else f"annotator {by if by is not None else count}"


def _code_points(text: str, value: dict[str, Any]) -> tuple[int, int]:
    """Where a region is; pages count UTF-16 units, which shows where its text does not fit."""
    start, end = int(value["start"]), int(value["end"])
    if value.get("text") in (None, text[start:end]):
        return start, end
    units = text.encode("utf-16-le")
    before, until = (units[: 2 * at].decode("utf-16-le", "replace") for at in (start, end))
    return len(before), len(until)


def _touched(text: str, start: int, end: int) -> set[int]:
    words = re.finditer(r"\S+", text)
    return {n for n, word in enumerate(words) if word.start() < end and word.end() > start}


def write_label_studio(path: Path, pairs: Iterable[JudgedPair]) -> None:
    """Write a task a pair, to be imported into a project with these names of its controls.

    Raises:
        InputError: the file cannot be written.
    """
    tasks = [_task(pair) for pair in pairs]
    write_bytes(path, json.dumps(tasks, ensure_ascii=False, indent=1).encode() + b"\n")


def _task(pair: JudgedPair) -> dict[str, Any]:
    annotations = []
    for given in pair.judgements:
        choice = {"choices": [given.label]}
        result = [_region(LABEL, "choices", LABEL, "source", choice)]
        for side, words in zip(SIDES, (given.source, given.target), strict=True):
            text = pair.source if side == "source" else pair.target
            for start, end in _runs(text, words):
                units = [_units(text[:at]) for at in (start, end)]
                value = {
                    "start": units[0],
                    "end": units[1],
                    "text": text[start:end],
                    "labels": [UNTRANSLATED],
                }
                name = f"{side}-{start}"
                result.append(_region(name, "labels", f"{UNTRANSLATED}_{side}", side, value))
        annotations.append({"completed_by": given.annotator, "result": result})
    data = {"id": pair.id, "source": pair.source, "target": pair.target}
    return {"data": data, "annotations": annotations}


def _units(text: str) -> int:
    """The length of a text as JavaScript and Java count it."""
    return len(text.encode("utf-16-le")) // 2


def _region(name: str, kind: str, control: str, side: str, value: Any) -> dict[str, Any]:
    return {"id": name, "type": kind, "from_name": control, "to_name": side, "value": value}


def _runs(text: str, words: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Characters of words, those that follow each other as one run."""
    places = [word.span() for word in re.finditer(r"\S+", text)]
    for _, run in itertools.groupby(enumerate(words), lambda each: each[1] - each[0]):
        numbers = [number for _, number in run]
        yield places[numbers[0]][0], places[numbers[-1]][1]


# WebAnno TSV 3: a token a line, its features in columns, stacked values with numbers.

_HEAD = "#FORMAT=WebAnno TSV 3.3"
_LAYER = "#T_SP="
_NUMBER = re.compile(r"\[[0-9]+\]$")
_WEBANNO_CURE = (
    "export WebAnno TSV 3 with a span layer of the features label and untranslated, a sentence for "
    "each side"
)


def read_webanno(path: Path, *, encoding: str | None = None) -> Judgements:
    """Read pairs of sentences, the source before the target, and the spans in them.

    Raises:
        FormatError: the file has another form, or an odd number of sentences.
        InputError: it cannot be read.
    """
    columns: list[str] = []
    sentences: list[tuple[list[str], list[dict[str, str]]]] = []
    for number, line in enumerate(stream_lines(path, encoding=encoding), 1):
        text = line.rstrip("\r\n")
        if number == 1 and not text.startswith("#FORMAT=WebAnno TSV 3"):
            raise FormatError("is no WebAnno TSV 3", path=path, cure=_WEBANNO_CURE)
        if text.startswith(_LAYER):
            columns += text.split("|")[1:]
        elif text.startswith("#Text=") or not text:
            if not sentences or sentences[-1][0]:
                sentences.append(([], []))
        elif text[0].isdigit() and re.match(r"[0-9]+-[0-9]+\t", text):
            cells = text.split("\t")
            sentences[-1][0].append(cells[2])
            sentences[-1][1].append(dict(zip(columns, cells[3:], strict=False)))
    whole = [each for each in sentences if each[0]]
    if len(whole) % 2 or LABEL not in columns:
        what = "an odd number of sentences" if len(whole) % 2 else "no feature label"
        raise FormatError(f"has {what}", path=path, cure=_WEBANNO_CURE)
    pairs = [
        _of_sentences(path.stem, n // 2 + 1, whole[n], whole[n + 1])
        for n in range(0, len(whole), 2)
    ]
    return Judgements(tuple(pairs))


def _of_sentences(
    annotator: str, number: int, *sides: tuple[list[str], list[dict[str, str]]]
) -> JudgedPair:
    labels = [_value(row.get(LABEL, "_")) for _, rows in sides for row in rows]
    label = next((each for each in labels if each), "")
    spans = (
        tuple(n for n, row in enumerate(rows) if row.get(UNTRANSLATED, "_") not in ("_", ""))
        for _, rows in sides
    )
    source, target = (" ".join(words) for words, _ in sides)
    given = (ConfidenceJudgement(annotator, label, *spans),) if label else ()
    return JudgedPair(str(number), source, target, given)


def _value(cell: str) -> str:
    first = _NUMBER.sub("", cell.split("|")[0])
    return "" if first in ("_", "*") else first.replace("\\", "")


def write_webanno(path: Path, pairs: Iterable[JudgedPair]) -> None:
    """Write a sentence a side, with the first judgement of each pair.

    Raises:
        InputError: the file cannot be written.
    """
    lines = [_HEAD, f"{_LAYER}webanno.custom.Translation|{LABEL}|{UNTRANSLATED}", "", ""]
    at, sentence = 0, 0
    stacked = 0
    for pair in pairs:
        given = pair.judgements[0] if pair.judgements else ConfidenceJudgement("", "")
        for text, words in ((pair.source, given.source), (pair.target, given.target)):
            sentence += 1
            lines.append(f"#Text={text}")
            label = "_"
            if text is pair.source and given.label:
                stacked += 1
                label = f"{given.label}[{stacked}]"
            marked: dict[int, str] = {}
            for start, end in _runs(text, words):
                stacked += 1
                marked |= dict.fromkeys(_touched(text, start, end), f"{UNTRANSLATED}[{stacked}]")
            for n, word in enumerate(re.finditer(r"\S+", text)):
                start, end = (at + _units(text[:place]) for place in word.span())
                cells = (
                    f"{sentence}-{n + 1}",
                    f"{start}-{end}",
                    word[0],
                    label,
                    marked.get(n, "_"),
                )
                lines.append("\t".join(cells) + "\t")
            lines.append("")
            at += _units(text) + 1
    write_bytes(path, ("\n".join(lines) + "\n").encode())
