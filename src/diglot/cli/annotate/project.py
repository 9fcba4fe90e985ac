"""``diglot annotate init``, ``assign``, ``check`` and ``agreement``.

A project made, shared out and examined.
"""

from __future__ import annotations

import argparse
from shlex import quote

from diglot.annotate.options import AssignOptions, ProjectOptions, ServeOptions
from diglot.cli.output import print_json
from diglot.cli.parsing import add_options, add_path, read_options
from diglot.pipeline.steps.scores.options import AgreementOptions

INIT_DESCRIPTION = (
    "Create the folder of a project: its judgements in one SQLite file, unless a PostgreSQL "
    "database is named, its guidelines in Markdown, and its releases."
)


def configure_init(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "project", "folder to create")
    add_options(parser, ProjectOptions)


def run_init(arguments: argparse.Namespace) -> int:
    from diglot.annotate.store import Store

    options = read_options(arguments, ProjectOptions)
    name = options.name or arguments.project.resolve().name
    with Store.create(arguments.project, name=name, url=options.database) as store:
        if arguments.json:
            print_json({"project": str(arguments.project), "name": store.project.name})
        elif not arguments.quiet:
            print(f"project {store.project.name} in {arguments.project}")
            print(f"next: diglot annotate import {quote(str(arguments.project))} FILE")
    return 0


# ``diglot annotate assign``: who judges which items.

ASSIGN_DESCRIPTION = (
    "Assign the items of a layer to annotators by a design: overlapping ranges, circular, all "
    "items to all, or a sample to all and each other item to one. Known answers and repeated "
    "items may be mixed in."
)


def configure_assign(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "project", "folder of the project")
    parser.add_argument("layer", metavar="LAYER", help="name of the layer")
    parser.add_argument(
        "--to",
        required=True,
        type=_names,
        metavar="NAMES",
        help="names of annotators, separated by commas, as they sign in; new names are added",
    )
    add_options(parser, AssignOptions, without=("distance",))


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def run_assign(arguments: argparse.Namespace) -> int:
    from diglot.annotate.assignment import assign
    from diglot.annotate.store import Store

    options = read_options(arguments, AssignOptions)
    with Store.open(arguments.project) as store:
        shares = assign(store, arguments.layer, arguments.to, options)
    if arguments.json:
        print_json({"layer": arguments.layer, "design": options.design, "items": shares})
    elif not arguments.quiet:
        width = max(map(len, shares))
        for name, count in shares.items():
            print(f"{name:<{width}}  {count:,}")
    return 0


# ``diglot annotate check``: what is wrong or doubtful in the judgements of a project.

CHECK_DESCRIPTION = (
    "Apply the rules of every layer to its judgements, as the page does, and list all "
    "violations. The exit code is 1 if there is an error."
)


def configure_check(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "project", "folder of the project")
    parser.add_argument("layer", nargs="?", metavar="LAYER", help="one layer only")
    parser.add_argument(
        "--warnings", action="store_true", help="also list warnings that nobody has acknowledged"
    )


def run_check(arguments: argparse.Namespace) -> int:
    from diglot.annotate.agreement import check_judgements
    from diglot.annotate.store import Store

    with Store.open(arguments.project) as store:
        found = [
            each
            for each in check_judgements(store, arguments.layer)
            if arguments.warnings or each.problem.severity == "error"
        ]
    if arguments.json:
        print_json(
            [
                {
                    "layer": each.layer,
                    "item": each.seq,
                    "annotator": each.annotator,
                    "code": each.problem.code,
                    "severity": each.problem.severity,
                    "message": each.problem.message,
                }
                for each in found
            ]
        )
    elif not arguments.quiet:
        for each in found:
            problem = each.problem
            print(
                f"{each.layer} {each.seq} {each.annotator}: {problem.severity}: "
                f"{problem.message} [{problem.code}]"
            )
    return int(any(each.problem.severity == "error" for each in found))


# ``diglot annotate agreement``: how far annotators agree, by layer and pair.

AGREEMENT_DESCRIPTION = (
    "Compare the judgements of annotators on the items that they share: raw agreement, "
    "chance-corrected coefficients, F-scores and confusions, each with an interval."
)


def configure_agreement(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "project", "folder of the project")
    parser.add_argument("layer", nargs="?", metavar="LAYER", help="one layer only")
    add_options(parser, AgreementOptions, only=("resamples", "seed"))


def run_agreement(arguments: argparse.Namespace) -> int:
    from diglot.annotate.agreement import agreement_of
    from diglot.annotate.assignment import repeated_answers
    from diglot.annotate.store import Store
    from diglot.report.tables.agreement import agreement_json, agreement_text

    # The layer of a project has any name; that of the options is a kind of judgement in files.
    options = read_options(arguments, AgreementOptions, layer=None)
    with Store.open(arguments.project) as store:
        found = agreement_of(store, arguments.layer, resamples=options.resamples, seed=options.seed)
        again = {
            each.name: repeated_answers(store, each.name)
            for each in store.layers.all()
            if arguments.layer in (None, each.name)
        }
    if arguments.json:
        print_json(
            {
                "agreement": [agreement_json(each) for each in found],
                "asked_again": {name: _steadiness(answers) for name, answers in again.items()},
            }
        )
    elif not arguments.quiet:
        print("\n\n".join(agreement_text(each) for each in found))
        for name, answers in again.items():
            for person, (same, items) in _steadiness(answers).items():
                print(f"\n{name}: {person} was asked {items} again and said the same of {same}")
    return 0


def _steadiness(answers: list[tuple[str, str, str]]) -> dict[str, tuple[int, int]]:
    """How many items each person was asked again, and on how many the answer was the same."""
    counts: dict[str, tuple[int, int]] = {}
    for person, first, second in answers:
        same, items = counts.get(person, (0, 0))
        counts[person] = (same + (first == second), items + 1)
    return counts


SERVE_DESCRIPTION = (
    "Serve the page of a project and open it in the browser: for one person on this machine "
    "without a login, or with --team for invited people who sign in."
)


def configure_serve(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "project", "folder of the project")
    add_options(parser, ServeOptions)


def run_serve(arguments: argparse.Namespace) -> int:
    from diglot.annotate.server import serve
    from diglot.annotate.store import Store

    with Store.open(arguments.project) as store:
        serve(
            store,
            read_options(arguments, ServeOptions),
            announce=None if arguments.quiet else announce,
        )
    return 0


def announce(line: str) -> None:
    """Print a line for the person who started the server, at once."""
    print(line, flush=True)
