"""What two passes cost in quality: ``python -m bench.two_passes A B``.

A and B are folders of pages that translate each other, such as an office suite's help, whose
paragraphs have the same ids in both languages. All pairs are aligned in one run, and in two passes
as `diglot align` does it with more than 400 of them. A link is right if its segments stand in
paragraphs of the same ids; links of paragraphs without a partner do not count.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from diglot.model import Bitext, Document
from diglot.pipeline.file_pairs import pair_files
from diglot.pipeline.steps.sentences.alignment import align_files
from diglot.pipeline.steps.sentences.corpus import align_corpus
from diglot.pipeline.steps.sentences.options import AlignOptions


def score(bitexts: Iterable[Bitext]) -> tuple[float, float, int]:
    """Return precision of links, recall of segments, and the number of segments with a partner."""
    links = right = covered = wanted = 0
    for bitext in bitexts:
        sides = bitext.source, bitext.target
        known = frozenset.intersection(*(frozenset(_ids(side)) for side in sides)) - {None}
        ids = [_ids(side) for side in sides]
        wanted += sum(each in known for side in ids for each in side)
        for link in bitext.links:
            both = [
                {side[number] for number in numbers}
                for side, numbers in zip(ids, (link.source, link.target), strict=True)
            ]
            if not all(both) or not both[0] | both[1] <= known:
                continue
            links += 1
            if both[0] == both[1]:
                right += 1
                covered += len(link.source) + len(link.target)
    return right / max(links, 1), covered / max(wanted, 1), wanted


def _ids(document: Document) -> list[str | None]:
    return [document.blocks[each.paragraph].anchor for each in document.segments]


def main() -> None:
    """Print the scores of both ways."""
    parser = argparse.ArgumentParser(prog="python -m bench.two_passes", description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--packs", nargs="+", default=["none"])
    options = parser.parse_args()
    how = AlignOptions(packs=tuple(options.packs), encoder="none")
    pairs = pair_files(options.source, options.target)
    with TemporaryDirectory() as name:
        ways: dict[str, Callable[[], Iterable[Bitext] | None]] = {
            "two passes": lambda: align_corpus(pairs, Path(name), options=how),
            "one run": lambda: align_files(pairs, options=how),
        }
        for way, align in ways.items():
            begin = time.process_time()
            precision, recall, wanted = score(align() or ())
            mean = 2 * precision * recall / (precision + recall)
            print(
                f"{way}: {len(pairs):,} pairs, {wanted:,} segments; P {precision:.4f}, "
                f"R {recall:.4f}, F {mean:.4f}, {time.process_time() - begin:.1f} CPU s",
                flush=True,
            )


if __name__ == "__main__":
    main()
