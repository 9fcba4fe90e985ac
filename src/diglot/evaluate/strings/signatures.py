"""Lines of options in the form of sacreBLEU, so that figures can be compared with published ones.

Reference:
    Post 2018, "A call for clarity in reporting BLEU scores".
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def sacrebleu_signature(references: NDArray[np.int64], **options: str | bool) -> str:
    """Return the line of a run.

    Args:
        references: number of references of every segment.
        options: names and values in sacreBLEU's order.
    """
    numbers = {int(each) for each in references}
    parts = [f"nrefs:{numbers.pop() if len(numbers) == 1 else 'var'}"]
    parts += [
        f"{name}:{value if isinstance(value, str) else ('no', 'yes')[value]}"
        for name, value in options.items()
    ]
    return "|".join([*parts, f"version:{_version()}"])


@cache
def _version() -> str:
    from importlib.metadata import version

    return version("sacrebleu")
