"""Alignment error rates on the development data; the bounds stand a little above the measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from diglot.words.corpus import encode
from tests.words import plain_hmm

if TYPE_CHECKING:
    from pathlib import Path


def error_rate(folder: Path, threshold: float) -> float:
    source, target, gold = (
        [line.split() for line in (folder / f"{name}.txt").read_text("utf-8").splitlines()]
        for name in ("src", "tgt", "gold")
    )
    found, _ = plain_hmm.align(encode(zip(source, target, strict=True)))
    linked = np.sqrt(found.forward * found.backward) > threshold
    right = sizes = 0
    for k, line in enumerate(gold):
        here = slice(found.offsets[k], found.offsets[k + 1])
        places = np.stack((found.source[here], found.target[here]), 1)[linked[here]]
        links = {(int(i), int(j)) for i, j in places}
        sure = {tuple(map(int, link.split("-"))) for link in line if "-" in link}
        possible = {tuple(map(int, link.split("p"))) for link in line if "p" in link}
        right += len(links & sure) + len(links & (sure | possible))
        sizes += len(links) + len(sure)
    return 1 - right / sizes


@pytest.mark.parametrize(
    ("name", "bound"),
    [("alibi-fr-en", 0.195), ("graca-en-fr", 0.39), ("xlwa-en-es-dev", 0.35)],
)
def test_error_rate_stays_below_its_bound(shared_data: Path, name: str, bound: float) -> None:
    assert error_rate(shared_data / "words" / name, 0.3) < bound
