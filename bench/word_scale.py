"""Words of millions of pairs: ``python -m bench.word_scale FOLDER --pairs 310000 10000000``.

The text is made of the training texts of word alignment. They are aligned once; then every copy of
them but the first is sampled from the translation table of that run: of each source word, one in
two becomes another translation of the word that it is linked with, and every linked target word a
translation of the new source word. Words that occur once get another ending in each copy, so that
the vocabulary grows as that of a text does. Pairs stand in one random order, so that a shorter text
has the same mixture. The folder keeps the text; a longer one is made anew.

``--peer eflomal`` and ``--peer fast_align`` align the same text with these programs, one thread
each (``bench.word_peers`` says where they are sought); ``--python`` is what has systran-align.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from bench.measure import measured
from bench.word_data import hansards
from bench.word_peers import TOOLS, program, systran_command
from diglot import words
from diglot.files.atomic import atomic_open
from diglot.words.corpus import encode
from diglot.words.storage.model import translation_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from diglot.words.corpus import Corpus, Vocabulary

SIDES = ("source.txt", "target.txt")
CHANGED = 0.5
"""Share of the linked source words that become another word in a copy."""
SEED = 1


@dataclass(frozen=True, slots=True)
class Translations:
    """Translations of every word with their probabilities, to draw from.

    Attributes:
        keys: shape (entries,), float64, number of the word plus the sum of the shares of its
            translations up to this one.
        words: shape (entries,), int32, the translations.
        known: shape (words,), bool, words that have any.
    """

    keys: NDArray[np.float64]
    words: NDArray[np.int32]
    known: NDArray[np.bool_]

    @classmethod
    def of(
        cls, rows: NDArray[np.int32], words: NDArray[np.int32], shares: NDArray[np.float32]
    ) -> Translations:
        """Order entries by word."""
        order = np.argsort(rows, kind="stable")
        order = order[shares[order] > 0]
        row, share = rows[order], shares[order].astype(np.float64)
        sums = np.bincount(row, share)
        keys = row + (np.cumsum(share) - (np.cumsum(sums) - sums)[row]) / sums[row]
        return cls(keys, words[order], sums > 0)

    def draw(self, of: NDArray[np.int32], rng: np.random.Generator) -> NDArray[np.int32]:
        """Draw a translation of every word; of a word without any the result has no meaning."""
        places = np.searchsorted(self.keys, of + rng.random(len(of)), side="right")
        return self.words[np.minimum(places, len(self.words) - 1)]

    def has(self, words: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Tell which words have translations."""
        inside = words < len(self.known)
        return inside & self.known[np.where(inside, words, 0)]


@dataclass(frozen=True, slots=True)
class Sampled:
    """The training texts with their links, and the table to draw words from.

    Attributes:
        corpus: the texts.
        source_of: shape (target tokens,), int64, linked source token, or -1.
        target_of: shape (source tokens,), int64, linked target token, or -1.
        tables: translations of source words, and of target words.
    """

    corpus: Corpus
    source_of: NDArray[np.int64]
    target_of: NDArray[np.int64]
    tables: tuple[Translations, Translations]

    @classmethod
    def of_training_texts(cls) -> Sampled:
        """Align the training texts."""
        pairs = [
            pair
            for text in ("hansard-toronto", "tatoeba-2017")
            for pair in hansards(10**9, text=text)
            if pair[0] and pair[1]
        ]
        random.Random(SEED).shuffle(pairs)
        corpus = encode(pairs)
        alignment = words.align(corpus)
        found = words.links(alignment)
        assert alignment.model is not None
        table = translation_table(alignment.model)
        number = np.repeat(np.arange(corpus.pairs), np.diff(found.offsets))
        one = corpus.source_offsets[number] + found.source
        other = corpus.target_offsets[number] + found.target
        source_of = np.full(len(corpus.target), -1, np.int64)
        target_of = np.full(len(corpus.source), -1, np.int64)
        source_of[other] = one
        target_of[one] = other
        forward = Translations.of(table.source, table.target, table.forward)
        backward = Translations.of(table.target, table.source, table.backward)
        return cls(corpus, source_of, target_of, (forward, backward))

    def copy(self, number: int) -> Iterator[tuple[str, str]]:
        """Give the pairs of a copy; number 0 is the text itself."""
        text = self.corpus
        source, target = text.source, text.target
        if number:
            rng = np.random.default_rng((SEED, number))
            changed = (self.target_of >= 0) & (rng.random(len(source)) < CHANGED)
            source = _replace(source, changed, target[self.target_of], self.tables[1], rng)
            linked = self.source_of >= 0
            target = _replace(target, linked, source[self.source_of], self.tables[0], rng)
        one = _sentences(
            source, text.source_offsets, _named(text.source_vocabulary, text.source, number)
        )
        other = _sentences(
            target, text.target_offsets, _named(text.target_vocabulary, text.target, number)
        )
        return zip(one, other, strict=True)


def _replace(
    words: NDArray[np.int32],
    where: NDArray[np.bool_],
    partners: NDArray[np.int32],
    table: Translations,
    rng: np.random.Generator,
) -> NDArray[np.int32]:
    places = np.flatnonzero(where & table.has(partners))
    made = words.copy()
    made[places] = table.draw(partners[places], rng)
    return made


