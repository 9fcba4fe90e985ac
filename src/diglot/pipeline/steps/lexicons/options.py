"""How a dictionary is to be inferred."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError, InputError
from diglot.options import files_of, option, option_record
from diglot.pipeline.options import ENCODING, SEED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

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
        "whether parts of speech are entries of their own",
        default="keep",
        choices=("keep", "ignore"),
        group=DICTIONARIES,
    )
    skip_bad: bool = option(
        "leave bad lines out and count them, rather than stop at the first",
        default=False,
        group=DICTIONARIES,
    )
    rules: tuple[str, ...] | None = option(
        "what is done to lemmas, divided by commas: underscores, joins, remarks, glosses, "
        "variants, infinitive, length; or none (default: what suits each format)",
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
        "take the entries of two languages alone, this one first; entries that stand the other "
        "way round are turned",
        "--from",
        metavar="LANG",
    )
    target: str | None = option("the other of the two languages", "--to", metavar="LANG")
    format: str | None = option(
        "format of the dictionaries, if their names hide it", "--read-as", metavar="FORMAT"
    )
    encoding: str | None = ENCODING(group="")


@option_record
class ExplainOptions(DictionaryOptions):
    """What of a word is to be explained."""

    source_language: str | None = option("language of the word", "--from", metavar="LANG")
    target_language: str | None = option("language of its translations", "--to", metavar="LANG")
    translation: str | None = option(
        "explain this translation alone, or why it is none", metavar="WORD"
    )
    top: int | None = option(
        "most translations to show; 0 for all",
        default=20,
        metavar="K",
        least=0,
    )
    paths: int = option("most paths of a translation to show", default=3, metavar="N", least=1)


@option_record
class InferOptions(DictionaryOptions):
    """Options of inferring a dictionary."""

    threshold: float = option(
        "least probability of an entry", default=0.5, metavar="P", least=0, most=1
    )
    top: int | None = option(
        "most translations of a headword in one part of speech", metavar="K", least=1
    )
    paths: int = option(
        "paths that are kept of every entry; 0 keeps neither paths nor reasons",
        default=3,
        metavar="N",
        least=0,
    )
    hide_direct: bool = option(
        "drop what the dictionaries say of the two languages directly",
        default=False,
        group=DICTIONARIES,
    )
    method: str | None = option(
        "learned (default); the manual lists the others", metavar="NAME", group=METHOD
    )
    settings: Mapping[str, Any] = option(
        "option of the method; may be given several times",
        "--option",
        default={},
        metavar="NAME=VALUE",
        group=METHOD,
    )
    pivots: tuple[str, ...] = option(
        "languages to go through, divided by commas (default: all there are)",
        default=(),
        metavar="LANGS",
        group=METHOD,
        divided=True,
    )
    scorer: Path | None = option(
        "scorer that was saved before: do not train", metavar="FILE", group=METHOD
    )
    save_scorer: Path | None = option(
        "file to save the trained scorer in", metavar="FILE", group=METHOD
    )
    bitext: tuple[Path, ...] = option(
        "parallel text of the two languages as evidence: a memory; or twice, a file with a "
        "sentence a line of either language",
        default=(),
        metavar="FILE",
        group=METHOD,
    )
    vectors: Mapping[str, Path] = option(
        "word vectors (.vec .npy) of a language; may be given several times",
        default={},
        metavar="LANG=FILE",
        group=METHOD,
    )
    texts: Mapping[str, tuple[Path, ...]] = option(
        "file or folder of text to train vectors on; may be given several times",
        default={},
        metavar="LANG=FILE",
        group=METHOD,
    )
    encoder: str | None = option(
        "sentence encoder (extra neural), for mbert", metavar="MODEL", group=METHOD
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
