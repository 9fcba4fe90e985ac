"""``diglot termbase``: termbases converted, merged, compared, filtered, checked, described."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.cli.commands import Command
from diglot.cli.output import print_json, print_lost
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Sequence

    from diglot.model import Concept
    from diglot.pipeline.steps.terms.termbases import (
        TermbaseInfo,
        TermbaseInput,
        TermbaseOutput,
        WrittenTermbase,
    )
    from diglot.terms.termbases import Change, Merged, Problem, TermbaseDiff


DESCRIPTION = (
    "Work with termbases and glossaries: TBX, CSV, TSV, XLSX and RDF (SKOS, OntoLex), in any "
    "number of languages."
)
VIOLATIONS = 1
_MATCHES = ("exact", "case", "lemma")
_IN, _OUT = "termbase to read", "file to write"


def configure_convert(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("input", type=Path, metavar="IN", help=_IN)
    parser.add_argument("output", type=Path, metavar="OUT", help=_OUT)
    _add_reading(parser)
    _add_writing(parser)


def run_convert(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.terms import termbases

    written = termbases.convert_termbase(
        arguments.input,
        arguments.output,
        reading=_reading(arguments),
        writing=_writing(arguments),
    )
    print_written(arguments, written)
    return 0


def configure_merge(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("inputs", type=Path, nargs="+", metavar="IN", help="termbases to unite")
    _add_output(parser)
    parser.add_argument(
        "--rule",
        choices=("pair", "term", "id", "none"),
        default="pair",
        help="which concepts are the same: those that share a pair of terms in two languages, one "
        "term in any, or the id (default: %(default)s)",
    )
    parser.add_argument(
        "--prefer",
        choices=("first", "last"),
        default="first",
        help="which file is right where they say different things (default: %(default)s)",
    )
    _add_match(parser)
    _add_reading(parser)
    _add_writing(parser)


def run_merge(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.terms import termbases

    merged, written = termbases.merge_termbases(
        arguments.inputs,
        arguments.output,
        rule=arguments.rule,
        prefer=arguments.prefer,
        match=arguments.match,
        reading=_reading(arguments),
        writing=_writing(arguments),
    )
    print_merged(arguments, merged, written)
    return 0


def configure_diff(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", type=Path, metavar="OLD", help="termbase as it was")
    parser.add_argument("new", type=Path, metavar="NEW", help="termbase as it is")
    _add_match(parser)
    _add_reading(parser)


def run_diff(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.terms import termbases

    found = termbases.diff_termbases(
        arguments.old, arguments.new, match=arguments.match, reading=_reading(arguments)
    )
    print_diff(arguments, found)
    return 0


def configure_filter(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("input", type=Path, metavar="IN", help=_IN)
    _add_output(parser)
    parser.add_argument(
        "--new",
        type=Path,
        action="append",
        default=[],
        metavar="EXISTING",
        help="keep what this termbase does not have; may be given several times",
    )
    parser.add_argument(
        "--new-by",
        choices=("pair", "term"),
        default="pair",
        help="what has to be new: the pair of terms, or every term (default: %(default)s)",
    )
    parser.add_argument(
        "--stop-list",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="leave out these terms: a plain list, or what a termbase forbids and rejects",
    )
    parser.add_argument(
        "--min-score", type=float, metavar="P", help="leave out what has a lower score"
    )
    parser.add_argument(
        "--status",
        action="append",
        default=[],
        metavar="S",
        help="keep this status: preferred, admitted, forbidden, do-not-translate, rejected, or "
        "none; several divided by commas",
    )
    parser.add_argument(
        "--complete", action="store_true", help="keep concepts with a term in every language only"
    )
    _add_match(parser)
    _add_reading(parser)
    _add_writing(parser)


def run_filter(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.terms import termbases

    steps, written = termbases.filter_termbase(
        arguments.input,
        arguments.output,
        keep=termbases.TermbaseFilter(
            known=tuple(arguments.new),
            unit=arguments.new_by,
            stop_lists=tuple(arguments.stop_list),
            score=arguments.min_score,
            statuses=_divided(arguments.status),
            complete=arguments.complete,
            match=arguments.match,
        ),
        reading=_reading(arguments),
        writing=_writing(arguments),
    )
    print_filtered(arguments, steps, written)
    return 0


def configure_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("input", type=Path, metavar="IN", help=_IN)
    parser.add_argument(
        "--ignore",
        action="append",
        default=[],
        metavar="KIND",
        help="leave out a check, such as term-in-several-concepts; several divided by commas",
    )
    _add_match(parser)
    _add_reading(parser)


def run_check(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.terms import termbases

    reading = _reading(arguments)
    problems = termbases.check_termbase(
        arguments.input,
        languages=reading.languages or None,
        match=arguments.match,
        ignore=_divided(arguments.ignore),
        reading=reading,
    )
    print_problems(arguments, problems)
    return VIOLATIONS if problems else 0


def configure_info(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("input", type=Path, metavar="IN", help=_IN)
    _add_reading(parser)


def run_info(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.terms import termbases

    print_info(arguments, termbases.describe_termbase(arguments.input, reading=_reading(arguments)))
    return 0


ACTIONS = {
    "convert": Command("write a termbase in another format", "termbase", "convert"),
    "merge": Command("unite termbases: the same concept becomes one", "termbase", "merge"),
    "diff": Command("list what changed from one termbase to another", "termbase", "diff"),
    "filter": Command("write a part of a termbase", "termbase", "filter"),
    "check": Command(
        "list what is wrong with a termbase; exit code 1 if anything", "termbase", "check"
    ),
    "info": Command("count what a termbase holds", "termbase", "info"),
}


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="OUT", help=_OUT)


def _add_match(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--match",
        choices=_MATCHES,
        default="case",
        help="when terms are the same: as written, in lower case, or by their lemmas (default: "
        "%(default)s)",
    )


def _add_reading(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("reading")
    group.add_argument(
        "--languages",
        action="append",
        default=[],
        metavar="LANGS",
        help="languages to take, source first, such as en,fr; they name the columns of a table "
        "that does not say them",
    )
    group.add_argument(
        "--from", dest="source_format", metavar="FORMAT", help="format of IN, if its name hides it"
    )
    group.add_argument(
        "--encoding", metavar="NAME", help="encoding of a text file that is not in Unicode"
    )
    group.add_argument(
        "--header",
        choices=("yes", "no"),
        help="whether the first row of a table is one (default: seen from its names)",
    )


def _add_writing(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("writing")
    group.add_argument(
        "--to", dest="target_format", metavar="FORMAT", help="format of OUT, if its name hides it"
    )
    group.add_argument(
        "--layout",
        choices=("pairs", "terms", "concepts"),
        help="rows of a table (default: pairs for two languages, terms otherwise)",
    )
    group.add_argument(
        "--tbx",
        choices=("3-dca", "3-dct", "2"),
        help="version and style of TBX (default: 3-dca)",
    )
    group.add_argument(
        "--vocabulary", choices=("skos", "ontolex"), help="vocabulary of RDF (default: skos)"
    )
    group.add_argument(
        "--base", metavar="IRI", help="what stands before ids to make the IRIs of RDF"
    )
    group.add_argument(
        "--bom", action="store_true", help="begin CSV with a byte-order mark, for spreadsheets"
    )


def _reading(arguments: argparse.Namespace) -> TermbaseInput:
    from diglot.pipeline.steps.terms.termbases import TermbaseInput

    languages = _divided(arguments.languages)
    if len(set(languages)) < len(languages):
        raise ConfigError(f"--languages {','.join(languages)} names one language twice")
    return TermbaseInput(
        format=arguments.source_format,
        languages=languages,
        encoding=arguments.encoding,
        header={"yes": True, "no": False}.get(arguments.header),
    )


def _writing(arguments: argparse.Namespace) -> TermbaseOutput:
    from diglot.pipeline.steps.terms.termbases import TermbaseOutput

    return TermbaseOutput(
        format=arguments.target_format,
        layout=arguments.layout,
        tbx=arguments.tbx,
        vocabulary=arguments.vocabulary,
        base=arguments.base,
        mark=arguments.bom,
    )


def _divided(values: list[str]) -> tuple[str, ...]:
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip())


# What ``diglot termbase`` prints.

_LISTED = 50  # lines of each kind on a terminal; --json has them all


def print_written(arguments: argparse.Namespace, written: WrittenTermbase) -> None:
    """Say what was written and what was not."""
    if arguments.json:
        print_json(_written(arguments.output, written))
    elif not arguments.quiet:
        _print_written(arguments.output, written)


def print_merged(arguments: argparse.Namespace, merged: Merged, written: WrittenTermbase) -> None:
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


def _written(output: Path, written: WrittenTermbase) -> dict[str, Any]:
    return {
        "output": str(output),
        "concepts": written.concepts,
        "terms": written.terms,
        "notes": list(written.notes),
        "lost": [asdict(each) for each in written.lost],
    }


def _print_written(output: Path, written: WrittenTermbase) -> None:
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
