"""The HTTP server of an annotation project: its API, its access checks and the page.

Requests of browsers enter. JSON, files and the built page leave.
"""

from diglot.installed import extra_for

with extra_for("judging in the browser"):
    from diglot.annotate.server.serving import serve

__all__ = ["serve"]
