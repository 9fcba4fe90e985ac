"""The HTTP server of a project: its API, its guards, and the page."""

from __future__ import annotations

from diglot.annotate.server.serving import serve

__all__ = ["serve"]
