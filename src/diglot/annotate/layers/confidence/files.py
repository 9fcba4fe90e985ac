"""Aligned passages whose translation is to be judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from diglot.annotate.items import AnsweredItem, NewItem
from diglot.annotate.layers.cells import SIDES, marked_spans, numbered_cells, tokens_in, tokens_of
from diglot.annotate.layers.confidence import LAYER
from diglot.annotate.layers.layer import (
    AnnotatorJudgement,
    Measure,
    annotator_pairs,
    cell_measures,
)
from diglot.annotate.layers.payloads import key_of, pair_name, pair_payloads
from diglot.annotate.layers.sources import (
    FileContents,
    FileNote,
    FoundJudgement,
    read_pairs,
    start_of,
    unite,
)
from diglot.annotate.layers.words import WordPair, positions, word_pair, words_of
from diglot.annotate.schemes import UNKNOWN, Scheme
from diglot.evaluate.agreement import span_agreement
from diglot.files.binary import extension_of
from diglot.formats.judgements import span_editors, transread_labels
from diglot.model import Bitext, ConfidenceJudgement, JudgedPair, Skipped
from diglot.pipeline.steps.scores.agreement import AgreementComparison

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.annotate.bodies import Body, Value
    from diglot.annotate.options import ImportOptions
    from diglot.annotate.records import LayerRecord
    from diglot.formats.judgements.transread_labels import Judgements


def confidence_items(bitext: Bitext) -> list[NewItem]:
    """An item for every link with both sides, without an answer: a label shown is a label taken.

    The probability of the link and its reasons are in the payload and order the items.
    """
    name = pair_name(bitext)
    ratio = _ratio(bitext)
    return [
        NewItem(
            key=key_of(name, pair.number + 1),
            payload={**payload, "ratio": ratio},
            score=pair.link.score,
        )
        for pair, payload in pair_payloads(bitext)
    ]


def _ratio(bitext: Bitext) -> float:
    """Target characters for one of the source."""
    source, target = (
        sum(segment.end - segment.start for segment in document.segments)
        for document in (bitext.source, bitext.target)
    )
    return round(target / source, 4) if source and target else 1.0


# Pairs of sentences to be judged, or judged already in a file of TransRead.


_JUDGED = b"\nFirst annotation:"


def recognises(paths: Sequence[Path], options: ImportOptions) -> bool:
    """Files of judgements of TransRead, Label Studio and INCEpTION."""
    return all(_JUDGED in start_of(path) for path in paths) or all(map(_reader, paths))


def _reader(path: Path) -> Callable[..., Judgements] | None:
    """What reads a file of Label Studio or INCEpTION; None for others."""
    start = start_of(path).lstrip(b"\xef\xbb\xbf \r\n\t")
    if start.startswith(span_editors.WEBANNO):
        return span_editors.read_webanno
    if extension_of(path) == ".json" and start.startswith(b"["):
        return span_editors.read_label_studio
    return None


def read(paths: Sequence[Path], options: ImportOptions) -> FileContents:
    """Read pairs: a file of judgements, of units, or two files line by line.

    Raises:
        InputError: a file cannot be read.
        ConfigError: the files do not go together.
    """
    if all(_reader(path) or transread_labels.looks_like_confidence_labels(path) for path in paths):
        return unite(_judged(path, options) for path in paths)
    return read_pairs(paths, options, confidence_items)


def _judged(path: Path, options: ImportOptions) -> FileContents:
    """The pairs of a file with what its annotators said."""
    reading = options.reading
    read_pairs_of = _reader(path) or transread_labels.read_confidence_labels
    judged = read_pairs_of(path, encoding=reading.encoding)
    items, judgements = [], []
    for pair in judged.pairs:
        made = word_pair(pair.source.split(" "), pair.target.split(" "), reading.languages)
        key = f"{path.stem}:{pair.id}"
        items.append(NewItem(key=key, payload={**made.payload, "pair": pair.id}))
        judgements += [
            FoundJudgement(key, each.annotator, _cells(made, each)) for each in pair.judgements
        ]
    return FileContents(tuple(items), tuple(judgements), FileNote.of_labels(path.name, judged.odd))


def _cells(pair: WordPair, judgement: ConfidenceJudgement) -> dict[str, Value]:
    return {
        "label": LAYER.scheme.name_of(judgement.label),
        **pair.spans("source", judgement.source),
        **pair.spans("target", judgement.target),
    }


# Judgements of sentence pairs as TransRead has them.

FORMATS = {".txt": "transread", ".json": "label_studio", ".tsv": "webanno"}
_WRITERS = {
    "transread": transread_labels.write_confidence_labels,
    "label_studio": span_editors.write_label_studio,
    "webanno": span_editors.write_webanno,
}


def write(
    path: Path,
    name: str,
    answers: Sequence[AnsweredItem],
    layer: LayerRecord,
) -> tuple[Skipped, ...]:
    """Write a label a pair; untranslated words are numbered between spaces, as the format has it.

    Raises:
        InputError: the file cannot be written.
        ConfigError: a text or a label cannot be a line.
    """
    _WRITERS[name](path, [_pair(each) for each in answers])
    notes = sum("note" in each.cells for each in answers)
    return (Skipped("note", notes),) if notes else ()


def _pair(answer: AnsweredItem) -> JudgedPair:
    payload, cells = answer.payload, answer.cells
    source, target = (" ".join(words_of(payload, side)) for side in SIDES)
    judgement = ConfidenceJudgement(
        answer.source,
        str(cells.get("label", "")).removeprefix(UNKNOWN),
        _marked(payload, "source", cells),
        _marked(payload, "target", cells),
    )
    name = str(payload.get("pair", answer.seq))
    return JudgedPair(name, source, target, (judgement,))


def _marked(payload: Mapping[str, Any], side: str, cells: Body) -> tuple[int, ...]:
    known = positions(payload, side)
    return tuple(
        sorted(known[start] for start, _ in numbered_cells(cells, side[0]) if start in known)
    )


# Agreement on how well sentences translate each other, and on what is left untranslated.


def compare(judgements: Sequence[AnnotatorJudgement], scheme: Scheme) -> Iterator[Measure]:
    """Compare labels, and the words marked in pairs that both call partial."""
    yield from cell_measures("label", judgements, scheme.names)
    for between, both in annotator_pairs(judgements):
        # Only who sees an untranslated part can mark it.
        partial = [each for each in both if all(j.cells.get("label") == "partial" for j in each)]
        if partial:
            score = span_agreement(
                [_words_marked(one) for one, _ in partial],
                [_words_marked(other) for _, other in partial],
                weights=[_weights(one) for one, _ in partial],
            )
            yield AgreementComparison("untranslated words of agreed partial pairs", *between, score)


def _words_marked(judged: AnnotatorJudgement) -> list[int]:
    """Numbers of the words marked, those of the target after those of the source."""
    source, target = (tokens_of(judged.payload, side) for side in SIDES)
    first = tokens_in(source, marked_spans(judged.cells, "s"))
    second = tokens_in(target, marked_spans(judged.cells, "t"))
    return [*first, *(len(source) + number for number in second)]


def _weights(judged: AnnotatorJudgement) -> list[int]:
    return [end - start for side in SIDES for start, end in tokens_of(judged.payload, side)]
