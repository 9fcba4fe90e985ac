"""Symmetrisations: one set of links from the best links of both directions.

Tools mean different things by the same name; every reading has a name of its own here. All start
from the links of both directions, the *intersection*, and add links of one of them. ``grow``
repeats scans over the union, ascending by source, then target position: a link beside one that is
in already is added if the condition holds, and counts at once; it stops when a scan adds nothing.
``final`` then scans the links of the forward direction once, and those of the backward direction,
in the same order.

Reference: Och and Ney (2003); Koehn, Och and Marcu (2003).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from diglot.errors import ConfigError
from diglot.model import WordLinks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Symmetrisation:
    """Which links are added to the intersection.

    Attributes:
        neighbours: links grow to no neighbours, to the straight four, or to all eight.
        strict: grow where source and target word are unaligned, else where one of them is.
        final: then add other links where source ``or`` target word is unaligned, where source
            ``and`` target word are, or none.
        union: add all links of one direction.
    """

    neighbours: Literal[0, 4, 8] = 0
    strict: bool = False
    final: Literal["or", "and"] | None = None
    union: bool = False


SYMMETRISATIONS: dict[str, Symmetrisation] = {
    "intersection": Symmetrisation(),
    "union": Symmetrisation(union=True),
    "grow": Symmetrisation(4),
    "grow-diag": Symmetrisation(8),
    "grow-diag-final": Symmetrisation(8, final="or"),
    "grow-diag-final-and": Symmetrisation(8, final="and"),
    "grow-diag-strict": Symmetrisation(8, strict=True),
    "grow-diag-strict-final": Symmetrisation(8, strict=True, final="or"),
    "grow-diag-strict-final-and": Symmetrisation(8, strict=True, final="and"),
}
"""All symmetrisations by name; without ``strict`` those of fast_align's atools and of Moses.

There is no strict ``grow``: a straight neighbour shares a word with a link, so nothing could grow.
"""


def symmetrise(
    forward_best: NDArray[np.int32],
    backward_best: NDArray[np.int32],
    source_offsets: NDArray[np.int64],
    target_offsets: NDArray[np.int64],
    *,
    method: str = "grow-diag-final-and",
) -> WordLinks:
    """Join the best links of both directions.

    Args:
        forward_best: shape (target tokens,), source position of each target word, -1 for none.
        backward_best: shape (source tokens,), target position of each source word, -1 for none.
        source_offsets: shape (pairs + 1,), tokens of the source sentences.
        target_offsets: shape (pairs + 1,), tokens of the target sentences.
        method: a name of `SYMMETRISATIONS`.

    Raises:
        ConfigError: when there is no such method.
    """
    from diglot.words.kernels import symmetrise as _kernel_symmetrise

    chosen = SYMMETRISATIONS.get(method)
    if chosen is None:
        names = ", ".join(SYMMETRISATIONS)
        raise ConfigError(f"no symmetrisation is called {method!r}; there are: {names}")
    offsets, source, target = _kernel_symmetrise.symmetrise(
        forward_best,
        backward_best,
        source_offsets,
        target_offsets,
        chosen.union,
        chosen.neighbours // 4,
        chosen.strict,
        {None: 0, "or": 1, "and": 2}[chosen.final],
    )
    return WordLinks(offsets, source, target)
