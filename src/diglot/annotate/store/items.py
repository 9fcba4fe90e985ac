"""The items of layers and the documents they were made from."""

import hashlib
import json
import operator
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import uuid4

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Row,
    Table,
    bindparam,
    case,
    exists,
    func,
    insert,
    select,
    update,
)

from diglot.annotate import records
from diglot.annotate.bodies import canonical
from diglot.annotate.items import NewItem
from diglot.annotate.layers.layer import Layer
from diglot.annotate.store import queue
from diglot.annotate.store.cells import digest
from diglot.annotate.store.database import Database
from diglot.annotate.store.layers import Layers
from diglot.annotate.store.tables import (
    ANNOTATION,
    ASSIGNMENT,
    DOCUMENT,
    IMPORT,
    ITEM,
    ITEM_TEXT,
    LAYER,
    REMARK,
    SUGGESTION,
    from_row,
    items_of,
    line,
)
from diglot.errors import InputError

_HEADERS = [column for column in DOCUMENT.c if column.name != "text"]


class Documents:
    """The texts of a project."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        name: str,
        lang: str,
        text: str,
        *,
        provenance: Mapping[str, Any] | None = None,
        import_id: int | None = None,
    ) -> records.DocumentRecord:
        """Add a text; the same one under the same name is there once.

        Raises:
            InputError: the text holds NUL or half a surrogate pair.
        """
        try:
            data = text.encode()
        except UnicodeEncodeError as error:
            raise InputError("the text holds half a surrogate pair", path=name) from error
        if "\0" in text:
            raise InputError("the text holds NUL", path=name, cure="remove it")
        row = {
            "name": line(name, "the name of a document", longest=500),
            "lang": line(lang, "a language", longest=35),
            "sha256": hashlib.sha256(data).hexdigest(),
            "text": text,
            "characters": len(text),
            "provenance": provenance or {},
            "import_id": import_id,
        }
        query = select(*_HEADERS).where(
            DOCUMENT.c.name == name, DOCUMENT.c.lang == lang, DOCUMENT.c.sha256 == row["sha256"]
        )
        with self._database.writing() as connection:
            taken_back = select(IMPORT.c.id).where(IMPORT.c.removed.is_not(None))
            statement = self._database.insert(DOCUMENT).values(row)
            known = statement.on_conflict_do_update(
                index_elements=[DOCUMENT.c.name, DOCUMENT.c.lang, DOCUMENT.c.sha256],
                set_={"import_id": import_id},
                where=DOCUMENT.c.import_id.in_(taken_back),
            )
            connection.execute(known)
            return from_row(records.DocumentRecord, connection.execute(query).one())

    def all(self) -> list[records.DocumentRecord]:
        """Every text, in the order they were added."""
        with self._database.reading() as connection:
            of_import = DOCUMENT.outerjoin(IMPORT, IMPORT.c.id == DOCUMENT.c.import_id)
            query = select(*_HEADERS).select_from(of_import).where(IMPORT.c.removed.is_(None))
            rows = connection.execute(query.order_by(DOCUMENT.c.id))
            return [from_row(records.DocumentRecord, row) for row in rows]


# The items of layers: what people are asked, and what methods proposed.

EXCERPT = 200
"""Characters of a side that lists show."""

PIECE = 500
"""Items that are written or read at once."""

CONCEALED = "concealed"
"""Setting of a layer: what of its items annotators are not shown, as it tells known answers."""

_ITEMS = bindparam("items", type_=Integer, expanding=True)
_AT = ITEM.alias("place")
_INSIDE = items_of(_AT.c.layer_id)
_NEIGHBOURS = select(
    _AT.c.id,
    select(func.max(ITEM.c.seq)).where(_INSIDE).scalar_subquery(),
    select(func.max(ITEM.c.seq)).where(_INSIDE, ITEM.c.seq < _AT.c.seq).scalar_subquery(),
    # Without _INSIDE, whose own lower bound SQLite would take: it would go through all before it.
    select(func.min(ITEM.c.seq))
    .where(ITEM.c.layer_id == _AT.c.layer_id, ITEM.c.seq > _AT.c.seq)
    .scalar_subquery(),
).where(_AT.c.id.in_(_ITEMS))
_SUGGESTIONS = select(SUGGESTION).where(SUGGESTION.c.item_id.in_(_ITEMS)).order_by(SUGGESTION.c.id)

_CHANCE = random.SystemRandom()


class Items:
    """The items of a project."""

    def __init__(self, database: Database, layers: Layers) -> None:
        self._database = database
        self._layers = layers

    def add_many(
        self, layer_id: int, items: Iterable[NewItem], *, import_id: int | None = None
    ) -> int:
        """Add items in one transaction, leaving those alone whose key is there; how many are new.

        Raises:
            NotFoundError: there is no such layer.
            InputError: a payload is no JSON, or a key is too long.
        """
        with self._database.writing() as connection:
            query = select(LAYER.c.kind).where(LAYER.c.id == layer_id).with_for_update()
            kind = connection.execute(query).scalar()
            if kind is None:
                raise records.NotFoundError(f"there is no layer {layer_id}")
            layer = self._layers.kind(kind)
            there = set(connection.scalars(select(ITEM.c.key).where(ITEM.c.layer_id == layer_id)))
            last = select(func.max(ITEM.c.seq)).where(ITEM.c.layer_id == layer_id)
            seq = max(connection.execute(last).scalar() or 0, 0)
            piece: list[tuple[dict[str, Any], NewItem]] = []
            added = 0
            for item in items:
                if item.key in there:
                    continue
                there.add(item.key)
                seq = seq + 1 if item.seq is None else item.seq
                row = _row(layer_id, layer, seq, item)
                piece.append(({**row, "import_id": import_id}, item))
                added += 1
                if len(piece) == PIECE:
                    _write(connection, layer_id, piece)
                    piece = []
            _write(connection, layer_id, piece)
        return added

    def count_known(self, layer_id: int, keys: set[str]) -> int:
        """How many of these keys a layer has."""
        with self._database.reading() as connection:
            return len(
                keys.intersection(connection.scalars(select(ITEM.c.key).where(items_of(layer_id))))
            )

    def mix_hidden(self, layer_id: int) -> int:
        """Exchange hidden items with others at random; how many stay where they were added.

        Numbers grow as items are added, so known answers that were added after the others would
        be told by theirs. Only items that nobody has been given or has opened change places. What
        hidden items lack and others have, such as a score, is noted in the layer as `CONCEALED`.
        """
        touched = (ANNOTATION, ASSIGNMENT, REMARK)
        query = select(ITEM).where(
            items_of(layer_id),
            ITEM.c.sandbox.is_(False),
            *(~exists().where(table.c.item_id == ITEM.c.id) for table in touched),
        )
        with self._database.writing() as connection:
            rows = [row._asdict() for row in connection.execute(query)]
            hidden = [row for row in rows if row["hidden_digest"] is not None]
            scores = [row["score"] for row in rows if row["score"] is not None]
            for row in hidden:
                if row["score"] is None and scores:  # it is ordered by, and shown to nobody
                    row["score"] = _CHANCE.choice(scores)
            self._conceal(connection, layer_id, rows)
            # All free places are drawn from alike, those of hidden items among them.
            places = _CHANCE.sample(rows, len(hidden))
            taken = {row["id"] for row in places}
            leaving = [row for row in hidden if row["id"] not in taken]
            giving = [row for row in places if row["hidden_digest"] is None]
            for one, other in zip(leaving, giving, strict=True):
                _exchange(connection, one, other)
            for row in hidden:
                scored = update(ITEM).where(ITEM.c.layer_id == layer_id, ITEM.c.key == row["key"])
                connection.execute(scored.values(score=row["score"]))
        return len(hidden) if len(rows) == len(hidden) else 0

    @staticmethod
    def _conceal(connection: Connection, layer_id: int, rows: list[dict[str, Any]]) -> None:
        proposed = select(SUGGESTION.c.item_id).join(ITEM, ITEM.c.id == SUGGESTION.c.item_id)
        with_proposal = set(connection.scalars(proposed.where(items_of(layer_id))))
        there: dict[bool, set[str]] = {True: set(), False: set()}
        for row in rows:
            payload = json.loads(row["payload"])
            names = {name for name, value in payload.items() if value not in (None, [], {}, "")}
            names |= {"suggestions"} if row["id"] in with_proposal else set()
            there[row["hidden_digest"] is not None] |= names
        telling = {"doc", "pair", "policy"} | (there[True] ^ there[False])
        settings = connection.scalar(select(LAYER.c.settings).where(LAYER.c.id == layer_id)) or {}
        known = {*settings.get(CONCEALED, ()), *telling}
        changed = update(LAYER).where(LAYER.c.id == layer_id)
        connection.execute(changed.values(settings={**settings, CONCEALED: sorted(known)}))

    def get(self, item_id: int) -> records.ItemRecord:
        """An item by its number.

        Raises:
            NotFoundError: there is none.
        """
        return self._one(f"there is no item {item_id}", ITEM.c.id == item_id)

    def by_seq(self, layer_id: int, seq: int) -> records.ItemRecord:
        """An item by its number in its layer.

        Raises:
            NotFoundError: there is none.
        """
        return self._one(_unknown(seq), ITEM.c.layer_id == layer_id, ITEM.c.seq == seq)

    def ids(self, layer_id: int, seqs: Sequence[int]) -> list[int]:
        """The ids of items by their numbers in a layer, in the order of the numbers.

        Raises:
            NotFoundError: there is none of such a number.
        """
        query = select(ITEM.c.seq, ITEM.c.id)
        query = query.where(ITEM.c.layer_id == layer_id, ITEM.c.seq.in_(seqs))
        with self._database.reading() as connection:
            found = {row.seq: row.id for row in connection.execute(query)}
        if unknown := [seq for seq in seqs if seq not in found]:
            raise records.NotFoundError(_unknown(unknown[0]))
        return [found[seq] for seq in seqs]

    def _one(self, message: str, *conditions: ColumnElement[bool]) -> records.ItemRecord:
        with self._database.reading() as connection:
            row = connection.execute(select(ITEM).where(*conditions)).first()
        if row is None:
            raise records.NotFoundError(message)
        return record(row)

    def each(self, layer_id: int) -> Iterator[records.ItemRecord]:
        """Every item of a layer by its number, a stretch at a time."""
        last = None
        while True:
            query = select(ITEM).where(items_of(layer_id)).order_by(ITEM.c.seq)
            if last is not None:
                query = query.where(ITEM.c.seq > last)
            with self._database.reading() as connection:
                rows = connection.execute(query.limit(PIECE)).all()
            yield from map(record, rows)
            if len(rows) < PIECE:
                return
            last = rows[-1].seq

    def several(self, numbers: Iterable[int]) -> Iterator[records.ItemRecord]:
        """Items by their numbers, as far as there are such, a stretch at a time."""
        ordered = sorted(numbers)
        for start in range(0, len(ordered), PIECE):
            piece = ITEM.c.id.in_(ordered[start : start + PIECE])
            with self._database.reading() as connection:
                rows = connection.execute(select(ITEM).where(piece).order_by(ITEM.c.id)).all()
            yield from map(record, rows)

    def payloads(self, numbers: Iterable[int]) -> dict[int, Mapping[str, Any]]:
        """What is shown of items, by their numbers, as far as there are such."""
        found: dict[int, Mapping[str, Any]] = {}
        ordered = sorted(numbers)
        for start in range(0, len(ordered), PIECE):
            piece = ITEM.c.id.in_(ordered[start : start + PIECE])
            with self._database.reading() as connection:
                rows = connection.execute(select(ITEM.c.id, ITEM.c.payload).where(piece)).all()
            found |= {row.id: json.loads(row.payload) for row in rows}
        return found

    def page(
        self,
        layer_id: int,
        user_id: int,
        *,
        view: records.View = "all",
        text: str = "",
        order: records.Order = "seq",
        offset: int = 0,
        limit: int = 100,
    ) -> tuple[list[records.ItemRow], int]:
        """A stretch of a layer's items as a person sees them, and how many there are in all.

        An annotator sees the items that are the annotator's own by assignment and, of those that
        nobody is assigned to, the ones that nobody else has begun.

        Raises:
            ForbiddenError: the person has been deactivated.
            NotFoundError: there is no such person.
        """
        with self._database.reading() as connection:
            lens = queue.personal_queue(connection, layer_id, user_id)
            return queue.list_page(connection, lens, view, text, order, offset, limit)

    def neighbours(self, numbers: Sequence[int]) -> dict[int, records.Neighbours]:
        """Where items stand in their layers."""
        with self._database.reading() as connection:
            rows = connection.execute(_NEIGHBOURS, {"items": numbers})
            return {number: records.Neighbours(*place) for number, *place in rows}

    def suggestions(self, numbers: Sequence[int]) -> dict[int, list[records.SuggestionRecord]]:
        """What methods proposed for items, in the order they were added."""
        found: dict[int, list[records.SuggestionRecord]] = {each: [] for each in numbers}
        with self._database.reading() as connection:
            for row in connection.execute(_SUGGESTIONS, {"items": numbers}):
                found[row.item_id].append(from_row(records.SuggestionRecord, row))
        return found


def _unknown(seq: int) -> str:
    return f"there is no item {seq} in this layer"


def conceal(payload: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """A payload without the fields, its own and those of its sides, that tell known answers."""
    hidden = set(names)
    return {
        name: conceal(value, hidden & {"doc"}) if name in {"source", "target"} else value
        for name, value in payload.items()
        if name not in hidden
    }


def record(row: Row[Any]) -> records.ItemRecord:
    """An item from its row."""
    return from_row(
        records.ItemRecord,
        row,
        payload=json.loads(row.payload),
        cells=dict(sorted(json.loads(row.cells).items())),
        hidden_gold=json.loads(row.hidden_gold or "null"),  # the same work, answer or none
    )


def _row(layer_id: int, layer: Layer, seq: int, item: NewItem) -> dict[str, Any]:
    for name in item.cells:
        line(name, "the name of a cell", longest=500)
    source, target = _texts(item)
    hidden = item.hidden_gold
    return {
        "layer_id": layer_id,
        "key": line(item.key, "the key of an item", longest=500),
        "seq": seq,
        "payload": canonical(item.payload),
        "cells": canonical(item.cells) if item.cells else "{}",
        "score": item.score,
        "hidden_gold": None if hidden is None else canonical(hidden),
        "hidden_digest": None if hidden is None else digest(layer, hidden),
        "sandbox": item.sandbox,
        "source": source[:EXCERPT],
        "target": target[:EXCERPT],
        "reasons": canonical(item.payload.get("reasons") or []),
    }


def _exchange(connection: Connection, one: dict[str, Any], other: dict[str, Any]) -> None:
    """Let two items change places, each with what is proposed for it."""
    numbers = (one["id"], other["id"])
    place = {"id", "layer_id", "seq"}
    proposed = update(SUGGESTION).where(SUGGESTION.c.item_id.in_(numbers))
    turned = case((SUGGESTION.c.item_id == numbers[0], numbers[1]), else_=numbers[0])
    connection.execute(proposed.values(item_id=turned))
    searched = ITEM_TEXT.c.item_id.in_(numbers)
    rows = connection.execute(select(ITEM_TEXT).where(searched))
    texts = {row.item_id: row.search for row in rows}
    for number, other_number in zip(numbers, reversed(numbers), strict=True):
        moved = update(ITEM_TEXT).where(ITEM_TEXT.c.item_id == number)
        connection.execute(moved.values(search=texts[other_number]))
    # Keys are unique at every moment.
    connection.execute(update(ITEM).where(ITEM.c.id == numbers[0]).values(key=uuid4().hex))
    for number, row in zip(reversed(numbers), (one, other), strict=True):
        content = {name: value for name, value in row.items() if name not in place}
        connection.execute(update(ITEM).where(ITEM.c.id == number).values(content))


def _texts(item: NewItem) -> tuple[str, str]:
    return _side(item.payload, "source"), _side(item.payload, "target", "output")


def _side(payload: Mapping[str, Any], *names: str) -> str:
    for name in names:
        side = payload.get(name)
        if isinstance(side, Mapping):
            return str(side.get("text", "")).replace("\0", " ")
    return ""


def _write(
    connection: Connection, layer_id: int, piece: list[tuple[dict[str, Any], NewItem]]
) -> None:
    if not piece:
        return
    _insert(connection, ITEM, [row for row, _ in piece])
    keys = [row["key"] for row, _ in piece]
    query = select(ITEM.c.key, ITEM.c.id).where(ITEM.c.layer_id == layer_id, ITEM.c.key.in_(keys))
    numbers = {row.key: row.id for row in connection.execute(query)}
    searched = [
        {"item_id": numbers[item.key], "search": "\n".join(_texts(item)).casefold()}
        for _, item in piece
    ]
    _insert(connection, ITEM_TEXT, searched)
    rows = [
        {
            "item_id": numbers[item.key],
            "method": each.method,
            "version": each.version,
            "params": each.params,
            "cells": each.cells,
            "score": each.score,
        }
        for _, item in piece
        for each in item.suggestions
    ]
    if rows:
        connection.execute(insert(SUGGESTION), rows)


def _insert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Write rows of plain values, to SQLite as they are: a third of SQLAlchemy's time."""
    if connection.dialect.name != "sqlite":
        connection.execute(insert(table), rows)
        return
    statement = insert(table).compile(dialect=connection.dialect, column_keys=list(rows[0]))
    values = operator.itemgetter(*statement.positiontup or ())
    connection.exec_driver_sql(str(statement), list(map(values, rows)))
