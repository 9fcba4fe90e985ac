"""The layers of a project, with every version of their schemes and guidelines."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection, Row, and_, insert, select, update

from diglot.annotate.layers.layer import Layer
from diglot.annotate.records import LayerRecord, NotFoundError, StateError
from diglot.annotate.schemes import Label, Scheme
from diglot.annotate.store.database import Database
from diglot.annotate.store.history import record
from diglot.annotate.store.tables import GUIDELINE, LAYER, SCHEME, from_row
from diglot.errors import ConfigError


def as_json(scheme: Scheme) -> dict[str, Any]:
    """A scheme as JSON."""
    return {
        "kind": scheme.kind,
        "version": scheme.version,
        "labels": [asdict(label) for label in scheme.labels],
        "settings": dict(scheme.settings),
        "severities": dict(scheme.severities),
    }


def from_json(value: dict[str, Any]) -> Scheme:
    """The scheme that `as_json` has written."""
    return Scheme(
        kind=value["kind"],
        version=value["version"],
        labels=tuple(
            Label(**{**label, "aliases": tuple(label["aliases"])}) for label in value["labels"]
        ),
        settings=value["settings"],
        severities=value["severities"],
    )


_ANY = (
    select(LAYER, SCHEME.c.scheme, GUIDELINE.c.text, GUIDELINE.c.sha256)
    .join(SCHEME, and_(SCHEME.c.layer_id == LAYER.c.id, SCHEME.c.version == LAYER.c.scheme_version))
    .join(
        GUIDELINE,
        and_(GUIDELINE.c.layer_id == LAYER.c.id, GUIDELINE.c.version == LAYER.c.guideline_version),
    )
    .order_by(LAYER.c.id)
)
_ALL = _ANY.where(LAYER.c.removed.is_(None))


class Layers:
    """The layers of a project.

    Args:
        database: of the project.
        kinds: what diglot knows of each kind of layer.
    """

    def __init__(self, database: Database, kinds: Mapping[str, Layer]) -> None:
        self._database = database
        self._kinds = kinds
        self._schemes: dict[tuple[int, int], Scheme] = {}

    def add(
        self,
        kind: str,
        name: str,
        *,
        scheme: Scheme | None = None,
        guideline: str = "",
        settings: Mapping[str, Any] | None = None,
        by: int | None = None,
    ) -> LayerRecord:
        """Add a layer, with the kind's own scheme unless another is given.

        One of the name that was taken back with an import comes back, with its scheme and guideline
        as far as they fit.

        Raises:
            ConfigError: there is no such kind.
            StateError: there is a layer of this name.
        """
        scheme = replace(scheme or self.kind(kind).scheme, version=1)
        with self._database.writing() as connection:
            there = connection.execute(_ANY.where(LAYER.c.name == name)).first()
            if there is not None and there.removed is not None:
                old = _record(there)
                if old.kind == kind and replace(old.scheme, version=1) == scheme:
                    _set(connection, old.id, removed=None)
                    return old
                _set(connection, old.id, name=f"{name} (import {there.removed})")
            elif there is not None:
                raise StateError(f"there is a layer {name!r} already", cure="choose another name")
            row = {
                "kind": kind,
                "name": name,
                "scheme_version": 1,
                "guideline_version": 1,
                "settings": settings or {},
            }
            made = insert(LAYER).values(row).returning(LAYER.c.id)
            layer_id = connection.execute(made).scalar_one()
            self._put_scheme(connection, layer_id, scheme, by)
            row = {
                "layer_id": layer_id,
                "version": 1,
                "text": guideline,
                "sha256": hashlib.sha256(guideline.encode()).hexdigest(),
                "at": self._database.now(),
                "person_id": by,
            }
            connection.execute(insert(GUIDELINE), row)
            details = {"layer": layer_id, "name": name, "kind": kind}
            record(self._database, connection, "add layer", user=by, details=details)
            return self._get(connection, layer_id)

    def all(self) -> list[LayerRecord]:
        """Every layer, in the order they were added."""
        with self._database.reading() as connection:
            return [_record(row) for row in connection.execute(_ALL)]

    def get(self, layer: int | str) -> LayerRecord:
        """A layer by its number or its name.

        Raises:
            NotFoundError: there is none.
        """
        with self._database.reading() as connection:
            return self._get(connection, layer)

    def set_settings(self, layer_id: int, settings: Mapping[str, Any]) -> LayerRecord:
        """Replace a layer's settings.

        Raises:
            NotFoundError: there is no such layer.
        """
        with self._database.writing() as connection:
            self._get(connection, layer_id)
            _set(connection, layer_id, settings=dict(settings))
            details = {"layer": layer_id, "settings": dict(settings)}
            record(self._database, connection, "set settings", details=details)
            return self._get(connection, layer_id)

    def kind(self, name: str) -> Layer:
        """What diglot knows of a kind of layer.

        Raises:
            ConfigError: nothing.
        """
        if name not in self._kinds:
            known = ", ".join(self._kinds)
            raise ConfigError(f"unknown kind of layer {name!r}; available: {known}")
        return self._kinds[name]

    def scheme_at(self, connection: Connection, layer_id: int, version: int) -> Scheme:
        """A version of a layer's scheme; versions never change, so each is read once."""
        found = self._schemes.get((layer_id, version))
        if found is None:
            query = select(SCHEME.c.scheme).where(
                SCHEME.c.layer_id == layer_id, SCHEME.c.version == version
            )
            found = from_json(connection.execute(query).scalar_one())
            self._schemes[layer_id, version] = found
        return found

    def replace_scheme(
        self, connection: Connection, layer_id: int, scheme: Scheme, by: int | None
    ) -> Scheme:
        """Make a scheme the newest version of a layer's; `SchemeChanges` brings judgements along.

        Raises:
            NotFoundError: there is no such layer.
        """
        self._get(connection, layer_id)
        last = select(LAYER.c.scheme_version).where(LAYER.c.id == layer_id).with_for_update()
        version = connection.execute(last).scalar_one() + 1
        scheme = replace(scheme, version=version)
        self._put_scheme(connection, layer_id, scheme, by)
        _set(connection, layer_id, scheme_version=version)
        details = {"layer": layer_id, "version": version}
        record(self._database, connection, "set scheme", user=by, details=details)
        return scheme

    def _get(self, connection: Connection, layer: int | str) -> LayerRecord:
        column = LAYER.c.name if isinstance(layer, str) else LAYER.c.id
        row = connection.execute(_ANY.where(column == layer)).first()
        if row is None:
            names = ", ".join(each.name for each in connection.execute(_ALL))
            raise NotFoundError(
                f"there is no layer {layer!r}",
                cure=f"available: {names}" if names else "import a file first",
            )
        return _record(row)

    def _put_scheme(
        self, connection: Connection, layer_id: int, scheme: Scheme, by: int | None
    ) -> None:
        row = {
            "layer_id": layer_id,
            "version": scheme.version,
            "scheme": as_json(scheme),
            "at": self._database.now(),
            "person_id": by,
        }
        connection.execute(insert(SCHEME), row)


def _record(row: Row[Any]) -> LayerRecord:
    given = {"scheme": from_json(row.scheme), "guideline": row.text, "guideline_sha": row.sha256}
    return from_row(LayerRecord, row, **given)


def _set(connection: Connection, layer_id: int, **values: object) -> None:
    connection.execute(update(LAYER).where(LAYER.c.id == layer_id).values(values))
