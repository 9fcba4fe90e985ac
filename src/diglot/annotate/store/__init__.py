"""The store of annotations: projects, people, items, judgements and their history."""

from __future__ import annotations

from diglot.annotate.store.store import Store

__all__ = ["Store"]
