"""Figures to compare with: published or measured elsewhere, and hunalign where it is installed.

hunalign is under the LGPL; it is run as a command if it is there, and never needed.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench.measure import Cost, measured
from diglot.formats.links import ladder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.data import Gold
    from diglot.model import Link

_TOKEN = re.compile(r"[぀-ヿ㐀-鿿]|[^\W぀-ヿ㐀-鿿]+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Peer:
    """Strict F1 of another offline aligner; ``with_mt`` where it was given machine translation."""

    f1: float
    name: str
    with_mt: float | None = None
    name_with_mt: str = ""


BEST: dict[str, Peer] = {
    "textberg-dev-de-fr": Peer(0.707, "hunalign", 0.780, "Bleualign"),
    "mac-dev-zh-en": Peer(0.485, "Gale-Church, estimated ratio"),
    "transread-en-fr": Peer(0.811, "hunalign"),
    "hunalign-1984-hu-en": Peer(0.982, "hunalign -realign"),
    "hunalign-dtm-hu-en": Peer(0.969, "Gale-Church"),
    "parice-en-is": Peer(0.824, "hunalign"),
    "alignar-law-ar-en": Peer(0.666, "Gale-Church of Bleualign", 0.960, "hunalign"),
    "maligna-pl-en": Peer(0.942, "hunalign"),
    "maligna-pl-de": Peer(1.0, "hunalign"),
}
"""Best aligner without downloads, dictionary or encoder: not measured here (see README.md)."""

INSTALLABLE = ("hunalign",)
"""Commands that are run beside diglot where they are on the path."""


def installed() -> tuple[str, ...]:
    """Names of the peers that are on the path."""
    return tuple(name for name in INSTALLABLE if shutil.which(name))


def hunalign(documents: Sequence[Gold], *, realign: bool) -> tuple[list[list[Link]], Cost]:
    """Links of every document and the cost of all runs, with an empty dictionary.

    Args:
        documents: what to align.
        realign: let it make a dictionary from its first pass and align again.
    """
    links, costs = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "empty.dic").touch()
        out = folder / "out.ladder"
        for document in documents:
            for side, sentences in (("src", document.source), ("tgt", document.target)):
                lines = (" ".join(_TOKEN.findall(text.lower())) for text in sentences)
                (folder / side).write_text("".join(f"{line}\n" for line in lines), "utf-8")
            options = ["-utf", *(["-realign"] if realign else [])]
            files = [str(folder / part) for part in ("empty.dic", "src", "tgt")]
            # The ladder comes on the standard output, which the measurement throws away.
            redirected = ["sh", "-c", 'out=$1; shift; exec "$@" > "$out" 2> /dev/null', "sh"]
            command = [*redirected, str(out), "hunalign", *options, *files]
            costs.append(measured(command))
            links.append(list(ladder.read_links(out)))
    total = Cost(
        sum(cost.cpu for cost in costs),
        sum(cost.wall for cost in costs),
        max(cost.peak for cost in costs),
    )
    return links, total
