"""Signs of cheating on terminology metrics: a table over systems, examples, JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diglot.report.tables.tables import table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diglot.evaluate.terminology.cheat_detection import CheatReport, SegmentSigns
    from diglot.pipeline.steps.scores.cheating import JudgedSystem, JudgedSystems

EXAMPLES = 3
_CONTEXT = 6


def cheat_table(systems: Sequence[JudgedSystem], *, style: str = "terminal") -> str:
    """Show how many segments of every system have which sign, and the guarded exact match."""
    linked = any(each.report.unsupported is not None for each in systems)
    header = ["system", "with terms", "at edges", "too often"]
    header += ["linked elsewhere"] * linked
    header += ["exact match", "guarded", "verdict"]
    rows = []
    for each in systems:
        report = each.report
        row = [str(each.path), *map(str, (report.segments, report.at_edges, report.repeating))]
        if linked:
            row.append("–" if report.unsupported is None else str(report.misplacing))
        row += [f"{report.exact_match:.4f}", f"{report.guarded_exact_match:.4f}"]
        rows.append([*row, "cheating" if report.cheating else "plain"])
    return table(header, rows, style=style)


def cheat_lines(system: JudgedSystem, ids: Sequence[str]) -> list[str]:
    """Return the reasons and anomalies of a system, and a few of its segments.

    Args:
        system: what was judged.
        ids: of the segments of the test set.
    """
    report = system.report
    lines = [f"{system.path}: {reason}" for reason in (*report.reasons, *system.anomalies)]
    if report.cheating:
        shown = [each for each in report.signs if each.at_an_edge] or list(report.signs)
        lines += [
            f"  segment {ids[each.segment]}: {sign}"
            for each in shown[:EXAMPLES]
            for sign in _signs(each, system.texts[each.segment].split())
        ]
    return lines


def _signs(signs: SegmentSigns, words: Sequence[str]) -> Iterator[str]:
    if signs.appended is not None:
        first, last = signs.appended
        before = [*"…"[: first > _CONTEXT], *words[max(0, first - _CONTEXT) : first]]
        yield f"{' '.join(before)} [{' '.join(words[first:last])}]"
    if signs.prepended is not None:
        first, last = signs.prepended
        after = [*words[last : last + _CONTEXT], *"…"[: len(words) > last + _CONTEXT]]
        yield f"[{' '.join(words[first:last])}] {' '.join(after)}".rstrip()
    for term in signs.repeated:
        yield f'"{term}" stands too often'
    for term in signs.unsupported:
        yield f'"{term}" is not linked to its source term'


def cheats_as_json(judged: JudgedSystems) -> dict[str, Any]:
    """Return what was found as JSON has it."""
    ids = [segment.id for segment in judged.test_set.segments]
    return {
        "systems": [
            {
                "path": str(each.path),
                **_report_as_json(each.report, ids),
                "anomalies": list(each.anomalies),
            }
            for each in judged.systems
        ],
        "anomalies": list(judged.anomalies),
    }


def _report_as_json(report: CheatReport, ids: Sequence[str]) -> dict[str, Any]:
    return {
        "cheating": report.cheating,
        "reasons": list(report.reasons),
        "segments_with_terms": report.segments,
        "terms": report.terms,
        "at_edges": report.at_edges,
        "repeating": report.repeating,
        "linked_elsewhere": None if report.unsupported is None else report.misplacing,
        "far": report.far,
        "exact_match": report.exact_match,
        "guarded_exact_match": report.guarded_exact_match,
        "segments": [
            {
                "segment": ids[each.segment],
                "appended": each.appended,
                "prepended": each.prepended,
                "repeated": list(each.repeated),
                "unsupported": list(each.unsupported),
            }
            for each in report.signs
        ],
    }
