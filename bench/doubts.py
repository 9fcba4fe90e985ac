"""What a user is told to look at: ``python -m bench.doubts``.

Faults are planted into the development texts: sentences added on the target side, sentences left
out there, passages left in the source language, numbers changed, passages moved. A fault is found
where a link of its sentences is doubtful or has one side only; the second figure is the share of
links that the gold has, too, with two sides, and that are called doubtful all the same.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.data import LANGUAGES, SETS, Gold, load
from bench.quality import fold
from bench.tables import table
from bench.training import texts_of
from bench.twins import sample
from diglot.packs.finding import find_pack
from diglot.report.summary import is_doubtful
from diglot.sentences.assembly import Linker
from diglot.sentences.corpus import encode
from diglot.sentences.evidence.features import generative_weights, shipped_weights
from diglot.sentences.models.crf import align_with
from diglot.sentences.reasons import Reasoner
from diglot.sentences.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.model import Link

KINDS = ("added", "omitted", "untranslated", "number", "moved")
EVERY = 12
"""Links from one fault to the next."""
PATIENCE = 10
"""Links tried for a kind of fault before it is the turn of the next."""
MOST, LINKS = 800, 200
LEAST_LENGTH = 30
"""Characters of a sentence that is added or left out."""
_DIGIT = re.compile(r"[1-9]")


@dataclass(slots=True)
class Part:
    """A stretch of both texts: the sentences of a link, or of a fault."""

    source: list[str]
    target: list[str]
    fault: int = -1


@dataclass(frozen=True, slots=True)
class Planted:
    """A document with faults.

    Attributes:
        source, target: sentences.
        faults: kind, source sentences and target sentences of every fault.
        good: links of the gold that no fault touches.
    """

    source: list[str]
    target: list[str]
    faults: list[tuple[str, set[int], set[int]]]
    good: set[tuple[tuple[int, ...], tuple[int, ...]]]


def planted(document: Gold, strangers: Sequence[str], seed: int) -> Planted:
    """Plant faults of all kinds into a document.

    Args:
        document: the text.
        strangers: target sentences of other texts, to be added.
        seed: of the places.
    """
    rng = random.Random(f"doubts {document.name} {seed}")
    parts = _parts(document)
    kinds: list[str] = []
    result: list[Part] = []
    moved: list[tuple[int, list[Part]]] = []
    place, turn, tries = rng.randrange(3, EVERY), 0, 0
    while place < len(parts):
        kind = KINDS[turn % len(KINDS)]
        width = {"untranslated": rng.choice((1, 2, 3)), "moved": rng.choice((3, 4, 5))}.get(kind, 1)
        result += parts[: place + 1 if kind == "added" else place]
        chosen = parts[place : place + width]
        rest = parts[place + (0 if kind == "added" else width) :]
        if kind == "added":
            rest = rest[1:]
            chosen = [Part([], [rng.choice(strangers)])]
        elif not _fits(kind, chosen, width):
            # The next link may fit better.
            result += chosen
            parts, place, tries = rest, 0, tries + 1
            if tries == PATIENCE:
                turn, tries = turn + 1, 0
            continue
        fault, turn, tries = len(kinds), turn + 1, 0
        kinds.append(kind)
        for part in chosen:
            part.fault = fault
            if kind == "omitted":
                part.target = []
            elif kind == "untranslated":
                part.target = list(part.source)
            elif kind == "number":
                part.target = [_changed(part.target[0], rng)]
        if kind == "moved":
            moved.append((fault, [Part([], part.target, fault) for part in chosen]))
            chosen = [Part(part.source, [], fault) for part in chosen]
        result += chosen
        parts, place = rest, EVERY + rng.randrange(3)
    result += parts
    for _, passage in moved:
        at = rng.choice([k for k, part in enumerate(result) if part.fault < 0])
        result[at:at] = passage
    return _assembled(result, kinds)


def _parts(document: Gold) -> list[Part]:
    """The links of a document as parts, in the order of the text."""
    both = sorted((link for link in document.links if not link.is_null), key=lambda x: x.source)

    def position(link: Link) -> tuple[float, float]:
        if link.source:
            return link.source[0], 0.0
        before = [other.source[-1] for other in both if other.target[-1] < link.target[0]]
        return max(before, default=-1) + 0.5, link.target[0]

    return [
        Part([document.source[i] for i in link.source], [document.target[j] for j in link.target])
        for link in sorted(document.links, key=position)
    ]


def _fits(kind: str, chosen: Sequence[Part], width: int) -> bool:
    single = [part for part in chosen if len(part.source) == len(part.target) == 1]
    if len(single) != len(chosen) or len(chosen) < width:
        return False
    if kind == "number":
        return all(_DIGIT.search(text) for part in chosen for text in (*part.source, *part.target))
    return all(len(part.target[0]) >= LEAST_LENGTH for part in chosen)


def _changed(text: str, rng: random.Random) -> str:
    """Change one digit of a text."""
    found = rng.choice(list(_DIGIT.finditer(text)))
    digit = str(int(found[0]) % 9 + 1)
    return text[: found.start()] + digit + text[found.end() :]


def _assembled(parts: Sequence[Part], kinds: Sequence[str]) -> Planted:
    source: list[str] = []
    target: list[str] = []
    faults: list[tuple[str, set[int], set[int]]] = [(kind, set(), set()) for kind in kinds]
    good = set()
    for part in parts:
        ours = tuple(range(len(source), len(source) + len(part.source)))
        theirs = tuple(range(len(target), len(target) + len(part.target)))
        source += part.source
        target += part.target
        if part.fault >= 0:
            faults[part.fault][1].update(ours)
            faults[part.fault][2].update(theirs)
        elif ours and theirs:
            good.add((ours, theirs))
    return Planted(source, target, faults, good)


def judge(document: Planted, links: Sequence[Link]) -> Counter[str]:
    """Count the faults of every kind, those found, the good links, and those called doubtful."""
    counts: Counter[str] = Counter()
    looked = [link for link in links if link.is_null or is_doubtful(link)]
    shown = {i for link in looked for i in link.source}, {j for link in looked for j in link.target}
    for kind, ours, theirs in document.faults:
        counts[kind] += 1
        counts[f"{kind} found"] += bool(ours & shown[0] or theirs & shown[1])
    for link in links:
        if (link.source, link.target) in document.good:
            counts["good"] += 1
            counts["flagged"] += is_doubtful(link)
    return counts


def _strangers(name: str, documents: Sequence[Gold]) -> list[str]:
    """Target sentences of a set that documents lack."""
    used = {sentence for document in documents for sentence in document.target}
    others = (sentence for document in load(name) for sentence in document.target)
    return [each for each in others if len(each) >= LEAST_LENGTH and each not in used]


def measure(name: str, *, packed: bool, shipped: bool = False) -> Counter[str]:
    """Plant faults into a set, align it, and count what is found."""
    documents = sample(name, MOST, LINKS)
    strangers = _strangers(name, documents)
    if not strangers:
        documents = documents[:-1]
        strangers = _strangers(name, documents)
    texts = [planted(document, strangers, 1) for document in documents]
    pack = find_pack(*LANGUAGES[name]) if packed else None
    golds = [Gold("", each.source, each.target, ()) for each in texts]
    corpus = encode([texts_of(each) for each in golds], lexicon=pack.entries() if pack else ())
    weights = [generative_weights(), shipped_weights() if shipped else fold(name)]
    found = align_with(corpus, settings=Settings(), weights=weights)
    total: Counter[str] = Counter()
    for each, alignment in zip(texts, found, strict=True):
        total += judge(
            each, list(Linker(0, 0, Reasoner(each.source, each.target)).links(alignment))
        )
    return total


def main() -> None:
    """Plant faults into all sets and print what is found."""
    parser = argparse.ArgumentParser(description="measure what is called doubtful")
    parser.add_argument("--packs", choices=("without", "with"), default="with")
    parser.add_argument("--shipped", action="store_true", help="weights that have seen the sets")
    given = parser.parse_args()
    rows = []
    total: Counter[str] = Counter()
    for name in SETS:
        found = measure(name, packed=given.packs == "with", shipped=given.shipped)
        total += found
        rows.append([name, *_cells(found)])
    rows.append(["all", *_cells(total)])
    print(table(["set", *KINDS, "good links called doubtful"], rows))


def _cells(counts: Counter[str]) -> list[str]:
    share = counts["flagged"] / max(1, counts["good"])
    return [f"{counts[f'{kind} found']}/{counts[kind]}" for kind in KINDS] + [f"{share:.1%}"]


if __name__ == "__main__":
    main()
