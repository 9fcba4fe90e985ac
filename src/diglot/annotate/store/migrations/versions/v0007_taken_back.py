"""An item of which somebody has taken everything back is as good as untouched for them."""

from __future__ import annotations

from diglot.annotate.store.migrations.versions.v0006_standing import CHANGED, keep_judged

revision = "v0007"
down_revision = "v0006"


def upgrade() -> None:
    """Give such drafts, whose digest is a mark, a letter of their own beside the item."""
    keep_judged(
        "CASE WHEN state = 'done' THEN '=d' WHEN digest = '=' THEN '=u' ELSE '=b' END",
        f"{CHANGED} OR (OLD.digest = '=') != (NEW.digest = '=')",
    )
