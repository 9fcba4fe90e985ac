"""``diglot pack``: what diglot knows of languages beforehand, listed, built, installed."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from diglot.cli.commands import Command
from diglot.cli.output import print_json, progress
from diglot.cli.parsing import add_options, add_output, add_path, read_options
from diglot.packs.pack import Pack
from diglot.pipeline.steps.packs import PackOptions
from diglot.plurals import count_of

DESCRIPTION = (
    "Language packs hold what open translations have taught about the words of two languages. They "
    "are used whenever there is one for both languages of a text, unless --packs says otherwise."
)

LIST_DESCRIPTION = "List the available packs and the languages that they connect."


def configure_list(parser: argparse.ArgumentParser) -> None:
    del parser


def run_list(arguments: argparse.Namespace) -> int:
    from diglot.packs.finding import installed_folder, list_packs

    found = list_packs()
    languages = sorted({language for each in found for language in each.languages})
    if arguments.json:
        print_json(
            {
                "packs": [
                    {"path": str(each.path), "languages": each.languages, "shipped": each.shipped}
                    for each in found
                ],
                "languages": languages,
                "folder": str(installed_folder()),
            }
        )
    elif not arguments.quiet:
        for each in found:
            print(f"{'-'.join(each.languages):<12}{'shipped' if each.shipped else each.path}")
        print(f"{count_of(len(found), 'pack')}, {count_of(len(languages), 'language')}")
        if found:
            print("pairs without a pack of their own are composed through a common language")
        else:
            print(f"diglot pack install puts packs into {installed_folder()}")
    return 0


INFO_DESCRIPTION = "Show what a pack holds, what it was made of, and under which licences."


def configure_info(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "pack", "pack to describe: a file, or two languages, as in en-hu")


def run_info(arguments: argparse.Namespace) -> int:
    from diglot.packs.finding import pack_named

    _show(pack_named(arguments.pack), arguments, {})
    return 0


INSTALL_DESCRIPTION = "Copy packs into the user's folder, from which diglot loads them."


def configure_install(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "packs", "file that diglot pack wrote", nargs="+", metavar="PACK")


def run_install(arguments: argparse.Namespace) -> int:
    from diglot.packs.finding import install_pack

    installed = [install_pack(path) for path in arguments.packs]
    if arguments.json:
        print_json({"installed": [str(path) for path in installed]})
    elif not arguments.quiet:
        for path in installed:
            print(f"installed: {path}")
    return 0


VERIFY_DESCRIPTION = "Read packs in full and compare their contents with their digests."


def configure_verify(parser: argparse.ArgumentParser) -> None:
    text = "file, or languages of a pack that is listed (default: all that are)"
    add_path(parser, "packs", text, nargs="*", metavar="PACK")


def run_verify(arguments: argparse.Namespace) -> int:
    from diglot.packs.files import verify_pack
    from diglot.packs.finding import list_packs, locate_pack

    paths = [locate_pack(path) for path in arguments.packs] or [each.path for each in list_packs()]
    found = [verify_pack(path) for path in paths]
    if arguments.json:
        print_json(
            [
                {"path": str(path), "digest": each.digest}
                for path, each in zip(paths, found, strict=True)
            ]
        )
    elif not arguments.quiet:
        for path, each in zip(paths, found, strict=True):
            print(f"{path}: {each.name}, undamaged")
    return 0


COMPOSE_DESCRIPTION = (
    "Make the pack of two languages from two packs that have a third language in common."
)


def configure_compose(parser: argparse.ArgumentParser) -> None:
    text = "pack of one language and the common one: a file, or both languages, as in en-hu"
    add_path(parser, "first", text, metavar="PACK")
    add_path(parser, "second", "pack of the common language and the other", metavar="PACK")
    add_output(parser, "file to write (.pack)", required=True)


def run_compose(arguments: argparse.Namespace) -> int:
    from diglot.cli.targets import check_writable
    from diglot.packs.files import read_pack, write_pack
    from diglot.packs.finding import pack_named
    from diglot.packs.pack import compose_any

    check_writable(arguments.output)
    pack = compose_any(pack_named(arguments.first), pack_named(arguments.second))
    write_pack(arguments.output, pack)
    _show(read_pack(arguments.output), arguments, {"output": arguments.output})
    return 0


BUILD_DESCRIPTION = (
    "Build a pack from bilingual files: translation memories, tables, dictionaries. Only counts of "
    "words are kept. Untranslated texts are ignored."
)


def configure_build(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "files",
        "memory, table, dictionary or termbase in both languages",
        nargs="+",
        metavar="FILE",
    )
    add_output(parser, "file to write (.pack)", required=True)
    add_options(parser, PackOptions)


def run_build(arguments: argparse.Namespace) -> int:
    from diglot.cli.targets import check_writable
    from diglot.pipeline.steps.packs import build_from_files

    check_writable(arguments.output)
    with progress(quiet=arguments.quiet or arguments.json) as report:
        pack = build_from_files(
            arguments.files,
            arguments.output,
            options=read_options(arguments, PackOptions),
            progress=report,
        )
    _show(pack, arguments, {"output": arguments.output})
    return 0


def _show(pack: Pack, arguments: argparse.Namespace, paths: dict[str, Path]) -> None:
    """Print what a pack holds."""
    if arguments.json:
        held: dict[str, Any] = {name: str(path) for name, path in paths.items()}
        held |= {
            "languages": pack.languages,
            "through": pack.through,
            "words": [len(pack.source.words), len(pack.target.words)],
            "word_pairs": len(pack.counts),
            "tokenisers": [pack.source.tokeniser, pack.target.tokeniser],
            "sources": [asdict(source) for source in pack.sources],
            "date": pack.date,
            "digest": pack.digest,
        }
        print_json(held)
        return
    if arguments.quiet:
        return
    through = f" (through {', '.join(pack.through)})" if pack.through else ""
    print(f"languages   {' and '.join(pack.languages)}{through}")
    print(f"words       {len(pack.source.words):,} and {len(pack.target.words):,}")
    print(f"word pairs  {len(pack.counts):,}")
    print(f"cut by      {' and '.join(sorted({pack.source.tokeniser, pack.target.tokeniser}))}")
    print(f"made        {pack.date}, digest {pack.digest[:16]}")
    for source in pack.sources:
        version = f", {source.version}" if source.version else ""
        texts = count_of(source.pairs, "text")
        print(f"source      {source.name} ({source.licence}{version}): {texts}")
    for path in paths.values():
        print(f"written: {path}")


ACTIONS = {
    name: Command(text, "pack", name)
    for name, text in {
        "list": "list the packs that are found",
        "info": "show what a pack holds and what it was made of",
        "install": "copy packs into the user's folder",
        "verify": "read packs whole and compare them with their digests",
        "compose": "make the pack of two languages that have a third one in common",
        "build": "build a pack from bilingual files",
    }.items()
}
