"""What aligning in chunks costs: error rate of one chunk against many, memory against the setting.

``python -m bench.word_chunks`` prints both tables (see the manual, Word models: text in chunks).
"""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bench.builds import endless
from bench.measure import measured
from bench.word_data import TRIAL, word_set
from diglot import words
from diglot.evaluate.alignments.words import score
from diglot.formats import read_word_links
from diglot.words.corpus import encode
from diglot.words.storage.merging import merge, prune, subtract

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.word_data import Words
    from diglot.words.alignment import Alignment
    from diglot.words.storage.model import Model

PLACES = ("first", "middle", "last")
DIFFERENT = {1: ("first",), 2: ("first", "last")}
HEURISTIC = "grow-diag-final-and"


def aligned(
    gold: Sequence[Words], text: Sequence[Words], *, chunks: int, place: str, again: bool = False
) -> Alignment:
    """Align pairs with gold links that stand in one of several chunks of a text.

    Args:
        gold: the pairs.
        text: pairs to learn from.
        chunks: number of chunks.
        place: chunk of the gold pairs, one of `PLACES`.
        again: align their chunk once more, with the model of all chunks.
    """
    size = -(-len(text) // chunks)
    where = {"first": 0, "middle": chunks // 2, "last": chunks - 1}[place]
    model: Model | None = None
    found: Alignment | None = None
    for number in range(chunks):
        here = gold if number == where else ()
        part = encode([*here, *text[number * size : (number + 1) * size]])
        alignment = words.align(part, words.Knowledge(model), reported=len(here), learn=chunks > 1)
        if here:
            found, wanted = alignment, part
        model = prune(alignment.model) if alignment.model else None
    if again:
        found = words.align(wanted, words.Knowledge(model), reported=len(gold), learn=False)
    if found is None:
        raise ValueError("the text has fewer chunks than asked for")
    return found


def shared(gold: Sequence[Words], text: Sequence[Words], *, shards: int, place: str) -> Alignment:
    """Align pairs with gold links in one of several shards that share what they count.

    Args:
        gold: the pairs.
        text: pairs to learn from.
        shards: number of shards.
        place: shard of the gold pairs, one of `PLACES`.
    """
    size = -(-len(text) // shards)
    where = {"first": 0, "middle": shards // 2, "last": shards - 1}[place]
    models = []
    for number in range(shards):
        here = gold if number == where else ()
        part = encode([*here, *text[number * size : (number + 1) * size]])
        models.append(words.expect(part, of=len(text)))
        if here:
            wanted = part
    others = subtract(prune(merge(models)), models[where])
    return words.align(
        wanted, words.Knowledge(others), reported=len(gold), learn=False, of=len(text)
    )


def quality(more: int, chunks: Sequence[int], *, again: bool, shards: bool) -> None:
    """Print the error rates of the trial set, by place and number of chunks or shards."""
    data = word_set(TRIAL, more)
    gold, text = data.pairs[: data.gold.pairs], data.pairs[data.gold.pairs :]
    what = "shards" if shards else "chunks"
    for number in chunks:
        for place in DIFFERENT.get(number, PLACES):
            if shards and number > 1:
                found = shared(gold, text, shards=number, place=place)
            else:
                found = aligned(gold, text, chunks=number, place=place, again=again)
            rates = [
                100 * score(links, data.gold).values["aer"]
                for links in (words.links(found), words.links(found, symmetrise=HEURISTIC))
            ]
            print(
                f"{more:>7,} pairs, {number} {what}, {place:<6}  AER {rates[0]:5.2f}  "
                f"{HEURISTIC} {rates[1]:5.2f}",
                flush=True,
            )


def scattered(more: int, shards: int, seeds: int) -> None:
    """Print error rates of the command, at once and in shards, the gold pairs all over the text.

    Each seed is also another place of the gold pairs.
    """
    data = word_set(TRIAL, more)
    count, text = data.gold.pairs, data.pairs[data.gold.pairs :]
    step = len(text) // count
    with TemporaryDirectory() as name:
        paths = [Path(name, side) for side in ("source.txt", "target.txt")]
        out = Path(name, "out.pharaoh")
        for seed in range(seeds):
            places = [number * (step + 1) + seed * step // seeds for number in range(count)]
            rest, gold = iter(text), dict(zip(places, data.pairs, strict=False))
            pairs = [gold.get(number) or next(rest) for number in range(count + len(text))]
            for path, side in zip(paths, (0, 1), strict=True):
                path.write_text("".join(" ".join(pair[side]) + "\n" for pair in pairs), "utf-8")
            for parts in (1, shards):
                command = [sys.executable, "-m", "diglot", "words", *map(str, paths), "--tokenised"]
                command += ["--packs", "none", "--encoder", "none", "--seed", str(seed), "--quiet"]
                if parts > 1:
                    command += ["--shard-pairs", str(-(-len(pairs) // parts))]
                cost = measured([*command, "-o", str(out)])
                lines = out.read_text("utf-8").splitlines()
                out.write_text("".join(f"{lines[place]}\n" for place in places), "utf-8")
                rate = 100 * score(read_word_links(out), data.gold).values["aer"]
                print(
                    f"{len(pairs):>7,} pairs, seed {seed}, {parts} in all: AER {rate:.2f}, "
                    f"{cost.cpu:.1f} CPU s, {cost.peak:.0f} MB",
                    flush=True,
                )


def memory(pairs: int, settings: Sequence[int], shard_pairs: Sequence[int]) -> None:
    """Print what the command takes for a text, by the memory it is allowed and by shards.

    Beyond the training texts, two short pairs of them are joined to one (see `bench.builds`).
    """
    with TemporaryDirectory() as name:
        paths = [Path(name, side) for side in ("source.txt", "target.txt")]
        with (
            paths[0].open("w", encoding="utf-8") as one,
            paths[1].open("w", encoding="utf-8") as two,
        ):
            for pair in islice(endless(), pairs):
                for file, side in zip((one, two), pair, strict=True):
                    file.write(side + "\n")
        chosen = [["--memory", str(setting)] if setting else [] for setting in settings]
        chosen += [["--shard-pairs", str(size)] for size in shard_pairs]
        for bound in chosen:
            command = [sys.executable, "-m", "diglot", "words", *map(str, paths), "--tokenised"]
            cost = measured([*command, *bound, "--quiet", "-o", str(Path(name, "out.pharaoh"))])
            print(
                f"{pairs:>7,} pairs, {' '.join(bound) or 'at once'}: peak {cost.peak:5.0f} MB, "
                f"{cost.cpu:5.1f} CPU seconds",
                flush=True,
            )


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.word_chunks", description=__doc__)
    parser.add_argument("--more", type=int, nargs="*", default=[30_000, 100_000])
    parser.add_argument("--chunks", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--again", action="store_true", help="align once more with all chunks")
    parser.add_argument("--shards", action="store_true", help="shards that share their counts")
    parser.add_argument(
        "--scattered", type=int, default=0, metavar="SEEDS", help="the gold pairs all over the text"
    )
    parser.add_argument("--pairs", type=int, default=310_000, help="text to measure memory with")
    parser.add_argument("--memory", type=int, nargs="*", default=[400, 600, 1000, 0])
    parser.add_argument("--shard-pairs", type=int, nargs="*", default=[], help="sizes of shards")
    options = parser.parse_args()
    for more in options.more:
        if options.scattered:
            scattered(more, max(options.chunks), options.scattered)
            continue
        quality(more, options.chunks, again=options.again, shards=options.shards)
    if options.memory or options.shard_pairs:
        memory(options.pairs, options.memory, options.shard_pairs)


if __name__ == "__main__":
    main()
