"""The folder of what can be made again."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """Return the folder of what can be made again; it need not exist."""
    from platformdirs import user_cache_path

    given = os.environ.get("DIGLOT_CACHE")
    return Path(given) if given else user_cache_path("diglot", appauthor=False)
