"""The database of an annotation project: people, items, judgements and their history.

Items and operations on judgements enter. Frozen records (`records`) leave; no database row leaves
this package.
"""

from diglot.installed import extra_for

with extra_for("judging in the browser"):
    from diglot.annotate.store.store import Store

__all__ = ["Store"]
