"""``diglot infer``: a dictionary between two languages, through the dictionaries of others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.options import add_dictionary_options, add_seed_option
from diglot.cli.output import print_json, progress
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from diglot.pipeline.steps.lexicons.options import InferOptions

HELP = "infer a dictionary through the dictionaries of other languages"
DESCRIPTION = (
    "Infer a dictionary between two languages that have none, or a small one, through "
    "dictionaries with other languages. Every entry comes with a probability, the words it was "
    "found over, and who says so."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "dictionaries",
        type=Path,
        nargs="+",
        metavar="DICTIONARY",
        help="dictionary of any format that diglot reads, or a saved graph of them (.lexgraph)",
    )
    parser.add_argument(
        "--from", dest="source_language", required=True, metavar="LANG", help="source language"
    )
    parser.add_argument(
        "--to", dest="target_language", required=True, metavar="LANG", help="target language"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        action="append",
        default=[],
        metavar="OUT",
        help="file to write; the extension tells the format: .tsv .csv .xlsx .jsonl .ttl .nt .dix "
        ".tbx .tei; may be given several times; without it the first entries are shown",
    )
    parser.add_argument(
        "--threshold",
        type=float,
        default=0.5,
        metavar="P",
        help="least probability of an entry (default: %(default)s)",
    )
    parser.add_argument(
        "--top",
        type=int,
        metavar="K",
        help="most translations of a headword in one part of speech",
    )
    parser.add_argument(
        "--report",
        type=Path,
        metavar="OUT.html",
        help="page to read: figures, and every headword with a picture of its paths",
    )
    parser.add_argument(
        "--paths",
        type=int,
        default=3,
        metavar="N",
        help="paths that are kept of every entry (default: %(default)s)",
    )
    parser.add_argument(
        "--no-explanations",
        action="store_true",
        help="do not write OUT.explained.jsonl, the paths and reasons of every entry, beside the "
        "first output",
    )
    add_dictionary_options(parser.add_argument_group("dictionaries"))
    parser.add_argument(
        "--hide-direct",
        action="store_true",
        help="drop what the dictionaries say of the two languages directly",
    )
    _configure_method(parser.add_argument_group("method"))


def _configure_method(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--method", metavar="NAME", help="learned (default); the manual lists the others"
    )
    group.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="option of the method; may be given several times",
    )
    group.add_argument(
        "--pivots",
        action="append",
        default=[],
        metavar="LANGS",
        help="languages to go through, divided by commas (default: all there are)",
    )
    group.add_argument(
        "--scorer", type=Path, metavar="FILE", help="scorer that was saved before: do not train"
    )
    group.add_argument(
        "--save-scorer", type=Path, metavar="FILE", help="file to save the trained scorer in"
    )
    group.add_argument(
        "--bitext",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="parallel text of the two languages as evidence: a memory; or twice, a file with a "
        "sentence a line of either language",
    )
    group.add_argument(
        "--vectors",
        action="append",
        default=[],
        metavar="LANG=FILE",
        help="word vectors (.vec .npy) of a language; may be given several times",
    )
    group.add_argument(
        "--texts",
        action="append",
        default=[],
        metavar="LANG=FILE",
        help="file or folder of text to train vectors on; may be given several times",
    )
    group.add_argument(
        "--encoder", metavar="MODEL", help="sentence encoder (extra neural), for mbert"
    )
    add_seed_option(group)


def run(arguments: argparse.Namespace) -> int:
    """Infer, write every output, print what was found."""
    from diglot.cli import infer_output as output
    from diglot.cli.memory import return_large_arrays
    from diglot.pipeline.steps.lexicons.inference import infer

    return_large_arrays()
    options = infer_options(arguments)
    explained = _explained(arguments)
    _check_outputs(arguments, explained)
    with progress(quiet=arguments.quiet or arguments.json) as report:
        found = infer(
            arguments.dictionaries,
            source=arguments.source_language,
            target=arguments.target_language,
            options=options,
            progress=report,
        )
        written = [
            output.write(path, found.lexicon)
            for path in (*arguments.output, *([explained] if explained else []))
        ]
        if arguments.report:
            written.append(output.write_page(arguments.report, found))
    if arguments.json:
        print_json(output.as_json(found, written))
    elif not arguments.quiet:
        output.show(found, written, listed=not arguments.output)
    return 0


def infer_options(arguments: argparse.Namespace) -> InferOptions:
    """Return how the dictionary is to be inferred.

    Raises:
        ConfigError: what ought to be NAME=VALUE is something else.
    """
    from diglot.pipeline.steps.lexicons.options import InferOptions

    texts: dict[str, tuple[Path, ...]] = {}
    for language, name in _named(arguments.texts, "--texts", "LANG=FILE"):
        texts[language] = (*texts.get(language, ()), Path(name))
    vectors = dict(_named(arguments.vectors, "--vectors", "LANG=FILE"))
    return InferOptions(
        method=arguments.method,
        threshold=arguments.threshold,
        top=arguments.top,
        pivots=tuple(
            part.strip() for each in arguments.pivots for part in each.split(",") if part.strip()
        ),
        settings=dict(_named(arguments.option, "--option", "NAME=VALUE")),
        case=arguments.case,
        pos=arguments.pos,
        skip_bad=arguments.skip_bad,
        rules=arguments.rules,
        hide_direct=arguments.hide_direct,
        vectors={language: Path(name) for language, name in vectors.items()},
        texts=texts,
        bitext=tuple(arguments.bitext),
        encoder=arguments.encoder,
        scorer=arguments.scorer,
        save_scorer=arguments.save_scorer,
        paths=arguments.paths,
        seed=arguments.seed,
    )


def _named(values: Iterable[str], option: str, form: str) -> list[tuple[str, str]]:
    found = []
    for value in values:
        name, sign, rest = value.partition("=")
        if not (sign and name.strip() and rest.strip()):
            raise ConfigError(f"{option} {value}: write {form}")
        found.append((name.strip(), rest.strip()))
    return found


def _explained(arguments: argparse.Namespace) -> Path | None:
    """Return where the explanations go; nowhere if an output holds them already."""
    outputs = arguments.output
    if not outputs or arguments.no_explanations or not arguments.paths:
        return None
    from diglot.cli.infer_output import JSONL
    from diglot.pipeline.steps.lexicons.explaining import EXPLAINED

    if any(path.suffix.lower() == JSONL for path in outputs):
        return None

    first: Path = outputs[0]
    return first.with_name(first.stem + EXPLAINED)


def _check_outputs(arguments: argparse.Namespace, explained: Path | None) -> None:
    """Refuse outputs that cannot be written before any work is done.

    Raises:
        ConfigError: an unknown or unsuitable format, one file named twice, or an input.
        InputError: a file cannot be written.
    """
    from diglot.cli.targets import check_writable
    from diglot.pipeline.steps.lexicons.lexicon_files import check_target

    for path in arguments.output:
        check_target(path)
    paths = [*arguments.output, explained, arguments.report, arguments.save_scorer]
    inputs = {path.resolve() for path in arguments.dictionaries}
    seen: set[Path] = set()
    for path in filter(None, paths):
        if path.resolve() in inputs:
            raise ConfigError(f"{path} is both input and output: write to another file")
        if path.resolve() in seen:
            raise ConfigError(f"{path} is given twice as an output")
        seen.add(path.resolve())
        check_writable(path)
