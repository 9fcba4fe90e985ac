"""How a dictionary is to be inferred."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

THRESHOLD = 0.5
PATHS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class InferOptions:
    """Options of inferring a dictionary.

    Attributes:
        method: name of a method of ``lexicons.METHODS``; None takes the default.
        threshold: least score of an entry.
        top: most translations of a headword in one part of speech; None for all.
        pivots: codes or names of the languages to go through; empty for all.
        settings: options of the method, by name.
        case: ``keep`` makes lemmas that differ in case different words, ``fold`` the same.
        pos: ``keep`` makes parts of speech different entries, ``ignore`` forgets them.
        skip_bad: leave bad lines of dictionaries out and count them.
        rules: names of what is done to lemmas; None does what suits each format.
        hide_direct: drop what the dictionaries say of the two languages directly.
        vectors: files of word vectors, by language.
        texts: files or folders of text to train vectors on, by language.
        bitext: parallel text of the two languages, as evidence: one file with both, or two with a
            sentence a line.
        encoder: name or folder of a sentence encoder (extra ``neural``).
        scorer: file of a scorer that was trained before.
        save_scorer: file to save the trained scorer in.
        paths: paths that are kept of every entry; 0 keeps neither paths nor reasons.
        seed: of the random numbers.
    """

    method: str | None = None
    threshold: float = THRESHOLD
    top: int | None = None
    pivots: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    case: str = "keep"
    pos: str = "keep"
    skip_bad: bool = False
    rules: tuple[str, ...] | None = None
    hide_direct: bool = False
    vectors: Mapping[str, Path] = field(default_factory=dict)
    texts: Mapping[str, tuple[Path, ...]] = field(default_factory=dict)
    bitext: tuple[Path, ...] = ()
    encoder: str | None = None
    scorer: Path | None = None
    save_scorer: Path | None = None
    paths: int = PATHS
    seed: int = 0


def check_infer(options: InferOptions) -> None:
    """Refuse wrong options before any work is done.

    Raises:
        ConfigError: an option is wrong.
        InputError: a file that an option names does not exist.
    """
    for option, path in _files(options):
        if not path.exists():
            raise InputError(f"there is no such file ({option})", path=path, cure="check the name")
    if not 0 <= options.threshold <= 1:
        raise ConfigError(f"--threshold is {options.threshold:g}, but must be from 0 to 1")
    if options.top is not None and options.top < 1:
        raise ConfigError(f"--top is {options.top}, but must be 1 or more")
    if options.paths < 0:
        raise ConfigError(f"paths is {options.paths}, but must be 0 or more")
    if len(options.bitext) > len(("source", "target")):
        raise ConfigError("--bitext takes one file with both languages, or two files of lines")
    if options.scorer and options.save_scorer:
        raise ConfigError("--scorer uses a scorer, --save-scorer trains one: give one of them")


def _files(options: InferOptions) -> Iterator[tuple[str, Path]]:
    for language, path in options.vectors.items():
        yield f"--vectors {language}", path
    for language, paths in options.texts.items():
        for path in paths:
            yield f"--texts {language}", path
    for path in options.bitext:
        yield "--bitext", path
    if options.scorer is not None:
        yield "--scorer", options.scorer
