"""``diglot annotate import`` and ``export``.

Files become items of a layer, judgements become files.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from diglot.annotate.options import ExportOptions, ImportOptions, Reading
from diglot.cli.output import print_json, print_lost, progress
from diglot.cli.parsing import add_options, add_output, add_path, read_options
from diglot.errors import ConfigError
from diglot.plurals import count_of

if TYPE_CHECKING:
    import argparse

    from diglot.annotate.exchange import ImportResult

IMPORT_DESCRIPTION = (
    "Add the contents of files to a layer of a project: pairs of texts to be judged, and any "
    "judgements of them. Errors in a file are listed by line; nothing is added twice. Every import "
    "has a number, by which it is undone."
)


def configure_import(parser: argparse.ArgumentParser) -> None:
    from diglot.annotate.layers import LAYERS

    add_path(parser, "project", "folder of the project")
    add_path(
        parser,
        "files",
        "translation units; two texts; two texts and their links; TransRead, ALIBI, Yawat or "
        "termbase files (the manual lists them by layer)",
        nargs="*",
        metavar="FILE",
    )
    parser.add_argument(
        "--layer", metavar="NAME", help="layer to add to (default: the name of its kind)"
    )
    parser.add_argument(
        "--kind",
        choices=tuple(LAYERS),
        help="kind of judgement (default: the kind that the files are made for)",
    )
    add_options(parser, Reading, ImportOptions)
    earlier = parser.add_argument_group("earlier imports").add_mutually_exclusive_group()
    earlier.add_argument("--list", action="store_true", help="list the imports with their numbers")
    for name, what in (
        ("--undo", "undo import N, with all judgements of its items"),
        ("--redo", "restore import N, which was undone"),
        ("--delete", "delete import N permanently, once it is undone"),
    ):
        earlier.add_argument(name, type=int, metavar="N", help=what)


def run_import(arguments: argparse.Namespace) -> int:
    from diglot.annotate.exchange import import_files
    from diglot.annotate.store import Store

    options = read_options(arguments, ImportOptions, reading=read_options(arguments, Reading))
    numbers = (arguments.undo, arguments.redo, arguments.delete)
    if arguments.list or any(number is not None for number in numbers):
        if arguments.files:
            raise ConfigError("--list, --undo, --redo and --delete take no files")
        return _look_back(arguments)
    if not arguments.files:
        raise ConfigError("name the files to be imported, or an import with --undo; see --list")
    with Store.open(arguments.project) as store, progress(quiet=arguments.quiet) as report:
        imported = import_files(
            store,
            arguments.files,
            layer=arguments.layer,
            kind=arguments.kind,
            options=options,
            progress=report,
        )
    if arguments.json:
        print_json(_as_json(imported))
    elif not arguments.quiet:
        _print(imported)
    return 0


def _look_back(arguments: argparse.Namespace) -> int:
    """Undo an import, bring it back or delete it; list what there is then."""
    from diglot.annotate.store import Store

    with Store.open(arguments.project) as store:
        for number, act in (
            (arguments.undo, store.imports.withdraw),
            (arguments.redo, store.imports.restore),
            (arguments.delete, store.imports.delete),
        ):
            if number is not None:
                act(number)
        imports = store.imports.all()
    if arguments.json:
        print_json(
            [
                {
                    "import": each.id,
                    "layer": each.layer_name,
                    "files": list(each.files),
                    "items": each.items,
                    "judgements": each.judgements,
                    "answered": each.answered,
                    "undone": each.removed is not None,
                }
                for each in imports
            ]
        )
    elif not arguments.quiet:
        for each in imports:
            counts = f"{count_of(each.items, 'item')}, {count_of(each.judgements, 'judgement')}"
            undone = ", undone" if each.removed else ""
            print(f"{each.id:>3}  {each.layer_name}: {', '.join(each.files)} ({counts}{undone})")
    return 0


def _as_json(imported: ImportResult) -> dict[str, object]:
    return {
        "import": imported.number,
        "layer": imported.layer,
        "kind": imported.kind,
        "added": imported.added,
        "known": imported.known,
        "judgements": imported.judgements,
        "listed": [
            {"file": each.file, "place": each.place, "message": each.message}
            for each in imported.listed
        ],
    }


def _print(imported: ImportResult) -> None:
    print(f"layer        {imported.layer} ({imported.kind})")
    print(f"added        {imported.added:,}")
    if imported.known:
        print(f"there before {imported.known:,}")
    if imported.judgements:
        print(f"judgements   {imported.judgements:,}")
    print(f"import       {imported.number} (undone with --undo {imported.number})")
    for each in imported.listed:
        place = f"{each.place}: " if each.place else ""
        print(f"diglot: {each.file}: {place}{each.message}", file=sys.stderr)


# ``diglot annotate export``: judgements as files of the field, or as a release of gold data.

EXPORT_DESCRIPTION = (
    "Write the gold of a layer, or the judgements of one annotator, in a standard format; or, "
    "with --release, a folder with everything that others need to use and assess the data."
)


def configure_export(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "project", "folder of the project")
    parser.add_argument("layer", nargs="?", metavar="LAYER", help="name of the layer")
    add_output(
        parser,
        "file to write, in the format of its extension; a folder for formats of several files",
    )
    add_options(parser, ExportOptions)
    release = parser.add_argument_group("release")
    release.add_argument(
        "--release",
        metavar="VERSION",
        help="make the release VERSION of the project in PROJECT/releases",
    )
    add_path(
        release,
        "--datasheet",
        "TOML file with the facts about the data that the project does not record; created "
        "if missing",
    )


def run_export(arguments: argparse.Namespace) -> int:
    from diglot.annotate.store import Store

    with Store.open(arguments.project) as store:
        if arguments.release:
            from diglot.annotate.exchange.release import release

            made = release(store, arguments.release, datasheet=arguments.datasheet)
            if arguments.json:
                print_json(
                    {"release": str(made.folder), "files": made.files, "sha256": made.sha256}
                )
            elif not arguments.quiet:
                files = count_of(len(made.files), "file")
                print(f"release {arguments.release} in {made.folder}: {files}")
            return 0
        if arguments.layer is None or arguments.output is None:
            raise ConfigError("name a LAYER and a file with -o, or make a --release")
        from diglot.annotate.exchange import export_layer

        exported = export_layer(
            store,
            arguments.layer,
            arguments.output,
            read_options(arguments, ExportOptions),
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
        print(f"{count_of(exported.items, 'item')} in {arguments.output} ({exported.format})")
        print_lost(exported.lost)
    return 0
