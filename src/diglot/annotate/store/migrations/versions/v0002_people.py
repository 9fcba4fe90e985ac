"""Sessions with their last use, known browsers, password resets, remarks, an order by doubt."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0002"
down_revision = "v0001"


def upgrade() -> None:
    """Add columns and tables; nothing that is there changes."""
    op.execute("ALTER TABLE session ADD COLUMN used VARCHAR(26)")
    op.execute("ALTER TABLE session ADD COLUMN agent TEXT DEFAULT '' NOT NULL")
    op.execute("ALTER TABLE invitation ADD COLUMN name TEXT DEFAULT '' NOT NULL")
    op.execute("ALTER TABLE invitation ADD COLUMN person_id INTEGER REFERENCES person (id)")
    op.create_table(
        "device",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("created", sa.String(26), nullable=False),
    )
    op.create_table(
        "sight",
        sa.Column("item_id", sa.Integer, sa.ForeignKey("item.id"), primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("at", sa.String(26), nullable=False),
    )
    op.create_table(
        "remark",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("item_id", sa.Integer, sa.ForeignKey("item.id"), nullable=False),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("at", sa.String(26), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("flag", sa.Boolean, nullable=False),
        sa.Column("mentions", sa.Text, nullable=False),
        sa.Column("resolved", sa.String(26)),
    )
    op.create_index("ix_remark_item_id", "remark", ["item_id"])
    op.create_index("item_doubt", "item", ["layer_id", sa.text("coalesce(score, 2.0)"), "seq"])
