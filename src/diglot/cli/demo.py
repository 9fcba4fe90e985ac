"""``diglot demo``: the whole way on the sample documents that come with diglot."""

from __future__ import annotations

import argparse
from pathlib import Path

from diglot.cli.output import print_json, progress

DESCRIPTION = (
    "Run diglot build on a contract (English and French, two DOCX files) and on a web page "
    "(German and English), copy four small dictionaries and a translation with wrong terms, and "
    "list what to open and try next."
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        *("-o", "--output", "--out"),
        dest="out",
        type=Path,
        default=Path("diglot-demo"),
        metavar="DIR",
        help="folder to write to (default: %(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    from diglot.cli.build import build_json, print_build
    from diglot.files.atomic import make_folder
    from diglot.pipeline.build.building import REPORT, build_files
    from diglot.report.build.page import write_built_page
    from diglot.samples import TEXTS, copy_samples

    done = {}
    for name, (source, target) in TEXTS.items():
        folder = arguments.out / name
        with progress(quiet=arguments.quiet or arguments.json) as report:
            done[name] = build_files(
                source, target, out=folder, page=write_built_page, progress=report
            )
        if not (arguments.quiet or arguments.json):
            print(f"$ diglot build {source.name} {target.name} -o {folder}")
            print_build(done[name])
            print()
    dictionaries, terminology = arguments.out / "dictionaries", arguments.out / "terminology"
    for folder in (dictionaries, terminology):
        make_folder(folder)
        copy_samples(folder.name, folder)
    if arguments.json:
        print_json([{"name": name, **build_json(each)} for name, each in done.items()])
    elif not arguments.quiet:
        first = next(iter(done.values()))
        print("Open next, in a browser:")
        for each in done.values():
            print(f"  {each.folder / REPORT}")
        print(f"Where a term occurs: diglot find maintenance {first.folder}")
        print(f"A dictionary made of others: diglot infer --from en --to fr {dictionaries}")
        manual, terms = terminology / "espresso.xlf", terminology / "espresso.terms.csv"
        print(f"A translation with wrong terms: diglot check {manual} --termbase {terms}")
        print("Your own documents: diglot build SOURCE TARGET -o OUT")
    return 0
