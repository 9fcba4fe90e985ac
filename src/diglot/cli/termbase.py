"""``diglot termbase``: termbases converted, merged, compared, filtered, mended, described."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.cli.commands import Command
from diglot.cli.output import print_json, print_lines, print_lost
from diglot.cli.parsing import add_options, add_output, add_path, read_options
from diglot.pipeline.steps.terms import options
from diglot.plurals import count_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from diglot.model import Concept
    from diglot.pipeline.steps.terms.termbases import TermbaseInfo, WrittenTermbase
    from diglot.terms.termbases import Change, MendedTermbase, MergeResult, Problem, TermbaseDiff


DESCRIPTION = (
    "Work with termbases and glossaries: TBX, CSV, TSV, XLSX and RDF (SKOS, OntoLex), in any "
    "number of languages."
)
VIOLATIONS = 1
_IN, _OUT = "termbase to read", "file to write"


def configure_convert(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "input", _IN, metavar="IN")
    add_path(parser, "output", _OUT, metavar="OUT")
    add_options(parser, options.TermbaseInput, options.TermbaseOutput)


def run_convert(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.terms import termbases

    written = termbases.convert_termbase(
        arguments.input,
        arguments.output,
        reading=read_options(arguments, options.TermbaseInput),
        writing=read_options(arguments, options.TermbaseOutput),
    )
    print_written(arguments, written)
    return 0


def configure_merge(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "inputs", "termbases to merge", nargs="+", metavar="IN")
    _add_output(parser)
    add_options(parser, options.TermbaseMerge, options.TermbaseInput, options.TermbaseOutput)


def run_merge(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.terms import termbases

    merged, written = termbases.merge_termbases(
        arguments.inputs,
        arguments.output,
        how=read_options(arguments, options.TermbaseMerge),
        reading=read_options(arguments, options.TermbaseInput),
        writing=read_options(arguments, options.TermbaseOutput),
    )
    print_merged(arguments, merged, written)
    return 0


def configure_diff(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "old", "old termbase")
    add_path(parser, "new", "new termbase")
    add_options(parser, options.TermbaseDifference, options.TermbaseInput)


def run_diff(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.terms import termbases

    found = termbases.diff_termbases(
        arguments.old,
        arguments.new,
        how=read_options(arguments, options.TermbaseDifference),
        reading=read_options(arguments, options.TermbaseInput),
    )
    print_diff(arguments, found)
    return 0


def configure_filter(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "input", _IN, metavar="IN")
    _add_output(parser)
    add_options(parser, options.TermbaseFilter, options.TermbaseInput, options.TermbaseOutput)


def run_filter(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.terms import termbases

    steps, written = termbases.filter_termbase(
        arguments.input,
        arguments.output,
        keep=read_options(arguments, options.TermbaseFilter),
        reading=read_options(arguments, options.TermbaseInput),
        writing=read_options(arguments, options.TermbaseOutput),
    )
    print_filtered(arguments, steps, written)
    return 0


def configure_check(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "input", _IN, metavar="IN")
    add_options(parser, options.TermbaseCheck, options.TermbaseInput)


def run_check(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.terms import termbases

    problems = termbases.check_termbase(
        arguments.input,
        what=read_options(arguments, options.TermbaseCheck),
        reading=read_options(arguments, options.TermbaseInput),
    )
    print_problems(arguments, problems)
    return VIOLATIONS if problems else 0


def configure_clean(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "input", _IN, metavar="IN")
    _add_output(parser)
    add_options(parser, options.TermbaseClean, options.TermbaseInput, options.TermbaseOutput)


def run_clean(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.terms import termbases

    cleaned, written = termbases.clean_termbase(
        arguments.input,
        arguments.output,
        what=read_options(arguments, options.TermbaseClean),
        reading=read_options(arguments, options.TermbaseInput),
        writing=read_options(arguments, options.TermbaseOutput),
    )
    print_cleaned(arguments, cleaned, written)
    return 0


def configure_info(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "input", _IN, metavar="IN")
    add_options(parser, options.TermbaseInput)


def run_info(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.terms import termbases

    reading = read_options(arguments, options.TermbaseInput)
    print_info(arguments, termbases.describe_termbase(arguments.input, reading=reading))
    return 0


ACTIONS = {
    "convert": Command("write a termbase in another format", "termbase", "convert"),
    "merge": Command("merge termbases, joining equal concepts", "termbase", "merge"),
    "diff": Command("list what changed from one termbase to another", "termbase", "diff"),
    "filter": Command("write a part of a termbase", "termbase", "filter"),
    "check": Command(
        "list the errors of a termbase; exit code 1 if there is any", "termbase", "check"
    ),
    "clean": Command(
        "mend the terms of a termbase: glosses, several terms in one cell, access keys",
        "termbase",
        "clean",
    ),
    "info": Command("count the contents of a termbase", "termbase", "info"),
}


def _add_output(parser: argparse.ArgumentParser) -> None:
    add_output(parser, _OUT, required=True)


# What ``diglot termbase`` prints.

_LISTED = 50  # lines of each kind on a terminal; --json has them all


def print_written(arguments: argparse.Namespace, written: WrittenTermbase) -> None:
    """Say what was written and what was not."""
    if arguments.json:
        print_json(_written(arguments.output, written))
    elif not arguments.quiet:
        _print_written(arguments.output, written)


def print_merged(
    arguments: argparse.Namespace, merged: MergeResult, written: WrittenTermbase
) -> None:
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
        print(f"  {count_of(merged.united, 'concept')} merged into others")
        if merged.renamed:
            print(f"  {count_of(merged.renamed, 'id')} changed, in use by another concept")
        _print_some(
            f"  conflict in {each.concept}: {each.term} ({each.language}) is "
            f"{' and '.join(each.statuses)}; {each.chosen} is taken"
            for each in merged.conflicts
        )


def print_filtered(
    arguments: argparse.Namespace, steps: Sequence[tuple[str, int]], written: WrittenTermbase
) -> None:
    """Say how many concepts each filter left."""
    if arguments.json:
        told = [{"filter": name, "concepts": count} for name, count in steps]
        print_json({**_written(arguments.output, written), "filters": told})
    elif not arguments.quiet:
        _print_written(arguments.output, written)
        before = steps[0][1]
        for name, count in steps[1:]:
            print(f"  {name}: {count_of(before - count, 'concept')} left out, {count} stay")
            before = count


def print_cleaned(
    arguments: argparse.Namespace, cleaned: MendedTermbase, written: WrittenTermbase
) -> None:
    """Say what was mended, left out and united."""
    if arguments.json:
        print_json(
            {
                **_written(arguments.output, written),
                "mended": [asdict(mend) for mend in cleaned.mends],
                "united": cleaned.united,
                "left_out": cleaned.left_out,
            }
        )
    elif not arguments.quiet:
        _print_written(arguments.output, written)
        _print_some(
            f"  {mend.kind} in {mend.concept}: {mend.term} ({mend.language}) → "
            f"{'; '.join(mend.instead) or 'left out'}"
            for mend in cleaned.mends
        )
        counts = Counter(mend.kind for mend in cleaned.mends)
        told = [f"{count} {kind}" for kind, count in counts.items()]
        if cleaned.left_out:
            told.append(f"{count_of(cleaned.left_out, 'concept')} left out")
        if cleaned.united:
            told.append(f"{count_of(cleaned.united, 'concept')} merged into others")
        print(f"  {', '.join(told) or 'nothing to mend'}")


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
        counts = f"{count_of(each.terms, 'term')} in {count_of(each.concepts, 'concept')}"
        print(f"{each.language:<12} {counts}{statuses}{contexts}")
    print_lines("note: ", info.notes)


def _written(output: Path, written: WrittenTermbase) -> dict[str, Any]:
    return {
        "output": str(output),
        "concepts": written.concepts,
        "terms": written.terms,
        "notes": list(written.notes),
        "lost": [asdict(each) for each in written.lost],
    }


def _print_written(output: Path, written: WrittenTermbase) -> None:
    print(f"{output}: {count_of(written.concepts, 'concept')}, {count_of(written.terms, 'term')}")
    print_lines("  note: ", written.notes)
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
