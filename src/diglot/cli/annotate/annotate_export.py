"""``diglot annotate export``: judgements as files of the field, or as a release of gold data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.output import print_json, print_lost
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse

HELP = "write a layer as a file, or the project as a release of gold data"
DESCRIPTION = (
    "Write the gold of a layer, or what one annotator said, in a format of the field; or, with "
    "--release, a folder with everything that others need to use and to judge the data."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("project", type=Path, metavar="PROJECT", help="folder of the project")
    parser.add_argument("layer", nargs="?", metavar="LAYER", help="name of the layer")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="OUT",
        help="file to write, its format told by the extension; a folder for formats of several "
        "files",
    )
    parser.add_argument("--format", metavar="NAME", help="format, where OUT does not tell it")
    parser.add_argument(
        "--annotator",
        metavar="NAME",
        help="what one person said, by name or pseudonym, instead of the gold",
    )
    parser.add_argument(
        "--judgements", action="store_true", help="all judgements, a line each (JSONL)"
    )
    release = parser.add_argument_group("release")
    release.add_argument(
        "--release",
        metavar="VERSION",
        help="make the release VERSION of the project in PROJECT/releases",
    )
    release.add_argument(
        "--datasheet",
        type=Path,
        metavar="FILE",
        help="what the project cannot know of the data: a TOML file, made where it is missing",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write and say what."""
    from diglot.annotate.projects import open_project

    with open_project(arguments.project) as store:
        if arguments.release:
            from diglot.annotate.exchange.release import release

            made = release(store, arguments.release, datasheet=arguments.datasheet)
            if arguments.json:
                print_json(
                    {"release": str(made.folder), "files": made.files, "sha256": made.sha256}
                )
            elif not arguments.quiet:
                print(f"release {arguments.release} in {made.folder}: {len(made.files)} files")
            return 0
        if arguments.layer is None or arguments.output is None:
            raise ConfigError("name a LAYER and a file with -o, or make a --release")
        from diglot.annotate.exchange import export_layer

        exported = export_layer(
            store,
            arguments.layer,
            arguments.output,
            format=arguments.format,
            annotator=arguments.annotator,
            judgements=arguments.judgements,
        )
    if arguments.json:
        print_json(
            {
                "output": str(arguments.output),
                "format": exported.format,
                "items": exported.items,
                "lost": [{"kind": each.kind, "count": each.count} for each in exported.lost],
            }
        )
    elif not arguments.quiet:
        print(f"{exported.items:,} items in {arguments.output} ({exported.format})")
        print_lost(exported.lost)
    return 0
