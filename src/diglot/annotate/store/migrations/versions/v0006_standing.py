"""What all have done with an item stands beside its number, kept by the database itself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0006"
down_revision = "v0005"

# Who it is assigned to, as " 2  3 "; who has begun or done it here, as " 2=b 3=d", and who has in
# what an import brought. A list tells from them alone what each of these people sees.
_JOIN = {"sqlite": "group_concat({0}, '')", "postgresql": "string_agg({0}, '')"}
_TURNS = (
    "UPDATE item SET turns = COALESCE((SELECT {turns} FROM assignment"
    " WHERE item_id = {item}), '') WHERE id = {item}"
)
_JUDGED = (
    "UPDATE item SET hands = COALESCE((SELECT {hands} FROM annotation WHERE item_id = {item}"
    " AND role = 'annotator' AND rev > 0 AND import_id IS NULL), ''),"
    " brought = COALESCE((SELECT {hands} FROM annotation WHERE item_id = {item}"
    " AND role = 'annotator' AND rev > 0 AND import_id IS NOT NULL), ''),"
    " decided = EXISTS (SELECT 1 FROM annotation WHERE item_id = {item} AND state = 'adjudicated')"
    " WHERE id = {item}"
)

# Most saves change nothing of what stands beside the item.
CHANGED = (
    "(OLD.rev > 0) != (NEW.rev > 0) OR OLD.role != NEW.role"
    " OR (OLD.import_id IS NULL) != (NEW.import_id IS NULL)"
    " OR OLD.state != NEW.state"
)
LETTER = "CASE WHEN state = 'done' THEN '=d' ELSE '=b' END"

_BEGUN = sa.text("rev > 0")
_DOUBTFUL = sa.text("score < 0.5 OR reasons != '[]'")


def upgrade() -> None:
    """Add columns and fill them; triggers keep them, indexes hold them."""
    for name in ("turns", "hands", "brought"):
        op.add_column("item", sa.Column(name, sa.Text, nullable=False, server_default=""))
    decided = sa.Column("decided", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("item", decided)
    sqlite = op.get_bind().dialect.name == "sqlite"
    joined = _joined(LETTER)
    for table, change in (("assignment", _TURNS), ("annotation", _JUDGED)):
        filled = change.format(item="item.id", **joined).removesuffix("id = item.id")
        op.execute(f"{filled} id IN (SELECT item_id FROM {table})")  # noqa: S608
    for verb, row in (("INSERT", "NEW"), ("DELETE", "OLD")):
        _keep("assignment", verb, "", row, _TURNS.format(item=f"{row}.item_id", **joined))
    keep_judged(LETTER, CHANGED)
    # Entries of PostgreSQL's indexes hold 2,704 bytes, and many people may have an item.
    standing = ["turns", "hands", "brought", "decided"] if sqlite else []
    if sqlite:
        op.create_index("item_standing", "item", ["layer_id", "seq", *standing])
    for name in ("item_doubt", "item_doubtful"):
        op.drop_index(name, "item")
    op.create_index(
        "item_doubt", "item", ["layer_id", sa.text("coalesce(score, 2.0)"), "seq", *standing]
    )
    op.create_index(
        "item_doubtful",
        "item",
        ["layer_id", "seq", *standing],
        sqlite_where=_DOUBTFUL,
        postgresql_where=_DOUBTFUL,
    )
    # In the order of time: what was changed last is read first.
    op.create_index(
        "annotation_updated",
        "annotation",
        ["person_id", "role", "updated", "item_id"],
        sqlite_where=_BEGUN,
        postgresql_where=_BEGUN,
    )
    op.drop_index("annotation_person", "annotation")
    columns = ["person_id", "role", "item_id", "state", "rev"]
    op.create_index("annotation_person", "annotation", columns)


def keep_judged(letter: str, changed: str) -> None:
    """Let triggers keep what was judged: a letter for a judgement, anew where that has changed."""
    for verb, when, row in (
        ("INSERT", "WHEN (NEW.rev > 0)", "NEW"),
        ("UPDATE", f"WHEN ({changed})", "NEW"),
        ("DELETE", "", "OLD"),
    ):
        change = _JUDGED.format(item=f"{row}.item_id", **_joined(letter))
        _keep("annotation", verb, when, row, change)


def _joined(letter: str) -> dict[str, str]:
    join, number = _JOIN[op.get_bind().dialect.name], "CAST(person_id AS text)"
    return {
        "turns": join.format(f"' ' || {number} || ' '"),
        "hands": join.format(f"' ' || {number} || {letter}"),
    }


def _keep(table: str, verb: str, when: str, row: str, change: str) -> None:
    name = f"{table}_{verb.lower()}_standing"
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"DROP TRIGGER IF EXISTS {name}")
        op.execute(f"CREATE TRIGGER {name} AFTER {verb} ON {table} {when} BEGIN {change}; END")
        return
    # Of two who begin an item at once, the second waits, and then sees the first.
    op.execute(
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM "
        f"1 FROM item WHERE id = {row}.item_id FOR NO KEY UPDATE; {change}; RETURN NULL; END $$"
    )
    op.execute(f"DROP TRIGGER IF EXISTS {name} ON {table}")
    op.execute(
        f"CREATE TRIGGER {name} AFTER {verb} ON {table} FOR EACH ROW {when} "
        f"EXECUTE FUNCTION {name}()"
    )
