"""The official scorer of BUCC 2022, number for number: lines as they are, the order as ranks.

Pairs are whole lines, compared as strings: nothing is folded or composed, and a byte-order mark is
a part of the first term. Repetitions count every time, blank lines are wrong answers. Where the
official scorer stops with an error, the line is left out and reported.

Reference: evaluation.py, version 1.1, of the organisers (github.com/PierreZweigenbaum/bucc2022).
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from diglot.errors import RIGHT_FILE, InputError

COLUMNS = (
    *("run", "k", "AP_u_min", "AP_i_min", "AP_u_max", "AP_i_max", "nSys", "nGold"),
    *("TP", "FP", "FN", "P", "R", "F1", "P_i", "source", "target"),
)
MEAN = "_mean_"


@dataclass(frozen=True, slots=True)
class CompatRow:
    """A line of the output: a hit, or the whole list.

    Whole numbers stay whole numbers where the official scorer has them, and so does the way they
    are written: four decimals for a float, none for an integer.

    Attributes:
        k: rank; the length of the list in the last row.
        ap: uninterpolated average precision so far, over all gold.
        ap_interpolated: interpolated, over all gold.
        ap_max: uninterpolated, over the gold found so far.
        ap_interpolated_max: interpolated, over the gold found so far.
        pairs: length of the list so far.
        gold: number of gold pairs.
        true: hits so far.
        false: pairs so far that are no hits.
        missed: gold pairs not found so far.
        precision: share of hits so far.
        recall: share of gold found so far.
        f1: harmonic mean of both.
        precision_interpolated: interpolated precision; in the last row the precision.
        pair: the line; None in the last row.
    """

    k: int
    ap: float
    ap_interpolated: float
    ap_max: float
    ap_interpolated_max: float
    pairs: int
    gold: int
    true: float
    false: float
    missed: float
    precision: float
    recall: float
    f1: float
    precision_interpolated: float
    pair: str | None = None


@dataclass(frozen=True, slots=True)
class CompatScore:
    """What the official scorer gives for a run.

    Attributes:
        rows: one a hit, then the whole list.
        skipped: what would stop the official scorer, with its number of lines.
    """

    rows: tuple[CompatRow, ...]
    skipped: tuple[tuple[str, int], ...]

    @property
    def last_row(self) -> CompatRow:
        """The last row."""
        return self.rows[-1]


def score(
    run: Sequence[str],
    gold: Sequence[str],
    *,
    terms: tuple[AbstractSet[str], AbstractSet[str]] | None = None,
) -> CompatScore:
    """Score the lines of a run.

    Args:
        run: lines, stripped, blank ones included.
        gold: lines, stripped.
        terms: source and target terms; given, lines with another term are left out (``-i``).

    Raises:
        InputError: there is no gold pair.
    """
    right = {line for line in gold if "\t" in line}
    skipped = [("line of gold without a tab", sum("\t" not in line for line in gold))]
    if not right:
        raise InputError("gold holds no pair", cure=RIGHT_FILE)
    lines = list(run)
    if terms is not None:
        cells = [line.split("\t") for line in lines]
        skipped.append(("line of the run without two columns", sum(len(c) != 2 for c in cells)))
        lines = [
            line
            for line, parts in zip(lines, cells, strict=True)
            if len(parts) == 2 and parts[0] in terms[0] and parts[1] in terms[1]
        ]
    rows = _hit_rows(lines, right)
    total, found = len(lines), len(rows)
    last = rows[-1] if rows else None
    ap, interpolated = (last.ap, last.ap_interpolated) if last else (0.0, 0.0)
    # numpy's sum of nothing is 0.0: an empty list has floats where others have integers.
    number = float if not total else int
    precision, recall, f1 = _set_measures(found, total, len(right))
    whole = CompatRow(
        total,
        *(ap, interpolated, ap, interpolated),
        *(total, len(right)),
        *(number(found), number(total - found), number(len(right) - found)),
        *(precision, recall, f1, precision),
    )
    return CompatScore((*rows, whole), tuple(each for each in skipped if each[1]))


def _hit_rows(lines: Sequence[str], gold: AbstractSet[str]) -> list[CompatRow]:
    ranks = [rank for rank, line in enumerate(lines, 1) if line in gold]
    precisions = [true / rank for true, rank in enumerate(ranks, 1)]
    raised = precisions[:]
    for place in range(len(raised) - 2, -1, -1):
        raised[place] = max(raised[place], raised[place + 1])
    rows = []
    plain_sum = raised_sum = 0.0
    for true, rank in enumerate(ranks, 1):
        plain_sum += precisions[true - 1]
        raised_sum += raised[true - 1]
        rows.append(
            CompatRow(
                rank,
                *(plain_sum / len(gold), raised_sum / len(gold)),
                *(plain_sum / true, raised_sum / true),
                *(rank, len(gold), true, rank - true, len(gold) - true),
                *_set_measures(true, rank, len(gold)),
                raised[true - 1],
                lines[rank - 1],
            )
        )
    return rows


def _set_measures(true: int, listed: int, gold: int) -> tuple[float, float, float]:
    """Return precision, recall and F1; the zeros that the official scorer has as integers are."""
    precision = true / listed if listed else 0
    recall = true / gold
    f1 = 2 * precision * recall / (precision + recall) if true else 0
    return precision, recall, f1
