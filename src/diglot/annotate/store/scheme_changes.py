"""Labels and rules of a layer change, and its judgements come along."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

from sqlalchemy import select

from diglot.annotate.bodies import between
from diglot.annotate.store import cells, history
from diglot.annotate.store.history import Step
from diglot.annotate.store.tables import ANNOTATION, ITEM

if TYPE_CHECKING:
    from collections.abc import Callable

    from diglot.annotate.bodies import Body
    from diglot.annotate.schemes import Scheme
    from diglot.annotate.store.database import Database
    from diglot.annotate.store.drafts import Drafts
    from diglot.annotate.store.layers import Layers
    from diglot.annotate.store.records import LayerRecord


class SchemeChanges:
    """New versions of schemes."""

    def __init__(self, database: Database, layers: Layers, drafts: Drafts) -> None:
        self._database = database
        self._layers = layers
        self._drafts = drafts

    def replace(
        self,
        layer_id: int,
        scheme: Scheme,
        *,
        migrate: Callable[[Body], Body] | None = None,
        by: int | None = None,
    ) -> LayerRecord:
        """Give a layer a new version of its scheme, and bring its judgements along.

        Args:
            layer_id: of the layer.
            scheme: its version is set to the next one.
            migrate: from a body under the old scheme to one under the new one; none leaves bodies
                as they are, under the version they were made in.
            by: whose doing it is; the annotators' own unless told.

        Raises:
            NotFoundError: there is no such layer.
            FaultError: a migrated value has the wrong shape.
        """
        with self._database.writing() as connection:
            self._layers.replace_scheme(connection, layer_id, scheme, by)
            query = select(ANNOTATION.c.id).join(ITEM, ITEM.c.id == ANNOTATION.c.item_id)
            numbers = connection.scalars(query.where(ITEM.c.layer_id == layer_id)).all()
            for number in numbers:
                if migrate is None:
                    break
                head = history.header(connection, number, lock=True)
                body = cells.read(connection, number)
                operation = between(body, migrate(body), id=uuid4().hex, name="migrate")
                if operation.changes:
                    self._drafts.advance(connection, head, body, [Step(operation)], person=by)
        return self._layers.get(layer_id)
