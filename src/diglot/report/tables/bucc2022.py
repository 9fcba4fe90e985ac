"""Scores as the official scorer of BUCC 2022 prints them: tabs between, four decimals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.evaluate.rankings.bucc2022 import COLUMNS, MEAN, CompatRow, CompatScore

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADER = "\t".join(COLUMNS)


def compat_lines(
    run: str, score: CompatScore, *, interpolated: bool = False, details: bool = False
) -> Iterator[str]:
    """Give the lines of a run.

    Args:
        run: name of its file.
        score: what was counted.
        interpolated: give interpolated average precision, which is 0.0000 otherwise.
        details: give a line for every hit, too; the official scorer has them with
            ``--interpolated`` only, and so they stand for it.
    """
    if details:
        for row in score.rows[:-1]:
            yield _line(run, row, interpolated=True)
    yield _line(run, score.whole, interpolated=interpolated or details)


def _line(run: str, row: CompatRow, *, interpolated: bool) -> str:
    raised = (row.ap_interpolated, row.ap_interpolated_max) if interpolated else (0.0, 0.0)
    numbers = [
        *(row.k, row.ap, raised[0], row.ap_max, raised[1]),
        *(row.pairs, row.gold, row.true, row.false, row.missed),
        *(row.precision, row.recall, row.f1, row.precision_interpolated),
    ]
    written = [f"{each:.4f}" if isinstance(each, float) else str(each) for each in numbers]
    return "\t".join([run, *written, row.pair if row.pair is not None else f"{MEAN}\t{MEAN}"])
