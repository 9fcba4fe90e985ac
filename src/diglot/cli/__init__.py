"""The command line, one module or package a command.

Arguments of the shell enter. Calls of the pipeline, printed results and an exit code leave.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Sequence

from diglot._version import __version__
from diglot.cli.commands import Command, Parser, add_commands
from diglot.errors import DiglotError, EncodingError, PartDone

VERBS = {
    "build": Command("make a memory, a termbase and a report from texts in two languages", "build"),
    "open": Command("open a page to drop files on, and do everything there", "open"),
    "find": Command("show where a term occurs in aligned texts, grouped by translation", "find"),
    "align": Command("align two texts, or two folders of texts, sentence by sentence", "align"),
    "mine": Command("find sentences that translate each other in comparable texts", "mine"),
    "words": Command("align the words of sentence pairs", "words"),
    "terms": Command(
        "find terms in texts, and their translations; mark them in test sets", "terms"
    ),
    "termbase": Command("convert, merge, compare, filter, check or describe termbases", "termbase"),
    "check": Command("check a translation against a termbase", "check"),
    "review": Command(
        "correct doubtful links or terms in the browser, and write the file back", "review"
    ),
    "annotate": Command("make gold data in the browser, alone or in a team", "annotate"),
    "infer": Command("infer a dictionary through the dictionaries of other languages", "infer"),
    "explain": Command("show where the translations of a word come from", "explain"),
    "lexicon": Command("count, convert or explain bilingual dictionaries", "lexicon"),
    "pack": Command("list, build and install language packs", "pack"),
    "score": Command("score a result against gold", "score"),
    "campaign": Command("run many systems on many corpora, and compare them", "campaign"),
    "cheat": Command("make or detect translations that cheat on terminology metrics", "cheat"),
    "bucc": Command("make a task like that of BUCC 2022 from parallel text", "bucc"),
    "clean": Command("drop bad pairs and repetitions from a parallel corpus", "clean"),
    "convert": Command("write a bilingual file in another format", "convert"),
    "segment": Command("split a document into sentences or paragraphs, one per line", "segment"),
    "runs": Command("show the progress of a long run, list what failed and retry it", "runs"),
    "demo": Command("build a termbase and a report from the sample documents of diglot", "demo"),
}

INTERRUPTED = 130  # what shells report for a program stopped by Ctrl-C
_PIPE_CLOSED = 141  # and for one whose reader went away
_BAD = 2
_FAILED = 3


def build_parser() -> Parser:
    """Return the parser of every command; a command is imported when it is called."""
    parser = Parser(
        prog="diglot",
        description="Turn pairs of texts into checked bilingual knowledge.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"diglot {__version__}")
    add_commands(parser, VERBS)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    Codes: 0 fine, 1 a check found violations, 2 bad usage or input, 3 the run failed,
    130 interrupted, 141 the reader of the output went away.
    """
    for library in ("OPENBLAS", "OMP", "MKL"):
        # Threads of linear algebra spin without helping; ours are asked for by --jobs.
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    # Millions of values are kept, without cycles: looking for garbage took a fifth of a build.
    gc.set_threshold(100_000, 20, 20)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A file name may hold bytes that are no characters: show them, do not fail on them.
        sys.stdout.reconfigure(errors="backslashreplace")
    arguments = build_parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except PartDone as done:
        from diglot.cli.output import print_json

        print_json({"note": str(done)}) if arguments.json else print(done)
        return 0
    except BrokenPipeError:
        # What is still buffered has nowhere to go: without this Python complains at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _PIPE_CLOSED
    except (KeyboardInterrupt, Exception) as error:
        if arguments.debug:
            raise
        if isinstance(error, EncodingError) and not arguments.has_encoding:
            looks, known, _ = (error.cure or "").rpartition(": read it")
            error.cure = f"{looks}{': ' if known else ''}save it as UTF-8"
        return _tell(error)
    return code


def _tell(error: BaseException) -> int:
    """Print what went wrong in one line; return the exit code."""
    if isinstance(error, KeyboardInterrupt):
        return _fail("interrupted; unfinished outputs were left as they were", INTERRUPTED)
    if isinstance(error, MemoryError):
        return _fail("out of memory; work on fewer or smaller texts at once", _FAILED)
    if isinstance(error, DiglotError):
        return _fail(str(error), error.exit_code)
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return _fail(f"{error.filename}: {error.strerror.lower()}; check name and folder", _BAD)
    kind = type(error).__name__
    return _fail(
        f"unexpected {kind}: {error}; run again with --debug and report the trace", _FAILED
    )


def _fail(message: str, code: int) -> int:
    print("diglot: error:", " ".join(message.split()), file=sys.stderr)
    return code