def _named(vocabulary: Vocabulary, tokens: NDArray[np.int32], number: int) -> list[str]:
    """Return the words of a copy: those that occur once have another ending in each."""
    names = list(vocabulary.words)
    if number:
        ending = chr(ord("a") + number % 26) + chr(ord("a") + number // 26 % 26)
        for word in np.flatnonzero(np.bincount(tokens, minlength=len(names)) == 1).tolist():
            names[word] += ending
    return names


def _sentences(
    tokens: NDArray[np.int32], offsets: NDArray[np.int64], names: list[str]
) -> Iterator[str]:
    bounds = offsets.tolist()
    for begin in range(0, len(bounds) - 1, 10_000):
        here = bounds[begin : begin + 10_001]
        first = here[0]
        spelled = list(map(names.__getitem__, tokens[first : here[-1]].tolist()))
        for start, end in pairwise(here):
            yield " ".join(spelled[start - first : end - first])


def write_text(folder: Path, pairs: int) -> None:
    """Write so many pairs, if the folder does not hold as many or more."""
    marker = folder / "pairs"
    if marker.is_file() and int(marker.read_text()) >= pairs:
        return
    folder.mkdir(parents=True, exist_ok=True)
    sampled = Sampled.of_training_texts()
    left, number = pairs, 0
    with atomic_open(folder / SIDES[0]) as one, atomic_open(folder / SIDES[1]) as other:
        while left:
            for source, target in islice(sampled.copy(number), left):
                one.write(source + "\n")
                other.write(target + "\n")
                left -= 1
            number += 1
    marker.write_text(str(pairs))


def align(folder: Path, pairs: int, more: Sequence[str], kills: int) -> str:
    """Align the first pairs of the text and return a line of what it cost.

    Args:
        folder: of the text.
        pairs: how many are aligned.
        more: options of diglot words.
        kills: how often the process is killed; it is started again each time, and the links have to
            be those of a run that was not.
    """
    with TemporaryDirectory() as name:
        files = [Path(name, side) for side in SIDES]
        for file, side in zip(files, SIDES, strict=True):
            with (folder / side).open("rb") as lines, file.open("wb") as first:
                first.writelines(islice(lines, pairs))
        out, again = Path(name, "out.pharaoh"), Path(name, "again.pharaoh")
        command = [sys.executable, "-m", "diglot", "words", *map(str, files), "--tokenised"]
        command += ["--quiet", *more]
        cost = measured([*command, "-o", str(out)])
        line = (
            f"{pairs:>10,} pairs {' '.join(more)}: {cost.cpu:.1f} CPU s, "
            f"{cost.cpu / pairs * 1e6:.1f} a million, peak {cost.peak:.0f} MB"
        )
        if kills:
            command += ["--resume", str(Path(name, "resume")), "-o", str(again)]
            rng, struck = random.Random(SEED), 0
            while not again.exists():
                with subprocess.Popen(command) as process, suppress(subprocess.TimeoutExpired):
                    limit = rng.uniform(0, 2 * cost.wall / kills) if struck < kills else None
                    try:
                        process.wait(limit)
                    finally:
                        struck += process.poll() is None
                        process.kill()
            same = again.read_bytes() == out.read_bytes()
            line += f"; killed {struck} times, {'the same' if same else 'OTHER'} links"
        return line


def align_by_peer(folder: Path, pairs: int, peer: str, python: str, seconds: float) -> str:
    """Align the first pairs of the text with another program and return a line of what it cost."""
    with TemporaryDirectory() as name:
        files = [Path(name, side) for side in SIDES]
        for file, side in zip(files, SIDES, strict=True):
            with (folder / side).open("rb") as lines, file.open("wb") as first:
                first.writelines(islice(lines, pairs))
        out = Path(name, "forward"), Path(name, "reverse")
        if peer == "eflomal":
            tool = next(each for each in TOOLS if each.name == peer)
            (command,) = tool.commands(program(tool) or tool.program, *files, out)
        else:
            joint = Path(name, "joint")
            with files[0].open("rb") as one, files[1].open("rb") as other, joint.open("wb") as both:
                both.writelines(
                    left.rstrip(b"\n") + b" ||| " + right
                    for left, right in zip(one, other, strict=True)
                )
            command = systran_command(python, joint, out[0])
        cost = measured(command, timeout=seconds)
        return (
            f"{pairs:>10,} pairs {peer}: {cost.cpu:.1f} CPU s, "
            f"{cost.cpu / pairs * 1e6:.1f} a million, peak {cost.peak:.0f} MB"
        )


def main() -> None:
    """Print what the sizes cost."""
    parser = argparse.ArgumentParser(prog="python -m bench.word_scale", description=__doc__)
    parser.add_argument("folder", type=Path, help="of the text")
    parser.add_argument("--pairs", type=int, nargs="+", default=[310_000, 10_000_000])
    parser.add_argument("--memory", help="megabytes, as of diglot words")
    parser.add_argument("--kills", type=int, default=0, help="kill every size so often")
    parser.add_argument("--peer", choices=("eflomal", "fast_align"), help="measure another program")
    parser.add_argument("--python", default=sys.executable, help="interpreter with systran-align")
    parser.add_argument("--seconds", type=float, default=6 * 3600, help="that another program has")
    options = parser.parse_args()
    write_text(options.folder, max(options.pairs))
    more = ["--memory", options.memory] if options.memory else []
    for pairs in options.pairs:
        if options.peer:
            line = align_by_peer(
                options.folder, pairs, options.peer, options.python, options.seconds
            )
        else:
            line = align(options.folder, pairs, more, options.kills)
        print(line, flush=True)


if __name__ == "__main__":
    main()
