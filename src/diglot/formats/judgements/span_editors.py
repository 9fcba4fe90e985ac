"""Judged pairs and marked terms as tools that mark spans have them: Label Studio and INCEpTION.

Label Studio: JSON, a task a pair, with the choice ``label`` of the pair and regions
``untranslated`` of its texts ``source`` and ``target``. INCEpTION: WebAnno TSV 3, a sentence a
side, the source before the target, with a span layer of two features: ``label`` on the whole
source, and ``untranslated``.

Marked terms: regions ``term`` or ``no term`` of the texts ``source`` and ``target`` of a task, with
a relation from each term to its translation; a span layer ``webanno.custom.Term`` in which the two
share the feature ``pair``.

Reference: Label Studio, Label Studio JSON format of annotated tasks; INCEpTION user guide, appendix
    WebAnno TSV 3.3 file format.
"""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from diglot.errors import FormatError
from diglot.files.atomic import write_bytes
from diglot.files.lines import stream_lines
from diglot.files.text import read_text
from diglot.formats.judgements.answers import answer_of, answer_word, load_json_line
from diglot.formats.judgements.transread_labels import Judgements
from diglot.model import (
    AnnotatedSegment,
    AnnotatedSet,
    ConfidenceJudgement,
    JudgedPair,
    TermMark,
)
from diglot.model.terms import Span

_Made = TypeVar("_Made")

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
    return Judgements(_of_tasks(path, encoding, _of_task))


def _of_tasks(
    path: Path, encoding: str | None, read_task: Callable[[dict[str, Any], int], _Made]
) -> tuple[_Made, ...]:
    """What each task of a file becomes."""
    try:
        tasks = load_json_line(read_text(path, encoding=encoding))
    except (ValueError, RecursionError) as error:
        raise FormatError("is not JSON", path=path, cure=_LABEL_STUDIO_CURE) from error
    if not isinstance(tasks, list):
        raise FormatError("is not a list of tasks", path=path, cure=_LABEL_STUDIO_CURE)
    try:
        return tuple(read_task(task, n) for n, task in enumerate(tasks, 1))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
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
    """Where a region is; pages count UTF-16 units, and code points where its text says so."""
    start, end = int(value["start"]), int(value["end"])
    units = text.encode("utf-16-le")
    before, until = (len(units[: 2 * at].decode("utf-16-le", "replace")) for at in (start, end))
    said = value.get("text")
    is_units = 2 * end <= len(units) and said == text[before:until]
    return (before, until) if is_units else (start, min(end, len(text)))


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
                value = _marked_range(text, start, end, UNTRANSLATED)
                name = f"{side}-{start}"
                result.append(_region(name, "labels", f"{UNTRANSLATED}_{side}", side, value))
        annotations.append({"completed_by": given.annotator, "result": result})
    data = {"id": pair.id, "source": pair.source, "target": pair.target}
    return {"data": data, "annotations": annotations}


