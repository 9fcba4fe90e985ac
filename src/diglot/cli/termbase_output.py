"""What ``diglot termbase`` prints."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.cli.output import print_json, print_lost

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from diglot.model import Concept
    from diglot.pipeline.steps.terms.termbase_files import Written
    from diglot.pipeline.steps.terms.termbases import TermbaseInfo
    from diglot.terms.termbases import Change, Merged, Problem, TermbaseDiff

_LISTED = 50  # lines of each kind on a terminal; --json has them all


def print_written(arguments: argparse.Namespace, written: Written) -> None:
    """Say what was written and what was not."""
    if arguments.json:
        print_json(_written(arguments.output, written))
    elif not arguments.quiet:
        _print_written(arguments.output, written)


def print_merged(arguments: argparse.Namespace, merged: Merged, written: Written) -> None:
    """Say what was united, and where the termbases do not agree."""
    if arguments.json:
        conflicts = [asdict(conflict) for conflict in merged.conflicts]
        print_json(
            {
                **_written(arguments.output, written),
                "united": merged.united,
                "renamed": merged.renamed,
                "conflicts": conflicts,
            }
        )
    elif not arguments.quiet:
        _print_written(arguments.output, written)
        print(f"  {merged.united} concepts united with others")
        if merged.renamed:
            print(f"  {merged.renamed} ids changed: another concept has them")
        _print_some(
            f"  conflict in {each.concept}: {each.term} ({each.language}) is "
            f"{' and '.join(each.statuses)}; {each.chosen} is taken"
            for each in merged.conflicts
        )


def print_filtered(
    arguments: argparse.Namespace, steps: Sequence[tuple[str, int]], written: Written
) -> None:
    """Say how many concepts each filter left."""
    if arguments.json:
        told = [{"filter": name, "concepts": count} for name, count in steps]
        print_json({**_written(arguments.output, written), "filters": told})
    elif not arguments.quiet:
        _print_written(arguments.output, written)
        before = steps[0][1]
        for name, count in steps[1:]:
            print(f"  {name}: {before - count} concepts left out, {count} stay")
            before = count


def print_diff(arguments: argparse.Namespace, found: TermbaseDiff) -> None:
    """List what came, went and changed."""
    if arguments.json:
        print_json(
            {
                "added": [_concept(each) for each in found.added],
                "removed": [_concept(each) for each in found.removed],
                "changed": [
                    {
                        "before": each.before.id,
                        "after": each.after.id,
                        "changes": [asdict(change) for change in each.changes],
                    }
                    for each in found.changed
                ],
                "same": found.same,
            }
        )
        return
    if not arguments.quiet:
        _print_some(f"+ {_line(each)}" for each in found.added)
        _print_some(f"- {_line(each)}" for each in found.removed)
        _print_some(
            f"~ {each.after.id}: {_change(change)}"
            for each in found.changed
            for change in each.changes
        )
    print(
        f"{len(found.added)} added, {len(found.removed)} removed, {len(found.changed)} changed, "
        f"{found.same} the same"
    )


def print_problems(arguments: argparse.Namespace, problems: Sequence[Problem]) -> None:
    """List what is wrong."""
    counts: dict[str, int] = {}
    for problem in problems:
        counts[problem.kind] = counts.get(problem.kind, 0) + 1
    if arguments.json:
        print_json({"counts": counts, "problems": [asdict(problem) for problem in problems]})
        return
    if not arguments.quiet:
        for kind in counts:
            _print_some(_problem(problem) for problem in problems if problem.kind == kind)
    told = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    print(told or "nothing wrong")


def print_info(arguments: argparse.Namespace, info: TermbaseInfo) -> None:
    """Print what a termbase holds."""
    if arguments.json:
        print_json(asdict(info))
        return
    if info.title:
        print(f"title        {info.title}")
    if info.signature:
        print(f"made by      {info.signature}")
    print(f"concepts     {info.concepts}")
    print(f"definitions  {info.definitions}")
    if info.subjects:
        some = [f"{name} ({count})" for name, count in list(info.subjects.items())[:5]]
        more = f" and {len(info.subjects) - 5} more" if len(info.subjects) > 5 else ""
        print(f"subjects     {', '.join(some)}{more}")
    for each in info.languages:
        statuses = "".join(f", {count} {status}" for status, count in each.statuses.items())
        contexts = f", {each.contexts} with contexts" if each.contexts else ""
        counts = f"{each.terms} terms in {each.concepts} concepts"
        print(f"{each.language:<12} {counts}{statuses}{contexts}")
    for note in info.notes:
        print(f"note: {note}")


def _written(output: Path, written: Written) -> dict[str, Any]:
    return {
        "output": str(output),
        "concepts": written.concepts,
        "terms": written.terms,
        "notes": list(written.notes),
        "lost": [asdict(each) for each in written.lost],
    }


def _print_written(output: Path, written: Written) -> None:
    print(f"{output}: {written.concepts} concepts, {written.terms} terms")
    for note in written.notes:
        print(f"  note: {note}")
    print_lost(written.lost)


def _print_some(lines: Iterable[str]) -> None:
    """Print the first lines, and how many there are beyond."""
    more = 0
    for number, line in enumerate(lines):
        if number < _LISTED:
            print(line)
        else:
            more += 1
    if more:
        print(f"  … and {more} more (--json lists all)")


def _concept(concept: Concept) -> dict[str, Any]:
    terms = [{"language": term.language, "text": term.text} for term in concept.terms]
    return {"id": concept.id, "terms": terms}


def _line(concept: Concept) -> str:
    terms = "; ".join(f"{term.text} ({term.language})" for term in concept.terms)
    return f"{concept.id}: {terms}"


def _change(change: Change) -> str:
    name = change.field.replace("_", " ")
    of_term = f" of {change.term} ({change.language})" if change.term else ""
    if change.field == "term":
        verb = "gone" if change.after is None else "new"
        return f"{verb} term {change.term} ({change.language})"
    return f"{name}{of_term}: {change.before or 'nothing'} → {change.after or 'nothing'}"


def _problem(problem: Problem) -> str:
    language = f" ({problem.language})" if problem.language else ""
    term = f": {problem.term}{language}" if problem.term else f":{language}" if language else ""
    others = f", also in {', '.join(problem.others[:5])}" if problem.others else ""
    more = f" and {len(problem.others) - 5} more" if len(problem.others) > 5 else ""
    return f"{problem.kind} in {problem.concept}{term}{others}{more}"
