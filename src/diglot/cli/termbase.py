"""``diglot termbase``: termbases converted, merged, compared, filtered, checked, described."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.actions import Action, add_actions
from diglot.cli.actions import run as run
from diglot.cli.termbase_output import (
    print_diff,
    print_filtered,
    print_info,
    print_merged,
    print_problems,
    print_written,
)
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline.steps.terms.termbase_files import TermbaseInput, TermbaseOutput

HELP = "convert, merge, compare, filter, check or describe termbases"
DESCRIPTION = (
    "Work with termbases and glossaries: TBX, CSV, TSV, XLSX and RDF (SKOS, OntoLex), in any "
    "number of languages."
)
VIOLATIONS = 1
_MATCHES = ("exact", "case", "lemma")
_IN, _OUT = "termbase to read", "file to write"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    actions = {
        name: Action(text, f"{text}.", configure_action, run_action)
        for name, (text, configure_action, run_action) in ACTIONS.items()
    }
    add_actions(parser, actions)


def _configure_convert(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("input", type=Path, metavar="IN", help=_IN)
    parser.add_argument("output", type=Path, metavar="OUT", help=_OUT)
    _add_reading(parser)
    _add_writing(parser)


def _convert(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.terms import termbases

    written = termbases.convert_termbase(
        arguments.input,
        arguments.output,
        reading=_reading(arguments),
        writing=_writing(arguments),
    )
    print_written(arguments, written)
    return 0


def _configure_merge(parser: argparse.ArgumentParser) -> None:
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


def _merge(arguments: argparse.Namespace) -> int:
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


def _configure_diff(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", type=Path, metavar="OLD", help="termbase as it was")
    parser.add_argument("new", type=Path, metavar="NEW", help="termbase as it is")
    _add_match(parser)
    _add_reading(parser)


def _diff(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.terms import termbases

    found = termbases.diff_termbases(
        arguments.old, arguments.new, match=arguments.match, reading=_reading(arguments)
    )
    print_diff(arguments, found)
    return 0


def _configure_filter(parser: argparse.ArgumentParser) -> None:
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


def _filter(arguments: argparse.Namespace) -> int:
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


def _configure_check(parser: argparse.ArgumentParser) -> None:
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


def _check(arguments: argparse.Namespace) -> int:
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


def _configure_info(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("input", type=Path, metavar="IN", help=_IN)
    _add_reading(parser)


def _info(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.terms import termbases

    print_info(arguments, termbases.describe_termbase(arguments.input, reading=_reading(arguments)))
    return 0


ACTIONS = {
    "convert": ("Write a termbase in another format", _configure_convert, _convert),
    "merge": ("Unite termbases: the same concept becomes one", _configure_merge, _merge),
    "diff": ("List what changed from one termbase to another", _configure_diff, _diff),
    "filter": ("Write a part of a termbase", _configure_filter, _filter),
    "check": (
        "List what is wrong with a termbase; exit code 1 if anything",
        _configure_check,
        _check,
    ),
    "info": ("Count what a termbase holds", _configure_info, _info),
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
    from diglot.pipeline.steps.terms.termbase_files import TermbaseInput

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
    from diglot.pipeline.steps.terms.termbase_files import TermbaseOutput

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
