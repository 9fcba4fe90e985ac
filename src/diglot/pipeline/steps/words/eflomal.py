"""The eflomal program, where the user has installed it: words in files go in, links come out.

Reference: Östling and Tiedemann 2016, Efficient word alignment with Markov chain Monte Carlo.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError, RunError
from diglot.files.atomic import atomic_open
from diglot.files.text import read_text, split_lines
from diglot.words.corpus import Corpus
from diglot.words.decoding.confidence import Posteriors

if TYPE_CHECKING:
    from diglot.model import WordLinks
    from diglot.words.alignment import Alignment

COMMAND = "eflomal-align"
SYMMETRISATION = "grow-diag-final-and"

Ints = NDArray[np.int64]
Ints32 = NDArray[np.int32]

_LINK = re.compile(r"(\d+)-(\d+)")

Run = Callable[[Iterable[str], Iterable[str]], tuple[Iterable[str], Iterable[str]]]
"""Takes lines of source and of target words; gives lines of forward and of reverse links."""


def check_installed() -> None:
    """Make sure that there is an eflomal to run.

    Raises:
        ConfigError: there is none.
    """
    if importlib.util.find_spec("eflomal") is None and shutil.which(COMMAND) is None:
        raise ConfigError(
            "the method eflomal needs the program of that name, which is under the GPL and does "
            "not come with diglot: pip install eflomal"
        )


def align(
    corpus: Corpus, *, reported: int, symmetrise: str | None = None
) -> tuple[Alignment, WordLinks]:
    """Align with eflomal; its links have no probabilities.

    Args:
        corpus: encoded pairs.
        reported: number of first pairs to give links of.
        symmetrise: name of a symmetrisation; None for grow-diag-final-and.

    Raises:
        ConfigError: eflomal is not installed, or there is no such symmetrisation.
        RunError: it failed.
    """
    from diglot.words.alignment import Alignment
    from diglot.words.decoding.links import symmetrise as symmetrised

    found = link_posteriors(corpus, run=run, reported=reported)
    links = symmetrised(
        found.forward_best,
        found.backward_best,
        found.source_offsets,
        found.target_offsets,
        method=symmetrise or SYMMETRISATION,
    )
    alignment = Alignment(
        posteriors=found,
        probabilities=np.sqrt(found.forward * found.backward),
        threshold=1.0,
        pair_confidence=None,
        model=None,
        method="eflomal",
        reason="as asked for",
    )
    return alignment, replace(links, scores=None)


def run(source: Iterable[str], target: Iterable[str]) -> tuple[list[str], list[str]]:
    """Run eflomal with its default settings over lines of words.

    Args:
        source: lines of source words between spaces.
        target: the same of the target side.

    Returns:
        A line of links ``i-j`` for each pair: one source word at most for each target word, and
        the other way round.

    Raises:
        ConfigError: eflomal is not installed.
        RunError: it failed.
    """
    check_installed()
    with TemporaryDirectory(prefix="diglot-eflomal-") as name:
        links = Path(name, "forward"), Path(name, "reverse")
        if importlib.util.find_spec("eflomal"):
            _by_package(source, target, *links)
        else:
            _by_command(source, target, *links)
        forward, reverse = (split_lines(read_text(path)) for path in links)
        return forward, reverse


def _by_package(source: Iterable[str], target: Iterable[str], forward: Path, reverse: Path) -> None:
    aligner = importlib.import_module("eflomal").Aligner()
    try:
        aligner.align(
            source, target, links_filename_fwd=str(forward), links_filename_rev=str(reverse)
        )
    except (RuntimeError, OSError, ValueError, subprocess.SubprocessError) as error:
        raise RunError(f"eflomal failed: {error}") from error


def _by_command(source: Iterable[str], target: Iterable[str], forward: Path, reverse: Path) -> None:
    options: list[str] = ["-f", str(forward), "-r", str(reverse)]
    for option, lines in (("-s", source), ("-t", target)):
        path = forward.with_name(f"text{option}")
        with atomic_open(path) as file:
            file.writelines(lines)
        options += [option, str(path)]
    done = subprocess.run(  # noqa: S603 - the user asked for this program
        [shutil.which(COMMAND) or COMMAND, *options], capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise RunError(f"eflomal failed: {said[-1] if said else f'code {done.returncode}'}")


def link_posteriors(corpus: Corpus, *, run: Run, reported: int | None = None) -> Posteriors:
    """Align with eflomal in both directions; its links get the probability 1.

    Args:
        corpus: encoded pairs.
        run: runs the program.
        reported: number of first pairs to give links of; None for all.

    Returns:
        As candidates the links of either direction, 1 where the direction has the link, else 0.

    Raises:
        RunError: the program gives links that do not fit the pairs.
    """
    pairs = corpus.pairs if reported is None else reported
    # Word numbers stand for words, so that nothing in a word can be taken for a separator.
    forward, backward = run(
        _lines(corpus.source, corpus.source_offsets), _lines(corpus.target, corpus.target_offsets)
    )
    source_offsets = corpus.source_offsets[: pairs + 1]
    target_offsets = corpus.target_offsets[: pairs + 1]
    forward_best = _best(forward, source_offsets, target_offsets, side=1)
    backward_best = _best(backward, source_offsets, target_offsets, side=0)
    return _posteriors(forward_best, backward_best, source_offsets, target_offsets)


def _lines(words: Ints32, offsets: Ints) -> Iterator[str]:
    for begin, end in pairwise(offsets.tolist()):
        yield " ".join(map(str, words[begin:end].tolist())) + "\n"


def _best(lines: Iterable[str], source_offsets: Ints, target_offsets: Ints, *, side: int) -> Ints32:
    """Read the links of one direction: for each word of ``side`` the position of its partner."""
    offsets = (source_offsets.tolist(), target_offsets.tolist())
    own, others = offsets[side], offsets[1 - side]
    best = np.full(own[-1], -1, np.int32)
    number = 0
    for number, line in zip(range(1, len(own)), lines, strict=False):
        size, limit = own[number] - own[number - 1], others[number] - others[number - 1]
        for link in line.split():
            ends = _LINK.fullmatch(link)
            here, there = (int(ends[1 + side]), int(ends[2 - side])) if ends else (size, limit)
            if here >= size or there >= limit:
                raise RunError(f"eflomal links {link} in pair {number}, which has no such words")
            best[own[number - 1] + here] = there
    if number != len(own) - 1:
        raise RunError(f"eflomal gave links of {number} pairs, not of {len(own) - 1}")
    return best


def _posteriors(
    forward_best: Ints32, backward_best: Ints32, source_offsets: Ints, target_offsets: Ints
) -> Posteriors:
    pair_of_target = np.repeat(np.arange(len(target_offsets) - 1), np.diff(target_offsets))
    pair_of_source = np.repeat(np.arange(len(source_offsets) - 1), np.diff(source_offsets))
    linked_t, linked_s = np.flatnonzero(forward_best >= 0), np.flatnonzero(backward_best >= 0)
    # Tokens of the whole corpus number the ends of a link; pairs follow from the source token.
    ends = np.concatenate(
        (
            np.stack((source_offsets[pair_of_target[linked_t]] + forward_best[linked_t], linked_t)),
            np.stack(
                (linked_s, target_offsets[pair_of_source[linked_s]] + backward_best[linked_s])
            ),
        ),
        axis=1,
    )
    width = int(target_offsets[-1]) or 1
    keys, found = np.unique(ends[0] * width + ends[1], return_inverse=True)
    source, target = keys // width, keys % width
    directions = np.zeros((2, len(keys)), np.float32)
    directions[0, found[: len(linked_t)]] = 1
    directions[1, found[len(linked_t) :]] = 1
    pair = pair_of_source[source]
    return Posteriors(
        offsets=np.searchsorted(pair, np.arange(len(source_offsets))).astype(np.int64),
        source=(source - source_offsets[pair]).astype(np.uint16),
        target=(target - target_offsets[pair]).astype(np.uint16),
        forward=directions[0],
        backward=directions[1],
        source_offsets=source_offsets,
        target_offsets=target_offsets,
        forward_best=forward_best,
        backward_best=backward_best,
    )
