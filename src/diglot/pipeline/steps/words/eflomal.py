"""The eflomal program, where the user has installed it: files in, files out."""

from __future__ import annotations

import importlib
import importlib.util
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, RunError
from diglot.files.atomic import atomic_open
from diglot.files.text import read_text, split_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from diglot.model import WordLinks
    from diglot.words.alignment import Alignment
    from diglot.words.corpus import Corpus

COMMAND = "eflomal-align"
SYMMETRISATION = "grow-diag-final-and"


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
    import numpy as np

    from diglot.words.alignment import Alignment
    from diglot.words.decoding.links import symmetrise as symmetrised
    from diglot.words.models import eflomal

    found = eflomal.align(corpus, run=run, reported=reported)
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
