"""What lists search, in a table of its own: whoever searches need not read the items around it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0004"
down_revision = "v0003"


def upgrade() -> None:
    """Move a column of the items to a table."""
    op.create_table(
        "item_text",
        sa.Column("item_id", sa.Integer, sa.ForeignKey("item.id"), primary_key=True),
        sa.Column("search", sa.Text, nullable=False),
    )
    op.execute("INSERT INTO item_text (item_id, search) SELECT id, search FROM item")
    op.execute("ALTER TABLE item DROP COLUMN search")
