"""Options of the commands on campaigns."""

from __future__ import annotations

from diglot.options import option, option_record
from diglot.pipeline.options import JOBS
from diglot.runs.options import SpreadOptions


@option_record
class RunOptions(SpreadOptions):
    """Options of running a campaign."""

    jobs: int = JOBS()
    again: tuple[str, ...] = option(
        "run this system again though its results are there; may be repeated",
        default=(),
        metavar="SYSTEM",
    )


@option_record
class ShowOptions:
    """Options of showing the report of a campaign."""

    table: tuple[str, ...] = option(
        "show this table; may be repeated (default: the shortest ones)", default=(), metavar="NAME"
    )
    form: str = option(
        "form of the tables on the terminal",
        "--format",
        default="text",
        choices=("text", "csv", "markdown", "latex"),
    )


@option_record
class AddOptions:
    """The system that is added to a campaign: one of method, command and outputs."""

    method: str = option("method of diglot", default="", metavar="NAME")
    command: str = option(
        "program with its arguments; {source} and the like stand for its files",
        default="",
        metavar="COMMAND",
    )
    reads: str = option("format that the command reads", default="", metavar="FORMAT")
    writes: str = option(
        "format that the command or the outputs are in", default="", metavar="FORMAT"
    )
    outputs: str = option(
        "files made elsewhere; {corpus} and {document} stand for names", default="", metavar="FILES"
    )
