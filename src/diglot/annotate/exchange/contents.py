"""What files hold for a layer before it is stored, and which layer they belong to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from diglot import formats
from diglot.annotate.exchange.bitexts import Reading
from diglot.annotate.items import NewItem
from diglot.errors import ConfigError, FormatError
from diglot.files.gzip import open_maybe_gzip
from diglot.formats.judgements.answers import is_standoff, read_standoff

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from diglot.annotate.bodies import Body
    from diglot.annotate.schemes import Scheme
    from diglot.model import Document, Skipped

Policy = Literal["random", "stratified", "uncertainty"]


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How files are taken into a layer.

    Attributes:
        reading: languages, encoding and format of the files.
        termbases: whose matches are to be verified.
        hypotheses: outputs of systems to ask about.
        annotator: who gave the judgements of a file that does not say it.
        gold: judgements of the files are known answers, hidden among the items.
        sandbox: the items are for training.
        sample: number of items to draw; None takes all.
        per_pair: most word links to ask about in a pair.
        policy: which of them.
        suggestions: whether diglot proposes something.
        seed: of what is drawn.
    """

    reading: Reading = field(default_factory=Reading)
    termbases: tuple[Path, ...] = ()
    hypotheses: tuple[Path, ...] = ()
    annotator: str | None = None
    gold: bool = False
    sandbox: bool = False
    sample: int | None = None
    per_pair: int = 5
    policy: Policy = "stratified"
    suggestions: bool = True
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Listed:
    """Something in a file that is wrong, or was not taken.

    Attributes:
        file: its name.
        place: line, record or item; empty where it concerns the whole file.
        message: what it is.
    """

    file: str
    place: str
    message: str

    @classmethod
    def of(cls, file: str, skipped: Iterable[Skipped]) -> tuple[Listed, ...]:
        """What a reader left out of a file, or found odd in it."""
        return tuple(
            cls(
                file,
                "",
                f"{each.kind}: {each.count}" + (f", {each.example}" if each.example else ""),
            )
            for each in skipped
        )


@dataclass(frozen=True, slots=True)
class FoundJudgement:
    """What a file says that a person judged.

    Attributes:
        key: of the item.
        annotator: as the file calls the person.
        cells: the judgement.
    """

    key: str
    annotator: str
    cells: Body


@dataclass(frozen=True, slots=True)
class Found:
    """The contents of files.

    Attributes:
        items: in their order, keys unique.
        judgements: of these items.
        listed: what is wrong, or was left out.
        settings: of the layer, such as its languages, or the systems behind its items.
        scheme: of the layer, where the files need another than the usual one.
        documents: texts that the items were made from.
    """

    items: tuple[NewItem, ...]
    judgements: tuple[FoundJudgement, ...] = ()
    listed: tuple[Listed, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    scheme: Scheme | None = None
    documents: tuple[Document, ...] = ()


def unite(parts: Iterable[Found]) -> Found:
    """The contents of several files as one."""
    all_parts = tuple(parts)
    return Found(
        items=tuple(item for part in all_parts for item in part.items),
        judgements=tuple(each for part in all_parts for each in part.judgements),
        listed=tuple(each for part in all_parts for each in part.listed),
    )


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did.

    Attributes:
        layer: name of the layer.
        kind: of the layer.
        added: new items.
        known: items that were there before, which stay as they are.
        judgements: judgements that are new.
        listed: what is wrong in the files, or was left out.
    """

    layer: str
    kind: str
    added: int
    known: int
    judgements: int
    listed: tuple[Listed, ...]


# Files of judgements beside texts, read back into a project.


GOLD = "gold"
"""What the annotator of gold answers is called."""


def read_standoff_items(path: Path, kind: str) -> Found:
    """Read the items and the judgements of a file; gold is the judgement of ``gold``.

    Raises:
        FormatError: the file is none of these, is of another kind, or judges an item it lacks.
        InputError: it cannot be read.
    """
    head, records = read_standoff(path)
    if head.get("kind") != kind:
        raise FormatError(
            f"holds {head.get('kind')}, not {kind}", path=path, cure="name the layer of its kind"
        )
    items: dict[str, NewItem] = {}
    judgements = []
    for number, record in records:
        key = record["item"]
        if record["record"] == "item":
            items[key] = NewItem(key=key, payload=record["payload"])
            continue
        if key not in items:
            raise FormatError(
                f"judges {key!r}, which is none of its items",
                path=path,
                place=f"line {number}",
                cure="keep the line of the item before its judgements",
            )
        if record.get("state", "done") != "draft":
            annotator = record.get("annotator", GOLD)
            judgements.append(FoundJudgement(key, annotator, record["cells"]))
    return Found(tuple(items.values()), tuple(judgements))


# What files are for, as far as they tell it themselves.

_LOOK = 4096  # bytes at the beginning of a file that are looked at
_TREES = b"<trAnnot"
_CONFIDENCE = b"\nFirst annotation:"


def kind_of(paths: Sequence[Path], options: ImportOptions) -> str:
    """Return the kind of layer that files belong to.

    Raises:
        InputError: a file cannot be read.
        ConfigError: they may be for several kinds, or for none.
    """
    first = paths[0]
    if options.hypotheses:
        return "questions"
    if options.termbases:
        return "matches"
    if first.is_dir():
        return "word_labels"
    if any(path.suffix.lower() in {".crp", ".aln"} for path in paths):
        return "groups"
    if len(paths) == 1:
        return _kind_of_one(first)
    if all(_is_judged(path) for path in paths):
        return _kind_of_one(first)
    if any(_is_word_links(path) for path in paths[1:]):
        return "groups"
    return "sentences"


def _kind_of_one(path: Path) -> str:
    """The kind for a file that comes alone."""
    from diglot.pipeline.steps.terms.termbases import is_termbase

    if is_standoff(path):
        return str(read_standoff(path)[0].get("kind", ""))
    start = start_of(path)
    if _TREES in start:
        return "trees"
    if _CONFIDENCE in start:
        return "confidence"
    if b"diglot-annotated-set" in start or path.suffix.lower() in {".sgm", ".sgml"}:
        return "matches"
    if is_termbase(path):
        return "terms"
    if path.suffix.lower() in formats.UNIT_FORMATS:
        return "sentences"
    raise ConfigError(
        f"{path} does not tell what is to be judged: say it with --kind, or give its translation, "
        "too"
    )


def _is_judged(path: Path) -> bool:
    """Whether a file holds pairs with judgements, so that several are just more of them."""
    start = start_of(path)
    return _TREES in start or _CONFIDENCE in start


def _is_word_links(path: Path) -> bool:
    return path.suffix.lower() in formats.WORD_LINK_FORMATS


def start_of(path: Path) -> bytes:
    """The first bytes of a file, unpacked if it is packed.

    Raises:
        InputError: it cannot be read.
    """
    with open_maybe_gzip(path) as (file, _):
        return file.read(_LOOK)
