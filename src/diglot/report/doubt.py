"""Which links deserve a look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.sentences import DOUBTFUL

if TYPE_CHECKING:
    from diglot.model import Link

__all__ = ["DOUBTFUL", "is_doubtful"]


def is_doubtful(link: Link, threshold: float = DOUBTFUL) -> bool:
    """Tell whether a link has a low probability or a reason against it, and nobody confirmed it."""
    if link.kind == "confirmed":
        return False
    return bool(link.reasons) or (link.score is not None and link.score < threshold)
