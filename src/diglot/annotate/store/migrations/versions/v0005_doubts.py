"""An index of doubtful items, so that few of many are found without a look at the others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0005"
down_revision = "v0004"


def upgrade() -> None:
    """Add an index; nothing that is there changes."""
    doubtful = sa.text("score < 0.5 OR reasons != '[]'")
    op.create_index(
        "item_doubtful",
        "item",
        ["layer_id", "seq"],
        sqlite_where=doubtful,
        postgresql_where=doubtful,
    )
