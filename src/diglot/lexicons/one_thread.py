"""Methods whose large products of matrices are worked out by one thread."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")


def one_thread(method: Callable[P, R]) -> Callable[P, R]:
    """Return a method that gives the same bytes on every machine.

    More threads add up in another order, and wait for each other longer than they gain.
    """

    @wraps(method)
    def alone(*args: P.args, **kwargs: P.kwargs) -> R:
        from threadpoolctl import threadpool_limits

        with threadpool_limits(limits=1):
            return method(*args, **kwargs)

    return alone
