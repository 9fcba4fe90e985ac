"""The command line, one module or package a verb.

Arguments of the shell enter. Calls of the pipeline, printed results and an exit code leave.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from diglot._version import __version__
from diglot.cli import (
    align,
    annotate,
    bucc,
    build,
    cheat,
    check,
    convert,
    demo,
    explain,
    find,
    infer,
    lexicon,
    review,
    score,
    segment,
    termbase,
    terms,
    words,
)
from diglot.cli.options import add_common_options
from diglot.errors import DiglotError

if TYPE_CHECKING:
    from collections.abc import Sequence

VERBS = {
    "build": build,
    "find": find,
    "align": align,
    "words": words,
    "terms": terms,
    "termbase": termbase,
    "check": check,
    "review": review,
    "annotate": annotate,
    "infer": infer,
    "explain": explain,
    "lexicon": lexicon,
    "score": score,
    "cheat": cheat,
    "bucc": bucc,
    "convert": convert,
    "segment": segment,
    "demo": demo,
}

_INTERRUPTED = 130  # what shells report for a program stopped by Ctrl-C
_PIPE_CLOSED = 141  # and for one whose reader went away
_FAILED = 3


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line, as every other error of diglot.

    Where any number of files may follow a word, options may stand between the two.
    """

    _reading = False

    def parse_known_args(  # type: ignore[override]  # typeshed: overloads for namespaces
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse as usual; with such files positionals and options each in a turn of their own."""
        many = any(each.nargs == "*" and not each.option_strings for each in self._actions)
        if self._reading or not many:
            return super().parse_known_args(args, namespace)
        self._reading = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._reading = False

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"diglot: error: {message}; see {self.prog} --help\n")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of every command; imports nothing beyond the standard library."""
    parser = _Parser(
        prog="diglot",
        description="Turn pairs of texts into checked bilingual knowledge.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"diglot {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, verb in VERBS.items():
        command = commands.add_parser(
            name, help=verb.HELP, description=verb.DESCRIPTION, allow_abbrev=False
        )
        verb.configure(command)
        add_common_options(command)
        command.set_defaults(run=verb.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    Codes: 0 fine, 1 a check found violations, 2 bad usage or input, 3 the run failed,
    130 interrupted, 141 the reader of the output went away.
    """
    for library in ("OPENBLAS", "OMP", "MKL"):
        # Threads of linear algebra spin without helping; ours are asked for by --jobs.
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A file name may hold bytes that are no characters: show them, do not fail on them.
        sys.stdout.reconfigure(errors="backslashreplace")
    arguments = build_parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # What is still buffered has nowhere to go: without this Python complains at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _PIPE_CLOSED
    except KeyboardInterrupt:
        if arguments.debug:
            raise
        return _fail("interrupted; unfinished outputs are as they were before", _INTERRUPTED)
    except MemoryError:
        if arguments.debug:
            raise
        return _fail("the memory does not suffice; align fewer or smaller texts at once", _FAILED)
    except DiglotError as error:
        if arguments.debug:
            raise
        return _fail(str(error), error.exit_code)
    except Exception as error:
        if arguments.debug:
            raise
        kind = type(error).__name__
        return _fail(
            f"unexpected {kind}: {error}; run again with --debug and report the trace", _FAILED
        )
    return code


def _fail(message: str, code: int) -> int:
    print("diglot: error:", " ".join(message.split()), file=sys.stderr)
    return code
