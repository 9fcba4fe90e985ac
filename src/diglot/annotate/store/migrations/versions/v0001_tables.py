"""The first tables, and what keeps history and audit from being rewritten."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0001"
down_revision = None

APPEND_ONLY = ("event", "audit")


def upgrade() -> None:
    """Make every table."""
    _project()
    _work()
    _people()
    for table in APPEND_ONLY:
        _forbid_rewriting(table)


def _forbid_rewriting(table: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{table} is append-only'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION {table}_append_only()"
    )


def _project() -> None:
    op.create_table(
        "project",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.String(26), nullable=False),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, nullable=False, unique=True),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("pseudonym", sa.Integer, unique=True),
        sa.Column("password", sa.Text),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("created", sa.String(26), nullable=False),
    )
    op.create_table(
        "document",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("lang", sa.String(35), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("characters", sa.Integer, nullable=False),
        sa.Column("provenance", sa.Text, nullable=False),
        sa.UniqueConstraint("name", "lang", "sha256", name="document_once"),
    )
    op.create_table(
        "layer",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False, unique=True),
        sa.Column("scheme_version", sa.Integer, nullable=False),
        sa.Column("guideline_version", sa.Integer, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
    )
    op.create_table(
        "scheme",
        sa.Column("layer_id", sa.Integer, sa.ForeignKey("layer.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("scheme", sa.Text, nullable=False),
        sa.Column("at", sa.String(26), nullable=False),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id")),
    )
    op.create_table(
        "guideline",
        sa.Column("layer_id", sa.Integer, sa.ForeignKey("layer.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("at", sa.String(26), nullable=False),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id")),
    )


def _work() -> None:
    op.create_table(
        "item",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("layer_id", sa.Integer, sa.ForeignKey("layer.id"), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("cells", sa.Text, nullable=False),
        sa.Column("score", sa.Float),
        sa.Column("hidden_gold", sa.Text),
        sa.Column("hidden_digest", sa.String(64)),
        sa.Column("sandbox", sa.Boolean, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("search", sa.Text, nullable=False),
        sa.Column("reasons", sa.Text, nullable=False),
        sa.UniqueConstraint("layer_id", "key", name="item_key_once"),
        sa.UniqueConstraint("layer_id", "seq", name="item_seq_once"),
    )
    op.create_table(
        "suggestion",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("item_id", sa.Integer, sa.ForeignKey("item.id"), nullable=False),
        sa.Column("method", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("params", sa.Text, nullable=False),
        sa.Column("cells", sa.Text, nullable=False),
        sa.Column("score", sa.Float),
    )
    op.create_index("ix_suggestion_item_id", "suggestion", ["item_id"])
    op.create_table(
        "assignment",
        sa.Column("item_id", sa.Integer, sa.ForeignKey("item.id"), primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("position", sa.Integer, nullable=False),
    )
    op.create_index("assignment_person", "assignment", ["person_id", "position"])
    op.create_table(
        "annotation",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("item_id", sa.Integer, sa.ForeignKey("item.id"), nullable=False),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("rev", sa.Integer, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("copied", sa.Boolean, nullable=False),
        sa.Column("scheme_version", sa.Integer, nullable=False),
        sa.Column("updated", sa.String(26), nullable=False),
        sa.UniqueConstraint("item_id", "person_id", "role", name="annotation_once"),
    )
    op.create_index("annotation_person", "annotation", ["person_id", "role"])
    op.create_table(
        "cell",
        sa.Column("annotation_id", sa.Integer, sa.ForeignKey("annotation.id"), primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "event",
        sa.Column("annotation_id", sa.Integer, sa.ForeignKey("annotation.id"), primary_key=True),
        sa.Column("rev", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("op_id", sa.String(100), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("changes", sa.Text, nullable=False),
        sa.Column("undoes", sa.String(100)),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("at", sa.String(26), nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.UniqueConstraint("annotation_id", "op_id", name="event_once"),
    )
    op.create_table(
        "lease",
        sa.Column("item_id", sa.Integer, sa.ForeignKey("item.id"), primary_key=True),
        sa.Column("role", sa.String(16), primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("until", sa.String(26), nullable=False),
    )


def _people() -> None:
    op.create_table(
        "session",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("created", sa.String(26), nullable=False),
        sa.Column("expires", sa.String(26), nullable=False),
    )
    op.create_table(
        "invitation",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("by_id", sa.Integer, sa.ForeignKey("person.id")),
        sa.Column("created", sa.String(26), nullable=False),
        sa.Column("expires", sa.String(26), nullable=False),
        sa.Column("used", sa.Boolean, nullable=False),
    )
    op.create_table(
        "login_attempt",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name_key", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("at", sa.String(26), nullable=False),
        sa.Column("failed", sa.Boolean, nullable=False),
    )
    op.create_index("login_attempt_name", "login_attempt", ["name_key", "at"])
    op.create_index("login_attempt_address", "login_attempt", ["address", "at"])
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.String(26), nullable=False),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id")),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("details", sa.Text, nullable=False),
    )
    op.create_table(
        "release",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("version", sa.Text, nullable=False, unique=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("folder", sa.Text, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id")),
        sa.Column("created", sa.String(26), nullable=False),
    )
