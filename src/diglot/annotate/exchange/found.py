"""What files hold for a layer, before it is stored, and how they are to be taken."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from diglot.annotate.exchange.bitexts import Reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from diglot.annotate.bodies import Body
    from diglot.annotate.items import NewItem
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


def united(parts: Iterable[Found]) -> Found:
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
