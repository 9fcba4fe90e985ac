"""Bitexts as `arrays` has them: everything that is known, small, and quick to read again.

Every field of every document, link and zone is kept; `read_bitexts` gives values that are equal to
those written. The layout serves one version of diglot after the other, not other programs.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.errors import FormatError
from diglot.files.arrays import read_arrays, verify, write_arrays
from diglot.files.strings import pooled, strings_of
from diglot.model import (
    Bitext,
    Block,
    Document,
    Link,
    Markup,
    Segment,
    Signature,
    Skipped,
    Source,
    Zone,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

KIND, VERSION = "bitexts", 1


def write_bitexts(path: str | Path, bitexts: Sequence[Bitext]) -> None:
    """Write bitexts; the same ones give the same bytes.

    Raises:
        InputError: the file cannot be written.
    """
    import numpy as np

    names = _Names()
    documents = [side for bitext in bitexts for side in (bitext.source, bitext.target)]
    links = [link for bitext in bitexts for link in bitext.links]
    text, text_ends = pooled(document.text for document in documents)
    arrays: dict[str, NDArray[Any]] = {
        "text": text,
        "text_ends": text_ends,
        "blocks": _table(
            (_block_row(block, names) for document in documents for block in document.blocks),
            6,
        ),
        "segments": _table(
            (
                (each.start, each.end, each.paragraph)
                for document in documents
                for each in document.segments
            ),
            3,
        ),
        "markup": _table(
            (
                (each.start, each.end, names[each.kind], names[each.data])
                for document in documents
                for each in document.markup
            ),
            4,
        ),
        "links": _table(
            (
                (len(link.source), len(link.target), names[link.kind], len(link.reasons))
                for link in links
            ),
            4,
        ),
        "indices": np.array([i for each in links for i in (*each.source, *each.target)], np.int32),
        # NaN is no probability, so it can stand for None.
        "scores": np.array([np.nan if x.score is None else x.score for x in links], np.float64),
        "reasons": np.array([names[reason] for each in links for reason in each.reasons], np.int32),
    }
    arrays["names"], arrays["name_ends"] = pooled(names.strings)
    metadata = {
        "documents": [_document_fields(document) for document in documents],
        "bitexts": [_bitext_fields(bitext) for bitext in bitexts],
    }
    write_arrays(path, arrays, metadata, kind=KIND, version=VERSION)


def read_bitexts(path: str | Path) -> list[Bitext]:
    """Return the bitexts of a file that `write_bitexts` wrote.

    Raises:
        FormatError: it is something else, or damaged.
        InputError: it cannot be read.
    """
    verify(path, kind=KIND, version=VERSION)
    file = read_arrays(path, kind=KIND, version=VERSION)
    try:
        return _Reader(file.arrays, file.metadata).bitexts()
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise FormatError(
            f"its parts do not fit together ({error or type(error).__name__})",
            path=path,
            cure="make the file again with diglot",
        ) from error


class _Names(dict[str | None, int]):
    """Numbers of strings that come again and again; None has the number -1."""

    def __init__(self) -> None:
        super().__init__({None: -1})

    def __missing__(self, name: str | None) -> int:
        self[name] = number = len(self) - 1
        return number

    @property
    def strings(self) -> list[str]:
        return [name for name in self if name is not None]


def _table(rows: Iterable[tuple[int, ...]], columns: int) -> NDArray[np.int32]:
    import numpy as np

    listed = list(rows)
    return np.array(listed, np.int32).reshape(len(listed), columns)


def _block_row(block: Block, names: _Names) -> tuple[int, ...]:
    strings = names[block.kind], names[block.anchor], names[block.document]
    return (block.start, block.end, block.level, *strings)


def _document_fields(document: Document) -> dict[str, Any]:
    source = document.source
    return {
        "language": document.language,
        "name": document.name,
        "segmenter": document.segmenter,
        "skipped": [[each.kind, each.count, each.example] for each in document.skipped],
        "source": source and [str(source.path), source.reader, source.digest],
        "sizes": [len(document.blocks), len(document.segments), len(document.markup)],
    }


def _bitext_fields(bitext: Bitext) -> dict[str, Any]:
    made = bitext.signature
    return {
        "links": len(bitext.links),
        "zones": [[*each.source, *each.target, each.kind, each.reason] for each in bitext.zones],
        "notes": list(bitext.notes),
        "signature": made and [made.method, made.version, list(made.options), made.data],
    }


class _Reader:
    """Takes the rows of the tables in their order."""

    def __init__(self, arrays: dict[str, NDArray[Any]], metadata: dict[str, Any]) -> None:
        self._metadata = metadata
        self._texts = iter(strings_of(arrays["text"], arrays["text_ends"]))
        strings = strings_of(arrays["names"], arrays["name_ends"])
        self._names: dict[int, str | None] = {-1: None, **dict(enumerate(strings))}
        self._rows = {
            name: iter(arrays[name].tolist())
            for name in ("blocks", "segments", "markup", "links", "scores")
        }
        self._indices: list[int] = arrays["indices"].tolist()
        self._reasons: list[int] = arrays["reasons"].tolist()
        self._index = self._reason = 0

    def bitexts(self) -> list[Bitext]:
        fields = self._metadata["documents"]
        documents = [self._document(each) for each in fields]
        pairs = zip(documents[::2], documents[1::2], self._metadata["bitexts"], strict=True)
        return [self._bitext(source, target, each) for source, target, each in pairs]

    def _take(self, name: str, count: int) -> list[Any]:
        rows = self._rows[name]
        taken = list(islice(rows, count))
        if len(taken) != count:
            raise ValueError(f"{name} are missing")
        return taken

    def _name(self, number: int) -> str:
        name = self._names[number]
        if name is None:
            raise ValueError("a name is missing")
        return name

    def _document(self, fields: dict[str, Any]) -> Document:
        blocks, segments, marks = fields["sizes"]
        names = self._names
        source = fields["source"]
        return Document(
            text=next(self._texts),
            blocks=tuple(
                Block(start, end, self._name(kind), level, names[anchor], names[document])
                for start, end, level, kind, anchor, document in self._take("blocks", blocks)
            ),
            segments=tuple(Segment(*row) for row in self._take("segments", segments)),
            language=fields["language"],
            name=fields["name"],
            markup=tuple(
                Markup(start, end, self._name(kind), self._name(data))
                for start, end, kind, data in self._take("markup", marks)
            ),
            skipped=tuple(Skipped(*each) for each in fields["skipped"]),
            source=Source(Path(source[0]), source[1], source[2]) if source else None,
            segmenter=fields["segmenter"],
        )

    def _bitext(self, source: Document, target: Document, fields: dict[str, Any]) -> Bitext:
        rows = self._take("links", fields["links"])
        scores = self._take("scores", fields["links"])
        made = fields["signature"]
        signature = None
        if made:
            options = tuple((name, value) for name, value in made[2])
            signature = Signature(made[0], made[1], options, made[3])
        return Bitext(
            source,
            target,
            tuple(self._link(row, score) for row, score in zip(rows, scores, strict=True)),
            tuple(
                Zone((a, b), (c, d), kind, reason) for a, b, c, d, kind, reason in fields["zones"]
            ),
            tuple(fields["notes"]),
            signature,
        )

    def _link(self, row: list[int], score: float) -> Link:
        sources, targets, kind, reasons = row
        middle = self._index + sources
        end = middle + targets
        source, target = self._indices[self._index : middle], self._indices[middle:end]
        if len(source) != sources or len(target) != targets:
            raise ValueError("indices are missing")
        self._index = end
        said: tuple[str, ...] = ()
        if reasons:
            numbers = self._reasons[self._reason : self._reason + reasons]
            said = tuple(self._name(number) for number in numbers)
            if len(said) != reasons:
                raise ValueError("reasons are missing")
            self._reason += reasons
        known = None if score != score else score
        return Link(tuple(source), tuple(target), known, self._names[kind], said)
