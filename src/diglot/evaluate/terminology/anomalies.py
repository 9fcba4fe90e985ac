"""Signs that the run of a whole system is not what it is said to be, each with its reason in words.

All were met in the submissions of shared tasks on terminology: terms used in a run that was
declared to have none, one output for all sources, the wrong language, one file under two names.

Reference: findings of the shared tasks on terminology of WMT 2023 and 2025.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from diglot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TOO_GOOD = 0.9
"""Share of terms translated as listed that nobody reaches without seeing the list (the best plain
run of 2025 has 0.54)."""

FAILED = 0.05
"""Success below which consistency means nothing."""

STEADY = 0.7
"""Consistency that a working system may have."""

SAME_OUTPUT = 0.2
"""Share of different sources that one output may stand for."""

_FEW = 5


def terms_without_list(success: float, *, least: float = TOO_GOOD) -> str | None:
    """Return a reason if a run declared to see no terms translates them as listed, else None.

    Args:
        success: share of terms translated as listed, in [0, 1].
        least: share above which that is believed to be no chance.
    """
    if success <= least:
        return None
    return f"{success:.1%} of the terms are as listed in a run that was declared to see no list"


def constant_output(
    sources: Sequence[str], outputs: Sequence[str], *, most: float = SAME_OUTPUT
) -> str | None:
    """Return a reason if one output stands for many different sources, else None.

    Blank outputs count as one. Less than five different sources say nothing.

    Args:
        sources: segments.
        outputs: one per source.
        most: share of the different sources that one output may stand for.

    Raises:
        InputError: the numbers differ.
    """
    if len(sources) != len(outputs):
        raise InputError(
            f"{len(outputs)} outputs for {len(sources)} sources", cure="give one for each source"
        )
    pairs = {
        (" ".join(s.split()), " ".join(o.split())) for s, o in zip(sources, outputs, strict=True)
    }
    different = len({source for source, _ in pairs})
    if different < _FEW:
        return None
    output, times = Counter(output for _, output in pairs).most_common(1)[0]
    if times <= max(1.0, most * different):
        return None
    shown = f'"{output[:40]}"' if output else "nothing"
    return f"one output stands for {times} of {different} different sources: {shown}"


def other_language(outputs: Sequence[str], language: str) -> str | None:
    """Return a reason if the outputs are surely not in a language, else None.

    Args:
        outputs: of the system, taken together.
        language: code or name.

    Raises:
        ConfigError: the language is unknown.
    """
    from diglot.text.detection import wrong_language

    return wrong_language("\n".join(outputs), language)


def steady_failure(
    success: float, consistency: float, *, failed: float = FAILED, steady: float = STEADY
) -> str | None:
    """Return a reason if a system is consistent in terms that it does not translate, else None.

    Args:
        success: share of terms translated as listed, in [0, 1].
        consistency: share of terms translated as elsewhere in the text, in [0, 1].
        failed: success below which consistency means nothing.
        steady: consistency above which that is worth saying.
    """
    if success >= failed or consistency <= steady:
        return None
    return (
        f"consistency {consistency:.3f} with a success of {success:.3f}: "
        "the output is the same everywhere, and no translation"
    )


def same_runs(runs: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return a reason for every two runs of a system that hold the same outputs.

    Args:
        runs: outputs by the mode of the run.
    """
    texts = {mode: [" ".join(each.split()) for each in outputs] for mode, outputs in runs.items()}
    return tuple(
        f"the runs {first} and {second} are the same"
        for first, second in combinations(texts, 2)
        if texts[first] and texts[first] == texts[second]
    )