def _marked_range(text: str, start: int, end: int, label: str) -> dict[str, Any]:
    begin, until = (_units(text[:at]) for at in (start, end))
    return {"start": begin, "end": until, "text": text[start:end], "labels": [label]}


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
WEBANNO = b"#FORMAT=WebAnno TSV 3"
"""How files of any version 3 begin."""
_LAYER = "#T_SP="
_TOKEN = re.compile(r"[0-9]+-[0-9]+\t([0-9]{1,9})-([0-9]{1,9})\t")
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
    columns, sentences = _webanno_rows(path, encoding)
    whole = [(words, rows) for _, words, _, rows in sentences]
    if len(whole) % 2 or LABEL not in columns:
        what = "an odd number of sentences" if len(whole) % 2 else "no feature label"
        raise FormatError(f"has {what}", path=path, cure=_WEBANNO_CURE)
    pairs = [
        _of_sentences(path.stem, n // 2 + 1, whole[n], whole[n + 1])
        for n in range(0, len(whole), 2)
    ]
    return Judgements(tuple(pairs))


_Sentence = tuple[str, list[str], list["Span"], list[dict[str, str]]]


def _webanno_rows(path: Path, encoding: str | None) -> tuple[list[str], list[_Sentence]]:
    """Features of span layers, and text, words, their UTF-16 places and values of sentences."""
    columns: list[str] = []
    sentences: list[_Sentence] = []
    text = ""
    for number, line in enumerate(stream_lines(path, encoding=encoding), 1):
        line = line.rstrip("\r\n")
        if number == 1 and not line.startswith(WEBANNO.decode()):
            raise FormatError("is not WebAnno TSV 3", path=path, cure=_WEBANNO_CURE)
        if line.startswith(_LAYER):
            columns += line.split("|")[1:]
        elif line.startswith("#Text="):
            text = line.removeprefix("#Text=")
            sentences.append((text, [], [], []))
        elif match := _TOKEN.match(line):
            if not sentences:
                raise FormatError(
                    "has a word before any #Text=", path=path, place=number, cure=_WEBANNO_CURE
                )
            cells = line.split("\t")
            sentences[-1][1].append(cells[2])
            sentences[-1][2].append((int(match[1]), int(match[2])))
            sentences[-1][3].append(dict(zip(columns, cells[3:], strict=False)))
    return columns, [each for each in sentences if each[1]]


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


# Marked terms.

TERM, NO_TERM = "term", "no term"
_TERM_LAYER = "webanno.custom.Term"
_FEATURES = ("pair", "entry", "term", "alternatives", "verified")
_LIST = " ; "


def holds_terms(start: bytes) -> bool:
    """Whether a file, by its beginning, has terms marked instead of pairs judged."""
    return _TERM_LAYER.encode() in start or f'"{TERM}_source"'.encode() in start


def write_label_studio_terms(path: Path, annotated: AnnotatedSet) -> None:
    """Write a task a segment: marks that somebody looked at as annotation, others as prediction.

    Raises:
        InputError: the file cannot be written.
    """
    tasks = []
    for segment in annotated.segments:
        seen: dict[bool, list[dict[str, Any]]] = {True: [], False: []}
        for number, mark in enumerate(segment.terms, 1):
            seen[mark.verified is not None] += _term_regions(segment, mark, number)
        data = {
            "id": segment.id,
            "source": segment.source,
            "target": segment.reference or "",
            "document": segment.document or "",
            "source_language": annotated.source_language or "",
            "target_language": annotated.target_language or "",
        }
        given = [{"completed_by": "diglot", "result": seen[True]}] if seen[True] else []
        guessed = [{"model_version": "diglot", "result": seen[False]}] if seen[False] else []
        # Annotations come first, so that the beginning of a file tells what it holds.
        tasks.append({"annotations": given, "predictions": guessed, "data": data})
    write_bytes(path, json.dumps(tasks, ensure_ascii=False, indent=1).encode() + b"\n")


def _term_regions(segment: AnnotatedSegment, mark: TermMark, number: int) -> list[dict[str, Any]]:
    label = NO_TERM if mark.verified is False else TERM
    meta = {"entry": mark.id, "term": mark.source, "alternatives": list(mark.alternatives)}
    found = []
    for side, span in zip(SIDES, (mark.source_span, mark.target_span), strict=True):
        if span is not None:
            text = segment.source if side == "source" else segment.reference or ""
            value = _marked_range(text, *span, label)
            region = _region(f"{side}-{number}", "labels", f"{TERM}_{side}", side, value)
            found.append({**region, "meta": meta})
    if len(found) == 2:
        ends = {"from_id": found[0]["id"], "to_id": found[1]["id"]}
        found.append({"type": "relation", "direction": "right", **ends})
    return found


def read_label_studio_terms(path: Path, *, encoding: str | None = None) -> AnnotatedSet:
    """Read tasks with terms marked on both sides, those related being a term and its translation.

    Of several annotations the first counts. A term without entry is one by its words; without
    anything that may stand for it, it is left out and noted.

    Raises:
        FormatError: the file is none of tasks with two texts.
        InputError: it cannot be read.
    """
    notes: Counter[str] = Counter()
    segments = _of_tasks(path, encoding, lambda task, n: _segment_of_task(task, n, notes))
    if not segments:
        raise FormatError("holds no tasks", path=path, cure=_LABEL_STUDIO_CURE)
    first: dict[str, Any] = load_json_line(read_text(path, encoding=encoding))[0]["data"]
    languages = [first.get(f"{side}_language") or None for side in SIDES]
    return AnnotatedSet(segments, languages[0], languages[1], path.stem, _told(notes))


def _told(notes: Counter[str]) -> tuple[str, ...]:
    return tuple(f"{count} {what}" for what, count in sorted(notes.items()))


def _segment_of_task(task: dict[str, Any], number: int, notes: Counter[str]) -> AnnotatedSegment:
    data = task["data"]
    texts = {side: str(data[side]) for side in SIDES}
    given = [each for each in task.get("annotations", ()) if not each.get("was_cancelled")]
    notes["annotations by others, left out"] += max(0, len(given) - 1)
    marks: list[TermMark] = []
    for verified, result in (
        *((True, each["result"]) for each in given[:1]),
        *((None, each["result"]) for each in task.get("predictions", ())[:1]),
    ):
        regions = {each["id"]: each for each in result if each["type"] == "labels"}
        partner = {each["from_id"]: each["to_id"] for each in result if each["type"] == "relation"}
        partner |= {to: start for start, to in partner.items()}
        for region in regions.values():
            if region["to_name"] == "source" or region["id"] not in partner:
                pair = [region, regions.get(partner.get(region["id"], ""))]
                marks += _mark_of_regions(texts, pair, verified, notes)
    identifier = str(data.get("id", task.get("id", number)))
    target = texts["target"] or None
    return AnnotatedSegment(
        identifier, texts["source"], target, tuple(marks), data.get("document") or None
    )


def _mark_of_regions(
    texts: dict[str, str],
    regions: list[dict[str, Any] | None],
    verified: bool | None,
    notes: Counter[str],
) -> Iterator[TermMark]:
    spans: dict[str, Span] = {}
    meta: dict[str, Any] = {}
    for region in filter(None, regions):
        side = region["to_name"]
        spans[side] = _code_points(texts[side], region["value"])
        meta = region.get("meta") or meta
        if verified and NO_TERM in region["value"]["labels"]:
            verified = False
    words = {side: texts[side][slice(*span)] for side, span in spans.items()}
    found = _term_mark(meta, words, spans, verified)
    if found is None:
        notes["terms without a translation, left out"] += 1
    else:
        yield found


def _term_mark(
    said: Mapping[str, Any],
    words: Mapping[str, str],
    spans: Mapping[str, Span],
    verified: bool | None,
) -> TermMark | None:
    """A mark of what a file says of it, and of the words that are marked."""
    term = str(said.get("term") or words.get("source", ""))
    alternatives = tuple(map(str, said.get("alternatives") or ()))
    alternatives = alternatives or ((words["target"],) if "target" in words else ())
    if not term or not alternatives:
        return None
    entry = str(said.get("entry") or term.casefold())
    places = (spans.get("source"), spans.get("target"))
    return TermMark(entry, term, alternatives, *places, verified=verified)


def write_webanno_terms(path: Path, annotated: AnnotatedSet) -> None:
    """Write a sentence a side; the two sides of a mark have the same number of a pair.

    Raises:
        InputError: the file cannot be written.
    """
    lines = [_HEAD, f"{_LAYER}{_TERM_LAYER}|{'|'.join(_FEATURES)}", "", ""]
    at, stacked, pair = 0, 0, 0
    for sentence, (segment, side) in enumerate(itertools.product(annotated.segments, SIDES), 1):
        text = segment.source if side == "source" else segment.reference or ""
        first = pair
        spans: list[tuple[Span, int, tuple[str, ...]]] = []
        for number, mark in enumerate(segment.terms, first + 1):
            span = mark.source_span if side == "source" else mark.target_span
            if span is not None:
                stacked += 1
                told = (mark.id, mark.source, _LIST.join(mark.alternatives))
                values = (str(number), *told, answer_word(mark.verified))
                spans.append((span, stacked, values))
        pair = first if side == "source" else first + len(segment.terms)
        lines.append(f"#Text={text}")
        cuts = {edge for (begin, end), *_ in spans for edge in (begin, end)}
        for number, (begin, end) in enumerate(_pieces(text, cuts), 1):
            inside = [each for each in spans if each[0][0] < end and each[0][1] > begin]
            cells = [
                "|".join(f"{_escaped(values[n]) or '*'}[{mark}]" for _, mark, values in inside)
                for n in range(len(_FEATURES))
            ]
            place = f"{at + _units(text[:begin])}-{at + _units(text[:end])}"
            row = (f"{sentence}-{number}", place, text[begin:end], *(cell or "_" for cell in cells))
            lines.append("\t".join(row) + "\t")
        lines.append("")
        at += _units(text) + 1
    write_bytes(path, ("\n".join(lines) + "\n").encode())


def _pieces(text: str, cuts: set[int]) -> Iterator[Span]:
    """Words, cut where marks begin or end inside them; a blank text is one."""
    for word in re.finditer(r"\S+", text):
        edges = [word.start(), *sorted(cut for cut in cuts if word.start() < cut < word.end())]
        yield from itertools.pairwise((*edges, word.end()))


def _escaped(value: str) -> str:
    return re.sub(r"([\\\[\]|_;*]|->)", r"\\\1", value.replace("\t", " ").replace("\n", " "))


def read_webanno_terms(path: Path, *, encoding: str | None = None) -> AnnotatedSet:
    """Read a sentence a side with terms marked; those of one pair, or else of one entry, belong.

    Raises:
        FormatError: the file has another form, or an odd number of sentences.
        InputError: it cannot be read.
    """
    columns, sentences = _webanno_rows(path, encoding)
    if len(sentences) % 2 or not {"pair", "entry"} & set(columns):
        what = "an odd number of sentences" if len(sentences) % 2 else "no feature pair or entry"
        raise FormatError(f"has {what}", path=path, cure=_WEBANNO_TERMS_CURE)
    notes: Counter[str] = Counter()
    segments = tuple(
        _segment_of_sentences(str(n // 2 + 1), sentences[n], sentences[n + 1], notes)
        for n in range(0, len(sentences), 2)
    )
    return AnnotatedSet(segments, name=path.stem, notes=_told(notes))


_WEBANNO_TERMS_CURE = (
    f"export WebAnno TSV 3 with a span layer {_TERM_LAYER} of the features {', '.join(_FEATURES)}, "
    "a sentence for each side"
)


def _segment_of_sentences(
    number: str, source: _Sentence, target: _Sentence, notes: Counter[str]
) -> AnnotatedSegment:
    marks: dict[str, tuple[dict[str, Any], dict[str, str], dict[str, Span]]] = {}
    for side, sentence in zip(SIDES, (source, target), strict=True):
        text = sentence[0]
        for values, span in _spans_of(sentence):
            key = values.get("pair") or values.get("entry") or text[slice(*span)]
            said, words, spans = marks.setdefault(key, ({}, {}, {}))
            told = (each for each in values.get("alternatives", "").split(_LIST) if each)
            said.update({**values, "alternatives": tuple(told)})
            words[side], spans[side] = text[slice(*span)], span
    found = []
    for said, words, spans in marks.values():
        answer = str(said.get("verified", ""))
        mark = _term_mark(
            said, words, spans, answer_of(answer) if answer in ("yes", "no") else None
        )
        if mark is None:
            notes["terms without a translation, left out"] += 1
        else:
            found.append(mark)
    return AnnotatedSegment(number, source[0], target[0], tuple(found))


def _spans_of(sentence: _Sentence) -> Iterator[tuple[dict[str, str], Span]]:
    """The annotations of a sentence with their values and characters, in the order they begin."""
    text, _, places, rows = sentence
    base = places[0][0] - _units(text[: len(text) - len(text.lstrip())])
    found: dict[str, tuple[dict[str, str], list[int]]] = {}
    for number, ((begin, end), row) in enumerate(zip(places, rows, strict=True)):
        for feature, cell in row.items():
            for each in re.findall(r"(?:\\.|[^|\\])+", cell):
                match = re.fullmatch(r"(.*)\[([0-9]+)\]", each)
                if each == "_":
                    continue
                # An annotation of one word alone has no number.
                value, mark = match.groups() if match else (each, f"word {number}")
                values, reach = found.setdefault(mark, ({}, []))
                values[feature] = "" if value == "*" else re.sub(r"\\(.)", r"\1", value)
                reach += [begin - base, end - base]
    units = text.encode("utf-16-le")
    for values, reach in found.values():
        begin, end = (
            len(units[: 2 * at].decode("utf-16-le", "replace")) for at in (min(reach), max(reach))
        )
        yield values, (begin, end)
