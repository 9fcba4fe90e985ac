"""Imports, which can be taken back and deleted; what they brought says so."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0003"
down_revision = "v0002"

# History stays append-only but for judgements that an import brought or asked for, once it has
# been taken back.
_TAKEN_BACK = (
    "EXISTS (SELECT 1 FROM annotation JOIN item ON item.id = annotation.item_id "
    "WHERE annotation.id = OLD.annotation_id "
    "AND (item.seq < 0 OR annotation.role LIKE 'import %'))"
)


def upgrade() -> None:
    """Add a table and columns; nothing that is there changes."""
    op.create_table(
        "import",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.String(26), nullable=False),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id")),
        sa.Column("layer_id", sa.Integer, sa.ForeignKey("layer.id"), nullable=False),
        sa.Column("files", sa.Text, nullable=False),
        sa.Column("removed", sa.String(26)),
    )
    for table in ("item", "annotation", "document"):
        op.execute(f'ALTER TABLE {table} ADD COLUMN import_id INTEGER REFERENCES "import" (id)')
    op.execute("ALTER TABLE layer ADD COLUMN removed INTEGER")
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER event_no_delete")
        op.execute(
            "CREATE TRIGGER event_no_delete BEFORE DELETE ON event "
            f"WHEN NOT {_TAKEN_BACK} BEGIN SELECT RAISE(ABORT, 'event is append-only'); END"
        )
        return
    op.execute(
        "CREATE OR REPLACE FUNCTION event_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ "
        f"BEGIN IF TG_OP = 'DELETE' AND {_TAKEN_BACK} THEN RETURN OLD; END IF; "
        "RAISE EXCEPTION 'event is append-only'; END $$"
    )
