"""``diglot review``: doubtful links or terms of a file, corrected in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.options import ReviewOptions, ServeOptions
from diglot.cli.annotate.project import announce
from diglot.cli.output import print_json, print_lost
from diglot.cli.parsing import add_options, add_output, add_path, read_options

if TYPE_CHECKING:
    import argparse

    from diglot.annotate.review.files import WrittenReview

DESCRIPTION = (
    "Open the doubtful units of a translation memory, or the pairs of a termbase, with the "
    "reasons for doubt; every correction is written into the file at once, with the person who "
    "confirmed each unit or pair; the file as it was stays beside it as FILE.bak."
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "target",
        "memory (.tmx .tsv .xlsx …), termbase (.tbx …), folder of diglot build, or project of "
        "diglot annotate",
        metavar="FILE",
    )
    add_output(parser, "write the result here (default: FILE)")
    parser.add_argument(
        "--write",
        action="store_true",
        help="write the corrections made so far without opening the page",
    )
    add_options(parser, ReviewOptions)
    add_options(parser, ServeOptions, only=("browser", "port"))


def run(arguments: argparse.Namespace) -> int:
    from diglot.annotate.review.files import check_output, open_review
    from diglot.annotate.review.live import Follower, LiveReview
    from diglot.cli.targets import check_writable

    if arguments.output:
        check_writable(arguments.output)
    options = read_options(arguments, ReviewOptions)
    with open_review(arguments.target, options) as review:
        for path in check_output(review, arguments.output):
            check_writable(path)
        live, follower = LiveReview(review, arguments.output), Follower()
        follower.reviews.append(live)
        if not arguments.write:
            from diglot.annotate.server import serve

            with follower.running():
                serve(
                    review.store,
                    read_options(arguments, ServeOptions),
                    place=review.start,
                    announce=None if arguments.quiet else announce,
                    follower=follower,
                )
        written = live.finish()
    if arguments.json:
        print_json([{"output": str(each.path), **each.counts} for each in written])
    elif not arguments.quiet:
        for each in written:
            _print(each)
    return 0


def _print(written: WrittenReview) -> None:
    counts = ", ".join(f"{count:,} {name}" for name, count in written.counts.items())
    print(f"{written.path}: {counts}")
    print_lost(written.lost)
